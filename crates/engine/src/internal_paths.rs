//! The files that lie beside a release folder and never in it: they tell about the source and stay in house.

use super::in_house::mapping::MappingFile;
use crate::report::audit::path_beside;
use cloakroom_core::Problem;
use cloakroom_core::io::atomic_file::write_new_private;
use cloakroom_core::io::making::{DirectoryInMaking, refuse_taken};
use cloakroom_core::io::paths::{file_names, folder_of};
use cloakroom_core::settings::ReleaseOptions;
use cloakroom_verify::CERTIFICATE_FILE;
use std::fs;
use std::path::{Path, PathBuf};

/// Where they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InternalPaths {
    pub audit: PathBuf,
    pub report: PathBuf,
    pub mapping: Option<PathBuf>,
    pub sql: Option<PathBuf>,
}

/// What each is, for people.
const AUDIT: &str = "audit file";
const REPORT: &str = "internal report";
const MAPPING: &str = "applied mapping";
const SQL: &str = "recoding as SQL";

impl InternalPaths {
    /// The places for a folder, with those files that are asked for.
    pub fn of(out: &Path, options: &ReleaseOptions) -> Result<Self, Problem> {
        let place = |ending: &str| {
            path_beside(out, ending)
                .ok_or_else(|| Problem::in_file(out, "expected the name of a new folder"))
        };
        Ok(Self {
            audit: place(".audit.json")?,
            report: place(".report.html")?,
            mapping: Some(place(".mapping")?).filter(|_| options.mapping),
            sql: Some(place(".transform.sql")?).filter(|_| options.sql),
        })
    }

    /// Those that are asked for, with what they are.
    pub fn all(&self) -> Vec<(&Path, &'static str)> {
        let mut all = vec![(self.audit.as_path(), AUDIT), (&self.report, REPORT)];
        all.extend(self.mapping.as_deref().map(|path| (path, MAPPING)));
        all.extend(self.sql.as_deref().map(|path| (path, SQL)));
        all
    }

    /// By name, for the internal report.
    pub fn names(&self) -> Vec<(String, &'static str)> {
        let name = |path: &Path| {
            let name = path.file_name().unwrap_or(path.as_os_str());
            name.to_string_lossy().into_owned()
        };
        let all = self.all().into_iter();
        all.map(|(path, what)| (name(path), what)).collect()
    }
}

/// Told before the work and not after it: whether there is room for a folder and what belongs beside it.
pub fn refuse_beforehand(out: &Path) -> Result<(), Problem> {
    InternalPaths::of(out, &ReleaseOptions::default())?;
    refuse_taken(out)?;
    refuse_occupied(out)
}

/// What an earlier release left beside the place is refused even where nothing
/// of its kind is asked for: it would seem to belong to the new one.
pub fn refuse_occupied(out: &Path) -> Result<(), Problem> {
    let everything = ReleaseOptions {
        mapping: true,
        sql: true,
        ..ReleaseOptions::default()
    };
    for (path, what) in InternalPaths::of(out, &everything)?.all() {
        if fs::symlink_metadata(path).is_ok() {
            return Err(Problem::in_file(
                path,
                format!(
                    "the {what} of an earlier release is there and is never overwritten; move it or choose another folder"
                ),
            ));
        }
    }
    if folder_of(out).join(CERTIFICATE_FILE).exists() {
        return Err(Problem::in_file(
            out,
            "the place is inside a release folder, where the audit file would be passed on; choose another",
        ));
    }
    Ok(())
}

/// A folder in making and what was put beside it so far. Dropped before [`Placed::finish`], it takes everything away
/// again: the record of a release that did not happen must not stay. What is placed is announced beforehand, so that
/// the next run can do the same if this one is killed.
#[derive(Debug)]
pub struct Placed {
    /// Until it is finished.
    making: Option<DirectoryInMaking>,
    paths: Vec<PathBuf>,
}

impl Placed {
    pub fn beside(making: DirectoryInMaking) -> Self {
        Self {
            making: Some(making),
            paths: Vec::new(),
        }
    }

