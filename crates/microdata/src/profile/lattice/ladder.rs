//! One quasi-identifier made ready for roll-up: its groups at every level, and the steps between levels.

use cloakroom_core::Quasi;

/// Groups are numbered anew at every level, without gaps and in the order of the hierarchy, so that the
/// groups under one parent stand side by side. Groups that no value of the column has are left out.
#[derive(Clone, Debug)]
pub struct Ladder {
    rungs: Vec<Rung>,
}

#[derive(Clone, Debug)]
pub struct Rung {
    /// The group of each code of the column.
    pub group_of: Vec<u32>,
    /// The number that each group has in the hierarchy.
    pub origin: Vec<u32>,
    /// The group of each group one level up; empty at the top.
    pub up: Vec<u32>,
}

impl Rung {
    pub fn groups(&self) -> usize {
        self.origin.len()
    }
}

impl Ladder {
    pub fn new(quasi: &Quasi<'_>) -> Self {
        let levels = quasi.hierarchy.levels();
        let codes = quasi.column.dictionary().len();
        // Sorted by the lowest level first and by the top last, each time keeping the order of equals: by
        // the top, then by the level under it, and so on.
        let mut order: Vec<u32> = (0..codes as u32).collect();
        for level in levels {
            order = sort_by_group(&order, &level.group_of, level.labels.len());
        }
        let mut rungs: Vec<Rung> = levels
            .iter()
            .map(|level| {
                let mut number = vec![u32::MAX; level.labels.len()];
                let mut origin = Vec::new();
                let mut group_of = vec![0u32; codes];
                for &code in &order {
                    let group = level.group_of[code as usize];
                    if number[group as usize] == u32::MAX {
                        number[group as usize] = origin.len() as u32;
                        origin.push(group);
                    }
                    group_of[code as usize] = number[group as usize];
                }
                Rung {
                    group_of,
                    origin,
                    up: Vec::new(),
                }
            })
            .collect();
        for level in 1..rungs.len() {
            let (below, above) = rungs.split_at_mut(level);
            let (lower, upper) = (&mut below[level - 1], &above[0]);
            let mut up = vec![0u32; lower.groups()];
            for (&group, &parent) in lower.group_of.iter().zip(&upper.group_of) {
                up[group as usize] = parent;
            }
            lower.up = up;
        }
        Self { rungs }
    }

    pub fn rung(&self, level: u32) -> &Rung {
        &self.rungs[level as usize]
    }

    pub fn height(&self) -> u32 {
        self.rungs.len() as u32 - 1
    }

    /// The groups at level `to` of the groups at level `from`, which is not above it.
    pub fn lift(&self, from: u32, to: u32) -> Vec<u32> {
        let mut lift = self.rung(from).up.clone();
        if from == to {
            return (0..self.rung(from).groups() as u32).collect();
        }
        for level in from + 1..to {
            let up = &self.rung(level).up;
            for group in &mut lift {
                *group = up[*group as usize];
            }
        }
        lift
    }
}

/// A counting sort that keeps the order of equals.
fn sort_by_group(codes: &[u32], group_of: &[u32], groups: usize) -> Vec<u32> {
    let mut next = vec![0u32; groups + 1];
    for &code in codes {
        next[group_of[code as usize] as usize + 1] += 1;
    }
    for group in 0..groups {
        next[group + 1] += next[group];
    }
    let mut sorted = vec![0u32; codes.len()];
    for &code in codes {
        let place = &mut next[group_of[code as usize] as usize];
        sorted[*place as usize] = code;
        *place += 1;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::{Column, Hierarchy};
    use std::sync::Arc;

    #[test]
    fn groups_under_one_parent_stand_side_by_side() {
        let column = Column::from_texts("c", ["d", "a", "c", "b"]).unwrap();
        let chains: Vec<Vec<&str>> = ["a;x;*", "b;y;*", "c;x;*", "d;y;*", "e;z;*"]
            .iter()
            .map(|chain| chain.split(';').collect())
            .collect();
        let hierarchy = Arc::new(Hierarchy::from_chains(&column, &chains).unwrap());
        let ladder = Ladder::new(&Quasi {
            at: 0,
            column: &column,
            hierarchy,
            range: None,
        });
        // a and c come under x, b and d under y; no value comes under z.
        assert_eq!(ladder.rung(0).group_of, [3, 0, 1, 2]);
        assert_eq!(ladder.rung(0).up, [0, 0, 1, 1]);
        assert_eq!(ladder.rung(1).groups(), 2);
        assert_eq!(ladder.lift(0, 2), [0, 0, 0, 0]);
        assert_eq!(ladder.lift(1, 1), [0, 1]);
        assert_eq!(ladder.height(), 2);
    }
}
