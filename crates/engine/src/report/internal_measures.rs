//! Risk and utility of a release beside those of the source.

use super::html::{remaining, says, shown};
use super::html_chart::{Counted, before_and_after};
use super::page::{end_table, escape, figure_cell, heads, section};
use super::public::Public;
use super::story::{Exposure, InHouse, OfUnits};
use crate::kinds::about;
use cloakroom_core::metrics::{Aspect, Before};
use cloakroom_core::words::grouped;
use cloakroom_core::{Kind, Measures, Metric};
use std::fmt::Write;

pub(super) fn risk(html: &mut String, public: Public<'_>, in_house: &InHouse) {
    section(html, "Risk before and after");
    remaining(html, public);
    let kind = public.kind();
    let (before, after) = (&in_house.before, &in_house.after);
    heads(
        html,
        "measures",
        &["Measure", "What it says", "#Before", "#After"],
    );
    type Count = fn(&Exposure) -> u64;
    let words = public.about();
    if let (Some(before), Some(after)) = (&before.of_units, &after.of_units) {
        of_units(html, before, after);
    }
    let counts: [(&str, [&str; 2], Count); 4] = [
        ("violating", words.violating, |of| of.violating as u64),
        ("unique", words.unique, |of| of.unique as u64),
        ("classes", words.classes, |of| of.classes as u64),
        ("smallest", words.smallest, |of| u64::from(of.smallest)),
    ];
    for (name, [title, says], count) in counts {
        let cell = |when: &str, of: &Exposure| {
            figure_cell(
                &format!("audit.exposure.{when}.{name}"),
                &grouped(count(of)),
            )
        };
        let _ = writeln!(
            html,
            "<tr><th>{title}</th><td class=\"small\">{says}</td>{}{}</tr>",
            cell("before", before),
            cell("after", after)
        );
    }
    let risks = Metric::ALL
        .into_iter()
        .filter(|metric| metric.aspect() == Aspect::Risk);
    for metric in risks {
        let of = |when: &str, measures: &Measures| match measures.get(metric) {
            Some(value) => figure_cell(
                &format!("audit.exposure.{when}.metrics.{}", metric.name()),
                &shown(metric, value),
            ),
            None => "<td class=\"number\">\u{2013}</td>".to_owned(),
        };
        if before.metrics.get(metric).is_none() && after.metrics.get(metric).is_none() {
            continue;
        }
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td class=\"small\">{}</td>{}{}</tr>",
            escape(metric.title()),
            escape(&says(metric, kind)),
            of("before", &before.metrics),
            of("after", &after.metrics)
        );
    }
    end_table(html);
    if let (Some(before), Some(after)) = (&before.of_units, &after.of_units) {
        let (those, one) = (before.counted.name(2), before.counted.name(1));
        let _ = write!(
            html,
            "<h3>{} by how many share the smallest class of a {one}</h3>\n{}",
            capital(those),
            before_and_after(&before.least, &after.least, Counted::People)
        );
    }
    let _ = write!(
        html,
        "<h3>{}</h3>\n{}",
        words.sizes_before_and_after,
        before_and_after(&before.sizes, &after.sizes, words.counted)
    );
}

/// People or groups, where these are counted: what is told of records stands below, beside them.
fn of_units(html: &mut String, before: &OfUnits, after: &OfUnits) {
    let (those, one) = (before.counted.name(2), before.counted.name(1));
    type Count = fn(&OfUnits) -> u64;
    let rows: [(&str, String, String, Count); 4] = [
        (
            "count",
            capital(those),
            format!("All records of one {one} count as one."),
            |of| of.count as u64,
        ),
        (
            "violating",
            format!("Violating {those}"),
            format!(
                "{} of whom a record stands in the way of the requirement.",
                capital(those)
            ),
            |of| of.violating as u64,
        ),
        (
            "unique",
            format!("Unique {those}"),
            format!(
                "{} who share a class that they are in with no other {one}.",
                capital(those)
            ),
            |of| of.unique as u64,
        ),
        (
            "smallest",
            format!("Smallest class, in {those}"),
            format!("The fewest {those} who share a class."),
            |of| u64::from(of.smallest),
        ),
    ];
    for (name, title, says, count) in rows {
        let cell = |when: &str, of: &OfUnits| {
            figure_cell(
                &format!("audit.exposure.{when}.of_units.{name}"),
                &grouped(count(of)),
            )
        };
        let _ = writeln!(
            html,
            "<tr><th>{title}</th><td class=\"small\">{says}</td>{}{}</tr>",
            cell("before", before),
            cell("after", after)
        );
    }
}

/// As a sentence begins.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

pub(super) fn utility(html: &mut String, kind: Kind, measures: &Measures, before: &Exposure) {
    section(html, "Utility before and after");
    heads(
        html,
        "measures",
        &["Measure", "What it says", "#Before", "#After"],
    );
    for &(metric, after) in &measures.0 {
        if metric.aspect() != Aspect::Utility || metric.is_of_original() {
            continue;
        }
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td class=\"small\">{}</td>{}{}</tr>",
            escape(metric.title()),
            escape(&says(metric, kind)),
            of_source(metric, measures, before),
            figure_cell(
                &format!("audit.metrics.{}", metric.name()),
                &shown(metric, after)
            )
        );
    }
    end_table(html);
    let what = about(kind).part;
    let _ = writeln!(
        html,
        "<p class=\"small\">Per {what}: see what was done above.</p>"
    );
}

/// What a measure is for the data as they were read: most are about change, so it is nothing.
fn of_source(metric: Metric, measures: &Measures, before: &Exposure) -> String {
    let cell = match metric.before() {
        Before::Is(value) => Some(format!(
            "<td class=\"number\">{}</td>",
            shown(metric, value)
        )),
        Before::Metric(original) => measures.get(original).map(|value| {
            let name = format!("audit.metrics.{}", original.name());
            figure_cell(&name, &shown(original, value))
        }),
        Before::Measured => before.metrics.get(metric).map(|value| {
            let name = format!("audit.exposure.before.metrics.{}", metric.name());
            figure_cell(&name, &shown(metric, value))
        }),
        Before::Itself => None,
    };
    cell.unwrap_or_else(|| "<td class=\"number\">\u{2013}</td>".to_owned())
}
