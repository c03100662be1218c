//! The five steps: how far the document is, and what their button does.

use super::Workbench;
use super::document::Document;
use crate::ui::actions::{Outbox, Stage};
use crate::ui::steps::{self, Blocking, Facts};
use crate::ui::views::release::checklist::{Item, checklist, faulty};
use cloakroom_engine::change::Change;
use cloakroom_engine::release::ReleaseOutcome;
use egui::Ui;
use std::path::{Path, PathBuf};

impl Workbench {
    /// The lines of the checklist, while the window is at the release.
    pub(super) fn checklist(&self) -> Vec<Item> {
        let document = self.document.as_ref();
        let document = document.filter(|document| document.stage == Stage::Release);
        document.map_or_else(Vec::new, |document| {
            checklist(&document.release_lent(self.releasing.running()))
        })
    }

    pub(super) fn steps(&self, ui: &mut Ui, checklist: &[Item], out: &mut Outbox) {
        let document = self.document.as_ref();
        if let Some(document) = document.filter(|_| self.preferences.steps) {
            let facts = document.facts(checklist, self.releasing.is_running());
            steps::strip(ui, &facts, out);
        }
    }

    /// What the strip offers to do now, in its words.
    pub fn next_step(&self) -> Option<String> {
        let document = self.document.as_ref()?;
        let checklist = self.checklist();
        let steps = steps::steps(&document.facts(&checklist, self.releasing.is_running()));
        steps::next(&steps).map(|(_, (words, _))| words.clone())
    }
}

impl Document {
    fn facts(&self, checklist: &[Item], is_release_running: bool) -> Facts<'_> {
        let workspace = &self.workspace;
        let fresh = self
            .result
            .as_ref()
            .filter(|result| !result.is_stale(workspace.revision(), workspace.settings()));
        let written = self.release.written.as_ref();
        Facts {
            workspace,
            is_opening: self.is_opening || !self.is_understood,
            shows_columns: self.stage == Stage::Data && self.data.shows_columns,
            proposed: self.proposed.of(workspace).count(),
            faulty: faulty(workspace, &self.hierarchies).map(|item| (item.text, item.fix)),
            usual: workspace.usual_promise(),
            fresh_run: fresh.map(|result| result.outcome.reached().is_some()),
            method_running: self.runs.is_of(workspace.settings()),
            blocking: blocking(checklist),
            has_folder: !self.release.folder.trim().is_empty(),
            is_release_running,
            is_written: written.is_some_and(|written| {
                written.settings == *workspace.settings()
                    && matches!(written.outcome.as_ref(), ReleaseOutcome::Written(_))
            }),
            stage: self.stage,
        }
    }

    /// What was understood is right: what comes next is marking.
    pub fn understood(&mut self) {
        self.is_understood = true;
        self.data.prepare.is_shown = false;
        self.go(Stage::Data);
        self.data.shows_columns = !self.workspace.undecided().is_empty();
    }

    /// What is usual, in place of what nobody has set.
    pub fn promise_usual(&mut self) {
        let usual = self.workspace.usual_promise();
        self.workspace.apply(Change::Promise(Box::new(usual)));
    }

    /// What was written answers other settings now: the next release has a folder of its own.
    pub fn rename_release(&mut self) {
        let settings = self.workspace.settings();
        let taken = self
            .release
            .taken()
            .filter(|written| written.settings != *settings);
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

/// What is in the way of a release, if anything is.
fn blocking(checklist: &[Item]) -> Option<Blocking> {
    let blocking = || checklist.iter().filter(|item| item.blocks());
    Some(Blocking {
        first: blocking().next()?.text.clone(),
        lines: blocking().count(),
        fix: blocking().find_map(|item| item.fix.clone()),
    })
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
