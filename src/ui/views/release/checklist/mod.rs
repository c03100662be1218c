//! What must hold before a release is written, line by line: by subject, each with a verdict, a sentence on why it
//! matters, and a way to mend it.

mod columns;
mod doubted;
mod earlier;
mod exposed;
mod line;
mod method;
pub mod microdata;
mod promises;
pub mod ratings;
mod status;
pub mod transactions;
mod writing;

#[cfg(test)]
mod tests;

pub use columns::faulty;
pub(super) use line::line;

use super::Lent;
use crate::ui::actions::{Action, ExploreTab};
use crate::ui::kinds::{self, AboutKind};
use method::Run;
use status::{Lacking, Stands};

/// What a kind has to say in it.
pub struct Checklist {
    /// The heading of what is said of its columns.
    pub columns: &'static str,
    /// What has a role, what is known, and what is raised by what.
    pub of_columns: fn(&Lent<'_>) -> Vec<Item>,
    /// What is said after a line for each promise: what nobody promised, and what keeping them costs.
    pub beside_promises: fn(&Lent<'_>, &Run<'_>) -> Vec<Item>,
    /// What a release shows that keeps every promise.
    pub shown: fn(&Lent<'_>) -> Vec<Item>,
    /// How a promise stands in the data as they are, by its name in a recipe.
    pub stands: fn(&Lent<'_>, &str) -> Stands,
    /// What a promise needs and does not have, whatever the method.
    pub lacking: fn(&Lent<'_>, &str) -> Option<Lacking>,
    /// Where it is seen what the method made.
    pub look_at_made: (&'static str, ExploreTab),
}

/// What a line is about; they stand in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    Columns,
    Promises,
    Shown,
    Writing,
}

impl Subject {
    pub fn heading(self, about: &AboutKind) -> &'static str {
        match self {
            Self::Columns => about.checklist.columns,
            Self::Promises => "Promises",
            Self::Shown => "What is shown",
            Self::Writing => "How it is written",
        }
    }
}

/// One line of the checklist.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub subject: Subject,
    pub state: ItemState,
    pub text: String,
    /// Why it matters, in a sentence for whoever points at it.
    pub about: &'static str,
    pub fix: Option<(&'static str, Action)>,
    /// It is about what the method makes of the settings as they are.
    pub of_method: bool,
    /// The column that somebody has to answer for, with a tick and a reason below the line.
    pub confirms: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemState {
    Done,
    /// Decided when the method runs, at the latest while the release is written.
    Later,
    /// Worth knowing; does not block.
    Notice,
    Blocks,
    /// Not known yet; blocks until it is.
    Waiting,
}

impl Item {
    fn new(subject: Subject, state: ItemState, text: impl Into<String>) -> Self {
        Self {
            subject,
            state,
            text: text.into(),
            about: "",
            fix: None,
            of_method: false,
            confirms: None,
        }
    }

    fn about(mut self, sentence: &'static str) -> Self {
        self.about = sentence;
        self
    }

    fn fix(mut self, words: &'static str, action: Action) -> Self {
        self.fix = Some((words, action));
        self
    }

    fn of_method(mut self) -> Self {
        self.of_method = true;
        self
    }

    pub fn blocks(&self) -> bool {
        matches!(self.state, ItemState::Blocks | ItemState::Waiting)
    }
}

pub fn checklist(lent: &Lent<'_>) -> Vec<Item> {
    let checklist = kinds::about(lent.workspace).checklist;
    let mut items = (checklist.of_columns)(lent);
    items.extend(promises::items(lent));
    items.extend((checklist.shown)(lent));
    items.extend(earlier::item(lent));
    items.extend(writing::items(lent));
    items
}

/// Why the button does not work now.
pub(super) fn why_not<'a>(
    items: impl Iterator<Item = &'a Item>,
    folder: &str,
    running: bool,
) -> Option<String> {
    if running {
        return Some("The release is being written.".to_owned());
    }
    let blocking: Vec<&Item> = items.filter(|item| item.blocks()).collect();
    match blocking.as_slice() {
        [] => folder
            .trim()
            .is_empty()
            .then(|| "Choose a folder first.".to_owned()),
        [one] => Some(format!("One line does not hold yet. {}", one.text)),
        [first, ..] => Some(format!(
            "{} lines do not hold yet. The first: {}",
            blocking.len(),
            first.text
        )),
    }
}
