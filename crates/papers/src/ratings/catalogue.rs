//! The figures by name: what each shows, and which way its paper says that its first curve goes.

use crate::trend::Trend;

/// What is known about a figure before it is measured.
pub struct About {
    pub name: &'static str,
    pub title: &'static str,
    pub across: &'static str,
    pub up: &'static str,
    /// Of the first curve.
    pub trend: Option<(Trend, &'static str)>,
}

/// Makes the figures out of their rows, so that there is nothing else to keep in step with them: name and title, what goes
/// across and up, and how the first curve goes where the paper says so.
macro_rules! figures {
    ($($figure:ident $name:literal $title:literal: $across:literal => $up:literal $(, $trend:ident $claim:literal)?;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum FigureName {
            $($figure),*
        }

        const FIGURES: &[About] = &[$(About {
            name: $name,
            title: $title,
            across: $across,
            up: $up,
            trend: figures!(@trend $($trend $claim)?),
        }),*];

        impl FigureName {
            pub const ALL: [Self; FIGURES.len()] = [$(Self::$figure),*];
        }
    };
    (@trend) => { None };
    (@trend $trend:ident $claim:literal) => { Some((Trend::$trend, $claim)) };
}

figures! {
    GreedyTimePeople "000-1a" "Greedy: time by share of the people, k = 40, two steps apart":
        "percent of the people" => "seconds", Rises "time rises with the data";
    GreedyTimeK "000-1b" "Greedy: time by k, two steps apart":
        "k" => "seconds", Falls "time falls as k grows";
    GreedyDistortionEpsilon "000-2a" "Greedy: distortion by epsilon, k = 40 (captions of (a) and (b) are swapped)":
        "epsilon" => "distortion", Falls "distortion falls as epsilon grows";
    GreedyDistortionK "000-2b" "Greedy: distortion by k, two steps apart":
        "k" => "distortion", Rises "distortion rises with k";
    GreedyAccuracy "000-3" "Greedy: naive Bayes learns from one release and is tested on another, two steps apart":
        "k" => "share right";
    SlicingTimePeople "001-1a" "Checking by slicing: time by share of the people (thesis, Figure 7.3 (a))":
        "percent of the people" => "seconds", Rises "time rises with the data";
    SlicingTimeEpsilon "001-1b" "Checking by slicing: time by epsilon (thesis, Figure 7.3 (b))":
        "epsilon" => "seconds";
    SlicingAgainstPairwisePeople "001-2a" "Slicing against pairwise: time by share of the people (thesis, Figure 7.5 (a))":
        "percent of the people" => "seconds";
    SlicingAgainstPairwiseEpsilon "001-2b" "Slicing against pairwise: time by epsilon (thesis, Figure 7.5 (b))":
        "epsilon" => "seconds";
    SlicingTimeK "thesis-7.4a" "Checking by slicing: time by k, two steps apart":
        "k" => "seconds", Falls "time falls as k grows";
    SlicingTimeL "thesis-7.4b" "Checking by slicing: time by l, two steps apart, k = 20":
        "l" => "seconds", Rises "time rises with l";
    SlicingAgainstPairwiseK "thesis-7.6a" "Slicing against pairwise: time by k, two steps apart":
        "k" => "seconds";
    SlicingAgainstPairwiseL "thesis-7.6b" "Slicing against pairwise: time by l, two steps apart, k = 20":
        "l" => "seconds";
    SlicingAgainstPairwiseIssues "thesis-7.3" "Slicing against pairwise: time by number of issues, one step apart (cost model of section 7.3)":
        "issues" => "seconds";
    MemoryPeople "thesis-7.7a" "Slicing against pairwise: peak memory by share of the people":
        "percent of the people" => "megabytes";
    MemoryEpsilon "thesis-7.7b" "Slicing against pairwise: peak memory by epsilon":
        "epsilon" => "megabytes";
    MemoryK "thesis-7.8a" "Slicing against pairwise: peak memory by k, two steps apart":
        "k" => "megabytes";
    MemoryL "thesis-7.8b" "Slicing against pairwise: peak memory by l, two steps apart, k = 20":
        "l" => "megabytes";
    GraphTimePeople "003-14a" "Graph: time by share of the people, k = 20, one step apart":
        "percent of the people" => "seconds", Rises "time rises with the data";
    GraphTimeEpsilon "003-14b" "Graph: time by epsilon, k = 20":
        "epsilon" => "seconds";
    GraphTimeK "003-14c" "Graph: time by k, two steps apart":
        "k" => "seconds", Falls "time falls as k grows";
    QueryErrorEpsilon "003-15a" "Graph: query error by epsilon, k = 10":
        "epsilon" => "mean relative error", Falls "the error falls as epsilon grows";
    QueryErrorK "003-15b" "Graph: query error by k, two steps apart":
        "k" => "mean relative error", Rises "the error rises with k";
    QueryErrorBoth "003-15c" "Graph: query error by k, a curve per epsilon":
        "k" => "mean relative error";
    ClusterChangeK "003-15d" "Graph: people who change clusters, by k, two steps apart":
        "k" => "share of the people", Rises "the share rises with k";
    GraphAccuracy "003-16" "Graph: naive Bayes learns from one release and is tested on another, one step apart":
        "k" => "share right";
    CentroidPeople "003-17a" "Graph: inner product of the means with themselves by share of the people, k = 20, two steps apart":
        "percent of the people" => "inner product";
    CentroidK "003-17b" "Graph: inner product of the means with themselves by k, two steps apart":
        "k" => "inner product";
    DeviationEpsilon "003-17c" "Graph: mean standard deviation of the issues by epsilon, k = 10":
        "epsilon" => "standard deviation, in ratings";
    ClusteringK "003-18" "Graph: average clustering coefficient by k, two steps apart":
        "k" => "coefficient";
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
