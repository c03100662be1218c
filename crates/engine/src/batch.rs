//! Several releases of the same data in one go, each in a folder of its own under one parent. What is finished stays
//! whole, whatever becomes of the others.

use super::made::Made;
use super::recipients::folder_names;
use super::release::{NotReached, ReleaseAnswer, ReleaseOutcome, release_taking};
use cloakroom_core::io::paths::folder_of;
use cloakroom_core::kept::Kept;
use cloakroom_core::{
    Failure, Loaded, MethodName, Problem, Progress, Recipe, Settings, Stopped, Trees,
};
use cloakroom_verify::CERTIFICATE_FILE;
use serde::Serialize;
use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One of the releases: the same data, other settings.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its folder is named after it.
    pub name: String,
    pub recipe: Recipe,
    /// What its method made before, if it has run.
    pub made: Option<Arc<Made>>,
}

/// The same recipe with each of these methods.
pub fn by_method(recipe: &Recipe, methods: &[MethodName]) -> Vec<Item> {
    let item = |&method: &MethodName| {
        let mut recipe = recipe.clone();
        recipe.settings.method.name = method;
        Item {
            name: method.name().to_owned(),
            recipe,
            made: None,
        }
    };
    methods.iter().map(item).collect()
}

/// One candidate of the shelf as a release: with its own roles, promises, method and hierarchies, while how it is
/// written and what the reports say is as in `recipe`.
pub fn by_candidate(recipe: &Recipe, columns: &[&str], candidate: &Kept) -> Item {
    let own = recipe.settings.clone();
    let settings = Settings {
        release: own.release,
        report: own.report,
        ..candidate.settings.clone()
    };
    let open = |name: &&&str| settings.roles.of(name).is_none();
    Item {
        name: candidate.name.clone(),
        recipe: Recipe {
            undecided: columns
                .iter()
                .filter(open)
                .map(|name| (*name).to_owned())
                .collect(),
            open: Vec::new(),
            settings,
            ..recipe.clone()
        },
        made: None,
    }
}

/// What `--json` prints of a batch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BatchAnswer {
    /// In the order they were asked for.
    pub releases: Vec<Batched>,
    /// The user ended it before all were done.
    pub stopped: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Batched {
    pub name: String,
    /// Inside the parent.
    pub folder: String,
    #[serde(flatten)]
    pub end: End,
}

/// How one of them ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum End {
    Written(Box<ReleaseAnswer>),
    NotReached(NotReached),
    /// Something is in the way: one sentence.
    Failed {
        problem: String,
    },
    /// The user ended the batch before.
    NotBegun,
}

impl BatchAnswer {
    pub fn written(&self) -> usize {
        let is_written = |batched: &&Batched| matches!(batched.end, End::Written(_));
        self.releases.iter().filter(is_written).count()
    }
}

/// Writes `parent/NAME` for every item, one after the other, and calls `done` after each. A problem with one of them is
/// its own; one with the parent is everybody's. `trees` gives what the hierarchies of a recipe are.
pub fn batch(
    loaded: &Loaded,
    items: &[Item],
    trees: impl Fn(&Recipe) -> Result<Trees, Problem>,
    parent: &Path,
    progress: &Progress,
    mut done: impl FnMut(&Batched),
) -> Result<BatchAnswer, Failure> {
    refuse_senseless(items)?;
    let made = Parent::open(parent)?;
    let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
    let mut answer = BatchAnswer {
        releases: Vec::with_capacity(items.len()),
        stopped: false,
    };
    let folders = folder_names(&names, "release");
    for (at, (item, folder)) in items.iter().zip(folders).enumerate() {
        progress.one_of(at, items.len());
        let end = if answer.stopped {
            End::NotBegun
        } else {
            match trees(&item.recipe) {
                Ok(trees) => one(loaded, item, &trees, &parent.join(&folder), progress),
                Err(problem) => End::Failed {
                    problem: problem.to_string(),
                },
            }
        };
        answer.stopped |= end == End::NotBegun;
        let batched = Batched {
            name: item.name.clone(),
            folder,
            end,
        };
        done(&batched);
        answer.releases.push(batched);
    }
    made.close();
    if answer.stopped && answer.written() == 0 {
        return Err(Stopped.into());
    }
    Ok(answer)
}

fn one(loaded: &Loaded, item: &Item, trees: &Trees, out: &Path, progress: &Progress) -> End {
    let made = item.made.as_deref();
    match release_taking(loaded, &item.recipe, trees, made, out, progress) {
        Ok(ReleaseOutcome::Written(answer)) => End::Written(answer),
        Ok(ReleaseOutcome::NotReached(answer)) => End::NotReached(answer),
        Err(Failure::Problem(problem)) => End::Failed {
            problem: problem.to_string(),
        },
        Err(Failure::Stopped(_)) => End::NotBegun,
    }
}

