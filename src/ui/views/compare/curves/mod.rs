//! Curves: a figure against a parameter for several methods. Points appear as they are computed; a click adopts one.

mod foot;
mod form;
mod keys;
mod plot;

pub use plot::picture;

use super::{Lent, head};
use crate::ui::actions::{Action, Outbox};
use crate::ui::compare::curves::{Curves, Drawn, Waits};
use crate::ui::compare::gaps::gaps;
use crate::ui::compare::words;
use crate::ui::compare::words::figure_title;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{EmptyState, link, number};
use cloakroom_core::kind::Kind;
use cloakroom_engine::change::Change;
use cloakroom_engine::figure::Figure;
use cloakroom_engine::sweep::Parameter;
use cloakroom_engine::workspace::Workspace;
use egui::{CentralPanel, Frame, Margin, Panel, RichText, Sense, Ui, vec2};
use plot::Plotted;

#[derive(Default)]
pub struct CurvesTab {
    /// The point that the keyboard is at: the place of its method and of its value.
    picked: Option<(usize, usize)>,
    /// What its places are counted in.
    picked_of: Option<(Parameter, Vec<u64>)>,
}

/// What the parts of the view see.
struct Seen<'a> {
    drawn: &'a Drawn,
    figure: Figure,
    kind: Kind,
}

impl CurvesTab {
    pub fn show(&mut self, ui: &mut Ui, curves: &mut Curves, lent: &Lent<'_>, out: &mut Outbox) {
        let workspace = lent.workspace;
        Panel::top("curves head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                form::show(ui, curves.form(workspace), workspace, out);
            });
        let figure = curves.form(workspace).figure;
        let waits = curves.waits();
        let Some(drawn) = curves.drawn() else {
            return;
        };
        let seen = Seen {
            drawn,
            figure,
            kind: workspace.kind(),
        };
        let ground = Tokens::of(ui).ground;
        if seen.drawn.series.is_empty() {
            CentralPanel::no_frame()
                .frame(Frame::new().fill(ground))
                .show(ui, |ui| {
                    let words = "No method is chosen. Add some to see what each of them costs.";
                    EmptyState::new(icons::COMPARE, words).show(ui);
                });
            return;
        }
        self.forget_what_is_gone(&seen);
        progress(ui, &seen, lent, waits, out);
        let gaps = gaps(&seen.drawn.series);
        foot::show(ui, &seen, &gaps, self.picked, out);
        let frame = Frame::new().fill(ground).inner_margin(Margin {
            left: 14,
            right: 18,
            top: 2,
            bottom: 4,
        });
        CentralPanel::no_frame()
            .frame(frame)
            .show(ui, |ui| self.plot(ui, &seen, workspace, out));
    }

    /// A method was removed, or there are other values.
    fn forget_what_is_gone(&mut self, seen: &Seen<'_>) {
        let question = &seen.drawn.question;
        let same = self.picked_of.as_ref().is_some_and(|(parameter, values)| {
            *parameter == question.parameter && *values == question.values
        });
        if !same {
            self.picked = None;
            self.picked_of = Some((question.parameter, question.values.clone()));
        }
        let there = |(series, value): (usize, usize)| {
            let series = seen.drawn.series.get(series);
            series.is_some_and(|series| value < series.points.len())
        };
        self.picked = self.picked.filter(|picked| there(*picked));
    }

    fn plot(&mut self, ui: &mut Ui, seen: &Seen<'_>, workspace: &Workspace, out: &mut Outbox) {
        let now = seen.drawn.question.parameter.wanted(workspace.settings());
        let plotted = Plotted::show(ui, seen, now, self.picked, true);
        let hit = plotted.hit();
        let response = plotted.response;
        if response.clicked() {
            response.request_focus();
            if let Some(hit) = hit {
                self.picked = Some(hit);
                adopt(seen, hit, out);
            }
        }
        if let Some(pressed) = keys::listen(ui, &response, seen, self.picked, now) {
            match pressed {
                keys::Pressed::Go(to) => self.picked = Some(to),
                keys::Pressed::Adopt(at) => adopt(seen, at, out),
            }
        }
        if let Some(hit) = hit {
            let words = point_words(seen, hit);
            response.on_hover_text_at_pointer(words);
        }
    }
}

