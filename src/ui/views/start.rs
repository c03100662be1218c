//! The start page: open a file, drop one, go on with a recent one, or try a sample.

use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::kinds;
use crate::ui::preferences::Preferences;
use crate::ui::theme::{CARD_RADIUS, Tokens, fonts, icons};
use crate::ui::widgets::{
    Chip, icon_button, logo, primary_button, quiet_button, section, sentence,
};
use cloakroom_engine::samples::{self, Sample};
use egui::{
    Align, Frame, Label, Layout, Margin, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextEdit,
    Ui, WidgetInfo, vec2,
};
use std::path::{Path, PathBuf};

const WIDTH: f32 = 860.0;
const CARD: egui::Vec2 = vec2(278.0, 104.0);

#[derive(Default)]
pub struct StartPage {
    path: String,
}

impl StartPage {
    pub fn show(&mut self, ui: &mut Ui, preferences: &Preferences, out: &mut Outbox) {
        let tokens = Tokens::of(ui);
        Frame::new().fill(tokens.ground).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                let side = ((ui.available_width() - WIDTH) / 2.0).max(16.0);
                let width = (ui.available_width() - 2.0 * side).max(320.0);
                ui.horizontal_top(|ui| {
                    ui.add_space(side);
                    ui.vertical(|ui| {
                        ui.set_width(width);
                        ui.add_space(36.0);
                        self.greeting(ui, out);
                        ui.add_space(28.0);
                        recent(ui, preferences, out);
                        sample_lists(ui, out);
                        ui.add_space(24.0);
                    });
                });
            });
        });
    }

    fn greeting(&mut self, ui: &mut Ui, out: &mut Outbox) {
        ui.horizontal(|ui| {
            logo(ui, 30.0);
            ui.add_space(4.0);
            ui.label(RichText::new("Cloakroom").font(fonts::semibold(26.0)));
        });
        sentence(
            ui,
            "Turn a table of people into a table that may be released. Nothing leaves this machine.",
        );
        ui.add_space(14.0);
        ui.horizontal(|ui| {
            if primary_button(ui, Some(icons::OPEN), "Open a file").clicked() {
                out.run(Command::Open);
            }
            ui.add_space(8.0);
            let edit = TextEdit::singleline(&mut self.path)
                .hint_text("or type the path of a file, or drop one here")
                .margin(Margin::symmetric(10, 7))
                .desired_width(420.0);
            let response = ui.add(edit).accessible_name("Path of a file");
            let entered =
                response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let open = quiet_button(ui, None, "Open path").clicked();
            if (entered || open) && !self.path.trim().is_empty() {
                out.send(Action::Open(PathBuf::from(self.path.trim())));
            }
        });
        ui.add_space(6.0);
        sentence(
            ui,
            "Tables as CSV, TSV or Parquet (also .gz), ratings wide or long, baskets; recipes (.toml) and \
             projects (.cloak).",
        );
    }
}

fn recent(ui: &mut Ui, preferences: &Preferences, out: &mut Outbox) {
    if preferences.recent.is_empty() {
        return;
    }
    let tokens = Tokens::of(ui);
    section(ui, "Recent");
    ui.add_space(4.0);
    for path in preferences.recent.iter().take(6) {
        ui.horizontal(|ui| {
            ui.label(icons::text(icons::RECENT, 17.0).color(tokens.dim));
            let name = path
                .file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let folder = path.parent().unwrap_or(Path::new("")).display().to_string();
            if crate::ui::widgets::link(ui, &name).clicked() {
                out.send(Action::Open(path.clone()));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if icon_button(ui, icons::CLOSE, &format!("Forget {name}")).clicked() {
                    out.send(Action::ForgetRecent(path.clone()));
                }
                let words = RichText::new(folder)
                    .font(fonts::detail())
                    .color(tokens.dim);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(words).truncate());
                });
            });
        });
    }
    ui.add_space(22.0);
}

fn sample_lists(ui: &mut Ui, out: &mut Outbox) {
    let (papers, large): (Vec<_>, Vec<_>) = samples::all()
        .iter()
        .partition(|sample| is_from_a_paper(sample));
    section(ui, "Samples");
    sentence(
        ui,
        "Made up by a generator, with the correlations of real data.",
    );
    ui.add_space(6.0);
    cards(ui, &large, out);
    ui.add_space(20.0);
    section(ui, "The papers' tables");
    sentence(ui, "Small enough to follow by hand.");
    ui.add_space(6.0);
    cards(ui, &papers, out);
}

fn is_from_a_paper(sample: &Sample) -> bool {
    sample.name.starts_with("thesis") || sample.name.starts_with("paper")
}

fn cards(ui: &mut Ui, samples: &[&'static Sample], out: &mut Outbox) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(12.0, 12.0);
        for sample in samples {
            if card(ui, sample).clicked() {
                out.send(Action::OpenSample(sample.name));
            }
        }
    });
}

fn card(ui: &mut Ui, sample: &Sample) -> egui::Response {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
    let name = format!("Open the sample {}", sample.name);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &name));
    let hot = response.hovered() || response.has_focus();
    let (fill, line) = if hot {
        (tokens.card, Stroke::new(1.5, tokens.accent))
    } else {
        (tokens.card, Stroke::new(1.0, tokens.line))
    };
    ui.painter()
        .rect(rect, CARD_RADIUS, fill, line, StrokeKind::Inside);
    let mut inside = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(rect.shrink2(vec2(14.0, 10.0)))
            .layout(Layout::top_down(Align::Min)),
    );
    inside.spacing_mut().item_spacing.y = 4.0;
    inside.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 20.0;
        ui.add(Label::new(fonts::strong_text(sample.name)).selectable(false));
        let chip = kinds::of(sample.kind).opening.chip;
        ui.add(Chip::new(chip, sample.kind.name()));
    });
    let words = RichText::new(sample.sentence)
        .font(fonts::detail())
        .color(tokens.dim);
    inside.add(Label::new(words).selectable(false).wrap());
    response.on_hover_text(sample.title)
}
