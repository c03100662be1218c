//! The ε-graph: who is close to whom. Used where neighbours are needed by name and not only in number.

use super::patterns::Patterns;
use super::search::{CHUNK, Search};
use crate::ratings::PreparedRatings;
use cloakroom_core::{Lists, Progress, Stopped};
use rayon::prelude::*;
use std::cmp::Reverse;

/// Nodes are distinct records, each with the people who have it; these are all close to each other, too.
///
/// An edge takes four bytes in both of its nodes, so ask [`super::Level::within`] first how many there are.
#[derive(Clone, Debug)]
pub struct EpsilonGraph {
    pub patterns: Patterns,
    /// `starts[record]..starts[record + 1]` are the places of a record's edges.
    starts: Vec<usize>,
    edges: Vec<u32>,
    /// By record: the people who have it.
    people: Lists,
}

impl EpsilonGraph {
    /// Edges between all records within the distance `d`, in steps of the scale.
    pub fn build(survey: &PreparedRatings, d: u16, progress: &Progress) -> Result<Self, Stopped> {
        let patterns = Patterns::find(survey, progress)?;
        let records = patterns.records();
        progress.stage("finding neighbours", records as u64);
        let groups = patterns.listed();
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); records];
        if d >= survey.r() {
            for (record, list) in lists.iter_mut().enumerate() {
                progress.check()?;
                list.extend((0..records as u32).filter(|&other| other as usize != record));
            }
        } else {
            for members in groups.iter() {
                progress.check()?;
                if members.len() < 2 {
                    continue;
                }
                for (record, list) in lists_of(survey, &patterns, members, d, progress)? {
                    lists[record as usize] = list;
                }
            }
        }
        let mut starts = Vec::with_capacity(records + 1);
        starts.push(0);
        for list in &lists {
            starts.push(starts[starts.len() - 1] + list.len());
        }
        Ok(Self {
            starts,
            edges: lists.concat(),
            people: Lists::of_places(records, &patterns.record_of),
            patterns,
        })
    }

    pub fn records(&self) -> usize {
        self.patterns.records()
    }

    /// The other records close to this one, ascending.
    pub fn near(&self, record: u32) -> &[u32] {
        let record = record as usize;
        &self.edges[self.starts[record]..self.starts[record + 1]]
    }

    pub fn are_near(&self, a: u32, b: u32) -> bool {
        a == b || self.near(a).binary_search(&b).is_ok()
    }

    /// The people who have this record, ascending.
    pub fn people(&self, record: u32) -> &[u32] {
        &self.people[record]
    }

    /// Groups of people who are all close to each other: the first person left takes, in order, everybody left
    /// who is close to all taken before. Groups with at least k people prove (k, ε)-anonymity; smaller ones
    /// prove nothing.
    pub fn cliques(&self, progress: &Progress) -> Result<Vec<Vec<u32>>, Stopped> {
        let mut is_taken = vec![false; self.records()];
        let mut cliques = Vec::new();
        for record in 0..self.records() as u32 {
            progress.check()?;
            if is_taken[record as usize] {
                continue;
            }
            let left = |&&other: &&u32| !is_taken[other as usize];
            let mut candidates: Vec<u32> = self.near(record).iter().filter(left).copied().collect();
            let mut clique = vec![record];
            let mut at = 0;
            while at < candidates.len() {
                let taken = candidates[at];
                clique.push(taken);
                at += 1;
                let mut kept = at;
                for place in at..candidates.len() {
                    if self.are_near(taken, candidates[place]) {
                        candidates[kept] = candidates[place];
                        kept += 1;
                    }
                }
                candidates.truncate(kept);
            }
            for &taken in &clique {
                is_taken[taken as usize] = true;
            }
            let people = clique.iter().flat_map(|&record| self.people(record));
            let mut people: Vec<u32> = people.copied().collect();
            people.sort_unstable();
            cliques.push(people);
        }
        cliques.sort_unstable();
        Ok(cliques)
    }

    /// Fills groups that have fewer than k people from those that have more: the largest gives its first
    /// person who is close to all of the small group.
    pub fn prune(
        &self,
        mut cliques: Vec<Vec<u32>>,
        k: usize,
        progress: &Progress,
    ) -> Result<Vec<Vec<u32>>, Stopped> {
        cliques.sort_unstable();
        let fits = |person: u32, clique: &[u32]| {
            let record = self.patterns.record_of[person as usize];
            clique
                .iter()
                .all(|&other| self.are_near(record, self.patterns.record_of[other as usize]))
        };
        for small in 0..cliques.len() {
            while cliques[small].len() < k {
                progress.check()?;
                let mut donors: Vec<usize> = (0..cliques.len())
                    .filter(|&at| cliques[at].len() > k)
                    .collect();
                donors.sort_by_key(|&at| Reverse(cliques[at].len()));
                let gift = donors.into_iter().find_map(|donor| {
                    let place = cliques[donor]
                        .iter()
                        .position(|&person| fits(person, &cliques[small]))?;
                    Some((donor, place))
                });
                let Some((donor, place)) = gift else {
                    break;
                };
                let person = cliques[donor].remove(place);
                let at = cliques[small].partition_point(|&other| other < person);
                cliques[small].insert(at, person);
            }
        }
        cliques.sort_unstable();
        Ok(cliques)
    }
}

/// The edges of the records of one group.
fn lists_of(
    survey: &PreparedRatings,
    patterns: &Patterns,
    members: &[u32],
    d: u16,
    progress: &Progress,
) -> Result<Vec<(u32, Vec<u32>)>, Stopped> {
    let search = Search::new(survey, patterns, members, progress)?;
    let places = search.places();
    let targets = search.plain_targets(&places, progress)?;
    let found: Vec<Vec<Vec<u32>>> = places
        .par_chunks(CHUNK)
        .map(|queries| {
            let mut lists = search.lists(&targets, queries, d, progress)?;
            progress.advance(queries.len() as u64);
            for (&place, list) in queries.iter().zip(&mut lists) {
                let record = search.record(place);
                list.retain(|&other| other != record);
                list.sort_unstable();
            }
            Ok(lists)
        })
        .collect::<Result<_, Stopped>>()?;
    let records = places.iter().map(|&place| search.record(place));
    Ok(records.zip(found.into_iter().flatten()).collect())
}
