//! Sorting that hears a stop in between.

use crate::watch::{Stopped, Watch};
use rayon::prelude::*;
use std::cmp::Ordering;

/// How many are sorted or merged between two looks at the watch.
const RUN: usize = 1 << 14;

/// Numbers from 0 in the order of `compare`, equal ones ascending: sorted runs, merged two by two.
pub(crate) fn sorted(
    count: usize,
    compare: impl Fn(u32, u32) -> Ordering + Sync,
    watch: &dyn Watch,
) -> Result<Vec<u32>, Stopped> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.par_chunks_mut(RUN).try_for_each(|run| {
        watch.check()?;
        run.sort_by(|&left, &right| compare(left, right));
        Ok(())
    })?;
    let mut merged = vec![0u32; count];
    let mut width = RUN;
    while width < count {
        order
            .par_chunks(2 * width)
            .zip(merged.par_chunks_mut(2 * width))
            .try_for_each(|(from, into)| {
                let (left, right) = from.split_at(width.min(from.len()));
                merge(&compare, left, right, into, watch)
            })?;
        std::mem::swap(&mut order, &mut merged);
        width *= 2;
    }
    Ok(order)
}

fn merge<'a>(
    compare: impl Fn(u32, u32) -> Ordering,
    mut left: &'a [u32],
    mut right: &'a [u32],
    into: &mut [u32],
    watch: &dyn Watch,
) -> Result<(), Stopped> {
    for (at, place) in into.iter_mut().enumerate() {
        if at % RUN == 0 {
            watch.check()?;
        }
        let from_left = match (left.first(), right.first()) {
            (Some(&l), Some(&r)) => compare(l, r).is_le(),
            (Some(_), None) => true,
            (None, _) => false,
        };
        let side = if from_left { &mut left } else { &mut right };
        if let Some((&next, rest)) = side.split_first() {
            *place = next;
            *side = rest;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Unwatched;

    struct Stop;

    impl Watch for Stop {
        fn check(&self) -> Result<(), Stopped> {
            Err(Stopped)
        }
    }

    #[test]
    fn many_runs_are_merged_into_one_order() {
        let key = |at: u32| at * 7919 % 1013;
        let order = sorted(100_000, |a, b| key(a).cmp(&key(b)), &Unwatched).unwrap();
        let in_order = |pair: &[u32]| (key(pair[0]), pair[0]) < (key(pair[1]), pair[1]);
        assert!(order.windows(2).all(in_order));
        assert!(sorted(1, |a, b| a.cmp(&b), &Stop).is_err());
    }
}
