//! `cloakroom show search RECIPE`: the way of a search through the cuts of a taxonomy, and the rare set that each
//! suppression answers.

use super::baskets::{in_order, opened};
use crate::cli::output::{Answer, plain, table};
use crate::cli::watch::watched;
use crate::cli::{DONE, NOT_SATISFIED};
use clap::Args;
use cloakroom_core::words::counted;
use cloakroom_core::{Failure, MethodName, MethodSettings, Problem, Progress};
use cloakroom_transactions::method::hghs::{Completed, scenarios};
use cloakroom_transactions::method::{self, Round, TransactionsOutcome, TransactionsTask};
use cloakroom_transactions::transactions::PreparedTransactions;
use serde::Serialize;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct Asked {
    pub recipe: PathBuf,
    /// Tell what is suppressed after every step, and not only after the last one of each round
    #[arg(long)]
    pub steps: bool,
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Search {
    method: &'static str,
    rounds: Vec<RoundShown>,
}

#[derive(Serialize)]
struct NotReached {
    method: &'static str,
    why: String,
}

#[derive(Serialize)]
struct RoundShown {
    /// Sets of at most so many items are looked at.
    size: u32,
    steps: Vec<StepShown>,
}

#[derive(Serialize)]
struct StepShown {
    /// The node that was replaced by its children; none at the root.
    replaced: Option<String>,
    /// In occurrences that are lost altogether.
    cost: f64,
    suppressed: Vec<String>,
    /// Of the cut that is told in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<CutShown>,
}

#[derive(Serialize)]
struct CutShown {
    nodes: Vec<String>,
    /// In the order in which nodes are tried, the dearest to suppress first.
    answers: Vec<Answered>,
}

/// A node that is suppressed, and the rare set that this answers.
#[derive(Serialize)]
struct Answered {
    suppressed: String,
    /// All kept; none if the node is rare itself.
    with: Vec<String>,
    baskets: u32,
}

pub fn run(asked: &Asked) -> Result<Answer, Failure> {
    let recipe = &asked.recipe;
    let found = watched(|progress| {
        let (opened, checked) = opened(recipe, "a search through cuts", progress)?;
        let settings = &opened.recipe.settings.method;
        refuse_without_search(settings).map_err(|problem| problem.of(recipe))?;
        let task = TransactionsTask {
            baskets: &checked.baskets,
            target: checked.target,
            settings,
        };
        let made = match method::run(settings.name, task, progress)? {
            TransactionsOutcome::Reached(made) => made,
            TransactionsOutcome::NotReached(why) => {
                let method = settings.name.name();
                return Ok(Err(NotReached { method, why }));
            }
        };
        let rounds = made.walk.map_or_else(Vec::new, |walk| walk.rounds);
        let shown = rounds
            .iter()
            .map(|round| RoundShown::of(&checked.baskets, round, checked.target.k, asked, progress))
            .collect::<Result<Vec<RoundShown>, Failure>>()?;
        Ok(Ok(Search {
            method: settings.name.name(),
            rounds: shown,
        }))
    })?;
    let found = match found {
        Ok(found) => found,
        Err(missed) => {
            return Ok(Answer::new(NOT_SATISFIED, asked.json, &missed, || {
                format!("Not reached by {}: {}\n", missed.method, missed.why)
            })?);
        }
    };
    Ok(Answer::new(DONE, asked.json, &found, || found.in_words())?)
}

fn refuse_without_search(settings: &MethodSettings) -> Result<(), Problem> {
    match settings.name {
        MethodName::Hghs | MethodName::Mhghs => Ok(()),
        other => Err(Problem::new(format!(
            "the method {} does not go from cut to cut: expected {} or {}",
            other.name(),
            MethodName::Hghs.name(),
            MethodName::Mhghs.name()
        ))),
    }
}

impl RoundShown {
    fn of(
        baskets: &PreparedTransactions,
        round: &Round,
        k: u32,
        asked: &Asked,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let steps = round.steps.iter().enumerate().map(|(at, step)| {
            let is_told = asked.steps || at + 1 == round.steps.len();
            let cut = match is_told {
                true => {
                    let nodes = round.cut(&baskets.tree, at, None);
                    let walk = scenarios(baskets, &nodes, k, round.size, progress)?;
                    let answers = walk
                        .answered()
                        .map(|(node, threat)| Answered::of(baskets, node, threat));
                    Some(CutShown {
                        answers: answers.collect(),
                        nodes: in_order(baskets, &nodes),
                    })
                }
                false => None,
            };
            let name = |node| baskets.tree.name(node).to_owned();
            Ok(StepShown {
                replaced: step.specialised.map(name),
                cost: step.cost as f64 / baskets.unit() as f64,
                suppressed: in_order(baskets, &step.suppressed),
                cut,
            })
        });
        Ok(Self {
            size: round.size,
            steps: steps.collect::<Result<Vec<StepShown>, Failure>>()?,
        })
    }
}

impl Answered {
    fn of(baskets: &PreparedTransactions, node: u32, threat: &Completed) -> Self {
        Self {
            suppressed: baskets.tree.name(node).to_owned(),
            with: in_order(baskets, &threat.others),
            baskets: threat.support,
        }
    }

    fn in_words(&self) -> String {
        let found = counted(self.baskets as usize, "basket", "baskets");
        match self.with.is_empty() {
            true => format!("{} is suppressed: alone in {found}", self.suppressed),
            false => format!(
                "{} is suppressed: with {} in {found}",
                self.suppressed,
                self.with.join(", ")
            ),
        }
    }
}

impl Search {
    fn in_words(&self) -> String {
        let mut words = format!("The search of {} from the root downwards\n", self.method);
        for round in &self.rounds {
            let items = counted(round.size as usize, "item", "items");
            words += &format!("\nSets of at most {items}\n");
            let head = ["step", "cost", "suppressed"].map(str::to_owned);
            let lines = round.steps.iter().map(|step| {
                let name = step.replaced.as_ref();
                let name =
                    name.map_or_else(|| "the root".to_owned(), |name| format!("{name} replaced"));
                vec![name, plain(step.cost), step.suppressed.len().to_string()]
            });
            let lines: Vec<Vec<String>> = std::iter::once(head.to_vec()).chain(lines).collect();
            for line in table(&lines) {
                words += &format!("  {}\n", line.trim_end());
            }
            for (at, step) in round.steps.iter().enumerate() {
                if let Some(cut) = &step.cut {
                    words += &format!("  Step {at}: {}\n", cut.nodes.join(", "));
                    for answer in &cut.answers {
                        words += &format!("    {}\n", answer.in_words());
                    }
                }
            }
        }
        words
    }
}
