//! Doubts about columns of a table that is read in batches, out of two samples of bounded size.
//!
//! Of every column that is released as it is, some values are followed: those whose hash is small enough, with all of
//! their records. How many there are tells how many values the whole column has, and whether all records of a value agree
//! in another column tells whether that can be told from it, however many values there are. Of the table some tuples are
//! kept the same way, as a small table that shows the rest. What is small enough is halved whenever there are too many, so
//! the samples do not depend on how the reading is divided. Where a sample leaves room for chance, suspicion decides.

use super::{Asked, Doubt, Looked, Reason, doubts, is_nearly_unique};
use cloakroom_core::batch::{Batch, BatchColumn};
use cloakroom_core::{Column, DictionaryBuilder, Progress, Stopped, Table};
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Values of a column that are followed at most.
const VALUES: usize = 4096;
/// Tuples that are kept at most.
const TUPLES: usize = 10_000;
/// The share of different values from which a column is nearly unique where they were estimated: three standard
/// deviations below that of a count.
const ESTIMATED_UNIQUE: f64 = 0.85;
/// Of the values whose records should differ by chance, no more than this share does if one column tells the other.
const DIFFERING: f64 = 0.1;
/// So many values should differ by chance at least before their agreement says something.
const FEWEST_DIFFERING: f64 = 5.0;
/// Longer texts are cut and told apart by their hash: shapes are seen at the beginning.
const LONGEST: usize = 200;

/// What is kept of everything whose hash is small enough.
#[derive(Debug)]
struct Sample<T> {
    limit: u64,
    most: usize,
    known: HashMap<u64, T, FixedState>,
}

impl<T> Sample<T> {
    fn new(most: usize) -> Self {
        Self {
            limit: u64::MAX,
            most,
            known: HashMap::default(),
        }
    }

    fn takes(&self, hash: u64) -> bool {
        hash <= self.limit
    }

    /// To be called after something was added.
    fn bound(&mut self) {
        while self.known.len() > self.most {
            self.limit /= 2;
            let limit = self.limit;
            self.known.retain(|&hash, _| hash <= limit);
        }
    }

    /// The share of all hashes that are small enough.
    fn share(&self) -> f64 {
        self.limit as f64 / u64::MAX as f64
    }
}

/// The records of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Followed {
    records: u64,
    /// The least and the largest hash of their values in each identifying column.
    range: Vec<(u64, u64)>,
}

/// One column that is released as it is.
#[derive(Debug)]
struct Kept {
    values: Sample<Followed>,
    /// Records that have a value.
    filled: u64,
}

/// A tuple of the small table: the texts of all columns that are looked at.
#[derive(Debug)]
struct Tuple {
    texts: Box<[Box<str>]>,
    records: u32,
}

/// Takes batches in any order and from several threads.
#[derive(Debug)]
pub struct Sketch {
    asked: Asked,
    kept: Vec<Mutex<Kept>>,
    tuples: Mutex<Sample<Tuple>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sketch {
    pub fn new(asked: Asked) -> Self {
        let kept = asked.kept.iter().map(|_| {
            Mutex::new(Kept {
                values: Sample::new(VALUES),
                filled: 0,
            })
        });
        Self {
            kept: kept.collect(),
            tuples: Mutex::new(Sample::new(TUPLES)),
            asked,
        }
    }

    /// The columns that a batch must have, in this order.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.asked.kept.iter().chain(&self.asked.identifying)
    }

    /// `places` are those of its columns in the batch, in the order of their names.
    pub fn add(&self, batch: &Batch, places: &[usize]) {
        let hasher = FixedState::default();
        let hashed = places.iter().map(|&place| {
            let column = &batch.columns[place];
            let texts = column.values.iter();
            Hashed {
                column,
                hashes: texts.map(|text| hasher.hash_one(text)).collect(),
            }
        });
        let columns: Vec<Hashed<'_>> = hashed.collect();
        let (own, identifying) = columns.split_at(self.kept.len());
        for (kept, column) in self.kept.iter().zip(own) {
            follow(kept, column, identifying);
        }
        self.keep_tuples(batch.rows, &columns, &hasher);
    }

