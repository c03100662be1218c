//! What the papers say of their figures, sizes included, and whether that is seen here.

use super::catalogue::FigureName;
use crate::claim::Claim;
use crate::figure::{Series, short};
use crate::trend::Trend;
use cloakroom_ratings::ratings::PreparedRatings;

/// Two accuracies nearer than this are very close, and so are means that differ by this share.
const VERY_CLOSE: f64 = 0.05;
/// So many times faster is far faster.
const FAR_FASTER: f64 = 2.0;
/// "Almost" is nine tenths.
const ALMOST: f64 = 0.9;
/// Times that differ by at most this factor do not depend on what varies.
const SIMILAR: f64 = 2.0;
/// "Around" a share is within this.
const AROUND: f64 = 0.05;
/// A coefficient below this is relatively low.
const LOW: f64 = 0.5;

pub(super) fn of(name: FigureName, series: &[Series], survey: &PreparedRatings) -> Vec<Claim> {
    use FigureName as F;
    let mut claims = Vec::new();
    let Some(first) = series.first() else {
        return claims;
    };
    if let Some((trend, claim)) = name.about().trend {
        claims.push(Claim::trend(claim, first, trend));
    }
    match name {
        F::SlicingTimeEpsilon | F::GraphTimeEpsilon => claims.push(dips(first)),
        F::QueryErrorEpsilon => claims.push(Claim::within(
            "the average error is below 15 %",
            first,
            0.0..=0.15,
            |_| true,
        )),
        F::QueryErrorK => claims.push(Claim::within(
            "the error is no more than 20 % for MovieLens, 25 % for Netflix",
            first,
            0.0..=0.25,
            |_| true,
        )),
        F::QueryErrorBoth => {
            let all: Vec<&Series> = series.iter().collect();
            let rises = "the error rises with k at every epsilon, as in (b)";
            claims.push(Claim::trends(rises, &all, Trend::Rises));
            if let [narrow, wide, ..] = series {
                let claim = "the error falls as epsilon grows at every k, as in (a)";
                claims.push(Claim::below(claim, wide, &[narrow], |_| true));
            }
        }
        F::ClusterChangeK => claims.push(Claim::within(
            "at k = 60 less than 15 % change",
            first,
            0.0..=0.15,
            |k| k >= 60.0,
        )),
        F::GreedyAccuracy | F::GraphAccuracy => claims.extend(accuracy(series)),
        F::CentroidPeople | F::CentroidK => {
            if let [after, before] = series {
                claims.push(Claim::similar(
                    "the means before and after do not differ much, by at most a twentieth",
                    after,
                    before,
                    1.0 + VERY_CLOSE,
                ));
            }
        }
        F::DeviationEpsilon => {
            if let [after, before, bound] = series {
                let level = "the deviation of the original is the same at every epsilon";
                claims.push(Claim::level(level, before));
                let bounded = "the deviation of the release is at most half of epsilon";
                claims.push(Claim::below(bounded, after, &[bound], |_| true));
            }
        }
        F::ClusteringK => claims.extend(clustering(series)),
        F::GreedyDistortionEpsilon => claims.push(nothing_to_do(survey)),
        F::SlicingAgainstPairwisePeople
        | F::SlicingAgainstPairwiseEpsilon
        | F::SlicingAgainstPairwiseK
        | F::SlicingAgainstPairwiseL => claims.extend(faster(name, series)),
        F::SlicingAgainstPairwiseIssues => claims.extend(by_issues(series)),
        F::MemoryPeople | F::MemoryEpsilon | F::MemoryK | F::MemoryL => {
            claims.extend(smaller(series));
        }
        _ => (),
    }
    claims
}

fn named<'a>(series: &'a [Series], name: &str) -> Option<&'a Series> {
    series.iter().find(|series| series.name == name)
}

/// "The cost initially becomes lower but then increases monotonically."
fn dips(series: &Series) -> Claim {
    let claim = "time falls at first and then rises with epsilon";
    let values: Vec<f64> = series.known().map(|(_, value)| value).collect();
    let lowest = values.iter().copied().min_by(f64::total_cmp);
    let (Some(&first), Some(&last), Some(lowest)) = (values.first(), values.last(), lowest) else {
        return Claim::weighed(claim, 0, &[]);
    };
    Claim {
        claim,
        holds: Some(first > lowest && last > lowest),
        sentence: format!(
            "from {} to {}, least {}",
            short(first),
            short(last),
            short(lowest)
        ),
    }
}

fn accuracy(series: &[Series]) -> Vec<Claim> {
    let [after, before] = series else {
        return Vec::new();
    };
    let apart: Vec<f64> = after
        .beside(before)
        .map(|(_, after, before)| (after - before).abs())
        .collect();
    let farthest = apart.iter().copied().fold(0.0, f64::max);
    vec![
        Claim::within(
            "accuracy is around 75 %",
            after,
            0.75 - AROUND..=0.75 + AROUND,
            |_| true,
        ),
        Claim {
            claim: "the accuracy on released ratings is very close to the original one",
            holds: (!apart.is_empty()).then_some(farthest <= VERY_CLOSE),
            sentence: format!(
                "at most {} apart; what is predicted is drawn by chance, so that nobody can do better than guessing",
                short(farthest)
            ),
        },
    ]
}

