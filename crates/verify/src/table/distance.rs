//! t-closeness by its definition: the least work that carries a class's values into the release's.

use std::collections::HashMap;

/// The values of one sensitive column in the whole release, and how far they are apart.
pub(super) struct Release {
    /// Records by value.
    counts: Vec<u64>,
    records: u64,
    ground: Ground,
}

enum Ground {
    Equal,
    Ordered(Line),
    Hierarchy(Tree),
}

/// A fraction; the denominator is above 0.
pub(super) struct Fraction {
    pub numerator: u128,
    pub denominator: u128,
}

impl Release {
    pub fn equal(counts: Vec<u64>) -> Self {
        Self::new(counts, Ground::Equal)
    }

    /// `order` has the values from the smallest to the largest.
    pub fn ordered(counts: Vec<u64>, order: &[u32]) -> Self {
        let line = Line::new(&counts, order);
        Self::new(counts, Ground::Ordered(line))
    }

    pub fn tree(counts: Vec<u64>, tree: Tree) -> Self {
        let tree = tree.filled(&counts);
        Self::new(counts, Ground::Hierarchy(tree))
    }

    fn new(counts: Vec<u64>, ground: Ground) -> Self {
        Self {
            records: counts.iter().sum(),
            counts,
            ground,
        }
    }

    /// `class` has its values ascending, each with its records.
    pub fn distance(&self, class: &[(u32, u32)]) -> Fraction {
        let size: u64 = class.iter().map(|&(_, count)| u64::from(count)).sum();
        let whole = u128::from(size.max(1)) * u128::from(self.records.max(1));
        let (numerator, unit) = match &self.ground {
            Ground::Equal => (self.difference(class, size), 2),
            Ground::Ordered(line) => (line.work(class, size, self.records), line.length()),
            Ground::Hierarchy(tree) => (tree.work(class, size, self), 2 * tree.height()),
        };
        Fraction {
            numerator,
            denominator: whole * unit,
        }
    }

    /// How many records more than its share the class has of a value, times the records of the release.
    fn surplus(&self, value: u32, count: u32, size: u64) -> i128 {
        i128::from(count) * i128::from(self.records)
            - i128::from(self.counts[value as usize]) * i128::from(size)
    }

    /// Σ |class − release| over all values.
    fn difference(&self, class: &[(u32, u32)], size: u64) -> u128 {
        let mut others = u128::from(self.records);
        let mut sum = 0;
        for &(value, count) in class {
            sum += self.surplus(value, count, size).unsigned_abs();
            others -= u128::from(self.counts[value as usize]);
        }
        sum + others * u128::from(size)
    }
}

/// Values by rank. On a line the cheapest way is to match the smallest with the smallest, and so on.
struct Line {
    /// By value.
    rank: Vec<u64>,
    /// Per rank, the records before it; one more entry for all.
    before: Vec<u64>,
    /// Per rank, the ranks of the records before it summed.
    ranks_before: Vec<u128>,
}

impl Line {
    fn new(counts: &[u64], order: &[u32]) -> Self {
        let mut line = Self {
            rank: vec![0; counts.len()],
            before: vec![0],
            ranks_before: vec![0],
        };
        let (mut records, mut sum) = (0u64, 0u128);
        for (rank, &value) in order.iter().enumerate() {
            line.rank[value as usize] = rank as u64;
            records += counts[value as usize];
            sum += rank as u128 * u128::from(counts[value as usize]);
            line.before.push(records);
            line.ranks_before.push(sum);
        }
        line
    }

    fn length(&self) -> u128 {
        self.before.len().saturating_sub(2).max(1) as u128
    }

    /// Each record of the class is `records` pieces and each of the release `size` pieces: so both sides have
    /// the same number, and piece goes to piece.
    fn work(&self, class: &[(u32, u32)], size: u64, records: u64) -> u128 {
        let mut sorted: Vec<(u64, u32)> = class
            .iter()
            .map(|&(value, count)| (self.rank[value as usize], count))
            .collect();
        sorted.sort_unstable();
        let mut from = 0u128;
        let mut work = 0;
        for (rank, count) in sorted {
            let to = from + u128::from(count) * u128::from(records);
            // The pieces of the release up to this rank lie to the left, the others to the right.
            let here = u128::from(self.before[rank as usize + 1]) * u128::from(size);
            let turn = here.clamp(from, to);
            let rank = u128::from(rank);
            let left = self.ranks_up_to(turn, size) - self.ranks_up_to(from, size);
            let right = self.ranks_up_to(to, size) - self.ranks_up_to(turn, size);
            work += rank * (turn - from) - left;
            work += right - rank * (to - turn);
            from = to;
        }
        work
    }

    /// The ranks of the first so many pieces of the release, summed.
    fn ranks_up_to(&self, pieces: u128, size: u64) -> u128 {
        let size = u128::from(size);
        let full = self
            .before
            .partition_point(|&before| u128::from(before) * size <= pieces)
            - 1;
        let rest = pieces - u128::from(self.before[full]) * size;
        self.ranks_before[full] * size + rest * full as u128
    }
}

/// Values in groups of groups.
pub(super) struct Tree {
    /// Per level from 0, the group of the next level that each group belongs to.
    parents: Vec<Vec<u32>>,
    /// Per level from 0, the records of the release in each group.
    counts: Vec<Vec<u64>>,
}

