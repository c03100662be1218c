//! About the selected record: its class, why it violates, and its values with how rare each is.

use super::{Lent, is_hidden};
use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::panel::symbol;
use crate::ui::ratings::words::{about_k, deviation};
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{
    Chip, ChipKind, capitalize, icon_button, link, metric_row, number, section, sentence, title,
};
use cloakroom_core::dataset::Dataset;
use cloakroom_core::ratings::Ratings;
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::{Align, Layout, RichText, ScrollArea, Ui};

/// Values listed for one person of a sparse survey, or items of one basket.
const MOST_VALUES: usize = 500;
const LONGEST_TEXT: usize = 60;

pub fn show(ui: &mut Ui, row: u32, lent: &Lent<'_>, out: &mut Outbox) {
    let kind = lent.workspace.kind();
    ui.horizontal(|ui| {
        let mut word = match lent.workspace.in_batches() {
            Some(_) => "row".to_owned(),
            None => kind.record(1).to_owned(),
        };
        word[..1].make_ascii_uppercase();
        title(ui, &format!("{word} {}", number::count(u64::from(row) + 1)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, icons::CLOSE, "Close the record panel").clicked() {
                out.send(Action::SelectRow(None));
            }
        });
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        match &lent.workspace.loaded().dataset {
            Dataset::Microdata(table) => {
                if let Some(column) = table.columns().first().filter(|_| table.is_counted()) {
                    let records = u64::from(column.weight(row as usize));
                    let words = format!("Stands for {}.", number::counted(records, "record"));
                    sentence(ui, &words);
                }
                class(ui, row, table, lent, out);
                values(ui, row, table, lent);
            }
            Dataset::Ratings(Ratings::Wide(table, _)) => {
                close(ui, row, lent, out);
                values(ui, row, table, lent);
            }
            Dataset::Ratings(Ratings::Long(sparse)) => {
                close(ui, row, lent, out);
                let range = sparse.starts[row as usize]..sparse.starts[row as usize + 1];
                section(ui, &number::counted(range.len() as u64, "rating"));
                for at in range.take(MOST_VALUES) {
                    let issue = sparse.issues.get(sparse.issue[at]);
                    metric_row(ui, &cut(issue), &sparse.scale.text(sparse.rating[at]));
                }
            }
            Dataset::Transactions(transactions) => {
                let basket = transactions.basket(row as usize);
                section(ui, &number::counted(basket.len() as u64, "item"));
                let private = &lent.workspace.settings().roles.private_items;
                for &item in basket.iter().take(MOST_VALUES) {
                    let item = transactions.items.get(item);
                    let word = if private.contains(item) {
                        "private"
                    } else {
                        ""
                    };
                    metric_row(ui, &cut(item), word);
                }
            }
        }
    });
}