    pub fn file(&mut self, path: &Path, text: &str) -> Result<(), Problem> {
        self.announce(path, text)?;
        write_new_private(path, text)?;
        self.paths.push(path.to_owned());
        Ok(())
    }

    /// A folder with a file for each column.
    pub fn mapping(&mut self, folder: &Path, files: &[MappingFile]) -> Result<(), Problem> {
        let making = DirectoryInMaking::begin_private(folder)?;
        let columns: Vec<&str> = files.iter().map(|file| file.column.as_str()).collect();
        for (file, name) in files.iter().zip(file_names(&columns)) {
            let name = format!("{name}.csv");
            self.announce(&folder.join(&name), &file.text)?;
            write_new_private(&making.path().join(name), &file.text)
                .map_err(|problem| in_place_of(problem, making.path(), folder))?;
        }
        making.finish()?;
        self.paths.push(folder.to_owned());
        Ok(())
    }

    fn announce(&self, path: &Path, text: &str) -> Result<(), Problem> {
        match &self.making {
            Some(making) => making.announce(path, text),
            None => Ok(()),
        }
    }

    /// Lets the folder appear, and everything stay. The last thing that is done for a release: whatever comes after it
    /// finds the release there.
    pub fn finish(mut self) -> Result<(), Problem> {
        if let Some(making) = self.making.take() {
            making.finish()?;
        }
        self.paths.clear();
        Ok(())
    }
}

#[cfg(test)]
impl Placed {
    /// As a program leaves it that is killed.
    pub fn abandon(mut self) {
        self.paths.clear();
        if let Some(making) = self.making.take() {
            making.abandon();
        }
    }
}

impl Drop for Placed {
    fn drop(&mut self) {
        for path in &self.paths {
            // If even this fails, the problem that led here is the one to tell.
            let _ = if path.is_dir() {
                fs::remove_dir_all(path)
            } else {
                fs::remove_file(path)
            };
        }
    }
}

/// The user chose `folder`; the temporary one means nothing to her.
pub fn in_place_of(mut problem: Problem, making: &Path, folder: &Path) -> Problem {
    let file = problem.file.as_deref();
    if let Some(inside) = file.and_then(|file| file.strip_prefix(making).ok()) {
        problem.file = Some(folder.join(inside));
    }
    problem
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_placed_goes_unless_it_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let files = [MappingFile {
            column: "a/b".to_owned(),
            text: "original;released;records\n".to_owned(),
        }];
        for keep in [false, true] {
            let making = DirectoryInMaking::begin(&place("x")).unwrap();
            let mut placed = Placed::beside(making);
            placed.file(&place("x.audit.json"), "{}").unwrap();
            placed.mapping(&place("x.mapping"), &files).unwrap();
            assert!(place("x.mapping/a_b.csv").is_file());
            if keep {
                placed.finish().unwrap();
            } else {
                drop(placed);
            }
            assert_eq!(place("x").exists(), keep);
            assert_eq!(place("x.audit.json").exists(), keep);
            assert_eq!(place("x.mapping").exists(), keep);
        }
        let told = refuse_occupied(&place("x")).unwrap_err().to_string();
        assert!(
            told.contains("the audit file of an earlier release"),
            "{told}"
        );
        fs::remove_file(place("x.audit.json")).unwrap();
        let told = refuse_occupied(&place("x")).unwrap_err().to_string();
        assert!(
            told.contains("x.mapping: the applied mapping of an earlier"),
            "{told}"
        );
        fs::write(place("y.transform.sql"), "").unwrap();
        let told = refuse_occupied(&place("y")).unwrap_err().to_string();
        assert!(told.contains("the recoding as SQL of an earlier"), "{told}");
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_look() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mapping = folder.path().join("x.mapping");
        let files = [MappingFile {
            column: "a".to_owned(),
            text: String::new(),
        }];
        let making = DirectoryInMaking::begin(&folder.path().join("x")).unwrap();
        let mut placed = Placed::beside(making);
        placed.mapping(&mapping, &files).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&mapping), 0o700);
        assert_eq!(mode(&mapping.join("a.csv")), 0o600);
    }
}
