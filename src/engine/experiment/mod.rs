//! The thesis' experiment on the similarity attack (section 3.7.1), repeated on any table of people: which of
//! the minimal tables of each model give away how sensitive somebody's illness is?

mod claims;
mod health;

pub use claims::Claim;

use super::anonymize::released_classes;
use super::check::Question;
use crate::method::{self, MethodOutcome, Task};
use crate::model::dataset::Dataset;
use crate::model::hierarchy::Hierarchies;
use crate::model::method::MethodName;
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::Pulse;
use crate::model::requirement::Requirement;
use crate::model::settings::Settings;
use serde::Serialize;

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
    pulse: &Pulse,
) -> Result<SimilarityAnswer, Failure> {
    let Dataset::Microdata(table) = dataset else {
        return Err(Problem::new(format!(
            "the experiment is about microdata, not about {}",
            dataset.kind().name()
        ))
        .into());
    };
    let (table, settings) = health::with_condition(table, settings, seed)?;
    let records = table.rows();
    let dataset = Dataset::Microdata(table);
    let ask = |model: Model, k: u32, p: u32| {
        let mut settings = settings.clone();
        settings.requirement = model.requirement(k, p);
        minimal_tables(&dataset, &settings, hierarchies, pulse)
    };
    let mut models = Vec::new();
    for (model, thesis) in Model::ALL.into_iter().zip(THESIS) {
        let tables = ask(model, 2, 2)?;
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
            let tables = ask(model, k, p)?;
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
    let question = Question::new(&dataset, &with_k(&settings), hierarchies)?;
    Ok(SimilarityAnswer {
        records,
        quasi: question
            .subject
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

fn with_k(settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    settings.requirement = Model::P.requirement(2, 2);
    settings
}

/// What a minimal table gives away.
struct Exposure {
    /// Classes whose values are all of one category.
    classes: usize,
    /// Records in them.
    records: usize,
}

/// All tables that hold while none below them does, the lowest first.
fn minimal_tables(
    dataset: &Dataset,
    settings: &Settings,
    hierarchies: &Hierarchies,
    pulse: &Pulse,
) -> Result<Vec<Exposure>, Failure> {
    let question = Question::new(dataset, settings, hierarchies)?;
    let task = Task {
        subject: &question.subject,
        judge: &question.judge,
        settings: &settings.method,
    };
    let found = match method::run(MethodName::HashTable, task, pulse)? {
        MethodOutcome::Reached(anonymized) => anonymized,
        MethodOutcome::NotReached(_) => return Ok(Vec::new()),
    };
    let minimal = found.search.map(|search| search.minimal);
    minimal
        .unwrap_or_default()
        .iter()
        .map(|levels| exposure(&question, settings, levels, pulse))
        .collect()
}

fn exposure(
    question: &Question<'_>,
    settings: &Settings,
    levels: &[u32],
    pulse: &Pulse,
) -> Result<Exposure, Failure> {
    let subject = &question.subject;
    let mut chosen = settings.method.clone();
    chosen.levels = subject
        .quasi
        .iter()
        .map(|quasi| quasi.column.name().to_owned())
        .zip(levels.iter().copied())
        .collect();
    let task = Task {
        subject,
        judge: &question.judge,
        settings: &chosen,
    };
    let anonymized = match method::run(MethodName::Levels, task, pulse)? {
        MethodOutcome::Reached(anonymized) => anonymized,
        MethodOutcome::NotReached(why) => return Err(Problem::new(why).into()),
    };
    let classes = released_classes(question, &anonymized, pulse)?;
    let mut exposed = Exposure {
        classes: 0,
        records: 0,
    };
    let condition = subject.sensitive.first();
    let Some((codes, categories)) = condition
        .and_then(|condition| Some((condition.column.codes(), condition.categories.as_ref()?)))
    else {
        return Ok(exposed);
    };
    for class in 0..classes.classes() as u32 {
        let category =
            |&place: &u32| categories.of[codes[anonymized.kept[place as usize] as usize] as usize];
        let members = classes.members(class);
        let first = members.first().map(category);
        if members.iter().all(|place| Some(category(place)) == first) {
            exposed.classes += 1;
            exposed.records += members.len();
        }
    }
    Ok(exposed)
}
