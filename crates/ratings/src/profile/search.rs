//! Who is close to whom within one Hamming group.

use super::bitmaps::{count, each_lane};
use super::digits::Digits;
use super::groups::{Rows, apart_rated};
use super::patterns::Patterns;
use super::targets::{Block, BlockShares, Targets};
use crate::privacy::Spread;
use crate::ratings::PreparedRatings;
use cloakroom_core::{Progress, Stopped};

/// Records that are looked up together.
pub const CHUNK: usize = 512;

/// The records of a group, in an order that suits the search.
pub struct Search<'a> {
    members: &'a [u32],
    rows: Rows,
    digits: Digits,
}

impl<'a> Search<'a> {
    /// `members` are the distinct records of one group, at least two.
    pub fn new(
        survey: &PreparedRatings,
        patterns: &Patterns,
        members: &'a [u32],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let firsts = members
            .iter()
            .map(|&record| patterns.first[record as usize]);
        let rows = Rows::of(survey, firsts, progress)?;
        let digits = Digits::of(&rows, usize::from(survey.scale.points()), progress)?;
        Ok(Self {
            members,
            rows,
            digits,
        })
    }

    /// All places of the order.
    pub fn places(&self) -> Vec<u32> {
        (0..self.members.len() as u32).collect()
    }

    /// Which of the members lies at a place of the order.
    pub fn member(&self, place: u32) -> usize {
        self.digits.order[place as usize] as usize
    }

    pub fn record(&self, place: u32) -> u32 {
        self.members[self.member(place)]
    }

    /// Targets at these places, which ascend, that add a share to every sum.
    pub fn targets(
        &self,
        places: &[u32],
        share: impl Fn(u32) -> Spread,
        progress: &Progress,
    ) -> Result<Targets, Stopped> {
        if self.digits.are_exact() {
            Targets::by_share(&self.digits, places, share, progress)
        } else {
            Targets::plain(&self.digits, places, progress)
        }
    }

    /// Targets at these places, which ascend, that are to be named and not summed.
    pub fn plain_targets(&self, places: &[u32], progress: &Progress) -> Result<Targets, Stopped> {
        Targets::plain(&self.digits, places, progress)
    }

    /// By distance and then by query, the sum of the shares of all targets within that distance. Distances
    /// ascend.
    pub fn sums(
        &self,
        targets: &Targets,
        queries: &[u32],
        distances: &[u16],
        share: impl Fn(u32) -> Spread,
        progress: &Progress,
    ) -> Result<Vec<Spread>, Stopped> {
        let size = queries.len();
        let mut sums = vec![Spread::default(); size * distances.len()];
        if self.digits.are_exact() {
            let add = |level: usize, query: usize, block: &Block, bits: &_| {
                let sum = &mut sums[level * size + query];
                match &block.shares {
                    BlockShares::Equal(share) => sum.merge(&share.times(count(bits))),
                    BlockShares::ByLane(shares) => each_lane(bits, |lane| sum.merge(&shares[lane])),
                    BlockShares::None => {}
                }
            };
            targets.search(&self.digits, queries, distances, progress, add)?;
            return Ok(sums);
        }
        let farthest = &distances[distances.len().saturating_sub(1)..];
        let add = |_: usize, query: usize, block: &Block, bits: &_| {
            each_lane(bits, |lane| {
                let place = block.places[lane];
                let apart = self.apart(queries[query], place);
                let level = distances.partition_point(|&d| d < apart);
                if level < distances.len() {
                    sums[level * size + query].merge(&share(place));
                }
            });
        };
        targets.search(&self.digits, queries, farthest, progress, add)?;
        for at in size..sums.len() {
            let nearer = sums[at - size];
            sums[at].merge(&nearer);
        }
        Ok(sums)
    }

    /// By query, the records of all targets within a distance.
    pub fn lists(
        &self,
        targets: &Targets,
        queries: &[u32],
        d: u16,
        progress: &Progress,
    ) -> Result<Vec<Vec<u32>>, Stopped> {
        let mut lists = vec![Vec::new(); queries.len()];
        let add = |_: usize, query: usize, block: &Block, bits: &_| {
            each_lane(bits, |lane| {
                let place = block.places[lane];
                if self.digits.are_exact() || self.apart(queries[query], place) <= d {
                    lists[query].push(self.record(place));
                }
            });
        };
        targets.search(&self.digits, queries, &[d], progress, add)?;
        Ok(lists)
    }

    fn apart(&self, a: u32, b: u32) -> u16 {
        apart_rated(self.rows.row(self.member(a)), self.rows.row(self.member(b)))
    }
}
