//! The thesis' experiment on the similarity attack (section 3.7.1), repeated on any table of people: which of
//! the minimal tables of each model give away how sensitive somebody's illness is?

mod claims;
mod tables;

use crate::claim::Claim;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::{Dataset, Failure, Problem, Progress, Requirement, Settings};
use cloakroom_engine::check::CheckedTask;
use serde::Serialize;
use tables::Tables;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SimilarityAnswer {
    pub records: usize,
    pub quasi: Vec<String>,
    pub seed: u64,
    /// All minimal tables of each model, k = 2 and p = 2.
    pub models: Vec<ModelFindings>,
    /// Table 3.8.
    pub disclosures: Vec<Disclosures>,
    pub claims: Vec<Claim>,
}

/// The three models that the thesis compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Model {
    #[serde(rename = "p-sensitive")]
    P,
    #[serde(rename = "p+-sensitive")]
    PPlus,
    #[serde(rename = "(p, alpha)-sensitive")]
    PAlpha,
}

impl Model {
    pub const ALL: [Self; 3] = [Self::P, Self::PPlus, Self::PAlpha];

    fn requirement(self, k: u32, p: u32) -> Requirement {
        Requirement {
            k: Some(k),
            p: (self != Self::PPlus).then_some(p),
            p_plus: (self == Self::PPlus).then_some(p),
            alpha: (self == Self::PAlpha).then_some(1.0),
            ..Requirement::default()
        }
    }
}

/// What the minimal tables of one model are open to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelFindings {
    pub model: Model,
    pub requirement: String,
    /// Minimal tables: no column of them can be lowered.
    pub minimal: usize,
    /// Those with a class whose values are all of one category.
    pub open: usize,
    /// The records of such classes in the table that has most of them.
    pub most_records: usize,
    pub thesis: ThesisFindings,
}

/// What the thesis found on its table; `None` where it does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ThesisFindings {
    pub minimal: Option<u32>,
    pub open: Option<u32>,
    pub most_records: Option<u32>,
}

/// Classes that give a category away, in the lowest minimal table (the first of equal height) and in the
/// worst one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Disclosures {
    pub model: Model,
    pub k: u32,
    pub p: u32,
    pub lowest_table: usize,
    pub worst_table: usize,
    pub thesis: u32,
}

const THESIS: [ThesisFindings; 3] = [
    ThesisFindings {
        minimal: Some(21),
        open: Some(13),
        most_records: Some(916),
    },
    ThesisFindings {
        minimal: None,
        open: None,
        most_records: None,
    },
    ThesisFindings {
        minimal: Some(30),
        open: Some(4),
        most_records: None,
    },
];

/// Table 3.8: k, p, and the disclosures of the three models.
const TABLE_3_8: [(u32, u32, [u32; 3]); 4] = [
    (3, 2, [25, 3, 2]),
    (4, 2, [30, 4, 6]),
    (3, 3, [15, 2, 3]),
    (4, 3, [21, 1, 2]),
];

/// The quasi-identifiers and hierarchies of `settings`; the illness is made up, evenly and by the seed.
pub fn similarity(
    dataset: &Dataset,
    settings: &Settings,
    hierarchies: &Hierarchies,
    seed: u64,
    progress: &Progress,
) -> Result<SimilarityAnswer, Failure> {
    let Dataset::Microdata(table) = dataset else {
        return Err(Problem::new(format!(
            "the experiment is about microdata, not about {}",
            dataset.kind().name()
        ))
        .into());
    };
    let (table, mut settings) = crate::health::with_condition(table, settings, seed)?;
    let dataset = Dataset::Microdata(table);
    // The profile answers every p, p+ and weight; categories are asked for, so that they are there.
    settings.requirement = Requirement {
        p: Some(2),
        ..Model::PPlus.requirement(2, 2)
    };
    let checked = CheckedTask::new(&dataset, &settings, hierarchies)?;
    let mut tables = Tables::new(&checked, progress)?;
    let mut models = Vec::new();
    for (model, thesis) in Model::ALL.into_iter().zip(THESIS) {
        let tables = tables.minimal(&model.requirement(2, 2), progress)?;
        models.push(ModelFindings {
            model,
            requirement: model.requirement(2, 2).sentence(),
            minimal: tables.len(),
            open: tables.iter().filter(|table| table.classes > 0).count(),
            most_records: tables.iter().map(|table| table.records).max().unwrap_or(0),
            thesis,
        });
    }
    let mut disclosures = Vec::new();
    for (k, p, thesis) in TABLE_3_8 {
        for (model, thesis) in Model::ALL.into_iter().zip(thesis) {
            let tables = tables.minimal(&model.requirement(k, p), progress)?;
            disclosures.push(Disclosures {
                model,
                k,
                p,
                lowest_table: tables.first().map_or(0, |table| table.classes),
                worst_table: tables.iter().map(|table| table.classes).max().unwrap_or(0),
                thesis,
            });
        }
    }
    Ok(SimilarityAnswer {
        records: checked.prepared.rows(),
        quasi: checked
            .prepared
            .quasi
            .iter()
            .map(|quasi| quasi.column.name().to_owned())
            .collect(),
        seed,
        claims: claims::weigh(&models, &disclosures),
        models,
        disclosures,
    })
}
