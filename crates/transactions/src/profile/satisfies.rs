//! Whether transactions are k^m-anonymous, on all cores.

use super::db::TransactionsDb;
use super::finder::Finder;
use super::level::{DEEP, Level};
use super::whole::whole_supports;
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// A threat as nodes of the taxonomy, none if there is none: a set of at most m items that occurs in fewer than k
/// baskets. The same one for any number of threads.
pub fn satisfies(
    db: &TransactionsDb,
    k: u32,
    m: u32,
    progress: &Progress,
) -> Result<Option<Vec<u32>>, Stopped> {
    if k <= 1 || m == 0 {
        return Ok(None);
    }
    if let Some(item) = db.support.iter().position(|&support| support < k) {
        return Ok(Some(vec![db.nodes[item]]));
    }
    let whole = match m {
        1 => return Ok(None),
        2..DEEP => None,
        _ => Some(whole_supports(&db.sets, db.items(), progress)?),
    };
    let mut level = Level::first(db.sets.clone(), db.items(), k, whole.as_deref());
    let total = level.tally(k);
    if !level.prepare(total, k, m, 0) {
        return Ok(None);
    }
    let threat = (0..level.items.len())
        .into_par_iter()
        .map_init(Finder::default, |finder, place| {
            finder.rare_below(&level, place, k, m, progress)
        })
        .find_map_first(Result::transpose)
        .transpose()?;
    Ok(threat.map(|items| db.nodes_of(&items)))
}

#[cfg(test)]
mod tests {
    use super::super::trial::{self, Dice, Plain};
    use super::*;
    use crate::transactions::{Cut, papers_example};

    #[test]
    fn the_papers_cuts() {
        let baskets = papers_example();
        let tree = &baskets.tree;
        let node = |name: &str| {
            let mut nodes = 0..tree.len() as u32;
            nodes.find(|&node| tree.name(node) == name).unwrap()
        };
        let ask = |nodes: &[&str], suppressed: &[&str]| {
            let cut = Cut {
                nodes: nodes.iter().map(|name| node(name)).collect(),
                suppressed: suppressed.iter().map(|name| node(name)).collect(),
            };
            let db = TransactionsDb::shown(&baskets, &cut.shown(&baskets));
            let threat = satisfies(&db, 2, u32::MAX, &Progress::default()).unwrap();
            threat.map(|nodes| nodes.iter().map(|&node| tree.name(node)).collect())
        };
        let ei: Vec<&str> = vec!["e", "i"];
        assert_eq!(ask(&["P", "f", "g", "M", "e", "i"], &[]), Some(ei.clone()));
        assert_eq!(ask(&["P", "f", "g", "M", "e", "i"], &["i"]), None);
        assert_eq!(ask(&["P", "Q", "e", "i"], &[]), Some(ei));
        assert_eq!(ask(&["T"], &[]), None);
        let leaves = ["a", "b", "c", "d", "f", "g", "x", "y", "z", "e", "i"];
        assert_eq!(ask(&leaves, &["b", "c", "i", "x", "y", "z"]), None);
        assert!(ask(&leaves, &["b", "i", "x", "y", "z"]).is_some());
    }

    #[test]
    fn a_threat_is_found_exactly_where_there_is_one() {
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let one = one.unwrap();
        let mut dice = Dice::new(5);
        let mut with = 0;
        for _ in 0..2_000 {
            let db = TransactionsDb::original(&trial::baskets(&mut dice));
            let plain = Plain::new(&db);
            let (k, m) = (1 + dice.roll(5) as u32, 1 + dice.roll(5) as u32);
            let found = satisfies(&db, k, m, &Progress::default()).unwrap();
            let again = one.install(|| satisfies(&db, k, m, &Progress::default()).unwrap());
            assert_eq!(found, again);
            assert_eq!(found.is_some(), plain.threats(k, m).next().is_some());
            if let Some(nodes) = found {
                let dense = |node: &u32| db.nodes.iter().position(|other| other == node).unwrap();
                let items: Vec<u32> = nodes.iter().map(|node| dense(node) as u32).collect();
                let support = plain.support(trial::mask(&items));
                assert!((1..k).contains(&support) && items.len() as u32 <= m);
                with += 1;
            }
        }
        assert!((300..1_700).contains(&with));
    }
}
