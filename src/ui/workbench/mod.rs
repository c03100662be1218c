//! The whole window: owns what is shared by all files, and the open one; lends it to the views, and applies what they ask
//! for.

mod advice;
mod apply;
mod around;
mod compare;
mod document;
mod files;
mod prepare;
mod profiles;
mod release;
mod risk;
mod shown;
mod stages;
mod steps;

use super::actions::{Action, CompareTab, ExploreTab, Outbox, Stage};
use super::advice::Durations;
use super::commands::Command;
use super::compare::curves::Drawn;
use super::files::NO_DIALOG;
use super::focus;
use super::help::HelpSheet;
use super::jobs::{Jobs, Work};
use super::lattice::Lattice;
use super::method_result::MethodResult;
use super::palette::Palette;
use super::preferences::{Folded, Preferences, ThemeChoice};
use super::shell;
use super::theme::Tokens;
use super::toasts::Toasts;
use super::verified::Verified;
use super::views::dialogs::{self, AfterSaving, Dialog, TypedPaths};
use super::views::release::checklist::Item;
use super::views::start::StartPage;
use super::widgets::capitalize;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::io::hierarchy::HierarchyProblem;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::problem::Problem;
use cloakroom_engine::job::{Ended, Waker};
use cloakroom_engine::profiles::{Profile, profiles};
use cloakroom_engine::workspace::Workspace;
pub use document::{Document, Mark};
use egui::{Context, Frame, Ui};
use std::path::PathBuf;
use std::sync::Arc;

pub struct Workbench {
    pub preferences: Preferences,
    /// The open file, with all that is known of it.
    document: Option<Document>,
    start: StartPage,
    /// A key or a button is held down: a drag may be under way.
    pressed: bool,
    /// A file is being read.
    reading: Work,
    /// What was said of the file that is open, or being read.
    said: LoadOptions,
    /// The file that is being opened, where it was named by the user and is no sample.
    opens: Option<PathBuf>,
    /// These outlive the document that they were begun for.
    saving: Work,
    releasing: Work,
    exporting: Work,
    /// A file dialog is open.
    choosing: Work,
    /// What others ask for: those that come with the program, and the user's own.
    profiles: Vec<Profile>,
    durations: Durations,
    jobs: Jobs,
    toasts: Toasts,
    palette: Option<Palette>,
    dialog: Option<Dialog>,
    /// What was typed into dialogs that are closed.
    typed: TypedPaths,
    help: Option<HelpSheet>,
    /// What was written and verified last.
    verified: Option<Verified>,
    out: Outbox,
    /// What to do once the document is saved.
    after_saving: Option<AfterSaving>,
    /// Where samples are kept between starts.
    cache: PathBuf,
    quit: bool,
    shown_theme: Option<(ThemeChoice, f32)>,
}

/// What a document is shown with.
struct Around<'a> {
    jobs: &'a Jobs,
    releasing: &'a Work,
    profiles: &'a [Profile],
    durations: &'a Durations,
    /// Of the release, while the window is there.
    checklist: &'a [Item],
    /// Panels that are slim.
    folded: Folded,
    said: &'a LoadOptions,
    is_reading: bool,
}

/// The part of the layout that is kept in a project.
#[derive(Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
struct View {
    stage: Stage,
    tab: ExploreTab,
    compare: CompareTab,
    only_violating: bool,
    grid: super::widgets::grid::GridState,
    explore: super::views::explore::Kept,
    hidden: super::views::data::Hidden,
}

/// The folder of the user's own profiles.
const PROFILES: &str = "profiles";

impl Workbench {
    pub fn new(preferences: Preferences, waker: Waker, cache: PathBuf) -> Self {
        Self {
            preferences,
            document: None,
            start: StartPage::default(),
            pressed: false,
            reading: Work::default(),
            said: LoadOptions::default(),
            opens: None,
            saving: Work::default(),
            releasing: Work::default(),
            exporting: Work::default(),
            choosing: Work::default(),
            profiles: profiles(Some(&cache.join(PROFILES))),
            durations: Durations::default(),
            jobs: Jobs::new(waker),
            toasts: Toasts::default(),
            palette: None,
            dialog: None,
            typed: TypedPaths::default(),
            help: None,
            verified: None,
            out: Outbox::default(),
            after_saving: None,
            cache,
            quit: false,
            shown_theme: None,
        }
    }

