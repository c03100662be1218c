//! How few known ratings are enough to find a person: sets of one, two or three issues.

use crate::ratings::{NULL, PreparedRatings};
use cloakroom_core::metrics::{Figure, Unit};
use cloakroom_core::words::{counted, grouped, listed, percent};
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;
use serde::Serialize;

/// The largest set of issues that somebody is taken to know.
const LARGEST: usize = 3;
/// People that may be looked at in all sets of a size together.
const MOST_VISITS: u64 = 150_000_000;
/// Sets of a size that are looked at.
const MOST_SETS: u64 = 100_000;
/// Combinations of ratings that are counted one by one.
const MOST_CELLS: usize = 1 << 16;
/// Sets that are listed.
const LISTED: usize = 20;

/// What somebody finds who knows so many issues of a person.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PinnedByIssues {
    /// At most so many issues are known.
    pub known: usize,
    /// People for whom some set of so many issues leaves nobody else within the distance.
    pub people: usize,
    /// Sets that were looked at.
    pub sets: u64,
    /// Whether these are all sets of that size.
    pub complete: bool,
    /// The sets that pin most people.
    pub telling: Vec<IssueSet>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IssueSet {
    pub issues: Vec<String>,
    /// People who rated all of them.
    pub raters: usize,
    /// Those of them who are alone within the distance.
    pub unique: usize,
}

/// One size after the other; a size counts what the smaller ones pinned too. Nothing where the survey is too large
/// to be looked at issue by issue. Ratings within `within` steps of each other cannot be told apart.
pub fn pinned_by_issues(
    survey: &PreparedRatings,
    within: u16,
    progress: &Progress,
) -> Result<Vec<PinnedByIssues>, Stopped> {
    let Some(cells) = survey.dense() else {
        return Ok(Vec::new());
    };
    let (people, width) = (survey.people(), survey.issues.len());
    let mut raters = vec![0u32; width];
    for row in cells.chunks_exact(width.max(1)) {
        for (count, &cell) in raters.iter_mut().zip(row) {
            *count += u32::from(cell != NULL);
        }
    }
    let mut by_raters: Vec<usize> = (0..width).collect();
    by_raters.sort_by_key(|&issue| (std::cmp::Reverse(raters[issue]), issue));
    let mut found = Vec::new();
    let mut pinned = vec![0u64; people.div_ceil(64)];
    for known in 1..=LARGEST.min(width) {
        let points = usize::from(survey.scale.points());
        let combinations = points.checked_pow(known as u32).unwrap_or(usize::MAX);
        if combinations > MOST_CELLS {
            break;
        }
        let taken = affordable(width, known, people);
        if taken < known {
            break;
        }
        let mut issues = by_raters[..taken].to_vec();
        issues.sort_unstable();
        let columns: Vec<Vec<u16>> = issues
            .par_iter()
            .map(|&issue| cells.iter().skip(issue).step_by(width).copied().collect())
            .collect();
        let look = Look {
            columns: &columns,
            points,
            within: usize::from(within),
            people,
            progress,
        };
        let (marks, mut sets) = look.at_sets(known)?;
        for (all, more) in pinned.iter_mut().zip(&marks) {
            *all |= more;
        }
        let looked_at = sets.len() as u64;
        sets.retain(|set| set.unique > 0);
        sets.sort_by(|a, b| (b.unique, &a.places).cmp(&(a.unique, &b.places)));
        sets.truncate(LISTED);
        found.push(PinnedByIssues {
            known,
            people: pinned.iter().map(|word| word.count_ones() as usize).sum(),
            sets: looked_at,
            complete: taken == width,
            telling: sets
                .into_iter()
                .map(|set| IssueSet {
                    issues: set
                        .places
                        .iter()
                        .map(|&place| survey.issues[issues[place]].clone())
                        .collect(),
                    raters: set.raters,
                    unique: set.unique,
                })
                .collect(),
        });
    }
    Ok(found)
}

/// How many issues can be looked at in sets of a size, so that it does not take too long.
fn affordable(issues: usize, size: usize, people: usize) -> usize {
    let fits = |issues: usize| {
        let mut sets = 1u64;
        for taken in 0..size {
            sets = sets.saturating_mul(issues.saturating_sub(taken) as u64) / (taken as u64 + 1);
        }
        sets <= MOST_SETS && sets.saturating_mul(people as u64) <= MOST_VISITS
    };
    (1..=issues).rev().find(|&few| fits(few)).unwrap_or(0)
}

struct Look<'a> {
    columns: &'a [Vec<u16>],
    points: usize,
    within: usize,
    people: usize,
    progress: &'a Progress,
}

struct LookedAt {
    places: Vec<usize>,
    raters: usize,
    unique: usize,
}

