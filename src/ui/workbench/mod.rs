//! The whole window: owns the state, lends it to the views, and applies what they ask for.

mod apply;
mod around;
mod compare;
mod files;
mod lattice;
mod pool;
mod proposed;
mod purpose;
mod ratings;
mod release;
mod results;
mod risk;
mod steps;
mod transactions;
mod values;
mod work;

use super::actions::{Action, CompareTab, ExploreTab, Outbox, Stage};
use super::column_facts::ColumnFacts;
use super::commands::Command;
use super::explained::Explained;
use super::focus;
use super::help::HelpSheet;
use super::jobs::{Jobs, Purpose};
use super::lattice::LatticeAnswer;
use super::method_result::MethodResult;
use super::palette::Palette;
use super::panel::{self, Cliffs, RatingsCliffs, TransactionsCliffs};
use super::preferences::{Folded, Preferences, ThemeChoice};
use super::purpose::DependencyState;
use super::ratings::RatingsState;
use super::shell;
use super::status::{Measured, Status};
use super::theme::{MARGIN, Tokens};
use super::toasts::Toasts;
use super::transactions::TransactionsState;
use super::verified::Verified;
use super::views::compare::{self as compare_view, CompareView};
use super::views::data::{self, DataView, TransactionsFacts};
use super::views::dialogs::{self, AfterSaving, Dialog, TypedPaths};
use super::views::explore::{self, ExploreView};
use super::views::hierarchy::{self, HierarchyView};
use super::views::opening;
use super::views::release::ReleaseView;
use super::views::start::StartPage;
use super::widgets::capitalize;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::summary::ColumnSummary;
use cloakroom_engine::hierarchies::BuiltHierarchies;
use cloakroom_engine::job::{Ended, Waker};
use cloakroom_engine::profiles::{Profile, profiles};
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::profile::classes::ClassProfile;
use cloakroom_microdata::profile::doubts::Looked;
use egui::{Context, Frame, Margin, Panel, Ui};
use proposed::Proposed;
use std::path::PathBuf;
use std::sync::Arc;

