//! Every change a user can make to the settings, with the name it has in the undo menu.

use crate::model::kind::Kind;
use crate::model::method::MethodName;
use crate::model::roles::Role;
use crate::model::settings::{ReleaseFormat, Settings};

#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    SetRole {
        column: String,
        role: Option<Role>,
    },
    /// Several columns at once: accepted suggestions, or all that are undecided.
    SetRoles(Vec<(String, Role)>),
    SetPrivateItem {
        item: String,
        private: bool,
    },
    SetK(Option<u32>),
    SetSuppression(f64),
    SetMethod(MethodName),
    SetSeed(u64),
    SetShuffle(bool),
    SetFormat(ReleaseFormat),
    SetEscapeFormulas(bool),
}

impl Change {
    /// "Undo: mark zip as quasi-identifier".
    pub fn name(&self, kind: Kind) -> String {
        match self {
            Self::SetRole {
                column,
                role: Some(role),
            } => format!("mark {column} as {}", role.label(kind)),
            Self::SetRole { column, role: None } => format!("leave {column} undecided"),
            Self::SetRoles(roles) => match roles.as_slice() {
                [(column, role)] => format!("mark {column} as {}", role.label(kind)),
                _ => format!("set the roles of {} columns", roles.len()),
            },
            Self::SetPrivateItem {
                item,
                private: true,
            } => format!("mark {item} as private"),
            Self::SetPrivateItem {
                item,
                private: false,
            } => format!("mark {item} as public"),
            Self::SetK(Some(k)) => format!("set k to {k}"),
            Self::SetK(None) => "require no k".to_owned(),
            Self::SetSuppression(share) => {
                let percent = (share * 1e6).round() / 1e4;
                format!("allow {percent} % of records to be left out")
            }
            Self::SetMethod(method) => format!("choose the method {}", method.title()),
            Self::SetSeed(seed) => format!("set the seed to {seed}"),
            Self::SetShuffle(true) => "shuffle the rows".to_owned(),
            Self::SetShuffle(false) => "keep the order of the rows".to_owned(),
            Self::SetFormat(format) => format!("release as {}", format.extension()),
            Self::SetEscapeFormulas(true) => "escape formulas".to_owned(),
            Self::SetEscapeFormulas(false) => "leave formulas as they are".to_owned(),
        }
    }

    /// Changes with the same gesture that follow each other without a pause are one step of undo.
    pub fn gesture(&self) -> Option<&'static str> {
        match self {
            Self::SetK(_) => Some("k"),
            Self::SetSuppression(_) => Some("suppression"),
            Self::SetSeed(_) => Some("seed"),
            _ => None,
        }
    }

    pub fn apply(self, settings: &mut Settings) {
        match self {
            Self::SetRole { column, role } => settings.roles.set(&column, role),
            Self::SetRoles(roles) => {
                for (column, role) in roles {
                    settings.roles.set(&column, Some(role));
                }
            }
            Self::SetPrivateItem {
                item,
                private: true,
            } => {
                settings.roles.private_items.insert(item);
            }
            Self::SetPrivateItem {
                item,
                private: false,
            } => {
                settings.roles.private_items.remove(&item);
            }
            Self::SetK(k) => settings.requirement.k = k,
            Self::SetSuppression(share) => settings.requirement.suppression = share,
            Self::SetMethod(method) => settings.method.name = method,
            Self::SetSeed(seed) => settings.method.seed = seed,
            Self::SetShuffle(shuffle) => settings.release.shuffle = shuffle,
            Self::SetFormat(format) => settings.release.format = format,
            Self::SetEscapeFormulas(escape) => settings.release.escape_formulas = escape,
        }
    }
}
