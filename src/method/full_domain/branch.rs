//! The cheapest node of a lattice that is too large to hold: branch and bound, one column after the other.
//!
//! With some columns at chosen levels and the others at their tops, a node that fails rules out every
//! completion. With the others as low as they can be, its cost is a bound for every completion. How low a
//! column can be beside a level of another is found from pairs of columns beforehand.

use super::Chosen;
use crate::model::pulse::{Pulse, Stopped};
use crate::profile::lattice::classes::Classes;
use crate::profile::lattice::examine::Examiner;
use crate::profile::lattice::ground::Ground;
use crate::profile::lattice::price::Pricing;
use crate::profile::lattice::roll::Roller;

/// The cheapest node that holds; ties go to the lower height, then to lexicographic order.
pub fn choose(
    ground: &Ground,
    examiner: &Examiner<'_>,
    pricing: &Pricing,
    pulse: &Pulse,
) -> Result<Option<Chosen>, Stopped> {
    pulse.stage("searching levels", 0);
    let mut branch = Branch {
        ground,
        examiner,
        pricing,
        pulse,
        roller: Roller::new(ground),
        // The most groups first: their levels decide most.
        order: ground.layout.order().iter().rev().copied().collect(),
        lowest: Vec::new(),
        best: None,
        checked: 0,
    };
    let top = branch.roll(&ground.bottom, ground.shape.heights())?;
    if branch.price(&top).is_none() && examiner.is_monotone() {
        return Ok(None);
    }
    branch.descend()?;
    branch.lowest = branch.pairs()?;
    let floor: Vec<u32> = (0..ground.ladders.len())
        .map(|column| branch.lowest[column][column][0])
        .collect();
    let start = branch.roll(&ground.bottom, &floor)?;
    branch.assign(0, &start)?;
    let checked = branch.checked;
    Ok(branch.best.map(|best| Chosen {
        minimal: vec![best.levels.clone()],
        levels: best.levels,
        checked,
    }))
}

/// Ordered by rank, then height, then levels.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Best {
    rank: u128,
    height: u32,
    levels: Vec<u32>,
}

struct Branch<'a> {
    ground: &'a Ground,
    examiner: &'a Examiner<'a>,
    pricing: &'a Pricing,
    pulse: &'a Pulse,
    roller: Roller<'a>,
    order: Vec<usize>,
    /// `lowest[a][b][l]`: with column a at level l and all others at their tops, the lowest level of b
    /// that is not ruled out; for a column beside itself, its lowest level.
    lowest: Vec<Vec<Vec<u32>>>,
    best: Option<Best>,
    checked: u64,
}

impl Branch<'_> {
    fn roll(&mut self, from: &Classes, levels: &[u32]) -> Result<Classes, Stopped> {
        self.pulse.check()?;
        Ok(self.roller.roll(from, levels))
    }

    /// Counts a node; gives its rank if it holds, and keeps it if it is the best.
    fn price(&mut self, classes: &Classes) -> Option<u128> {
        self.checked += 1;
        let finding = self.examiner.examine(classes);
        if !finding.holds {
            return None;
        }
        let found = Best {
            rank: self.pricing.rank(self.ground, classes, &finding),
            height: classes.levels.iter().sum(),
            levels: classes.levels.clone(),
        };
        let rank = found.rank;
        if self.best.as_ref().is_none_or(|best| found < *best) {
            self.best = Some(found);
        }
        Some(rank)
    }

    /// A first good node: from the top down, each time lowering the column that makes it cheapest.
    fn descend(&mut self) -> Result<(), Stopped> {
        let mut at = self.ground.shape.heights().to_vec();
        loop {
            let mut next: Option<(u128, Vec<u32>)> = None;
            for column in 0..at.len() {
                if at[column] == 0 {
                    continue;
                }
                let mut levels = at.clone();
                levels[column] -= 1;
                let classes = self.roll(&self.ground.bottom, &levels)?;
                if let Some(rank) = self.price(&classes) {
                    if next.as_ref().is_none_or(|(best, _)| rank < *best) {
                        next = Some((rank, levels));
                    }
                }
            }
            match next {
                Some((_, levels)) => at = levels,
                None => return Ok(()),
            }
        }
    }

    /// Which levels pairs of columns leave open.
    fn pairs(&mut self) -> Result<Vec<Vec<Vec<u32>>>, Stopped> {
        let heights = self.ground.shape.heights().to_vec();
        let columns = heights.len();
        let mut lowest: Vec<Vec<Vec<u32>>> = heights
            .iter()
            .map(|&height| vec![vec![0; height as usize + 1]; columns])
            .collect();
        for a in 0..columns {
            let mut levels = heights.clone();
            levels[a] = 0;
            let alone = self.roll(&self.ground.bottom, &levels)?;
            let low = self.lowest_of(&alone, a)?;
            lowest[a][a] = vec![low; heights[a] as usize + 1];
        }
        for a in 0..columns {
            for b in a + 1..columns {
                let mut levels = heights.clone();
                (levels[a], levels[b]) = (lowest[a][a][0], lowest[b][b][0]);
                let pair = self.roll(&self.ground.bottom, &levels)?;
                for (a, b) in [(a, b), (b, a)] {
                    for level in lowest[a][a][0]..=heights[a] {
                        let mut levels = pair.levels.clone();
                        levels[a] = level;
                        let at = self.roll(&pair, &levels)?;
                        lowest[a][b][level as usize] = self.lowest_of(&at, b)?;
                    }
                }
            }
        }
        Ok(lowest)
    }

    /// The lowest level of a column at which a node is not ruled out, from its level in `from` upwards.
    fn lowest_of(&mut self, from: &Classes, column: usize) -> Result<u32, Stopped> {
        let mut levels = from.levels.clone();
        while levels[column] < self.ground.shape.heights()[column] {
            let classes = self.roll(from, &levels)?;
            self.checked += 1;
            if !self.examiner.examine(&classes).fails_below {
                break;
            }
            levels[column] += 1;
        }
        Ok(levels[column])
    }

    /// Whether nothing at or above these levels is better than the best.
    fn is_bound(&self, classes: &Classes) -> bool {
        let Some(best) = &self.best else {
            return false;
        };
        let floor = self.pricing.floor(classes);
        let height: u32 = classes.levels.iter().sum();
        (floor, height, &classes.levels) >= (best.rank, best.height, &best.levels)
    }

    /// Tries all levels of the columns from `depth` on. `classes` have the columns before at the levels
    /// that were chosen and the others as low as they may be.
    fn assign(&mut self, depth: usize, classes: &Classes) -> Result<(), Stopped> {
        if self.is_bound(classes) {
            return Ok(());
        }
        let Some(&column) = self.order.get(depth) else {
            self.price(classes);
            return Ok(());
        };
        let heights = self.ground.shape.heights();
        for level in classes.levels[column]..=heights[column] {
            let mut levels = classes.levels.clone();
            levels[column] = level;
            for &other in &self.order[depth + 1..] {
                let low = self.lowest[column][other][level as usize];
                levels[other] = levels[other].max(low);
            }
            let raised = self.roll(classes, &levels)?;
            if self.is_bound(&raised) {
                continue;
            }
            let mut tops = levels.clone();
            for &other in &self.order[depth + 1..] {
                tops[other] = heights[other];
            }
            let highest = self.roll(&raised, &tops)?;
            self.checked += 1;
            if !self.examiner.examine(&highest).fails_below {
                self.assign(depth + 1, &raised)?;
            }
        }
        Ok(())
    }
}
