//! What a program writes before it has its name: for its owner's eyes only, and under a lock, so that the next run can
//! tell whether whoever began it is still there.

use std::cell::RefCell;
use std::fs::{self, File, Metadata, TryLockError};
use std::io;
use std::path::{Component, Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempDir};

/// Leftovers of a killed program begin and end so, and may be deleted by anybody.
const PREFIX: &str = ".cloakroom-";
const SUFFIX: &str = ".part";

/// The file in a temporary folder that its owner holds locked.
const LOCK: &str = "lock";

/// Somebody who clears away may take a file in the moment between its making and its lock; hardly twice.
const TRIES: usize = 8;

/// Whether a file or folder of this name is one that was being written.
pub fn is_temporary(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    builder
}

/// A file that only its owner can read, until it is renamed.
pub(super) fn private_file(folder: &Path) -> io::Result<NamedTempFile> {
    for _ in 0..TRIES {
        let file = builder().tempfile_in(folder)?;
        if holds(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
    Err(io::Error::other(
        "the file is taken away as soon as it is made",
    ))
}

/// A folder that only its owner can look into. Dropped, it goes with all that is in it.
#[derive(Debug)]
pub(super) struct PrivateFolder {
    // Given back before the folder goes.
    _lock: File,
    folder: TempDir,
    is_abandoned: bool,
}

/// The lock goes last: whoever is killed while this is emptied leaves what the next run recognises.
impl Drop for PrivateFolder {
    fn drop(&mut self) {
        if self.is_abandoned {
            return;
        }
        let Ok(entries) = fs::read_dir(self.folder.path()) else {
            return;
        };
        for entry in entries.flatten() {
            if entry.file_name() == LOCK {
                continue;
            }
            // What cannot be removed is tried once more with the folder.
            let _ = match entry.file_type() {
                Ok(kind) if kind.is_dir() => fs::remove_dir_all(entry.path()),
                _ => fs::remove_file(entry.path()),
            };
        }
    }
}

impl PrivateFolder {
    pub fn inside(folder: &Path) -> io::Result<Self> {
        for _ in 0..TRIES {
            let mut builder = builder();
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                builder.permissions(fs::Permissions::from_mode(0o700));
            }
            let folder = builder.tempdir_in(folder)?;
            let path = folder.path().join(LOCK);
            match File::create_new(&path) {
                Ok(lock) if holds(&lock, &path) => {
                    return Ok(Self {
                        _lock: lock,
                        folder,
                        is_abandoned: false,
                    });
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other(
            "the folder is taken away as soon as it is made",
        ))
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// As a program leaves it that is killed.
    #[doc(hidden)]
    pub fn abandon(mut self) -> PathBuf {
        self.folder.disable_cleanup(true);
        let path = self.folder.path().to_owned();
        self.is_abandoned = true;
        path
    }
}

/// Locks a file that was just made; false if somebody has cleared it away in the meantime. Where there are no locks,
/// only age tells whether it is still needed.
fn holds(file: &File, path: &Path) -> bool {
    let _ = file.lock();
    is_linked(file) && path.exists()
}

#[cfg(unix)]
fn is_linked(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.metadata().is_ok_and(|metadata| metadata.nlink() > 0)
}

#[cfg(not(unix))]
fn is_linked(_: &File) -> bool {
    true
}

/// What is known about whoever made a temporary file or folder.
#[derive(Debug)]
pub enum Owner {
    /// At work.
    There,
    /// Gone; nobody else clears it away while this is held.
    Gone(File),
    /// There is no lock to tell.
    Unknown,
}

/// Asks for the owner of a temporary file or folder, which `metadata` are of.
pub fn owner_of(path: &Path, metadata: &Metadata) -> Owner {
    let lock = if metadata.is_dir() {
        path.join(LOCK)
    } else {
        path.to_owned()
    };
    // A pipe would wait for somebody, and a link may lead anywhere.
    if !fs::symlink_metadata(&lock).is_ok_and(|found| found.is_file()) {
        return Owner::Unknown;
    }
    let Ok(file) = File::open(&lock) else {
        return Owner::Unknown;
    };
    match file.try_lock() {
        Ok(()) => Owner::Gone(file),
        Err(TryLockError::WouldBlock) => Owner::There,
        Err(TryLockError::Error(_)) => Owner::Unknown,
    }
}

thread_local! {
    static FINISHED: RefCell<Vec<PathBuf>> = const { RefCell::new(Vec::new()) };
}

/// Notes that this thread has put something in its place.
pub(super) fn note_finished(path: &Path) {
    FINISHED.with_borrow_mut(|all| all.push(path.to_owned()));
}

/// What this thread has put in its place and what is still there: to be told by whoever must say what was written.
pub fn finished_here() -> Vec<PathBuf> {
    let inside = |path: &Path| {
        path.components().any(|part| match part {
            Component::Normal(name) => is_temporary(&name.to_string_lossy()),
            _ => false,
        })
    };
    let mut all = FINISHED.with_borrow(Clone::clone);
    all.retain(|path| !inside(path) && path.exists());
    all.dedup();
    all
}

/// `nothing was written`, or what was, for a sentence about work that broke off.
pub fn finished_in_words() -> String {
    let all = finished_here();
    if all.is_empty() {
        return "nothing was written".to_owned();
    }
    let names: Vec<String> = all.iter().map(|path| path.display().to_string()).collect();
    format!("written before that, and whole: {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_at_work_is_told_from_who_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let owner = |path: &Path| owner_of(path, &fs::symlink_metadata(path).unwrap());
        let file = private_file(folder.path()).unwrap();
        let made = PrivateFolder::inside(folder.path()).unwrap();
        assert!(matches!(owner(file.path()), Owner::There));
        assert!(matches!(owner(made.path()), Owner::There));
        let (handle, path) = file.keep().unwrap();
        drop(handle);
        assert!(matches!(owner(&path), Owner::Gone(_)));
        let path = made.abandon();
        let gone = owner(&path);
        assert!(matches!(gone, Owner::Gone(_)));
        assert!(
            matches!(owner(&path), Owner::There),
            "only one clears it away"
        );
        let bare = folder.path().join(".cloakroom-old.part");
        fs::create_dir(&bare).unwrap();
        assert!(matches!(owner(&bare), Owner::Unknown));
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_look() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let file = private_file(folder.path()).unwrap();
        assert_eq!(mode(file.path()), 0o600);
        let made = PrivateFolder::inside(folder.path()).unwrap();
        assert_eq!(mode(made.path()), 0o700);
    }

    #[test]
    fn what_was_written_is_told_while_it_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        assert_eq!(finished_in_words(), "nothing was written");
        fs::write(&path, "x").unwrap();
        note_finished(&path);
        note_finished(&folder.path().join(".cloakroom-x.part/release.csv"));
        assert!(finished_in_words().ends_with("out"));
        fs::remove_file(&path).unwrap();
        assert_eq!(finished_in_words(), "nothing was written");
    }
}
