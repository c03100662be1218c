//! What became of every column, as far as everybody may know it and as the house knows it.

use super::page::{
    end_table, escape, figure, figure_cell, grouped, heads, percent, percent_of, rounded, section,
};
use super::public::Public;
use super::story::{ColumnStory, Done, IssueStory, ItemStories, Stories};
use cloakroom_core::kind::Kind;
use cloakroom_core::roles::Role;
use cloakroom_verify::MOST_VALUES;
use std::fmt::Write;

/// More lines than this nobody reads on paper; the audit file has them all.
const MOST_LINES: usize = 120;

/// Only what the release shows, or what was declared.
pub(super) fn public_columns(html: &mut String, public: Public<'_>) {
    section(html, "What the data show");
    match public.kind() {
        Kind::Microdata => columns_shown(html, public),
        Kind::Ratings => html.push_str(
            "<p>Ratings of the issues may have been moved along the scale, and where the method had to, removed or made \
             up, so that enough people are close to everybody: a released rating need not be what somebody said. \
             Ratings of sensitive issues are as they were. How many were changed is recorded in house.</p>\n",
        ),
        Kind::Transactions => {
            let items = public.figures.items.unwrap_or(0);
            let _ = writeln!(
                html,
                "<p>{} different items are shown. An occurrence that would single somebody out is shown as a more \
                 general item, a group of the taxonomy, or not at all; none was swapped or made up.</p>",
                figure("measured.items", &grouped(items))
            );
            if !public.declared.roles.sensitive.is_empty() {
                html.push_str("<p>Private items are shown as they are.</p>\n");
            }
        }
    }
}

fn columns_shown(html: &mut String, public: Public<'_>) {
    heads(
        html,
        "columns",
        &["Column", "@Role", "What was done", "#Values shown"],
    );
    let roles = &public.declared.roles;
    let role_of = |name: &String| {
        if roles.quasi.contains(name) {
            Role::Quasi
        } else if roles.sensitive.contains(name) {
            Role::Sensitive
        } else {
            Role::Insensitive
        }
    };
    let columns = &public.figures.columns;
    for (at, column) in columns.iter().take(MOST_LINES).enumerate() {
        let role = role_of(&column.name);
        let values = match column.values {
            Some(values) => figure_cell(&format!("measured.columns.{at}.values"), &grouped(values)),
            None => format!(
                "<td class=\"number\">more than {}</td>",
                grouped(MOST_VALUES as u64)
            ),
        };
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td>{}</td><td>{}</td>{values}</tr>",
            escape(&column.name),
            role.label(Kind::Microdata),
            match role {
                Role::Quasi => "Changed as far as the promise needs it",
                Role::Sensitive => "Released as it is: what is hidden is whose it is",
                Role::Insensitive | Role::Identifier => "Released as it is",
            },
        );
    }
    for name in &roles.identifier {
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td>{}</td><td>Removed</td><td class=\"number\">\u{2013}</td></tr>",
            escape(name),
            Role::Identifier.label(Kind::Microdata),
        );
    }
    end_table(html);
    told_in_part(html, columns.len(), MOST_LINES, "columns");
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
