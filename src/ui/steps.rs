//! The way from a file to a release in five steps: what is done, what is missing, and one button for what comes next.

use super::actions::{Action, Outbox, Stage};
use super::commands::Command;
use super::kinds;
use super::theme::{CARD_RADIUS, Tokens, fonts, icons};
use super::widgets::{icon_button, number, parts, primary_within};
use cloakroom_core::kind::Unset;
use cloakroom_core::method::{MethodName, methods_by_rank};
use cloakroom_core::requirement::Requirement;
use cloakroom_core::roles::Role;
use cloakroom_engine::change::Change;
use cloakroom_engine::workspace::Workspace;
use egui::{Align, Frame, Layout, Margin, Panel, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

const HEIGHT: f32 = 46.0;
/// A step is not narrower than this, and its words are cut before it.
const NARROWEST: f32 = 76.0;
const MARK: f32 = 9.0;
/// Room for the cross, and between it and the button.
const CROSS: f32 = 40.0;
/// What may be left out, offered one after the other where a method reaches nothing.
const LEFT_OUT: [f64; 3] = [0.01, 0.05, 0.1];

/// The steps in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Open,
    Mark,
    Promise,
    Run,
    Release,
}

impl Step {
    const fn name(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::Mark => "Mark",
            Self::Promise => "Promise",
            Self::Run => "Run and compare",
            Self::Release => "Release",
        }
    }

    /// Where it is done.
    fn place(self, workspace: &Workspace) -> Action {
        match self {
            Self::Open => Action::ShowOpening,
            Self::Mark if workspace.table().is_some() => Action::ShowColumns(true),
            Self::Mark => Action::Go(Stage::Data),
            Self::Promise => Action::Go(Stage::Explore),
            Self::Run => Action::Go(Stage::Compare),
            Self::Release => Action::Go(Stage::Release),
        }
    }
}

