//! The components of the ε-graph, found without its edges: there may be more of them than memory has room for.

use super::super::RatingsTask;
use crate::profile::Patterns;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// So many records are looked at by one thread.
const STRETCH: usize = 1 << 11;

/// The people of every component, ascending, in the order of their first. ε is smaller than r, so that nobody
/// is close to somebody who rated other issues.
pub fn components(task: &RatingsTask<'_>, progress: &Progress) -> Result<Vec<Vec<u32>>, Stopped> {
    let patterns = Patterns::find(task.survey, progress)?;
    progress.stage("finding components", patterns.records() as u64);
    let mut groups = vec![Vec::new(); patterns.groups()];
    for (record, &group) in (0u32..).zip(&patterns.group_of) {
        groups[group as usize].push(record);
    }
    let mut component_of = vec![0u32; patterns.records()];
    let mut count = 0;
    for records in groups {
        let first = |record: u32| patterns.first[record as usize] as usize;
        let rows: Vec<&[u16]> = records.iter().map(|&at| task.row(first(at))).collect();
        let cells = rows.concat();
        for component in of_group(
            &cells,
            task.width(),
            rows.len(),
            task.target.within,
            progress,
        )? {
            for at in component {
                component_of[records[at as usize] as usize] = count;
            }
            count += 1;
        }
    }
    let mut components = vec![Vec::new(); count as usize];
    for (person, &record) in (0u32..).zip(&patterns.record_of) {
        components[component_of[record as usize] as usize].push(person);
    }
    components.sort_unstable_by_key(|members| members[0]);
    Ok(components)
}

/// The components among records that lie one after the other and have the same flags.
fn of_group(
    cells: &[u16],
    width: usize,
    records: usize,
    within: u16,
    progress: &Progress,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let row = |at: u32| &cells[at as usize * width..(at as usize + 1) * width];
    let near = |a: u32, b: u32| {
        let mut pairs = row(a).iter().zip(row(b));
        pairs.all(|(a, b)| a.abs_diff(*b) <= within)
    };
    let mut unseen: Vec<u32> = (0..records as u32).collect();
    let mut components = Vec::new();
    while let Some(first) = unseen.pop() {
        let mut component = vec![first];
        let mut next = 0;
        while let Some(&at) = component.get(next) {
            progress.check()?;
            progress.advance(1);
            next += 1;
            let found: Vec<u32> = if unseen.len() < 2 * STRETCH {
                unseen
                    .iter()
                    .copied()
                    .filter(|&other| near(at, other))
                    .collect()
            } else {
                let stretches = unseen.par_chunks(STRETCH).map(|stretch| {
                    let others = stretch.iter().copied();
                    others
                        .filter(|&other| near(at, other))
                        .collect::<Vec<u32>>()
                });
                stretches.collect::<Vec<_>>().concat()
            };
            if !found.is_empty() {
                let mut gone = found.iter().peekable();
                unseen.retain(|other| gone.next_if_eq(&other).is_none());
            }
            component.extend(found);
        }
        components.push(component);
    }
    Ok(components)
}