pub struct Workbench {
    pub preferences: Preferences,
    workspace: Option<Workspace>,
    /// Counts the documents, so that what comes late finds the one it belongs to.
    document: u64,
    stage: Stage,
    data: DataView,
    explore: ExploreView,
    compare: CompareView,
    hierarchy: HierarchyView,
    release: ReleaseView,
    start: StartPage,
    /// The classes, and the quasi-identifiers they were computed for.
    profile: Option<(Vec<String>, Arc<ClassProfile>)>,
    /// What the classes hold of the sensitive columns.
    measured: Option<Arc<Measured>>,
    /// Both against the requirement as it is now.
    status: Option<Arc<Status>>,
    /// What the last run of the method brought; stale once the settings change.
    result: Option<Arc<MethodResult>>,
    /// Why its columns look as they do.
    explained: Explained,
    summary: Option<(usize, ColumnSummary)>,
    /// What the sources in the settings give; see [`Workbench::current_hierarchies`].
    hierarchies: BuiltHierarchies,
    /// The lattice of levels, and what it was computed for.
    lattice: Option<LatticeAnswer>,
    /// How far columns tell of each other.
    dependency: DependencyState,
    /// Ratings, their profile, and how they stand.
    survey: RatingsState,
    /// A key or a button is held down: a drag may be under way.
    pressed: bool,
    /// A data file was opened, and what it was taken for has still to be looked at.
    is_opening: bool,
    /// What was said there of the file.
    said: LoadOptions,
    /// The file that is being opened was named by the user, and is no sample.
    opens_data: bool,
    /// What a fresh file begins with was said to be enough.
    is_promised: bool,
    /// Hierarchies that are proposed, and the settings they are proposed for.
    proposed: Proposed,
    baskets: Option<TransactionsFacts>,
    /// Transactions, how rare their sets are, and how they stand.
    rare: TransactionsState,
    /// What is counted of every column.
    column_facts: Option<Vec<ColumnFacts>>,
    /// What speaks against columns that are released as they are.
    doubts: Option<Looked>,
    /// What others ask for: those that come with the program, and the user's own.
    profiles: Vec<Profile>,
    cliffs: Cliffs,
    ratings_cliffs: RatingsCliffs,
    transaction_cliffs: TransactionsCliffs,
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

/// The part of the layout that is kept in a project.
#[derive(Default, serde::Serialize, serde::Deserialize)]
#[serde(default)]
struct View {
    stage: Stage,
    tab: ExploreTab,
    compare: CompareTab,
    only_violating: bool,
    grid: super::widgets::grid::GridState,
    hidden: data::Hidden,
}

/// How wide the panel with the requirement, the verdict and the method is.
const PANEL: f32 = 316.0;
/// The folder of the user's own profiles.
const PROFILES: &str = "profiles";

impl Workbench {
    pub fn new(preferences: Preferences, waker: Waker, cache: PathBuf) -> Self {
        Self {
            preferences,
            workspace: None,
            document: 0,
            stage: Stage::Data,
            data: DataView::default(),
            explore: ExploreView::default(),
            compare: CompareView::default(),
            hierarchy: HierarchyView::default(),
            release: ReleaseView::default(),
            start: StartPage::default(),
            profile: None,
            measured: None,
            status: None,
            result: None,
            explained: Explained::default(),
            summary: None,
            hierarchies: BuiltHierarchies::default(),
            lattice: None,
            dependency: DependencyState::default(),
            survey: RatingsState::default(),
            pressed: false,
            is_opening: false,
            opens_data: false,
            said: LoadOptions::default(),
            is_promised: false,
            proposed: Proposed::default(),
            baskets: None,
            rare: TransactionsState::default(),
            column_facts: None,
            doubts: None,
            profiles: profiles(Some(&cache.join(PROFILES))),
            cliffs: Cliffs::default(),
            ratings_cliffs: RatingsCliffs::default(),
            transaction_cliffs: TransactionsCliffs::default(),
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
        self.result.as_deref()
    }

    pub fn workspace(&self) -> Option<&Workspace> {
        self.workspace.as_ref()
    }

    /// Somebody is asked whether the file was understood.
    pub fn is_opening(&self) -> bool {
        self.is_opening
    }

    /// Nothing runs and nothing waits: what is on the screen is final.
    pub fn is_settled(&self) -> bool {
        self.jobs.is_idle()
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
                Ended::Done(brought) => {
                    if matches!(purpose, Purpose::Open | Purpose::Save | Purpose::Release) {
                        self.toasts.forget_failures();
                    }
                    self.receive(brought);
                }
                Ended::Stopped => self.stopped(purpose),
                Ended::Failed(problem) => self.fail(purpose, &problem),
            }
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
        self.start_missing_work();
        self.refresh_status();
        self.refresh_ratings();
        self.refresh_transactions();
        self.refresh_compare();
        self.follow_preferences(ctx);
    }

