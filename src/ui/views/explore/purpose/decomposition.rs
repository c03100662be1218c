//! What a purpose means for the levels: the degree that is asked for and those that are reached, and how it is shared.

use super::pair::detail;
use crate::ui::actions::Outbox;
use crate::ui::help::figures::records::DEGREE;
use crate::ui::panel::decomposition::{self as panel, Direction, direction_words};
use crate::ui::purpose::plan::{self, Plan};
use crate::ui::theme::{CARD_RADIUS, Tokens, fonts, icons};
use crate::ui::views::explore::Lent;
use crate::ui::widgets::{choice, number, quiet_button, segments};
use cloakroom_core::method::MethodName;
use cloakroom_core::purpose::{Decomposition, LevelWeights, Target};
use cloakroom_engine::change::Change;
use cloakroom_microdata::method::decomposition::DecompositionReport;
use cloakroom_microdata::profile::dependency::DependencyProfile;
use egui::{
    Align, DragValue, Frame, Layout, Margin, RichText, Sense, Stroke, Ui, WidgetInfo, pos2, vec2,
};

const ASKED: &str =
    "What is aimed at: the degree itself, or what the trust in the recipient asks for.";
const TARGET: &str = "The degree of the levels that follow. Levels are whole, so it is seldom the degree that is asked \
    for (the thesis takes the two for equal).";
const RELEASED: &str = "The degree of the last run, whose levels also keep every promise.";

/// What the levels of every compared column lose; `None` until the hierarchies are read.
pub fn losses(lent: &Lent<'_>, profile: &DependencyProfile) -> Option<Vec<Vec<f64>>> {
    let hierarchies = lent.hierarchies?.ok()?;
    let table = lent.workspace.table()?;
    Some(plan::losses(table, hierarchies, profile.names()))
}

/// How the degree is shared, and how steps count towards it.
pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let settings = lent.workspace.settings();
    let told = &settings.method.decomposition;
    ui.add_space(4.0);
    let mut direction = Direction::of(told);
    let choices = [
        (Direction::Nearest, "Nearest"),
        (Direction::Spare, "Spare the useful"),
        (Direction::Printed, "As in the thesis"),
    ]
    .map(|(direction, name)| (direction, name, direction_words(direction)));
    ui.horizontal(|ui| {
        if segments(ui, &mut direction, &choices) {
            set(
                "choose how a degree becomes levels",
                direction.told(told),
                out,
            );
        }
        if settings.method.name != MethodName::Decomposition {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let button = quiet_button(ui, Some(icons::CHECKED), "Use this method");
                let hover = MethodName::Decomposition.sentence();
                if button.on_hover_text(hover).clicked() {
                    out.change(Change::SetMethod(MethodName::Decomposition));
                }
            });
        }
    });
    detail(ui, direction_words(Direction::of(told)));
    weights(ui, told, out);
}

fn set(name: &'static str, told: Decomposition, out: &mut Outbox) {
    out.change(Change::SetDecomposition { told, name });
}

/// How the steps count towards a degree.
fn weights(ui: &mut Ui, told: &Decomposition, out: &mut Outbox) {
    ui.horizontal(|ui| {
        let dim = Tokens::of(ui).dim;
        ui.label(RichText::new("steps count").color(dim))
            .on_hover_text(panel::WEIGHTS);
        let mut weights = told.weights;
        let names = panel::weight_names();
        if choice(ui, "Weights of steps", 160.0, &mut weights, &names) {
            let told = Decomposition {
                weights,
                ..told.clone()
            };
            set("choose how steps count", told, out);
        }
        if told.weights == LevelWeights::Utility {
            let mut beta = told.beta;
            ui.label(RichText::new("\u{3b2}").color(dim));
            let field = DragValue::new(&mut beta)
                .range(1.0..=panel::LARGEST_BETA)
                .speed(0.02)
                .max_decimals(2);
            let field = ui.add(field).accessible_name("Exponent of the weights");
            if field.on_hover_text(panel::WEIGHTS).changed() {
                let told = Decomposition {
                    beta,
                    ..told.clone()
                };
                set("set \u{3b2}", told, out);
            }
        }
    });
}

/// The degrees side by side, on one scale from 0 to 1.
pub fn degrees(ui: &mut Ui, lent: &Lent<'_>, plan: &Plan) {
    let tokens = Tokens::of(ui);
    let told = &lent.workspace.settings().method.decomposition;
    let released = released(lent);
    let asked = match told.target {
        Target::Degree(_) => "asked for".to_owned(),
        Target::Trust(trust) => format!("asked for by a trust of {}", number::decimal(trust)),
    };
    let figures = [
        (asked.as_str(), Some(plan.asked), ASKED),
        ("reached by the target levels", plan.reached, TARGET),
        ("reached by the last run", released, RELEASED),
    ];
    Frame::new()
        .fill(tokens.card)
        .stroke(Stroke::new(1.0, tokens.line))
        .corner_radius(CARD_RADIUS)
        .inner_margin(Margin::symmetric(12, 10))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 5.0;
            ui.label(fonts::strong_text("Degree of anonymisation"))
                .on_hover_text(DEGREE.in_short());
            for (words, degree, meaning) in figures {
                bar(ui, words, degree, plan.asked, meaning);
            }
        });
}

fn bar(ui: &mut Ui, words: &str, degree: Option<f64>, asked: f64, meaning: &str) {
    let tokens = Tokens::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::hover());
    let figure = degree.map_or("not known yet".to_owned(), |degree| format!("{degree:.3}"));
    let label = format!("{words}: {figure}");
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &label));
    let painter = ui.painter();
    let top = rect.top() + 8.0;
    painter.text(
        pos2(rect.left(), top),
        egui::Align2::LEFT_CENTER,
        words,
        fonts::detail(),
        tokens.dim,
    );
    painter.text(
        pos2(rect.right(), top),
        egui::Align2::RIGHT_CENTER,
        figure,
        fonts::semibold(fonts::DETAIL_SIZE),
        tokens.text,
    );
    let track = egui::Rect::from_min_max(
        pos2(rect.left(), rect.bottom() - 7.0),
        pos2(rect.right(), rect.bottom() - 2.0),
    );
    painter.rect_filled(track, 2, tokens.track);
    if let Some(degree) = degree {
        let end = track.left() + track.width() * degree.clamp(0.0, 1.0) as f32;
        painter.rect_filled(track.with_max_x(end), 2, tokens.accent);
    }
    // What was asked for, on every bar.
    let x = track.left() + track.width() * asked.clamp(0.0, 1.0) as f32;
    let tick = Stroke::new(2.0, tokens.text);
    painter.vline(x, track.top() - 3.0..=track.bottom() + 2.0, tick);
    response.on_hover_text(meaning);
}

/// The degree that the last run reached, if it was a decomposition of the settings as they are now.
fn released(lent: &Lent<'_>) -> Option<f64> {
    report(lent).map(|report| report.degree_released)
}

fn report<'a>(lent: &Lent<'a>) -> Option<&'a DecompositionReport> {
    let result = lent.result?;
    let stale = result.is_stale(lent.workspace.revision(), lent.workspace.settings());
    let report = result.candidate()?.anonymized.decomposition.as_deref();
    report.filter(|_| !stale)
}

/// The level of a column in the last run, if that was a decomposition of the settings as they are now.
pub fn released_level(lent: &Lent<'_>, column: &str) -> Option<u32> {
    let columns = report(lent)?.columns.iter();
    let mut columns = columns.filter(|decomposed| decomposed.column == column);
    columns.next().map(|decomposed| decomposed.released_level)
}
