//! The names of the methods, as recipes and menus use them.

use super::kind::Kind;
use serde::{Deserialize, Serialize};

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum MethodName {
    #[default]
    None,
}

impl MethodName {
    pub const ALL: [Self; 1] = [Self::None];

    /// The name in a recipe.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// The name in a menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::None => "As it is",
        }
    }

    pub fn sentence(self) -> &'static str {
        match self {
            Self::None => {
                "Changes no value. Records in classes that are too small are left out, up to the share \
                 allowed; if that is not enough, nothing is released."
            }
        }
    }

    pub fn kinds(self) -> &'static [Kind] {
        match self {
            Self::None => &[Kind::Microdata],
        }
    }
}
