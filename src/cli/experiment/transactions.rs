//! `cloakroom experiment transactions RECIPE`.

use super::drawing::Drawings;
use super::figures::told;
use crate::cli::DONE;
use crate::cli::check::of_recipe;
use crate::cli::output::Answer;
use crate::cli::watch::watched;
use clap::Args;
use cloakroom_core::words::grouped;
use cloakroom_core::{Dataset, Failure, Kind, MethodName, Metric, Problem};
use cloakroom_engine::open::open_recipe;
use cloakroom_papers::transactions::{
    METHODS, TransactionsExperiment, TransactionsFigureName, TransactionsPlan, transactions,
};
use std::path::PathBuf;

/// What the command line asks for.
#[derive(Debug, Args)]
pub struct Asked {
    /// Names the transactions and their taxonomy
    pub recipe: PathBuf,
    /// loss-by-k, loss-by-m or time-by-size; may be repeated. Without this, all of them
    #[arg(long, value_name = "NAME")]
    pub figure: Vec<String>,
    /// Such as mhghs,refined. Without this, mm, aa, lg, mhghs and refined
    #[arg(long, value_name = "NAMES")]
    pub methods: Vec<String>,
    /// Where k does not vary; 5 unless given
    #[arg(long)]
    pub k: Option<u32>,
    /// Where m does not vary; 7 unless given
    #[arg(long)]
    pub m: Option<u32>,
    /// What loss is told by: ncp, as the paper does, or loss
    #[arg(long, value_name = "NAME", default_value = "ncp")]
    pub measure: String,
    /// Draw every figure into a new folder, as SVG files
    #[arg(long, value_name = "FOLDER")]
    pub svg: Option<PathBuf>,
    #[arg(long)]
    pub json: bool,
}

pub fn run(asked: &Asked) -> Result<Answer, Failure> {
    let recipe = &asked.recipe;
    let plan = plan(asked)?;
    let drawings = Drawings::into(asked.svg.as_deref())?;
    let answer = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let Dataset::Transactions(data) = &opened.loaded.dataset else {
            let kind = opened.loaded.dataset.kind().name();
            let message = format!("the experiment is about transactions, not about {kind}");
            return Err(Problem::new(message).of(recipe).into());
        };
        transactions(
            data,
            &opened.recipe.settings,
            &opened.trees,
            &plan,
            progress,
        )
        .map_err(|failure| of_recipe(failure, recipe))
    })?;
    drawings.write(&answer.figures)?;
    Ok(Answer::new(DONE, asked.json, &answer, || words(&answer))?)
}

fn plan(asked: &Asked) -> Result<TransactionsPlan, Problem> {
    let figures = asked
        .figure
        .iter()
        .map(|name| {
            TransactionsFigureName::from_name(name.trim()).ok_or_else(|| {
                let names = TransactionsFigureName::ALL.map(TransactionsFigureName::name);
                Problem::new(format!(
                    "--figure: there is no figure named \"{name}\"; expected one of {}",
                    names.join(", ")
                ))
            })
        })
        .collect::<Result<Vec<_>, Problem>>()?;
    let methods = asked
        .methods
        .iter()
        .flat_map(|names| names.split(','))
        .map(|name| {
            MethodName::from_name(name.trim())
                .filter(|method| method.kinds().contains(&Kind::Transactions))
                .ok_or_else(|| {
                    Problem::new(format!(
                        "--methods: there is no method named \"{name}\" for transactions"
                    ))
                })
        })
        .collect::<Result<Vec<_>, Problem>>()?;
    let measure = [Metric::Ncp, Metric::Loss]
        .into_iter()
        .find(|metric| metric.name() == asked.measure)
        .ok_or_else(|| {
            Problem::new(format!(
                "--measure: expected {} or {}, found \"{}\"",
                Metric::Ncp.name(),
                Metric::Loss.name(),
                asked.measure
            ))
        })?;
    Ok(TransactionsPlan {
        measure,
        figures: if figures.is_empty() {
            TransactionsFigureName::ALL.to_vec()
        } else {
            figures
        },
        methods: if methods.is_empty() {
            METHODS.to_vec()
        } else {
            methods
        },
        k: asked.k,
        m: asked.m,
    })
}

fn words(answer: &TransactionsExperiment) -> String {
    let mut words = format!(
        "The paper's figures on {} baskets over {} items\n",
        grouped(answer.baskets),
        grouped(answer.items),
    );
    for figure in &answer.figures {
        words += &told(figure);
    }
    words
}
