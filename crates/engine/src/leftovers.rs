//! Clears away what a killed release left behind: a folder of records that nobody verified, and what it had placed beside
//! it already. Whoever made it must be gone, and what lies outside of such a folder must be what was announced there:
//! a file of the user's own is never touched.

use cloakroom_core::Progress;
use cloakroom_core::io::making::{Announced, announced_in};
use cloakroom_core::io::paths::folder_of;
use cloakroom_core::io::source::sha256_hex;
use cloakroom_core::io::temporary::{Owner, is_temporary, owner_of};
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Where no lock tells, this does: no release takes so long.
const AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// What lies outside and is larger than this was not written by a release.
const LARGEST: u64 = 4 << 30;

/// Names told of many.
const SHOWN: usize = 5;

/// Looks beside `out`, and says so if there was something. What cannot be looked at or removed is left as it is.
pub fn clear_beside(out: &Path, progress: &Progress) {
    let mut folders = vec![folder_of(out)];
    if let Ok(place) = fs::canonicalize(out) {
        folders.push(folder_of(&place));
    }
    clear(&folders, progress);
}

/// The same in a folder where several releases are to lie.
pub fn clear_inside(folder: &Path, progress: &Progress) {
    clear(&[folder.to_owned()], progress);
}

fn clear(folders: &[PathBuf], progress: &Progress) {
    let oldest = SystemTime::now().checked_sub(AGE);
    let mut gone = Vec::new();
    for folder in folders {
        for path in temporary_in(folder) {
            clear_one(&path, oldest, &mut gone);
        }
    }
    if let Some(sentence) = told(&gone) {
        progress.tell(sentence);
    }
}

fn temporary_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let entries = entries.flatten();
    entries
        .filter(|entry| is_temporary(&entry.file_name().to_string_lossy()))
        .map(|entry| entry.path())
        .collect()
}

/// One temporary file or folder, with all that it had placed.
fn clear_one(path: &Path, oldest: Option<SystemTime>, gone: &mut Vec<PathBuf>) {
    // Of a link only the link is looked at, and it is nothing that we make.
    let Ok(metadata) = fs::symlink_metadata(path) else {
        return;
    };
    // Held until all of it is gone, so that nobody else begins with it.
    let _lock = match owner_of(path, &metadata) {
        Owner::There => return,
        Owner::Gone(lock) => Some(lock),
        // Whoever has only just made a folder finds it missing and makes another.
        Owner::Unknown if metadata.is_dir() && fs::remove_dir(path).is_ok() => {
            gone.push(path.to_owned());
            return;
        }
        Owner::Unknown if is_older(&metadata, oldest) => None,
        Owner::Unknown => return,
    };
    if !metadata.is_dir() {
        if fs::remove_file(path).is_ok() {
            gone.push(path.to_owned());
        }
        return;
    }
    for announced in announced_in(path) {
        take_away(&announced, gone);
    }
    if fs::remove_dir_all(path).is_ok() {
        gone.push(path.to_owned());
    }
}

fn is_older(metadata: &Metadata, oldest: Option<SystemTime>) -> bool {
    let modified = metadata.modified().ok();
    modified
        .zip(oldest)
        .is_some_and(|(modified, oldest)| modified < oldest)
}

