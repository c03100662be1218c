//! What each column is to the person who releases the table.

use super::kind::Kind;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Names a person by itself. Never leaves the machine.
    Identifier,
    /// Tells which records belong to one person, so that people are counted and not records. Never leaves the machine.
    Person,
    /// Tells which people belong together, so that groups are counted and not people. Never leaves the machine.
    Group,
    /// Names a person together with others. In ratings: an issue that others may know the answer to.
    Quasi,
    /// What nobody should learn about a person.
    Sensitive,
    /// Released as it is.
    Insensitive,
}

impl Role {
    pub const ALL: [Self; 6] = [
        Self::Identifier,
        Self::Quasi,
        Self::Sensitive,
        Self::Insensitive,
        Self::Person,
        Self::Group,
    ];

    /// Whether a column with this role is in no release.
    pub fn is_removed(self) -> bool {
        matches!(self, Self::Identifier | Self::Person | Self::Group)
    }

    /// Whether one column alone may have it: a key of people, or of groups.
    pub fn is_key(self) -> bool {
        matches!(self, Self::Person | Self::Group)
    }

    /// The roles a column of this kind of data may have.
    pub fn choices(kind: Kind) -> &'static [Self] {
        kind.about().roles
    }

    /// The word on the chip.
    pub fn chip(self, kind: Kind) -> &'static str {
        self.words(kind).chip
    }

    /// The word in a sentence ("mark zip as quasi-identifier").
    pub fn label(self, kind: Kind) -> &'static str {
        self.words(kind).label
    }

    pub fn explanation(self, kind: Kind) -> &'static str {
        self.words(kind).explanation
    }

    fn words(self, kind: Kind) -> &'static RoleWords {
        match self {
            Self::Identifier => &IDENTIFIER,
            Self::Person => &PERSON,
            Self::Group => &GROUP,
            Self::Quasi => &kind.about().quasi,
            Self::Sensitive => &kind.about().sensitive,
            Self::Insensitive => &INSENSITIVE,
        }
    }
}

/// What a role is called.
pub struct RoleWords {
    /// On the chip.
    pub chip: &'static str,
    /// In a sentence.
    pub label: &'static str,
    pub explanation: &'static str,
}

static IDENTIFIER: RoleWords = RoleWords {
    chip: "identifier",
    label: "identifier",
    explanation: "Names a person by itself, such as a name or a number. It is left out of every release. \
                  Statisticians say direct identifier.",
};

static PERSON: RoleWords = RoleWords {
    chip: "person",
    label: "person",
    explanation: "Tells which records belong to one person. k and every other promise then count people and not records, \
                  and a person's records stay or go together. It is left out of every release.",
};

static GROUP: RoleWords = RoleWords {
    chip: "group",
    label: "group",
    explanation: "Tells who belongs together, such as a household. Its members count as one, so that nobody is safer than \
                  the least safe of them, and they stay or go together. It is left out of every release.",
};

static INSENSITIVE: RoleWords = RoleWords {
    chip: "kept",
    label: "insensitive",
    explanation: "Neither identifies nor harms. Released as it is.",
};

/// Of columns that people fill in, whatever they are called.
pub(crate) const SENSITIVE_EXPLAINED: &str = "What nobody should learn about a person, such as a diagnosis. Statisticians \
                                              say confidential variable.";

/// The user's decisions. A column that is not named here is undecided, and blocks a release.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roles {
    pub columns: BTreeMap<String, Role>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub private_items: BTreeSet<String>,
    /// Insensitive columns that somebody looked at and wants to be released as they are, although they are nearly
    /// unique or tell of what identifies people: each with the reason, which may be empty.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub confirmed: BTreeMap<String, String>,
    /// Columns that nobody names are insensitive: a word of recipes, settled once the columns are known.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub others_insensitive: bool,
}

impl Roles {
    pub fn of(&self, column: &str) -> Option<Role> {
        self.columns.get(column).copied()
    }

    /// Whether any column has this role.
    pub fn has(&self, role: Role) -> bool {
        self.columns.values().any(|&of| of == role)
    }

    /// The column that has this role, of roles that one column alone may have.
    pub fn key(&self, role: Role) -> Option<&str> {
        let mut columns = self.columns.iter();
        let found = columns.find(|&(_, &of)| of == role);
        found.map(|(name, _)| name.as_str())
    }

    /// Whether people or groups are counted, and not records.
    pub fn counts_units(&self) -> bool {
        self.columns.values().any(|role| role.is_key())
    }

    /// What was confirmed of an insensitive column is forgotten with that role. A column that was the key before another
    /// still names people.
    pub fn set(&mut self, column: &str, role: Option<Role>) {
        if role != Some(Role::Insensitive) {
            self.confirmed.remove(column);
        }
        for (_, of) in self.columns.iter_mut().filter(|(name, _)| *name != column) {
            if Some(*of) == role && of.is_key() {
                *of = Role::Identifier;
            }
        }
        match role {
            Some(role) => self.columns.insert(column.to_owned(), role),
            None => self.columns.remove(column),
        };
    }

    pub fn is_confirmed(&self, column: &str) -> bool {
        self.confirmed.contains_key(column)
    }

    /// Names in the table's order that have this role.
    pub fn with<'a>(&self, role: Role, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
        names
            .into_iter()
            .filter(|name| self.of(name) == Some(role))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_column_is_the_key_of_people() {
        let mut roles = Roles::default();
        roles.set("id", Some(Role::Person));
        roles.set("house", Some(Role::Group));
        assert_eq!(roles.key(Role::Person), Some("id"));
        roles.set("card", Some(Role::Person));
        assert_eq!(roles.key(Role::Person), Some("card"));
        assert_eq!(roles.of("id"), Some(Role::Identifier));
        assert_eq!(roles.of("house"), Some(Role::Group));
        assert!(roles.counts_units());
    }

    #[test]
    fn another_role_forgets_what_was_confirmed() {
        let mut roles = Roles::default();
        roles.set("note", Some(Role::Insensitive));
        roles.confirmed.insert("note".to_owned(), String::new());
        roles.set("note", Some(Role::Insensitive));
        assert!(roles.is_confirmed("note"));
        roles.set("note", Some(Role::Quasi));
        roles.set("note", Some(Role::Insensitive));
        assert!(!roles.is_confirmed("note"));
    }
}
