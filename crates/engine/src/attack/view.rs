//! A table as somebody outside sees it: the columns that can be compared with what they know, in classes of records
//! that look alike.

use crate::anonymize::Candidate;
use cloakroom_core::{Column, DictionaryFull, Failure, Hierarchy, PreparedTable, Progress};
use cloakroom_microdata::method::by_text;
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
            .collect::<Result<Vec<Column>, DictionaryFull>>()?;
        let units = prepared.units.as_ref().map(|units| units.picked(&kept));
        let texts: Vec<&Column> = texts.iter().collect();
        let classes = ClassProfile::counting(&texts, kept.len(), units.as_ref(), progress)?;
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

    /// How many may be meant by somebody who may be in these classes: records, or people or groups where these are counted.
    pub fn candidates(&self, classes: &[u32]) -> u64 {
        let Some(crowd) = self.classes.crowd() else {
            let sizes = classes
                .iter()
                .map(|&class| self.classes.sizes()[class as usize]);
            return sizes.map(u64::from).sum();
        };
        let mut units: Vec<u32> = classes
            .iter()
            .flat_map(|&class| crowd.of_class(class as usize))
            .collect();
        units.sort_unstable();
        units.dedup();
        units.len() as u64
    }

    /// The input's rows of a class.
    pub fn rows(&self, class: u32) -> impl Iterator<Item = u32> + '_ {
        self.classes
            .members(class)
            .iter()
            .map(|&at| self.kept[at as usize])
    }
}
