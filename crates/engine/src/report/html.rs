//! `report.html`: one page for the person who signs the release off, and for those she shows it to.
//!
//! It travels with the release, so it is made of nothing but what can be counted in the released file, what was
//! declared, and what was written for it under `[report]`. It bears no date of its own: the same released table and
//! declaration give the same page.

use super::html_chart::of_release;
use super::page::{
    end_table, escape, facts, figure, figure_cell, heads, page as whole_page, percent, rounded,
    section, words,
};
use super::public::Public;
use crate::kinds::about;
use crate::records;
use cloakroom_core::io::fold::as_written;
use cloakroom_core::metrics::Aspect;
use cloakroom_core::recipe::is_for;
use cloakroom_core::report_context::{ContextField, ReportContext};
use cloakroom_core::spelling::Fold;
use cloakroom_core::words::grouped;
use cloakroom_core::{Kind, Metric};
use cloakroom_verify::declaration::{Counts, Earlier, Ranges};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What people write about a release, in its order; what is not given is left to be filled in by hand.
const TERMS: [ContextField; 6] = [
    ContextField::Recipient,
    ContextField::Access,
    ContextField::Scenario,
    ContextField::Thresholds,
    ContextField::Conditions,
    ContextField::ReviewDate,
];

/// The whole page.
pub fn page(public: Public<'_>, said: &ReportContext) -> String {
    let title = said.title.as_deref().unwrap_or("Release report");
    whole_page(title, |html| {
        verdict(html, title, public);
        what_is_released(html, public);
        confirmed(html, &public.declared.confirmed);
        how_it_was_made(html, public, Vec::new());
        section(html, "What the data show");
        (public.about().shown)(html, public);
        section(html, "Risk that remains");
        remaining(html, public);
        measures(html, public, Aspect::Risk);
        sizes(html, public);
        what_it_cost(html, public);
        rests_on(html, public);
        not_promised(html, public);
        context(html, said, false);
        how_to_verify(html, public);
        sign_off(html, said);
    })
}

/// The chart of classes, with its heading.
fn sizes(html: &mut String, public: Public<'_>) {
    let words = public.about();
    let [heading, counts] = words.sizes;
    let _ = write!(
        html,
        "<h3>{heading}</h3>\n<p class=\"small\">{counts}</p>\n{}",
        of_release(&public.sizes(), words.counted)
    );
}

pub(super) fn verdict(html: &mut String, title: &str, public: Public<'_>) {
    let kind = public.kind();
    let reached = (public.about().reached)(public);
    let _ = write!(
        html,
        "<h1>{}</h1>\n<p class=\"dim\">{} &middot; {} {} &middot; written by {}</p>\n\
         <p class=\"verdict\">\u{2714} The requirement holds</p>\n\
         <p>Required: {}. Reached: {reached}.</p>\n",
        escape(title),
        escape(&public.declared.file),
        grouped(public.figures.records),
        kind.record(public.records()),
        escape(&public.declared.tool),
        escape(&public.requirement().sentence()),
    );
    for said in public.empty {
        let _ = writeln!(html, "<p><b>Mind:</b> {}.</p>", escape(said));
    }
    if let Some(recipient) = &public.declared.recipient {
        let _ = writeln!(html, "<p>Made for: {}.</p>", escape(recipient));
    }
    (public.about().promises)(html, public);
}

pub(super) fn what_is_released(html: &mut String, public: Public<'_>) {
    section(html, "What is released");
    let records = figure("measured.records", &grouped(public.figures.records));
    let mut rows = vec![
        ("File", escape(&public.declared.file)),
        (public.about().released, records),
    ];
    rows.extend((public.about().released_with)(public));
    facts(html, &rows);
}

/// Columns that are released as they are because somebody answers for them, as the releaser declared it: by name, each
/// with the reason, which may be empty. Why that was needed is a matter of the source, and told in house.
fn confirmed(html: &mut String, columns: &BTreeMap<String, String>) {
    if columns.is_empty() {
        return;
    }
    let each: Vec<String> = columns
        .iter()
        .map(|(name, reason)| match reason.trim() {
            "" => escape(name),
            reason => format!("{} ({})", escape(name), escape(reason)),
        })
        .collect();
    let _ = writeln!(
        html,
        "<p>Released as they are although they may be nearly unique or tell of who somebody is, confirmed by the releaser: \
         {}. Nothing is promised about them.</p>",
        each.join("; ")
    );
}

