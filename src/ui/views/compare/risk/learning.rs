//! What is learned about sensitive values without finding a record.

use super::lines::{self, Line, Told};
use super::{Sides, reading};
use crate::ui::risk::same;
use crate::ui::theme::icons;
use crate::ui::widgets::{EmptyState, section, sentence};
use cloakroom_core::units::Counted;
use cloakroom_core::words::{counted, percent};
use cloakroom_engine::risk::Risk;
use cloakroom_microdata::metrics::risk::AttributeRisk;
use egui::{CentralPanel, ScrollArea, Ui};

/// Wider lines are hard to read across.
const WIDEST: f32 = 620.0;

pub fn show(ui: &mut Ui, sides: &Sides<'_>) {
    CentralPanel::no_frame().frame(reading(ui)).show(ui, |ui| {
        let names = names(sides);
        if names.is_empty() {
            let words = "No column is marked as sensitive, so that there is nothing to learn about anybody.";
            EmptyState::new(icons::LOCK, words).show(ui);
            return;
        }
        ScrollArea::vertical()
            .id_salt("sensitive values")
            .auto_shrink(false)
            .show(ui, |ui| {
                ui.set_max_width(WIDEST.min(ui.available_width()));
                sentence(
                    ui,
                    "What a class tells about its people although nobody can say which record is whose.",
                );
                for name in names {
                    ui.add_space(8.0);
                    section(ui, &name);
                    lines::heads(ui, sides.stale);
                    for line in of_column(sides, &name) {
                        lines::show(ui, &line);
                    }
                }
                ui.add_space(12.0);
            });
    });
}

/// Sensitive columns of both sides, in the order of the table.
fn names(sides: &Sides<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for risk in [sides.before, sides.after].into_iter().flatten() {
        for attribute in risk.attributes() {
            if !names.contains(&attribute.column) {
                names.push(attribute.column.clone());
            }
        }
    }
    names
}

fn of_column(sides: &Sides<'_>, column: &str) -> Vec<Line<'static>> {
    let attribute = |risk: Option<&Risk>| {
        let mut all = risk?.attributes().iter();
        all.find(|attribute| attribute.column == column).cloned()
    };
    let (before, after) = (attribute(sides.before), attribute(sides.after));
    let figures = |risk: &Option<AttributeRisk>| risk.as_ref().map(AttributeRisk::figures);
    let (first, second) = (figures(&before), figures(&after));
    let mut lines = Vec::new();
    let names: Vec<_> = first.iter().chain(&second).flatten().collect();
    let mut seen = Vec::new();
    for figure in names {
        if seen.contains(&figure.name) {
            continue;
        }
        seen.push(figure.name);
        let of =
            |among: &Option<Vec<_>>| same(figure, among.as_deref().unwrap_or(&[])).map(Told::of);
        lines.push(Line {
            title: crate::ui::risk::title(figure),
            definition: crate::ui::risk::definition(figure),
            before: of(&first),
            after: of(&second),
        });
        let more = match figure.name {
            "homogeneous_records" => Some(homogeneous_classes(&before, &after)),
            "guess_within" => Some(guess_without(&before, &after)),
            _ => None,
        };
        lines.extend(more);
    }
    lines
}

fn homogeneous_classes(
    before: &Option<AttributeRisk>,
    after: &Option<AttributeRisk>,
) -> Line<'static> {
    let told = |risk: &Option<AttributeRisk>| {
        risk.as_ref().map(|risk| {
            let classes = counted(risk.homogeneous_classes, "class", "classes");
            let words = format!(
                "{classes} in which everybody has the same \"{}\"; it has {}.",
                risk.column,
                counted(risk.values, "value", "values")
            );
            Told::count(risk.homogeneous_classes, words)
        })
    };
    Line {
        title: "Classes of a single value",
        definition: "Homogeneous classes, whatever their size.",
        before: told(before),
        after: told(after),
    }
}

fn guess_without(before: &Option<AttributeRisk>, after: &Option<AttributeRisk>) -> Line<'static> {
    let told = |risk: &Option<AttributeRisk>| {
        risk.as_ref().map(|risk| {
            let words = format!(
                "Somebody who always guesses the most frequent \"{}\" of the whole table is right for {} of the {}: what \
                 a guess is worth without the quasi-identifiers.",
                risk.column,
                percent(risk.guess_before),
                Counted::nouns(risk.counted)[1]
            );
            Told::new(percent(risk.guess_before), risk.guess_before, words)
        })
    };
    Line {
        title: "A guess without them is right",
        definition: "The share of the most frequent value.",
        before: told(before),
        after: told(after),
    }
}
