//! Recipes: what was decided about a data set, as a TOML file that people can read and write.

mod hierarchies;
mod method;
mod prepare;
mod purpose;
mod read;
mod report;
mod require;
mod section;
mod write;

pub use read::parse_recipe;
pub use write::write_recipe;

use super::bounded::{RECIPE, read_bounded};
use crate::{Kind, LoadOptions, Problem, Recipe, Roles};
use section::{Document, Section};
use std::ops::Range;
use std::path::Path;

/// The text of a recipe file, for those who want to say where in it a name stands.
pub fn read_recipe_text(path: &Path) -> Result<String, Problem> {
    let bytes = read_bounded(path, RECIPE)?;
    String::from_utf8(bytes)
        .map_err(|_| Problem::in_file(path, "this is not a recipe: expected a TOML file in UTF-8"))
}

/// [`Recipe::resolve_roles`], with the place in the recipe's text where the wrong name stands.
pub fn resolve_roles(
    text: &str,
    file: &Path,
    recipe: &Recipe,
    kind: Kind,
    load: &LoadOptions,
    names: &[&str],
) -> Result<Roles, Problem> {
    recipe.resolve_roles(kind, load, names).map_err(|wrong| {
        let document = Document { text, file };
        let problem = Problem::in_file(file, wrong.to_string());
        let Ok(table) = document.parse() else {
            return problem;
        };
        let root = Section::root(document, table.get_ref());
        let Some(section) = root.find(wrong.section()) else {
            return problem;
        };
        let span = match wrong.name() {
            None => Some(section.key_span()),
            Some(name) => section
                .section()
                .ok()
                .and_then(|inner| place_of(&inner, name, wrong.key())),
        };
        match span {
            Some(span) => document.problem(span, problem.message),
            None => problem,
        }
    })
}

/// Where a name stands in a table: as a key of its own, or as a text or a key under `key`, if that is told.
fn place_of(section: &Section<'_, '_>, name: &str, key: Option<&str>) -> Option<Range<usize>> {
    let mut entries = section.entries();
    entries.retain(|entry| key.is_none_or(|key| entry.key == key));
    let outright = entries.iter().find_map(|entry| match entry.key == name {
        true => Some(entry.key_span()),
        false => entry.find_text(name),
    });
    let within = || {
        let sections = entries.iter().filter_map(|entry| entry.section().ok());
        let mut named = sections.filter_map(|inner| Some(inner.find(name)?.key_span()));
        named.next()
    };
    outright.or_else(within)
}

#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod tests;
