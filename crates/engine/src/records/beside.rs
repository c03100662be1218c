//! Microdata side by side: every quasi-identifier of every record.

use crate::anonymize::Candidate;
use crate::side_by_side::{ALL, BLOCK, Beside, Sum, flags};
use cloakroom_core::{Progress, Role, Settings, Stopped, Table};
use cloakroom_microdata::method::ChangedColumn;

/// A column is compared if it is a quasi-identifier of either.
pub fn records(
    table: &Table,
    sides: [(&Candidate, &Settings); 2],
    progress: &Progress,
) -> Result<Beside, Stopped> {
    let rows = table.rows();
    let left_out = sides.map(|(candidate, _)| flags(&candidate.anonymized.left_out, rows));
    let mut differs: Vec<bool> = left_out[0]
        .iter()
        .zip(&left_out[1])
        .map(|(a, b)| a != b)
        .collect();
    let is_quasi = |name: &str| {
        let mut roles = sides.iter().map(|(_, settings)| settings.roles.of(name));
        roles.any(|role| role == Some(Role::Quasi))
    };
    let mut columns = Vec::new();
    for (at, original) in table.columns().iter().enumerate() {
        if !is_quasi(original.name()) {
            continue;
        }
        let changed = sides.map(|(candidate, _)| {
            let mut changed = candidate.anonymized.changed.iter();
            changed.find(|changed| changed.at == at)
        });
        let shown = changed.map(|changed| changed.map_or(original, |changed| &changed.column));
        let mut sum = Sum::default();
        for row in 0..rows {
            progress.check_every(BLOCK, row)?;
            sum.add([0, 1].map(|side| match left_out[side][row] {
                true => ALL,
                false => lost(changed[side], row),
            }));
            let [a, b] = shown;
            let same = a.is_null(row) == b.is_null(row) && a.text(row) == b.text(row);
            let either_kept = !left_out[0][row] || !left_out[1][row];
            differs[row] |= either_kept && !same;
        }
        columns.push(sum.named(original.name()));
    }
    let differing = (0..rows as u32)
        .filter(|&row| differs[row as usize])
        .collect();
    Ok(Beside {
        columns,
        differing,
        records: rows,
        left_out: sides.map(|(candidate, _)| candidate.anonymized.left_out.len()),
    })
}

/// What a kept cell has lost; nothing if its column is as it was.
pub fn lost(changed: Option<&ChangedColumn>, row: usize) -> f64 {
    let lost = changed.and_then(|changed| {
        let code = changed.column.codes().get(row)?;
        changed.loss_of_code.get(*code as usize).copied()
    });
    lost.unwrap_or(0.0)
}
