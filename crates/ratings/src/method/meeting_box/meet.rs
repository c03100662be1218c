//! The cheapest place for one person: inside a box where enough others are close.

use super::standing::{Journal, Standing};
use crate::method::clustered::ground::{Bounds, meeting_cost};

/// How many of the nearest people are considered.
const CONSIDERED: usize = 64;
/// How many of them are tried as the first to be close to.
const STARTS: usize = 4;

/// A place and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub cost: u32,
    pub cells: Vec<u16>,
}

/// The cheapest spot found inside the leash that is close to k − 1 others and costs at most `most`.
pub fn find_spot(standing: &Standing<'_>, row: u32, leash: &Bounds, most: u32) -> Option<Spot> {
    let ground = standing.ground;
    let (own, within, r) = (ground.own(row), ground.within, ground.r);
    let needed = ground.k - 1;
    let mut near: Vec<(u32, u32)> = Vec::new();
    let mut bar = most;
    for other in 0..ground.size() as u32 {
        if other == row {
            continue;
        }
        let cells = standing.at(other);
        let cost = meeting_cost(own, leash, cells, within, r, bar);
        if cost <= bar && ground.may_take(row, cells) {
            near.push((cost, other));
            if near.len() >= 2 * CONSIDERED.max(needed) {
                near.sort_unstable();
                near.truncate(CONSIDERED.max(needed));
                bar = near.last().map_or(bar, |&(cost, _)| cost);
            }
        }
    }
    if near.len() < needed {
        return None;
    }
    near.sort_unstable();
    near.truncate(CONSIDERED.max(needed));
    let mut best: Option<(u32, Bounds)> = None;
    for start in 0..STARTS.min(near.len()) {
        let mut bounds = leash.clone();
        let mut left: Vec<u32> = near.iter().map(|&(_, other)| other).collect();
        let mut cost = near[start].0;
        let mut next = start;
        let bar = best.as_ref().map_or(most, |&(cost, _)| cost);
        for taken in 1..=needed {
            bounds.narrow(standing.at(left.swap_remove(next)), within);
            if taken == needed {
                break;
            }
            let mut least = (u32::MAX, 0);
            for (at, &other) in left.iter().enumerate() {
                let cost = meeting_cost(own, &bounds, standing.at(other), within, r, least.0);
                least = least.min((cost, at));
            }
            (cost, next) = least;
            if cost > bar {
                break;
            }
        }
        if cost <= most && best.as_ref().is_none_or(|&(least, _)| cost < least) {
            best = Some((cost, bounds));
        }
    }
    let (_, bounds) = best?;
    let mut cells = vec![0; ground.stride];
    ground.place(row, &bounds, &mut cells);
    Some(Spot {
        cost: ground.paid(row, &cells),
        cells,
    })
}

/// Moves the row to a cheaper spot that leaves nobody short, if there is one.
pub fn relocate(standing: &mut Standing<'_>, row: u32) -> bool {
    let paid = standing.paid(row);
    if paid == 0 {
        return false;
    }
    let leash = standing.leash(row);
    match find_spot(standing, row, &leash, paid - 1) {
        Some(spot) => {
            standing.put(row, &spot.cells);
            true
        }
        None => false,
    }
}

/// Lets the row go where it is cheapest for it, then finds new spots for those who are short of people;
/// taken back unless it gains.
pub fn let_go(standing: &mut Standing<'_>, row: u32) -> bool {
    let before = standing.total();
    let paid = standing.paid(row);
    if paid == 0 {
        return false;
    }
    let everywhere = standing.ground.everywhere();
    let Some(spot) = find_spot(standing, row, &everywhere, paid - 1) else {
        return false;
    };
    let mut short: Vec<u32> = standing.dependants(row).collect();
    let mut journal = Journal::default();
    standing.put_noted(row, &spot.cells, &mut journal);
    short.retain(|&other| standing.is_short(other));
    // Those who pay least have most room.
    short.sort_unstable_by_key(|&other| (standing.paid(other), other));
    for other in short {
        if !standing.is_short(other) {
            continue;
        }
        let leash = standing.leash(other);
        let room = before + u64::from(standing.paid(other)) - standing.total().min(before);
        let most = u32::try_from(room).unwrap_or(u32::MAX);
        let found = if standing.total() < before {
            find_spot(standing, other, &leash, most.saturating_sub(1))
        } else {
            None
        };
        match found {
            Some(spot) => standing.put_noted(other, &spot.cells, &mut journal),
            None => {
                standing.take_back(journal);
                return false;
            }
        }
    }
    if standing.total() < before {
        return true;
    }
    standing.take_back(journal);
    false
}
