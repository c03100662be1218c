//! Why an issue of a released survey looks as it does.

use super::STRIDE;
use crate::ratings::CheckedRatingsTask;
use crate::ratings::anonymize::RatingsCandidate;
use cloakroom_core::words::{counted, percent};
use cloakroom_core::{Progress, Stopped};
use cloakroom_ratings::ratings::NULL;

pub(crate) const SENSITIVE_ISSUE: &str = "Unchanged because it is sensitive: it is what the survey is about, and it is hidden by those who are close.";

/// The issues of a survey and its sensitive issues, each with its sentence.
pub fn issues(
    checked: &CheckedRatingsTask,
    candidate: &RatingsCandidate,
    progress: &Progress,
) -> Result<Vec<(String, String)>, Stopped> {
    progress.stage("explaining", 0);
    let survey = &checked.survey;
    let mut told = Vec::with_capacity(survey.issues.len() + survey.sensitive.len());
    let width = survey.issues.len();
    if let Some(cells) = survey.dense() {
        let mut counts = vec![Changes::default(); width];
        for (at, &person) in candidate.anonymized.kept.iter().enumerate() {
            progress.check_every(STRIDE, at)?;
            let row = person as usize * width..(person as usize + 1) * width;
            let pairs = cells[row.clone()]
                .iter()
                .zip(&candidate.anonymized.cells[row]);
            for (count, (&before, &after)) in counts.iter_mut().zip(pairs) {
                count.add(before, after);
            }
        }
        let people = candidate.anonymized.kept.len();
        for (issue, count) in survey.issues.iter().zip(counts) {
            told.push((issue.clone(), count.sentence(people)));
        }
    }
    for issue in &survey.sensitive {
        told.push((issue.clone(), SENSITIVE_ISSUE.to_owned()));
    }
    Ok(told)
}

#[derive(Clone, Copy, Default)]
struct Changes {
    moved: usize,
    invented: usize,
    removed: usize,
}

impl Changes {
    fn add(&mut self, before: u16, after: u16) {
        match (before, after) {
            (before, after) if before == after => {}
            (NULL, _) => self.invented += 1,
            (_, NULL) => self.removed += 1,
            _ => self.moved += 1,
        }
    }

    fn sentence(self, people: usize) -> String {
        let Self {
            moved,
            invented,
            removed,
        } = self;
        let changed = moved + invented + removed;
        if changed == 0 {
            return "Unchanged: enough people are close to everybody without it.".to_owned();
        }
        let share = percent(changed as f64 / people.max(1) as f64);
        let parts: Vec<String> = [
            (moved, "moved"),
            (invented, "invented"),
            (removed, "removed"),
        ]
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{} {word}", counted(*count, "rating", "ratings")))
        .collect();
        format!(
            "Changed for {share} of the people ({}), so that enough others are close to them.",
            parts.join(", ")
        )
    }
}
