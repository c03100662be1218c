//! The largest k at every ε, by definition and by cutting people into groups of mutually close ones.

use super::check::most_k_without;
use crate::solve::FrontierPoint;
use cloakroom_core::{NullReading, Progress, Stopped};
use cloakroom_ratings::privacy::{Spread, Target};
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::profile::graph::EpsilonGraph;
use cloakroom_ratings::ratings::PreparedRatings;

/// People up to which a partition is found while somebody waits, and people times distances.
const MOST_IN_CLIQUES: usize = 5_000;
const MOST_LOOKED_AT: usize = 100_000;

/// The largest k for every ε that says something ([`PreparedRatings::widest`]); distances at which somebody stands alone
/// are left away. `target` tells the l; up to `may` people may be left out.
pub fn frontier(
    survey: &PreparedRatings,
    profile: &RatingsProfile,
    target: &Target,
    may: usize,
    progress: &Progress,
) -> Result<Vec<FrontierPoint>, Stopped> {
    let partitions = match may {
        0 => Partitions::find(survey, 0, survey.widest(), target.reading, progress)?,
        _ => None,
    };
    let mut points = Vec::new();
    for within in 0..=survey.widest() {
        progress.check()?;
        let target = Target {
            k: 1,
            within,
            ..*target
        };
        let k = match may {
            0 => profile.most_k(&target),
            _ => {
                let most = most_by_size(profile, &target, may);
                most_k_without(survey, &target, may, most, progress)?
            }
        };
        let parted = partitions.as_ref();
        let point = FrontierPoint {
            epsilon: survey.scale.distance(within),
            k: k.filter(|&k| k > 1),
            partition: parted.and_then(|parted| parted.most_k(&target).filter(|&k| k > 1)),
        };
        if point.k.is_some() || point.partition.is_some() {
            points.push(point);
        }
    }
    Ok(points)
}

/// A k that is surely not exceeded: whoever has fewer people close has no more of them when others are left out.
fn most_by_size(profile: &RatingsProfile, target: &Target, may: usize) -> u32 {
    let (mut good, mut bad) = (1, profile.people() as u32 + 1);
    while good + 1 < bad {
        let k = good + (bad - good) / 2;
        let asked = Target {
            k,
            deviation: 0,
            ..*target
        };
        match profile.violating(&asked).people <= may {
            true => good = k,
            false => bad = k,
        }
    }
    good
}

/// Partitions of all people into groups of mutually close ones, by distance. A group of k is enough for (k, ε), but not
/// needed; with l neither proves the other.
pub(super) struct Partitions {
    first: u16,
    /// From the distance `first` on.
    by_distance: Vec<Vec<Partition>>,
}

/// What the smallest group of a partition, and the one that spreads least, reach.
#[derive(Clone, Copy)]
struct Partition {
    k: u32,
    /// In millionths; `u64::MAX` without a sensitive issue.
    reaches: u64,
}

impl Partitions {
    /// `None` if there are too many people to tell.
    pub fn find(
        survey: &PreparedRatings,
        first: u16,
        last: u16,
        reading: NullReading,
        progress: &Progress,
    ) -> Result<Option<Self>, Stopped> {
        let people = survey.people();
        let distances = usize::from(last.saturating_sub(first)) + 1;
        if people > MOST_IN_CLIQUES || people * distances > MOST_LOOKED_AT {
            return Ok(None);
        }
        let at = |within| partitions(survey, within, reading, progress);
        let by_distance = (first..=last).map(at).collect::<Result<_, _>>()?;
        Ok(Some(Self { first, by_distance }))
    }

    fn at(&self, within: u16) -> &[Partition] {
        let place = within.checked_sub(self.first).map(usize::from);
        let found = place.and_then(|place| self.by_distance.get(place));
        found.map_or(&[], Vec::as_slice)
    }

    pub fn most_k(&self, target: &Target) -> Option<u32> {
        let spread = self.at(target.within).iter();
        let spread = spread.filter(|parts| parts.reaches >= target.deviation);
        spread.map(|parts| parts.k).max()
    }

