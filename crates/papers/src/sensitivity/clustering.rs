//! Greedy (p, k)-clustering after Truta, Campan and Meyer, "Generating Microdata with p-Sensitive k-Anonymity Property": the
//! baseline of Figures 3.4 and 3.5. The thesis only cites it; this follows what is known of it, not the paper itself.
//!
//! A cluster begins with the record that is farthest from the one before. Until it has p different values, the record is
//! taken that brings a new one at the least cost; from then on the record that costs least, until there are k. What is
//! left in the end goes where it costs least. The cost of a cluster is its size times how high its columns stand, each as a
//! share of its hierarchy. k-member clustering is another algorithm: it knows no p while it chooses.

use cloakroom_core::{PreparedTable, Progress, Stopped};

/// Records, and the level of every quasi-identifier at which they look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    pub records: Vec<u32>,
    pub levels: Vec<u32>,
}

struct Space<'a> {
    /// By column and level, the group of every code.
    groups: Vec<Vec<&'a [u32]>>,
    /// By column, the code of every record.
    codes: Vec<&'a [u32]>,
    secret: &'a [u32],
}

impl<'a> Space<'a> {
    fn new(prepared: &'a PreparedTable<'a>) -> Option<Self> {
        let groups = prepared.quasi.iter().map(|quasi| {
            let levels = quasi.hierarchy.levels().iter();
            levels.map(|level| level.group_of.as_slice()).collect()
        });
        Some(Self {
            groups: groups.collect(),
            codes: prepared
                .quasi
                .iter()
                .map(|quasi| quasi.column.codes())
                .collect(),
            secret: prepared.sensitive.first()?.column.codes(),
        })
    }

    /// The least level from `from` on at which a record looks like another one.
    fn level(&self, column: usize, from: u32, one: u32, other: u32) -> u32 {
        let codes = self.codes[column];
        let (one, other) = (codes[one as usize], codes[other as usize]);
        let levels = &self.groups[column];
        let mut at = from;
        while levels[at as usize][one as usize] != levels[at as usize][other as usize] {
            at += 1;
        }
        at
    }

    fn height(&self, column: usize) -> f64 {
        (self.groups[column].len().max(2) - 1) as f64
    }

    /// What a cluster costs for each of its records with one record more.
    fn cost(&self, levels: &[u32], first: u32, more: u32) -> f64 {
        (0..levels.len())
            .map(|column| {
                let level = self.level(column, levels[column], first, more);
                f64::from(level) / self.height(column)
            })
            .sum()
    }

    fn raise(&self, levels: &mut [u32], first: u32, more: u32) {
        for (column, level) in levels.iter_mut().enumerate() {
            *level = self.level(column, *level, first, more);
        }
    }

    fn cost_now(&self, levels: &[u32]) -> f64 {
        let each = levels.iter().enumerate();
        each.map(|(column, &level)| f64::from(level) / self.height(column))
            .sum()
    }
}

/// All records in clusters of at least k with at least p different values of the first sensitive column; `None` where the
/// table has fewer of either, or nothing sensitive.
pub fn clustered(
    prepared: &PreparedTable<'_>,
    k: usize,
    p: usize,
    progress: &Progress,
) -> Result<Option<Vec<Cluster>>, Stopped> {
    let Some(space) = Space::new(prepared) else {
        return Ok(None);
    };
    let mut open: Vec<u32> = (0..prepared.rows() as u32).collect();
    progress.stage("clustering", open.len() as u64);
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut before = open.first().copied().unwrap_or(0);
    let fresh = vec![0; space.codes.len()];
    let mut left = Vec::new();
    while !open.is_empty() {
        progress.check()?;
        let seed = farthest(&space, &open, &fresh, before);
        before = open.swap_remove(seed);
        let mut cluster = Cluster {
            records: vec![before],
            levels: fresh.clone(),
        };
        let mut shown = vec![space.secret[before as usize]];
        while cluster.records.len() < k || shown.len() < p {
            let wants_new = shown.len() < p;
            let Some(at) = cheapest(&space, &open, &cluster, wants_new.then_some(&shown)) else {
                break;
            };
            let record = open.swap_remove(at);
            space.raise(&mut cluster.levels, before, record);
            cluster.records.push(record);
            let value = space.secret[record as usize];
            if !shown.contains(&value) {
                shown.push(value);
            }
        }
        progress.advance(cluster.records.len() as u64);
        if cluster.records.len() >= k && shown.len() >= p {
            clusters.push(cluster);
        } else {
            left.extend(cluster.records);
        }
    }
    if clusters.is_empty() {
        return Ok(None);
    }
    for record in left {
        progress.check()?;
        join(&space, &mut clusters, record);
    }
    Ok(Some(clusters))
}

