//! The checker against looking at every set of items.

use super::{Decided, Released, decide};
use crate::requirement::{Requirement, SetSize, Unbounded, millionths};
use crate::verdict::{Amount, Verdict};
use crate::watch::Unwatched;
use proptest::prelude::*;

const PUBLIC: u32 = 7;
const PRIVATE: u32 = 2;

fn decided(baskets: &[Vec<u32>], private: &[bool], requirement: &Requirement) -> Decided {
    let mut starts = vec![0];
    let mut item = Vec::new();
    for basket in baskets {
        item.extend_from_slice(basket);
        starts.push(item.len());
    }
    let released = Released {
        starts: &starts,
        item: &item,
        private,
    };
    decide(&released, requirement, &Unwatched).unwrap()
}

fn line<'a>(decided: &'a Decided, name: &str) -> &'a Verdict {
    let mut verdicts = decided.verdicts.iter();
    verdicts.find(|verdict| verdict.name == name).unwrap()
}

fn asked(k: u32, m: Option<SetSize>) -> Requirement {
    Requirement {
        k: Some(k),
        m,
        ..Requirement::default()
    }
}

/// Figure 1 of the paper: a to z as letters.
fn coded(baskets: &[&str]) -> Vec<Vec<u32>> {
    let code = |letter: char| letter as u32 - 'A' as u32;
    let items = |basket: &&str| {
        basket
            .split(' ')
            .filter_map(|name| name.chars().next())
            .map(code)
            .collect()
    };
    baskets.iter().map(items).collect()
}

#[test]
fn the_papers_columns_are_what_they_are_said_to_be() {
    let any = asked(2, Some(SetSize::ANY));
    let original = coded(&[
        "b c d",
        "a f g",
        "d f y z",
        "c d f x",
        "a b c f g",
        "e i",
        "e",
        "i",
    ]);
    let answer = decided(&original, &[], &any);
    assert_eq!(answer.violating, [0, 2, 3, 4, 5]);
    assert_eq!(line(&answer, "m").wanted, Amount::Unbounded(Unbounded::Inf));
    assert_eq!(line(&answer, "m").reached, None);
    assert_eq!(line(&answer, "k").reached, Some(Amount::Count(1)));

    let local = coded(&["T", "P f g", "K f M", "K f M", "P f g", "T", "T", "T"]);
    let generalized_and_suppressed =
        coded(&["P", "P f g", "P f M", "P f M", "P f g", "e", "e", ""]);
    let suppressed = coded(&["d", "a f g", "d f", "d f", "a f g", "e", "e", ""]);
    for release in [&local, &generalized_and_suppressed, &suppressed] {
        let answer = decided(release, &[], &any);
        assert_eq!(answer.violating, Vec::<u32>::new());
        assert_eq!(answer.least, Some(2));
        assert_eq!(line(&answer, "m").reached, Some(Amount::Count(3)));
    }
    let mut twice = any.clone();
    twice.duplicates = true;
    assert!(decided(&local, &[], &twice).violating.is_empty());
    let answer = decided(&generalized_and_suppressed, &[], &twice);
    assert_eq!(answer.violating, [0, 7]);
    assert_eq!(line(&answer, "duplicates").reached, Some(Amount::Count(1)));
    assert_eq!(line(&answer, "m").violations, 0);
    assert_eq!(line(&answer, "m").reached, None);
}

/// Long baskets are searched as deep as they are long: on a stack that holds it.
#[test]
fn long_baskets_do_not_overflow() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("release.dat");
    let basket = |from: u32| {
        let items = (from..from + 3_000).map(|item| format!("{item:04}"));
        items.collect::<Vec<_>>().join(" ")
    };
    let text = [basket(0), basket(0), basket(1), basket(1)].join("\n") + "\n";
    std::fs::write(&path, text).unwrap();
    let declared = serde_json::json!({
        "tool": "cloakroom 0.1.0", "kind": "transactions", "file": "release.dat", "format": "dat",
        "roles": { "identifier": [], "quasi": [], "sensitive": [], "insensitive": [] },
        "requirement": { "k": 2, "m": 2999 },
        "transactions": { "layout": "basket", "separator": " " },
        "method": "none", "rows_shuffled": true, "formulas_escaped": false
    });
    let declared = serde_json::from_value(declared).unwrap();
    let room = crate::Room(1 << 28);
    let found = crate::measure(&path, &declared, room, &Unwatched).unwrap();
    assert_eq!(found.figures.records, 4);
    assert!(found.verdicts.iter().all(|verdict| verdict.satisfied));
}

