//! From transactions and a recipe to a release folder that was verified before it appeared.

use super::BasketQuestion;
use super::anonymize::{BasketResult, anonymize};
use super::check::{BasketProfile, answer};
use super::naming;
use super::released::arrange;
use crate::declared::Declared;
use crate::in_house::baskets::{self as in_house, Made};
use crate::in_house::{Kept, trace};
use crate::release::{
    Clock, NotReached, ReleaseAnswer, ReleaseOutcome, ReleasedCut, plan, refuse_method,
};
use crate::write_release::{Release, write};
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::kind::Kind;
use cloakroom_core::problem::Failure;
use cloakroom_core::pulse::Pulse;
use cloakroom_core::recipe::Recipe;
use cloakroom_core::transactions::Transactions;
use cloakroom_core::trees::Trees;
use cloakroom_transactions::baskets::{Baskets, Cut};
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
    let question = BasketQuestion::new(transactions, settings, trees, pulse)?;
    refuse_method(settings.method.name, loaded)?;

    let mut clock = Clock::start();
    pulse.up_to(plan::CHECKED);
    let profile = BasketProfile::original(&question, pulse)?;
    let before = answer(&question, &profile, pulse)?;
    let exposed = in_house::exposure(&profile, &before);
    drop(profile);
    clock.lap("checking");

    pulse.up_to(plan::ANONYMIZED);
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

    pulse.up_to(plan::TOLD);
    let anonymized = &candidate.anonymized;
    let baskets =
        &naming::from_release(transactions, &question.baskets, anonymized, settings, pulse)?;
    let count = baskets.len();
    let (released, form) = arrange(loaded, transactions, settings, baskets, anonymized, pulse)?;
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

    let beside = write(
        Release {
            loaded,
            recipe,
            before: &before,
            released: &released,
            records: count,
            measures: &candidate.measures,
            left_out: &[],
            declared: Declared {
                kind: Kind::Transactions,
                transactions: Some(form),
                ..Declared::table(released.roles.clone(), Vec::new())
            },
            kept,
            in_batches: None,
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
