//! How far off counts are that somebody takes from released ratings: random questions over two issues and a
//! sensitive one, each asking for some points of the scale.

use super::Tables;
use crate::ratings::NULL;
use cloakroom_core::metrics::questions::{STRIDE, mean_error, some_of, some_values};
use cloakroom_core::{Progress, Stopped, Stream};

/// The mean relative error of the questions that somebody's original ratings match; `None` if there was none.
pub(super) fn error(tables: Tables<'_>, progress: &Progress) -> Result<Option<f64>, Stopped> {
    mean_error(tables.people.len(), |number| ask(tables, number, progress))
}

fn ask(tables: Tables<'_>, number: u64, progress: &Progress) -> Result<Option<f64>, Stopped> {
    let survey = tables.release.survey;
    let mut stream = Stream::new(tables.release.seed, number);
    let questions = tables.release.questions;
    let issues = some_of(&mut stream, tables.width(), questions.width());
    let share = questions.share_of_values(issues.len() + usize::from(!survey.secrets.is_empty()));
    let points = usize::from(survey.scale.points());
    let asked: Vec<(usize, Vec<f64>)> = issues
        .into_iter()
        .map(|issue| {
            let wanted = some_values(&mut stream, points, share);
            (issue as usize, wanted)
        })
        .collect();
    let secret = (!survey.secrets.is_empty()).then(|| {
        let secret = &survey.secrets[stream.below(survey.secrets.len() as u32) as usize];
        (secret, some_values(&mut stream, points, share))
    });
    let fits = |wanted: &[f64], cell: u16| cell != NULL && wanted[usize::from(cell)] > 0.0;
    let count = |cells: &[u16], people: &[u32]| -> Result<f64, Stopped> {
        let mut count = 0u64;
        for part in people.chunks(STRIDE) {
            progress.check()?;
            for &person in part {
                let person = person as usize;
                let matches = asked
                    .iter()
                    .all(|(issue, wanted)| fits(wanted, cells[person * tables.width() + issue]))
                    && secret
                        .as_ref()
                        .is_none_or(|(secret, wanted)| fits(wanted, secret[person]));
                count += u64::from(matches);
            }
        }
        Ok(count as f64)
    };
    let actual = count(tables.original, tables.people)?;
    if actual == 0.0 {
        return Ok(None);
    }
    let estimate = count(tables.release.released, tables.release.kept)?;
    Ok(Some((actual - estimate).abs() / actual))
}
