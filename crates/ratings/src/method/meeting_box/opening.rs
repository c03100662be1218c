//! New groups that draw their people from everywhere.

use crate::method::clustered::ground::Ground;
use crate::method::clustered::group::{Fitter, Group};
use cloakroom_core::{Progress, Random, Stopped};

/// How often a new group chooses its people anew.
const TURNS: usize = 2;

/// Who is where, and what they pay.
struct Homes {
    group: Vec<u32>,
    paid: Vec<u32>,
    is_hub: Vec<bool>,
}

impl Homes {
    fn new(ground: &Ground, groups: &[Group]) -> Self {
        let people = ground.size();
        let mut homes = Self {
            group: vec![u32::MAX; people],
            paid: vec![0; people],
            is_hub: vec![true; people],
        };
        for at in 0..groups.len() {
            homes.note(ground, groups, at);
        }
        homes
    }

    fn note(&mut self, ground: &Ground, groups: &[Group], at: usize) {
        let group = &groups[at];
        for row in group.rows() {
            self.group[row as usize] = at as u32;
        }
        for &row in &group.hubs {
            self.is_hub[row as usize] = true;
        }
        for &row in &group.others {
            self.is_hub[row as usize] = false;
            self.paid[row as usize] = ground.cost(row, &group.outer, u32::MAX);
        }
    }
}

/// Tries to open a group around each of some people drawn by lot; keeps those that gain.
pub fn open_some(
    ground: &Ground,
    groups: &mut Vec<Group>,
    tries: usize,
    random: &mut Random,
    progress: &Progress,
) -> Result<(), Stopped> {
    let mut homes = Homes::new(ground, groups);
    let mut fitter = Fitter::default();
    for _ in 0..tries {
        progress.check()?;
        let seed = random.below(ground.size()) as u32;
        if homes.is_hub[seed as usize] {
            continue;
        }
        let Some(opened) = draw(ground, groups, &homes, &mut fitter, seed) else {
            continue;
        };
        let mut givers: Vec<u32> = opened.rows().map(|row| homes.group[row as usize]).collect();
        givers.sort_unstable();
        givers.dedup();
        let before: u64 = givers.iter().map(|&at| groups[at as usize].cost).sum();
        let mut is_drawn = vec![false; ground.size()];
        for row in opened.rows() {
            is_drawn[row as usize] = true;
        }
        let mut after = opened.cost;
        let mut left = Vec::with_capacity(givers.len());
        for &at in &givers {
            let mut group = groups[at as usize].clone();
            group.others.retain(|&row| !is_drawn[row as usize]);
            fitter.fit(ground, &mut group);
            after += group.cost;
            left.push(group);
        }
        if after < before {
            for (&at, group) in givers.iter().zip(left) {
                groups[at as usize] = group;
                homes.note(ground, groups, at as usize);
            }
            groups.push(opened);
            homes.note(ground, groups, groups.len() - 1);
        }
    }
    Ok(())
}

/// A group around somebody: whoever pays less there, and those for whom it is cheapest to be its hubs.
fn draw(
    ground: &Ground,
    groups: &[Group],
    homes: &Homes,
    fitter: &mut Fitter,
    seed: u32,
) -> Option<Group> {
    let mut place = Group::around(ground, ground.own(seed));
    for _ in 0..TURNS {
        // What the others gain, and what it takes to be a hub instead.
        let mut drawn: Vec<(bool, i64, u32)> = Vec::new();
        for row in 0..ground.size() as u32 {
            let paid = homes.paid[row as usize];
            if homes.is_hub[row as usize] || !ground.may_take(row, &place.outer.low) {
                continue;
            }
            let gains = ground.cost(row, &place.outer, paid) < paid;
            let more = i64::from(ground.cost(row, &place.inner, u32::MAX)) - i64::from(paid);
            drawn.push((gains, more, row));
        }
        drawn.sort_unstable_by_key(|&(_, more, row)| (more, row));
        let mut size: Vec<usize> = groups.iter().map(Group::size).collect();
        let mut rows = Vec::new();
        for (at, (gains, _, row)) in drawn.into_iter().enumerate() {
            let left = &mut size[homes.group[row as usize] as usize];
            if (gains || at < ground.k) && *left > ground.k {
                *left -= 1;
                rows.push(row);
            }
        }
        if rows.len() < ground.k {
            return None;
        }
        place = place.with(ground, rows);
        fitter.settle(ground, &mut place);
    }
    Some(place)
}
