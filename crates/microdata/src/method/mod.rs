//! The methods: each turns a table and a requirement into a table that may be released, or says why not.
//!
//! A method is a file with a `run` of its own, listed in `METHODS` of its family; what is known of it stands in its row of
//! `cloakroom_core::method`.

pub mod decomposition;
mod full_domain;
pub mod local;
mod microaggregation;
mod none;
#[cfg(test)]
mod people_tests;
pub mod suppression;

use crate::privacy::Judge;
use crate::profile::classes::ClassProfile;
use cloakroom_core::purpose::Purpose;
use cloakroom_core::{
    Column, Dictionary, DictionaryBuilder, DictionaryFull, Failure, MethodName, MethodSettings,
    PreparedTable, Problem, Progress, Table,
};
use decomposition::DecompositionReport;
pub use microaggregation::{ErrorBound, error_bound};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a method is given. Checked before: at least one quasi-identifier and one record, and every
/// promise is one that the table as one single class would keep.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    pub prepared: &'a PreparedTable<'a>,
    /// Holds the requirement.
    pub judge: &'a Judge,
    pub settings: &'a MethodSettings,
    /// What the data may be wanted for, by name.
    pub purposes: &'a BTreeMap<String, Purpose>,
}

impl Task<'_> {
    /// How many records may be left out, or people or groups where these are counted.
    pub fn may_leave_out(&self) -> usize {
        self.judge
            .requirement()
            .may_leave_out(self.prepared.counted())
    }

    /// How many records a method may leave out one by one while it looks for groups: none where that changes what others
    /// must reach, or who else must go.
    pub fn may_leave_out_singly(&self) -> usize {
        if self.judge.depends_on_release() || self.judge.counts_units() {
            0
        } else {
            self.may_leave_out()
        }
    }

    /// The codes of the sensitive columns, if anything is asked of them.
    pub fn codes_to_judge(&self) -> Vec<&[u32]> {
        let columns = self.prepared.sensitive.iter();
        match self.judge.looks_at_values() {
            true => columns.map(|sensitive| sensitive.column.codes()).collect(),
            false => Vec::new(),
        }
    }

    /// So many of all that are counted: `12 of 40 records`.
    pub fn of_all(&self, some: usize) -> String {
        let all = self.prepared.counted();
        match &self.prepared.units {
            Some(units) => format!("{some} of {all} {}", units.counted.name(all)),
            None => format!("{some} of {all} records"),
        }
    }
}

/// What a method made of the table. Rows are those of the input, ascending.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Anonymized {
    /// Columns that take the place of the input's, over all its rows. The others stay as they are.
    pub changed: Vec<ChangedColumn>,
    pub kept: Vec<u32>,
    pub left_out: Vec<u32>,
    /// For whole levels: the level of each quasi-identifier, in the subject's order.
    pub levels: Option<Vec<u32>>,
    pub search: Option<SearchReport>,
    /// For `decomposition`: what became of the degree.
    pub decomposition: Option<Box<DecompositionReport>>,
}

/// A column whose cells were replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedColumn {
    /// Its place in the table.
    pub at: usize,
    pub column: Column,
    /// What a cell with this code has lost, by code: 0 for an original value, 1 for a value that says
    /// nothing any more.
    pub loss_of_code: Vec<f64>,
}

impl ChangedColumn {
    /// The same cells under other texts, by code.
    pub fn retext(&mut self, texts: &[String]) -> Result<(), Failure> {
        let dictionary = Dictionary::listed(texts)?;
        self.column = self.column.with_dictionary(dictionary);
        Ok(())
    }
}

/// What a search over the lattice of levels found on its way.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SearchReport {
    /// Nodes of the lattice.
    pub nodes: u64,
    /// Nodes whose classes were counted.
    pub checked: u64,
    /// Ways from the bottom to the top of the lattice that raise one level at a time; infinite where it
    /// is too large to write.
    pub strategies: f64,
    /// The nodes that hold while none below them does, ascending by height, then in lexicographic order. None are
    /// listed for a lattice that is too large to hold and by `decomposition`, which looks above its target only.
    pub minimal: Vec<Vec<u32>>,
    /// Whether these are all. `optimal` ends before every node is decided, and lists those it came across.
    pub minimal_are_all: bool,
    /// Whether nothing better exists for sure. Not where a lattice is too large to hold and the search ended
    /// before it could tell.
    pub proven: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum MethodOutcome {
    Reached(Anonymized),
    /// The requirement cannot be reached by this method; why, and how near it comes, in a sentence.
    NotReached(String),
}

/// What of a table that is read in batches is refused: methods that need every record by itself.
pub fn refuse_counted(name: MethodName) -> Result<(), Problem> {
    if name.works_from_counts() {
        return Ok(());
    }
    let others = MethodName::ALL.into_iter();
    let others: Vec<&str> = others
        .filter(|method| method.works_from_counts())
        .map(MethodName::name)
        .collect();
    Err(Problem::new(format!(
        "the method {} needs every record by itself, and the table is read in batches; expected {}",
        name.name(),
        others.join(", ")
    )))
}

