//! A recipe and its data, read and fitted to each other.

use crate::io::hierarchy::load_hierarchies;
use crate::io::load::load;
use crate::io::loaded::Loaded;
use crate::io::recipe::{parse_recipe, read_recipe_text, resolve_roles};
use crate::model::column::Column;
use crate::model::dataset::Dataset;
use crate::model::problem::Failure;
use crate::model::pulse::Pulse;
use crate::model::ratings::Ratings;
use crate::model::recipe::Recipe;
use std::path::Path;

/// All that a check or a release needs.
#[derive(Clone, Debug)]
pub struct Opened {
    /// With the role of every column that is decided.
    pub recipe: Recipe,
    pub loaded: Loaded,
}

/// Reads the recipe, the data and the hierarchies that it names. What does not fit is told with its place
/// in the recipe.
pub fn open_recipe(path: &Path, pulse: &Pulse) -> Result<Opened, Failure> {
    let text = read_recipe_text(path)?;
    let mut recipe = parse_recipe(&text, path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let loaded = load(&folder.join(&recipe.data), &recipe.load, pulse)?;
    let kind = loaded.dataset.kind();
    recipe.settings.roles = resolve_roles(
        &text,
        path,
        &recipe,
        kind,
        &loaded.options,
        &names(&loaded.dataset),
    )?;
    load_hierarchies(&recipe.settings, &loaded.dataset, folder)?;
    Ok(Opened { recipe, loaded })
}

/// What roles are given to: columns, issues or items.
fn names(dataset: &Dataset) -> Vec<&str> {
    match dataset {
        Dataset::Microdata(table) | Dataset::Ratings(Ratings::Wide(table)) => {
            table.columns().iter().map(Column::name).collect()
        }
        Dataset::Ratings(Ratings::Long(sparse)) => sparse.issues.iter().collect(),
        Dataset::Transactions(transactions) => transactions.items.iter().collect(),
    }
}
