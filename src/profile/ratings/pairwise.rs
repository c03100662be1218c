//! Everybody compared with everybody of the same group.

use super::Level;
use super::groups::{Groups, Rows, apart_rated};
use super::patterns::Patterns;
use super::shares::{Shares, add};
use crate::model::pulse::{Pulse, Stopped};
use crate::model::survey::Survey;
use crate::privacy::survey::Spread;
use rayon::prelude::*;

/// The levels 0 to `searched` − 1.
pub fn levels(
    survey: &Survey,
    patterns: &Patterns,
    groups: &Groups,
    shares: &Shares,
    searched: u16,
    measure: &(impl Fn(&[Spread]) -> (u32, u64) + Sync),
    pulse: &Pulse,
) -> Result<Vec<Level>, Stopped> {
    let searched = usize::from(searched);
    let empty = Level {
        within: vec![0; patterns.records()],
        reaches: vec![0; patterns.records()],
    };
    let mut levels = vec![empty; searched];
    pulse.stage("measuring distances", patterns.records() as u64);
    for group in 0..groups.len() {
        let members = groups.members(group);
        let rows = Rows::of(
            survey,
            members
                .iter()
                .map(|&record| patterns.first[record as usize]),
        );
        let found: Vec<Vec<(u32, u64)>> = (0..members.len())
            .into_par_iter()
            .map(|at| {
                pulse.check()?;
                pulse.advance(1);
                let mut sums = vec![Spread::default(); searched * shares.width];
                for (other, &record) in members.iter().enumerate() {
                    let d = usize::from(apart_rated(rows.row(at), rows.row(other)));
                    if d < searched {
                        let start = d * shares.width;
                        add(&mut sums[start..start + shares.width], shares.share(record));
                    }
                }
                for at in shares.width..sums.len() {
                    let below = sums[at - shares.width];
                    sums[at].merge(&below);
                }
                Ok(sums.chunks(shares.width).map(measure).collect())
            })
            .collect::<Result<_, Stopped>>()?;
        for (&record, found) in members.iter().zip(found) {
            for (level, (within, reaches)) in levels.iter_mut().zip(found) {
                level.within[record as usize] = within;
                level.reaches[record as usize] = reaches;
            }
        }
    }
    Ok(levels)
}
