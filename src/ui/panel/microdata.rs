//! What a run on a table of records brought.

use super::decomposition;
use super::promise::promises;
use crate::ui::compare::words::metric_value;
use crate::ui::widgets::{metric_row, number, sentence};
use cloakroom_core::Requirement;
use cloakroom_core::metrics::Metric;
use cloakroom_engine::anonymize::Candidate;
use egui::Ui;

pub fn figures(ui: &mut Ui, candidate: &Candidate) {
    let share = |metric: Metric| {
        let value = candidate.measures.get(metric)?;
        Some(metric_value(metric, value))
    };
    if let Some(loss) = share(Metric::Loss) {
        metric_row(ui, "information loss", &loss).on_hover_text(Metric::Loss.sentence());
    }
    if let Some(lost) = share(Metric::SseSst) {
        metric_row(ui, "squared error, SSE / SST", &lost).on_hover_text(Metric::SseSst.sentence());
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
    metric_row(ui, "records left out", &words)
        .on_hover_text("Records that the release would lack, and their share.");
    let classes = candidate.classes.classes() as u64;
    metric_row(ui, "classes", &number::count(classes))
        .on_hover_text("Groups of records that are released with the same quasi-identifiers.");
    if let Some(smallest) = candidate.classes.histogram().first() {
        let size = number::count(u64::from(smallest.size));
        metric_row(ui, "smallest class", &size).on_hover_text(
            "Records of the smallest class: the largest k that the release reaches.",
        );
        metric_row(ui, "largest risk", &format!("1 in {size}"))
            .on_hover_text(Metric::ProsecutorMax.sentence());
    }
    if let Some(cavg) = share(Metric::Cavg) {
        metric_row(ui, "average class size, in k", &cavg).on_hover_text(Metric::Cavg.sentence());
    }
    if let Some(report) = &candidate.anonymized.decomposition {
        let asked = number::decimal(report.target_degree);
        metric_row(ui, "degree asked for", &asked).on_hover_text(decomposition::DEGREE);
        let reached = number::decimal(report.degree_released);
        metric_row(ui, "degree reached", &reached).on_hover_text(decomposition::REACHED);
    }
    if let Some(search) = &candidate.anonymized.search {
        metric_row(ui, "combinations counted", &number::count(search.checked)).on_hover_text(
            format!(
                "Of {} combinations of levels; what is not counted follows from what is.",
                number::count(search.nodes)
            ),
        );
        if !search.proven {
            sentence(
                ui,
                "There are too many combinations to be sure: a better one than this may exist.",
            );
        }
    }
}

/// What is asked for: a title and what is meant by it.
pub fn asked(requirement: &Requirement) -> Vec<(String, String)> {
    let set = promises().filter(|model| model.is_set(requirement));
    set.map(|model| {
        let promise = model.promise();
        (promise.title.to_owned(), promise.definition.to_owned())
    })
    .collect()
}
