//! What the decomposition can be told: how far to go, for whom, for what, and which columns are spared.

use super::Lent;
use super::parameters::{labelled, line};
use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::help::figures::records::{DEGREE, DEGREE_REACHED, TRUST};
use crate::ui::theme::{self, Tokens};
use crate::ui::widgets::{
    ThresholdSlider, choice, link, menu_entry, number, picker, segments, sentence,
};
use cloakroom_core::purpose::{Decomposition, LevelWeights, Projection, Rule, Target};
use cloakroom_engine::change::Change;
use egui::{DragValue, Popup, RichText, ScrollArea, Ui};

/// Steps of trust and of degree.
const STEP: f64 = 0.01;
pub const LARGEST_BETA: f64 = 100.0;

pub const WEIGHTS: &str = "How the steps of a hierarchy count in a degree: all alike, or the step between levels j and j \
    \u{2212} 1 by 1 / (j \u{2212} 1)^\u{3b2}, level 1 being the top, so that steps near the top count more \
    (thesis, definition 4.4).";

/// How a degree becomes levels, and which columns it falls to (errata T5 and T7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Nearest,
    /// By the printed rule, turned round.
    Spare,
    Printed,
}

impl Direction {
    pub fn of(told: &Decomposition) -> Self {
        match (told.rule, told.spare_useful) {
            (Rule::Nearest, _) => Self::Nearest,
            (Rule::Printed, true) => Self::Spare,
            (Rule::Printed, false) => Self::Printed,
        }
    }

    pub fn told(self, told: &Decomposition) -> Decomposition {
        Decomposition {
            rule: match self {
                Self::Nearest => Rule::Nearest,
                Self::Spare | Self::Printed => Rule::Printed,
            },
            spare_useful: self != Self::Printed,
            ..told.clone()
        }
    }
}

/// What the switch means, in a sentence.
pub fn direction_words(direction: Direction) -> &'static str {
    match direction {
        Direction::Nearest => {
            "Of all levels that keep the promises, those whose own degree is nearest to the one asked for. A column counts \
             in it by its priority, so that a small degree takes little of what is useful."
        }
        Direction::Spare => {
            "Columns share the degree by 1 \u{2212} priority: the most useful one is spared, the least useful one is \
             generalized most. Every share begins a whole step, so that neighbouring degrees often mean the same levels."
        }
        Direction::Printed => {
            "As the thesis prints it, columns share the degree by their priority, so the most useful one is \
             generalized most. That is rarely what is wanted."
        }
    }
}

pub fn show(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let settings = lent.workspace.settings();
    let told = &settings.method.decomposition;
    target(ui, told, out);
    reached(ui, lent);
    purpose(ui, lent, told, out);
    direction(ui, told, out);
    weights(ui, told, out);
    if link(ui, "Purposes and recipients").clicked() {
        out.send(Action::ShowTab(ExploreTab::Purpose));
    }
}

fn set(name: &'static str, told: Decomposition, out: &mut Outbox) {
    out.change(Change::SetDecomposition { told, name });
}

/// Trust with the degree it becomes, or the degree itself.
fn target(ui: &mut Ui, told: &Decomposition, out: &mut Outbox) {
    let mut by_trust = matches!(told.target, Target::Trust(_));
    let choices = [
        (true, "By trust", TRUST.definition),
        (false, "By degree", DEGREE.definition),
    ];
    if segments(ui, &mut by_trust, &choices) {
        let target = match by_trust {
            true => Target::Trust(trust_for(&told.projection, told.degree())),
            false => Target::Degree(rounded(told.degree())),
        };
        let told = Decomposition {
            target,
            ..told.clone()
        };
        set("say how far to go", told, out);
        return;
    }
    match told.target {
        Target::Trust(mut trust) => {
            let slider = ThresholdSlider::new("", "trust in the recipient", &mut trust, 0.0..=1.0);
            if ui.add(slider.step(STEP).explain(&TRUST)).changed() {
                let told = Decomposition {
                    target: Target::Trust(trust),
                    ..told.clone()
                };
                set("set the trust", told, out);
            }
            let by = match told.projection {
                Projection::Quadratic => "(1 \u{2212} trust)\u{b2}",
                Projection::Linear => "1 \u{2212} trust",
                Projection::Curve(_) => "your curve",
            };
            let words = format!(
                "Asks for a degree of {}, by {by}.",
                number::decimal(told.degree())
            );
            DEGREE.beside(sentence(ui, &words));
        }
        Target::Degree(mut degree) => {
            let words = "degree of anonymisation";
            let slider = ThresholdSlider::new("", words, &mut degree, 0.0..=1.0);
            if ui.add(slider.step(STEP).explain(&DEGREE)).changed() {
                let told = Decomposition {
                    target: Target::Degree(degree),
                    ..told.clone()
                };
                set("set the degree", told, out);
            }
        }
    }
}

