//! The open file and all that the window knows of it. Dropping it drops the work that is done for it.

use super::{Around, View};
use crate::ui::actions::{CompareTab, ExploreTab, Outbox, Stage};
use crate::ui::asked::Asked;
use crate::ui::column_facts::ColumnsState;
use crate::ui::explained::Explained;
use crate::ui::jobs::{Jobs, Running, Work};
use crate::ui::lattice::LatticeState;
use crate::ui::method_result::MethodResult;
use crate::ui::panel::{self, AllCliffs};
use crate::ui::proposed::Proposed;
use crate::ui::purpose::{DependencyState, Scope};
use crate::ui::ratings::RatingsState;
use crate::ui::records::RecordsState;
use crate::ui::risk::Side;
use crate::ui::shell;
use crate::ui::theme::{MARGIN, Tokens};
use crate::ui::transactions::TransactionsState;
use crate::ui::views::compare::{self as compare_view, CompareView};
use crate::ui::views::data::{self, DataView};
use crate::ui::views::explore::{self, ExploreView};
use crate::ui::views::hierarchy::{self, HierarchyView};
use crate::ui::views::opening;
use crate::ui::views::release::{self, ReleaseView};
use crate::ui::widgets::number::counted_as;
use cloakroom_core::hierarchy::{Hierarchies, HierarchySource};
use cloakroom_core::io::hierarchy::HierarchyProblem;
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
use cloakroom_engine::hierarchies::{BuiltHierarchies, BuiltHierarchy, build_hierarchies};
use cloakroom_engine::workspace::Workspace;
use egui::{Frame, Margin, Panel, Ui};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::{Rc, Weak};
use std::sync::Arc;

pub struct Document {
    pub workspace: Workspace,
    mark: Rc<()>,
    /// Where samples are kept: nobody would look for a release there.
    pub(super) samples: PathBuf,
    pub stage: Stage,
    /// What it was taken for has still to be looked at.
    pub is_opening: bool,
    /// What a fresh file begins with was said to be enough.
    pub is_promised: bool,
    pub data: DataView,
    pub explore: ExploreView,
    pub compare: CompareView,
    pub hierarchy: HierarchyView,
    pub release: ReleaseView,
    /// Tables of records, ratings and transactions: what is known of them, and how they stand.
    pub records: RecordsState,
    pub survey: RatingsState,
    pub rare: TransactionsState,
    cliffs: AllCliffs,
    pub columns: ColumnsState,
    /// What the sources in the settings give; see [`Document::current_hierarchies`].
    pub hierarchies: BuiltHierarchies,
    building: Asked<BTreeMap<String, HierarchySource>, Vec<(String, BuiltHierarchy)>>,
    pub proposed: Proposed,
    /// The lattice of levels.
    pub lattice: LatticeState,
    /// How far columns tell of each other.
    pub dependency: DependencyState,
    /// The method is running.
    pub run: Work,
    /// What its last run brought; stale once the settings change.
    pub result: Option<Arc<MethodResult>>,
    /// Why its columns look as they do.
    explained: Explained,
}

/// Which document something was begun for.
pub struct Mark(Weak<()>);

/// How wide the panel with the requirement, the verdict and the method is.
pub const PANEL: f32 = 316.0;

impl Document {
    pub fn new(workspace: Workspace, samples: PathBuf) -> Self {
        Self {
            workspace,
            mark: Rc::new(()),
            samples,
            stage: Stage::Data,
            is_opening: false,
            is_promised: false,
            data: DataView::default(),
            explore: ExploreView::default(),
            compare: CompareView::default(),
            hierarchy: HierarchyView::default(),
            release: ReleaseView::default(),
            records: RecordsState::default(),
            survey: RatingsState::default(),
            rare: TransactionsState::default(),
            cliffs: AllCliffs::default(),
            columns: ColumnsState::default(),
            hierarchies: BuiltHierarchies::default(),
            building: Asked::default(),
            proposed: Proposed::default(),
            lattice: LatticeState::default(),
            dependency: DependencyState::default(),
            run: Work::default(),
            result: None,
            explained: Explained::default(),
        }
    }

