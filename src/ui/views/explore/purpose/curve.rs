//! From trust to degree, drawn: the curve, its points where it is the user's own, and every recipient on it.

use super::pair::detail;
use crate::engine::change::Change;
use crate::model::purpose::{Decomposition, Projection, Recipient, Target};
use crate::ui::actions::Outbox;
use crate::ui::purpose::points::{self, STEP};
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::views::explore::canvas_keys::takes_keys;
use crate::ui::widgets::{number, quiet_button, section_with, segments};
use egui::{
    Align2, Color32, Id, Key, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2,
};

/// For the words at the axes.
const LEFT: f32 = 40.0;
const BELOW: f32 = 36.0;
const LARGEST: f32 = 420.0;
const HANDLE: f32 = 5.5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Quadratic,
    Linear,
    Own,
}

impl Form {
    fn of(projection: &Projection) -> Self {
        match projection {
            Projection::Quadratic => Self::Quadratic,
            Projection::Linear => Self::Linear,
            Projection::Curve(_) => Self::Own,
        }
    }
}

#[derive(Default)]
pub struct CurveState {
    /// The point that was touched last.
    selected: Option<usize>,
}

impl CurveState {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        told: &Decomposition,
        recipients: &[Recipient],
        out: &mut Outbox,
    ) {
        section_with(ui, "From trust to degree", |_| ());
        choose(ui, told, out);
        ui.add_space(4.0);
        let side = ui.available_width().min(LARGEST);
        let height = (side - LEFT + BELOW).min((ui.available_height() - 90.0).max(160.0));
        let (rect, _) = ui.allocate_exact_size(vec2(side, height), Sense::hover());
        let plot = Plot {
            area: Rect::from_min_max(rect.min + vec2(LEFT, 8.0), rect.max - vec2(10.0, BELOW)),
            projection: &told.projection,
        };
        let back = ui.interact(plot.area, Id::unique("curve of trust"), Sense::click());
        back.widget_info(|| {
            WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), "Curve from trust to degree")
        });
        plot.paint(ui, told, recipients);
        match &told.projection {
            Projection::Curve(points) => self.points(ui, &plot, &back, points, told, out),
            _ => self.selected = None,
        }
        plot.name_at(&back, recipients);
        self.below(ui, told, out);
    }

    fn points(
        &mut self,
        ui: &mut Ui,
        plot: &Plot<'_>,
        back: &Response,
        curve: &[(f64, f64)],
        told: &Decomposition,
        out: &mut Outbox,
    ) {
        let mut changed: Option<(Vec<(f64, f64)>, &'static str)> = None;
        let mut removed = None;
        for (at, &(trust, degree)) in curve.iter().enumerate() {
            let centre = plot.at(trust, degree);
            let area = Rect::from_center_size(centre, Vec2::splat(20.0));
            let id = Id::unique(("point of a curve", at));
            let response = ui.interact(area, id, Sense::click_and_drag());
            let words = format!(
                "Point {} of the curve: trust {}, degree {}",
                at + 1,
                number::decimal(trust),
                number::decimal(degree)
            );
            response.widget_info(|| WidgetInfo::labeled(Role::Slider, ui.is_enabled(), &words));
            if response.is_pointer_button_down_on() {
                response.request_focus();
            }
            if response.has_focus() {
                self.selected = Some(at);
            }
            if let Some(pointer) = response.interact_pointer_pos()
                && response.dragged()
            {
                let to = plot.value(pointer);
                changed = Some((points::moved(curve, at, to), "move a point of the curve"));
            }
            match keys(ui, &response) {
                Some(Pressed::Move(by)) => {
                    let to = (trust + by.0, degree + by.1);
                    changed = Some((points::moved(curve, at, to), "move a point of the curve"));
                }
                Some(Pressed::Remove) => removed = Some(at),
                None => {}
            }
            plot.handle(ui, centre, &response, self.selected == Some(at));
            response.on_hover_text(format!(
                "{words}. Drag it, or move it with the arrows; Delete removes it."
            ));
        }
        if let Some(at) = removed {
            changed =
                points::removed(curve, at).map(|points| (points, "remove a point of the curve"));
            self.selected = None;
        }
        if back.double_clicked()
            && let Some(pointer) = back.interact_pointer_pos()
            && let Some((points, at)) = points::added(curve, plot.value(pointer))
        {
            changed = Some((points, "add a point to the curve"));
            self.selected = Some(at);
        }
        if let Some((points, name)) = changed.filter(|(points, _)| points != curve) {
            set(told, Projection::Curve(points), name, out);
        }
    }

    /// What can be done to an own curve, and what the others are.
    fn below(&mut self, ui: &mut Ui, told: &Decomposition, out: &mut Outbox) {
        let Projection::Curve(curve) = &told.projection else {
            detail(
                ui,
                "The thesis names a quadratic projection without writing it down; (1 \u{2212} trust)\u{b2} is the usual \
                 reading. More trust never asks for more.",
            );
            return;
        };
        ui.horizontal(|ui| {
            let can_add = widest_gap(curve).is_some();
            ui.add_enabled_ui(can_add, |ui| {
                if quiet_button(ui, Some(icons::ADD), "Add a point").clicked()
                    && let Some(trust) = widest_gap(curve)
                    && let Some((points, at)) =
                        points::added(curve, (trust, told.projection.degree(trust)))
                {
                    self.selected = Some(at);
                    let name = "add a point to the curve";
                    set(told, Projection::Curve(points), name, out);
                }
            });
            let selected = self
                .selected
                .filter(|&at| at < curve.len() && curve.len() > 1);
            ui.add_enabled_ui(selected.is_some(), |ui| {
                let button = quiet_button(ui, Some(icons::DELETE), "Remove the point")
                    .on_disabled_hover_text("Click a point first; the last one stays.");
                if button.clicked()
                    && let Some(points) = selected.and_then(|at| points::removed(curve, at))
                {
                    self.selected = None;
                    let name = "remove a point of the curve";
                    set(told, Projection::Curve(points), name, out);
                }
            });
        });
        detail(
            ui,
            "Drag the points, or double-click beside the curve to add one.",
        );
    }
}

