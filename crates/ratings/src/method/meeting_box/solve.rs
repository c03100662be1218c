//! One block of people: several beginnings, the best of them improved.

use super::meet::{find_spot, let_go, relocate};
use super::standing::Standing;
use super::{circles, opening};
use crate::method::clustered::ground::Ground;
use crate::method::clustered::group::{Group, cost_of, lay_out};
use crate::method::clustered::release::Arrangement;
use crate::method::clustered::spare;
use crate::method::{RatingsTask, clustered};
use cloakroom_core::{Progress, Random, Stopped};

/// The steps of progress of one block.
pub const STEPS: u64 = 100;
/// How many rounds over all groups one round of effort is.
const ROUNDS: u64 = 40;
/// Blocks with more cells and surveys with more people are given fewer.
const MANY_CELLS: u64 = 100_000;
const MANY_PEOPLE: u64 = 10_000;
const LEAST_ROUNDS: u64 = 2;
/// How much dearer a change may be at first, as a part of what a group costs.
const HEAT: f64 = 1.0 / 40.0;
/// After so many rounds people choose among all groups, and new groups are opened.
const EVERY: u64 = 20;
/// How many people new groups are tried around.
const OPENED: usize = 300;
/// How often everybody is offered a better spot at most.
const PASSES: usize = 12;
/// A pass that lowers the cost by less than one part in so many is the last.
const LITTLE: u64 = 500;

pub fn solve(
    task: &RatingsTask<'_>,
    ground: &Ground,
    may_leave_out: usize,
    progress: &Progress,
) -> Result<Arrangement, Stopped> {
    let all: Vec<u32> = (0..ground.size() as u32).collect();
    let rounds = rounds(task, ground);
    let mut groups = begin(ground, &all, task.settings.seed, progress)?;
    let grown = clustered::partition(task, ground, progress)?;
    if cost_of(&grown) < cost_of(&groups) {
        groups = grown;
    }
    anneal(task, ground, &mut groups, rounds, STEPS / 2, progress)?;
    let out = spare::leave_out(ground, &mut groups, may_leave_out, progress)?;
    if !out.is_empty() {
        anneal(task, ground, &mut groups, rounds / 4, 0, progress)?;
    }
    if progress.is_enough() {
        return Ok(Arrangement::of_groups(ground, &groups, &out));
    }
    if task.target.deviation > 0 {
        // Whoever moves changes what the neighbours' sensitive ratings are: that is looked at in the end.
        return Ok(Arrangement::of_groups(ground, &groups, &out));
    }
    let kept = kept_rows(ground, &out);
    let people = kept.iter().map(|&row| ground.people[row as usize]);
    let remaining = Ground::new(task, people.collect());
    let placed = lay_out(ground, &groups);
    let cells = kept
        .iter()
        .flat_map(|&row| &placed[row as usize * ground.stride..][..ground.stride])
        .copied()
        .collect();
    let mut best = Standing::new(&remaining, cells, progress)?;
    descend(&mut best, progress)?;
    // Of equally good ones the last is taken, which moves the fewest people.
    for start in [
        few(task, &remaining, rounds, progress)?,
        mended(&remaining, progress)?,
    ] {
        let Some(mut standing) = start else { continue };
        descend(&mut standing, progress)?;
        if standing.total() <= best.total() {
            best = standing;
        }
    }
    loosen(&mut best, progress)?;
    let mut arrangement = Arrangement::new(&remaining, best.cells(), &[], &[]);
    arrangement.left_out = out.iter().map(|&row| ground.people[row as usize]).collect();
    Ok(arrangement)
}

/// How many rounds over all groups: fewer where one takes longer.
fn rounds(task: &RatingsTask<'_>, ground: &Ground) -> u64 {
    let cells = (ground.size() * ground.stride) as u64;
    let by_block = ROUNDS * MANY_CELLS / cells.max(MANY_CELLS);
    let people = task.survey.people() as u64;
    let by_people = by_block * MANY_PEOPLE / people.max(MANY_PEOPLE);
    u64::from(task.settings.effort) * by_people.max(LEAST_ROUNDS)
}

fn kept_rows(ground: &Ground, out: &[u32]) -> Vec<u32> {
    let mut is_kept = vec![true; ground.size()];
    for &row in out {
        is_kept[row as usize] = false;
    }
    (0..ground.size() as u32)
        .filter(|&row| is_kept[row as usize])
        .collect()
}

/// The cheapest of several scatterings with more and fewer groups.
fn begin(
    ground: &Ground,
    rows: &[u32],
    seed: u64,
    progress: &Progress,
) -> Result<Vec<Group>, Stopped> {
    let mut best: Option<Vec<Group>> = None;
    let mut count = rows.len() / ground.k;
    let mut stream = 1 << 63;
    loop {
        progress.check()?;
        let groups = circles::scatter(
            ground,
            rows,
            count,
            &mut Random::new(seed, stream),
            progress,
        )?;
        if best
            .as_ref()
            .is_none_or(|best| cost_of(&groups) < cost_of(best))
        {
            best = Some(groups);
        }
        if count <= 1 {
            return Ok(best.unwrap_or_default());
        }
        count /= 2;
        stream += 1;
    }
}

