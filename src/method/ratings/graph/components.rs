//! The components of the ε-graph, found without its edges: there may be more of them than memory has room for.

use super::super::SurveyTask;
use crate::model::pulse::{Pulse, Stopped};
use crate::profile::ratings::Patterns;
use rayon::prelude::*;

/// Fewer records than this are not worth another thread.
const WORTH_SHARING: usize = 1 << 12;

/// The people of every component, ascending, in the order of their first. ε is smaller than r, so that nobody
/// is close to somebody who rated other issues.
pub fn components(task: &SurveyTask<'_>, pulse: &Pulse) -> Result<Vec<Vec<u32>>, Stopped> {
    let patterns = Patterns::find(task.survey, pulse)?;
    let mut unseen_of_group = vec![Vec::new(); patterns.groups()];
    for (record, &group) in (0u32..).zip(&patterns.group_of) {
        unseen_of_group[group as usize].push(record);
    }
    let mut component_of = vec![0u32; patterns.records()];
    let mut count = 0;
    for mut unseen in unseen_of_group {
        while let Some(first) = unseen.pop() {
            let mut open = vec![first];
            while let Some(record) = open.pop() {
                pulse.check()?;
                component_of[record as usize] = count;
                let near = |&other: &u32| is_near(task, &patterns, record, other);
                let (found, rest): (Vec<u32>, Vec<u32>) = if unseen.len() < WORTH_SHARING {
                    unseen.iter().partition(|other| near(other))
                } else {
                    unseen.par_iter().partition(|other| near(other))
                };
                open.extend(found);
                unseen = rest;
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

fn is_near(task: &SurveyTask<'_>, patterns: &Patterns, a: u32, b: u32) -> bool {
    let row = |record: u32| task.row(patterns.first[record as usize] as usize);
    let mut cells = row(a).iter().zip(row(b));
    cells.all(|(a, b)| a.abs_diff(*b) <= task.target.within)
}
