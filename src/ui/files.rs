//! Native file dialogs, awaited away from the window; where the system has none, a path is typed.

use super::jobs::{PickedFile, PickedFor};
use cloakroom_core::io::format::{Format, Holds};
use cloakroom_core::problem::{Failure, Problem};
use rfd::AsyncFileDialog;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake};

type Answer = Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>>;

/// A dialog that is open. Made on the window's thread, awaited on another.
pub struct OpenDialog(Answer);

/// The message that means: there is no dialog to be had.
pub const NO_DIALOG: &str = "this system offers no file dialog";

/// Whether the desktop can show dialogs: without a session bus there is nobody to ask.
pub fn are_there_dialogs() -> bool {
    if cfg!(target_os = "linux") {
        std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
    } else {
        true
    }
}

/// How files of some formats end.
fn endings(wanted: impl Fn(&Format) -> bool) -> Vec<&'static str> {
    let formats = Format::ALL.into_iter().filter(wanted);
    let mut endings: Vec<&str> = formats
        .flat_map(|format| format.extensions().iter().copied())
        .collect();
    endings.extend(["gz", "zst"]);
    endings
}

impl OpenDialog {
    pub fn open(purpose: &PickedFor, folder: Option<&Path>, name: &str) -> Self {
        let mut dialog = AsyncFileDialog::new();
        if let Some(folder) = folder {
            dialog = dialog.set_directory(folder);
        }
        let answer: Answer = match purpose {
            PickedFor::Open | PickedFor::MissingData { .. } => {
                let mut all = endings(|_| true);
                all.extend(["toml", "cloak"]);
                Box::pin(
                    dialog
                        .set_title("Open a file")
                        .add_filter("Tables, recipes and projects", &all)
                        .add_filter("All files", &["*"])
                        .pick_file(),
                )
            }
            PickedFor::Save => Box::pin(
                dialog
                    .set_title("Save the project")
                    .add_filter("Cloakroom project", &["cloak"])
                    .set_file_name(format!("{name}.cloak"))
                    .save_file(),
            ),
            PickedFor::Recipe => Box::pin(
                dialog
                    .set_title("Save as a recipe")
                    .add_filter("Recipe", &["toml"])
                    .set_file_name(format!("{name}.toml"))
                    .save_file(),
            ),
            PickedFor::ImportHierarchy { .. } => Box::pin(
                dialog
                    .set_title("Open a hierarchy")
                    .add_filter("Hierarchies", &["csv", "txt", "tsv"])
                    .add_filter("All files", &["*"])
                    .pick_file(),
            ),
            PickedFor::ExportHierarchy { column, form } => Box::pin(
                dialog
                    .set_title("Export the hierarchy")
                    .set_file_name(format!("{column}.{}", form.extension()))
                    .save_file(),
            ),
            PickedFor::ExportCurves(format) => Box::pin(
                dialog
                    .set_title("Export the curves")
                    .add_filter("Curves", &[format.extension()])
                    .set_file_name(format!("{name}-curves.{}", format.extension()))
                    .save_file(),
            ),
            PickedFor::Population | PickedFor::Known | PickedFor::Prepare(_) => Box::pin(
                dialog
                    .set_title(match purpose {
                        PickedFor::Population => "Open a table of the population",
                        PickedFor::Prepare(PickedFile::Table) => "Open another table",
                        PickedFor::Prepare(PickedFile::Mapping) => "Open what values become",
                        _ => "Open a file of known people",
                    })
                    .add_filter(
                        "Tables",
                        &endings(|format| format.holds() != Holds::PlainLines),
                    )
                    .add_filter("All files", &["*"])
                    .pick_file(),
            ),
            PickedFor::Audit => Box::pin(
                dialog
                    .set_title("Add a release by its audit file")
                    .add_filter("Audit files", &["json"])
                    .pick_file(),
            ),
            PickedFor::ReleaseFolder => Box::pin(
                dialog
                    .set_title("A new folder for the release")
                    .set_file_name(format!("{name}-release"))
                    .save_file(),
            ),
        };
        Self(answer)
    }

    /// Waits for the user. Not for the window's thread.
    pub fn wait(self) -> Result<Option<PathBuf>, Failure> {
        let asked = std::time::Instant::now();
        let picked = block_on(self.0).map(|handle| handle.path().to_owned());
        // Nobody cancels that fast: the portal was not there.
        if picked.is_none() && asked.elapsed() < std::time::Duration::from_millis(120) {
            return Err(Failure::Problem(Problem::new(NO_DIALOG)));
        }
        Ok(picked)
    }
}

/// The smallest executor: this thread sleeps until the future is ready.
fn block_on<T>(mut future: Pin<Box<dyn Future<Output = T> + Send>>) -> T {
    struct Unpark(std::thread::Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Arc::new(Unpark(std::thread::current())).into();
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => std::thread::park(),
        }
    }
}
