//! One page over all papers: every figure with its verdicts, the data, columns and recipe that anybody needs to repeat it,
//! and what shows each line of the audit of the papers.

mod rows;
mod sources;
mod text;

pub use rows::{ROWS, Row};
pub use sources::{SOURCES, Source, SourceFile};
pub use text::{drawing, page};

use crate::claim::Claim;
use crate::figure::Figure;
use crate::ratings::{FigureName, RatingsPlan, ratings};
use crate::sensitivity::{models, recoding};
use crate::transactions::{METHODS, TransactionsFigureName, TransactionsPlan, transactions};
use crate::turns::Peak;
use crate::{microaggregation, similarity, trust};
use cloakroom_core::{Dataset, Failure, MethodName, Metric, Problem, Progress};
use cloakroom_engine::open::Opened;

/// One experiment on one table of data.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The paper by its number, 002 for the thesis.
    pub paper: &'static str,
    pub heading: &'static str,
    /// The name of a source.
    pub source: &'static str,
    experiment: Experiment,
}

#[derive(Clone, Copy, Debug)]
enum Experiment {
    Models,
    Similarity,
    Recoding,
    Trust,
    Microaggregation,
    /// All figures whose names begin like this.
    Ratings(&'static [&'static str]),
    Transactions,
}

/// In the order of the page.
pub const PARTS: &[Part] = &[
    Part {
        paper: "002",
        heading: "Thesis, 3.7.1: the enhanced models by whole levels (Figures 3.2 and 3.3)",
        source: "adult",
        experiment: Experiment::Models,
    },
    Part {
        paper: "002",
        heading: "Thesis, 3.7.1: the similarity attack (Table 3.8)",
        source: "adult",
        experiment: Experiment::Similarity,
    },
    Part {
        paper: "002",
        heading: "Thesis, 3.7.2: local recoding against clustering (Figures 3.4 and 3.5)",
        source: "kdd-wages",
        experiment: Experiment::Recoding,
    },
    Part {
        paper: "002",
        heading: "Thesis, 4.5: purpose and trust on Adult (Figures 4.4 to 4.8)",
        source: "adult",
        experiment: Experiment::Trust,
    },
    Part {
        paper: "002",
        heading: "Thesis, 4.5: purpose and trust on a census (Figures 4.4 to 4.8)",
        source: "kdd",
        experiment: Experiment::Trust,
    },
    Part {
        paper: "002",
        heading: "Thesis, 5.4: approximate microaggregation (Figures 5.4 and 5.5)",
        source: "kdd-numbers",
        experiment: Experiment::Microaggregation,
    },
    Part {
        paper: "002",
        heading: "Thesis, 7.3 and 7.4: the satisfaction problem on MovieLens (Figures 7.4 to 7.8; 7.3 and 7.5 are those of 001)",
        source: "movielens",
        experiment: Experiment::Ratings(&["thesis-"]),
    },
    Part {
        paper: "000",
        heading: "Greedy anonymisation of ratings (Figures 1 to 3)",
        source: "movielens",
        experiment: Experiment::Ratings(&["000-"]),
    },
    Part {
        paper: "001",
        heading: "Checking by slicing (Figures 1 and 2; thesis, Figures 7.3 and 7.5)",
        source: "movielens",
        experiment: Experiment::Ratings(&["001-"]),
    },
    Part {
        paper: "003",
        heading: "Ratings as graphs (Figures 14 to 18)",
        source: "movielens",
        experiment: Experiment::Ratings(&["003-"]),
    },
    Part {
        paper: "004",
        heading: "Generalization with suppression (Figure 3)",
        source: "webview2",
        experiment: Experiment::Transactions,
    },
];

/// What a part has found.
#[derive(Clone, Debug)]
pub struct Found {
    pub part: Part,
    /// The size of the data, in words.
    pub size: String,
    /// What could be asked on the command line for the same.
    pub command: String,
    /// Tables that are no figures, with their claims.
    pub table: Option<(String, Vec<Claim>)>,
    pub figures: Vec<Figure>,
}

/// How thoroughly the experiments are run, and what memory is measured with.
#[derive(Clone, Copy)]
pub struct Care<'a> {
    pub seed: u64,
    /// Of learners on ratings.
    pub trials: u32,
    pub peak: Peak<'a>,
}

