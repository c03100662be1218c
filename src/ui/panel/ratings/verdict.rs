//! The verdict on ratings as they stand.

use super::cliffs::RatingsCliffs;
use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::help::promises::of_ratings;
use crate::ui::panel::Lent;
use crate::ui::panel::presented::{Verdict, present};
use crate::ui::ratings::status::RatingsStatus;
use crate::ui::widgets::{VerdictState, capitalize, number};
use cloakroom_core::kind::Unset;
use cloakroom_core::requirement::Requirement;
use cloakroom_engine::ratings::refuse_everything_close;
use cloakroom_ratings::privacy::RatingsModel;
use cloakroom_ratings::ratings::PreparedRatings;
use egui::Ui;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, cliffs: &RatingsCliffs, out: &mut Outbox) {
    present(ui, lent, verdict(lent, cliffs), out);
}

pub(super) fn verdict(lent: &Lent<'_>, cliffs: &RatingsCliffs) -> Verdict {
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
        return Verdict::unknown(note);
    }
    if let Some(Unset::Marks(_)) = lent.workspace.unset() {
        return Verdict::unknown(
            "Mark the issues whose ratings must not be found out: l is about them.",
        );
    }
    match lent.people {
        Some(people) if people.survey.issues.is_empty() => {
            Verdict::unknown("Mark the issues that others may know.")
        }
        Some(people) => match nobody_apart(requirement, people.survey) {
            Some(why) => Verdict::unknown(why),
            None => known(lent, people.status, cliffs.alone),
        },
        None if lent.profile_running => Verdict::running("Comparing people with each other."),
        None => Verdict::unknown("Nobody could be compared: mark at least one issue."),
    }
}

/// Under an ε as wide as the scale everybody is close to everybody, which promises nothing.
fn nobody_apart(requirement: &Requirement, survey: &PreparedRatings) -> Option<String> {
    let refused = refuse_everything_close(requirement.epsilon?, &survey.scale, survey.widest());
    let mut words = format!("{}.", refused.err()?);
    capitalize(&mut words);
    Some(words)
}

fn known(lent: &Lent<'_>, status: &RatingsStatus, alone: u64) -> Verdict {
    let requirement = &lent.workspace.settings().requirement;
    let people = status.people();
    let violating = status.violating as u64;
    if violating == 0 {
        return Verdict::satisfied(satisfied(status));
    }
    let may = requirement.may_leave_out(people);
    let (state, note) = if status.violating <= may {
        let note = format!(
            "{} may be left out. Whether the others still have enough people close is known when the method runs.",
            number::count(may as u64)
        );
        (VerdictState::Unknown, note)
    } else {
        (VerdictState::Violated, violated(status, alone))
    };
    let see = Action::ShowTab(ExploreTab::RatingsViolations);
    let counts = [
        (RatingsModel::K, status.by_k as u64),
        (RatingsModel::Deviation, status.by_deviation as u64),
    ];
    let counts = counts.into_iter().filter(|&(_, count)| count > 0);
    let counts = counts.filter(|_| status.by_deviation > 0);
    Verdict {
        state,
        headline: number::counted_as(violating, "person violates", "people violate"),
        share: Some(format!(
            "{} of the people",
            number::percent(violating as f64 / people.max(1) as f64)
        )),
        counts: counts
            .map(|(model, count)| (*of_ratings(model), count, see.clone()))
            .collect(),
        note,
        show: Some(Action::ShowViolating),
    }
}

fn satisfied(status: &RatingsStatus) -> String {
    let target = status.target;
    let mut words = match target.k {
        1 => "Everybody counts as close to themselves.".to_owned(),
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
