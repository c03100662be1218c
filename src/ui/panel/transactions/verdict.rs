//! The verdict on transactions as they stand.

use crate::ui::actions::{Action, Outbox};
use crate::ui::panel::Lent;
use crate::ui::panel::presented::{Verdict, present};
use crate::ui::transactions::status::TransactionsStatus;
use crate::ui::widgets::{VerdictState, number};
use cloakroom_core::kind::Unset;
use cloakroom_core::requirement::SetSize;
use egui::Ui;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    present(ui, lent, verdict(lent), out);
}

pub(super) fn verdict(lent: &Lent<'_>) -> Verdict {
    let requirement = &lent.workspace.settings().requirement;
    if requirement.k.is_none()
        || requirement.m.is_none() && requirement.h.is_none() && !requirement.duplicates
    {
        return Verdict::unknown(
            "Say what somebody may know of a basket, and among how many it must hide.",
        );
    }
    if let Some(Unset::Marks(_)) = lent.workspace.unset() {
        return Verdict::unknown("Mark the items that must not be found out.");
    }
    match lent.baskets {
        _ if lent.profile_running => Verdict::running("Counting what baskets have in common."),
        Some(baskets) => known(lent, baskets.status),
        None => {
            Verdict::unknown("The baskets could not be counted: look at the taxonomy of the items.")
        }
    }
}

fn known(lent: &Lent<'_>, status: &TransactionsStatus) -> Verdict {
    let violating = status.violating as u64;
    let baskets = status.baskets();
    if violating == 0 {
        return Verdict::satisfied(format!("{} {}", satisfied(lent), alone(status)));
    }
    let note = if status.by_coherence > 0 {
        "What may be known of them is too rare, or tells too much about a private item."
    } else if status.by_sets > 0 {
        "Some of their items together single them out."
    } else {
        "Too few baskets are the same."
    };
    Verdict {
        state: VerdictState::Violated,
        headline: number::counted_as(violating, "basket violates", "baskets violate"),
        share: Some(format!(
            "{} of the baskets",
            number::percent(violating as f64 / baskets.max(1) as f64)
        )),
        show: Some(Action::ShowViolating),
        ..Verdict::unknown(format!("{note} {}", alone(status)))
    }
}

/// How many are like no other: whoever knows all of such a basket knows whose it is, whatever is promised of parts of it.
fn alone(status: &TransactionsStatus) -> String {
    match status.alone {
        0 => "None is unique: each holds the same items as another.".to_owned(),
        some => format!(
            "{} unique ({}): no other holds the same items.",
            number::counted_as(some as u64, "basket is", "baskets are"),
            number::percent(some as f64 / status.baskets().max(1) as f64)
        ),
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
