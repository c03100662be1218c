//! Who is close to whom: the lines of the graph, its components, and a partition into cliques.

use super::points::Points;
use cloakroom_core::progress::{Progress, Stopped};
use rayon::prelude::*;

/// So many lines of a record are drawn at most, those to the most similar ones; a picture with more is
/// black.
const MOST_LINES: usize = 8;
/// Records that are compared before anybody looks whether to stop.
const BATCH: usize = 128;

#[derive(Debug, Default)]
pub struct Close {
    /// By record, those that are close and drawn as such; every component hangs together by them.
    pub lines: Vec<(u32, u32)>,
    /// How many pairs are close, drawn or not.
    pub pairs: u64,
    /// Components in the order of their first record.
    pub component_of: Vec<u32>,
    pub components: usize,
    /// Components of one record.
    pub alone: usize,
}

/// `lines` says whether the lines are wanted, or the components alone.
pub fn compare(
    points: &Points,
    within: u16,
    lines: bool,
    progress: &Progress,
) -> Result<Close, Stopped> {
    progress.stage("comparing people", points.records() as u64);
    let mut forest = Forest::new(points.records());
    let mut bridges = Vec::new();
    let mut close = Close::default();
    for group in &points.groups {
        for (batch, records) in group.chunks(BATCH).enumerate() {
            progress.check()?;
            let first = batch * BATCH;
            if lines {
                let found: Vec<Vec<(u32, u32)>> = records
                    .par_iter()
                    .enumerate()
                    .map(|(at, &record)| all_close(points, group, first + at, record, within))
                    .collect();
                for (&record, mut found) in records.iter().zip(found) {
                    close.take(&mut forest, &mut bridges, record, &mut found);
                }
            } else {
                join(
                    points,
                    group,
                    first..first + records.len(),
                    within,
                    &mut forest,
                );
            }
            progress.advance(records.len() as u64);
        }
    }
    close.keep_together(points.records(), &bridges);
    (close.component_of, close.components) = forest.components();
    close.alone = alone(&close.component_of, close.components);
    Ok(close)
}

fn alone(component_of: &[u32], components: usize) -> usize {
    let mut records = vec![0u32; components];
    for &component in component_of {
        records[component as usize] += 1;
    }
    records.iter().filter(|records| **records == 1).count()
}

/// Everybody close to a record, with how much they differ.
fn all_close(
    points: &Points,
    group: &[u32],
    at: usize,
    record: u32,
    within: u16,
) -> Vec<(u32, u32)> {
    let others = group.iter().enumerate().filter(|(other, _)| *other != at);
    others
        .filter_map(|(_, &other)| Some((points.apart(record, other, within)?, other)))
        .collect()
}

impl Close {
    /// The same among more records, of which these took part; the others are close to nobody.
    pub fn spread(self, records: &[u32], count: usize) -> Self {
        let mut component_of = vec![u32::MAX; count];
        for (&record, &component) in records.iter().zip(&self.component_of) {
            component_of[record as usize] = component;
        }
        let mut components = self.components;
        for component in &mut component_of {
            if *component == u32::MAX {
                *component = components as u32;
                components += 1;
            }
        }
        let whole = |at: u32| records[at as usize];
        Self {
            lines: self
                .lines
                .iter()
                .map(|&(a, b)| (whole(a), whole(b)))
                .collect(),
            pairs: self.pairs,
            alone: alone(&component_of, components),
            component_of,
            components,
        }
    }

    /// The nearest are drawn. `bridges` are lines that would hold everything together.
    fn take(
        &mut self,
        forest: &mut Forest,
        bridges: &mut Vec<(u32, u32)>,
        record: u32,
        found: &mut Vec<(u32, u32)>,
    ) {
        let line = |other: u32| (record.min(other), record.max(other));
        for &(_, other) in found.iter() {
            self.pairs += u64::from(other > record);
            if forest.join(record, other) {
                bridges.push(line(other));
            }
        }
        if found.len() > MOST_LINES {
            found.select_nth_unstable(MOST_LINES);
            found.truncate(MOST_LINES);
        }
        self.lines
            .extend(found.iter().map(|(_, other)| line(*other)));
    }

    /// What hangs together must not fall apart because some of its lines are left away.
    fn keep_together(&mut self, records: usize, bridges: &[(u32, u32)]) {
        let mut drawn = Forest::new(records);
        for &(a, b) in &self.lines {
            drawn.join(a, b);
        }
        let missing = bridges.iter().filter(|(a, b)| drawn.join(*a, *b));
        self.lines.extend(missing.copied().collect::<Vec<_>>());
        self.lines.sort_unstable();
        self.lines.dedup();
    }
}

/// Components alone: those that hang together already are not compared again.
fn join(
    points: &Points,
    group: &[u32],
    batch: std::ops::Range<usize>,
    within: u16,
    forest: &mut Forest,
) {
    for at in batch {
        let record = group[at];
        let mut root = forest.root(record);
        for &other in &group[at + 1..] {
            if forest.root(other) != root && points.apart(record, other, within).is_some() {
                forest.join(record, other);
                root = forest.root(record);
            }
        }
    }
}

