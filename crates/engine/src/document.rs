//! Opening and saving: a data file, a recipe or a project becomes a document, and a document becomes a
//! file again.

use super::arx;
use super::open::{open_recipe, open_recipe_of_any_size, refuse_in_batches};
use super::out_of_core::Uncounted;
use super::ratings::note_repeated_people;
use super::released_before::releases_beside;
use super::workspace::Workspace;
use crate::samples::{self, RECIPE};
use cloakroom_core::earlier::Earlier;
use cloakroom_core::io::atomic_file::write_text_whole;
use cloakroom_core::io::load::{in_batches, load};
use cloakroom_core::io::paths::{folder_of, rebase, rebase_settings, relative_to};
use cloakroom_core::io::project::{
    DataState, Fingerprint, PROJECT_EXTENSION, ProjectFile, data_state, read_project, write_project,
};
use cloakroom_core::io::recipe::write_recipe;
use cloakroom_core::kept::Kept;
use cloakroom_core::prepare::{Prepare, prepare_loaded};
use cloakroom_core::settings::NullPolicy;
use cloakroom_core::{
    Failure, Kind, LoadOptions, Loaded, MethodName, Problem, Progress, Requirement, Settings,
};
use std::path::{Path, PathBuf};

/// What opening gives.
pub enum Opening {
    Opened(Box<Document>),
    /// A project whose data file is gone: the user is asked where it is now.
    DataMissing {
        project: PathBuf,
        data: PathBuf,
    },
    /// A table that is larger than the memory: the user is asked what its columns are before it is counted.
    RolesWanted(Box<Uncounted>, Origin),
}

/// Where a document comes from.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// Paths in its settings are relative to this.
    pub folder: PathBuf,
    pub file: Option<PathBuf>,
    pub shelf: Vec<Kept>,
    /// Releases that were written before.
    pub releases: Vec<Earlier>,
    /// The window's own part of a project.
    pub view: serde_json::Value,
    /// Whether it is other than what the file says.
    pub differs: bool,
    /// What the user is told of the data.
    pub notes: Vec<String>,
    /// The data that the file was saved with, where others were named for them.
    pub saved_with: Option<Fingerprint>,
    /// What is done to the table before roles.
    pub prepare: Box<Prepare>,
    /// What the data were read as before, if they are read again.
    pub kind: Option<Kind>,
}

impl Origin {
    fn of(folder: PathBuf) -> Self {
        Self {
            folder,
            ..Self::default()
        }
    }

    fn document(self, mut workspace: Workspace) -> Opening {
        if let Some(file) = self.file {
            workspace = workspace.with_file(file);
        }
        workspace = workspace.with_shelf(self.shelf);
        workspace = workspace.with_earlier(self.releases);
        if self.differs {
            workspace.differs_from_file();
        }
        Opening::Opened(Box::new(Document {
            workspace,
            view: self.view,
        }))
    }
}

pub struct Document {
    pub workspace: Workspace,
    /// The window's own part of a project.
    pub view: serde_json::Value,
}

const ANOTHER_FILE: &str =
    "This is not the file that the project was saved with; check the roles of its columns.";

/// The usual threshold of statistical offices.
const USUAL_K: u32 = 5;

/// Opens a project, a recipe or a data file, told apart by the extension.
pub fn open(path: &Path, options: &LoadOptions, progress: &Progress) -> Result<Opening, Failure> {
    let extension = path
        .extension()
        .map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some(PROJECT_EXTENSION) => open_project(path, None, progress),
        Some(arx::EXTENSION) => {
            let mut imported = arx::import(path, progress)?;
            imported.loaded.notes.extend(imported.told);
            let workspace = Workspace::new(imported.loaded, imported.settings, folder_of(path));
            Ok(opened_as(workspace))
        }
        Some("toml") => {
            let mut opened = open_recipe_of_any_size(path, progress)?;
            let open: Vec<&str> = opened.recipe.open.iter().map(|open| open.name()).collect();
            if !open.is_empty() {
                opened.loaded.notes.push(format!(
                    "The recipe leaves {} open (\"?\"); nothing is asked of it here until a value is set.",
                    open.join(", ")
                ));
            }
            let (loaded, settings) = (opened.loaded, opened.recipe.settings);
            let workspace = match opened.in_batches {
                Some(names) => {
                    let looked = opened.looked;
                    Workspace::counted(loaded, settings, folder_of(path), names, looked, Vec::new())
                }
                None => Workspace::new(loaded, settings, folder_of(path)),
            };
            Ok(opened_as(workspace.with_file(path.to_owned())))
        }
        _ if in_batches(path, options, progress)? => {
            let mut settings = Settings::default();
            settings.method.name = MethodName::recommended_for_counts();
            open_large(
                path,
                options,
                settings,
                Origin::of(folder_of(path)),
                progress,
            )
        }
        _ => {
            let mut loaded = load(path, options, progress)?;
            let settings = first_settings(&loaded);
            let repeated = note_repeated_people(&loaded.dataset, &settings.roles);
            loaded.notes.extend(repeated);
            let releases = releases_beside(path, &loaded.source.sha256);
            let mut workspace = Workspace::new(loaded, settings, folder_of(path));
            for release in releases {
                workspace.remember_release(release);
            }
            Ok(opened_as(workspace))
        }
    }
}

