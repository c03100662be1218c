//! What there is to know of a kind of data, whatever the data: files, recipes, roles and methods are dealt with once,
//! over this.

use crate::io::reader::Reader;
use crate::load_options::{Layout, LoadOptions};
use crate::method::{MethodName, Rank};
use crate::requirement::Requirement;
use crate::roles::{Role, RoleWords, Roles};

/// One kind of data, in general.
pub struct AboutKind {
    pub name: &'static str,
    /// What one record is called, and what several are.
    pub record: [&'static str; 2],

    /// The ways in which a file may hold it, in the order of menus.
    pub readers: &'static [&'static Reader],
    /// The one for a file whose layout nobody named, by what else was said of it and by its first lines if it has lines.
    pub usual_reader: fn(&LoadOptions, Option<&[u8]>) -> &'static Reader,
    /// Files with more columns are no tables of this kind.
    pub most_columns: usize,
    /// Whether a table that is larger than the memory can be read in batches and counted.
    pub may_be_counted: bool,
    /// Whether any cell may be compared by value, and not names alone.
    pub compares_values: bool,

    /// Whether roles are those of columns or issues, which the recipe names one by one; otherwise they are those of items.
    pub has_columns: bool,
    /// Whether a column is an issue unless it is said or found to be something else.
    pub has_issues: bool,
    /// The roles that a column may have.
    pub roles: &'static [Role],
    pub quasi: RoleWords,
    pub sensitive: RoleWords,
    /// Why a recipe cannot say this under `[roles]`, if it cannot.
    pub refuses_in_roles: fn(key: &str) -> Option<String>,

    /// Whether a key under `[require]` means something for it.
    pub is_promise: fn(key: &str) -> bool,
    /// What nobody has said yet and without which nothing is promised, or a promise is about nothing.
    pub unset: fn(&Requirement, &Roles) -> Option<Unset>,
    /// What can be promised, for those who ask for more.
    pub promises: fn() -> String,
    /// Whether a promise fails together with another because both are parameters of one, and not because of it.
    pub is_tied: fn(name: &str, other: &str) -> bool,

    /// Its methods by rank, but for those that have none: the first of all is the one to begin with.
    pub ranked_methods: &'static [(Rank, &'static [MethodName])],
    /// What a method does in the rounds that it can be limited to.
    pub rounds: &'static str,
    /// What it is to keep means, if a method can.
    pub keeping_means: Option<&'static KeepingMeans>,
}

impl AboutKind {
    /// The one for a layout, if the kind has it.
    pub fn reader(&self, layout: Option<Layout>) -> Option<&'static Reader> {
        let mut readers = self.readers.iter().copied();
        readers.find(|reader| reader.layout == layout)
    }
}

/// Why nothing can be called good yet, as a clause: "k is not set".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unset {
    /// A promise, or one of its parameters.
    Promise(&'static str),
    /// What a promise is about is not marked.
    Marks(&'static str),
    /// What is promised holds of every table.
    Empty(&'static str),
}

impl Unset {
    pub const fn words(self) -> &'static str {
        match self {
            Self::Promise(words) | Self::Marks(words) | Self::Empty(words) => words,
        }
    }
}

pub struct KeepingMeans {
    /// Its label in the panel, and what it means.
    pub words: (&'static str, &'static str),
    /// What it is called to keep them, and what it is called not to.
    pub kept: &'static str,
    pub not_kept: &'static str,
}

/// What a kind of tables with columns says of a key that is for baskets.
pub(super) fn refuse_items(key: &str) -> Option<String> {
    (key == "private_items").then(|| format!("roles.{key} is for transactions only"))
}