/// The partition of the paper on slicing: the first record that is left takes everybody close to it who is
/// close to all that it took before. Cliques in the order of their first record.
pub fn cliques(points: &Points, within: u16, progress: &Progress) -> Result<Vec<u32>, Stopped> {
    const FREE: u32 = u32::MAX;
    let mut clique_of = vec![FREE; points.records()];
    let mut first_of = Vec::new();
    for group in &points.groups {
        for (at, &first) in group.iter().enumerate() {
            if clique_of[first as usize] != FREE {
                continue;
            }
            progress.check()?;
            clique_of[first as usize] = first;
            first_of.push(first);
            // All of a clique are close to each other if its highest and lowest points are.
            let mut low = points.of_record(first).to_vec();
            let mut high = low.clone();
            for &other in &group[at + 1..] {
                let points = points.of_record(other);
                let fits = clique_of[other as usize] == FREE
                    && points
                        .iter()
                        .zip(low.iter().zip(&high))
                        .all(|(&point, (&low, &high))| high.max(point) - low.min(point) <= within);
                if fits {
                    clique_of[other as usize] = first;
                    for (&point, (low, high)) in points.iter().zip(low.iter_mut().zip(&mut high)) {
                        *low = point.min(*low);
                        *high = point.max(*high);
                    }
                }
            }
        }
    }
    first_of.sort_unstable();
    for clique in &mut clique_of {
        *clique = first_of.partition_point(|first| first < clique) as u32;
    }
    Ok(clique_of)
}

/// Records that hang together, each under the smallest.
struct Forest(Vec<u32>);

impl Forest {
    fn new(records: usize) -> Self {
        Self((0..records as u32).collect())
    }

    fn root(&mut self, record: u32) -> u32 {
        let mut at = record as usize;
        while self.0[at] as usize != at {
            self.0[at] = self.0[self.0[at] as usize];
            at = self.0[at] as usize;
        }
        at as u32
    }

    /// Says whether they did not hang together before.
    fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
        a != b
    }

    fn components(mut self) -> (Vec<u32>, usize) {
        let mut number = vec![0u32; self.0.len()];
        let mut count = 0;
        for record in 0..self.0.len() {
            let root = self.root(record as u32) as usize;
            if root == record {
                number[record] = count;
                count += 1;
            } else {
                number[record] = number[root];
            }
        }
        (number, count as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::ratings::Scale;
    use cloakroom_core::stream::Stream;
    use cloakroom_ratings::ratings::{NULL, PreparedRatings, distance};

    fn random(seed: u64) -> (PreparedRatings, Vec<Vec<u16>>) {
        let mut stream = Stream::new(seed, 0);
        let rows: Vec<Vec<u16>> = (0..60)
            .map(|_| {
                (0..3)
                    .map(|_| {
                        if stream.chance(150) {
                            NULL
                        } else {
                            stream.below(5) as u16
                        }
                    })
                    .collect()
            })
            .collect();
        (
            PreparedRatings::from_rows(Scale::default(), &rows, Vec::new()),
            rows,
        )
    }

    fn points(survey: &PreparedRatings) -> Points {
        let people: Vec<u32> = (0..survey.people() as u32).collect();
        Points::of(survey, &people, &Progress::default()).unwrap()
    }

    #[test]
    fn components_and_pairs_are_those_of_the_definition() {
        for seed in 0..20 {
            let (survey, rows) = random(seed);
            for within in 0..4 {
                let points = points(&survey);
                let progress = Progress::default();
                let close = compare(&points, within, true, &progress).unwrap();
                let mut pairs = 0;
                for a in 0..rows.len() {
                    for b in a + 1..rows.len() {
                        if distance(&rows[a], &rows[b], survey.r()) <= within {
                            pairs += 1;
                            assert_eq!(close.component_of[a], close.component_of[b]);
                        }
                    }
                }
                assert_eq!(close.pairs, pairs);
                // What is drawn is close, and holds every component together.
                let mut forest = Forest::new(rows.len());
                for &(a, b) in &close.lines {
                    let (a, b) = (a as usize, b as usize);
                    assert!(distance(&rows[a], &rows[b], survey.r()) <= within);
                    forest.join(a as u32, b as u32);
                }
                assert_eq!(forest.components().0, close.component_of);
                let alone = compare(&points, within, false, &progress).unwrap();
                assert_eq!(alone.component_of, close.component_of);
                assert_eq!(alone.components, close.components);
            }
        }
    }

    #[test]
    fn everybody_in_a_clique_is_close_to_everybody_in_it() {
        for seed in 0..20 {
            let (survey, rows) = random(seed);
            for within in 0..4 {
                let cliques = cliques(&points(&survey), within, &Progress::default()).unwrap();
                for a in 0..rows.len() {
                    for b in 0..rows.len() {
                        let close = distance(&rows[a], &rows[b], survey.r()) <= within;
                        assert!(cliques[a] != cliques[b] || close);
                    }
                }
            }
        }
    }
}
