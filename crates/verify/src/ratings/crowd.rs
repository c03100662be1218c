//! People with the same ratings are one record, and records of the same rated issues one group: only
//! those can be close to each other while ε is below r.

use super::boxes::Boxes;
use super::people::People;
use super::spread::Tally;
use crate::sorting::sorted;
use crate::watch::{Stopped, Watch};
use rayon::prelude::*;

pub(super) struct Crowd {
    pub people: usize,
    /// Of all people, by sensitive issue.
    pub tallies: Vec<Tally>,
    /// Everybody who rated the same issues.
    pub groups: Vec<Group>,
}

pub(super) struct Group {
    pub boxes: Boxes,
    /// People, in the places of their records.
    members: Vec<u32>,
    /// By place in the boxes, the people of all records before it; one more entry for all.
    before: Vec<u64>,
    /// Likewise what they say about the sensitive issues, one tally each.
    said_before: Vec<Tally>,
    secrets: usize,
}

impl Crowd {
    pub fn gather(people: &People, watch: &dyn Watch) -> Result<Self, Stopped> {
        let compare = |left, right| {
            let issues = people.issues_of(left).cmp(people.issues_of(right));
            issues.then_with(|| people.points_of(left).cmp(people.points_of(right)))
        };
        let order = sorted(people.count(), compare, watch)?;
        let same_issues: Vec<&[u32]> = order
            .chunk_by(|&a, &b| people.issues_of(a) == people.issues_of(b))
            .collect();
        let groups = same_issues
            .into_par_iter()
            .map(|members| Group::gather(people, members, watch))
            .collect::<Result<Vec<Group>, Stopped>>()?;
        let tallies = people.secrets.iter().map(|secret| {
            let mut tally = Tally::default();
            secret.iter().for_each(|&point| tally.add(point));
            tally
        });
        Ok(Self {
            people: people.count(),
            tallies: tallies.collect(),
            groups,
        })
    }
}

impl Group {
    fn gather(people: &People, sorted: &[u32], watch: &dyn Watch) -> Result<Self, Stopped> {
        watch.check()?;
        let records: Vec<&[u32]> = sorted
            .chunk_by(|&a, &b| people.points_of(a) == people.points_of(b))
            .collect();
        let rows: Vec<&[u16]> = records
            .iter()
            .map(|members| people.points_of(members[0]))
            .collect();
        let (boxes, order) = Boxes::build(&rows, watch)?;
        let secrets = people.secrets.len();
        let mut group = Self {
            boxes,
            members: Vec::with_capacity(sorted.len()),
            before: vec![0],
            said_before: vec![Tally::default(); secrets],
            secrets,
        };
        for (place, &record) in order.iter().enumerate() {
            let members = records[record as usize];
            group
                .before
                .push(group.before[place] + members.len() as u64);
            for (secret, points) in people.secrets.iter().enumerate() {
                let mut tally = group.said_before[place * secrets + secret];
                members
                    .iter()
                    .for_each(|&person| tally.add(points[person as usize]));
                group.said_before.push(tally);
            }
            group.members.extend_from_slice(members);
        }
        Ok(group)
    }

    pub fn records(&self) -> usize {
        self.before.len() - 1
    }

    /// The people with the record at `place`.
    pub fn members(&self, place: usize) -> &[u32] {
        &self.members[self.before[place] as usize..self.before[place + 1] as usize]
    }

    /// The people within `within` steps of the record at `place`, those with that record included. Stops
    /// counting when there are `enough`.
    pub fn count(&self, place: usize, within: u16, enough: u64) -> u64 {
        let same = self.members(place).len() as u64;
        if same >= enough {
            return same;
        }
        let mut people = 0;
        self.boxes.each_within(place, within, &mut |places| {
            people += self.before[places.end] - self.before[places.start];
            people < enough
        });
        people
    }

    /// The same people, all of them, and what they say about the sensitive issues.
    pub fn listen(&self, place: usize, within: u16, tallies: &mut Vec<Tally>) -> u64 {
        tallies.clear();
        tallies.resize(self.secrets, Tally::default());
        let mut people = 0;
        self.boxes.each_within(place, within, &mut |places| {
            people += self.before[places.end] - self.before[places.start];
            for (secret, tally) in tallies.iter_mut().enumerate() {
                *tally += self.said_before[places.end * self.secrets + secret]
                    - self.said_before[places.start * self.secrets + secret];
            }
            true
        });
        people
    }
}
