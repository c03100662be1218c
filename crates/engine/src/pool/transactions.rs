//! Transactions: an item of a basket is known by what every release shows it as.

use super::{Audited, Counted, Finding, Pooled, damaged, weakest};
use crate::report::trace::TransactionsTrace;
use crate::transactions::CheckedTransactionsTask;
use crate::transactions::check::check;
use cloakroom_core::io::packed::Packed;
use cloakroom_core::{Dictionary, Failure, Problem, Progress, Requirement, Taxonomy, Transactions};
use cloakroom_transactions::transactions::PreparedTransactions;
use hashbrown::HashMap;
use std::sync::Arc;

/// A release and what it tells.
type Told<'a> = (&'a Audited, &'a TransactionsTrace);

/// No item has this name, since all that have one are called by a letter and a number.
const NOTHING: &str = "nothing";
const EVERYTHING: &str = "everything";

pub(crate) fn counted<'a>(
    releases: &[Pooled<'a>],
    people: usize,
    progress: &Progress,
) -> Result<Counted, Failure> {
    let told = |&(release, _): &Pooled<'a>| Some((release, release.trace.transactions()?));
    let releases: Vec<Told<'_>> = releases.iter().filter_map(told).collect();
    let shown = releases
        .iter()
        .map(|&told| Shown::read(told))
        .collect::<Result<Vec<_>, Problem>>()?;
    for ((release, _), other) in releases.iter().zip(&shown) {
        if other.starts != shown[0].starts || other.item != shown[0].item {
            let problem = Problem::new("its baskets are others than those of the first release");
            return Err(damaged(release, &problem).into());
        }
    }
    let requirements = || releases.iter().map(|told| requirement(told.0));
    let mut asked: Vec<(Requirement, &[u32])> = Vec::new();
    for (&(release, _), shown) in releases.iter().zip(&shown) {
        let own = weakest(requirement(release), requirements());
        let apart: &[u32] = if own.h.is_some() { &shown.private } else { &[] };
        if !asked.iter().any(|known| *known == (own.clone(), apart)) {
            asked.push((own, apart));
        }
    }
    let mut findings = Vec::new();
    for (own, apart) in asked {
        let baskets = Arc::new(joined(&shown, apart, progress)?);
        let checked = CheckedTransactionsTask::of(baskets, &own)?;
        let answer = check(&checked, progress)?;
        for verdict in answer.requirements {
            let violating = match verdict.violations {
                0 => Vec::new(),
                _ => answer.violating_rows.clone(),
            };
            findings.push(Finding { verdict, violating });
        }
    }
    Ok(Counted {
        people,
        among: Vec::new(),
        findings,
    })
}

fn requirement(release: &Audited) -> &Requirement {
    &release.recipe.settings.requirement
}

/// What one release shows of every basket.
struct Shown {
    starts: Vec<usize>,
    item: Vec<u32>,
    /// Parallel to `item`: 0 if it is not shown.
    shown: Vec<u32>,
    private: Vec<u32>,
}

impl Shown {
    fn read((release, trace): Told<'_>) -> Result<Self, Problem> {
        let unpack = |packed: &Packed| {
            packed
                .unpack()
                .map_err(|problem| damaged(release, &problem))
        };
        let wrong = || damaged(release, &Problem::new("baskets do not fit together"));
        let lengths = unpack(&trace.lengths)?;
        let (item, mut shown) = (unpack(&trace.item)?, unpack(&trace.shown)?);
        let private = unpack(&trace.private)?;
        let mut starts = Vec::with_capacity(lengths.len() + 1);
        let mut end = 0usize;
        starts.push(end);
        for &length in &lengths {
            end = end.checked_add(length as usize).ok_or_else(wrong)?;
            starts.push(end);
        }
        if end != item.len() || shown.len() != item.len() || lengths.len() != release.input.records
        {
            return Err(wrong());
        }
        // A private item is shown as itself: nothing else is shown as the same.
        let nodes = shown.iter().max().copied().unwrap_or(0);
        for (item, shown) in item.iter().zip(&mut shown) {
            if private.binary_search(item).is_ok() {
                *shown = nodes
                    .checked_add(1)
                    .and_then(|first| first.checked_add(*item))
                    .ok_or_else(wrong)?;
            }
        }
        Ok(Self {
            starts,
            item,
            shown,
            private,
        })
    }
}

/// The baskets as all releases show them together; the items `apart` are private and kept as they are.
fn joined(
    shown: &[Shown],
    apart: &[u32],
    progress: &Progress,
) -> Result<PreparedTransactions, Failure> {
    let mut number_of: HashMap<Vec<u32>, u32> = HashMap::new();
    let (starts, item) = match shown {
        [first, ..] => (&first.starts, &first.item),
        [] => return Err(super::too_few().into()),
    };
    let mut public: Vec<Vec<u32>> = Vec::with_capacity(starts.len());
    for (at, pair) in starts.windows(2).enumerate() {
        progress.check_every(1 << 12, at)?;
        let mut basket = Vec::new();
        for (place, item) in (pair[0]..).zip(&item[pair[0]..pair[1]]) {
            if apart.binary_search(item).is_ok() {
                continue;
            }
            let seen: Vec<u32> = shown.iter().map(|shown| shown.shown[place]).collect();
            if seen.iter().any(|&shown| shown > 0) {
                let next = number_of.len() as u32;
                basket.push(*number_of.entry(seen).or_insert(next));
            }
        }
        basket.sort_unstable();
        basket.dedup();
        public.push(basket);
    }
    let visible = number_of.len() as u32;
    let mut names: Vec<String> = (0..visible).map(|number| format!("i{number}")).collect();
    names.extend(apart.iter().map(|item| format!("p{item}")));
    names.push(NOTHING.to_owned());
    let mut transactions = Transactions {
        items: Dictionary::listed(&names)?,
        starts: vec![0],
        item: Vec::with_capacity(item.len()),
        labels: None,
    };
    for (pair, basket) in starts.windows(2).zip(public) {
        transactions.item.extend(basket);
        let private = item[pair[0]..pair[1]].iter();
        let places = private.filter_map(|item| apart.binary_search(item).ok());
        let codes = places.map(|place| visible + place as u32);
        transactions.item.extend(codes);
        transactions.starts.push(transactions.item.len());
    }
    let links: Vec<(&str, &str)> = names
        .iter()
        .map(|name| (name.as_str(), EVERYTHING))
        .collect();
    let flat = Taxonomy::from_links(&links).map_err(|wrong| Problem::new(wrong.to_string()))?;
    let tree = Arc::new(flat);
    let leaf_of = tree
        .leaf_of(&transactions.items)
        .map_err(|_| Problem::new("the items of the releases do not fit together"))?;
    let is_private: Vec<bool> = (0..names.len() as u32)
        .map(|code| code >= visible && (code as usize) + 1 < names.len())
        .collect();
    Ok(PreparedTransactions::new(
        &transactions,
        tree,
        &leaf_of,
        &is_private,
        progress,
    )?)
}
