//! The records that violate once the columns are generalized to a node of the lattice.

use super::{AtNode, picked};
use crate::ui::lattice::tuples::{Tuple, values};
use cloakroom_core::prepared_table::PreparedTable;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_microdata::privacy::Judge;
use cloakroom_microdata::profile::crowd::Crowd;
use cloakroom_microdata::profile::lattice::HashRow;

/// Ascending. Classes are compared with the whole table, as the card of the node does.
pub fn violating(at: &AtNode, progress: &Progress) -> Result<Vec<u32>, Stopped> {
    let (Some(table), held) = (at.loaded.dataset.table(), &at.held) else {
        return Ok(Vec::new());
    };
    let requirement = &at.settings.requirement;
    let class_of = held.profile.class_of_rows(at.node);
    progress.check()?;
    let classes = class_of.iter().max().map_or(0, |&most| most as usize + 1);
    let units = held.units.units(table);
    let mut sizes = vec![0u32; classes];
    match &units {
        None => {
            let weights = table.columns().first();
            for (row, &class) in class_of.iter().enumerate() {
                sizes[class as usize] += weights.map_or(1, |column| column.weight(row));
            }
        }
        Some(units) => {
            let crowd = Crowd::new(&class_of, classes, units, &[], progress)?;
            for (class, size) in sizes.iter_mut().enumerate() {
                *size = crowd.of_class(class).count() as u32;
            }
        }
    }
    progress.check()?;
    let prepared = PreparedTable::new(table, &at.settings, &held.hierarchies).ok();
    let looks_at_values = requirement.looks_at_values() && !held.lacks(requirement);
    let fails: Vec<bool> = match prepared.filter(|_| looks_at_values) {
        None => sizes
            .iter()
            .map(|&size| size < requirement.least_size())
            .collect(),
        Some(prepared) => {
            let judge = Judge::new(requirement, &prepared);
            let columns = held.sensitive.iter();
            let mut columns: Vec<_> = columns
                .filter_map(|name| table.column(name))
                .map(|column| values(column, units.as_ref(), &class_of, classes))
                .collect();
            progress.check()?;
            let mut fails = Vec::with_capacity(classes);
            for (class, &count) in sizes.iter().enumerate() {
                if class.is_multiple_of(1 << 12) {
                    progress.check()?;
                }
                let tuple = Tuple {
                    hash: HashRow {
                        labels: Vec::new(),
                        count,
                        tuples_below: 0,
                        distinct: Vec::new(),
                    },
                    values: columns
                        .iter_mut()
                        .map(|values| std::mem::take(&mut values[class]))
                        .collect(),
                    first: 0,
                };
                fails.push(!tuple.judged(&judge).failing.is_empty());
            }
            fails
        }
    };
    picked(class_of.len(), progress, |row| {
        fails[class_of[row] as usize]
    })
}
