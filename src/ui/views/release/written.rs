//! The release that was written: where it is, what is in it, what stays in house, and how anybody checks it again.

use super::told::path;
use super::{Lent, ReleaseView, Written};
use crate::ui::actions::{Action, Outbox};
use crate::ui::compare::words::metric_value;
use crate::ui::help::figures::records;
use crate::ui::help::metrics;
use crate::ui::kinds::{self, Cost};
use crate::ui::theme::{CARD_RADIUS, Tokens, fonts, icons};
use crate::ui::widgets::{Banner, BannerKind, copy_button, icon_in, metric_row, number, told};
use cloakroom_core::metrics::Metric;
use cloakroom_engine::release::{ReleaseAnswer, ReleaseOutcome};
use cloakroom_verify::REPORT_FILE;
use egui::{Frame, Label, Margin, Rect, RichText, Stroke, Ui, pos2, vec2};
use std::path::Path;

impl ReleaseView {
    pub(super) fn result(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let Some(written) = &self.written else {
            return;
        };
        let is_stale = written.settings != *lent.workspace.settings();
        // What was in the way may have been mended since.
        if is_stale && matches!(written.outcome.as_ref(), ReleaseOutcome::NotReached(_)) {
            self.written = None;
            return;
        }
        let tokens = Tokens::of(ui);
        let card = Frame::new()
            .fill(tokens.card)
            .stroke(Stroke::new(1.0, tokens.line))
            .corner_radius(CARD_RADIUS)
            .inner_margin(Margin::same(12))
            .show(ui, |ui| {
                ui.set_width(ui.available_width());
                match written.outcome.as_ref() {
                    ReleaseOutcome::Written(answer) => {
                        let promise = lent.workspace.settings().requirement.sentence();
                        let words = if is_stale {
                            "Written and verified, with earlier settings".to_owned()
                        } else {
                            format!("Written and verified: {promise}")
                        };
                        whole(ui, &words, written, answer);
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
                }
            });
        let rect = card.response.rect;
        let cross = Rect::from_min_size(
            pos2(rect.right() - 28.0, rect.top() + 8.0),
            vec2(20.0, 20.0),
        );
        let is_written = matches!(written.outcome.as_ref(), ReleaseOutcome::Written(_));
        let put_away = is_written && icon_in(ui, cross, icons::CLOSE, "Put this away").clicked();
        if std::mem::take(&mut self.reveal) {
            card.response.scroll_to_me(Some(egui::Align::TOP));
        }
        if put_away {
            self.written = None;
        }
        ui.add_space(14.0);
    }
}

fn whole(ui: &mut Ui, words: &str, written: &Written, answer: &ReleaseAnswer) {
    let tokens = Tokens::of(ui);
    ui.horizontal_top(|ui| {
        ui.label(icons::text(icons::SATISFIED, 18.0).color(tokens.satisfied));
        ui.scope(|ui| {
            // The cross stands at the right end.
            ui.set_max_width(ui.available_width() - 24.0);
            told(ui, words, fonts::strong(), tokens.text);
        });
    });
    path(ui, &written.folder, "Copy the path of the folder");
    let record = answer.check.kind.record(2);
    let figures = [
        (&records::RELEASED, answer.check.records as u64),
        (&records::LEFT_OUT, answer.suppressed_rows.len() as u64),
    ];
    for (word, count) in figures {
        let label = format!("{record} {}", word.word);
        word.beside(metric_row(ui, &label, &number::count(count)));
    }
    if let Some(error) = answer.metrics.get(Metric::QueryError) {
        let value = metric_value(Metric::QueryError, error);
        let row = metric_row(ui, "counts are off by", &value);
        metrics::of(Metric::QueryError).beside(row);
    }
    let Cost { words, metric } = kinds::of(answer.check.kind).cost;
    if let Some(value) = answer.metrics.get(metric) {
        metrics::of(metric).beside(metric_row(ui, words, &metric_value(metric, value)));
    }
    if answer.formula_cells > 0 {
        let label = if answer.formulas_escaped {
            "formulas, escaped"
        } else {
            records::FORMULAS.word
        };
        let row = metric_row(ui, label, &number::count(answer.formula_cells as u64));
        records::FORMULAS.beside(row);
    }
    ui.spacing_mut().item_spacing.y = 1.0;
    heading(ui, "In the folder, to be passed on");
    for file in &written.files {
        let name = (file.name == REPORT_FILE).then_some("Copy the path of the report");
        sized(
            ui,
            &file.name,
            &number::bytes(file.bytes),
            name,
            &written.folder.join(&file.name),
        );
    }
    heading(ui, "Beside it, kept in house");
    for (place, what) in answer.internal_paths.all() {
        let name = place.file_name().map_or_else(
            || place.display().to_string(),
            |name| name.to_string_lossy().into_owned(),
        );
        let copy = format!("Copy the path of the {what}");
        sized(ui, &name, what, Some(&copy), place);
    }
    ui.add_space(6.0);
    let command = format!("cloakroom verify {}", quoted(&written.folder));
    let dim = tokens.dim;
    ui.label(
        RichText::new("Anybody can check it again:")
            .font(fonts::detail())
            .color(dim),
    );
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let room = ui.available_width() - 34.0;
        ui.scope(|ui| {
            ui.set_max_width(room);
            let words = RichText::new(&command).font(fonts::detail());
            ui.add(Label::new(words).truncate());
        });
        copy_button(ui, "Copy the command", &command);
    });
}

fn heading(ui: &mut Ui, words: &str) {
    ui.add_space(8.0);
    ui.label(fonts::strong_text(words));
}

/// A file: its name, what it is or how large, and a way to copy its path.
fn sized(ui: &mut Ui, name: &str, what: &str, copy: Option<&str>, path: &Path) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let room = ui.available_width() - 34.0;
        ui.scope(|ui| {
            ui.set_max_width(room);
            ui.set_min_width(room);
            metric_row(ui, name, what);
        });
        if let Some(copy) = copy {
            copy_button(ui, copy, &path.display().to_string());
        }
    });
}

fn quoted(folder: &Path) -> String {
    let text = folder.display().to_string();
    if text.contains([' ', '\'', '"', '(', ')', '&', ';', '$']) {
        format!("'{}'", text.replace('\'', "'\\''"))
    } else {
        text
    }
}
