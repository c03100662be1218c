//! What becomes of a part of the transactions when one node is replaced by its children.

use super::laid::Laid;
use cloakroom_core::{Progress, Stopped};

/// How many transactions are looked at between two looks at the progress.
const STRIDE: usize = 1 << 12;

pub(super) enum Expansion {
    /// All transactions have the same children: nothing is split.
    Free {
        children: Vec<u32>,
    },
    Split(Split),
    /// Transactions that agree in their children are too few, here and so in every part of these.
    Never,
    /// Those that are left over cannot be made enough.
    NotHere,
}

pub(super) struct Split {
    /// In units, against leaving the node as it is.
    pub saved: u64,
    pub parts: Vec<Part>,
    /// Those that keep the node; none or at least k.
    pub left: Vec<u32>,
}

/// Transactions, at least k, that show the same children.
pub(super) struct Part {
    pub children: Vec<u32>,
    pub members: Vec<u32>,
}

/// A transaction that could be told apart by its children, and what that would save.
#[derive(Clone, Copy)]
struct Member {
    saved: u64,
    basket: u32,
    /// The places of its children in `keys`.
    from: usize,
    to: usize,
}

pub(super) fn expand(
    laid: &Laid<'_>,
    baskets: &[u32],
    node: u32,
    k: usize,
    progress: &Progress,
) -> Result<Expansion, Stopped> {
    let mut keys: Vec<u32> = Vec::new();
    let mut members: Vec<Member> = Vec::with_capacity(baskets.len());
    let mut same = true;
    for chunk in baskets.chunks(STRIDE) {
        progress.check()?;
        for &basket in chunk {
            let from = keys.len();
            let saved = laid.children_in(basket, node, &mut keys);
            let to = keys.len();
            let first = members.first().map_or(0..to, |first| first.from..first.to);
            same &= keys[from..to] == keys[first];
            // Two parts of k each are the least that a split can give.
            if !same && baskets.len() < 2 * k {
                return Ok(Expansion::NotHere);
            }
            members.push(Member {
                saved,
                basket,
                from,
                to,
            });
        }
    }
    if same {
        return Ok(Expansion::Free {
            children: keys[members[0].from..members[0].to].to_vec(),
        });
    }
    let key = |member: &Member| &keys[member.from..member.to];
    members.sort_unstable_by(|a, b| key(a).cmp(key(b)).then(a.basket.cmp(&b.basket)));
    progress.check()?;
    let mut kept: Vec<Vec<Member>> = Vec::new();
    let mut left: Vec<Member> = Vec::new();
    for group in members.chunk_by(|a, b| key(a) == key(b)) {
        if group.len() >= k {
            kept.push(group.to_vec());
        } else {
            left.extend_from_slice(group);
        }
    }
    if kept.is_empty() {
        return Ok(Expansion::Never);
    }
    if !fill(&mut left, &mut kept, k) {
        return Ok(Expansion::NotHere);
    }
    let part = |members: &Vec<Member>| Part {
        children: key(&members[0]).to_vec(),
        members: transactions_of(members),
    };
    Ok(Expansion::Split(Split {
        saved: kept.iter().flatten().map(|member| member.saved).sum(),
        parts: kept.iter().map(part).collect(),
        left: transactions_of(&left),
    }))
}

fn transactions_of(members: &[Member]) -> Vec<u32> {
    let mut baskets: Vec<u32> = members.iter().map(|member| member.basket).collect();
    baskets.sort_unstable();
    baskets
}

/// Makes those left over none or at least k: by some from parts that have more than k, or by a whole part,
/// whichever loses less. Says whether that can be done and a part stays.
fn fill(left: &mut Vec<Member>, kept: &mut Vec<Vec<Member>>, k: usize) -> bool {
    if left.is_empty() || left.len() >= k {
        return true;
    }
    let missing = k - left.len();
    let some = cheapest(kept, k, missing);
    let lost = |members: &[Member]| members.iter().map(|member| member.saved).sum::<u64>();
    let whole = (0..kept.len()).min_by_key(|&part| (lost(&kept[part]), part));
    let whole = whole.filter(|_| kept.len() > 1);
    match (some, whole) {
        (Some(some), whole) if whole.is_none_or(|part| lost(&some) <= lost(&kept[part])) => {
            let moved = transactions_of(&some);
            for part in kept.iter_mut() {
                part.retain(|member| moved.binary_search(&member.basket).is_err());
            }
            left.extend(some);
            true
        }
        (_, Some(part)) => {
            left.extend(kept.remove(part));
            true
        }
        (_, None) => false,
    }
}

/// So many transactions that lose least by keeping the node, from parts that keep k without them.
fn cheapest(kept: &[Vec<Member>], k: usize, missing: usize) -> Option<Vec<Member>> {
    let order = |member: &Member| (member.saved, member.basket);
    let mut spare: Vec<Member> = Vec::new();
    for part in kept.iter().filter(|part| part.len() > k) {
        let mut part = part.clone();
        part.sort_unstable_by_key(order);
        part.truncate((part.len() - k).min(missing));
        spare.extend(part);
    }
    spare.sort_unstable_by_key(order);
    spare.truncate(missing);
    (spare.len() == missing).then_some(spare)
}
