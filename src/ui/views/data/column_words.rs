//! What the page of all columns says of each.

use super::Lent;
use super::columns_page::Field;
use super::told_hierarchy::ShownHierarchy;
use crate::ui::column_facts::ColumnFacts;
use crate::ui::help::Word;
use crate::ui::help::figures::records;
use crate::ui::widgets::number;
use cloakroom_core::column::Column;
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use cloakroom_engine::workspace::Workspace;

/// Columns of a survey that are no issues, told before anybody goes on.
pub fn left_out(workspace: &Workspace) -> String {
    const NAMED: usize = 6;
    let names = &workspace.loaded().options.not_issues;
    let mut named: Vec<String> = names.iter().take(NAMED).cloned().collect();
    if names.len() > NAMED {
        named.push(format!("{} more", names.len() - NAMED));
    }
    match named.is_empty() {
        true => String::new(),
        false => format!(
            "No issues, so they do not leave: {}. ",
            cloakroom_core::words::listed(&named)
        ),
    }
}

/// Hierarchies that nobody has accepted yet, and those of them about which something is said.
pub fn proposed(table: &Table, lent: &Lent<'_>) -> (usize, usize) {
    let shown = table.columns().iter();
    let shown = shown.map(|column| ShownHierarchy::of(lent, column));
    let open = shown.filter(|shown| matches!(shown, ShownHierarchy::Proposed(_)));
    open.fold((0, 0), |(all, doubtful), shown| {
        (all + 1, doubtful + usize::from(!shown.doubts().is_empty()))
    })
}

pub fn role_of(lent: &Lent<'_>, column: &Column) -> Option<Role> {
    lent.workspace.settings().roles.of(column.name())
}

pub fn suggested(lent: &Lent<'_>, column: &Column) -> Option<Role> {
    lent.workspace
        .suggestion(column.name())
        .map(|suggestion| suggestion.role)
}

pub fn score(lent: &Lent<'_>, column: &Column) -> f32 {
    lent.workspace
        .suggestion(column.name())
        .map_or(0.0, |suggestion| suggestion.score)
}

pub fn unique(facts: Option<&[ColumnFacts]>, at: usize) -> Option<usize> {
    facts
        .and_then(|facts| facts.get(at))
        .map(|facts| facts.unique)
}

/// What stands under a heading.
pub fn meaning(field: Field) -> &'static Word {
    match field {
        Field::Place | Field::Name => &records::COLUMN,
        Field::Type => &records::TYPE,
        Field::Distinct => &records::DISTINCT,
        Field::Missing => &records::MISSING,
        Field::Unique => &records::ALONE,
        Field::Role => &records::ROLE,
        Field::Hierarchy => &records::HIERARCHY,
        Field::Suggestion => &records::SUGGESTED,
    }
}

pub fn words(field: Field, at: usize, column: &Column, lent: &Lent<'_>) -> String {
    let records = column.len().max(1) as f64;
    match field {
        Field::Place | Field::Role | Field::Hierarchy => String::new(),
        Field::Name => column.name().to_owned(),
        Field::Type => column.value_type().label().to_owned(),
        Field::Distinct => number::count(column.distinct() as u64),
        Field::Missing => match column.nulls() {
            0 => "none".to_owned(),
            nulls => number::percent(nulls as f64 / records),
        },
        Field::Unique => match unique(lent.facts, at) {
            Some(unique) => number::percent(unique as f64 / records),
            None => "…".to_owned(),
        },
        Field::Suggestion => {
            if let Some(told) = ShownHierarchy::of(lent, column).told() {
                return told;
            }
            lent.workspace
                .suggestion(column.name())
                .map_or_else(String::new, |suggestion| {
                    let role = suggestion.role.chip(lent.workspace.kind());
                    format!("{role}: {}", suggestion.reason)
                })
        }
    }
}
