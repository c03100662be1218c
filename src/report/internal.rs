//! `DIR.report.html`, beside the release folder and never in it: all that `report.html` says, and what only the house
//! may know. Every number in it stands in the certificate or in the audit file.

use super::audit::Audit;
use super::html::{assumptions, how_it_was_made, remaining, shown, verdict, what_is_released};
use super::html_chart::{Counted, before_and_after};
use super::html_context::{context, sign_off};
use super::html_done::house_columns;
use super::page::{
    end_table, escape, facts, figure, figure_cell, grouped, heads, page as whole_page, percent_of,
    rounded, row, section,
};
use super::story::{Exposure, InHouse};
use crate::metrics::{Aspect, Measures, Metric};
use crate::model::certificate::Certificate;
use crate::model::kind::Kind;
use crate::model::report_context::ReportContext;
use crate::model::verdict::CheckAnswer;
use std::fmt::Write;

/// Rows listed on paper; the audit file lists all.
const SHOWN_ROWS: usize = 200;

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub struct InternalReport<'a> {
    pub certificate: &'a Certificate,
    pub audit: &'a Audit<'a>,
    pub in_house: &'a InHouse,
    pub context: &'a ReportContext,
    pub formula_cells: usize,
    /// What was written beside the release, by name, with what it is.
    pub beside: &'a [(String, &'static str)],
}

pub fn page(report: InternalReport<'_>) -> String {
    let title = report.context.title.as_deref().unwrap_or("Release report");
    let certificate = report.certificate;
    let in_house = report.in_house;
    whole_page(&format!("{title}, internal"), |html| {
        html.push_str(
            "<p class=\"house\">Internal. It tells about the source and about who was left out: it stays in house.</p>\n",
        );
        verdict(html, title, certificate);
        source(html, report.audit);
        context(html, report.context, true);
        what_is_released(html, certificate);
        how_it_was_made(html, certificate, report.formula_cells);
        how_it_was_found(html, report);
        promises_before(html, report.audit.before);
        house_columns(html, &in_house.stories, certificate.release.records);
        left_out(html, report.audit, certificate);
        risk(html, certificate, in_house);
        utility(html, certificate.kind, report.audit.metrics, &in_house.before);
        assumptions(html, certificate);
        reproduce(html, report);
        sign_off(html, report.context);
    })
}

fn source(html: &mut String, audit: &Audit<'_>) {
    section(html, "The source");
    let input = &audit.input;
    let name = input.path.file_name().unwrap_or(input.path.as_os_str());
    facts(
        html,
        &[
            ("File", escape(&name.to_string_lossy())),
            ("Place", escape(&input.path.display().to_string())),
            (
                "Bytes",
                figure("audit.input.bytes", &grouped(input.bytes)),
            ),
            (
                "SHA-256",
                format!(
                    "<code data-figure=\"audit.input.sha256\">{}</code>",
                    escape(&input.sha256)
                ),
            ),
            (
                "Records",
                figure("audit.input.records", &grouped(input.records as u64)),
            ),
            ("Released on", escape(&audit.written)),
            ("Written by", escape(audit.tool)),
        ],
    );
}

fn how_it_was_found(html: &mut String, report: InternalReport<'_>) {
    html.push_str("<table class=\"facts\">\n<tbody>\n");
    row(
        html,
        "Seed",
        &figure("audit.seed", &report.audit.seed.to_string()),
    );
    for note in &report.in_house.notes {
        row(html, "Search", &escape(note));
    }
    end_table(html);
}

/// How far the source was from what was asked.
fn promises_before(html: &mut String, before: &CheckAnswer) {
    section(html, "The source against the requirement");
    let _ = writeln!(
        html,
        "<p>{} of {} {} stood in the way of the requirement before anything was done.</p>",
        figure(
            "audit.before.violating_rows",
            &grouped(before.violating_rows.len() as u64)
        ),
        figure("audit.before.records", &grouped(before.records as u64)),
        before.kind.record(before.records)
    );
    heads(
        html,
        "promises",
        &["Promise", "#Wanted", "#Reached by the source", "#In the way"],
    );
    for (at, line) in before.requirements.iter().enumerate() {
        let reached = line
            .reached
            .map_or_else(|| "\u{2013}".to_owned(), |amount| amount.to_string());
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td class=\"number\">{}</td><td class=\"number\">{reached}</td>{}</tr>",
            escape(&line.name),
            line.wanted,
            figure_cell(
                &format!("audit.before.requirements.{at}.violations"),
                &grouped(line.violations as u64)
            )
        );
    }
    end_table(html);
}

