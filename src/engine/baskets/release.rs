//! From transactions and a recipe to a release folder that was verified before it appeared.

use super::BasketQuestion;
use super::anonymize::{BasketResult, anonymize};
use super::check::check;
use super::released::arrange;
use crate::engine::promised;
use crate::engine::release::{
    Clock, NotReached, ReleaseAnswer, ReleaseOutcome, ReleasedCut, refuse_method,
};
use crate::engine::shuffle;
use crate::engine::write_release::{Release, write};
use crate::io::loaded::Loaded;
use crate::model::baskets::{Baskets, Cut};
use crate::model::certificate::Measured;
use crate::model::problem::Failure;
use crate::model::pulse::Pulse;
use crate::model::recipe::Recipe;
use crate::model::transactions::Transactions;
use crate::model::trees::Trees;
use crate::model::verdict::{Amount, CheckAnswer};
use std::path::Path;

pub fn release(
    loaded: &Loaded,
    transactions: &Transactions,
    recipe: &Recipe,
    trees: &Trees,
    out: &Path,
    pulse: &Pulse,
) -> Result<ReleaseOutcome, Failure> {
    let settings = &recipe.settings;
    let question = BasketQuestion::new(transactions, settings, trees)?;
    refuse_method(settings.method.name, loaded)?;

    let mut clock = Clock::start();
    let before = check(&question, pulse)?;
    clock.lap("checking");

    let candidate = match anonymize(&question, &settings.method, pulse)? {
        BasketResult::Reached(candidate) => *candidate,
        BasketResult::NotReached(why) => {
            return Ok(ReleaseOutcome::NotReached(NotReached {
                check: before,
                method: settings.method.name,
                why,
            }));
        }
    };
    clock.lap("anonymizing");

    let baskets = &question.baskets;
    let count = baskets.len();
    let order = if settings.release.shuffle {
        shuffle::order(count, &loaded.source.sha256, settings.method.seed, pulse)?
    } else {
        (0..count as u32).collect()
    };
    let anonymized = &candidate.anonymized;
    let (released, described) = arrange(
        loaded,
        transactions,
        settings,
        baskets,
        anonymized,
        &order,
        pulse,
    )?;
    clock.lap("arranging");

    let sizes = candidate.profile.repeats();
    let audit = write(
        Release {
            loaded,
            recipe,
            before: &before,
            released: &released,
            records: count,
            measured: Measured {
                k: reached_k(&candidate.check),
                classes: sizes.len(),
                left_out: 0,
                reached: promised::reached(&candidate.check),
            },
            sizes: &sizes,
            measures: &candidate.measures,
            left_out: &[],
            sensitive: Vec::new(),
            ratings: None,
            transactions: Some(described),
            degree: None,
        },
        out,
        clock,
        pulse,
    )?;
    Ok(ReleaseOutcome::Written(Box::new(ReleaseAnswer {
        cut: anonymized.cut.as_ref().map(|cut| named(baskets, cut)),
        check: candidate.check,
        method: settings.method.name,
        metrics: candidate.measures,
        levels: None,
        search: None,
        decomposition: None,
        notes: anonymized.notes.clone(),
        suppressed_rows: Vec::new(),
        formula_cells: released.formula_cells,
        formulas_escaped: settings.release.escape_formulas,
        folder: out.to_owned(),
        audit,
    })))
}

fn named(baskets: &Baskets, cut: &Cut) -> ReleasedCut {
    let names = |nodes: &[u32]| {
        let names = nodes.iter().map(|&node| baskets.tree.name(node).to_owned());
        names.collect()
    };
    ReleasedCut {
        cut: names(&cut.nodes),
        suppressed_items: names(&cut.suppressed),
    }
}

fn reached_k(check: &CheckAnswer) -> u32 {
    let line = check.requirements.iter().find(|line| line.name == "k");
    match line.and_then(|line| line.reached) {
        Some(Amount::Count(k)) => k as u32,
        _ => 0,
    }
}