/// Opens a project, with its data elsewhere if `data` says so.
pub fn open_project(
    path: &Path,
    data: Option<&Path>,
    progress: &Progress,
) -> Result<Opening, Failure> {
    let mut project = read_project(path)?;
    project.recipe.fold_names();
    for kept in &mut project.shelf {
        kept.settings.fold_names(project.recipe.load.fold);
    }
    let folder = folder_of(path);
    let mut note = None;
    let found = match data {
        Some(data) => data.to_owned(),
        None => match data_state(path, &project, progress)? {
            DataState::Unchanged(data) => data,
            DataState::Changed(data) => {
                note = Some(
                    "The data file has changed since the project was saved; all results are computed anew.",
                );
                data
            }
            DataState::Moved { to, .. } => {
                note =
                    Some("The data file was found beside the project; save to remember its place.");
                to
            }
            DataState::Missing(data) => {
                return Ok(Opening::DataMissing {
                    project: path.to_owned(),
                    data,
                });
            }
        },
    };
    let releases = moved(&project.releases, |audit| folder.join(audit));
    if in_batches(&found, &project.recipe.load, progress)? {
        let origin = Origin {
            differs: data.is_some() || found != folder.join(&project.recipe.data),
            folder,
            file: Some(path.to_owned()),
            shelf: project.shelf,
            releases,
            view: project.view,
            notes: note.map(str::to_owned).into_iter().collect(),
            saved_with: project.fingerprint.filter(|_| data.is_some()),
            prepare: Box::new(project.recipe.prepare),
            kind: None,
        };
        let (options, settings) = (&project.recipe.load, project.recipe.settings);
        return open_large(&found, options, settings, origin, progress);
    }
    let prepare = &project.recipe.prepare;
    let as_saved = read(&found, &project.recipe.load, prepare, &folder, progress);
    let is_same =
        |loaded: &Loaded| project.fingerprint.as_ref() == Some(&Fingerprint::from(&loaded.source));
    let mut loaded = match as_saved {
        Ok(loaded) if data.is_none() || is_same(&loaded) => loaded,
        Err(failure) if data.is_none() => return Err(failure),
        _ => {
            note = Some(ANOTHER_FILE);
            // Another file may be written in another way; only its kind is still known.
            let options = LoadOptions {
                kind: project.recipe.load.kind,
                layout: project.recipe.load.layout,
                fold: project.recipe.load.fold,
                ..LoadOptions::default()
            };
            read(&found, &options, prepare, &folder, progress)?
        }
    };
    let is_moved = data.is_some() || found != folder.join(&project.recipe.data);
    loaded.notes.extend(note.map(str::to_owned));
    let mut settings = project.recipe.settings;
    keep_known_columns(&mut settings, &loaded);
    let mut shelf = project.shelf;
    for kept in &mut shelf {
        keep_known_columns(&mut kept.settings, &loaded);
    }
    let origin = Origin {
        folder: folder.clone(),
        file: Some(path.to_owned()),
        shelf,
        releases,
        view: project.view,
        differs: is_moved,
        ..Origin::default()
    };
    Ok(origin.document(Workspace::new(loaded, settings, folder)))
}

/// Reads a table and prepares it.
fn read(
    data: &Path,
    options: &LoadOptions,
    prepare: &Prepare,
    folder: &Path,
    progress: &Progress,
) -> Result<Loaded, Failure> {
    let loaded = load(data, options, progress)?;
    prepare_loaded(loaded, prepare, folder, progress)
}