fn left_out(html: &mut String, audit: &Audit<'_>, certificate: &Certificate) {
    section(html, "Who was left out");
    let rows = audit.left_out_rows;
    if rows.is_empty() {
        html.push_str("<p>Nobody.</p>\n");
        return;
    }
    let _ = writeln!(
        html,
        "<p>{} of {} {} ({}).</p>",
        figure("audit.left_out_rows", &grouped(rows.len() as u64)),
        grouped(audit.input.records as u64),
        certificate.kind.record(audit.input.records),
        percent_of(rows.len() as u64, audit.input.records as u64)
    );
    let some: Vec<String> = rows.iter().take(SHOWN_ROWS).map(u32::to_string).collect();
    let more = match rows.len().saturating_sub(SHOWN_ROWS) {
        0 => String::new(),
        more => format!(" and {} more, listed in the audit file", grouped(more as u64)),
    };
    let _ = writeln!(
        html,
        "<p class=\"small\">Data rows of the source, counted from 0: {}{more}.</p>",
        some.join(", ")
    );
}

fn risk(html: &mut String, certificate: &Certificate, in_house: &InHouse) {
    section(html, "Risk before and after");
    remaining(html, certificate);
    let kind = certificate.kind;
    let (before, after) = (&in_house.before, &in_house.after);
    heads(html, "measures", &["Measure", "What it says", "#Before", "#After"]);
    type Count = fn(&Exposure) -> u64;
    let counts: [(&str, &str, Count); 4] = [
        ("violating", violating_says(kind), |of| of.violating as u64),
        ("unique", unique_says(kind), |of| of.unique as u64),
        ("classes", classes_say(kind), |of| of.classes as u64),
        ("smallest", smallest_says(kind), |of| u64::from(of.smallest)),
    ];
    for (name, says, count) in counts {
        let cell = |when: &str, of: &Exposure| {
            figure_cell(&format!("audit.exposure.{when}.{name}"), &grouped(count(of)))
        };
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td class=\"small\">{says}</td>{}{}</tr>",
            count_title(kind, name),
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
            escape(metric.sentence()),
            of("before", &before.metrics),
            of("after", &after.metrics)
        );
    }
    end_table(html);
    let (heading, counted) = match kind {
        Kind::Microdata => ("Records by the size of their class", Counted::Classes),
        Kind::Ratings => ("People by how many are close to them", Counted::People),
        Kind::Transactions => ("Baskets by how many are the same", Counted::Classes),
    };
    let _ = write!(
        html,
        "<h3>{heading}</h3>\n{}",
        before_and_after(&before.sizes, &after.sizes, counted)
    );
}

fn count_title(kind: Kind, name: &str) -> &'static str {
    match (name, kind) {
        ("violating", Kind::Microdata) => "Violating records",
        ("violating", Kind::Ratings) => "Violating people",
        ("violating", Kind::Transactions) => "Violating baskets",
        ("unique", Kind::Microdata) => "Unique records",
        ("unique", Kind::Ratings) => "People with nobody close",
        ("unique", Kind::Transactions) => "Unique baskets",
        ("classes", Kind::Microdata) => "Classes",
        ("classes", Kind::Ratings) => "Patterns",
        ("classes", Kind::Transactions) => "Different baskets",
        (_, Kind::Ratings) => "Fewest close",
        _ => "Smallest class",
    }
}

fn violating_says(kind: Kind) -> &'static str {
    match kind {
        Kind::Microdata => "Records that stand in the way of the requirement.",
        Kind::Ratings => "People who stand in the way of the requirement.",
        Kind::Transactions => "Baskets that stand in the way of the requirement.",
    }
}

fn unique_says(kind: Kind) -> &'static str {
    match kind {
        Kind::Microdata => "Records that share their quasi-identifiers with nobody.",
        Kind::Ratings => "People to whom nobody else is close.",
        Kind::Transactions => {
            "Baskets that no other is equal to. The promise is about parts of baskets, so these may remain."
        }
    }
}

fn classes_say(kind: Kind) -> &'static str {
    match kind {
        Kind::Microdata => "Groups of records that share all quasi-identifiers.",
        Kind::Ratings => "Groups of people who rated the same issues.",
        Kind::Transactions => "Baskets that differ from each other.",
    }
}

