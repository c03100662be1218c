//! Whether people can be parted into groups of at least k who are all close to each other (003, section 4.3): enough for
//! (k, ε)-anonymity, but not needed.

use super::graph::EpsilonGraph;
use cloakroom_core::{Progress, Stopped};
use hashbrown::HashMap;

/// People of a component up to whom every way to part them is tried.
const FEW: usize = 14;

/// People who hang together by being close to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Ascending.
    pub people: Vec<u32>,
    pub edges: u64,
    pub decomposable: Decomposable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decomposable {
    /// In so many ways, where all were counted.
    Yes(Option<u64>),
    No,
    /// Slicing and pruning found no way, and there are too many to try.
    NotFound,
}

/// The components of a graph in the order of their first people, and whether each can be so parted.
pub fn components(
    graph: &EpsilonGraph,
    k: usize,
    progress: &Progress,
) -> Result<Vec<Component>, Stopped> {
    let mut is_seen = vec![false; graph.records()];
    let (mut found, mut records_of) = (Vec::new(), Vec::new());
    for first in 0..graph.records() as u32 {
        progress.check()?;
        if std::mem::replace(&mut is_seen[first as usize], true) {
            continue;
        }
        let mut records = vec![first];
        let mut at = 0;
        while let Some(&record) = records.get(at) {
            for &near in graph.near(record) {
                if !std::mem::replace(&mut is_seen[near as usize], true) {
                    records.push(near);
                }
            }
            at += 1;
        }
        let people = records.iter().flat_map(|&record| graph.people(record));
        let mut people: Vec<u32> = people.copied().collect();
        people.sort_unstable();
        let ends: u64 = records
            .iter()
            .map(|&record| (close_to(graph, record) - 1) as u64 * graph.people(record).len() as u64)
            .sum();
        found.push(Component {
            people,
            edges: ends / 2,
            decomposable: Decomposable::NotFound,
        });
        records_of.push(records);
    }
    let sliced = graph.prune(graph.cliques(progress)?, k, progress)?;
    let mut is_short = vec![false; graph.patterns.record_of.len()];
    for part in sliced.iter().filter(|part| part.len() < k) {
        for &person in part {
            is_short[person as usize] = true;
        }
    }
    for (component, records) in found.iter_mut().zip(records_of) {
        let people = &component.people;
        component.decomposable = if people.len() <= FEW {
            match ways(graph, people, k, progress)? {
                0 => Decomposable::No,
                ways => Decomposable::Yes(Some(ways)),
            }
        } else if records.iter().any(|&record| close_to(graph, record) < k) {
            Decomposable::No
        } else if people.iter().all(|&person| !is_short[person as usize]) {
            Decomposable::Yes(None)
        } else {
            Decomposable::NotFound
        };
    }
    found.sort_by_key(|component| component.people.first().copied());
    Ok(found)
}

/// How many people are close to whoever has this record, themselves included.
fn close_to(graph: &EpsilonGraph, record: u32) -> usize {
    let near = graph.near(record).iter();
    let near: usize = near.map(|&near| graph.people(near).len()).sum();
    near + graph.people(record).len()
}

/// How many ways there are to part these few people.
fn ways(
    graph: &EpsilonGraph,
    people: &[u32],
    k: usize,
    progress: &Progress,
) -> Result<u64, Stopped> {
    let record = |person: u32| graph.patterns.record_of[person as usize];
    let close_to = |&a: &u32| {
        let people = people.iter().enumerate();
        people.fold(0u32, |close, (at, &b)| {
            close | u32::from(graph.are_near(record(a), record(b))) << at
        })
    };
    let search = Ways {
        close: people.iter().map(close_to).collect(),
        k: k as u32,
        progress,
    };
    search.of((1 << people.len()) - 1, &mut HashMap::new())
}

/// People are bits.
struct Ways<'a> {
    close: Vec<u32>,
    k: u32,
    progress: &'a Progress,
}