/// How many people are close, how many are needed, and the way to them.
fn close(ui: &mut Ui, row: u32, lent: &Lent<'_>, out: &mut Outbox) {
    let Some(people) = lent
        .people
        .filter(|people| (row as usize) < people.people())
    else {
        return;
    };
    let (kind, words) = if people.violates(row as usize) {
        (ChipKind::Violates, "violates")
    } else {
        (ChipKind::Satisfied, "satisfies")
    };
    ui.add(Chip::new(kind, words));
    let record = people.profile.patterns().record_of[row as usize];
    let others = people.within(record).saturating_sub(1) as usize;
    ui.label(about_k(others, people.target.k));
    if people.target.deviation > 0 && people.reaches(record) < people.target.deviation {
        sentence(
            ui,
            &format!(
                "The sensitive ratings of those close spread {}, {} is needed.",
                deviation(people.reaches(record)),
                deviation(people.target.deviation)
            ),
        );
    }
    if link(ui, "See the neighbourhood").clicked() {
        out.send(Action::ShowTab(ExploreTab::Neighbourhood));
    }
    ui.add_space(6.0);
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// The class in a sentence: how many are alike, how many are needed.
fn class(ui: &mut Ui, row: u32, table: &Table, lent: &Lent<'_>, out: &mut Outbox) {
    let Some(status) = lent
        .status
        .filter(|status| status.records() == table.records())
    else {
        sentence(
            ui,
            "Mark quasi-identifiers to see which records look alike.",
        );
        return;
    };
    let class = status.classes.class_of(row as usize);
    let size = status.classes.sizes()[class as usize] as usize;
    let k = status.requirement.least_size() as usize;
    let violates = size < k;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        let mut kept = true;
        for model in status.scan.models(class) {
            kept = false;
            let words = format!("violates {}", symbol(model));
            ui.add(Chip::new(ChipKind::Violates, &words));
        }
        if kept && status.is_complete() && !status.requirement.is_empty() {
            let words = match status.requirement.looks_at_values() {
                true => "keeps every promise",
                false => "satisfies k",
            };
            ui.add(Chip::new(ChipKind::Satisfied, words));
        }
    });
    let words = match (size, violates) {
        (1, true) => {
            format!("Nobody else has these quasi-identifiers; {k} records must share them.")
        }
        (alike, true) => format!(
            "{} records share these quasi-identifiers; {k} are needed, {} more.",
            number::count(alike as u64),
            k - alike
        ),
        (alike, false) if k == 1 => format!(
            "{} these quasi-identifiers.",
            number::counted_as(alike as u64, "record has", "records share")
        ),
        (alike, false) => format!(
            "{} records share these quasi-identifiers; {k} are needed.",
            number::count(alike as u64)
        ),
    };
    ui.label(words);
    for (failing, column) in status.failures(table, class) {
        if failing.model != PrivacyModel::KAnonymity {
            let mut words =
                cloakroom_microdata::privacy::why(&failing, &status.requirement, column);
            capitalize(&mut words);
            sentence(ui, &format!("{words}."));
        }
    }
    if violates && let Some(rarest) = rarest(row, table, lent) {
        sentence(ui, &rarest);
    }
    if size > 1 && link(ui, "Show its class").clicked() {
        out.send(Action::ShowClass(class));
    }
    ui.add_space(10.0);
}

/// The quasi-identifier that sets this record apart most, by how many records share its value.
fn rarest(row: u32, table: &Table, lent: &Lent<'_>) -> Option<String> {
    let roles = &lent.workspace.settings().roles;
    let (column, records) = table
        .columns()
        .iter()
        .filter(|column| roles.of(column.name()) == Some(Role::Quasi))
        .map(|column| {
            (
                column,
                column.counts()[column.codes()[row as usize] as usize],
            )
        })
        .min_by_key(|&(_, records)| records)?;
    Some(match records {
        1 => format!(
            "Its {} alone names it: nobody else has that value.",
            column.name()
        ),
        _ => format!(
            "Its rarest value is {}, shared by {} records.",
            column.name(),
            number::count(u64::from(records))
        ),
    })
}

fn values(ui: &mut Ui, row: u32, table: &Table, lent: &Lent<'_>) {
    let tokens = Tokens::of(ui);
    let kind = lent.workspace.kind();
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.spacing_mut().interact_size.y = 18.0;
    for column in table.columns() {
        let role = lent.workspace.settings().roles.of(column.name());
        let word = role.map_or("undecided", |role| role.chip(kind));
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.label(
                RichText::new(cut(column.name()))
                    .font(fonts::detail())
                    .color(tokens.dim),
            );
            ui.add(Chip::new(ChipKind::of_role(role), word));
        });
        ui.horizontal_wrapped(|ui| {
            let text = if column.is_null(row as usize) {
                "missing".to_owned()
            } else if is_hidden(lent.workspace, column.name()) {
                "•••••".to_owned()
            } else {
                cut(column.text(row as usize))
            };
            ui.label(fonts::strong_text(text));
            if role == Some(Role::Quasi) && lent.status.is_some() {
                let records = column.counts()[column.codes()[row as usize] as usize];
                let words = format!("shared by {}", number::count(u64::from(records)));
                ui.label(RichText::new(words).font(fonts::detail()).color(tokens.dim));
            }
        });
        ui.add_space(8.0);
    }
}
