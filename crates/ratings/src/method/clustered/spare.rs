//! Who is left out: those whose going saves most.

use super::ground::Ground;
use super::group::{Fitter, Group};
use cloakroom_core::{Progress, Stopped};

/// Takes up to `most` people out of the groups, the ones that save most first, and returns them.
pub fn leave_out(
    ground: &Ground,
    groups: &mut Vec<Group>,
    most: usize,
    progress: &Progress,
) -> Result<Vec<u32>, Stopped> {
    let mut fitter = Fitter::default();
    let mut out = Vec::new();
    let mut kept: usize = groups.iter().map(Group::size).sum();
    loop {
        progress.check()?;
        let left = (most - out.len()).min(kept.saturating_sub(ground.k));
        let mut best: Option<(f64, usize, Option<u32>)> = None;
        for (at, group) in groups.iter().enumerate() {
            let each = group.cost as f64 / group.size() as f64;
            let whole = group.size() <= left && groups.len() > 1;
            let mut keep = |saved: f64, row: Option<u32>| {
                if saved > best.map_or(0.0, |(least, _, _)| least) {
                    best = Some((saved, at, row));
                }
            };
            if whole {
                keep(each, None);
            }
            if left > 0 && group.size() > ground.k {
                for &row in &group.others {
                    let cost = ground.cost(row, &group.outer, u32::MAX);
                    keep(f64::from(cost), Some(row));
                }
            }
        }
        let Some((_, at, row)) = best else {
            return Ok(out);
        };
        match row {
            Some(row) => {
                out.push(row);
                kept -= 1;
                groups[at].others.retain(|&other| other != row);
                fitter.fit(ground, &mut groups[at]);
            }
            None => {
                kept -= groups[at].size();
                out.extend(groups.swap_remove(at).rows());
            }
        }
    }
}
