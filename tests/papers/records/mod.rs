//! Tables of records: chapters 2, 3 and 5 of the thesis. The tables are the samples, so what is tested is what people open.

pub mod aggregation;
pub mod categories;
pub mod levels;

use cloakroom_core::prepared_table::Categories;
use cloakroom_core::{
    Column, Dataset, Hierarchy, MethodName, Progress, Requirement, Role, Settings, Table, Trees,
};
use cloakroom_engine::anonymize::run;
use cloakroom_engine::check::{CheckedTask, Profiles};
use cloakroom_engine::open::open_recipe;
use cloakroom_engine::samples::{self, RECIPE};
use cloakroom_microdata::method::{Anonymized, MethodOutcome};
use cloakroom_microdata::profile::lattice::{LatticeProfile, Profiled};
use std::sync::Arc;

struct Example {
    dataset: Dataset,
    settings: Settings,
    trees: Trees,
}

/// A sample as it opens.
fn sample(name: &str) -> Example {
    let folder = tempfile::tempdir().unwrap();
    let recipe = samples::find(name)
        .unwrap()
        .write_into(folder.path())
        .unwrap();
    assert_eq!(recipe, folder.path().join(RECIPE));
    let opened = open_recipe(&recipe, &Progress::default()).unwrap();
    Example {
        dataset: opened.loaded.dataset,
        settings: opened.recipe.settings,
        trees: opened.trees,
    }
}

/// Columns that somebody may know of, each released as it is or not at all, and perhaps a sensitive one.
fn made_up(quasi: Vec<Column>, sensitive: Option<Column>) -> Example {
    let mut settings = Settings::default();
    let mut trees = Trees::default();
    for column in &quasi {
        settings.roles.set(column.name(), Some(Role::Quasi));
        let flat = Arc::new(Hierarchy::flat(column));
        trees.hierarchies.insert(column.name().to_owned(), flat);
    }
    if let Some(column) = &sensitive {
        settings.roles.set(column.name(), Some(Role::Sensitive));
    }
    let table = Table::new(quasi.into_iter().chain(sensitive).collect()).unwrap();
    Example {
        dataset: Dataset::Microdata(table),
        settings,
        trees,
    }
}

fn k(k: u32) -> Requirement {
    Requirement {
        k: Some(k),
        ..Requirement::default()
    }
}

impl Example {
    /// Only these are quasi-identifiers; the rest leaves as it is.
    fn only(mut self, quasi: &[&str]) -> Self {
        let names = self.table().columns().iter();
        let names: Vec<String> = names.map(|column| column.name().to_owned()).collect();
        for name in names {
            let is_quasi = self.settings.roles.of(&name) == Some(Role::Quasi);
            if is_quasi && !quasi.contains(&name.as_str()) {
                self.settings.roles.set(&name, Some(Role::Insensitive));
            }
        }
        self
    }

    fn requiring(mut self, requirement: Requirement) -> Self {
        self.settings.requirement = requirement;
        self
    }

    fn table(&self) -> &Table {
        self.dataset.records_table().unwrap()
    }

    fn texts(&self, name: &str) -> Vec<String> {
        let at = self.table().position(name).unwrap();
        let column = &self.table().columns()[at];
        let rows = 0..column.len();
        rows.map(|row| column.text(row).to_owned()).collect()
    }

    fn checked(&self) -> CheckedTask<'_> {
        self.asked(&self.settings.requirement)
    }

    fn asked(&self, requirement: &Requirement) -> CheckedTask<'_> {
        let settings = Settings {
            requirement: requirement.clone(),
            ..self.settings.clone()
        };
        CheckedTask::new(&self.dataset, &settings, &self.trees.hierarchies).unwrap()
    }

    /// Whether the table as it stands keeps this.
    fn keeps(&self, requirement: &Requirement) -> bool {
        let checked = self.asked(requirement);
        let progress = Progress::default();
        let profiles = Profiles::compute(&checked, &progress).unwrap();
        profiles.answer(requirement, &progress).unwrap().satisfied
    }

    fn lattice(&self) -> LatticeProfile {
        let checked = self.checked();
        let progress = Progress::default();
        match LatticeProfile::compute(&checked.prepared, &checked.judge, &progress).unwrap() {
            Profiled::Held(profile) => profile,
            Profiled::TooLarge { nodes } => panic!("{nodes} nodes"),
        }
    }

    fn reach(&self, name: MethodName) -> Anonymized {
        let mut settings = self.settings.clone();
        settings.method.name = name;
        match run(&self.checked(), &settings, &Progress::default()).unwrap() {
            MethodOutcome::Reached(anonymized) => anonymized,
            MethodOutcome::NotReached(why) => panic!("{}: {why}", name.name()),
        }
    }

    /// A column as a method shows it.
    fn shown(&self, made: &Anonymized, name: &str) -> Vec<String> {
        let at = self.table().position(name).unwrap();
        let column = made.column(self.table(), at).unwrap();
        let rows = 0..column.len();
        rows.map(|row| column.text(row).to_owned()).collect()
    }

    /// The categories of the first sensitive column.
    fn categories(&self) -> Categories {
        let checked = self.checked();
        checked.prepared.sensitive[0].categories.clone().unwrap()
    }

    /// The code of a value of the first sensitive column.
    fn code(&self, value: &str) -> u32 {
        let checked = self.checked();
        let column = checked.prepared.sensitive[0].column;
        let rows = 0..column.len();
        let mut rows = rows.filter(|&row| column.text(row) == value);
        column.codes()[rows.next().unwrap()]
    }
}
