//! The metrics: one row each with everything that is known of it. Where each kind of data computes them is listed in the
//! `metrics` of its crate.

use crate::kind::Kind;
use serde::Serialize;

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

/// How a number reads best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// As percent.
    Share,
    Number,
    /// 1 for yes, 0 for no.
    YesNo,
}

/// Who may know a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// It follows from the released file and from what is declared of it.
    Outside,
    /// With all its digits somebody could test guesses against functions of the original cells.
    InHouse,
}

/// What a metric is for the data as they were read, where a report sets the two side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Before {
    /// Always this: most metrics are about change.
    Is(f64),
    /// What another one says, which is measured with it.
    Metric(Metric),
    /// It is measured of them as well.
    Measured,
    /// It tells of them alone: what another one is to be compared with.
    Itself,
}

/// Everything that is known of a metric.
#[derive(Clone, Copy, Debug)]
struct Row {
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    kinds: &'static [Kind],
    aspect: Aspect,
    direction: Direction,
    written: Written,
    told: Told,
    before: Before,
    sentence: &'static str,
}

/// Makes the metrics out of their rows, so that there is nothing else to keep in step with them.
macro_rules! metrics {
    ($($metric:ident { $($row:tt)* })*) => {
        /// Those that make sense for a release are computed for it; the others are left away.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Metric {
            $($metric),*
        }

        const ROWS: &[Row] = &[$(Row { $($row)* }),*];

        impl Metric {
            pub const ALL: [Self; ROWS.len()] = [$(Self::$metric),*];
        }
    };
}

/// What is usual of a metric of what the data are still good for: it compares with the original and stays in house.
const UTILITY: Row = Row {
    name: "",
    title: "",
    unit: "",
    kinds: &[Kind::Microdata],
    aspect: Aspect::Utility,
    direction: Direction::Lower,
    written: Written::Number,
    told: Told::InHouse,
    before: Before::Is(0.0),
    sentence: "",
};

const SHARE_OF_UTILITY: Row = Row {
    written: Written::Share,
    ..UTILITY
};

/// What is usual of a risk: it is measured of the original as well. Whether it is told outside every row says itself.
const RISK: Row = Row {
    aspect: Aspect::Risk,
    before: Before::Measured,
    ..SHARE_OF_UTILITY
};