    pub fn least_within(&self, target: &Target) -> Option<u16> {
        let mut distances = self.first..self.first + self.by_distance.len() as u16;
        distances.find(|&within| {
            let most = self.most_k(&Target { within, ..*target });
            most.is_some_and(|k| k >= target.k)
        })
    }

    pub fn most_deviation(&self, target: &Target) -> Option<u64> {
        let large = self.at(target.within).iter();
        let large = large.filter(|parts| parts.k >= target.k && parts.reaches != u64::MAX);
        large.map(|parts| parts.reaches).max()
    }
}

/// That of slicing, and those of pruning it to a larger k as long as that can be done.
fn partitions(
    survey: &PreparedRatings,
    within: u16,
    reading: NullReading,
    progress: &Progress,
) -> Result<Vec<Partition>, Stopped> {
    let reaches = |part: &Vec<u32>| {
        let secrets = survey.secrets.iter().map(|secret| {
            let cells = part.iter().map(|&person| secret[person as usize]);
            Spread::of(cells).reaches(&survey.scale, reading)
        });
        secrets.min().unwrap_or(u64::MAX)
    };
    let of = |parts: &[Vec<u32>]| Partition {
        k: parts.iter().map(Vec::len).min().unwrap_or(0) as u32,
        reaches: parts.iter().map(reaches).min().unwrap_or(u64::MAX),
    };
    if within >= survey.r() {
        return Ok(vec![of(&[(0..survey.people() as u32).collect()])]);
    }
    let graph = EpsilonGraph::build(survey, within, progress)?;
    let mut parts = graph.cliques(progress)?;
    let mut found = Vec::new();
    loop {
        let partition = of(&parts);
        found.push(partition);
        let wanted = partition.k as usize + 1;
        let filled = graph.prune(parts, wanted, progress)?;
        if filled.iter().any(|part| part.len() < wanted) {
            return Ok(found);
        }
        parts = filled;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::{NeighbourEngine, Scale};
    use cloakroom_ratings::profile::core::left_out;
    use cloakroom_ratings::ratings::NULL;

    const STRICT: NullReading = NullReading::Strict;

    fn target(l: u64) -> Target {
        Target {
            k: 1,
            within: 0,
            deviation: l * 1_000_000,
            reading: STRICT,
        }
    }

    fn points(survey: &PreparedRatings, l: u64, may: usize) -> Vec<FrontierPoint> {
        let (engine, progress) = (NeighbourEngine::Profile, Progress::default());
        let profile = RatingsProfile::compute(survey, STRICT, survey.r(), engine, &progress);
        frontier(survey, &profile.unwrap(), &target(l), may, &progress).unwrap()
    }

    fn point(epsilon: f64, k: Option<u32>, partition: Option<u32>) -> FrontierPoint {
        FrontierPoint {
            epsilon,
            k,
            partition,
        }
    }

    /// What was found at a distance, in steps of 1: by definition, and by parts.
    fn at(points: &[FrontierPoint], within: u16) -> (Option<u32>, Option<u32>) {
        let mut points = points.iter();
        let point = points.find(|point| point.epsilon == f64::from(within));
        point.map_or((None, None), |point| (point.k, point.partition))
    }

    #[test]
    fn table_7_1_holds_from_two_on_and_its_partition_from_three_on() {
        let cell = |rating: u16| if rating == 0 { NULL } else { rating - 1 };
        let rows = [
            [3, 6, 0],
            [2, 5, 0],
            [4, 7, 0],
            [5, 6, 0],
            [1, 0, 5],
            [2, 0, 6],
        ];
        let rows: Vec<Vec<u16>> = rows.map(|row| row.map(cell).to_vec()).into();
        let scale = Scale {
            high: 7.0,
            ..Scale::default()
        };
        let secret = [6, 1, 4, 1, 1, 5].map(cell).to_vec();
        let survey = PreparedRatings::from_rows(scale, &rows, vec![secret]);
        let two = Some(2);
        let spread = [point(2.0, two, None), point(3.0, two, two)];
        assert_eq!(points(&survey, 2, 0), spread);
        // Without l, pairs are close from 1 on; 6 joins everybody who rated the same and is not among them.
        let pairs = [1.0, 2.0, 3.0].map(|epsilon| point(epsilon, two, two));
        assert_eq!(points(&survey, 0, 0), pairs);
    }

    #[test]
    fn small_surveys_agree_with_trying_everything() {
        let mut state = 1u32;
        let mut below = |bound: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 16) % bound) as u16
        };
        let mut parted = 0;
        for round in 0..60 {
            let people = 4 + round % 4;
            let mut rows = Vec::new();
            for _ in 0..people {
                let missing = below(5) == 0;
                rows.push(vec![below(5), if missing { NULL } else { below(3) }]);
            }
            let secret: Vec<u16> = (0..people).map(|_| below(5)).collect();
            let survey = PreparedRatings::from_rows(Scale::default(), &rows, vec![secret.clone()]);
            let close = |a: usize, b: usize, within: u16| {
                let mut pairs = rows[a].iter().zip(&rows[b]);
                pairs.all(|(&a, &b)| match (a == NULL, b == NULL) {
                    (false, false) => a.abs_diff(b) <= within,
                    (one, other) => one == other,
                })
            };
            let spread = |part: &[usize], l: u64| {
                let (n, l) = (part.len() as i64, l as i64);
                let cells = || part.iter().map(|&person| i64::from(secret[person]));
                let (sum, squares): (i64, i64) = (cells().sum(), cells().map(|at| at * at).sum());
                n * squares - sum * sum >= l * l * n * n
            };
            for l in [0, 1] {
                let found = points(&survey, l, 0);
                for within in 0..=survey.widest() {
                    let near = |a: usize| -> Vec<usize> {
                        (0..people).filter(|&b| close(a, b, within)).collect()
                    };
                    let all: Vec<Vec<usize>> = (0..people).map(near).collect();
                    let holds = all.iter().all(|near| spread(near, l));
                    let k = all.iter().map(Vec::len).min().filter(|&k| holds && k > 1);
                    let (by_definition, by_parts) = at(&found, within);
                    assert_eq!(by_definition, k.map(|k| k as u32));
                    let good = |part: &[usize]| {
                        let alike = |&a: &usize| part.iter().all(|&b| close(a, b, within));
                        spread(part, l) && part.iter().all(alike)
                    };
                    let best = best_partition(0, people, &mut Vec::new(), &good);
                    assert!(by_parts.is_none_or(|k| k as usize <= best));
                    parted += usize::from(by_parts.is_some());
                }
            }
        }
        assert!(parted > 20, "{parted}");
    }

    /// The largest k of all partitions whose parts are good.
    fn best_partition(
        person: usize,
        people: usize,
        parts: &mut Vec<Vec<usize>>,
        good: &dyn Fn(&[usize]) -> bool,
    ) -> usize {
        if person == people {
            let are_good = parts.iter().all(|part| good(part));
            let k = parts.iter().map(Vec::len).min().filter(|_| are_good);
            return k.unwrap_or(0);
        }
        let mut best = 0;
        for at in 0..parts.len() {
            parts[at].push(person);
            best = best.max(best_partition(person + 1, people, parts, good));
            parts[at].pop();
        }
        parts.push(vec![person]);
        best = best.max(best_partition(person + 1, people, parts, good));
        parts.pop();
        best
    }

    #[test]
    fn whoever_may_be_left_out_is() {
        let rows: Vec<Vec<u16>> = [0, 0, 0, 1, 1, 4].map(|point| vec![point]).into();
        let survey = PreparedRatings::from_rows(Scale::default(), &rows, Vec::new());
        for may in 1..4 {
            let found = points(&survey, 0, may);
            for within in 0..=survey.widest() {
                let holds = |&k: &u32| {
                    let target = Target {
                        k,
                        within,
                        ..target(0)
                    };
                    let out = left_out(&survey, &target, &Progress::default()).unwrap();
                    out.len() <= may && out.len() < 6
                };
                assert_eq!(at(&found, within), ((2..=6).filter(holds).max(), None));
            }
        }
    }
}
