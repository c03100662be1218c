//! Better places for records: moves, swaps, and chains of three.

use super::groups::{Groups, NO_GROUP};
use super::neighbours::{KEPT, Neighbours};
use crate::method::local::referee::Referee;
use cloakroom_core::{Progress, Stopped};

/// How many swaps are tried as the first link of a chain, and with how many third groups.
const CHAINS: usize = 6;
const THIRDS: usize = 5;
/// With larger groups a chain costs more than it brings: the time is better spent on another round.
const LARGE: u64 = 12;
/// Roughly how many records a record is compared with.
const COMPARED: usize = 160;

/// Records and where they go, and how much less is lost then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    pub gain: u64,
    pub moves: Vec<(u32, u32)>,
}

/// The first two links of a chain: the record goes to a group that sends another of its records on.
#[derive(Clone, Copy, Debug)]
struct Link {
    promise: u64,
    group: u32,
    sent_on: u32,
    /// What the group loses then.
    cost: u64,
}

/// Looks for what is best for one record.
pub struct Seeker<'a, 'b, 'c> {
    pub groups: &'a Groups<'b>,
    pub near: &'a Neighbours,
    pub referee: &'a mut Referee<'c>,
    /// How many more records may be left out.
    pub may_leave_out: usize,
    /// A group may hold most of the table.
    pub progress: &'a Progress,
}

