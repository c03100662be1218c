//! Opening and saving: everything that asks for a path, but releases.

use super::document::Document;
use super::{View, Workbench};
use crate::ui::actions::{Action, Outbox, Stage};
use crate::ui::commands::Command;
use crate::ui::files::{OpenDialog, are_there_dialogs};
use crate::ui::jobs::PickedFor;
use crate::ui::views::dialogs::{AfterSaving, Answer, ColumnsForm, Dialog, SheetForm};
use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::io::fold::{with_decimal_commas, with_one_order};
use cloakroom_core::io::hierarchy::{ExportForm, write_hierarchy};
use cloakroom_core::io::paths::relative_to;
use cloakroom_core::load_options::{ColumnType, LoadOptions};
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_engine::document::{self, Opening, Origin, Saving};
use cloakroom_engine::job::Ended;
use cloakroom_engine::out_of_core::Uncounted;
use cloakroom_engine::workspace::Workspace;
use std::path::{Path, PathBuf};

impl Workbench {
    pub(super) fn open_unless_unsaved(&mut self, what: AfterSaving) {
        if self.workspace().is_none_or(Workspace::is_saved) {
            self.go_on(what);
        } else {
            self.dialog = Some(Dialog::Unsaved(what));
        }
    }

    fn go_on(&mut self, what: AfterSaving) {
        match what {
            AfterSaving::Close => {
                self.jobs.stop_all();
                self.document = None;
            }
            AfterSaving::Quit => self.quit = true,
            AfterSaving::Open(path) => {
                self.leave_opening();
                self.open_as(path, LoadOptions::default());
            }
            AfterSaving::OpenSample(sample) => {
                self.opens = None;
                self.leave_opening();
                let cache = self.cache.clone();
                self.read(format!("Open {sample}"), move |progress| {
                    document::open_sample(sample, &cache, progress)
                });
            }
        }
    }

    fn open_as(&mut self, path: PathBuf, options: LoadOptions) {
        self.opens = Some(path.clone());
        self.said = options.clone();
        let name = format!("Open {}", name_of(&path));
        self.read(name, move |progress| {
            document::open(&path, &options, progress)
        });
    }

    /// Another file is opened: nothing is asked about this one any more.
    fn leave_opening(&mut self) {
        if let Some(document) = &mut self.document {
            document.is_opening = false;
        }
    }

    pub(super) fn find_data(&mut self, project: PathBuf, data: PathBuf) {
        self.read("Open", move |progress| {
            document::open_project(&project, Some(&data), progress)
        });
    }

    pub(super) fn reload(&mut self, options: LoadOptions) {
        let Some(workspace) = self.workspace() else {
            return;
        };
        let path = workspace.loaded().source.path.clone();
        let settings = workspace.recipe().settings;
        let origin = origin(workspace);
        self.read("Read again", move |progress| {
            document::reopen(&path, &options, settings, origin, progress)
        });
    }

    /// What the columns of a counted table are, to be told anew.
    pub(super) fn ask_for_columns(&mut self) {
        let counted = |workspace: &&Workspace| workspace.in_batches().is_some();
        let Some(workspace) = self.workspace().filter(counted) else {
            self.toasts
                .done("The whole table is open: every column is in the Data stage.");
            return;
        };
        let path = workspace.loaded().source.path.clone();
        let options = workspace.loaded().options.clone();
        let (settings, origin) = (workspace.recipe().settings, origin(workspace));
        self.read("Read the columns", move |progress| {
            document::ask_again(&path, &options, settings, origin, progress)
        });
    }

    fn count_table(&mut self, uncounted: Uncounted, origin: Origin) {
        let name = format!("Count {}", name_of(&uncounted.data));
        self.read(name, move |progress| {
            document::count_table(&uncounted, origin, progress)
        });
    }

