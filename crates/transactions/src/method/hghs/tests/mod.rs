//! The searches are held to the paper's example and to plain ones over random baskets.

mod papers;
mod random;
mod reference;

use super::{run_hghs, run_mhghs};
use crate::baskets::{Baskets, Cut};
use crate::method::{BasketOutcome, BasketTask, Walk};
use crate::privacy::BasketTarget;
use cloakroom_core::pulse::Pulse;
use cloakroom_core::settings::MethodSettings;

fn reached(baskets: &Baskets, k: u32, m: u32, in_rounds: bool) -> (Cut, Walk) {
    let settings = MethodSettings::default();
    let task = BasketTask {
        baskets,
        target: BasketTarget {
            k,
            m,
            coherence: None,
            duplicates: false,
        },
        settings: &settings,
    };
    let run = if in_rounds { run_mhghs } else { run_hghs };
    let BasketOutcome::Reached(made) = run(task, &Pulse::default()).unwrap() else {
        panic!("not reached");
    };
    let cut = made.cut.unwrap();
    assert_eq!(made.shown, cut.shown(baskets));
    (cut, made.walk.unwrap())
}