/// Equal baskets that are written differently would be told apart: there is one way to write a basket.
#[test]
fn a_basket_is_written_in_one_way() {
    use super::read::Gathering;
    use crate::read::{Record, Rows};
    let faults = |layout: &str, rows: &[&[&str]]| {
        let declared = serde_json::json!({
            "tool": "cloakroom 0.1.0", "kind": "transactions", "file": "release.dat", "format": "dat",
            "roles": { "identifier": [], "quasi": [], "sensitive": [], "insensitive": [] },
            "requirement": { "k": 1, "m": 1 },
            "transactions": { "layout": layout, "separator": " " },
            "method": "none", "rows_shuffled": true, "formulas_escaped": false
        });
        let declared = serde_json::from_value(declared).unwrap();
        let path = std::path::Path::new("release.dat");
        let mut gathering = Gathering::new(path, &declared, crate::Room(1 << 20));
        for row in rows {
            let mut record = Record::default();
            for cell in *row {
                record.push(cell);
            }
            gathering.row(&record).unwrap();
        }
        let mut faults = Vec::new();
        let _ = gathering.finish(&mut faults, &Unwatched).unwrap();
        faults
    };
    assert!(faults("basket", &[&["bread jam milk"], &[""], &["jam"]]).is_empty());
    for line in [
        "jam bread",
        "jam jam",
        "bread  jam",
        " jam",
        "jam ",
        "bread\tjam",
        "jam\r",
        "jam\u{a0}",
    ] {
        assert!(!faults("basket", &[&[line]]).is_empty(), "{line:?}");
    }
    assert!(faults("long", &[&["1", "jam"], &["1", "tea"], &["2", "jam"]]).is_empty());
    assert!(!faults("long", &[&["1", "jam"], &["1", "jam"]]).is_empty());
    assert!(!faults("long", &[&["1", "tea"], &["1", "jam"]]).is_empty());
    assert!(!faults("long", &[&["2", "jam"], &["1", "jam"]]).is_empty());
}

#[test]
fn what_is_private_is_not_looked_for_but_guarded() {
    // Of the four baskets with bread, three hold the test; of the two with wine, one.
    let baskets = [vec![0, 9], vec![0, 9], vec![0, 1, 9], vec![0, 1]];
    let mut private = vec![false; 10];
    private[9] = true;
    let mut requirement = Requirement {
        k: Some(2),
        h: Some(0.75),
        p: Some(2),
        ..Requirement::default()
    };
    let answer = decided(&baskets, &private, &requirement);
    assert_eq!(answer.violating, Vec::<u32>::new());
    assert_eq!(line(&answer, "h").reached, Some(Amount::Share(0.75)));
    assert_eq!(line(&answer, "p").reached, Some(Amount::Count(2)));
    requirement.h = Some(0.7);
    let answer = decided(&baskets, &private, &requirement);
    assert_eq!(answer.violating, [0, 1, 2, 3]);
    assert_eq!(line(&answer, "h").reached, Some(Amount::Share(0.75)));
    assert_eq!(
        (line(&answer, "k").violations, line(&answer, "k").reached),
        (0, None)
    );
    assert_eq!(line(&answer, "p").reached, None);
    // Without h it is an item like any other.
    let answer = decided(&baskets, &private, &asked(2, Some(SetSize::AtMost(3))));
    assert_eq!(answer.violating, [2]);
    assert_eq!(line(&answer, "m").reached, Some(Amount::Count(1)));
}

#[test]
fn nothing_released_keeps_no_promise() {
    let answer = decided(&[], &[], &asked(2, Some(SetSize::AtMost(2))));
    assert!(!line(&answer, "k").satisfied && !line(&answer, "m").satisfied);
    assert_eq!(answer.least, None);
    let answer = decided(&[vec![], vec![]], &[], &asked(2, Some(SetSize::AtMost(2))));
    assert!(line(&answer, "k").satisfied);
    assert_eq!(line(&answer, "k").reached, Some(Amount::Count(2)));
}

/// Baskets as bits: the public items first.
struct Plain {
    baskets: Vec<u32>,
    apart: bool,
}

impl Plain {
    fn public(&self) -> u32 {
        if self.apart { PUBLIC } else { PUBLIC + PRIVATE }
    }

    fn support(&self, set: u32) -> u64 {
        self.baskets
            .iter()
            .filter(|&&basket| basket & set == set)
            .count() as u64
    }

    /// All sets of 1 to `most` public items that occur.
    fn sets(&self, most: u32) -> Vec<u32> {
        (1u32..1 << self.public())
            .filter(|set| set.count_ones() <= most && self.support(*set) > 0)
            .collect()
    }

    fn rare(&self, k: u64, most: u32) -> Vec<u32> {
        let sets = self.sets(most).into_iter();
        sets.filter(|&set| self.support(set) < k).collect()
    }

    fn telling(&self, k: u64, most: u32, share: u64) -> Vec<u32> {
        let secrets = || (PUBLIC..PUBLIC + PRIVATE).map(|item| 1u32 << item);
        let sets = self.sets(most).into_iter();
        sets.filter(|&set| self.support(set) >= k)
            .filter(|&set| {
                secrets().any(|secret| {
                    self.support(set | secret) * 1_000_000 > share * self.support(set)
                })
            })
            .collect()
    }

    fn own(&self, basket: u32) -> u64 {
        let mask = (1 << self.public()) - 1;
        let same = |other: &&u32| **other & mask == basket & mask;
        self.baskets.iter().filter(same).count() as u64
    }

    /// The baskets that hold one of these.
    fn holding(&self, sets: &[u32]) -> Vec<u32> {
        let holds = |basket: u32| sets.iter().any(|&set| set & !basket == 0);
        let numbered = (0..).zip(&self.baskets);
        numbered
            .filter(|one| holds(*one.1))
            .map(|one| one.0)
            .collect()
    }

