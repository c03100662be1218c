//! Groups are joined until sensitive ratings lie far enough apart around everybody.

use super::check::failing;
use super::ground::Ground;
use super::group::{Fitter, Group, lay_out};
use crate::method::RatingsTask;
use cloakroom_core::{Progress, Stopped};

/// Joins groups in which somebody breaks the promise with the nearest other one; `false` if all people as
/// one single group still break it.
pub fn join_until_it_holds(
    task: &RatingsTask<'_>,
    ground: &Ground,
    groups: &mut Vec<Group>,
    progress: &Progress,
) -> Result<bool, Stopped> {
    let mut fitter = Fitter::default();
    progress.stage("joining groups", groups.len() as u64);
    loop {
        let cells = lay_out(ground, groups);
        let failing = failing(task, ground, &cells, usize::MAX, progress)?.unwrap_or_default();
        if failing.is_empty() {
            return Ok(true);
        }
        if groups.len() == 1 && groups[0].hubs.is_empty() {
            return Ok(false);
        }
        let mut group_of = vec![0; ground.size()];
        for (at, group) in groups.iter().enumerate() {
            for row in group.rows() {
                group_of[row as usize] = at;
            }
        }
        let mut is_open = vec![true; groups.len()];
        let mut joined = Vec::new();
        for row in failing {
            progress.check()?;
            let at = group_of[row as usize];
            if !std::mem::replace(&mut is_open[at], false) {
                continue;
            }
            let mut rows: Vec<u32> = groups[at].rows().collect();
            if let Some(other) = nearest(ground, groups, at, &is_open) {
                is_open[other] = false;
                rows.extend(groups[other].rows());
            }
            let mut group = Group::alike(rows);
            fitter.fit(ground, &mut group);
            joined.push(group);
            progress.advance(1);
        }
        let mut open = is_open.into_iter();
        groups.retain(|_| open.next() == Some(true));
        groups.extend(joined);
        // An odd group alone may have found no partner: it does next time.
    }
}

fn nearest(ground: &Ground, groups: &[Group], to: usize, is_open: &[bool]) -> Option<usize> {
    let place = groups[to].middle(ground);
    (0..groups.len())
        .filter(|&other| is_open[other])
        .min_by_key(|&other| (ground.apart(&place, &groups[other].middle(ground)), other))
}
