//! What a metric is about: which way is better, which kinds of data have it, and whether it may leave the house.

use super::{Aspect, Direction, Metric};
use crate::model::kind::Kind;
use crate::model::method::MethodName;

impl Metric {
    /// Which way is better.
    pub fn direction(self) -> Direction {
        match self {
            Self::NbAccuracy
            | Self::NbAccuracyOriginal
            | Self::ItemsetsKept1
            | Self::ItemsetsKept2
            | Self::ItemsetsKept5
            | Self::Exclusive => Direction::Higher,
            _ => Direction::Lower,
        }
    }

    pub fn aspect(self) -> Aspect {
        match self {
            Self::Loss
            | Self::Sse
            | Self::SseSst
            | Self::Ncp
            | Self::Distortion
            | Self::DistortionRatio
            | Self::Entropy
            | Self::DegreeOfAnonymisation
            | Self::Dm
            | Self::Cavg
            | Self::QueryError
            | Self::ClusterChange
            | Self::NbAccuracy
            | Self::NbAccuracyOriginal
            | Self::CentroidShift
            | Self::SdChange
            | Self::ClusteringCoefficient
            | Self::ClusteringCoefficientOriginal
            | Self::CellsChanged
            | Self::CellsRated
            | Self::CellsUnrated
            | Self::PeopleChanged
            | Self::ItemsSuppressed
            | Self::OccurrencesLost
            | Self::ItemsetsKept1
            | Self::ItemsetsKept2
            | Self::ItemsetsKept5
            | Self::Exclusive => Aspect::Utility,
            Self::ProsecutorMax
            | Self::ProsecutorAvg
            | Self::JournalistMax
            | Self::Marketer
            | Self::SimilarityAttackRecords
            | Self::HomogeneousRecords
            | Self::AttributeDisclosures => Aspect::Risk,
        }
    }

    /// Shares read best as percent; the others are plain numbers.
    pub fn is_share(self) -> bool {
        !matches!(
            self,
            Self::Distortion
                | Self::Sse
                | Self::Dm
                | Self::Cavg
                | Self::CentroidShift
                | Self::SdChange
                | Self::ClusteringCoefficient
                | Self::ClusteringCoefficientOriginal
                | Self::CellsChanged
                | Self::CellsRated
                | Self::CellsUnrated
                | Self::PeopleChanged
                | Self::ItemsSuppressed
                | Self::Exclusive
                | Self::SimilarityAttackRecords
                | Self::HomogeneousRecords
                | Self::AttributeDisclosures
        )
    }

    /// Whether the number follows from the release and its hierarchies. The others are functions of the
    /// original cells: with all their digits somebody could test guesses against them, so they stay in house.
    /// Made-up and removed ratings are told all the same, as counts: whoever works with a release must know
    /// of them.
    pub fn is_public(self, kind: Kind, method: MethodName) -> bool {
        match self {
            Self::Entropy
            | Self::Sse
            | Self::SseSst
            | Self::DegreeOfAnonymisation
            | Self::QueryError
            | Self::ClusterChange
            | Self::NbAccuracy
            | Self::NbAccuracyOriginal
            | Self::CentroidShift
            | Self::SdChange
            | Self::ClusteringCoefficientOriginal
            | Self::CellsChanged
            | Self::PeopleChanged
            | Self::Ncp
            | Self::ItemsSuppressed
            | Self::OccurrencesLost
            | Self::ItemsetsKept1
            | Self::ItemsetsKept2
            | Self::ItemsetsKept5 => false,
            // How wide the groups behind released means were is not in the release.
            Self::Loss if method.is_microaggregation() => false,
            // How many items of a transaction became one is not in the release.
            Self::Loss | Self::Distortion => kind == Kind::Microdata,
            _ => true,
        }
    }

    pub fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Loss => &[Kind::Microdata, Kind::Transactions],
            Self::QueryError => &[Kind::Microdata, Kind::Ratings, Kind::Transactions],
            Self::Ncp
            | Self::ItemsSuppressed
            | Self::OccurrencesLost
            | Self::ItemsetsKept1
            | Self::ItemsetsKept2
            | Self::ItemsetsKept5
            | Self::Exclusive => &[Kind::Transactions],
            Self::Distortion
            | Self::ClusterChange
            | Self::NbAccuracy
            | Self::NbAccuracyOriginal => &[Kind::Microdata, Kind::Ratings],
            Self::CentroidShift
            | Self::SdChange
            | Self::ClusteringCoefficient
            | Self::ClusteringCoefficientOriginal
            | Self::CellsChanged
            | Self::CellsRated
            | Self::CellsUnrated
            | Self::PeopleChanged => &[Kind::Ratings],
            _ => &[Kind::Microdata],
        }
    }
}
