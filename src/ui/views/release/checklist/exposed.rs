//! What a release shows that keeps every promise and may still be worth a second thought: small classes, and values that
//! one record alone has.

use super::super::Lent;
use super::columns::listed;
use super::method::Run;
use super::{Item, ItemState, Subject};
use crate::ui::actions::{Action, ExploreTab};
use crate::ui::column_facts::with_facts;
use crate::ui::method_result::RunOutcome;
use crate::ui::widgets::number;
use cloakroom_core::kind::Kind;
use cloakroom_core::roles::Role;
use cloakroom_engine::kinds::AnyCandidate;
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_ratings::profile::RatingsProfile;

pub fn items(lent: &Lent<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    if !lent.workspace.settings().requirement.is_empty() {
        items.extend(small_classes(lent));
    }
    items.extend(unique_values(lent));
    items.extend(unique_secrets(lent));
    items
}

fn item(state: ItemState, text: impl Into<String>) -> Item {
    Item::new(Subject::Shown, state, text)
}

/// How many share as few as k, or one more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Small {
    pub exactly: usize,
    pub one_more: usize,
    pub least: u32,
}

impl Small {
    pub fn of_classes(classes: &ClassProfile, k: u32) -> Self {
        let below = classes.violating(k);
        let exactly = classes.violating(k.saturating_add(1)) - below;
        let sizes = classes.histogram().iter().map(|entry| entry.size);
        Self {
            exactly,
            one_more: classes.violating(k.saturating_add(2)) - below - exactly,
            least: sizes.filter(|&size| size >= k).min().unwrap_or(0),
        }
    }

    /// By how many people are close to each, at the distance that is promised.
    pub fn of_people(profile: &RatingsProfile, within: u16, k: u32) -> Option<Self> {
        if within > profile.farthest() {
            return None;
        }
        let mut small = Self {
            least: u32::MAX,
            ..Self::default()
        };
        let close = &profile.level(within).within;
        for (&close, &weight) in close.iter().zip(&profile.patterns().weight) {
            if close < k {
                continue;
            }
            small.least = small.least.min(close);
            small.exactly += weight as usize * usize::from(close == k);
            small.one_more += weight as usize * usize::from(close == k + 1);
        }
        Some(small)
    }
}

fn small_classes(lent: &Lent<'_>) -> Option<Item> {
    let kind = lent.workspace.kind();
    let k = lent.workspace.settings().requirement.k.filter(|&k| k > 1)?;
    let run = Run::of(lent);
    let (small, of_method) = match (&run, kind) {
        (Run::Fresh(RunOutcome::Reached(AnyCandidate::Microdata(candidate))), _) => {
            (Small::of_classes(&candidate.classes, k), true)
        }
        (Run::Fresh(RunOutcome::Reached(AnyCandidate::Ratings(candidate))), _) => {
            let within = lent.people?.target.within;
            (Small::of_people(&candidate.profile, within, k)?, true)
        }
        (Run::AsItIs, Kind::Microdata) => (Small::of_classes(&lent.status?.classes, k), false),
        (Run::AsItIs, Kind::Ratings) => {
            let people = lent.people?;
            (
                Small::of_people(&people.profile, people.target.within, k)?,
                false,
            )
        }
        _ => return None,
    };
    let about = "The promise holds, but where as few as k are alike, one who is known to the others, or leaves a later \
                 release, brings the rest below k.";
    let (who, alike, view) = match kind {
        Kind::Ratings => ("people", "have", ExploreTab::Neighbourhood),
        _ => ("records", "are in", ExploreTab::BeforeAfter),
    };
    let group = |size: u32| match kind {
        Kind::Ratings => format!(
            "exactly {} people close, themselves included",
            number::count(size.into())
        ),
        _ => format!("classes of exactly {}", number::count(size.into())),
    };
    let line = match (small.exactly, small.one_more) {
        (0, 0) if small.least == 0 => return None,
        (0, 0) => item(
            ItemState::Done,
            match kind {
                Kind::Ratings => format!(
                    "Everybody has more people close than k asks for: at least {}.",
                    number::count(small.least.into())
                ),
                _ => format!(
                    "No class is as small as k or one more: the smallest has {}.",
                    number::count(small.least.into())
                ),
            },
        ),
        (0, more) => item(
            ItemState::Notice,
            format!(
                "{} {who} {alike} {}, one more than k.",
                number::count(more as u64),
                group(k + 1)
            ),
        ),
        (exactly, more) => {
            let more = match more {
                0 => String::new(),
                _ => format!(
                    "; {} more in those of {}",
                    number::count(more as u64),
                    k + 1
                ),
            };
            let more = if kind == Kind::Ratings {
                String::new()
            } else {
                more
            };
            item(
                ItemState::Notice,
                format!(
                    "{} {who} {alike} {}{more}.",
                    number::count(exactly as u64),
                    group(k)
                ),
            )
        }
    };
    let view = match (&run, kind) {
        (Run::AsItIs, Kind::Microdata) => ExploreTab::Classes,
        _ => view,
    };
    let line = match line.state {
        ItemState::Notice => line.fix("Look", Action::ShowTab(view)),
        _ => line,
    };
    Some(Item {
        of_method,
        ..line.about(about)
    })
}

