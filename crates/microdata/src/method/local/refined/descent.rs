//! Down to where no single change brings anything any more.

use super::groups::{Groups, NO_GROUP};
use super::neighbours::Neighbours;
use super::reshape;
use super::search::{Change, Seeker};
use crate::method::local::referee::Referee;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// With so many records, batches are looked at on all threads.
const WORTH_THREADS: usize = 4_096;
/// How many records are looked at before what was found is done. The same for any number of threads.
const BATCH: usize = 256;

/// How many records may be left out, and how many are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowance {
    pub most: usize,
    pub out: usize,
}

impl Allowance {
    /// Whether a change leaves out no more than may be; if so, it counts.
    fn grant(&mut self, groups: &Groups<'_>, change: &Change) -> bool {
        let leaving = change
            .moves
            .iter()
            .filter(|&&(_, to)| to == NO_GROUP)
            .count();
        let coming = change
            .moves
            .iter()
            .filter(|&&(record, _)| groups.group_of(record) == NO_GROUP)
            .count();
        let granted = self.out + leaving <= self.most + coming;
        if granted {
            self.out = self.out + leaving - coming;
        }
        granted
    }
}

/// When each record was last looked at: not again before something near it changes.
#[derive(Clone, Debug)]
pub struct Looked(Vec<Option<u32>>);

impl Looked {
    pub fn never(records: usize) -> Self {
        Self(vec![None; records])
    }

    fn is_due(&self, groups: &Groups<'_>, near: &Neighbours, record: u32) -> bool {
        self.0[record as usize].is_none_or(|at| newest(groups, near, record) > at)
    }
}

/// Dissolves groups and changes the places of records as long as that gains.
pub fn descend(
    groups: &mut Groups<'_>,
    near: &Neighbours,
    referee: &mut Referee<'_>,
    allowance: &mut Allowance,
    looked: &mut Looked,
    progress: &Progress,
) -> Result<(), Stopped> {
    for group in 0..groups.len() as u32 {
        progress.check()?;
        reshape::dissolve(groups, near, referee, group, progress)?;
    }
    let batch = if groups.records() >= WORTH_THREADS {
        BATCH
    } else {
        1
    };
    loop {
        let due: Vec<u32> = (0..groups.records() as u32)
            .filter(|&record| looked.is_due(groups, near, record))
            .collect();
        let mut gained = 0;
        for records in due.chunks(batch) {
            if progress.is_enough() {
                return Ok(());
            }
            progress.check()?;
            let now = groups.clock();
            let seek = |referee: &mut Referee<'_>, &record: &u32| {
                Seeker {
                    groups,
                    near,
                    referee,
                    may_leave_out: allowance.most - allowance.out,
                    progress,
                }
                .best(record)
            };
            let changes: Vec<Option<Change>> = if batch == 1 {
                let seek = |record| seek(referee, record);
                records.iter().map(seek).collect::<Result<_, Stopped>>()?
            } else {
                records
                    .par_iter()
                    .map_init(|| referee.clone(), seek)
                    .collect::<Result<_, Stopped>>()?
            };
            for (&record, change) in records.iter().zip(changes) {
                looked.0[record as usize] = Some(now);
                let Some(change) = change else { continue };
                // Found before the changes of this batch: good only if none of them was near.
                if !is_fresh(groups, &change, now) || !allowance.grant(groups, &change) {
                    continue;
                }
                progress.check()?;
                gained += change.gain;
                groups.apply(&change.moves);
            }
        }
        if gained == 0 {
            return Ok(());
        }
    }
}

/// Whether nothing that the change is about has changed since.
fn is_fresh(groups: &Groups<'_>, change: &Change, since: u32) -> bool {
    change.moves.iter().all(|&(record, to)| {
        [groups.group_of(record), to]
            .into_iter()
            .all(|group| group == NO_GROUP || groups.changed(group) <= since)
    })
}

/// When the record's group or one near it last changed.
fn newest(groups: &Groups<'_>, near: &Neighbours, record: u32) -> u32 {
    let own = groups.group_of(record);
    near.of(groups, record)
        .chain((own != NO_GROUP).then_some(own))
        .map(|group| groups.changed(group))
        .max()
        .unwrap_or(0)
}
