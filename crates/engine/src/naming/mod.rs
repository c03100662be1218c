//! Names what a method shows from what is released.
//!
//! Groups that the data made, and the ranges of local methods, are named by the values of the records that are
//! kept: a label must not name a value, or count one, that only left-out records have. Names that become one merge
//! their classes, so that everything is decided anew afterwards.

mod groups;
mod members;
mod ranges;
#[cfg(test)]
mod tests;

pub(super) use groups::neutral_chains;

use crate::kinds::about;
use cloakroom_core::prepared_table::Distance;
use cloakroom_core::settings::Ranges;
use cloakroom_core::{Failure, Kind, PreparedTable, Problem, Progress, Settings};
use cloakroom_microdata::method::Anonymized;
use members::Members;

/// Renames what must be renamed; what is named from declared things alone stays as it is.
pub(super) fn from_release(
    prepared: &PreparedTable<'_>,
    settings: &Settings,
    anonymized: &mut Anonymized,
    progress: &Progress,
) -> Result<(), Failure> {
    let Anonymized {
        changed,
        kept,
        left_out,
        ..
    } = anonymized;
    for changed in changed.iter_mut() {
        let Some(quasi) = prepared.quasi.iter().find(|quasi| quasi.at == changed.at) else {
            continue;
        };
        if quasi.range.is_some() {
            // A mean is no range.
            if settings.method.name.shows_ranges() {
                let members = Members::behind(quasi.column, &changed.column, kept, progress)?;
                ranges::rename(quasi, changed, &members, settings.release.ranges)?;
            }
        } else if groups::are_named(quasi.hierarchy.naming(), !left_out.is_empty()) {
            let members = Members::behind(quasi.column, &changed.column, kept, progress)?;
            groups::rename(quasi, changed, &members)?;
        }
    }
    Ok(())
}

/// An option of tables is refused where there are none.
pub(super) fn refuse_ranges(settings: &Settings, kind: Kind) -> Result<(), Problem> {
    if settings.release.ranges == Ranges::Exact || about(kind).is_recoded {
        return Ok(());
    }
    Err(Problem::new(format!(
        "release.ranges is for tables of records; {} are shown without ranges",
        kind.name()
    )))
}

/// The distances that a hierarchy gives travel with the release. One that the data made would tell of the records
/// that are not in it.
pub(super) fn refuse_distance_by_data(
    prepared: &PreparedTable<'_>,
    settings: &Settings,
) -> Result<(), Problem> {
    if settings.requirement.t.is_none() || settings.requirement.suppression == 0.0 {
        return Ok(());
    }
    let by_data = prepared.sensitive.iter().find(|sensitive| {
        matches!(&sensitive.distance, Distance::Hierarchy(hierarchy) if hierarchy.naming().groups_by_data())
    });
    match by_data {
        None => Ok(()),
        Some(sensitive) => Err(Problem::new(format!(
            "t is measured by a hierarchy of \"{}\" that is made from all values, and records may be left out, of which \
             it would tell: expected a hierarchy from a file, none, or no suppression",
            sensitive.column.name()
        ))),
    }
}
