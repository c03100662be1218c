//! A table that is too large to be held, before it is counted: the user says what its columns are, since those are
//! counted that classes and promises are about.

use super::count::{Counted, count};
use crate::records;
use cloakroom_core::io::batches::{Beginning, beginning};
use cloakroom_core::io::csv::stream::Division;
use cloakroom_core::io::recipe::write_recipe;
use cloakroom_core::suggest::{Suggestion, suggest_roles};
use cloakroom_core::{Failure, LoadOptions, Progress, Recipe, Role, Roles, Settings};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub struct Uncounted {
    pub data: PathBuf,
    /// As the file turned out to be written.
    pub options: LoadOptions,
    pub columns: Vec<UncountedColumn>,
    /// What was decided so far; the roles are those of the columns above.
    pub settings: Settings,
}

#[derive(Clone, Debug)]
pub struct UncountedColumn {
    pub name: String,
    /// From the first records.
    pub suggestion: Option<Suggestion>,
    pub role: Option<Role>,
}

impl Uncounted {
    /// Looks at the beginning of the file.
    pub fn read(
        data: &Path,
        options: &LoadOptions,
        settings: Settings,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let Beginning {
            names,
            options,
            sample,
        } = beginning(data, options, progress)?;
        let suggestions = sample.map_or_else(Vec::new, |sample| {
            suggest_roles(&sample, records::KIND, &[])
        });
        let columns = names.into_iter().map(|name| UncountedColumn {
            suggestion: suggestions
                .iter()
                .find(|suggestion| suggestion.column == name)
                .cloned(),
            role: settings.roles.of(&name),
            name,
        });
        Ok(Self {
            data: data.to_owned(),
            columns: columns.collect(),
            options,
            settings,
        })
    }

    /// Whether there is something to count.
    pub fn is_ready(&self) -> bool {
        let mut roles = self.columns.iter().map(|column| column.role);
        roles.any(|role| role == Some(Role::Quasi))
    }

    pub fn suggestions(&self) -> Vec<Suggestion> {
        let columns = self.columns.iter();
        columns
            .filter_map(|column| column.suggestion.clone())
            .collect()
    }

    /// Reads the whole file.
    pub fn count(&self, progress: &Progress) -> Result<Counted, Failure> {
        let mut settings = self.settings.clone();
        settings.roles = Roles {
            columns: Default::default(),
            ..settings.roles
        };
        for column in &self.columns {
            settings.roles.set(&column.name, column.role);
        }
        let undecided = self.columns.iter().filter(|column| column.role.is_none());
        let recipe = Recipe {
            data: self.data.clone(),
            load: self.options.clone(),
            settings,
            undecided: undecided.map(|column| column.name.clone()).collect(),
            ..Recipe::default()
        };
        let text = write_recipe(&recipe);
        count(
            &self.data,
            &self.data,
            &text,
            recipe,
            Division::default(),
            None,
            progress,
        )
    }
}