/// What was asked to count as it is written: whoever reads a promise about values must know it.
fn spellings(public: Public<'_>) -> Option<String> {
    let equal = public.declared.equal;
    let of_values = public.kind() == records::KIND;
    let fold = Fold {
        numbers: equal.numbers || !of_values,
        dates: equal.dates || !of_values,
        texts: equal.trimmed && equal.composed,
        decimal_comma: false,
        thousands: false,
    };
    as_written(fold).map(|what| {
        format!(
            "{what} are compared as they are written: two spellings of one value count as two values. This was asked for."
        )
    })
}

/// `more` are further lines, ready for HTML.
pub(super) fn how_it_was_made(html: &mut String, public: Public<'_>, more: Vec<(&str, String)>) {
    section(html, "How it was made");
    let declared = public.declared;
    let method = match public.method() {
        Some(method) => format!(
            "{} (<code>{}</code>). {}",
            escape(method.title()),
            escape(method.name()),
            escape(method.sentence())
        ),
        None => format!("<code>{}</code>", escape(&declared.method)),
    };
    let order = if declared.rows_shuffled {
        "Randomised, so that a record's place in the file tells nothing."
    } else {
        "As in the source. The order of rows can link records to other files: this was asked for."
    };
    let cells = public.figures.formula_cells;
    let told = figure("measured.formula_cells", &grouped(cells));
    let formulas = match (cells, declared.formulas_escaped) {
        (0, _) => "No cell would be run as a formula by a spreadsheet.".to_owned(),
        (_, true) => format!(
            "{told} cells that a spreadsheet would run as formulas begin with an apostrophe."
        ),
        (_, false) => format!(
            "{told} cells would be run as formulas by a spreadsheet: open the file with care."
        ),
    };
    let mut rows = vec![("Method", method)];
    if let Some(degree) = declared.degree {
        rows.push((
            "Degree of anonymisation",
            format!(
                "{} was aimed at, from 0 for not at all to 1 for all the way.",
                rounded(degree)
            ),
        ));
    }
    if declared.ranges == Ranges::Round {
        let said = "Widened to round bounds, so that no bound is anybody's value but by chance.";
        rows.push(("Ranges", said.to_owned()));
    }
    if let Some(said) = spellings(public) {
        rows.push(("Spellings", said));
    }
    rows.extend(more);
    rows.push(("Row order", order.to_owned()));
    rows.push(("Formulas", formulas));
    facts(html, &rows);
}

/// What the promise leaves open, in a sentence and a number.
pub(super) fn remaining(html: &mut String, public: Public<'_>) {
    let counted = public.declared.counts == Counts::Records;
    // What is reached of people follows from a key that is not released; what is promised of them is declared.
    let (smallest, name) = match counted {
        true => (public.figures.k.max(1), "measured.k"),
        false => (
            public.declared.requirement.least_size().into(),
            "declared.requirement.k",
        ),
    };
    let chance = figure("risk_bound", &percent(1.0 / smallest as f64));
    let k = figure(name, &grouped(smallest));
    let said = (public.about().remaining)(public, &k, &chance);
    let _ = writeln!(html, "<p>{said}</p>");
}

/// The measures of one aspect; nothing if there are none.
fn measures(html: &mut String, public: Public<'_>, aspect: Aspect) {
    let of_aspect = Metric::ALL
        .into_iter()
        .filter(|metric| metric.is_public() && metric.aspect() == aspect);
    let measured: Vec<(Metric, f64)> = of_aspect
        .filter_map(|metric| Some((metric, *public.figures.metrics.get(metric.name())?)))
        .collect();
    if measured.is_empty() {
        return;
    }
    heads(html, "measures", &["Measure", "What it says", "#Value"]);
    for (metric, value) in measured {
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td class=\"small\">{}</td>{}</tr>",
            escape(metric.title()),
            escape(&says(metric, public.kind())),
            figure_cell(
                &format!("measured.metrics.{}", metric.name()),
                &shown(metric, value)
            )
        );
    }
    end_table(html);
}

