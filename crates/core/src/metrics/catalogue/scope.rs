//! What a metric is about: which way is better, which kinds of data have it, and whether it may leave the house.

use super::{Aspect, Direction, Metric};
use crate::kind::Kind;

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

    /// Whether the number follows from the released file and from what is declared of it: what is public is listed here,
    /// and everything else stays in house, since with all their digits somebody could test guesses against functions of
    /// the original cells.
    pub fn is_public(self) -> bool {
        match self {
            Self::Dm
            | Self::Cavg
            | Self::ClusteringCoefficient
            | Self::ProsecutorMax
            | Self::ProsecutorAvg
            | Self::JournalistMax
            | Self::Marketer
            | Self::SimilarityAttackRecords
            | Self::HomogeneousRecords
            | Self::AttributeDisclosures => true,
            Self::Loss
            | Self::Sse
            | Self::SseSst
            | Self::Ncp
            | Self::Distortion
            | Self::DistortionRatio
            | Self::Entropy
            | Self::DegreeOfAnonymisation
            | Self::QueryError
            | Self::ClusterChange
            | Self::NbAccuracy
            | Self::NbAccuracyOriginal
            | Self::CentroidShift
            | Self::SdChange
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
            | Self::Exclusive => false,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told of a release is what the checker can compute from it.
    #[test]
    fn what_is_public_is_what_the_checker_computes() {
        let mut public: Vec<&str> = Metric::ALL
            .into_iter()
            .filter(|metric| metric.is_public())
            .map(Metric::name)
            .collect();
        public.sort_unstable();
        assert_eq!(public, cloakroom_verify::METRICS);
    }
}
