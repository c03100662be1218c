//! The paper's column, and random baskets against plain counting.

use super::*;
use crate::privacy::TransactionsTarget;
use crate::profile::trial::{self, Dice, Plain};
use crate::transactions::papers_example;
use cloakroom_core::MethodSettings;

fn mm(
    baskets: &PreparedTransactions,
    target: TransactionsTarget,
    most_sets: usize,
) -> AnonymizedTransactions {
    let settings = MethodSettings::default();
    let task = TransactionsTask {
        baskets,
        target,
        settings: &settings,
    };
    match run_within(task, most_sets, &Progress::default()).unwrap() {
        TransactionsOutcome::Reached(anonymized) => anonymized,
        TransactionsOutcome::NotReached(why) => panic!("{why}"),
    }
}

fn anonymity(k: u32, m: u32) -> TransactionsTarget {
    TransactionsTarget {
        k,
        m,
        coherence: None,
        duplicates: false,
    }
}

#[test]
fn the_papers_column() {
    let baskets = papers_example();
    let made = mm(&baskets, anonymity(2, u32::MAX), MOST_SETS);
    let mut names: Vec<&str> = made
        .cut
        .unwrap()
        .suppressed
        .iter()
        .map(|&leaf| baskets.tree.name(leaf))
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["b", "c", "i", "x", "y", "z"]);
    assert_eq!(baskets.cost(&made.shown), 100);
    assert!(made.notes.is_empty());
}

/// Ten is the least that suppression alone can cost in the example.
#[test]
fn the_papers_column_is_the_best_suppression() {
    let baskets = papers_example();
    let plain = Plain::new(&TransactionsDb::original(&baskets));
    let db = TransactionsDb::original(&baskets);
    let minimal: Vec<u32> = plain.threats(2, 11).collect();
    let cheapest = (0u32..1 << plain.items)
        .filter(|gone| minimal.iter().all(|threat| threat & gone != 0))
        .map(|gone| {
            let items = (0..plain.items).filter(|item| gone >> item & 1 == 1);
            items.map(|item| db.support[item as usize]).sum::<u32>()
        });
    assert_eq!(cheapest.min(), Some(10));
}

#[test]
fn no_threat_is_left() {
    let mut dice = Dice::new(41);
    let mut in_turns = 0;
    for _ in 0..1_500 {
        let baskets = trial::baskets(&mut dice);
        let (k, m) = (2 + dice.roll(4) as u32, 1 + dice.roll(5) as u32);
        let most_sets = [1 << 20, dice.roll(20) as usize + 1][dice.roll(2) as usize];
        let made = mm(&baskets, anonymity(k, m), most_sets);
        let db = TransactionsDb::shown(&baskets, &made.shown);
        let plain = Plain::new(&db);
        assert_eq!(plain.threats(k, m).next(), None);
        in_turns += usize::from(!made.notes.is_empty());
        // Whatever is left out stands in a threat.
        let db = TransactionsDb::original(&baskets);
        let plain = Plain::new(&db);
        let threatened = plain.threats(k, m).fold(0, |all, threat| all | threat);
        for leaf in made.cut.unwrap().suppressed {
            let item = db.nodes.iter().position(|&node| node == leaf).unwrap();
            assert_eq!(threatened >> item & 1, 1);
        }
    }
    assert!(in_turns > 50, "{in_turns}");
}

#[test]
fn no_mole_is_left() {
    let mut dice = Dice::new(43);
    let mut kept = 0;
    for _ in 0..800 {
        let baskets = trial::with_private(&mut dice);
        let coherence = Coherence {
            p: 1 + dice.roll(4) as u32,
            share: [0, 250_000, 500_000, 800_000][dice.roll(4) as usize],
        };
        let target = TransactionsTarget {
            k: 1 + dice.roll(4) as u32,
            m: dice.roll(3) as u32,
            coherence: Some(coherence),
            duplicates: false,
        };
        let most_sets = [1 << 20, dice.roll(20) as usize + 1][dice.roll(2) as usize];
        let made = mm(&baskets, target, most_sets);
        let db = TransactionsDb::shown(&baskets, &made.shown);
        let plain = Plain::new(&db);
        for set in plain.supported(coherence.p) {
            let (all, with) = trial::counted(&db, &plain, set);
            assert!(all >= target.k && !coherence.is_broken_by(with.into(), all.into()));
        }
        assert_eq!(plain.threats(target.k, target.m).next(), None);
        kept += db.items();
    }
    assert!(kept > 500, "{kept}");
}

#[test]
fn duplicates_are_refused() {
    let baskets = papers_example();
    let settings = MethodSettings::default();
    let target = TransactionsTarget {
        duplicates: true,
        ..anonymity(2, 2)
    };
    let task = TransactionsTask {
        baskets: &baskets,
        target,
        settings: &settings,
    };
    assert!(run(task, &Progress::default()).is_err());
}
