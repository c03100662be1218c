//! The risk of a table of people.

use super::RiskOptions;
use crate::anonymize::Candidate;
use crate::check::CheckedTask;
use cloakroom_core::metrics::Figure;
use cloakroom_core::{Column, Failure, Problem, Progress, Stopped};
use cloakroom_microdata::metrics::risk::{
    AttributeRisk, ClassRows, IdentityRisk, Tuples, Uniqueness, attribute, identity, uniqueness,
};
use cloakroom_microdata::profile::classes::ClassProfile;
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
    sizes: Vec<u32>,
    starts: Vec<u32>,
    rows: Vec<u32>,
}

impl ReleasedClasses {
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }
}

impl ClassRows for ReleasedClasses {
    fn classes(&self) -> usize {
        self.sizes.len()
    }

    fn rows(&self, class: usize) -> &[u32] {
        &self.rows[self.starts[class] as usize..self.starts[class + 1] as usize]
    }
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
    let mut starts = Vec::with_capacity(classes.classes() + 1);
    let mut rows = Vec::with_capacity(classes.records());
    starts.push(0);
    for class in 0..classes.classes() as u32 {
        let members = classes.members(class);
        match kept {
            Some(kept) => rows.extend(members.iter().map(|&at| kept[at as usize])),
            None => rows.extend_from_slice(members),
        }
        starts.push(rows.len() as u32);
    }
    ReleasedClasses {
        sizes: classes.sizes().to_vec(),
        starts,
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
    let identity = identity(
        classes.sizes(),
        population
            .as_ref()
            .map(|(counts, people)| (counts.as_slice(), *people)),
        options.threshold,
    );
    let columns: Vec<&Column> = prepared
        .quasi
        .iter()
        .map(|quasi| {
            let released = candidate
                .and_then(|candidate| candidate.anonymized.column(prepared.table, quasi.at));
            released.unwrap_or(quasi.column)
        })
        .collect();
    let first: Vec<u32> = (0..classes.classes())
        .map(|class| classes.rows(class)[0])
        .collect();
    let tuples = Tuples::new(&columns, &first, classes.sizes())
        .map_err(|full| Problem::new(full.to_string()))?;
    let uniqueness = uniqueness(&tuples, checked.judge.k(), progress)?;
    let attributes = prepared
        .sensitive
        .iter()
        .map(|sensitive| attribute(sensitive, &classes, progress))
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
