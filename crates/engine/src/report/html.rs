//! `report.html`: one page for the person who signs the release off, and for those she shows it to.
//!
//! It travels with the release, so it is made of nothing but what can be counted in the released file, what was
//! declared, and what was written for it under `[report]`. It bears no date of its own: the same released table and
//! declaration give the same page.

use super::html_chart::{class_sizes, people_close};
use super::html_confirmed::confirmed;
use super::html_context::{context, sign_off};
use super::html_done::public_columns;
use super::html_limits::{not_promised, rests_on};
use super::html_promises::promises;
use super::html_ratings;
use super::html_transactions;
use super::page::{
    end_table, escape, facts, figure, figure_cell, grouped, heads, names, page as whole_page,
    percent, rounded, section, some_names,
};
use super::public::Public;
use cloakroom_core::io::fold::as_written;
use cloakroom_core::kind::Kind;
use cloakroom_core::metrics::{Aspect, Metric};
use cloakroom_core::report_context::ReportContext;
use cloakroom_core::spelling::Fold;
use cloakroom_verify::declaration::Ranges;
use std::fmt::Write;

/// Issues of long ratings may be thousands.
const SHOWN_NAMES: usize = 60;

/// The whole page.
pub fn page(public: Public<'_>, words: &ReportContext) -> String {
    let title = words.title.as_deref().unwrap_or("Release report");
    whole_page(title, |html| {
        verdict(html, title, public);
        what_is_released(html, public);
        confirmed(html, &public.declared.confirmed);
        how_it_was_made(html, public, Vec::new());
        public_columns(html, public);
        section(html, "Risk that remains");
        remaining(html, public);
        measures(html, public, Aspect::Risk);
        sizes(html, public);
        what_it_cost(html, public);
        rests_on(html, public);
        not_promised(html, public);
        context(html, words, false);
        how_to_verify(html, public);
        sign_off(html, words);
    })
}

/// The chart of classes, with its heading.
fn sizes(html: &mut String, public: Public<'_>) {
    let sizes = &public.sizes();
    let _ = match public.kind() {
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

pub(super) fn verdict(html: &mut String, title: &str, public: Public<'_>) {
    let kind = public.kind();
    let k = public.figures.k;
    let reached = match kind {
        Kind::Ratings => html_ratings::reached(public),
        Kind::Transactions => html_transactions::reached(public),
        Kind::Microdata => format!(
            "every record shares its quasi-identifiers with at least {} others (k = {k})",
            k.saturating_sub(1),
        ),
    };
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
    match kind {
        Kind::Ratings => html_ratings::promises(html, public),
        Kind::Transactions => html_transactions::promises(html, public),
        Kind::Microdata => promises(html, public),
    }
}

pub(super) fn what_is_released(html: &mut String, public: Public<'_>) {
    section(html, "What is released");
    let counted = |name: &str, number: u64| figure(name, &grouped(number));
    let released = match public.kind() {
        Kind::Microdata => "Records released",
        Kind::Ratings => "People released",
        Kind::Transactions => "Baskets released",
    };
    let mut rows = vec![
        ("File", escape(&public.declared.file)),
        (
            released,
            counted("measured.records", public.figures.records),
        ),
    ];
    let columns = counted("measured.columns", public.figures.columns.len() as u64);
    let roles = &public.declared.roles;
    match public.kind() {
        Kind::Transactions => rows.extend([
            ("Layout", html_transactions::layout(public)),
            (
                "Baskets that show nothing",
                html_transactions::empty(public),
            ),
            (
                "Private items, released as they are",
                some_names(&roles.sensitive, SHOWN_NAMES),
            ),
        ]),
        Kind::Ratings => rows.extend([
            ("Columns", columns),
            ("Identifiers, removed", names(&roles.identifier)),
            ("Layout and scale", html_ratings::layout(public)),
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
            ("Columns", columns),
            ("Identifiers, removed", names(&roles.identifier)),
            ("Quasi-identifiers (key variables)", names(&roles.quasi)),
            ("Sensitive", names(&roles.sensitive)),
            (
                "Insensitive, released as they are",
                some_names(&roles.insensitive, SHOWN_NAMES),
            ),
        ]),
    }
    facts(html, &rows);
}

/// What was asked to count as it is written: whoever reads a promise about values must know it.
fn spellings(public: Public<'_>) -> Option<String> {
    let equal = public.declared.equal;
    let of_values = public.kind() == Kind::Microdata;
    let fold = Fold {
        numbers: equal.numbers || !of_values,
        dates: equal.dates || !of_values,
        texts: equal.trimmed && equal.composed,
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
    let smallest = public.figures.k.max(1);
    let chance = figure("risk_bound", &percent(1.0 / smallest as f64));
    let k = figure("measured.k", &grouped(smallest));
    let is_mean = public
        .method()
        .is_some_and(|method| method.is_microaggregation());
    let _ = match public.kind() {
        Kind::Microdata if is_mean => writeln!(
            html,
            "<p>Every group of records with equal quasi-identifiers has at least {k} records, so that whoever finds \
             the group of a person picks the right record with a chance of at most {chance}. The released numbers \
             are centres of groups: they need not be near the original values, and the group whose centre is nearest \
             to what is known of a person need not be that person's own.</p>"
        ),
        Kind::Microdata => writeln!(
            html,
            "<p>Somebody who knows all quasi-identifiers of a person finds at least {k} records that fit, and picks \
             the right one with a chance of at most {chance}.</p>"
        ),
        Kind::Ratings => html_ratings::remaining(html, public, &k, &chance),
        Kind::Transactions => writeln!(
            html,
            "<p>Somebody who knows as many items of a basket as the promise speaks of, as they are shown, finds at \
             least {k} baskets that fit, and picks the right one with a chance of at most {chance}.</p>"
        ),
    };
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

fn what_it_cost(html: &mut String, public: Public<'_>) {
    section(html, "What it cost");
    measures(html, public, Aspect::Utility);
    html.push_str(
        "<p class=\"small\">Only what follows from the released file is listed. What was measured against the original \
         values stands in the report that stays in house.</p>\n",
    );
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
