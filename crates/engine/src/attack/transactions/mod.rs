//! Linking released baskets with items that somebody is known to have.
//!
//! A basket fits a known item if it shows the item, something above it in the taxonomy, or, where a group is known,
//! something below. An item that was taken out of some basket may be missing from any. So a basket is always among
//! its own candidates, and with it all that show the same nodes: at least k if no more than m items are known.

mod facts;
mod index;
mod secrets;

use super::AttackOptions;
use super::report::{Alone, AttackReport, LISTED_ROWS, PersonAttack, Summary};
use crate::transactions;
use crate::transactions::CheckedTransactionsTask;
use crate::transactions::anonymize::TransactionsCandidate;
use crate::transactions::check::TransactionsProfile;
use cloakroom_core::metrics::{Figure, Unit};
use cloakroom_core::words::counted;
use cloakroom_core::{Failure, Progress, Stopped, Table, Transactions};
use cloakroom_transactions::profile::db::TransactionsDb;
use cloakroom_transactions::transactions::GONE;
pub use facts::{ITEMS, holding_items};
use facts::{Known, read};
use index::Index;
use rayon::prelude::*;
use secrets::Secrets;
use std::collections::{BTreeSet, HashMap};

/// Baskets, and what a method made of them if that is attacked.
pub struct TransactionsAttack<'a> {
    pub checked: &'a CheckedTransactionsTask,
    pub transactions: &'a Transactions,
    /// By name.
    pub private: &'a BTreeSet<String>,
    pub candidate: Option<&'a TransactionsCandidate>,
    /// How the data themselves name and part items.
    pub column: Option<&'a str>,
    pub separator: Option<&'a str>,
}

impl TransactionsAttack<'_> {
    /// Whether private items are kept apart from what somebody may know.
    fn apart(&self) -> bool {
        self.checked.requirement.h.is_some()
    }

    /// How many items somebody may know.
    fn most_known(&self) -> usize {
        let target = self.checked.target;
        let sets = if target.duplicates {
            u32::MAX
        } else {
            target.m
        };
        target.coherence.map_or(sets, |coherence| coherence.p) as usize
    }
}

pub fn attack(
    baskets: &TransactionsAttack<'_>,
    known: &Table,
    options: &AttackOptions,
    progress: &Progress,
) -> Result<AttackReport, Failure> {
    let (mapped, people) = read(baskets, known, options, progress)?;
    let data = baskets.checked.baskets.as_ref();
    let original = TransactionsDb::original(data);
    let released = match baskets.candidate {
        Some(candidate) => &candidate.profile.db,
        None => &original,
    };
    let gone = gone(baskets);
    let exact = Index::new(&original, &data.tree, None);
    let loose = Index::new(released, &data.tree, Some(&gone));
    let secrets = Secrets::new(baskets, released);
    let labels: HashMap<&str, u32> = baskets
        .transactions
        .labels
        .iter()
        .flat_map(|labels| labels.iter().zip(0..))
        .collect();
    progress.stage("linking", people.len() as u64);
    let each = people
        .par_iter()
        .map(|person| {
            progress.check()?;
            let fits_private = |basket: usize| {
                let held = data.private_of(basket);
                person.private.iter().all(|item| held.contains(item))
            };
            let fitting = |index: &Index<'_>| -> Vec<u32> {
                if person.strange > 0 {
                    return Vec::new();
                }
                let sets = index.fitting(&person.nodes);
                let baskets = sets.iter().flat_map(|&set| &index.baskets[set]).copied();
                let mut baskets: Vec<u32> = baskets
                    .filter(|&basket| fits_private(basket as usize))
                    .collect();
                baskets.sort_unstable();
                baskets
            };
            let candidates = fitting(&loose);
            let in_release = !fitting(&exact).is_empty();
            let count = candidates.len() as u64;
            let known = person.nodes.len() + person.private.len();
            let mut attack = PersonAttack {
                person: person.name.clone(),
                known: known + person.strange,
                candidates: count,
                rows: candidates.iter().take(LISTED_ROWS).copied().collect(),
                in_release,
                within_promise: person.private.is_empty() && known <= baskets.most_known(),
                true_among: labels
                    .get(person.name.as_str())
                    .map(|basket| candidates.binary_search(basket).is_ok()),
                reveals: secrets.reveal(&candidates),
                ..PersonAttack::default()
            };
            attack.describe(["basket", "baskets"]);
            progress.advance(1);
            Ok(attack)
        })
        .collect::<Result<Vec<_>, Stopped>>()?;
    let notes = notes(baskets, &people);
    Ok(AttackReport::new(
        Summary {
            kind: transactions::KIND,
            is_release: baskets.candidate.is_some(),
            records: data.len(),
            k: baskets.checked.target.k,
            mapped,
            sensitive: secrets.names().collect(),
            alone: alone(baskets, progress)?,
            notes,
        },
        each,
    ))
}

