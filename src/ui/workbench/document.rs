//! The open file and all that the window knows of it. Dropping it drops the work that is done for it.

use super::View;
use crate::ui::actions::{CompareTab, ExploreTab, Stage};
use crate::ui::advice::AdviceState;
use crate::ui::asked::Asked;
use crate::ui::column_facts::ColumnsState;
use crate::ui::explained::Explained;
use crate::ui::jobs::{Jobs, Work};
use crate::ui::kinds;
use crate::ui::lattice::LatticeState;
use crate::ui::method_result::MethodResult;
use crate::ui::panel::AllCliffs;
use crate::ui::proposed::Proposed;
use crate::ui::purpose::{DependencyState, Scope};
use crate::ui::ratings::RatingsState;
use crate::ui::records::RecordsState;
use crate::ui::runs::Runs;
use crate::ui::transactions::TransactionsState;
use crate::ui::views::compare::CompareView;
use crate::ui::views::data::DataView;
use crate::ui::views::explore::ExploreView;
use crate::ui::views::hierarchy::HierarchyView;
use crate::ui::views::opening::Types;
use crate::ui::views::release::ReleaseView;
use cloakroom_core::hierarchy::{Hierarchies, HierarchySource};
use cloakroom_core::io::hierarchy::HierarchyProblem;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::method::MethodName;
use cloakroom_core::settings::Settings;
use cloakroom_engine::hierarchies::{BuiltHierarchies, BuiltHierarchy, build_hierarchies};
use cloakroom_engine::workspace::Workspace;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::{Rc, Weak};
use std::sync::Arc;

pub struct Document {
    pub workspace: Workspace,
    /// The data that everything here was computed from.
    data_of: Arc<Loaded>,
    mark: Rc<()>,
    /// Where samples are kept: nobody would look for a release there.
    pub(super) samples: PathBuf,
    pub stage: Stage,
    /// What was said of how it is read; the rest was found out.
    pub said: LoadOptions,
    /// The page is shown that says what the file was taken for.
    pub is_opening: bool,
    /// Somebody said that it is that, or nobody has to.
    pub is_understood: bool,
    /// What the columns are being said to hold.
    pub types: Types,
    pub data: DataView,
    pub explore: ExploreView,
    pub compare: CompareView,
    pub hierarchy: HierarchyView,
    pub release: ReleaseView,
    /// The audit file of the last release, and the settings that it was written with.
    pub just_written: Option<(Settings, PathBuf)>,
    /// Tables of records, ratings and transactions: what is known of them, and how they stand.
    pub records: RecordsState,
    pub survey: RatingsState,
    pub rare: TransactionsState,
    pub cliffs: AllCliffs,
    pub columns: ColumnsState,
    /// What the sources in the settings give; see [`Document::current_hierarchies`].
    pub hierarchies: BuiltHierarchies,
    building: Asked<BTreeMap<String, HierarchySource>, Vec<(String, BuiltHierarchy)>>,
    pub proposed: Proposed,
    pub advice: AdviceState,
    /// The lattice of levels.
    pub lattice: LatticeState,
    /// How far columns tell of each other.
    pub dependency: DependencyState,
    /// The table is being prepared.
    pub preparing: Work,
    /// The method is running.
    pub runs: Runs,
    /// What its last run brought; stale once the settings change.
    pub result: Option<Arc<MethodResult>>,
    /// Why its columns look as they do.
    pub explained: Explained,
}

/// Which document something was begun for.
#[derive(Default)]
pub struct Mark(Weak<()>);

impl Document {
    pub fn new(workspace: Workspace, samples: PathBuf) -> Self {
        Self {
            data_of: workspace.loaded().clone(),
            preparing: Work::default(),
            workspace,
            mark: Rc::new(()),
            samples,
            stage: Stage::Data,
            said: LoadOptions::default(),
            is_opening: false,
            is_understood: true,
            types: Types::default(),
            data: DataView::default(),
            explore: ExploreView::default(),
            compare: CompareView::default(),
            hierarchy: HierarchyView::default(),
            release: ReleaseView::default(),
            just_written: None,
            records: RecordsState::default(),
            survey: RatingsState::default(),
            rare: TransactionsState::default(),
            cliffs: AllCliffs::default(),
            columns: ColumnsState::default(),
            hierarchies: BuiltHierarchies::default(),
            building: Asked::default(),
            proposed: Proposed::default(),
            advice: AdviceState::default(),
            lattice: LatticeState::default(),
            dependency: DependencyState::default(),
            runs: Runs::default(),
            result: None,
            explained: Explained::default(),
        }
    }

