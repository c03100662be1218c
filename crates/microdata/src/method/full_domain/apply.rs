//! A node of the lattice applied to the table: every quasi-identifier shows its groups at one level.

use super::super::suppression::{Suppressed, suppress};
use super::super::{Anonymized, ChangedColumn, Task};
use crate::profile::lattice::ground::Ground;
use crate::profile::lattice::roll::Roller;
use cloakroom_core::{
    Column, DictionaryBuilder, DictionaryFull, Failure, Hierarchy, Problem, Progress,
};
use rayon::prelude::*;

/// What came of a node.
pub enum Applied {
    Release(Anonymized),
    /// So many records are in classes that fail.
    Fails(usize),
}

/// The release at `levels`, suppressed by definition whatever a search found before.
pub fn apply(
    task: Task<'_>,
    ground: &Ground,
    levels: &[u32],
    progress: &Progress,
) -> Result<Applied, Failure> {
    progress.stage("counting classes", 0);
    let mut roller = Roller::new(ground);
    let classes = roller.roll(&ground.bottom, levels);
    let into = roller.went_into();
    let class_of: Vec<u32> = ground
        .class_of
        .par_iter()
        .map(|&class| into[class as usize])
        .collect();
    progress.check()?;
    let (kept, left_out) = match suppress(task, &class_of, classes.len(), progress)? {
        Suppressed::Holds { kept, left_out } => (kept, left_out),
        Suppressed::Fails { failing } => return Ok(Applied::Fails(failing)),
    };
    Ok(Applied::Release(shown(
        task, levels, kept, left_out, progress,
    )?))
}

/// The table at `levels` with these rows kept and those left out, whatever that promises.
pub fn shown(
    task: Task<'_>,
    levels: &[u32],
    kept: Vec<u32>,
    left_out: Vec<u32>,
    progress: &Progress,
) -> Result<Anonymized, Failure> {
    progress.stage("applying levels", levels.len() as u64);
    let changed = task
        .prepared
        .quasi
        .iter()
        .zip(levels)
        .filter(|&(quasi, &level)| changes(quasi.column, &quasi.hierarchy, level as usize))
        .map(|(quasi, &level)| {
            progress.check()?;
            let (column, loss_of_code) = raise(quasi.column, &quasi.hierarchy, level as usize)
                .map_err(|DictionaryFull| {
                    let name = quasi.column.name();
                    Problem::new(format!(
                        "the labels of level {level} of \"{name}\" are larger than 4 GiB together"
                    ))
                })?;
            progress.advance(1);
            Ok(ChangedColumn {
                at: quasi.at,
                column,
                loss_of_code,
            })
        })
        .collect::<Result<_, Failure>>()?;
    Ok(Anonymized {
        changed,
        kept,
        left_out,
        levels: Some(levels.to_vec()),
        search: None,
        decomposition: None,
    })
}

/// Level 0 shows the values themselves, but a hierarchy may write a missing one as a text.
fn changes(column: &Column, hierarchy: &Hierarchy, level: usize) -> bool {
    level > 0
        || column
            .dictionary()
            .iter()
            .enumerate()
            .any(|(code, text)| hierarchy.label(0, code as u32) != text)
}

/// The column at a level, with what each of its codes has lost.
fn raise(
    column: &Column,
    hierarchy: &Hierarchy,
    level: usize,
) -> Result<(Column, Vec<f64>), DictionaryFull> {
    let at_level = &hierarchy.levels()[level];
    let mut dictionary = DictionaryBuilder::default();
    let mut code_of_group: Vec<Option<u32>> = vec![None; at_level.labels.len()];
    let mut loss_of_code = Vec::new();
    let mut code_of = Vec::with_capacity(column.dictionary().len());
    for &group in &at_level.group_of {
        let code = match code_of_group[group as usize] {
            Some(code) => code,
            None => {
                let code = dictionary.intern(&at_level.labels[group as usize])?;
                loss_of_code.push(hierarchy.loss(level, group));
                code_of_group[group as usize] = Some(code);
                code
            }
        };
        code_of.push(code);
    }
    let codes = column
        .codes()
        .par_iter()
        .map(|&code| code_of[code as usize])
        .collect();
    let null = dictionary.find("");
    let weights = column.weights().cloned();
    let raised = Column::weighed(column.name(), dictionary.finish(), codes, null, weights);
    Ok((raised, loss_of_code))
}
