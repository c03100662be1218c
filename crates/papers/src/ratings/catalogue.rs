//! The figures by name: what each shows, and what its paper says about it.

use super::trend::Trend;
use serde::{Serialize, Serializer};

/// What is known about a figure before it is measured.
pub struct About {
    pub name: &'static str,
    pub title: &'static str,
    pub across: &'static str,
    pub up: &'static str,
    pub claim: &'static str,
    /// Of the first series.
    pub trend: Trend,
}

/// Makes the figures out of their rows, so that there is nothing else to keep in step with them: name and title, what goes
/// across and up, what is claimed and how the first series goes.
macro_rules! figures {
    ($($figure:ident $name:literal $title:literal: $across:literal => $up:literal, $claim:literal, $trend:ident;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum FigureName {
            $($figure),*
        }

        const FIGURES: &[About] = &[$(About {
            name: $name,
            title: $title,
            across: $across,
            up: $up,
            claim: $claim,
            trend: Trend::$trend,
        }),*];

        impl FigureName {
            pub const ALL: [Self; FIGURES.len()] = [$(Self::$figure),*];
        }
    };
}

figures! {
    GreedyTimePeople "000-1a" "Greedy: time by share of the people, k = 40, two steps apart":
        "percent of the people" => "seconds", "time rises with the data", Rises;
    GreedyTimeK "000-1b" "Greedy: time by k, two steps apart":
        "k" => "seconds", "time falls as k grows", Falls;
    GreedyDistortionEpsilon "000-2a" "Greedy: distortion by epsilon, k = 40":
        "epsilon" => "distortion", "distortion falls as epsilon grows", Falls;
    GreedyDistortionK "000-2b" "Greedy: distortion by k, two steps apart":
        "k" => "distortion", "distortion rises with k", Rises;
    GreedyAccuracy "000-3" "Greedy: accuracy of naive Bayes by k, two steps apart":
        "k" => "share right", "the accuracy on released ratings is very close to the original one", Falls;
    SlicingTimePeople "001-1a" "Checking by slicing: time by share of the people":
        "percent of the people" => "seconds", "time rises with the data", Rises;
    SlicingTimeEpsilon "001-1b" "Checking by slicing: time by epsilon":
        "epsilon" => "seconds", "time falls at first and then rises with epsilon", Rises;
    SlicingAgainstPairwisePeople "001-2a" "Slicing against pairwise: time by share of the people":
        "percent of the people" => "seconds", "slicing is far faster than pairwise", Rises;
    SlicingAgainstPairwiseEpsilon "001-2b" "Slicing against pairwise: time by epsilon":
        "epsilon" => "seconds", "slicing is far faster than pairwise", Rises;
    GraphTimePeople "003-14a" "Graph: time by share of the people, k = 20, one step apart":
        "percent of the people" => "seconds", "time rises with the data", Rises;
    GraphTimeEpsilon "003-14b" "Graph: time by epsilon, k = 20":
        "epsilon" => "seconds", "time falls at first and then rises with epsilon", Rises;
    GraphTimeK "003-14c" "Graph: time by k, two steps apart":
        "k" => "seconds", "time falls as k grows", Falls;
    QueryErrorEpsilon "003-15a" "Graph: query error by epsilon, k = 10":
        "epsilon" => "mean relative error", "the error falls as epsilon grows", Falls;
    QueryErrorK "003-15b" "Graph: query error by k, two steps apart":
        "k" => "mean relative error", "the error rises with k", Rises;
    QueryErrorBoth "003-15c" "Graph: query error by k, a curve per epsilon":
        "k" => "mean relative error", "the error rises with k at every epsilon", Rises;
    ClusterChangeK "003-15d" "Graph: people who change clusters, by k, two steps apart":
        "k" => "share of the people", "the share rises with k", Rises;
    GraphAccuracy "003-16" "Graph: accuracy of naive Bayes by k, one step apart":
        "k" => "share right", "the accuracy on released ratings is very close to the original one", Falls;
    CentroidPeople "003-17a" "Graph: shift of the means by share of the people, k = 20, two steps apart":
        "percent of the people" => "mean shift, in ratings", "the means before and after do not differ much", Falls;
    CentroidK "003-17b" "Graph: shift of the means by k, two steps apart":
        "k" => "mean shift, in ratings", "the means before and after do not differ much", Rises;
    DeviationEpsilon "003-17c" "Graph: change of the standard deviations by epsilon, k = 10":
        "epsilon" => "mean change, in ratings", "the change falls as epsilon grows", Falls;
    ClusteringK "003-18" "Graph: average clustering coefficient by k, two steps apart":
        "k" => "coefficient", "the coefficient is larger after than before, and below 1", Rises;
}

impl FigureName {
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|figure| figure.name() == name)
    }

    pub fn name(self) -> &'static str {
        self.about().name
    }

    pub fn about(self) -> &'static About {
        &FIGURES[self as usize]
    }
}

impl Serialize for FigureName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
