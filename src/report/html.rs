//! `report.html`: one page for the person who signs the release off, and for those she shows it to.
//!
//! It travels with the release, so everything in it can be counted in the released file, stands in the
//! certificate, or was written for it under `[report]`. It bears no date of its own: the same recipe and data give the
//! same page.

use super::html_chart::{class_sizes, people_close};
use super::html_confirmed::confirmed;
use super::html_context::{context, sign_off};
use super::html_done::public_columns;
use super::html_promises::promises;
use super::html_ratings;
use super::html_transactions;
use super::page::{
    end_table, escape, facts, figure, figure_cell, grouped, heads, names, page as whole_page,
    percent, rounded, section, some_names,
};
use super::story::Stories;
use crate::metrics::{Aspect, Metric};
use crate::model::certificate::{Certificate, CertifiedDegree};
use crate::model::kind::Kind;
use crate::model::report_context::ReportContext;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Issues of long ratings may be thousands.
const SHOWN_NAMES: usize = 60;

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    pub certificate: &'a Certificate,
    /// Of all classes; of ratings: how many people are close to each released one; of transactions: how many are the
    /// same, for every different one.
    pub sizes: &'a [u32],
    /// Cells of the release that a spreadsheet would run, or would have run if they were not escaped.
    pub formula_cells: usize,
    pub context: &'a ReportContext,
    /// Only what the release shows of them is told.
    pub stories: &'a Stories,
    /// Columns that are released as they are because somebody answers for them, with the reasons.
    pub confirmed: &'a BTreeMap<String, String>,
}

/// The whole page.
pub fn page(report: Report<'_>) -> String {
    let title = report.context.title.as_deref().unwrap_or("Release report");
    whole_page(title, |html| {
        verdict(html, title, report.certificate);
        what_is_released(html, report.certificate);
        confirmed(html, report.confirmed);
        how_it_was_made(html, report.certificate, report.formula_cells, Vec::new());
        public_columns(html, report.certificate, report.stories);
        section(html, "Risk that remains");
        remaining(html, report.certificate);
        measures(html, report.certificate, Aspect::Risk);
        sizes(html, report.certificate.kind, report.sizes);
        what_it_cost(html, report.certificate);
        assumptions(html, report.certificate);
        context(html, report.context, false);
        how_to_verify(html, report.certificate);
        sign_off(html, report.context);
    })
}

/// The chart of classes, with its heading.
pub(super) fn sizes(html: &mut String, kind: Kind, sizes: &[u32]) {
    let _ = match kind {
        Kind::Ratings => write!(
            html,
            "<h3>How many are close</h3>\n<p class=\"small\">People by the number of people close to them, themselves \
             included.</p>\n{}",
            people_close(sizes)
        ),
        Kind::Transactions => write!(
            html,
            "<h3>Baskets that are the same</h3>\n<p class=\"small\">Baskets by how many are released the same, \
             themselves included. The promise is about parts of baskets, so some that no other equals may remain.</p>\n{}",
            class_sizes(sizes)
        ),
        Kind::Microdata => write!(
            html,
            "<h3>Classes</h3>\n<p class=\"small\">Records by the size of their class, the number of records that share \
             all quasi-identifiers.</p>\n{}",
            class_sizes(sizes)
        ),
    };
}

pub(super) fn verdict(html: &mut String, title: &str, certificate: &Certificate) {
    let kind = certificate.kind;
    let reached = match kind {
        Kind::Ratings => html_ratings::reached(certificate),
        Kind::Transactions => html_transactions::reached(certificate),
        Kind::Microdata => format!(
            "every record shares its quasi-identifiers with at least {} others (k = {})",
            certificate.measured.k.saturating_sub(1),
            certificate.measured.k
        ),
    };
    let _ = write!(
        html,
        "<h1>{}</h1>\n<p class=\"dim\">{} &middot; {} {} &middot; written by {}</p>\n\
         <p class=\"verdict\">\u{2714} The requirement holds</p>\n\
         <p>Required: {}. Reached: {reached}.</p>\n",
        escape(title),
        escape(&certificate.release.file),
        grouped(certificate.release.records as u64),
        kind.record(certificate.release.records),
        escape(&certificate.tool),
        escape(&certificate.requirement.sentence()),
    );
    if let Some(recipient) = certificate
        .degree
        .as_ref()
        .and_then(|degree| degree.recipient.as_ref())
    {
        let _ = writeln!(html, "<p>Made for: {}.</p>", escape(recipient));
    }
    match kind {
        Kind::Ratings => html_ratings::promises(html, certificate),
        Kind::Transactions => html_transactions::promises(html, certificate),
        Kind::Microdata => promises(html, certificate),
    }
}