    /// After a step that changed the table: what was computed from the one before is dropped, the layout stays.
    pub(super) fn renewed(self) -> Self {
        if Arc::ptr_eq(&self.data_of, self.workspace.loaded()) {
            return self;
        }
        let mut view = self.view();
        view.grid = Default::default();
        let mut renewed = Self::new(self.workspace, self.samples);
        renewed.set_view(view);
        renewed.said = self.said;
        renewed.is_opening = self.is_opening;
        renewed.is_understood = self.is_understood;
        renewed.data.shows_columns = self.data.shows_columns;
        renewed.data.prepare = self.data.prepare;
        renewed.data.prepare.discard();
        renewed
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
            explore: self.explore.kept(),
            hidden: self.data.hidden.clone(),
        }
    }

    pub(super) fn set_view(&mut self, view: View) {
        self.data.grid = view.grid;
        self.data.hidden = view.hidden;
        self.data.only_violating = view.only_violating;
        self.explore.tab = view.tab;
        self.explore.restore(view.explore);
        self.compare.tab = view.compare;
        self.go(view.stage);
    }

    pub fn explores(&self, tab: ExploreTab) -> bool {
        self.stage == Stage::Explore && self.explore.shows(tab)
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
        if !kinds::about(workspace).stages.contains(&Stage::Hierarchies) {
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
        if !kinds::about(workspace).data.has_classes || self.stage != Stage::Explore {
            return;
        }
        let mut levels = [ExploreTab::Lattice, ExploreTab::HashTable].into_iter();
        if levels.any(|tab| self.explores(tab))
            && let Some(Ok(hierarchies)) = self.current_hierarchies()
        {
            let hierarchies = hierarchies.clone();
            self.lattice.want(workspace, &hierarchies, is_dragged, jobs);
        }
        let decomposes = workspace.settings().method.name == MethodName::Decomposition;
        let chosen = self.explore.records.compared.scope;
        // Purposes are about quasi-identifiers, whatever the matrix shows.
        let compares = self.explores(ExploreTab::Purpose);
        let plans = decomposes && self.explores(ExploreTab::Lattice);
        if compares || plans {
            self.dependency.want(workspace, Scope::Quasi, jobs);
        }
        if compares || self.explores(ExploreTab::DependencyTree) {
            self.dependency.want(workspace, chosen, jobs);
        }
    }

    /// Sentences about the columns of the last run, while one is looked at.
    fn want_explained(&mut self, jobs: &Jobs) {
        let is_shown = match self.stage {
            Stage::Data => self.data.selected_column.is_some(),
            _ => {
                self.explores(ExploreTab::BeforeAfter)
                    && kinds::about(&self.workspace).data.has_classes
            }
        };
        if let Some(result) = self.result.as_ref().filter(|_| is_shown) {
            self.explained.want(&self.workspace, result, jobs);
        }
    }

    /// How the data stand as they are now.
    pub fn refresh(&mut self) {
        self.rename_release();
        let requirement = &self.workspace.settings().requirement;
        self.records.refresh(&self.workspace);
        self.survey.refresh(requirement);
        self.rare.refresh(requirement);
        if self.compares(CompareTab::Curves) {
            self.compare.curves.refresh(&self.workspace);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::preferences::Preferences;
    use crate::ui::workbench::Workbench;
    use cloakroom_core::column::Column;
    use cloakroom_core::dataset::Dataset;
    use cloakroom_core::io::loaded::SourceFile;
    use cloakroom_core::table::Table;

    fn document() -> Document {
        let column = Column::from_texts("age", ["30", "31", "31"]).unwrap();
        let loaded = Loaded {
            dataset: Dataset::Microdata(Table::new(vec![column]).unwrap()),
            source: SourceFile::default(),
            options: LoadOptions::default(),
            notes: Vec::new(),
            folded: Vec::new(),
            prepared: None,
            understood: Default::default(),
        };
        let workspace = Workspace::new(loaded, Settings::default(), PathBuf::new());
        Document::new(workspace, PathBuf::new())
    }

    #[test]
    fn what_was_begun_for_a_document_knows_it_from_others() {
        let one = document();
        let (mark, other) = (one.mark(), document());
        assert!(one.is(&mark) && !other.is(&mark));
        drop(one);
        assert!(!document().is(&mark));
    }

    #[test]
    fn closing_a_file_stops_the_work_for_it_and_nobody_hears_of_it() {
        let preferences = Preferences::default();
        let mut bench = Workbench::new(preferences, Arc::new(|| {}), PathBuf::new());
        let mut open = document();
        open.want(false, &bench.jobs);
        let spin = |progress: &cloakroom_core::progress::Progress| -> Result<(), _> {
            loop {
                progress.check()?;
                std::thread::yield_now();
            }
        };
        let work = bench.jobs.start("Spin", spin, |bench, ended| {
            bench.heard(ended);
            bench.quit = true;
        });
        open.runs.begin(work, Settings::default());
        bench.document = Some(open);
        assert!(bench.jobs.started() > 1 && !bench.is_settled());
        bench.document = None;
        assert!(bench.is_settled());
        assert!(bench.jobs.collect().is_empty() && !bench.quit);
    }
}