    /// What the last run of the method brought.
    pub fn result(&self) -> Option<&MethodResult> {
        self.document.as_ref()?.result.as_deref()
    }

    pub fn workspace(&self) -> Option<&Workspace> {
        self.document.as_ref().map(|document| &document.workspace)
    }

    /// The lattice, if it is that of the columns and hierarchies as they are now.
    pub fn current_lattice(&self) -> Option<&Lattice> {
        let document = self.document.as_ref()?;
        document.lattice.current(&document.workspace)
    }

    /// The levels that a decomposition aims at and those that it ends at, as the lattice shows them.
    pub fn decomposed(&self) -> Option<(Vec<u32>, Option<Vec<u32>>)> {
        let Some(Lattice::Held(held)) = self.current_lattice() else {
            return None;
        };
        let lattice = &self.document.as_ref()?.explore.records.lattice;
        let found = lattice.decomposed.found()?;
        let levels = |node: usize| held.shape().levels(node);
        Some((levels(found.target), found.chosen.map(levels)))
    }

    /// The hierarchies of the settings as they are now: `None` while they are built, the first fault if
    /// there is one.
    pub fn current_hierarchies(&self) -> Option<Result<&Arc<Hierarchies>, &HierarchyProblem>> {
        self.document.as_ref()?.current_hierarchies()
    }

    /// Points of the curves that are there, and all of them.
    pub fn curve_points(&self) -> Option<(usize, usize)> {
        let drawn = self.document.as_ref()?.compare.curves.drawn();
        drawn.map(Drawn::progress)
    }

