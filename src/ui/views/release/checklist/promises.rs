//! The promises: each on its own line with its verdict, and what keeping them costs in records, ratings or items.

use super::super::Lent;
use super::method::{Run, method_line};
use super::status::{Stands, lacking, stands};
use super::{Item, ItemState, Subject};
use crate::ui::actions::Action;
use crate::ui::commands::Command;
use crate::ui::kinds;
use crate::ui::method_result::RunOutcome;
use crate::ui::widgets::number;
use cloakroom_core::kind::Unset;
use cloakroom_core::verdict::{Amount, RequirementVerdict};
use cloakroom_engine::kinds::model;

pub const SUPPRESSION: &str = "suppression";

const LEFT_OUT: &str = "Who is left out is missing from every count that is made of the release.";

pub fn items(lent: &Lent<'_>) -> Vec<Item> {
    let settings = lent.workspace.settings();
    let unset = lent.workspace.unset();
    if let Some(Unset::Promise(what)) = unset {
        let words = format!("{what} yet: say how much is enough, in the panel at the right.");
        let line = item(ItemState::Blocks, words)
            .about(
                "Without a promise there is nothing to verify, and nothing that protects anybody.",
            )
            .fix("Promise the usual", Action::PromiseUsual);
        return vec![line];
    }
    let run = Run::of(lent);
    let mut items = vec![method_line(lent, &run)];
    if let Some(Unset::Empty(what)) = unset {
        let words = format!("{what}: it holds of every table.");
        let line = item(ItemState::Notice, words).fix("Promise the usual", Action::PromiseUsual);
        items.push(line.about("A release that promises nothing protects nobody."));
    }
    let parts = settings.requirement.parts().into_iter();
    let is_said = |name: &str| name != SUPPRESSION && !matches!(unset, Some(Unset::Empty(_)));
    for (name, words) in parts.filter(|(name, _)| is_said(name)) {
        items.push(promise(lent, &run, name, &words));
    }
    let checklist = kinds::about(lent.workspace).checklist;
    items.extend((checklist.beside_promises)(lent, &run));
    items
}

pub(super) fn item(state: ItemState, text: impl Into<String>) -> Item {
    Item::new(Subject::Promises, state, text)
}

fn promise(lent: &Lent<'_>, run: &Run<'_>, name: &'static str, words: &str) -> Item {
    let about = model(lent.workspace.kind(), name).map_or("", |model| model.sentence);
    let title = lent.workspace.settings().method.name.title();
    if let Some((why, (fix, action))) = lacking(lent, name) {
        return item(ItemState::Blocks, why).about(about).fix(fix, action);
    }
    let line = match run {
        Run::Fresh(outcome) => {
            let verdict = outcome
                .check()
                .and_then(|check| find(&check.requirements, name));
            match verdict {
                Some(verdict) => decided(verdict, words).of_method(),
                None => item(ItemState::Done, format!("{words} holds.")).of_method(),
            }
        }
        Run::Failed(_) => item(
            ItemState::Later,
            format!("{words}: not decided, since {title} ended without a result."),
        )
        .of_method(),
        Run::AsItIs => as_it_is(lent, name, words),
        Run::Stale | Run::Never | Run::Running => item(
            ItemState::Later,
            format!("{words}: known once {title} has run."),
        )
        .of_method(),
    };
    line.about(about)
}

fn find<'a>(verdicts: &'a [RequirementVerdict], name: &str) -> Option<&'a RequirementVerdict> {
    verdicts.iter().find(|verdict| verdict.name == name)
}

/// A verdict on what the method made: `k = 5 holds; 7 is reached.`
fn decided(verdict: &RequirementVerdict, words: &str) -> Item {
    if !verdict.satisfied {
        let many = number::counted(verdict.violations as u64, "record");
        return item(ItemState::Blocks, format!("{words} is broken by {many}."));
    }
    let more = verdict
        .reached
        .filter(|reached| *reached != verdict.wanted)
        // However many items the longest basket has: that is all there is.
        .filter(|_| !matches!(verdict.wanted, Amount::Unbounded(_)))
        .map(|reached| format!("; {} is reached", amount(reached)));
    item(
        ItemState::Done,
        format!("{words} holds{}.", more.unwrap_or_default()),
    )
}

fn amount(amount: Amount) -> String {
    match amount {
        Amount::Count(count) => number::count(count),
        Amount::Number(number) => number::decimal(number),
        Amount::Share(share) => number::percent(share),
        Amount::Recursive(c, l) => format!("({}, {l})", number::decimal(c)),
        Amount::Unbounded(_) => "any number".to_owned(),
    }
}