/// The sentence of a measure without what is about other kinds of data.
pub(super) fn says(metric: Metric, kind: Kind) -> String {
    let marks = Kind::ALL.map(|kind| about(kind).mark);
    let whole = metric.sentence();
    let upto_mark = |text: &'static str| {
        let ends = marks.iter().flatten().filter_map(|&mark| text.find(mark));
        &text[..ends.min().unwrap_or(text.len())]
    };
    let base = upto_mark(whole);
    let own = about(kind).mark;
    match own.and_then(|mark| Some((mark, whole.split_once(mark)?.1))) {
        None => base.to_owned(),
        // It stands for itself, or it says what is different.
        Some((mark, own)) if own.starts_with("how ") => {
            format!("{}{}", mark.trim_start(), upto_mark(own))
        }
        Some((mark, own)) => format!("{base}{mark}{}", upto_mark(own)),
    }
}

/// A measure as people read it.
pub(super) fn shown(metric: Metric, value: f64) -> String {
    if metric.is_share() {
        percent(value)
    } else {
        rounded(value)
    }
}

fn what_it_cost(html: &mut String, public: Public<'_>) {
    section(html, "What it cost");
    measures(html, public, Aspect::Utility);
    html.push_str(
        "<p class=\"small\">Only what follows from the released file is listed. What was measured against the original \
         values stands in the report that stays in house.</p>\n",
    );
}

pub(super) fn rests_on(html: &mut String, public: Public<'_>) {
    section(html, "What this rests on");
    html.push_str(&(public.about().assumptions)(public));
    let limit = public.declared.requirement.suppression;
    let what = public.kind().record(2);
    let _ = if limit > 0.0 && is_for("suppression", public.kind()) {
        writeln!(
            html,
            "<p>At most {} of the {what} of the source may have been left out so that the others pass. How many were, \
             and who, is recorded in the audit file, which stays in house: the release does not show it. The promise \
             is about those who are in it.</p>",
            percent(limit)
        )
    } else {
        writeln!(
            html,
            "<p>The risk of the source is recorded in the audit file, which stays in house.</p>"
        )
    };
}

/// Said outright, so that nobody has to read it out of a definition.
pub(super) fn not_promised(html: &mut String, public: Public<'_>) {
    section(html, "What is not promised");
    let mut said = (public.about().not_promised)(public);
    said.push(
        "Minimality: somebody who knows the method and that it changes no more than it must can sometimes rule out \
         what the source would not have needed.",
    );
    said.push(match public.declared.earlier {
        Earlier::Apart => {
            "Pooled releases: it is assumed that nobody lays this release beside another of the same people. Two \
             releases that each keep their promise may break it together."
        }
        Earlier::Nested => {
            "Pooled releases: this release was made so that its classes and those of the releases made with it lie \
             within each other, and laying these side by side adds nothing. Of any other release of the same people \
             nothing is promised."
        }
    });
    html.push_str("<ul>\n");
    for line in said {
        let _ = writeln!(html, "<li>{line}</li>");
    }
    html.push_str("</ul>\n");
}

pub(super) fn how_to_verify(html: &mut String, public: Public<'_>) {
    section(html, "How to verify it");
    let _ = write!(
        html,
        "<p><code>cloakroom verify DIR</code> or <code>cloakroom-verify DIR</code>, with the release folder for DIR, \
         reads the released file again, compares the hashes, counts every figure of the certificate anew and decides \
         the requirement from its definition. The source is not needed. Which columns somebody may know was chosen by \
         whoever made the release: no file can prove it.</p>\n\
         <p>SHA-256 of {}: <code data-figure=\"release_sha256\">{}</code></p>\n",
        escape(&public.declared.file),
        escape(public.sha256)
    );
}

/// For whom and under which terms. `in_house` shows what is not for others too.
pub(super) fn context(html: &mut String, context: &ReportContext, in_house: bool) {
    section(html, "For whom and under which terms");
    let rows: Vec<(&str, String)> = TERMS
        .into_iter()
        .filter(|&field| in_house || context.is_public(field))
        .map(|field| {
            let said = context.get(field);
            (
                field.label(),
                said.map_or_else(|| "&nbsp;".to_owned(), words),
            )
        })
        .collect();
    facts(html, &rows);
}

pub(super) fn sign_off(html: &mut String, context: &ReportContext) {
    section(html, "Sign-off");
    let name = match context.get(ContextField::SignedBy) {
        Some(name) => format!("Name: {}", escape(name)),
        None => "Name".to_owned(),
    };
    let _ = writeln!(
        html,
        "<p>I have read this report and approve the release under the terms above.</p>\n\
         <div class=\"sign\"><div>{name}</div><div>Date</div><div>Signature</div><div>Role</div></div>"
    );
}