fn notes(baskets: &TransactionsAttack<'_>, people: &[Known]) -> Vec<String> {
    let mut notes = Vec::new();
    let many = |is: &dyn Fn(&&Known) -> bool| people.iter().filter(is).count();
    let most = baskets.most_known();
    let more = many(&|person| person.nodes.len() + person.private.len() > most);
    if more > 0 {
        notes.push(format!(
            "of {} more than {} are known, more than the promise supposes: fewer than k candidates are then no fault of the \
             release",
            counted(more, "person", "people"),
            counted(most, "item", "items")
        ));
    }
    let private = many(&|person| !person.private.is_empty());
    if private > 0 {
        notes.push(format!(
            "of {} private items are known, which the promise supposes nobody to know",
            counted(private, "person", "people")
        ));
    }
    let strange = many(&|person| person.strange > 0);
    if strange > 0 {
        notes.push(format!(
            "of {} an item is known that no basket has and that is not in the taxonomy, so that none is theirs",
            counted(strange, "person", "people")
        ));
    }
    notes
}

/// By node: whether an occurrence of something under it is not shown somewhere.
fn gone(baskets: &TransactionsAttack<'_>) -> Vec<bool> {
    let data = baskets.checked.baskets.as_ref();
    let mut gone = vec![false; data.tree.len()];
    let Some(candidate) = baskets.candidate else {
        return gone;
    };
    for (&leaf, &shown) in data.leaf.iter().zip(&candidate.anonymized.shown) {
        gone[leaf as usize] |= shown == GONE;
    }
    for node in data.tree.top_down().into_iter().rev() {
        if let Some(above) = data.tree.parent(node) {
            gone[above as usize] |= gone[node as usize];
        }
    }
    gone
}

/// Baskets that a set of public items tells a private one of, for sure: known where private items are asked about.
fn alone(baskets: &TransactionsAttack<'_>, progress: &Progress) -> Result<Alone, Failure> {
    let Some(asked) = baskets.checked.target.coherence else {
        return Ok(Alone::default());
    };
    let computed;
    let profile = match baskets.candidate {
        Some(candidate) => candidate.profile.as_ref(),
        None => {
            computed = TransactionsProfile::original(baskets.checked, progress)?;
            &computed
        }
    };
    let Some(coherence) = &profile.coherence else {
        return Ok(Alone::default());
    };
    let told: usize = (0..profile.db.sets.len())
        .filter(|&set| coherence.largest_share(set, asked.p) >= 1_000_000)
        .map(|set| profile.db.sets.weight[set] as usize)
        .sum();
    let figure = Figure::new(
        "told_private_item",
        told as f64,
        Unit::Baskets,
        format!(
            "For {} some {} tell a private item for sure, whoever they belong to.",
            counted(told, "basket", "baskets"),
            counted(asked.p as usize, "public item", "public items")
        ),
    );
    Ok(Alone {
        columns: Vec::new(),
        figures: vec![figure],
    })
}
