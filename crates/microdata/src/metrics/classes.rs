//! What the sizes of the released classes alone tell: discernibility and the risk of being found.

use super::MicrodataRelease;
use super::risk::chances;
use crate::profile::crowd::Crowd;
use cloakroom_core::metrics::share;
use cloakroom_core::{Metric, Progress, Stopped};

/// Where people or groups are counted, a person is found as easily as in the smallest of their classes.
pub(super) fn of_release(
    release: &MicrodataRelease<'_>,
    progress: &Progress,
) -> Result<Vec<(Metric, f64)>, Stopped> {
    let mut measured = of_classes(release.class_sizes, release.k);
    let Some(units) = &release.prepared.units else {
        return Ok(measured);
    };
    let units = units.picked(release.kept);
    let classes = release.class_sizes.len();
    let crowd = Crowd::new(release.class_of, classes, &units, &[], progress)?;
    let least: Vec<u32> = crowd.least().into_iter().flatten().collect();
    let highest = share(1.0, f64::from(least.iter().min().copied().unwrap_or(0)));
    let among = least.iter().map(|&heads| u64::from(heads)).collect();
    let average = share(chances(among), least.len() as f64);
    for (metric, value) in &mut measured {
        match metric {
            Metric::ProsecutorMax | Metric::JournalistMax => *value = highest,
            Metric::ProsecutorAvg | Metric::Marketer => *value = average,
            _ => {}
        }
    }
    Ok(measured)
}

/// Left-out records are in no class, so they count in none of these.
pub fn of_classes(sizes: &[u32], k: u32) -> Vec<(Metric, f64)> {
    let records: u64 = sizes.iter().map(|&size| u64::from(size)).sum();
    let classes = sizes.len() as f64;
    let smallest = sizes.iter().min().copied().unwrap_or(0);
    let highest_risk = share(1.0, f64::from(smallest));
    let average_risk = share(classes, records as f64);
    let pairs: u128 = sizes
        .iter()
        .map(|&size| u128::from(size) * u128::from(size))
        .sum();
    vec![
        (Metric::Dm, pairs as f64),
        (
            Metric::Cavg,
            share(share(records as f64, classes), f64::from(k)),
        ),
        (Metric::ProsecutorMax, highest_risk),
        (Metric::ProsecutorAvg, average_risk),
        (Metric::JournalistMax, highest_risk),
        (Metric::Marketer, average_risk),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_follow_their_definitions() {
        assert_eq!(
            of_classes(&[2, 3, 5], 2),
            [
                (Metric::Dm, 4.0 + 9.0 + 25.0),
                (Metric::Cavg, 10.0 / 3.0 / 2.0),
                (Metric::ProsecutorMax, 0.5),
                (Metric::ProsecutorAvg, 0.3),
                (Metric::JournalistMax, 0.5),
                (Metric::Marketer, 0.3),
            ]
        );
        assert!(of_classes(&[], 2).iter().all(|&(_, value)| value == 0.0));
    }
}
