//! Transactions: what it costs to know how rare every set is, and what each method takes. Losses on
//! published baskets follow if their folder is named; on data of one's own: `cloakroom experiment transactions RECIPE`.

use super::shoppers::Shoppers;
use super::{Outcome, paper_transactions};
use cloakroom_core::method::MethodName;
use cloakroom_core::progress::Progress;
use cloakroom_core::settings::MethodSettings;
use cloakroom_transactions::method::{TransactionsOutcome, TransactionsTask, run as run_method};
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::profile::{Bounds, RowProfile, TransactionsDb, mine};
use std::path::Path;
use std::time::Instant;

const SEED: u64 = 1;

/// What a public implementation in Python was measured with.
const SMALL: Shoppers = Shoppers {
    baskets: 2_000,
    items: 64,
    length: 4,
    fan: 4,
};
const PYTHON_SECONDS: f64 = 0.8;

const LARGE: Shoppers = Shoppers {
    baskets: 100_000,
    items: 10_000,
    length: 8,
    fan: 5,
};

pub fn run(folder: Option<&Path>) -> Outcome {
    small()?;
    profile()?;
    methods()?;
    paper_transactions::run(folder)
}

fn small() -> Outcome {
    let baskets = SMALL.baskets(SEED);
    let progress = Progress::default();
    let settings = MethodSettings::default();
    let task = TransactionsTask {
        baskets: &baskets,
        target: target(5, 2),
        settings: &settings,
    };
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        run_method(MethodName::Aa, task, &progress)?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!(
        "aa, 2,000 baskets over 64 items, k = 5, m = 2: {:.2} ms, {:.0} times as fast as {PYTHON_SECONDS} s",
        best * 1e3,
        PYTHON_SECONDS / best
    );
    Ok(())
}

fn target(k: u32, m: u32) -> TransactionsTarget {
    TransactionsTarget {
        k,
        m,
        coherence: None,
        duplicates: false,
    }
}

fn profile() -> Outcome {
    let baskets = LARGE.baskets(SEED);
    let progress = Progress::default();
    let db = TransactionsDb::original(&baskets);
    println!(
        "{} baskets over {} items, {} of them different:",
        LARGE.baskets,
        LARGE.items,
        db.sets.len()
    );
    for m in [2, 3, 5] {
        let start = Instant::now();
        let rows = RowProfile::compute(&db, m, 50, &progress)?;
        let took = start.elapsed();
        let start = Instant::now();
        let violating = rows.violating(5, m);
        println!(
            "  every k up to 50 and every m up to {m}: {took:.2?}; then a k and m: {:.2?} ({violating} baskets violate k = 5)",
            start.elapsed()
        );
    }
    let start = Instant::now();
    let bounds = Bounds {
        k: 5,
        m: 3,
        most_sets: 5_000_000,
    };
    let threats = mine(&db, bounds, &progress)?;
    println!(
        "  {} rare sets of at most 3 items for k up to 5: {:.2?}",
        threats.len(),
        start.elapsed()
    );
    Ok(())
}

fn methods() -> Outcome {
    let baskets = LARGE.baskets(SEED);
    let progress = Progress::default();
    let settings = MethodSettings::default();
    let all = baskets.unit() as f64 * baskets.leaf.len() as f64;
    println!("the same baskets, k = 5, m = 3:");
    for method in [
        MethodName::Mm,
        MethodName::Aa,
        MethodName::Lg,
        MethodName::Mhghs,
        MethodName::Refined,
    ] {
        let start = Instant::now();
        let task = TransactionsTask {
            baskets: &baskets,
            target: target(5, 3),
            settings: &settings,
        };
        let told = match run_method(method, task, &progress)? {
            TransactionsOutcome::Reached(made) => {
                format!("loss {:.4}", baskets.cost(&made.shown) as f64 / all)
            }
            TransactionsOutcome::NotReached(why) => why,
        };
        println!("  {:<8} {:>8.2?}  {told}", method.name(), start.elapsed());
    }
    Ok(())
}
