//! The Explore stage: pictures of the classes, of what they break, and of what the method makes of them.
//! What is selected in one view is selected in all.

mod before_after;
pub mod canvas_keys;
mod class_list;
mod class_table;
mod classes;
pub mod groups;
mod hash_table;
pub mod lattice;
pub mod purpose;
pub mod ratings;
mod selected_class;
mod sizes;
pub mod transactions;
mod tree;
mod violations;

use crate::ui::actions::{Action, ExploreTab, Outbox, Stage};
use crate::ui::explained::Explained;
use crate::ui::lattice::Lattice;
use crate::ui::lattice::shown::ShownLattice;
use crate::ui::method_result::MethodResult;
use crate::ui::purpose::{Compared, DependencyState};
use crate::ui::status::Status;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::{EmptyState, head, stage_tabs};
use before_after::BeforeAfterTab;
use classes::ClassesTab;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::io::hierarchy::HierarchyProblem;
use cloakroom_core::kind::Kind;
use cloakroom_core::roles::Role;
use cloakroom_engine::workspace::Workspace;
use egui::{CentralPanel, Frame, Ui};
use groups::GroupsTab;
use hash_table::HashTableTab;
use lattice::LatticeTab;
use purpose::PurposeTab;
use ratings::RatingsViews;
use std::sync::Arc;
use transactions::TransactionsViews;
use tree::TreeTab;
use violations::ViolationsTab;

#[derive(Default)]
pub struct ExploreView {
    pub tab: ExploreTab,
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
    pub survey: RatingsViews,
    pub baskets: TransactionsViews,
}

pub struct Lent<'a> {
    pub workspace: &'a Workspace,
    pub status: Option<&'a Arc<Status>>,
    pub running: bool,
    pub result: Option<&'a MethodResult>,
    pub method_running: bool,
    /// The lattice of the settings as they are now.
    pub lattice: Option<&'a Lattice>,
    pub lattice_running: bool,
    /// `None` while they are built.
    pub hierarchies: Option<Result<&'a Arc<Hierarchies>, &'a HierarchyProblem>>,
    /// Ratings, if their profile is there.
    pub survey: Option<crate::ui::ratings::Lent<'a>>,
    pub ratings_running: bool,
    /// Transactions, if they are counted.
    pub baskets: Option<crate::ui::transactions::Lent<'a>>,
    pub transactions_running: bool,
    pub threats_running: bool,
    pub trial_running: bool,
    pub graph_running: bool,
    /// How far columns tell of each other.
    pub dependency: &'a DependencyState,
    pub dependency_running: bool,
    pub groups_running: bool,
    /// The record that is selected in any view.
    pub selected_row: Option<u32>,
    /// Why the columns of the last run look as they do.
    pub explained: &'a Explained,
}

impl Lent<'_> {
    /// The class of the selected record.
    fn selected_class(&self) -> Option<u32> {
        let row = self.selected_row? as usize;
        let classes = &self.status?.classes;
        classes.class_of_rows().get(row).copied()
    }
}

impl ExploreView {
    pub fn show(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let of_kind = ExploreTab::of(lent.workspace);
        if let Some(first) = of_kind.first().filter(|_| !of_kind.contains(&self.tab)) {
            self.tab = *first;
        }
        let tokens = Tokens::of(ui);
        let named = |explains: bool| -> Vec<(ExploreTab, &str)> {
            let tabs = of_kind.iter().filter(|tab| tab.explains() == explains);
            tabs.map(|tab| (*tab, tab.name())).collect()
        };
        let groups = [("", named(false)), ("How it works", named(true))];
        stage_tabs(ui, "Explore", &mut self.tab, &groups);
        if lent.workspace.kind() == Kind::Ratings {
            self.survey.show(ui, self.tab, lent, out);
            return;
        }
        if lent.workspace.kind() == Kind::Transactions {
            self.baskets.show(ui, self.tab, lent, out);
            return;
        }
        let (Some(status), Some(table)) = (lent.status, lent.workspace.table()) else {
            CentralPanel::no_frame()
                .frame(Frame::new().fill(tokens.ground))
                .show(ui, |ui| nothing_yet(ui, lent, out));
            return;
        };
        match self.tab {
            ExploreTab::Classes => self.classes.show(ui, lent, table, status, out),
            ExploreTab::Violations => self.violations.show(ui, lent, table, status, out),
            ExploreTab::Lattice => self.lattice.show(ui, lent, &mut self.shown_lattice, out),
            ExploreTab::HashTable => {
                self.hash_table.show(ui, lent, &mut self.shown_lattice, out);
            }
            ExploreTab::Purpose => self.purpose.show(ui, lent, &mut self.compared, out),
            ExploreTab::DependencyTree => self.tree.show(ui, lent, &mut self.compared, out),
            ExploreTab::Groups => self.groups.show(ui, lent, out),
            // The views of other kinds are shown above.
            _ => self.before_after.show(ui, lent, out),
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
