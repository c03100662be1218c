//! What is told of the columns that were not counted: those that are removed, and those that stay as they are.

use crate::anonymize::Candidate;
use crate::check::CheckedTask;
use crate::explain;
use crate::report::story::{ColumnStory, Done, InHouse, Stories};
use cloakroom_core::{Failure, Progress, Role, Settings};
use std::collections::HashMap;

/// Why every column of the file looks as it does.
pub(super) fn explanations(
    checked: &CheckedTask<'_>,
    names: &[String],
    settings: &Settings,
    candidate: &Candidate,
    progress: &Progress,
) -> Result<Vec<(String, String)>, Failure> {
    let told = explain::columns(checked, &settings.roles, candidate, progress)?;
    let mut told: HashMap<String, String> = told.into_iter().collect();
    let all = names.iter().map(|name| {
        let role = settings.roles.of(name);
        let sentence = told.remove(name);
        let sentence = sentence.unwrap_or_else(|| explain::by_role(role).to_owned());
        (name.clone(), sentence)
    });
    Ok(all.collect())
}

/// Puts them in their places.
pub(super) fn complete(in_house: &mut InHouse, names: &[String], settings: &Settings) {
    let Stories::Columns(counted) = &mut in_house.stories else {
        return;
    };
    let mut counted: HashMap<String, ColumnStory> = std::mem::take(counted)
        .into_iter()
        .map(|story| (story.column.clone(), story))
        .collect();
    let all = names.iter().map(|name| {
        let story = counted.remove(name);
        story.unwrap_or_else(|| not_counted(name, settings.roles.of(name)))
    });
    in_house.stories = Stories::Columns(all.collect());
}

fn not_counted(name: &str, role: Option<Role>) -> ColumnStory {
    let role = role.unwrap_or(Role::Identifier);
    let is_removed = role.is_removed();
    ColumnStory {
        column: name.to_owned(),
        role,
        done: if is_removed {
            Done::Removed
        } else {
            Done::AsItWas
        },
        values_before: None,
        values_after: is_removed.then_some(0),
        cells_changed: 0,
        loss: None,
        examples: Vec::new(),
    }
}
