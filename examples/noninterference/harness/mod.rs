//! Pairs of inputs whose released tables are equal: everything in the folders must be equal as well.
//!
//! A case is a small random input with a recipe. It is released, altered in one of several ways and released again; where the
//! released tables agree, the two are a pair, and every file of one folder is compared with that of the other.

mod case;
mod chance;
mod data;
mod drawing;
mod grid;
mod microdata;
mod purposes;
mod ratings;
mod released;
mod sets;
mod spelled;
mod tally;
mod transactions;
mod trial;

pub use tally::Tally;

use case::Case;
use chance::Chance;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use trial::tried;

/// What is to be tried.
#[derive(Clone, Debug)]
pub struct Asked {
    pub pairs: u64,
    pub seed: u64,
    pub threads: usize,
    /// Compares files of this name alone.
    pub only: Option<String>,
}

/// Tries cases until there are enough pairs, some of every method.
pub fn run(asked: &Asked) -> Tally {
    let tally = Mutex::new(Tally::default());
    let next = AtomicU64::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let mut chance = Chance::new(asked.seed, number);
            let case = Case::any(number, &mut chance);
            let result = tried(&case, &mut chance, asked.only.as_deref());
            let mut tally = tally.lock().expect("the tally");
            if tally.is_enough(asked.pairs) {
                break;
            }
            tally.add(number, &case, result);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..asked.threads {
            scope.spawn(work);
        }
    });
    tally.into_inner().expect("the tally")
}
