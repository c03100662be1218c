//! A plot that stays where it is: axes, a grid at round numbers, and nothing that moves.

use crate::ui::compare::chart::step;
use egui::{Rangef, Sense, WidgetText, vec2};
use egui_plot::{AxisHints, GridInput, GridMark, Plot};

/// One axis: what it shows, where its lines are, and how a mark is written.
pub struct Axis<W> {
    pub title: WidgetText,
    pub marks: Vec<f64>,
    pub words: W,
}

pub fn still_plot<'a, X, Y>(name: &'static str, across: Axis<X>, up: Axis<Y>) -> Plot<'a>
where
    X: Fn(f64) -> String + 'a,
    Y: Fn(f64) -> String + 'a,
{
    let grid = |marks: Vec<f64>| {
        let step_size = step(&marks);
        move |_: GridInput| {
            let mark = |&value: &f64| GridMark { value, step_size };
            marks.iter().map(mark).collect::<Vec<_>>()
        }
    };
    let (below, beside) = (across.words, up.words);
    Plot::new(name)
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
        .x_grid_spacer(grid(across.marks))
        .y_grid_spacer(grid(up.marks))
        .custom_x_axes(vec![
            AxisHints::new_x()
                .label(across.title)
                .label_spacing(Rangef::new(8.0, 16.0))
                .formatter(move |mark: GridMark, _: &_| below(mark.value)),
        ])
        .custom_y_axes(vec![
            AxisHints::new_y()
                .label(up.title)
                .label_spacing(Rangef::new(8.0, 14.0))
                .formatter(move |mark: GridMark, _: &_| beside(mark.value)),
        ])
}
