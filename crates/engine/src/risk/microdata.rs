//! The risk of a table of people.

use super::RiskOptions;
use crate::anonymize::Candidate;
use crate::check::CheckedTask;
use cloakroom_core::metrics::Figure;
use cloakroom_core::{Column, Failure, Lists, Progress, Stopped};
use cloakroom_microdata::metrics::risk::{
    AttributeRisk, IdentityRisk, Tuples, Uniqueness, attribute, identity, identity_of_units,
    uniqueness,
};
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::crowd::{Crowd, NO_CLASS};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MicrodataRisk {
    #[serde(flatten)]
    pub identity: IdentityRisk,
    pub uniqueness: Uniqueness,
    /// By sensitive column.
    pub attributes: Vec<AttributeRisk>,
    /// Every number with its sentence.
    pub figures: Vec<Figure>,
}

/// The classes of a table or of a release, with the input's rows.
pub struct ReleasedClasses {
    pub sizes: Vec<u32>,
    pub rows: Lists,
}

/// Of what a method made of the table, or of the table as it is.
pub fn classes_of(
    checked: &CheckedTask<'_>,
    candidate: Option<&Candidate>,
    progress: &Progress,
) -> Result<ReleasedClasses, Stopped> {
    Ok(match candidate {
        Some(candidate) => listed(&candidate.classes, Some(&candidate.anonymized.kept)),
        None => {
            let prepared = &checked.prepared;
            let classes =
                ClassProfile::compute(&prepared.quasi_columns(), prepared.rows(), progress)?;
            listed(&classes, None)
        }
    })
}

fn listed(classes: &ClassProfile, kept: Option<&[u32]>) -> ReleasedClasses {
    let mut rows = Lists::with_room(classes.classes(), classes.records());
    for class in 0..classes.classes() as u32 {
        let members = classes.members(class);
        match kept {
            Some(kept) => rows.push(members.iter().map(|&at| kept[at as usize])),
            None => rows.push(members.iter().copied()),
        }
    }
    ReleasedClasses {
        sizes: classes.sizes().to_vec(),
        rows,
    }
}

/// Of what a method made of the table, or of the table as it is.
pub fn microdata(
    checked: &CheckedTask<'_>,
    candidate: Option<&Candidate>,
    options: &RiskOptions<'_>,
    progress: &Progress,
) -> Result<MicrodataRisk, Failure> {
    let prepared = &checked.prepared;
    let classes = classes_of(checked, candidate, progress)?;
    let population = options
        .population
        .map(|population| population.in_classes(checked, candidate, progress))
        .transpose()?;
    let population = population
        .as_ref()
        .map(|(counts, people)| (counts.as_slice(), *people));
    let units = prepared.units.as_ref();
    let identity = match units {
        None => identity(&classes.sizes, population, options.threshold),
        Some(units) => {
            let mut class_of = vec![NO_CLASS; prepared.rows()];
            for (class, rows) in (0..).zip(classes.rows.iter()) {
                for &row in rows {
                    class_of[row as usize] = class;
                }
            }
            let crowd = Crowd::new(&class_of, classes.rows.len(), units, &[], progress)?;
            identity_of_units(&crowd, units.counted, population, options.threshold)
        }
    };
    let columns: Vec<&Column> = prepared
        .quasi
        .iter()
        .map(|quasi| {
            let released = candidate
                .and_then(|candidate| candidate.anonymized.column(prepared.table, quasi.at));
            released.unwrap_or(quasi.column)
        })
        .collect();
    let tuples = match units {
        None => {
            let first: Vec<u32> = classes.rows.iter().map(|rows| rows[0]).collect();
            Tuples::new(&columns, &first, &classes.sizes)?
        }
        Some(units) => Tuples::of_units(&columns, &classes.rows, units)?,
    };
    let uniqueness = uniqueness(&tuples, checked.judge.k(), progress)?;
    let attributes = prepared
        .sensitive
        .iter()
        .map(|sensitive| attribute(sensitive, &classes.rows, units, progress))
        .collect::<Result<Vec<_>, Stopped>>()?;
    let mut risk = MicrodataRisk {
        identity,
        uniqueness,
        attributes,
        figures: Vec::new(),
    };
    risk.figures = risk.told(options.threshold);
    Ok(risk)
}

impl MicrodataRisk {
    /// How many records are in classes of which size.
    pub fn sizes(&self) -> Vec<(u32, usize)> {
        let sizes = self.identity.sizes.iter();
        sizes.map(|class| (class.size, class.records)).collect()
    }

    /// Counts anew what is above a threshold, out of what is known already.
    pub fn set_threshold(&mut self, threshold: f64) {
        self.identity.set_threshold(threshold);
        self.figures = self.told(threshold);
    }

    fn told(&self, threshold: f64) -> Vec<Figure> {
        let mut figures = self.identity.figures(threshold);
        figures.extend(self.uniqueness.figures());
        figures.extend(self.attributes.iter().flat_map(AttributeRisk::figures));
        figures
    }
}
