//! What the catalogue of metrics does not say: an example, where a figure comes from, and the statistician's word.

use super::Word;
use cloakroom_core::metrics::Metric;
use cloakroom_engine::figure::Figure;

/// A metric as the window calls it.
pub fn of(metric: Metric) -> Word {
    let (example, source, statistician) = told(metric);
    Word {
        word: title(metric),
        definition: metric.sentence(),
        example,
        source,
        statistician,
    }
}

/// A figure by which candidates are compared.
pub fn of_figure(figure: Figure) -> Word {
    let definition = figure.sentence();
    match figure {
        Figure::Metric(metric) => of(metric),
        Figure::LeftOut => Word {
            word: "Left out",
            definition,
            example: "12 of 30,000 records, which is 0.04 %.",
            source: "Thesis, chapter 2, where it is called suppression.",
            statistician: "record suppression",
        },
        Figure::LargestRisk => Word {
            word: "Largest risk",
            definition,
            example: "A k of 5 that is reached leaves a chance of 20 %.",
            source: "El Emam and Dankar 2008.",
            statistician: "prosecutor risk",
        },
    }
}

/// In the window one thing has one name: how far off counts are is told in sentences too.
fn title(metric: Metric) -> &'static str {
    match metric {
        Metric::QueryError => "Counts are off by",
        metric => metric.title(),
    }
}

const LOSS_METRIC: &str = "Iyengar 2002; of transactions Liu and Wang, section 3.";
const SQUARES: &str = "Domingo-Ferrer and Mateo-Sanz 2002.";
const WORKLOAD: &str = "The paper on (k, \u{3b5}, l)-anonymity, section 5.3.";
const SETS: &str = "The sets that Agrawal and Srikant 1994 look for.";
const ATTACKERS: &str = "El Emam and Dankar 2008.";
const COUNTED: &str = "Counted by comparing the release with the original.";

