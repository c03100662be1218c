//! The levels by the engine of the profile: equal records merged, patterns apart, bitmaps within each.

use super::Level;
use super::measure::Measure;
use super::search::{CHUNK, Search};
use cloakroom_core::{Progress, Stopped};
use rayon::prelude::*;

/// The levels 0 to `searched` − 1.
pub fn levels(
    measure: &Measure<'_>,
    searched: u16,
    progress: &Progress,
) -> Result<Vec<Level>, Stopped> {
    let groups = &measure.groups;
    let mut levels = vec![measure.own(progress)?; usize::from(searched)];
    let distances: Vec<u16> = (1..searched).collect();
    if distances.is_empty() {
        return Ok(levels);
    }
    let larger: Vec<usize> = (0..groups.len())
        .filter(|&group| groups[group].len() > 1)
        .collect();
    let pairs = |&group: &usize| (groups[group].len() as u64).pow(2);
    progress.stage("finding neighbours", larger.iter().map(pairs).sum());
    let found: Vec<Vec<Level>> = larger
        .par_iter()
        .map(|&group| of_group(measure, &groups[group], &distances, progress))
        .collect::<Result<_, Stopped>>()?;
    for (&group, found) in larger.iter().zip(found) {
        progress.check()?;
        for (level, found) in levels[1..].iter_mut().zip(found) {
            for (at, &record) in groups[group].iter().enumerate() {
                level.within[record as usize] = found.within[at];
                level.reaches[record as usize] = found.reaches[at];
            }
        }
    }
    Ok(levels)
}

/// The levels of these distances, of the records of one group alone.
fn of_group(
    measure: &Measure<'_>,
    members: &[u32],
    distances: &[u16],
    progress: &Progress,
) -> Result<Vec<Level>, Stopped> {
    progress.check()?;
    let search = Search::new(measure.survey, measure.patterns, members, progress)?;
    let places = search.places();
    let empty = Level {
        within: vec![0; members.len()],
        reaches: vec![u64::MAX; members.len()],
    };
    let mut levels = vec![empty; distances.len()];
    // A pass per sensitive issue: the fewer different shares there are, the more records can be counted.
    let issues = measure.shares.width;
    for issue in 0..issues {
        let share = |place: u32| measure.shares.share(search.record(place))[issue];
        let targets = search.targets(&places, share, progress)?;
        let chunks: Vec<&[u32]> = places.chunks(CHUNK).collect();
        let measured: Vec<Vec<(u32, u64)>> = chunks
            .par_iter()
            .map(|queries| {
                let sums = search.sums(&targets, queries, distances, share, progress)?;
                progress.advance((queries.len() * members.len() / issues) as u64);
                let sums = sums.iter().map(std::slice::from_ref);
                Ok(sums.map(|sum| measure.of(sum)).collect())
            })
            .collect::<Result<_, Stopped>>()?;
        for (queries, measured) in chunks.iter().zip(measured) {
            for (level, measured) in levels.iter_mut().zip(measured.chunks(queries.len())) {
                for (&place, &(within, reaches)) in queries.iter().zip(measured) {
                    let at = search.member(place);
                    level.within[at] = within;
                    level.reaches[at] = level.reaches[at].min(reaches);
                }
            }
        }
    }
    Ok(levels)
}
