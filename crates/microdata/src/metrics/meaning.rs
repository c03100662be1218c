//! What each released value of a column stands for: the original values it may have been, and how high it
//! lies in the hierarchy.
//!
//! Found out from the pairs of original and released value that occur, so that every method is measured in
//! the same way and need not say more than its released column.

use super::ReleasedQuasi;
use cloakroom_core::{Column, Progress, Quasi, Stopped};

/// How many records are looked at between two looks at the progress.
const STRIDE: usize = 1 << 16;
/// Above so many possible pairs they are sorted instead of ticked off.
const MOST_TICKS: usize = 1 << 24;

pub(super) struct Meaning<'a> {
    original: &'a Column,
    quasi: &'a Quasi<'a>,
    covers: Vec<Cover>,
    heights: Vec<f64>,
    /// How many original values each released code stands for.
    sizes: Vec<f64>,
}

/// The original values behind one released code.
#[derive(Clone, Debug, PartialEq)]
enum Cover {
    /// The code is not released.
    Nothing,
    /// All under a group of the hierarchy.
    Group { level: usize, group: u32 },
    /// From one rank to another, the last excluded.
    Span { from: usize, to: usize },
    /// Codes, ascending.
    Set(Vec<u32>),
}

impl<'a> Meaning<'a> {
    /// Every value stands for itself.
    pub fn unchanged(quasi: &'a Quasi<'a>) -> Self {
        let groups = &quasi.hierarchy.levels()[0].group_of;
        let covers = groups
            .iter()
            .map(|&group| Cover::Group { level: 0, group })
            .collect();
        Self::new(quasi, covers, vec![0.0; groups.len()])
    }

    /// What the released column means for the rows that are kept.
    pub fn find(
        quasi: &'a Quasi<'a>,
        released: &ReleasedQuasi<'_>,
        kept: &[u32],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let Some(loss_of_code) = released.loss_of_code else {
            return Ok(Self::unchanged(quasi));
        };
        let column = released.column;
        let mut covers = vec![Cover::Nothing; column.dictionary().len()];
        let pairs = pairs(quasi.column, column, kept, progress)?;
        for of_code in pairs.chunk_by(|a, b| a.0 == b.0) {
            let code = of_code[0].0;
            let originals: Vec<u32> = of_code.iter().map(|&(_, original)| original).collect();
            covers[code as usize] = match released.level {
                Some(level) => group(quasi, level as usize, originals[0]),
                None => cover(quasi, column.dictionary().get(code), originals),
            };
        }
        let height = quasi.hierarchy.height() as f64;
        let heights = covers
            .iter()
            .enumerate()
            .map(|(code, cover)| match cover {
                Cover::Nothing => 0.0,
                Cover::Group { level, .. } => *level as f64,
                // Between the value and the top there is no level to name.
                Cover::Span { .. } | Cover::Set(_) => {
                    loss_of_code.get(code).copied().unwrap_or(1.0) * height
                }
            })
            .collect();
        Ok(Self::new(quasi, covers, heights))
    }

    fn new(quasi: &'a Quasi<'a>, covers: Vec<Cover>, heights: Vec<f64>) -> Self {
        let mut meaning = Self {
            original: quasi.column,
            quasi,
            covers,
            heights,
            sizes: Vec::new(),
        };
        meaning.sizes = meaning.gather(&vec![1.0; quasi.column.dictionary().len()]);
        meaning
    }

    /// By released code, the level of the hierarchy.
    pub fn heights(&self) -> &[f64] {
        &self.heights
    }

    /// The level of the hierarchy that a released code stands at; `None` for one that is not released and for one that
    /// stands at none, such as a range.
    pub fn level(&self, code: usize) -> Option<u32> {
        match self.covers[code] {
            Cover::Group { level, .. } => Some(level as u32),
            Cover::Nothing | Cover::Span { .. } | Cover::Set(_) => None,
        }
    }

    /// The level of the top.
    pub fn top(&self) -> u32 {
        self.quasi.hierarchy.height() as u32
    }

    /// By released code, how many original values it stands for; 0 for one that is not released.
    pub fn sizes(&self) -> &[f64] {
        &self.sizes
    }

