//! The whole window: owns the state, lends it to the views, and applies what they ask for.

use super::actions::{Action, Outbox, Stage};
use super::commands::Command;
use super::files::{NO_DIALOG, OpenDialog, are_there_dialogs};
use super::jobs::{Brought, Jobs, PickedFor, Purpose};
use super::palette::Palette;
use super::panel::{self, Cliff};
use super::preferences::{Preferences, ThemeChoice};
use super::shell;
use super::theme::{MARGIN, Tokens};
use super::toasts::Toasts;
use super::views::data::{self, BasketFacts, DataView};
use super::views::dialogs::{self, AfterSaving, Answer, Dialog, ReadingForm};
use super::views::explore::{self, ExploreView};
use super::views::release::{self, ReleaseView};
use super::views::start::StartPage;
use crate::engine::change::Change;
use crate::engine::document::{self, Document, Opening, Saving};
use crate::engine::job::{Ended, Waker};
use crate::engine::release::{ReleaseOutcome, release};
use crate::engine::workspace::Workspace;
use crate::io::csv::write::formula_cells;
use crate::model::dataset::Dataset;
use crate::model::kind::Kind;
use crate::model::load_options::LoadOptions;
use crate::model::problem::Problem;
use crate::model::roles::Role;
use crate::profile::classes::ClassProfile;
use crate::profile::rows::{RowQuery, Sort, select_rows};
use crate::profile::summary::ColumnSummary;
use egui::{Context, Frame, Margin, Panel, Theme, Ui};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub struct Workbench {
    pub preferences: Preferences,
    workspace: Option<Workspace>,
    stage: Stage,
    data: DataView,
    explore: ExploreView,
    release: ReleaseView,
    start: StartPage,
    /// The classes, and the quasi-identifiers they were computed for.
    profile: Option<(Vec<String>, Arc<ClassProfile>)>,
    summary: Option<(usize, ColumnSummary)>,
    baskets: Option<BasketFacts>,
    /// Cells that a spreadsheet would run, by column.
    formulas: Option<Vec<usize>>,
    cliff: Cliff,
    item_filter: String,
    jobs: Jobs,
    toasts: Toasts,
    palette: Option<Palette>,
    dialog: Option<Dialog>,
    out: Outbox,
    /// What to do once the document is saved.
    after_saving: Option<AfterSaving>,
    /// Where samples are kept between starts.
    cache: PathBuf,
    quit: bool,
    shown_theme: Option<(ThemeChoice, f32)>,
}

/// The part of the layout that is kept in a project.
#[derive(Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
struct View {
    stage: Stage,
    only_violating: bool,
    grid: super::widgets::grid::GridState,
}

impl Workbench {
    pub fn new(preferences: Preferences, waker: Waker, cache: PathBuf) -> Self {
        Self {
            preferences,
            workspace: None,
            stage: Stage::Data,
            data: DataView::default(),
            explore: ExploreView::default(),
            release: ReleaseView::default(),
            start: StartPage::default(),
            profile: None,
            summary: None,
            baskets: None,
            formulas: None,
            cliff: Cliff::default(),
            item_filter: String::new(),
            jobs: Jobs::new(waker),
            toasts: Toasts::default(),
            palette: None,
            dialog: None,
            out: Outbox::default(),
            after_saving: None,
            cache,
            quit: false,
            shown_theme: None,
        }
    }

    pub fn workspace(&self) -> Option<&Workspace> {
        self.workspace.as_ref()
    }

    /// Nothing runs and nothing waits: what is on the screen is final.
    pub fn is_settled(&self) -> bool {
        self.jobs.is_idle()
    }

    pub fn wants_to_quit(&self) -> bool {
        self.quit
    }

    /// What to call the window.
    pub fn title(&self) -> String {
        match &self.workspace {
            Some(workspace) => format!("{} – Cloakroom", workspace.title()),
            None => "Cloakroom".to_owned(),
        }
    }

    pub fn send(&mut self, action: Action) {
        self.out.send(action);
    }

    /// The user asks to close the window. Says whether it may close now.
    pub fn may_close(&mut self) -> bool {
        if self.quit || self.workspace.as_ref().is_none_or(Workspace::is_saved) {
            return true;
        }
        self.dialog = Some(Dialog::Unsaved(AfterSaving::Quit));
        false
    }

