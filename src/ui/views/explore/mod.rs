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
pub mod microdata;
pub mod purpose;
pub mod ratings;
mod selected_class;
mod sizes;
pub mod transactions;
mod tree;
pub mod view;
mod violations;

use crate::ui::actions::{ExploreTab, Outbox};
use crate::ui::explained::Explained;
use crate::ui::jobs::Jobs;
use crate::ui::lattice::Lattice;
use crate::ui::method_result::MethodResult;
use crate::ui::purpose::DependencyState;
use crate::ui::status::Status;
use crate::ui::widgets::{head, stage_tabs};
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::io::hierarchy::HierarchyProblem;
use cloakroom_engine::workspace::Workspace;
use egui::Ui;
use microdata::RecordsViews;
use ratings::RatingsViews;
use std::sync::Arc;
use transactions::TransactionsViews;

#[derive(Default)]
pub struct ExploreView {
    pub tab: ExploreTab,
    pub records: RecordsViews,
    pub survey: RatingsViews,
    pub baskets: TransactionsViews,
}

pub struct Lent<'a> {
    pub workspace: &'a Workspace,
    /// Where a view asks what it needs.
    pub jobs: &'a Jobs,
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
        let views = view::of(lent.workspace);
        let chosen = views.iter().find(|view| view.tab == self.tab);
        let Some(&shown) = chosen.or(views.first()) else {
            return;
        };
        self.tab = shown.tab;
        let named = |explains: bool| -> Vec<(ExploreTab, &str)> {
            let views = views.iter().filter(|view| view.explains == explains);
            views.map(|view| (view.tab, view.name)).collect()
        };
        let groups = [("", named(false)), ("How it works", named(true))];
        stage_tabs(ui, "Explore", &mut self.tab, &groups);
        (shown.show)(self, ui, lent, out);
    }
}
