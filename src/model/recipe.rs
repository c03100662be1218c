//! A recipe: which data, how they are read, and what was decided about them.

use super::load_options::LoadOptions;
use super::settings::Settings;
use std::path::PathBuf;

/// Enough to repeat a release on any machine that has the data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recipe {
    /// Relative to the folder of the recipe.
    pub data: PathBuf,
    pub load: LoadOptions,
    pub settings: Settings,
    /// Columns nobody has decided on. A recipe written by hand has none, since there an unnamed column is
    /// insensitive; one saved from the window names them, so that they cannot slip into a release.
    pub undecided: Vec<String>,
}
