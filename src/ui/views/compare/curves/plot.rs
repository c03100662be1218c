//! The picture itself: axes and lines by egui_plot, our own marks on top.

use super::Seen;
use crate::ui::compare::chart::{self, Ends};
use crate::ui::compare::curves::{Drawn, Series};
use crate::ui::compare::look::{Look, cross};
use crate::ui::compare::words;
use crate::ui::compare::words::figure_title;
use crate::ui::picture::{Camera, Image};
use crate::ui::theme::{self, CONTROL_RADIUS, Tokens, fonts};
use crate::ui::views::compare::still::{Axis, still_plot};
use crate::ui::widgets::parts;
use cloakroom_core::kind::Kind;
use cloakroom_engine::figure::Figure;
use cloakroom_engine::report::chart::round_marks;
use egui::{
    Align2, CentralPanel, Context, Frame, Margin, Painter, Pos2, Rect, Response, Role, Sense,
    Stroke, StrokeKind, Theme, Ui, WidgetInfo, pos2, vec2,
};
use egui_plot::{Line, LineStyle, Plot, PlotBounds, PlotPoint, PlotTransform, VLine};

const MARK: f32 = 4.5;
/// A point farther from the mouse than this is not meant.
const REACH: f32 = 14.0;
/// A line of crosses below the picture, as a share of its height.
const GAP_LINE: f64 = 0.045;
/// Below the lowest value, as a share of the height.
const ROOM_FOR_MARKS: f64 = 0.02;

pub struct Plotted {
    pub response: Response,
    /// Where every point is on the screen, gaps included.
    places: Vec<((usize, usize), Pos2)>,
}

impl Plotted {
    /// `lively` shows what can be done; a picture for a file does not.
    pub fn show(
        ui: &mut Ui,
        seen: &Seen<'_>,
        now: Option<u64>,
        picked: Option<(usize, usize)>,
        lively: bool,
    ) -> Self {
        let tokens = Tokens::of(ui);
        let drawn = seen.drawn;
        let ends = Ends::of(drawn, seen.figure);
        let gap_lines = drawn
            .series
            .iter()
            .filter(|series| has_gaps(series))
            .count();
        let below = match gap_lines {
            // Marks at the bottom are seen whole.
            0 => (ends.up[1] - ends.up[0]) * ROOM_FOR_MARKS,
            lines => ends.up[1] * GAP_LINE * (lines as f64 + 0.35),
        };
        let bounds = PlotBounds::from_min_max(
            [ends.across[0], ends.up[0] - below],
            [ends.across[1], ends.up[1]],
        );
        let now_at = now
            .map(|now| words::place(drawn.question.parameter, now))
            .filter(|at| (ends.across[0]..=ends.across[1]).contains(at));
        let plot = framed(seen, ends, ui.available_size().x)
            .grid_color(tokens.line)
            .grid_fade(0.0)
            .show(ui, |plot| {
                plot.set_plot_bounds(bounds);
                if let Some(at) = now_at {
                    let line = VLine::new("now", at)
                        .stroke(Stroke::new(1.5, tokens.text))
                        .style(LineStyle::Dashed { length: 5.0 })
                        .allow_hover(false);
                    plot.vline(line);
                }
                for series in &drawn.series {
                    let colour = Look::of(series.slot, tokens).colour;
                    for stretch in stretches(seen, series) {
                        let line = Line::new(series.method.title(), stretch)
                            .stroke(Stroke::new(2.0, colour))
                            .allow_hover(false);
                        plot.line(line);
                    }
                }
            });
        let response = plot.response;
        if lively {
            response.widget_info(|| {
                WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), "Distortion curves")
            });
        }
        let painter = ui.painter().with_clip_rect(response.rect.expand(1.0));
        let mut plotted = Self {
            places: places(seen, &plot.transform, ends.up[1]),
            response,
        };
        let pointed = plotted.hit();
        plotted.paint(&painter, seen, tokens, picked.filter(|_| lively), pointed);
        if let Some(at) = now_at {
            let x = plot.transform.position_from_point_x(at);
            let words = now.map(|now| words::setting(drawn.question.parameter, now));
            flag(
                ui,
                &painter,
                plotted.response.rect,
                x,
                &words.unwrap_or_default(),
            );
        }
        if plotted.response.has_focus() && lively {
            let ring = Stroke::new(1.5, tokens.accent);
            let around = plotted.response.rect;
            ui.painter()
                .rect_stroke(around, CONTROL_RADIUS, ring, StrokeKind::Inside);
        }
        plotted.response = plotted.response.on_hover_cursor(match pointed {
            Some(_) => egui::CursorIcon::PointingHand,
            None => egui::CursorIcon::Default,
        });
        plotted
    }

    /// The point under the mouse.
    pub fn hit(&self) -> Option<(usize, usize)> {
        let at = self.response.hover_pos()?;
        let near = self
            .places
            .iter()
            .map(|(point, place)| (point, place.distance(at)));
        near.filter(|(_, distance)| *distance <= REACH)
            .min_by(|one, other| one.1.total_cmp(&other.1))
            .map(|(point, _)| *point)
    }

    fn paint(
        &self,
        painter: &Painter,
        seen: &Seen<'_>,
        tokens: &Tokens,
        picked: Option<(usize, usize)>,
        pointed: Option<(usize, usize)>,
    ) {
        for &((series, value), place) in &self.places {
            let series = &seen.drawn.series[series];
            let look = Look::of(series.slot, tokens);
            match series.points[value].as_ref().map(|point| &point.outcome) {
                Some(Ok(_)) => {
                    // A rim of the ground keeps marks apart that lie on each other.
                    painter.circle_filled(place, MARK + 1.5, tokens.ground);
                    painter.add(look.mark(place, MARK, tokens.ground));
                }
                _ => painter.extend(cross(place, 3.5, look.colour)),
            }
        }
        for (point, colour) in [(picked, tokens.accent), (pointed, tokens.text)] {
            let place = self.places.iter().find(|(at, _)| Some(*at) == point);
            if let Some((_, place)) = place {
                painter.circle_stroke(*place, MARK + 4.5, Stroke::new(1.8, colour));
            }
        }
    }
}

