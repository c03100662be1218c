//! Columns that tell of another only together, as day, month and year tell a date.
//!
//! To an identifying column those are joined, one after the other, that bring what they hold together closest to it: the
//! parts of a column add nothing of their own, so they come before everything else.

use super::compared::{Compared, Rows};
use super::{Doubt, Reason};
use cloakroom_core::{Column, Progress, Stopped};
use foldhash::fast::FixedState;
use rayon::prelude::*;
use std::collections::HashMap;

/// Columns that are joined at most.
const MOST: usize = 4;
/// A column that brings the others no nearer than this by joining them is none of the parts.
const NEARER: f64 = 1e-9;

/// Sets of kept columns by their places, each with the column that it tells. `alone` is what each tells by itself.
pub fn sets<'a>(
    kept: &[&Column],
    identifying: &[&'a Column],
    alone: &[Doubt],
    progress: &Progress,
) -> Result<Vec<(Vec<usize>, &'a str)>, Stopped> {
    let mut sets = Vec::new();
    for told in identifying {
        progress.check()?;
        // Whoever tells it alone, or tells records apart anyway, needs nobody else.
        let is_open = |&at: &usize| {
            let reasons = alone[at].reasons.iter();
            let tells_it = |reason: &Reason| match reason {
                Reason::NearlyUnique => true,
                Reason::Tells { of, .. } => of == told.name(),
                Reason::LooksLike(_) | Reason::NameSays(_) => false,
            };
            kept[at].distinct() > 1 && !reasons.into_iter().any(tells_it)
        };
        let candidates: Vec<usize> = (0..kept.len()).filter(is_open).collect();
        if let Some(members) = set(kept, candidates, told, progress)? {
            sets.push((members, told.name()));
        }
    }
    Ok(sets)
}

fn set(
    kept: &[&Column],
    mut candidates: Vec<usize>,
    told: &Column,
    progress: &Progress,
) -> Result<Option<Vec<usize>>, Stopped> {
    let rows = Rows::some(told.len());
    let mut joined: Vec<u32> = rows.places().map(|_| 0).collect();
    let compare = |joined: &[u32]| {
        let told = rows
            .places()
            .map(|row| (told.codes()[row], told.weight(row)));
        let pairs = joined.iter().zip(told);
        let pairs = pairs.map(|(&code, (other, records))| (code, other, records));
        Compared::of_pairs(pairs, progress)
    };
    let mut members: Vec<usize> = Vec::new();
    let mut nearest = compare(&joined)?.apart();
    while members.len() < MOST {
        let tried = candidates
            .par_iter()
            .map(|&at| {
                let codes = with(&joined, kept[at], rows, progress)?;
                Ok((at, compare(&codes)?))
            })
            .collect::<Result<Vec<_>, Stopped>>()?;
        let best = tried
            .into_iter()
            .min_by(|a, b| a.1.apart().total_cmp(&b.1.apart()).then(a.0.cmp(&b.0)));
        let Some((best, compared)) = best.filter(|(_, found)| found.apart() < nearest - NEARER)
        else {
            return Ok(None);
        };
        nearest = compared.apart();
        joined = with(&joined, kept[best], rows, progress)?;
        candidates.retain(|&at| at != best);
        members.push(best);
        if members.len() > 1 && compared.tells_together() {
            members.sort_unstable();
            return Ok(Some(members));
        }
    }
    Ok(None)
}

/// The codes of what is joined already and of one column more, as codes of their own.
fn with(
    joined: &[u32],
    column: &Column,
    rows: Rows,
    progress: &Progress,
) -> Result<Vec<u32>, Stopped> {
    progress.check()?;
    let mut known: HashMap<u64, u32, FixedState> = HashMap::default();
    let codes = joined.iter().zip(rows.places()).map(|(&before, row)| {
        let pair = u64::from(before) << 32 | u64::from(column.codes()[row]);
        let next = known.len() as u32;
        *known.entry(pair).or_insert(next)
    });
    Ok(codes.collect())
}