metrics! {
    Loss {
        name: "loss",
        title: "Loss",
        unit: "share of the information in the quasi-identifiers or items, 0 to 1",
        kinds: &[Kind::Microdata, Kind::Transactions],
        sentence:
            "How much of the quasi-identifiers is gone, on average over all their cells: 0 for a cell \
            that is as it was, 1 for one that says nothing any more or whose record was left out. Of \
            transactions: how much of every item occurrence is gone, by the items that what is shown may \
            stand for; 1 for one that is not shown.",
        ..SHARE_OF_UTILITY
    }

    Sse {
        name: "sse",
        title: "Squared error",
        unit: "squared standard deviations, summed over cells",
        sentence:
            "How far every released number or date lies from the original one, squared and summed over the \
            quasi-identifier cells, each column measured in its own standard deviation; a left-out record \
            counts as the mean. Only where all quasi-identifiers are numbers or dates before and after.",
        ..UTILITY
    }

    SseSst {
        name: "sse_sst",
        title: "Squared error, share",
        unit: "share of the squared error of the table with every cell at its mean",
        sentence:
            "The squared error (SSE) divided by that of the table with every cell at the mean of its column \
            (SST): 0 where nothing changed, 1 where nothing but the means is left.",
        ..SHARE_OF_UTILITY
    }

    SseRaw {
        name: "sse_raw",
        title: "Squared error, raw",
        unit: "squared units of the columns, summed over cells",
        sentence:
            "How far every released number or date lies from the original one, squared and summed over the \
            quasi-identifier cells, each column in its own unit, days where it holds dates; a left-out record counts as \
            the mean. Columns of large numbers count most.",
        ..UTILITY
    }

    Ncp {
        name: "ncp",
        title: "Certainty penalty",
        unit: "share of the items that an occurrence may stand for, 0 to 1",
        kinds: &[Kind::Transactions],
        sentence:
            "The share of all items that an occurrence may stand for, on average over the item occurrences of \
            the original: 0 for one that is shown as it was, 1 for one that is not shown.",
        ..SHARE_OF_UTILITY
    }

    Distortion {
        name: "distortion",
        title: "Distortion",
        unit: "levels of the hierarchies or units of the rating scale, summed over cells",
        kinds: &[Kind::Microdata, Kind::Ratings],
        sentence:
            "How many levels of its hierarchy every quasi-identifier cell was raised, summed over all \
            cells; a range of numbers counts its share of the column's width, a left-out record the \
            tops of all hierarchies. Of ratings: how far each of those that are kept was moved, where one \
            made up or removed counts as much as the scale has points.",
        ..UTILITY
    }

    DistortionRatio {
        name: "distortion_ratio",
        title: "Distortion ratio",
        unit: "share of the distortion of the fully generalized table, 0 to 1",
        sentence:
            "The distortion divided by that of the table with every cell at the top of its hierarchy.",
        ..SHARE_OF_UTILITY
    }

    Entropy {
        name: "entropy",
        title: "Entropy lost",
        unit: "share of the bits of the fully generalized table, 0 to 1",
        sentence:
            "How much surprise about the original values is left, in bits, for somebody who knows the \
            release and how frequent each value was, divided by that of the fully generalized table: \
            a value that was rare in its group costs more. Left-out records count as fully generalized.",
        ..SHARE_OF_UTILITY
    }

    DegreeOfAnonymisation {
        name: "degree_of_anonymisation",
        title: "Degree of anonymisation",
        unit: "share of the way to the tops of the hierarchies, 0 to 1",
        sentence:
            "How far the quasi-identifiers were raised towards the tops of their hierarchies, on average over the \
            records and the columns, each weighted with its share of the degree where a purpose gives it one; a \
            left-out record counts 1. Measured where every cell stands at a level of its hierarchy: a range or a mean \
            stands at none.",
        ..SHARE_OF_UTILITY
    }

    Dm {
        name: "dm",
        title: "Discernibility",
        unit: "pairs of records, a record with itself included",
        told: Told::Outside,
        before: Before::Measured,
        sentence:
            "How many records each released record cannot be told from, summed over all released \
            records: the sum of the squared class sizes. Left-out records are not counted.",
        ..UTILITY
    }

    WeightedDm {
        name: "weighted_dm",
        title: "Discernibility, weighted",
        unit: "pairs of records, a record with itself included",
        sentence:
            "How many records each released value cannot be told from, column by column: the squared numbers of records \
            with each value, summed, and averaged over the columns by their priority. Without a purpose all columns count \
            alike. Left-out records are not counted. The thesis uses a weighted discernibility and defines none; this \
            reading is ours.",
        before: Before::Measured,
        ..UTILITY
    }

    Cavg {
        name: "cavg",
        title: "Average class size",
        unit: "multiples of k",
        told: Told::Outside,
        before: Before::Measured,
        sentence:
            "How large classes are on average, measured in k: 1 means that no class is larger than it \
            must be. Left-out records are not counted.",
        ..UTILITY
    }

    QueryError {
        name: "query_error",
        title: "Query error",
        unit: "mean relative error, 0 is exact",
        kinds: &[Kind::Microdata, Kind::Ratings, Kind::Transactions],
        sentence:
            "How far off an analyst is who counts records by two quasi-identifiers and a sensitive \
            column in the release, taking every generalized value as evenly spread over the values it \
            stands for: the mean relative error of random questions that match a twentieth of the records. \
            Of ratings: by two issues and a sensitive one. Of transactions: how many hold two items that some \
            transaction holds, a general item standing for any one under it with the same chance. A recipe may \
            ask by more columns (query_width) and for more records (query_share).",
        ..SHARE_OF_UTILITY
    }

    ClusterChange {
        name: "cluster_change",
        title: "Cluster change",
        unit: "share of records, 0 to 1",
        kinds: &[Kind::Microdata, Kind::Ratings],
        sentence:
            "The share of records that fall into another cluster when the released quasi-identifiers are \
            clustered (5 means, from the same starting points) instead of the original ones; a left-out \
            record counts as changed.",
        ..SHARE_OF_UTILITY
    }

    NbAccuracy {
        name: "nb_accuracy",
        title: "Predicted right",
        unit: "share of records, 0 to 1",
        kinds: &[Kind::Microdata, Kind::Ratings],
        direction: Direction::Higher,
        before: Before::Metric(Metric::NbAccuracyOriginal),
        sentence:
            "How often a naive Bayes classifier that learned from one half of the released records \
            predicts the class column, or the sensitive issue of ratings, of the other half.",
        ..SHARE_OF_UTILITY
    }

    NbAccuracyOriginal {
        name: "nb_accuracy_original",
        title: "Predicted right, original",
        unit: "share of records, 0 to 1",
        kinds: &[Kind::Microdata, Kind::Ratings],
        direction: Direction::Higher,
        before: Before::Itself,
        sentence:
            "How often the same classifier is right on the original records: what the released ones are \
            to be compared with.",
        ..SHARE_OF_UTILITY
    }

    TreeAccuracy {
        name: "tree_accuracy",
        title: "Predicted right by a tree",
        unit: "share of records, 0 to 1",
        kinds: &[Kind::Microdata, Kind::Ratings],
        direction: Direction::Higher,
        before: Before::Metric(Metric::TreeAccuracyOriginal),
        sentence:
            "How often a decision tree, grown as C4.5 does from one half of the released records, predicts the class \
            column, or the sensitive issue of ratings, of the other half. It looks at columns together, which naive Bayes \
            does not.",
        ..SHARE_OF_UTILITY
    }

    TreeAccuracyOriginal {
        name: "tree_accuracy_original",
        title: "Predicted right by a tree, original",
        unit: "share of records, 0 to 1",
        kinds: &[Kind::Microdata, Kind::Ratings],
        direction: Direction::Higher,
        before: Before::Itself,
        sentence:
            "How often the same decision tree is right on the original records: what the released ones are to be \
            compared with.",
        ..SHARE_OF_UTILITY
    }

    CentroidShift {
        name: "centroid_shift",
        title: "Shift of means",
        unit: "units of the rating scale",
        kinds: &[Kind::Ratings],
        sentence:
            "How far the mean rating of an issue is from the original one, on average over the issues that \
            somebody rated before and after.",
        ..UTILITY
    }

    SdChange {
        name: "sd_change",
        title: "Change of deviations",
        unit: "units of the rating scale",
        kinds: &[Kind::Ratings],
        sentence:
            "How far the standard deviation of an issue's ratings is from the original one, on average over \
            the issues that somebody rated before and after.",
        ..UTILITY
    }

    ClusteringCoefficient {
        name: "clustering_coefficient",
        title: "Clustering coefficient",
        unit: "share of pairs of neighbours, 0 to 1",
        kinds: &[Kind::Ratings],
        told: Told::Outside,
        before: Before::Metric(Metric::ClusteringCoefficientOriginal),
        sentence:
            "How often two people who are both close to a third are close to each other in the release, on \
            average over people: the more is pressed together, the higher above the original.",
        ..UTILITY
    }

    ClusteringCoefficientOriginal {
        name: "clustering_coefficient_original",
        title: "Clustering coefficient, original",
        unit: "share of pairs of neighbours, 0 to 1",
        kinds: &[Kind::Ratings],
        before: Before::Itself,
        sentence:
            "How often two people who are both close to a third are close to each other in the original \
            ratings: what the release is to be compared with.",
        ..UTILITY
    }

    CellsChanged {
        name: "cells_changed",
        title: "Cells changed",
        unit: "cells",
        kinds: &[Kind::Ratings],
        sentence:
            "Cells of kept people that are not what they were, ratings made up and removed included.",
        ..UTILITY
    }

    CellsRated {
        name: "cells_rated",
        title: "Ratings made up",
        unit: "cells",
        kinds: &[Kind::Ratings],
        sentence:
            "Ratings that were made up: cells of kept people that were not rated and now are.",
        ..UTILITY
    }

    CellsUnrated {
        name: "cells_unrated",
        title: "Ratings removed",
        unit: "cells",
        kinds: &[Kind::Ratings],
        sentence:
            "Ratings that were removed: cells of kept people that were rated and now are not.",
        ..UTILITY
    }

    PeopleChanged {
        name: "people_changed",
        title: "People changed",
        unit: "people",
        kinds: &[Kind::Ratings],
        sentence: "Kept people with at least one cell that is not what it was.",
        ..UTILITY
    }

    ItemsSuppressed {
        name: "items_suppressed",
        title: "Items suppressed",
        unit: "items",
        kinds: &[Kind::Transactions],
        sentence:
            "Items of the original of which not a single occurrence is shown, neither as it was nor as a more \
            general item.",
        ..UTILITY
    }

    OccurrencesLost {
        name: "occurrences_lost",
        title: "Occurrences suppressed",
        unit: "share of the item occurrences, 0 to 1",
        kinds: &[Kind::Transactions],
        sentence: "The share of the item occurrences of the original that are not shown at all.",
        ..SHARE_OF_UTILITY
    }

    ItemsetsKept1 {
        name: "itemsets_kept_1",
        title: "Frequent sets kept, 1 %",
        unit: "share of the frequent sets of items, 0 to 1",
        kinds: &[Kind::Transactions],
        direction: Direction::Higher,
        before: Before::Is(1.0),
        sentence:
            "Of the sets of one to three items that at least 1 % of the original transactions hold, the share \
            that at least 1 % of the released ones still show, every item as itself.",
        ..SHARE_OF_UTILITY
    }

    ItemsetsKept2 {
        name: "itemsets_kept_2",
        title: "Frequent sets kept, 2 %",
        unit: "share of the frequent sets of items, 0 to 1",
        kinds: &[Kind::Transactions],
        direction: Direction::Higher,
        before: Before::Is(1.0),
        sentence:
            "Of the sets of one to three items that at least 2 % of the original transactions hold, the share \
            that at least 2 % of the released ones still show, every item as itself.",
        ..SHARE_OF_UTILITY
    }

    ItemsetsKept5 {
        name: "itemsets_kept_5",
        title: "Frequent sets kept, 5 %",
        unit: "share of the frequent sets of items, 0 to 1",
        kinds: &[Kind::Transactions],
        direction: Direction::Higher,
        before: Before::Is(1.0),
        sentence:
            "Of the sets of one to three items that at least 5 % of the original transactions hold, the share \
            that at least 5 % of the released ones still show, every item as itself.",
        ..SHARE_OF_UTILITY
    }

    Exclusive {
        name: "exclusive",
        title: "Exclusive domains",
        unit: "1 if it holds, otherwise 0",
        kinds: &[Kind::Transactions],
        direction: Direction::Higher,
        written: Written::YesNo,
        before: Before::Is(1.0),
        sentence:
            "Whether no released item stands for another released item as well: only then do counts of \
            a released item say how many transactions held something under it, less what was suppressed.",
        ..UTILITY
    }

    ProsecutorMax {
        name: "prosecutor_max",
        title: "Prosecutor risk, highest",
        unit: "probability, 0 to 1",
        sentence:
            "The chance that somebody who knows that a person is in the release picks the right record, \
            for the person at the greatest risk: one divided by the smallest class.",
        told: Told::Outside,
        ..RISK
    }

    ProsecutorAvg {
        name: "prosecutor_avg",
        title: "Prosecutor risk, average",
        unit: "probability, 0 to 1",
        sentence:
            "The chance that somebody who knows that a person is in the release picks the right record, \
            on average over the released records: classes divided by records.",
        told: Told::Outside,
        ..RISK
    }

    JournalistMax {
        name: "journalist_max",
        title: "Journalist risk, highest",
        unit: "probability, 0 to 1",
        sentence:
            "The chance that somebody who does not know who is in the release picks the right record, \
            at most; without a table of the population it is taken to be the prosecutor's.",
        told: Told::Outside,
        ..RISK
    }

    Marketer {
        name: "marketer",
        title: "Marketer risk",
        unit: "share of records, 0 to 1",
        sentence:
            "The share of released records that somebody who links all of them to people is expected to \
            get right.",
        told: Told::Outside,
        ..RISK
    }

    SimilarityAttackRecords {
        name: "similarity_attack_records",
        title: "Open to similarity attack",
        unit: "records",
        written: Written::Number,
        sentence:
            "Released records in classes whose sensitive values all fall into one sensitivity category: \
            whoever finds the class knows how sensitive its members' values are. Where people or groups are counted, as \
            many of these as have such a class.",
        told: Told::Outside,
        ..RISK
    }

    HomogeneousRecords {
        name: "homogeneous_records",
        title: "Sensitive value certain",
        unit: "records",
        written: Written::Number,
        sentence:
            "Released records in classes that all share one sensitive value: whoever finds the class \
            knows the value without knowing which record is whose. Where people or groups are counted, as many of these as \
            have such a class.",
        told: Told::Outside,
        ..RISK
    }

    AttributeDisclosures {
        name: "attribute_disclosures",
        title: "Attribute disclosures",
        unit: "classes",
        written: Written::Number,
        sentence:
            "Classes that give away a sensitive value's category or, where no categories are named, the \
            value itself, counted once per sensitive column.",
        told: Told::Outside,
        ..RISK
    }
}

