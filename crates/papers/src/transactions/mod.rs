//! The experiments of the paper on generalization with suppression: information loss against k and against m, and
//! time against the number of transactions, each with a sentence on whether what the paper tells is seen.

mod claims;

use crate::figure::{Figure, Point, Series};
use crate::turns::{LONG, TURNS};
use cloakroom_core::{
    Failure, MethodName, MethodSettings, Metric, Progress, Requirement, SetSize, Settings,
    Transactions, Trees,
};
use cloakroom_engine::anonymize::Outcome;
use cloakroom_engine::transactions::CheckedTransactionsTask;
use cloakroom_engine::transactions::anonymize::anonymize_timed;
use cloakroom_transactions::method::{TransactionsTask, run};
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::transactions::PreparedTransactions;
use serde::Serialize;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What `experiment transactions --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TransactionsExperiment {
    pub baskets: usize,
    pub items: usize,
    pub figures: Vec<Figure>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransactionsFigureName {
    LossByK,
    LossByM,
    TimeBySize,
}

impl TransactionsFigureName {
    pub const ALL: [Self; 3] = [Self::LossByK, Self::LossByM, Self::TimeBySize];

    pub fn name(self) -> &'static str {
        match self {
            Self::LossByK => "loss-by-k",
            Self::LossByM => "loss-by-m",
            Self::TimeBySize => "time-by-size",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|figure| figure.name() == name)
    }
}

/// As in the paper.
const USUAL_K: u32 = 5;
const USUAL_M: u32 = 7;
const KS: [u32; 5] = [2, 5, 10, 25, 50];
const MS: [u32; 7] = [1, 2, 3, 4, 5, 6, 7];
/// Tenths of the transactions, for time.
const TENTHS: [usize; 5] = [1, 3, 5, 7, 10];
pub const METHODS: [MethodName; 5] = [
    MethodName::Mm,
    MethodName::Aa,
    MethodName::Lg,
    MethodName::Mhghs,
    MethodName::Refined,
];

/// What is run.
#[derive(Clone, Debug)]
pub struct TransactionsPlan {
    pub figures: Vec<TransactionsFigureName>,
    pub methods: Vec<MethodName>,
    /// What loss is told by: `Metric::Ncp` as the paper does, or `Metric::Loss`.
    pub measure: Metric,
    /// For the figures in which they do not vary.
    pub k: Option<u32>,
    pub m: Option<u32>,
}

pub fn transactions(
    transactions: &Transactions,
    settings: &Settings,
    trees: &Trees,
    plan: &TransactionsPlan,
    progress: &Progress,
) -> Result<TransactionsExperiment, Failure> {
    let laboratory = Laboratory {
        transactions,
        settings,
        trees,
        plan,
        found: RefCell::default(),
    };
    let figures = plan
        .figures
        .iter()
        .map(|&name| laboratory.figure(name, progress))
        .collect::<Result<Vec<_>, Failure>>()?;
    Ok(TransactionsExperiment {
        baskets: transactions.len(),
        items: transactions.items.len(),
        figures,
    })
}

struct Laboratory<'a> {
    transactions: &'a Transactions,
    settings: &'a Settings,
    trees: &'a Trees,
    plan: &'a TransactionsPlan,
    /// Losses that one figure has found and another may ask for: method, k, m.
    found: RefCell<Vec<(MethodName, u32, u32, Point)>>,
}

impl Laboratory<'_> {
    fn figure(&self, name: TransactionsFigureName, progress: &Progress) -> Result<Figure, Failure> {
        let (k, m) = (
            self.plan.k.unwrap_or(USUAL_K),
            self.plan.m.unwrap_or(USUAL_M),
        );
        match name {
            TransactionsFigureName::LossByK => {
                let settings: Vec<(f64, u32, u32)> =
                    KS.iter().map(|&k| (f64::from(k), k, m)).collect();
                let series = self.losses(&settings, progress)?;
                Ok(Figure {
                    name: name.name().to_owned(),
                    title: format!("Information loss against k, m = {m} (Figure 3 (a), (c))"),
                    across: "k",
                    up: self.plan.measure.name(),
                    claims: claims::by_k(&series, m),
                    series,
                })
            }
            TransactionsFigureName::LossByM => {
                let settings: Vec<(f64, u32, u32)> =
                    MS.iter().map(|&m| (f64::from(m), k, m)).collect();
                let series = self.losses(&settings, progress)?;
                Ok(Figure {
                    name: name.name().to_owned(),
                    title: format!("Information loss against m, k = {k} (Figure 3 (b), (d))"),
                    across: "m",
                    up: self.plan.measure.name(),
                    claims: claims::by_m(&series, k),
                    series,
                })
            }
            TransactionsFigureName::TimeBySize => {
                let series = self.times(k, m, progress)?;
                Ok(Figure {
                    name: name.name().to_owned(),
                    title: format!("Time against the number of transactions, k = {k}, m = {m}"),
                    across: "transactions",
                    up: "seconds",
                    claims: claims::of_times(&series),
                    series,
                })
            }
        }
    }

    fn losses(
        &self,
        settings: &[(f64, u32, u32)],
        progress: &Progress,
    ) -> Result<Vec<Series>, Failure> {
        let baskets = self.laid_out(self.transactions, progress)?;
        self.plan
            .methods
            .iter()
            .map(|&method| {
                let points = settings
                    .iter()
                    .map(|&(at, k, m)| self.loss(&baskets, method, at, k, m, progress))
                    .collect::<Result<Vec<_>, Failure>>()?;
                Ok(Series {
                    name: method.name().to_owned(),
                    points,
                })
            })
            .collect()
    }

    fn loss(
        &self,
        baskets: &Arc<PreparedTransactions>,
        method: MethodName,
        at: f64,
        k: u32,
        m: u32,
        progress: &Progress,
    ) -> Result<Point, Failure> {
        let is_same =
            |found: &&(MethodName, u32, u32, Point)| (found.0, found.1, found.2) == (method, k, m);
        if let Some((.., point)) = self.found.borrow().iter().find(is_same) {
            return Ok(Point {
                at,
                ..point.clone()
            });
        }
        let point = self.point(baskets, method, at, k, m, progress)?;
        let entry = (method, k, m, point.clone());
        self.found.borrow_mut().push(entry);
        Ok(point)
    }

    fn times(&self, k: u32, m: u32, progress: &Progress) -> Result<Vec<Series>, Failure> {
        let mut series: Vec<Series> = self
            .plan
            .methods
            .iter()
            .map(|method| Series {
                name: method.name().to_owned(),
                points: Vec::new(),
            })
            .collect();
        for tenths in TENTHS {
            let count = (self.transactions.len() * tenths / 10).max(1);
            let baskets = self.laid_out(&first(self.transactions, count), progress)?;
            let points = self.in_turns(&baskets, k, m, progress)?;
            for (series, point) in series.iter_mut().zip(points) {
                series.points.push(point);
            }
        }
        Ok(series)
    }

    /// A point of time for every method.
    fn in_turns(
        &self,
        baskets: &Arc<PreparedTransactions>,
        k: u32,
        m: u32,
        progress: &Progress,
    ) -> Result<Vec<Point>, Failure> {
        let at = baskets.len() as f64;
        let methods = self.plan.methods.iter();
        let mut points = methods
            .map(|&method| self.point(baskets, method, at, k, m, progress))
            .collect::<Result<Vec<Point>, Failure>>()?;
        for _ in 1..TURNS {
            for (point, &method) in points.iter_mut().zip(&self.plan.methods) {
                if point.value.is_some() && point.seconds < LONG {
                    let settings = self.told(method);
                    let task = TransactionsTask {
                        baskets,
                        target: TransactionsTarget::of(&asking(k, m)),
                        settings: &settings,
                    };
                    let start = Instant::now();
                    run(method, task, progress)?;
                    point.seconds = point.seconds.min(start.elapsed().as_secs_f64());
                }
            }
        }
        for point in &mut points {
            point.value = point.value.map(|_| point.seconds);
        }
        Ok(points)
    }

    fn told(&self, method: MethodName) -> MethodSettings {
        MethodSettings {
            name: method,
            ..self.settings.method.clone()
        }
    }

    fn laid_out(
        &self,
        transactions: &Transactions,
        progress: &Progress,
    ) -> Result<Arc<PreparedTransactions>, Failure> {
        let baskets = cloakroom_engine::transactions::lay_out(
            transactions,
            self.settings,
            self.trees,
            false,
            progress,
        )?;
        Ok(Arc::new(baskets))
    }

    fn point(
        &self,
        baskets: &Arc<PreparedTransactions>,
        method: MethodName,
        at: f64,
        k: u32,
        m: u32,
        progress: &Progress,
    ) -> Result<Point, Failure> {
        let checked = match CheckedTransactionsTask::of(baskets.clone(), &asking(k, m)) {
            Ok(checked) => checked,
            // Too few baskets for this k, say: one point less, and the others stay.
            Err(problem) => {
                return Ok(Point {
                    at,
                    value: None,
                    seconds: 0.0,
                    why: Some(problem.message),
                });
            }
        };
        let (outcome, took) = match anonymize_timed(&checked, &self.told(method), progress) {
            Ok(answer) => answer,
            Err(Failure::Problem(problem)) => {
                (Outcome::NotReached(problem.message), Duration::ZERO)
            }
            Err(stopped) => return Err(stopped),
        };
        let (value, why) = match outcome {
            Outcome::Reached(candidate) => (candidate.measures.get(self.plan.measure), None),
            Outcome::NotReached(why) => (None, Some(why)),
        };
        Ok(Point {
            at,
            value,
            seconds: took.as_secs_f64(),
            why,
        })
    }
}

fn asking(k: u32, m: u32) -> Requirement {
    Requirement {
        k: Some(k),
        m: Some(SetSize::AtMost(m)),
        ..Requirement::default()
    }
}

/// The first baskets of the file, over all of its items.
fn first(transactions: &Transactions, count: usize) -> Transactions {
    let starts = transactions.starts[..=count].to_vec();
    let end = starts.last().copied().unwrap_or(0);
    Transactions {
        items: transactions.items.clone(),
        item: transactions.item[..end].to_vec(),
        starts,
        labels: None,
    }
}
