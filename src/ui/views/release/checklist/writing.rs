//! How the file is written: in which order, and what a spreadsheet or a database would make of it.

use super::super::Lent;
use super::{Item, ItemState, Subject};
use crate::ui::actions::Action;
use crate::ui::column_facts::released_formulas;
use crate::ui::widgets::{capitalize, number};
use cloakroom_core::Column;
use cloakroom_core::report_context::ContextField;
use cloakroom_core::settings::ReleaseFormat;
use cloakroom_engine::change::Change;
use cloakroom_engine::kinds::is_recoded;
use cloakroom_engine::leaving::refuse_format;
use cloakroom_engine::release::is_sql_for;
use cloakroom_engine::workspace::Workspace;

pub fn items(lent: &Lent<'_>) -> Vec<Item> {
    let mut items = vec![order(lent.workspace)];
    if lent.workspace.kind().about().has_columns {
        items.push(formulas(lent));
        items.extend(format(lent.workspace));
    }
    items.extend(sql(lent.workspace));
    items.extend(signed(lent.workspace));
    items
}

fn item(state: ItemState, text: impl Into<String>) -> Item {
    Item::new(Subject::Writing, state, text)
}

fn order(workspace: &Workspace) -> Item {
    let about = "Two files in the same order can be laid side by side, record by record.";
    if workspace.settings().release.shuffle {
        let words = "The rows are shuffled: their order says nothing about people.";
        return item(ItemState::Done, words).about(about);
    }
    let words = "The rows keep the order of the file, which can link them to other tables.";
    item(ItemState::Notice, words)
        .about(about)
        .fix("Shuffle", Action::Change(Change::SetShuffle(true)))
}

fn formulas(lent: &Lent<'_>) -> Item {
    let about = "A cell that begins with = + - or @ is run by a spreadsheet that opens the file, whoever wrote it.";
    let escape = lent.workspace.settings().release.escape_formulas;
    if lent.workspace.in_batches().is_some() {
        return match escape {
            true => item(
                ItemState::Done,
                "Cells that a spreadsheet would run as formulas are escaped while the file is written.",
            ),
            false => item(
                ItemState::Notice,
                "Cells that a spreadsheet would run as formulas (they begin with = + - @) are counted while the file \
                 is written, and not escaped.",
            )
            .fix("Escape", Action::Change(Change::SetEscapeFormulas(true))),
        }
        .about(about);
    }
    let Some(facts) = lent.columns else {
        let words = "Looking for cells that a spreadsheet would run as formulas.";
        return item(ItemState::Waiting, words).about(about);
    };
    let cells = released_formulas(lent.workspace, facts) as u64;
    if cells == 0 {
        let words = "No cell would run as a formula in a spreadsheet.";
        return item(ItemState::Done, words).about(about);
    }
    let words = number::counted(cells, "cell");
    if escape {
        let words = format!("{words} that a spreadsheet would run are escaped.");
        return item(ItemState::Done, words).about(about);
    }
    let words =
        format!("{words} would run as formulas in a spreadsheet (they begin with = + - @).");
    item(ItemState::Notice, words)
        .about(about)
        .fix("Escape", Action::Change(Change::SetEscapeFormulas(true)))
}

/// Of formats that do not hold every table.
fn format(workspace: &Workspace) -> Option<Item> {
    let format = workspace.settings().release.format;
    let table = workspace.loaded().dataset.records_table()?;
    if format.cannot().is_empty() {
        return None;
    }
    let names = table.columns().iter().map(Column::name);
    let Err(problem) = refuse_format(names, workspace.settings()) else {
        let words = "Whether the format holds every value is seen when the file is written.";
        return Some(item(ItemState::Later, words).about(format.cannot()));
    };
    let mut words = format!("{}.", problem.message);
    capitalize(&mut words);
    Some(item(ItemState::Blocks, words).about(format.cannot()).fix(
        "Release as CSV",
        Action::Change(Change::SetFormat(ReleaseFormat::Csv)),
    ))
}

/// Somebody answers for a release, and both reports say who.
fn signed(workspace: &Workspace) -> Option<Item> {
    let report = &workspace.settings().report;
    let is_open = report.get(ContextField::SignedBy).is_none();
    let words = "Nobody has signed the reports yet: the line is left to be filled in by hand.";
    is_open.then(|| {
        item(ItemState::Notice, words)
            .about("Whoever gets the release can ask the one who signed for it.")
            .fix("Sign them", Action::ShowReportForm)
    })
}

/// Only where it is asked for and cannot be.
fn sql(workspace: &Workspace) -> Option<Item> {
    let settings = workspace.settings();
    let method = settings.method.name;
    let is_counted = workspace.in_batches().is_some();
    if !settings.release.sql || (is_sql_for(method, workspace.kind()) && !is_counted) {
        return None;
    }
    let kind = workspace.kind();
    let words = if !is_recoded(kind) {
        format!(
            "Only tables of records can be written as SQL, not {}.",
            kind.name()
        )
    } else if is_counted {
        "SQL is not written for a table that is counted and not held.".to_owned()
    } else {
        format!(
            "{} cannot be written as SQL: it shows the same value differently from record to record.",
            method.title()
        )
    };
    Some(
        item(ItemState::Blocks, words)
            .about("SQL repeats a recoding by rules, so every value must become the same wherever it stands.")
            .fix("Write no SQL", Action::Change(Change::SetSql(false))),
    )
}
