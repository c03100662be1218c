//! A folder that appears whole or not at all, and what is placed beside it in the meantime.

use super::atomic_file::{cannot_write, sync_folder};
use super::paths::folder_of;
use super::source::sha256_hex;
use super::temporary::{PrivateFolder, note_finished};
use crate::problem::Problem;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The folder that will be renamed, inside the temporary one.
const FOLDER: &str = "folder";
/// What is placed outside before the folder appears, a line of JSON for each file.
const JOURNAL: &str = "beside";

/// A folder that is filled under a temporary name beside its place and renamed at the end. Dropped
/// before [`DirectoryInMaking::finish`], it leaves nothing. While it is filled, nobody but its owner can look into it.
#[derive(Debug)]
pub struct DirectoryInMaking {
    target: PathBuf,
    folder: PathBuf,
    private: PrivateFolder,
}

/// A file that belongs to a folder in making and lies outside of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announced {
    pub path: PathBuf,
    /// What it holds: whatever else is found there is not what was announced.
    pub sha256: String,
}

impl DirectoryInMaking {
    /// Refuses a target that is a file or a folder with something in it.
    pub fn begin(target: &Path) -> Result<Self, Problem> {
        Self::begin_for(target, 0o777)
    }

    /// The same for its owner's eyes only, also when it is finished.
    pub fn begin_private(target: &Path) -> Result<Self, Problem> {
        Self::begin_for(target, 0o700)
    }

    fn begin_for(target: &Path, mode: u32) -> Result<Self, Problem> {
        let place = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        if place.file_name().is_none() {
            return Err(Problem::in_file(
                target,
                "expected the name of a new folder",
            ));
        }
        refuse_if_taken(&place, target)?;
        let refused = |error: io::Error| cannot_write(target, &error);
        let private = PrivateFolder::inside(&folder_of(&place)).map_err(refused)?;
        let folder = private.path().join(FOLDER);
        make_folder(&folder, mode).map_err(refused)?;
        Ok(Self {
            target: place,
            folder,
            private,
        })
    }

    /// Where to put the files meanwhile.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Notes that a file is about to be placed outside: if the folder never appears, it must go again, whoever has to
    /// see to that.
    pub fn announce(&self, path: &Path, contents: &str) -> Result<(), Problem> {
        let refused = |error: io::Error| cannot_write(path, &error);
        self.write_down(&Announced {
            path: std::path::absolute(path).map_err(refused)?,
            sha256: sha256_hex(contents.as_bytes()),
        })
        .map_err(refused)
    }

    fn write_down(&self, announced: &Announced) -> io::Result<()> {
        let line = serde_json::to_string(announced)? + "\n";
        let mut journal = OpenOptions::new()
            .append(true)
            .create(true)
            .open(self.private.path().join(JOURNAL))?;
        journal.write_all(line.as_bytes())?;
        journal.sync_all()
    }

    /// From here on the folder is there. Nothing that can fail or be stopped is left to be done.
    pub fn finish(self) -> Result<(), Problem> {
        let Self {
            target,
            folder,
            private,
        } = self;
        sync_tree(&folder).map_err(|error| cannot_write(&target, &error))?;
        refuse_if_taken(&target, &target)?;
        #[cfg(not(unix))]
        match fs::remove_dir(&target) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(cannot_write(&target, &error)),
        }
        // Takes the place of an empty folder and of nothing else.
        fs::rename(&folder, &target).map_err(|error| cannot_write(&target, &error))?;
        sync_folder(&folder_of(&target));
        note_finished(&target);
        drop(private);
        Ok(())
    }

    /// As a program leaves it that is killed.
    #[doc(hidden)]
    pub fn abandon(self) -> PathBuf {
        self.private.abandon()
    }
}

/// What a killed program had placed outside of the folder that it was making in the temporary folder `private`. Nothing
/// if the folder had appeared: then what is beside it belongs to it.
pub fn announced_in(private: &Path) -> Vec<Announced> {
    if !private.join(FOLDER).is_dir() {
        return Vec::new();
    }
    // A last line that was cut off tells of a file that was not placed yet.
    let journal = fs::read_to_string(private.join(JOURNAL)).unwrap_or_default();
    let lines = journal.lines();
    lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

fn make_folder(path: &Path, mode: u32) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(mode);
    }
    #[cfg(not(unix))]
    let _ = mode;
    builder.create(path)
}

/// Refuses a place that is a file or a folder with something in it; to be told before long work.
pub fn refuse_taken(target: &Path) -> Result<(), Problem> {
    let place = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
    refuse_if_taken(&place, target)
}

/// Refuses a place in a folder that does not exist; to be told before long work.
pub fn refuse_nowhere(target: &Path) -> Result<(), Problem> {
    if folder_of(target).is_dir() {
        Ok(())
    } else {
        Err(cannot_write(target, &ErrorKind::NotFound.into()))
    }
}

fn refuse_if_taken(place: &Path, shown: &Path) -> Result<(), Problem> {
    match fs::read_dir(place) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(Problem::in_file(
                shown,
                "the folder exists and is not empty; expected a new or an empty one",
            )),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotADirectory => Err(Problem::in_file(
            shown,
            "it is a file; expected a new or an empty folder",
        )),
        Err(error) => Err(cannot_write(shown, &error)),
    }
}

fn sync_tree(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_tree(&entry.path())?;
        } else {
            File::open(entry.path())?.sync_all()?;
        }
    }
    sync_folder(folder);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_directory_appears_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out");
        let making = DirectoryInMaking::begin(&target).unwrap();
        fs::write(making.path().join("release.csv"), "x").unwrap();
        assert!(!target.exists());
        drop(making);
        assert!(entries(folder.path()).is_empty());

        let making = DirectoryInMaking::begin(&target).unwrap();
        fs::write(making.path().join("release.csv"), "x").unwrap();
        making.finish().unwrap();
        assert_eq!(entries(&target), ["release.csv"]);
        assert_eq!(entries(folder.path()), ["out"]);

        let problem = DirectoryInMaking::begin(&target).unwrap_err();
        assert!(problem.message.contains("is not empty"), "{problem}");
        let problem = DirectoryInMaking::begin(&target.join("release.csv")).unwrap_err();
        assert!(problem.message.contains("it is a file"), "{problem}");
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_looks_into_it_before_it_is_there() {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("plain");
        fs::create_dir(&plain).unwrap();
        let target = folder.path().join("out");
        let making = DirectoryInMaking::begin(&target).unwrap();
        assert_eq!(mode(making.path().parent().unwrap()), 0o700);
        making.finish().unwrap();
        assert_eq!(mode(&target), mode(&plain));
    }

    #[test]
    fn what_lies_outside_is_known_until_the_folder_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let making = DirectoryInMaking::begin(&folder.path().join("out")).unwrap();
        let audit = folder.path().join("out.audit.json");
        making.announce(&audit, "{}").unwrap();
        let private = making.path().parent().unwrap().to_owned();
        let announced = announced_in(&private);
        assert_eq!(announced.len(), 1);
        assert_eq!(announced[0].path, audit);
        assert_eq!(announced[0].sha256, sha256_hex(b"{}"));
        fs::rename(making.path(), folder.path().join("out")).unwrap();
        assert!(announced_in(&private).is_empty());
    }

    #[test]
    fn an_empty_directory_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out");
        fs::create_dir(&target).unwrap();
        let making = DirectoryInMaking::begin(&target).unwrap();
        fs::write(making.path().join("a"), "x").unwrap();
        making.finish().unwrap();
        assert_eq!(entries(&target), ["a"]);
    }
}