    pub fn ui(&mut self, ui: &mut Ui) {
        self.listen(ui.ctx());
        let mut out = std::mem::take(&mut self.out);
        shell::top_bar(ui, self.workspace.as_ref(), &mut out);
        self.steps(ui, &mut out);
        let last = (self.verified.as_ref(), self.document);
        shell::bottom_bar(ui, self.workspace.as_ref(), last, &self.jobs, &mut out);
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
            if !out.is_empty() {
                focus::ask(&ctx);
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
            && help.show(&ctx, self.workspace.as_ref())
        {
            self.help = None;
        }
        // The panel with what is asked and run stays free.
        let panel = match self.workspace.is_some() && !self.is_opening {
            true => panel_width(self.folded(&ctx)),
            false => 0.0,
        };
        self.toasts.show(&ctx, panel);
        drop_hint(ui);
        focus::ring_of_an_edge(ui);
        self.out = out;
        if !self.out.is_empty() {
            ctx.request_repaint();
        }
    }

    fn document(&mut self, ui: &mut Ui, out: &mut Outbox) {
        let hierarchies = self.current_hierarchies().and_then(Result::ok).cloned();
        let Some(workspace) = &self.workspace else {
            return;
        };
        let status = self.status.as_ref();
        let stale = self
            .result
            .as_ref()
            .is_some_and(|result| result.is_stale(workspace.revision(), workspace.settings()));
        let unrun = self.compare.without_result(workspace.shelf());
        let attention = |stage| needs_attention(stage, workspace, &self.hierarchies, stale, unrun);
        let folded = self.folded(ui.ctx());
        shell::navigation(ui, workspace, self.stage, folded.stages, attention, out);
        if self.is_opening {
            let is_reading = self.jobs.is_running(Purpose::Open);
            return opening::show(ui, workspace, &self.said, is_reading, out);
        }
        let frame =
            Frame::new()
                .fill(Tokens::of(ui).panel)
                .inner_margin(match folded.requirement {
                    true => Margin::ZERO,
                    false => Margin::symmetric(18, MARGIN as i8 + 4),
                });
        let classes_running = self.jobs.is_running(Purpose::Classes);
        let is_kept = self.is_last_run_kept();
        Panel::right("requirement")
            .resizable(false)
            .exact_size(panel_width(folded))
            .frame(frame)
            .show(ui, |ui| match &workspace.loaded().dataset {
                Dataset::Microdata(_) => {
                    let lent = panel::Lent {
                        workspace,
                        status: status.map(Arc::as_ref),
                        people: None,
                        baskets: None,
                        profile_running: classes_running,
                        hierarchies: hierarchies.as_deref(),
                        result: self.result.as_deref(),
                        method_running: self.jobs.progress(Purpose::Method),
                        is_kept,
                        stage: self.stage,
                        profiles: &self.profiles,
                        is_folded: folded.requirement,
                    };
                    panel::microdata(ui, &lent, &mut self.cliffs, out);
                }
                Dataset::Ratings(_) => {
                    let lent = panel::Lent {
                        workspace,
                        status: None,
                        people: self.survey.lent(),
                        baskets: None,
                        profile_running: self.jobs.is_running(Purpose::Ratings),
                        hierarchies: None,
                        result: self.result.as_deref(),
                        method_running: self.jobs.progress(Purpose::Method),
                        is_kept,
                        stage: self.stage,
                        profiles: &self.profiles,
                        is_folded: folded.requirement,
                    };
                    panel::ratings(ui, &lent, &mut self.ratings_cliffs, out);
                }
                Dataset::Transactions(_) => {
                    let lent = panel::Lent {
                        workspace,
                        status: None,
                        people: None,
                        baskets: self.rare.lent(),
                        profile_running: self.jobs.is_running(Purpose::Transactions),
                        hierarchies: None,
                        result: self.result.as_deref(),
                        method_running: self.jobs.progress(Purpose::Method),
                        is_kept,
                        stage: self.stage,
                        profiles: &self.profiles,
                        is_folded: folded.requirement,
                    };
                    panel::transactions(ui, &lent, &mut self.transaction_cliffs, out);
                }
            });
        match self.stage {
            Stage::Data => {
                let people = self.survey.status();
                let baskets = self.rare.status();
                self.data.refresh(workspace.rows(), status, people, baskets);
                let summary = self
                    .summary
                    .as_ref()
                    .filter(|(at, _)| Some(*at) == self.data.selected_column);
                let lent = data::Lent {
                    workspace,
                    status,
                    people,
                    baskets,
                    items: self.baskets.as_ref(),
                    summary: summary.map(|(_, summary)| summary),
                    rows_running: self.jobs.is_running(Purpose::Rows),
                    result: self.result.as_deref(),
                    explained: &self.explained,
                    facts: self.column_facts.as_deref(),
                    proposed: self.proposed.found(),
                };
                self.data.show(ui, &lent, out);
            }
            Stage::Hierarchies => {
                let lent = hierarchy::Lent {
                    workspace,
                    built: &self.hierarchies,
                };
                self.hierarchy.show(ui, &lent, out);
            }
            Stage::Explore => {
                let lent = explore::Lent {
                    workspace,
                    status,
                    running: classes_running,
                    result: self.result.as_deref(),
                    method_running: self.jobs.is_running(Purpose::Method),
                    lattice: lattice::current(&self.lattice, workspace),
                    lattice_running: self.jobs.is_running(Purpose::Lattice),
                    hierarchies: self.hierarchies.current(&workspace.settings().hierarchies),
                    survey: self.survey.lent(),
                    ratings_running: self.jobs.is_running(Purpose::Ratings),
                    baskets: self.rare.lent(),
                    transactions_running: self.jobs.is_running(Purpose::Transactions),
                    threats_running: self.jobs.is_running(Purpose::Threats),
                    trial_running: self.jobs.is_running(Purpose::Trial),
                    graph_running: self.jobs.is_running(Purpose::Graph),
                    dependency: &self.dependency,
                    dependency_running: self.jobs.is_running(Purpose::Dependency),
                    groups_running: self.jobs.is_running(Purpose::Groups),
                    selected_row: self.data.selected_row,
                    explained: &self.explained,
                };
                self.explore.show(ui, &lent, out);
            }
            Stage::Compare => {
                let lent = compare_view::Lent {
                    workspace,
                    result: self.result.as_ref(),
                    method_running: self.jobs.is_running(Purpose::Method),
                    risk_running: [Purpose::RiskBefore, Purpose::RiskAfter]
                        .map(|purpose| self.jobs.progress(purpose)),
                    population_running: self.jobs.is_running(Purpose::Population),
                    known_running: self.jobs.is_running(Purpose::Known),
                    attack_running: self.jobs.progress(Purpose::Attack),
                    pool_running: self.jobs.progress(Purpose::Pool),
                    curves_running: self.jobs.progress(Purpose::Curves),
                    kept_running: self.jobs.progress(Purpose::Kept),
                };
                self.compare.show(ui, &lent, out);
            }
            Stage::Release => {
                let mut view = std::mem::take(&mut self.release);
                view.show(ui, &self.release_lent(workspace), out);
                self.release = view;
            }
        }
    }

    /// Shortcuts, dropped files, and the end of a drag.
    fn listen(&mut self, ctx: &Context) {
        self.listen_for_help(ctx);
        if self.dialog.is_none() && self.palette.is_none() && self.help.is_none() {
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
        self.pressed = pressed;
        if !pressed && let Some(workspace) = &mut self.workspace {
            workspace.end_gesture();
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

fn panel_width(folded: Folded) -> f32 {
    match folded.requirement {
        true => panel::SLIM,
        false => PANEL,
    }
}

fn needs_attention(
    stage: Stage,
    workspace: &Workspace,
    hierarchies: &BuiltHierarchies,
    stale: bool,
    unrun: usize,
) -> Option<String> {
    let undecided = workspace.undecided().len();
    match stage {
        Stage::Data if undecided > 0 => Some(match undecided {
            1 => "One column is undecided.".to_owned(),
            _ => format!("{undecided} columns are undecided."),
        }),
        Stage::Hierarchies => {
            let sources = &workspace.settings().hierarchies;
            let problem = hierarchies.current(sources)?.err()?;
            Some(format!("The hierarchy of {} needs work.", problem.column))
        }
        Stage::Explore if stale => {
            Some("The last run of the method is stale: the settings have changed since.".to_owned())
        }
        Stage::Compare if unrun > 0 => Some(format!(
            "{} to be run again.",
            super::widgets::number::counted_as(unrun as u64, "candidate has", "candidates have")
        )),
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