pub(super) fn what_is_released(html: &mut String, certificate: &Certificate) {
    section(html, "What is released");
    let counted = |name: &str, number: usize| figure(name, &grouped(number as u64));
    let (released, left_out) = match certificate.kind {
        Kind::Microdata => ("Records released", "Records left out"),
        Kind::Ratings => ("People released", "People left out"),
        Kind::Transactions => ("Baskets released", "Baskets left out"),
    };
    let mut rows = vec![
        ("File", escape(&certificate.release.file)),
        (
            released,
            counted("release.records", certificate.release.records),
        ),
        (
            left_out,
            counted("measured.left_out", certificate.measured.left_out),
        ),
    ];
    let roles = &certificate.roles;
    match certificate.kind {
        Kind::Transactions => rows.extend([
            ("Layout", html_transactions::layout(certificate)),
            (
                "Baskets that show nothing",
                html_transactions::empty(certificate),
            ),
            (
                "Private items, released as they are",
                some_names(&roles.sensitive, SHOWN_NAMES),
            ),
        ]),
        Kind::Ratings => rows.extend([
            (
                "Columns",
                counted("release.columns", certificate.release.columns.len()),
            ),
            ("Identifiers, removed", names(&roles.identifier)),
            ("Layout and scale", html_ratings::layout(certificate)),
            (
                "Issues that are compared",
                some_names(&roles.quasi, SHOWN_NAMES),
            ),
            (
                "Sensitive issues",
                some_names(&roles.sensitive, SHOWN_NAMES),
            ),
        ]),
        Kind::Microdata => rows.extend([
            (
                "Columns",
                counted("release.columns", certificate.release.columns.len()),
            ),
            ("Identifiers, removed", names(&roles.identifier)),
            ("Quasi-identifiers (key variables)", names(&roles.quasi)),
            ("Sensitive", names(&roles.sensitive)),
            ("Insensitive", some_names(&roles.insensitive, SHOWN_NAMES)),
        ]),
    }
    facts(html, &rows);
}

/// `more` are further lines, ready for HTML.
pub(super) fn how_it_was_made(
    html: &mut String,
    certificate: &Certificate,
    formula_cells: usize,
    more: Vec<(&str, String)>,
) {
    section(html, "How it was made");
    let method = format!(
        "{} (<code>{}</code>). {}",
        escape(certificate.method.title()),
        escape(certificate.method.name()),
        escape(certificate.method.sentence())
    );
    let order = if certificate.rows_shuffled {
        "Randomised, so that a record's place in the file tells nothing."
    } else {
        "As in the source. The order of rows can link records to other files: this was asked for."
    };
    let formulas = match (formula_cells, certificate.formulas_escaped) {
        (0, _) => "No cell would be run as a formula by a spreadsheet.".to_owned(),
        (cells, true) => format!(
            "{} cells that a spreadsheet would run as formulas begin with an apostrophe.",
            figure("answer.formula_cells", &grouped(cells as u64))
        ),
        (cells, false) => format!(
            "{} cells would be run as formulas by a spreadsheet: open the file with care.",
            figure("answer.formula_cells", &grouped(cells as u64))
        ),
    };
    let mut rows = vec![("Method", method)];
    if let Some(degree) = &certificate.degree {
        rows.push(("Degree of anonymisation", anonymised(degree)));
    }
    rows.extend(more);
    rows.push(("Row order", order.to_owned()));
    rows.push(("Formulas", formulas));
    facts(html, &rows);
}

fn anonymised(degree: &CertifiedDegree) -> String {
    let levels: Vec<String> = degree
        .levels
        .iter()
        .map(|at| format!("{} {} of {}", escape(&at.column), at.level, at.top))
        .collect();
    format!(
        "{} was aimed at, from 0 for not at all to 1 for all the way. Levels: {}.",
        rounded(degree.target),
        levels.join(", ")
    )
}