impl Look<'_> {
    /// A bit per person whom some set pins, and the sets in their order.
    fn at_sets(&self, size: usize) -> Result<(Vec<u64>, Vec<LookedAt>), Stopped> {
        let mut sets = Vec::new();
        combinations(self.columns.len(), size, &mut Vec::new(), &mut sets);
        self.progress
            .stage("looking at known issues", sets.len() as u64);
        let words = self.people.div_ceil(64);
        let parts = sets
            .par_chunks(16)
            .map(|sets| {
                let mut marks = vec![0u64; words];
                let mut looked = Vec::with_capacity(sets.len());
                for places in sets {
                    self.progress.check()?;
                    looked.push(self.at_set(places, &mut marks));
                    self.progress.advance(1);
                }
                Ok((marks, looked))
            })
            .collect::<Result<Vec<_>, Stopped>>()?;
        let mut marks = vec![0u64; words];
        let mut all = Vec::with_capacity(sets.len());
        for (more, looked) in parts {
            for (mark, more) in marks.iter_mut().zip(more) {
                *mark |= more;
            }
            all.extend(looked);
        }
        Ok((marks, all))
    }

    fn at_set(&self, places: &[usize], marks: &mut [u64]) -> LookedAt {
        let cells = self.points.pow(places.len() as u32);
        let mut people = vec![0u32; cells];
        let mut raters = 0;
        let cell = |person: usize| {
            places.iter().try_fold(0, |cell, &place| {
                let point = self.columns[place][person];
                (point != NULL).then(|| cell * self.points + usize::from(point))
            })
        };
        for person in 0..self.people {
            if let Some(cell) = cell(person) {
                people[cell] += 1;
                raters += 1;
            }
        }
        for dimension in 0..places.len() {
            widen(
                &mut people,
                self.points.pow(dimension as u32),
                self.points,
                self.within,
            );
        }
        let mut unique = 0;
        for person in 0..self.people {
            if cell(person).is_some_and(|cell| people[cell] == 1) {
                unique += 1;
                marks[person / 64] |= 1 << (person % 64);
            }
        }
        LookedAt {
            places: places.to_vec(),
            raters,
            unique,
        }
    }
}

/// Adds up, along one dimension, everything at most `within` away.
fn widen(people: &mut [u32], step: usize, points: usize, within: usize) {
    if within == 0 {
        return;
    }
    let mut line = vec![0u32; points];
    for start in (0..people.len()).filter(|at| (at / step).is_multiple_of(points)) {
        for (point, value) in line.iter_mut().enumerate() {
            *value = people[start + point * step];
        }
        for point in 0..points {
            let near = point.saturating_sub(within)..(point + within + 1).min(points);
            people[start + point * step] = line[near].iter().sum();
        }
    }
}

fn combinations(all: usize, size: usize, begun: &mut Vec<usize>, sets: &mut Vec<Vec<usize>>) {
    if begun.len() == size {
        sets.push(begun.clone());
        return;
    }
    for next in begun.last().map_or(0, |last| last + 1)..all {
        begun.push(next);
        combinations(all, size, begun, sets);
        begun.pop();
    }
}

impl PinnedByIssues {
    pub fn figure(&self, people: usize, name: &'static str) -> Figure {
        let issues = counted(self.known, "rating", "ratings");
        let share = if people == 0 {
            0.0
        } else {
            self.people as f64 / people as f64
        };
        let mut sentence = format!(
            "{} of {} ({}) can be found by somebody who knows the right {issues} of theirs",
            grouped(self.people),
            counted(people, "person", "people"),
            percent(share)
        );
        if let Some(set) = self.telling.first() {
            sentence += &format!(
                "; {} tells most: {} of the {} who rated it stand alone",
                listed(&set.issues),
                grouped(set.unique),
                grouped(set.raters)
            );
        }
        if !self.complete {
            sentence +=
                "; there are too many issues to try all, so only those with most ratings were";
        }
        Figure::new(name, self.people as f64, Unit::People, sentence + ".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::Scale;
    use proptest::prelude::*;

    /// The thesis, Table 6.1 (a): ratings from 1 to 6 as points.
    fn alice() -> PreparedRatings {
        let scale = Scale {
            low: 1.0,
            high: 6.0,
            step: 1.0,
        };
        let rows = [
            vec![5, 0, NULL],
            vec![0, 5, NULL],
            vec![1, 4, NULL],
            vec![0, NULL, 4],
            vec![1, NULL, 5],
        ];
        PreparedRatings::from_rows(scale, &rows, vec![vec![5, 0, 0, 0, 4]])
    }

    #[test]
    fn one_known_rating_finds_alice_and_exact_ones_find_everybody() {
        let close = pinned_by_issues(&alice(), 1, &Progress::default()).unwrap();
        let people: Vec<usize> = close.iter().map(|pinned| pinned.people).collect();
        assert_eq!(people, [1, 1, 1], "only the first stands apart");
        assert_eq!(close[0].telling[0].issues, ["issue 1"]);
        assert_eq!(
            (close[0].telling[0].raters, close[0].telling[0].unique),
            (5, 1)
        );
        let exact = pinned_by_issues(&alice(), 0, &Progress::default()).unwrap();
        assert_eq!(exact[0].people, 5);
        assert!(exact.iter().all(|pinned| pinned.complete));
    }

    proptest! {
        #[test]
        fn pinned_people_are_those_whom_counting_pins(
            rows in prop::collection::vec(prop::array::uniform3(prop_oneof![0u16..5, Just(NULL)]), 1..12),
            within in 0u16..3,
        ) {
            let rows: Vec<Vec<u16>> = rows.iter().map(|row| row.to_vec()).collect();
            let survey = PreparedRatings::from_rows(Scale::default(), &rows, Vec::new());
            let found = pinned_by_issues(&survey, within, &Progress::default()).unwrap();
            let sets: [&[usize]; 7] = [&[0], &[1], &[2], &[0, 1], &[0, 2], &[1, 2], &[0, 1, 2]];
            for pinned in &found {
                let is_pinned = |row: &Vec<u16>| {
                    sets.iter().filter(|set| set.len() <= pinned.known).any(|set| {
                        let fits = |other: &Vec<u16>| {
                            set.iter().all(|&at| {
                                other[at] != NULL && row[at] != NULL && other[at].abs_diff(row[at]) <= within
                            })
                        };
                        rows.iter().filter(|other| fits(other)).count() == 1
                    })
                };
                prop_assert_eq!(pinned.people, rows.iter().filter(|row| is_pinned(row)).count());
            }
            prop_assert_eq!(found.len(), 3);
        }
    }
}
