//! Project files (`.cloak`): a recipe, what the data were, and how the window looked. Never the data.

use super::atomic_file::write_text_whole;
use super::bounded::{PROJECT, read_bounded};
use super::loaded::SourceFile;
use super::paths::folder_of;
use crate::earlier::Earlier;
use crate::kept::Kept;
use crate::{Failure, Problem, Progress, Recipe};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The version that this program writes, and the newest that it reads.
pub const PROJECT_VERSION: u64 = 1;
pub const PROJECT_EXTENSION: &str = "cloak";

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProjectFile {
    /// Paths in it are relative to the folder of the project.
    pub recipe: Recipe,
    /// The data as they were when the project was saved.
    pub fingerprint: Option<Fingerprint>,
    /// Candidates that were kept, with their settings; results are computed anew.
    pub shelf: Vec<Kept>,
    /// Releases that were written before; their paths are relative to the folder of the project where they can be.
    pub releases: Vec<Earlier>,
    /// The window's own business.
    pub view: serde_json::Value,
}

/// Enough to tell whether a file is the one it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    pub bytes: u64,
    /// Lower-case hexadecimal SHA-256 of the file's bytes.
    pub sha256: String,
}

impl From<&SourceFile> for Fingerprint {
    fn from(file: &SourceFile) -> Self {
        Self {
            bytes: file.bytes,
            sha256: file.sha256.clone(),
        }
    }
}

/// Where a project's data are now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataState {
    /// Where they were, and as they were.
    Unchanged(PathBuf),
    /// Where they were, but with other contents.
    Changed(PathBuf),
    /// Not where they were; the same contents lie under the same name beside the project.
    Moved { from: PathBuf, to: PathBuf },
    /// Not where they were.
    Missing(PathBuf),
}

#[derive(Serialize, Deserialize)]
struct VersionOne {
    recipe: Recipe,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fingerprint: Option<Fingerprint>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shelf: Vec<Kept>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    releases: Vec<Earlier>,
    #[serde(default)]
    view: serde_json::Value,
}

#[derive(Serialize)]
struct Written<'a> {
    cloakroom_project: u64,
    #[serde(flatten)]
    contents: &'a VersionOne,
}

#[derive(Deserialize)]
struct VersionOnly {
    cloakroom_project: u64,
}

pub fn read_project(path: &Path) -> Result<ProjectFile, Problem> {
    parse_project(&read_bounded(path, PROJECT)?, path)
}

pub fn parse_project(bytes: &[u8], file: &Path) -> Result<ProjectFile, Problem> {
    let VersionOnly { cloakroom_project } = serde_json::from_slice(bytes)
        .map_err(|error| refused(file, &error, "this is not a Cloakroom project"))?;
    match cloakroom_project {
        1 => {
            let contents: VersionOne = serde_json::from_slice(bytes)
                .map_err(|error| refused(file, &error, "the project is damaged"))?;
            Ok(ProjectFile {
                recipe: contents.recipe,
                fingerprint: contents.fingerprint,
                shelf: contents.shelf,
                releases: contents.releases,
                view: contents.view,
            })
        }
        newer if newer > PROJECT_VERSION => Err(Problem::in_file(
            file,
            format!(
                "the project has version {newer}, made by a newer Cloakroom; this one reads up to version \
                 {PROJECT_VERSION}"
            ),
        )),
        _ => Err(Problem::in_file(
            file,
            format!("there is no project version {cloakroom_project}; expected {PROJECT_VERSION}"),
        )),
    }
}

/// What serde says can quote the file, and a project names columns and categories: so only the place.
fn refused(file: &Path, error: &serde_json::Error, message: &str) -> Problem {
    let expected = match error.classify() {
        serde_json::error::Category::Eof => "the file ends too early",
        serde_json::error::Category::Syntax => "expected JSON",
        _ => "a field is missing or holds something else than expected",
    };
    let problem = Problem::in_file(file, format!("{message}: {expected}"));
    if error.line() > 0 {
        problem.at(error.line() as u64, error.column().max(1) as u64)
    } else {
        problem
    }
}

/// Whole or not at all; an older project stays if this fails.
pub fn write_project(path: &Path, project: &ProjectFile) -> Result<(), Problem> {
    let contents = VersionOne {
        recipe: project.recipe.clone(),
        fingerprint: project.fingerprint.clone(),
        shelf: project.shelf.clone(),
        releases: project.releases.clone(),
        view: project.view.clone(),
    };
    let written = Written {
        cloakroom_project: PROJECT_VERSION,
        contents: &contents,
    };
    let mut text = serde_json::to_string_pretty(&written)
        .map_err(|error| Problem::in_file(path, format!("cannot write the project: {error}")))?;
    text.push('\n');
    write_text_whole(path, &text)
}

