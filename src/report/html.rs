//! `report.html`: one page for the person who signs the release off, and for those she shows it to.
//!
//! It travels with the release, so everything in it can be counted in the released file or stands in the
//! certificate. It bears no date of its own: the same recipe and data give the same page.

use super::html_chart::{class_sizes, people_close};
use super::html_promises::promises;
use super::html_ratings;
use super::html_transactions;
use crate::metrics::{Aspect, Metric};
use crate::model::certificate::{Certificate, CertifiedDegree};
use crate::model::kind::Kind;
use std::fmt::Write;

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    pub certificate: &'a Certificate,
    /// Of all classes; of ratings: how many people are close to each released one; of transactions: how many are the
    /// same, for every different one.
    pub sizes: &'a [u32],
    /// Cells of the release that a spreadsheet would run, or would have run if they were not escaped.
    pub formula_cells: usize,
}

const STYLE: &str = "
:root{color-scheme:light}
*{box-sizing:border-box}
body{font:15px/1.5 Inter,system-ui,sans-serif;color:#1E2430;background:#FBFAF8;margin:0}
main{max-width:760px;margin:32px auto;padding:32px 40px;background:#fff;border:1px solid #E0DCD4;border-radius:6px}
h1{font-size:24px;margin:0 0 4px}
h2{font-size:16px;margin:28px 0 8px;padding-top:12px;border-top:1px solid #E0DCD4}
p{margin:6px 0}
.dim{color:#5A6372}
.verdict{font-size:18px;font-weight:600;color:#0F766E;margin:16px 0 4px}
table{border-collapse:collapse;width:100%;margin:8px 0}
th,td{text-align:left;vertical-align:top;padding:5px 12px 5px 0;border-bottom:1px solid #E0DCD4;overflow-wrap:anywhere}
th{font-weight:600;width:34%}
td.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
svg{width:100%;height:auto;margin:8px 0}
svg text{font:11px Inter,system-ui,sans-serif;fill:#1E2430;text-anchor:middle}
.sign{display:grid;grid-template-columns:1fr 1fr;gap:28px 40px;margin-top:28px}
.sign div{border-top:1px solid #1E2430;padding-top:4px}
@media print{body{background:#fff}main{margin:0;padding:0;border:0;max-width:none}h2,table,svg,.sign{break-inside:avoid}h2{break-after:avoid}}
";

/// The whole page.
pub fn page(report: Report<'_>) -> String {
    let mut html = String::new();
    let _ = write!(
        html,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>Release report</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
    );
    verdict(&mut html, report);
    what_is_released(&mut html, report);
    how_it_was_made(&mut html, report);
    measures(&mut html, report, Aspect::Risk, "Risk that remains");
    sizes(&mut html, report);
    measures(&mut html, report, Aspect::Utility, "What it cost");
    assumptions(&mut html, report);
    how_to_verify(&mut html, report);
    sign_off(&mut html);
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

fn sizes(html: &mut String, report: Report<'_>) {
    let _ = match report.certificate.kind {
        Kind::Ratings => write!(
            html,
            "<h2>How many are close</h2>\n<p>People by the number of people close to them, themselves \
             included.</p>\n{}",
            people_close(report.sizes)
        ),
        Kind::Transactions => write!(
            html,
            "<h2>Baskets that are the same</h2>\n<p>Baskets by how many are released the same, themselves \
             included.</p>\n{}",
            class_sizes(report.sizes)
        ),
        Kind::Microdata => write!(
            html,
            "<h2>Classes</h2>\n<p>Records by the size of their class, the number of records that share all \
             quasi-identifiers.</p>\n{}",
            class_sizes(report.sizes)
        ),
    };
}

fn verdict(html: &mut String, report: Report<'_>) {
    let certificate = report.certificate;
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
        "<h1>Release report</h1>\n<p class=\"dim\">{} &middot; {} {} &middot; written by {}</p>\n\
         <p class=\"verdict\">\u{2714} The requirement holds</p>\n\
         <p>Required: {}. Reached: {reached}.</p>\n",
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

fn what_is_released(html: &mut String, report: Report<'_>) {
    let certificate = report.certificate;
    html.push_str("<h2>What is released</h2>\n<table>\n");
    row(html, "File", &escape(&certificate.release.file));
    row(
        html,
        "Records released",
        &grouped(certificate.release.records as u64),
    );
    row(
        html,
        "Records left out",
        &grouped(certificate.measured.left_out as u64),
    );
    if certificate.kind == Kind::Transactions {
        row(html, "Layout", &html_transactions::layout(certificate));
        row(
            html,
            "Baskets that show nothing",
            &html_transactions::empty(certificate),
        );
        row(
            html,
            "Private items, released as they are",
            &names(&certificate.roles.sensitive),
        );
        html.push_str("</table>\n");
        return;
    }
    row(
        html,
        "Columns",
        &grouped(certificate.release.columns.len() as u64),
    );
    let roles = &certificate.roles;
    row(html, "Identifiers, removed", &names(&roles.identifier));
    if certificate.kind == Kind::Ratings {
        row(html, "Layout and scale", &html_ratings::layout(certificate));
        row(html, "Issues that are compared", &names(&roles.quasi));
        row(html, "Sensitive issues", &names(&roles.sensitive));
    } else {
        row(
            html,
            "Quasi-identifiers (key variables)",
            &names(&roles.quasi),
        );
        row(html, "Sensitive", &names(&roles.sensitive));
        row(html, "Insensitive", &names(&roles.insensitive));
    }
    html.push_str("</table>\n");
}

fn how_it_was_made(html: &mut String, report: Report<'_>) {
    let certificate = report.certificate;
    html.push_str("<h2>How it was made</h2>\n<table>\n");
    let method = format!(
        "{} (<code>{}</code>). {}",
        escape(certificate.method.title()),
        escape(certificate.method.name()),
        escape(certificate.method.sentence())
    );
    row(html, "Method", &method);
    if let Some(degree) = &certificate.degree {
        row(html, "Degree of anonymisation", &anonymised(degree));
    }
    let order = if certificate.rows_shuffled {
        "Randomised, so that a record's place in the file tells nothing."
    } else {
        "As in the source. The order of rows can link records to other files: this was asked for."
    };
    row(html, "Row order", order);
    let formulas = match (report.formula_cells, certificate.formulas_escaped) {
        (0, _) => "No cell would be run as a formula by a spreadsheet.".to_owned(),
        (cells, true) => format!(
            "{} cells that a spreadsheet would run as formulas begin with an apostrophe.",
            grouped(cells as u64)
        ),
        (cells, false) => format!(
            "{} cells would be run as formulas by a spreadsheet: open the file with care.",
            grouped(cells as u64)
        ),
    };
    row(html, "Formulas", &formulas);
    html.push_str("</table>\n");
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

fn measures(html: &mut String, report: Report<'_>, aspect: Aspect, title: &str) {
    let _ = writeln!(html, "<h2>{title}</h2>\n<table>");
    for metric in Metric::ALL
        .into_iter()
        .filter(|metric| metric.aspect() == aspect)
    {
        let Some(&value) = report.certificate.metrics.get(metric.name()) else {
            continue;
        };
        let shown = if metric.is_share() {
            format!("{} %", rounded(value * 100.0))
        } else {
            rounded(value)
        };
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td>{}</td><td class=\"number\">{shown}</td></tr>",
            escape(metric.title()),
            escape(metric.sentence())
        );
    }
    html.push_str("</table>\n");
}

fn assumptions(html: &mut String, report: Report<'_>) {
    let certificate = report.certificate;
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
    let _ = write!(
        html,
        "<h2>What this rests on</h2>\n{said}\
         <p>The {} left out and the risk of the source are recorded in the audit file, which stays in \
         house.</p>\n",
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

fn how_to_verify(html: &mut String, report: Report<'_>) {
    let _ = write!(
        html,
        "<h2>How to verify it</h2>\n<p><code>cloakroom verify DIR</code>, with this folder for DIR, reads the \
         released file again, compares its hash and decides the requirement from its definition. The source is not needed.</p>\n\
         <p>SHA-256 of {}: <code>{}</code></p>\n",
        escape(&report.certificate.release.file),
        escape(&report.certificate.release.sha256)
    );
}

fn sign_off(html: &mut String) {
    html.push_str("<h2>Sign-off</h2>\n<table>\n");
    for label in [
        "Recipient",
        "Access and conditions",
        "Why these thresholds",
        "To be reviewed on",
    ] {
        row(html, label, "&nbsp;");
    }
    html.push_str(
        "</table>\n<div class=\"sign\"><div>Name</div><div>Date</div><div>Signature</div>\
         <div>Role</div></div>\n",
    );
}

fn row(html: &mut String, label: &str, value: &str) {
    let _ = writeln!(html, "<tr><th>{label}</th><td>{value}</td></tr>");
}

fn names(names: &[String]) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<String> = names.iter().map(|name| escape(name)).collect();
    names.join(", ")
}

/// Two decimals, thousands grouped; small numbers keep two digits that count.
pub(super) fn rounded(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if value.abs() < 0.01 {
        return format!("{value:.1e}");
    }
    let hundredths = (value * 100.0).round();
    let whole = grouped((hundredths / 100.0).floor() as u64);
    match (hundredths % 100.0) as u64 {
        0 => whole,
        rest => format!("{whole}.{rest:02}"),
    }
}

/// `1234567` as `1,234,567`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// Names of columns come from files and may hold anything.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::{Measures, of_classes};
    use crate::model::certificate::{CertifiedRoles, Measured, ReleasedFile};
    use crate::model::kind::Kind;
    use crate::model::settings::{ReleaseFormat, Settings};
    use crate::report::certificate::{Findings, certify};

    fn certificate() -> Certificate {
        let mut settings = Settings::default();
        settings.requirement.k = Some(2);
        let measures = Measures(of_classes(&[2, 3], 2));
        let findings = Findings {
            kind: Kind::Microdata,
            file: ReleasedFile {
                file: "release.csv".into(),
                format: ReleaseFormat::Csv,
                sha256: "ab".into(),
                records: 5,
                columns: vec!["<zip>".into()],
            },
            roles: CertifiedRoles {
                identifier: vec!["name & \"title\"".into()],
                quasi: vec!["<zip>".into()],
                ..CertifiedRoles::default()
            },
            measured: Measured {
                k: 2,
                classes: 2,
                left_out: 1,
                reached: Default::default(),
            },
            sensitive: Vec::new(),
            ratings: None,
            transactions: None,
            degree: None,
            measures: &measures,
        };
        certify(&settings, findings)
    }

    #[test]
    fn the_page_is_self_contained_and_escapes_names() {
        let html = page(Report {
            certificate: &certificate(),
            sizes: &[2, 3],
            formula_cells: 0,
        });
        assert!(html.contains("name &amp; &quot;title&quot;"));
        assert!(html.contains("&lt;zip&gt;") && !html.contains("<zip>"));
        for outside in ["http", "src=", "href=", "<script", "@import", "url("] {
            assert!(!html.contains(outside), "{outside}");
        }
        for said in [
            "k = 2",
            "cloakroom verify DIR",
            "Randomised",
            "Signature",
            "50 %",
            "Missing values",
        ] {
            assert!(html.contains(said), "{said}");
        }
    }

    #[test]
    fn numbers_are_grouped_and_rounded() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(999), "999");
        assert_eq!(rounded(1234.567), "1,234.57");
        assert_eq!(rounded(50.0), "50");
        assert_eq!(rounded(0.999), "1");
        assert_eq!(rounded(0.000_25), "2.5e-4");
    }
}