    /// What happens between frames: results arrive, new work starts.
    pub fn logic(&mut self, ctx: &Context) {
        for (purpose, ended) in self.jobs.collect() {
            match ended {
                Ended::Done(brought) => self.receive(brought),
                Ended::Stopped => {}
                Ended::Failed(problem) => self.fail(purpose, &problem),
            }
        }
        for action in self.out.take() {
            self.apply(ctx, action);
        }
        self.start_missing_work();
        self.follow_preferences(ctx);
    }

    pub fn ui(&mut self, ui: &mut Ui) {
        self.listen(ui.ctx());
        let mut out = std::mem::take(&mut self.out);
        shell::top_bar(ui, self.workspace.as_ref(), &mut out);
        shell::bottom_bar(ui, self.workspace.as_ref(), &self.jobs, &mut out);
        if self.workspace.is_some() {
            self.document(ui, &mut out);
        } else if self.jobs.is_running(Purpose::Open) {
            let frame = Frame::new().fill(Tokens::of(ui).ground);
            egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| {
                super::widgets::EmptyState::new(super::theme::icons::RUNNING, "Reading the file.")
                    .show(ui);
            });
        } else {
            let frame = Frame::new().fill(Tokens::of(ui).ground);
            egui::CentralPanel::no_frame().frame(frame).show(ui, |ui| {
                self.start.show(ui, &self.preferences, &mut out);
            });
        }
        let ctx = ui.ctx().clone();
        if let Some(palette) = &mut self.palette
            && palette.show(&ctx, self.workspace.as_ref(), &mut out)
        {
            self.palette = None;
        }
        if let Some(dialog) = &mut self.dialog
            && let Some(answer) = dialogs::show(&ctx, dialog, &mut out)
        {
            self.dialog = None;
            self.answer(answer, &mut out);
        }
        self.toasts.show(&ctx);
        drop_hint(ui);
        self.out = out;
        if !self.out.is_empty() {
            ctx.request_repaint();
        }
    }

    fn document(&mut self, ui: &mut Ui, out: &mut Outbox) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let profile = current_profile(&self.profile, workspace);
        let k = workspace.settings().requirement.k.unwrap_or(1);
        let attention = |stage| needs_attention(stage, workspace);
        shell::navigation(ui, workspace, self.stage, attention, out);
        let frame = Frame::new()
            .fill(Tokens::of(ui).panel)
            .inner_margin(Margin::symmetric(18, MARGIN as i8 + 4));
        let classes_running = self.jobs.is_running(Purpose::Classes);
        Panel::right("requirement")
            .exact_size(316.0)
            .frame(frame)
            .show(ui, |ui| match &workspace.loaded().dataset {
                Dataset::Microdata(_) => {
                    let lent = panel::Lent {
                        workspace,
                        profile: profile.map(Arc::as_ref),
                        profile_running: classes_running,
                        stage: self.stage,
                    };
                    panel::microdata(ui, &lent, &mut self.cliff, out);
                }
                Dataset::Ratings(ratings) => data::survey_panel(ui, workspace, ratings),
                Dataset::Transactions(transactions) => {
                    if let Some(facts) = &self.baskets {
                        data::items_panel(
                            ui,
                            workspace,
                            transactions,
                            facts,
                            &mut self.item_filter,
                            out,
                        );
                    }
                }
            });
        match self.stage {
            Stage::Data => {
                self.data.refresh(workspace.records(), profile, k);
                let summary = self
                    .summary
                    .as_ref()
                    .filter(|(at, _)| Some(*at) == self.data.selected_column);
                let lent = data::Lent {
                    workspace,
                    profile,
                    summary: summary.map(|(_, summary)| summary),
                    k,
                    rows_running: self.jobs.is_running(Purpose::Rows),
                };
                self.data.show(ui, &lent, out);
            }
            Stage::Explore => {
                let lent = explore::Lent {
                    workspace,
                    profile: profile.map(Arc::as_ref),
                    running: classes_running,
                    k,
                };
                self.explore.show(ui, &lent, out);
            }
            Stage::Release => {
                let lent = release::Lent {
                    workspace,
                    profile: profile.map(Arc::as_ref),
                    formulas: self
                        .formulas
                        .as_deref()
                        .map(|counts| released_formulas(workspace, counts)),
                    running: self.jobs.is_running(Purpose::Release),
                };
                self.release.show(ui, &lent, out);
            }
        }
    }

    /// Shortcuts, dropped files, and the end of a drag.
    fn listen(&mut self, ctx: &Context) {
        if self.dialog.is_none() && self.palette.is_none() {
            for command in Command::pressed(ctx) {
                if !command.needs_file() || self.workspace.is_some() {
                    self.out.run(command);
                }
            }
        }
        let dropped = ctx.input(|input| {
            input
                .raw
                .dropped_files
                .first()
                .map(|file| file.path().to_owned())
        });
        if let Some(path) = dropped {
            self.out.send(Action::Open(path));
        }
        let pressed = ctx.input(|input| input.pointer.any_down() || !input.keys_down.is_empty());
        if !pressed && let Some(workspace) = &mut self.workspace {
            workspace.end_gesture();
        }
    }

    fn apply(&mut self, ctx: &Context, action: Action) {
        match action {
            Action::Run(command) => self.run(ctx, command),
            Action::Change(change) => self.change(change),
            Action::Open(path) => self.open_unless_unsaved(AfterSaving::Open(path)),
            Action::OpenSample(name) => self.open_unless_unsaved(AfterSaving::OpenSample(name)),
            Action::Reload(options) => self.reload(options),
            Action::FindData { project, data } => {
                self.jobs.start(Purpose::Open, "Open", move |pulse| {
                    document::open_project(&project, Some(&data), pulse).map(Brought::Opened)
                });
            }
            Action::Go(stage) => self.go(stage),
            Action::ShowRow(row) => self.show_row(row),
            Action::SelectRow(row) => {
                self.data.selected_row = row;
                self.data.selected_column = None;
                if row.is_none() {
                    self.data.grid.select(None);
                }
            }
            Action::SelectColumn(column) => {
                self.data.selected_column = column;
                if let Some(column) = column {
                    self.data.selected_row = None;
                    self.data.grid.select(None);
                    self.data.grid.scroll_to_column(column);
                    self.go(Stage::Data);
                }
            }
            Action::SortBy { column, descending } => self.sort_by(column, descending),
            Action::Unsort => self.data.query.sort = None,
            Action::FilterBy { column, code } => self.filter_by(column, code),
            Action::FilterMissing(column) => {
                let null = self.table_column(column).and_then(|column| column.null());
                if let Some(code) = null {
                    self.filter_by(column, code);
                }
            }
            Action::RemoveFilter(place) => {
                if place < self.data.query.equals.len() {
                    self.data.query.equals.remove(place);
                }
            }
            Action::Search(text) => {
                self.data.search_text.clone_from(&text);
                self.data.query.search = text;
            }
            Action::OnlyViolating(only) => self.data.only_violating = only,
            Action::ShowViolating => {
                self.data.only_violating = true;
                self.go(Stage::Data);
            }
            Action::ShowClass(class) => self.show_class(class),
            Action::Pick(purpose) => self.pick(purpose),
            Action::StopJob(number) => self.jobs.stop(number),
            Action::ForgetRecent(path) => self.preferences.forget(&path),
        }
    }

    fn run(&mut self, ctx: &Context, command: Command) {
        match command {
            Command::Open => self.pick(PickedFor::Open),
            Command::Save => self.save(),
            Command::SaveAs => self.pick(PickedFor::Save),
            Command::SaveRecipe => self.pick(PickedFor::Recipe),
            Command::CloseFile => self.open_unless_unsaved(AfterSaving::Close),
            Command::Undo => {
                if let Some(name) = self.workspace.as_mut().and_then(Workspace::undo) {
                    self.toasts.done(format!("Undone: {name}"));
                }
            }
            Command::Redo => {
                if let Some(name) = self.workspace.as_mut().and_then(Workspace::redo) {
                    self.toasts.done(format!("Done again: {name}"));
                }
            }
            Command::Palette => self.palette = Some(Palette::default()),
            Command::FindInTable => {
                self.go(Stage::Data);
                self.data.focus_search = true;
            }
            Command::OnlyViolating => {
                self.data.only_violating = !self.data.only_violating;
                self.go(Stage::Data);
            }
            Command::AcceptSuggestions => self.accept_suggestions(),
            Command::GoData => self.go(Stage::Data),
            Command::GoExplore => self.go(Stage::Explore),
            Command::GoRelease => self.go(Stage::Release),
            Command::ReleaseFolder => {
                self.go(Stage::Release);
                if self.stage == Stage::Release {
                    self.pick(PickedFor::ReleaseFolder);
                }
            }
            Command::WriteRelease => self.write_release(),
            Command::ReadingOptions => {
                self.dialog = self
                    .workspace
                    .as_ref()
                    .map(|workspace| Dialog::Reading(Box::new(ReadingForm::of(workspace))));
            }
            Command::ToggleTheme => {
                self.preferences.theme = match ctx.theme() {
                    Theme::Dark => ThemeChoice::Light,
                    Theme::Light => ThemeChoice::Dark,
                };
            }
            Command::ScaleUp => self.preferences.change_scale(1.1),
            Command::ScaleDown => self.preferences.change_scale(1.0 / 1.1),
            Command::ScaleReset => self.preferences.scale = 1.0,
            Command::StopJobs => self.jobs.stop_all(),
            Command::Shortcuts => self.dialog = Some(Dialog::Shortcuts),
            Command::Quit => {
                if self.may_close() {
                    self.quit = true;
                }
            }
        }
    }

    fn change(&mut self, change: Change) {
        if let Some(workspace) = &mut self.workspace {
            workspace.apply(change);
        }
    }

    fn accept_suggestions(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let roles: Vec<(String, Role)> = workspace
            .undecided()
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), workspace.suggestion(name)?.role)))
            .collect();
        if roles.is_empty() {
            self.toasts.done("Every column has a role already.");
        } else {
            self.change(Change::SetRoles(roles));
        }
    }

    fn go(&mut self, stage: Stage) {
        let there = self
            .workspace
            .as_ref()
            .is_some_and(|workspace| shell::stages(workspace.kind()).contains(&stage));
        if there {
            self.stage = stage;
        }
    }

    fn table_column(&self, column: usize) -> Option<&crate::model::column::Column> {
        self.workspace.as_ref()?.table()?.columns().get(column)
    }

    fn sort_by(&mut self, column: usize, descending: Option<bool>) {
        let current = self.data.query.sort.filter(|sort| sort.column == column);
        self.data.query.sort = match (descending, current) {
            (Some(descending), _) => Some(Sort { column, descending }),
            (None, None) => Some(Sort {
                column,
                descending: false,
            }),
            (
                None,
                Some(Sort {
                    descending: false, ..
                }),
            ) => Some(Sort {
                column,
                descending: true,
            }),
            (None, Some(_)) => None,
        };
    }

    fn filter_by(&mut self, column: usize, code: u32) {
        let equals = &mut self.data.query.equals;
        equals.retain(|&(other, _)| other != column);
        equals.push((column, code));
        self.go(Stage::Data);
    }

    fn show_row(&mut self, row: u32) {
        let Some(records) = self.workspace.as_ref().map(Workspace::records) else {
            return;
        };
        self.go(Stage::Data);
        if !self.data.reveal(row, records) {
            // It is filtered away: show everything, then it is there.
            self.data.query = RowQuery::default();
            self.data.search_text.clear();
            self.data.only_violating = false;
            self.data.refresh(records, None, 1);
            self.data.reveal(row, records);
        }
    }

    /// The records of a class are those with its values in all quasi-identifiers.
    fn show_class(&mut self, class: u32) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let (Some(profile), Some(table)) =
            (current_profile(&self.profile, workspace), workspace.table())
        else {
            return;
        };
        let Some(&member) = profile.members(class).first() else {
            return;
        };
        let equals = table
            .columns()
            .iter()
            .enumerate()
            .filter(|(_, column)| workspace.settings().roles.of(column.name()) == Some(Role::Quasi))
            .map(|(at, column)| (at, column.codes()[member as usize]))
            .collect();
        self.data.query = RowQuery {
            equals,
            sort: self.data.query.sort,
            ..RowQuery::default()
        };
        self.data.search_text.clear();
        self.data.only_violating = false;
        self.data.selected_row = Some(member);
        self.data.selected_column = None;
        self.go(Stage::Data);
    }

    // --- opening and saving -------------------------------------------------------------------------

    fn open_unless_unsaved(&mut self, what: AfterSaving) {
        if self.workspace.as_ref().is_none_or(Workspace::is_saved) {
            self.go_on(what);
        } else {
            self.dialog = Some(Dialog::Unsaved(what));
        }
    }

    fn go_on(&mut self, what: AfterSaving) {
        match what {
            AfterSaving::Close => self.close(),
            AfterSaving::Quit => self.quit = true,
            AfterSaving::Open(path) => {
                self.preferences.remember(&path);
                let name = format!("Open {}", name_of(&path));
                self.jobs.start(Purpose::Open, name, move |pulse| {
                    document::open(&path, &LoadOptions::default(), pulse).map(Brought::Opened)
                });
            }
            AfterSaving::OpenSample(name) => {
                let cache = self.cache.clone();
                self.jobs
                    .start(Purpose::Open, format!("Open {name}"), move |pulse| {
                        document::open_sample(name, &cache, pulse).map(Brought::Opened)
                    });
            }
        }
    }

    fn close(&mut self) {
        self.jobs.stop_all();
        self.workspace = None;
        self.forget_results();
    }

    fn forget_results(&mut self) {
        self.stage = Stage::Data;
        self.data = DataView::default();
        self.explore = ExploreView::default();
        self.release = ReleaseView::default();
        self.profile = None;
        self.summary = None;
        self.baskets = None;
        self.formulas = None;
        self.cliff = Cliff::default();
        self.item_filter.clear();
    }

    fn reload(&mut self, options: LoadOptions) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let path = workspace.loaded().source.path.clone();
        let settings = workspace.settings().clone();
        let (folder, file) = (
            workspace.folder().to_owned(),
            workspace.file().map(Path::to_owned),
        );
        self.jobs.start(Purpose::Open, "Read again", move |pulse| {
            let opened = document::reopen(&path, &options, settings, folder, file, pulse)?;
            Ok(Brought::Opened(opened))
        });
    }

    fn save(&mut self) {
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

    fn save_to(&mut self, path: PathBuf) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let saving = Saving::of(workspace);
        let revision = workspace.revision();
        let view = View {
            stage: self.stage,
            only_violating: self.data.only_violating,
            grid: self.data.grid.clone(),
        };
        let view = serde_json::to_value(view).unwrap_or_default();
        self.jobs.start(Purpose::Save, "Save", move |_| {
            saving.save(&path, view)?;
            Ok(Brought::Saved(path, revision))
        });
    }

    fn pick(&mut self, purpose: PickedFor) {
        if self.jobs.is_running(Purpose::Dialog) {
            self.toasts.done("A file dialog is open already.");
            return;
        }
        if !are_there_dialogs() {
            self.dialog = Some(Dialog::TypePath {
                purpose,
                typed: String::new(),
            });
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
                Ok(path) => Ok(Brought::Picked(purpose, path)),
                Err(_) => Ok(Brought::NoDialog(purpose)),
            });
    }

    fn picked(&mut self, purpose: PickedFor, path: PathBuf) {
        self.preferences.folder = path.parent().map(Path::to_owned);
        match purpose {
            PickedFor::Open => self.open_unless_unsaved(AfterSaving::Open(path)),
            PickedFor::Save => self.save_to(with_extension(path, "cloak")),
            PickedFor::Recipe => self.save_to(with_extension(path, "toml")),
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

    fn write_release(&mut self) {
        self.go(Stage::Release);
        let Some(workspace) = self
            .workspace
            .as_ref()
            .filter(|_| self.stage == Stage::Release)
        else {
            return;
        };
        if let Some(why) = self.release.why_not(&self.release_lent(workspace)) {
            self.toasts.failed(why);
            return;
        }
        let folder = PathBuf::from(self.release.folder.trim());
        let loaded = workspace.loaded().clone();
        let recipe = workspace.recipe();
        let revision = workspace.revision();
        self.jobs.start(Purpose::Release, "Release", move |pulse| {
            let outcome = release(&loaded, &recipe, &folder, pulse)?;
            Ok(Brought::Released(revision, folder, Box::new(outcome)))
        });
    }

    fn release_lent<'a>(&'a self, workspace: &'a Workspace) -> release::Lent<'a> {
        release::Lent {
            workspace,
            profile: current_profile(&self.profile, workspace).map(Arc::as_ref),
            formulas: self
                .formulas
                .as_deref()
                .map(|counts| released_formulas(workspace, counts)),
            running: self.jobs.is_running(Purpose::Release),
        }
    }

    fn answer(&mut self, answer: Answer, out: &mut Outbox) {
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
        }
    }

    // --- results ------------------------------------------------------------------------------------

    fn receive(&mut self, brought: Brought) {
        match brought {
            Brought::Opened(Opening::Opened(document)) => self.opened(*document),
            Brought::Opened(Opening::DataMissing { project, data }) => {
                self.dialog = Some(Dialog::DataMissing {
                    project,
                    data,
                    typed: String::new(),
                });
            }
            Brought::Classes(quasi, profile) => self.profile = Some((quasi, Arc::new(profile))),
            Brought::Rows(query, rows) => self.data.rows = Some((query, Arc::new(rows))),
            Brought::Summary(column, summary) => self.summary = Some((column, summary)),
            Brought::Facts { formulas, baskets } => {
                self.formulas = Some(formulas);
                self.baskets = baskets;
            }
            Brought::Saved(path, revision) => {
                self.preferences.remember(&path);
                self.toasts.done(format!("Saved {}", name_of(&path)));
                if let Some(workspace) = &mut self.workspace {
                    workspace.mark_saved(path, revision);
                }
                if let Some(after) = self.after_saving.take() {
                    self.go_on(after);
                }
            }
            Brought::Released(revision, folder, outcome) => {
                match outcome.as_ref() {
                    ReleaseOutcome::Written(_) => {
                        self.toasts.done("The release is written and verified.");
                    }
                    ReleaseOutcome::NotReached(missed) => self.toasts.failed(missed.why.clone()),
                }
                self.release.outcome = Some((revision, folder, outcome));
                self.release.reveal = true;
            }
            Brought::Picked(purpose, Some(path)) => self.picked(purpose, path),
            Brought::Picked(_, None) => self.after_saving = None,
            Brought::NoDialog(purpose) => {
                self.dialog = Some(Dialog::TypePath {
                    purpose,
                    typed: String::new(),
                });
            }
        }
    }

    fn opened(&mut self, document: Document) {
        self.forget_results();
        let view: View = serde_json::from_value(document.view).unwrap_or_default();
        // What the reader had to assume is said once, and stays in the bottom bar.
        for note in document.workspace.loaded().notes.iter().take(2) {
            self.toasts.done(note.clone());
        }
        self.workspace = Some(document.workspace);
        self.data.grid = view.grid;
        self.data.only_violating = view.only_violating;
        self.go(view.stage);
    }

    fn fail(&mut self, purpose: Purpose, problem: &Problem) {
        if problem.message == NO_DIALOG {
            return;
        }
        self.after_saving = None;
        let text = match purpose {
            Purpose::Release => format!("Nothing was written. {problem}"),
            _ => problem.to_string(),
        };
        self.toasts.failed(text);
        if purpose == Purpose::Open
            && let Some(file) = &problem.file
            && !file.exists()
        {
            self.preferences.forget(file);
        }
    }

    /// Whatever the screen needs and nobody is computing yet.
    fn start_missing_work(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let loaded = workspace.loaded();
        if workspace.kind() == Kind::Microdata {
            let quasi = quasi_names(workspace);
            let wanted = !quasi.is_empty()
                && self
                    .profile
                    .as_ref()
                    .is_none_or(|(names, _)| *names != quasi);
            if wanted && self.jobs.classes_under_way.as_ref() != Some(&quasi) {
                let loaded = loaded.clone();
                self.jobs.classes_under_way = Some(quasi.clone());
                self.jobs
                    .start(Purpose::Classes, "Group records", move |pulse| {
                        let table = loaded.dataset.table();
                        let columns: Vec<_> = quasi
                            .iter()
                            .filter_map(|name| table.and_then(|table| table.column(name)))
                            .collect();
                        let profile =
                            ClassProfile::compute(&columns, loaded.dataset.records(), pulse)?;
                        Ok(Brought::Classes(quasi, profile))
                    });
            }
        }
        let mut query = self.data.query.clone();
        query.not_searched = data::hidden_columns(workspace);
        let answered = self
            .data
            .rows
            .as_ref()
            .is_some_and(|(answered, _)| *answered == query);
        if !query.is_everything()
            && !answered
            && workspace.table().is_some()
            && self.jobs.rows_under_way.as_ref() != Some(&query)
        {
            let loaded = loaded.clone();
            self.jobs.rows_under_way = Some(query.clone());
            self.jobs
                .start(Purpose::Rows, "Arrange rows", move |pulse| {
                    let rows = match loaded.dataset.table() {
                        Some(table) => select_rows(table, &query, pulse)?,
                        None => Vec::new(),
                    };
                    Ok(Brought::Rows(query, rows))
                });
        }
        if let Some(column) = self.data.selected_column
            && self.summary.as_ref().is_none_or(|(at, _)| *at != column)
            && self.jobs.summary_under_way != Some(column)
        {
            let loaded = loaded.clone();
            self.jobs.summary_under_way = Some(column);
            self.jobs
                .start(Purpose::Summary, "Summarise", move |pulse| {
                    let column_data = loaded
                        .dataset
                        .table()
                        .and_then(|table| table.columns().get(column));
                    let column_data =
                        column_data.ok_or_else(|| Problem::new("there is no such column"))?;
                    Ok(Brought::Summary(
                        column,
                        ColumnSummary::compute(column_data, pulse)?,
                    ))
                });
        }
        if self.formulas.is_none() && !self.jobs.is_running(Purpose::Facts) {
            let loaded = loaded.clone();
            self.jobs
                .start(Purpose::Facts, "Look for formulas", move |pulse| {
                    let mut formulas = Vec::new();
                    for column in loaded
                        .dataset
                        .table()
                        .map_or(&[][..], |table| table.columns())
                    {
                        pulse.check()?;
                        formulas.push(formula_cells(column));
                    }
                    let baskets = match &loaded.dataset {
                        Dataset::Transactions(transactions) => {
                            Some(BasketFacts::compute(transactions))
                        }
                        _ => None,
                    };
                    Ok(Brought::Facts { formulas, baskets })
                });
        }
    }

    fn follow_preferences(&mut self, ctx: &Context) {
        let wanted = (self.preferences.theme, self.preferences.scale);
        if self.shown_theme == Some(wanted) {
            return;
        }
        self.shown_theme = Some(wanted);
        ctx.set_theme(match self.preferences.theme {
            ThemeChoice::System => egui::ThemePreference::System,
            ThemeChoice::Light => egui::ThemePreference::Light,
            ThemeChoice::Dark => egui::ThemePreference::Dark,
        });
        ctx.set_zoom_factor(self.preferences.scale);
    }
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn with_extension(path: PathBuf, extension: &str) -> PathBuf {
    if path.extension().is_some_and(|other| other == extension) {
        path
    } else {
        let mut name = path.into_os_string();
        name.push(".");
        name.push(extension);
        name.into()
    }
}

fn quasi_names(workspace: &Workspace) -> Vec<String> {
    workspace
        .with_role(Role::Quasi)
        .iter()
        .map(|column| column.name().to_owned())
        .collect()
}

/// The classes, if they are those of the quasi-identifiers as they are marked now.
fn current_profile<'a>(
    profile: &'a Option<(Vec<String>, Arc<ClassProfile>)>,
    workspace: &Workspace,
) -> Option<&'a Arc<ClassProfile>> {
    let (names, profile) = profile.as_ref()?;
    let quasi = workspace.with_role(Role::Quasi);
    let same = names.len() == quasi.len()
        && names
            .iter()
            .zip(&quasi)
            .all(|(name, column)| name == column.name());
    same.then_some(profile)
}