impl Part {
    /// Runs the experiment on its opened source.
    pub fn run(
        self,
        opened: &Opened,
        care: Care<'_>,
        progress: &Progress,
    ) -> Result<Found, Failure> {
        let dataset = &opened.loaded.dataset;
        let settings = &opened.recipe.settings;
        let trees = &opened.trees;
        let recipe = format!("{}/recipe.toml", self.source);
        let found = |size: String, command: String, figures: Vec<Figure>| Found {
            part: self,
            size,
            command: format!("cloakroom experiment {command}"),
            table: None,
            figures,
        };
        let of_records = |records: usize, columns: &[String]| {
            format!(
                "{records} records; quasi-identifiers {}",
                columns.join(", ")
            )
        };
        Ok(match self.experiment {
            Experiment::Models => {
                let answer = models(dataset, settings, trees, care.seed, progress)?;
                let size = format!(
                    "{}; the sensitive column \"{}\" is made up, of eight values in four categories",
                    of_records(answer.records, &answer.quasi),
                    answer.sensitive
                );
                found(size, format!("models {recipe}"), answer.figures)
            }
            Experiment::Similarity => {
                let answer =
                    similarity(dataset, settings, &trees.hierarchies, care.seed, progress)?;
                let size = of_records(answer.records, &answer.quasi);
                let table = text::of_similarity(&answer);
                let mut found = found(size, format!("similarity {recipe}"), Vec::new());
                found.table = Some((table, answer.claims));
                found
            }
            Experiment::Recoding => {
                let answer = recoding(dataset, settings, trees, progress)?;
                let size = format!(
                    "{}; sensitive {}",
                    of_records(answer.records, &answer.quasi),
                    answer.sensitive
                );
                found(size, format!("recoding {recipe}"), answer.figures)
            }
            Experiment::Trust => {
                let answer = trust::trust(dataset, settings, trees, progress)?;
                let mut size = of_records(answer.records, &answer.columns);
                if let Some(class) = &answer.class {
                    size += &format!("; learners predict {class}");
                }
                found(size, format!("trust {recipe}"), answer.figures)
            }
            Experiment::Microaggregation => {
                let answer =
                    microaggregation::microaggregation(dataset, settings, trees, progress)?;
                let size = format!(
                    "{}; key columns {}",
                    of_records(answer.records, &answer.columns),
                    answer.key_columns.join(", ")
                );
                found(size, format!("microaggregation {recipe}"), answer.figures)
            }
            Experiment::Ratings(beginnings) => {
                let Dataset::Ratings(data) = dataset else {
                    return Err(Problem::new("expected ratings").into());
                };
                let begins = |name: &FigureName| {
                    beginnings
                        .iter()
                        .any(|begin| name.name().starts_with(begin))
                };
                let figures: Vec<FigureName> = FigureName::ALL.into_iter().filter(begins).collect();
                let plan = RatingsPlan {
                    figures: &figures,
                    seed: care.seed,
                    trials: care.trials,
                    peak: care.peak,
                };
                let answer = ratings(data, settings, plan, progress)?;
                let mut size = format!("{} people, {} issues", answer.people, answer.issues);
                if answer.income_drawn {
                    size +=
                        "; the sensitive issue is an income level drawn by chance (003, Table 4)";
                }
                let asked = figures
                    .iter()
                    .map(|name| format!(" --figure {}", name.name()));
                let command = format!("ratings {recipe}{}", asked.collect::<String>());
                found(size, command, answer.figures)
            }
            Experiment::Transactions => {
                let Dataset::Transactions(data) = dataset else {
                    return Err(Problem::new("expected transactions").into());
                };
                let plan = TransactionsPlan {
                    figures: TransactionsFigureName::ALL.to_vec(),
                    // Those that the paper compares; `refined` is our own.
                    methods: METHODS
                        .into_iter()
                        .filter(|&method| method != MethodName::Refined)
                        .collect(),
                    measure: Metric::Ncp,
                    k: None,
                    m: Some(3),
                };
                let answer = transactions(data, settings, trees, &plan, progress)?;
                let size = format!("{} baskets over {} items", answer.baskets, answer.items);
                found(
                    size,
                    format!("transactions {recipe} --m 3 --methods mm,aa,lg,mhghs"),
                    answer.figures,
                )
            }
        })
    }
}
