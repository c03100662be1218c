//! Counts a released file: everything that may be told of a release.

use crate::declaration::{Counts, Declaration, Kind};
use crate::figures::Figures;
use crate::problem::{Failure, Problem};
use crate::table::Marked;
use crate::verdict::Verdict;
use crate::watch::Watch;
use crate::{ratings, table, transactions};
use std::collections::BTreeMap;
use std::path::Path;

/// Rows that break a promise are listed up to here.
pub(crate) const MOST_LISTED: usize = 1_000_000;

/// What a released file shows under a declaration.
#[derive(Clone, Debug)]
pub struct Found {
    pub figures: Figures,
    pub verdicts: Vec<Verdict>,
    /// Data rows counted from 0; of long ratings and baskets, people and baskets.
    pub violating_rows: Vec<u64>,
    /// How many more there are.
    pub unlisted_rows: u64,
    /// Of the file's bytes, as they were counted.
    pub sha256: String,
    /// What looks wrong with what the declaration calls harmless.
    pub warnings: Vec<String>,
    /// Where file and declaration do not belong together.
    pub faults: Vec<String>,
    /// What to know of promises that hold.
    pub notes: Vec<String>,
    /// Promises that hold whatever anybody is like, one sentence each.
    pub empty: Vec<String>,
    pub(crate) marked: Marked,
}

impl Found {
    pub(crate) fn new(sha256: String) -> Self {
        Self {
            figures: Figures::default(),
            verdicts: Vec::new(),
            violating_rows: Vec::new(),
            unlisted_rows: 0,
            sha256,
            warnings: Vec::new(),
            faults: Vec::new(),
            notes: Vec::new(),
            empty: Vec::new(),
            marked: Marked::default(),
        }
    }
}

/// Bytes that may be taken; what needs more is refused.
#[derive(Clone, Copy, Debug)]
pub struct Room(pub u64);

/// Assumed where the system does not tell.
const LEAST_ROOM: u64 = 1 << 30;

impl Room {
    /// Half of what can be had without pushing other programs out.
    pub fn available() -> Self {
        let told = std::fs::read_to_string("/proc/meminfo").ok();
        let free = told.as_deref().and_then(available_of);
        Self((free.unwrap_or(0) / 2).max(LEAST_ROOM))
    }
}

fn available_of(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// Counts the file and decides every promise. A declaration that promises nothing, or nothing that can be checked, is a
/// problem; a promise that does not hold is not.
pub fn measure(
    path: &Path,
    declared: &Declaration,
    room: Room,
    watch: &dyn Watch,
) -> Result<Found, Failure> {
    refuse_foreign(declared)?;
    let mut found = match declared.kind {
        Kind::Microdata => table::measure(path, declared, room, watch),
        Kind::Ratings => ratings::measure(path, declared, room, watch),
        Kind::Transactions => transactions::measure(path, declared, room, watch),
    }?;
    if !declared.equal.is_default() {
        found.notes.push(
            "the certificate declares that spellings of one value count as different ones, so that its promises about \
             sensitive values may rest on spellings"
                .to_owned(),
        );
    }
    Ok(found)
}

/// Decides every promise of a release that counts people or groups, by its definition: `units` has the unit of every row of
/// the file, which the file itself does not tell.
pub fn decide_units(
    path: &Path,
    declared: &Declaration,
    units: &[u32],
    room: Room,
    watch: &dyn Watch,
) -> Result<Vec<Verdict>, Failure> {
    refuse_foreign(declared)?;
    table::decide_units(path, declared, units, room, watch)
}

/// What cannot be checked must not look as if it had been.
pub(crate) fn refuse_foreign(declared: &Declaration) -> Result<(), Problem> {
    if declared.file != declared.format.file_name() {
        return Err(Problem::new(format!(
            "expected the released file to be named {}",
            declared.format.file_name()
        )));
    }
    if !declared.codes.is_empty() && !declared.format.has_labels() {
        return Err(Problem::new(
            "the certificate declares codes of values, and the format of the release has none",
        ));
    }
    refuse_foreign_words(declared)?;
    match declared.kind {
        Kind::Microdata => table::refuse_foreign(declared)?,
        Kind::Ratings => ratings::refuse_foreign(declared)?,
        Kind::Transactions => transactions::refuse_foreign(declared)?,
    }
    if declared.kind != Kind::Microdata && declared.counts != Counts::Records {
        return Err(Problem::new(format!(
            "the certificate counts {}, and the release is called {}",
            declared.counts.name(),
            declared.kind.name()
        )));
    }
    let degree = declared.degree.unwrap_or(0.0);
    if !declared.requirement.is_sensible() || !(0.0..=1.0).contains(&degree) {
        return Err(Problem::new(
            "a requirement of the certificate is out of its range, so it promises nothing",
        ));
    }
    Ok(())
}

/// What made a release is said in words that are known, so that nothing else can be said there.
fn refuse_foreign_words(declared: &Declaration) -> Result<(), Problem> {
    let version = declared.tool.strip_prefix("cloakroom ");
    let is_number = |part: &str| {
        let has_zero = part.len() > 1 && part.starts_with('0');
        (1..=4).contains(&part.len()) && !has_zero && part.bytes().all(|b| b.is_ascii_digit())
    };
    let is_version =
        |version: &str| version.split('.').count() == 3 && version.split('.').all(is_number);
    if !version.is_some_and(is_version) {
        return Err(Problem::new(
            "the tool of the certificate is none that is known; expected \"cloakroom\" and its version in three numbers",
        ));
    }
    if !methods(declared.kind).contains(&declared.method.as_str()) {
        return Err(Problem::new(format!(
            "the method of the certificate is none for {}; expected {}",
            declared.kind.name(),
            methods(declared.kind).join(", ")
        )));
    }
    Ok(())
}

/// The methods that a release of this kind may be made by.
pub fn methods(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Microdata => &[
            "none",
            "levels",
            "optimal",
            "hash-table",
            "samarati",
            "incognito",
            "local-recoding",
            "mondrian",
            "mondrian-relaxed",
            "tds",
            "k-member",
            "refined",
            "decomposition",
            "mdav",
            "v-mdav",
            "approximate-mdav",
            "refined-mdav",
        ],
        Kind::Ratings => &["none", "greedy", "graph", "clustered", "meeting-box"],
        Kind::Transactions => &["none", "refined", "hghs", "mhghs", "aa", "mm", "lg"],
    }
}

/// By the name of the promise, what is reached of it; k is told by itself.
pub(crate) fn reached(verdicts: &[Verdict]) -> BTreeMap<String, f64> {
    let others = verdicts.iter().filter(|verdict| verdict.name != "k");
    others
        .filter_map(|verdict| Some((verdict.name.clone(), verdict.reached?.number()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_read_from_what_the_system_says() {
        let told = "MemTotal: 100 kB\nMemAvailable:    2048 kB\n";
        assert_eq!(available_of(told), Some(2048 * 1024));
        assert_eq!(available_of("nothing"), None);
        assert!(Room::available().0 >= LEAST_ROOM);
    }
}
