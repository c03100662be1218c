//! Moves and swaps of people between groups, as long as they gain.

use super::ground::Ground;
use super::group::{Fitter, Group};
use cloakroom_core::{Progress, Stopped};

/// How many groups are looked at for each person.
const NEAREST: usize = 3;

/// One pass over all people; `true` if anything changed.
pub fn improve(
    ground: &Ground,
    groups: &mut [Group],
    progress: &Progress,
) -> Result<bool, Stopped> {
    let mut fitter = Fitter::default();
    let mut home = vec![0; ground.size()];
    for (at, group) in groups.iter().enumerate() {
        for row in group.rows() {
            home[row as usize] = at;
        }
    }
    let mut has_changed = false;
    for row in 0..ground.size() as u32 {
        progress.check()?;
        let from = home[row as usize];
        let paid = ground.cost(row, &groups[from].outer, u32::MAX);
        if paid == 0 {
            continue;
        }
        for to in nearest(ground, groups, row, from, paid) {
            if let Some((here, there, other)) = exchange(ground, groups, &mut fitter, row, from, to)
            {
                groups[from] = here;
                groups[to] = there;
                home[row as usize] = to;
                if let Some(other) = other {
                    home[other as usize] = from;
                }
                has_changed = true;
                break;
            }
        }
    }
    Ok(has_changed)
}

/// The groups whose windows cost this person least, and less than it pays now.
fn nearest(ground: &Ground, groups: &[Group], row: u32, but: usize, paid: u32) -> Vec<usize> {
    let mut near: Vec<(u32, usize)> = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        let cost = ground.cost(row, &group.outer, paid);
        if at != but && cost < paid {
            near.push((cost, at));
        }
    }
    near.sort_unstable();
    near.truncate(NEAREST);
    near.into_iter().map(|(_, at)| at).collect()
}

/// The two groups after a move, or after a swap with the person for whom that is best, if it gains.
fn exchange(
    ground: &Ground,
    groups: &[Group],
    fitter: &mut Fitter,
    row: u32,
    from: usize,
    to: usize,
) -> Option<(Group, Group, Option<u32>)> {
    let (here, there) = (&groups[from], &groups[to]);
    let before = here.cost + there.cost;
    let mut attempt = |other: Option<u32>| {
        let mut here = Group::alike(
            here.others
                .iter()
                .copied()
                .filter(|&at| at != row)
                .collect(),
        );
        let mut there = Group::alike(there.others.clone());
        there.others.retain(|&at| Some(at) != other);
        there.others.push(row);
        here.others.extend(other);
        fitter.fit(ground, &mut here);
        fitter.fit(ground, &mut there);
        (here.cost + there.cost < before).then_some((here, there, other))
    };
    if here.size() > ground.k
        && let Some(moved) = attempt(None)
    {
        return Some(moved);
    }
    let gain = |&other: &u32| {
        let pays = i64::from(ground.cost(other, &there.outer, u32::MAX));
        pays - i64::from(ground.cost(other, &here.outer, u32::MAX))
    };
    let other = there
        .others
        .iter()
        .copied()
        .max_by_key(|other| (gain(other), *other))?;
    attempt(Some(other))
}