/// Rounds over all groups in which changes may cost a little more at first; so many steps of progress.
fn anneal(
    task: &RatingsTask<'_>,
    ground: &Ground,
    groups: &mut Vec<Group>,
    rounds: u64,
    steps: u64,
    progress: &Progress,
) -> Result<(), Stopped> {
    let heat = cost_of(groups) as f64 / groups.len().max(1) as f64 * HEAT;
    let mut best = groups.clone();
    for round in 0..rounds {
        if cost_of(groups) == 0 || progress.is_enough() {
            break;
        }
        let left = 1.0 - round as f64 / rounds as f64;
        circles::improve(
            ground,
            groups,
            task.settings.seed,
            round,
            heat * left,
            progress,
        )?;
        if (round + 1) % EVERY == 0 {
            circles::choose_anew(ground, groups, progress)?;
            let mut random = Random::new(task.settings.seed, 1 << 62 | round);
            opening::open_some(ground, groups, OPENED, &mut random, progress)?;
        }
        if cost_of(groups) < cost_of(&best) {
            best.clone_from(groups);
        }
        progress.advance(steps * (round + 1) / rounds - steps * round / rounds);
    }
    *groups = best;
    Ok(())
}

/// Everybody is offered better spots until that brings next to nothing.
fn descend(standing: &mut Standing<'_>, progress: &Progress) -> Result<(), Stopped> {
    for _ in 0..PASSES {
        let before = standing.total();
        for row in 0..standing.ground.size() as u32 {
            progress.check()?;
            relocate(standing, row);
        }
        if brought_little(before, standing.total()) {
            break;
        }
    }
    Ok(())
}

/// People whom others need may leave them too, if these find other spots and all together gain.
fn loosen(standing: &mut Standing<'_>, progress: &Progress) -> Result<(), Stopped> {
    for _ in 0..PASSES {
        let before = standing.total();
        for row in 0..standing.ground.size() as u32 {
            progress.check()?;
            let_go(standing, row);
        }
        descend(standing, progress)?;
        if brought_little(before, standing.total()) {
            break;
        }
    }
    Ok(())
}

fn brought_little(before: u64, after: u64) -> bool {
    before - after <= before / LITTLE
}

fn at_home<'a>(ground: &'a Ground, progress: &Progress) -> Result<Standing<'a>, Stopped> {
    let cells = (0..ground.size() as u32)
        .flat_map(|row| ground.own(row).iter().copied())
        .collect();
    Standing::new(ground, cells, progress)
}

/// Everybody at home but those who have too few people near: they go one by one where enough are close.
fn mended<'a>(ground: &'a Ground, progress: &Progress) -> Result<Option<Standing<'a>>, Stopped> {
    let mut standing = at_home(ground, progress)?;
    mend(&mut standing, progress).map(|holds| holds.then_some(standing))
}

/// Those who have too few people near in groups of their own, everybody else at home.
fn few<'a>(
    task: &RatingsTask<'_>,
    ground: &'a Ground,
    rounds: u64,
    progress: &Progress,
) -> Result<Option<Standing<'a>>, Stopped> {
    let mut standing = at_home(ground, progress)?;
    let short: Vec<u32> = (0..ground.size() as u32)
        .filter(|&row| standing.is_short(row))
        .collect();
    if short.len() < ground.k || short.len() == ground.size() {
        return Ok(None);
    }
    let mut groups = begin(ground, &short, task.settings.seed, progress)?;
    anneal(task, ground, &mut groups, rounds, STEPS / 2, progress)?;
    let placed = lay_out(ground, &groups);
    for row in short {
        progress.check()?;
        standing.put(
            row,
            &placed[row as usize * ground.stride..][..ground.stride],
        );
    }
    mend(&mut standing, progress).map(|holds| holds.then_some(standing))
}

/// Moves those who are short of people, the cheapest first; `false` if somebody stays short.
fn mend(standing: &mut Standing<'_>, progress: &Progress) -> Result<bool, Stopped> {
    let people = 0..standing.ground.size() as u32;
    for _ in 0..PASSES {
        let mut short = Vec::new();
        for row in people.clone().filter(|&row| standing.is_short(row)) {
            progress.check()?;
            let spot = find_spot(standing, row, &standing.leash(row), u32::MAX - 1);
            short.push((spot.map_or(u32::MAX, |spot| spot.cost), row));
        }
        if short.is_empty() {
            return Ok(true);
        }
        short.sort_unstable();
        for (_, row) in short {
            progress.check()?;
            if !standing.is_short(row) {
                continue;
            }
            if let Some(spot) = find_spot(standing, row, &standing.leash(row), u32::MAX - 1) {
                standing.put(row, &spot.cells);
            }
        }
    }
    Ok(people.clone().all(|row| !standing.is_short(row)))
}
