//! Our own: labels are laid over the tree from the top downwards, each in as many baskets as can share it, in
//! several orders; every step keeps the promise.

mod bench;
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

use super::{AnonymizedBaskets, BasketOutcome, BasketTask};
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::{Pulse, Stopped};
use crate::profile::transactions::{BasketDb, satisfies};
use bench::Bar;
use ground::Ground;

pub fn run(task: BasketTask<'_>, pulse: &Pulse) -> Result<BasketOutcome, Failure> {
    let target = task.target;
    let ground = Ground::new(task.baskets);
    let bar = Bar {
        k: target.k,
        m: target.m,
    };
    let (effort, seed) = (task.settings.effort, task.settings.seed);
    let draft = if task.settings.exclusive {
        let search = exclusive::Search {
            ground: &ground,
            bar,
            effort,
            seed,
            pulse,
        };
        search.run(&[])?
    } else {
        let search = local::Search {
            ground: &ground,
            bar,
            effort,
            seed,
            pulse,
        };
        search.run()?
    };
    let result = finish::release(task.baskets, &draft);
    if !holds(task, &result, pulse)? {
        return Err(
            Problem::new("the release was not what was promised; please report this").into(),
        );
    }
    Ok(BasketOutcome::Reached(result))
}

/// Looks at the whole release once more.
fn holds(task: BasketTask<'_>, result: &AnonymizedBaskets, pulse: &Pulse) -> Result<bool, Stopped> {
    pulse.stage("checking", 0);
    let db = BasketDb::shown(task.baskets, &result.shown);
    Ok(satisfies(&db, task.target.k, task.target.m, pulse)?.is_none())
}
