//! Microaggregation (thesis, chapter 5): groups of records are replaced by their centres.
//!
//! `space` lays the quasi-identifiers out as axes, `mdav`, `v_mdav` and `refine` find groups on them, `merge` makes
//! groups larger that break a promise, and `centres` writes what each shows.

mod blocks;
mod bound;
mod centres;
mod gauge;
mod leftover;
mod mdav;
mod merge;
mod nearest;
mod points;
mod refine;
mod rim;
mod rounding;
mod space;
mod stacks;
#[cfg(test)]
mod tests;
mod tree;
mod v_mdav;

use super::suppression::{Suppressed, suppress};
use super::{Anonymized, MethodOutcome, Run, Task};
use crate::profile::dependency::DependencyProfile;
use cloakroom_core::{Failure, MethodName, Problem, Progress, Stopped};
use leftover::Groups;
use points::Points;
use space::{Axis, Space};

/// Up to so many records `refined-mdav` looks whether V-MDAV is the better start.
const TWO_STARTS: usize = 50_000;

pub(super) const METHODS: &[(MethodName, Run)] = &[
    (MethodName::Mdav, |task, progress| {
        let space = space_of(task)?;
        let groups = mdav(task, &space.points, progress)?;
        merge_and_release(task, &space, groups, progress)
    }),
    (MethodName::VMdav, |task, progress| {
        let space = space_of(task)?;
        let groups = v_mdav(task, &space.points, progress)?;
        merge_and_release(task, &space, groups, progress)
    }),
    (MethodName::ApproximateMdav, on_key_columns),
    (MethodName::RefinedMdav, |task, progress| {
        refined(task, &space_of(task)?, progress)
    }),
];

fn space_of(task: Task<'_>) -> Result<Space, Failure> {
    let (rows, k) = (task.prepared.rows(), task.judge.k() as usize);
    if rows < k {
        return Err(Problem::new(format!(
            "the table has {rows} records and groups need at least {k}; expected as many records"
        ))
        .into());
    }
    Ok(Space::new(task)?)
}

fn merge_and_release(
    task: Task<'_>,
    space: &Space,
    groups: Groups,
    progress: &Progress,
) -> Result<MethodOutcome, Failure> {
    let groups = merge::until_all_hold(task, &space.points, groups, progress)?;
    release(task, space, &groups, progress)
}

fn on_key_columns(task: Task<'_>, progress: &Progress) -> Result<MethodOutcome, Failure> {
    let space = space_of(task)?;
    let columns: Vec<usize> = task.prepared.quasi.iter().map(|quasi| quasi.at).collect();
    let profile = DependencyProfile::compute(task.prepared.table, &columns, progress)?;
    let points = space.projected(&profile.key_columns());
    let groups = mdav(task, &points, progress)?;
    merge_and_release(task, &space, groups, progress)
}

/// How large a block may be at most.
fn block(task: Task<'_>) -> usize {
    let told = task.settings.microaggregation.block as usize;
    told.max(4 * task.judge.k() as usize)
}

fn mdav(task: Task<'_>, points: &Points, progress: &Progress) -> Result<Groups, Stopped> {
    let k = task.judge.k() as usize;
    progress.stage("grouping", points.rows() as u64);
    blocks::in_blocks(
        points,
        block(task),
        |points| mdav::mdav(points, k, progress),
        progress,
    )
}

fn v_mdav(task: Task<'_>, points: &Points, progress: &Progress) -> Result<Groups, Stopped> {
    let k = task.judge.k() as usize;
    let gamma = task.settings.microaggregation.gamma;
    progress.stage("grouping", points.rows() as u64);
    let find = |points: &Points| v_mdav::v_mdav(points, k, gamma, progress);
    blocks::in_blocks(points, block(task), find, progress)
}

/// Never worse than MDAV, with every promise kept: compared in the end, since groups may have to be merged.
fn refined(task: Task<'_>, space: &Space, progress: &Progress) -> Result<MethodOutcome, Failure> {
    let points = &space.points;
    let error = |groups: &Groups| points.error(groups.iter().map(Vec::as_slice));
    let plain = mdav(task, points, progress)?;
    let mut start = plain.clone();
    if points.rows() <= TWO_STARTS {
        let other = v_mdav(task, points, progress)?;
        if error(&other) < error(&start) {
            start = other;
        }
    }
    let search = refine::Search {
        k: task.judge.k() as usize,
        seed: task.settings.seed,
        effort: task.settings.effort,
    };
    let found = refine::refine(points, start, search, progress)?;
    let found = merge::until_all_hold(task, points, found, progress)?;
    let plain = merge::until_all_hold(task, points, plain, progress)?;
    let found_error = released_error(task, space, &found, progress)?;
    let better = if found_error <= released_error(task, space, &plain, progress)? {
        found
    } else {
        plain
    };
    release(task, space, &better, progress)
}

