//! The promises: each on its own line with its verdict, and what keeping them costs in records, ratings or items.

use super::super::Lent;
use super::columns::listed;
use super::method::{Run, method_line};
use super::status::{Stands, lacking, stands};
use super::{Item, ItemState, Subject};
use crate::ui::actions::{Action, ExploreTab};
use crate::ui::commands::Command;
use crate::ui::widgets::number;
use cloakroom_core::kind::Kind;
use cloakroom_core::method_setting::{MethodSetting, Value};
use cloakroom_core::metrics::Metric;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::NullPolicy;
use cloakroom_core::verdict::{Amount, RequirementVerdict};
use cloakroom_engine::change::Change;
use cloakroom_microdata::privacy::PrivacyModel;
use cloakroom_ratings::privacy::RatingsModel;
use cloakroom_transactions::privacy::TransactionsModel;

pub const SUPPRESSION: &str = "suppression";

const LEFT_OUT: &str = "Who is left out is missing from every count that is made of the release.";

pub fn items(lent: &Lent<'_>) -> Vec<Item> {
    let settings = lent.workspace.settings();
    if settings.requirement.is_empty() {
        return vec![
            item(
                ItemState::Blocks,
                "Nothing is promised yet: add a promise, such as k, in the panel at the right.",
            )
            .about(
                "Without a promise there is nothing to verify, and nothing that protects anybody.",
            ),
        ];
    }
    let run = Run::of(lent);
    let mut items = vec![method_line(lent, &run)];
    let parts = settings.requirement.parts().into_iter();
    for (name, words) in parts.filter(|(name, _)| *name != SUPPRESSION) {
        items.push(promise(lent, &run, name, &words));
    }
    items.extend(unprotected(lent));
    items.extend(left_out(lent, &run));
    items.extend(made_up(lent, &run));
    items.extend(suppressed_items(&run));
    items
}

/// k hides who somebody is and not what they have: a class in which everybody has the same value tells it of everybody.
fn unprotected(lent: &Lent<'_>) -> Option<Item> {
    let workspace = lent.workspace;
    let sensitive = workspace.names_with_role(Role::Sensitive);
    let requirement = &workspace.settings().requirement;
    let is_open = workspace.kind() == Kind::Microdata && !requirement.looks_at_values();
    if sensitive.is_empty() || !is_open {
        return None;
    }
    let words = format!(
        "Nothing is promised about what is sensitive: {}.",
        listed(&sensitive)
    );
    let about = "k alone says among how many people anybody is. Where all of them have the same sensitive value, it is known \
                 of each; l, p, t or \u{3b2} ask for more than one.";
    let add = Action::Change(Change::begin(PrivacyModel::DistinctDiversity));
    Some(
        item(ItemState::Notice, words)
            .about(about)
            .fix("Ask for l = 2", add),
    )
}

pub(super) fn item(state: ItemState, text: impl Into<String>) -> Item {
    Item::new(Subject::Promises, state, text)
}

/// What a promise says, by the name it has in a recipe.
fn meaning(kind: Kind, name: &str) -> &'static str {
    let sentence = match kind {
        Kind::Microdata => PrivacyModel::ALL
            .into_iter()
            .find(|model| model.name() == name)
            .map(PrivacyModel::sentence),
        Kind::Ratings => RatingsModel::ALL
            .into_iter()
            .find(|model| model.name() == name)
            .map(RatingsModel::sentence),
        Kind::Transactions => TransactionsModel::ALL
            .into_iter()
            .find(|model| model.name() == name)
            .map(TransactionsModel::sentence),
    };
    sentence.unwrap_or("")
}

