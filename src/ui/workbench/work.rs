//! The work that the screen needs: started when its answer is missing, at most once for a question.

use super::Workbench;
use crate::ui::column_facts::ColumnFacts;
use crate::ui::jobs::{JobAnswer, Purpose};
use crate::ui::method_result::MethodResult;
use crate::ui::views::data::{self, TransactionsFacts};
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::io::hierarchy::{HierarchyProblem, load_trees};
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::kind::Kind;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::roles::Role;
use cloakroom_core::rows::select_rows;
use cloakroom_core::settings::Settings;
use cloakroom_core::summary::ColumnSummary;
use cloakroom_core::table::Table;
use cloakroom_engine::anonymize::Outcome;
use cloakroom_engine::hierarchies::build_hierarchies;
use cloakroom_engine::made::{self, Made};
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::doubts::{Asked, Doubt, Looked, doubts};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

impl Workbench {
    pub(super) fn start_missing_work(&mut self) {
        self.want_classes();
        self.want_values();
        self.want_rows();
        self.want_summary();
        self.want_facts();
        self.want_doubts();
        self.want_hierarchies();
        self.want_proposed();
        self.want_lattice();
        self.want_tuples();
        self.want_ratings();
        self.want_graph();
        self.want_transactions();
        self.want_threats();
        self.want_trial();
        self.want_transaction_views();
        self.want_curves();
        self.want_kept();
        self.want_beside();
        self.want_risk();
        self.want_explained();
        self.want_dependency();
        self.want_groups();
        self.want_linked();
        self.want_preview();
    }

    /// The classes of the quasi-identifiers as they are marked now.
    fn want_classes(&mut self) {
        let Some(workspace) = self
            .workspace
            .as_ref()
            .filter(|workspace| workspace.kind() == Kind::Microdata)
        else {
            return;
        };
        let quasi = quasi_names(workspace);
        let known = self
            .profile
            .as_ref()
            .is_some_and(|(names, _)| *names == quasi);
        if quasi.is_empty() || known || self.jobs.classes_under_way.as_ref() == Some(&quasi) {
            return;
        }
        let (loaded, rows) = (workspace.loaded().clone(), workspace.rows());
        self.jobs.classes_under_way = Some(quasi.clone());
        self.jobs
            .start(Purpose::Classes, "Group records", move |progress| {
                let table = loaded.dataset.table();
                let columns: Vec<_> = quasi
                    .iter()
                    .filter_map(|name| table.and_then(|table| table.column(name)))
                    .collect();
                let profile = ClassProfile::compute(&columns, rows, progress)?;
                Ok(JobAnswer::Classes(quasi, profile))
            });
    }

    /// The rows in the order, and out of the filters, that the user asked for.
    fn want_rows(&mut self) {
        let Some(workspace) = self
            .workspace
            .as_ref()
            .filter(|workspace| workspace.table().is_some())
        else {
            return;
        };
        let mut query = self.data.query.clone();
        query.not_searched = data::hidden_columns(workspace);
        let answered = self
            .data
            .rows
            .as_ref()
            .is_some_and(|(answered, _)| *answered == query);
        if query.is_everything()
            || query.is_only_among()
            || answered
            || self.jobs.rows_under_way.as_ref() == Some(&query)
        {
            return;
        }
        let loaded = workspace.loaded().clone();
        self.jobs.rows_under_way = Some(query.clone());
        self.jobs
            .start(Purpose::Rows, "Arrange rows", move |progress| {
                let rows = match loaded.dataset.table() {
                    Some(table) => select_rows(table, &query, progress)?,
                    None => Vec::new(),
                };
                Ok(JobAnswer::Rows(query, rows))
            });
    }

    /// Runs the method on the settings as they are now. Only the user asks for this: no result is
    /// thrown away because a slider moved.
    pub(super) fn run_method(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let loaded = workspace.loaded().clone();
        let settings = workspace.settings().clone();
        let folder = workspace.folder().to_owned();
        let (document, revision) = (self.document, workspace.revision());
        let name = settings.method.name.title();
        self.jobs.start(Purpose::Method, name, move |progress| {
            let start = Instant::now();
            let run = run(&loaded, &settings, &folder, progress)?;
            let took = start.elapsed();
            let result = MethodResult::of_run(revision, settings, run, took);
            Ok(JobAnswer::Anonymized(document, Box::new(result)))
        });
    }

    /// What the panel tells about the selected column.
    fn want_summary(&mut self) {
        let (Some(workspace), Some(column)) = (&self.workspace, self.data.selected_column) else {
            return;
        };
        let known = self.summary.as_ref().is_some_and(|(at, _)| *at == column);
        if known || self.jobs.summary_under_way == Some(column) {
            return;
        }
        let loaded = workspace.loaded().clone();
        self.jobs.summary_under_way = Some(column);
        self.jobs
            .start(Purpose::Summary, "Summarise", move |progress| {
                let columns = loaded.dataset.table().map_or(&[][..], Table::columns);
                let data = columns
                    .get(column)
                    .ok_or_else(|| Problem::new("there is no such column"))?;
                Ok(JobAnswer::Summary(
                    column,
                    ColumnSummary::compute(data, progress)?,
                ))
            });
    }

