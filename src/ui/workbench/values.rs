//! What the classes hold of the sensitive columns, and how that stands against the requirement.

use super::Workbench;
use super::work::current_profile;
use crate::ui::jobs::{JobAnswer, Purpose};
use crate::ui::status::{Measured, SensitiveColumn, Status, ValuesQuestion};
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

impl Workbench {
    /// What the classes hold of the sensitive columns, as they are marked and sorted into categories now.
    pub(super) fn want_values(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let Some(classes) = current_profile(&self.profile, workspace) else {
            return;
        };
        let question = values_question(workspace);
        let known = current_measured(&self.measured, &question).is_some();
        if question.sensitive.is_empty()
            || known
            || self.jobs.values_under_way.as_ref() == Some(&question)
        {
            return;
        }
        let (loaded, classes) = (workspace.loaded().clone(), classes.clone());
        let folder = workspace.folder().to_owned();
        self.jobs.values_under_way = Some(question.clone());
        self.jobs
            .start(Purpose::Values, "Count sensitive values", move |progress| {
                let measured = measure_values(&loaded, &classes, question, &folder, progress)?;
                Ok(JobAnswer::Measured(Arc::new(measured)))
            });
    }

    /// Looks at the requirement again if it, or what is known of the data, has changed.
    pub(super) fn refresh_status(&mut self) {
        let Some(workspace) = &self.workspace else {
            self.status = None;
            return;
        };
        let Some(classes) = current_profile(&self.profile, workspace)
            .filter(|_| !workspace.with_role(Role::Quasi).is_empty())
        else {
            self.status = None;
            return;
        };
        let question = values_question(workspace);
        let measured =
            current_measured(&self.measured, &question).filter(|_| !question.sensitive.is_empty());
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

fn values_question(workspace: &Workspace) -> ValuesQuestion {
    let names = |role| -> Vec<String> {
        let columns = workspace.with_role(role);
        columns
            .iter()
            .map(|column| column.name().to_owned())
            .collect()
    };
    let settings = workspace.settings();
    let sensitive = names(Role::Sensitive);
    let categories = settings.categories.iter();
    let hierarchies = settings.hierarchies.iter();
    ValuesQuestion {
        quasi: names(Role::Quasi),
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

fn current_measured<'a>(
    measured: &'a Option<Arc<Measured>>,
    question: &ValuesQuestion,
) -> Option<&'a Arc<Measured>> {
    measured
        .as_ref()
        .filter(|measured| measured.question == *question)
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
    let hierarchies = load_hierarchies(folder, &settings, table).map_err(Problem::from)?;
    let prepared = PreparedTable::new(table, &settings, &hierarchies)?;
    let values = ValueProfile::compute(classes, &prepared.sensitive, progress)?;
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