/// The same releases with their audit files elsewhere.
fn moved(releases: &[Earlier], place: impl Fn(&Path) -> PathBuf) -> Vec<Earlier> {
    let moved = releases.iter().map(|release| Earlier {
        audit: place(&release.audit),
        written: release.written.clone(),
    });
    moved.collect()
}

/// Counts a table that is larger than the memory, or asks first what its columns are.
fn open_large(
    data: &Path,
    options: &LoadOptions,
    settings: Settings,
    origin: Origin,
    progress: &Progress,
) -> Result<Opening, Failure> {
    refuse_in_batches(&origin.prepare).map_err(|problem| problem.of(data))?;
    let uncounted = Uncounted::read(data, options, settings, progress)?;
    if uncounted.is_ready() {
        return count_table(&uncounted, origin, progress);
    }
    Ok(Opening::RolesWanted(Box::new(uncounted), origin))
}

/// Opens a table whose columns the user has told.
pub fn count_table(
    uncounted: &Uncounted,
    origin: Origin,
    progress: &Progress,
) -> Result<Opening, Failure> {
    let mut counted = uncounted.count(progress)?;
    if let Some(table) = counted.loaded.dataset.table() {
        counted.recipe.settings.spell_as(table);
    }
    let mut loaded = counted.loaded;
    loaded.notes.extend(origin.notes.iter().cloned());
    let found = Fingerprint::from(&loaded.source);
    if origin
        .saved_with
        .as_ref()
        .is_some_and(|saved| *saved != found)
    {
        loaded.notes.push(ANOTHER_FILE.to_owned());
    }
    let workspace = Workspace::counted(
        loaded,
        counted.recipe.settings,
        origin.folder.clone(),
        counted.names,
        counted.looked,
        uncounted.suggestions(),
    );
    Ok(origin.document(workspace))
}

/// Reads the data of a document again in another way; what was decided about columns that are still there
/// stays, and so does what was kept.
pub fn reopen(
    data: &Path,
    options: &LoadOptions,
    mut settings: Settings,
    origin: Origin,
    progress: &Progress,
) -> Result<Opening, Failure> {
    if in_batches(data, options, progress)? {
        return open_large(data, options, settings, origin, progress);
    }
    let loaded = read(data, options, &origin.prepare, &origin.folder, progress)?;
    settings.fold_names(options.fold);
    keep_known_columns(&mut settings, &loaded);
    let first = first_settings(&loaded);
    let is_other_kind = origin
        .kind
        .is_some_and(|kind| kind != loaded.dataset.kind());
    if is_other_kind || settings.requirement.is_empty() {
        settings.requirement = first.requirement;
    }
    // What one kind of data promises and is anonymized by means nothing to another.
    if is_other_kind {
        settings.method = first.method;
    }
    let folder = origin.folder.clone();
    Ok(origin.document(Workspace::new(loaded, settings, folder)))
}

/// Asks again what the columns of a counted table are.
pub fn ask_again(
    data: &Path,
    options: &LoadOptions,
    settings: Settings,
    origin: Origin,
    progress: &Progress,
) -> Result<Opening, Failure> {
    let uncounted = Uncounted::read(data, options, settings, progress)?;
    Ok(Opening::RolesWanted(Box::new(uncounted), origin))
}

/// Another data file may lack columns that were decided on; what it lacks is forgotten, what it has anew
/// is undecided. Values that were decided on are spelled as the data are.
pub(super) fn keep_known_columns(settings: &mut Settings, loaded: &Loaded) {
    if let Some(table) = loaded.dataset.table() {
        settings.spell_as(table);
        settings
            .roles
            .columns
            .retain(|name, _| table.column(name).is_some());
        let roles = &mut settings.roles;
        roles
            .confirmed
            .retain(|name, _| table.column(name).is_some());
    }
}