    /// Sums weights of original codes over what each released code stands for.
    pub fn gather(&self, weights: &[f64]) -> Vec<f64> {
        let mut by_level: Vec<Option<Vec<f64>>> = vec![None; self.quasi.hierarchy.levels().len()];
        let mut up_to_rank: Option<Vec<f64>> = None;
        self.covers
            .iter()
            .map(|cover| match cover {
                Cover::Nothing => 0.0,
                Cover::Group { level, group } => by_level[*level]
                    .get_or_insert_with(|| self.by_group(*level, weights))[*group as usize],
                Cover::Span { from, to } => {
                    let sums = up_to_rank.get_or_insert_with(|| self.running(weights));
                    sums[*to] - sums[*from]
                }
                Cover::Set(codes) => codes.iter().map(|&code| weights[code as usize]).sum(),
            })
            .collect()
    }

    /// Spreads the mass of each released code evenly over what it stands for; by original code.
    pub fn scatter(&self, mass: &[f64]) -> Vec<f64> {
        let levels = self.quasi.hierarchy.levels();
        let mut by_level: Vec<Option<Vec<f64>>> = vec![None; levels.len()];
        let mut steps: Option<Vec<f64>> = None;
        let mut spread = vec![0.0; self.original.dictionary().len()];
        for ((cover, &mass), &size) in self.covers.iter().zip(mass).zip(&self.sizes) {
            if mass == 0.0 {
                continue;
            }
            let each = mass / size;
            match cover {
                Cover::Nothing => {}
                Cover::Group { level, group } => {
                    by_level[*level]
                        .get_or_insert_with(|| vec![0.0; levels[*level].labels.len()])
                        [*group as usize] += each;
                }
                Cover::Span { from, to } => {
                    let steps = steps.get_or_insert_with(|| vec![0.0; spread.len() + 1]);
                    steps[*from] += each;
                    steps[*to] -= each;
                }
                Cover::Set(codes) => {
                    for &code in codes {
                        spread[code as usize] += each;
                    }
                }
            }
        }
        for (level, groups) in levels.iter().zip(by_level) {
            let Some(groups) = groups else { continue };
            for (spread, &group) in spread.iter_mut().zip(&level.group_of) {
                *spread += groups[group as usize];
            }
        }
        if let Some(steps) = steps {
            let mut height = 0.0;
            for (&code, step) in self.original.order().iter().zip(steps) {
                height += step;
                spread[code as usize] += height;
            }
        }
        spread
    }

    fn by_group(&self, level: usize, weights: &[f64]) -> Vec<f64> {
        let level = &self.quasi.hierarchy.levels()[level];
        let mut sums = vec![0.0; level.labels.len()];
        for (&group, weight) in level.group_of.iter().zip(weights) {
            sums[group as usize] += weight;
        }
        sums
    }

    /// The weights of all codes below each rank.
    fn running(&self, weights: &[f64]) -> Vec<f64> {
        let mut sums = Vec::with_capacity(weights.len() + 1);
        let mut sum = 0.0;
        sums.push(sum);
        for &code in self.original.order() {
            sum += weights[code as usize];
            sums.push(sum);
        }
        sums
    }
}

fn group(quasi: &Quasi<'_>, level: usize, original: u32) -> Cover {
    Cover::Group {
        level,
        group: quasi.hierarchy.levels()[level].group_of[original as usize],
    }
}

/// `originals` are all original codes that were released as this text.
fn cover(quasi: &Quasi<'_>, text: &str, originals: Vec<u32>) -> Cover {
    // The lowest group of that name above a value; names may stand at several levels.
    let named = |original: u32| {
        (0..quasi.hierarchy.levels().len())
            .find(|&level| quasi.hierarchy.label(level, original) == text)
    };
    let highest = originals
        .iter()
        .map(|&original| named(original))
        .try_fold(0, |highest, level| Some(level?.max(highest)));
    if let Some(level) = highest {
        return group(quasi, level, originals[0]);
    }
    let are_numbers = originals
        .iter()
        .all(|&original| quasi.column.number(original).is_some());
    if are_numbers {
        let ranks = quasi.column.ranks();
        let ranks = originals
            .iter()
            .map(|&original| ranks[original as usize] as usize);
        let (low, high) = ranks.fold((usize::MAX, 0), |(low, high), rank| {
            (low.min(rank), high.max(rank))
        });
        return Cover::Span {
            from: low,
            to: high + 1,
        };
    }
    Cover::Set(originals)
}

