//! The verdict on transactions as they stand.

use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::panel::Lent;
use crate::ui::transactions::status::TransactionsStatus;
use crate::ui::widgets::{VerdictCard, VerdictClick, VerdictState, number};
use cloakroom_core::requirement::SetSize;
use egui::Ui;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let unknown = |ui: &mut Ui, state, note: &str| {
        VerdictCard::new(state, "Not known yet").note(note).show(ui);
    };
    let requirement = &lent.workspace.settings().requirement;
    if requirement.k.is_none()
        || requirement.m.is_none() && requirement.h.is_none() && !requirement.duplicates
    {
        let note = "Say what somebody may know of a basket, and among how many it must hide.";
        return unknown(ui, VerdictState::Unknown, note);
    }
    if requirement.h.is_some() && lent.workspace.settings().roles.private_items.is_empty() {
        return unknown(
            ui,
            VerdictState::Unknown,
            "Mark the items that must not be found out.",
        );
    }
    let Some(baskets) = lent.baskets.filter(|_| !lent.profile_running) else {
        let (state, note) = if lent.profile_running {
            (
                VerdictState::Running,
                "Counting what baskets have in common.",
            )
        } else {
            (
                VerdictState::Unknown,
                "The baskets could not be counted: look at the taxonomy of the items.",
            )
        };
        return unknown(ui, state, note);
    };
    known(ui, lent, baskets.status, out);
}

fn known(ui: &mut Ui, lent: &Lent<'_>, status: &TransactionsStatus, out: &mut Outbox) {
    let violating = status.violating as u64;
    let baskets = status.baskets();
    if violating == 0 {
        let note = satisfied(lent);
        VerdictCard::new(VerdictState::Satisfied, "Satisfied")
            .note(&note)
            .show(ui);
        return;
    }
    let headline = number::counted_as(violating, "basket violates", "baskets violate");
    let share = format!(
        "{} of the baskets",
        number::percent(violating as f64 / baskets.max(1) as f64)
    );
    let note = if status.by_coherence > 0 {
        "What may be known of them is too rare, or tells too much about a private item."
    } else if status.by_sets > 0 {
        "Some of their items together single them out."
    } else {
        "Too few baskets are the same."
    };
    let card = VerdictCard::new(VerdictState::Violated, &headline)
        .note(note)
        .share(&share)
        .link("Show");
    match card.show(ui) {
        Some(VerdictClick::Show) => out.send(Action::ShowViolating),
        Some(VerdictClick::Count(_)) => out.send(Action::ShowTab(ExploreTab::Threats)),
        None => {}
    }
}

fn satisfied(lent: &Lent<'_>) -> String {
    let requirement = &lent.workspace.settings().requirement;
    let k = requirement.k.unwrap_or(1);
    if requirement.duplicates {
        return format!(
            "Every basket is the same as at least {} others.",
            k.saturating_sub(1)
        );
    }
    let known = match (requirement.m, requirement.p) {
        (Some(SetSize::AtMost(1)), _) => "Every item that occurs is".to_owned(),
        (Some(SetSize::AtMost(m)), _) => {
            format!("Whatever {m} items of a basket are known, they are")
        }
        (Some(SetSize::Any(_)), _) => "Whatever is known of a basket, it is".to_owned(),
        (None, _) => "Whatever public items are known, they are".to_owned(),
    };
    format!(
        "{known} in at least {}.",
        number::counted(u64::from(k), "basket")
    )
}
