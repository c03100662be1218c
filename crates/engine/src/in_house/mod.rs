//! What a release leaves in house: what became of every column, how exposed records were before and after, the
//! mapping that was applied, and the same as SQL.

pub mod mapping;
pub mod sql;

use crate::report::story::InHouse;
use crate::report::trace::Trace;
use cloakroom_microdata::method::SearchReport;
use mapping::MappingFile;

/// All that is written beside a release folder, the audit file aside.
#[derive(Debug)]
pub struct Kept {
    pub in_house: InHouse,
    /// What the release tells of every record, for the audit file. Not for a table that is read in batches, whose
    /// records are too many to be listed.
    pub trace: Option<Trace>,
    /// If it is asked for.
    pub mapping: Option<Vec<MappingFile>>,
    /// If it is asked for.
    pub sql: Option<String>,
}

/// What a search has to say about its result.
pub(super) fn searched(search: Option<&SearchReport>) -> Vec<String> {
    let Some(search) = search else {
        return Vec::new();
    };
    let mut said = vec![format!(
        "The classes of {} of {} combinations of levels were counted.",
        search.checked, search.nodes
    )];
    if !search.minimal.is_empty() {
        let at_least = if search.minimal_are_all {
            ""
        } else {
            "at least "
        };
        said.push(format!(
            "Combinations that hold while none below them does: {at_least}{}.",
            search.minimal.len()
        ));
    }
    said.push(
        if search.proven {
            "No other combination of levels is better by what was asked for."
        } else {
            "There are too many combinations to be sure that no other is better."
        }
        .to_owned(),
    );
    said
}
