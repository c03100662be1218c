//! A good arrangement of people into groups with hubs: begun from people drawn by lot, then improved by
//! taking neighbouring groups apart and building them anew.

use crate::method::clustered::ground::Ground;
use crate::method::clustered::group::{Fitter, Group, cost_of};
use cloakroom_core::{Progress, Random, Stopped};
use rayon::prelude::*;

/// How often the people of a region choose their group anew.
const TURNS: usize = 4;
/// A group that the policy forbids to somebody comes after all others.
const FORBIDDEN: u32 = 1 << 30;
/// How many groups are built anew together.
const TOGETHER: usize = 5;
/// How many ways are tried in a round.
const TRIES: usize = 8;

/// Groups of `rows` that come about when people choose the cheapest of these places, and the places then
/// follow their people, a few times.
fn gather(
    ground: &Ground,
    fitter: &mut Fitter,
    rows: &[u32],
    mut places: Vec<Group>,
    progress: &Progress,
) -> Result<Vec<Group>, Stopped> {
    let mut least = u64::MAX;
    let mut best = Vec::new();
    for _ in 0..TURNS {
        let mut groups = Vec::with_capacity(places.len());
        for (place, members) in choose(ground, rows, &places, progress)? {
            progress.check()?;
            if places[place].is_of(&members) {
                groups.push(places[place].clone());
                continue;
            }
            let mut group = places[place].with(ground, members);
            fitter.settle(ground, &mut group);
            groups.push(group);
        }
        let total = cost_of(&groups);
        if total >= least {
            break;
        }
        least = total;
        places.clone_from(&groups);
        best = groups;
    }
    Ok(best)
}

/// Everybody in the cheapest of the places, of which those close that fewer than k choose.
fn choose(
    ground: &Ground,
    rows: &[u32],
    places: &[Group],
    progress: &Progress,
) -> Result<Vec<(usize, Vec<u32>)>, Stopped> {
    let mut costs = Vec::with_capacity(rows.len() * places.len());
    for &row in rows {
        progress.check()?;
        for place in places {
            let cost = ground.cost(row, &place.outer, u32::MAX);
            let is_forbidden = !ground.may_take(row, &place.outer.low);
            costs.push(cost + if is_forbidden { FORBIDDEN } else { 0 });
        }
    }
    let mut is_open = vec![true; places.len()];
    let best = |at: usize, is_open: &[bool]| {
        let costs = &costs[at * places.len()..(at + 1) * places.len()];
        (0..places.len())
            .filter(|&place| is_open[place])
            .min_by_key(|&place| (costs[place], place))
            .unwrap_or(0)
    };
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); places.len()];
    for at in 0..rows.len() {
        members[best(at, &is_open)].push(at);
    }
    for _ in 1..places.len() {
        let smallest = (0..places.len())
            .filter(|&place| is_open[place])
            .min_by_key(|&place| (members[place].len(), place));
        let Some(place) = smallest.filter(|&place| members[place].len() < ground.k) else {
            break;
        };
        is_open[place] = false;
        for at in std::mem::take(&mut members[place]) {
            members[best(at, &is_open)].push(at);
        }
    }
    let chosen = members
        .into_iter()
        .enumerate()
        .filter(|(place, _)| is_open[*place])
        .map(|(place, at)| (place, at.into_iter().map(|at| rows[at]).collect()));
    Ok(chosen.collect())
}

/// Groups around people drawn by lot.
pub fn scatter(
    ground: &Ground,
    rows: &[u32],
    count: usize,
    random: &mut Random,
    progress: &Progress,
) -> Result<Vec<Group>, Stopped> {
    let mut drawn = rows.to_vec();
    random.shuffle(&mut drawn);
    drawn.truncate(count.max(1));
    let places = drawn
        .iter()
        .map(|&row| Group::around(ground, ground.own(row)))
        .collect();
    gather(ground, &mut Fitter::default(), rows, places, progress)
}

