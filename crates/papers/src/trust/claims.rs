//! The figures, and what the thesis says of them.

use super::laboratory::{ByK, ByTrust, Measured, Trials};
use crate::claim::Claim;
use crate::figure::{Figure, Series, short};
use cloakroom_engine::measures::Learned;

type Value = fn(&Measured) -> Option<f64>;

/// Discernibility and average class size: what they are called and how they are found.
const OF_CLASSES: [(&str, &str, Value); 2] = [
    ("dm", "DM, pairs of records", |measured| Some(measured.dm)),
    ("cavg", "CAVG, multiples of k", |measured| {
        Some(measured.cavg)
    }),
];

const LEARNERS: [(&str, &str, Right, Right); 2] = [
    (
        "bayes",
        "right by naive Bayes",
        |learned| learned.bayes,
        |learned| learned.bayes_original,
    ),
    (
        "tree",
        "right by a decision tree",
        |learned| learned.tree,
        |learned| learned.tree_original,
    ),
];

/// How often somebody is right.
type Right = fn(&Learned) -> f64;

/// How learners were asked: of a part of one release, or of a second one that was made apart.
#[derive(Clone, Copy)]
struct Asked {
    suffix: &'static str,
    verb: &'static str,
    parts: &'static str,
    of: fn(&Measured) -> Option<Learned>,
}

const CLASSIFIED: Asked = Asked {
    suffix: "",
    verb: "classified",
    parts: "Figures 4.7 and 4.8 (a), (b)",
    of: |measured| measured.learned,
};
const PREDICTED: Asked = Asked {
    suffix: "-apart",
    verb: "predicted",
    parts: "Figures 4.7 and 4.8 (c), (d): training and test records released apart",
    of: |measured| measured.predicted,
};

/// Curves that differ by at most this factor are similar.
const SIMILAR: f64 = 2.0;

pub(super) fn by_trust(trials: &ByTrust, k: u32) -> Vec<Figure> {
    OF_CLASSES
        .iter()
        .map(|&(name, up, value)| {
            let [kept, alone, mondrian, tds] =
                [&trials.kept, &trials.alone, &trials.mondrian, &trials.tds]
                    .map(|trials| trials.series(value));
            let rivals = [&mondrian, &tds];
            let claims = vec![
                Claim::below(
                    "the decomposition alone lies below Mondrian and TDS for a trust above 0.5",
                    &alone,
                    &rivals,
                    |trust| trust > 0.5,
                ),
                similar(&alone, &rivals),
                falling(&alone),
                Claim::below(
                    "the same with k kept lies below Mondrian and TDS for a trust above 0.5",
                    &kept,
                    &rivals,
                    |trust| trust > 0.5,
                ),
                unprotected(&trials.alone, k),
            ];
            Figure {
                name: format!("{name}-by-trust"),
                title: format!("{} against trust, k = {k} (Figure 4.4)", title(name)),
                across: "trust",
                up,
                series: vec![kept, alone, mondrian, tds],
                claims,
            }
        })
        .collect()
}

pub(super) fn by_k(trials: &ByK, [high, low]: [f64; 2]) -> Vec<Figure> {
    OF_CLASSES
        .iter()
        .map(|&(name, up, value)| {
            let [kept, kept_low, _] = trials.kept.each_ref().map(|trials| trials.series(value));
            let [alone, alone_low, _] = trials.alone.each_ref().map(|trials| trials.series(value));
            let [mondrian, tds] =
                [&trials.mondrian, &trials.tds].map(|trials| trials.series(value));
            let rivals = [&mondrian, &tds];
            let claims = vec![
                Claim::below(
                    "at a trust of 0.8 the decomposition alone lies below Mondrian and TDS for every k",
                    &alone,
                    &rivals,
                    |_| true,
                ),
                Claim::below(
                    "at a trust of 0.8 the same with k kept lies below Mondrian and TDS for every k",
                    &kept,
                    &rivals,
                    |_| true,
                ),
            ];
            Figure {
                name: format!("{name}-by-k"),
                title: format!(
                    "{} against k, trust {high} and {low} (Figure 4.5)",
                    title(name)
                ),
                across: "k",
                up,
                series: vec![kept, kept_low, alone, alone_low, mondrian, tds],
                claims,
            }
        })
        .collect()
}

pub(super) fn learned(trials: &ByK, trusts: [f64; 2]) -> Vec<Figure> {
    of_learners(trials, trusts, CLASSIFIED)
}

pub(super) fn predicted(trials: &ByK, trusts: [f64; 2]) -> Vec<Figure> {
    of_learners(trials, trusts, PREDICTED)
}