    /// All baskets that break something.
    fn violating(
        &self,
        k: u64,
        m: u32,
        coherence: Option<(u32, u64)>,
        duplicates: bool,
    ) -> Vec<u32> {
        let mut sets = self.rare(k, m);
        if let Some((p, share)) = coherence {
            sets.extend(self.rare(k, p));
            sets.extend(self.telling(k, p, share));
        }
        let mut rows = self.holding(&sets);
        if duplicates {
            let numbered = (0..).zip(&self.baskets);
            rows.extend(numbered.filter(|one| self.own(*one.1) < k).map(|one| one.0));
        }
        rows.sort_unstable();
        rows.dedup();
        rows
    }
}

fn baskets() -> impl Strategy<Value = Vec<u32>> {
    // Few different baskets, often repeated, or many.
    let full = 1u32 << (PUBLIC + PRIVATE);
    let few = (
        prop::collection::vec(0..full, 1..6),
        prop::collection::vec(any::<prop::sample::Index>(), 1..30),
    )
        .prop_map(|(kinds, chosen)| chosen.iter().map(|index| *index.get(&kinds)).collect());
    let many = prop::collection::vec((0..full, 0..full, any::<bool>()), 1..40).prop_map(|rows| {
        rows.into_iter()
            .map(|(a, b, dense)| if dense { a | b } else { a & b })
            .collect()
    });
    prop_oneof![few, many]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn the_verdict_is_that_of_looking_at_every_set(
        rows in baskets(),
        k in 1..7u32,
        m in prop::option::weighted(0.7, 1..10u32),
        coherence in prop::option::weighted(0.5, (1..5u32, 0..=10u32)),
        duplicates in prop::bool::weighted(0.3),
    ) {
        prop_assume!(m.is_some() || coherence.is_some() || duplicates);
        let plain = Plain { baskets: rows.clone(), apart: coherence.is_some() };
        let longest = plain.baskets.iter().map(|basket| (basket & ((1 << plain.public()) - 1)).count_ones()).max().unwrap();
        // Nine is all of them.
        let size = m.map(|m| if m == 9 { SetSize::ANY } else { SetSize::AtMost(m) });
        let m = size.map_or(0, SetSize::most);
        let requirement = Requirement {
            k: Some(k),
            m: size,
            h: coherence.map(|(_, tenths)| f64::from(tenths) / 10.0),
            p: coherence.map(|(p, _)| p),
            duplicates,
            ..Requirement::default()
        };
        let coherence = coherence.map(|(p, _)| (p, millionths(requirement.h.unwrap())));
        let private: Vec<bool> = (0..PUBLIC + PRIVATE).map(|item| item >= PUBLIC).collect();
        let listed: Vec<Vec<u32>> = rows
            .iter()
            .map(|basket| (0..PUBLIC + PRIVATE).filter(|item| basket >> item & 1 == 1).collect())
            .collect();
        let answer = decided(&listed, &private, &requirement);
        let holds = |k: u64, m: u32, coherence| plain.violating(k, m, coherence, duplicates).is_empty();
        let wanted = u64::from(k);
        prop_assert_eq!(&answer.violating, &plain.violating(wanted, m, coherence, duplicates));
        let count = |count: Option<u64>| count.map(Amount::Count);

        let most = (1..=rows.len() as u64).rev().find(|&k| holds(k, m, coherence));
        prop_assert_eq!(line(&answer, "k").reached, count(most));
        if size.is_some() {
            let verdict = line(&answer, "m");
            prop_assert_eq!(verdict.satisfied, plain.rare(wanted, m).is_empty());
            prop_assert_eq!(verdict.violations, plain.holding(&plain.rare(wanted, m)).len() as u64);
            let asked = if m == u32::MAX { longest } else { m };
            let top = longest.max(asked);
            let most = (1..=top).rev().find(|&m| holds(wanted, m, coherence));
            prop_assert_eq!(verdict.reached, count(most.map(u64::from)));
        }
        if let Some((p, share)) = coherence {
            let most = (1..=longest.max(p)).rev().find(|&p| holds(wanted, m, Some((p, share))));
            prop_assert_eq!(line(&answer, "p").reached, count(most.map(u64::from)));
            let telling = plain.telling(wanted, p, share);
            prop_assert_eq!(line(&answer, "h").violations, plain.holding(&telling).len() as u64);
            let reached = line(&answer, "h").reached;
            match reached {
                Some(Amount::Share(h)) => {
                    let least = millionths(h);
                    prop_assert!(holds(wanted, m, Some((p, least))));
                    prop_assert!(least == 0 || !holds(wanted, m, Some((p, least - 1))));
                }
                other => {
                    prop_assert_eq!(other, None);
                    prop_assert!(!holds(wanted, m, Some((p, 1_000_000))));
                }
            }
        }
        if duplicates {
            let least = rows.iter().map(|&basket| plain.own(basket)).min();
            prop_assert_eq!(line(&answer, "duplicates").reached, count(least));
        }
    }
}
