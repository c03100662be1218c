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
    /// It needs no record by itself, so it is there for data that are read in batches too.
    pub from_counts: bool,
    /// What is told of it.
    pub help: Help,
    pub show: fn(&mut ExploreView, &mut Ui, &Lent<'_>, &mut Outbox),
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