    fn keep_tuples(&self, rows: usize, columns: &[Hashed<'_>], hasher: &FixedState) {
        let limit = locked(&self.tuples).limit;
        let mut found: HashMap<u64, (usize, u32), FixedState> = HashMap::default();
        let mut tuple = vec![0; columns.len()];
        for row in 0..rows {
            for (cell, column) in tuple.iter_mut().zip(columns) {
                *cell = column.hash(row);
            }
            let hash = hasher.hash_one(&tuple);
            if hash <= limit {
                found.entry(hash).or_insert((row, 0)).1 += 1;
            }
        }
        let mut tuples = locked(&self.tuples);
        for (hash, (row, records)) in found {
            if !tuples.takes(hash) {
                continue;
            }
            let known = tuples.known.entry(hash).or_insert_with(|| Tuple {
                texts: columns
                    .iter()
                    .map(|Hashed { column, .. }| {
                        short(column.values.get(column.codes[row]), hasher)
                    })
                    .collect(),
                records: 0,
            });
            known.records = known.records.saturating_add(records);
            tuples.bound();
        }
    }

    /// What the samples say of the whole table.
    pub fn finish(self, progress: &Progress) -> Result<Looked, Stopped> {
        progress.check()?;
        let tuples = self
            .tuples
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let is_whole = tuples.limit == u64::MAX;
        let names: Vec<&String> = self
            .asked
            .kept
            .iter()
            .chain(&self.asked.identifying)
            .collect();
        let Some(table) = small_table(&names, tuples) else {
            let asked = self.asked;
            return Ok(Looked {
                doubts: Vec::new(),
                asked,
            });
        };
        let mut found = doubts(&table, &self.asked, progress)?;
        for doubt in &mut found {
            // A value that is alone among some records need not be alone among all, and tells nothing here.
            let column = table.column(&doubt.column);
            let is_sure = is_whole || column.is_some_and(has_company);
            doubt.reasons.retain(|reason| match reason {
                Reason::NearlyUnique => false,
                Reason::Tells { with, .. } => is_sure || !with.is_empty(),
                Reason::LooksLike(_) | Reason::NameSays(_) => true,
            });
        }
        let mut all = Vec::new();
        for (name, kept) in self.asked.kept.iter().zip(self.kept) {
            progress.check()?;
            let kept = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
            let seen = found.iter_mut().find(|doubt| doubt.column == *name);
            let mut reasons =
                seen.map_or_else(Vec::new, |doubt| std::mem::take(&mut doubt.reasons));
            if kept.is_nearly_unique() {
                reasons.insert(0, Reason::NearlyUnique);
            }
            for (at, of) in self.asked.identifying.iter().enumerate() {
                let tells = |reason: &Reason| matches!(reason, Reason::Tells { of: told, .. } if told == of);
                let is_known = reasons.iter().any(tells);
                let other = table.column(of).filter(|_| !is_known);
                if other.is_some_and(|other| kept.agrees_with(at, other)) {
                    reasons.push(Reason::Tells {
                        of: of.clone(),
                        with: Vec::new(),
                    });
                }
            }
            if !reasons.is_empty() {
                all.push(Doubt {
                    column: name.clone(),
                    reasons,
                });
            }
        }
        Ok(Looked {
            asked: self.asked,
            doubts: all,
        })
    }
}

/// A column of a batch with the hash of each of its values.
struct Hashed<'a> {
    column: &'a BatchColumn,
    hashes: Vec<u64>,
}

impl Hashed<'_> {
    fn hash(&self, row: usize) -> u64 {
        self.hashes[self.column.codes[row] as usize]
    }
}