impl Tree {
    /// From one chain per value, in the order of the values. `Err` says what is wrong.
    pub fn new(chains: &[&[String]]) -> Result<Self, &'static str> {
        let depth = chains.first().map_or(0, |chain| chain.len());
        if depth == 0 || chains.iter().any(|chain| chain.len() != depth) {
            return Err("the chains of its hierarchy are not equally long");
        }
        let mut parents = Vec::new();
        let mut groups: Vec<u32> = (0..chains.len() as u32).collect();
        for level in 1..depth {
            let mut known: HashMap<&str, u32> = HashMap::new();
            let mut above = vec![None; groups.iter().max().map_or(0, |&most| most as usize + 1)];
            let mut next_groups = Vec::with_capacity(chains.len());
            for (chain, &group) in chains.iter().zip(&groups) {
                let next = known.len() as u32;
                let parent = *known.entry(&chain[level]).or_insert(next);
                if *above[group as usize].get_or_insert(parent) != parent {
                    return Err("a group of its hierarchy has two parents");
                }
                next_groups.push(parent);
            }
            parents.push(
                above
                    .into_iter()
                    .map(|parent| parent.unwrap_or(0))
                    .collect(),
            );
            groups = next_groups;
        }
        if groups.iter().any(|&group| group != 0) || depth == 1 && chains.len() > 1 {
            return Err("its hierarchy has no single top");
        }
        Ok(Self {
            parents,
            counts: Vec::new(),
        })
    }

    fn filled(mut self, counts: &[u64]) -> Self {
        self.counts = vec![counts.to_vec()];
        for parents in &self.parents {
            let below = &self.counts[self.counts.len() - 1];
            let groups = parents.iter().max().map_or(0, |&most| most as usize + 1);
            let mut sums = vec![0; groups];
            for (&parent, count) in parents.iter().zip(below) {
                sums[parent as usize] += count;
            }
            self.counts.push(sums);
        }
        self
    }

    fn height(&self) -> u128 {
        self.parents.len().max(1) as u128
    }

    /// From the bottom up: in every group, what its parts have too much of meets what others of its parts lack,
    /// and is moved as far as the group is high. Twice that, to stay with whole numbers.
    fn work(&self, class: &[(u32, u32)], size: u64, release: &Release) -> u128 {
        let mut parts: Vec<(u32, i128)> = class
            .iter()
            .map(|&(value, count)| (value, release.surplus(value, count, size)))
            .collect();
        let mut work = 0;
        for (level, parents) in self.parents.iter().enumerate() {
            parts.sort_unstable_by_key(|&(group, _)| parents[group as usize]);
            let mut groups: Vec<(u32, i128)> = Vec::new();
            for run in parts.chunk_by(|a, b| parents[a.0 as usize] == parents[b.0 as usize]) {
                let group = parents[run[0].0 as usize];
                let mut elsewhere = self.counts[level + 1][group as usize];
                let (mut moved, mut net) = (0u128, 0i128);
                for &(part, surplus) in run {
                    moved += surplus.unsigned_abs();
                    net += surplus;
                    elsewhere -= self.counts[level][part as usize];
                }
                // The parts that the class has nothing of lack all that the release has in them.
                let lack = i128::from(elsewhere) * i128::from(size);
                moved += lack.unsigned_abs();
                net -= lack;
                work += (moved - net.unsigned_abs()) * (level as u128 + 1);
                groups.push((group, net));
            }
            parts = groups;
        }
        work
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(release: &Release, class: &[(u32, u32)]) -> f64 {
        let distance = release.distance(class);
        distance.numerator as f64 / distance.denominator as f64
    }

    /// Li, Li and Venkatasubramanian: salaries 3k to 11k.
    #[test]
    fn the_paper_that_introduced_it() {
        let salaries = Release::ordered(vec![1; 9], &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert!((of(&salaries, &[(0, 1), (1, 1), (2, 1)]) - 0.375).abs() < 1e-12);
        // {6k, 8k, 11k}
        assert!((of(&salaries, &[(3, 1), (5, 1), (8, 1)]) - 1.0 / 6.0).abs() < 1e-12);
        let equal = Release::equal(vec![1; 9]);
        assert!((of(&equal, &[(0, 1), (1, 1), (2, 1)]) - 6.0 / 9.0).abs() < 1e-12);
    }

    #[test]
    fn a_tree_moves_as_far_as_values_meet() {
        let chains: Vec<Vec<String>> = [["a", "x", "*"], ["b", "x", "*"], ["c", "y", "*"]]
            .map(|chain| chain.map(str::to_owned).to_vec())
            .to_vec();
        let chains: Vec<&[String]> = chains.iter().map(Vec::as_slice).collect();
        let tree = || Tree::new(&chains).unwrap();
        let release = Release::tree(vec![1, 1, 2], tree());
        // A quarter goes from a to b at half the height, a half from a to c at the full.
        assert!((of(&release, &[(0, 1)]) - (0.25 * 0.5 + 0.5)).abs() < 1e-12);
        assert_eq!(of(&release, &[(0, 1), (1, 1), (2, 2)]), 0.0);
        assert!(Tree::new(&[]).is_err());
        assert!(Tree::new(&chains[..1]).is_ok());
    }
}
