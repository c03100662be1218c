//! A recipe and its data, read and fitted to each other.

use super::survey::note_repeated_people;
use crate::io::hierarchy::load_trees;
use crate::io::load::load;
use crate::io::loaded::Loaded;
use crate::io::recipe::{parse_recipe, read_recipe_text, resolve_roles};
use crate::model::column::Column;
use crate::model::dataset::Dataset;
use crate::model::kind::Kind;
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::Pulse;
use crate::model::ratings::Ratings;
use crate::model::recipe::Recipe;
use crate::model::roles::Role;
use crate::model::suggest::suggest_roles;
use crate::model::trees::Trees;
use std::path::Path;

/// All that a check or a release needs.
#[derive(Clone, Debug)]
pub struct Opened {
    /// With the role of every column that is decided.
    pub recipe: Recipe,
    pub loaded: Loaded,
    /// Those that the recipe names, and a made one for items where it names none.
    pub trees: Trees,
    /// Columns that the recipe does not name, so that they are released as they are, although they look as if
    /// they named people.
    pub suspicious: Vec<String>,
}

/// Reads the recipe, the data and the hierarchies that it names. What does not fit is told with its place
/// in the recipe.
pub fn open_recipe(path: &Path, pulse: &Pulse) -> Result<Opened, Failure> {
    let text = read_recipe_text(path)?;
    let mut recipe = parse_recipe(&text, path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut loaded = load(&folder.join(&recipe.data), &recipe.load, pulse)?;
    let kind = loaded.dataset.kind();
    let suspicious = suspicious(&recipe, &loaded);
    recipe.settings.roles = resolve_roles(
        &text,
        path,
        &recipe,
        kind,
        &loaded.options,
        &names(&loaded.dataset),
    )?;
    let repeated = note_repeated_people(&loaded.dataset, &recipe.settings.roles);
    loaded.notes.extend(repeated);
    let trees = load_trees(folder, &recipe.settings, &loaded.dataset)
        .map_err(|wrong| Problem::from(wrong).of(path))?;
    Ok(Opened {
        recipe,
        loaded,
        trees,
        suspicious,
    })
}

fn suspicious(recipe: &Recipe, loaded: &Loaded) -> Vec<String> {
    let Dataset::Microdata(table) = &loaded.dataset else {
        return Vec::new();
    };
    suggest_roles(table, Kind::Microdata)
        .into_iter()
        .filter(|suggestion| {
            let named = recipe.settings.roles.of(&suggestion.column).is_some()
                || recipe.undecided.contains(&suggestion.column);
            suggestion.role == Role::Identifier && !named
        })
        .map(|suggestion| suggestion.column)
        .collect()
}

/// What roles are given to: columns, issues or items.
fn names(dataset: &Dataset) -> Vec<&str> {
    match dataset {
        Dataset::Microdata(table) | Dataset::Ratings(Ratings::Wide(table, _)) => {
            table.columns().iter().map(Column::name).collect()
        }
        Dataset::Ratings(Ratings::Long(sparse)) => sparse.issues.iter().collect(),
        Dataset::Transactions(transactions) => transactions.items.iter().collect(),
    }
}
