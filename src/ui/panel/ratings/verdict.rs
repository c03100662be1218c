//! The verdict on ratings as they stand.

use super::cliffs::RatingsCliffs;
use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::panel::Lent;
use crate::ui::ratings::status::RatingsStatus;
use crate::ui::widgets::{VerdictCard, VerdictClick, VerdictState, number};
use egui::Ui;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, cliffs: &RatingsCliffs, out: &mut Outbox) {
    let unknown = |ui: &mut Ui, state, note: &str| {
        VerdictCard::new(state, "Not known yet").note(note).show(ui);
    };
    let requirement = &lent.workspace.settings().requirement;
    let unset = match (requirement.k, requirement.epsilon) {
        (None, None) => Some("Neither k nor \u{3b5} is set, so nothing is promised."),
        (None, Some(_)) => Some("k is not set: how many people must be close to everybody."),
        (Some(_), None) => {
            Some("\u{3b5} is not set: how far apart two ratings may lie and still count as close.")
        }
        (Some(_), Some(_)) => None,
    };
    if let Some(note) = unset {
        return unknown(ui, VerdictState::Unknown, note);
    }
    let Some(people) = lent.people else {
        let (state, note) = if lent.profile_running {
            (VerdictState::Running, "Comparing people with each other.")
        } else {
            (
                VerdictState::Unknown,
                "Nobody could be compared: mark at least one issue.",
            )
        };
        return unknown(ui, state, note);
    };
    if people.survey.issues.is_empty() {
        return unknown(
            ui,
            VerdictState::Unknown,
            "Mark the issues that others may know.",
        );
    }
    known(ui, lent, people.status, cliffs.alone, out);
}

fn known(ui: &mut Ui, lent: &Lent<'_>, status: &RatingsStatus, alone: u64, out: &mut Outbox) {
    let requirement = &lent.workspace.settings().requirement;
    let people = status.people();
    let violating = status.violating as u64;
    let may = requirement.may_leave_out(people);
    let share = format!(
        "{} of the people",
        number::percent(violating as f64 / people.max(1) as f64)
    );
    let violate = number::counted_as(violating, "person violates", "people violate");
    let (state, headline, note) = if violating == 0 {
        (
            VerdictState::Satisfied,
            "Satisfied".to_owned(),
            satisfied(status),
        )
    } else if status.violating <= may {
        (
            VerdictState::Unknown,
            violate,
            format!(
                "{} may be left out. Whether the others still have enough people close is known when the method runs.",
                number::count(may as u64)
            ),
        )
    } else {
        (VerdictState::Violated, violate, violated(status, alone))
    };
    let counts = [("k", status.by_k as u64), ("l", status.by_deviation as u64)];
    let shown: Vec<(&str, u64)> = counts.into_iter().filter(|&(_, count)| count > 0).collect();
    let mut card = VerdictCard::new(state, &headline).note(&note);
    if violating > 0 {
        card = card.share(&share).link("Show");
        if status.by_deviation > 0 {
            card = card.counts(&shown);
        }
    }
    match card.show(ui) {
        Some(VerdictClick::Show) => out.send(Action::ShowViolating),
        Some(VerdictClick::Count(_)) => {
            out.send(Action::ShowTab(ExploreTab::RatingsViolations));
        }
        None => {}
    }
}

fn satisfied(status: &RatingsStatus) -> String {
    let target = status.target;
    let mut words = match target.k {
        1 => "With k = 1 nobody needs anybody else close.".to_owned(),
        2 => "At least one other is close to every person.".to_owned(),
        k => format!("At least {} others are close to every person.", k - 1),
    };
    if target.deviation > 0 {
        words.push_str(" Their sensitive ratings spread far enough.");
    }
    words
}

/// Sparse data are the hard case, and it is better to know before a method runs.
fn violated(status: &RatingsStatus, alone: u64) -> String {
    let groups = status.profile.patterns().group_people.len();
    let people = status.people();
    if groups * 2 > people {
        return format!(
            "{} patterns of rated issues among {} people: nearly everybody rated other issues than anybody else. \
             Expect many ratings to be removed or made up.",
            number::count(groups as u64),
            number::count(people as u64)
        );
    }
    match alone {
        0 => "Each of them has somebody close, but not all that is promised.".to_owned(),
        _ => format!(
            "{} nobody close.",
            number::counted_as(alone, "of them has", "of them have")
        ),
    }
}
