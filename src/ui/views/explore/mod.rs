//! The Explore stage: pictures of the classes, of what they break, and of what the method makes of them.
//! What is selected in one view is selected in all.

mod before_after;
pub mod beside;
pub mod canvas_keys;
mod class_list;
mod class_table;
mod classes;
pub mod groups;
mod hash_table;
pub mod lattice;
mod linked;
pub mod microdata;
pub mod purpose;
pub mod ratings;
mod sizes;
pub mod strip;
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
use crate::ui::theme::icons;
use crate::ui::widgets::{head, stage_tabs_with, switch};
use beside::Beside;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::io::hierarchy::HierarchyProblem;
use cloakroom_engine::workspace::Workspace;
use egui::Ui;
use linked::Linked;
use microdata::RecordsViews;
use ratings::RatingsViews;
use std::sync::Arc;
use strip::Strip;
use transactions::TransactionsViews;

#[derive(Default)]
pub struct ExploreView {
    pub tab: ExploreTab,
    /// The second view, at the right of the first.
    pub beside: Beside,
    linked: Linked,
    pub strip: Strip,
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
        let is_beside = self.second(&views).is_some();
        let turned = stage_tabs_with(ui, "Explore", &mut self.tab, &groups, |ui| {
            let hover = "A second view at the right; what is selected in one is selected in all.";
            switch(ui, icons::BESIDE, "Beside", is_beside, hover).clicked()
        });
        if turned {
            self.toggle_beside(lent.workspace);
        }
        // The same view is not shown twice: where the first becomes the second, they change places.
        if self.beside.tab == Some(self.tab) {
            self.beside.tab = Some(shown.tab);
        }
        let shown = views.iter().find(|view| view.tab == self.tab).copied();
        let Some(shown) = shown else {
            return;
        };
        self.follow(lent, out);
        let mut strip = std::mem::take(&mut self.strip);
        strip.show(ui, self, lent, out);
        self.strip = strip;
        match self.second(&views) {
            Some(second) => self.halves(ui, (shown, second), &views, lent, out),
            None => (shown.show)(self, ui, lent, out),
        }
        if self.follow(lent, out) {
            ui.ctx().request_repaint();
        }
    }

    /// The part of the layout that a project keeps.
    pub fn kept(&self) -> Kept {
        Kept {
            beside: self.beside,
            folded: self.strip.folded,
        }
    }

    pub fn restore(&mut self, kept: Kept) {
        self.beside = kept.beside;
        self.strip.folded = kept.folded;
    }
}

/// How the stage was left: whether the list below is folded, and what is seen beside the first view.
#[derive(Clone, Copy, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Kept {
    beside: Beside,
    folded: Option<bool>,
}
