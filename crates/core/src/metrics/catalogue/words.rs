//! What people read about a metric: its unit, and what it says in a sentence.

use super::Metric;

impl Metric {
    pub fn unit(self) -> &'static str {
        match self {
            Self::Sse => "squared standard deviations, summed over cells",
            Self::SseSst => "share of the squared error of the table with every cell at its mean",
            Self::Loss => "share of the information in the quasi-identifiers or items, 0 to 1",
            Self::Ncp => "share of the items that an occurrence may stand for, 0 to 1",
            Self::Distortion => {
                "levels of the hierarchies or units of the rating scale, summed over cells"
            }
            Self::DistortionRatio => {
                "share of the distortion of the fully generalized table, 0 to 1"
            }
            Self::Entropy => "share of the bits of the fully generalized table, 0 to 1",
            Self::DegreeOfAnonymisation => {
                "share of the way to the tops of the hierarchies, 0 to 1"
            }
            Self::Dm => "pairs of records, a record with itself included",
            Self::Cavg => "multiples of k",
            Self::QueryError => "mean relative error, 0 is exact",
            Self::ProsecutorMax | Self::ProsecutorAvg | Self::JournalistMax => {
                "probability, 0 to 1"
            }
            Self::ClusterChange | Self::NbAccuracy | Self::NbAccuracyOriginal | Self::Marketer => {
                "share of records, 0 to 1"
            }
            Self::CentroidShift | Self::SdChange => "units of the rating scale",
            Self::ClusteringCoefficient | Self::ClusteringCoefficientOriginal => {
                "share of pairs of neighbours, 0 to 1"
            }
            Self::CellsChanged | Self::CellsRated | Self::CellsUnrated => "cells",
            Self::PeopleChanged => "people",
            Self::ItemsSuppressed => "items",
            Self::OccurrencesLost => "share of the item occurrences, 0 to 1",
            Self::ItemsetsKept1 | Self::ItemsetsKept2 | Self::ItemsetsKept5 => {
                "share of the frequent sets of items, 0 to 1"
            }
            Self::Exclusive => "1 if it holds, otherwise 0",
            Self::SimilarityAttackRecords | Self::HomogeneousRecords => "records",
            Self::AttributeDisclosures => "classes",
        }
    }

    pub fn sentence(self) -> &'static str {
        match self {
            Self::Loss => {
                "How much of the quasi-identifiers is gone, on average over all their cells: 0 for a cell \
                 that is as it was, 1 for one that says nothing any more or whose record was left out. Of \
                 transactions: how much of every item occurrence is gone, by the items that what is shown may \
                 stand for; 1 for one that is not shown."
            }
            Self::Sse => {
                "How far every released number or date lies from the original one, squared and summed over the \
                 quasi-identifier cells, each column measured in its own standard deviation; a left-out record \
                 counts as the mean. Only where all quasi-identifiers are numbers or dates before and after."
            }
            Self::SseSst => {
                "The squared error (SSE) divided by that of the table with every cell at the mean of its column \
                 (SST): 0 where nothing changed, 1 where nothing but the means is left."
            }
            Self::Ncp => {
                "The share of all items that an occurrence may stand for, on average over the item occurrences of \
                 the original: 0 for one that is shown as it was, 1 for one that is not shown."
            }
            Self::Distortion => {
                "How many levels of its hierarchy every quasi-identifier cell was raised, summed over all \
                 cells; a range of numbers counts its share of the column's width, a left-out record the \
                 tops of all hierarchies. Of ratings: how far each of those that are kept was moved, where one \
                 made up or removed counts as much as the scale has points."
            }
            Self::DistortionRatio => {
                "The distortion divided by that of the table with every cell at the top of its hierarchy."
            }
            Self::Entropy => {
                "How much surprise about the original values is left, in bits, for somebody who knows the \
                 release and how frequent each value was, divided by that of the fully generalized table: \
                 a value that was rare in its group costs more. Left-out records count as fully generalized."
            }
            Self::DegreeOfAnonymisation => {
                "How far the quasi-identifiers were raised towards the tops of their hierarchies, on average over the \
                 columns, each weighted with its share of the degree where a purpose gives it one; a left-out record \
                 counts 1. Measured where every column has one level."
            }
            Self::Dm => {
                "How many records each released record cannot be told from, summed over all released \
                 records: the sum of the squared class sizes. Left-out records are not counted."
            }
            Self::Cavg => {
                "How large classes are on average, measured in k: 1 means that no class is larger than it \
                 must be. Left-out records are not counted."
            }
            Self::QueryError => {
                "How far off an analyst is who counts records by two quasi-identifiers and a sensitive \
                 column in the release, taking every generalized value as evenly spread over the values it \
                 stands for: the mean relative error of random questions that match a twentieth of the records. \
                 Of ratings: by two issues and a sensitive one. Of transactions: how many hold two items that some \
                 transaction holds, a general item standing for any one under it with the same chance."
            }
            Self::ClusterChange => {
                "The share of records that fall into another cluster when the released quasi-identifiers are \
                 clustered (5 means, from the same starting points) instead of the original ones; a left-out \
                 record counts as changed."
            }
            Self::NbAccuracy => {
                "How often a naive Bayes classifier that learned from one half of the released records \
                 predicts the class column, or the sensitive issue of ratings, of the other half."
            }
            Self::NbAccuracyOriginal => {
                "How often the same classifier is right on the original records: what the released ones are \
                 to be compared with."
            }
            Self::CentroidShift => {
                "How far the mean rating of an issue is from the original one, on average over the issues that \
                 somebody rated before and after."
            }
            Self::SdChange => {
                "How far the standard deviation of an issue's ratings is from the original one, on average over \
                 the issues that somebody rated before and after."
            }
            Self::ClusteringCoefficient => {
                "How often two people who are both close to a third are close to each other in the release, on \
                 average over people: the more is pressed together, the higher above the original."
            }
            Self::ClusteringCoefficientOriginal => {
                "How often two people who are both close to a third are close to each other in the original \
                 ratings: what the release is to be compared with."
            }
            Self::CellsChanged => {
                "Cells of kept people that are not what they were, ratings made up and removed included."
            }
            Self::CellsRated => {
                "Ratings that were made up: cells of kept people that were not rated and now are."
            }
            Self::CellsUnrated => {
                "Ratings that were removed: cells of kept people that were rated and now are not."
            }
            Self::PeopleChanged => "Kept people with at least one cell that is not what it was.",
            Self::ItemsSuppressed => {
                "Items of the original of which not a single occurrence is shown, neither as it was nor as a more \
                 general item."
            }
            Self::OccurrencesLost => {
                "The share of the item occurrences of the original that are not shown at all."
            }
            Self::ItemsetsKept1 => {
                "Of the sets of one to three items that at least 1 % of the original transactions hold, the share \
                 that at least 1 % of the released ones still show, every item as itself."
            }
            Self::ItemsetsKept2 => {
                "Of the sets of one to three items that at least 2 % of the original transactions hold, the share \
                 that at least 2 % of the released ones still show, every item as itself."
            }
            Self::ItemsetsKept5 => {
                "Of the sets of one to three items that at least 5 % of the original transactions hold, the share \
                 that at least 5 % of the released ones still show, every item as itself."
            }
            Self::Exclusive => {
                "Whether no released item stands for another released item as well: only then do counts of \
                 a released item say how many transactions held something under it, less what was suppressed."
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
            Self::SimilarityAttackRecords => {
                "Released records in classes whose sensitive values all fall into one sensitivity category: \
                 whoever finds the class knows how sensitive its members' values are."
            }
            Self::HomogeneousRecords => {
                "Released records in classes that all share one sensitive value: whoever finds the class \
                 knows the value without knowing which record is whose."
            }
            Self::AttributeDisclosures => {
                "Classes that give away a sensitive value's category or, where no categories are named, the \
                 value itself, counted once per sensitive column."
            }
        }
    }
}
