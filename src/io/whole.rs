//! Files and folders that appear whole or not at all, even if the program is ended in the middle.

use super::paths::folder_of;
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::Stopped;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempDir};

/// Leftovers of a killed program begin with this and may be deleted by anybody.
const TEMPORARY_PREFIX: &str = ".cloakroom-";

/// Why a writer gave up before the file was complete.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Stopped(#[from] Stopped),
    #[error(transparent)]
    Problem(#[from] Problem),
}

impl From<Failure> for WriteError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Stopped(stopped) => Self::Stopped(stopped),
            Failure::Problem(problem) => Self::Problem(problem),
        }
    }
}

impl From<super::csv::write::WriteError> for WriteError {
    fn from(error: super::csv::write::WriteError) -> Self {
        match error {
            super::csv::write::WriteError::Io(error) => Self::Io(error),
            super::csv::write::WriteError::Stopped(stopped) => Self::Stopped(stopped),
        }
    }
}

impl WriteError {
    /// The same, told about a file.
    pub fn about(self, file: &Path) -> Failure {
        match self {
            Self::Io(error) => cannot_write(file, &error).into(),
            Self::Stopped(stopped) => stopped.into(),
            Self::Problem(problem) => problem.of(file).into(),
        }
    }
}

/// Writes beside the place, forces the bytes to the disk, then renames. Until the rename an older file
/// stays as it was; on any error nothing of the new one is left.
pub fn write_file_whole<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<T, WriteError>,
) -> Result<T, Failure> {
    // A link stays a link: the file that it points to is replaced.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&place).ok();
    if let Some(old) = &old
        && !old.is_file()
    {
        let what = if old.is_dir() {
            "it is a folder, not a file"
        } else {
            "it is not an ordinary file"
        };
        return Err(Problem::in_file(path, format!("cannot write: {what}")).into());
    }
    let folder = folder_of(&place);
    let mut temporary = begin_temporary(&folder).map_err(|error| cannot_write(path, &error))?;
    let result = write_all(&mut temporary, write).map_err(|error| error.about(path))?;
    if let Some(old) = old {
        fs::set_permissions(temporary.path(), old.permissions())
            .map_err(|error| cannot_write(path, &error))?;
    }
    temporary
        .persist(&place)
        .map_err(|error| cannot_write(path, &error.error))?;
    sync_folder(&folder);
    Ok(result)
}

/// [`write_file_whole`] for a text that is at hand.
pub fn write_text_whole(path: &Path, text: &str) -> Result<(), Problem> {
    write_file_whole(path, |writer| Ok(writer.write_all(text.as_bytes())?)).map_err(|failure| {
        match failure {
            Failure::Problem(problem) => problem,
            // The closure above never stops; the sentence is here so that no path panics.
            Failure::Stopped(_) => Problem::in_file(path, "cannot write: stopped"),
        }
    })
}

/// Writes a file that must not exist yet, for its owner's eyes only. An existing one is never replaced, not even
/// one that appears in the meantime.
pub fn write_new_private(path: &Path, text: &str) -> Result<(), Problem> {
    let folder = folder_of(path);
    let refused = |error: &io::Error| cannot_write(path, error);
    let mut temporary = tempfile::Builder::new()
        .prefix(TEMPORARY_PREFIX)
        .suffix(".part")
        .tempfile_in(&folder)
        .map_err(|error| refused(&error))?;
    temporary
        .write_all(text.as_bytes())
        .and_then(|()| temporary.as_file().sync_all())
        .map_err(|error| refused(&error))?;
    temporary.persist_noclobber(path).map_err(|error| {
        if error.error.kind() == io::ErrorKind::AlreadyExists {
            Problem::in_file(path, "it exists already and is never overwritten")
        } else {
            refused(&error.error)
        }
    })?;
    sync_folder(&folder);
    Ok(())
}

fn write_all<T>(
    temporary: &mut NamedTempFile,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<T, WriteError>,
) -> Result<T, WriteError> {
    let mut writer = BufWriter::with_capacity(1 << 16, temporary.as_file_mut());
    let outcome = write(&mut writer);
    if outcome.is_err() {
        // Dropping a full buffer would write it once more to a disk that may be full.
        drop(writer.into_parts());
        return outcome;
    }
    writer.flush()?;
    drop(writer);
    temporary.as_file().sync_all()?;
    outcome
}

fn begin_temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX).suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What any new file gets; the user's umask takes away what it should.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// A folder that is filled under a temporary name beside its place and renamed at the end. Dropped
/// before [`DirectoryInMaking::finish`], it leaves nothing.
#[derive(Debug)]
pub struct DirectoryInMaking {
    target: PathBuf,
    making: TempDir,
}

