//! A table of records as the window shows it: its classes and what they hold, computed behind the window, and how both
//! stand against the requirement.

use crate::ui::asked::Asked;
use crate::ui::jobs::Jobs;
use crate::ui::kinds;
use crate::ui::status::{Measured, SensitiveColumn, Status, UnitsQuestion, ValuesQuestion};
use cloakroom_core::io::hierarchy::load_hierarchies;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::prepared_table::PreparedTable;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::Settings;
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::values::ValueProfile;
use std::path::Path;
use std::sync::Arc;

/// All that the window knows about records and their classes.
#[derive(Default)]
pub struct RecordsState {
    /// The classes of some quasi-identifiers.
    classes: Asked<ClassesQuestion, ClassProfile>,
    /// What they hold of the sensitive columns.
    measured: Asked<ValuesQuestion, Measured>,
    /// Both against the requirement as it is now.
    status: Option<Arc<Status>>,
}

/// What classes depend on.
#[derive(Clone, Debug, PartialEq)]
struct ClassesQuestion {
    quasi: Vec<String>,
    units: UnitsQuestion,
}

impl RecordsState {
    /// The classes of the quasi-identifiers as they are marked now, and what they hold of the sensitive columns as they
    /// are marked and sorted into categories.
    pub fn want(&mut self, workspace: &Workspace, jobs: &Jobs) {
        let is_of_records = kinds::about(workspace).data.has_classes;
        if !is_of_records || workspace.with_role(Role::Quasi).is_empty() {
            return;
        }
        let question = ClassesQuestion {
            quasi: names(workspace, Role::Quasi),
            units: UnitsQuestion::of(workspace),
        };
        if let Some(new) = self.classes.ask(question) {
            let (loaded, rows) = (workspace.loaded().clone(), workspace.rows());
            new.start(jobs, "Group records", move |question, progress| {
                let table = loaded.dataset.table();
                let column = |name: &String| table.and_then(|table| table.column(name));
                let columns: Vec<_> = question.quasi.iter().filter_map(column).collect();
                let units = table.and_then(|table| question.units.units(table));
                Ok(ClassProfile::counting(
                    &columns,
                    rows,
                    units.as_ref(),
                    progress,
                )?)
            });
        }
        let Some(classes) = self.classes.current() else {
            return;
        };
        let question = values_question(workspace);
        if question.sensitive.is_empty() {
            return;
        }
        if let Some(new) = self.measured.ask(question) {
            let (loaded, classes) = (workspace.loaded().clone(), classes.clone());
            let folder = workspace.folder().to_owned();
            new.start(jobs, "Count sensitive values", move |question, progress| {
                measure_values(&loaded, &classes, question, &folder, progress)
            });
        }
    }

    pub fn is_grouping(&self) -> bool {
        self.classes.is_running()
    }

    /// The classes, if they are those of the quasi-identifiers as they are marked now.
    pub fn classes(&self, workspace: &Workspace) -> Option<&Arc<ClassProfile>> {
        let quasi = workspace.with_role(Role::Quasi);
        let roles = &workspace.settings().roles;
        self.classes.answer_to(|question| {
            let names = question.quasi.iter().map(String::as_str);
            question.units.is_of(roles) && names.eq(quasi.iter().map(|column| column.name()))
        })
    }

    pub fn status(&self) -> Option<&Arc<Status>> {
        self.status.as_ref()
    }

    /// Looks at the requirement again if it, or what is known of the data, has changed.
    pub fn refresh(&mut self, workspace: &Workspace) {
        let Some(classes) = self
            .classes(workspace)
            .filter(|_| !workspace.with_role(Role::Quasi).is_empty())
        else {
            self.status = None;
            return;
        };
        let question = values_question(workspace);
        let measured = self
            .measured
            .answer_to(|asked| *asked == question)
            .filter(|_| !question.sensitive.is_empty());
        let requirement = &workspace.settings().requirement;
        let known = self.status.as_ref().is_some_and(|status| {
            let same_values = match (&status.measured, measured) {
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                (None, None) => true,
                _ => false,
            };
            same_values
                && Arc::ptr_eq(&status.classes, classes)
                && status.requirement == *requirement
        });
        if !known {
            self.status = Some(Arc::new(Status::new(
                classes.clone(),
                measured.cloned(),
                question.sensitive.len(),
                requirement,
            )));
        }
    }
}

fn names(workspace: &Workspace, role: Role) -> Vec<String> {
    let columns = workspace.with_role(role).into_iter();
    columns.map(|column| column.name().to_owned()).collect()
}

fn values_question(workspace: &Workspace) -> ValuesQuestion {
    let settings = workspace.settings();
    let sensitive = names(workspace, Role::Sensitive);
    let categories = settings.categories.iter();
    let hierarchies = settings.hierarchies.iter();
    ValuesQuestion {
        quasi: names(workspace, Role::Quasi),
        units: UnitsQuestion::of(workspace),
        categories: categories
            .filter(|(name, _)| sensitive.contains(name))
            .map(|(name, order)| (name.clone(), order.clone()))
            .collect(),
        hierarchies: hierarchies
            .filter(|(name, _)| sensitive.contains(name))
            .map(|(name, source)| (name.clone(), source.clone()))
            .collect(),
        sensitive,
    }
}

/// Only the sensitive columns are looked at, so that gaps elsewhere do not matter.
fn measure_values(
    loaded: &Loaded,
    classes: &ClassProfile,
    question: ValuesQuestion,
    folder: &Path,
    progress: &Progress,
) -> Result<Measured, Failure> {
    let table = loaded
        .dataset
        .table()
        .ok_or_else(|| Problem::new("there is no table"))?;
    let mut settings = Settings {
        categories: question.categories.clone(),
        hierarchies: question.hierarchies.clone(),
        ..Settings::default()
    };
    for name in &question.sensitive {
        settings.roles.set(name, Some(Role::Sensitive));
    }
    let UnitsQuestion { person, group } = &question.units;
    for (role, name) in [(Role::Person, person), (Role::Group, group)] {
        if let Some(name) = name {
            settings.roles.set(name, Some(role));
        }
    }
    let hierarchies = load_hierarchies(folder, &settings, table).map_err(Problem::from)?;
    let prepared = PreparedTable::new(table, &settings, &hierarchies)?;
    let units = prepared.units.as_ref();
    let values = ValueProfile::counting(classes, &prepared.sensitive, units, progress)?;
    // Sorted here and not in the frame that first asks for it.
    for measure in values.measures() {
        progress.check()?;
        measure.order();
    }
    let columns = prepared
        .sensitive
        .into_iter()
        .map(|sensitive| SensitiveColumn {
            at: sensitive.at,
            name: sensitive.column.name().to_owned(),
            categories: sensitive.categories,
            distance: sensitive.distance,
        })
        .collect();
    Ok(Measured {
        question,
        values,
        columns,
    })
}
