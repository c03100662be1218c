//! Groups that break a promise are merged with the nearest group until none does.

use super::leftover::Groups;
use super::nearest::Nearest;
use super::points::{Category, Place, Points, Sums};
use super::tree::Tree;
use crate::method::Task;
use crate::method::local::referee::Referee;
use cloakroom_core::{Progress, Stopped};

/// What is left in the end is a single group where nothing less holds.
pub fn until_all_hold(
    task: Task<'_>,
    points: &Points,
    mut groups: Groups,
    progress: &Progress,
) -> Result<Groups, Stopped> {
    progress.stage("merging groups", 0);
    let mut referee = Referee::new(task);
    // Groups that held still do: those that were merged are the only ones to look at.
    let mut failing: Vec<u32> = (0..groups.len() as u32).collect();
    loop {
        let mut still = Vec::new();
        for group in failing {
            progress.check()?;
            if !referee.passes(groups[group as usize].iter().copied()) {
                still.push(group);
            }
        }
        if still.is_empty() || groups.iter().filter(|rows| !rows.is_empty()).count() < 2 {
            break;
        }
        failing = merge_pairs(points, &mut groups, &still, progress)?;
    }
    groups.retain(|rows| !rows.is_empty());
    Ok(groups)
}

/// Merges each of the failing groups with the one whose centre is nearest among those that were not merged yet, and
/// gives the groups to look at again.
fn merge_pairs(
    points: &Points,
    groups: &mut Groups,
    failing: &[u32],
    progress: &Progress,
) -> Result<Vec<u32>, Stopped> {
    let alive: Vec<u32> = (0..groups.len() as u32)
        .filter(|&group| !groups[group as usize].is_empty())
        .collect();
    let centres = centres(points, groups, &alive);
    let mut tree = Tree::of_all(&centres, progress)?;
    let (mut place, mut nearest) = (Place::default(), Nearest::default());
    let mut again = Vec::new();
    for &group in failing {
        progress.check()?;
        let Ok(at) = alive.binary_search(&group) else {
            continue;
        };
        if !tree.holds(at as u32) {
            continue;
        }
        again.push(group);
        tree.take(at as u32);
        place.at_record(&centres, at as u32);
        nearest.want(1);
        tree.nearest(&place, &mut nearest);
        if let Some(found) = nearest.unsorted().next() {
            tree.take(found.row);
            let other = alive[found.row as usize] as usize;
            let rows = std::mem::take(&mut groups[other]);
            groups[group as usize].extend(rows);
        }
    }
    Ok(again)
}

/// The centres of groups as points; of categories the most frequent value.
fn centres(points: &Points, groups: &Groups, alive: &[u32]) -> Points {
    let mut numbers = vec![Vec::with_capacity(alive.len()); points.numbers.len()];
    let mut codes = vec![Vec::with_capacity(alive.len()); points.categories.len()];
    let mut sums = Sums::none(points);
    for &group in alive {
        sums.clear();
        for &row in &groups[group as usize] {
            sums.add(points, row);
        }
        for (numbers, sum) in numbers.iter_mut().zip(&sums.numbers) {
            numbers.push(sum / f64::from(sums.count));
        }
        for ((codes, counts), axis) in codes.iter_mut().zip(&sums.counts).zip(&points.categories) {
            codes.push(axis.mode(counts));
        }
    }
    let categories = codes
        .into_iter()
        .zip(&points.categories)
        .map(|(codes, axis)| Category {
            codes,
            levels: axis.levels.clone(),
            code_at: axis.code_at.clone(),
        })
        .collect();
    Points::new(alive.len(), numbers, categories).measured_by(points.gauge)
}
