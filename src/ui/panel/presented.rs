//! One verdict for every kind of data: what would be released is the headline once the method has run, and the data as they
//! are stand below it in a quiet line.

use super::Lent;
use crate::ui::actions::{Action, Outbox};
use crate::ui::help::Word;
use crate::ui::method_result::{MethodResult, RunOutcome};
use crate::ui::widgets::{VerdictCard, VerdictClick, VerdictState, number};
use cloakroom_core::kind::Unset;
use cloakroom_core::method::MethodName;
use egui::Ui;

/// How the data stand as they are.
pub(super) struct Verdict {
    pub state: VerdictState,
    pub headline: String,
    /// "1.4 % of the table".
    pub share: Option<String>,
    /// How many break each promise, and where they are seen.
    pub counts: Vec<(Word, u64, Action)>,
    pub note: String,
    /// Where those are seen who violate.
    pub show: Option<Action>,
}

impl Verdict {
    pub fn unknown(note: impl Into<String>) -> Self {
        Self {
            state: VerdictState::Unknown,
            headline: "Not known yet".to_owned(),
            share: None,
            counts: Vec::new(),
            note: note.into(),
            show: None,
        }
    }

    pub fn running(note: impl Into<String>) -> Self {
        Self {
            state: VerdictState::Running,
            ..Self::unknown(note)
        }
    }

    pub fn satisfied(note: impl Into<String>) -> Self {
        Self {
            state: VerdictState::Satisfied,
            headline: "Satisfied".to_owned(),
            ..Self::unknown(note)
        }
    }
}

pub(super) fn present(ui: &mut Ui, lent: &Lent<'_>, verdict: Verdict, out: &mut Outbox) {
    let verdict = decided(lent, verdict);
    match fresh(lent) {
        Some(result) => of_release(ui, lent, result, &verdict, out),
        None => as_they_are(ui, lent, &verdict, out),
    }
}

/// What nobody has said yet may break what seems to hold; what is broken stays so, whatever is said.
fn decided(lent: &Lent<'_>, verdict: Verdict) -> Verdict {
    if verdict.state != VerdictState::Satisfied {
        return verdict;
    }
    if let Some(Unset::Marks(words) | Unset::Empty(words)) = lent.workspace.unset() {
        return Verdict::unknown(format!("{words}."));
    }
    match lent.workspace.undecided().len() {
        0 => verdict,
        many => {
            let columns = number::counted_as(many as u64, "column is", "columns are");
            Verdict::unknown(format!(
                "Nothing is broken so far, but {columns} undecided: somebody may know what they hold."
            ))
        }
    }
}

/// The last run, if it answers the settings as they are and something is promised that it can keep.
fn fresh<'a>(lent: &Lent<'a>) -> Option<&'a MethodResult> {
    let workspace = lent.workspace;
    let result = lent.result?;
    let answers = !result.is_stale(workspace.revision(), workspace.settings());
    (answers && workspace.is_judged()).then_some(result)
}

/// What there is of a release, as long as none answers the settings as they are.
fn no_release(lent: &Lent<'_>) -> Option<&'static str> {
    let workspace = lent.workspace;
    if !workspace.is_judged() || workspace.settings().method.name == MethodName::None {
        return None;
    }
    Some(match lent.result {
        _ if lent.runs.is_of_now() => "The release: it is being made.",
        None => "The release: not made yet.",
        Some(_) => "The release: made with earlier settings.",
    })
}

/// The verdict without its card, where there is no room for more.
pub(super) fn headline(lent: &Lent<'_>, verdict: Verdict) -> (VerdictState, String) {
    let Some(result) = fresh(lent) else {
        let verdict = decided(lent, verdict);
        return (verdict.state, verdict.headline);
    };
    let (state, words) = of_run(result);
    (state, words.to_owned())
}

fn of_run(result: &MethodResult) -> (VerdictState, &'static str) {
    match &result.outcome {
        RunOutcome::Reached(candidate) if candidate.check().satisfied => {
            (VerdictState::Satisfied, "The release keeps it")
        }
        RunOutcome::Reached(_) => (VerdictState::Violated, "The release breaks it"),
        RunOutcome::NotReached(_) => (VerdictState::Violated, "Not reached"),
    }
}

fn as_they_are(ui: &mut Ui, lent: &Lent<'_>, verdict: &Verdict, out: &mut Outbox) {
    let counts: Vec<(Word, u64)> = verdict
        .counts
        .iter()
        .map(|(word, count, _)| (*word, *count))
        .collect();
    let mut card = VerdictCard::new(verdict.state, &verdict.headline)
        .note(&verdict.note)
        .counts(&counts);
    if let Some(share) = &verdict.share {
        card = card.share(share);
    }
    if verdict.show.is_some() {
        card = card.link("Show");
    }
    if let Some(words) = no_release(lent) {
        card = card.quiet(words, false);
    }
    clicked(card.show(ui), verdict, out);
}

fn clicked(click: Option<VerdictClick>, verdict: &Verdict, out: &mut Outbox) {
    let action = match click {
        Some(VerdictClick::Show | VerdictClick::Quiet) => verdict.show.clone(),
        Some(VerdictClick::Count(place)) => verdict
            .counts
            .get(place)
            .map(|(_, _, action)| action.clone()),
        None => None,
    };
    if let Some(action) = action {
        out.send(action);
    }
}

/// What the last run would release, which answers the settings as they are.
fn of_release(
    ui: &mut Ui,
    lent: &Lent<'_>,
    result: &MethodResult,
    verdict: &Verdict,
    out: &mut Outbox,
) {
    let quiet = match verdict.state {
        VerdictState::Unknown | VerdictState::Running => verdict.note.clone(),
        VerdictState::Satisfied => "As they are, the data keep it already.".to_owned(),
        VerdictState::Violated => format!("As they are: {}.", verdict.headline),
    };
    let kind = lent.workspace.kind();
    let promise = result.settings().requirement.sentence();
    let (state, headline) = of_run(result);
    let card = match &result.outcome {
        RunOutcome::Reached(candidate) => {
            let left_out = candidate.left_out();
            let share = match left_out {
                0 => format!("No {} is left out", kind.record(1)),
                many => format!(
                    "{} {} left out ({})",
                    number::count(many as u64),
                    kind.record(many),
                    number::percent(many as f64 / lent.workspace.records().max(1) as f64)
                ),
            };
            let card = VerdictCard::new(state, headline).note(&promise);
            let click = card
                .share(&share)
                .quiet(&quiet, verdict.show.is_some())
                .show(ui);
            return clicked(click, verdict, out);
        }
        RunOutcome::NotReached(why) => VerdictCard::new(state, headline).note(why),
    };
    clicked(
        card.quiet(&quiet, verdict.show.is_some()).show(ui),
        verdict,
        out,
    );
}
