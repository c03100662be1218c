//! The order of released rows: random to the eye, and a function of what is released and of what the releaser declares.
//!
//! A row has a fingerprint of what it shows ([`content`]); rows that show the same are counted. Where a row comes to stand
//! follows from its fingerprint and its count under a key, which is made of the declared settings, the recipient and all
//! rows together. So the order tells nothing that the rows do not tell: nothing of the order of the input, and nothing of
//! the order of another release of the same people.

pub mod content;
mod declared;
mod sorted;

pub use content::Fingerprint;
pub use declared::DeclaredDigest;
pub use sorted::part_of;

use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use sorted::sorted;

/// How many rows are looked at between two looks at the progress.
const STRIDE: usize = 1 << 14;

/// All rows of a release together, in whatever order they come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Multiset {
    rows: u64,
    sum: u128,
}

impl Multiset {
    /// Whoever shows nothing has no row in a file with a row for each thing, and counts for nothing.
    pub fn add(&mut self, content: Fingerprint) {
        if content == 0 {
            return;
        }
        // A fingerprint is a sum of those of its cells, so a plain sum would know the columns and not the rows.
        let mut hasher = Sha256::new();
        hasher.update(b"cloakroom released row 2\n");
        hasher.update(content.to_le_bytes());
        self.rows += 1;
        self.sum = self.sum.wrapping_add(first_half(hasher));
    }

    #[must_use]
    fn and(self, other: Self) -> Self {
        Self {
            rows: self.rows + other.rows,
            sum: self.sum.wrapping_add(other.sum),
        }
    }
}

/// Where the rows of one release come to stand.
#[derive(Clone, Debug)]
pub struct Places(Sha256);

impl Places {
    pub fn new(declared: &DeclaredDigest, all: &Multiset) -> Self {
        let mut key = Sha256::new();
        key.update(b"cloakroom key of a row order 2\n");
        key.update(declared.0);
        key.update(all.rows.to_le_bytes());
        key.update(all.sum.to_le_bytes());
        // One whole block, so that every place costs one more.
        let mut keyed = Sha256::new();
        keyed.update(key.finalize());
        keyed.update([0; 32]);
        Self(keyed)
    }

    /// Rows stand in the order of these numbers; `copy` says how many rows that show the same were counted before.
    pub fn of(&self, content: Fingerprint, copy: u32) -> u128 {
        let mut hasher = self.0.clone();
        hasher.update(content.to_le_bytes());
        hasher.update(copy.to_le_bytes());
        first_half(hasher)
    }
}

fn first_half(hasher: Sha256) -> u128 {
    let digest = hasher.finalize();
    digest[..16]
        .iter()
        .fold(0, |sum, &byte| sum << 8 | u128::from(byte))
}

/// The order in which rows are released: as they come if nothing is `declared` for their shuffle.
pub fn released_order<E: From<Stopped>>(
    len: usize,
    declared: Option<&DeclaredDigest>,
    contents: impl FnOnce() -> Result<Vec<Fingerprint>, E>,
    progress: &Progress,
) -> Result<Vec<u32>, E> {
    match declared {
        Some(declared) => Ok(order(&contents()?, declared, progress)?),
        None => Ok((0..len as u32).collect()),
    }
}

/// Rows by their places in the order of the release.
fn order(
    contents: &[Fingerprint],
    declared: &DeclaredDigest,
    progress: &Progress,
) -> Result<Vec<u32>, Stopped> {
    let all = contents
        .par_chunks(STRIDE)
        .map(|part| {
            progress.check()?;
            let mut some = Multiset::default();
            part.iter().for_each(|&content| some.add(content));
            Ok(some)
        })
        .try_reduce(Multiset::default, |one, other| Ok(one.and(other)))?;
    let places = Places::new(declared, &all);
    let copies = copies(contents, progress)?;
    let mut keys = vec![0; contents.len()];
    keys.par_chunks_mut(STRIDE)
        .zip(contents.par_chunks(STRIDE).zip(copies.par_chunks(STRIDE)))
        .try_for_each(|(keys, (contents, copies))| {
            progress.check()?;
            for ((key, &content), &copy) in keys.iter_mut().zip(contents).zip(copies) {
                *key = places.of(content, copy);
            }
            Ok(())
        })?;
    sorted(&keys, progress)
}

