//! The minimal tables of a requirement, and what each of them gives away.

use cloakroom_core::prepared_table::Categories;
use cloakroom_core::{Failure, Problem, Progress, Requirement};
use cloakroom_engine::check::CheckedTask;
use cloakroom_microdata::profile::lattice::classes::{Need, Values};
use cloakroom_microdata::profile::lattice::ground::Ground;
use cloakroom_microdata::profile::lattice::shelf::Shelf;
use cloakroom_microdata::profile::lattice::{LatticeProfile, Profiled};
use std::collections::HashMap;

/// What a table gives away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Exposure {
    /// Classes whose values are all of one category.
    pub classes: usize,
    /// Records in them.
    pub records: usize,
}

/// The lattice of a table, ready for any requirement that leaves nobody out.
pub(super) struct Tables {
    profile: LatticeProfile,
    ground: Ground,
    categories: Categories,
    /// By node, since one node may be minimal for several requirements.
    exposures: HashMap<usize, Exposure>,
}

impl Tables {
    pub fn new(checked: &CheckedTask<'_>, progress: &Progress) -> Result<Self, Failure> {
        let prepared = &checked.prepared;
        let profile = match LatticeProfile::compute(prepared, &checked.judge, progress)? {
            Profiled::Held(profile) => profile,
            Profiled::TooLarge { nodes } => {
                return Err(Problem::new(format!(
                    "the {nodes} combinations of levels are too many to look at all of them: take fewer \
                     quasi-identifiers or lower hierarchies"
                ))
                .into());
            }
        };
        let categories = prepared
            .sensitive
            .first()
            .and_then(|sensitive| sensitive.categories.clone())
            .ok_or_else(|| Problem::new("the sensitive column has no categories"))?;
        Ok(Self {
            profile,
            ground: Ground::new(prepared, Need::Counts, progress)?,
            categories,
            exposures: HashMap::new(),
        })
    }

    /// All tables that hold while none below them does, the lowest first.
    pub fn minimal(
        &mut self,
        requirement: &Requirement,
        progress: &Progress,
    ) -> Result<Vec<Exposure>, Failure> {
        let nodes = self.profile.minimal(requirement).ok_or_else(|| {
            Problem::new("the profile of the lattice does not answer this requirement")
        })?;
        progress.stage("looking at minimal tables", nodes.len() as u64);
        let mut shelf = Shelf::new(&self.ground);
        nodes
            .into_iter()
            .map(|node| {
                progress.check()?;
                progress.advance(1);
                if let Some(&known) = self.exposures.get(&node) {
                    return Ok(known);
                }
                let levels = self.profile.shape().levels(node);
                let exposure = exposure(&mut shelf, &levels, &self.categories);
                self.exposures.insert(node, exposure);
                Ok(exposure)
            })
            .collect()
    }
}

fn exposure(shelf: &mut Shelf<'_>, levels: &[u32], categories: &Categories) -> Exposure {
    let classes = shelf.classes(levels);
    let mut exposure = Exposure::default();
    let Values::Counts(columns) = &classes.values else {
        return exposure;
    };
    let Some(values) = columns.first() else {
        return exposure;
    };
    for (class, &size) in classes.sizes.iter().enumerate() {
        let mut found = values
            .of(class)
            .iter()
            .map(|&(code, _)| categories.of[code as usize]);
        let first = found.next();
        if found.all(|category| Some(category) == first) {
            exposure.classes += 1;
            exposure.records += size as usize;
        }
    }
    exposure
}
