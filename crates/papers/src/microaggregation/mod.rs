//! The experiments of thesis section 5.4: MDAV over all columns against MDAV over the key columns of the dependency tree,
//! in time and in what is lost, by size, by k and by the number of columns.

mod laboratory;

use crate::claim::Claim;
use crate::figure::{Figure, Series, short};
use crate::trend::Trend;
use cloakroom_core::{Dataset, Failure, MethodName, Metric, Problem, Progress, Settings, Trees};
use laboratory::{Laboratory, Trials};
use serde::Serialize;

/// What `experiment microaggregation --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MicroaggregationExperiment {
    pub records: usize,
    pub columns: Vec<String>,
    /// Those that approximate MDAV groups by.
    pub key_columns: Vec<String>,
    pub figures: Vec<Figure>,
}

/// As in the thesis.
const K: u32 = 20;
const KS: [u32; 6] = [2, 5, 10, 20, 50, 100];
/// Of the records, in percent.
const PERCENT: [usize; 5] = [20, 40, 60, 80, 100];
/// Fewer columns than this have no tree to speak of.
const FEWEST_COLUMNS: usize = 3;

const METHODS: [MethodName; 2] = [MethodName::Mdav, MethodName::ApproximateMdav];

pub fn microaggregation(
    dataset: &Dataset,
    settings: &Settings,
    trees: &Trees,
    progress: &Progress,
) -> Result<MicroaggregationExperiment, Failure> {
    let Dataset::Microdata(table) = dataset else {
        return Err(Problem::new(format!(
            "the experiment is about tables of records, not about {}",
            dataset.kind().name()
        ))
        .into());
    };
    let laboratory = Laboratory::new(table, settings, trees)?;
    let profile = laboratory.dependencies(progress)?;
    let keys = profile.key_columns();
    let key_columns = keys.iter().map(|&at| profile.names()[at].clone()).collect();
    let by_size = laboratory.by_size(&PERCENT, K, progress)?;
    let by_k = laboratory.by_k(&KS, progress)?;
    let by_columns = laboratory.by_columns(FEWEST_COLUMNS, K, progress)?;
    let mut figures = vec![
        time("time-by-size", "records", &by_size, 'a'),
        time("time-by-k", "k", &by_k, 'b'),
        time("time-by-columns", "columns", &by_columns, 'c'),
    ];
    figures.push(keys_by_columns(
        laboratory.keys_by_columns(FEWEST_COLUMNS, progress)?,
    ));
    figures.push(loss("loss-by-size", "records", &by_size, 'b'));
    figures.push(loss("loss-by-k", "k", &by_k, 'c'));
    Ok(MicroaggregationExperiment {
        records: table.rows(),
        columns: laboratory.columns,
        key_columns,
        figures,
    })
}

fn time(name: &'static str, across: &'static str, trials: &[Trials; 2], part: char) -> Figure {
    let [all, keys] = trials.each_ref().map(Trials::seconds);
    let claims = vec![
        Claim::below(
            "approximate MDAV takes less time than MDAV",
            &keys,
            &[&all],
            |_| true,
        ),
        widening(&all, &keys),
        Claim::trends(
            "the time of both grows along the axis",
            &[&all, &keys],
            Trend::Rises,
        ),
    ];
    Figure {
        name: name.to_owned(),
        title: format!("Time against {across} (Figure 5.4 ({part}))"),
        across,
        up: "seconds",
        series: vec![all, keys],
        claims,
    }
}

fn loss(name: &'static str, across: &'static str, trials: &[Trials; 2], part: char) -> Figure {
    let [all, keys] = trials.each_ref().map(Trials::loss);
    let mut claims = vec![Claim::above(
        "approximate MDAV loses a little more than MDAV",
        &keys,
        &[&all],
        |_| true,
    )];
    if let Some(times) = times_as_much(&all, &keys) {
        claims.push(Claim {
            claim: "what it loses more is little, at most as much again",
            holds: Some(times <= 2.0),
            sentence: format!("at most {} times as much", short(times)),
        });
    }
    claims.push(steady(&all, &keys));
    if across == "k" {
        claims.push(Claim::trends(
            "the loss grows with k",
            &[&all, &keys],
            Trend::Rises,
        ));
    }
    Figure {
        name: name.to_owned(),
        title: format!("Information loss against {across} (Figure 5.5 ({part}))"),
        across,
        up: match trials[0].measure() {
            Metric::SseSst => "SSE/SST",
            _ => "information loss",
        },
        series: vec![all, keys],
        claims,
    }
}

/// By columns: how many there are, and how many of them are key columns.
fn keys_by_columns(counts: Vec<(usize, usize)>) -> Figure {
    let series = |name: &str, pick: fn(&(usize, usize)) -> usize| Series {
        name: name.to_owned(),
        points: counts
            .iter()
            .map(|count| crate::figure::Point {
                at: count.0 as f64,
                value: Some(pick(count) as f64),
                seconds: 0.0,
                why: None,
            })
            .collect(),
    };
    let more: Vec<String> = counts
        .iter()
        .filter(|(columns, keys)| 2 * keys > *columns)
        .map(|(columns, keys)| format!("{keys} of {columns}"))
        .collect();
    Figure {
        name: "keys-by-columns".to_owned(),
        title: "Key columns against columns (Figure 5.5 (a))".to_owned(),
        across: "columns",
        up: "columns to group by",
        series: vec![series("mdav", |c| c.0), series("approximate-mdav", |c| c.1)],
        claims: vec![Claim {
            claim: "at most half of the columns are key columns (theorem 5.1)",
            holds: Some(more.is_empty()),
            sentence: if more.is_empty() {
                "so for every number of columns".to_owned()
            } else {
                format!("there are {}", more.join(", "))
            },
        }],
    }
}

/// Whether the time saved grows along the axis.
fn widening(all: &Series, keys: &Series) -> Claim {
    let saved: Vec<f64> = all
        .points
        .iter()
        .zip(&keys.points)
        .filter_map(|(all, keys)| Some(all.value? - keys.value?))
        .collect();
    let (first, last) = (saved.first().copied(), saved.last().copied());
    Claim {
        claim: "the difference grows along the axis",
        holds: Some(saved.len() > 1 && first < last && last > Some(0.0)),
        sentence: match (first, last) {
            (Some(first), Some(last)) => {
                format!("{} s are saved first, {} s last", short(first), short(last))
            }
            _ => "nothing could be compared".to_owned(),
        },
    }
}

/// "The difference is not enlarged": from the first to the last point it goes up by a tenth of itself at most.
fn steady(all: &Series, keys: &Series) -> Claim {
    let claim = "the difference in loss does not grow along the axis";
    let gaps: Vec<f64> = keys.beside(all).map(|(_, keys, all)| keys - all).collect();
    match (gaps.first(), gaps.last()) {
        (Some(&first), Some(&last)) if gaps.len() > 1 => Claim {
            claim,
            holds: Some(last - first <= 0.1 * first.abs()),
            sentence: format!("{} first, {} last", short(first), short(last)),
        },
        _ => Claim::weighed(claim, 0, &[]),
    }
}

fn times_as_much(all: &Series, keys: &Series) -> Option<f64> {
    all.points
        .iter()
        .zip(&keys.points)
        .filter_map(|(all, keys)| Some(keys.value? / all.value.filter(|&all| all > 0.0)?))
        .reduce(f64::max)
}
