//! The frame around every view: the bar at the top, the stages at the left, the jobs at the bottom.

use super::actions::{Action, Outbox, Stage};
use super::commands::Command;
use super::jobs::Jobs;
use super::kinds;
use super::theme::{CONTROL_RADIUS, MARGIN, Tokens, fonts, icons};
use super::verified::{self, Verified};
use super::widgets::{
    JobClick, JobStrip, SearchBox, StageButton, icon_button, logo, number, parts,
};
use super::workbench::Document;
use cloakroom_core::io::fold::without_keys;
use cloakroom_core::kind::Kind;
use cloakroom_core::load_options::TextEncoding;
use cloakroom_engine::workspace::Workspace;
use egui::{Align, Frame, Label, Layout, Margin, Panel, Rect, RichText, Ui, pos2, vec2};

const TOP: f32 = 48.0;
const BOTTOM: f32 = 34.0;
const LEFT: f32 = 150.0;
/// Icons alone.
const NARROW: f32 = 50.0;
const SEARCH_WIDTH: f32 = 300.0;
/// The width of an icon button.
const BUTTON: f32 = 28.0;
/// So many stand at the right end while a file is open.
const BUTTONS: usize = 6;
const ROOM_FOR_A_MIDDLE: f32 = 1_380.0;

pub fn top_bar(ui: &mut Ui, workspace: Option<&Workspace>, out: &mut Outbox) {
    let tokens = Tokens::of(ui);
    let frame = Frame::new()
        .fill(tokens.panel)
        .inner_margin(Margin::symmetric(16, 0));
    Panel::top("top bar")
        .exact_size(TOP)
        .frame(frame)
        .show(ui, |ui| {
            let bar = ui.max_rect();
            let place = search_place(bar, workspace.is_some());
            ui.horizontal_centered(|ui| {
                logo(ui, 20.0);
                ui.label(fonts::strong_text("Cloakroom"));
                if let Some(workspace) = workspace {
                    ui.add_space(16.0);
                    let room = place.left() - 16.0 - ui.cursor().left();
                    ui.allocate_ui(vec2(room.max(60.0), TOP), |ui| {
                        ui.horizontal_centered(|ui| facts(ui, workspace));
                    });
                }
                buttons(ui, workspace, out);
            });
            let shortcut = Command::Palette.shortcut_text(ui.ctx());
            let search = SearchBox::new(Command::Palette.label(), &shortcut).width(place.width());
            if ui.place(place, search).clicked() {
                out.run(Command::Palette);
            }
        });
}

/// In the middle where there is room on both sides, else beside the buttons, so that the name of the file has room.
fn search_place(bar: Rect, is_open: bool) -> Rect {
    if !is_open || bar.width() >= ROOM_FOR_A_MIDDLE {
        let width = SEARCH_WIDTH.min(bar.width() / 2.0);
        return Rect::from_center_size(bar.center(), vec2(width, 30.0));
    }
    let width = (bar.width() * 0.2).clamp(150.0, SEARCH_WIDTH);
    let right = bar.right() - BUTTONS as f32 * (BUTTON + 8.0) - 16.0;
    Rect::from_min_size(
        pos2(right - width, bar.center().y - 15.0),
        vec2(width, 30.0),
    )
}

fn facts(ui: &mut Ui, workspace: &Workspace) {
    let tokens = Tokens::of(ui);
    let unsaved = if workspace.is_saved() { "" } else { " •" };
    let name = format!("{}{unsaved}", workspace.title());
    let hover = if workspace.is_saved() {
        workspace.loaded().source.path.display().to_string()
    } else {
        "There are changes that are not saved.".to_owned()
    };
    ui.add(Label::new(fonts::strong_text(name)).truncate())
        .on_hover_text(hover);
    let records = workspace.records();
    let kind = workspace.kind();
    let mut words = format!("{} {}", number::count(records as u64), kind.record(records));
    let extent = (kinds::of(kind).extent)(workspace);
    words += &format!(" · {extent} · {}", kind.name());
    ui.add(Label::new(RichText::new(words).font(fonts::detail()).color(tokens.dim)).truncate());
}

