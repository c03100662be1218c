//! A page of HTML: one file, light, no script, nothing from outside, and fit for paper.

use cloakroom_core::words::grouped;
use std::fmt::Write;

/// More lines than this nobody reads on paper; the audit file has them all.
pub(crate) const MOST_LINES: usize = 120;
/// Issues of long ratings may be thousands.
pub(crate) const SHOWN_NAMES: usize = 60;

/// The browser is told too that nothing may be fetched or run.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const STYLE: &str = "
:root{color-scheme:light}
*{box-sizing:border-box}
html{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{font:15px/1.5 Inter,'Segoe UI','Helvetica Neue',Arial,sans-serif;color:#1E2430;background:#FBFAF8;margin:0}
main{max-width:860px;margin:32px auto;padding:36px 44px;background:#fff;border:1px solid #E0DCD4;border-radius:6px}
h1{font-size:25px;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:17px;margin:32px 0 8px;padding-top:14px;border-top:1px solid #E0DCD4}
h3{font-size:14px;margin:18px 0 4px}
p{margin:6px 0}
.dim{color:#5A6372}
.verdict{font-size:18px;font-weight:600;color:#0F766E;margin:16px 0 4px}
.house{font-weight:600;color:#8A3A12;background:#FDF1E7;border:1px solid #E9C9AE;border-radius:4px;padding:6px 12px;margin:0 0 18px}
table{border-collapse:collapse;width:100%;margin:8px 0}
th,td{text-align:left;vertical-align:top;padding:5px 12px 5px 0;border-bottom:1px solid #E0DCD4;overflow-wrap:anywhere}
th:last-child,td:last-child{padding-right:0}
tbody tr:last-child th,tbody tr:last-child td{border-bottom:0}
thead th{font-size:13px;color:#5A6372;border-bottom:1px solid #B9B4AA;vertical-align:bottom}
tbody th{font-weight:600}
table.facts th{width:34%}
table.promises th:first-child{width:22%}
table.measures th:first-child{width:26%}
table.columns th:first-child{width:20%}
table.columns .role{width:16%}
th.number,td.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.small{font-size:13px;font-weight:400;line-height:1.4;color:#5A6372}
code,pre{font:13px/1.45 ui-monospace,'Cascadia Mono','DejaVu Sans Mono',monospace}
code{overflow-wrap:anywhere}
pre{background:#F6F4F0;border:1px solid #E0DCD4;border-radius:4px;padding:10px 12px;white-space:pre-wrap;overflow-wrap:anywhere}
.line{white-space:pre-line}
.bar{display:block;width:64px;height:4px;margin:4px 0 0 auto;background:#EEEAE3;border-radius:2px}
.bar i{display:block;height:4px;background:#0F6B66;border-radius:2px}
svg{display:block;width:100%;height:auto;margin:8px 0}
svg text{font:11px Inter,'Segoe UI','Helvetica Neue',Arial,sans-serif;fill:#1E2430}
.sign{display:grid;grid-template-columns:1fr 1fr;gap:40px 40px;margin-top:48px}
.sign div{border-top:1px solid #1E2430;padding-top:4px}
@page{size:A4;margin:16mm 15mm}
@media print{
body{background:#fff;font-size:10.5pt}
main{margin:0;padding:0;border:0;max-width:none}
h2,h3{break-after:avoid}
tr,svg,.sign,.verdict{break-inside:avoid}
thead{display:table-header-group}
pre{break-inside:auto}
}
";

/// The whole page around what `fill` writes.
pub(crate) fn page(title: &str, fill: impl FnOnce(&mut String)) -> String {
    let mut html = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        html,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n",
        escape(title)
    );
    fill(&mut html);
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

/// Begins a section.
pub(crate) fn section(html: &mut String, title: &str) {
    let _ = writeln!(html, "<h2>{title}</h2>");
}

/// A table of labels and values, both ready for HTML.
pub(crate) fn facts(html: &mut String, rows: &[(&str, String)]) {
    html.push_str("<table class=\"facts\">\n<tbody>\n");
    for (label, value) in rows {
        row(html, label, value);
    }
    html.push_str("</tbody>\n</table>\n");
}

pub(crate) fn row(html: &mut String, label: &str, value: &str) {
    let _ = writeln!(html, "<tr><th>{label}</th><td>{value}</td></tr>");
}

/// The heads of a table's columns; a `#` before a name sets its numbers to the right, an `@` is a column of roles.
pub(crate) fn heads(html: &mut String, class: &str, names: &[&str]) {
    let _ = write!(html, "<table class=\"{class}\">\n<thead>\n<tr>");
    for name in names {
        let _ = match (name.strip_prefix('#'), name.strip_prefix('@')) {
            (Some(name), _) => write!(html, "<th class=\"number\">{name}</th>"),
            (_, Some(name)) => write!(html, "<th class=\"role\">{name}</th>"),
            _ => write!(html, "<th>{name}</th>"),
        };
    }
    html.push_str("</tr>\n</thead>\n<tbody>\n");
}

pub(crate) fn end_table(html: &mut String) {
    html.push_str("</tbody>\n</table>\n");
}

/// A number that stands in the release's JSON too, under this name.
pub(crate) fn figure(name: &str, shown: &str) -> String {
    format!("<span data-figure=\"{}\">{shown}</span>", escape(name))
}

/// A cell with such a number.
pub(crate) fn figure_cell(name: &str, shown: &str) -> String {
    format!(
        "<td class=\"number\" data-figure=\"{}\">{shown}</td>",
        escape(name)
    )
}

/// Words of a person, with their line breaks.
pub(crate) fn words(text: &str) -> String {
    format!("<span class=\"line\">{}</span>", escape(text))
}

pub(crate) fn names(names: &[String]) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<String> = names.iter().map(|name| escape(name)).collect();
    names.join(", ")
}

/// Some of many names, and how many more there are.
pub(crate) fn some_names(all: &[String], most: usize) -> String {
    match all.len().checked_sub(most) {
        None | Some(0) => names(all),
        Some(more) => format!("{} and {} more", names(&all[..most]), grouped(more as u64)),
    }
}

/// A share as percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{} %", rounded(share * 100.0))
}

/// A part of a whole as percent; 0 of nothing.
pub(crate) fn percent_of(part: u64, whole: u64) -> String {
    percent(part as f64 / whole.max(1) as f64)
}

/// Two decimals, thousands grouped; small numbers keep two digits that count.
pub(crate) fn rounded(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if value < 0.0 {
        return format!("\u{2212}{}", rounded(-value));
    }
    if value < 0.01 {
        return format!("{value:.1e}");
    }
    let hundredths = (value * 100.0).round();
    let whole = grouped((hundredths / 100.0).floor() as u64);
    match (hundredths % 100.0) as u64 {
        0 => whole,
        rest => format!("{whole}.{rest:02}"),
    }
}

/// Names of columns come from files and may hold anything. Characters that no page may hold are shown as such.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(c),
            control if control.is_control() => safe.push('\u{fffd}'),
            _ => safe.push(c),
        }
    }
    safe
}

/// Says how many lines of a long table are not shown.
pub(crate) fn told_in_part(html: &mut String, all: usize, what: &str) {
    if let Some(more @ 1..) = all.checked_sub(MOST_LINES) {
        let _ = writeln!(
            html,
            "<p class=\"small\">{} more {what} are not listed here.</p>",
            grouped(more as u64)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_rounded() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(999), "999");
        assert_eq!(rounded(1234.567), "1,234.57");
        assert_eq!(rounded(50.0), "50");
        assert_eq!(rounded(0.999), "1");
        assert_eq!(rounded(0.000_25), "2.5e-4");
        assert_eq!(rounded(-0.5), "\u{2212}0.50");
        assert_eq!(percent_of(1, 3), "33.33 %");
        assert_eq!(percent_of(0, 0), "0 %");
    }

    #[test]
    fn some_of_many_names() {
        let all: Vec<String> = (0..5).map(|at| format!("<{at}>")).collect();
        assert_eq!(some_names(&all, 5), names(&all));
        assert_eq!(some_names(&all, 2), "&lt;0&gt;, &lt;1&gt; and 3 more");
        assert_eq!(some_names(&[], 2), "none");
    }
}