fn promise(lent: &Lent<'_>, run: &Run<'_>, name: &'static str, words: &str) -> Item {
    let about = meaning(lent.workspace.kind(), name);
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
    let counted = |many: usize| format!("{} {}", number::count(many as u64), kind.record(many));
    match stands(lent, name) {
        Stands::Holds => item(ItemState::Done, format!("{words} holds.")),
        Stands::Unknown(why) => item(ItemState::Waiting, format!("{words}: {why}")),
        Stands::HoldsWithout(many) => item(
            ItemState::Done,
            format!("{words} holds once {} left out.", are(kind, many)),
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
        .fix("Show", show),
    }
}

/// `1 record is`, `12 people are`.
fn are(kind: Kind, many: usize) -> String {
    let is = if many == 1 { "is" } else { "are" };
    format!("{} {} {is}", number::count(many as u64), kind.record(many))
}

/// How many are missing from the release, against the limit.
fn left_out(lent: &Lent<'_>, run: &Run<'_>) -> Option<Item> {
    let workspace = lent.workspace;
    let kind = workspace.kind();
    if kind == Kind::Transactions {
        return None;
    }
    let requirement = &workspace.settings().requirement;
    let records = workspace.records();
    let may = requirement.may_leave_out(records);
    let limit = match may {
        0 => "nobody may be".to_owned(),
        _ => format!("{} may be", number::count(may as u64)),
    };
    let (known, of_method) = match run {
        Run::Fresh(outcome) => (outcome.left_out(), true),
        Run::AsItIs => (left_out_as_it_is(lent, may), false),
        Run::Failed(_) => return None,
        Run::Stale | Run::Never | Run::Running => (None, true),
    };
    let mut line = match known {
        None => item(
            ItemState::Later,
            format!(
                "How many {} are left out is known then; {limit}.",
                kind.record(2)
            ),
        ),
        Some(0) if may == 0 => item(
            ItemState::Done,
            format!("No {} is left out.", kind.record(1)),
        ),
        Some(0) => item(
            ItemState::Done,
            format!("No {} is left out; {limit}.", kind.record(1)),
        ),
        Some(out) if out > may => {
            let words = format!(
                "{} {} would have to be left out; {limit}.",
                number::count(out as u64),
                kind.record(out)
            );
            item(ItemState::Blocks, words).fix("Show", Action::ShowViolating)
        }
        Some(out) => {
            let words = format!(
                "{} left out ({}); {limit}.",
                are(kind, out),
                number::percent(out as f64 / records.max(1) as f64)
            );
            let line = item(ItemState::Done, words);
            match (kind, of_method) {
                (Kind::Microdata, true) => {
                    line.fix("See which", Action::ShowTab(ExploreTab::BeforeAfter))
                }
                _ => line.fix("See which", Action::ShowViolating),
            }
        }
    };
    line.of_method = of_method;
    Some(line.about(LEFT_OUT))
}

/// `None` while it is not known. Where nobody may be left out, the promises say what is wrong.
fn left_out_as_it_is(lent: &Lent<'_>, may: usize) -> Option<usize> {
    let violating = match (lent.status, lent.people) {
        (Some(status), _) => status.scan.violating,
        (None, Some(people)) => people.violating,
        (None, None) => return None,
    };
    Some(if may == 0 { 0 } else { violating })
}

/// Ratings that are in the release and in nobody's head, or the other way round.
fn made_up(lent: &Lent<'_>, run: &Run<'_>) -> Option<Item> {
    if lent.workspace.kind() != Kind::Ratings {
        return None;
    }
    let about = "Groups must have rated the same issues. Where one rated and another did not, a rating is made up or \
                 removed; the certificate tells how many, since whoever counts ratings must know.";
    let method = &lent.workspace.settings().method;
    let line = match run {
        Run::AsItIs => item(ItemState::Done, "No rating is made up or removed."),
        Run::Failed(_) => return None,
        Run::Stale | Run::Never | Run::Running if method.name.changes_ratings() => item(
            ItemState::Later,
            "How many ratings are made up or removed is known then.",
        )
        .of_method(),
        Run::Stale | Run::Never | Run::Running => return None,
        Run::Fresh(outcome) => {
            let measured = |metric| outcome.measures().and_then(|measures| measures.get(metric));
            let added = measured(Metric::CellsRated).unwrap_or(0.0) as u64;
            let removed = measured(Metric::CellsUnrated).unwrap_or(0.0) as u64;
            if added + removed == 0 {
                item(ItemState::Done, "No rating is made up or removed.").of_method()
            } else {
                let words = format!(
                    "{} made up and {} removed.",
                    number::counted_as(added, "rating is", "ratings are"),
                    number::count(removed)
                );
                let line = item(ItemState::Notice, words).of_method();
                if added > 0 && method.nulls != NullPolicy::Unrate {
                    let none = Action::Change(Change::Tell(
                        MethodSetting::Nulls,
                        Value::Choice(NullPolicy::Unrate.name()),
                    ));
                    line.fix("Make none up", none)
                } else {
                    line.fix("See the graph", Action::ShowTab(ExploreTab::EpsilonGraph))
                }
            }
        }
    };
    Some(line.about(about))
}

/// What a release of transactions does not show.
fn suppressed_items(run: &Run<'_>) -> Option<Item> {
    let Run::Fresh(outcome) = run else {
        return None;
    };
    let measures = outcome.measures()?;
    let lost = measures.get(Metric::OccurrencesLost)?;
    let gone = measures.get(Metric::ItemsSuppressed).unwrap_or(0.0) as u64;
    let about = "What is suppressed is missing from every basket it was in, and from every count.";
    let line = if lost == 0.0 {
        item(
            ItemState::Done,
            "Every item of every basket is shown, if less exactly.",
        )
    } else {
        let words = format!(
            "{} of the item occurrences are not shown; {} nowhere.",
            number::percent(lost),
            number::counted_as(gone, "item is shown", "items are shown")
        );
        item(ItemState::Notice, words).fix("See which", Action::ShowTab(ExploreTab::Taxonomy))
    };
    Some(line.about(about).of_method())
}

/// The way to a run of the method.
pub(super) fn run_it_now() -> (&'static str, Action) {
    ("Run it now", Action::Run(Command::RunMethod))
}
