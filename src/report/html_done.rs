//! What became of every column, as far as everybody may know it and as the house knows it.

use super::page::{
    end_table, escape, figure, figure_cell, grouped, heads, percent, percent_of, rounded, section,
};
use super::story::{ColumnStory, Done, IssueStory, ItemStories, Stories};
use crate::model::certificate::Certificate;
use crate::model::kind::Kind;
use crate::model::roles::Role;
use std::fmt::Write;

/// More lines than this nobody reads on paper; the audit file has them all.
const MOST_LINES: usize = 120;
/// Fewer items: their names alone say little.
const MOST_ITEMS: usize = 60;

/// Only what the release shows, or what follows from it.
pub(super) fn public_columns(html: &mut String, certificate: &Certificate, stories: &Stories) {
    section(html, "What was done to the data");
    match stories {
        Stories::Columns(columns) => {
            heads(
                html,
                "columns",
                &["Column", "@Role", "What was done", "#Values shown"],
            );
            for story in columns.iter().take(MOST_LINES) {
                let _ = writeln!(
                    html,
                    "<tr><th>{}</th><td>{}</td><td>{}</td><td class=\"number\">{}</td></tr>",
                    escape(&story.column),
                    story.role.label(Kind::Microdata),
                    done(story),
                    match (story.done, story.values_after) {
                        (Done::Removed, _) => "\u{2013}".to_owned(),
                        (_, Some(values)) => grouped(values as u64),
                        (_, None) => NOT_COUNTED.to_owned(),
                    }
                );
            }
            end_table(html);
            told_in_part(html, columns.len(), MOST_LINES, "columns");
        }
        Stories::Issues(_) => {
            html.push_str(
                "<p>Ratings of the issues were moved along the scale, and where the method had to, removed or made up, \
                 so that enough people are close to everybody. Ratings of sensitive issues are as they were. How many \
                 were made up and removed is listed under the costs.</p>\n",
            );
        }
        Stories::Items(items) => public_items(html, certificate, items),
    }
    if certificate.measured.left_out > 0 {
        let all = certificate.release.records + certificate.measured.left_out;
        let _ = writeln!(
            html,
            "<p>{} of {} {} were left out ({}).</p>",
            grouped(certificate.measured.left_out as u64),
            grouped(all as u64),
            certificate.kind.record(all),
            percent_of(certificate.measured.left_out as u64, all as u64)
        );
    }
}

fn public_items(html: &mut String, certificate: &Certificate, items: &ItemStories) {
    let mut general: Vec<&str> = items
        .shown
        .iter()
        .filter(|story| story.is_general)
        .map(|story| story.shown_as.as_str())
        .collect();
    // By name: how often each stood for something is not told.
    general.sort_unstable();
    let _ = writeln!(
        html,
        "<p>{} different items are shown; {} of them are general ones, groups of the taxonomy. An occurrence that \
         would single somebody out is shown as a more general item or not at all; none was swapped or made up.</p>",
        grouped(items.shown.len() as u64),
        grouped(general.len() as u64)
    );
    if !general.is_empty() {
        let some: Vec<String> = general
            .iter()
            .take(MOST_ITEMS)
            .map(|name| escape(name))
            .collect();
        let more = general.len().saturating_sub(MOST_ITEMS);
        let more = match more {
            0 => String::new(),
            more => format!(" and {} more", grouped(more as u64)),
        };
        let _ = writeln!(
            html,
            "<p class=\"small\">General items shown: {}{more}.</p>",
            some.join(", ")
        );
    }
    if !certificate.roles.sensitive.is_empty() {
        html.push_str("<p>Private items are shown as they are.</p>\n");
    }
}

fn told_in_part(html: &mut String, all: usize, most: usize, what: &str) {
    if let Some(more @ 1..) = all.checked_sub(most) {
        let _ = writeln!(
            html,
            "<p class=\"small\">{} more {what} are not listed here.</p>",
            grouped(more as u64)
        );
    }
}

/// In words, ready for HTML.
fn done(story: &ColumnStory) -> String {
    let examples: Vec<String> = story
        .examples
        .iter()
        .map(|text| format!("\u{201c}{}\u{201d}", escape(text)))
        .collect();
    let such_as = match examples.as_slice() {
        [] => String::new(),
        some => format!(", such as {}", some.join(", ")),
    };
    match story.done {
        Done::Removed => "Removed".to_owned(),
        Done::AsItWas if story.role == Role::Sensitive => {
            "Released as it was: what is hidden is whose it is".to_owned()
        }
        Done::AsItWas => "Released as it was".to_owned(),
        Done::Level { level: 0, of } => format!("Released as it was (level 0 of {of})"),
        Done::Level { level, of } if level == of => {
            format!(
                "Raised to the top of its hierarchy, level {level} of {of}, where all values are one{such_as}"
            )
        }
        Done::Level { level, of } => {
            format!("Raised to level {level} of {of} of its hierarchy in all records{such_as}")
        }
        Done::Ranges => "Shown as ranges, as wide as each group of records needs".to_owned(),
        Done::Groups => {
            format!(
                "Shown as groups of its hierarchy, as high as each group of records needs{such_as}"
            )
        }
        Done::Centres => "Replaced by the centre of each group of records".to_owned(),
    }
}