/// At the right end, but made from left to right: that is the order of the Tab key.
fn buttons(ui: &mut Ui, workspace: Option<&Workspace>, out: &mut Outbox) {
    let count = if workspace.is_some() { BUTTONS } else { 2 } as f32;
    let width = count * BUTTON + (count - 1.0) * ui.spacing().item_spacing.x;
    ui.add_space((ui.available_width() - width).max(0.0));
    if let Some(workspace) = workspace {
        document_buttons(ui, workspace, out);
    }
    if icon_button(ui, icons::UNKNOWN, "Help").clicked() {
        out.run(Command::Help);
    }
    let (icon, name) = if ui.visuals().dark_mode {
        (icons::TO_LIGHT, "Switch to light")
    } else {
        (icons::TO_DARK, "Switch to dark")
    };
    if icon_button(ui, icon, name).clicked() {
        out.run(Command::ToggleTheme);
    }
}

fn document_buttons(ui: &mut Ui, workspace: &Workspace, out: &mut Outbox) {
    if icon_button(ui, icons::OPEN, "Open a file").clicked() {
        out.run(Command::Open);
    }
    ui.add_enabled_ui(!workspace.is_saved() || workspace.file().is_none(), |ui| {
        if icon_button(ui, icons::SAVE, "Save the project").clicked() {
            out.run(Command::Save);
        }
    });
    let undo = match workspace.undo_name() {
        Some(name) => format!("Undo: {name}"),
        None => "Nothing to undo".to_owned(),
    };
    ui.add_enabled_ui(workspace.undo_name().is_some(), |ui| {
        if icon_button(ui, icons::UNDO, &undo).clicked() {
            out.run(Command::Undo);
        }
    });
    let redo = match workspace.redo_name() {
        Some(name) => format!("Redo: {name}"),
        None => "Nothing to redo".to_owned(),
    };
    ui.add_enabled_ui(workspace.redo_name().is_some(), |ui| {
        if icon_button(ui, icons::REDO, &redo).clicked() {
            out.run(Command::Redo);
        }
    });
}

/// The stages that this kind of data has something to do in.
pub fn stages(kind: Kind) -> &'static [Stage] {
    kinds::of(kind).stages
}

pub fn navigation(
    ui: &mut Ui,
    workspace: &Workspace,
    stage: Stage,
    is_folded: bool,
    attention: impl Fn(Stage) -> Option<String>,
    out: &mut Outbox,
) {
    let tokens = Tokens::of(ui);
    let frame = Frame::new()
        .fill(tokens.panel)
        .inner_margin(Margin::symmetric(8, MARGIN as i8));
    Panel::left("stages")
        .resizable(false)
        .exact_size(if is_folded { NARROW } else { LEFT })
        .frame(frame)
        .show(ui, |ui| {
            for &other in stages(workspace.kind()) {
                let icon = match other {
                    Stage::Data => icons::DATA,
                    Stage::Hierarchies => icons::HIERARCHIES,
                    Stage::Explore => icons::EXPLORE,
                    Stage::Compare => icons::COMPARE,
                    Stage::Release => icons::RELEASE,
                };
                let why = attention(other);
                let button = StageButton::new(icon, other.name())
                    .selected(other == stage)
                    .narrow(is_folded)
                    .attention(why.as_deref());
                if ui.add(button).clicked() {
                    out.send(Action::Go(other));
                }
            }
            ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
                let (icon, name) = match is_folded {
                    true => (icons::RIGHT, "Unfold the stages"),
                    false => (icons::LEFT, "Fold the stages"),
                };
                if icon_button(ui, icon, name).clicked() {
                    out.run(Command::FoldStages);
                }
            });
        });
}

