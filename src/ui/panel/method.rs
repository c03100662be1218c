//! The method: which one, with which parameters, and what its last run brought.

use super::Lent;
use crate::ui::actions::{Action, CompareTab, Outbox, Stage};
use crate::ui::commands::Command;
use crate::ui::help::figures::records::TOOK;
use crate::ui::kinds;
use crate::ui::method_result::{MethodResult, RunOutcome};
use crate::ui::runs::Shown;
use crate::ui::theme::{self, Tokens, fonts, icons};
use crate::ui::widgets::{
    figure, link, menu_entry, menu_heading, number, picker, primary_button, quiet_button, section,
    section_with, sentence, told,
};
use cloakroom_core::method::{MethodName, methods_by_rank};
use cloakroom_engine::advice::duration::size_of;
use cloakroom_engine::change::Change;
use egui::{Popup, ScrollArea, Ui};

const MENU_WIDTH: f32 = 380.0;
const MENU_HEIGHT: f32 = 470.0;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    section(ui, "Method");
    ui.horizontal(|ui| {
        // Both words have the same room: the menu does not move when a run begins.
        let width = ui.available_width() - 86.0;
        choose(ui, lent, width, out);
        match lent.runs.to_stop() {
            Some(running) => {
                if quiet_button(ui, Some(icons::CLOSE), "Stop").clicked() {
                    out.send(Action::StopJob(running.number));
                }
            }
            None => {
                let keys = Command::RunMethod.shortcut_text(ui.ctx());
                let mut hover = format!("{} ({keys})", Command::RunMethod.explanation());
                if !lent.runs.runs.is_empty() {
                    hover.push_str(" What runs already goes on, and its result goes to the shelf.");
                }
                let button = primary_button(ui, Some(icons::RUN), "Run");
                if button.on_hover_text(hover).clicked() {
                    out.run(Command::RunMethod);
                }
            }
        }
    });
    super::parameters::show(ui, lent, out);
    ui.add_space(4.0);
    let stoppable = lent.runs.to_stop().map(|running| running.number);
    for run in &lent.runs.runs {
        let has_button = stoppable == Some(run.running.number);
        progress(ui, run, lent.runs.runs.len() > 1, has_button, out);
    }
    // What a run cost may be long, and the way on stands above it.
    let can_go_on = lent.stage != Stage::Release;
    if can_go_on && lent.result.is_some() {
        ui.add_space(4.0);
        to_release(ui, out);
    }
    match lent.result {
        Some(result) => last_run(ui, lent, result, out),
        None if lent.runs.runs.is_empty() => {
            sentence(ui, lent.workspace.settings().method.name.sentence());
            super::advice::show(ui, lent, out);
        }
        None => super::advice::show(ui, lent, out),
    }
    if can_go_on && lent.result.is_none() {
        ui.add_space(10.0);
        to_release(ui, out);
    }
}

fn to_release(ui: &mut Ui, out: &mut Outbox) {
    if quiet_button(ui, Some(icons::RELEASE), "Go to release").clicked() {
        out.send(Action::Go(Stage::Release));
    }
}

/// The methods by rank, each with what it is good for.
fn choose(ui: &mut Ui, lent: &Lent<'_>, width: f32, out: &mut Outbox) {
    let settings = lent.workspace.settings();
    let chosen = settings.method.name;
    let button = picker(ui, "Choose the method", chosen.title(), width);
    let kind = lent.workspace.kind();
    let is_counted = lent.workspace.in_batches().is_some();
    Popup::menu(&button).width(MENU_WIDTH).show(|ui| {
        let size = size_of(&lent.workspace.loaded().dataset, settings);
        theme::menu(ui);
        ScrollArea::vertical()
            .max_height(MENU_HEIGHT)
            .show(ui, |ui| {
                for (rank, methods) in methods_by_rank(kind) {
                    let fits = |method: &&MethodName| !is_counted || method.works_from_counts();
                    let methods: Vec<MethodName> = methods.iter().filter(fits).copied().collect();
                    if !methods.is_empty() {
                        menu_heading(ui, rank.title());
                    }
                    for method in methods {
                        let how_long = lent.durations.how_long(method, size);
                        let words = format!("{} {how_long}", method.good_for());
                        let entry = menu_entry(ui, method.title(), &words, method == chosen);
                        let entry = entry.on_hover_text(method.sentence());
                        if entry.clicked() {
                            out.change(Change::SetMethod(method));
                            ui.close();
                        }
                    }
                }
            });
    });
    button.on_hover_text(chosen.sentence());
}