/// The middle of the widest stretch without a point.
fn widest_gap(curve: &[(f64, f64)]) -> Option<f64> {
    let mut trusts = vec![0.0];
    trusts.extend(curve.iter().map(|point| point.0));
    trusts.push(1.0);
    let mut gaps: Vec<(f64, f64)> = trusts
        .windows(2)
        .map(|pair| (pair[1] - pair[0], f64::midpoint(pair[0], pair[1])))
        .collect();
    gaps.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)));
    gaps.first()
        .filter(|(gap, _)| *gap >= 3.0 * STEP)
        .map(|(_, middle)| *middle)
}

fn set(told: &Decomposition, projection: Projection, name: &'static str, out: &mut Outbox) {
    let told = Decomposition {
        projection,
        ..told.clone()
    };
    out.change(Change::SetDecomposition { told, name });
}

fn choose(ui: &mut Ui, told: &Decomposition, out: &mut Outbox) {
    let mut shape = Form::of(&told.projection);
    let choices = [
        (
            Form::Quadratic,
            "Quadratic",
            "(1 \u{2212} trust)\u{b2}: a little trust already takes much away.",
        ),
        (Form::Linear, "Linear", "1 \u{2212} trust."),
        (
            Form::Own,
            "Own curve",
            "Straight lines between points that you choose.",
        ),
    ];
    if segments(ui, &mut shape, &choices) {
        let projection = match shape {
            Form::Quadratic => Projection::Quadratic,
            Form::Linear => Projection::Linear,
            Form::Own => Projection::Curve(points::begin(&told.projection)),
        };
        set(told, projection, "choose a projection", out);
    }
}

enum Pressed {
    Move((f64, f64)),
    Remove,
}

fn keys(ui: &Ui, response: &Response) -> Option<Pressed> {
    if !takes_keys(ui, response) {
        return None;
    }
    let presses = |key| ui.input(|input| input.num_presses(key) as f64 * STEP);
    let right = presses(Key::ArrowRight) - presses(Key::ArrowLeft);
    let up = presses(Key::ArrowUp) - presses(Key::ArrowDown);
    if ui.input(|input| input.key_pressed(Key::Delete) || input.key_pressed(Key::Backspace)) {
        return Some(Pressed::Remove);
    }
    (right != 0.0 || up != 0.0).then_some(Pressed::Move((right, up)))
}

struct Plot<'a> {
    area: Rect,
    projection: &'a Projection,
}