fn follow(kept: &Mutex<Kept>, own: &Hashed<'_>, others: &[Hashed<'_>]) {
    let limit = locked(kept).values.limit;
    let column = own.column;
    let missing = column.values.find("");
    let mut filled = 0;
    let mut found: HashMap<u64, Followed, FixedState> = HashMap::default();
    for (row, &code) in column.codes.iter().enumerate() {
        if Some(code) == missing {
            continue;
        }
        filled += 1;
        let hash = own.hashes[code as usize];
        if hash > limit {
            continue;
        }
        let seen = others.iter().map(|other| other.hash(row));
        let followed = found
            .entry(hash)
            .or_insert_with(|| Followed::none(others.len()));
        followed.records += 1;
        for (range, hash) in followed.range.iter_mut().zip(seen) {
            *range = (range.0.min(hash), range.1.max(hash));
        }
    }
    let mut kept = locked(kept);
    kept.filled += filled;
    for (hash, new) in found {
        if !kept.values.takes(hash) {
            continue;
        }
        let others = new.range.len();
        let known = kept.values.known.entry(hash);
        known.or_insert_with(|| Followed::none(others)).absorb(&new);
        kept.values.bound();
    }
}

impl Followed {
    fn none(others: usize) -> Self {
        Self {
            records: 0,
            range: vec![(u64::MAX, 0); others],
        }
    }

    fn absorb(&mut self, other: &Self) {
        self.records += other.records;
        for (range, other) in self.range.iter_mut().zip(&other.range) {
            *range = (range.0.min(other.0), range.1.max(other.1));
        }
    }
}

impl Kept {
    fn is_nearly_unique(&self) -> bool {
        let values = self.values.known.len();
        if self.values.limit == u64::MAX {
            return is_nearly_unique(values, self.filled as usize);
        }
        values as f64 / self.values.share() >= ESTIMATED_UNIQUE * self.filled as f64
    }

    /// Whether records of the same value agree in another column, far more often than records drawn by chance would.
    fn agrees_with(&self, at: usize, other: &Column) -> bool {
        let counts = other.counts();
        let all: f64 = counts.iter().map(|&count| f64::from(count)).sum();
        let shares: Vec<f64> = counts.iter().map(|&count| f64::from(count) / all).collect();
        let mut by_size: HashMap<u64, (f64, f64), FixedState> = HashMap::default();
        for followed in self.values.known.values().filter(|value| value.records > 1) {
            let sizes = by_size.entry(followed.records).or_default();
            sizes.0 += 1.0;
            sizes.1 += f64::from(followed.range[at].0 != followed.range[at].1);
        }
        let (mut expected, mut differing) = (0.0, 0.0);
        for (&records, &(values, different)) in &by_size {
            let power = records.min(i32::MAX as u64) as i32;
            let agree: f64 = shares.iter().map(|share| share.powi(power)).sum();
            expected += values * (1.0 - agree);
            differing += different;
        }
        expected >= FEWEST_DIFFERING && differing <= DIFFERING * expected
    }
}

/// Whether a value has two records and more, on average.
fn has_company(column: &Column) -> bool {
    let records: usize = column.counts().iter().map(|&count| count as usize).sum();
    column.distinct() * 2 <= records.saturating_sub(column.nulls())
}

fn short(text: &str, hasher: &FixedState) -> Box<str> {
    if text.len() <= LONGEST {
        return text.into();
    }
    let beginning: String = text.chars().take(LONGEST / 4).collect();
    format!("{beginning} {:x}", hasher.hash_one(text)).into()
}

