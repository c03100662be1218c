//! The views of microdata: the classes, what they break, what the method makes of them, and how it works.

mod hash_table;
mod tree;

use super::Lent;
use super::before_after::BeforeAfterTab;
use super::classes::ClassesTab;
use super::groups::GroupsTab;
use super::lattice::LatticeTab;
use super::purpose::PurposeTab;
use super::view::{Of, View};
use super::violations::ViolationsTab;
use crate::ui::actions::{Action, ExploreTab, Outbox, Stage};
use crate::ui::help::Term::{Metric as M, Promise as P, Word as W};
use crate::ui::help::{CANVAS_KEYS, Help, TABLE_KEYS, words};
use crate::ui::lattice::shown::ShownLattice;
use crate::ui::purpose::Compared;
use crate::ui::status::Status;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::EmptyState;
use cloakroom_core::metrics::Metric;
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::{CentralPanel, Frame, Ui};
use hash_table::HashTableTab;
use std::sync::Arc;
use tree::TreeTab;

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

pub static VIEWS: [View; 8] = [
    View {
        tab: ExploreTab::Classes,
        name: "Classes",
        explains: false,
        from_counts: true,
        of: Of::Data,
        help: Help {
            sees: "Every class of records that look alike in all quasi-identifiers, with its size; those that \
                   break a promise are marked. The bars above show how many classes have which size.",
            next: "Select a class to see its records and what it breaks. Sort by a header, and move k at the \
                   right to see the bars change.",
            terms: &[W(&words::CLASS), P(PrivacyModel::KAnonymity)],
            keys: TABLE_KEYS,
        },
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
        of: Of::Standing,
        help: Help {
            sees: "The classes that break a promise, promise by promise, each with a sentence that says why.",
            next: "Choose a promise at the top, then a class. Enter shows its records in the table.",
            terms: &[W(&words::CLASS), W(&words::REQUIREMENT)],
            keys: TABLE_KEYS,
        },
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
        of: Of::Release,
        help: Help {
            sees: "What the last run makes of every record: its values before and after, class by class, and at \
                   the end the records that are left out.",
            next: "Run the method first. Then look for columns that lost more than they should, and change \
                   their hierarchy or the method.",
            terms: &[W(&words::LEFT_OUT), W(&words::STALE), M(Metric::Loss)],
            keys: TABLE_KEYS,
        },
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
        of: Of::Standing,
        help: Help {
            sees: "Every combination of levels as a node, from exact at the bottom to coarse at the top. Its \
                   mark says whether the requirement holds there, and the cost what is lost.",
            next: "Select a node to see what it breaks and what it costs. Look for the lowest nodes that hold; \
                   the ways between them are the steps of a method.",
            terms: &[
                W(&words::LATTICE),
                W(&words::NODE),
                W(&words::LEVEL),
                M(Metric::Loss),
            ],
            keys: CANVAS_KEYS,
        },
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
        of: Of::Standing,
        help: Help {
            sees: "How the levels of the node that is selected in the lattice group the records: each tuple \
                   with its count, and how a search would go on from here.",
            next: "Select another node in the lattice, or step along the way that is shown. A tuple with a \
                   small count is what breaks k.",
            terms: &[W(&words::NODE), W(&words::CLASS)],
            keys: TABLE_KEYS,
        },
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
        of: Of::Data,
        help: Help {
            sees: "How far columns tell of each other, what the data are wanted for, the levels that follow, \
                   and who is trusted how far.",
            next: "Put the columns in the order of their use, name the recipients and their trust. The method \
                   by purpose takes these levels.",
            terms: &[W(&words::PURPOSE), W(&words::DEPENDENT)],
            keys: &[],
        },
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
        of: Of::Data,
        help: Help {
            sees: "The columns joined by what they tell most of each other. Columns that stand for many others \
                   are marked.",
            next: "Select a column or a pair to read how much they share. A quasi-identifier that follows from \
                   another adds little safety when it is generalized alone.",
            terms: &[W(&words::DEPENDENT), W(&words::QUASI)],
            keys: CANVAS_KEYS,
        },
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
        of: Of::Release,
        help: Help {
            sees: "Where the records lie and where the centres that replace them do, in two directions, and \
                   what every column lost by it.",
            next: "Run a method that makes groups. Choose two columns to look along, and select a group to see \
                   who is in it.",
            terms: &[W(&words::GROUP), M(Metric::Loss)],
            keys: CANVAS_KEYS,
        },
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