/// The squared error of groups as they are released: means are rounded, which may turn what is better into what is not.
fn released_error(
    task: Task<'_>,
    space: &Space,
    groups: &Groups,
    progress: &Progress,
) -> Result<f64, Failure> {
    let changed = centres::columns(task, space, groups, progress)?;
    let mut error = 0.0;
    for ((quasi, axis), changed) in task.prepared.quasi.iter().zip(&space.axes).zip(&changed) {
        match axis {
            Axis::Numbers { number_of, .. } => {
                let Some((_, deviation)) = space::spread(quasi.column, number_of) else {
                    continue;
                };
                let shown = &changed.column;
                let shown_of: Vec<Option<f64>> = (0..shown.dictionary().len() as u32)
                    .map(|code| shown.number(code))
                    .collect();
                let cells = quasi.column.codes().iter().zip(shown.codes());
                error += cells
                    .map(|(&own, &shown)| {
                        let own = number_of[own as usize];
                        ((own - shown_of[shown as usize].unwrap_or(own)) / deviation).powi(2)
                    })
                    .sum::<f64>();
            }
            Axis::Categories { at } => {
                let category = &space.points.categories[*at];
                let mut counts = vec![0; category.values()];
                for rows in groups {
                    counts.fill(0);
                    for &row in rows {
                        counts[category.codes[row as usize] as usize] += 1;
                    }
                    error += category.error(&counts);
                }
            }
        }
    }
    Ok(error)
}

/// How near groups come to the least that is possible.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct ErrorBound {
    /// No groups of at least k records have a smaller squared error, in squared standard deviations.
    pub least: f64,
    /// That of the table with every cell at its mean.
    pub total: f64,
}

/// What no microaggregation of a table can come under, whatever else is promised. Nothing is known of records that are
/// left out.
pub fn error_bound(task: Task<'_>, progress: &Progress) -> Result<ErrorBound, Failure> {
    let rows = task.prepared.rows();
    if rows > bound::MOST_RECORDS {
        return Err(Problem::new(format!(
            "the table has {rows} records; a bound is looked for among at most {}",
            bound::MOST_RECORDS
        ))
        .into());
    }
    if task.may_leave_out() > 0 {
        return Err(Problem::new(
            "records may be left out, and a bound counts all of them; expected no suppression",
        )
        .into());
    }
    let space = space_of(task)?;
    let points = space.points.measured_by(gauge::Gauge::default());
    let everybody: Vec<u32> = (0..rows as u32).collect();
    let groups = mdav(task, &points, progress)?;
    let known = points.error(groups.iter().map(Vec::as_slice));
    Ok(ErrorBound {
        least: bound::least_error(&points, task.judge.k() as usize, known, progress)?,
        total: points.error([everybody.as_slice()]),
    })
}

/// Writes the centres, and looks at the classes as they are released: groups that look alike are one class.
fn release(
    task: Task<'_>,
    space: &Space,
    groups: &Groups,
    progress: &Progress,
) -> Result<MethodOutcome, Failure> {
    let rows = task.prepared.rows();
    let anonymized = Anonymized {
        changed: centres::columns(task, space, groups, progress)?,
        kept: (0..rows as u32).collect(),
        ..Anonymized::default()
    };
    let classes = anonymized.classes(task.prepared, progress)?;
    let class_of: Vec<u32> = (0..rows).map(|row| classes.class_of(row)).collect();
    Ok(
        match suppress(task, &class_of, classes.classes(), progress)? {
            Suppressed::Holds { kept, left_out } => MethodOutcome::Reached(Anonymized {
                kept,
                left_out,
                ..anonymized
            }),
            Suppressed::Fails { failing } => MethodOutcome::NotReached(format!(
                "{} would have to be left out, and at most {} may be",
                task.of_all(failing),
                task.may_leave_out()
            )),
        },
    )
}