/// Only what is still as it was written.
fn take_away(announced: &Announced, gone: &mut Vec<PathBuf>) {
    let path = &announced.path;
    let is_small = |found: Metadata| found.is_file() && found.len() <= LARGEST;
    let is_ours = fs::symlink_metadata(path).is_ok_and(is_small)
        && fs::read(path).is_ok_and(|bytes| sha256_hex(&bytes) == announced.sha256);
    if is_ours && fs::remove_file(path).is_ok() {
        gone.push(path.to_owned());
        // The folder of a mapping, once the last of its files is gone; any other is not empty.
        if let Some(folder) = path.parent() {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// By name; temporary ones mean nothing to anybody.
fn told(gone: &[PathBuf]) -> Option<String> {
    if gone.is_empty() {
        return None;
    }
    let name = |path: &PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        (!is_temporary(&name)).then_some(name)
    };
    let names: Vec<String> = gone.iter().filter_map(name).collect();
    let among = match names.len() {
        0 => String::new(),
        few if few <= SHOWN => format!(", {} among it", names.join(", ")),
        many => format!(
            ", {} and {} more among it",
            names[..SHOWN].join(", "),
            many - SHOWN
        ),
    };
    Some(format!(
        "what an earlier run left behind when it was ended is cleared away{among}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::in_house::mapping::MappingFile;
    use crate::internal_paths::Placed;
    use cloakroom_core::io::making::DirectoryInMaking;

    fn entries(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Everything that a release places, and then its folder as a killed program leaves it.
    fn killed(folder: &Path) -> PathBuf {
        let out = folder.join("out");
        let making = DirectoryInMaking::begin(&out).unwrap();
        fs::write(making.path().join("release.csv"), "a\n1\n").unwrap();
        let mut placed = Placed::beside(making);
        let files = [MappingFile {
            column: "a".to_owned(),
            text: "original;released;records\n".to_owned(),
        }];
        placed.mapping(&folder.join("out.mapping"), &files).unwrap();
        let audit = folder.join("out.audit.json");
        placed.file(&audit, "{\"audit\":1}").unwrap();
        placed.abandon();
        out
    }

    #[test]
    fn what_a_killed_release_left_goes_with_what_it_placed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mine.audit.json"), "{}").unwrap();
        let out = killed(folder.path());
        assert_eq!(entries(folder.path()).len(), 4);
        let progress = Progress::default();
        clear_beside(&out, &progress);
        assert_eq!(entries(folder.path()), ["mine.audit.json"]);
        let told = progress.take_told().concat();
        assert!(told.contains("out.audit.json"), "{told}");
        clear_beside(&out, &progress);
        assert!(progress.take_told().is_empty());
    }

    #[test]
    fn what_somebody_changed_or_still_makes_stays() {
        let folder = tempfile::tempdir().unwrap();
        let out = killed(folder.path());
        fs::write(folder.path().join("out.audit.json"), "{\"audit\":2}").unwrap();
        fs::write(folder.path().join("out.mapping/note.txt"), "mine").unwrap();
        let at_work = DirectoryInMaking::begin(&folder.path().join("other")).unwrap();
        clear_beside(&out, &Progress::default());
        assert!(at_work.path().is_dir());
        drop(at_work);
        assert_eq!(entries(folder.path()), ["out.audit.json", "out.mapping"]);
        assert_eq!(entries(&folder.path().join("out.mapping")), ["note.txt"]);
    }

    #[test]
    fn a_finished_release_keeps_what_is_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let out = killed(folder.path());
        // Killed between the rename and the end.
        let private = temporary_in(folder.path()).remove(0);
        fs::rename(private.join("folder"), &out).unwrap();
        clear_beside(&out, &Progress::default());
        assert_eq!(
            entries(folder.path()),
            ["out", "out.audit.json", "out.mapping"]
        );
    }

    #[test]
    fn an_empty_folder_was_left_before_it_had_its_lock() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".cloakroom-abc.part")).unwrap();
        let progress = Progress::default();
        clear_beside(&folder.path().join("out"), &progress);
        assert!(entries(folder.path()).is_empty());
        assert_eq!(progress.take_told().len(), 1);
    }

    #[test]
    fn without_a_lock_only_age_tells() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        fs::create_dir(place(".cloakroom-abc.part")).unwrap();
        fs::write(place(".cloakroom-abc.part/release.csv"), "x").unwrap();
        fs::write(place(".cloakroom-mine"), "x").unwrap();
        fs::write(place("release.part"), "x").unwrap();
        clear_beside(&place("out"), &Progress::default());
        assert_eq!(entries(folder.path()).len(), 3);
        let later = SystemTime::now() + Duration::from_secs(60);
        let mut gone = Vec::new();
        clear_one(&place(".cloakroom-abc.part"), Some(later), &mut gone);
        assert_eq!(entries(folder.path()), [".cloakroom-mine", "release.part"]);
    }
}
