//! What is done to the table before roles, done.

use super::Workbench;
use crate::ui::actions::Stage;
use crate::ui::views::data::prepare::refused;
use cloakroom_core::prepare::{Prepare, make_key, prepare_loaded};
use std::path::PathBuf;

impl Workbench {
    pub(super) fn show_prepare(&mut self, is_shown: bool) {
        let Some(document) = &mut self.document else {
            return;
        };
        if let Some(why) = refused(&document.workspace) {
            self.toasts.done(why);
            return;
        }
        document.go(Stage::Data);
        document.data.board = None;
        document.data.prepare.is_shown = is_shown;
        // Whoever prepares the table has not said yet that the file was understood.
        document.is_opening = !is_shown && !document.is_understood;
    }

    /// The table as it was read, prepared in this way; one step of undo.
    pub(super) fn prepare(&mut self, asked: Prepare) {
        let Some(document) = &mut self.document else {
            return;
        };
        let workspace = &document.workspace;
        let Some(base) = document.data.prepare.base(workspace) else {
            return;
        };
        let folder = workspace.folder().to_owned();
        let mark = document.mark();
        let steps = asked.steps.iter().filter(|step| !step.off).count();
        let work = move |progress: &_| {
            let base = base.as_ref().clone();
            prepare_loaded(base, &asked, &folder, progress)
        };
        document.preparing = self
            .jobs
            .start("Prepare the table", work, move |bench, ended| {
                let Some(loaded) = bench.heard(ended) else {
                    return;
                };
                let Some(document) = bench.document.as_mut().filter(|open| open.is(&mark)) else {
                    return;
                };
                for note in loaded.prepared.iter().flat_map(|prepared| &prepared.told) {
                    note.notes
                        .iter()
                        .for_each(|note| bench.toasts.notice(note.clone()));
                }
                document.workspace.take_prepared(loaded);
                bench.toasts.forget_failures();
                bench.toasts.done(match steps {
                    0 => "The table is as it was read.".to_owned(),
                    1 => "The table was prepared in 1 step.".to_owned(),
                    more => format!("The table was prepared in {more} steps."),
                });
            });
    }

    pub(super) fn make_key(&mut self, path: PathBuf) {
        match make_key(&path) {
            Ok(_) => {
                if let Some(document) = &mut self.document {
                    document.data.prepare.key_made();
                }
                self.toasts.done(
                    "The key was made. Nobody can make the same values again without it: keep it, and keep it apart.",
                );
            }
            Err(problem) => self.toasts.failed(problem.to_string()),
        }
    }
}
