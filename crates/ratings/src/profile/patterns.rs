//! Who rated the same issues, and who rated them equally.

use super::STRIDE;
use crate::ratings::{NULL, PreparedRatings};
use cloakroom_core::{Lists, Progress, Stopped};
use hashbrown::HashTable;
use rayon::prelude::*;
use std::hash::{BuildHasher, Hasher};

/// Equal rows are one *distinct record*; distinct records that rated the same issues are one *Hamming
/// group*. Both are numbered in the order in which they first appear.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patterns {
    /// The distinct record of each person.
    pub record_of: Vec<u32>,
    /// By distinct record, the people who have it.
    pub weight: Vec<u32>,
    /// By distinct record, the first person who has it.
    pub first: Vec<u32>,
    /// By distinct record, its Hamming group.
    pub group_of: Vec<u32>,
    /// By Hamming group, its people.
    pub group_people: Vec<u32>,
}

impl Patterns {
    pub fn records(&self) -> usize {
        self.first.len()
    }

    pub fn groups(&self) -> usize {
        self.group_people.len()
    }

    /// By Hamming group: its distinct records, ascending.
    pub fn listed(&self) -> Lists {
        Lists::of_places(self.groups(), &self.group_of)
    }

    pub fn find(survey: &PreparedRatings, progress: &Progress) -> Result<Self, Stopped> {
        let people = survey.people();
        progress.stage("finding equal records", 2 * people as u64);
        let hashes = hashes(survey, progress)?;
        let mut patterns = Self {
            record_of: vec![0; people],
            ..Self::default()
        };
        let mut records: HashTable<u32> = HashTable::new();
        let mut groups: HashTable<u32> = HashTable::new();
        let mut group_first: Vec<u32> = Vec::new();
        let mut buffers = (Vec::new(), Vec::new());
        for person in 0..people as u32 {
            if (person as usize).is_multiple_of(STRIDE) {
                progress.check()?;
                progress.advance(STRIDE.min(people - person as usize) as u64);
            }
            // A hash only says where to look: rows are compared before they count as equal.
            let (row, flags) = hashes[person as usize];
            let found = records.find(row, |&record| {
                let first = patterns.first[record as usize];
                hashes[first as usize].0 == row
                    && is_alike(survey, first, person, Alike::Equal, &mut buffers)
            });
            let record = match found {
                Some(&record) => record,
                None => {
                    let record = patterns.first.len() as u32;
                    let firsts = &patterns.first;
                    records.insert_unique(row, record, |&record| {
                        hashes[firsts[record as usize] as usize].0
                    });
                    let found = groups.find(flags, |&group| {
                        let first = group_first[group as usize];
                        hashes[first as usize].1 == flags
                            && is_alike(survey, first, person, Alike::SameIssues, &mut buffers)
                    });
                    let group = match found {
                        Some(&group) => group,
                        None => {
                            let group = group_first.len() as u32;
                            groups.insert_unique(flags, group, |&group| {
                                hashes[group_first[group as usize] as usize].1
                            });
                            group_first.push(person);
                            patterns.group_people.push(0);
                            group
                        }
                    };
                    patterns.first.push(person);
                    patterns.weight.push(0);
                    patterns.group_of.push(group);
                    record
                }
            };
            patterns.record_of[person as usize] = record;
            patterns.weight[record as usize] += 1;
            let group = patterns.group_of[record as usize];
            patterns.group_people[group as usize] += 1;
        }
        Ok(patterns)
    }
}

/// Of every person, a hash of the row and one of the rated issues.
fn hashes(survey: &PreparedRatings, progress: &Progress) -> Result<Vec<(u64, u64)>, Stopped> {
    let state = foldhash::fast::FixedState::default();
    let mut hashes = vec![(0, 0); survey.people()];
    hashes
        .par_chunks_mut(STRIDE)
        .enumerate()
        .try_for_each(|(chunk, hashes)| {
            progress.check()?;
            for (person, hash) in (chunk * STRIDE..).zip(hashes.iter_mut()) {
                let (mut row, mut flags) = (state.build_hasher(), state.build_hasher());
                survey.each_rated(person, |issue, point| {
                    row.write_u64(u64::from(issue) << 16 | u64::from(point));
                    flags.write_u32(issue);
                });
                *hash = (row.finish(), flags.finish());
            }
            progress.advance(hashes.len() as u64);
            Ok(())
        })?;
    Ok(hashes)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Alike {
    Equal,
    SameIssues,
}

type Row = Vec<(u32, u16)>;

/// Whether two people have equal rows, or at least rated the same issues.
fn is_alike(
    survey: &PreparedRatings,
    a: u32,
    b: u32,
    alike: Alike,
    buffers: &mut (Row, Row),
) -> bool {
    if let Some(cells) = survey.dense() {
        let width = survey.issues.len();
        let row = |person: u32| &cells[person as usize * width..(person as usize + 1) * width];
        return match alike {
            Alike::Equal => row(a) == row(b),
            Alike::SameIssues => row(a)
                .iter()
                .zip(row(b))
                .all(|(&a, &b)| (a == NULL) == (b == NULL)),
        };
    }
    // Both are in the order of the same file.
    let collect = |person: u32, row: &mut Row| {
        row.clear();
        survey.each_rated(person as usize, |issue, point| row.push((issue, point)));
    };
    collect(a, &mut buffers.0);
    collect(b, &mut buffers.1);
    match alike {
        Alike::Equal => buffers.0 == buffers.1,
        Alike::SameIssues => buffers
            .0
            .iter()
            .map(|cell| cell.0)
            .eq(buffers.1.iter().map(|cell| cell.0)),
    }
}
