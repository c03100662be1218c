//! From trust to degree, drawn: the curve, its points where it is the user's own, and every recipient on it.

use super::pair::detail;
use super::plot::{Plot, STEPS};
use crate::ui::actions::Outbox;
use crate::ui::purpose::points::{self, STEP};
use crate::ui::theme::icons;
use crate::ui::views::explore::canvas_keys::takes_keys;
use crate::ui::widgets::{number, quiet_button, section_with, segments};
use cloakroom_core::purpose::{Decomposition, Projection, Recipient, Target};
use cloakroom_engine::change::Change;
use cloakroom_microdata::method::decomposition::Aim;
use egui::{Id, Key, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, vec2};

/// For the words at the axes.
const LEFT: f32 = 40.0;
const BELOW: f32 = 36.0;
const LARGEST: f32 = 420.0;

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
    /// What trust achieves, and by what.
    achieved: Option<(Aim, Projection, Vec<f64>)>,
}

impl CurveState {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        told: &Decomposition,
        aim: Option<Aim>,
        recipients: &[Recipient],
        out: &mut Outbox,
    ) {
        self.refresh(told, aim);
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
        plot.paint(ui, told, self.achieved(), recipients);
        match &told.projection {
            Projection::Curve(points) => self.points(ui, &plot, &back, points, told, out),
            _ => self.selected = None,
        }
        plot.name_at(&back, recipients);
        achieves(ui, told, self.achieved());
        self.below(ui, told, out);
    }

    fn achieved(&self) -> Option<&[f64]> {
        self.achieved.as_ref().map(|(_, _, degrees)| &degrees[..])
    }

    fn refresh(&mut self, told: &Decomposition, aim: Option<Aim>) {
        let Some(aim) = aim else {
            self.achieved = None;
            return;
        };
        let known = self.achieved.as_ref();
        if known.is_some_and(|(of, by, _)| *of == aim && *by == told.projection) {
            return;
        }
        let trusts = (0..=STEPS).map(|step| f64::from(step) / f64::from(STEPS));
        let degrees = trusts.map(|trust| told.projection.degree(trust));
        let achieved = aim.achieved_for(degrees);
        self.achieved = Some((aim, told.projection.clone(), achieved));
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

/// What the trust of now asks for, and what the levels that follow have.
fn achieves(ui: &mut Ui, told: &Decomposition, achieved: Option<&[f64]>) {
    let (Target::Trust(trust), Some(achieved)) = (told.target, achieved) else {
        return;
    };
    let step = (trust * f64::from(STEPS)).round() as usize;
    if let Some(degree) = achieved.get(step) {
        let words = format!(
            "A trust of {} asks for {:.3}; the levels that follow have {degree:.3}, as the steps show for every trust. \
             Promises may ask for other levels.",
            number::decimal(trust),
            told.degree()
        );
        detail(ui, &words);
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
