//! Hands what a method made of a table to the metrics.

use super::check::Question;
use crate::method::Anonymized;
use crate::metrics::{Measures, MicrodataRelease, ReleasedQuasi, measure};
use crate::model::pulse::{Pulse, Stopped};
use crate::model::settings::MethodSettings;
use crate::profile::classes::ClassProfile;

/// `classes` are those of the kept records as they are released.
pub(super) fn measures(
    question: &Question<'_>,
    settings: &MethodSettings,
    anonymized: &Anonymized,
    classes: &ClassProfile,
    pulse: &Pulse,
) -> Result<Measures, Stopped> {
    let subject = &question.subject;
    let quasi: Vec<ReleasedQuasi<'_>> = subject
        .quasi
        .iter()
        .enumerate()
        .map(|(place, quasi)| {
            let changed = anonymized
                .changed
                .iter()
                .find(|changed| changed.at == quasi.at);
            ReleasedQuasi {
                column: changed.map_or(quasi.column, |changed| &changed.column),
                loss_of_code: changed.map(|changed| changed.loss_of_code.as_slice()),
                level: anonymized
                    .levels
                    .as_ref()
                    .and_then(|levels| levels.get(place).copied()),
            }
        })
        .collect();
    let named = settings
        .class
        .as_ref()
        .and_then(|name| subject.table.position(name));
    let first = || subject.sensitive.first().map(|sensitive| sensitive.at);
    measure(
        &MicrodataRelease {
            subject,
            k: question.judge.k(),
            quasi: &quasi,
            kept: &anonymized.kept,
            left_out: &anonymized.left_out,
            class_sizes: classes.sizes(),
            class_of: classes.class_of_rows(),
            predicted: named.or_else(first),
            seed: settings.seed,
        },
        pulse,
    )
}