fn told(metric: Metric) -> (&'static str, &'static str, &'static str) {
    match metric {
        Metric::Loss => (
            "An age shown as 30 to 39, where ages reach from 17 to 97, has lost 9 / 80 of what it said, which is 11 %.",
            LOSS_METRIC,
            "LM, loss metric",
        ),
        Metric::Sse => (
            "Ages 31 and 33 that are both released as 32 are off by 1 year each, in standard deviations, squared.",
            SQUARES,
            "SSE, within-group sum of squares",
        ),
        Metric::SseSst => (
            "5 % means that the groups are far tighter than the table as a whole.",
            SQUARES,
            "SSE / SST, share of the within-group sum of squares",
        ),
        Metric::SseRaw => (
            "Ages 31 and 33 that are both released as 32 add 1 year squared each.",
            "Thesis, equation 5.1.",
            "SSE, not standardized",
        ),
        Metric::Ncp => (
            "Milk that is shown as one of 3 dairy products among 24 items counts 3 / 24, which is 12.5 %.",
            "Xu and others 2006.",
            "NCP, normalized certainty penalty",
        ),
        Metric::Distortion => (
            "A postal code raised two levels adds 2; a rating of 5 that became 4 adds 1.",
            "Thesis, chapters 3 and 6.",
            "sum of absolute changes",
        ),
        Metric::DistortionRatio => (
            "50 % means that values stand, on average, half way to the tops of their hierarchies.",
            "Thesis, chapter 3.",
            "relative height of the recoding",
        ),
        Metric::Entropy => (
            "Where half of the surprise is left that * would leave, it is 50 %.",
            "De Waal and Willenborg 1999.",
            "entropy-based information loss",
        ),
        Metric::DegreeOfAnonymisation => (
            "Age raised 1 of 4 levels and sex not at all, both alike, give 12.5 %.",
            "Thesis, section 4.3.",
            "",
        ),
        Metric::Dm => (
            "Two classes of 5 records each give 5 \u{b7} 5 + 5 \u{b7} 5 = 50.",
            "Bayardo and Agrawal 2005.",
            "DM, discernibility metric",
        ),
        Metric::WeightedDm => (
            "Of 4 records, 2 women and 2 men of one age: sex gives 4 + 4, age 16; both alike, 12.",
            "Thesis, figure 4.6, where it is not defined.",
            "",
        ),
        Metric::Cavg => (
            "100 records in 10 classes are 10 a class; with k = 5 that is 2.",
            "LeFevre, DeWitt and Ramakrishnan 2006.",
            "CAVG, normalized average class size",
        ),
        Metric::QueryError => (
            "An analyst counts 110 women of 30 to 39 with a cold where there were 100: off by 10 %.",
            WORKLOAD,
            "query error, mean relative error of a workload of counts",
        ),
        Metric::ClusterChange => (
            "3 % means that 97 of 100 records are grouped as they were.",
            "Five means, clustered before and after from the same starting points.",
            "misclassification of a clustering",
        ),
        Metric::NbAccuracy => (
            "80 %, where the original gave 82 %: little was lost for prediction.",
            "A naive Bayes classifier, learned on one half and tried on the other.",
            "classification accuracy",
        ),
        Metric::NbAccuracyOriginal => (
            "82 % before and 80 % after.",
            "A naive Bayes classifier, learned on one half and tried on the other.",
            "baseline accuracy",
        ),
        Metric::TreeAccuracy => (
            "81 %, where the original gave 85 %.",
            "A tree in the manner of C4.5 (Quinlan 1993), learned on one half and tried on the other.",
            "J48 classification accuracy",
        ),
        Metric::TreeAccuracyOriginal => (
            "85 % before and 81 % after.",
            "A tree in the manner of C4.5 (Quinlan 1993), learned on one half and tried on the other.",
            "baseline accuracy of J48",
        ),
        Metric::CentroidShift => (
            "A mean rating of 3.4 that became 3.5 is off by 0.1.",
            COUNTED,
            "bias of means",
        ),
        Metric::SdChange => (
            "Ratings that spread by 1.2 and now by 1.0 are off by 0.2.",
            COUNTED,
            "change of standard deviations",
        ),
        Metric::ClusteringCoefficient => (
            "Of three people who are close to a fourth, two of the three pairs are close: 0.67.",
            "Watts and Strogatz 1998.",
            "local clustering coefficient, averaged",
        ),
        Metric::ClusteringCoefficientOriginal => (
            "0.4 before and 0.9 after: groups were pressed together.",
            "Watts and Strogatz 1998.",
            "local clustering coefficient, averaged",
        ),
        Metric::CellsChanged => (
            "A rating of 5 that became 4 is one, one that was removed is another.",
            COUNTED,
            "perturbed cells",
        ),
        Metric::CellsRated => (
            "Somebody who had not rated a film now has.",
            COUNTED,
            "imputed cells",
        ),
        Metric::CellsUnrated => (
            "Somebody who had rated a film now has not.",
            COUNTED,
            "local suppression",
        ),
        Metric::PeopleChanged => (
            "40 of 300 people have at least one rating that is another.",
            COUNTED,
            "perturbed records",
        ),
        Metric::ItemsSuppressed => (
            "Razor blades are shown in no basket any more.",
            "The paper on generalization with suppression.",
            "suppressed categories",
        ),
        Metric::OccurrencesLost => (
            "30 of 3,000 occurrences that are not shown are 1 %.",
            "The paper on generalization with suppression.",
            "local suppression",
        ),
        Metric::ItemsetsKept1 => (
            "Bread and milk were in 3 % of the baskets, and still are in at least 1 %: kept.",
            SETS,
            "frequent itemsets with a support of 1 %",
        ),
        Metric::ItemsetsKept2 => (
            "Bread and milk were in 3 % of the baskets, and still are in at least 2 %: kept.",
            SETS,
            "frequent itemsets with a support of 2 %",
        ),
        Metric::ItemsetsKept5 => (
            "Bread and milk were in 8 % of the baskets, and still are in at least 5 %: kept.",
            SETS,
            "frequent itemsets with a support of 5 %",
        ),
        Metric::Exclusive => (
            "No, where one basket shows milk and another a dairy product: who counts milk misses some.",
            "The paper on generalization with suppression.",
            "exclusive domain",
        ),
        Metric::ProsecutorMax => (
            "A smallest class of 5 records gives 20 %, one in five.",
            ATTACKERS,
            "prosecutor risk, maximum",
        ),
        Metric::ProsecutorAvg => (
            "10 classes among 100 records give 10 %.",
            ATTACKERS,
            "prosecutor risk, average",
        ),
        Metric::JournalistMax => (
            "A class that 40 people of the population fit gives 2.5 %.",
            ATTACKERS,
            "journalist risk, maximum",
        ),
        Metric::Marketer => (
            "Of 100 records in 10 classes about 10 are linked right, which is 10 %.",
            ATTACKERS,
            "marketer risk",
        ),
        Metric::SimilarityAttackRecords => (
            "All five records of a class have HIV or cancer, both top secret: five.",
            "Thesis, chapter 3.",
            "inferential disclosure",
        ),
        Metric::HomogeneousRecords => (
            "All five records of a class have a cold: five.",
            "Machanavajjhala and others 2007.",
            "attribute disclosure by homogeneity",
        ),
        Metric::AttributeDisclosures => (
            "Two classes in which everybody has one disease: 2.",
            "Thesis, chapter 3.",
            "attribute disclosure",
        ),
    }
}