/// How a method is run.
pub(crate) type Run = fn(Task<'_>, &Progress) -> Result<MethodOutcome, Failure>;

/// The methods by name; those of a family are listed in its module.
const METHODS: [&[(MethodName, Run)]; 4] = [
    &[
        (MethodName::None, |task, progress| {
            Ok(none::run(task, progress)?)
        }),
        (MethodName::Decomposition, decomposition::run),
    ],
    full_domain::METHODS,
    local::METHODS,
    microaggregation::METHODS,
];

fn run_of(name: MethodName) -> Option<Run> {
    let mut methods = METHODS.iter().copied().flatten();
    methods
        .find(|(method, _)| *method == name)
        .map(|&(_, run)| run)
}

pub fn run(
    name: MethodName,
    task: Task<'_>,
    progress: &Progress,
) -> Result<MethodOutcome, Failure> {
    if task.prepared.table.is_counted() {
        refuse_counted(name)?;
    }
    let run = run_of(name)
        .ok_or_else(|| Problem::new(format!("the method {} is not for microdata", name.name())))?;
    run(task, progress)
}

/// What `decomposition` makes of a table if a more exact release is known to be out; see [`decomposition::Floor`].
pub fn run_nested(
    task: Task<'_>,
    floor: &decomposition::Floor,
    progress: &Progress,
) -> Result<Anonymized, Failure> {
    decomposition::run_nested(task, floor, progress)
}

impl Anonymized {
    /// The column of the release: the changed one, or the input's.
    pub fn column<'a>(&'a self, table: &'a Table, at: usize) -> Option<&'a Column> {
        self.changed
            .iter()
            .find(|changed| changed.at == at)
            .map(|changed| &changed.column)
            .or_else(|| table.columns().get(at))
    }

    /// The classes of the kept records as they are released: by texts, since two codes may look alike.
    pub fn classes(
        &self,
        prepared: &PreparedTable<'_>,
        progress: &Progress,
    ) -> Result<ClassProfile, Failure> {
        let columns = prepared
            .quasi
            .iter()
            .filter_map(|quasi| self.column(prepared.table, quasi.at))
            .map(|column| by_text(column, &self.kept))
            .collect::<Result<Vec<Column>, DictionaryFull>>()?;
        let columns: Vec<&Column> = columns.iter().collect();
        let units = prepared.units.as_ref();
        let units = units.map(|units| units.picked(&self.kept));
        let kept = self.kept.len();
        Ok(ClassProfile::counting(
            &columns,
            kept,
            units.as_ref(),
            progress,
        )?)
    }
}

/// Some rows of a column, equal texts with equal codes: only texts can be told apart.
pub fn by_text(column: &Column, rows: &[u32]) -> Result<Column, DictionaryFull> {
    let picked = column.picked(rows);
    let mut texts = DictionaryBuilder::default();
    let text_of_code = texts.absorb(column.dictionary())?;
    if texts.len() == column.dictionary().len() {
        return Ok(picked);
    }
    let codes = picked
        .codes()
        .iter()
        .map(|&code| text_of_code[code as usize])
        .collect();
    let weights = picked.weights().cloned();
    Ok(Column::weighed(
        column.name(),
        texts.finish(),
        codes,
        None,
        weights,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::hierarchy::Hierarchies;
    use cloakroom_core::{Kind, Role, Settings};

    #[test]
    fn every_method_of_records_can_be_run() {
        for method in MethodName::ALL {
            let is_listed = method.kinds().contains(&Kind::Microdata);
            assert_eq!(run_of(method).is_some(), is_listed, "{method:?}");
        }
    }

    #[test]
    fn what_looks_alike_is_one_class() {
        let job = Column::from_texts("job", ["cook", "nurse", "clerk"]).unwrap();
        let table = Table::new(vec![job]).unwrap();
        let mut settings = Settings::default();
        settings.roles.set("job", Some(Role::Quasi));
        let prepared = PreparedTable::new(&table, &settings, &Hierarchies::default()).unwrap();
        // Groups of two levels that have the same name.
        let dictionary = Dictionary::listed(&["service", "service", "office"]).unwrap();
        let anonymized = Anonymized {
            changed: vec![ChangedColumn {
                at: 0,
                column: Column::new("job", dictionary, vec![0, 1, 2], None),
                loss_of_code: vec![0.0, 0.5, 0.0],
            }],
            kept: vec![0, 1, 2],
            ..Anonymized::default()
        };
        let classes = anonymized.classes(&prepared, &Progress::default()).unwrap();
        assert_eq!(classes.sizes(), [2, 1]);
    }
}
