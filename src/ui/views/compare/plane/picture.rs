//! The plane itself: axes and the front by egui_plot, our own marks and names on top.

use super::Shown;
use crate::ui::compare::chart::step;
use crate::ui::compare::look::Look;
use crate::ui::compare::words;
use crate::ui::compare::words::figure_title;
use crate::ui::theme::{CONTROL_RADIUS, Tokens, fonts};
use crate::ui::views::compare::still::{Axis, still_plot};
use crate::ui::views::explore::canvas_keys::{is_pressed, takes_keys};
use crate::ui::widgets::{FreeRoom, around, parts};
use cloakroom_core::kind::Kind;
use cloakroom_engine::figure::Figure;
use cloakroom_engine::pareto::front;
use cloakroom_engine::report::chart::round_marks;
use cloakroom_engine::shelf::KeptId;
use egui::{Key, Pos2, Rect, Response, Role, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};
use egui_plot::{Line, Plot, PlotBounds, PlotPoint};

const MARK: f32 = 6.0;
const REACH: f32 = 18.0;
/// How much of a mark is left where another candidate is better in both.
const FADED: f32 = 0.38;

/// How far from its mark a name may stand, and where: on the right if there is room.
const AWAY: [f32; 5] = [
    MARK + 7.0,
    MARK + 16.0,
    MARK + 28.0,
    MARK + 42.0,
    MARK + 58.0,
];
const SIDES: [Vec2; 6] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(1.0, 1.0),
    Vec2::new(1.0, -1.0),
    Vec2::new(-1.0, 1.0),
    Vec2::new(-1.0, -1.0),
];

/// The candidate that was clicked or reached by the keyboard.
pub fn picture(
    ui: &mut Ui,
    shown: &[Shown<'_>],
    figures: [Figure; 2],
    kind: Kind,
    selected: Option<KeptId>,
) -> Option<KeptId> {
    let tokens = Tokens::of(ui);
    let most = |at: usize| {
        let values = shown.iter().map(|one| one.at[at]);
        let most = values.fold(0.0, f64::max);
        if most > 0.0 { most * 1.12 } else { 1.0 }
    };
    let (right, top) = (most(0), most(1));
    let points: Vec<[f64; 2]> = shown.iter().map(|one| one.at).collect();
    let front = front(&points, figures.map(Figure::direction));
    let plot = framed(figures, [right, top], kind)
        .grid_color(tokens.line)
        .grid_fade(0.0)
        .show(ui, |plot| {
            plot.set_plot_bounds(PlotBounds::from_min_max([0.0, 0.0], [right, top]));
            let line = Line::new("front", front)
                .stroke(Stroke::new(2.0, tokens.accent.gamma_multiply(0.55)))
                .allow_hover(false);
            plot.line(line);
        });
    let response = plot.response;
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), "Plane of risk and cost")
    });
    let places: Vec<Pos2> = shown
        .iter()
        .map(|one| {
            let point = PlotPoint::new(one.at[0], one.at[1]);
            plot.transform.position_from_point(&point)
        })
        .collect();
    let hit = response.hover_pos().and_then(|at| {
        let near = places.iter().map(|place| place.distance(at)).enumerate();
        let near = near.filter(|(_, distance)| *distance <= REACH);
        near.min_by(|one, other| one.1.total_cmp(&other.1))
            .map(|(place, _)| place)
    });
    paint(ui, &response, shown, &places, selected, hit);
    let mut chosen = None;
    if response.clicked() {
        response.request_focus();
        chosen = hit.map(|at| shown[at].id);
    }
    chosen = chosen.or_else(|| keys(ui, &response, shown, selected));
    if let Some(at) = hit {
        let one = &shown[at];
        let told = [0, 1].map(|axis| {
            let figure = figures[axis];
            format!(
                "{}: {}",
                figure_title(figure, kind),
                words::figure(figure, one.at[axis])
            )
        });
        response.on_hover_text_at_pointer(format!("{}\n{}", one.name, told.join("\n")));
    }
    chosen
}

fn paint(
    ui: &Ui,
    response: &Response,
    shown: &[Shown<'_>],
    places: &[Pos2],
    selected: Option<KeptId>,
    hit: Option<usize>,
) {
    let tokens = Tokens::of(ui);
    let painter = ui.painter().with_clip_rect(response.rect.expand(2.0));
    // Those that matter lie on top.
    let mut order: Vec<usize> = (0..shown.len()).collect();
    order.sort_by_key(|&at| !shown[at].faded);
    for at in order {
        let (one, place) = (&shown[at], places[at]);
        let mut look = Look::of(one.slot, tokens);
        if one.faded {
            look.colour = look.colour.gamma_multiply(FADED);
        }
        painter.circle_filled(place, MARK + 1.5, tokens.ground);
        painter.add(look.mark(place, MARK, tokens.ground));
        if Some(one.id) == selected || hit == Some(at) {
            painter.circle_stroke(place, MARK + 5.0, Stroke::new(1.8, tokens.accent));
        }
    }
    // Names after all marks: those that lie on the same place stand below each other.
    let mut room = FreeRoom::new(response.rect);
    for &place in places {
        room.keep(Rect::from_center_size(place, Vec2::splat(2.0 * MARK + 4.0)));
    }
    for (one, &place) in shown.iter().zip(places) {
        let ink = if one.faded { tokens.dim } else { tokens.text };
        let widest = response.rect.width() * 0.45;
        let (name, _) = parts::line_within(ui, one.name, fonts::detail(), ink, widest);
        let places = around(place, name.size(), &AWAY, &SIDES);
        if let Some(free) = room.take(places) {
            painter.galley(free.min, name, ink);
        }
    }
    if response.has_focus() {
        let ring = Stroke::new(1.5, tokens.accent);
        ui.painter()
            .rect_stroke(response.rect, CONTROL_RADIUS, ring, StrokeKind::Inside);
    }
}

/// Arrows go from candidate to candidate, from left to right.
fn keys(
    ui: &Ui,
    response: &Response,
    shown: &[Shown<'_>],
    selected: Option<KeptId>,
) -> Option<KeptId> {
    if !takes_keys(ui, response) {
        return None;
    }
    let is = |key: Key| is_pressed(ui, key);
    let back = is(Key::ArrowLeft) || is(Key::ArrowUp);
    if !back && !is(Key::ArrowRight) && !is(Key::ArrowDown) {
        return None;
    }
    let mut order: Vec<&Shown<'_>> = shown.iter().collect();
    order.sort_by(|one, other| one.at[0].total_cmp(&other.at[0]));
    let now = order.iter().position(|one| Some(one.id) == selected);
    let to = match (now, back) {
        (None, _) => 0,
        (Some(at), true) => at.saturating_sub(1),
        (Some(at), false) => (at + 1).min(order.len() - 1),
    };
    order.get(to).map(|one| one.id)
}

fn framed<'a>(figures: [Figure; 2], ends: [f64; 2], kind: Kind) -> Plot<'a> {
    let axis = |figure: Figure, end: f64| {
        let marks = round_marks(0.0, end, 6);
        let step = step(&marks);
        Axis {
            title: figure_title(figure, kind).into(),
            marks,
            words: move |value| words::mark(figure, value, step),
        }
    };
    let [across, up] = figures;
    still_plot(
        "privacy and utility plot",
        axis(across, ends[0]),
        axis(up, ends[1]),
    )
}