/// Looks where the data should be. Hashes the file if its size is the same, so this may take a while.
pub fn data_state(
    project_path: &Path,
    project: &ProjectFile,
    progress: &Progress,
) -> Result<DataState, Failure> {
    let folder = folder_of(project_path);
    let place = folder.join(&project.recipe.data);
    let fingerprint = project.fingerprint.as_ref();
    if let Some(same) = is_same(&place, fingerprint, progress)? {
        return Ok(if same {
            DataState::Unchanged(place)
        } else {
            DataState::Changed(place)
        });
    }
    if let (Some(name), Some(_)) = (place.file_name(), fingerprint) {
        let beside = folder.join(name);
        if is_same(&beside, fingerprint, progress)? == Some(true) {
            return Ok(DataState::Moved {
                from: place,
                to: beside,
            });
        }
    }
    Ok(DataState::Missing(place))
}

/// `None` if there is no such file. Without a fingerprint any file will do.
fn is_same(
    place: &Path,
    fingerprint: Option<&Fingerprint>,
    progress: &Progress,
) -> Result<Option<bool>, Failure> {
    let refused = |error: &std::io::Error| Problem::from_io(place, "read", error);
    let metadata = match std::fs::metadata(place) {
        Ok(metadata) if metadata.is_file() => metadata,
        Ok(_) => return Ok(None),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(refused(&error).into()),
    };
    let Some(fingerprint) = fingerprint else {
        return Ok(Some(true));
    };
    if metadata.len() != fingerprint.bytes {
        return Ok(Some(false));
    }
    progress.stage("comparing", metadata.len());
    let mut file = File::open(place).map_err(|error| refused(&error))?;
    let mut hash = Sha256::new();
    let mut block = vec![0u8; 1 << 20];
    loop {
        progress.check()?;
        let read = file.read(&mut block).map_err(|error| refused(&error))?;
        if read == 0 {
            break;
        }
        hash.update(&block[..read]);
        progress.advance(read as u64);
    }
    let found: String = hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Ok(Some(found == fingerprint.sha256))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Role};

    fn fingerprint(bytes: &[u8]) -> Fingerprint {
        Fingerprint {
            bytes: bytes.len() as u64,
            sha256: Sha256::digest(bytes)
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
        }
    }

    fn project() -> ProjectFile {
        let mut recipe = Recipe {
            data: "data/people.csv".into(),
            undecided: vec!["note".into()],
            ..Recipe::default()
        };
        recipe.load.kind = Some(Kind::Microdata);
        recipe.settings.roles.set("age", Some(Role::Quasi));
        recipe.settings.requirement.k = Some(5);
        recipe.settings.method.seed = u64::MAX;
        let kept = Kept {
            name: "first try".to_owned(),
            note: "for the study".to_owned(),
            settings: recipe.settings.clone(),
        };
        ProjectFile {
            recipe,
            fingerprint: Some(fingerprint(b"a,b\n")),
            shelf: vec![kept],
            releases: vec![Earlier {
                audit: "out/may.audit.json".into(),
                written: Some("2026-05-01T12:00:00Z".to_owned()),
            }],
            view: serde_json::json!({"stage": "explore", "widths": [1.5, 2.0]}),
        }
    }

    #[test]
    fn what_was_written_is_what_was_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.cloak");
        write_project(&path, &project()).unwrap();
        assert_eq!(read_project(&path).unwrap(), project());
    }

    #[test]
    fn what_is_no_project_is_refused() {
        let told = |text: &str| {
            parse_project(text.as_bytes(), Path::new("p.cloak"))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            told(r#"{"cloakroom_project": 7, "recipe": 3}"#),
            "p.cloak: the project has version 7, made by a newer Cloakroom; this one reads up to version 1"
        );
        assert!(told("a,b\n1,2").contains("this is not a Cloakroom project"));
        assert!(told("").contains("ends too early"));
        let damaged = told("{\"cloakroom_project\": 1,\n \"recipe\": 3}");
        assert!(damaged.starts_with("p.cloak, line 2, column "), "{damaged}");
        assert!(told(r#"{"cloakroom_project": 0}"#).contains("no project version 0"));
    }

    #[test]
    fn data_that_moved_or_changed_are_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.cloak");
        let state = || data_state(&path, &project(), &Progress::default()).unwrap();
        let place = folder.path().join("data/people.csv");
        assert_eq!(state(), DataState::Missing(place.clone()));
        let beside = folder.path().join("people.csv");
        std::fs::write(&beside, "a,c\n").unwrap();
        assert_eq!(state(), DataState::Missing(place.clone()));
        std::fs::write(&beside, "a,b\n").unwrap();
        assert_eq!(
            state(),
            DataState::Moved {
                from: place.clone(),
                to: beside
            }
        );
        std::fs::create_dir(folder.path().join("data")).unwrap();
        std::fs::write(&place, "a,b\n").unwrap();
        assert_eq!(state(), DataState::Unchanged(place.clone()));
        for other in ["a,c\n", "a,b\n1,2\n"] {
            std::fs::write(&place, other).unwrap();
            assert_eq!(state(), DataState::Changed(place.clone()));
        }
    }
}