    /// What is counted once for a file.
    fn want_facts(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        if self.column_facts.is_some() || self.jobs.facts_under_way {
            return;
        }
        let loaded = workspace.loaded().clone();
        self.jobs.facts_under_way = true;
        self.jobs.start(
            Purpose::Facts,
            "Look through the columns",
            move |progress| {
                let columns = loaded.dataset.table().map_or(&[][..], Table::columns);
                let columns = columns
                    .iter()
                    .map(|column| ColumnFacts::compute(column, progress))
                    .collect::<Result<Vec<_>, Stopped>>()?;
                let baskets = loaded
                    .dataset
                    .transactions()
                    .map(TransactionsFacts::compute);
                Ok(JobAnswer::Facts { columns, baskets })
            },
        );
    }
}

impl Workbench {
    /// What speaks against columns that are released as they are, once every column has a role.
    fn want_doubts(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let is_held = workspace.kind() == Kind::Microdata && workspace.in_batches().is_none();
        if !is_held || !workspace.undecided().is_empty() {
            return;
        }
        let asked = Asked::of(workspace.column_names(), &workspace.settings().roles);
        let known = self
            .doubts
            .as_ref()
            .is_some_and(|looked| looked.asked == asked);
        if asked.kept.is_empty() || known || self.jobs.doubts_under_way.as_ref() == Some(&asked) {
            return;
        }
        let loaded = workspace.loaded().clone();
        self.jobs.doubts_under_way = Some(asked.clone());
        self.jobs
            .start(Purpose::Doubts, "Look at kept columns", move |progress| {
                let doubts = match loaded.dataset.table() {
                    Some(table) => doubts(table, &asked, progress)?,
                    None => Vec::new(),
                };
                Ok(JobAnswer::Doubts(Looked { asked, doubts }))
            });
    }

    /// What speaks against the columns that are released as they are now; `None` while that is not known.
    pub(super) fn current_doubts(&self, workspace: &Workspace) -> Option<Vec<Doubt>> {
        let asked = Asked::of(workspace.column_names(), &workspace.settings().roles);
        if asked.kept.is_empty() {
            return Some(Vec::new());
        }
        match workspace.in_batches() {
            Some(_) => workspace.looked().answer(&asked),
            None => self.doubts.as_ref()?.answer(&asked),
        }
    }

    /// The hierarchies that the settings name, as they name them now.
    fn want_hierarchies(&mut self) {
        let Some(workspace) = self
            .workspace
            .as_ref()
            .filter(|workspace| workspace.kind() != Kind::Ratings)
        else {
            return;
        };
        let wanted = &workspace.settings().hierarchies;
        let missing = self.hierarchies.missing(wanted);
        if missing.is_empty() || self.jobs.hierarchies_under_way.as_ref() == Some(wanted) {
            return;
        }
        let loaded = workspace.loaded().clone();
        let folder = workspace.folder().to_owned();
        self.jobs.hierarchies_under_way = Some(wanted.clone());
        self.jobs
            .start(Purpose::Hierarchies, "Build hierarchies", move |progress| {
                let built = build_hierarchies(&folder, &missing, &loaded.dataset, progress)?;
                Ok(JobAnswer::Hierarchies(built))
            });
    }

    /// The hierarchy that is being tried, so that it can be looked at.
    fn want_preview(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let Some((column, source)) = self.hierarchy.wanted_preview() else {
            return;
        };
        let wanted = (column.to_owned(), source);
        if self.jobs.preview_under_way.as_ref() == Some(&wanted) {
            return;
        }
        let loaded = workspace.loaded().clone();
        let folder = workspace.folder().to_owned();
        self.jobs.preview_under_way = Some(wanted.clone());
        self.jobs
            .start(Purpose::Preview, "Try the hierarchy", move |progress| {
                let (name, source) = wanted;
                let tried = BTreeMap::from([(name.clone(), source)]);
                let built = build_hierarchies(&folder, &tried, &loaded.dataset, progress)?;
                let (_, built) = built
                    .into_iter()
                    .next()
                    .ok_or_else(|| Problem::new("there is no such column"))?;
                Ok(JobAnswer::Preview(name, Box::new(built)))
            });
    }

    /// The hierarchies of the settings as they are now: `None` while they are built, the first fault if
    /// there is one.
    pub fn current_hierarchies(&self) -> Option<Result<&Arc<Hierarchies>, &HierarchyProblem>> {
        let workspace = self.workspace.as_ref()?;
        self.hierarchies.current(&workspace.settings().hierarchies)
    }
}

pub(super) fn run(
    loaded: &Arc<Loaded>,
    settings: &Settings,
    folder: &Path,
    progress: &Progress,
) -> Result<Outcome<Made>, Failure> {
    let trees = load_trees(folder, settings, &loaded.dataset).map_err(Problem::from)?;
    made::run(loaded, settings, trees, progress)
}

fn quasi_names(workspace: &Workspace) -> Vec<String> {
    workspace
        .with_role(Role::Quasi)
        .iter()
        .map(|column| column.name().to_owned())
        .collect()
}

/// The classes, if they are those of the quasi-identifiers as they are marked now.
pub(super) fn current_profile<'a>(
    profile: &'a Option<(Vec<String>, Arc<ClassProfile>)>,
    workspace: &Workspace,
) -> Option<&'a Arc<ClassProfile>> {
    let (names, profile) = profile.as_ref()?;
    let quasi = workspace.with_role(Role::Quasi);
    let same = names.len() == quasi.len()
        && names
            .iter()
            .zip(&quasi)
            .all(|(name, column)| name == column.name());
    same.then_some(profile)
}