/// Sensitive columns in which nearly every record has a value of its own.
fn unique_secrets(lent: &Lent<'_>) -> Option<Item> {
    if lent.workspace.kind() != Kind::Microdata {
        return None;
    }
    let columns = with_facts(lent.workspace, lent.columns?).enumerate();
    let unique: Vec<(usize, &str)> = columns
        .filter(|(_, (_, role, facts))| *role == Some(Role::Sensitive) && facts.nearly_unique)
        .map(|(at, (column, _, _))| (at, column.name()))
        .collect();
    let &(first, _) = unique.first()?;
    let names: Vec<&str> = unique.iter().map(|&(_, name)| name).collect();
    let words = format!(
        "Nearly every record has a sensitive value of its own in {}.",
        listed(&names)
    );
    let about = "Promises about sensitive values hold, but whoever knows such a value from elsewhere finds the record, and \
                 all that stands beside it.";
    Some(
        item(ItemState::Notice, words)
            .about(about)
            .fix("Look", Action::SelectColumn(Some(first))),
    )
}

/// Columns that are released as they are, with values that nobody else has.
fn unique_values(lent: &Lent<'_>) -> Option<Item> {
    if lent.workspace.kind() != Kind::Microdata {
        return None;
    }
    let about = "Nothing is promised about insensitive columns. A value that occurs once leads whoever knows it straight \
                 to its record; mark the column as quasi-identifier if others may know it.";
    let Some(facts) = lent.columns else {
        let words = "Looking for values that occur once.";
        return Some(item(ItemState::Waiting, words).about(about));
    };
    let table = lent.workspace.table();
    let is_held = |name: &&str| table.is_some_and(|table| table.column(name).is_some());
    let mut kept = lent.workspace.names_with_role(Role::Insensitive);
    kept.retain(|name| !is_held(name));
    if !kept.is_empty() {
        let words = format!(
            "Released as they are and not looked through for values that occur once, since the table is counted and \
             not held: {}.",
            listed(&kept)
        );
        return Some(item(ItemState::Notice, words).about(about));
    }
    let mut columns: Vec<(usize, &str, usize)> = with_facts(lent.workspace, facts)
        .enumerate()
        .filter(|(_, (_, role, facts))| *role == Some(Role::Insensitive) && facts.unique > 0)
        .map(|(at, (column, _, facts))| (at, column.name(), facts.unique))
        .collect();
    columns.sort_by_key(|&(at, _, unique)| (std::cmp::Reverse(unique), at));
    let Some(&(worst, _, most)) = columns.first() else {
        let is_any = !lent.workspace.with_role(Role::Insensitive).is_empty();
        let words = "No value of an insensitive column occurs only once.";
        return is_any.then(|| item(ItemState::Done, words).about(about));
    };
    let names: Vec<&str> = columns.iter().map(|&(_, name, _)| name).collect();
    let values = number::counted_as(most as u64, "value", "values");
    let words = match names.as_slice() {
        [one] => format!("{values} of {one} occur only once, and the column is released as it is."),
        _ => format!(
            "Columns released as they are have values that occur only once: {}; {values} of the first.",
            listed(&names)
        ),
    };
    Some(
        item(ItemState::Notice, words)
            .about(about)
            .fix("Look", Action::SelectColumn(Some(worst))),
    )
}
