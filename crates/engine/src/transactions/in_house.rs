//! What became of the items of transactions, and how exposed these were.

use super::check::TransactionsProfile;
use crate::in_house::mapping::{MappingFile, Pairs};
use crate::report::story::{Exposure, InHouse, ItemStories, ItemStory, Stories};
use crate::report::trace::{Trace, TransactionsTrace};
use cloakroom_core::io::packed::Packed;
use cloakroom_core::{CheckAnswer, Failure, Measures, Progress, Stopped, Transactions};
use cloakroom_transactions::method::AnonymizedTransactions;
use cloakroom_transactions::transactions::{GONE, PreparedTransactions};
use std::collections::BTreeMap;

/// How many occurrences are looked at between two looks at the progress.
const STRIDE: usize = 1 << 16;

/// What is made of transactions.
#[derive(Clone, Copy, Debug)]
pub struct Made<'a> {
    pub transactions: &'a Transactions,
    pub baskets: &'a PreparedTransactions,
    pub anonymized: &'a AnonymizedTransactions,
}

/// `profile` and `check` are of the same transactions.
pub fn exposure(profile: &TransactionsProfile, check: &CheckAnswer) -> Exposure {
    Exposure::new(
        check.records,
        check.violating_rows.len(),
        profile.repeats(),
        Measures::default(),
    )
}

pub fn in_house(
    made: Made<'_>,
    before: Exposure,
    after: Exposure,
    progress: &Progress,
) -> Result<InHouse, Stopped> {
    progress.stage("recording", 0);
    Ok(InHouse {
        before,
        after,
        stories: Stories::Items(stories(made, &pairs(made, progress)?)),
        notes: made.anonymized.notes.clone(),
    })
}

/// Leaves with what they are shown as, and how often.
fn pairs(made: Made<'_>, progress: &Progress) -> Result<Vec<(u32, u32, u64)>, Stopped> {
    let mut pairs = Pairs::default();
    let leaves = made.baskets.leaf.chunks(STRIDE);
    for (leaves, shown) in leaves.zip(made.anonymized.shown.chunks(STRIDE)) {
        progress.check()?;
        for (&leaf, &shown) in leaves.iter().zip(shown) {
            pairs.add(leaf, shown);
        }
    }
    Ok(pairs.sorted())
}

fn stories(made: Made<'_>, pairs: &[(u32, u32, u64)]) -> ItemStories {
    let tree = &made.baskets.tree;
    let mut by_shown: BTreeMap<u32, (usize, u64)> = BTreeMap::new();
    let mut told = ItemStories::default();
    for of_leaf in pairs.chunk_by(|a, b| a.0 == b.0) {
        for &(_, shown, count) in of_leaf {
            if shown == GONE {
                told.occurrences_not_shown += count;
                continue;
            }
            let (items, occurrences) = by_shown.entry(shown).or_default();
            *items += 1;
            *occurrences += count;
        }
        let is_gone = of_leaf.iter().all(|&(_, shown, _)| shown == GONE);
        told.items_not_shown += usize::from(is_gone);
    }
    let public = by_shown
        .into_iter()
        .map(|(node, (items, occurrences))| ItemStory {
            shown_as: tree.name(node).to_owned(),
            is_general: !tree.is_leaf(node),
            items,
            occurrences,
        });
    told.shown.extend(public);
    let private = private(made).into_iter();
    told.shown
        .extend(private.map(|(item, occurrences)| ItemStory {
            shown_as: made.transactions.items.get(item).to_owned(),
            is_general: false,
            items: 1,
            occurrences,
        }));
    told.shown.sort_by(|a, b| {
        let by_count = b.occurrences.cmp(&a.occurrences);
        by_count.then_with(|| a.shown_as.cmp(&b.shown_as))
    });
    told
}

/// Private items with their occurrences.
fn private(made: Made<'_>) -> BTreeMap<u32, u64> {
    let mut counts = BTreeMap::new();
    for &item in &made.baskets.private {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

/// One file for all items; what is not shown has nothing in its second column.
pub fn mapping(made: Made<'_>, progress: &Progress) -> Result<Vec<MappingFile>, Failure> {
    let tree = &made.baskets.tree;
    let mut lines: Vec<[String; 3]> = pairs(made, progress)?
        .into_iter()
        .map(|(leaf, shown, count)| {
            let shown = if shown == GONE { "" } else { tree.name(shown) };
            [
                tree.name(leaf).to_owned(),
                shown.to_owned(),
                count.to_string(),
            ]
        })
        .collect();
    lines.extend(private(made).into_iter().map(|(item, count)| {
        let name = made.transactions.items.get(item);
        [name.to_owned(), name.to_owned(), count.to_string()]
    }));
    lines.sort();
    Ok(vec![MappingFile::new("items", &lines, progress)?])
}

/// What a release tells of every basket, packed for the audit file.
pub fn trace(made: Made<'_>, progress: &Progress) -> Result<Trace, Failure> {
    let transactions = made.transactions;
    let mut shown = vec![0; transactions.item.len()];
    for (&place, &node) in made.baskets.place.iter().zip(&made.anonymized.shown) {
        shown[place as usize] = if node == GONE { 0 } else { node + 1 };
    }
    let mut private = made.baskets.private.clone();
    private.sort_unstable();
    private.dedup();
    let lengths: Vec<u32> = transactions
        .starts
        .windows(2)
        .map(|pair| (pair[1] - pair[0]) as u32)
        .collect();
    Ok(Trace::Transactions(TransactionsTrace {
        lengths: Packed::of(&lengths, progress)?,
        item: Packed::of(&transactions.item, progress)?,
        shown: Packed::of(&shown, progress)?,
        private: Packed::of(&private, progress)?,
    }))
}
