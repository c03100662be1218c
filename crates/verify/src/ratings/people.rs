//! What everybody rated, in points of the scale.

use crate::watch::{Stopped, Watch};
use std::collections::HashMap;

/// An issue that somebody did not rate.
pub(super) const UNRATED: u16 = u16::MAX;

pub(super) struct People {
    /// `starts[person]..starts[person + 1]` are the places of a person's ratings.
    pub starts: Vec<usize>,
    /// Compared issues, ascending for each person.
    pub issue: Vec<u32>,
    pub point: Vec<u16>,
    /// By sensitive issue, a point for everybody or [`UNRATED`].
    pub secrets: Vec<Vec<u16>>,
}

impl People {
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Which of the issues on which people differ lie entirely within so many steps.
    pub fn covered(&self, within: u16) -> Covered {
        let mut ends: HashMap<u32, (u16, u16, u64)> = HashMap::new();
        for (&issue, &point) in self.issue.iter().zip(&self.point) {
            let (low, high, ratings) = ends.entry(issue).or_insert((point, point, 0));
            *low = point.min(*low);
            *high = point.max(*high);
            *ratings += 1;
        }
        let mut found = Covered::default();
        for (low, high, ratings) in ends.into_values().filter(|(low, high, _)| low < high) {
            found.issues += 1;
            found.ratings += ratings;
            if high - low <= within {
                found.covered_issues += 1;
                found.covered_ratings += ratings;
            }
        }
        found
    }

    pub fn issues_of(&self, person: u32) -> &[u32] {
        &self.issue[self.starts[person as usize]..self.starts[person as usize + 1]]
    }

    pub fn points_of(&self, person: u32) -> &[u16] {
        &self.point[self.starts[person as usize]..self.starts[person as usize + 1]]
    }
}

/// How many issues there are on which people differ, with how many ratings, and how many of both are covered by ε.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Covered {
    pub issues: u64,
    pub ratings: u64,
    pub covered_issues: u64,
    pub covered_ratings: u64,
}

/// Ratings in any order become those of each person.
pub(super) struct Sorting {
    pub starts: Vec<usize>,
    next: Vec<usize>,
    cells: Vec<(u32, u16)>,
    pub secrets: Vec<Vec<u16>>,
    pub has_twice: bool,
}

impl Sorting {
    pub fn new(people: usize, secrets: usize) -> Self {
        Self {
            starts: vec![0; people + 1],
            next: Vec::new(),
            cells: Vec::new(),
            secrets: vec![vec![UNRATED; people]; secrets],
            has_twice: false,
        }
    }

    /// Each person's ratings are counted in `starts`, one place further on.
    pub fn begin_to_fill(&mut self) {
        for at in 1..self.starts.len() {
            self.starts[at] += self.starts[at - 1];
        }
        self.next = self.starts.clone();
        self.cells = vec![(0, 0); self.starts[self.starts.len() - 1]];
    }

    pub fn put(&mut self, person: usize, issue: u32, point: u16) {
        self.cells[self.next[person]] = (issue, point);
        self.next[person] += 1;
    }

    pub fn put_secret(&mut self, person: usize, secret: usize, point: u16) {
        let known = std::mem::replace(&mut self.secrets[secret][person], point);
        self.has_twice |= known != UNRATED;
    }

    /// `None` if somebody rates an issue twice.
    pub fn finish(mut self, watch: &dyn Watch) -> Result<Option<People>, Stopped> {
        for pair in self.starts.windows(2) {
            watch.check()?;
            let own = &mut self.cells[pair[0]..pair[1]];
            own.sort_unstable();
            self.has_twice |= own.windows(2).any(|pair| pair[0].0 == pair[1].0);
        }
        let (issue, point) = self.cells.into_iter().unzip();
        Ok((!self.has_twice).then_some(People {
            starts: self.starts,
            issue,
            point,
            secrets: self.secrets,
        }))
    }
}
