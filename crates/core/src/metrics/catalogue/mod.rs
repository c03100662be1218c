//! The metrics by name: here what there is, in `words` unit and sentence, in `scope` what each is about and who may know.

mod scope;
mod words;

use serde::Serialize;

/// Those that make sense for a release are computed for it; the others are left away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    Loss,
    Sse,
    SseSst,
    Ncp,
    Distortion,
    DistortionRatio,
    Entropy,
    DegreeOfAnonymisation,
    Dm,
    Cavg,
    QueryError,
    ClusterChange,
    NbAccuracy,
    NbAccuracyOriginal,
    CentroidShift,
    SdChange,
    ClusteringCoefficient,
    ClusteringCoefficientOriginal,
    CellsChanged,
    CellsRated,
    CellsUnrated,
    PeopleChanged,
    ItemsSuppressed,
    OccurrencesLost,
    ItemsetsKept1,
    ItemsetsKept2,
    ItemsetsKept5,
    Exclusive,
    ProsecutorMax,
    ProsecutorAvg,
    JournalistMax,
    Marketer,
    SimilarityAttackRecords,
    HomogeneousRecords,
    AttributeDisclosures,
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
    pub const ALL: [Self; 35] = [
        Self::Loss,
        Self::Sse,
        Self::SseSst,
        Self::Ncp,
        Self::Distortion,
        Self::DistortionRatio,
        Self::Entropy,
        Self::DegreeOfAnonymisation,
        Self::Dm,
        Self::Cavg,
        Self::QueryError,
        Self::ClusterChange,
        Self::NbAccuracy,
        Self::NbAccuracyOriginal,
        Self::CentroidShift,
        Self::SdChange,
        Self::ClusteringCoefficient,
        Self::ClusteringCoefficientOriginal,
        Self::CellsChanged,
        Self::CellsRated,
        Self::CellsUnrated,
        Self::PeopleChanged,
        Self::ItemsSuppressed,
        Self::OccurrencesLost,
        Self::ItemsetsKept1,
        Self::ItemsetsKept2,
        Self::ItemsetsKept5,
        Self::Exclusive,
        Self::ProsecutorMax,
        Self::ProsecutorAvg,
        Self::JournalistMax,
        Self::Marketer,
        Self::SimilarityAttackRecords,
        Self::HomogeneousRecords,
        Self::AttributeDisclosures,
    ];

    /// The name in recipes and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Sse => "sse",
            Self::SseSst => "sse_sst",
            Self::Ncp => "ncp",
            Self::Distortion => "distortion",
            Self::DistortionRatio => "distortion_ratio",
            Self::Entropy => "entropy",
            Self::DegreeOfAnonymisation => "degree_of_anonymisation",
            Self::Dm => "dm",
            Self::Cavg => "cavg",
            Self::QueryError => "query_error",
            Self::ClusterChange => "cluster_change",
            Self::NbAccuracy => "nb_accuracy",
            Self::NbAccuracyOriginal => "nb_accuracy_original",
            Self::CentroidShift => "centroid_shift",
            Self::SdChange => "sd_change",
            Self::ClusteringCoefficient => "clustering_coefficient",
            Self::ClusteringCoefficientOriginal => "clustering_coefficient_original",
            Self::CellsChanged => "cells_changed",
            Self::CellsRated => "cells_rated",
            Self::CellsUnrated => "cells_unrated",
            Self::PeopleChanged => "people_changed",
            Self::ItemsSuppressed => "items_suppressed",
            Self::OccurrencesLost => "occurrences_lost",
            Self::ItemsetsKept1 => "itemsets_kept_1",
            Self::ItemsetsKept2 => "itemsets_kept_2",
            Self::ItemsetsKept5 => "itemsets_kept_5",
            Self::Exclusive => "exclusive",
            Self::ProsecutorMax => "prosecutor_max",
            Self::ProsecutorAvg => "prosecutor_avg",
            Self::JournalistMax => "journalist_max",
            Self::Marketer => "marketer",
            Self::SimilarityAttackRecords => "similarity_attack_records",
            Self::HomogeneousRecords => "homogeneous_records",
            Self::AttributeDisclosures => "attribute_disclosures",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.name() == name)
    }

    /// The name that people read.
    pub fn title(self) -> &'static str {
        match self {
            Self::Loss => "Loss",
            Self::Sse => "Squared error",
            Self::SseSst => "Squared error, share",
            Self::Ncp => "Certainty penalty",
            Self::Distortion => "Distortion",
            Self::DistortionRatio => "Distortion ratio",
            Self::Entropy => "Entropy lost",
            Self::DegreeOfAnonymisation => "Degree of anonymisation",
            Self::Dm => "Discernibility",
            Self::Cavg => "Average class size",
            Self::QueryError => "Query error",
            Self::ClusterChange => "Cluster change",
            Self::NbAccuracy => "Predicted right",
            Self::NbAccuracyOriginal => "Predicted right, original",
            Self::CentroidShift => "Shift of means",
            Self::SdChange => "Change of deviations",
            Self::ClusteringCoefficient => "Clustering coefficient",
            Self::ClusteringCoefficientOriginal => "Clustering coefficient, original",
            Self::CellsChanged => "Cells changed",
            Self::CellsRated => "Ratings made up",
            Self::CellsUnrated => "Ratings removed",
            Self::PeopleChanged => "People changed",
            Self::ItemsSuppressed => "Items suppressed",
            Self::OccurrencesLost => "Occurrences suppressed",
            Self::ItemsetsKept1 => "Frequent sets kept, 1 %",
            Self::ItemsetsKept2 => "Frequent sets kept, 2 %",
            Self::ItemsetsKept5 => "Frequent sets kept, 5 %",
            Self::Exclusive => "Exclusive domains",
            Self::ProsecutorMax => "Prosecutor risk, highest",
            Self::ProsecutorAvg => "Prosecutor risk, average",
            Self::JournalistMax => "Journalist risk, highest",
            Self::Marketer => "Marketer risk",
            Self::SimilarityAttackRecords => "Open to similarity attack",
            Self::HomogeneousRecords => "Sensitive value certain",
            Self::AttributeDisclosures => "Attribute disclosures",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_find_their_metric() {
        for metric in Metric::ALL {
            assert_eq!(Metric::from_name(metric.name()), Some(metric));
        }
        assert_eq!(Metric::from_name("beauty"), None);
    }
}
