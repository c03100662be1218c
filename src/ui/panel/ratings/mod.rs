//! The right panel for ratings: k, ε, l, the verdict, the method.

mod cliffs;
mod promises;
mod verdict;
mod words;

pub use cliffs::RatingsCliffs;
pub use words::asked;

use super::{Lent, in_parts, slim};
use crate::ui::actions::{Outbox, Stage};
use crate::ui::compare::words::metric_value;
use crate::ui::help::figures::ratings::PEOPLE_LEFT_OUT;
use crate::ui::help::metrics;
use crate::ui::help::promises::of_ratings;
use crate::ui::views::data::ratings_facts;
use crate::ui::widgets::{figure, link, metric_row, number, section_with};
use cloakroom_core::metrics::Metric;
use cloakroom_engine::change::Change;
use cloakroom_engine::ratings::anonymize::RatingsCandidate;
use cloakroom_ratings::privacy::RatingsModel;
use egui::Ui;

/// Where a slider of l begins.
const FIRST_L: f64 = 0.5;

pub fn ratings(ui: &mut Ui, lent: &Lent<'_>, cliffs: &mut RatingsCliffs, out: &mut Outbox) {
    cliffs.refresh(lent.people);
    let cliffs = &*cliffs;
    if lent.is_folded {
        return slim::show(ui, lent, verdict::verdict(lent, cliffs), out);
    }
    slim::fold_button(ui, out);
    section_with(ui, "Requirement", |ui| {
        let asks_for_l = lent.workspace.settings().requirement.l_sd.is_some();
        if !asks_for_l {
            let add = link(ui, "Add spread (l)");
            if of_ratings(RatingsModel::Deviation).beside(add).clicked() {
                out.change(Change::SetLSd(Some(FIRST_L)));
            }
        }
        super::profiles::show(ui, lent, out);
    });
    super::profiles::asked(ui, lent);
    ui.add_space(6.0);
    let promises = |ui: &mut Ui, out: &mut Outbox| promises::show(ui, lent, cliffs, out);
    let below = |ui: &mut Ui, out: &mut Outbox| {
        super::method::show(ui, lent, out);
        let ratings = lent.workspace.loaded().dataset.ratings();
        if let (Stage::Data, Some(ratings)) = (lent.stage, ratings) {
            ui.add_space(14.0);
            ratings_facts(ui, lent.workspace, ratings);
        }
    };
    in_parts(
        ui,
        out,
        promises,
        |ui, out| verdict::show(ui, lent, cliffs, out),
        below,
    );
}

/// What the last run cost.
pub fn figures(ui: &mut Ui, candidate: &RatingsCandidate) {
    let anonymized = &candidate.anonymized;
    let people = anonymized.kept.len() + anonymized.left_out.len();
    let shown = [
        ("distortion, in points", Metric::Distortion),
        ("people changed", Metric::PeopleChanged),
        ("ratings changed", Metric::CellsChanged),
        ("ratings removed", Metric::CellsUnrated),
        ("ratings made up", Metric::CellsRated),
    ];
    for (words, metric) in shown {
        if let Some(value) = candidate.measures.get(metric) {
            let row = metric_row(ui, words, &metric_value(metric, value));
            metrics::of(metric).beside(row);
        }
    }
    let left_out = anonymized.left_out.len();
    let words = match left_out {
        0 => "0".to_owned(),
        _ => format!(
            "{} ({})",
            number::count(left_out as u64),
            number::percent(left_out as f64 / people.max(1) as f64)
        ),
    };
    figure(ui, &PEOPLE_LEFT_OUT, &words);
    if let Some(error) = candidate.measures.get(Metric::QueryError) {
        let row = metric_row(ui, "counts are off by", &number::percent(error));
        metrics::of(Metric::QueryError).beside(row);
    }
}