/// How far a run is: by its name where there are others, and with a way to stop it where the button is not for it.
fn progress(ui: &mut Ui, run: &Shown, is_named: bool, has_button: bool, out: &mut Outbox) {
    let running = &run.running;
    if is_named || !has_button {
        ui.horizontal(|ui| {
            if !has_button && link(ui, "Stop").on_hover_text(&run.words).clicked() {
                out.send(Action::StopJob(running.number));
            }
            ui.add(egui::Label::new(fonts::strong_text(&run.words)).truncate());
        });
    }
    let tokens = Tokens::of(ui);
    let mut words = match running.stage {
        "" => "Running".to_owned(),
        stage => {
            let mut stage = stage.to_owned();
            stage[..1].make_ascii_uppercase();
            stage
        }
    };
    if let Some(left) = running.stage_left {
        words.push_str(&format!(", {}", number::time_left(left)));
    }
    if let Some(fraction) = running.fraction {
        words.push_str(&format!("; {} in all", number::progress(fraction.into())));
    }
    let size = egui::vec2(ui.available_width(), 6.0);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    ui.painter().rect_filled(rect, 3.0, tokens.track);
    let share = running.fraction.unwrap_or(0.0).clamp(0.0, 1.0);
    let done = rect.with_max_x(rect.left() + (rect.width() * share).max(6.0));
    ui.painter().rect_filled(done, 3.0, tokens.accent);
    sentence(ui, &words);
    if running.has_something {
        let hover = "Ends the run with the best that it has by now, which keeps the requirement. Running on would only lose less.";
        if link(ui, "Take what is there")
            .on_hover_text(hover)
            .clicked()
        {
            out.send(Action::TakeWhatIsThere(running.number));
        }
    }
}

fn last_run(ui: &mut Ui, lent: &Lent<'_>, result: &MethodResult, out: &mut Outbox) {
    let stale = result.is_stale(lent.workspace.revision(), lent.workspace.settings());
    ui.add_space(6.0);
    let heading = if stale { "Last run, stale" } else { "Last run" };
    let panel = &kinds::about(lent.workspace).panel;
    let reached = result.outcome.reached();
    let view = reached.map(|_| (panel.look_at_made)(result.settings().method.name));
    section_with(ui, heading, |ui| {
        if let Some((words, tab)) = view
            && link(ui, words).clicked()
        {
            out.send(Action::ShowTab(tab));
        }
        if view.is_some() {
            keep(ui, lent, out);
        }
    });
    if stale {
        let ink = Tokens::of(ui).attention_text;
        let words = format!(
            "{}, with earlier settings. Run again to bring it up to date.",
            result.settings().method.name.title()
        );
        told(ui, words, fonts::detail(), ink);
    }
    if result.has_ended_early() {
        sentence(
            ui,
            "Ended early: what was there was taken. A release takes it as it is; run to its end, the method may lose less.",
        );
    }
    // What an analyst feels comes before every figure.
    let mut sentences = result.headline().iter();
    if let Some(first) = sentences.next() {
        told(ui, first, fonts::strong(), Tokens::of(ui).text);
    }
    for words in sentences {
        sentence(ui, words);
    }
    super::advice::show(ui, lent, out);
    match &result.outcome {
        RunOutcome::Reached(candidate) => (panel.figures)(ui, candidate),
        // Told above, in the verdict; of earlier settings here.
        RunOutcome::NotReached(why) if stale => _ = sentence(ui, why),
        RunOutcome::NotReached(_) => {}
    }
    figure(ui, &TOOK, &number::duration(result.took));
}

/// What is worth comparing goes on the shelf.
fn keep(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    if lent.is_kept {
        if link(ui, "On the shelf").clicked() {
            out.send(Action::ShowCompare(CompareTab::Shelf));
        }
        return;
    }
    let keys = Command::Keep.shortcut_text(ui.ctx());
    let hover = format!("{} ({keys})", Command::Keep.explanation());
    if link(ui, "Keep").on_hover_text(hover).clicked() {
        out.run(Command::Keep);
    }
}