/// Beside what is asked for, so that nobody has to scroll for it.
fn reached(ui: &mut Ui, lent: &Lent<'_>) {
    let settings = lent.workspace.settings();
    let report = lent
        .result
        .filter(|result| !result.is_stale(lent.workspace.revision(), settings))
        .and_then(|result| result.candidate())
        .and_then(|candidate| candidate.anonymized.decomposition.as_deref());
    if let Some(report) = report {
        let words = format!(
            "The last run reached {}.",
            number::decimal(report.degree_released)
        );
        DEGREE_REACHED.beside(sentence(ui, &words));
    }
}

fn rounded(share: f64) -> f64 {
    (share / STEP).round() * STEP
}

/// The least trust that asks for no more than a degree.
pub fn trust_for(projection: &Projection, degree: f64) -> f64 {
    let steps = (1.0 / STEP) as u32;
    let trust = |step: u32| f64::from(step) / f64::from(steps);
    (0..=steps)
        .map(trust)
        .find(|&trust| projection.degree(trust) <= degree + 1e-9)
        .unwrap_or(1.0)
}

fn purpose(ui: &mut Ui, lent: &Lent<'_>, told: &Decomposition, out: &mut Outbox) {
    let purposes = &lent.workspace.settings().purposes;
    line(ui, |ui| {
        ui.label(RichText::new("purpose").color(Tokens::of(ui).dim));
        let shown = told
            .purpose
            .as_deref()
            .unwrap_or("none: columns count alike");
        let width = ui.available_width() - 2.0;
        let button = picker(ui, "Purpose of the method", shown, width);
        Popup::menu(&button).width(300.0).show(|ui| {
            theme::menu(ui);
            ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
                let mut choose = |purpose: Option<&String>, ui: &Ui| {
                    let told = Decomposition {
                        purpose: purpose.cloned(),
                        ..told.clone()
                    };
                    set("choose a purpose", told, out);
                    ui.close();
                };
                let words = "Every column takes the same share of the degree.";
                if menu_entry(ui, "None", words, told.purpose.is_none()).clicked() {
                    choose(None, ui);
                }
                for (name, order) in purposes {
                    let words = format!("{} is most useful, {} least", order.most, order.least);
                    let chosen = told.purpose.as_ref() == Some(name);
                    if menu_entry(ui, name, &words, chosen).clicked() {
                        choose(Some(name), ui);
                    }
                }
            });
        });
    });
}

fn direction(ui: &mut Ui, told: &Decomposition, out: &mut Outbox) {
    let mut direction = Direction::of(told);
    let choices = [
        (Direction::Nearest, "Nearest"),
        (Direction::Spare, "Spare the useful"),
        (Direction::Printed, "As printed"),
    ]
    .map(|(direction, name)| (direction, name, direction_words(direction)));
    if segments(ui, &mut direction, &choices) {
        set(
            "choose how a degree becomes levels",
            direction.told(told),
            out,
        );
    }
}

fn weights(ui: &mut Ui, told: &Decomposition, out: &mut Outbox) {
    line(ui, |ui| {
        ui.label(RichText::new("steps count").color(Tokens::of(ui).dim))
            .on_hover_text(WEIGHTS);
        let mut weights = told.weights;
        let width = ui.available_width() - 2.0;
        if choice(ui, "How steps count", width, &mut weights, &weight_names()) {
            let told = Decomposition {
                weights,
                ..told.clone()
            };
            set("choose how steps count", told, out);
        }
    });
    if told.weights == LevelWeights::Utility {
        let mut beta = told.beta;
        let field = DragValue::new(&mut beta)
            .range(1.0..=LARGEST_BETA)
            .speed(0.02)
            .max_decimals(2);
        if labelled(ui, "\u{3b2}, how much more", WEIGHTS, field) {
            let told = Decomposition {
                beta,
                ..told.clone()
            };
            set("set \u{3b2}", told, out);
        }
    }
}

pub fn weight_names() -> [(LevelWeights, &'static str); 2] {
    LevelWeights::ALL.map(|weights| {
        let name = match weights {
            LevelWeights::Uniform => "all alike",
            LevelWeights::Utility => "more near the top",
        };
        (weights, name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trust_of_a_degree_asks_for_no_more() {
        for projection in [
            Projection::Quadratic,
            Projection::Linear,
            Projection::Curve(vec![(0.2, 0.9), (0.6, 0.1)]),
        ] {
            for step in 0..=20 {
                let degree = f64::from(step) / 20.0;
                let trust = trust_for(&projection, degree);
                let asked = projection.degree(trust);
                // A curve may never come down to a small degree.
                assert!(
                    asked <= degree + 1e-9 || trust == 1.0,
                    "{projection:?} {degree}"
                );
            }
        }
        assert_eq!(trust_for(&Projection::Quadratic, 0.25), 0.5);
    }
}