/// One round over all groups.
pub fn improve(
    ground: &Ground,
    groups: &mut Vec<Group>,
    seed: u64,
    round: u64,
    heat: f64,
    progress: &Progress,
) -> Result<(), Stopped> {
    let mut random = Random::new(seed, round << 32);
    let regions = regions(ground, groups, &mut random);
    let frozen = &*groups;
    let found: Vec<Option<Vec<Group>>> = regions
        .par_iter()
        .enumerate()
        .map_init(Fitter::default, |fitter, (at, region)| {
            let mut random = Random::new(seed, round << 32 | (at as u64 + 1));
            let old: Vec<&Group> = region.iter().map(|&group| &frozen[group]).collect();
            rebuild(ground, fitter, &old, heat, &mut random, progress)
        })
        .collect::<Result<_, _>>()?;
    let mut is_replaced = vec![false; groups.len()];
    let mut new = Vec::new();
    for (region, found) in regions.iter().zip(found) {
        if let Some(found) = found {
            for &group in region {
                is_replaced[group] = true;
            }
            new.extend(found);
        }
    }
    let mut at = 0;
    groups.retain(|_| {
        at += 1;
        !is_replaced[at - 1]
    });
    groups.extend(new);
    Ok(())
}

/// Lets everybody choose among all groups anew, if that gains.
pub fn choose_anew(
    ground: &Ground,
    groups: &mut Vec<Group>,
    progress: &Progress,
) -> Result<(), Stopped> {
    let mut rows: Vec<u32> = groups.iter().flat_map(Group::rows).collect();
    rows.sort_unstable();
    let found = gather(
        ground,
        &mut Fitter::default(),
        &rows,
        groups.clone(),
        progress,
    )?;
    if cost_of(&found) < cost_of(groups) {
        *groups = found;
    }
    Ok(())
}

fn rebuild(
    ground: &Ground,
    fitter: &mut Fitter,
    old: &[&Group],
    heat: f64,
    random: &mut Random,
    progress: &Progress,
) -> Result<Option<Vec<Group>>, Stopped> {
    let rows: Vec<u32> = old.iter().flat_map(|group| group.rows()).collect();
    let mut least = old.iter().map(|group| group.cost).sum::<u64>();
    let mut base: Vec<Group> = old.iter().map(|&group| group.clone()).collect();
    let mut best = None;
    for attempt in 0..TRIES {
        progress.check()?;
        let mut places = base.clone();
        // One less, one more, one elsewhere: in turn.
        if attempt % 3 != 1 && places.len() > 1 {
            places.swap_remove(random.below(places.len()));
        }
        if attempt % 3 != 0 {
            let row = rows[random.below(rows.len())];
            places.push(Group::around(ground, ground.own(row)));
        }
        let groups = gather(ground, fitter, &rows, places, progress)?;
        let total = cost_of(&groups);
        let luck = random.unit();
        let slack = (-heat * luck.max(1e-12).ln()) as u64;
        if total < least + slack {
            least = total;
            base.clone_from(&groups);
            best = Some(groups);
        }
    }
    Ok(best)
}

/// Sets of neighbouring groups; no group is in two of them.
fn regions(ground: &Ground, groups: &[Group], random: &mut Random) -> Vec<Vec<usize>> {
    let mut order: Vec<u32> = (0..groups.len() as u32).collect();
    random.shuffle(&mut order);
    let middles: Vec<Vec<u16>> = groups.iter().map(|group| group.middle(ground)).collect();
    let mut is_free = vec![true; groups.len()];
    let mut regions = Vec::new();
    for first in order {
        if !std::mem::replace(&mut is_free[first as usize], false) {
            continue;
        }
        let middle = &middles[first as usize];
        let mut near: Vec<(u32, usize)> = (0..groups.len())
            .filter(|&group| is_free[group])
            .map(|group| (ground.apart(middle, &middles[group]), group))
            .collect();
        near.sort_unstable();
        near.truncate(TOGETHER - 1);
        let mut region = vec![first as usize];
        for (_, group) in near {
            is_free[group] = false;
            region.push(group);
        }
        regions.push(region);
    }
    regions
}
