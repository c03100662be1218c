//! The method: which one, with which parameters, and what its last run brought.

use super::Lent;
use crate::ui::actions::{Action, CompareTab, Outbox, Stage};
use crate::ui::commands::Command;
use crate::ui::kinds;
use crate::ui::method_result::{MethodResult, RunOutcome};
use crate::ui::theme::{self, Tokens, fonts, icons};
use crate::ui::widgets::{
    link, menu_entry, menu_heading, metric_row, number, picker, primary_button, quiet_button,
    section, section_with, sentence,
};
use cloakroom_core::method::{MethodName, methods_by_rank};
use cloakroom_engine::advice::duration::size_of;
use cloakroom_engine::change::Change;
use egui::{Popup, RichText, ScrollArea, Ui};

const MENU_WIDTH: f32 = 380.0;
const MENU_HEIGHT: f32 = 470.0;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    section(ui, "Method");
    ui.horizontal(|ui| {
        let run = if lent.method_running.is_some() {
            "Stop"
        } else {
            "Run"
        };
        // Both words have the same room: the menu does not move when a run begins.
        let width = ui.available_width() - 86.0;
        choose(ui, lent, width, out);
        match &lent.method_running {
            Some(running) => {
                if quiet_button(ui, Some(icons::CLOSE), run).clicked() {
                    out.send(Action::StopJob(running.number));
                }
            }
            None => {
                let keys = Command::RunMethod.shortcut_text(ui.ctx());
                let hover = format!("{} ({keys})", Command::RunMethod.explanation());
                let button = primary_button(ui, Some(icons::RUN), run);
                if button.on_hover_text(hover).clicked() {
                    out.run(Command::RunMethod);
                }
            }
        }
    });
    super::parameters::show(ui, lent, out);
    ui.add_space(4.0);
    progress(ui, lent, out);
    match lent.result {
        Some(result) => last_run(ui, lent, result, out),
        None if lent.method_running.is_none() => {
            sentence(ui, lent.workspace.settings().method.name.sentence());
            super::advice::show(ui, lent, out);
        }
        None => super::advice::show(ui, lent, out),
    }
    if lent.stage != Stage::Release {
        ui.add_space(10.0);
        if quiet_button(ui, Some(icons::RELEASE), "Go to release").clicked() {
            out.send(Action::Go(Stage::Release));
        }
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

fn progress(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let Some(running) = &lent.method_running else {
        return;
    };
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
        words.push_str(&format!("; {} % in all", (fraction * 100.0).floor()));
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
        let words = RichText::new(words).font(fonts::detail()).color(ink);
        ui.add(egui::Label::new(words).wrap());
    }
    if result.has_ended_early() {
        sentence(
            ui,
            "Ended early: what was there was taken. A release takes it as it is; run to its end, the method may lose less.",
        );
    }
    for words in result.headline() {
        sentence(ui, words);
    }
    super::advice::show(ui, lent, out);
    match &result.outcome {
        RunOutcome::Reached(candidate) => (panel.figures)(ui, candidate),
        // Told above, in the verdict; of earlier settings here.
        RunOutcome::NotReached(why) if stale => _ = sentence(ui, why),
        RunOutcome::NotReached(_) => {}
    }
    metric_row(ui, "took", &number::duration(result.took))
        .on_hover_text("How long the method ran, its measures included.");
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
