//! Privacy against utility: every candidate a mark, the front of those that nothing beats, the others faded.

use super::{Lent, head, to_run_again};
use crate::engine::figure::Figure;
use crate::engine::pareto::{dominated, front};
use crate::engine::shelf::KeptId;
use crate::metrics::{Aspect, Direction, Metric};
use crate::model::kind::Kind;
use crate::report::chart::round_marks;
use crate::ui::actions::{Action, Outbox, ShelfAction};
use crate::ui::compare::chart::step;
use crate::ui::compare::figures::figure_of;
use crate::ui::compare::kept::KeptResults;
use crate::ui::compare::look::Look;
use crate::ui::compare::words;
use crate::ui::theme::{self, CONTROL_RADIUS, Tokens, fonts, icons};
use crate::ui::widgets::parts;
use crate::ui::widgets::{EmptyState, link, menu_entry, picker, sentence};
use egui::{
    CentralPanel, EventFilter, Frame, Key, Label, Margin, Modifiers, Panel, Popup, Pos2, Rangef,
    Response, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};
use egui_plot::{AxisHints, GridInput, GridMark, Line, Plot, PlotBounds, PlotPoint};

const MARK: f32 = 6.0;
const REACH: f32 = 18.0;
/// How much of a mark is left where another candidate is better in both.
const FADED: f32 = 0.38;

/// The two figures, once the user has chosen others.
#[derive(Default)]
pub struct PlaneTab {
    across: Option<Figure>,
    up: Option<Figure>,
}

struct Shown<'a> {
    id: KeptId,
    name: &'a str,
    slot: usize,
    at: [f64; 2],
    faded: bool,
}

impl PlaneTab {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        kept: &KeptResults,
        selected: &mut Option<KeptId>,
        out: &mut Outbox,
    ) {
        let kind = lent.workspace.kind();
        let (mut across, mut up) = self.figures(kind);
        Panel::top("privacy and utility head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                to_run_again(ui, lent, kept, out);
                ui.horizontal_wrapped(|ui| {
                    let dim = Tokens::of(ui).dim;
                    choose(ui, "Risk", &mut across, Aspect::Risk, kind);
                    ui.label(RichText::new("across,").color(dim));
                    choose(ui, "Cost", &mut up, Aspect::Utility, kind);
                    ui.label(RichText::new("up").color(dim));
                });
                sentence(ui, &meaning(across, up));
            });
        (self.across, self.up) = (Some(across), Some(up));
        let shown = shown(lent, kept, [across, up]);
        about(ui, lent, &shown, *selected, [across, up], out);
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: 14,
                right: 18,
                top: 2,
                bottom: 6,
            });
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            if shown.is_empty() {
                let words = "No candidate has both figures yet.";
                EmptyState::new(icons::COMPARE, words).show(ui);
                return;
            }
            if let Some(id) = picture(ui, &shown, [across, up], kind, *selected) {
                *selected = Some(id);
            }
        });
    }

    /// Those that were chosen, or the most telling ones.
    fn figures(&self, kind: Kind) -> (Figure, Figure) {
        let (risk, cost) = match kind {
            Kind::Microdata => (Metric::ProsecutorAvg, Metric::Loss),
            Kind::Ratings => {
                let across = self.across.unwrap_or(Figure::LargestRisk);
                let up = self.up.unwrap_or(Figure::Metric(Metric::Distortion));
                return (across, up);
            }
            Kind::Transactions => {
                let across = self.across.unwrap_or(Figure::LargestRisk);
                return (across, self.up.unwrap_or(Figure::Metric(Metric::Loss)));
            }
        };
        (
            self.across.unwrap_or(Figure::Metric(risk)),
            self.up.unwrap_or(Figure::Metric(cost)),
        )
    }
}

fn choose(ui: &mut Ui, name: &str, chosen: &mut Figure, aspect: Aspect, kind: Kind) {
    let button = picker(ui, name, chosen.title(kind), 206.0);
    Popup::menu(&button).width(340.0).show(|ui| {
        theme::menu(ui);
        ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
            let figures = Figure::of_kind(kind).into_iter();
            let figures =
                figures.filter(|figure| figure.aspect() == aspect && !figure.is_of_original());
            for figure in figures {
                let entry =
                    menu_entry(ui, figure.title(kind), figure.sentence(), figure == *chosen);
                if entry.clicked() {
                    *chosen = figure;
                    ui.close();
                }
            }
        });
    });
    button.on_hover_text(chosen.sentence());
}

fn meaning(across: Figure, up: Figure) -> String {
    let better = |figure: Figure, low: &'static str, high: &'static str| match figure.direction() {
        Direction::Lower => low,
        Direction::Higher => high,
    };
    format!(
        "Farther {} is safer, farther {} is more useful. The line joins those that no other beats in both; the others \
         are faded.",
        better(across, "left", "right"),
        better(up, "down", "up")
    )
}

fn shown<'a>(lent: &'a Lent<'_>, kept: &KeptResults, figures: [Figure; 2]) -> Vec<Shown<'a>> {
    let mut shown: Vec<Shown<'a>> = lent
        .workspace
        .shelf()
        .iter()
        .enumerate()
        .filter_map(|(slot, (id, one))| {
            let result = kept.result(id)?;
            let [across, up] = figures.map(|figure| figure_of(result, figure));
            Some(Shown {
                id,
                name: &one.name,
                slot,
                at: [across?, up?],
                faded: false,
            })
        })
        .collect();
    let points: Vec<[f64; 2]> = shown.iter().map(|one| one.at).collect();
    let faded = dominated(&points, figures.map(Figure::direction));
    for (one, faded) in shown.iter_mut().zip(faded) {
        one.faded = faded;
    }
    shown
}