fn refuse_senseless(items: &[Item]) -> Result<(), Problem> {
    if items.is_empty() {
        return Err(Problem::new(
            "there is nothing to release: name at least one candidate",
        ));
    }
    let mut seen = HashSet::new();
    match items.iter().find(|item| !seen.insert(&item.name)) {
        Some(item) => Err(Problem::new(format!(
            "\"{}\" is named twice; expected every release once",
            item.name
        ))),
        None => Ok(()),
    }
}

/// The folder of all; made if need be, and taken away again if nothing came into it.
struct Parent {
    path: PathBuf,
    is_ours: bool,
}

impl Parent {
    fn open(path: &Path) -> Result<Self, Problem> {
        if path.join(CERTIFICATE_FILE).exists() {
            return Err(Problem::in_file(
                path,
                "it is a release folder, where what stays in house would be passed on; choose another",
            ));
        }
        if path.is_dir() {
            return Ok(Self {
                path: path.to_owned(),
                is_ours: false,
            });
        }
        match fs::create_dir(path) {
            Ok(()) => Ok(Self {
                path: path.to_owned(),
                is_ours: true,
            }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(Problem::in_file(
                path,
                "it is a file; expected a folder for the releases",
            )),
            Err(error) if error.kind() == ErrorKind::NotFound => Err(Problem::in_file(
                path,
                format!(
                    "cannot make the folder: there is no folder {}",
                    folder_of(path).display()
                ),
            )),
            Err(error) => Err(Problem::from_io(path, "make the folder", &error)),
        }
    }

    fn close(self) {
        if self.is_ours {
            // A folder with something in it stays.
            let _ = fs::remove_dir(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::hierarchy::HierarchySource;
    use cloakroom_core::io::hierarchy::load_trees;
    use cloakroom_core::io::load::load;
    use cloakroom_core::{LoadOptions, Role};

    fn candidate(name: &str, method: MethodName) -> Kept {
        let mut settings = Settings::default();
        settings.roles.set("zip", Some(Role::Quasi));
        settings.requirement.k = Some(2);
        settings.method.name = method;
        // What was ticked when it was kept does not matter any more.
        settings.release.sql = true;
        Kept {
            name: name.to_owned(),
            note: String::new(),
            settings,
        }
    }

    #[test]
    fn a_candidate_brings_its_settings_and_is_written_as_the_document_says() {
        let mut recipe = Recipe::default();
        recipe.settings.release.mapping = true;
        recipe.settings.report.title = Some("Spring".to_owned());
        recipe.settings.method.name = MethodName::Optimal;
        let item = by_candidate(
            &recipe,
            &["zip", "note"],
            &candidate("mine", MethodName::Mondrian),
        );
        assert_eq!(item.name, "mine");
        assert_eq!(item.recipe.undecided, ["note"]);
        let settings = item.recipe.settings;
        assert_eq!(settings.method.name, MethodName::Mondrian);
        assert_eq!(settings.requirement.k, Some(2));
        assert!(settings.release.mapping && !settings.release.sql);
        assert_eq!(settings.report.title.as_deref(), Some("Spring"));
    }

    #[test]
    fn what_is_wrong_with_one_candidate_is_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("people.csv");
        fs::write(&file, "zip\n1\n1\n2\n2\n").unwrap();
        let progress = Progress::default();
        let loaded = load(&file, &LoadOptions::default(), &progress).unwrap();
        let mut gone = candidate("gone", MethodName::Optimal);
        let lines = HierarchySource::Lines(PathBuf::from("nowhere.csv"));
        gone.settings.hierarchies.insert("zip".to_owned(), lines);
        let mut unreachable = candidate("unreachable", MethodName::None);
        unreachable.settings.requirement.k = Some(3);
        let mut undecided = candidate("undecided", MethodName::None);
        undecided.settings.roles.set("zip", None);
        let kept = [
            gone,
            unreachable,
            undecided,
            candidate("good", MethodName::None),
        ];
        let items: Vec<Item> = kept
            .iter()
            .map(|kept| by_candidate(&Recipe::default(), &["zip"], kept))
            .collect();
        let trees = |recipe: &Recipe| {
            load_trees(folder.path(), &recipe.settings, &loaded.dataset).map_err(Problem::from)
        };
        let parent = folder.path().join("out");
        let mut seen = Vec::new();
        let answer = batch(&loaded, &items, trees, &parent, &progress, |batched| {
            seen.push(batched.name.clone());
        })
        .unwrap();
        assert_eq!(seen, ["gone", "unreachable", "undecided", "good"]);
        let ends: Vec<&End> = answer.releases.iter().map(|one| &one.end).collect();
        assert!(matches!(ends[0], End::Failed { problem } if problem.contains("nowhere.csv")));
        assert!(matches!(ends[1], End::NotReached(_)));
        assert!(matches!(ends[2], End::Failed { .. }));
        assert!(matches!(ends[3], End::Written(_)));
        assert_eq!(answer.written(), 1);
        assert!(parent.join("good").join(CERTIFICATE_FILE).is_file());
        assert!(!parent.join("gone").exists() && !parent.join("unreachable").exists());
    }
}
