//! The views of microdata: the classes, what they break, what the method makes of them, and how it works.

use super::Lent;
use super::before_after::BeforeAfterTab;
use super::classes::ClassesTab;
use super::groups::GroupsTab;
use super::hash_table::HashTableTab;
use super::lattice::LatticeTab;
use super::purpose::PurposeTab;
use super::tree::TreeTab;
use super::view::View;
use super::violations::ViolationsTab;
use crate::ui::actions::{Action, ExploreTab, Outbox, Stage};
use crate::ui::lattice::shown::ShownLattice;
use crate::ui::purpose::Compared;
use crate::ui::status::Status;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::EmptyState;
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use egui::{CentralPanel, Frame, Ui};
use std::sync::Arc;

/// What the views keep from frame to frame.
#[derive(Default)]
pub struct RecordsViews {
    classes: ClassesTab,
    pub lattice: LatticeTab,
    pub hash_table: HashTableTab,
    /// What the lattice and the hash table look at.
    pub shown_lattice: ShownLattice,
    pub violations: ViolationsTab,
    before_after: BeforeAfterTab,
    pub purpose: PurposeTab,
    tree: TreeTab,
    /// What the views that compare columns look at.
    pub compared: Compared,
    pub groups: GroupsTab,
}

pub const VIEWS: [View; 8] = [
    View {
        tab: ExploreTab::Classes,
        name: "Classes",
        explains: false,
        from_counts: true,
        show: |explore, ui, lent, out| {
            with_classes(ui, lent, out, |ui, table, status, out| {
                explore.records.classes.show(ui, lent, table, status, out);
            });
        },
    },
    View {
        tab: ExploreTab::Violations,
        name: "Violations",
        explains: false,
        from_counts: true,
        show: |explore, ui, lent, out| {
            with_classes(ui, lent, out, |ui, table, status, out| {
                explore
                    .records
                    .violations
                    .show(ui, lent, table, status, out);
            });
        },
    },
    View {
        tab: ExploreTab::BeforeAfter,
        name: "Before and after",
        explains: false,
        from_counts: true,
        show: |explore, ui, lent, out| {
            with_classes(ui, lent, out, |ui, _, _, out| {
                explore.records.before_after.show(ui, lent, out);
            });
        },
    },
    View {
        tab: ExploreTab::Lattice,
        name: "Lattice",
        explains: false,
        from_counts: true,
        show: |explore, ui, lent, out| {
            with_classes(ui, lent, out, |ui, _, _, out| {
                explore
                    .records
                    .lattice
                    .show(ui, lent, &mut explore.records.shown_lattice, out);
            });
        },
    },
    View {
        tab: ExploreTab::HashTable,
        name: "Hash table",
        explains: true,
        from_counts: true,
        show: |explore, ui, lent, out| {
            with_classes(ui, lent, out, |ui, _, _, out| {
                explore
                    .records
                    .hash_table
                    .show(ui, lent, &mut explore.records.shown_lattice, out);
            });
        },
    },
    View {
        tab: ExploreTab::Purpose,
        name: "Purpose",
        explains: true,
        from_counts: false,
        show: |explore, ui, lent, out| {
            with_classes(ui, lent, out, |ui, _, _, out| {
                explore
                    .records
                    .purpose
                    .show(ui, lent, &mut explore.records.compared, out);
            });
        },
    },
    View {
        tab: ExploreTab::DependencyTree,
        name: "Dependency tree",
        explains: true,
        from_counts: false,
        show: |explore, ui, lent, out| {
            with_classes(ui, lent, out, |ui, _, _, out| {
                explore
                    .records
                    .tree
                    .show(ui, lent, &mut explore.records.compared, out);
            });
        },
    },
    View {
        tab: ExploreTab::Groups,
        name: "Groups",
        explains: true,
        from_counts: false,
        show: |explore, ui, lent, out| {
            with_classes(ui, lent, out, |ui, _, _, out| {
                explore.records.groups.show(ui, lent, out);
            });
        },
    },
];

/// Shows a view once there are classes, and what is missing until then.
fn with_classes(
    ui: &mut Ui,
    lent: &Lent<'_>,
    out: &mut Outbox,
    show: impl FnOnce(&mut Ui, &Table, &Arc<Status>, &mut Outbox),
) {
    match (lent.status, lent.workspace.table()) {
        (Some(status), Some(table)) => show(ui, table, status, out),
        _ => {
            let frame = Frame::new().fill(Tokens::of(ui).ground);
            CentralPanel::no_frame()
                .frame(frame)
                .show(ui, |ui| nothing_yet(ui, lent, out));
        }
    }
}

fn nothing_yet(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    if !lent.workspace.with_role(Role::Quasi).is_empty() {
        let words = if lent.running {
            "Grouping the records by their quasi-identifiers."
        } else {
            "The classes could not be computed."
        };
        EmptyState::new(icons::RUNNING, words).show(ui);
        return;
    }
    let words = "No column is marked as a quasi-identifier, so there are no classes to look at.";
    if EmptyState::new(icons::EXPLORE, words)
        .action("Mark columns", Some(icons::DATA))
        .show(ui)
    {
        out.send(Action::Go(Stage::Data));
    }
}