/// The axes, the grid, and nothing that moves.
fn framed<'a>(seen: &Seen<'_>, ends: Ends, width: f32) -> Plot<'a> {
    let (figure, parameter) = (seen.figure, seen.drawn.question.parameter);
    let up = round_marks(ends.up[0], ends.up[1], 6);
    let wanted = if width > 700.0 { 12 } else { 8 };
    let mut across = round_marks(ends.across[0], ends.across[1], wanted);
    across.retain(|mark| !parameter.is_count() || mark.fract() == 0.0);
    let step = chart::step(&up);
    let across = Axis {
        title: words::title(parameter, seen.kind).into(),
        marks: across,
        words: move |value| words::amount(parameter, words::value(parameter, value)),
    };
    let up = Axis {
        title: figure_title(figure, seen.kind).into(),
        marks: up,
        words: move |value| words::mark(figure, value, step),
    };
    still_plot("curves plot", across, up).show_grid([false, true])
}

fn has_gaps(series: &Series) -> bool {
    let mut points = series.points.iter().flatten();
    points.any(|point| point.outcome.is_err())
}

/// The reached points of a line in pieces: a gap parts it, a point that is not there yet does not.
fn stretches(seen: &Seen<'_>, series: &Series) -> Vec<Vec<[f64; 2]>> {
    let question = &seen.drawn.question;
    let mut stretches = vec![Vec::new()];
    for (&value, point) in question.values.iter().zip(&series.points) {
        let Some(point) = point else {
            continue;
        };
        let reached = point.outcome.as_ref().ok();
        match reached.and_then(|point| seen.figure.at(point)) {
            Some(figure) => {
                let at = words::place(question.parameter, value);
                if let Some(last) = stretches.last_mut() {
                    last.push([at, figure]);
                }
            }
            None => stretches.push(Vec::new()),
        }
    }
    stretches.retain(|stretch| stretch.len() > 1);
    stretches
}