/// How many equal rows come before each.
fn copies(contents: &[Fingerprint], progress: &Progress) -> Result<Vec<u32>, Stopped> {
    let mut copies = vec![0; contents.len()];
    let together = sorted(contents, progress)?;
    for pair in together.windows(2) {
        let (before, row) = (pair[0] as usize, pair[1] as usize);
        if contents[before] == contents[row] {
            copies[row] = copies[before] + 1;
        }
    }
    Ok(copies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::{Kind, Settings};

    fn declared(seed: u64) -> DeclaredDigest {
        let mut settings = Settings::default();
        settings.method.seed = seed;
        DeclaredDigest::of(&settings, Kind::Microdata, None).unwrap()
    }

    fn contents(texts: &[&str]) -> Vec<Fingerprint> {
        texts.iter().map(|text| content::cell(0, text)).collect()
    }

    fn shown<'a>(texts: &[&'a str], seed: u64) -> Vec<&'a str> {
        let order = order(&contents(texts), &declared(seed), &Progress::default()).unwrap();
        let mut rows = order.clone();
        rows.sort_unstable();
        assert_eq!(rows, (0..texts.len() as u32).collect::<Vec<_>>());
        order.iter().map(|&row| texts[row as usize]).collect()
    }

    #[test]
    fn the_order_is_one_of_the_rows_and_not_of_the_input() {
        let texts = ["a", "b", "b", "c", "a", "d", "b", "e"];
        let expected = shown(&texts, 1);
        let mut turned = texts;
        for _ in 0..texts.len() {
            turned.rotate_left(1);
            assert_eq!(shown(&turned, 1), expected);
        }
        turned.reverse();
        assert_eq!(shown(&turned, 1), expected);
        assert_ne!(shown(&texts, 2), expected);
    }

    #[test]
    fn releases_of_years_ago_come_out_the_same() {
        let texts = ["a", "b", "b", "c", "a", "d", "b", "e"];
        let order = order(
            &contents(&texts),
            &DeclaredDigest([7; 32]),
            &Progress::default(),
        )
        .unwrap();
        let shown: Vec<&str> = order.iter().map(|&row| texts[row as usize]).collect();
        assert_eq!(shown, ["c", "e", "b", "a", "a", "d", "b", "b"]);
    }

    #[test]
    fn another_row_gives_the_others_another_order() {
        let texts: Vec<String> = (0..40).map(|n| n.to_string()).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let all = shown(&texts, 1);
        let fewer = shown(&texts[..39], 1);
        let kept: Vec<&str> = all.into_iter().filter(|&text| text != "39").collect();
        assert_ne!(kept, fewer);
    }

    #[test]
    fn every_place_is_as_likely_as_any_other() {
        let texts = ["a", "b", "c", "d", "e"];
        let mut first = [0u32; 5];
        for seed in 0..5_000 {
            let shown = shown(&texts, seed);
            first[texts.iter().position(|text| *text == shown[0]).unwrap()] += 1;
        }
        assert!(
            first.iter().all(|&count| (850..1150).contains(&count)),
            "{first:?}"
        );
    }

    #[test]
    fn nothing_and_one_row_have_one_order() {
        assert!(shown(&[], 1).is_empty());
        assert_eq!(shown(&["a"], 1), ["a"]);
        let as_it_is = released_order::<Stopped>(3, None, || unreachable!(), &Progress::default());
        assert_eq!(as_it_is.unwrap(), [0, 1, 2]);
    }

    #[test]
    fn rows_that_trade_cells_are_another_release() {
        let all = |rows: [[&str; 2]; 2]| {
            let mut all = Multiset::default();
            for [one, other] in rows {
                all.add(content::cell(0, one).wrapping_add(content::cell(1, other)));
            }
            all
        };
        assert_ne!(all([["a", "b"], ["c", "d"]]), all([["a", "d"], ["c", "b"]]));
        assert_eq!(all([["a", "b"], ["c", "d"]]), all([["c", "d"], ["a", "b"]]));
    }

    #[test]
    fn those_who_show_nothing_move_nobody() {
        let some = contents(&["a", "b", "c", "d"]);
        let mut more = some.clone();
        more.insert(1, 0);
        more.push(0);
        let order = |contents: &[Fingerprint]| {
            let order = order(contents, &declared(1), &Progress::default()).unwrap();
            let shown = order.iter().map(|&row| contents[row as usize]);
            shown.filter(|&content| content != 0).collect::<Vec<_>>()
        };
        assert_eq!(order(&more), order(&some));
    }

    #[test]
    fn a_stop_is_heard() {
        let progress = Progress::default();
        progress.stop();
        assert_eq!(
            order(&contents(&["a"]), &declared(1), &progress),
            Err(Stopped)
        );
    }
}
