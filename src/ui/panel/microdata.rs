//! What a run on a table of records brought.

use super::promise::promises;
use crate::ui::compare::words::metric_value;
use crate::ui::help::figures::records;
use crate::ui::help::{Word, metrics};
use crate::ui::widgets::{figure, metric_row, number, sentence};
use cloakroom_core::Requirement;
use cloakroom_core::metrics::Metric;
use cloakroom_engine::anonymize::Candidate;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::Ui;

pub fn figures(ui: &mut Ui, candidate: &Candidate) {
    let share = |metric: Metric| {
        let value = candidate.measures.get(metric)?;
        Some(metric_value(metric, value))
    };
    if let Some(loss) = share(Metric::Loss) {
        metrics::of(Metric::Loss).beside(metric_row(ui, "loss", &loss));
    }
    if let Some(lost) = share(Metric::SseSst) {
        let row = metric_row(ui, "squared error, SSE / SST", &lost);
        metrics::of(Metric::SseSst).beside(row);
    }
    let left_out = candidate.records_left_out;
    let records = left_out + candidate.records_kept;
    let words = match left_out {
        0 => "0".to_owned(),
        _ => format!(
            "{} ({})",
            number::count(left_out as u64),
            number::percent(left_out as f64 / records as f64)
        ),
    };
    figure(ui, &records::RECORDS_LEFT_OUT, &words);
    let classes = candidate.classes.classes() as u64;
    figure(ui, &records::CLASSES, &number::count(classes));
    if let Some(smallest) = candidate.classes.histogram().first() {
        let size = number::count(u64::from(smallest.size));
        let words = match candidate.classes.counts() {
            None => size.clone(),
            Some(counted) => format!("{size} {}", counted.name(smallest.size as usize)),
        };
        figure(ui, &records::SMALLEST_CLASS, &words);
        let row = metric_row(ui, "largest risk", &format!("1 in {size}"));
        metrics::of(Metric::ProsecutorMax).beside(row);
    }
    if let Some(cavg) = share(Metric::Cavg) {
        let row = metric_row(ui, "average class size, in k", &cavg);
        metrics::of(Metric::Cavg).beside(row);
    }
    if let Some(report) = &candidate.anonymized.decomposition {
        let asked = number::decimal(report.target_degree);
        records::DEGREE.beside(metric_row(ui, "degree asked for", &asked));
        let reached = number::decimal(report.degree_released);
        figure(ui, &records::DEGREE_REACHED, &reached);
    }
    if let Some(search) = &candidate.anonymized.search {
        let (checked, nodes) = (number::count(search.checked), number::count(search.nodes));
        figure(ui, &records::COMBINATIONS, &format!("{checked} of {nodes}"));
        if !search.proven {
            sentence(
                ui,
                "There are too many combinations to be sure: a better one than this may exist.",
            );
        }
    }
}

/// What is asked for.
pub fn asked(requirement: &Requirement) -> Vec<Word> {
    let stands_unset = |model: PrivacyModel| {
        // Its slider is there even before it is set.
        requirement.is_empty() && model == PrivacyModel::KAnonymity
    };
    let set = promises().filter(|&model| model.is_set(requirement) || stands_unset(model));
    set.map(Word::of).collect()
}