impl Seeker<'_, '_, '_> {
    /// The change that gains most, if any does.
    pub fn best(&mut self, record: u32) -> Result<Option<Change>, Stopped> {
        let groups = self.groups;
        let from = groups.group_of(record);
        if from == NO_GROUP {
            return self.bring_back(record);
        }
        let mut best = Change::default();
        let k = u64::from(self.referee.k.max(1));
        let (size, cost) = (groups.size(from), groups.cost(from));
        // What the others lose without it, with and without somebody in its place.
        let shrunk = (size - 1) * groups.without_loss(record);
        let replaced = size * groups.without_loss(record);
        let may_shrink = size > k && self.passes(from, Some(record), None);
        if may_shrink && self.may_leave_out > 0 {
            let gain = cost.saturating_sub(shrunk + groups.space.all());
            self.keep(&mut best, gain, || vec![(record, NO_GROUP)]);
        }
        if !may_shrink && replaced >= cost {
            // It takes nothing to keep it here: if a swap is good, the other record finds it.
            return Ok(None);
        }
        let mut links: Vec<Link> = Vec::new();
        let near = self.near_of(record, from);
        for to in near {
            let together = cost + groups.cost(to);
            if may_shrink {
                let grown = self.grown(to, record);
                let gain = together.saturating_sub(shrunk + grown);
                if gain > best.gain && self.passes(to, None, Some(record)) {
                    best = Change {
                        gain,
                        moves: vec![(record, to)],
                    };
                }
            }
            for &other in groups.members(to) {
                self.progress.check()?;
                let there = self.exchanged(other, record);
                let promise = together.saturating_sub(there + replaced);
                if promise == 0 {
                    continue;
                }
                links.push(Link {
                    promise,
                    group: to,
                    sent_on: other,
                    cost: there,
                });
                if promise > best.gain {
                    let gain = together.saturating_sub(there + self.exchanged(record, other));
                    if gain > best.gain && self.may_swap(record, other) {
                        best = Change {
                            gain,
                            moves: vec![(record, to), (other, from)],
                        };
                    }
                }
            }
        }
        links.sort_unstable_by_key(|link| (u64::MAX - link.promise, link.sent_on));
        links.truncate(if k <= LARGE { CHAINS } else { 0 });
        for link in links {
            self.chain(record, link, may_shrink, &mut best)?;
        }
        Ok((best.gain > 0).then_some(best))
    }

    /// The record goes to the link's group, the one sent on to a third, and one of that back to the first.
    fn chain(
        &mut self,
        record: u32,
        link: Link,
        may_shrink: bool,
        best: &mut Change,
    ) -> Result<(), Stopped> {
        let groups = self.groups;
        let from = groups.group_of(record);
        let size = groups.size(from);
        let two = groups.cost(from) + groups.cost(link.group);
        let replaced = size * groups.without_loss(record);
        let shrunk = (size - 1) * groups.without_loss(record);
        let third = self.near_of(link.sent_on, link.group);
        for to in third.into_iter().filter(|&to| to != from).take(THIRDS) {
            let before = two + groups.cost(to);
            if may_shrink {
                let gain = before.saturating_sub(link.cost + shrunk + self.grown(to, link.sent_on));
                if gain > best.gain
                    && self.passes(link.group, Some(link.sent_on), Some(record))
                    && self.passes(to, None, Some(link.sent_on))
                {
                    *best = Change {
                        gain,
                        moves: vec![(record, link.group), (link.sent_on, to)],
                    };
                }
            }
            for &last in groups.members(to) {
                self.progress.check()?;
                let there = self.exchanged(last, link.sent_on);
                if before.saturating_sub(link.cost + there + replaced) <= best.gain {
                    continue;
                }
                let gain = before.saturating_sub(link.cost + there + self.exchanged(record, last));
                if gain > best.gain
                    && self.passes(from, Some(record), Some(last))
                    && self.passes(link.group, Some(link.sent_on), Some(record))
                    && self.passes(to, Some(last), Some(link.sent_on))
                {
                    *best = Change {
                        gain,
                        moves: vec![(record, link.group), (link.sent_on, to), (last, from)],
                    };
                }
            }
        }
        Ok(())
    }

    /// A record that is left out may come back where it costs less than being left out.
    fn bring_back(&mut self, record: u32) -> Result<Option<Change>, Stopped> {
        let mut best = Change::default();
        for to in self.near_of(record, NO_GROUP) {
            self.progress.check()?;
            let before = self.groups.space.all() + self.groups.cost(to);
            let gain = before.saturating_sub(self.grown(to, record));
            if gain > best.gain && self.passes(to, None, Some(record)) {
                best = Change {
                    gain,
                    moves: vec![(record, to)],
                };
            }
        }
        Ok((best.gain > 0).then_some(best))
    }

    fn keep(&self, best: &mut Change, gain: u64, moves: impl Fn() -> Vec<(u32, u32)>) {
        if gain > best.gain {
            *best = Change {
                gain,
                moves: moves(),
            };
        }
    }

    /// The near groups: fewer if they are large.
    fn near_of(&self, record: u32, but: u32) -> Vec<u32> {
        let most = (COMPARED / self.referee.k.max(1) as usize).clamp(THIRDS, KEPT);
        self.near
            .of(self.groups, record)
            .filter(|&group| group != but && self.groups.size(group) > 0)
            .take(most)
            .collect()
    }

    /// What a group loses once this record is in it too.
    #[inline]
    fn grown(&self, group: u32, record: u32) -> u64 {
        let groups = self.groups;
        let point = groups.point(record);
        (groups.size(group) + 1) * groups.space.joined_loss(groups.cells(group), point)
    }

    /// What the group of `leaving` loses with `coming` in its place.
    #[inline]
    fn exchanged(&self, leaving: u32, coming: u32) -> u64 {
        let groups = self.groups;
        let size = groups.size(groups.group_of(leaving));
        let point = groups.point(coming);
        if size == 1 {
            return 0;
        }
        size * groups.space.joined_loss(groups.without(leaving), point)
    }

    fn may_swap(&mut self, a: u32, b: u32) -> bool {
        let groups = self.groups;
        !self.referee.looks_at_values
            || self.referee.are_alike(groups.row(a), groups.row(b))
            || self.passes(groups.group_of(a), Some(a), Some(b))
                && self.passes(groups.group_of(b), Some(b), Some(a))
    }

    /// Whether a group may lose and gain a record.
    fn passes(&mut self, group: u32, leaving: Option<u32>, coming: Option<u32>) -> bool {
        let groups = self.groups;
        if !self.referee.looks_at_values {
            let size = groups.size(group) + u64::from(coming.is_some());
            return size >= u64::from(self.referee.k) + u64::from(leaving.is_some());
        }
        let stay = groups.members(group).iter().copied();
        let records = stay.filter(|&record| Some(record) != leaving).chain(coming);
        self.referee
            .passes(records.map(|record| groups.row(record)))
    }
}