impl Plot<'_> {
    fn at(&self, trust: f64, degree: f64) -> Pos2 {
        pos2(
            self.area.left() + self.area.width() * trust as f32,
            self.area.bottom() - self.area.height() * degree as f32,
        )
    }

    fn value(&self, at: Pos2) -> (f64, f64) {
        let trust = (at.x - self.area.left()) / self.area.width().max(1.0);
        let degree = (self.area.bottom() - at.y) / self.area.height().max(1.0);
        (
            f64::from(trust.clamp(0.0, 1.0)),
            f64::from(degree.clamp(0.0, 1.0)),
        )
    }

    fn paint(&self, ui: &Ui, told: &Decomposition, recipients: &[Recipient]) {
        let (painter, tokens) = (ui.painter(), Tokens::of(ui));
        painter.rect_filled(self.area, 0, tokens.card);
        for step in 0..=4 {
            let share = f64::from(step) / 4.0;
            let line = Stroke::new(1.0, tokens.line);
            painter.vline(self.at(share, 0.0).x, self.area.y_range(), line);
            painter.hline(self.area.x_range(), self.at(0.0, share).y, line);
            let words = number::decimal(share);
            let dim = tokens.dim;
            let font = fonts::chip_light;
            let below = self.at(share, 0.0) + vec2(0.0, 5.0);
            painter.text(below, Align2::CENTER_TOP, &words, font(), dim);
            let beside = self.at(0.0, share) - vec2(6.0, 0.0);
            painter.text(beside, Align2::RIGHT_CENTER, &words, font(), dim);
        }
        let name = pos2(self.area.center().x, self.area.bottom() + 20.0);
        painter.text(
            name,
            Align2::CENTER_TOP,
            "trust",
            fonts::detail(),
            tokens.text,
        );
        let name = self.area.right_top() + vec2(-8.0, 6.0);
        painter.text(
            name,
            Align2::RIGHT_TOP,
            "degree",
            fonts::detail(),
            tokens.text,
        );
        const STEPS: u32 = 200;
        let line: Vec<Pos2> = (0..=STEPS)
            .map(|step| f64::from(step) / f64::from(STEPS))
            .map(|trust| self.at(trust, self.projection.degree(trust)))
            .collect();
        painter.add(Shape::line(line, Stroke::new(2.0, tokens.accent)));
        if let Target::Trust(trust) = told.target {
            self.now(painter, tokens, trust);
        }
        self.recipients(ui, recipients);
    }

    /// What the method aims at.
    fn now(&self, painter: &Painter, tokens: &Tokens, trust: f64) {
        let at = self.at(trust, self.projection.degree(trust));
        let dashes = Stroke::new(1.0, tokens.dim);
        let ends = [at, pos2(at.x, self.area.bottom())];
        painter.extend(Shape::dashed_line(&ends, dashes, 3.0, 3.0));
        let ends = [at, pos2(self.area.left(), at.y)];
        painter.extend(Shape::dashed_line(&ends, dashes, 3.0, 3.0));
        painter.circle(at, 4.5, tokens.card, Stroke::new(2.0, tokens.accent));
        let beside = at + vec2(8.0, -3.0);
        let words = "the method";
        painter.text(
            beside,
            Align2::LEFT_BOTTOM,
            words,
            fonts::chip_light(),
            tokens.dim,
        );
    }

    /// Every recipient on the curve, with a name where there is room for it.
    fn recipients(&self, ui: &Ui, recipients: &[Recipient]) {
        let (painter, tokens) = (ui.painter(), Tokens::of(ui));
        let mut taken: Vec<Rect> = Vec::new();
        for recipient in recipients {
            let at = self.at(recipient.trust, self.projection.degree(recipient.trust));
            painter.circle(at, 6.0, tokens.sensitive, Stroke::new(2.0, tokens.card));
            let galley =
                painter.layout_no_wrap(recipient.name.clone(), fonts::chip(), tokens.sensitive);
            let size = galley.size();
            // The curve falls: above it, to the right, there is room.
            let places = [
                (Align2::LEFT_BOTTOM, at + vec2(7.0, -5.0)),
                (Align2::CENTER_BOTTOM, at + vec2(0.0, -12.0)),
                (Align2::RIGHT_TOP, at + vec2(-7.0, 5.0)),
            ];
            let room = places.into_iter().find_map(|(align, at)| {
                let rect = align.anchor_size(at, size);
                let free = self.area.expand(8.0).contains_rect(rect)
                    && !taken.iter().any(|other| other.intersects(rect));
                free.then_some(rect)
            });
            if let Some(rect) = room {
                painter.rect_filled(rect.expand2(vec2(3.0, 0.0)), 3, tokens.card);
                painter.galley(rect.min, galley, Color32::PLACEHOLDER);
                taken.push(rect);
            }
        }
    }

    /// The recipient, or the degree, under the mouse.
    fn name_at(&self, back: &Response, recipients: &[Recipient]) {
        let Some(pointer) = back.hover_pos() else {
            return;
        };
        let of = |recipient: &&Recipient| {
            let degree = self.projection.degree(recipient.trust);
            self.at(recipient.trust, degree).distance(pointer) < 12.0
        };
        let words = match recipients.iter().find(of) {
            Some(recipient) => format!(
                "{}: trust {} asks for a degree of {}",
                recipient.name,
                number::decimal(recipient.trust),
                number::decimal(self.projection.degree(recipient.trust))
            ),
            None => {
                let (trust, _) = self.value(pointer);
                format!(
                    "A trust of {trust:.2} asks for a degree of {:.2}",
                    self.projection.degree(trust)
                )
            }
        };
        back.clone().on_hover_text_at_pointer(words);
    }

    fn handle(&self, ui: &Ui, centre: Pos2, response: &Response, selected: bool) {
        let (painter, tokens) = (ui.painter(), Tokens::of(ui));
        let lively = response.hovered() || response.dragged();
        let size = if lively { HANDLE + 1.5 } else { HANDLE };
        let rect = Rect::from_center_size(centre, Vec2::splat(2.0 * size));
        let fill = if selected { tokens.accent } else { tokens.card };
        let line = Stroke::new(2.0, tokens.accent);
        painter.rect(rect, 2, fill, line, StrokeKind::Inside);
        if response.has_focus() {
            let halo = Stroke::new(3.0, tokens.accent.gamma_multiply(0.35));
            painter.rect_stroke(rect.expand(2.5), 3, halo, StrokeKind::Middle);
        }
    }
}
