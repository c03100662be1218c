//! `cloakroom show degree RECIPE`: how far the release of a recipe and each of its records were anonymised (thesis,
//! definitions 4.5 and 4.6), by the purpose that the method names.

use super::records_of;
use crate::cli::DONE;
use crate::cli::output::Answer;
use crate::cli::watch::watched;
use cloakroom_core::words::counted;
use cloakroom_core::{Failure, Metric, Problem};
use cloakroom_engine::anonymize::{Outcome, anonymize};
use cloakroom_engine::measures::degrees;
use cloakroom_engine::open::open_recipe;
use serde::Serialize;
use std::path::Path;

/// Different degrees that are told in words.
const MOST_TOLD: usize = 20;

#[derive(Serialize)]
struct Degrees {
    method: &'static str,
    /// Of the release; `null` where a cell stands at no level of its hierarchy.
    degree: Option<f64>,
    /// Rows of the file, from 0, that are released, with the degree of each.
    records: Vec<Record>,
    left_out: usize,
}

#[derive(Serialize)]
struct Record {
    row: u32,
    degree: f64,
}

pub fn run(recipe: &Path, json: bool) -> Result<Answer, Failure> {
    let found = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let checked = records_of(&opened, recipe)?;
        let settings = &opened.recipe.settings;
        let candidate = match anonymize(&checked, settings, progress)? {
            Outcome::Reached(candidate) => candidate,
            Outcome::NotReached(why) => return Err(Problem::new(why).of(recipe).into()),
        };
        let anonymized = &candidate.anonymized;
        let of_records = degrees(
            &checked,
            &settings.method,
            anonymized,
            &candidate.classes,
            progress,
        )?;
        let kept = anonymized.kept.iter();
        let record = |(&row, &degree): (&u32, &f64)| Record { row, degree };
        let records = of_records.map(|degrees| kept.zip(&degrees).map(record).collect());
        Ok(Degrees {
            method: settings.method.name.name(),
            degree: candidate.measures.get(Metric::DegreeOfAnonymisation),
            records: records.unwrap_or_default(),
            left_out: anonymized.left_out.len(),
        })
    })?;
    Ok(Answer::new(DONE, json, &found, || found.in_words())?)
}

impl Degrees {
    fn in_words(&self) -> String {
        let Some(degree) = self.degree else {
            return format!(
                "The release of {} has no degree: some of its cells stand at no level of their hierarchy, as ranges and means \
                 do.\n",
                self.method
            );
        };
        let mut words = format!(
            "The release of {} has a degree of {degree:.4}; {} left out, each of which counts 1.\n",
            self.method,
            counted(self.left_out, "record is", "records are"),
        );
        let mut all: Vec<f64> = self.records.iter().map(|record| record.degree).collect();
        all.sort_by(f64::total_cmp);
        let same: Vec<&[f64]> = all.chunk_by(|a, b| a == b).collect();
        for same in same.iter().take(MOST_TOLD) {
            let records = counted(same.len(), "record", "records");
            words += &format!("  {:.4}: {records}\n", same[0]);
        }
        if same.len() > MOST_TOLD {
            words += &format!("  and {} more degrees\n", same.len() - MOST_TOLD);
        }
        words
    }
}
