//! The Release stage: a checklist that turns into a button.

pub(in crate::ui) mod checklist;
mod recipients;

use crate::engine::change::Change;
use crate::engine::recipients::RecipientRelease;
use crate::engine::release::ReleaseOutcome;
use crate::engine::workspace::Workspace;
use crate::metrics::Metric;
use crate::model::kind::Kind;
use crate::model::settings::ReleaseFormat;
use crate::ui::actions::{Action, Outbox};
use crate::ui::baskets::standing::BasketStanding;
use crate::ui::commands::Command;
use crate::ui::method_result::MethodResult;
use crate::ui::standing::Standing;
use crate::ui::survey::standing::SurveyStanding;
use crate::ui::theme::{CARD_RADIUS, MARGIN, Tokens, fonts, icons};
use crate::ui::widgets::{
    Banner, BannerKind, check_box, choice, link, metric_row, number, primary_button, quiet_button,
    section, sentence, title,
};
use checklist::{Item, checklist, line, why_not};
use egui::{CentralPanel, Frame, Label, Margin, RichText, ScrollArea, Stroke, TextEdit, Ui};
use std::path::PathBuf;

#[derive(Default)]
pub struct ReleaseView {
    pub folder: String,
    /// The last outcome, with the revision of the settings it was made for.
    pub outcome: Option<(u64, PathBuf, Box<ReleaseOutcome>)>,
    /// The outcome is new: it is to be seen without scrolling.
    pub reveal: bool,
    /// What became of the releases for all recipients, with the revision of the settings they were made for.
    pub for_all: Option<(u64, Vec<RecipientRelease>)>,
    pub reveal_for_all: bool,
}

pub struct Lent<'a> {
    pub workspace: &'a Workspace,
    pub standing: Option<&'a Standing>,
    /// Of ratings.
    pub people: Option<&'a SurveyStanding>,
    /// Of transactions.
    pub baskets: Option<&'a BasketStanding>,
    /// What the last run of the method brought.
    pub result: Option<&'a MethodResult>,
    pub method_running: bool,
    /// Cells that a spreadsheet would run, once they are counted.
    pub formulas: Option<usize>,
    pub running: bool,
}