fn as_it_is(lent: &Lent<'_>, name: &'static str, words: &str) -> Item {
    let kind = lent.workspace.kind();
    let units = lent.status.and_then(|status| status.classes.counts());
    let noun = |many: usize| units.map_or_else(|| kind.record(many), |units| units.name(many));
    let counted = |many: usize| format!("{} {}", number::count(many as u64), noun(many));
    match stands(lent, name) {
        Stands::Holds => item(ItemState::Done, format!("{words} holds.")),
        Stands::Unknown(why) => item(ItemState::Waiting, format!("{words}: {why}")),
        Stands::HoldsWithout(many) => item(
            ItemState::Done,
            format!("{words} holds once {} left out.", are(many, noun)),
        ),
        Stands::WhenWritten => item(
            ItemState::Later,
            format!("{words}: decided when the release is written."),
        ),
        Stands::TooFar => item(
            ItemState::Blocks,
            format!(
                "{words} is broken: what is left when others are left out lies too far from the table."
            ),
        )
        .fix("Show", Action::ShowViolating),
        Stands::Broken(many, show) => item(
            ItemState::Blocks,
            format!("{words} is broken by {}.", counted(many)),
        )
        .fix("Show", *show),
    }
}

/// `1 record is`, `12 people are`.
fn are(many: usize, noun: impl Fn(usize) -> &'static str) -> String {
    let is = if many == 1 { "is" } else { "are" };
    format!("{} {} {is}", number::count(many as u64), noun(many))
}

/// How many are missing from the release, against the limit. `made` is where those are seen that a method leaves out.
pub(super) fn left_out(lent: &Lent<'_>, run: &Run<'_>, made: Action) -> Option<Item> {
    let workspace = lent.workspace;
    let kind = workspace.kind();
    let requirement = &workspace.settings().requirement;
    let units = lent.status.and_then(|status| {
        let counted = status.classes.counts()?;
        Some((counted, status.classes.all_counted()))
    });
    let records = units.map_or_else(|| workspace.records(), |(_, all)| all);
    let noun = |many: usize| match units {
        Some((counted, _)) => counted.name(many),
        None => kind.record(many),
    };
    let may = requirement.may_leave_out(records);
    let limit = match may {
        0 => "nobody may be".to_owned(),
        _ => format!("{} may be", number::count(may as u64)),
    };
    let (known, of_method) = match run {
        Run::Fresh(outcome) if units.is_some() => (units_left_out(outcome), true),
        Run::Fresh(outcome) => (outcome.left_out(), true),
        Run::AsItIs => (left_out_as_it_is(lent, may), false),
        Run::Failed(_) => return None,
        Run::Stale | Run::Never | Run::Running => (None, true),
    };
    let mut line = match known {
        None => item(
            ItemState::Later,
            format!("How many {} are left out is known then; {limit}.", noun(2)),
        ),
        Some(0) if may == 0 => item(ItemState::Done, format!("No {} is left out.", noun(1))),
        Some(0) => item(
            ItemState::Done,
            format!("No {} is left out; {limit}.", noun(1)),
        ),
        Some(out) if out > may => {
            let words = format!(
                "{} {} would have to be left out; {limit}.",
                number::count(out as u64),
                noun(out)
            );
            item(ItemState::Blocks, words).fix("Show", Action::ShowViolating)
        }
        Some(out) => {
            let words = format!(
                "{} left out ({}); {limit}.",
                are(out, noun),
                number::percent(out as f64 / records.max(1) as f64)
            );
            let show = if of_method {
                made
            } else {
                Action::ShowViolating
            };
            item(ItemState::Done, words).fix("See which", show)
        }
    };
    line.of_method = of_method;
    Some(line.about(LEFT_OUT))
}

/// `None` while it is not known. Where nobody may be left out, the promises say what is wrong.
fn left_out_as_it_is(lent: &Lent<'_>, may: usize) -> Option<usize> {
    let violating = match (lent.status, lent.people) {
        // Who else must go with those in classes that fail is known when it is released.
        (Some(status), _) if status.classes.counts().is_some() && status.scan.violating > 0 => {
            return (may == 0).then_some(0);
        }
        (Some(status), _) => status.scan.violating,
        (None, Some(people)) => people.violating,
        (None, None) => return None,
    };
    Some(if may == 0 { 0 } else { violating })
}

fn units_left_out(outcome: &RunOutcome) -> Option<usize> {
    outcome.reached()?.records()?.units_left_out
}

/// The way to a run of the method.
pub(super) fn run_it_now() -> (&'static str, Action) {
    ("Run it now", Action::Run(Command::RunMethod))
}
