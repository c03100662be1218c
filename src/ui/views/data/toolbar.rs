//! Above the table: what it is, what is undecided, search, filters and "only violating rows".

use super::prepare::refused;
use super::{DataView, Lent};
use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::panel::symbol;
use crate::ui::theme::fonts;
use crate::ui::widgets::{Banner, BannerKind, check_box, link, number, segments, sentence, title};
use cloakroom_core::roles::Role;
use egui::{Align, Button, Key, Layout, RichText, TextEdit, Ui};

pub fn show(ui: &mut Ui, view: &mut DataView, lent: &Lent<'_>, out: &mut Outbox) {
    ui.horizontal(|ui| {
        title(ui, "Data");
        pages(ui, view, lent, out);
        if page_of(view, lent) != Page::Table {
            return;
        }
        if lent.workspace.table().is_some() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                search(ui, view, out);
            });
        }
    });
    if page_of(view, lent) != Page::Table {
        return;
    }
    sentence(ui, &headline(view, lent));
    in_the_file(ui, lent, out);
    filters(ui, view, lent, out);
    undecided(ui, lent, out);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Page {
    Table,
    Columns,
    Prepare,
}

fn page_of(view: &DataView, lent: &Lent<'_>) -> Page {
    match view.shows_columns {
        _ if view.prepares(lent.workspace) => Page::Prepare,
        true => Page::Columns,
        false => Page::Table,
    }
}

/// The table, all of its columns as rows, or what is done to it before roles.
fn pages(ui: &mut Ui, view: &DataView, lent: &Lent<'_>, out: &mut Outbox) {
    if lent.workspace.table().is_none() {
        return;
    }
    ui.add_space(8.0);
    let mut page = page_of(view, lent);
    let mut choices = vec![
        (Page::Table, "Table", "The records."),
        (
            Page::Columns,
            "Columns",
            "What every column holds, what is suggested for it and why; several are marked at once.",
        ),
    ];
    if refused(lent.workspace).is_none() {
        let words = "What is done to the table before roles: rows kept, columns derived, tables joined, pseudonyms.";
        choices.push((Page::Prepare, "Prepare", words));
    }
    if segments(ui, &mut page, &choices) {
        out.send(match page {
            Page::Prepare => Action::ShowPrepare(true),
            page => Action::ShowColumns(page == Page::Columns),
        });
    }
}

/// Of a counted table: what its rows are, and which columns are not among them.
fn in_the_file(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let (Some(names), Some(table)) = (lent.workspace.in_batches(), lent.workspace.table()) else {
        return;
    };
    let aside: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| table.column(name).is_none())
        .collect();
    let mut words = "The table is counted and not held: equal records are one row.".to_owned();
    match aside.as_slice() {
        [] => {}
        [one] => words += &format!(" {one} is in the file alone."),
        many => {
            words += &format!(
                " {} are in the file alone.",
                number::counted(many.len() as u64, "column")
            );
        }
    }
    let uncounted = lent.workspace.to_be_counted();
    if !uncounted.is_empty() {
        words = format!(
            "Not counted yet, and so not looked at: {}.",
            uncounted.join(", ")
        );
    }
    ui.horizontal_wrapped(|ui| {
        sentence(ui, &words).on_hover_text(aside.join(", "));
        if link(ui, "Columns of the file").clicked() {
            out.run(Command::FileColumns);
        }
    });
}

/// What is shown, and how missing values count.
fn headline(view: &DataView, lent: &Lent<'_>) -> String {
    let workspace = lent.workspace;
    let (records, rows) = (workspace.records(), workspace.rows());
    let kind = workspace.kind();
    let all = match workspace.in_batches() {
        Some(_) => format!(
            "{} for {}",
            number::counted(rows as u64, "row"),
            number::counted(records as u64, "record")
        ),
        None => format!("{} {}", number::count(records as u64), kind.record(records)),
    };
    let shown = view.shown.len(rows);
    let hidden = !super::hidden_columns(workspace).is_empty();
    let mut text = if view.rows.is_running() {
        "Looking…".to_owned()
    } else if shown == rows as u64 {
        all
    } else {
        format!("{} of {all}", number::count(shown))
    };
    if !view.query.search.is_empty() && hidden {
        text.push_str(". Identifiers are not searched.");
    } else if quasi_identifiers_miss_values(lent) {
        text.push_str(
            ". A missing value counts as a value of its own: it equals only other missing values.",
        );
    }
    text
}

