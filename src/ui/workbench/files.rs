//! Opening and saving: everything that asks for a path, but releases.

use super::proposed::Proposed;
use super::{View, Workbench};
use crate::ui::actions::{Action, Outbox, Stage};
use crate::ui::commands::Command;
use crate::ui::explained::Explained;
use crate::ui::files::{OpenDialog, are_there_dialogs};
use crate::ui::jobs::{JobAnswer, PickedFor, Purpose};
use crate::ui::panel::{Cliffs, RatingsCliffs, TransactionsCliffs};
use crate::ui::ratings::RatingsState;
use crate::ui::transactions::TransactionsState;
use crate::ui::views::compare::CompareView;
use crate::ui::views::data::DataView;
use crate::ui::views::dialogs::{AfterSaving, Answer, Dialog};
use crate::ui::views::explore::ExploreView;
use crate::ui::views::hierarchy::HierarchyView;
use crate::ui::views::release::ReleaseView;
use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::io::hierarchy::{ExportForm, write_hierarchy};
use cloakroom_core::io::paths::relative_to;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_engine::document::{self, Origin, Saving};
use cloakroom_engine::hierarchies::BuiltHierarchies;
use cloakroom_engine::out_of_core::Uncounted;
use cloakroom_engine::workspace::Workspace;
use std::path::{Path, PathBuf};

impl Workbench {
    pub(super) fn open_unless_unsaved(&mut self, what: AfterSaving) {
        if self.workspace.as_ref().is_none_or(Workspace::is_saved) {
            self.go_on(what);
        } else {
            self.dialog = Some(Dialog::Unsaved(what));
        }
    }

    pub(super) fn go_on(&mut self, what: AfterSaving) {
        match what {
            AfterSaving::Close => self.close(),
            AfterSaving::Quit => self.quit = true,
            AfterSaving::Open(path) => {
                self.opens_data = true;
                self.said = LoadOptions::default();
                self.is_opening = false;
                let name = format!("Open {}", name_of(&path));
                self.jobs.start(Purpose::Open, name, move |progress| {
                    document::open(&path, &LoadOptions::default(), progress).map(JobAnswer::Opened)
                });
            }
            AfterSaving::OpenSample(name) => {
                self.opens_data = false;
                self.is_opening = false;
                let cache = self.cache.clone();
                self.jobs
                    .start(Purpose::Open, format!("Open {name}"), move |progress| {
                        document::open_sample(name, &cache, progress).map(JobAnswer::Opened)
                    });
            }
        }
    }

    pub(super) fn close(&mut self) {
        self.jobs.stop_all();
        self.workspace = None;
        self.forget_results();
    }

    pub(super) fn forget_results(&mut self) {
        self.document += 1;
        self.jobs.forget_document();
        self.stage = Stage::Data;
        self.data = DataView::default();
        self.explore = ExploreView::default();
        self.compare = CompareView::default();
        self.release = ReleaseView::default();
        self.hierarchy = HierarchyView::default();
        self.profile = None;
        self.result = None;
        self.explained = Explained::default();
        self.summary = None;
        self.hierarchies = BuiltHierarchies::default();
        self.proposed = Proposed::default();
        self.is_promised = false;
        self.lattice = None;
        self.dependency.forget();
        self.survey = RatingsState::default();
        self.ratings_cliffs = RatingsCliffs::default();
        self.rare = TransactionsState::default();
        self.transaction_cliffs = TransactionsCliffs::default();
        self.baskets = None;
        self.column_facts = None;
        self.doubts = None;
        self.measured = None;
        self.status = None;
        self.cliffs = Cliffs::default();
    }

