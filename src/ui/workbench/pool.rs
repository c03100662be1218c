//! Releases that were written before, and what they tell together.

use super::Workbench;
use crate::ui::actions::PoolAction;
use crate::ui::jobs::{JobAnswer, Purpose};
use crate::ui::pool::Pooled;
use cloakroom_core::earlier::Earlier;
use cloakroom_engine::report::audit::utc;
use std::path::PathBuf;
use std::time::SystemTime;

impl Workbench {
    pub(super) fn on_pool(&mut self, what: PoolAction) {
        match what {
            PoolAction::Take(release, taken) => self.compare.pool.take(release, taken),
            PoolAction::Forget(release) => {
                if let Some(workspace) = &mut self.workspace {
                    workspace.forget_release(&release);
                }
            }
            PoolAction::Count => self.count_pool(),
        }
    }

    fn count_pool(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let Some(question) = self.compare.pool.question(workspace.earlier()) else {
            self.toasts
                .failed("Two releases or more are needed to be counted together.");
            return;
        };
        self.jobs
            .start(Purpose::Pool, "Count releases together", move |progress| {
                let pooled = Pooled::compute(question, progress)?;
                Ok(JobAnswer::Pooled(Box::new(pooled)))
            });
    }

    /// An audit file, or the folder that one lies beside.
    pub(super) fn add_release(&mut self, path: PathBuf) {
        let audit = match path.is_dir() {
            true => {
                cloakroom_engine::report::audit::path_beside(&path, ".audit.json").unwrap_or(path)
            }
            false => path,
        };
        self.remember_release(audit, None);
    }

    /// The document was released just now.
    pub(super) fn released_now(&mut self, audits: Vec<PathBuf>) {
        let now = utc(SystemTime::now());
        for audit in audits {
            self.remember_release(audit, Some(now.clone()));
        }
    }

    fn remember_release(&mut self, audit: PathBuf, written: Option<String>) {
        let audit = std::path::absolute(&audit).unwrap_or(audit);
        if let Some(workspace) = &mut self.workspace {
            workspace.remember_release(Earlier { audit, written });
        }
    }
}