/// What the promise leaves open, in a sentence and a number.
pub(super) fn remaining(html: &mut String, certificate: &Certificate) {
    let k = certificate.measured.k.max(1);
    let chance = figure("risk_bound", &percent(1.0 / f64::from(k)));
    let k = figure("measured.k", &grouped(u64::from(k)));
    let _ = match certificate.kind {
        Kind::Microdata => writeln!(
            html,
            "<p>Somebody who knows all quasi-identifiers of a person finds at least {k} records that fit, and picks \
             the right one with a chance of at most {chance}.</p>"
        ),
        Kind::Ratings => writeln!(
            html,
            "<p>Somebody who knows how a person rated the issues, as exactly as they are released, finds at least {k} \
             people who fit, and picks the right one with a chance of at most {chance}.</p>"
        ),
        Kind::Transactions => writeln!(
            html,
            "<p>Somebody who knows as many items of a basket as the promise speaks of finds at least {k} baskets that \
             fit, and picks the right one with a chance of at most {chance}.</p>"
        ),
    };
}

/// The public measures of one aspect; nothing if there are none.
fn measures(html: &mut String, certificate: &Certificate, aspect: Aspect) {
    let of_aspect = Metric::ALL
        .into_iter()
        .filter(|metric| metric.aspect() == aspect);
    let measured: Vec<(Metric, f64)> = of_aspect
        .filter_map(|metric| Some((metric, *certificate.metrics.get(metric.name())?)))
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
            escape(&says(metric, certificate.kind)),
            figure_cell(&format!("metrics.{}", metric.name()), &shown(metric, value))
        );
    }
    end_table(html);
}

/// The sentence of a measure without what is about other kinds of data.
pub(super) fn says(metric: Metric, kind: Kind) -> String {
    const MARKS: [(Kind, &str); 2] = [
        (Kind::Ratings, " Of ratings: "),
        (Kind::Transactions, " Of transactions: "),
    ];
    let whole = metric.sentence();
    let upto_mark = |text: &'static str| {
        let ends = MARKS.iter().filter_map(|(_, mark)| text.find(mark));
        &text[..ends.min().unwrap_or(text.len())]
    };
    let base = upto_mark(whole);
    let own = MARKS.iter().find(|(of, _)| *of == kind);
    match own.and_then(|(_, mark)| Some((mark, whole.split_once(mark)?.1))) {
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

fn what_it_cost(html: &mut String, certificate: &Certificate) {
    section(html, "What it cost");
    measures(html, certificate, Aspect::Utility);
    html.push_str(
        "<p class=\"small\">Only what follows from the release is listed. What was measured against the original \
         values stands in the report that stays in house.</p>\n",
    );
}

pub(super) fn assumptions(html: &mut String, certificate: &Certificate) {
    let said = match certificate.kind {
        Kind::Ratings => html_ratings::assumptions(certificate),
        Kind::Transactions => html_transactions::assumptions(certificate),
        Kind::Microdata => format!(
            "<p>Missing values: two missing cells count as equal, and a missing cell as different from every \
             value. Missing cells are empty in the file.</p>\n\
             <p>The promise holds against somebody who knows the quasi-identifiers listed above and nothing \
             else. Columns named insensitive are taken to be unknown outside.</p>\n{}",
            about_values(certificate)
        ),
    };
    section(html, "What this rests on");
    let _ = writeln!(
        html,
        "{said}<p>The {} left out and the risk of the source are recorded in the audit file, which stays in \
         house.</p>",
        certificate.kind.record(certificate.measured.left_out)
    );
}

/// What is and what is not said about the sensitive columns.
fn about_values(certificate: &Certificate) -> String {
    if !certificate.requirement.looks_at_values() {
        return "<p>k says how well a record hides among others. It does not say that the others differ in what is \
                sensitive.</p>\n"
            .to_owned();
    }
    let mut said = format!(
        "<p>The promises about sensitive values hold of {}, each by itself. A missing value counts as a value \
         like any other.</p>\n",
        names(&certificate.roles.sensitive)
    );
    if certificate.requirement.alpha.is_some() && certificate.requirement.p_plus.is_none() {
        said += "<p>\u{3b1} is a total weight, so large classes reach it easily, and a class may still hold values \
                 of one category only: p+ is what rules that out.</p>\n";
    }
    said
}

pub(super) fn how_to_verify(html: &mut String, certificate: &Certificate) {
    section(html, "How to verify it");
    let _ = write!(
        html,
        "<p><code>cloakroom verify DIR</code>, with the release folder for DIR, reads the released file again, \
         compares its hash and decides the requirement from its definition. The source is not needed.</p>\n\
         <p>SHA-256 of {}: <code data-figure=\"release.sha256\">{}</code></p>\n",
        escape(&certificate.release.file),
        escape(&certificate.release.sha256)
    );
}