/// The selected candidate, and what can be done with it.
fn about(
    ui: &mut Ui,
    lent: &Lent<'_>,
    shown: &[Shown<'_>],
    selected: Option<KeptId>,
    figures: [Figure; 2],
    out: &mut Outbox,
) {
    let Some(one) = shown.iter().find(|one| Some(one.id) == selected) else {
        return;
    };
    let kind = lent.workspace.kind();
    let frame = Frame::new()
        .fill(Tokens::of(ui).ground)
        .inner_margin(Margin {
            left: 18,
            right: 18,
            top: 8,
            bottom: 10,
        });
    Panel::bottom("selected candidate")
        .frame(frame)
        .show(ui, |ui| {
            ui.label(fonts::strong_text(one.name));
            let told: Vec<String> = figures
                .iter()
                .zip(one.at)
                .map(|(figure, value)| {
                    let title = figure.title(kind).to_lowercase();
                    format!("{title} {}", words::figure(*figure, value))
                })
                .collect();
            let beaten: Vec<&str> = beating(shown, one, figures).collect();
            let rest = match beaten.as_slice() {
                [] => "No other candidate is better in both.".to_owned(),
                [first] => format!("\u{201c}{first}\u{201d} is better."),
                [first, rest @ ..] => {
                    format!(
                        "\u{201c}{first}\u{201d} and {} more are better.",
                        rest.len()
                    )
                }
            };
            let words = format!("{}. {rest}", told.join(", "));
            let mut words = words;
            crate::ui::widgets::capitalize(&mut words);
            ui.add(Label::new(words).wrap());
            ui.horizontal(|ui| {
                if link(ui, "Use these settings").clicked() {
                    out.send(Action::OnShelf(ShelfAction::UseSettings(one.id)));
                }
                let other = shown.iter().find(|other| other.id != one.id);
                let best = shown
                    .iter()
                    .find(|other| beaten.contains(&other.name))
                    .or(other);
                if let Some(other) = best {
                    let words = format!("Side by side with {}", other.name);
                    if link(ui, &words).clicked() {
                        out.send(Action::PutBeside(one.id, other.id));
                    }
                }
            });
        });
}

/// The names of those that are at least as good in both figures and better in one.
fn beating<'a>(
    shown: &'a [Shown<'_>],
    one: &'a Shown<'_>,
    figures: [Figure; 2],
) -> impl Iterator<Item = &'a str> {
    let directions = figures.map(Figure::direction);
    shown
        .iter()
        .filter(move |other| dominated(&[one.at, other.at], directions)[0])
        .map(|other| other.name)
}

/// The candidate that was clicked or reached by the keyboard.
fn picture(
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
    let plot = framed(figures, [right, top], kind).show(ui, |plot| {
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
                figure.title(kind),
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
        let mut ink = tokens.text;
        if one.faded {
            look.colour = look.colour.gamma_multiply(FADED);
            ink = tokens.dim;
        }
        painter.circle_filled(place, MARK + 1.5, tokens.ground);
        painter.add(look.mark(place, MARK, tokens.ground));
        if Some(one.id) == selected || hit == Some(at) {
            painter.circle_stroke(place, MARK + 5.0, Stroke::new(1.8, tokens.accent));
        }
        let room = response.rect.width() * 0.45;
        let (name, _) = parts::line_within(ui, one.name, fonts::detail(), ink, room);
        // On the side where there is room.
        let aside = MARK + 7.0;
        if place.x + aside + name.size().x < response.rect.right() {
            parts::put_left(&painter, place + vec2(aside, 0.0), name);
        } else {
            parts::put_right(&painter, place - vec2(aside, 0.0), name);
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
    if !response.has_focus() {
        return None;
    }
    ui.memory_mut(|memory| {
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..Default::default()
        };
        memory.set_focus_lock_filter(response.id, filter);
    });
    let is = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
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
    let [across, up] = figures;
    let marks = ends.map(|end| round_marks(0.0, end, 6));
    let steps = [step(&marks[0]), step(&marks[1])];
    let [below, left] = marks;
    let grid = |marks: Vec<f64>| {
        let step_size = step(&marks);
        move |_: GridInput| {
            let mark = |&value: &f64| GridMark { value, step_size };
            marks.iter().map(mark).collect::<Vec<_>>()
        }
    };
    Plot::new("privacy and utility plot")
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .allow_axis_zoom_drag(false)
        .show_background(false)
        .show_crosshair(false)
        .show_x(false)
        .show_y(false)
        .sense(Sense::click())
        .set_margin_fraction(vec2(0.0, 0.0))
        .label_formatter(|_| None)
        .x_grid_spacer(grid(below))
        .y_grid_spacer(grid(left))
        .custom_x_axes(vec![
            AxisHints::new_x()
                .label(across.title(kind))
                .label_spacing(Rangef::new(8.0, 16.0))
                .formatter(move |mark: GridMark, _: &_| words::mark(across, mark.value, steps[0])),
        ])
        .custom_y_axes(vec![
            AxisHints::new_y()
                .label(up.title(kind))
                .label_spacing(Rangef::new(8.0, 14.0))
                .formatter(move |mark: GridMark, _: &_| words::mark(up, mark.value, steps[1])),
        ])
}