/// How far the document is.
pub struct Facts<'a> {
    pub workspace: &'a Workspace,
    /// What the file was taken for has still to be looked at, or is being looked at.
    pub is_opening: bool,
    /// The page that lists all columns is on the screen.
    pub shows_columns: bool,
    /// Columns that have no hierarchy, for which one is proposed.
    pub proposed: usize,
    /// The first hierarchy that cannot be used, or is not there yet, and how it is mended.
    pub faulty: Option<(String, Option<(&'static str, Action)>)>,
    /// What is usually promised of such data, where something is missing.
    pub usual: Requirement,
    /// A run of the method that answers the settings as they are, and whether it reached anything.
    pub fresh_run: Option<bool>,
    pub method_running: bool,
    /// Lines of the checklist that do not hold, if there are any.
    pub blocking: Option<Blocking>,
    /// It is known where the release is to lie.
    pub has_folder: bool,
    pub is_release_running: bool,
    /// What was written answers the settings as they are.
    pub is_written: bool,
    pub stage: Stage,
}

/// What is in the way of a release.
pub struct Blocking {
    pub lines: usize,
    /// The first of them.
    pub first: String,
    /// How the first one is mended that can be mended here.
    pub fix: Option<(&'static str, Action)>,
}

/// One step: whether it is done, and in a few words how it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct StepStatus {
    pub step: Step,
    pub is_done: bool,
    pub words: String,
    /// What to do now; of the first step that is not done it becomes the button.
    pub next: Option<(String, Action)>,
}

/// What has been set before its turn comes is not done yet: nobody has looked at it.
pub fn steps(facts: &Facts<'_>) -> [StepStatus; 5] {
    let mut steps = [
        opened(facts),
        marked(facts),
        promised(facts),
        ran(facts),
        released(facts),
    ];
    let open = steps.iter().position(|step| !step.is_done);
    for step in steps.iter_mut().skip(open.unwrap_or(5)) {
        step.is_done = false;
    }
    steps
}

/// What comes next, and the step that it belongs to.
pub fn next(steps: &[StepStatus; 5]) -> Option<(Step, &(String, Action))> {
    let first = steps.iter().find(|step| !step.is_done)?;
    Some((first.step, first.next.as_ref()?))
}

fn status(step: Step, is_done: bool, words: impl Into<String>) -> StepStatus {
    StepStatus {
        step,
        is_done,
        words: words.into(),
        next: None,
    }
}

impl StepStatus {
    fn next(mut self, words: impl Into<String>, action: Action) -> Self {
        self.next = Some((words.into(), action));
        self
    }
}

fn opened(facts: &Facts<'_>) -> StepStatus {
    let records = facts.workspace.records();
    let kind = facts.workspace.kind();
    let words = format!("{} {}", number::count(records as u64), kind.record(records));
    if facts.is_opening {
        return status(Step::Open, false, "Is it what you think?")
            .next("Looks right", Action::Understood);
    }
    status(Step::Open, true, words)
}

fn marked(facts: &Facts<'_>) -> StepStatus {
    let workspace = facts.workspace;
    let words = &kinds::about(workspace).steps;
    let undecided = workspace.undecided().len();
    if undecided > 0 {
        let words = format!("{} undecided", number::counted(undecided as u64, "column"));
        let step = status(Step::Mark, false, words);
        return match facts.shows_columns {
            true => step.next(
                "Accept suggestions",
                Action::Run(Command::AcceptSuggestions),
            ),
            false => step.next("Mark the columns", Action::ShowColumns(true)),
        };
    }
    let quasi = workspace.names_with_role(Role::Quasi).len();
    if quasi == 0 && workspace.table().is_some() {
        return status(Step::Mark, false, words.unmarked)
            .next("Mark the columns", Action::ShowColumns(true));
    }
    if facts.proposed > 0 {
        let words = format!(
            "{} proposed",
            number::counted_as(facts.proposed as u64, "hierarchy", "hierarchies")
        );
        return status(Step::Mark, false, words)
            .next("Accept hierarchies", Action::AcceptHierarchies);
    }
    if let Some((words, fix)) = &facts.faulty {
        let step = status(Step::Mark, false, words.trim_end_matches('.'));
        return match fix.clone() {
            Some((words, action)) => step.next(words, action),
            None => step,
        };
    }
    let words = match workspace.table() {
        Some(_) => number::counted(quasi as u64, words.quasi),
        None => words.all.to_owned(),
    };
    status(Step::Mark, true, words)
}

fn promised(facts: &Facts<'_>) -> StepStatus {
    let workspace = facts.workspace;
    let Some(unset) = workspace.unset() else {
        let promise = workspace.settings().requirement.sentence();
        return status(Step::Promise, true, promise);
    };
    let step = status(Step::Promise, false, unset.words());
    match unset {
        Unset::Marks(_) => {
            let (words, action) = mark_them(workspace);
            step.next(words, action)
        }
        Unset::Promise(_) | Unset::Empty(_) => step.next(
            format!("Promise {}", facts.usual.sentence()),
            Action::PromiseUsual,
        ),
    }
}

/// The way to where it is marked what a promise is about.
pub fn mark_them(workspace: &Workspace) -> (&'static str, Action) {
    ("Mark them", Step::Mark.place(workspace))
}

fn ran(facts: &Facts<'_>) -> StepStatus {
    let title = facts.workspace.settings().method.name.title();
    if facts.method_running {
        return status(Step::Run, false, format!("{title} is running"));
    }
    let step = match facts.fresh_run {
        Some(true) => return status(Step::Run, true, title),
        Some(false) => return not_reached(facts.workspace),
        None => status(Step::Run, false, "Not run yet"),
    };
    step.next("Try the method", Action::Run(Command::RunMethod))
}

/// Leaving out more comes first, then the method that is recommended; what is left is to see who is in the way.
fn not_reached(workspace: &Workspace) -> StepStatus {
    let step = status(Step::Run, false, "Not reached: ask for less");
    let settings = workspace.settings();
    let left_out = settings.requirement.suppression;
    let more = LEFT_OUT.iter().find(|share| **share > left_out);
    if let Some(&share) = more.filter(|_| workspace.kind().may_leave_out()) {
        let words = format!("Let {} be left out", number::percent(share));
        return step.next(words, Action::Change(Change::SetSuppression(share)));
    }
    match recommended(workspace) {
        Some(method) if method != settings.method.name => step.next(
            format!("Choose {}", method.title()),
            Action::Change(Change::SetMethod(method)),
        ),
        _ => step.next("Show who is in the way", Action::ShowViolating),
    }
}

/// The method to begin with.
fn recommended(workspace: &Workspace) -> Option<MethodName> {
    let is_counted = workspace.in_batches().is_some();
    let all = methods_by_rank(workspace.kind());
    let mut methods = all.into_iter().flat_map(|(_, methods)| methods);
    methods.find(|method| !is_counted || method.works_from_counts())
}

fn released(facts: &Facts<'_>) -> StepStatus {
    if facts.is_written {
        return status(Step::Release, true, "Written and verified");
    }
    if facts.is_release_running {
        return status(Step::Release, false, "Is being written");
    }
    if facts.stage != Stage::Release {
        return status(Step::Release, false, "Nothing is written yet")
            .next("To the release", Action::Go(Stage::Release));
    }
    match &facts.blocking {
        Some(blocking) => {
            let more = match blocking.lines {
                1 => String::new(),
                many => format!(" (the first of {})", number::counted(many as u64, "line")),
            };
            let step = status(Step::Release, false, format!("{}{more}", blocking.first));
            match blocking.fix.clone() {
                Some((words, action)) => step.next(words, action),
                None => step,
            }
        }
        None if facts.fresh_run != Some(true) => {
            status(Step::Release, false, "The method has not run")
        }
        None if !facts.has_folder => status(Step::Release, false, "It has no folder yet")
            .next("Choose a folder", Action::Run(Command::ReleaseFolder)),
        None => {
            let words = match facts.workspace.is_judged() {
                true => "Everything holds",
                false => "Nothing is in the way",
            };
            status(Step::Release, false, words)
                .next("Write and verify", Action::Run(Command::WriteRelease))
        }
    }
}

/// The strip below the top bar.
pub fn strip(ui: &mut Ui, facts: &Facts<'_>, out: &mut Outbox) {
    let steps = steps(facts);
    let now = steps.iter().position(|step| !step.is_done);
    let tokens = Tokens::of(ui);
    let frame = Frame::new()
        .fill(tokens.ground)
        .inner_margin(Margin::symmetric(12, 0));
    Panel::top("steps")
        .exact_size(HEIGHT)
        .frame(frame)
        .show(ui, |ui| {
            ui.horizontal_centered(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                let offered = next(&steps).map(|(_, (words, _))| number::tied(words));
                let button = offered
                    .as_deref()
                    .map_or(0.0, |words| button_width(ui, words));
                // A long offer is cut before the steps lose their names.
                let button = button.min(ui.available_width() - CROSS - NARROWEST * 5.0);
                let room = ui.available_width() - CROSS - button;
                let width = (room / steps.len() as f32 - 2.0).max(NARROWEST);
                for (at, step) in steps.iter().enumerate() {
                    if step_button(ui, at + 1, step, now == Some(at), width) {
                        out.send(step.step.place(facts.workspace));
                    }
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let words = "Put the steps away; the palette brings them back";
                    if icon_button(ui, icons::CLOSE, words).clicked() {
                        out.run(Command::ToggleSteps);
                    }
                    if let (Some((_, (_, action))), Some(offered)) = (next(&steps), &offered) {
                        // What the button does is told by its words; which step it belongs to by its place.
                        let offer = primary_within(ui, Some(icons::NEXT), offered, button);
                        if offer.clicked() {
                            out.send(action.clone());
                        }
                    }
                });
            });
        });
}

