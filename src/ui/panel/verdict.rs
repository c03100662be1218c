//! The verdict on the data as they stand: how many records violate any promise, and which promises.

use super::Lent;
use super::presented::{Verdict, present};
use super::promise::symbol;
use crate::ui::actions::{Action, Outbox};
use crate::ui::status::{Missing, Status};
use crate::ui::widgets::{VerdictState, number};
use cloakroom_core::roles::Role;
use egui::Ui;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    present(ui, lent, &verdict(lent), out);
}

pub(super) fn verdict(lent: &Lent<'_>) -> Verdict {
    if lent.workspace.with_role(Role::Quasi).is_empty() {
        return Verdict::unknown("Mark the columns that others may know as quasi-identifiers.");
    }
    if lent.workspace.settings().requirement.is_empty() {
        return Verdict::unknown("Nothing is promised, so nothing can be broken.");
    }
    match lent.status {
        Some(status) => known(status),
        None if lent.profile_running => {
            Verdict::running("Grouping the records by their quasi-identifiers.")
        }
        None => Verdict::unknown("The classes could not be computed."),
    }
}

fn known(status: &Status) -> Verdict {
    let violating = status.scan.violating as u64;
    let records = status.records();
    let may_leave_out = status.requirement.may_leave_out(records);
    let too_many =
        status.scan.violating > may_leave_out || status.scan.violating == records && records > 0;
    let (state, headline, note) = if violating > 0 && too_many {
        let headline = number::counted_as(violating, "record violates", "records violate");
        (VerdictState::Violated, headline, violated(status))
    } else if !status.is_complete() {
        let running = status
            .missing
            .iter()
            .any(|(_, why)| *why == Missing::Values);
        let state = if running {
            VerdictState::Running
        } else {
            VerdictState::Unknown
        };
        (state, "Not known yet".to_owned(), unknown_part(status))
    } else if violating == 0 {
        return Verdict::satisfied(satisfied(status));
    } else {
        without(status, may_leave_out)
    };
    let mut verdict = Verdict {
        state,
        headline,
        ..Verdict::unknown(note)
    };
    if violating > 0 {
        verdict.share = Some(format!(
            "{} of the table as it stands",
            number::percent(violating as f64 / records.max(1) as f64)
        ));
        verdict.show = Some(Action::ShowViolating);
        let counts: Vec<_> = status
            .broken()
            .map(|count| {
                let show = Action::ShowViolations(Some(count.model));
                (symbol(count.model), count.records as u64, show)
            })
            .collect();
        // k alone says no more than the headline.
        if counts.len() > 1 || counts.iter().any(|(symbol, _, _)| *symbol != "k") {
            verdict.counts = counts;
        }
    }
    verdict
}

/// Leaving them out is allowed, and then the rest holds.
fn without(status: &Status, may_leave_out: usize) -> (VerdictState, String, String) {
    let violating = status.scan.violating as u64;
    let may = number::count(may_leave_out as u64);
    match status.rest_holds {
        Some(true) => (
            VerdictState::Satisfied,
            format!("Satisfied without {}", number::counted(violating, "record")),
            format!("They are in classes that fail and are left out; {may} may be."),
        ),
        Some(false) => (
            VerdictState::Violated,
            number::counted_as(violating, "record violates", "records violate"),
            "They may be left out, but then the others are too far from the table that is left."
                .to_owned(),
        ),
        None => (
            VerdictState::Unknown,
            "Not known yet".to_owned(),
            format!(
                "{} be left out. Whether the others are close enough to what is left is known when the method runs.",
                number::counted_as(violating, "record would", "records would")
            ),
        ),
    }
}

fn satisfied(status: &Status) -> String {
    let requirement = &status.requirement;
    let only_k = !requirement.looks_at_values();
    match requirement.least_size() {
        1 if only_k => "With k = 1 every table is satisfied: nothing is promised.".to_owned(),
        1 => "Every class keeps every promise.".to_owned(),
        2 if only_k => {
            "Every record shares its quasi-identifiers with at least one other.".to_owned()
        }
        k if only_k => format!(
            "Every record shares its quasi-identifiers with at least {} others.",
            k - 1
        ),
        _ => "Every class keeps every promise.".to_owned(),
    }
}

fn violated(status: &Status) -> String {
    let classes = number::counted_as(status.scan.violating_classes as u64, "class", "classes");
    let requirement = &status.requirement;
    let mut note = if requirement.looks_at_values() {
        format!("They are in {classes} that fail.")
    } else {
        let alone = status.classes.violating(2);
        format!(
            "They are in {classes} below k; {} alone in theirs.",
            number::counted_as(alone as u64, "is", "are")
        )
    };
    if !status.is_complete() {
        note.push(' ');
        note.push_str(&unknown_part(status));
    }
    note
}

fn unknown_part(status: &Status) -> String {
    let symbols: Vec<&str> = status
        .missing
        .iter()
        .map(|(model, _)| symbol(*model))
        .collect();
    let running = status
        .missing
        .iter()
        .any(|(_, why)| *why == Missing::Values);
    let names = symbols.join(", ");
    if running {
        format!("Counting the sensitive values of every class for {names}.")
    } else {
        format!("{names} cannot be looked at yet.")
    }
}
