//! Everything that is measured of released transactions.

mod items;
mod itemsets;
mod queries;
mod shelves;

#[cfg(test)]
mod tests;

use crate::baskets::Baskets;
use cloakroom_core::metrics::{Measures, Metric};
use cloakroom_core::pulse::{Pulse, Stopped};
use shelves::Shelves;

/// What is measured. Private items that are kept apart are released as they are and are not looked at.
#[derive(Clone, Copy, Debug)]
pub struct BasketRelease<'a> {
    pub baskets: &'a Baskets,
    /// Parallel to `Baskets::leaf`: the node that an occurrence is shown as, or `GONE`.
    pub shown: &'a [u32],
    pub seed: u64,
}

pub fn measure(release: &BasketRelease<'_>, pulse: &Pulse) -> Result<Measures, Stopped> {
    pulse.stage("measuring", 4);
    let mut measured = items::of_occurrences(release, pulse)?;
    pulse.advance(1);
    let shelves = Shelves::fill(release, pulse)?;
    pulse.advance(1);
    measured.extend(itemsets::kept(release, &shelves, pulse)?);
    pulse.advance(1);
    let error = queries::error(release, &shelves, pulse)?;
    measured.extend(error.map(|error| (Metric::QueryError, error)));
    pulse.advance(1);
    measured.sort_by_key(|&(metric, _)| metric);
    Ok(Measures(measured))
}
