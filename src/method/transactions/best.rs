//! Our own method: the cheapest of what all others find, of that made cheaper, and of a local recoding of its own.

use super::tighten::{Ground, tighten};
use super::{AnonymizedBaskets, BasketOutcome, BasketTask, aa, hghs, lg, mm, refined};
use crate::model::baskets::Cut;
use crate::model::problem::Failure;
use crate::model::pulse::Pulse;

type Method = fn(BasketTask<'_>, &Pulse) -> Result<BasketOutcome, Failure>;

/// The search that looks at every cut on its way is only tried with so many occurrences; in rounds it ends about the
/// same.
const MOST_FOR_ONE_GO: usize = 60_000;

pub fn run(task: BasketTask<'_>, pulse: &Pulse) -> Result<BasketOutcome, Failure> {
    // Private items are protected, and duplicates made, by one method each.
    if task.target.coherence.is_some() {
        return mm::run(task, pulse);
    }
    if task.target.duplicates {
        return lg::run(task, pulse);
    }
    let mut found = Found {
        task,
        best: None,
        cuts: vec![None],
    };
    found.offer(refined::run(task, pulse)?);
    if !task.settings.exclusive {
        found.offer(lg::run(task, pulse)?);
    }
    let others: [Method; 4] = [aa::run, mm::run, hghs::run_mhghs, hghs::run_hghs];
    let tried = if task.baskets.leaf.len() <= MOST_FOR_ONE_GO {
        4
    } else {
        3
    };
    for method in &others[..tried] {
        found.offer(method(task, pulse)?);
    }
    let ground = Ground::new(task.baskets);
    for start in std::mem::take(&mut found.cuts) {
        let rounds = task.settings.effort;
        let (cut, _) = tighten(&ground, start.as_ref(), task.target, rounds, pulse)?;
        let made = AnonymizedBaskets::of_cut(task.baskets, cut);
        found.offer(BasketOutcome::Reached(made));
    }
    Ok(match found.best {
        Some((_, made)) => BasketOutcome::Reached(made),
        None => BasketOutcome::NotReached("no method reaches the requirement".to_owned()),
    })
}

struct Found<'a> {
    task: BasketTask<'a>,
    /// With its cost in units.
    best: Option<(u64, AnonymizedBaskets)>,
    /// To be made cheaper; the root alone at first.
    cuts: Vec<Option<Cut>>,
}

impl Found<'_> {
    fn offer(&mut self, outcome: BasketOutcome) {
        let BasketOutcome::Reached(made) = outcome else {
            return;
        };
        let cost = self.task.baskets.cost(&made.shown);
        if let Some(cut) = &made.cut {
            self.cuts.push(Some(cut.clone()));
        }
        if self.best.as_ref().is_none_or(|(least, _)| cost < *least) {
            self.best = Some((cost, made));
        }
    }
}