impl ReleaseView {
    pub fn show(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let tokens = Tokens::of(ui);
        let frame = Frame::new()
            .fill(tokens.ground)
            .inner_margin(Margin::symmetric(MARGIN as i8 + 6, MARGIN as i8));
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.set_max_width(ui.available_width().min(720.0));
                title(ui, "Release");
                sentence(ui, "Every line must hold before anything is written.");
                ui.add_space(10.0);
                let items = checklist(lent);
                for item in &items {
                    line(ui, item, out);
                }
                ui.add_space(16.0);
                options(ui, lent, out);
                ui.add_space(16.0);
                self.write(ui, lent, &items, out);
                self.result(ui, lent, out);
                self.recipients(ui, lent, &items, out);
                ui.add_space(16.0);
            });
        });
    }

    /// Why a release cannot be written now.
    pub fn why_not(&self, lent: &Lent<'_>) -> Option<String> {
        why_not(checklist(lent).iter(), &self.folder, lent.running)
    }

    fn write(&mut self, ui: &mut Ui, lent: &Lent<'_>, items: &[Item], out: &mut Outbox) {
        section(ui, "Where to");
        sentence(
            ui,
            "A new folder with the released table, a certificate and a report. What must stay in house (the audit \
             file) is written beside it.",
        );
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            let edit = TextEdit::singleline(&mut self.folder)
                .hint_text("Folder of the release")
                .margin(Margin::symmetric(10, 7))
                .desired_width((ui.available_width() - 120.0).clamp(120.0, 460.0));
            ui.add(edit).accessible_name("Folder of the release");
            if quiet_button(ui, Some(icons::OPEN), "Browse").clicked() {
                out.run(Command::ReleaseFolder);
            }
        });
        ui.add_space(10.0);
        let why_not = why_not(items.iter(), &self.folder, lent.running);
        ui.add_enabled_ui(why_not.is_none(), |ui| {
            let button = primary_button(ui, Some(icons::RELEASE), "Write the release");
            if button.clicked() {
                out.run(Command::WriteRelease);
            }
        });
        if let Some(why) = why_not {
            sentence(ui, &why);
        }
    }

    fn result(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let Some((revision, folder, outcome)) = &self.outcome else {
            return;
        };
        ui.add_space(16.0);
        let stale = *revision != lent.workspace.revision();
        let tokens = Tokens::of(ui);
        let card = Frame::new()
            .fill(tokens.card)
            .stroke(Stroke::new(1.0, tokens.line))
            .corner_radius(CARD_RADIUS)
            .inner_margin(Margin::same(14))
            .show(ui, |ui| match outcome.as_ref() {
                ReleaseOutcome::Written(answer) => {
                    ui.horizontal(|ui| {
                        ui.label(icons::text(icons::SATISFIED, 20.0).color(tokens.satisfied));
                        let promise = lent.workspace.settings().requirement.sentence();
                        let words = if stale {
                            "Written and verified, with earlier settings".to_owned()
                        } else {
                            format!("Written and verified: {promise}")
                        };
                        ui.label(fonts::strong_text(words));
                    });
                    ui.add(Label::new(folder.display().to_string()).wrap());
                    for (path, what) in answer.beside.all() {
                        let words = format!("Kept in house: {} ({what})", path.display());
                        ui.add(Label::new(words).wrap());
                    }
                    let word = answer.check.kind.record(2);
                    metric_row(
                        ui,
                        &format!("{word} released"),
                        &number::count(answer.check.records as u64),
                    );
                    metric_row(
                        ui,
                        &format!("{word} left out"),
                        &number::count(answer.suppressed_rows.len() as u64),
                    );
                    let cost = match answer.check.kind {
                        Kind::Ratings => ("distortion", Metric::Distortion),
                        _ => ("information loss", Metric::Loss),
                    };
                    if let Some(value) = answer.metrics.get(cost.1) {
                        metric_row(ui, cost.0, &number::decimal(value))
                            .on_hover_text(cost.1.sentence());
                    }
                    metric_row(
                        ui,
                        "cells a spreadsheet would run",
                        &number::count(answer.formula_cells as u64),
                    );
                    ui.add_space(6.0);
                    let command = format!("cloakroom verify {}", quoted(folder));
                    ui.horizontal(|ui| {
                        sentence(ui, "Anybody can check it again:");
                        ui.add(Label::new(RichText::new(&command).font(fonts::strong())).wrap());
                        if link(ui, "Copy").clicked() {
                            ui.ctx().copy_text(command.clone());
                        }
                    });
                }
                ReleaseOutcome::NotReached(missed) => {
                    let words = format!("Nothing was written. {}", missed.why);
                    if Banner::new(BannerKind::Error, &words)
                        .action("Show the records")
                        .show(ui)
                    {
                        out.send(Action::ShowViolating);
                    }
                }
            });
        if std::mem::take(&mut self.reveal) {
            card.response.scroll_to_me(Some(egui::Align::BOTTOM));
        }
    }
}

fn quoted(folder: &std::path::Path) -> String {
    let text = folder.display().to_string();
    if text.contains([' ', '\'', '"', '(', ')', '&', ';', '$']) {
        format!("'{}'", text.replace('\'', "'\\''"))
    } else {
        text
    }
}

fn options(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let settings = lent.workspace.settings();
    section(ui, "How");
    let mut shuffle = settings.release.shuffle;
    if check_box(ui, &mut shuffle, "Shuffle the rows").changed() {
        out.change(Change::SetShuffle(shuffle));
    }
    let mut escape = settings.release.escape_formulas;
    if check_box(ui, &mut escape, "Escape cells that a spreadsheet would run").changed() {
        out.change(Change::SetEscapeFormulas(escape));
    }
    ui.horizontal(|ui| {
        ui.label("Format");
        let mut format = settings.release.format;
        let names = [
            (ReleaseFormat::Csv, "CSV"),
            (ReleaseFormat::Parquet, "Parquet"),
        ];
        if choice(ui, "Format", 110.0, &mut format, &names) {
            out.change(Change::SetFormat(format));
        }
        ui.add_space(16.0);
        ui.label("Seed of the shuffle");
        let mut seed = settings.method.seed;
        let field = egui::DragValue::new(&mut seed).speed(0.1);
        if ui
            .add(field)
            .accessible_name("Seed of the shuffle")
            .changed()
        {
            out.change(Change::SetSeed(seed));
        }
    });
}