/// The kept tuples as a table whose rows stand for as many records; `None` if there are none.
fn small_table(names: &[&String], tuples: Sample<Tuple>) -> Option<Table> {
    let mut rows: Vec<(u64, Tuple)> = tuples.known.into_iter().collect();
    if rows.is_empty() {
        return None;
    }
    rows.sort_unstable_by_key(|&(hash, _)| hash);
    let weights: Arc<[u32]> = rows.iter().map(|(_, tuple)| tuple.records).collect();
    let mut columns = Vec::with_capacity(names.len());
    for (at, &name) in names.iter().enumerate() {
        let mut known = DictionaryBuilder::default();
        let codes = rows.iter().map(|(_, tuple)| known.intern(&tuple.texts[at]));
        let codes: Vec<u32> = codes.collect::<Result<_, _>>().ok()?;
        let null = known.find("");
        let weights = Some(weights.clone());
        columns.push(Column::weighed(
            name.as_str(),
            known.finish(),
            codes,
            null,
            weights,
        ));
    }
    Table::new(columns).ok()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{chance, drawn};
    use super::*;
    use cloakroom_core::Dictionary;
    use proptest::prelude::*;

    fn column(texts: &[String]) -> BatchColumn {
        let mut known = DictionaryBuilder::default();
        let codes = texts
            .iter()
            .map(|text| known.intern(text).unwrap())
            .collect();
        let values: Dictionary = known.finish();
        BatchColumn { values, codes }
    }

    /// What is found of columns that are read in batches of so many records.
    fn found(kept: &[(&str, &[String])], identifying: &[(&str, &[String])], size: usize) -> Looked {
        let names = |columns: &[(&str, &[String])]| {
            let names = columns.iter().map(|(name, _)| (*name).to_owned());
            names.collect::<Vec<_>>()
        };
        let asked = Asked {
            kept: names(kept),
            identifying: names(identifying),
        };
        let sketch = Sketch::new(asked);
        let all: Vec<&[String]> = kept
            .iter()
            .chain(identifying)
            .map(|(_, texts)| *texts)
            .collect();
        let rows = all[0].len();
        let starts: Vec<usize> = (0..rows).step_by(size).collect();
        // Not in the order of the file.
        for (number, &start) in starts.iter().enumerate().rev() {
            let end = rows.min(start + size);
            let batch = Batch {
                number: number as u32,
                rows: end - start,
                columns: all.iter().map(|texts| column(&texts[start..end])).collect(),
            };
            let places: Vec<usize> = (0..all.len()).collect();
            sketch.add(&batch, &places);
        }
        sketch.finish(&Progress::default()).unwrap()
    }

    fn names(looked: &Looked) -> Vec<(&str, &[Reason])> {
        let doubts = looked.doubts.iter();
        doubts
            .map(|doubt| (doubt.column.as_str(), doubt.reasons.as_slice()))
            .collect()
    }

    fn tells(of: &str) -> Vec<Reason> {
        vec![Reason::Tells {
            of: of.to_owned(),
            with: Vec::new(),
        }]
    }

    #[test]
    fn many_values_are_told_from_nearly_unique_ones() {
        let rows = 300_000;
        let unique: Vec<String> = (0..rows).map(|row| format!("u{row}")).collect();
        let twice: Vec<String> = (0..rows).map(|row| format!("t{}", row / 2)).collect();
        let few = drawn(rows, 3, 50);
        let kept: [(&str, &[String]); 3] = [("unique", &unique), ("twice", &twice), ("few", &few)];
        let looked = found(&kept, &[], 70_000);
        assert_eq!(names(&looked), [("unique", &[Reason::NearlyUnique][..])]);
    }

    #[test]
    fn columns_with_many_values_tell_if_their_records_agree() {
        let rows = 200_000;
        // A number of people with four records each, and where they live.
        let person: Vec<String> = (0..rows).map(|row| format!("p{}", row / 4)).collect();
        let chip: Vec<String> = (0..rows)
            .map(|row| format!("c{}", (row / 4) * 7 % 50_000))
            .collect();
        let town: Vec<String> = (0..rows)
            .map(|row| chance(row / 4, 5, 30).to_string())
            .collect();
        let device = drawn(rows, 8, 50_000);
        let rare: Vec<String> = (0..rows)
            .map(|row| u64::from(chance(row, 9, 50) == 0).to_string())
            .collect();
        let kept: [(&str, &[String]); 2] = [("chip", &chip), ("device", &device)];
        let looked = found(
            &kept,
            &[("person", &person), ("town", &town), ("rare", &rare)],
            30_000,
        );
        let mut both = tells("person");
        both.extend(tells("town"));
        assert_eq!(names(&looked), [("chip", both.as_slice())]);
    }

    #[test]
    fn copies_parts_and_looks_are_seen_in_the_small_table() {
        let rows = 120_000;
        let (day, month) = (drawn(rows, 1, 28), drawn(rows, 2, 12));
        let born: Vec<String> = (0..rows)
            .map(|row| format!("{}.{}.", day[row], month[row]))
            .collect();
        let zip = drawn(rows, 4, 90);
        let nearly: Vec<String> = (0..rows)
            .map(|row| match chance(row, 6, 100) {
                0 => "elsewhere".to_owned(),
                _ => format!("z{}", zip[row]),
            })
            .collect();
        let mail: Vec<String> = (0..rows)
            .map(|row| format!("m{}@example.org", row % 3_000))
            .collect();
        let plain = drawn(rows, 11, 7);
        let kept: [(&str, &[String]); 5] = [
            ("d", &day),
            ("m", &month),
            ("nearly", &nearly),
            ("contact", &mail),
            ("ward", &plain),
        ];
        let looked = found(&kept, &[("born", &born), ("zip", &zip)], 9_000);
        let told: Vec<&str> = looked
            .doubts
            .iter()
            .map(|doubt| doubt.column.as_str())
            .collect();
        assert_eq!(told, ["d", "m", "nearly", "contact"]);
        assert_eq!(looked.doubts[2].reasons, tells("zip"));
        assert_eq!(
            looked.doubts[3].reasons,
            [Reason::LooksLike("e-mail addresses")]
        );
        let together = Reason::Tells {
            of: "born".into(),
            with: vec!["m".into()],
        };
        assert_eq!(looked.doubts[0].reasons, [together]);
    }

    #[test]
    fn a_table_without_records_is_not_doubted() {
        let sketch = Sketch::new(Asked {
            kept: vec!["a".into()],
            identifying: Vec::new(),
        });
        assert_eq!(sketch.finish(&Progress::default()).unwrap().doubts, []);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn small_tables_are_seen_whole_however_they_are_divided(
            values in prop::collection::vec((0u8..5, 0u8..40, 0u8..4), 1..120),
            size in 1usize..50,
        ) {
            let texts = |pick: fn(&(u8, u8, u8)) -> u8| -> Vec<String> {
                values.iter().map(|row| match pick(row) { 0 => String::new(), other => other.to_string() }).collect()
            };
            let (a, b, q) = (texts(|row| row.0), texts(|row| row.1), texts(|row| row.2));
            let looked = found(&[("a", &a), ("b", &b)], &[("q", &q)], size);
            let columns = [("a", &a), ("b", &b), ("q", &q)];
            let columns = columns.map(|(name, texts)| Column::from_texts(name, texts).unwrap());
            let table = Table::new(columns.to_vec()).unwrap();
            let whole = doubts(&table, &looked.asked, &Progress::default()).unwrap();
            // Suspicion may go further, and never less far.
            for doubt in &whole {
                let seen = looked.doubts.iter().find(|other| other.column == doubt.column);
                let seen = seen.map_or(&[][..], |other| &other.reasons);
                prop_assert!(doubt.reasons.iter().all(|reason| seen.contains(reason)), "{doubt:?}: {looked:?}");
            }
            let again = found(&[("a", &a), ("b", &b)], &[("q", &q)], values.len());
            prop_assert_eq!(looked, again);
        }
    }
}
