//! Curves as a picture: where the axes begin and end, and the same as a chart for files.

use super::curves::Drawn;
use super::look::{Look, MarkShape, hex};
use super::words;
use crate::ui::compare::words::figure_title;
use crate::ui::theme::Tokens;
use cloakroom_core::kind::Kind;
use cloakroom_engine::figure::Figure;
use cloakroom_engine::report::chart::{Chart, ChartAxis, ChartSeries, round_marks};
use egui::Theme;

/// The ends of both axes, with some air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ends {
    pub across: [f64; 2],
    pub up: [f64; 2],
}

impl Ends {
    /// Zero is always in the picture: half a loss looks like half a loss.
    pub fn of(drawn: &Drawn, figure: Figure) -> Self {
        let place = |value: &u64| words::place(drawn.question.parameter, *value);
        let values = &drawn.question.values;
        let first = values.first().map_or(0.0, place);
        let last = values.last().map_or(1.0, place);
        let air = ((last - first) * 0.03).max(f64::EPSILON);
        let (first, last) = if last > first {
            (first - air, last + air)
        } else {
            (first - 1.0, last + 1.0)
        };
        let reached = drawn.series.iter().flat_map(|series| &series.points);
        let reached = reached
            .flatten()
            .filter_map(|point| figure.at(point.outcome.as_ref().ok()?))
            .filter(|value| value.is_finite());
        let most = reached.fold(0.0, f64::max);
        Self {
            across: [first, last],
            up: [0.0, if most > 0.0 { most * 1.06 } else { 1.0 }],
        }
    }
}

/// How far two marks of an axis are apart.
pub fn step(marks: &[f64]) -> f64 {
    match marks {
        [first, second, ..] => second - first,
        _ => 1.0,
    }
}

/// `Loss against k, records per class`.
pub fn title(drawn: &Drawn, figure: Figure, kind: Kind) -> String {
    let parameter = words::title(drawn.question.parameter, kind);
    format!("{} against {parameter}", figure_title(figure, kind))
}

/// What is on the screen, for a file.
pub fn chart(drawn: &Drawn, figure: Figure, kind: Kind) -> Chart {
    let ends = Ends::of(drawn, figure);
    let parameter = drawn.question.parameter;
    let values = &drawn.question.values;
    let up = round_marks(ends.up[0], ends.up[1], 6);
    let across = round_marks(ends.across[0], ends.across[1], 10);
    let whole = |mark: &f64| !parameter.is_count() || mark.fract() == 0.0;
    let tokens = Tokens::of_theme(Theme::Light);
    let series = drawn.series.iter().map(|series| {
        let look = Look::of(series.slot, tokens);
        let points = values.iter().zip(&series.points);
        ChartSeries {
            name: series.method.title().to_owned(),
            colour: hex(look.colour),
            corners: look.shape.corners().to_vec(),
            hollow: look.shape == MarkShape::Ring,
            points: points
                .filter_map(|(&value, point)| {
                    let reached = point.as_ref()?.outcome.as_ref().ok();
                    let reached = reached.and_then(|point| figure.at(point));
                    Some((words::place(parameter, value), reached))
                })
                .collect(),
        }
    });
    let now = parameter
        .wanted(&drawn.question.settings)
        .map(|now| (words::place(parameter, now), words::setting(parameter, now)));
    Chart {
        title: title(drawn, figure, kind),
        across: ChartAxis {
            label: words::title(parameter, kind).to_owned(),
            low: ends.across[0],
            high: ends.across[1],
            marks: across
                .iter()
                .filter(|mark| whole(mark))
                .map(|&mark| {
                    (
                        mark,
                        words::amount(parameter, words::value(parameter, mark)),
                    )
                })
                .collect(),
        },
        up: ChartAxis {
            label: figure_title(figure, kind).to_owned(),
            low: ends.up[0],
            high: ends.up[1],
            marks: up
                .iter()
                .map(|&mark| (mark, words::mark(figure, mark, step(&up))))
                .collect(),
        },
        series: series.collect(),
        now: now.filter(|(at, _)| (ends.across[0]..=ends.across[1]).contains(at)),
    }
}
