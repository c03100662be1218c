//! A record of a table: its class, why it violates, and its values.

use super::super::Lent;
use super::values;
use crate::ui::actions::{Action, Outbox};
use crate::ui::panel::symbol;
use crate::ui::widgets::{Chip, ChipKind, capitalize, link, number, sentence};
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::Ui;

pub fn show(ui: &mut Ui, row: u32, lent: &Lent<'_>, out: &mut Outbox) {
    let Some(table) = lent.workspace.table() else {
        return;
    };
    if let Some(column) = table.columns().first().filter(|_| table.is_counted()) {
        let records = u64::from(column.weight(row as usize));
        let words = format!("Stands for {}.", number::counted(records, "record"));
        sentence(ui, &words);
    }
    class(ui, row, table, lent, out);
    values(ui, row, table, lent);
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
    let size = status.classes.counted()[class as usize] as usize;
    let records = status.classes.sizes()[class as usize] as usize;
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
        if kept && status.is_complete() && lent.workspace.is_judged() {
            let words = match status.requirement.looks_at_values() {
                true => "keeps every promise",
                false => "satisfies k",
            };
            ui.add(Chip::new(ChipKind::Satisfied, words));
        }
    });
    let [one, several] = status.nouns();
    let shared = |alike: usize| match status.classes.counts() {
        None => status.many(alike),
        Some(_) => {
            let records = number::counted(records as u64, "record");
            format!("{} with {records}", status.many(alike))
        }
    };
    let words = match (size, violates) {
        (1, true) if status.classes.counts().is_some() => format!(
            "All {} with these quasi-identifiers are of 1 {one}; {k} {several} must share them.",
            number::counted(records as u64, "record")
        ),
        (1, true) => {
            format!("Nobody else has these quasi-identifiers; {k} records must share them.")
        }
        (alike, true) => format!(
            "{} share these quasi-identifiers; {k} are needed, {} more.",
            shared(alike),
            k - alike
        ),
        (alike, false) if k == 1 => format!(
            "{} these quasi-identifiers.",
            match records {
                1 => "1 record has".to_owned(),
                _ => format!("{} share", shared(alike)),
            }
        ),
        (alike, false) => format!(
            "{} share these quasi-identifiers; {k} are needed.",
            shared(alike)
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
    if records > 1 && link(ui, "Show its class").clicked() {
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
