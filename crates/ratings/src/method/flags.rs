//! Which issues somebody rated, and the people who rated the same ones.

use super::RatingsTask;
use crate::ratings::NULL;
use cloakroom_core::{Progress, Stopped};
use hashbrown::HashMap;

/// A bit per issue: whether it is rated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(Vec<u64>);

impl Flags {
    pub fn of(row: &[u16]) -> Self {
        Self::from_rated(row.iter().map(|&cell| cell != NULL))
    }

    pub fn from_rated(rated: impl ExactSizeIterator<Item = bool>) -> Self {
        let mut words = vec![0u64; rated.len().div_ceil(64)];
        for (issue, rated) in rated.enumerate() {
            words[issue / 64] |= u64::from(rated) << (issue % 64);
        }
        Self(words)
    }

    pub fn rated(&self, issue: usize) -> bool {
        self.0[issue / 64] >> (issue % 64) & 1 == 1
    }

    /// How many issues only one of the two has.
    pub fn hamming(&self, other: &Self) -> u32 {
        let words = self.0.iter().zip(&other.0);
        words.map(|(a, b)| (a ^ b).count_ones()).sum()
    }
}

/// People who rated the same issues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HammingGroup {
    pub flags: Flags,
    /// Ascending.
    pub members: Vec<u32>,
}

/// The groups of some people, in the order in which they appear.
pub fn hamming_groups(
    task: &RatingsTask<'_>,
    people: impl IntoIterator<Item = u32>,
    progress: &Progress,
) -> Result<Vec<HammingGroup>, Stopped> {
    let mut place: HashMap<Flags, usize> = HashMap::new();
    let mut groups: Vec<HammingGroup> = Vec::new();
    for (count, person) in people.into_iter().enumerate() {
        progress.check_every(1 << 8, count)?;
        let flags = Flags::of(task.row(person as usize));
        let at = *place.entry(flags).or_insert_with_key(|flags| {
            groups.push(HammingGroup {
                flags: flags.clone(),
                members: Vec::new(),
            });
            groups.len() - 1
        });
        groups[at].members.push(person);
    }
    Ok(groups)
}

/// The flags among those of the groups that change the fewest cells if everybody takes them on; the first of
/// equals.
pub fn middle_flags(width: usize, groups: &[HammingGroup]) -> Option<Flags> {
    let people: u64 = groups.iter().map(|group| group.members.len() as u64).sum();
    let mut raters = vec![0u64; width];
    for group in groups {
        for (issue, raters) in raters.iter_mut().enumerate() {
            if group.flags.rated(issue) {
                *raters += group.members.len() as u64;
            }
        }
    }
    // The changes of an issue are its raters or the others, so no two groups need to be compared.
    let changes = |flags: &Flags| -> u64 {
        let changed = raters.iter().enumerate().map(|(issue, &raters)| {
            if flags.rated(issue) {
                people - raters
            } else {
                raters
            }
        });
        changed.sum()
    };
    let nearest = groups.iter().min_by_key(|group| changes(&group.flags))?;
    Some(nearest.flags.clone())
}