impl DirectoryInMaking {
    /// Refuses a target that is a file or a folder with something in it.
    pub fn begin(target: &Path) -> Result<Self, Problem> {
        Self::begin_for(target, 0o777)
    }

    /// The same for its owner's eyes only.
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
        let mut builder = tempfile::Builder::new();
        builder.prefix(TEMPORARY_PREFIX).suffix(".part");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(mode));
        }
        #[cfg(not(unix))]
        let _ = mode;
        let making = builder
            .tempdir_in(folder_of(&place))
            .map_err(|error| cannot_write(target, &error))?;
        Ok(Self {
            target: place,
            making,
        })
    }

    /// Where to put the files meanwhile.
    pub fn path(&self) -> &Path {
        self.making.path()
    }

    /// Where the folder will be.
    pub fn target(&self) -> &Path {
        &self.target
    }

    pub fn finish(self) -> Result<(), Problem> {
        let Self { target, making } = self;
        sync_tree(making.path()).map_err(|error| cannot_write(&target, &error))?;
        refuse_if_taken(&target, &target)?;
        // Renaming over an empty folder is an error on some systems.
        match fs::remove_dir(&target) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(cannot_write(&target, &error)),
        }
        fs::rename(making.path(), &target).map_err(|error| cannot_write(&target, &error))?;
        sync_folder(&folder_of(&target));
        // Its name is gone, so there is nothing left to clean up.
        let _ = making.keep();
        Ok(())
    }
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

/// Some file systems cannot do this, and the renamed file is whole either way: a failure here only means
/// that after a power cut the old name may be back.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}

fn cannot_write(file: &Path, error: &io::Error) -> Problem {
    match error.kind() {
        // The file itself may be missing, its folder may not.
        ErrorKind::NotFound => Problem::in_file(
            file,
            format!(
                "cannot write: there is no folder {}",
                folder_of(file).display()
            ),
        ),
        ErrorKind::QuotaExceeded => {
            Problem::in_file(file, "cannot write: your share of the disk is used up")
        }
        _ => Problem::from_io(file, "write", error),
    }
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
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("release.csv");
        write_text_whole(&path, "old").unwrap();
        let full = || io::Error::from(ErrorKind::StorageFull);
        let failure = write_file_whole(&path, |writer| -> Result<(), WriteError> {
            writer.write_all(b"half of the new")?;
            Err(full().into())
        })
        .unwrap_err();
        assert!(
            failure.to_string().ends_with("the disk is full"),
            "{failure}"
        );
        let stopped =
            write_file_whole(&path, |_| -> Result<(), WriteError> { Err(Stopped.into()) });
        assert_eq!(stopped, Err(Failure::Stopped(Stopped)));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(entries(folder.path()), ["release.csv"]);
        write_text_whole(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn a_folder_in_the_way_or_missing_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let problem = write_text_whole(folder.path(), "x").unwrap_err();
        assert!(problem.message.contains("it is a folder"), "{problem}");
        let problem = write_text_whole(&folder.path().join("no/such.csv"), "x").unwrap_err();
        assert!(problem.message.contains("there is no folder"), "{problem}");
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_is_readable_as_usual_and_an_old_one_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let plain = folder.path().join("plain");
        fs::write(&plain, "").unwrap();
        let path = folder.path().join("release.csv");
        write_text_whole(&path, "x").unwrap();
        assert_eq!(mode(&path), mode(&plain));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write_text_whole(&path, "y").unwrap();
        assert_eq!(mode(&path), 0o640);
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

    const SLOW_WRITE: &str = "CLOAKROOM_TEST_SLOW_WRITE";

    #[test]
    #[ignore = "writes without end; the test below starts it and kills it"]
    fn endless_writer() {
        let Some(path) = std::env::var_os(SLOW_WRITE) else {
            return;
        };
        let _ = write_file_whole(Path::new(&path), |writer| -> Result<(), WriteError> {
            loop {
                writer.write_all(&[b'x'; 4096])?;
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        });
    }

    #[test]
    fn a_writer_killed_in_the_middle_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("release.csv");
        write_text_whole(&path, "old").unwrap();
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "io::whole::tests::endless_writer"])
            .env(SLOW_WRITE, &path)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let is_writing = || {
            fs::read_dir(folder.path()).unwrap().any(|entry| {
                let entry = entry.unwrap();
                let name = entry.file_name();
                let is_part = name.to_string_lossy().starts_with(TEMPORARY_PREFIX);
                is_part && entry.metadata().is_ok_and(|metadata| metadata.len() > 0)
            })
        };
        let begun = std::time::Instant::now();
        while !is_writing() && begun.elapsed().as_secs() < 60 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let was_writing = is_writing();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(was_writing);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }
}