/// Everything, in numbers.
pub(super) fn house_columns(html: &mut String, stories: &Stories, released: usize) {
    section(
        html,
        match stories {
            Stories::Columns(_) => "What was done to every column",
            Stories::Issues(_) => "What was done to every issue",
            Stories::Items(_) => "What was done to the items",
        },
    );
    match stories {
        Stories::Columns(columns) => all_columns(html, columns, released),
        Stories::Issues(issues) => all_issues(html, issues),
        Stories::Items(items) => all_items(html, items),
    }
}

/// Of a table that was read in batches, columns that are released as they are.
const NOT_COUNTED: &str = "not counted";

fn values(name: &str, values: Option<usize>) -> String {
    match values {
        Some(values) => figure_cell(name, &grouped(values as u64)),
        None => format!("<td class=\"number\">{NOT_COUNTED}</td>"),
    }
}

fn all_columns(html: &mut String, columns: &[ColumnStory], released: usize) {
    heads(
        html,
        "columns",
        &[
            "Column",
            "What was done",
            "#Values before",
            "#after",
            "#Cells changed",
            "#Loss",
        ],
    );
    for (at, story) in columns.iter().take(MOST_LINES).enumerate() {
        let name = |what: &str| format!("audit.columns.{at}.{what}");
        let (after, changed) = match story.done {
            Done::Removed => (
                "<td class=\"number\">\u{2013}</td>".to_owned(),
                "<td class=\"number\">\u{2013}</td>".to_owned(),
            ),
            _ => (
                values(&name("values_after"), story.values_after),
                format!(
                    "<td class=\"number\">{}<br><span class=\"small\">{}</span></td>",
                    figure(&name("cells_changed"), &grouped(story.cells_changed as u64)),
                    percent_of(story.cells_changed as u64, released as u64)
                ),
            ),
        };
        let _ = writeln!(
            html,
            "<tr><th>{}<br><span class=\"small\">{}</span></th><td>{}</td>{}{after}{changed}{}</tr>",
            escape(&story.column),
            story.role.label(Kind::Microdata),
            done(story),
            values(&name("values_before"), story.values_before),
            match story.loss {
                Some(loss) => format!(
                    "<td class=\"number\">{}<span class=\"bar\"><i style=\"width:{:.1}%\"></i></span></td>",
                    figure(&name("loss"), &percent(loss)),
                    (loss * 100.0).clamp(0.0, 100.0)
                ),
                None => "<td class=\"number\">\u{2013}</td>".to_owned(),
            }
        );
    }
    end_table(html);
    told_in_part(html, columns.len(), MOST_LINES, "columns");
    html.push_str(
        "<p class=\"small\">Loss: 0 % for cells that are as they were, 100 % for cells that say nothing any more; a \
         left-out record counts 100 % in every quasi-identifier. The mean over the quasi-identifiers is the loss of the \
         release.</p>\n",
    );
}

fn all_issues(html: &mut String, issues: &[IssueStory]) {
    let mut order: Vec<usize> = (0..issues.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(issues[at].cells_changed));
    heads(
        html,
        "columns",
        &[
            "Issue",
            "#Cells changed",
            "#Made up",
            "#Removed",
            "#Mean before",
            "#Mean after",
        ],
    );
    for &at in order.iter().take(MOST_LINES) {
        let story = &issues[at];
        let name = |what: &str| format!("audit.columns.{at}.{what}");
        let counted = |what: &str, count: usize| figure_cell(&name(what), &grouped(count as u64));
        let mean = |what: &str, mean: Option<f64>| match mean {
            Some(mean) => figure_cell(&name(what), &rounded(mean)),
            None => "<td class=\"number\">\u{2013}</td>".to_owned(),
        };
        let _ = writeln!(
            html,
            "<tr><th>{}{}</th>{}{}{}{}{}</tr>",
            escape(&story.issue),
            if story.is_sensitive {
                " <span class=\"small\">sensitive</span>"
            } else {
                ""
            },
            counted("cells_changed", story.cells_changed),
            counted("made_up", story.made_up),
            counted("removed", story.removed),
            mean("mean_before", story.mean_before),
            mean("mean_after", story.mean_after),
        );
    }
    end_table(html);
    told_in_part(
        html,
        issues.len(),
        MOST_LINES,
        "issues, which changed less,",
    );
}

fn all_items(html: &mut String, items: &ItemStories) {
    if items.occurrences_not_shown == 0 {
        html.push_str("<p>Every occurrence is shown, as itself or as a more general item.</p>\n");
    } else {
        let _ = writeln!(
            html,
            "<p>Items of the source that are not shown at all: {}. Occurrences that are not shown: {}.</p>",
            figure(
                "audit.columns.items_not_shown",
                &grouped(items.items_not_shown as u64)
            ),
            figure(
                "audit.columns.occurrences_not_shown",
                &grouped(items.occurrences_not_shown)
            )
        );
    }
    heads(
        html,
        "columns",
        &["Shown as", "", "#Items behind it", "#Occurrences"],
    );
    for (at, story) in items.shown.iter().take(MOST_LINES).enumerate() {
        let name = |what: &str| format!("audit.columns.shown.{at}.{what}");
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td class=\"small\">{}</td>{}{}</tr>",
            escape(&story.shown_as),
            if story.is_general {
                "general item"
            } else {
                "as it was"
            },
            figure_cell(&name("items"), &grouped(story.items as u64)),
            figure_cell(&name("occurrences"), &grouped(story.occurrences)),
        );
    }
    end_table(html);
    told_in_part(
        html,
        items.shown.len(),
        MOST_LINES,
        "of the items shown, which are rarer,",
    );
}