fn clustering(series: &[Series]) -> Vec<Claim> {
    let [after, before] = series else {
        return Vec::new();
    };
    vec![
        Claim::above(
            "the coefficient is larger after than before",
            after,
            &[before],
            |_| true,
        ),
        Claim::within(
            "before, it is relatively low: below a half",
            before,
            0.0..=LOW,
            |_| true,
        ),
        Claim::within(
            "after, it does not reach 1",
            after,
            0.0..=1.0 - f64::EPSILON,
            |_| true,
        ),
    ]
}

/// "When epsilon = 5, there will be no anonymization required": by definition, which is why it is no promise.
fn nothing_to_do(survey: &PreparedRatings) -> Claim {
    let everybody = survey.people() as u32;
    let cells = survey.dense().unwrap_or(&[]);
    let width = survey.issues.len().max(1);
    let mut rows = cells.chunks_exact(width);
    let first = rows.next().unwrap_or(&[]);
    let near = rows
        .filter(|row| cloakroom_ratings::ratings::are_close(first, row, survey.r(), survey.r()))
        .count() as u32
        + 1;
    Claim {
        claim: "at an epsilon as wide as the scale nothing has to be changed",
        holds: Some(near == everybody),
        sentence: format!(
            "then {near} of {everybody} people are close to the first, which says nothing and is refused here"
        ),
    }
}

/// Figures 7.5 and 7.6, against the pairwise check that the thesis describes, and ours without a matrix.
fn faster(name: FigureName, series: &[Series]) -> Vec<Claim> {
    let (Some(slicing), Some(pairwise)) = (named(series, "slicing"), named(series, "pairwise"))
    else {
        return Vec::new();
    };
    let mut claims = Vec::new();
    if name == FigureName::SlicingAgainstPairwisePeople {
        claims.push(Claim::times(
            "slicing is far faster than pairwise: at least twice as fast",
            pairwise,
            slicing,
            FAR_FASTER,
        ));
        claims.push(widening(pairwise, slicing));
        claims.push(Claim::power(
            "slicing takes time that grows at most with the square of the people (cost model of 7.3)",
            slicing,
            f64::NEG_INFINITY..=2.0 + AROUND,
        ));
    } else if name == FigureName::SlicingAgainstPairwiseEpsilon {
        claims.push(Claim::times(
            "slicing is almost 3 times faster than pairwise",
            pairwise,
            slicing,
            3.0 * ALMOST,
        ));
    } else {
        claims.push(Claim::below(
            "slicing takes less time than pairwise",
            slicing,
            &[pairwise],
            |_| true,
        ));
    }
    if let Some(matrix) = named(series, "matrix") {
        claims.push(Claim::below(
            "slicing takes less time than pairwise with a matrix of all distances, as the thesis has it",
            slicing,
            &[matrix],
            |_| true,
        ));
    }
    claims
}

/// "Especially when the volume of the data becomes larger."
fn widening(pairwise: &Series, slicing: &Series) -> Claim {
    let claim = "the more people the larger the difference";
    let saved: Vec<f64> = pairwise
        .beside(slicing)
        .map(|(_, pairwise, slicing)| pairwise - slicing)
        .collect();
    match (saved.first(), saved.last()) {
        (Some(&first), Some(&last)) if saved.len() > 1 => Claim {
            claim,
            holds: Some(last > first && last > 0.0),
            sentence: format!("{} s are saved first, {} s last", short(first), short(last)),
        },
        _ => Claim::weighed(claim, 0, &[]),
    }
}

/// Equation 7.13 and what follows it.
fn by_issues(series: &[Series]) -> Vec<Claim> {
    let (Some(slicing), Some(pairwise)) = (named(series, "slicing"), named(series, "pairwise"))
    else {
        return Vec::new();
    };
    let level = |series: &Series| -> Option<f64> {
        let (first, last) = series.ends()?;
        (first > 0.0).then(|| last / first)
    };
    let grown = level(slicing);
    vec![
        Claim {
            claim: "for a small epsilon the time of slicing does not depend on the number of issues (Equation 7.13)",
            holds: grown.map(|grown| grown <= SIMILAR),
            sentence: match grown {
                Some(grown) => format!(
                    "with all issues it takes {} times what it takes with the fewest",
                    short(grown)
                ),
                None => "nothing could be compared".to_owned(),
            },
        },
        Claim::power(
            "the time of pairwise grows like the number of issues, O(n\u{b2}m)",
            pairwise,
            1.0 - 0.5..=1.0 + 0.5,
        ),
        Claim::below(
            "slicing is more efficient than pairwise",
            slicing,
            &[pairwise],
            |_| true,
        ),
    ]
}

/// Figures 7.7 and 7.8.
fn smaller(series: &[Series]) -> Vec<Claim> {
    let Some(slicing) = named(series, "slicing") else {
        return Vec::new();
    };
    let mut claims = Vec::new();
    if let Some(matrix) = named(series, "matrix") {
        claims.push(Claim::below(
            "slicing takes less peak memory than pairwise with its matrix",
            slicing,
            &[matrix],
            |_| true,
        ));
        claims.push(Claim::times(
            "it needs almost two times less",
            matrix,
            slicing,
            2.0 * ALMOST,
        ));
    }
    if let Some(pairwise) = named(series, "pairwise") {
        claims.push(Claim::below(
            "it takes less than pairwise without a matrix, which the thesis does not have",
            slicing,
            &[pairwise],
            |_| true,
        ));
    }
    claims
}
