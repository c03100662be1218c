//! What a release costs and what risk is left, in numbers that every method is measured by.

mod microdata;

pub use microdata::{MicrodataRelease, measure};

use crate::model::kind::Kind;
use serde::Serialize;

/// The metrics by name. All of them are computed for every release of the kinds they name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    Loss,
    Dm,
    Cavg,
    ProsecutorMax,
    ProsecutorAvg,
    JournalistMax,
    Marketer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Lower,
    Higher,
}

/// What a metric is about: the reader of a report looks for the two apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Aspect {
    Utility,
    Risk,
}

impl Metric {
    pub const ALL: [Self; 7] = [
        Self::Loss,
        Self::Dm,
        Self::Cavg,
        Self::ProsecutorMax,
        Self::ProsecutorAvg,
        Self::JournalistMax,
        Self::Marketer,
    ];

    /// The name in recipes and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Dm => "dm",
            Self::Cavg => "cavg",
            Self::ProsecutorMax => "prosecutor_max",
            Self::ProsecutorAvg => "prosecutor_avg",
            Self::JournalistMax => "journalist_max",
            Self::Marketer => "marketer",
        }
    }

    /// The name that people read.
    pub fn title(self) -> &'static str {
        match self {
            Self::Loss => "Loss",
            Self::Dm => "Discernibility",
            Self::Cavg => "Average class size",
            Self::ProsecutorMax => "Prosecutor risk, highest",
            Self::ProsecutorAvg => "Prosecutor risk, average",
            Self::JournalistMax => "Journalist risk, highest",
            Self::Marketer => "Marketer risk",
        }
    }

    pub fn unit(self) -> &'static str {
        match self {
            Self::Loss => "share of the information in the quasi-identifiers, 0 to 1",
            Self::Dm => "pairs of records, a record with itself included",
            Self::Cavg => "multiples of k",
            Self::ProsecutorMax | Self::ProsecutorAvg | Self::JournalistMax => {
                "probability, 0 to 1"
            }
            Self::Marketer => "share of records, 0 to 1",
        }
    }

    /// Which way is better.
    pub fn direction(self) -> Direction {
        Direction::Lower
    }

    pub fn aspect(self) -> Aspect {
        match self {
            Self::Loss | Self::Dm | Self::Cavg => Aspect::Utility,
            Self::ProsecutorMax | Self::ProsecutorAvg | Self::JournalistMax | Self::Marketer => {
                Aspect::Risk
            }
        }
    }

    /// Shares read best as percent; the others are plain numbers.
    pub fn is_share(self) -> bool {
        !matches!(self, Self::Dm | Self::Cavg)
    }

    pub fn kinds(self) -> &'static [Kind] {
        &[Kind::Microdata]
    }

    pub fn sentence(self) -> &'static str {
        match self {
            Self::Loss => {
                "How much of the quasi-identifiers is gone, on average over all their cells: 0 for a cell \
                 that is as it was, 1 for one that says nothing any more or whose record was left out."
            }
            Self::Dm => {
                "How many records each released record cannot be told from, summed over all records: the \
                 sum of the squared class sizes."
            }
            Self::Cavg => {
                "How large classes are on average, measured in k: 1 means that no class is larger than it \
                 must be."
            }
            Self::ProsecutorMax => {
                "The chance that somebody who knows that a person is in the release picks the right record, \
                 for the person at the greatest risk: one divided by the smallest class."
            }
            Self::ProsecutorAvg => {
                "The chance that somebody who knows that a person is in the release picks the right record, \
                 on average over the released records: classes divided by records."
            }
            Self::JournalistMax => {
                "The chance that somebody who does not know who is in the release picks the right record, \
                 at most; without a table of the population it is taken to be the prosecutor's."
            }
            Self::Marketer => {
                "The share of released records that somebody who links all of them to people is expected to \
                 get right."
            }
        }
    }
}

/// Measured values in the order of [`Metric::ALL`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measures(pub Vec<(Metric, f64)>);

impl Measures {
    pub fn get(&self, metric: Metric) -> Option<f64> {
        self.0
            .iter()
            .find(|(measured, _)| *measured == metric)
            .map(|&(_, value)| value)
    }
}

impl Serialize for Measures {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(metric, value)| (metric.name(), value)))
    }
}