/// The place of the record that has least in common with another one; the first of several.
fn farthest(space: &Space<'_>, open: &[u32], fresh: &[u32], from: u32) -> usize {
    let costs = open.iter().map(|&record| space.cost(fresh, from, record));
    let mut best = (0, f64::NEG_INFINITY);
    for (at, cost) in costs.enumerate() {
        if cost > best.1 {
            best = (at, cost);
        }
    }
    best.0
}

/// The place of the record that raises a cluster least, of those with a value that is not shown yet if that is wanted.
fn cheapest(
    space: &Space<'_>,
    open: &[u32],
    cluster: &Cluster,
    shown: Option<&Vec<u32>>,
) -> Option<usize> {
    let first = cluster.records[0];
    let mut best: Option<(usize, f64)> = None;
    for (at, &record) in open.iter().enumerate() {
        if shown.is_some_and(|shown| shown.contains(&space.secret[record as usize])) {
            continue;
        }
        let cost = space.cost(&cluster.levels, first, record);
        if best.is_none_or(|(_, least)| cost < least) {
            best = Some((at, cost));
        }
    }
    best.map(|(at, _)| at)
}

/// Puts a record where all records of the cluster together lose least by it.
fn join(space: &Space<'_>, clusters: &mut [Cluster], record: u32) {
    let mut best = (0, f64::INFINITY);
    for (at, cluster) in clusters.iter().enumerate() {
        let size = cluster.records.len() as f64;
        let after = space.cost(&cluster.levels, cluster.records[0], record) * (size + 1.0);
        let more = after - space.cost_now(&cluster.levels) * size;
        if more < best.1 {
            best = (at, more);
        }
    }
    let cluster = &mut clusters[best.0];
    let first = cluster.records[0];
    space.raise(&mut cluster.levels, first, record);
    cluster.records.push(record);
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::{Column, Hierarchy, Role, Settings, Stream, Table};
    use std::collections::BTreeSet;
    use std::sync::Arc;

    fn with<T>(rows: u64, values: u32, work: impl FnOnce(&PreparedTable<'_>) -> T) -> T {
        let mut stream = Stream::new(3, 0);
        let mut drawn = |below: u32| -> Vec<String> {
            let cells = (0..rows).map(|_| (10 + stream.below(below)).to_string());
            cells.collect()
        };
        let columns = vec![
            Column::from_texts("zip", drawn(60)).unwrap(),
            Column::from_texts("age", drawn(40)).unwrap(),
            Column::from_texts("illness", drawn(values)).unwrap(),
        ];
        let table = Table::new(columns).unwrap();
        let mut settings = Settings::default();
        let mut hierarchies = cloakroom_core::hierarchy::Hierarchies::new();
        for column in &table.columns()[..2] {
            settings.roles.set(column.name(), Some(Role::Quasi));
            let mask = Hierarchy::mask(column, 2).unwrap();
            hierarchies.insert(column.name().to_owned(), Arc::new(mask));
        }
        settings.roles.set("illness", Some(Role::Sensitive));
        work(&PreparedTable::new(&table, &settings, &hierarchies).unwrap())
    }

    #[test]
    fn every_cluster_has_k_records_and_p_values_and_looks_alike() {
        with(200, 4, |prepared| {
            let found = clustered(prepared, 5, 3, &Progress::default());
            let clusters = found.unwrap().unwrap();
            let mut all: Vec<u32> = Vec::new();
            let secret = prepared.sensitive[0].column.codes();
            for cluster in &clusters {
                assert!(cluster.records.len() >= 5);
                let values: BTreeSet<u32> = cluster
                    .records
                    .iter()
                    .map(|&at| secret[at as usize])
                    .collect();
                assert!(values.len() >= 3);
                for (quasi, &level) in prepared.quasi.iter().zip(&cluster.levels) {
                    let group = &quasi.hierarchy.levels()[level as usize].group_of;
                    let groups: BTreeSet<u32> = cluster
                        .records
                        .iter()
                        .map(|&at| group[quasi.column.codes()[at as usize] as usize])
                        .collect();
                    assert_eq!(groups.len(), 1);
                }
                all.extend(&cluster.records);
            }
            all.sort_unstable();
            assert_eq!(all, (0..200).collect::<Vec<u32>>());
        });
    }

    #[test]
    fn what_cannot_be_is_none() {
        with(20, 2, |prepared| {
            let none = |k, p| {
                clustered(prepared, k, p, &Progress::default())
                    .unwrap()
                    .is_none()
            };
            assert!(none(21, 1) && none(2, 3));
            assert!(!none(20, 2));
        });
    }
}
