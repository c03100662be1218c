//! The Explore stage: pictures of the classes, of what they break, and of what the method makes of them.
//! What is selected in one view is selected in all.

mod before_after;
pub mod beside;
pub mod canvas_keys;
mod class_list;
mod class_table;
mod classes;
pub mod groups;
pub mod lattice;
mod linked;
pub mod microdata;
pub mod purpose;
pub mod ratings;
mod sizes;
pub mod strip;
pub mod transactions;
pub mod view;
mod violations;

use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::explained::Explained;
use crate::ui::jobs::Jobs;
use crate::ui::lattice::Lattice;
use crate::ui::method_result::MethodResult;
use crate::ui::purpose::DependencyState;
use crate::ui::status::Status;
use crate::ui::steps::mark_them;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::{EmptyState, head, stage_tabs_with, switch, tab_help};
use beside::Beside;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::io::hierarchy::HierarchyProblem;
use cloakroom_core::kind::Unset;
use cloakroom_engine::workspace::Workspace;
use egui::{CentralPanel, Frame, Ui};
use linked::Linked;
use microdata::RecordsViews;
use ratings::RatingsViews;
use std::sync::Arc;
use strip::Strip;
use transactions::TransactionsViews;
use view::View;

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
    /// What is computed of the data once is there.
    fn is_known(&self) -> bool {
        self.status.is_some() || self.survey.is_some() || self.baskets.is_some()
    }

    /// The class of the selected record.
    fn selected_class(&self) -> Option<u32> {
        let row = self.selected_row? as usize;
        let classes = &self.status?.classes;
        classes.class_of_rows().get(row).copied()
    }
}

/// Nothing is good and nothing is bad as long as nobody has said what is asked for.
fn needs_promise(ui: &mut Ui, unset: Unset, lent: &Lent<'_>, out: &mut Outbox) {
    let what = format!("{}, so nothing can be judged yet.", unset.words());
    let (words, (button, action)) = match unset {
        Unset::Marks(_) => (what, mark_them(lent.workspace)),
        Unset::Promise(_) | Unset::Empty(_) => {
            let usual = lent.workspace.usual_promise().sentence();
            let words = format!(
                "{what} Set it in the panel at the right, or begin with what is usual: {usual}."
            );
            (words, ("Promise the usual", Action::PromiseUsual))
        }
    };
    let frame = Frame::new().fill(Tokens::of(ui).ground);
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        let empty = EmptyState::new(icons::REQUIREMENT, &words);
        if empty.action(button, None).show(ui) {
            out.send(action);
        }
    });
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
            let turned = switch(ui, icons::BESIDE, "Beside", is_beside, hover).clicked();
            tab_help(ui, shown.name, &shown.help.in_short());
            turned
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
        let is_of_release = shown.is_of_release(self);
        strip.show(ui, self, is_of_release, lent, out);
        self.strip = strip;
        match self.second(&views) {
            Some(second) => self.halves(ui, (shown, second), &views, lent, out),
            None => self.one(ui, shown, lent, out),
        }
        if self.follow(lent, out) {
            ui.ctx().request_repaint();
        }
    }

    /// A view, or what has to be set before it can judge anything.
    fn one(&mut self, ui: &mut Ui, view: &View, lent: &Lent<'_>, out: &mut Outbox) {
        match lent.workspace.unset() {
            Some(what) if view.judges() && lent.is_known() => needs_promise(ui, what, lent, out),
            _ => (view.show)(self, ui, lent, out),
        }
    }

    /// The part of the layout that a project keeps.
    pub fn kept(&self) -> Kept {
        let (folded, height) = self.strip.kept();
        Kept {
            beside: self.beside,
            folded,
            height,
        }
    }

    pub fn restore(&mut self, kept: Kept) {
        self.beside = kept.beside;
        self.strip.restore(kept.folded, kept.height);
    }
}

/// How the stage was left: whether the list below is folded, how high it is, and what is seen beside the first view.
#[derive(Clone, Copy, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Kept {
    beside: Beside,
    folded: Option<bool>,
    height: Option<f32>,
}
