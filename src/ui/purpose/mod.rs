//! What the window knows of how columns hang together: the measure of every pair, computed behind the window, and
//! what follows from it for a purpose.

pub mod order;
pub mod plan;
pub mod points;
pub mod tree;

use crate::ui::asked::Asked;
use crate::ui::jobs::Jobs;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::profile::dependency::DependencyProfile;
use std::sync::Arc;

/// Which columns are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    #[default]
    Quasi,
    /// All that may be released: every column but identifiers.
    All,
}

impl Scope {
    pub const ALL: [Self; 2] = [Self::Quasi, Self::All];
}

/// What the views that compare columns look at together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    pub scope: Scope,
    /// One column, or two.
    pub selected: Vec<String>,
    /// The matrix normalized: shares of the sum over all pairs, and not bits.
    pub as_shares: bool,
}

/// Which columns, by their place in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyQuestion {
    pub scope: Scope,
    pub columns: Vec<usize>,
}

impl DependencyQuestion {
    pub fn of(workspace: &Workspace, scope: Scope) -> Option<Self> {
        let roles = &workspace.settings().roles;
        let columns = workspace.table()?.columns().iter().enumerate();
        let columns: Vec<usize> = columns
            .filter(|(_, column)| match (scope, roles.of(column.name())) {
                (_, Some(Role::Quasi)) => true,
                (Scope::All, role) => !role.is_some_and(Role::is_removed),
                (Scope::Quasi, _) => false,
            })
            .map(|(at, _)| at)
            .collect();
        (!columns.is_empty()).then_some(Self { scope, columns })
    }

    fn answer(&self, table: &Table, progress: &Progress) -> Result<DependencyProfile, Failure> {
        if self.columns.iter().any(|&at| at >= table.columns().len()) {
            return Err(Problem::new("there is no such column").into());
        }
        let profile = DependencyProfile::compute(table, &self.columns, progress)?;
        Ok(profile)
    }
}

/// What is known for each scope.
#[derive(Default)]
pub struct DependencyState([Asked<DependencyQuestion, DependencyProfile>; 2]);

impl DependencyState {
    /// The columns of a scope, compared with each other.
    pub fn want(&mut self, workspace: &Workspace, scope: Scope, jobs: &Jobs) {
        let Some(question) = DependencyQuestion::of(workspace, scope) else {
            return;
        };
        if let Some(new) = self.0[scope as usize].ask(question) {
            let loaded = workspace.loaded().clone();
            new.start(jobs, "Compare columns", move |question, progress| {
                let table = loaded
                    .dataset
                    .table()
                    .ok_or_else(|| Problem::new("there is no table"))?;
                question.answer(table, progress)
            });
        }
    }

    /// The profile of the columns as they are marked now.
    pub fn current(&self, workspace: &Workspace, scope: Scope) -> Option<&Arc<DependencyProfile>> {
        let question = DependencyQuestion::of(workspace, scope)?;
        self.0[scope as usize].answer_to(|asked| *asked == question)
    }

    pub fn is_running(&self) -> bool {
        self.0.iter().any(Asked::is_running)
    }

    /// Asks again what was stopped or failed.
    pub fn ask_again(&mut self) {
        self.0.iter_mut().for_each(Asked::ask_again);
    }
}

/// The place of a column among those that were compared.
pub fn place(profile: &DependencyProfile, name: &str) -> Option<usize> {
    profile.names().iter().position(|other| other == name)
}