/// What is known below: how the file was read, what was verified last, and what runs.
pub fn bottom_bar(
    ui: &mut Ui,
    (last, document): (Option<&Verified>, Option<&Document>),
    jobs: &Jobs,
    out: &mut Outbox,
) {
    let tokens = Tokens::of(ui);
    let frame = Frame::new()
        .fill(tokens.panel)
        .inner_margin(Margin::symmetric(16, 0));
    Panel::bottom("jobs")
        .exact_size(BOTTOM)
        .frame(frame)
        .show(ui, |ui| {
            ui.horizontal_centered(|ui| {
                if let Some(document) = document {
                    how_it_was_read(ui, &document.workspace, out);
                    // What runs has its own room at the right.
                    let room = (ui.available_width() - running_room(ui, jobs)).max(80.0);
                    ui.allocate_ui_with_layout(
                        vec2(room, BOTTOM),
                        Layout::left_to_right(Align::Center),
                        |ui| {
                            ui.add_space(10.0);
                            verified::show(ui, last, document);
                        },
                    );
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    running(ui, jobs, out);
                });
            });
        });
}

fn how_it_was_read(ui: &mut Ui, workspace: &Workspace, out: &mut Outbox) {
    let tokens = Tokens::of(ui);
    let loaded = workspace.loaded();
    let mut words = vec![number::bytes(loaded.source.bytes)];
    if let Some(delimiter) = &loaded.options.delimiter {
        words.push(match delimiter.as_str() {
            "," => "comma".to_owned(),
            ";" => "semicolon".to_owned(),
            "\t" => "tab".to_owned(),
            "|" => "bar".to_owned(),
            other => format!("\"{other}\""),
        });
    }
    match loaded.options.encoding {
        Some(TextEncoding::Utf8) => words.push("UTF-8".to_owned()),
        Some(TextEncoding::Latin1) => words.push("Latin-1".to_owned()),
        None => {}
    }
    if loaded.options.header == Some(false) {
        words.push("no header".to_owned());
    }
    let mut hover = "How the file was read. A click changes it.".to_owned();
    for note in &loaded.notes {
        hover.push('\n');
        hover.push_str(&without_keys(note));
    }
    let text = RichText::new(words.join(" · "))
        .font(fonts::detail())
        .color(tokens.dim);
    let button = ui
        .add(egui::Button::new(text).frame(false))
        .on_hover_text(hover)
        .accessible_name("How the file was read");
    parts::focus_ring(ui, &button, button.rect, CONTROL_RADIUS);
    if button.clicked() {
        out.run(Command::ReadingOptions);
    }
    if !loaded.notes.is_empty() {
        let words = number::counted(loaded.notes.len() as u64, "note");
        if super::widgets::link(ui, &words).clicked() {
            out.run(Command::ReadingOptions);
        }
    }
}

/// What the strips of what runs take.
fn running_room(ui: &Ui, jobs: &Jobs) -> f32 {
    match jobs.shown().0.len() {
        0 => 0.0,
        many => (many.min(2) as f32 * STRIP).min(ui.available_width() * 0.6),
    }
}

/// The widest that a job's name and progress become.
const STRIP: f32 = 520.0;

/// From right to left.
fn running(ui: &mut Ui, jobs: &Jobs, out: &mut Outbox) {
    let (shown, next) = jobs.shown();
    if let Some(next) = next {
        ui.ctx().request_repaint_after(next);
    }
    if !shown.is_empty() {
        // Progress moves without any input.
        ui.ctx()
            .request_repaint_after(std::time::Duration::from_millis(100));
        let words = number::counted(shown.len() as u64, "job");
        ui.label(
            RichText::new(words)
                .font(fonts::detail())
                .color(Tokens::of(ui).dim),
        );
        ui.add_space(8.0);
    }
    let strips = shown.len().min(2);
    for (at, job) in shown.iter().take(strips).enumerate() {
        let name = match job.stage {
            "" => job.name.clone(),
            stage => format!("{}: {stage}", job.name),
        };
        let strip = JobStrip::new(&name, job.fraction)
            .stage_left(job.stage_left)
            .has_something(job.has_something);
        let room = ui.available_width() / (strips - at) as f32 - ui.spacing().item_spacing.x;
        let click = ui
            .allocate_ui_with_layout(
                vec2(room.clamp(0.0, STRIP), BOTTOM),
                Layout::left_to_right(Align::Center),
                |ui| strip.show(ui),
            )
            .inner;
        match click {
            Some(JobClick::Stop) => out.send(Action::StopJob(job.number)),
            Some(JobClick::Take) => out.send(Action::TakeWhatIsThere(job.number)),
            None => {}
        }
    }
}
