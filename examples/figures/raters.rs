//! Invented surveys of any size: seeded, and the same on every machine.

use cloakroom_core::ratings::Scale;
use cloakroom_core::stream::Stream;
use cloakroom_ratings::ratings::{NULL, PreparedRatings};

/// How a survey is made up.
#[derive(Clone, Copy, Debug)]
pub struct Raters {
    pub people: usize,
    pub issues: usize,
    /// Ratings go from 1 to this.
    pub high: u16,
    /// Of a thousand cells, those that are not rated.
    pub missing: u32,
    /// Of a thousand people, those who repeat the ratings of somebody before them.
    pub repeated: u32,
    pub sensitive: usize,
    pub taste: Taste,
}

/// How the ratings of one person hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taste {
    /// Not at all: every rating is as likely as any other.
    Uniform,
    /// Everybody likes things more or less, and every issue is liked more or less: half of the variance of a
    /// rating is that of its person.
    Shared,
}

impl Default for Raters {
    fn default() -> Self {
        Self {
            people: 20_000,
            issues: 20,
            high: 5,
            missing: 50,
            repeated: 0,
            sensitive: 1,
            taste: Taste::Uniform,
        }
    }
}

impl Raters {
    pub fn survey(&self, seed: u64) -> PreparedRatings {
        let mut rows: Vec<Vec<u16>> = Vec::with_capacity(self.people);
        let mut secrets = vec![Vec::with_capacity(self.people); self.sensitive];
        for person in 0..self.people {
            let mut stream = Stream::new(seed, person as u64);
            let mood = stream.bell();
            let row = if person > 0 && stream.chance(self.repeated) {
                rows[stream.below(person as u32) as usize].clone()
            } else {
                (0..self.issues)
                    .map(|issue| self.cell(&mut stream, issue, mood))
                    .collect()
            };
            rows.push(row);
            for (issue, secret) in secrets.iter_mut().enumerate() {
                secret.push(self.cell(&mut stream, issue, mood));
            }
        }
        let scale = Scale {
            high: f64::from(self.high),
            ..Scale::default()
        };
        PreparedRatings::from_rows(scale, &rows, secrets)
    }

    fn cell(&self, stream: &mut Stream, issue: usize, mood: i32) -> u16 {
        if stream.chance(self.missing) {
            return NULL;
        }
        match self.taste {
            Taste::Uniform => stream.below(u32::from(self.high)) as u16,
            Taste::Shared => {
                // From 200 below the middle to 200 above it lies the whole scale.
                let liked = (issue as i32 * 37) % 100 - 50;
                let at = 200 + liked + (mood + stream.bell()) * 7 / 10;
                (at.clamp(0, 399) * i32::from(self.high) / 400) as u16
            }
        }
    }
}