    pub(super) fn reload(&mut self, options: LoadOptions) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let path = workspace.loaded().source.path.clone();
        let settings = workspace.recipe().settings;
        let origin = origin(workspace);
        self.jobs
            .start(Purpose::Open, "Read again", move |progress| {
                let opened = document::reopen(&path, &options, settings, origin, progress)?;
                Ok(JobAnswer::Opened(opened))
            });
    }

    /// What the columns of a counted table are, to be told anew.
    pub(super) fn ask_for_columns(&mut self) {
        let Some(workspace) = self
            .workspace
            .as_ref()
            .filter(|workspace| workspace.in_batches().is_some())
        else {
            self.toasts
                .done("The whole table is open: every column is in the Data stage.");
            return;
        };
        let path = workspace.loaded().source.path.clone();
        let options = workspace.loaded().options.clone();
        let (settings, origin) = (workspace.recipe().settings, origin(workspace));
        self.jobs
            .start(Purpose::Open, "Read the columns", move |progress| {
                let asked = document::ask_again(&path, &options, settings, origin, progress)?;
                Ok(JobAnswer::Opened(asked))
            });
    }

    fn count_table(&mut self, uncounted: Uncounted, origin: Origin) {
        let name = format!("Count {}", name_of(&uncounted.data));
        self.jobs.start(Purpose::Open, name, move |progress| {
            let opened = document::count_table(&uncounted, origin, progress)?;
            Ok(JobAnswer::Opened(opened))
        });
    }

    pub(super) fn save(&mut self) {
        let project = self
            .workspace
            .as_ref()
            .and_then(Workspace::file)
            .filter(|file| {
                file.extension()
                    .is_some_and(|extension| extension == "cloak")
            })
            .map(Path::to_owned);
        match project {
            Some(path) => self.save_to(path),
            None => self.pick(PickedFor::Save),
        }
    }

    pub(super) fn save_to(&mut self, path: PathBuf) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let saving = Saving::of(workspace);
        let (document, revision) = (self.document, workspace.revision());
        let aside = workspace.state_aside();
        let view = View {
            stage: self.stage,
            tab: self.explore.tab,
            compare: self.compare.tab,
            only_violating: self.data.only_violating,
            grid: self.data.grid.clone(),
            hidden: self.data.hidden.clone(),
        };
        let view = serde_json::to_value(view).unwrap_or_default();
        self.jobs.start(Purpose::Save, "Save", move |_| {
            saving.save(&path, view)?;
            Ok(JobAnswer::Saved {
                document,
                revision,
                aside,
                path,
            })
        });
    }

    pub(super) fn pick(&mut self, purpose: PickedFor) {
        if self.jobs.is_running(Purpose::Dialog) {
            self.toasts.done("A file dialog is open already.");
            return;
        }
        if !are_there_dialogs() {
            let typed = self.typed.of(&purpose);
            self.dialog = Some(Dialog::TypePath { purpose, typed });
            return;
        }
        let name = self
            .workspace
            .as_ref()
            .map_or_else(String::new, |workspace| {
                Path::new(&workspace.title())
                    .file_stem()
                    .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
            });
        let dialog = OpenDialog::open(&purpose, self.preferences.folder.as_deref(), &name);
        self.jobs
            .start(Purpose::Dialog, "Choose", move |_| match dialog.wait() {
                Ok(path) => Ok(JobAnswer::Picked(purpose, path)),
                Err(_) => Ok(JobAnswer::NoDialog(purpose)),
            });
    }

    pub(super) fn picked(&mut self, purpose: PickedFor, path: PathBuf) {
        self.preferences.folder = path.parent().map(Path::to_owned);
        match purpose {
            PickedFor::Open => self.open_unless_unsaved(AfterSaving::Open(path)),
            PickedFor::Save => self.save_to(with_extension(path, "cloak")),
            PickedFor::Recipe => self.save_to(with_extension(path, "toml")),
            PickedFor::ImportHierarchy { column } => {
                if let Some(workspace) = &self.workspace {
                    let path = relative_to(workspace.folder(), &path);
                    self.hierarchy
                        .try_for(column, &HierarchySource::Lines(path));
                    self.go(Stage::Hierarchies);
                }
            }
            PickedFor::ExportHierarchy { column, form } => self.export(column, form, path),
            PickedFor::ExportCurves(format) => self.export_curves(format, path),
            PickedFor::Population => self.open_population(path),
            PickedFor::Known => self.open_known(path),
            PickedFor::Audit => self.add_release(path),
            PickedFor::ReleaseFolder => self.release.folder = path.display().to_string(),
            PickedFor::MissingData { project } => {
                self.dialog = None;
                self.out.send(Action::FindData {
                    project,
                    data: path,
                });
            }
        }
    }

    fn export(&mut self, column: String, form: ExportForm, path: PathBuf) {
        let tree = self.workspace.as_ref().and_then(|workspace| {
            let source = workspace.settings().hierarchies.get(&column)?;
            self.hierarchies.of(&column, source)?.tree.clone()
        });
        let Some(tree) = tree else {
            return;
        };
        let path = with_extension(path, form.extension());
        self.jobs.start(Purpose::Export, "Export", move |_| {
            write_hierarchy(&path, &column, &tree, form)?;
            Ok(JobAnswer::Exported(path))
        });
    }

    pub(super) fn answer(&mut self, answer: Answer, out: &mut Outbox) {
        match answer {
            Answer::Close => self.after_saving = None,
            Answer::SaveFirst(after) => {
                self.after_saving = Some(after);
                out.run(Command::Save);
            }
            Answer::Discard(after) => {
                if let Some(workspace) = &mut self.workspace {
                    workspace.forget_changes();
                }
                self.go_on(after);
            }
            Answer::Picked(purpose, path) => self.picked(purpose, path),
            Answer::Count(uncounted, origin) => self.count_table(*uncounted, origin),
        }
    }
}

/// Where the open document comes from, to be opened in another way.
fn origin(workspace: &Workspace) -> Origin {
    Origin {
        folder: workspace.folder().to_owned(),
        file: workspace.file().map(Path::to_owned),
        shelf: workspace.shelf().kept().cloned().collect(),
        releases: workspace.earlier().to_vec(),
        // What was not saved yet still is not, and reading in another way is a change of its own.
        differs: true,
        kind: Some(workspace.kind()),
        ..Origin::default()
    }
}

pub(super) fn name_of(path: &Path) -> String {
    path.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

pub(super) fn with_extension(path: PathBuf, extension: &str) -> PathBuf {
    if path.extension().is_some_and(|other| other == extension) {
        path
    } else {
        let mut name = path.into_os_string();
        name.push(".");
        name.push(extension);
        name.into()
    }
}