    /// What the Release stage is lent.
    #[cfg(test)]
    pub(in crate::ui) fn release_lent(&self) -> Option<super::views::release::Lent<'_>> {
        let releasing = self.releasing.running();
        let document = self.document.as_ref();
        document.map(|document| document.release_lent(releasing))
    }

    /// Somebody is asked whether the file was understood.
    pub fn is_opening(&self) -> bool {
        let document = self.document.as_ref();
        document.is_some_and(|document| document.is_opening)
    }

    /// Nothing runs and nothing waits: what is on the screen is final.
    pub fn is_settled(&self) -> bool {
        let document = self.document.as_ref();
        self.jobs.is_idle() && document.is_none_or(|document| document.advice.is_settled())
    }

    /// How many pieces of work were begun behind the window.
    pub fn jobs_started(&self) -> u64 {
        self.jobs.started()
    }

    pub fn wants_to_quit(&self) -> bool {
        self.quit
    }

    /// What to call the window.
    pub fn title(&self) -> String {
        match self.workspace() {
            Some(workspace) => format!("{} – Cloakroom", workspace.title()),
            None => "Cloakroom".to_owned(),
        }
    }

    pub fn send(&mut self, action: Action) {
        self.out.send(action);
    }

    /// The user asks to close the window. Says whether it may close now.
    pub fn may_close(&mut self) -> bool {
        if self.quit || self.workspace().is_none_or(Workspace::is_saved) {
            return true;
        }
        self.dialog = Some(Dialog::Unsaved(AfterSaving::Quit));
        false
    }

    /// What happens between frames: results arrive, new work starts.
    pub fn logic(&mut self, ctx: &Context) {
        for over in self.jobs.collect() {
            over.tell(self);
        }
        for mut sentence in self.jobs.take_told() {
            capitalize(&mut sentence);
            self.toasts.notice(sentence + ".");
        }
        let mut actions = self.out.take();
        // A click on a button takes the keyboard from a field: what was typed there counts before the button does.
        actions.sort_by_key(|action| !matches!(action, Action::Change(_)));
        for action in actions {
            self.apply(ctx, action);
        }
        self.document = self.document.take().map(Document::renewed);
        if let Some(document) = &mut self.document {
            document.want(self.pressed, &self.jobs);
            let is_releasing = self.releasing.is_running();
            document.want_comparisons(self.pressed, is_releasing, &self.jobs);
            document.refresh();
            self.toasts.forget_earlier(document.workspace.revision());
            if let Some(result) = &document.result {
                self.durations.see(&document.workspace, result);
            }
            document.want_advice(self.pressed, &self.jobs);
        }
        self.follow_preferences(ctx);
    }

    /// What a piece of work brought, if it was done; the rest is told.
    pub(in crate::ui) fn heard<A>(&mut self, ended: Ended<A>) -> Option<A> {
        match ended {
            Ended::Done(brought) => return Some(brought),
            Ended::Stopped => self.was_stopped(),
            Ended::Failed(problem) => self.has_failed(&problem),
        }
        None
    }

    /// The same of work that goes by the settings: what they were in the way of is told no longer than they are those.
    pub(in crate::ui) fn heard_of_settings<A>(&mut self, ended: Ended<A>) -> Option<A> {
        let Ended::Failed(problem) = &ended else {
            return self.heard(ended);
        };
        self.after_saving = None;
        self.failed_with_settings(problem.to_string());
        None
    }

    pub(in crate::ui) fn failed_with_settings(&mut self, why: String) {
        match self.workspace().map(Workspace::revision) {
            Some(revision) => self.toasts.failed_with(revision, why),
            None => self.toasts.failed(why),
        }
    }

    pub(in crate::ui) fn was_stopped(&mut self) {
        self.after_saving = None;
    }

    pub(in crate::ui) fn has_failed(&mut self, problem: &Problem) {
        if problem.message != NO_DIALOG {
            self.after_saving = None;
            self.toasts.failed(problem.to_string());
        }
    }

    pub fn ui(&mut self, ui: &mut Ui) {
        self.listen(ui.ctx());
        let mut out = std::mem::take(&mut self.out);
        shell::top_bar(ui, self.workspace(), &mut out);
        let checklist = self.checklist();
        self.steps(ui, &checklist, &mut out);
        let last = (self.verified.as_ref(), self.document.as_ref());
        shell::bottom_bar(ui, last, &self.jobs, &mut out);
        self.toasts.show_docked(ui);
        let folded = self.folded(ui.ctx());
        let ground = Frame::new().fill(Tokens::of(ui).ground);
        let middle = egui::CentralPanel::no_frame().frame(ground);
        if let Some(document) = &mut self.document {
            let around = Around {
                jobs: &self.jobs,
                releasing: &self.releasing,
                profiles: &self.profiles,
                durations: &self.durations,
                checklist: &checklist,
                folded,
                said: &self.said,
                is_reading: self.reading.is_running(),
            };
            document.show(ui, &around, &mut out);
        } else if self.reading.is_running() {
            middle.show(ui, |ui| {
                super::widgets::EmptyState::new(super::theme::icons::RUNNING, "Reading the file.")
                    .show(ui);
            });
        } else {
            middle.show(ui, |ui| {
                self.start.show(ui, &self.preferences, &mut out);
            });
        }
        let ctx = ui.ctx().clone();
        let document = self.document.as_ref();
        let workspace = document.map(|document| &document.workspace);
        if let Some(palette) = &mut self.palette
            && palette.show(&ctx, workspace, &mut out)
        {
            self.palette = None;
            if !out.is_empty() {
                focus::ask(&ctx);
            }
        }
        if let Some(Dialog::Stop(runs)) = &mut self.dialog {
            let numbers: Vec<u64> = runs.iter().map(|&(number, _)| number).collect();
            *runs = self.jobs.with_something(&numbers);
            if runs.is_empty() {
                self.dialog = None;
            }
        }
        if let Some(dialog) = &mut self.dialog
            && let Some(answer) = dialogs::show(&ctx, dialog, &mut out)
        {
            self.typed.remember(dialog);
            self.dialog = None;
            self.answer(answer, &mut out);
        }
        if let Some(help) = &mut self.help
            && help.show(
                &ctx,
                self.document.as_ref().map(|document| &document.workspace),
            )
        {
            self.help = None;
        }
        self.toasts.show(&ctx);
        drop_hint(ui);
        focus::ring_of_an_edge(ui);
        // What an answer to a dialog asked for comes with the rest.
        for asked in self.out.take() {
            out.send(asked);
        }
        self.out = out;
        if !self.out.is_empty() {
            ctx.request_repaint();
        }
    }

    /// Shortcuts, dropped files, and the end of a drag.
    fn listen(&mut self, ctx: &Context) {
        self.listen_for_help(ctx);
        if self.dialog.is_none() && self.palette.is_none() && self.help.is_none() {
            for command in Command::pressed(ctx) {
                if !command.needs_file() || self.document.is_some() {
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
        self.pressed = pressed;
        if !pressed && let Some(document) = &mut self.document {
            document.workspace.end_gesture();
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
