//! Released records on their way into the order of the release.
//!
//! The order is that of `engine::shuffle`, which is known only once all records have been seen: they are scattered by what
//! they show, so that equal ones lie in one file and can be counted there, and then once more by their places. Neither needs
//! more memory than one file of many, however large the release and however often a record occurs in it.

use super::parts::{Parts, Records};
use crate::shuffle::{DeclaredDigest, Fingerprint, Multiset, Places, part_of};
use cloakroom_core::{Progress, Stopped};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::io;
use std::path::{Path, PathBuf};

/// Records to a file, about.
pub(super) const RECORDS: usize = 1 << 18;
/// No more files than can be open at a time.
const MOST_FILES: usize = 512;

/// Where records wait.
#[derive(Debug)]
pub(super) struct Spool {
    parts: Parts,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// By what they show.
    Scattered {
        declared: DeclaredDigest,
        all: Multiset,
        inside: PathBuf,
    },
    /// So many into each, one file after the other.
    InTurn { each: usize },
}

impl Spool {
    /// For so many records, to be released in an order that follows from them and from what is declared.
    pub fn scattered(inside: &Path, records: usize, declared: DeclaredDigest) -> io::Result<Self> {
        let files = records.div_ceil(RECORDS).clamp(1, MOST_FILES);
        Ok(Self {
            parts: Parts::new(inside, files)?,
            way: Way::Scattered {
                declared,
                all: Multiset::default(),
                inside: inside.to_owned(),
            },
        })
    }

    /// In their order, so many to a file.
    pub fn in_turn(inside: &Path, each: usize) -> io::Result<Self> {
        Ok(Self {
            parts: Parts::new(inside, 0)?,
            way: Way::InTurn { each },
        })
    }

    pub fn push(&mut self, content: Fingerprint, record: &[u8]) -> io::Result<()> {
        match &mut self.way {
            Way::Scattered { all, .. } => {
                all.add(content);
                let at = part_of(content, self.parts.len());
                self.parts.push(at, content, record)
            }
            Way::InTurn { each } => {
                if self.parts.len() == 0 || self.parts.in_last() >= *each {
                    self.parts.next_file()?;
                }
                self.parts.push(self.parts.len() - 1, 0, record)
            }
        }
    }

    /// Hands over the records of one file after the other; each file is gone before the next is read.
    pub fn hand_over<E: From<io::Error> + From<Stopped>>(
        mut self,
        progress: &Progress,
        mut take: impl FnMut(Records) -> Result<(), E>,
    ) -> Result<(), E> {
        self.parts.close()?;
        let (parts, is_scattered) = match self.way {
            Way::InTurn { .. } => (self.parts, false),
            Way::Scattered {
                declared,
                all,
                inside,
            } => {
                let places = Places::new(&declared, &all);
                (placed::<E>(self.parts, &places, &inside, progress)?, true)
            }
        };
        for at in 0..parts.len() {
            progress.check()?;
            let mut records = parts.take(at)?;
            if is_scattered {
                records.sort();
            }
            take(records)?;
        }
        Ok(())
    }
}

/// Scattered anew by their places: every file holds those that follow on those of the file before it.
fn placed<E: From<io::Error> + From<Stopped>>(
    waiting: Parts,
    places: &Places,
    inside: &Path,
    progress: &Progress,
) -> Result<Parts, E> {
    let files = waiting.len();
    let mut placed = Parts::new(inside, files)?;
    for at in 0..files {
        progress.check()?;
        let mut counted: HashMap<Fingerprint, u32, FixedState> = HashMap::default();
        let mut seen = 0;
        waiting.drain::<E>(at, |content, record| {
            seen += 1;
            progress.check_every(1 << 14, seen)?;
            let copies = counted.entry(content).or_insert(0);
            let place = places.of(content, *copies);
            *copies += 1;
            Ok(placed.push(part_of(place, files), place, record)?)
        })?;
    }
    placed.close()?;
    Ok(placed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::content::cell;
    use crate::shuffle::released_order;
    use cloakroom_core::{Kind, Settings};

    type WriteFailure = cloakroom_core::io::atomic_file::WriteError;

    fn declared(seed: u64) -> DeclaredDigest {
        let mut settings = Settings::default();
        settings.method.seed = seed;
        DeclaredDigest::of(&settings, Kind::Microdata, None).unwrap()
    }

    fn handed_over(spool: Spool) -> Vec<Vec<String>> {
        let mut all = Vec::new();
        spool
            .hand_over::<WriteFailure>(&Progress::default(), |records| {
                let texts = records.iter();
                all.push(
                    texts
                        .map(|text| String::from_utf8_lossy(text).into_owned())
                        .collect(),
                );
                Ok(())
            })
            .unwrap();
        all
    }

    fn push(spool: &mut Spool, text: &str) {
        spool.push(cell(0, text), text.as_bytes()).unwrap();
    }

    #[test]
    fn the_order_is_that_of_a_table_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let mut spool = Spool::scattered(folder.path(), 3 * RECORDS, declared(1)).unwrap();
        assert_eq!(spool.parts.len(), 3);
        // Some occur once and one very often.
        let texts: Vec<String> = (0..1000)
            .map(|n| if n % 2 == 0 { 0 } else { n }.to_string())
            .collect();
        for text in texts.iter().rev() {
            push(&mut spool, text);
        }
        let parts = handed_over(spool);
        assert!(parts.iter().all(|part| part.len() > 250), "{parts:?}");
        let contents = || Ok(texts.iter().map(|text| cell(0, text)).collect());
        let order: Result<_, Stopped> =
            released_order(1000, Some(&declared(1)), contents, &Progress::default());
        let expected: Vec<&String> = order
            .unwrap()
            .iter()
            .map(|&at| &texts[at as usize])
            .collect();
        assert_eq!(parts.concat().iter().collect::<Vec<_>>(), expected);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn every_order_is_as_likely_as_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let mut seen = std::collections::BTreeMap::new();
        for seed in 0..1200 {
            let mut spool = Spool::scattered(folder.path(), 2 * RECORDS, declared(seed)).unwrap();
            for record in ["a", "b", "c"] {
                push(&mut spool, record);
            }
            *seen
                .entry(handed_over(spool).concat().concat())
                .or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(
            seen.values().all(|count| (150..250).contains(count)),
            "{seen:?}"
        );
    }

    #[test]
    fn in_turn_means_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let mut spool = Spool::in_turn(folder.path(), 3).unwrap();
        let texts: Vec<String> = (0..8).map(|record| record.to_string()).collect();
        for text in &texts {
            push(&mut spool, text);
        }
        let parts = handed_over(spool);
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3, 2]);
        assert_eq!(parts.concat(), texts);
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_look() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::scattered(folder.path(), 1, declared(1)).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let inside = spool.parts.folder();
        assert_eq!(mode(inside), 0o700);
        assert_eq!(mode(&inside.join("0")), 0o600);
        drop(spool);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_changed_file_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        for bytes in [&b"x"[..], &[]] {
            let mut spool = Spool::scattered(folder.path(), 1, declared(1)).unwrap();
            push(&mut spool, "a");
            spool.parts.close().unwrap();
            let path = spool.parts.folder().join("0");
            let mut text = std::fs::read(&path).unwrap();
            text.truncate(21 * bytes.len());
            text.extend_from_slice(bytes);
            std::fs::write(&path, text).unwrap();
            let told = spool.hand_over::<WriteFailure>(&Progress::default(), |_| Ok(()));
            assert!(told.is_err());
        }
    }
}
