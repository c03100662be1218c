//! A recipe about transactions, opened and checked.

use crate::cli::check::of_recipe;
use cloakroom_core::{Failure, Problem, Progress};
use cloakroom_engine::open::{Opened, open_recipe};
use cloakroom_engine::transactions::CheckedTransactionsTask;
use cloakroom_transactions::transactions::PreparedTransactions;
use std::path::Path;

/// Of another kind of data it says what the picture is about.
pub fn opened(
    recipe: &Path,
    about: &str,
    progress: &Progress,
) -> Result<(Opened, CheckedTransactionsTask), Failure> {
    let opened = open_recipe(recipe, progress)?;
    let Some(data) = opened.loaded.dataset.transactions() else {
        return Err(Problem::new(format!("only baskets have {about}"))
            .of(recipe)
            .into());
    };
    let checked =
        CheckedTransactionsTask::new(data, &opened.recipe.settings, &opened.trees, progress)
            .map_err(|failure| of_recipe(failure, recipe))?;
    Ok((opened, checked))
}

/// Names in their order.
pub fn sorted(baskets: &PreparedTransactions, nodes: &[u32]) -> Vec<String> {
    let mut names = in_order(baskets, nodes);
    names.sort_unstable();
    names
}

/// Names in the order of the nodes.
pub fn in_order(baskets: &PreparedTransactions, nodes: &[u32]) -> Vec<String> {
    let names = nodes.iter().map(|&node| baskets.tree.name(node).to_owned());
    names.collect()
}
