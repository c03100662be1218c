//! What a release shows that keeps every promise and may still be worth a second thought: how many share as few as k.

use super::super::Lent;
use super::columns::listed;
use super::method::Run;
use super::{Item, ItemState, Subject};
use crate::ui::actions::{Action, ExploreTab};
use crate::ui::widgets::number;
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_ratings::profile::RatingsProfile;

pub(super) fn item(state: ItemState, text: impl Into<String>) -> Item {
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
        let sizes = classes.histogram().iter().map(|entry| entry.size);
        // Whoever is in several classes is seen in the smallest of them that keeps k.
        let up_to = |most: u32| {
            let size = |class: u32| classes.counted()[class as usize];
            classes.counted_in(|class| (k..=most).contains(&size(class)))
        };
        let exactly = up_to(k);
        Self {
            exactly,
            one_more: up_to(k.saturating_add(1)) - exactly,
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

/// Columns or issues that are released and in which the method left nothing.
pub(super) fn erased(lent: &Lent<'_>, view: ExploreTab) -> Option<Item> {
    let Run::Fresh(_) = Run::of(lent) else {
        return None;
    };
    let names: Vec<&str> = lent.result?.erased().iter().map(String::as_str).collect();
    let of = if names.len() == 1 { "it" } else { "them" };
    let words = format!(
        "{}: nothing is left of {of}, no record says anything there any more.",
        listed(&names)
    );
    let about = "Whoever gets the release sees the column and learns nothing from it. Ask for less, let more be left out, or \
                 say that fewer columns are known.";
    (!names.is_empty()).then(|| {
        item(ItemState::Notice, words)
            .about(about)
            .fix("Look", Action::ShowTab(view))
    })
}

/// How a kind speaks of those who share as few.
pub(super) struct SmallWords {
    pub who: &'static str,
    pub alike: &'static str,
    /// What so many share.
    pub group: fn(u32) -> String,
    /// That everybody shares more, and at least so many.
    pub none: fn(u32) -> String,
    /// Those with one more are told of beside those with as few as k.
    pub tells_more: bool,
    /// Where they are seen.
    pub view: ExploreTab,
}

/// The k that is asked for, if it asks for company at all.
pub(super) fn wanted_k(lent: &Lent<'_>) -> Option<u32> {
    lent.workspace.settings().requirement.k.filter(|&k| k > 1)
}

pub(super) fn line(k: u32, small: Small, of_method: bool, words: &SmallWords) -> Option<Item> {
    let about = "The promise holds, but where as few as k are alike, one who is known to the others, or leaves a later \
                 release, brings the rest below k.";
    let SmallWords {
        who, alike, group, ..
    } = words;
    let line = match (small.exactly, small.one_more) {
        (0, 0) if small.least == 0 => return None,
        (0, 0) => item(ItemState::Done, (words.none)(small.least)),
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
                1.. if words.tells_more => format!(
                    "; {} more in those of {}",
                    number::count(more as u64),
                    k + 1
                ),
                _ => String::new(),
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
    let line = match line.state {
        ItemState::Notice => line.fix("Look", Action::ShowTab(words.view)),
        _ => line,
    };
    Some(Item {
        of_method,
        ..line.about(about)
    })
}
