//! A candidate on the shelf, as a project remembers it: what it was made with, and what people call it.

use super::settings::Settings;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Paths in them are relative to the folder of the document.
    pub settings: Settings,
}