/// The parameter and the method become those of the point.
fn adopt(seen: &Seen<'_>, (series, value): (usize, usize), out: &mut Outbox) {
    let series = &seen.drawn.series[series];
    let reached = series.points[value]
        .as_ref()
        .is_some_and(|point| point.outcome.is_ok());
    if reached {
        out.change(Change::SetPoint {
            parameter: seen.drawn.question.parameter,
            value: seen.drawn.question.values[value],
            method: series.method,
        });
    }
}

/// `Mondrian, strict with k = 7: loss 12 %, 34 records left out.`
fn point_words(seen: &Seen<'_>, (series, value): (usize, usize)) -> String {
    let series = &seen.drawn.series[series];
    let method = series.method.title();
    let parameter = seen.drawn.question.parameter;
    let setting = words::setting(parameter, seen.drawn.question.values[value]);
    let begin = format!("{method} with {setting}");
    match series.points[value].as_ref().map(|point| &point.outcome) {
        None => format!("{begin} is not computed yet."),
        Some(Err(why)) => format!("{begin} cannot be reached: {why}."),
        Some(Ok(point)) => {
            let title = figure_title(seen.figure, seen.kind).to_lowercase();
            let told = match seen.figure.at(point) {
                Some(value) => format!("{title} {}", words::figure(seen.figure, value)),
                None => format!("{title} is not measured"),
            };
            let left_out = match seen.figure {
                Figure::LeftOut => String::new(),
                _ if !seen.kind.may_leave_out() => String::new(),
                _ => format!(
                    ", {} {} left out",
                    number::count(point.left_out as u64),
                    seen.kind.record(point.left_out)
                ),
            };
            format!("{begin}: {told}{left_out}.")
        }
    }
}

/// A thin line while points come, and what can be done about it. `waits` says that nothing is computed although points
/// are missing, and why.
fn progress(ui: &mut Ui, seen: &Seen<'_>, lent: &Lent<'_>, waits: Option<Waits>, out: &mut Outbox) {
    let (there, all) = seen.drawn.progress();
    let running = lent.curves_running.as_ref();
    if there == all || (running.is_none() && waits.is_none()) {
        return;
    }
    let frame = Frame::new()
        .fill(Tokens::of(ui).ground)
        .inner_margin(Margin {
            left: 18,
            right: 18,
            top: 0,
            bottom: 6,
        });
    Panel::top("curves progress")
        .frame(frame)
        .show_separator_line(false)
        .show(ui, |ui| {
            ui.horizontal(|ui| {
                let tokens = Tokens::of(ui);
                let (rect, _) = ui.allocate_exact_size(vec2(180.0, 6.0), Sense::hover());
                ui.painter().rect_filled(rect, 3.0, tokens.track);
                let share = there as f32 / all.max(1) as f32;
                let done = rect.with_max_x(rect.left() + (rect.width() * share).max(6.0));
                ui.painter().rect_filled(done, 3.0, tokens.accent);
                let counted = format!("{there} of {all} points");
                let words = match running {
                    Some(running) => match running.stage_left {
                        Some(left) => format!("{counted}, {}", number::time_left(left)),
                        None => counted,
                    },
                    None => match waits {
                        Some(Waits::Stopped) => format!("Stopped at {counted}"),
                        Some(Waits::PutOff) => format!("{counted}, the others after the run"),
                        _ => format!("{counted}: the table is large"),
                    },
                };
                ui.label(RichText::new(words).font(fonts::detail()).color(tokens.dim));
                match running {
                    Some(running) => {
                        if link(ui, "Stop drawing").clicked() {
                            out.send(Action::StopJob(running.number));
                        }
                    }
                    None if waits == Some(Waits::PutOff) => {}
                    None => {
                        let words = match waits {
                            Some(Waits::Stopped) => "Go on",
                            _ => "Compute",
                        };
                        if link(ui, words).clicked() {
                            out.send(Action::GoOnWithCurves);
                        }
                    }
                }
            });
        });
}
