//! What an optimal search makes as small as it can.

use serde::{Deserialize, Serialize};

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum SearchMetric {
    #[default]
    Loss,
    /// The sum of the levels.
    Height,
    /// The sum of the levels divided by that of the tops, left-out records at the top.
    DistortionRatio,
    Dm,
    Cavg,
    /// Non-uniform entropy: what is not known any more of the original values, in bits.
    Entropy,
}

impl SearchMetric {
    pub const ALL: [Self; 6] = [
        Self::Loss,
        Self::Height,
        Self::DistortionRatio,
        Self::Dm,
        Self::Cavg,
        Self::Entropy,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Height => "height",
            Self::DistortionRatio => "distortion_ratio",
            Self::Dm => "dm",
            Self::Cavg => "cavg",
            Self::Entropy => "entropy",
        }
    }

    /// The name in a menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Height => "height",
            Self::DistortionRatio => "distortion ratio",
            Self::Dm => "discernibility",
            Self::Cavg => "average class size",
            Self::Entropy => "entropy loss",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.name() == name)
    }
}