impl Metric {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The name in recipes and in JSON.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The name that people read.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    pub fn unit(self) -> &'static str {
        self.row().unit
    }

    pub fn sentence(self) -> &'static str {
        self.row().sentence
    }

    pub fn kinds(self) -> &'static [Kind] {
        self.row().kinds
    }

    pub fn aspect(self) -> Aspect {
        self.row().aspect
    }

    /// Which way is better.
    pub fn direction(self) -> Direction {
        self.row().direction
    }

    pub fn written(self) -> Written {
        self.row().written
    }

    /// Shares read best as percent; the others are plain numbers.
    pub fn is_share(self) -> bool {
        self.written() == Written::Share
    }

    /// Whether the number may leave the house.
    pub fn is_public(self) -> bool {
        self.row().told == Told::Outside
    }

    pub fn before(self) -> Before {
        self.row().before
    }

    /// Whether it tells of the original data and so is the same for every release of them.
    pub fn is_of_original(self) -> bool {
        self.before() == Before::Itself
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
    fn names_are_unique_and_nothing_is_unsaid() {
        for metric in Metric::ALL {
            let named = Metric::ALL
                .into_iter()
                .filter(|other| other.name() == metric.name());
            assert!(named.eq([metric]));
            let words = [
                metric.name(),
                metric.title(),
                metric.unit(),
                metric.sentence(),
            ];
            assert!(!words.contains(&""), "{metric:?}");
        }
    }

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
