//! Sets of public items that tell too much: a private item is in too large a share of the baskets that hold them.
//!
//! Sets that fewer than k baskets hold are none of these: they are rare, which is worse.

use super::pile::Pile;
use super::walk::{Aim, End, Room, Walk, Work};
use crate::watch::{Stopped, Watch};
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// So many out of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub part: u64,
    pub all: u64,
}

impl Share {
    pub fn is_less_than(self, other: Self) -> bool {
        u128::from(self.part) * u128::from(other.all)
            < u128::from(other.part) * u128::from(self.all)
    }

    /// The least number of millionths that is no less.
    pub fn millionths(self) -> u64 {
        (u128::from(self.part) * 1_000_000).div_ceil(u128::from(self.all)) as u64
    }
}

/// Which sets are looked at.
#[derive(Clone, Copy)]
pub(super) struct Among {
    /// They are in at least so many baskets.
    pub least: u32,
    /// They have at most so many items.
    pub most: u32,
}

/// By row: whether it holds a set of which more than this share has a private item.
pub(super) fn rows(
    pile: &Pile,
    among: Among,
    limit: Share,
    watch: &dyn Watch,
) -> Result<Vec<bool>, Stopped> {
    let marked: Vec<AtomicBool> = (0..pile.len()).map(|_| AtomicBool::new(false)).collect();
    let told = (0..pile.private.len()).into_par_iter().try_for_each_init(
        || Room::new(pile),
        |room, secret| {
            let mut walk = Walk {
                pile,
                among,
                limit,
                aim: Aim::Rows(&marked),
                work: Work::within(u64::MAX, watch),
            };
            let starts = walk.starts(secret, room)?;
            starts.into_par_iter().try_for_each_init(
                || Room::new(pile),
                |room, start| walk.clone().go(&start, 1, room),
            )
        },
    );
    match told {
        Err(End::Stopped(stopped)) => Err(stopped),
        Ok(()) | Err(End::Spent | End::Found) => {
            Ok(marked.into_iter().map(AtomicBool::into_inner).collect())
        }
    }
}

/// Whether there is a set of which more than this share has a private item; not known if the budget ends first.
pub(super) fn exists(
    pile: &Pile,
    among: Among,
    limit: Share,
    budget: u64,
    watch: &dyn Watch,
) -> Result<Option<bool>, Stopped> {
    let mut walk = Walk {
        pile,
        among,
        limit,
        aim: Aim::Any,
        work: Work::within(budget, watch),
    };
    match walk.through_all(&mut Room::new(pile)) {
        Ok(()) => Ok(Some(false)),
        Err(End::Found) => Ok(Some(true)),
        Err(End::Spent) => Ok(None),
        Err(End::Stopped(stopped)) => Err(stopped),
    }
}

/// The largest share of any; not known if the budget ends first.
pub(super) fn largest(
    pile: &Pile,
    among: Among,
    budget: u64,
    watch: &dyn Watch,
) -> Result<Option<Share>, Stopped> {
    let mut walk = Walk {
        pile,
        among,
        limit: Share { part: 0, all: 1 },
        aim: Aim::Largest,
        work: Work::within(budget, watch),
    };
    let mut room = Room::new(pile);
    // Small sets first: what they tell lets many larger ones be passed over.
    for most in 1..=among.most.min(pile.longest() as u32) {
        walk.among.most = most;
        match walk.through_all(&mut room) {
            Ok(()) | Err(End::Found) => {}
            Err(End::Spent) => return Ok(None),
            Err(End::Stopped(stopped)) => return Err(stopped),
        }
    }
    Ok(Some(walk.limit))
}
