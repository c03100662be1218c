//! The right panel for transactions: what somebody may know of a basket, the verdict, the method.

mod cliffs;
mod promises;
mod verdict;
mod words;

pub use cliffs::TransactionsCliffs;
pub use words::asked;

use super::{Lent, in_parts, slim};
use crate::ui::actions::Outbox;
use crate::ui::compare::words::metric_value;
use crate::ui::help::metrics;
use crate::ui::widgets::{metric_row, section_with, sentence};
use cloakroom_core::metrics::Metric;
use cloakroom_engine::transactions::anonymize::TransactionsCandidate;
use egui::Ui;

pub fn transactions(
    ui: &mut Ui,
    lent: &Lent<'_>,
    cliffs: &mut TransactionsCliffs,
    out: &mut Outbox,
) {
    cliffs.refresh(lent.baskets);
    let cliffs = &*cliffs;
    if lent.is_folded {
        return slim::show(ui, lent, verdict::verdict(lent), out);
    }
    slim::fold_button(ui, out);
    section_with(ui, "Requirement", |ui| {
        super::profiles::show(ui, lent, out);
    });
    super::profiles::asked(ui, lent);
    ui.add_space(6.0);
    let promises = |ui: &mut Ui, out: &mut Outbox| promises::show(ui, lent, cliffs, out);
    let below = |ui: &mut Ui, out: &mut Outbox| super::method::show(ui, lent, out);
    in_parts(
        ui,
        out,
        promises,
        |ui, out| verdict::show(ui, lent, out),
        below,
    );
}

/// What the last run cost.
pub fn figures(ui: &mut Ui, candidate: &TransactionsCandidate) {
    let shown = [
        ("loss", Metric::Loss),
        ("certainty penalty", Metric::Ncp),
        ("items suppressed", Metric::ItemsSuppressed),
        ("occurrences lost", Metric::OccurrencesLost),
        ("frequent sets kept, 1 %", Metric::ItemsetsKept1),
        ("counts are off by", Metric::QueryError),
    ];
    for (label, metric) in shown {
        if let Some(value) = candidate.measures.get(metric) {
            let row = metric_row(ui, label, &metric_value(metric, value));
            metrics::of(metric).beside(row);
        }
    }
    let words = match candidate.measures.get(Metric::Exclusive) {
        Some(exclusive) if exclusive > 0.0 => "yes",
        _ => "no",
    };
    let row = metric_row(ui, "shown alike everywhere", words);
    metrics::of(Metric::Exclusive).beside(row);
    for note in &candidate.anonymized.notes {
        sentence(ui, note);
    }
}
