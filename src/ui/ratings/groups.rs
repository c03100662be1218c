//! Hamming groups: people who rated the same issues, whatever they said of them.

use super::Lent;
use cloakroom_ratings::profile::RatingsProfile;
use std::cmp::Reverse;
use std::sync::Arc;

/// The groups of a profile in the order in which they are shown.
pub struct Groups {
    pub profile: Arc<RatingsProfile>,
    /// The largest first; of equal ones the earliest.
    pub by_size: Vec<u32>,
    /// By group, one of its people.
    pub person: Vec<u32>,
    /// By group, its place in `by_size`.
    place: Vec<u32>,
}

impl Groups {
    pub fn of(profile: &Arc<RatingsProfile>) -> Self {
        let patterns = profile.patterns();
        let people = &patterns.group_people;
        let mut person = vec![u32::MAX; people.len()];
        for (&group, &first) in patterns.group_of.iter().zip(&patterns.first) {
            let person = &mut person[group as usize];
            *person = (*person).min(first);
        }
        let mut by_size: Vec<u32> = (0..people.len() as u32).collect();
        by_size.sort_by_key(|&group| (Reverse(people[group as usize]), group));
        let mut place = vec![0; people.len()];
        for (at, &group) in (0..).zip(&by_size) {
            place[group as usize] = at;
        }
        Self {
            profile: profile.clone(),
            by_size,
            person,
            place,
        }
    }

    pub fn len(&self) -> usize {
        self.by_size.len()
    }

    pub fn is_empty(&self) -> bool {
        self.by_size.is_empty()
    }

    pub fn people(&self, group: u32) -> u32 {
        self.profile.patterns().group_people[group as usize]
    }

    pub fn place(&self, group: u32) -> usize {
        self.place[group as usize] as usize
    }

    pub fn group_of(&self, person: u32) -> Option<u32> {
        let patterns = self.profile.patterns();
        let record = patterns.record_of.get(person as usize)?;
        Some(patterns.group_of[*record as usize])
    }

    /// Groups with fewer than k people, and how many people they have.
    pub fn below(&self, k: u32) -> (usize, usize) {
        let people = &self.profile.patterns().group_people;
        let large = self
            .by_size
            .partition_point(|&group| people[group as usize] >= k);
        let small = &self.by_size[large..];
        let sum = small
            .iter()
            .map(|&group| people[group as usize] as usize)
            .sum();
        (small.len(), sum)
    }

    /// The issues that a group rated, ascending.
    pub fn issues(&self, lent: &Lent<'_>, group: u32) -> Vec<u32> {
        let mut issues = Vec::new();
        let person = self.person[group as usize] as usize;
        lent.survey
            .each_rated(person, |issue, _| issues.push(issue));
        issues.sort_unstable();
        issues
    }

    /// On how many issues one of two groups rated and the other did not.
    pub fn distance(&self, lent: &Lent<'_>, a: u32, b: u32) -> usize {
        apart(&self.issues(lent, a), &self.issues(lent, b))
    }

    /// The nearest other group with at least k people: the earliest of the nearest.
    pub fn nearest(&self, lent: &Lent<'_>, group: u32, k: u32) -> Option<(u32, usize)> {
        let own = self.issues(lent, group);
        let large = self.by_size.iter().copied();
        large
            .take_while(|&other| self.people(other) >= k.max(1))
            .filter(|&other| other != group)
            .map(|other| (apart(&own, &self.issues(lent, other)), other))
            .min()
            .map(|(distance, other)| (other, distance))
    }
}

/// How many issues are in one of two ascending lists and not in the other.
fn apart(a: &[u32], b: &[u32]) -> usize {
    let (mut at, mut other, mut both) = (0, 0, 0);
    while at < a.len() && other < b.len() {
        match a[at].cmp(&b[other]) {
            std::cmp::Ordering::Less => at += 1,
            std::cmp::Ordering::Greater => other += 1,
            std::cmp::Ordering::Equal => {
                both += 1;
                at += 1;
                other += 1;
            }
        }
    }
    a.len() + b.len() - 2 * both
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_apart_by_what_only_one_rated() {
        assert_eq!(apart(&[0, 1, 4], &[1, 4, 7, 9]), 3);
        assert_eq!(apart(&[], &[2]), 1);
        assert_eq!(apart(&[3, 5], &[3, 5]), 0);
    }
}
