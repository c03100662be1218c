//! The sliders of what is asked of ratings: k, ε, l and the share that may be left out.

use super::cliffs::{L_STEP, LARGEST_K, RatingsCliffs};
use crate::ui::actions::{Action, Outbox, Stage};
use crate::ui::help::promises::of_ratings;
use crate::ui::panel::Lent;
use crate::ui::panel::promises::with_cross;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{ThresholdSlider, choice, link, number, sentence, told};
use cloakroom_core::ratings::{Ratings, Scale};
use cloakroom_core::requirement::NullReading;
use cloakroom_engine::change::Change;
use cloakroom_ratings::privacy::RatingsModel;
use egui::Ui;

const LARGEST_SHARE: f64 = 0.2;
/// What the bars count.
const VIOLATING: &str = "of the people violating";
/// A fine scale has more steps than a track can show.
const MOST_STEPS: u16 = 20;

pub fn show(ui: &mut Ui, lent: &Lent<'_>, cliffs: &RatingsCliffs, out: &mut Outbox) {
    let requirement = &lent.workspace.settings().requirement;
    let people = lent.workspace.records() as u32;
    let mut k = requirement.k.unwrap_or(1);
    with_cross(ui, None, |ui| {
        let largest = (LARGEST_K as u32).max(k).min(people.max(2));
        let slider = ThresholdSlider::new("k", "people close to anybody", &mut k, 1..=largest)
            .reached(cliffs.reached_k.map(f64::from))
            .violating(&cliffs.k)
            .leaves(VIOLATING)
            .typed_up_to(f64::from(people))
            .unset(requirement.k.is_none())
            .explain(of_ratings(RatingsModel::K));
        if ui.add(slider).changed() {
            out.change(Change::SetK(Some(k)));
        }
    });
    ui.add_space(2.0);
    with_cross(ui, None, |ui| epsilon(ui, lent, cliffs, out));
    ui.add_space(2.0);
    spread(ui, lent, cliffs, out);
    with_cross(ui, None, |ui| left_out(ui, lent, out));
}

fn scale_of(lent: &Lent<'_>) -> Scale {
    let ratings = lent.workspace.loaded().dataset.ratings();
    ratings.map_or_else(Scale::default, Ratings::scale)
}

fn epsilon(ui: &mut Ui, lent: &Lent<'_>, cliffs: &RatingsCliffs, out: &mut Outbox) {
    let scale = scale_of(lent);
    let requirement = &lent.workspace.settings().requirement;
    let is_unset = requirement.epsilon.is_none();
    let mut epsilon = requirement.epsilon.unwrap_or(scale.step);
    let last = scale.widest();
    let shown = scale.distance(last.min(MOST_STEPS)).max(epsilon);
    let slider = ThresholdSlider::new("\u{3b5}", "apart at most", &mut epsilon, 0.0..=shown)
        .step(scale.step)
        .format(number::decimal)
        .reached(cliffs.reached_epsilon.map(|steps| scale.distance(steps)))
        .violating(&cliffs.epsilon)
        .leaves(VIOLATING)
        .typed_up_to(scale.distance(last))
        .unset(is_unset)
        .explain(of_ratings(RatingsModel::Epsilon));
    if ui.add(slider).changed() {
        out.change(Change::SetEpsilon(Some(epsilon)));
    }
}

/// l is asked for only by those who name sensitive issues.
fn spread(ui: &mut Ui, lent: &Lent<'_>, cliffs: &RatingsCliffs, out: &mut Outbox) {
    let requirement = &lent.workspace.settings().requirement;
    let Some(mut l) = requirement.l_sd else {
        return;
    };
    let scale = scale_of(lent);
    let widest = scale.most_spread().max(l);
    // Missing ratings that count as 0 lie beyond the scale, and what is bounded is its spread.
    let typed = match requirement.sd_nulls {
        NullReading::Zero => scale.r(),
        NullReading::Strict | NullReading::Nonnull => widest,
    };
    let clicked = with_cross(ui, Some("Remove spread (l)"), |ui| {
        let slider = ThresholdSlider::new("l", "spread of sensitive issues", &mut l, 0.0..=widest)
            .step(L_STEP as f64 / 1e6)
            .format(number::decimal)
            .reached(cliffs.reached_l.map(|reached| reached as f64 / 1e6))
            .violating(&cliffs.l)
            .leaves(VIOLATING)
            .typed_up_to(typed)
            .explain(of_ratings(RatingsModel::Deviation));
        if ui.add(slider).changed() {
            out.change(Change::SetLSd(Some(l)));
        }
    });
    if clicked {
        out.change(Change::SetLSd(None));
    }
    no_sensitive_issue(ui, lent, out);
    if cliffs.misses_secrets {
        sentence(ui, "Sensitive ratings are missing; they count as:");
        let mut reading = requirement.sd_nulls;
        let names = [
            (NullReading::Strict, "no spread, and counted"),
            (NullReading::Zero, "0, as the paper's formula reads"),
            (NullReading::Nonnull, "not there"),
        ];
        let width = ui.available_width() - 24.0;
        if choice(
            ui,
            "How missing sensitive ratings count",
            width,
            &mut reading,
            &names,
        ) {
            out.change(Change::SetSdNulls(reading));
        }
        sentence(ui, reading.sentence());
    }
    ui.add_space(2.0);
}

fn no_sensitive_issue(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    if lent
        .people
        .is_none_or(|people| !people.survey.sensitive.is_empty())
    {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let ink = Tokens::of(ui).attention_text;
        told(
            ui,
            "No issue is sensitive yet, so l says nothing.",
            fonts::detail(),
            ink,
        );
        if link(ui, "Mark one").clicked() {
            out.send(Action::Go(Stage::Data));
        }
    });
}

fn left_out(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let mut share = lent.workspace.settings().requirement.suppression;
    let most = LARGEST_SHARE.max(share);
    let slider = ThresholdSlider::new("", "people who may be left out", &mut share, 0.0..=most)
        .step(0.001)
        .percent()
        .typed_up_to(1.0)
        .explain(of_ratings(RatingsModel::Suppression));
    if ui.add(slider).changed() {
        out.change(Change::SetSuppression(share));
    }
}