/// Identifiers are not released, so their formulas do not count.
fn released_formulas(workspace: &Workspace, counts: &[usize]) -> usize {
    workspace
        .table()
        .map_or(&[][..], |table| table.columns())
        .iter()
        .zip(counts)
        .filter(|(column, _)| {
            workspace.settings().roles.of(column.name()) != Some(Role::Identifier)
        })
        .map(|(_, count)| count)
        .sum()
}

fn needs_attention(stage: Stage, workspace: &Workspace) -> Option<String> {
    let undecided = workspace.undecided().len();
    match stage {
        Stage::Data if undecided > 0 => Some(match undecided {
            1 => "One column is undecided.".to_owned(),
            _ => format!("{undecided} columns are undecided."),
        }),
        _ => None,
    }
}

/// While a file hovers over the window.
fn drop_hint(ui: &mut Ui) {
    if ui.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let tokens = Tokens::of(ui);
    let rect = ui.ctx().content_rect().shrink(24.0);
    let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop hint"));
    let painter = ui.ctx().layer_painter(layer);
    painter.rect(
        rect,
        6,
        tokens.accent_tint,
        (2.0, tokens.accent),
        egui::StrokeKind::Inside,
    );
    painter.text(
        rect.center(),
        egui::Align2::CENTER_CENTER,
        "Drop to open",
        super::theme::fonts::title(),
        tokens.text,
    );
}
