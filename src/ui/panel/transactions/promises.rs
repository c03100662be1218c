//! What is asked of transactions: how much somebody may know of a basket, and among how many it must hide.

use super::cliffs::TransactionsCliffs;
use crate::ui::actions::{Action, Outbox, Stage};
use crate::ui::help::Word;
use crate::ui::help::promises::{ALL_ITEMS, NOTHING_SAID, of_transactions};
use crate::ui::panel::Lent;
use crate::ui::panel::promises::with_cross;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::transactions::{LARGEST_K, LARGEST_M};
use crate::ui::widgets::{ThresholdSlider, check_box, choice, help, link, number, told};
use cloakroom_core::requirement::{Requirement, SetSize};
use cloakroom_engine::change::Change;
use cloakroom_transactions::privacy::TransactionsModel;
use egui::Ui;

/// Where the sliders begin that were not there before.
const FIRST_M: u32 = 2;
const FIRST_H: f64 = 0.5;
/// What the bars count.
const VIOLATING: &str = "of the baskets violating";
/// A slider goes no lower; less can be told by a recipe, but not none at all.
const LEAST_H: f64 = 0.01;

/// What an attacker is taken to know.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Knowledge {
    /// Nobody has said.
    Unset,
    Part,
    All,
    Public,
}

impl Knowledge {
    fn of(requirement: &Requirement) -> Self {
        match (requirement.h, requirement.m) {
            (Some(_), _) => Self::Public,
            (None, Some(SetSize::AtMost(_))) => Self::Part,
            (None, Some(SetSize::Any(_))) => Self::All,
            (None, None) => Self::Unset,
        }
    }

    fn word(self) -> &'static Word {
        match self {
            Self::Unset => &NOTHING_SAID,
            Self::Part => of_transactions(TransactionsModel::SetSize),
            Self::All => &ALL_ITEMS,
            Self::Public => of_transactions(TransactionsModel::PublicItems),
        }
    }

    fn change(self, requirement: &Requirement) -> Change {
        let known = match requirement.m {
            Some(SetSize::AtMost(m)) => m,
            _ => requirement.p.unwrap_or(FIRST_M),
        };
        match self {
            Self::Unset => Change::SetKnown {
                m: None,
                p: None,
                h: None,
            },
            Self::Part => Change::SetKnown {
                m: Some(SetSize::AtMost(known)),
                p: None,
                h: None,
            },
            Self::All => Change::SetKnown {
                m: Some(SetSize::ANY),
                p: None,
                h: None,
            },
            Self::Public => Change::SetKnown {
                m: None,
                p: Some(known),
                h: Some(requirement.h.unwrap_or(FIRST_H)),
            },
        }
    }
}

pub fn show(ui: &mut Ui, lent: &Lent<'_>, cliffs: &TransactionsCliffs, out: &mut Outbox) {
    let requirement = &lent.workspace.settings().requirement;
    let baskets = lent.workspace.records() as u32;
    let mut k = requirement.k.unwrap_or(1);
    with_cross(ui, None, |ui| {
        let largest = LARGEST_K.max(k).min(baskets.max(2));
        let slider = ThresholdSlider::new("k", "baskets share what is known", &mut k, 1..=largest)
            .reached(cliffs.reached_k.map(f64::from))
            .violating(&cliffs.k)
            .leaves(VIOLATING)
            .typed_up_to(f64::from(baskets))
            .unset(requirement.k.is_none())
            .explain(of_transactions(TransactionsModel::K));
        if ui.add(slider).changed() {
            out.change(Change::SetK(Some(k)));
        }
    });
    ui.add_space(6.0);
    knowledge(ui, requirement, out);
    ui.add_space(4.0);
    match Knowledge::of(requirement) {
        Knowledge::Part => with_some(ui, requirement, cliffs, out),
        Knowledge::Unset | Knowledge::All => {}
        Knowledge::Public => with_public(ui, lent, out),
    }
    if requirement.h.is_none() {
        let mut duplicates = requirement.duplicates;
        let words = "Every basket has k \u{2212} 1 duplicates";
        let check = check_box(ui, &mut duplicates, words);
        if of_transactions(TransactionsModel::Duplicates)
            .beside(check)
            .changed()
        {
            out.change(Change::SetDuplicates(duplicates));
        }
    }
}

fn knowledge(ui: &mut Ui, requirement: &Requirement, out: &mut Outbox) {
    let mut chosen = Knowledge::of(requirement);
    let names = [
        (Knowledge::Unset, "What somebody may know: not set"),
        (Knowledge::Part, "Somebody may know m items"),
        (Knowledge::All, "Somebody may know all items"),
        (Knowledge::Public, "Somebody may know public items"),
    ];
    let word = chosen.word();
    ui.horizontal(|ui| {
        let width = ui.available_width() - 28.0;
        if choice(ui, "What somebody may know", width, &mut chosen, &names) {
            out.change(chosen.change(requirement));
        }
        help(ui, "what somebody may know", &word.in_short());
    });
}

fn with_some(
    ui: &mut Ui,
    requirement: &Requirement,
    cliffs: &TransactionsCliffs,
    out: &mut Outbox,
) {
    let Some(SetSize::AtMost(mut m)) = requirement.m else {
        return;
    };
    with_cross(ui, None, |ui| {
        let largest = LARGEST_M.max(m);
        let slider = ThresholdSlider::new("m", "items known of a basket", &mut m, 1..=largest)
            .reached(cliffs.reached_m.map(f64::from))
            .violating(&cliffs.m)
            .leaves(VIOLATING)
            .typed_up_to(1_000.0)
            .explain(of_transactions(TransactionsModel::SetSize));
        if ui.add(slider).changed() {
            out.change(Change::SetM(Some(SetSize::AtMost(m))));
        }
    });
}

fn with_public(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let requirement = &lent.workspace.settings().requirement;
    let (mut p, mut h) = (
        requirement.p.unwrap_or(FIRST_M),
        requirement.h.unwrap_or(FIRST_H),
    );
    with_cross(ui, None, |ui| {
        let largest = LARGEST_M.max(p);
        let slider = ThresholdSlider::new("p", "public items known", &mut p, 1..=largest)
            .typed_up_to(1_000.0)
            .explain(of_transactions(TransactionsModel::PublicItems));
        if ui.add(slider).changed() {
            out.change(Change::SetP(Some(p)));
        }
    });
    ui.add_space(2.0);
    with_cross(ui, None, |ui| {
        let least = LEAST_H.min(h);
        let slider = ThresholdSlider::new("h", "hold a private item", &mut h, least..=1.0)
            .step(0.01)
            .format(number::decimal)
            .explain(of_transactions(TransactionsModel::PrivateShare));
        if ui.add(slider).changed() {
            out.change(Change::SetH(Some(h)));
        }
    });
    if lent.workspace.settings().roles.private_items.is_empty() {
        ui.horizontal_wrapped(|ui| {
            let ink = Tokens::of(ui).attention_text;
            told(
                ui,
                "No item is private yet, so h says nothing.",
                fonts::detail(),
                ink,
            );
            if link(ui, "Mark some").clicked() {
                out.send(Action::Go(Stage::Data));
            }
        });
    }
}
