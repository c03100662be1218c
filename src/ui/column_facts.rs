//! What is counted of every column once for a file, because a release must not leave it unsaid, and what is looked up of
//! some.

use crate::ui::asked::Asked;
use crate::ui::jobs::Jobs;
use crate::ui::kinds;
use crate::ui::views::data::TransactionsFacts;
use cloakroom_core::column::Column;
use cloakroom_core::io::csv::write::formula_cells;
use cloakroom_core::problem::Problem;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::roles::Role;
use cloakroom_core::summary::ColumnSummary;
use cloakroom_core::table::Table;
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::profile::doubts::{
    Asked as KeptColumns, Doubt, Looked, doubts, is_column_nearly_unique,
};

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

/// What is counted once for a file.
struct Counted {
    columns: Vec<ColumnFacts>,
    baskets: Option<TransactionsFacts>,
}

/// All that is known of columns by themselves.
#[derive(Default)]
pub struct ColumnsState {
    counted: Asked<(), Counted>,
    /// Of one column, by its place.
    summary: Asked<usize, ColumnSummary>,
    /// What speaks against columns that are released as they are.
    doubts: Asked<KeptColumns, Looked>,
}

impl ColumnsState {
    pub fn want(&mut self, workspace: &Workspace, selected: Option<usize>, jobs: &Jobs) {
        if let Some(column) = selected
            && let Some(new) = self.summary.ask(column)
        {
            let loaded = workspace.loaded().clone();
            new.start(jobs, "Summarise", move |column, progress| {
                let columns = loaded.dataset.table().map_or(&[][..], Table::columns);
                let column = columns
                    .get(column)
                    .ok_or_else(|| Problem::new("there is no such column"))?;
                Ok(ColumnSummary::compute(column, progress)?)
            });
        }
        if let Some(new) = self.counted.ask(()) {
            let loaded = workspace.loaded().clone();
            new.start(jobs, "Look through the columns", move |(), progress| {
                let columns = loaded.dataset.table().map_or(&[][..], Table::columns);
                let columns = columns
                    .iter()
                    .map(|column| ColumnFacts::compute(column, progress))
                    .collect::<Result<Vec<_>, Stopped>>()?;
                let transactions = loaded.dataset.transactions();
                let baskets = transactions.map(TransactionsFacts::compute);
                Ok(Counted { columns, baskets })
            });
        }
        self.want_doubts(workspace, jobs);
    }

    /// What speaks against columns that are released as they are, once every column has a role.
    fn want_doubts(&mut self, workspace: &Workspace, jobs: &Jobs) {
        let is_held = kinds::about(workspace).data.has_classes && workspace.in_batches().is_none();
        if !is_held || !workspace.undecided().is_empty() {
            return;
        }
        let asked = KeptColumns::of(workspace.column_names(), &workspace.settings().roles);
        if asked.kept.is_empty() {
            return;
        }
        if let Some(new) = self.doubts.ask(asked) {
            let loaded = workspace.loaded().clone();
            new.start(jobs, "Look at kept columns", move |asked, progress| {
                let doubts = match loaded.dataset.table() {
                    Some(table) => doubts(table, &asked, progress)?,
                    None => Vec::new(),
                };
                Ok(Looked { asked, doubts })
            });
        }
    }

    /// What speaks against the columns that are released as they are now; `None` while that is not known.
    pub fn doubts(&self, workspace: &Workspace) -> Option<Vec<Doubt>> {
        let asked = KeptColumns::of(workspace.column_names(), &workspace.settings().roles);
        if asked.kept.is_empty() {
            return Some(Vec::new());
        }
        match workspace.in_batches() {
            Some(_) => workspace.looked().answer(&asked),
            None => self.doubts.newest()?.answer(&asked),
        }
    }

    /// By column, once they are counted.
    pub fn facts(&self) -> Option<&[ColumnFacts]> {
        self.counted.current().map(|counted| &counted.columns[..])
    }

    /// Of transactions, once they are counted.
    pub fn baskets(&self) -> Option<&TransactionsFacts> {
        self.counted.current()?.baskets.as_ref()
    }

    pub fn summary(&self, column: Option<usize>) -> Option<&ColumnSummary> {
        let is = |asked: &usize| Some(*asked) == column;
        self.summary.answer_to(is).map(|summary| &**summary)
    }
}

/// Identifiers are not released, so their formulas do not count.
pub fn released_formulas(workspace: &Workspace, facts: &[ColumnFacts]) -> usize {
    with_facts(workspace, facts)
        .filter(|(_, role, _)| !role.is_some_and(Role::is_removed))
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
