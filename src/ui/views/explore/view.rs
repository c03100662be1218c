//! What the stage knows of a view: a row in the table of its kind.

use super::{ExploreView, Lent};
use crate::ui::actions::{ExploreTab, Outbox};
use crate::ui::help::Help;
use crate::ui::kinds;
use cloakroom_core::kind::Kind;
use cloakroom_engine::workspace::Workspace;
use egui::Ui;

pub struct View {
    pub tab: ExploreTab,
    /// On the tab.
    pub name: &'static str,
    /// It explains how a method works, rather than what it decides.
    pub explains: bool,
    /// What its picture is of.
    pub of: Of,
    /// It needs no record by itself, so it is there for data that are read in batches too.
    pub from_counts: bool,
    /// What is told of it.
    pub help: Help,
    pub show: fn(&mut ExploreView, &mut Ui, &Lent<'_>, &mut Outbox),
}

/// What a picture is of.
#[derive(Clone, Copy)]
pub enum Of {
    /// The data, whatever is asked of them.
    Data,
    /// How the data stand: there is nothing to see until everything is set that has to be.
    Standing,
    /// What the last run made of them.
    Release,
    /// The one or the other, as is chosen in it: whether it is the release.
    Chosen(fn(&ExploreView) -> bool),
}

impl View {
    /// Whether there is nothing to see until everything is set that has to be.
    pub fn judges(&self) -> bool {
        matches!(self.of, Of::Standing | Of::Chosen(_))
    }

    /// Whether its picture is of what the last run made, as it is shown now.
    pub fn is_of_release(&self, explore: &ExploreView) -> bool {
        match self.of {
            Of::Data | Of::Standing => false,
            Of::Release => true,
            Of::Chosen(is_of_release) => is_of_release(explore),
        }
    }
}

/// Every view of a kind, in their order: what decides comes first.
pub fn of_kind(kind: Kind) -> &'static [View] {
    kinds::of(kind).views
}

/// The views of these data.
pub fn of(workspace: &Workspace) -> Vec<&'static View> {
    let counts_only = workspace.in_batches().is_some();
    let views = of_kind(workspace.kind()).iter();
    views
        .filter(|view| view.from_counts || !counts_only)
        .collect()
}
