//! Files that appear whole or not at all, even if the program is ended in the middle.

use super::paths::folder_of;
use super::temporary::{note_finished, private_file};
use crate::{Failure, Problem, Stopped};
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;
use tempfile::NamedTempFile;

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
    let mut temporary = private_file(&folder).map_err(|error| cannot_write(path, &error))?;
    let result = write_all(&mut temporary, write).map_err(|error| error.about(path))?;
    let file = temporary
        .persist(&place)
        .map_err(|error| cannot_write(path, &error.error))?;
    // Others may look from here on and not before. Where that cannot be said the owner alone may, which harms nobody.
    let _ = give_permissions(&file, old.as_ref());
    sync_folder(&folder);
    note_finished(&place);
    Ok(result)
}

/// [`write_file_whole`] for a text that is at hand.
pub fn write_text_whole(path: &Path, text: &str) -> Result<(), Problem> {
    in_time(
        path,
        write_file_whole(path, |writer| Ok(writer.write_all(text.as_bytes())?)),
    )
}

/// Writes a file that must not exist yet, for its owner's eyes only. An existing one is never replaced, not even
/// one that appears in the meantime.
pub fn write_file_private<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<T, WriteError>,
) -> Result<T, Failure> {
    let folder = folder_of(path);
    let mut temporary = private_file(&folder).map_err(|error| cannot_write(path, &error))?;
    let result = write_all(&mut temporary, write).map_err(|error| error.about(path))?;
    temporary.persist_noclobber(path).map_err(|error| {
        if error.error.kind() == ErrorKind::AlreadyExists {
            Problem::in_file(path, "it exists already and is never overwritten")
        } else {
            cannot_write(path, &error.error)
        }
    })?;
    sync_folder(&folder);
    note_finished(path);
    Ok(result)
}

/// The same for a text that is at hand.
pub fn write_new_private(path: &Path, text: &str) -> Result<(), Problem> {
    in_time(
        path,
        write_file_private(path, |writer| Ok(writer.write_all(text.as_bytes())?)),
    )
}

/// What is written at once is never stopped; the sentence is here so that no path panics.
fn in_time<T>(path: &Path, outcome: Result<T, Failure>) -> Result<T, Problem> {
    outcome.map_err(|failure| match failure {
        Failure::Problem(problem) => problem,
        Failure::Stopped(_) => Problem::in_file(path, "cannot write: stopped"),
    })
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

/// What any new file of the user may be read by. Until it has its name, a file is read by its owner alone.
#[cfg(unix)]
fn usual_permissions() -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    use std::sync::OnceLock;
    static UMASK: OnceLock<libc::mode_t> = OnceLock::new();
    let umask = *UMASK.get_or_init(|| {
        // SAFETY: both calls only exchange a number of the process. What another thread makes between them is for its
        // owner's eyes only, which is too little and never too much.
        unsafe {
            let umask = libc::umask(0o077);
            libc::umask(umask);
            umask
        }
    });
    #[expect(
        clippy::useless_conversion,
        reason = "the type differs from system to system"
    )]
    let umask = u32::from(umask);
    fs::Permissions::from_mode(0o666 & !umask)
}

#[cfg(unix)]
fn give_permissions(file: &File, old: Option<&fs::Metadata>) -> io::Result<()> {
    file.set_permissions(old.map_or_else(usual_permissions, fs::Metadata::permissions))
}

#[cfg(not(unix))]
fn give_permissions(file: &File, old: Option<&fs::Metadata>) -> io::Result<()> {
    match old {
        Some(old) => file.set_permissions(old.permissions()),
        None => Ok(()),
    }
}

/// Some file systems cannot do this, and the renamed file is whole either way: a failure here only means
/// that after a power cut the old name may be back.
pub(super) fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}

pub(super) fn cannot_write(file: &Path, error: &io::Error) -> Problem {
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
    use crate::io::temporary::is_temporary;

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
            .args([
                "--ignored",
                "--exact",
                "io::atomic_file::tests::endless_writer",
            ])
            .env(SLOW_WRITE, &path)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let is_writing = || {
            fs::read_dir(folder.path()).unwrap().any(|entry| {
                let entry = entry.unwrap();
                let name = entry.file_name();
                let is_part = is_temporary(&name.to_string_lossy());
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
