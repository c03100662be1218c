//! The start page: open a file, drop one, go on with a recent one, or begin with a question and the sample that belongs to it.

use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::kinds;
use crate::ui::paths::{Completion, Wants, expand};
use crate::ui::preferences::Preferences;
use crate::ui::theme::{CARD_RADIUS, Tokens, fonts, icons};
use crate::ui::widgets::{
    Chip, ChipKind, PathField, icon_button, link, logo, primary_button, quiet_button, remark,
    section, sentence, title,
};
use cloakroom_core::kind::Kind;
use cloakroom_engine::samples::{self, Sample};
use egui::{
    Align, Frame, Label, Layout, Margin, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, vec2,
};
use std::path::Path;

const WIDTH: f32 = 900.0;
const GAP: f32 = 12.0;
/// A card is not narrower: where there is less room, cards stand below each other.
const NARROWEST: f32 = 218.0;
/// How high the card of a question is.
const QUESTION: f32 = 204.0;
const CARD: egui::Vec2 = vec2(278.0, 104.0);

#[derive(Default)]
pub struct StartPage {
    path: String,
    completion: Completion,
    /// The tables of the papers have a page of their own.
    shows_papers: bool,
}

impl StartPage {
    pub fn show(&mut self, ui: &mut Ui, preferences: &Preferences, out: &mut Outbox) {
        let tokens = Tokens::of(ui);
        Frame::new().fill(tokens.ground).show(ui, |ui| {
            let page = ScrollArea::vertical().id_salt(("start", self.shows_papers));
            page.auto_shrink(false).show(ui, |ui| {
                let side = ((ui.available_width() - WIDTH) / 2.0).max(16.0);
                let width = (ui.available_width() - 2.0 * side).max(240.0);
                ui.horizontal_top(|ui| {
                    ui.add_space(side);
                    ui.vertical(|ui| {
                        ui.set_width(width);
                        if self.shows_papers {
                            self.papers(ui, out);
                        } else {
                            self.first(ui, preferences, out);
                        }
                        ui.add_space(24.0);
                    });
                });
            });
        });
    }

    fn first(&mut self, ui: &mut Ui, preferences: &Preferences, out: &mut Outbox) {
        ui.add_space(28.0);
        ui.horizontal(|ui| {
            logo(ui, 30.0);
            ui.add_space(4.0);
            ui.label(RichText::new("Cloakroom").font(fonts::semibold(26.0)));
        });
        sentence(
            ui,
            "Turn a table of people into a table that may be released. Nothing leaves this machine.",
        );
        ui.add_space(12.0);
        self.own_file(ui, out);
        ui.add_space(20.0);
        section(ui, "Or see how it goes, with invented people");
        ui.add_space(6.0);
        questions(ui, out);
        ui.add_space(10.0);
        if link(ui, "Tables of the papers").clicked() {
            self.shows_papers = true;
        }
        ui.add_space(18.0);
        recent(ui, preferences, out);
    }

    fn own_file(&mut self, ui: &mut Ui, out: &mut Outbox) {
        ui.horizontal_wrapped(|ui| {
            if primary_button(ui, Some(icons::OPEN), "Open your own file").clicked() {
                out.run(Command::Open);
            }
            ui.add_space(8.0);
            let field = PathField::new("Path of a file", Wants::File)
                .hint("or type the path of a file, or drop one here")
                .width((ui.available_width() - 130.0).clamp(180.0, 420.0));
            let response = field.show(ui, &mut self.path, &mut self.completion);
            let entered =
                response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let open = quiet_button(ui, None, "Open path").clicked();
            if (entered || open) && !self.path.trim().is_empty() {
                out.send(Action::Open(expand(&self.path)));
            }
        });
        remark(ui, &self.path, &self.completion, Wants::File);
        ui.add_space(6.0);
        sentence(
            ui,
            "Tables as CSV, Excel, OpenDocument, Parquet, Arrow, JSON lines, SPSS, Stata or SAS transport; ratings wide \
             or long, baskets; recipes (.toml) and projects (.cloak).",
        );
    }

    /// Small tables that papers explain their methods with.
    fn papers(&mut self, ui: &mut Ui, out: &mut Outbox) {
        ui.add_space(24.0);
        if quiet_button(ui, Some(icons::LEFT), "Back").clicked() {
            self.shows_papers = false;
        }
        ui.add_space(10.0);
        title(ui, "Tables of the papers");
        sentence(ui, "Small enough to follow by hand.");
        ui.add_space(8.0);
        let questions = Kind::ALL
            .into_iter()
            .map(|kind| &kinds::of(kind).opening.question);
        let is_large = |sample: &Sample| questions.clone().any(|other| other.sample == sample.name);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            for sample in samples::all().iter().filter(|sample| !is_large(sample)) {
                if card(ui, sample).clicked() {
                    out.send(Action::OpenSample(sample.name));
                }
            }
        });
    }
}

/// Beside each other, or below where there is little room.
fn questions(ui: &mut Ui, out: &mut Outbox) {
    let room = ui.available_width();
    let beside = ((room + GAP) / (NARROWEST + GAP)).floor().clamp(1.0, 3.0);
    let width = ((room - (beside - 1.0) * GAP) / beside).floor();
    for line in Kind::ALL.chunks(beside as usize) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for &kind in line {
                question_card(ui, kind, width, out);
            }
        });
        ui.add_space(GAP - ui.spacing().item_spacing.y);
    }
}

fn question_card(ui: &mut Ui, kind: Kind, width: f32, out: &mut Outbox) {
    let opening = &kinds::of(kind).opening;
    let question = &opening.question;
    let tokens = Tokens::of(ui);
    let frame = Frame::new()
        .fill(tokens.card)
        .stroke(Stroke::new(1.0, tokens.line))
        .corner_radius(CARD_RADIUS)
        .inner_margin(Margin::same(14));
    frame.show(ui, |ui| {
        ui.vertical(|ui| {
            ui.set_width(width - 30.0);
            ui.set_min_height(QUESTION - 30.0);
            ui.spacing_mut().item_spacing.y = 6.0;
            ui.add(Chip::new(ChipKind::Info, kind.name()));
            let asks = RichText::new(question.asks).font(fonts::section());
            ui.add(Label::new(asks).wrap());
            let needs = RichText::new(format!("It needs {}", question.needs));
            ui.add(Label::new(needs.font(fonts::detail()).color(tokens.dim)).wrap());
            ui.add_space(4.0);
            if quiet_button(ui, Some(icons::SAMPLE), question.opens).clicked() {
                out.send(Action::OpenSample(question.sample));
            }
        });
    });
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
            if link(ui, &name).clicked() {
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
        ui.add(Chip::new(ChipKind::Info, sample.kind.name()));
    });
    let words = RichText::new(sample.sentence)
        .font(fonts::detail())
        .color(tokens.dim);
    inside.add(Label::new(words).selectable(false).wrap());
    response.on_hover_text(sample.title)
}
