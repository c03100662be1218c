//! Rows in the order of the file become ratings by person, each person's sorted by issue.

use crate::io::csv::stream::Block;
use crate::ratings::SparseRatings;
use crate::{Dictionary, Progress, Scale, Stopped};
use rayon::prelude::*;
use std::ops::Range;

/// The point of a row without a rating.
pub const UNRATED: u16 = u16::MAX;

/// Rows between two looks at the progress.
const BREATH: usize = 1 << 16;

pub struct Sorted {
    pub ratings: SparseRatings,
    /// Rows that have a rating.
    pub rated: usize,
    /// Of those, the ones that a later row replaces.
    pub repeated: usize,
}

/// `points` by code of the rating. Blocks have three columns: person, issue, rating.
pub fn by_person(
    people: Dictionary,
    issues: Dictionary,
    blocks: Vec<Block>,
    points: &[u16],
    scale: Scale,
    progress: &Progress,
) -> Result<Sorted, Stopped> {
    let mut starts = starts(people.len(), &blocks, points, progress)?;
    let rated = starts[people.len()];
    let mut issue = vec![0u32; rated];
    let mut rating = vec![0u16; rated];
    let shares = shares(&starts, rayon::current_num_threads());
    let mut lots = Vec::new();
    let (mut issue_rest, mut rating_rest) = (&mut issue[..], &mut rating[..]);
    for people in shares {
        let length = starts[people.end] - starts[people.start];
        let (issue, others) = issue_rest.split_at_mut(length);
        issue_rest = others;
        let (rating, others) = rating_rest.split_at_mut(length);
        rating_rest = others;
        lots.push(Lot {
            people,
            issue,
            rating,
        });
    }
    let kept: Vec<Vec<u32>> = lots
        .into_par_iter()
        .map(|mut lot| {
            lot.collect(&starts, &blocks, points, progress)?;
            lot.sort(&starts, progress)
        })
        .collect::<Result<_, _>>()?;
    drop(blocks);
    let all: usize = kept.iter().flatten().map(|&kept| kept as usize).sum();
    if all < rated {
        close_gaps(&mut starts, kept.iter().flatten(), &mut issue, &mut rating);
    }
    Ok(Sorted {
        ratings: SparseRatings {
            people,
            issues,
            starts,
            issue,
            rating,
            scale,
        },
        rated,
        repeated: rated - all,
    })
}

/// Where the ratings of each person begin, and where the last ones end.
fn starts(
    people: usize,
    blocks: &[Block],
    points: &[u16],
    progress: &Progress,
) -> Result<Vec<usize>, Stopped> {
    let share = blocks.len().div_ceil(rayon::current_num_threads()).max(1);
    let counts = blocks
        .par_chunks(share)
        .map(|blocks| {
            let mut counts = vec![0u32; people];
            for block in blocks {
                for row in 0..block.rows {
                    if row % BREATH == 0 {
                        progress.check()?;
                    }
                    if points[block.columns[2].get(row) as usize] != UNRATED {
                        counts[block.columns[0].get(row) as usize] += 1;
                    }
                }
            }
            Ok(counts)
        })
        .collect::<Result<Vec<Vec<u32>>, Stopped>>()?;
    let mut starts = Vec::with_capacity(people + 1);
    let mut start = 0;
    starts.push(start);
    for person in 0..people {
        start += counts
            .iter()
            .map(|counts| counts[person] as usize)
            .sum::<usize>();
        starts.push(start);
    }
    Ok(starts)
}

/// People in so many parts with about as many ratings each.
fn shares(starts: &[usize], parts: usize) -> Vec<Range<usize>> {
    let people = starts.len() - 1;
    let mut shares = Vec::new();
    let mut from = 0;
    for part in 1..=parts {
        let aim = starts[people] / parts * part;
        let to = if part == parts {
            people
        } else {
            starts.partition_point(|&start| start < aim).min(people)
        };
        if to > from {
            shares.push(from..to);
            from = to;
        }
    }
    shares
}

/// Some people and the places of their ratings.
struct Lot<'a> {
    people: Range<usize>,
    issue: &'a mut [u32],
    rating: &'a mut [u16],
}

impl Lot<'_> {
    /// Puts every row where its person's ratings lie, in the order of the file.
    fn collect(
        &mut self,
        starts: &[usize],
        blocks: &[Block],
        points: &[u16],
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let first = starts[self.people.start];
        let own = &starts[self.people.clone()];
        let mut next: Vec<usize> = own.iter().map(|start| start - first).collect();
        for block in blocks {
            let [people, issues, ratings] = &block.columns[..] else {
                continue;
            };
            for row in 0..block.rows {
                if row % BREATH == 0 {
                    progress.check()?;
                }
                let person = people.get(row) as usize;
                if !self.people.contains(&person) {
                    continue;
                }
                let point = points[ratings.get(row) as usize];
                if point != UNRATED {
                    let place = &mut next[person - self.people.start];
                    self.issue[*place] = issues.get(row);
                    self.rating[*place] = point;
                    *place += 1;
                }
            }
            if self.people.start == 0 {
                progress.advance(block.rows as u64);
            }
        }
        Ok(())
    }

    /// Sorts everybody's ratings by issue; of an issue that stands twice the later stays, at the front. Gives
    /// how many stay of each person.
    fn sort(&mut self, starts: &[usize], progress: &Progress) -> Result<Vec<u32>, Stopped> {
        let first = starts[self.people.start];
        let mut kept = Vec::with_capacity(self.people.len());
        let mut cells: Vec<(u32, u16)> = Vec::new();
        for person in self.people.clone() {
            progress.check()?;
            let range = starts[person] - first..starts[person + 1] - first;
            let (issue, rating) = (&mut self.issue[range.clone()], &mut self.rating[range]);
            if issue.windows(2).all(|pair| pair[0] < pair[1]) {
                kept.push(issue.len() as u32);
                continue;
            }
            cells.clear();
            cells.extend(issue.iter().copied().zip(rating.iter().copied()));
            // Stable, so the last of equal issues is the last in the file.
            cells.sort_by_key(|&(issue, _)| issue);
            let mut count = 0;
            for (at, &(own, point)) in cells.iter().enumerate() {
                if cells.get(at + 1).is_none_or(|next| next.0 != own) {
                    issue[count] = own;
                    rating[count] = point;
                    count += 1;
                }
            }
            kept.push(count as u32);
        }
        Ok(kept)
    }
}

/// Moves everybody's ratings up to those of the person before.
fn close_gaps<'a>(
    starts: &mut [usize],
    kept: impl Iterator<Item = &'a u32>,
    issue: &mut Vec<u32>,
    rating: &mut Vec<u16>,
) {
    let mut end = 0;
    for (person, &kept) in kept.enumerate() {
        let from = starts[person]..starts[person] + kept as usize;
        issue.copy_within(from.clone(), end);
        rating.copy_within(from, end);
        starts[person] = end;
        end += kept as usize;
    }
    if let Some(last) = starts.last_mut() {
        *last = end;
    }
    issue.truncate(end);
    rating.truncate(end);
}
