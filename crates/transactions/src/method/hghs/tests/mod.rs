//! The searches are held to the paper's example and to plain ones over random baskets.

mod papers;
mod random;
mod reference;

use super::{run_hghs, run_mhghs};
use crate::method::{TransactionsOutcome, TransactionsTask, Walk};
use crate::privacy::TransactionsTarget;
use crate::transactions::{Cut, PreparedTransactions};
use cloakroom_core::{MethodSettings, Progress};

fn reached(baskets: &PreparedTransactions, k: u32, m: u32, in_rounds: bool) -> (Cut, Walk) {
    let settings = MethodSettings::default();
    let task = TransactionsTask {
        baskets,
        target: TransactionsTarget {
            k,
            m,
            coherence: None,
            duplicates: false,
        },
        settings: &settings,
    };
    let run = if in_rounds { run_mhghs } else { run_hghs };
    let TransactionsOutcome::Reached(made) = run(task, &Progress::default()).unwrap() else {
        panic!("not reached");
    };
    let cut = made.cut.unwrap();
    assert_eq!(made.shown, cut.shown(baskets));
    (cut, made.walk.unwrap())
}