/// Writes a built-in sample into `cache` (unless it lies there already) and opens it from there, so that
/// a sample goes the same way as any file.
pub fn open_sample(name: &str, cache: &Path, progress: &Progress) -> Result<Opening, Failure> {
    let sample = samples::find(name)
        .ok_or_else(|| Problem::new(format!("there is no sample named \"{name}\"")))?;
    let folder = cache.join(name);
    for file in sample.files() {
        let path = folder.join(file.path);
        if std::fs::read(&path).is_ok_and(|bytes| bytes == file.contents) {
            continue;
        }
        let parent = folder_of(&path);
        std::fs::create_dir_all(&parent)
            .map_err(|error| Problem::from_io(&parent, "make the folder", &error))?;
        let text = String::from_utf8_lossy(&file.contents);
        write_text_whole(&path, &text)?;
    }
    let opened = open_recipe(&folder.join(RECIPE), progress)?;
    // No file: saving asks for a place and never writes into the cache.
    let workspace = Workspace::new(opened.loaded, opened.recipe.settings, folder);
    Ok(opened_as(workspace))
}

fn opened_as(workspace: Workspace) -> Opening {
    Opening::Opened(Box::new(Document {
        workspace,
        view: serde_json::Value::Null,
    }))
}

/// What a file begins with that nobody has decided anything about: nothing is promised, and the method is one that works
/// and not one that changes nothing.
pub(super) fn first_settings(loaded: &Loaded) -> Settings {
    let mut settings = Settings::default();
    settings.method.name = MethodName::recommended(loaded.dataset.kind());
    // Nobody who has said nothing expects answers in a release that no person gave.
    if loaded.dataset.kind().about().has_issues {
        settings.method.nulls = NullPolicy::Unrate;
    }
    settings
}

pub(super) fn usual_of_records() -> Requirement {
    Requirement {
        k: Some(USUAL_K),
        ..Requirement::default()
    }
}

/// What `save` needs; a copy, so that it can be written in the background.
pub struct Saving {
    recipe: cloakroom_core::recipe::Recipe,
    shelf: Vec<Kept>,
    releases: Vec<Earlier>,
    folder: PathBuf,
    fingerprint: Fingerprint,
}

impl Saving {
    pub fn of(workspace: &Workspace) -> Self {
        Self {
            recipe: workspace.recipe(),
            shelf: workspace.shelf().kept().cloned().collect(),
            releases: workspace.earlier().to_vec(),
            folder: workspace.folder().to_owned(),
            fingerprint: Fingerprint::from(&workspace.loaded().source),
        }
    }

    /// Writes a project (`.cloak`) or a recipe (`.toml`), by the extension.
    pub fn save(&self, path: &Path, view: serde_json::Value) -> Result<(), Problem> {
        let new_folder = folder_of(path);
        let mut recipe = rebase(&self.recipe, &self.folder, &new_folder);
        recipe.data = relative_to(&new_folder, &self.recipe.data);
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            return write_text_whole(path, &write_recipe(&recipe));
        }
        let mut shelf = self.shelf.clone();
        for kept in &mut shelf {
            rebase_settings(&mut kept.settings, &self.folder, &new_folder);
        }
        let project = ProjectFile {
            recipe,
            shelf,
            releases: moved(&self.releases, |audit| relative_to(&new_folder, audit)),
            fingerprint: Some(self.fingerprint.clone()),
            view,
        };
        write_project(path, &project)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(path: &Path) -> Workspace {
        match open(path, &LoadOptions::default(), &Progress::default()) {
            Ok(Opening::Opened(document)) => document.workspace,
            _ => panic!("expected a document"),
        }
    }

    #[test]
    fn a_fresh_file_begins_with_a_method_that_works_and_a_recipe_as_it_says() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("people.csv");
        std::fs::write(&path, "age,sex\n31,m\n32,f\n").unwrap();
        let workspace = opened(&path);
        assert_eq!(
            workspace.settings().method.name,
            MethodName::MondrianRelaxed
        );
        let options = LoadOptions {
            kind: Some(Kind::Transactions),
            ..LoadOptions::default()
        };
        let origin = Origin {
            kind: Some(workspace.kind()),
            ..Origin::of(folder_of(&path))
        };
        let settings = workspace.settings().clone();
        let again = reopen(&path, &options, settings, origin, &Progress::default());
        let Ok(Opening::Opened(again)) = again else {
            panic!("expected a document");
        };
        assert_eq!(again.workspace.settings().method.name, MethodName::Refined);
        let recipe = folder.path().join("recipe.toml");
        let text = "[data]\npath = 'people.csv'\nkind = 'microdata'\n[require]\nk = 2\n";
        std::fs::write(&recipe, text).unwrap();
        assert_eq!(opened(&recipe).settings().method.name, MethodName::None);
    }
}
