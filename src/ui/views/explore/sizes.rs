//! The picture of class sizes: how many records are in classes of each size, and where k cuts. Where people or groups are
//! counted, each of them by the smallest of their classes.

use crate::ui::status::Status;
use crate::ui::theme::Tokens;
use crate::ui::widgets::number;
use egui::{Rangef, Ui};
use egui_plot::{AxisHints, Bar, BarChart, GridMark, Plot, VLine};

/// Class sizes that share a bar: the first of each. Small ones stand alone, since k is among them.
const BARS: [u32; 17] = [
    1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1_000, 10_000,
];

/// One bar of the picture of sizes.
#[derive(Clone, Copy, Default)]
struct SizeBar {
    classes: u64,
    violating: u64,
    satisfied: u64,
}

/// Those whom k counts by the size of their class; who breaks a promise in the colour that violates.
/// `is_judged`: the others keep all that is promised.
pub fn show(ui: &mut Ui, status: &Status, is_judged: bool) {
    let tokens = Tokens::of(ui);
    let k = status.requirement.least_size();
    let mut bars = [SizeBar::default(); BARS.len()];
    for entry in status.classes.histogram() {
        bars[bar_of(entry.size)].classes += u64::from(entry.classes);
    }
    status.by_size(|size, breaks, many| {
        let bar = &mut bars[bar_of(size)];
        match breaks {
            false => bar.satisfied += many,
            true => bar.violating += many,
        }
    });
    let [_, several] = status.nouns();
    let at_least = match status.classes.counts() {
        None => "",
        Some(_) => " in none smaller",
    };
    let largest = status
        .classes
        .histogram()
        .last()
        .map_or(1, |entry| entry.size);
    let last = bar_of(largest.max(k.saturating_add(1)));
    let part = |violating: bool, ink| {
        let bars = (0..=last)
            .map(|at| {
                let bar = bars[at];
                let many = match violating {
                    true => bar.violating,
                    false => bar.satisfied,
                };
                Bar::new(at as f64, many as f64)
                    .width(0.7)
                    .fill(ink)
                    .name(format!(
                        "classes of {}: {}, {}{at_least}",
                        bar_label(at),
                        number::counted_as(bar.classes, "class", "classes"),
                        status.many((bar.violating + bar.satisfied) as usize)
                    ))
            })
            .collect();
        let name = if violating { "violating" } else { "satisfied" };
        BarChart::new(name, bars).element_formatter(Box::new(|bar, _| bar.name.clone()))
    };
    let violating = part(true, tokens.violates);
    let rest = match is_judged {
        true => tokens.satisfied,
        false => tokens.bar,
    };
    let rest = part(false, rest).stack_on(&[&violating]);
    Plot::new("class sizes plot")
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .show_background(false)
        .show_grid([false, true])
        .include_x(-0.6)
        .include_x(last as f64 + 0.6)
        .include_y(0.0)
        .y_axis_label(several)
        .custom_x_axes(vec![
            AxisHints::new_x()
                .label(format!("{several} in the class"))
                .label_spacing(Rangef::new(12.0, 24.0))
                .formatter(|mark: GridMark, _: &_| place_label(mark.value)),
        ])
        .x_grid_spacer(egui_plot::uniform_grid_spacer(|_| [1.0, 100.0, 1_000.0]))
        .y_axis_formatter(|mark: GridMark, _: &_| count_label(mark.value))
        .show(ui, |plot| {
            plot.bar_chart(violating);
            plot.bar_chart(rest);
            if status.requirement.k.is_some() {
                let line = VLine::new(format!("k = {k}"), place_of(k));
                plot.vline(line.color(tokens.text).width(1.5));
            }
        });
}

fn bar_of(size: u32) -> usize {
    BARS.partition_point(|&first| first <= size)
        .saturating_sub(1)
}

/// Where k cuts: left of its own size, within a bar of several sizes by its share.
fn place_of(k: u32) -> f64 {
    let at = bar_of(k);
    let first = BARS[at];
    let width = BARS.get(at + 1).map_or(1, |next| next - first);
    at as f64 - 0.5 + f64::from(k - first) / f64::from(width)
}

fn bar_label(at: usize) -> String {
    let first = BARS[at];
    match BARS.get(at + 1) {
        Some(&next) if next == first + 1 => first.to_string(),
        Some(&next) => format!(
            "{}–{}",
            number::count(first.into()),
            number::count((next - 1).into())
        ),
        None => format!("{}+", number::count(first.into())),
    }
}

fn place_label(value: f64) -> String {
    if value < 0.0 || value.fract() != 0.0 || value as usize >= BARS.len() {
        return String::new();
    }
    bar_label(value as usize)
}

fn count_label(value: f64) -> String {
    if value < 0.0 || value.fract() != 0.0 {
        return String::new();
    }
    number::count(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_has_a_bar_and_k_cuts_between_them() {
        assert_eq!((bar_of(1), bar_of(7), bar_of(4_000_000)), (0, 5, 16));
        assert_eq!(place_of(5), 3.5);
        assert_eq!(place_of(25), 9.0);
        assert_eq!(bar_label(5), "6–7");
        assert_eq!(bar_label(16), "10,000+");
        assert_eq!(place_label(0.5), "");
    }
}