    /// For work that may end when this document is closed.
    pub fn mark(&self) -> Mark {
        Mark(Rc::downgrade(&self.mark))
    }

    pub fn is(&self, mark: &Mark) -> bool {
        mark.0.as_ptr() == Rc::as_ptr(&self.mark)
    }

    /// The layout, to be kept in a project.
    pub(super) fn view(&self) -> View {
        View {
            stage: self.stage,
            tab: self.explore.tab,
            compare: self.compare.tab,
            only_violating: self.data.only_violating,
            grid: self.data.grid.clone(),
        }
    }

    pub(super) fn set_view(&mut self, view: View) {
        self.data.grid = view.grid;
        self.data.only_violating = view.only_violating;
        self.explore.tab = view.tab;
        self.compare.tab = view.compare;
        self.go(view.stage);
    }

    pub fn explores(&self, tab: ExploreTab) -> bool {
        self.stage == Stage::Explore && self.explore.tab == tab
    }

    pub fn compares(&self, tab: CompareTab) -> bool {
        self.stage == Stage::Compare && self.compare.tab == tab
    }

    /// The hierarchies of the settings as they are now: `None` while they are built, the first fault if
    /// there is one.
    pub fn current_hierarchies(&self) -> Option<Result<&Arc<Hierarchies>, &HierarchyProblem>> {
        let wanted = &self.workspace.settings().hierarchies;
        self.hierarchies.current(wanted)
    }

    /// The work that the screen needs: begun when its answer is missing, at most once for a question. Some waits while
    /// something is dragged.
    pub fn want(&mut self, is_dragged: bool, jobs: &Jobs) {
        let workspace = &self.workspace;
        self.records.want(workspace, jobs);
        self.data.want(workspace, jobs);
        let selected = self.data.selected_column;
        self.columns.want(workspace, selected, jobs);
        self.want_hierarchies(jobs);
        let workspace = &self.workspace;
        // Whoever wrote a recipe or a project has decided on its hierarchies.
        if workspace.file().is_none() && !self.is_opening {
            self.proposed.want(workspace, jobs);
        }
        self.hierarchy.want(workspace, jobs);
        self.survey.want(workspace, jobs);
        self.rare.want(workspace, jobs);
        self.rare.want_trial(jobs);
        if self.explores(ExploreTab::EpsilonGraph) {
            self.survey
                .want_graph(self.explore.survey.graph.by_release, jobs);
        }
        if self.explores(ExploreTab::Threats) {
            self.rare.want_threats(jobs);
        }
        self.want_of_records(is_dragged, jobs);
        self.want_explained(jobs);
    }

    /// The hierarchies that the settings name, as they name them now.
    fn want_hierarchies(&mut self, jobs: &Jobs) {
        if self.building.has_news()
            && let Some(built) = self.building.current()
        {
            self.hierarchies.take_in(built.to_vec());
        }
        let workspace = &self.workspace;
        if workspace.kind() == Kind::Ratings {
            return;
        }
        let missing = self.hierarchies.missing(&workspace.settings().hierarchies);
        if missing.is_empty() {
            return;
        }
        if let Some(new) = self.building.ask(missing) {
            let loaded = workspace.loaded().clone();
            let folder = workspace.folder().to_owned();
            new.start(jobs, "Build hierarchies", move |missing, progress| {
                build_hierarchies(&folder, &missing, &loaded.dataset, progress)
            });
        }
    }

