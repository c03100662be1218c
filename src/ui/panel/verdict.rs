//! The verdict on the data as they stand: how many records, people or groups violate any promise, and which promises.

use super::Lent;
use super::presented::{Verdict, present};
use super::promise::symbol;
use crate::ui::actions::{Action, Outbox};
use crate::ui::help::Word;
use crate::ui::status::{Missing, Status};
use crate::ui::widgets::{VerdictState, number};
use cloakroom_core::roles::Role;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::Ui;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    present(ui, lent, verdict(lent), out);
}

pub(super) fn verdict(lent: &Lent<'_>) -> Verdict {
    if lent.workspace.with_role(Role::Quasi).is_empty() {
        return Verdict::unknown("Mark the columns that others may know as quasi-identifiers.");
    }
    if lent.workspace.settings().requirement.is_empty() {
        return Verdict::unknown("Nothing is promised yet, so nothing can be kept or broken.");
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
    let violating = status.violating(None);
    let may_leave_out = status.may_leave_out();
    let too_many = status.has_too_many();
    let (state, headline, note) = if violating > 0 && too_many {
        (VerdictState::Violated, violate(status), violated(status))
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
        let share = violating as f64 / status.classes.all_counted().max(1) as f64;
        let of = match status.classes.counts() {
            None => "the table as it stands".to_owned(),
            Some(counted) => format!("all {}, as the data stand", counted.name(2)),
        };
        verdict.share = Some(format!("{} of {of}", number::percent(share)));
        verdict.show = Some(Action::ShowViolating);
        let counts: Vec<_> = status
            .broken()
            .map(|count| {
                let show = Action::ShowViolations(Some(count.model));
                let many = status.violating(Some(count.model));
                (Word::of(count.model), many as u64, show)
            })
            .collect();
        // k alone says no more than the headline.
        let mut models = status.broken().map(|count| count.model);
        if !models.all(|model| model == PrivacyModel::KAnonymity) {
            verdict.counts = counts;
        }
    }
    verdict
}

/// `12 records violate`, `1 person violates`.
fn violate(status: &Status) -> String {
    let [one, several] = status.nouns();
    number::counted_as(
        status.violating(None) as u64,
        &format!("{one} violates"),
        &format!("{several} violate"),
    )
}

/// Leaving them out is allowed, and then the rest holds.
fn without(status: &Status, may_leave_out: usize) -> (VerdictState, String, String) {
    let may = number::count(may_leave_out as u64);
    match status.rest_holds {
        Some(true) => (
            VerdictState::Satisfied,
            format!("Satisfied without {}", status.many(status.violating(None))),
            match status.classes.counts() {
                None => format!("They are in classes that fail and are left out; {may} may be."),
                Some(counted) => format!(
                    "They are in classes that fail and are left out with all their records, and so is who then stands in such a \
                     class; {may} {} may be.",
                    counted.name(2)
                ),
            },
        ),
        Some(false) => (
            VerdictState::Violated,
            violate(status),
            "They may be left out, but then the others are too far from the table that is left."
                .to_owned(),
        ),
        None => (
            VerdictState::Unknown,
            "Not known yet".to_owned(),
            format!(
                "{} would be left out. Whether the others are close enough to what is left is known when the method runs.",
                status.many(status.violating(None))
            ),
        ),
    }
}

fn satisfied(status: &Status) -> String {
    let requirement = &status.requirement;
    let only_k = !requirement.looks_at_values();
    if let (Some(counted), k @ 2.., true) =
        (status.classes.counts(), requirement.least_size(), only_k)
    {
        return format!(
            "Every class holds records of at least {k} {}.",
            counted.name(2)
        );
    }
    match requirement.least_size() {
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
    let records = number::counted(status.scan.violating as u64, "record");
    let mut note = if requirement.looks_at_values() {
        match status.classes.counts() {
            None => format!("They are in {classes} that fail."),
            Some(_) => format!("They have {records} in {classes} that fail."),
        }
    } else {
        let alone = status.classes.violating(2);
        match status.classes.counts() {
            None => format!(
                "They are in {classes} below k; {} alone in theirs.",
                number::counted_as(alone as u64, "is", "are")
            ),
            Some(counted) => format!(
                "They have {records} in {classes} of fewer than {} {}.",
                requirement.least_size(),
                counted.name(2)
            ),
        }
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
