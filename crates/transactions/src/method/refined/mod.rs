//! Our own: labels are laid over the tree from the top downwards, each in as many baskets as can share it, in
//! several orders; every step keeps the promise and lowers the loss.
//!
//! Where an item must look the same everywhere, a search for the best global recoding takes its place; where
//! transactions need duplicates, groups of them are improved. Other methods are starts where they can compete, so
//! the result is never worse than theirs.

mod alike;
mod anneal;
mod bench;
mod clash;
mod draft;
mod exclusive;
mod finish;
mod ground;
mod kept;
mod layer;
mod local;
mod peel;
mod recall;
mod rows;
mod told;

#[cfg(test)]
mod optimum;
#[cfg(test)]
mod tests;

use super::{AnonymizedTransactions, TransactionsOutcome, TransactionsTask, run as run_other};
use crate::profile::{TransactionsDb, first_mole, satisfies};
use crate::transactions::GONE;
use alike::Alike;
use bench::Bar;
use cloakroom_core::{Failure, MethodName, Problem, Progress, Stopped};
use draft::Draft;
use ground::{Equals, Ground};

/// Up to so many occurrences all other methods are tried first; beyond, those that are fast and may compete.
const FEW: usize = 20_000;

pub fn run(
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<TransactionsOutcome, Failure> {
    let target = task.target;
    if target.duplicates && (target.coherence.is_some() || task.settings.exclusive) {
        return Err(Problem::new(
            "duplicates are made by showing an item differently in different transactions and without a look at \
             private items: ask for no coherence and no exclusive items beside them",
        )
        .into());
    }
    if target.m == 0 && target.coherence.is_none() && !target.duplicates {
        return Err(Problem::new(
            "nothing is asked of the transactions; set m, duplicates, or h and p",
        )
        .into());
    }
    let result = if target.duplicates {
        duplicates(task, progress)?
    } else if task.settings.exclusive || target.coherence.is_some() {
        global(task, progress)?
    } else {
        local(task, progress)?
    };
    let result = something_of(result, task, progress)?;
    if holds(task, &result, progress)? {
        return Ok(TransactionsOutcome::Reached(result));
    }
    match best_other(task, progress)? {
        Some(other) => Ok(TransactionsOutcome::Reached(other)),
        None => Err(Problem::new("the release broke its promise and was thrown away").into()),
    }
}

/// The best of the other methods' releases that hold: of private items the search sees less than the whole release.
fn best_other(
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<Option<AnonymizedTransactions>, Stopped> {
    let mut best: Option<AnonymizedTransactions> = None;
    for name in [
        MethodName::Mm,
        MethodName::Mhghs,
        MethodName::Aa,
        MethodName::Lg,
    ] {
        let Some(found) = other(name, task, progress)? else {
            continue;
        };
        let fits = !task.settings.exclusive || found.cut.is_some();
        let cost = |result: &AnonymizedTransactions| task.baskets.cost(&result.shown);
        let is_better = best.as_ref().is_none_or(|best| cost(&found) < cost(best));
        if fits && is_better && holds(task, &found, progress)? {
            best = Some(found);
        }
    }
    Ok(best)
}

/// Showing nothing costs as much as showing everything as the top of the tree, which tells more: how many items there
/// are. Where nothing is left to show, what another method shows is taken if it costs no more.
fn something_of(
    result: AnonymizedTransactions,
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<AnonymizedTransactions, Stopped> {
    let shows = |result: &AnonymizedTransactions| result.shown.iter().any(|&node| node != GONE);
    if shows(&result) || task.target.coherence.is_some() {
        return Ok(result);
    }
    let cost = task.baskets.cost(&result.shown);
    for name in [MethodName::Mhghs, MethodName::Aa, MethodName::Lg] {
        let better = other(name, task, progress)?
            .filter(|other| shows(other) && task.baskets.cost(&other.shown) <= cost);
        // What LG shows may differ from basket to basket.
        let fits = |other: &AnonymizedTransactions| !task.settings.exclusive || other.cut.is_some();
        if let Some(better) = better.filter(fits) {
            return Ok(better);
        }
    }
    Ok(result)
}

fn local(
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<AnonymizedTransactions, Failure> {
    let few = is_small(task);
    // Where equal baskets are merged they look alike, which those of LG need not.
    let equals = if few { Equals::Apart } else { Equals::Merged };
    let ground = Ground::new(task.baskets, equals);
    let search = local_search(task, &ground, progress);
    // The first rounds begin with nothing, so they need not wait for the others.
    let beside = progress.apart();
    search.begin();
    let (others, first) = rayon::join(
        || -> Result<_, Stopped> {
            let globals = globals(task, &beside)?;
            let by_groups = other(MethodName::Lg, task, &beside)?;
            let mut starts = Vec::new();
            if few {
                let kept = kept_by(&globals, &ground);
                starts.push(exclusive_search(task, &ground, false, &beside).run(&kept)?);
            }
            for other in globals.iter().chain(by_groups.iter().filter(|_| few)) {
                let laid = finish::laid(task.baskets, &ground, &other.shown);
                starts.push(Draft::of(&ground, laid));
            }
            progress.advance(1);
            Ok((by_groups, starts))
        },
        || search.first_rounds(),
    );
    let (by_groups, starts) = others?;
    let draft = search.run(first?, starts)?;
    let found = finish::release(task.baskets, &draft);
    let cost = |result: &AnonymizedTransactions| task.baskets.cost(&result.shown);
    Ok(match by_groups.filter(|other| cost(other) < cost(&found)) {
        Some(other) => other,
        None => found,
    })
}

fn is_small(task: TransactionsTask<'_>) -> bool {
    task.baskets.leaf.len() <= FEW
}

/// Every item looks the same everywhere, unless what is hidden may be shown in some transactions.
fn global(
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<AnonymizedTransactions, Failure> {
    let ground = Ground::new(task.baskets, Equals::Merged);
    let starts = kept_by(&globals(task, progress)?, &ground);
    let draft = exclusive_search(task, &ground, true, progress).run(&starts)?;
    if task.settings.exclusive {
        return Ok(finish::release(task.baskets, &draft));
    }
    // A share of private items may rise where a label comes back: then it does not.
    let more = local_search(task, &ground, progress).give_back(draft.clone())?;
    let more = finish::release(task.baskets, &more);
    Ok(match holds(task, &more, progress)? {
        true => more,
        false => finish::release(task.baskets, &draft),
    })
}

fn duplicates(
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<AnonymizedTransactions, Failure> {
    let Some(start) = other(MethodName::Lg, task, progress)? else {
        return Err(Problem::new("too few transactions to make duplicates of").into());
    };
    progress.check()?;
    let ground = Ground::new(task.baskets, Equals::Apart);
    progress.check()?;
    let shown = finish::laid(task.baskets, &ground, &start.shown);
    progress.check()?;
    let alike = Alike::new(&ground, &shown, task.target.k, progress);
    let draft = Draft::of(&ground, alike.improve(task.settings.effort)?);
    progress.check()?;
    let mut result = finish::release(task.baskets, &draft);
    result.notes.extend(start.notes);
    Ok(result)
}

fn local_search<'a>(
    task: TransactionsTask<'_>,
    ground: &'a Ground,
    progress: &'a Progress,
) -> local::Search<'a> {
    local::Search {
        ground,
        bar: Bar::new(task.target),
        effort: task.settings.effort,
        seed: task.settings.seed,
        progress,
    }
}

fn exclusive_search<'a>(
    task: TransactionsTask<'_>,
    ground: &'a Ground,
    anneals: bool,
    progress: &'a Progress,
) -> exclusive::Search<'a> {
    exclusive::Search {
        ground,
        bar: Bar::new(task.target),
        effort: task.settings.effort,
        seed: task.settings.seed,
        anneals,
        progress,
    }
}

/// What other methods for global recodings make of it.
fn globals(
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<Vec<AnonymizedTransactions>, Stopped> {
    let names: &[MethodName] = if task.target.coherence.is_some() {
        &[MethodName::Mm]
    } else if is_small(task) {
        &[
            MethodName::Hghs,
            MethodName::Mhghs,
            MethodName::Aa,
            MethodName::Mm,
        ]
    } else {
        &[MethodName::Mhghs, MethodName::Aa]
    };
    let mut found = Vec::new();
    for &name in names {
        let result = other(name, task, progress)?;
        // Often two of them end at the same cut; going on from it once is enough.
        let is_new = |result: &AnonymizedTransactions| {
            let mut known = found.iter();
            known.all(|known: &AnonymizedTransactions| known.shown != result.shown)
        };
        found.extend(result.filter(is_new));
    }
    Ok(found)
}

/// What another method makes of it; nothing if it cannot.
fn other(
    name: MethodName,
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<Option<AnonymizedTransactions>, Stopped> {
    match run_other(name, task, progress) {
        Ok(TransactionsOutcome::Reached(result)) => Ok(Some(result)),
        Ok(TransactionsOutcome::NotReached(_)) | Err(Failure::Problem(_)) => Ok(None),
        Err(Failure::Stopped(stopped)) => Err(stopped),
    }
}

/// The nodes that global recodings keep.
fn kept_by(results: &[AnonymizedTransactions], ground: &Ground) -> Vec<Vec<u32>> {
    let place_of = finish::places(ground);
    let cuts = results.iter().filter_map(|result| result.cut.as_ref());
    cuts.map(|cut| {
        let mut nodes = cut.nodes.clone();
        nodes.retain(|node| !cut.suppressed.contains(node));
        nodes.iter().map(|&node| place_of[node as usize]).collect()
    })
    .collect()
}

/// Looks at the whole release once more.
fn holds(
    task: TransactionsTask<'_>,
    result: &AnonymizedTransactions,
    progress: &Progress,
) -> Result<bool, Stopped> {
    progress.stage("checking", 0);
    let target = task.target;
    let db = TransactionsDb::shown(task.baskets, &result.shown);
    if target.duplicates && db.sets.weight.iter().any(|&weight| weight < target.k) {
        return Ok(false);
    }
    if !target.duplicates && satisfies(&db, target.k, target.m, progress)?.is_some() {
        return Ok(false);
    }
    Ok(match target.coherence {
        Some(coherence) => first_mole(&db, target.k, coherence, progress)?.is_none(),
        None => true,
    })
}
