//! The experiments of the paper on generalization with suppression: information loss against k and against m, and
//! time against the number of transactions, each with a sentence on whether what the paper tells is seen.

use crate::figure::{Claim, Figure, Point, Series};
use cloakroom_core::{
    Failure, MethodName, MethodSettings, Metric, Progress, Requirement, SetSize, Settings,
    Transactions, Trees,
};
use cloakroom_engine::anonymize::Outcome;
use cloakroom_engine::transactions::CheckedTransactionsTask;
use cloakroom_engine::transactions::anonymize::anonymize;
use cloakroom_transactions::transactions::PreparedTransactions;
use serde::Serialize;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Instant;

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
/// A time that grows like this power of the size at most is near linear.
const NEAR_LINEAR: f64 = 1.3;

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
                    name: name.name(),
                    title: format!("Information loss against k, m = {m} (Figure 3 (a), (c))"),
                    across: "k",
                    up: "information loss",
                    claims: claims(&series, |_| m >= 2),
                    series,
                })
            }
            TransactionsFigureName::LossByM => {
                let settings: Vec<(f64, u32, u32)> =
                    MS.iter().map(|&m| (f64::from(m), k, m)).collect();
                let series = self.losses(&settings, progress)?;
                Ok(Figure {
                    name: name.name(),
                    title: format!("Information loss against m, k = {k} (Figure 3 (b), (d))"),
                    across: "m",
                    up: "information loss",
                    claims: claims(&series, |m| m >= 2.0),
                    series,
                })
            }
            TransactionsFigureName::TimeBySize => {
                let series = self.times(k, m, progress)?;
                Ok(Figure {
                    name: name.name(),
                    title: format!("Time against the number of transactions, k = {k}, m = {m}"),
                    across: "transactions",
                    up: "seconds",
                    claims: growth(&series),
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
            for (series, &method) in series.iter_mut().zip(&self.plan.methods) {
                let at = count as f64;
                let mut point = self.point(&baskets, method, at, k, m, progress)?;
                point.value = point.value.map(|_| point.seconds);
                series.points.push(point);
            }
        }
        Ok(series)
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
        let requirement = Requirement {
            k: Some(k),
            m: Some(SetSize::AtMost(m)),
            ..Requirement::default()
        };
        let checked = match CheckedTransactionsTask::of(baskets.clone(), &requirement) {
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
        let method = MethodSettings {
            name: method,
            ..self.settings.method.clone()
        };
        let start = Instant::now();
        let outcome = anonymize(&checked, &method, progress);
        let seconds = start.elapsed().as_secs_f64();
        let (value, why) = match outcome {
            Ok(Outcome::Reached(candidate)) => (candidate.measures.get(Metric::Loss), None),
            Ok(Outcome::NotReached(why)) => (None, Some(why)),
            Err(Failure::Problem(problem)) => (None, Some(problem.message)),
            Err(stopped) => return Err(stopped),
        };
        Ok(Point {
            at,
            value,
            seconds,
            why,
        })
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

/// What the paper tells of mHgHs, and what this program promises of its own method.
fn claims(series: &[Series], counts: impl Fn(f64) -> bool) -> Vec<Claim> {
    let of = |method: MethodName| series.iter().find(|series| series.name == method.name());
    let mut claims = Vec::new();
    if let Some(rounds) = of(MethodName::Mhghs) {
        let rivals: Vec<&Series> = [MethodName::Aa, MethodName::Mm]
            .into_iter()
            .filter_map(of)
            .collect();
        claims.push(Claim::below(
            "mHgHs loses less than AA and MM wherever m is at least 2, or the same",
            rounds,
            &rivals,
            counts,
        ));
        let rivals: Vec<&Series> = of(MethodName::Lg).into_iter().collect();
        claims.push(Claim::below(
            "mHgHs loses less than LG",
            rounds,
            &rivals,
            |_| true,
        ));
    }
    if let Some(own) = of(MethodName::Refined) {
        let rivals: Vec<&Series> = series
            .iter()
            .filter(|series| series.name != own.name)
            .collect();
        claims.push(Claim::below(
            "our own method never loses more than any other",
            own,
            &rivals,
            |_| true,
        ));
    }
    claims
}

/// The power of the size that time grows with between the smallest and the largest part.
fn growth(series: &[Series]) -> Vec<Claim> {
    series
        .iter()
        .filter_map(|series| {
            let known = |point: &&Point| point.value.is_some_and(|seconds| seconds > 0.0);
            let first = series.points.iter().find(known)?;
            let last = series.points.iter().rev().find(known)?;
            if last.at <= first.at {
                return None;
            }
            let power = (last.seconds / first.seconds).ln() / (last.at / first.at).ln();
            Some(Claim {
                claim: "time grows near linearly with the number of transactions",
                holds: Some(power <= NEAR_LINEAR),
                sentence: format!(
                    "{} grows like the power {power:.2} of the size, from {:.2} s to {:.2} s",
                    series.name, first.seconds, last.seconds
                ),
            })
        })
        .collect()
}
