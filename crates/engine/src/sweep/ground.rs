//! One release out of many that are compared: a data set made ready once, then asked for any settings, by several
//! threads at once.

use super::SweepPoint;
use crate::anonymize::run;
use crate::baskets::anonymize::BasketResult;
use crate::baskets::{self, BasketQuestion, lay_out};
use crate::check::Question;
use crate::measures::measures;
use crate::survey::anonymize::SurveyResult;
use crate::survey::{self, SurveyQuestion};
use cloakroom_core::dataset::Dataset;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_core::problem::Failure;
use cloakroom_core::pulse::Pulse;
use cloakroom_core::settings::Settings;
use cloakroom_core::transactions::Transactions;
use cloakroom_core::trees::Trees;
use cloakroom_microdata::method::{Anonymized, MethodOutcome};
use cloakroom_microdata::metrics::of_classes;
use cloakroom_ratings::survey::Survey;
use cloakroom_transactions::baskets::Baskets;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// More releases than this are not remembered.
const MOST_MEASURED: usize = 1_000;

/// Only the requirement and the method may differ between the settings that it is asked for.
pub struct Ground<'a> {
    data: Data<'a>,
    trees: &'a Trees,
    /// By method and levels, the releases that were measured: other settings often lead to the same one.
    measured: Mutex<Releases>,
}

type Releases = BTreeMap<(MethodName, Vec<u32>), Vec<Arc<Measured>>>;

enum Data<'a> {
    Records(&'a Dataset),
    People(Arc<Survey>),
    Baskets {
        transactions: &'a Transactions,
        /// With private items among the others, and apart.
        laid_out: Mutex<[Option<Arc<Baskets>>; 2]>,
    },
}

impl<'a> Ground<'a> {
    pub fn new(
        dataset: &'a Dataset,
        settings: &Settings,
        trees: &'a Trees,
        pulse: &Pulse,
    ) -> Result<Self, Failure> {
        let data = match dataset {
            Dataset::Microdata(_) => Data::Records(dataset),
            Dataset::Ratings(ratings) => {
                Data::People(Arc::new(Survey::new(ratings, &settings.roles, pulse)?))
            }
            Dataset::Transactions(transactions) => Data::Baskets {
                transactions,
                laid_out: Mutex::default(),
            },
        };
        Ok(Self {
            data,
            trees,
            measured: Mutex::default(),
        })
    }

    /// What these settings reach; a setting that cannot be reached says why.
    pub fn point(
        &self,
        settings: &Settings,
        pulse: &Pulse,
    ) -> Result<Result<SweepPoint, String>, Failure> {
        match &self.data {
            Data::Records(dataset) => {
                let question = Question::new(dataset, settings, &self.trees.hierarchies)?;
                self.records(&question, settings, pulse)
            }
            Data::People(survey) => gap_if_senseless(people(survey, settings, pulse)),
            Data::Baskets {
                transactions,
                laid_out,
            } => gap_if_senseless(self.baskets(transactions, laid_out, settings, pulse)),
        }
    }

    fn records(
        &self,
        question: &Question<'_>,
        settings: &Settings,
        pulse: &Pulse,
    ) -> Result<Result<SweepPoint, String>, Failure> {
        let anonymized = match run(question, settings, pulse)? {
            MethodOutcome::Reached(anonymized) => anonymized,
            MethodOutcome::NotReached(why) => return Ok(Err(why)),
        };
        let method = settings.method.name;
        if let Some(measured) = self.known(method, &anonymized) {
            return Ok(Ok(measured.again(question.judge.k())));
        }
        let classes = anonymized.classes(&question.subject, pulse)?;
        let metrics = measures(question, &settings.method, &anonymized, &classes, pulse)?;
        let names = question.subject.quasi.iter();
        let names = names.map(|quasi| quasi.column.name().to_owned());
        let levels = anonymized.levels.clone();
        let point = SweepPoint {
            metrics,
            left_out: question.subject.records_of(&anonymized.left_out),
            levels: levels
                .as_ref()
                .map(|levels| names.zip(levels.iter().copied()).collect()),
        };
        if let Some(levels) = levels {
            let measured = Measured {
                left_out: anonymized.left_out,
                class_sizes: classes.sizes().to_vec(),
                point: point.clone(),
            };
            let mut known = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() < MOST_MEASURED {
                let alike = known.entry((method, levels)).or_default();
                alike.push(Arc::new(measured));
            }
        }
        Ok(Ok(point))
    }

    /// The same release, if it was measured before.
    fn known(&self, method: MethodName, anonymized: &Anonymized) -> Option<Arc<Measured>> {
        let levels = anonymized.levels.clone()?;
        let known = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        let mut alike = known.get(&(method, levels))?.iter();
        alike
            .find(|measured| measured.left_out == anonymized.left_out)
            .cloned()
    }

    fn baskets(
        &self,
        transactions: &Transactions,
        laid_out: &Mutex<[Option<Arc<Baskets>>; 2]>,
        settings: &Settings,
        pulse: &Pulse,
    ) -> Result<Result<SweepPoint, String>, Failure> {
        let apart = settings.requirement.h.is_some();
        let baskets = {
            let mut laid_out = laid_out.lock().unwrap_or_else(PoisonError::into_inner);
            match &laid_out[usize::from(apart)] {
                Some(baskets) => baskets.clone(),
                None => {
                    let baskets = lay_out(transactions, settings, self.trees, apart, pulse)?;
                    laid_out[usize::from(apart)]
                        .insert(Arc::new(baskets))
                        .clone()
                }
            }
        };
        let question = BasketQuestion::of(baskets, &settings.requirement)?;
        let result = baskets::anonymize::anonymize(&question, &settings.method, pulse)?;
        Ok(match result {
            BasketResult::Reached(candidate) => Ok(SweepPoint {
                metrics: candidate.measures,
                left_out: 0,
                levels: None,
            }),
            BasketResult::NotReached(why) => Err(why),
        })
    }
}

fn people(
    survey: &Arc<Survey>,
    settings: &Settings,
    pulse: &Pulse,
) -> Result<Result<SweepPoint, String>, Failure> {
    let question = SurveyQuestion::of(survey.clone(), &settings.requirement)?;
    let result = survey::anonymize::anonymize(&question, &settings.method, pulse)?;
    Ok(match result {
        SurveyResult::Reached(candidate) => Ok(SweepPoint {
            metrics: candidate.measures,
            left_out: candidate.anonymized.left_out.len(),
            levels: None,
        }),
        SurveyResult::NotReached(why) => Err(why),
    })
}

/// A setting that makes no sense is a point like the others.
fn gap_if_senseless(
    tried: Result<Result<SweepPoint, String>, Failure>,
) -> Result<Result<SweepPoint, String>, Failure> {
    match tried {
        Err(Failure::Problem(problem)) => Ok(Err(problem.message)),
        other => other,
    }
}

/// A release of whole levels and what it measured.
struct Measured {
    left_out: Vec<u32>,
    class_sizes: Vec<u32>,
    point: SweepPoint,
}

impl Measured {
    /// The same release under another k: only what is measured in k differs.
    fn again(&self, k: u32) -> SweepPoint {
        let mut point = self.point.clone();
        let of_classes = of_classes(&self.class_sizes, k);
        for (metric, value) in &mut point.metrics.0 {
            let now = of_classes.iter().find(|(now, _)| now == metric);
            if let Some(&(Metric::Cavg, now)) = now {
                *value = now;
            }
        }
        point
    }
}
