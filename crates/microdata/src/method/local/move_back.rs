//! Which records go back to the part that cannot be cut any further, so that it passes.

use super::referee::Referee;
use cloakroom_core::{Progress, Stopped};

/// How many sets of one size are tried before larger sets are built up step by step instead.
const TRIED: usize = 20_000;
/// How many different records of a part are looked at when they go back one by one.
const LOOKED_AT: usize = 32;

/// Moves records from the parts that pass to `stay`, which does not, until it passes; every part passes or
/// is empty afterwards. The smallest sets come first, and within a size those with the larger rows: exactly
/// so as long as a size has at most [`TRIED`] sets. Beyond that records go back one by one, the largest row
/// whose leaving its part bears, those first that bring `stay` nearer to what is asked; and where no single
/// record can leave, whole parts do, the smallest first.
pub fn move_back(
    parts: &mut [Vec<u32>],
    stay: &mut Vec<u32>,
    referee: &mut Referee<'_>,
    progress: &Progress,
) -> Result<(), Stopped> {
    if !smallest_set(parts, stay, referee, progress)? {
        step_by_step(parts, stay, referee, progress)?;
    }
    Ok(())
}

fn smallest_set(
    parts: &mut [Vec<u32>],
    stay: &mut Vec<u32>,
    referee: &mut Referee<'_>,
    progress: &Progress,
) -> Result<bool, Stopped> {
    let mut rows: Vec<(u32, usize)> = parts
        .iter()
        .enumerate()
        .flat_map(|(part, rows)| rows.iter().map(move |&row| (row, part)))
        .collect();
    rows.sort_unstable_by(|a, b| b.cmp(a));
    let least = (referee.k as usize).saturating_sub(stay.len()).max(1);
    for size in least..=rows.len() {
        if sets(rows.len(), size) > TRIED {
            return Ok(false);
        }
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            progress.check()?;
            if is_good(parts, stay, &rows, &chosen, referee) {
                for &at in &chosen {
                    let (row, part) = rows[at];
                    parts[part].retain(|&other| other != row);
                    stay.push(row);
                }
                return Ok(true);
            }
            if !next_set(&mut chosen, rows.len()) {
                break;
            }
        }
    }
    Ok(false)
}

fn is_good(
    parts: &[Vec<u32>],
    stay: &[u32],
    rows: &[(u32, usize)],
    chosen: &[usize],
    referee: &mut Referee<'_>,
) -> bool {
    let moved = chosen.iter().map(|&at| rows[at].0);
    if !referee.passes(stay.iter().copied().chain(moved.clone())) {
        return false;
    }
    let mut donors: Vec<usize> = chosen.iter().map(|&at| rows[at].1).collect();
    donors.sort_unstable();
    donors.dedup();
    donors.into_iter().all(|part| {
        let left = parts[part]
            .iter()
            .copied()
            .filter(|row| !moved.clone().any(|other| other == *row));
        left.clone().next().is_none() || referee.passes(left)
    })
}

/// How many sets of this size there are; [`TRIED`] + 1 stands for all larger numbers.
fn sets(of: usize, size: usize) -> usize {
    let mut count: u128 = 1;
    for at in 0..size.min(of - size) {
        count = count * (of - at) as u128 / (at as u128 + 1);
        if count > TRIED as u128 {
            return TRIED + 1;
        }
    }
    count as usize
}

/// The next set in lexicographic order of places.
fn next_set(chosen: &mut [usize], of: usize) -> bool {
    let size = chosen.len();
    let Some(at) = (0..size).rev().find(|&at| chosen[at] < of - size + at) else {
        return false;
    };
    chosen[at] += 1;
    for later in at + 1..size {
        chosen[later] = chosen[later - 1] + 1;
    }
    true
}

fn step_by_step(
    parts: &mut [Vec<u32>],
    stay: &mut Vec<u32>,
    referee: &mut Referee<'_>,
    progress: &Progress,
) -> Result<(), Stopped> {
    while !referee.passes(stay.iter().copied()) {
        progress.check()?;
        if !one_record(parts, stay, referee, progress)? {
            let smallest = (0..parts.len())
                .filter(|&part| !parts[part].is_empty())
                .min_by_key(|&part| (parts[part].len(), part));
            match smallest {
                Some(part) => stay.append(&mut parts[part]),
                None => return Ok(()),
            }
        }
    }
    Ok(())
}

/// Moves the largest row that helps and that its part can spare.
fn one_record(
    parts: &mut [Vec<u32>],
    stay: &mut Vec<u32>,
    referee: &mut Referee<'_>,
    progress: &Progress,
) -> Result<bool, Stopped> {
    let now = referee.shortfall(stay.iter().copied());
    let mut candidates: Vec<(u32, usize)> = Vec::new();
    for (part, rows) in parts.iter().enumerate() {
        progress.check()?;
        // Of rows that are alike the largest will do.
        let mut rows = rows.clone();
        rows.sort_unstable_by(|a, b| b.cmp(a));
        let mut alike: Vec<u32> = Vec::new();
        for row in rows {
            if alike.iter().any(|&other| referee.are_alike(row, other)) {
                continue;
            }
            alike.push(row);
            if !referee.looks_at_values || alike.len() == LOOKED_AT {
                break;
            }
        }
        candidates.extend(alike.into_iter().map(|row| (row, part)));
    }
    candidates.sort_unstable_by(|a, b| b.cmp(a));
    for (row, part) in candidates {
        progress.check()?;
        let helps = referee.shortfall(stay.iter().copied().chain([row])) < now;
        let left = parts[part].iter().copied().filter(|&other| other != row);
        if helps && (left.clone().next().is_none() || referee.passes(left)) {
            parts[part].retain(|&other| other != row);
            stay.push(row);
            return Ok(true);
        }
    }
    Ok(false)
}