/// The pairs of released and original code that occur, each once, ascending.
fn pairs(
    original: &Column,
    released: &Column,
    kept: &[u32],
    progress: &Progress,
) -> Result<Vec<(u32, u32)>, Stopped> {
    let width = original.dictionary().len();
    let possible = width.saturating_mul(released.dictionary().len());
    let pair = |row: u32| {
        let row = row as usize;
        (released.codes()[row], original.codes()[row])
    };
    let mut pairs = Vec::new();
    if possible <= MOST_TICKS {
        let mut seen = vec![false; possible];
        for part in kept.chunks(STRIDE) {
            progress.check()?;
            for &row in part {
                let (code, value) = pair(row);
                seen[code as usize * width + value as usize] = true;
            }
        }
        let ticked = seen.iter().enumerate().filter(|&(_, &seen)| seen);
        pairs.extend(ticked.map(|(at, _)| ((at / width) as u32, (at % width) as u32)));
    } else {
        for part in kept.chunks(STRIDE) {
            progress.check()?;
            pairs.extend(part.iter().map(|&row| pair(row)));
        }
        pairs.sort_unstable();
        pairs.dedup();
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::Hierarchy;
    use cloakroom_core::prepared_table::ValueRange;
    use std::sync::Arc;

    fn quasi<'a>(column: &'a Column, hierarchy: Hierarchy) -> Quasi<'a> {
        Quasi {
            at: 0,
            column,
            hierarchy: Arc::new(hierarchy),
            range: None::<ValueRange>,
        }
    }

    fn meaning<'a>(quasi: &'a Quasi<'a>, texts: &[&str]) -> Meaning<'a> {
        let released = Column::from_texts("zip", texts).unwrap();
        let losses = vec![0.25; released.dictionary().len()];
        let rows: Vec<u32> = (0..texts.len() as u32).collect();
        let released = ReleasedQuasi {
            column: &released,
            loss_of_code: Some(&losses),
            level: None,
        };
        Meaning::find(quasi, &released, &rows, &Progress::default()).unwrap()
    }

    #[test]
    fn groups_are_known_by_their_names_at_any_level() {
        let column = Column::from_texts("zip", ["11", "12", "21", "22", "11"]).unwrap();
        let quasi = quasi(&column, Hierarchy::mask(&column, 2).unwrap());
        let meaning = meaning(&quasi, &["11", "1*", "*", "*", "1*"]);
        assert_eq!(meaning.heights(), [0.0, 1.0, 2.0]);
        assert_eq!(meaning.sizes(), [1.0, 2.0, 4.0]);
        assert_eq!(
            meaning.gather(&[1.0, 10.0, 100.0, 1000.0]),
            [1.0, 11.0, 1111.0]
        );
        // One record of 1* and four of *: a half each for 11 and 12, and one for each of the four.
        assert_eq!(meaning.scatter(&[0.0, 1.0, 4.0]), [1.5, 1.5, 1.0, 1.0]);
    }

    #[test]
    fn ranges_stand_for_the_values_between_their_ends() {
        let column = Column::from_texts("age", ["50", "20", "30", "40", ""]).unwrap();
        let quasi = quasi(&column, Hierarchy::flat(&column));
        let meaning = meaning(&quasi, &["30-50", "20", "30-50", "30-50", ""]);
        assert_eq!(meaning.sizes(), [3.0, 1.0, 1.0]);
        assert_eq!(meaning.heights(), [0.25, 0.0, 0.0]);
        assert_eq!(meaning.gather(&[5.0, 2.0, 3.0, 4.0, 9.0]), [12.0, 2.0, 9.0]);
        assert_eq!(meaning.scatter(&[3.0, 1.0, 2.0]), [1.0, 1.0, 1.0, 1.0, 2.0]);
    }

    #[test]
    fn a_name_at_two_levels_means_the_lower_one_that_fits_all() {
        let column = Column::from_texts("job", ["cook", "nurse", "clerk"]).unwrap();
        let chains = [
            vec!["cook", "service", "service", "*"],
            vec!["nurse", "care", "service", "*"],
            vec!["clerk", "office", "office", "*"],
        ];
        let quasi = quasi(&column, Hierarchy::from_chains(&column, &chains).unwrap());
        let both = meaning(&quasi, &["service", "service", "office"]);
        assert_eq!(
            (both.heights(), both.sizes()),
            (&[2.0, 1.0][..], &[2.0, 1.0][..])
        );
        let one = meaning(&quasi, &["service", "care", "office"]);
        assert_eq!(one.heights(), [1.0, 1.0, 1.0]);
    }

    #[test]
    fn what_has_no_name_is_what_was_seen() {
        let column = Column::from_texts("job", ["cook", "nurse", "clerk"]).unwrap();
        let quasi = quasi(&column, Hierarchy::flat(&column));
        let meaning = meaning(&quasi, &["cook or nurse", "cook or nurse", "clerk"]);
        assert_eq!(meaning.sizes(), [2.0, 1.0]);
        assert_eq!(meaning.scatter(&[3.0, 1.0]), [1.5, 1.5, 1.0]);
    }
}