    /// Reads a file; the newest is the one that is opened.
    fn read(
        &mut self,
        name: impl Into<String>,
        work: impl FnOnce(&Progress) -> Result<Opening, Failure> + Send + 'static,
    ) {
        self.reading = self.jobs.start(name, work, |bench, ended| {
            match &ended {
                Ended::Done(_) => bench.toasts.forget_failures(),
                Ended::Stopped => bench.toasts.done("Reading was stopped."),
                Ended::Failed(problem) => {
                    let gone = problem.file.as_ref().filter(|file| !file.exists());
                    if let Some(file) = gone {
                        bench.preferences.forget(file);
                    }
                }
            }
            if !matches!(ended, Ended::Done(_)) {
                // The file that is open stays as it is read now.
                let open = bench.document.as_ref();
                bench.said = open.map_or_else(LoadOptions::default, |open| open.said.clone());
                let opens = bench.opens.take();
                if let Ended::Failed(problem) = &ended
                    && let Some(form) = SheetForm::of(opens, problem)
                {
                    bench.dialog = Some(Dialog::Sheet(Box::new(form)));
                    return;
                }
            }
            match bench.heard(ended) {
                Some(Opening::Opened(opened)) => bench.opened(*opened),
                Some(Opening::DataMissing { project, data }) => {
                    let asked = PickedFor::MissingData {
                        project: project.clone(),
                    };
                    let typed = bench.typed.of(&asked);
                    bench.dialog = Some(Dialog::DataMissing {
                        project,
                        data,
                        typed,
                    });
                }
                Some(Opening::RolesWanted(uncounted, origin)) => {
                    let form = ColumnsForm::new(*uncounted, origin);
                    bench.dialog = Some(Dialog::Columns(Box::new(form)));
                }
                None => {}
            }
        });
    }

    fn opened(&mut self, opened: document::Document) {
        // Read again in another way, the page that asked for it stays.
        let was_opening = self.is_opening();
        let is_opened = self.opens.take().is_some();
        let workspace = opened.workspace;
        let source = |workspace: &Workspace| workspace.loaded().source.path.clone();
        let before = self.document.as_ref();
        // Whoever opens a recipe or a project has said what its file is.
        let is_open = workspace.file().is_none()
            && before.is_some_and(|open| {
                !open.is_understood && source(&open.workspace) == source(&workspace)
            });
        let is_new = is_opened && workspace.file().is_none();
        if is_opened {
            let path = workspace
                .file()
                .map_or_else(|| source(&workspace), Path::to_owned);
            self.preferences.remember(&path);
        }
        // What the reader had to assume is said once, and stays in the bottom bar; the page that asks what the file holds
        // says it all.
        if !was_opening && !is_new {
            for note in workspace.loaded().notes.iter().take(2) {
                self.toasts.notice(note.clone());
            }
        }
        let view: View = serde_json::from_value(opened.view).unwrap_or_default();
        let mut document = Document::new(workspace, self.cache.clone());
        document.set_view(view);
        document.is_opening = was_opening || is_new;
        document.is_understood = !is_open && !document.is_opening;
        if !document.is_opening {
            self.said = document.workspace.loaded().options.clone();
        }
        document.said = self.said.clone();
        self.document = Some(document);
        if was_opening || is_new {
            self.read_what_is_clear(is_new);
        }
    }

    /// Commas that can only be those of decimals are read so, and dates that can only be read in one order, which the page
    /// says and lets be changed. It is said of the file or of the column as a whole: no cell is spelled by what stands in
    /// others unless that is written into the recipe.
    fn read_what_is_clear(&mut self, is_new: bool) {
        let read = self.workspace().filter(|workspace| {
            workspace.kind().fits_any_table() && workspace.in_batches().is_none()
        });
        let Some(table) = self.workspace().and_then(Workspace::table) else {
            return;
        };
        let has_commas = is_new && with_decimal_commas(table).is_some();
        let orders: Vec<(String, ColumnType)> = read
            .and_then(Workspace::table)
            .into_iter()
            .flat_map(with_one_order)
            .filter(|(column, _)| !self.said.types.contains_key(column.name()))
            .map(|(column, order)| (column.name().to_owned(), ColumnType::of_dates(order)))
            .collect();
        if !has_commas && orders.is_empty() {
            return;
        }
        self.said.fold.decimal_comma |= has_commas;
        self.said.types.extend(orders);
        self.reload(self.said.clone());
    }