fn smallest_says(kind: Kind) -> &'static str {
    match kind {
        Kind::Microdata => "Records in the smallest class.",
        Kind::Ratings => "The fewest people close to anybody, that person included.",
        Kind::Transactions => "How often the rarest basket occurs.",
    }
}

fn utility(html: &mut String, kind: Kind, measures: &Measures, before: &Exposure) {
    section(html, "Utility before and after");
    heads(html, "measures", &["Measure", "What it says", "#Before", "#After"]);
    for &(metric, after) in &measures.0 {
        let is_yardstick = matches!(
            metric,
            Metric::NbAccuracyOriginal | Metric::ClusteringCoefficientOriginal
        );
        if metric.aspect() != Aspect::Utility || is_yardstick {
            continue;
        }
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td class=\"small\">{}</td>{}{}</tr>",
            escape(metric.title()),
            escape(metric.sentence()),
            of_source(metric, measures, before),
            figure_cell(
                &format!("audit.metrics.{}", metric.name()),
                &shown(metric, after)
            )
        );
    }
    end_table(html);
    let what = match kind {
        Kind::Microdata => "column",
        Kind::Ratings => "issue",
        Kind::Transactions => "item",
    };
    let _ = writeln!(
        html,
        "<p class=\"small\">Per {what}: see what was done above.</p>"
    );
}

/// What a measure is for the data as they were read: most are about change, so it is nothing.
fn of_source(metric: Metric, measures: &Measures, before: &Exposure) -> String {
    let measured = |metric: Metric| {
        let value = measures.get(metric)?;
        let name = format!("audit.metrics.{}", metric.name());
        Some(figure_cell(&name, &shown(metric, value)))
    };
    let cell = match metric {
        Metric::NbAccuracy => measured(Metric::NbAccuracyOriginal),
        Metric::ClusteringCoefficient => measured(Metric::ClusteringCoefficientOriginal),
        Metric::Dm | Metric::Cavg => before.metrics.get(metric).map(|value| {
            let name = format!("audit.exposure.before.metrics.{}", metric.name());
            figure_cell(&name, &shown(metric, value))
        }),
        Metric::ItemsetsKept1 | Metric::ItemsetsKept2 | Metric::ItemsetsKept5 => {
            Some("<td class=\"number\">100 %</td>".to_owned())
        }
        Metric::Exclusive => Some("<td class=\"number\">1</td>".to_owned()),
        Metric::Loss
        | Metric::Ncp
        | Metric::Distortion
        | Metric::DistortionRatio
        | Metric::Entropy
        | Metric::QueryError
        | Metric::ClusterChange
        | Metric::CentroidShift
        | Metric::SdChange
        | Metric::CellsChanged
        | Metric::CellsRated
        | Metric::CellsUnrated
        | Metric::PeopleChanged
        | Metric::ItemsSuppressed
        | Metric::OccurrencesLost => Some("<td class=\"number\">0</td>".to_owned()),
        #[allow(unreachable_patterns, reason = "measures of change that are yet to come have no value of the source")]
        _ => None,
    };
    cell.unwrap_or_else(|| "<td class=\"number\">\u{2013}</td>".to_owned())
}

fn reproduce(html: &mut String, report: InternalReport<'_>) {
    section(html, "How to reproduce it");
    let _ = writeln!(
        html,
        "<p>Save the recipe below beside the source, under its name, and run <code>cloakroom release RECIPE --out \
         DIR</code> with {}. The released file will have the SHA-256 <code data-figure=\"audit.release_sha256\">{}</code>; \
         the source must have the one above.</p>\n<pre>{}</pre>",
        escape(report.audit.tool),
        escape(report.audit.release_sha256),
        escape(report.audit.recipe)
    );
    html.push_str("<h3>Beside the release, kept in house</h3>\n");
    html.push_str("<table class=\"facts\">\n<tbody>\n");
    for (name, what) in report.beside {
        let (first, rest) = what.split_at(what.len().min(1));
        let what = first.to_uppercase() + rest;
        row(html, &what, &format!("<code>{}</code>", escape(name)));
    }
    end_table(html);
    html.push_str("<h3>How long it took</h3>\n");
    heads(html, "measures", &["Stage", "#Seconds"]);
    for (at, timing) in report.audit.seconds.iter().enumerate() {
        let _ = writeln!(
            html,
            "<tr><th>{}</th>{}</tr>",
            escape(timing.stage),
            figure_cell(
                &format!("audit.seconds.{at}.seconds"),
                &rounded(timing.seconds)
            )
        );
    }
    end_table(html);
}