/// Where records are grouped by them.
fn quasi_identifiers_miss_values(lent: &Lent<'_>) -> bool {
    let quasi = lent.workspace.with_role(Role::Quasi);
    lent.status.is_some() && quasi.iter().any(|column| column.nulls() > 0)
}

fn search(ui: &mut Ui, view: &mut DataView, out: &mut Outbox) {
    let edit = TextEdit::singleline(&mut view.search_text)
        .hint_text("Find in the table")
        .desired_width(220.0);
    let response = ui.add(edit).accessible_name("Find in the table");
    if std::mem::take(&mut view.focus_search) {
        response.request_focus();
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
        view.search_text.clear();
    }
    if view.search_text != view.query.search {
        out.send(Action::Search(view.search_text.clone()));
    }
}

fn filters(ui: &mut Ui, view: &mut DataView, lent: &Lent<'_>, out: &mut Outbox) {
    let columns = lent
        .workspace
        .table()
        .map_or(&[][..], |table| table.columns());
    let marks = lent.status.is_some() || lent.people.is_some() || lent.baskets.is_some();
    let hidden = view.hidden.count(lent.workspace);
    let nothing = !marks && view.query.is_everything() && hidden == 0;
    if nothing {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        if marks {
            let mut only = view.only_violating;
            if check_box(ui, &mut only, "Only violating rows").changed() {
                out.send(Action::OnlyViolating(only));
            }
            if let Some(model) = view.violating_of.filter(|_| view.only_violating) {
                let words = format!("breaks {}", symbol(model));
                if removable(ui, &words, "All promises again") {
                    out.send(Action::ShowViolating);
                }
            }
        }
        if view.query.among.is_some() && removable(ui, &view.among, "All records again") {
            out.send(Action::ShowRecords(None));
        }
        if hidden > 0 {
            let words = format!("{} out of sight", number::counted(hidden as u64, "column"));
            if removable(ui, &words, "Show all columns again") {
                out.run(Command::AllColumns);
            }
        }
        if let Some(sort) = view.query.sort
            && let Some(column) = columns.get(sort.column)
        {
            let direction = if sort.descending {
                "high to low"
            } else {
                "low to high"
            };
            let words = format!("sorted by {}, {direction}", column.name());
            if removable(ui, &words, "Back to the order of the file") {
                out.send(Action::Unsort);
            }
        }
        for (place, &(column, code)) in view.query.equals.iter().enumerate() {
            let Some(data) = columns.get(column) else {
                continue;
            };
            let value = match data.dictionary().get(code) {
                "" => "missing",
                text => text,
            };
            let value: String = value.chars().take(40).collect();
            if removable(
                ui,
                &format!("{} = {value}", data.name()),
                "Remove this filter",
            ) {
                out.send(Action::RemoveFilter(place));
            }
        }
        if view.query.equals.len() > 1 && link(ui, "Clear all filters").clicked() {
            out.run(Command::ShowAllRows);
        }
    });
}

/// One thing that narrows the table; a click takes it away.
fn removable(ui: &mut Ui, words: &str, hover: &str) -> bool {
    let text = RichText::new(format!("{words}  ×")).font(fonts::detail());
    ui.add(Button::new(text).wrap_mode(egui::TextWrapMode::Extend))
        .on_hover_text(hover)
        .accessible_name(hover)
        .clicked()
}

fn undecided(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let undecided = lent.workspace.undecided();
    if undecided.is_empty() {
        return;
    }
    let words = match undecided.as_slice() {
        [one] => {
            format!("Nobody has decided yet what {one} is. An undecided column blocks a release.")
        }
        many => format!(
            "Nobody has decided yet what {} columns are. An undecided column blocks a release.",
            many.len()
        ),
    };
    ui.add_space(4.0);
    let banner = Banner::new(BannerKind::Attention, &words).action("Accept suggestions");
    if banner.show(ui) {
        out.run(Command::AcceptSuggestions);
    }
}
