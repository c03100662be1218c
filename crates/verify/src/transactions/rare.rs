//! Sets of items that too few baskets hold.
//!
//! A set is looked for among the baskets that hold its rarest item, and these are told apart by their next rarest
//! item for as long as they are many. Few are laid on a board and looked at one by one: see `board`.

use super::board::Board;
use super::pile::Pile;
use super::quest::{Aim, Halt, Quest};
use crate::watch::Stopped;
use rayon::prelude::*;

/// More different baskets than this are parted by another item first; in tests few are many.
const BOARD_ROWS: usize = if cfg!(test) { 6 } else { 512 };

/// A row of the pile, and what it holds besides the set in question: items that come after all of the set.
#[derive(Clone, Copy)]
struct Entry<'p> {
    rest: &'p [u32],
    row: u32,
}

/// Entries with equal rests.
#[derive(Clone, Copy)]
pub(super) struct Group<'p> {
    pub rest: &'p [u32],
    pub weight: u32,
    /// The places of the entries.
    from: usize,
    to: usize,
    /// Whether a rare set in these would be news, and there can be one.
    pub is_open: bool,
}

/// Says whether the search came to its end; if not, its budget was used up.
pub(super) fn search(pile: &Pile, quest: &Quest<'_>) -> Result<bool, Stopped> {
    let room = || Room {
        board: Board::default(),
        count: vec![0; pile.items()],
    };
    let from = |room: &mut Room, item: u32| {
        let holders = pile.holders[item as usize].iter();
        let entries = holders.map(|&row| Entry {
            rest: pile.after(row, item),
            row,
        });
        Search { pile, quest }.look(entries.collect(), 1, room)
    };
    let items = 0..pile.items() as u32;
    let halted = if quest.aim == Aim::Rows {
        // From the most frequent item on: those are the long ones.
        items.into_par_iter().rev().try_for_each_init(room, from)
    } else {
        // In turn, so that a budget always ends at the same place.
        let mut room = room();
        items.into_iter().try_for_each(|item| from(&mut room, item))
    };
    match halted {
        Ok(()) | Err(Halt::Found) => Ok(true),
        Err(Halt::Spent) => Ok(false),
        Err(Halt::Stopped(stopped)) => Err(stopped),
    }
}

/// Room to work in, kept between questions.
struct Room {
    board: Board,
    /// By item: all zero between two uses.
    count: Vec<u32>,
}

struct Search<'p, 'q> {
    pile: &'p Pile,
    quest: &'q Quest<'q>,
}

impl<'p> Search<'p, '_> {
    /// Looks at all sets of more items than the set of `size` items that exactly these rows hold.
    fn look(&self, mut entries: Vec<Entry<'p>>, size: u32, room: &mut Room) -> Result<(), Halt> {
        self.quest.spend(entries.len() as u64)?;
        let weight_of = |entry: &Entry<'_>| self.pile.weight[entry.row as usize];
        let support: u32 = entries.iter().map(weight_of).sum();
        if support < self.quest.below() && size <= self.quest.most() {
            entries.iter().for_each(|entry| self.quest.mark(entry.row));
            self.quest.found(support, size)?;
            if self.quest.aim == Aim::Rows {
                return Ok(());
            }
        }
        let below = self.quest.below();
        let more = self.quest.most().saturating_sub(size);
        if more == 0 {
            return Ok(());
        }
        entries.sort_unstable_by(|a, b| a.rest.cmp(b.rest).then(a.row.cmp(&b.row)));
        let mut groups: Vec<Group<'p>> = Vec::new();
        for equal in entries.chunk_by(|a, b| a.rest == b.rest) {
            let from = groups.last().map_or(0, |group| group.to);
            let weight = equal.iter().map(weight_of).sum();
            groups.push(Group {
                rest: equal[0].rest,
                weight,
                from,
                to: from + equal.len(),
                // What so many baskets hold, they hold with all its parts.
                is_open: weight < below
                    && !equal[0].rest.is_empty()
                    && equal.iter().any(|entry| self.quest.is_open(entry.row)),
            });
        }
        if !groups.iter().any(|group| group.is_open) {
            return Ok(());
        }
        if more == 1 {
            self.count_items(&entries, &groups, size, room)
        } else if groups.len() <= BOARD_ROWS {
            let mark = |at: usize| {
                for entry in &entries[groups[at].from..groups[at].to] {
                    self.quest.mark(entry.row);
                }
            };
            room.board.lay(&groups, &mut room.count);
            room.board.look(size, self.quest, &mark)
        } else {
            self.part(&entries, &groups, size, room)
        }
    }

    /// Sets of one more item.
    fn count_items(
        &self,
        entries: &[Entry<'p>],
        groups: &[Group<'p>],
        size: u32,
        room: &mut Room,
    ) -> Result<(), Halt> {
        for group in groups {
            for &item in group.rest {
                room.count[item as usize] += group.weight;
            }
        }
        let mut outcome = Ok(());
        for group in groups.iter().filter(|group| group.is_open) {
            let least = group
                .rest
                .iter()
                .map(|&item| room.count[item as usize])
                .min();
            if let Some(support) = least.filter(|&support| support < self.quest.below()) {
                for entry in &entries[group.from..group.to] {
                    self.quest.mark(entry.row);
                }
                outcome = outcome.and(self.quest.found(support, size + 1));
            }
        }
        for group in groups {
            for &item in group.rest {
                room.count[item as usize] = 0;
            }
        }
        outcome
    }

    /// Every item that a rare set could have next, in turn.
    fn part(
        &self,
        entries: &[Entry<'p>],
        groups: &[Group<'p>],
        size: u32,
        room: &mut Room,
    ) -> Result<(), Halt> {
        let mut places: Vec<(u32, u32)> = Vec::new();
        for (at, group) in groups.iter().enumerate() {
            places.extend(group.rest.iter().map(|&item| (item, at as u32)));
        }
        places.sort_unstable();
        for with in places.chunk_by(|a, b| a.0 == b.0) {
            let holding = || with.iter().map(|&(_, at)| &groups[at as usize]);
            // An item that all of them hold makes no set rarer.
            if with.len() == groups.len() || !holding().any(|group| group.is_open) {
                continue;
            }
            let item = with[0].0;
            let mut inner = Vec::new();
            for group in holding() {
                let rest = &group.rest[group.rest.partition_point(|&other| other <= item)..];
                let rows = entries[group.from..group.to].iter();
                inner.extend(rows.map(|entry| Entry {
                    rest,
                    row: entry.row,
                }));
            }
            self.look(inner, size + 1, room)?;
        }
        Ok(())
    }
}
