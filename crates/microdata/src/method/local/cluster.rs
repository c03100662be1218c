//! A group that grows: each time by the record that costs least, until the judge is content.

use super::axis::Cell;
use super::referee::Referee;
use super::space::Space;
use super::stock::Stock;
use cloakroom_core::{Progress, Stopped};
use std::collections::HashSet;

/// How many of the nearest kinds are kept at hand, roughly: below the first more are fetched, above the
/// second fewer the next time.
const AT_HAND: std::ops::Range<usize> = 48..768;
/// How many different sensitive values are tried before the nearest record is taken whatever it is.
const TRIED_TAGS: usize = 64;

/// What stays from one cluster to the next.
#[derive(Debug)]
pub struct Grower {
    /// How far to look for kinds to keep at hand: learnt from the last time.
    reach: u32,
    at_hand: Vec<u32>,
    /// Kinds that are not at hand cost more than this.
    bound: u32,
}

impl Grower {
    pub fn new(space: &Space) -> Self {
        Self {
            reach: space.axes.first().map_or(1, |axis| axis.one / 4).max(1),
            at_hand: Vec::new(),
            bound: 0,
        }
    }

    /// Grows a group from a record of the kind `seed`. Gives its rows, whether it passes, and the kind
    /// that was farthest from the seed.
    pub fn grow(
        &mut self,
        space: &Space,
        stock: &mut Stock,
        referee: &mut Referee<'_>,
        seed: u32,
        progress: &Progress,
    ) -> Result<(Vec<u32>, bool, Option<u32>), Stopped> {
        let k = referee.k.max(1) as usize;
        let mut cells: Vec<Cell> = space.cells_of(stock.point(seed)).collect();
        let mut rows = vec![stock.take(seed)];
        stock.look(space, &cells);
        self.fetch(stock, AT_HAND.start);
        let far = stock.dearest();
        loop {
            progress.check()?;
            let enough = rows.len() >= k;
            if enough && (!referee.looks_at_values || referee.passes(rows.iter().copied())) {
                return Ok((rows, true, far));
            }
            let nearest = self.nearest(space, stock, referee, (&cells, &rows), enough, progress)?;
            let Some(kind) = nearest else {
                return Ok((rows, false, far));
            };
            space.join(&mut cells, stock.point(kind));
            rows.push(stock.take(kind));
            // More of the same cost nothing more.
            while !referee.looks_at_values && rows.len() < k && stock.left(kind) > 0 {
                rows.push(stock.take(kind));
            }
        }
    }

    /// After a look: keeps the near kinds at hand, so many at least.
    fn fetch(&mut self, stock: &Stock, least: usize) {
        loop {
            stock.within(self.reach, &mut self.at_hand);
            let found = self.at_hand.len();
            if found >= least || found == stock.alive().len() {
                self.bound = self.reach;
                if found > AT_HAND.end.max(least) {
                    self.reach -= self.reach / 4;
                }
                return;
            }
            self.reach = self.reach.saturating_add(self.reach / 2).saturating_add(1);
        }
    }

    /// The kind that makes the group lose least, of equal ones the first; once there are enough records,
    /// one that brings the group nearer to what the judge wants.
    fn nearest(
        &mut self,
        space: &Space,
        stock: &mut Stock,
        referee: &mut Referee<'_>,
        (cells, rows): (&[Cell], &[u32]),
        enough: bool,
        progress: &Progress,
    ) -> Result<Option<u32>, Stopped> {
        let mut least = AT_HAND.start;
        let mut looked = false;
        loop {
            progress.check()?;
            let all = self.at_hand.len() >= stock.alive().len();
            let mut ranked: Vec<(u64, u32)> = self
                .at_hand
                .iter()
                .filter(|&&kind| stock.left(kind) > 0)
                .map(|&kind| (space.joined_loss(cells, stock.point(kind)), kind))
                // Only as far as the bound is it known that nothing nearer is overlooked.
                .filter(|&(cost, _)| cost <= u64::from(self.bound))
                .collect();
            if !enough {
                if let Some((_, kind)) = ranked.iter().min() {
                    return Ok(Some(*kind));
                }
            } else {
                ranked.sort_unstable();
                if let Some(kind) = helpful(stock, referee, rows, &ranked, progress)? {
                    return Ok(Some(kind));
                }
                if looked && (all || least > stock.alive().len()) {
                    return Ok(ranked.first().map(|&(_, kind)| kind));
                }
            }
            if stock.is_empty() {
                return Ok(None);
            }
            if !looked {
                stock.look(space, cells);
                looked = true;
            }
            self.fetch(stock, least);
            least *= 4;
        }
    }
}

/// The first that lessens what is missing.
fn helpful(
    stock: &Stock,
    referee: &mut Referee<'_>,
    rows: &[u32],
    ranked: &[(u64, u32)],
    progress: &Progress,
) -> Result<Option<u32>, Stopped> {
    let now = referee.shortfall(rows.iter().copied());
    let mut tried: HashSet<Vec<u32>> = HashSet::new();
    for &(_, kind) in ranked {
        let tag = stock.tag(referee, kind);
        if tried.contains(&tag) {
            continue;
        }
        if tried.len() == TRIED_TAGS {
            return Ok(None);
        }
        progress.check()?;
        let more = rows.iter().copied().chain([stock.sample(kind)]);
        if referee.shortfall(more) < now {
            return Ok(Some(kind));
        }
        tried.insert(tag);
    }
    Ok(None)
}
