//! What the candidates for a person tell about their sensitive values.

use cloakroom_core::words::percent;
use cloakroom_microdata::metrics::risk::{Leaning, is_skewed};
use serde::Serialize;

/// How much is learned, from most to least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Learned {
    /// All candidates have the same value.
    Revealed,
    /// All values are of one sensitivity category; of ratings, no two are farther apart than ε.
    Similar,
    /// More than half of the candidates have the same value, at least twice as many as in the whole release.
    Skewed,
    Hidden,
}

/// What is learned about one sensitive column, issue or item.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reveal {
    pub column: String,
    pub learned: Learned,
    /// The likeliest value.
    pub value: String,
    /// The share of the candidates that have it: what a guess is worth.
    pub share: f64,
    /// Its share in the whole release: what a guess is worth without the attack.
    pub prior: f64,
}

/// How many people each column would tell about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RevealCount {
    pub column: String,
    pub revealed: usize,
    pub similar: usize,
    pub skewed: usize,
}

/// The values of one sensitive column in the whole release.
#[derive(Clone, Debug, Default)]
pub struct Everywhere {
    pub column: String,
    /// By value.
    pub counts: Vec<u64>,
    pub all: u64,
}

impl Everywhere {
    /// `held` are values with how many of the candidates have each, who may have several; `is_similar` is asked where they
    /// differ.
    pub fn reveal(
        &self,
        (held, candidates): (&[(u32, u64)], u64),
        text: impl Fn(u32) -> String,
        is_similar: impl FnOnce() -> bool,
    ) -> Option<Reveal> {
        let leaning = |&(value, here): &(u32, u64)| Leaning {
            here,
            records: candidates,
            everywhere: self.counts[value as usize],
            all: self.all,
        };
        // The likeliest; of equally likely ones the rarest in the release, then the first.
        let best = held.iter().max_by(|a, b| {
            let rarer = self.counts[b.0 as usize].cmp(&self.counts[a.0 as usize]);
            a.1.cmp(&b.1).then(rarer).then(b.0.cmp(&a.0))
        })?;
        let learned = if best.1 == candidates {
            Learned::Revealed
        } else if is_similar() {
            Learned::Similar
        } else if held.iter().any(|value| is_skewed(leaning(value))) {
            Learned::Skewed
        } else {
            Learned::Hidden
        };
        Some(Reveal {
            column: self.column.clone(),
            learned,
            value: text(best.0),
            share: leaning(best).share(),
            prior: leaning(best).prior(),
        })
    }
}

impl Reveal {
    pub fn sentence(&self) -> String {
        let Self {
            column,
            value,
            share,
            prior,
            ..
        } = self;
        let value = if value.is_empty() { "missing" } else { value };
        match self.learned {
            Learned::Revealed => format!("\"{column}\" is {value}, for all of them"),
            Learned::Similar => format!("\"{column}\" is alike for all of them"),
            Learned::Skewed => format!(
                "\"{column}\" is {value} for {} of them, against {} everywhere",
                percent(*share),
                percent(*prior)
            ),
            Learned::Hidden => format!("\"{column}\" stays hidden"),
        }
    }
}

/// Counts by column, in the order in which columns first come.
pub fn count<'a>(
    columns: impl Iterator<Item = &'a str>,
    reveals: impl Iterator<Item = &'a Reveal>,
) -> Vec<RevealCount> {
    let mut counts: Vec<RevealCount> = columns
        .map(|column| RevealCount {
            column: column.to_owned(),
            revealed: 0,
            similar: 0,
            skewed: 0,
        })
        .collect();
    for reveal in reveals {
        let Some(count) = counts
            .iter_mut()
            .find(|count| count.column == reveal.column)
        else {
            continue;
        };
        match reveal.learned {
            Learned::Revealed => count.revealed += 1,
            Learned::Similar => count.similar += 1,
            Learned::Skewed => count.skewed += 1,
            Learned::Hidden => {}
        }
    }
    counts
}