    pub(super) fn save(&mut self) {
        let project = self
            .workspace()
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

    fn save_to(&mut self, path: PathBuf) {
        let Some(document) = &self.document else {
            return;
        };
        let workspace = &document.workspace;
        let saving = Saving::of(workspace);
        let (mark, revision) = (document.mark(), workspace.revision());
        let aside = workspace.state_aside();
        let view = serde_json::to_value(document.view()).unwrap_or_default();
        let place = path.clone();
        let save = move |_: &Progress| Ok(saving.save(&place, view)?);
        self.saving = self.jobs.start("Save", save, move |bench, ended| {
            if bench.heard(ended).is_none() {
                return;
            }
            bench.toasts.forget_failures();
            bench.preferences.remember(&path);
            bench.toasts.done(format!("Saved {}", name_of(&path)));
            if let Some(document) = bench.document.as_mut().filter(|open| open.is(&mark)) {
                document.workspace.mark_saved(path, revision, aside);
            }
            if let Some(after) = bench.after_saving.take() {
                bench.go_on(after);
            }
        });
    }

    pub(super) fn pick(&mut self, purpose: PickedFor) {
        if self.choosing.is_running() {
            self.toasts.done("A file dialog is open already.");
            return;
        }
        if !are_there_dialogs() {
            let typed = self.typed.of(&purpose);
            self.dialog = Some(Dialog::TypePath { purpose, typed });
            return;
        }
        let name = self.workspace().map_or_else(String::new, |workspace| {
            Path::new(&workspace.title())
                .file_stem()
                .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
        });
        let dialog = OpenDialog::open(&purpose, self.preferences.folder.as_deref(), &name);
        let wait = move |_: &Progress| Ok(dialog.wait());
        let choosing = self
            .jobs
            .start("Choose", wait, |bench, ended| match bench.heard(ended) {
                Some(Ok(Some(path))) => bench.picked(purpose, path),
                Some(Ok(None)) => bench.after_saving = None,
                Some(Err(_)) => {
                    let typed = bench.typed.of(&purpose);
                    bench.dialog = Some(Dialog::TypePath { purpose, typed });
                }
                None => {}
            });
        self.choosing = choosing.unseen();
    }

    fn picked(&mut self, purpose: PickedFor, path: PathBuf) {
        self.preferences.folder = path.parent().map(Path::to_owned);
        match purpose {
            PickedFor::Open => self.open_unless_unsaved(AfterSaving::Open(path)),
            PickedFor::Save => self.save_to(with_extension(path, "cloak")),
            PickedFor::Recipe => self.save_to(with_extension(path, "toml")),
            PickedFor::ImportHierarchy { column } => {
                if let Some(document) = &mut self.document {
                    let path = relative_to(document.workspace.folder(), &path);
                    let source = HierarchySource::Lines(path);
                    document.hierarchy.try_for(column, &source);
                    document.go(Stage::Hierarchies);
                }
            }
            PickedFor::ExportHierarchy { column, form } => self.export(column, form, path),
            PickedFor::ExportCurves(format) => self.export_curves(format, path),
            PickedFor::Population => self.open_population(path),
            PickedFor::Known => self.open_known(path),
            PickedFor::Audit => self.add_release(path),
            PickedFor::ReleaseFolder => self.out.send(Action::ReleaseInto(path)),
            PickedFor::Prepare(purpose) => {
                if let Some(document) = &mut self.document {
                    let path = relative_to(document.workspace.folder(), &path);
                    let page = &mut document.data.prepare;
                    page.picked(purpose, path, &document.workspace);
                }
            }
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
        let tree = self.document.as_ref().and_then(|document| {
            let source = document.workspace.settings().hierarchies.get(&column)?;
            document.hierarchies.of(&column, source)?.tree.clone()
        });
        let Some(tree) = tree else {
            return;
        };
        let path = with_extension(path, form.extension());
        self.write(path, move |path| {
            Ok(write_hierarchy(path, &column, &tree, form)?)
        });
    }

    /// Writes a file beside the work.
    pub(super) fn write(
        &mut self,
        path: PathBuf,
        write: impl FnOnce(&Path) -> Result<(), Failure> + Send + 'static,
    ) {
        let place = path.clone();
        let write = move |_: &Progress| write(&place);
        self.exporting = self.jobs.start("Export", write, move |bench, ended| {
            if bench.heard(ended).is_some() {
                bench.toasts.done(format!("Exported {}", name_of(&path)));
            }
        });
    }

    pub(super) fn answer(&mut self, answer: Answer, out: &mut Outbox) {
        match answer {
            Answer::Close => self.after_saving = None,
            Answer::Take(runs) => runs
                .into_iter()
                .for_each(|run| self.jobs.take_what_is_there(run)),
            Answer::ThrowAway(runs) => runs.into_iter().for_each(|run| self.jobs.stop(run)),
            Answer::SaveFirst(after) => {
                self.after_saving = Some(after);
                out.run(Command::Save);
            }
            Answer::Discard(after) => {
                if let Some(document) = &mut self.document {
                    document.workspace.forget_changes();
                }
                self.go_on(after);
            }
            Answer::Picked(purpose, path) => self.picked(purpose, path),
            Answer::Count(uncounted, origin) => self.count_table(*uncounted, origin),
            Answer::SaveProfile(profile) => self.save_profile(&profile),
            Answer::DeleteProfile(profile) => self.delete_profile(&profile),
            Answer::Sheet(file, sheet) => {
                let options = LoadOptions {
                    sheet: Some(sheet),
                    ..LoadOptions::default()
                };
                self.open_as(file, options);
            }
        }
    }
}

/// Where the open document comes from, to be opened in another way.
fn origin(workspace: &Workspace) -> Origin {
    Origin {
        prepare: Box::new(workspace.prepare().clone()),
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