fn of_learners(trials: &ByK, trusts: [f64; 2], asked: Asked) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (at, trust) in trusts.into_iter().enumerate() {
        for (name, who, value, original) in LEARNERS {
            let of = |trials: &Trials, right: Right| {
                trials.series(|measured| (asked.of)(measured).map(|learned| right(&learned)))
            };
            // The trials of the two that are well and little trusted.
            let place = [2, 1][at];
            let (kept, alone) = (
                of(&trials.kept[place], value),
                of(&trials.alone[place], value),
            );
            let (mondrian, tds) = (of(&trials.mondrian, value), of(&trials.tds, value));
            let mut before = of(&trials.mondrian, original);
            before.name = "original".to_owned();
            if before.points.iter().all(|point| point.value.is_none()) {
                continue;
            }
            let claims = [
                ("the decomposition alone", &alone),
                ("the same with k kept", &kept),
            ]
            .into_iter()
            .map(|(who, series)| accurate(who, at == 0, series, [&mondrian, &tds]))
            .collect();
            let trusted = ["trusted", "mistrusted"][at];
            figures.push(Figure {
                name: format!("{name}-{trusted}{}", asked.suffix),
                title: format!(
                    "Share {} {who} against k, trust {trust} ({})",
                    asked.verb, asked.parts
                ),
                across: "k",
                up: "share right",
                series: vec![kept, alone, mondrian, tds, before],
                claims,
            });
        }
    }
    figures
}

fn title(name: &str) -> &'static str {
    if name == "dm" {
        "Discernibility"
    } else {
        "Average class size"
    }
}

/// Whether learners do best with the release for somebody trusted, and between the others for somebody who is not.
fn accurate(who: &str, is_trusted: bool, series: &Series, rivals: [&Series; 2]) -> Claim {
    if is_trusted {
        let claim = if who.contains("alone") {
            "at a trust of 0.9 the decomposition alone is predicted better than Mondrian and TDS"
        } else {
            "at a trust of 0.9 the same with k kept is predicted better than Mondrian and TDS"
        };
        return Claim::above(claim, series, &rivals, |_| true);
    }
    let (mut compared, mut between) = (0usize, 0usize);
    for (at, point) in series.points.iter().enumerate() {
        let (Some(mine), Some(a), Some(b)) = (
            point.value,
            rivals[0].points[at].value,
            rivals[1].points[at].value,
        ) else {
            continue;
        };
        compared += 1;
        between += usize::from((a.min(b)..=a.max(b)).contains(&mine));
    }
    Claim {
        claim: if who.contains("alone") {
            "at a trust of 0.2 the decomposition alone lies between Mondrian and TDS"
        } else {
            "at a trust of 0.2 the same with k kept lies between Mondrian and TDS"
        },
        holds: Some(compared > 0 && between == compared),
        sentence: format!("so for {between} of {compared} values of k"),
    }
}

/// "When the value of trust is less than 0.5, the algorithm generates a similar DM."
fn similar(alone: &Series, rivals: &[&Series; 2]) -> Claim {
    let (mut compared, mut alike, mut farthest) = (0usize, 0usize, 1f64);
    for (at, point) in alone.points.iter().enumerate().filter(|(_, p)| p.at < 0.5) {
        for rival in rivals {
            let (Some(mine), Some(theirs)) = (point.value, rival.points[at].value) else {
                continue;
            };
            let factor = mine / theirs;
            let factor = factor.max(1.0 / factor);
            compared += 1;
            alike += usize::from(factor <= SIMILAR);
            farthest = farthest.max(factor);
        }
    }
    Claim {
        claim: "for a trust below 0.5 it is similar to Mondrian and TDS, within a factor of 2",
        holds: (compared > 0).then_some(alike == compared),
        sentence: match compared {
            0 => "nothing could be compared".to_owned(),
            _ => format!(
                "so in {alike} of {compared} comparisons; the farthest is a factor of {}",
                short(farthest)
            ),
        },
    }
}

/// That more trust never costs.
fn falling(alone: &Series) -> Claim {
    let values: Vec<f64> = alone
        .points
        .iter()
        .filter_map(|point| point.value)
        .collect();
    let steps = |is_step: fn(f64, f64) -> bool| {
        let pairs = values.windows(2);
        pairs.filter(|pair| is_step(pair[0], pair[1])).count()
    };
    let rises = steps(|before, after| after > before * (1.0 + 1e-9));
    let falls = steps(|before, after| after < before * (1.0 - 1e-9));
    Claim {
        claim: "who is trusted more gets better data",
        holds: (values.len() > 1).then_some(falls > 0 && rises == 0),
        sentence: match (values.first(), values.last()) {
            (Some(first), Some(last)) => format!(
                "from {} to {}, with {falls} falls and {rises} rises on the way",
                short(*first),
                short(*last)
            ),
            _ => "nothing could be compared".to_owned(),
        },
    }
}

/// What the comparison leaves out: the decomposition alone does not promise k.
fn unprotected(alone: &Trials, k: u32) -> Claim {
    let counts: Vec<String> = alone
        .trials
        .iter()
        .filter_map(|trial| {
            let measured = trial.outcome.as_ref().ok()?;
            (measured.unprotected > 0).then(|| format!("{} at {}", measured.unprotected, trial.at))
        })
        .collect();
    Claim {
        claim: "the decomposition alone keeps the k that the others keep",
        holds: Some(counts.is_empty()),
        sentence: if counts.is_empty() {
            format!("no record is in a class below {k}")
        } else {
            format!("records in classes below {k}: {}", counts.join(", "))
        },
    }
}
