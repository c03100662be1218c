//! From transactions and a recipe to a release folder that was verified before it appeared.

use super::BasketQuestion;
use super::anonymize::{BasketResult, anonymize};
use super::check::{BasketProfile, answer};
use super::released::arrange;
use crate::engine::in_house::baskets::{self as in_house, Made};
use crate::engine::in_house::{Kept, trace};
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
    let profile = BasketProfile::original(&question, pulse)?;
    let before = answer(&question, &profile, pulse)?;
    let exposed = in_house::exposure(&profile, &before);
    drop(profile);
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
    let order = shuffle::released_order(count, loaded, settings, pulse)?;
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

    let made = Made {
        transactions,
        baskets,
        anonymized,
    };
    let after = in_house::exposure(&candidate.profile, &candidate.check);
    let kept = Kept {
        in_house: in_house::in_house(made, exposed, after, pulse)?,
        trace: Some(trace::of_baskets(made, pulse)?),
        mapping: settings
            .release
            .mapping
            .then(|| in_house::mapping(made, pulse))
            .transpose()?,
        sql: None,
    };
    clock.lap("recording");

    let sizes = candidate.profile.repeats();
    let beside = write(
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
            kept,
            in_batches: None,
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
        explanations: Vec::new(),
        decomposition: None,
        notes: anonymized.notes.clone(),
        suppressed_rows: Vec::new(),
        formula_cells: released.formula_cells,
        formulas_escaped: settings.release.escape_formulas,
        folder: out.to_owned(),
        audit: beside.audit.clone(),
        beside,
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