    /// What views of a table of records look at together.
    fn want_of_records(&mut self, is_dragged: bool, jobs: &Jobs) {
        let workspace = &self.workspace;
        if workspace.kind() != Kind::Microdata || self.stage != Stage::Explore {
            return;
        }
        let tab = self.explore.tab;
        if matches!(tab, ExploreTab::Lattice | ExploreTab::HashTable)
            && let Some(Ok(hierarchies)) = self.current_hierarchies()
        {
            let hierarchies = hierarchies.clone();
            self.lattice.want(workspace, &hierarchies, is_dragged, jobs);
        }
        let decomposes = workspace.settings().method.name == MethodName::Decomposition;
        let chosen = self.explore.records.compared.scope;
        let scopes = match tab {
            // Purposes are about quasi-identifiers, whatever the matrix shows.
            ExploreTab::Purpose => vec![Scope::Quasi, chosen],
            ExploreTab::DependencyTree => vec![chosen],
            ExploreTab::Lattice if decomposes => vec![Scope::Quasi],
            _ => Vec::new(),
        };
        for scope in scopes {
            self.dependency.want(workspace, scope, jobs);
        }
    }

    /// Sentences about the columns of the last run, while one is looked at.
    fn want_explained(&mut self, jobs: &Jobs) {
        let is_shown = match self.stage {
            Stage::Data => self.data.selected_column.is_some(),
            _ => self.explores(ExploreTab::BeforeAfter) && self.workspace.kind() == Kind::Microdata,
        };
        if let Some(result) = self.result.as_ref().filter(|_| is_shown) {
            self.explained.want(&self.workspace, result, jobs);
        }
    }

    /// How the data stand as they are now.
    pub fn refresh(&mut self) {
        let requirement = &self.workspace.settings().requirement;
        self.records.refresh(&self.workspace);
        self.survey.refresh(requirement);
        self.rare.refresh(requirement);
        if self.compares(CompareTab::Curves) {
            self.compare.curves.refresh(&self.workspace);
        }
    }

    pub fn show(&mut self, ui: &mut Ui, around: &Around<'_>, out: &mut Outbox) {
        let workspace = &self.workspace;
        let unrun = self.compare.without_result(workspace.shelf());
        shell::navigation(
            ui,
            workspace,
            self.stage,
            |stage| self.needs_attention(stage, unrun),
            out,
        );
        if self.is_opening {
            return opening::show(ui, workspace, around.said, around.is_reading, out);
        }
        self.show_panel(ui, around, out);
        match self.stage {
            Stage::Data => self.show_data(ui, out),
            Stage::Hierarchies => {
                let lent = hierarchy::Lent {
                    workspace: &self.workspace,
                    built: &self.hierarchies,
                };
                self.hierarchy.show(ui, &lent, out);
            }
            Stage::Explore => self.show_explore(ui, around.jobs, out),
            Stage::Compare => self.show_comparison(ui, out),
            Stage::Release => {
                let mut view = std::mem::take(&mut self.release);
                let releasing = around.releasing.running();
                view.show(ui, &self.release_lent(releasing), out);
                self.release = view;
            }
        }
    }

    fn show_panel(&mut self, ui: &mut Ui, around: &Around<'_>, out: &mut Outbox) {
        let frame = Frame::new()
            .fill(Tokens::of(ui).panel)
            .inner_margin(Margin::symmetric(18, MARGIN as i8 + 4));
        let is_kept = self.is_last_run_kept();
        let wanted = &self.workspace.settings().hierarchies;
        let current = self.hierarchies.current(wanted);
        let lent = panel::Lent {
            workspace: &self.workspace,
            status: self.records.status().map(Arc::as_ref),
            people: self.survey.lent(),
            baskets: self.rare.lent(),
            profile_running: self.records.is_grouping()
                || self.survey.is_running()
                || self.rare.is_running(),
            hierarchies: current.and_then(Result::ok).map(Arc::as_ref),
            result: self.result.as_deref(),
            method_running: self.run.running(),
            is_kept,
            stage: self.stage,
            profiles: around.profiles,
        };
        let cliffs = &mut self.cliffs;
        Panel::right("requirement")
            .exact_size(PANEL)
            .frame(frame)
            .show(ui, |ui| panel::show(ui, &lent, cliffs, out));
    }

