//! What became of the issues that people rated, and how exposed people were.

use super::CheckedRatingsTask;
use super::anonymize::RatingsCandidate;
use crate::in_house::mapping::{MappingFile, Pairs};
use crate::report::story::{Exposure, InHouse, IssueStory, Stories};
use crate::report::trace::{RatingsTrace, SecretTrace, Trace};
use cloakroom_core::io::packed::Packed;
use cloakroom_core::{CheckAnswer, Failure, Measures, Progress, Scale, Stopped};
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::{NULL, PreparedRatings};

/// How many people are close to each, themselves included.
pub fn close(profile: &RatingsProfile, within: u16) -> Vec<u32> {
    let level = profile.level(within);
    let people = profile.patterns().record_of.iter();
    people
        .map(|&record| level.within[record as usize])
        .collect()
}

/// `profile` and `check` are of the same ratings.
pub fn exposure(profile: &RatingsProfile, check: &CheckAnswer, within: u16) -> Exposure {
    Exposure {
        classes: profile.patterns().group_people.len(),
        ..Exposure::new(
            profile.people(),
            check.violating_rows.len(),
            close(profile, within),
            Measures::default(),
        )
    }
}

pub fn in_house(
    checked: &CheckedRatingsTask,
    before: Exposure,
    candidate: &RatingsCandidate,
    progress: &Progress,
) -> Result<InHouse, Stopped> {
    progress.stage("recording", 0);
    let within = checked.target.within;
    Ok(InHouse {
        before,
        after: exposure(&candidate.profile, &candidate.check, within),
        stories: Stories::Issues(stories(&checked.survey, candidate, progress)?),
        notes: Vec::new(),
    })
}

fn stories(
    survey: &PreparedRatings,
    candidate: &RatingsCandidate,
    progress: &Progress,
) -> Result<Vec<IssueStory>, Stopped> {
    let width = survey.issues.len();
    let kept = &candidate.anonymized.kept;
    // Whoever changed ratings had them all at hand.
    let original = survey.dense().unwrap_or(&[]);
    let released = &candidate.anonymized.cells;
    let mut stories = Vec::with_capacity(width + survey.sensitive.len());
    for (issue, name) in survey.issues.iter().enumerate() {
        progress.check()?;
        let mut story = IssueStory {
            issue: name.clone(),
            is_sensitive: false,
            cells_changed: 0,
            made_up: 0,
            removed: 0,
            mean_before: mean(&survey.scale, original.iter().skip(issue).step_by(width)),
            mean_after: None,
        };
        let cell = |cells: &[u16], person: u32| {
            let at = person as usize * width + issue;
            cells.get(at).copied().unwrap_or(NULL)
        };
        let after: Vec<u16> = kept.iter().map(|&person| cell(released, person)).collect();
        for (&person, &after) in kept.iter().zip(&after) {
            let before = cell(original, person);
            story.cells_changed += usize::from(before != after);
            story.made_up += usize::from(before == NULL && after != NULL);
            story.removed += usize::from(before != NULL && after == NULL);
        }
        story.mean_after = mean(&survey.scale, after.iter());
        stories.push(story);
    }
    for (name, secret) in survey.sensitive.iter().zip(&survey.secrets) {
        stories.push(IssueStory {
            issue: name.clone(),
            is_sensitive: true,
            cells_changed: 0,
            made_up: 0,
            removed: 0,
            mean_before: mean(&survey.scale, secret.iter()),
            mean_after: mean(
                &survey.scale,
                kept.iter()
                    .filter_map(|&person| secret.get(person as usize)),
            ),
        });
    }
    Ok(stories)
}

/// Of what was rated; points are summed as whole numbers.
fn mean<'a>(scale: &Scale, cells: impl Iterator<Item = &'a u16>) -> Option<f64> {
    let (mut sum, mut rated) = (0u64, 0u64);
    for &cell in cells.filter(|&&cell| cell != NULL) {
        sum += u64::from(cell);
        rated += 1;
    }
    (rated > 0).then(|| scale.low + scale.step * sum as f64 / rated as f64)
}

/// A file per issue, or one for all where a row is a rating.
pub fn mapping(
    survey: &PreparedRatings,
    candidate: &RatingsCandidate,
    a_file_per_issue: bool,
    progress: &Progress,
) -> Result<Vec<MappingFile>, Failure> {
    let width = survey.issues.len();
    let original = survey.dense().unwrap_or(&[]);
    let released = &candidate.anonymized.cells;
    let text = |cell: u16| {
        if cell == NULL {
            String::new()
        } else {
            survey.scale.text(cell)
        }
    };
    let mut files = Vec::with_capacity(width);
    let mut all = Vec::new();
    for (issue, name) in survey.issues.iter().enumerate() {
        progress.check()?;
        let mut pairs = Pairs::default();
        for &person in &candidate.anonymized.kept {
            let at = person as usize * width + issue;
            if let (Some(&before), Some(&after)) = (original.get(at), released.get(at)) {
                pairs.add(u32::from(before), u32::from(after));
            }
        }
        let lines = pairs.sorted().into_iter().map(|(before, after, count)| {
            [text(before as u16), text(after as u16), count.to_string()]
        });
        if a_file_per_issue {
            files.push(MappingFile::new(
                name,
                &lines.collect::<Vec<_>>(),
                progress,
            )?);
        } else {
            all.extend(lines.map(|[before, after, count]| [name.clone(), before, after, count]));
        }
    }
    if !a_file_per_issue {
        let heads = ["issue", "original", "released", "records"];
        files.push(MappingFile::with_heads("ratings", heads, &all, progress)?);
    }
    Ok(files)
}

/// What a release tells of every person, packed for the audit file.
pub fn trace(
    checked: &CheckedRatingsTask,
    candidate: &RatingsCandidate,
    progress: &Progress,
) -> Result<Trace, Failure> {
    let survey = &checked.survey;
    let released = &candidate.released;
    let mut is_released = vec![0; survey.people()];
    for &person in &candidate.anonymized.kept {
        is_released[person as usize] = 1;
    }
    let mut points = Vec::with_capacity(released.people() * released.issues.len());
    let mut row = Vec::new();
    for person in 0..released.people() {
        progress.check_every(1 << 12, person)?;
        released.row(person, &mut row);
        points.extend(row.iter().map(|&cell| from_one(cell)));
    }
    let secrets = survey.sensitive.iter().zip(&survey.secrets);
    Ok(Trace::Ratings(RatingsTrace {
        scale: survey.scale,
        issues: released.issues.len(),
        is_released: Packed::of(&is_released, progress)?,
        points: Packed::of(&points, progress)?,
        secrets: secrets
            .map(|(issue, cells)| {
                let cells: Vec<u32> = cells.iter().map(|&cell| from_one(cell)).collect();
                Ok(SecretTrace {
                    issue: issue.clone(),
                    points: Packed::of(&cells, progress)?,
                })
            })
            .collect::<Result<_, Failure>>()?,
    }))
}

/// A point counted from 1, so that 0 is free for what was not rated.
fn from_one(cell: u16) -> u32 {
    if cell == NULL { 0 } else { u32::from(cell) + 1 }
}