/// What the button takes with all of its words.
fn button_width(ui: &Ui, words: &str) -> f32 {
    let label = parts::line(ui, words, fonts::strong(), Tokens::of(ui).text);
    (label.size().x + 52.0).ceil()
}

fn step_button(ui: &mut Ui, place: usize, step: &StepStatus, is_now: bool, width: f32) -> bool {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT - 6.0), Sense::click());
    let state = if step.is_done { "done" } else { "to be done" };
    let name = format!(
        "Step {place}, {}: {state}. {}",
        step.step.name(),
        step.words
    );
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), &name));
    if response.hovered() {
        ui.painter()
            .rect_filled(rect, CARD_RADIUS, tokens.hover_tint);
    }
    let centre = pos2(rect.left() + 8.0 + MARK, rect.center().y);
    if step.is_done {
        ui.painter().circle_filled(centre, MARK, tokens.accent_tint);
        parts::put_icon(ui.painter(), centre, icons::CHECKED, 14.0, tokens.accent);
    } else {
        let ink = if is_now { tokens.accent } else { tokens.dim };
        let line = Stroke::new(if is_now { 1.75 } else { 1.0 }, ink);
        ui.painter().circle_stroke(centre, MARK, line);
        let number = parts::line(ui, &place.to_string(), fonts::chip(), ink);
        let corner = centre - number.size() / 2.0;
        ui.painter().galley(corner, number, ink);
    }
    let left = rect.left() + 2.0 * MARK + 16.0;
    let room = rect.right() - left - 6.0;
    let (ink, font) = if is_now {
        (tokens.text, fonts::strong())
    } else {
        (tokens.dim, fonts::body())
    };
    let (title, _) = parts::line_within(ui, step.step.name(), font, ink, room);
    parts::put_left(ui.painter(), pos2(left, rect.center().y - 8.0), title);
    let (words, cut) = parts::line_within(ui, &step.words, fonts::detail(), tokens.dim, room);
    parts::put_left(ui.painter(), pos2(left, rect.center().y + 9.0), words);
    parts::focus_ring(ui, &response, rect, CARD_RADIUS);
    let clicked = response.clicked();
    if cut {
        response.on_hover_text(&step.words);
    }
    clicked
}
