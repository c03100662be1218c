//! The selected node at the side: its levels, what it reaches, the strategies through it.

use super::lines::pair;
use crate::ui::help::Word;
use crate::ui::help::figures::records::{CHOSEN, MINIMAL, OPTIMUM};
use crate::ui::lattice::facts::NodeFacts;
use crate::ui::lattice::shown::ShownLattice;
use crate::ui::lattice::statuses::Stands;
use crate::ui::lattice::{Held, strategy};
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{Chip, ChipKind, icon_button, link, number, quiet_button, told};
use egui::{Align, Label, Layout, RichText, ScrollArea, Ui};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Use,
    HashTable,
    Close,
}

pub fn show(
    ui: &mut Ui,
    held: &Held,
    shown: &mut ShownLattice,
    facts: &NodeFacts,
    chosen: Option<usize>,
) -> Option<Asked> {
    let mut asked = None;
    ui.spacing_mut().item_spacing.y = 4.0;
    ui.horizontal(|ui| {
        ui.label(RichText::new("Selected levels").font(fonts::section()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, icons::CLOSE, "Close the selected levels").clicked() {
                asked = Some(Asked::Close);
            }
        });
    });
    ScrollArea::vertical().show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        detail(ui, &held.name(facts.node), false);
        ui.add_space(2.0);
        chips(ui, shown, facts, chosen);
        verdict(ui, facts);
        ui.add_space(4.0);
        let used = chosen == Some(facts.node);
        ui.add_enabled_ui(!used, |ui| {
            let button = quiet_button(ui, Some(icons::CHECKED), "Use these levels");
            let button = button.on_hover_text(
                "The method becomes \u{201c}Chosen levels\u{201d} with these; Undo takes it back.",
            );
            if button
                .on_disabled_hover_text("The method uses these levels already.")
                .clicked()
            {
                asked = Some(Asked::Use);
            }
        });
        heading(ui, "Levels");
        for fact in &facts.levels {
            let name = format!("{} {} of {}", fact.column, fact.level, fact.top);
            pair(ui, &name, &fact.words(), false, false);
        }
        heading(ui, "What it gives");
        for figure in &facts.figures {
            let row = pair(ui, &figure.name, &figure.value, true, figure.violates);
            figure.word.beside(row);
        }
        if !facts.violating.is_empty() {
            heading(ui, "First classes to fail");
            for class in &facts.violating {
                let tuple = RichText::new(&class.tuple).font(fonts::semibold(fonts::DETAIL_SIZE));
                ui.add(Label::new(tuple).truncate());
                detail(ui, &format!("{}.", class.why), true);
            }
        }
        heading(ui, "Strategies");
        strategies(ui, held, shown, facts.node);
        ui.add_space(4.0);
        if link(ui, "Hash table of these levels").clicked() {
            asked = Some(Asked::HashTable);
        }
        ui.add_space(8.0);
    });
    asked
}

fn chips(ui: &mut Ui, shown: &ShownLattice, facts: &NodeFacts, chosen: Option<usize>) {
    let statuses = shown.statuses();
    let mut words: Vec<(ChipKind, &Word)> = Vec::new();
    if statuses.optimum == Some(facts.node) {
        words.push((ChipKind::Satisfied, &OPTIMUM));
    }
    if statuses.is_minimal(facts.node) {
        words.push((ChipKind::Info, &MINIMAL));
    }
    if chosen == Some(facts.node) {
        words.push((ChipKind::Info, &CHOSEN));
    }
    if words.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (kind, word) in words {
            word.beside(ui.add(Chip::new(kind, word.word)));
        }
    });
}

fn verdict(ui: &mut Ui, facts: &NodeFacts) {
    let tokens = Tokens::of(ui);
    let colour = match facts.stands {
        Stands::Holds => tokens.satisfied,
        Stands::LeavingOut => tokens.attention_text,
        Stands::Fails => tokens.violates,
        Stands::Unknown => tokens.dim,
    };
    let told = told(ui, &facts.sentence, fonts::strong(), colour);
    facts.stands.word().beside(told);
}

/// How many ways lead from the bottom to the top, how many of them through the node, and which is shown.
pub fn strategies(ui: &mut Ui, held: &Held, shown: &mut ShownLattice, node: usize) {
    let shape = held.shape();
    let all = count(shape.strategies(), shape.strategies_about());
    match strategy::through(shape, node) {
        Some(through) => {
            let words = format!(
                "{} of {all} strategies from the bottom to the top {} through these levels.",
                number::count_long(through),
                if through == 1 { "leads" } else { "lead" }
            );
            detail(ui, &words, false);
            if through > 1 {
                ui.horizontal(|ui| stepper(ui, shown, through));
            }
        }
        None => detail(ui, &format!("There are {all} strategies."), false),
    }
}

pub fn stepper(ui: &mut Ui, shown: &mut ShownLattice, through: u128) {
    ui.spacing_mut().item_spacing.x = 2.0;
    let at = shown.strategy();
    if icon_button(ui, icons::LEFT, "Previous strategy").clicked() {
        shown.set_strategy((at + through - 1) % through);
    }
    let words = format!(
        "{} of {}",
        number::count_long(at + 1),
        number::count_long(through)
    );
    ui.label(RichText::new(words).font(fonts::detail()));
    if icon_button(ui, icons::RIGHT, "Next strategy").clicked() {
        shown.set_strategy((at + 1) % through);
    }
}

/// `6`, `34,650`, `about 1.2 × 10^21`.
pub fn count(exact: Option<u128>, about: f64) -> String {
    exact.map_or_else(|| number::about(about), number::count_long)
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    ui.label(fonts::strong_text(text));
}

fn detail(ui: &mut Ui, text: &str, dim: bool) {
    let tokens = Tokens::of(ui);
    let colour = if dim { tokens.dim } else { tokens.text };
    told(ui, text, fonts::detail(), colour);
}
