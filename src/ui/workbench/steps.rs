//! The five steps: how far the document is, and what their button does.

use super::document::Document;
use super::{PROFILES, Workbench};
use crate::ui::actions::{Outbox, Stage};
use crate::ui::jobs::Running;
use crate::ui::steps::{self, Facts};
use crate::ui::views::release::checklist::checklist;
use cloakroom_engine::change::Change;
use cloakroom_engine::document::first_requirement;
use cloakroom_engine::profiles::{Profile, profiles};
use cloakroom_engine::release::ReleaseOutcome;
use egui::Ui;
use std::path::{Path, PathBuf};

impl Workbench {
    pub(super) fn steps(&self, ui: &mut Ui, out: &mut Outbox) {
        let document = self.document.as_ref();
        if let Some(document) = document.filter(|_| self.preferences.steps) {
            steps::strip(ui, &document.facts(self.releasing.running()), out);
        }
    }

    /// What the strip offers to do now, in its words.
    pub fn next_step(&self) -> Option<String> {
        let document = self.document.as_ref()?;
        let steps = steps::steps(&document.facts(self.releasing.running()));
        steps::next(&steps).map(|(_, (words, _))| words.clone())
    }

    /// What is asked for, as a profile among the others.
    pub(super) fn save_profile(&mut self) {
        let Some(workspace) = self.workspace() else {
            return;
        };
        let requirement = workspace.settings().requirement.clone();
        let profile = Profile {
            name: format!("Own: {}", requirement.sentence()),
            kinds: vec![workspace.kind()],
            who: "own".to_owned(),
            sentence: "Saved from the window.".to_owned(),
            requirement,
            ..Profile::default()
        };
        let folder = self.cache.join(PROFILES);
        match profile.save(&folder) {
            Ok(_) => {
                self.profiles = profiles(Some(&folder));
                self.toasts
                    .done(format!("Saved the profile {}", profile.name));
            }
            Err(problem) => self.toasts.failed(problem.to_string()),
        }
    }
}

impl Document {
    fn facts(&self, releasing: Option<Running>) -> Facts<'_> {
        let workspace = &self.workspace;
        let fresh = self
            .result
            .as_ref()
            .filter(|result| !result.is_stale(workspace.revision(), workspace.settings()));
        let is_release_running = releasing.is_some();
        let lent = self.release_lent(releasing);
        let at_release = self.stage == Stage::Release && !self.is_opening;
        let blocking = at_release.then(|| {
            let items = checklist(&lent);
            let mut blocking = items.into_iter().filter(|item| item.blocks());
            let first = blocking.next()?;
            Some((1 + blocking.count(), first.text))
        });
        let written = self.release.written.as_ref();
        Facts {
            workspace,
            is_opening: self.is_opening,
            shows_columns: self.stage == Stage::Data && self.data.shows_columns,
            proposed: self.proposed.of(workspace).count(),
            is_promised: self.is_promised
                || workspace.file().is_some()
                || workspace.settings().requirement
                    != first_requirement(&workspace.loaded().dataset),
            fresh_run: fresh.map(|result| result.outcome.reached().is_some()),
            method_running: self.run.is_running(),
            blocking: blocking.flatten(),
            has_folder: !self.release.folder.trim().is_empty(),
            is_release_running,
            is_written: written.is_some_and(|written| {
                written.revision == workspace.revision()
                    && matches!(written.outcome.as_ref(), ReleaseOutcome::Written(_))
            }),
            stage: self.stage,
        }
    }

    /// What was understood is right: what comes next is marking.
    pub fn understood(&mut self) {
        self.is_opening = false;
        self.go(Stage::Data);
        self.data.shows_columns = !self.workspace.undecided().is_empty();
    }

    /// What a freshly opened file of this kind begins with, where nothing is asked for.
    pub fn promise_usual(&mut self) {
        let usual = first_requirement(&self.workspace.loaded().dataset);
        let asked = &self.workspace.settings().requirement;
        let mut changes = Vec::new();
        if asked.k.is_none() {
            changes.push(Change::SetK(usual.k));
        }
        if asked.epsilon.is_none() && usual.epsilon.is_some() {
            changes.push(Change::SetEpsilon(usual.epsilon));
        }
        if asked.m.is_none() && asked.h.is_none() && usual.m.is_some() {
            changes.push(Change::SetM(usual.m));
        }
        for change in changes {
            self.workspace.apply(change);
        }
    }

    /// What was written answers other settings now: the next release has a folder of its own.
    pub fn rename_release(&mut self) {
        let revision = self.workspace.revision();
        let taken = self
            .release
            .taken()
            .filter(|written| written.revision != revision);
        if let Some(written) = taken {
            self.release.folder = next_free(&written.folder).display().to_string();
        }
    }

    /// A folder beside the data that is not there yet, where nobody has named one.
    pub fn name_release(&mut self) {
        if !self.release.folder.trim().is_empty() {
            return;
        }
        let source = &self.workspace.loaded().source.path;
        // Samples lie where nobody would look for a release.
        if source.starts_with(&self.samples) {
            return;
        }
        let source = std::path::absolute(source).unwrap_or_else(|_| source.clone());
        self.release.folder = free_folder(&source).display().to_string();
    }
}

/// The same folder with the next number that is free: `people-release-2` after `people-release`.
fn next_free(folder: &Path) -> PathBuf {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    // A larger number is a year or a part of the name.
    let is_count = |text: &str| {
        text.parse::<u32>()
            .is_ok_and(|number| (2..100).contains(&number))
    };
    let stem = match name.rsplit_once('-') {
        Some((stem, number)) if !stem.is_empty() && is_count(number) => stem,
        _ => &name,
    };
    (2..)
        .map(|number: u32| folder.with_file_name(format!("{stem}-{number}")))
        .find(|place| !place.exists())
        .unwrap_or_else(|| folder.to_owned())
}

/// `people-release` beside `people.csv`, with a number if that is taken.
fn free_folder(data: &Path) -> PathBuf {
    let folder = data.parent().unwrap_or(Path::new(""));
    let name = data
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let stem = name
        .split('.')
        .next()
        .filter(|stem| !stem.is_empty())
        .unwrap_or("table");
    let named = |number: u32| match number {
        1 => folder.join(format!("{stem}-release")),
        _ => folder.join(format!("{stem}-release-{number}")),
    };
    (1..)
        .map(named)
        .find(|place| !place.exists())
        .unwrap_or_else(|| named(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_folder_has_the_next_number() {
        let parent = tempfile::tempdir().unwrap();
        let next = |name: &str| {
            let next = next_free(&parent.path().join(name));
            next.file_name().unwrap().to_string_lossy().into_owned()
        };
        assert_eq!(next("people-release"), "people-release-2");
        assert_eq!(next("release-2024"), "release-2024-2");
        std::fs::create_dir(parent.path().join("people-release-2")).unwrap();
        assert_eq!(next("people-release"), "people-release-3");
        assert_eq!(next("people-release-2"), "people-release-3");
    }
}
