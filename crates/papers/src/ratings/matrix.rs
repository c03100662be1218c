//! The thesis' pairwise check: all distances are put down in a matrix, and then every row of it is looked at. The engine of
//! that name compares everybody with everybody too, but keeps no matrix.

use cloakroom_core::{NullReading, Progress, Stopped};
use cloakroom_ratings::privacy::{Spread, Target};
use cloakroom_ratings::ratings::{PreparedRatings, distance};
use rayon::prelude::*;

/// The matrix of more people is not made: it has a cell for every two.
pub(super) const MOST_PEOPLE: usize = 1 << 14;

/// How many people break the promise.
pub(super) fn violating(
    survey: &PreparedRatings,
    target: &Target,
    progress: &Progress,
) -> Result<usize, Stopped> {
    let (people, width) = (survey.people(), survey.issues.len());
    let cells = survey.dense().unwrap_or(&[]);
    let row = |person: usize| &cells[person * width..(person + 1) * width];
    let mut matrix = vec![0u16; people * people];
    matrix
        .par_chunks_mut(people.max(1))
        .enumerate()
        .try_for_each(|(person, distances)| {
            progress.check()?;
            for (other, found) in distances.iter_mut().enumerate() {
                *found = distance(row(person), row(other), survey.r());
            }
            Ok(())
        })?;
    let breaks = |distances: &[u16]| {
        let near: Vec<usize> = (0..people)
            .filter(|&other| distances[other] <= target.within)
            .collect();
        near.len() < target.k as usize || !spreads(survey, &near, target)
    };
    Ok(matrix
        .par_chunks(people.max(1))
        .filter(|distances| breaks(distances))
        .count())
}

fn spreads(survey: &PreparedRatings, near: &[usize], target: &Target) -> bool {
    target.deviation == 0
        || survey.secrets.iter().all(|secret| {
            let spread = Spread::of(near.iter().map(|&person| secret[person]));
            spread.reaches(&survey.scale, NullReading::Strict) >= target.deviation
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::{NeighbourEngine, Scale, Stream};
    use cloakroom_ratings::profile::RatingsProfile;
    use cloakroom_ratings::ratings::NULL;

    #[test]
    fn it_finds_the_same_people_as_the_engines() {
        let mut stream = Stream::new(5, 0);
        let mut cell = |_| match stream.below(6) {
            5 => NULL,
            point => point as u16,
        };
        let rows: Vec<Vec<u16>> = (0..60).map(|_| (0..2).map(&mut cell).collect()).collect();
        let secrets = vec![(0..60).map(&mut cell).collect()];
        let survey = PreparedRatings::from_rows(Scale::default(), &rows, secrets);
        let progress = Progress::default();
        for (k, within, deviation) in [(2, 0, 0), (5, 1, 0), (5, 1, 1_200_000), (60, 5, 0)] {
            let reading = NullReading::Strict;
            let target = Target {
                k,
                within,
                deviation,
                reading,
            };
            let profile = RatingsProfile::compute(
                &survey,
                reading,
                within,
                NeighbourEngine::Profile,
                &progress,
            );
            assert_eq!(
                violating(&survey, &target, &progress).unwrap(),
                profile.unwrap().violating(&target).people
            );
        }
    }
}
