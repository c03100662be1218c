//! A table as somebody outside sees it: the columns that can be compared with what they know, in classes of records
//! that look alike.

use crate::anonymize::Candidate;
use cloakroom_core::{
    Column, DictionaryBuilder, DictionaryFull, Failure, Hierarchy, PreparedTable, Problem, Progress,
};
use cloakroom_microdata::profile::classes::ClassProfile;
use std::sync::Arc;

/// Records are counted from 0 among those released.
pub struct View<'a> {
    /// The input's row of each record.
    pub kept: Vec<u32>,
    /// Records that look alike in every quasi-identifier, and in the other columns that are compared.
    pub classes: ClassProfile,
    /// Those that are compared.
    pub columns: Vec<ViewColumn<'a>>,
}

pub struct ViewColumn<'a> {
    pub name: &'a str,
    /// Both over all rows of the input.
    pub original: &'a Column,
    pub released: &'a Column,
    /// The one that the recipe names.
    pub hierarchy: Option<Arc<Hierarchy>>,
    pub is_quasi: bool,
}

impl<'a> View<'a> {
    /// Of what a method made of the table, or of the table as it is. `compared` are places in the table.
    pub fn new(
        prepared: &'a PreparedTable<'a>,
        candidate: Option<&'a Candidate>,
        compared: &[usize],
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let table = prepared.table;
        let kept = match candidate {
            Some(candidate) => candidate.anonymized.kept.clone(),
            None => (0..table.rows() as u32).collect(),
        };
        let released = |at: usize| match candidate {
            Some(candidate) => candidate.anonymized.column(table, at),
            None => table.columns().get(at),
        };
        let quasi = |at: usize| prepared.quasi.iter().find(|quasi| quasi.at == at);
        let mut shown: Vec<usize> = prepared.quasi.iter().map(|quasi| quasi.at).collect();
        shown.extend(compared.iter().filter(|&&at| quasi(at).is_none()));
        let texts = shown
            .iter()
            .filter_map(|&at| released(at))
            .map(|column| by_text(column, &kept))
            .collect::<Result<Vec<Column>, DictionaryFull>>()
            .map_err(|full| Problem::new(full.to_string()))?;
        let classes =
            ClassProfile::compute(&texts.iter().collect::<Vec<_>>(), kept.len(), progress)?;
        let columns = compared
            .iter()
            .filter_map(|&at| {
                let original = table.columns().get(at)?;
                Some(ViewColumn {
                    name: original.name(),
                    original,
                    released: released(at)?,
                    // A column without a hierarchy of its own has only its values and `*`: its labels tell more.
                    hierarchy: quasi(at)
                        .filter(|quasi| quasi.range.is_none())
                        .map(|quasi| quasi.hierarchy.clone()),
                    is_quasi: quasi(at).is_some(),
                })
            })
            .collect();
        Ok(Self {
            kept,
            classes,
            columns,
        })
    }

    /// The input's rows of a class.
    pub fn rows(&self, class: u32) -> impl Iterator<Item = u32> + '_ {
        self.classes
            .members(class)
            .iter()
            .map(|&at| self.kept[at as usize])
    }
}

/// Some rows of a column, equal texts with equal codes: only texts can be told apart.
fn by_text(column: &Column, rows: &[u32]) -> Result<Column, DictionaryFull> {
    let mut texts = DictionaryBuilder::default();
    let text_of = texts.absorb(column.dictionary())?;
    let codes = rows
        .iter()
        .map(|&row| text_of[column.codes()[row as usize] as usize])
        .collect();
    Ok(Column::new(column.name(), texts.finish(), codes, None))
}