impl Ways<'_> {
    fn of(&self, left: u32, known: &mut HashMap<u32, u64>) -> Result<u64, Stopped> {
        if left == 0 {
            return Ok(1);
        }
        if left.count_ones() < self.k {
            return Ok(0);
        }
        if let Some(&ways) = known.get(&left) {
            return Ok(ways);
        }
        self.progress.check()?;
        let first = left.trailing_zeros();
        let candidates = left & self.close[first as usize] & !(1 << first);
        let ways = self.with(1 << first, candidates, left, known)?;
        known.insert(left, ways);
        Ok(ways)
    }

    /// The ways in which all of `clique` are in one group, with none, some or all of the candidates, who are close to
    /// all of them.
    fn with(
        &self,
        clique: u32,
        candidates: u32,
        left: u32,
        known: &mut HashMap<u32, u64>,
    ) -> Result<u64, Stopped> {
        if candidates == 0 {
            return match clique.count_ones() >= self.k {
                true => self.of(left & !clique, known),
                false => Ok(0),
            };
        }
        let next = candidates.trailing_zeros();
        let others = candidates & !(1 << next);
        let among = others & self.close[next as usize];
        Ok(self.with(clique, others, left, known)?
            + self.with(clique | 1 << next, among, left, known)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::{NULL, PreparedRatings};
    use cloakroom_core::Scale;

    fn found(rows: &[Vec<u16>], within: u16, k: usize) -> Vec<Component> {
        let scale = Scale {
            high: 7.0,
            ..Scale::default()
        };
        let survey = PreparedRatings::from_rows(scale, rows, Vec::new());
        let graph = EpsilonGraph::build(&survey, within, &Progress::default()).unwrap();
        components(&graph, k, &Progress::default()).unwrap()
    }

    fn table_3() -> Vec<Vec<u16>> {
        let rows: [[u16; 3]; 8] = [
            [3, 6, 0],
            [2, 5, 0],
            [4, 7, 0],
            [5, 6, 0],
            [1, 0, 5],
            [2, 0, 6],
            [6, 0, 6],
            [5, 0, 5],
        ];
        let point = |rating: u16| if rating == 0 { NULL } else { rating - 1 };
        rows.map(|row| row.map(point).to_vec()).into()
    }

    #[test]
    fn the_graph_of_table_3() {
        let of = |k| {
            let parts = found(&table_3(), 2, k);
            assert_eq!(
                parts.iter().map(|part| part.edges).collect::<Vec<_>>(),
                [5, 1, 1]
            );
            parts
                .iter()
                .map(|part| part.decomposable)
                .collect::<Vec<_>>()
        };
        let yes = |ways| Decomposable::Yes(Some(ways));
        assert_eq!(of(2), [yes(2), yes(1), yes(1)]);
        assert_eq!(of(3), [Decomposable::No; 3]);
    }

    /// Equal records are people of their own.
    #[test]
    fn people_who_rated_alike_may_be_in_groups_of_their_own() {
        let four = found(&vec![vec![3]; 4], 0, 2);
        // All together, or three ways of two and two.
        assert_eq!(four[0].decomposable, Decomposable::Yes(Some(4)));
        assert_eq!((four[0].people.len(), four[0].edges), (4, 6));
        // Two and two beside one in the middle: the one in the middle joins either side.
        let rows: Vec<Vec<u16>> = [0, 0, 1, 2, 2].map(|point| vec![point]).into();
        assert_eq!(
            found(&rows, 1, 2)[0].decomposable,
            Decomposable::Yes(Some(2))
        );
        assert_eq!(found(&rows, 1, 3)[0].decomposable, Decomposable::No);
    }

    /// Every way to label people with groups is tried, and each partition counted once.
    #[test]
    fn every_way_is_counted() {
        let mut state = 7u32;
        for _ in 0..25 {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                vec![(state >> 20) as u16 % 5]
            };
            let rows: Vec<Vec<u16>> = (0..6).map(|_| next()).collect();
            for (within, k) in [(0, 2), (1, 2), (1, 3), (2, 3)] {
                for component in found(&rows, within, k) {
                    let people: Vec<usize> = component
                        .people
                        .iter()
                        .map(|&at| usize::from(at as u16))
                        .collect();
                    let n = people.len();
                    let mut ways = 0;
                    for code in 0..n.pow(n as u32) {
                        let label = |at: usize| code / n.pow(at as u32) % n;
                        // The first of a group names it.
                        let is_named =
                            (0..n).all(|at| label(label(at)) == label(at) && label(at) <= at);
                        let group = |of: usize| (0..n).filter(move |&at| label(at) == of);
                        let is_good = || {
                            (0..n).all(|of| {
                                let apart = |a: usize, b: usize| {
                                    rows[people[a]][0].abs_diff(rows[people[b]][0])
                                };
                                let close =
                                    group(of).all(|a| group(of).all(|b| apart(a, b) <= within));
                                let size = group(of).count();
                                close && (size == 0 || size >= k)
                            })
                        };
                        ways += u64::from(is_named && is_good());
                    }
                    let expected = match ways {
                        0 => Decomposable::No,
                        ways => Decomposable::Yes(Some(ways)),
                    };
                    assert_eq!(component.decomposable, expected, "{rows:?} {within} {k}");
                }
            }
        }
    }

    #[test]
    fn many_are_parted_by_slicing() {
        let rows: Vec<Vec<u16>> = (0..40).map(|at| vec![at % 2]).collect();
        assert_eq!(found(&rows, 1, 5)[0].decomposable, Decomposable::Yes(None));
        assert_eq!(found(&rows, 1, 41)[0].decomposable, Decomposable::No);
    }
}
