//! Privacy against utility: every candidate a mark, the front of those that nothing beats, the others faded.

mod picture;

use super::{Lent, head, to_run_again};
use crate::ui::actions::{Action, Outbox, ShelfAction};
use crate::ui::compare::figures::figure_of;
use crate::ui::compare::kept::KeptResults;
use crate::ui::compare::words;
use crate::ui::compare::words::figure_title;
use crate::ui::help::metrics;
use crate::ui::kinds;
use crate::ui::theme::{self, Tokens, fonts, icons};
use crate::ui::widgets::{self, EmptyState, capitalize, link, menu_entry, picker, sentence};
use cloakroom_core::kind::Kind;
use cloakroom_core::metrics::{Aspect, Direction};
use cloakroom_engine::figure::Figure;
use cloakroom_engine::pareto::dominated;
use cloakroom_engine::shelf::KeptId;
use egui::{CentralPanel, Frame, Margin, Panel, Popup, RichText, ScrollArea, Ui};
use picture::picture;

/// The two figures, once the user has chosen others.
#[derive(Default)]
pub struct PlaneTab {
    across: Option<Figure>,
    up: Option<Figure>,
}

/// A candidate on the plane.
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
        let about = kinds::of(kind);
        let risk = about.compare.usual_risk;
        let cost = Figure::Metric(about.cost.metric);
        (self.across.unwrap_or(risk), self.up.unwrap_or(cost))
    }
}

fn choose(ui: &mut Ui, name: &str, chosen: &mut Figure, aspect: Aspect, kind: Kind) {
    let button = picker(ui, name, figure_title(*chosen, kind), 206.0);
    Popup::menu(&button).width(340.0).show(|ui| {
        theme::menu(ui);
        ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
            let figures = Figure::of_kind(kind).into_iter();
            let figures =
                figures.filter(|figure| figure.aspect() == aspect && !figure.is_of_original());
            for figure in figures {
                let entry = menu_entry(
                    ui,
                    figure_title(figure, kind),
                    figure.sentence(),
                    figure == *chosen,
                );
                if entry.clicked() {
                    *chosen = figure;
                    ui.close();
                }
            }
        });
    });
    metrics::of_figure(*chosen).beside(button);
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
                    let title = figure_title(*figure, kind).to_lowercase();
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
            let mut words = format!("{}. {rest}", told.join(", "));
            capitalize(&mut words);
            widgets::told(ui, words, fonts::body(), Tokens::of(ui).text);
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