/// Where the points are that are there. Gaps stand in a line of their own below the picture.
fn places(seen: &Seen<'_>, transform: &PlotTransform, highest: f64) -> Vec<((usize, usize), Pos2)> {
    let question = &seen.drawn.question;
    let mut places = Vec::new();
    let mut lines = 0.0;
    for (at, series) in seen.drawn.series.iter().enumerate() {
        let below = has_gaps(series);
        lines += f64::from(below);
        for (place, (&value, point)) in question.values.iter().zip(&series.points).enumerate() {
            let Some(point) = point else {
                continue;
            };
            let y = match &point.outcome {
                Ok(point) => seen.figure.at(point),
                Err(_) => Some(-highest * GAP_LINE * (lines - 0.25)),
            };
            if let Some(y) = y {
                let x = words::place(question.parameter, value);
                let shown = transform.position_from_point(&PlotPoint::new(x, y));
                places.push(((at, place), shown));
            }
        }
    }
    set_apart(&mut places);
    places
}

/// Marks of one value that lie on each other move beside each other, so that each is seen.
fn set_apart(places: &mut [((usize, usize), Pos2)]) {
    let original: Vec<((usize, usize), Pos2)> = places.to_vec();
    for ((series, value), place) in places.iter_mut() {
        let mut together = original
            .iter()
            .filter(|((_, other), at)| other == value && (at.y - place.y).abs() < MARK)
            .map(|((other, _), _)| *other);
        let all = together.clone().count();
        let before = together.position(|other| other == *series).unwrap_or(0);
        place.x += (before as f32 - (all - 1) as f32 / 2.0) * MARK * 1.9;
    }
}

/// The setting of now, at the top of its line.
fn flag(ui: &Ui, painter: &Painter, rect: Rect, x: f32, words: &str) {
    let tokens = Tokens::of(ui);
    let text = parts::line(ui, words, fonts::chip(), tokens.text);
    let size = text.size() + vec2(10.0, 4.0);
    let left = (x + 5.0).min(rect.right() - size.x);
    let around = Rect::from_min_size(pos2(left, rect.top() + 2.0), size);
    let line = Stroke::new(1.0, tokens.line);
    painter.rect(
        around,
        CONTROL_RADIUS,
        tokens.card,
        line,
        StrokeKind::Inside,
    );
    let place = Align2::CENTER_CENTER.anchor_size(around.center(), text.size());
    painter.galley(place.min, text, tokens.text);
}

/// The same picture for a file: on light ground, with its title and what the marks mean.
pub fn picture(drawn: &Drawn, figure: Figure, kind: Kind) -> Image {
    const SIZE: egui::Vec2 = vec2(960.0, 600.0);
    let ctx = Context::default();
    theme::install(&ctx);
    let seen = Seen {
        drawn,
        figure,
        kind,
    };
    let now = drawn.question.parameter.wanted(&drawn.question.settings);
    let camera = Camera::new(SIZE).theme(Theme::Light).pixels_per_point(2.0);
    camera.paint(&ctx, |ui| {
        let frame = Frame::new()
            .fill(Tokens::of(ui).card)
            .inner_margin(Margin::same(18));
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            ui.label(egui::RichText::new(chart::title(drawn, figure, kind)).font(fonts::title()));
            ui.horizontal_wrapped(|ui| {
                for series in &drawn.series {
                    let tokens = Tokens::of(ui);
                    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 20.0), Sense::hover());
                    let look = Look::of(series.slot, tokens);
                    ui.painter()
                        .add(look.mark(rect.center(), MARK, tokens.card));
                    ui.label(series.method.title());
                    ui.add_space(10.0);
                }
            });
            ui.add_space(4.0);
            Plotted::show(ui, &seen, now, None, false);
        });
    })
}
