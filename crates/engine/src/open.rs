//! A recipe and its data, read and fitted to each other.

use super::kinds;
use super::out_of_core::count;
use super::ratings::note_repeated_people;
use cloakroom_core::io::csv::stream::Division;
use cloakroom_core::io::hierarchy::load_trees;
use cloakroom_core::io::load::{in_batches, load};
use cloakroom_core::io::recipe::{parse_recipe, read_recipe_text, resolve_roles};
use cloakroom_core::prepare::{Prepare, make_key, prepare_loaded};
use cloakroom_core::{Column, Failure, Loaded, Problem, Progress, Recipe, Trees};
use cloakroom_microdata::profile::counting::Room;
use cloakroom_microdata::profile::doubts::Looked;
use std::path::{Path, PathBuf};

/// All that a check or a release needs.
#[derive(Clone, Debug)]
pub struct Opened {
    /// With the role of every column that is decided.
    pub recipe: Recipe,
    pub loaded: Loaded,
    /// Those that the recipe names, and a made one for items where it names none.
    pub trees: Trees,
    /// If the data are read in batches, the names of all their columns: the table holds those only that classes and
    /// promises are about, and equal records counted.
    pub in_batches: Option<Vec<String>>,
    /// What then speaks against columns that are released as they are.
    pub looked: Looked,
}

impl Opened {
    /// Columns that nobody has decided on, which keep a release from being written.
    pub fn undecided(&self) -> Vec<&str> {
        let names = match &self.in_batches {
            Some(names) => names.iter().map(String::as_str).collect(),
            None => self.loaded.dataset.table().map_or_else(Vec::new, |table| {
                table.columns().iter().map(Column::name).collect()
            }),
        };
        let is_open = |name: &&str| self.recipe.settings.roles.of(name).is_none();
        names.into_iter().filter(is_open).collect()
    }
}

/// Reads the recipe, the data and the hierarchies that it names. What does not fit is told with its place
/// in the recipe. Data that are larger than the memory are refused.
pub fn open_recipe(path: &Path, progress: &Progress) -> Result<Opened, Failure> {
    let text = read_recipe_text(path)?;
    let recipe = parse_recipe(&text, path)?;
    open_whole(path, &text, recipe, progress)
}

/// The same for whoever can work with counted records too.
pub fn open_recipe_of_any_size(path: &Path, progress: &Progress) -> Result<Opened, Failure> {
    let text = read_recipe_text(path)?;
    let recipe = parse_recipe(&text, path)?;
    let data = folder_of(path).join(&recipe.data);
    if !in_batches(&data, &recipe.load, progress)? {
        return open_whole(path, &text, recipe, progress);
    }
    refuse_in_batches(&recipe.prepare).map_err(|problem| problem.of(path))?;
    open_counted(path, &text, recipe, Division::default(), None, progress)
}

/// However the reading is divided, the tuples are the same; `room` is for other limits than those of the memory.
pub(super) fn open_counted(
    path: &Path,
    text: &str,
    recipe: Recipe,
    division: Division,
    room: Option<Room>,
    progress: &Progress,
) -> Result<Opened, Failure> {
    let data = folder_of(path).join(&recipe.data);
    let mut counted = count(&data, path, text, recipe, division, room, progress)?;
    if let Some(table) = counted.loaded.dataset.table() {
        counted.recipe.settings.spell_as(table);
        counted.settings.spell_as(table);
    }
    let trees = load_trees(folder_of(path), &counted.settings, &counted.loaded.dataset)
        .map_err(|wrong| Problem::from(wrong).of(path))?;
    Ok(Opened {
        recipe: counted.recipe,
        loaded: counted.loaded,
        trees,
        in_batches: Some(counted.names),
        looked: counted.looked,
    })
}

/// The data of a recipe after their preparation, whatever the recipe says besides. Keys that are missing are made if that is
/// asked for; those that were are named.
pub fn open_prepared(
    path: &Path,
    makes_keys: bool,
    progress: &Progress,
) -> Result<(Loaded, Vec<PathBuf>), Failure> {
    let recipe = parse_recipe(&read_recipe_text(path)?, path)?;
    let folder = folder_of(path);
    if !recipe.prepare.does_anything() {
        let message = "there is no step under [prepare]; expected at least one";
        return Err(Problem::in_file(path, message).into());
    }
    let mut made = Vec::new();
    for key in recipe.prepare.keys().into_iter().filter(|_| makes_keys) {
        let place = folder.join(key);
        if make_key(&place)? {
            made.push(place);
        }
    }
    let read = load(&folder.join(&recipe.data), &recipe.load, progress)?;
    let prepared = prepare_loaded(read, &recipe.prepare, folder, progress);
    Ok((prepared.map_err(|failure| in_recipe(failure, path))?, made))
}

/// What is prepared has to be there as a whole.
pub(super) fn refuse_in_batches(prepare: &Prepare) -> Result<(), Problem> {
    match prepare.does_anything() {
        true => Err(Problem::new(
            "[prepare] needs the table as a whole, and this one is read in batches; expected it prepared and written \
             elsewhere, or more memory",
        )),
        false => Ok(()),
    }
}

/// What is wrong with a step is wrong in the recipe, unless another file is named.
fn in_recipe(failure: Failure, path: &Path) -> Failure {
    match failure {
        Failure::Problem(problem) => problem.of(path).into(),
        stopped => stopped,
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

fn open_whole(
    path: &Path,
    text: &str,
    mut recipe: Recipe,
    progress: &Progress,
) -> Result<Opened, Failure> {
    let folder = folder_of(path);
    let read = load(&folder.join(&recipe.data), &recipe.load, progress)?;
    let prepared = prepare_loaded(read, &recipe.prepare, folder, progress);
    let mut loaded = prepared.map_err(|failure| in_recipe(failure, path))?;
    let kind = loaded.dataset.kind();
    recipe.settings.roles = resolve_roles(
        text,
        path,
        &recipe,
        kind,
        &loaded.options,
        &kinds::of(&loaded.dataset).names(),
    )?;
    if let Some(table) = loaded.dataset.table() {
        recipe.settings.spell_as(table);
    }
    let repeated = note_repeated_people(&loaded.dataset, &recipe.settings.roles);
    loaded.notes.extend(repeated);
    let trees = load_trees(folder, &recipe.settings, &loaded.dataset)
        .map_err(|wrong| Problem::from(wrong).of(path))?;
    Ok(Opened {
        recipe,
        loaded,
        trees,
        in_batches: None,
        looked: Looked::default(),
    })
}
