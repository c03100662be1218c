//! How well a simple learner predicts a sensitive issue from the others.

use super::Tables;
use super::issue::{Issue, Secret};
use crate::ratings::NULL;
use cloakroom_core::metrics::coded::evenly;
use cloakroom_core::{Progress, Stopped};

/// The share of people predicted right, by some issues, a sensitive one, people and a seed.
type Learner<'a> =
    fn(&[Issue<'a>], &Secret<'a>, &[u32], u64, &Progress) -> Result<Option<f64>, Stopped>;

/// What a learner gets right, released and original; `None` where there is nothing to predict.
pub(super) fn accuracy<'a>(
    tables: Tables<'a>,
    learner: Learner<'a>,
    progress: &Progress,
) -> Result<Option<(f64, f64)>, Stopped> {
    let release = tables.release;
    let Some(cells) = release.survey.secrets.get(release.predicted.unwrap_or(0)) else {
        return Ok(None);
    };
    let points = release.survey.scale.points();
    let secret = Secret { cells, points };
    let right = |table: &'a [u16], people: &[u32]| {
        let rated = |person: &u32| cells[*person as usize] != NULL;
        let people: Vec<u32> = people.iter().copied().filter(rated).collect();
        let people: Vec<u32> = evenly(&people, tables.most_people()).collect();
        let issues = Issue::all(table, tables.width(), points);
        learner(&issues, &secret, &people, release.seed, progress)
    };
    let released = right(release.released, release.kept)?;
    let original = right(tables.original, tables.people)?;
    Ok(released.zip(original))
}
