//! What is worth changing: a sentence with numbers that were counted, and the one change that takes it up. Each kind of
//! data looks for itself (`kinds::KindOfData::advice`); what several share stands here.
//!
//! Advice is about the data as they were read, so it stays in house: nothing of it is written anywhere. Every number is
//! exact for the settings that were asked about, and what it says of a change is what the change does.

pub mod duration;
pub(crate) mod fewer_known;
pub(crate) mod no_hierarchy;
mod stronger;

#[cfg(test)]
mod tests;

use stronger::stronger;
pub(crate) use stronger::to_weaker_side;

use super::change::Change;
use super::kinds::{self, AnyCandidate};
use cloakroom_core::io::hierarchy::load_trees;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_core::settings::Settings;
use cloakroom_core::trees::Trees;
use cloakroom_core::words;
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::PreparedRatings;
use cloakroom_transactions::profile::rows::RowProfile;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// So many are shown at once.
pub const SHOWN: usize = 3;

/// What advice is about, the most telling first. Whoever does not want one does not want another about the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// A quasi-identifier that names nearly everybody by itself.
    Unique,
    /// More quasi-identifiers than anybody can know.
    ManyKnown,
    /// A promise that no method can keep.
    OutOfReach,
    /// A column of which the method leaves nothing.
    Erased,
    /// Classes whose members share what is sensitive, and nothing is asked about it.
    Shared,
    /// What was made keeps more than is asked for.
    Stronger,
    /// Twice as much could be asked for at nearly no loss.
    ForLittle,
    /// Leaving out some records makes the others more exact.
    LeaveOut,
    /// Columns that can be shown wholly or not at all.
    NoHierarchy,
    /// A weaker promise that nearly all keep as they are.
    Weaker,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    pub topic: Topic,
    /// What was found, with its numbers.
    pub sentence: String,
    /// What taking it up does.
    pub consequence: String,
    /// From what it is known.
    pub basis: String,
    pub change: Change,
}

/// What advice is asked about.
pub struct Ask<'a> {
    pub loaded: &'a Loaded,
    pub settings: &'a Settings,
    /// Paths in the settings are relative to this.
    pub folder: &'a Path,
    /// The last run, if these settings are what it answers.
    pub ran: Option<Ran<'a>>,
    pub computed: Computed,
}

#[derive(Clone, Copy)]
pub struct Ran<'a> {
    pub candidate: &'a AnyCandidate,
    pub took: Duration,
}

/// What whoever asks has computed of these data and settings already.
#[derive(Clone, Default)]
pub struct Computed {
    pub classes: Option<Arc<ClassProfile>>,
    pub people: Option<(Arc<PreparedRatings>, Arc<RatingsProfile>)>,
    pub baskets: Option<Arc<RowProfile>>,
}

/// A run that took longer is not made again to know more about it.
pub(crate) const WORTH_A_RUN: Duration = Duration::from_secs(3);
/// Promises for which the method is run again.
const TRIED: usize = 2;

/// All advice, the most telling first. Settings that cannot be asked about give none: what is wrong with them is told
/// elsewhere.
pub fn advise(ask: &Ask<'_>, progress: &Progress) -> Result<Vec<Advice>, Failure> {
    let dataset = &ask.loaded.dataset;
    // What is wrong with a hierarchy is told where it is made; only columns can be looked at meanwhile.
    let trees = load_trees(ask.folder, ask.settings, dataset).ok();
    let mut found = quietly(kinds::of(dataset).advice(ask, trees.as_ref(), progress))?;
    if let Some(trees) = &trees {
        found.extend(quietly(free(ask, trees, progress))?);
    }
    found.sort_by_key(|advice| advice.topic);
    found.dedup_by_key(|advice| advice.topic);
    Ok(found)
}

/// What cannot be asked about gives no advice; only a stop ends the work.
fn quietly(found: Result<Vec<Advice>, Failure>) -> Result<Vec<Advice>, Failure> {
    match found {
        Err(Failure::Problem(_)) => Ok(Vec::new()),
        other => other,
    }
}

/// A stronger promise that the same table keeps.
fn free(ask: &Ask<'_>, trees: &Trees, progress: &Progress) -> Result<Vec<Advice>, Failure> {
    let Some(ran) = ask.ran else {
        return Ok(Vec::new());
    };
    let check = ran.candidate.check();
    for (name, change) in stronger(check, &ask.settings.requirement)
        .into_iter()
        .take(TRIED)
    {
        let mut settings = ask.settings.clone();
        change.clone().apply(&mut settings);
        let said = |settings: &Settings| {
            let parts = settings.requirement.parts().into_iter();
            parts
                .filter(|(key, _)| *key == name)
                .map(|(_, said)| said)
                .next()
        };
        let (Some(asked), Some(more)) = (said(ask.settings), said(&settings)) else {
            continue;
        };
        let is_tried = ran.took <= WORTH_A_RUN;
        if is_tried && !makes_the_same(ask, &settings, ran.candidate, trees, progress)? {
            continue;
        }
        let (consequence, basis) = match is_tried {
            true => (
                format!("Promise {more}: the method makes the same table."),
                "The method was run for both promises.",
            ),
            false => (
                format!("Promise {more}. The method may make another table for it."),
                "Counted in what the last run made.",
            ),
        };
        return Ok(vec![Advice {
            topic: Topic::Stronger,
            sentence: format!("What was made keeps {more}, and only {asked} is asked for."),
            consequence,
            basis: basis.to_owned(),
            change,
        }]);
    }
    Ok(Vec::new())
}

/// Whether the method makes the same of other settings.
fn makes_the_same(
    ask: &Ask<'_>,
    settings: &Settings,
    made: &AnyCandidate,
    trees: &Trees,
    progress: &Progress,
) -> Result<bool, Failure> {
    let prepared = kinds::prepare(&ask.loaded.dataset, settings, trees, progress);
    let again = match prepared.and_then(|prepared| prepared.anonymize(progress)) {
        Ok(again) => again,
        Err(Failure::Problem(Problem { .. })) => return Ok(false),
        Err(stopped) => return Err(stopped),
    };
    Ok(match again {
        crate::anonymize::Outcome::Reached(again) => again.made().is_same(made),
        crate::anonymize::Outcome::NotReached(_) => false,
    })
}

/// A share with a space that no line is broken at.
pub(crate) fn share(share: f64) -> String {
    words::percent(share).replace(" %", "\u{a0}%")
}

/// Small numbers as a word.
pub(crate) fn spelled(number: usize) -> String {
    const WORDS: [&str; 6] = ["none", "one", "two", "three", "four", "five"];
    WORDS
        .get(number)
        .map_or_else(|| words::grouped(number), |&word| word.to_owned())
}

/// `a, b and c`, or `a, b, c and 4 others`.
pub(crate) fn some_of(names: &[&str]) -> String {
    const NAMED: usize = 3;
    if names.len() <= NAMED + 1 {
        return words::listed(names);
    }
    let others = format!("{} others", names.len() - NAMED);
    let named: Vec<&str> = names[..NAMED]
        .iter()
        .copied()
        .chain([others.as_str()])
        .collect();
    words::listed(&named)
}