    fn show_data(&mut self, ui: &mut Ui, out: &mut Outbox) {
        let workspace = &self.workspace;
        let status = self.records.status();
        let people = self.survey.status();
        let baskets = self.rare.status();
        self.data.refresh(workspace.rows(), status, people, baskets);
        let lent = data::Lent {
            workspace,
            status,
            people,
            baskets,
            items: self.columns.baskets(),
            summary: self.columns.summary(self.data.selected_column),
            result: self.result.as_deref(),
            explained: &self.explained,
            facts: self.columns.facts(),
            proposed: self.proposed.found(),
        };
        self.data.show(ui, &lent, out);
    }

    fn show_explore(&mut self, ui: &mut Ui, jobs: &Jobs, out: &mut Outbox) {
        let lent = explore::Lent {
            workspace: &self.workspace,
            jobs,
            status: self.records.status(),
            running: self.records.is_grouping(),
            result: self.result.as_deref(),
            method_running: self.run.is_running(),
            lattice: self.lattice.current(&self.workspace),
            lattice_running: self.lattice.is_running(),
            hierarchies: self
                .hierarchies
                .current(&self.workspace.settings().hierarchies),
            survey: self.survey.lent(),
            ratings_running: self.survey.is_running(),
            baskets: self.rare.lent(),
            transactions_running: self.rare.is_running(),
            threats_running: self.rare.threats.is_running(),
            trial_running: self.rare.is_trying(),
            graph_running: self.survey.graph.is_running(),
            dependency: &self.dependency,
            dependency_running: self.dependency.is_running(),
            selected_row: self.data.selected_row,
            explained: &self.explained,
        };
        self.explore.show(ui, &lent, out);
    }

    fn show_comparison(&mut self, ui: &mut Ui, out: &mut Outbox) {
        let compare = &self.compare;
        let lent = compare_view::Lent {
            workspace: &self.workspace,
            result: self.result.as_ref(),
            method_running: self.run.is_running(),
            risk_running: Side::BOTH.map(|side| compare.risk.asking(side).running()),
            population_running: compare.risk.reading.is_running(),
            known_running: compare.attack.reading.is_running(),
            attack_running: compare.attack.trying.running(),
            pool_running: compare.pool.counting.running(),
            curves_running: compare.curves.work.running(),
            kept_running: compare.kept.work.running(),
        };
        self.compare.show(ui, &lent, out);
    }

    pub fn release_lent(&self, running: Option<Running>) -> release::Lent<'_> {
        release::Lent {
            workspace: &self.workspace,
            status: self.records.status().map(Arc::as_ref),
            people: self.survey.status().map(Arc::as_ref),
            baskets: self.rare.status().map(Arc::as_ref),
            built: &self.hierarchies,
            result: self.result.as_deref(),
            method_running: self.run.is_running(),
            columns: self.columns.facts(),
            doubts: self.columns.doubts(&self.workspace),
            kept: &self.compare.kept,
            pool: &self.compare.pool,
            running,
        }
    }

    fn needs_attention(&self, stage: Stage, unrun: usize) -> Option<String> {
        let workspace = &self.workspace;
        let undecided = workspace.undecided().len();
        match stage {
            Stage::Data if undecided > 0 => Some(match undecided {
                1 => "One column is undecided.".to_owned(),
                _ => format!("{undecided} columns are undecided."),
            }),
            Stage::Hierarchies => {
                let problem = self.current_hierarchies()?.err()?;
                Some(format!("The hierarchy of {} needs work.", problem.column))
            }
            Stage::Explore => {
                let words = "The last run of the method is stale: the settings have changed since.";
                let result = self.result.as_ref()?;
                let is_stale = result.is_stale(workspace.revision(), workspace.settings());
                is_stale.then(|| words.to_owned())
            }
            Stage::Compare if unrun > 0 => Some(format!(
                "{} to be run again.",
                counted_as(unrun as u64, "candidate has", "candidates have")
            )),
            _ => None,
        }
    }
}
