//! What is counted of every column once for a file, because a release must not leave it unsaid.

use cloakroom_core::column::Column;
use cloakroom_core::io::csv::write::formula_cells;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::roles::Role;
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::profile::doubts::is_column_nearly_unique;

/// How many records are looked at between two looks at the progress.
const STRIDE: usize = 1 << 20;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColumnFacts {
    /// Cells that a spreadsheet would run.
    pub formulas: usize,
    /// Values that a single record has.
    pub unique: usize,
    /// Hardly any value is that of two records.
    pub nearly_unique: bool,
}

impl ColumnFacts {
    pub fn compute(column: &Column, progress: &Progress) -> Result<Self, Stopped> {
        progress.check()?;
        // 0, 1, or more: a byte for each value is enough.
        let mut seen = vec![0u8; column.dictionary().len()];
        for (stretch, codes) in column.codes().chunks(STRIDE).enumerate() {
            progress.check()?;
            for (at, &code) in codes.iter().enumerate() {
                let records = column.weight(stretch * STRIDE + at).min(2) as u8;
                let seen = &mut seen[code as usize];
                *seen = seen.saturating_add(records).min(2);
            }
        }
        if let Some(null) = column.null() {
            seen[null as usize] = 0;
        }
        progress.check()?;
        Ok(Self {
            formulas: formula_cells(column),
            unique: seen.into_iter().filter(|&times| times == 1).count(),
            nearly_unique: is_column_nearly_unique(column),
        })
    }
}

/// Identifiers are not released, so their formulas do not count.
pub fn released_formulas(workspace: &Workspace, facts: &[ColumnFacts]) -> usize {
    with_facts(workspace, facts)
        .filter(|(_, role, _)| *role != Some(Role::Identifier))
        .map(|(_, _, facts)| facts.formulas)
        .sum()
}

/// The columns of the table with their roles and what was counted.
pub fn with_facts<'a>(
    workspace: &'a Workspace,
    facts: &'a [ColumnFacts],
) -> impl Iterator<Item = (&'a Column, Option<Role>, ColumnFacts)> {
    let columns = workspace.table().map_or(&[][..], |table| table.columns());
    columns.iter().zip(facts).map(|(column, facts)| {
        let role = workspace.settings().roles.of(column.name());
        (column, role, *facts)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_one_record_are_counted_and_missing_ones_are_not() {
        let column = Column::from_texts("x", ["a", "b", "a", "", "=1"]).unwrap();
        let facts = ColumnFacts::compute(&column, &Progress::default()).unwrap();
        assert_eq!(facts.unique, 2);
        assert_eq!(facts.formulas, 1);
        assert!(!facts.nearly_unique);
        let alone = Column::from_texts("x", ["a", "b", "", ""]).unwrap();
        let facts = ColumnFacts::compute(&alone, &Progress::default()).unwrap();
        assert!(facts.nearly_unique);
    }
}
