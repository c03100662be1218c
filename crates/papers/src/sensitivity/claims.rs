//! The figures of section 3.7, and what the thesis says of them.

use crate::claim::Claim;
use crate::figure::{Figure, Series, short};
use crate::trend::Trend;

/// Times within this factor of each other are similar.
const SIMILAR: f64 = 2.0;
/// What is less by a tenth or more is significantly less.
const SIGNIFICANTLY: f64 = 0.9;

fn figure(
    name: &str,
    title: &str,
    axes: (&'static str, &'static str),
    series: Vec<Series>,
    claims: Vec<Claim>,
) -> Figure {
    Figure {
        name: name.to_owned(),
        title: title.to_owned(),
        across: axes.0,
        up: axes.1,
        series,
        claims,
    }
}

/// What the thesis says of the times of the three models wherever it shows them.
fn of_times(series: &[Series]) -> Vec<Claim> {
    let [one, two, three] = series else {
        return Vec::new();
    };
    vec![
        Claim::similar(
            "p+- and p-sensitive k-anonymity take similar time, within a factor of 2",
            two,
            one,
            SIMILAR,
        ),
        Claim::below("p+ runs faster than (p, alpha)", two, &[three], |_| true),
    ]
}

pub(super) fn time_by_columns(series: Vec<Series>) -> Figure {
    let claims = of_times(&series);
    figure(
        "time-by-columns",
        "Time against the number of quasi-identifiers, k = 3, p = 4, alpha = 4 (Figure 3.2 (a))",
        ("quasi-identifiers", "seconds"),
        series,
        claims,
    )
}

pub(super) fn time_by_alpha(series: Vec<Series>) -> Figure {
    let mut claims = of_times(&series);
    if let [_, two, three] = &series[..] {
        let gap: Vec<(f64, Option<f64>)> = three
            .beside(two)
            .map(|(at, three, two)| (at, Some(three - two)))
            .collect();
        let gap = Series::new("the difference", gap);
        let claim = "the difference between p+ and (p, alpha) gets larger when alpha increases";
        claims.push(Claim::trend(claim, &gap, Trend::Rises));
    }
    figure(
        "time-by-alpha",
        "Time against alpha, k = 3, p = 2 (Figure 3.2 (b))",
        ("alpha", "seconds"),
        series,
        claims,
    )
}

pub(super) fn time_by_p(series: Vec<Series>) -> Figure {
    let claims = of_times(&series);
    figure(
        "time-by-p",
        "Time against p, k = 3, alpha = 1 (Figure 3.2 (b))",
        ("p", "seconds"),
        series,
        claims,
    )
}

pub(super) fn distortion_by_columns(series: Vec<Series>) -> Figure {
    let all: Vec<&Series> = series.iter().collect();
    let claim = "the distortion ratio rises with the number of quasi-identifiers";
    let mut claims = vec![Claim::trends(claim, &all, Trend::Rises)];
    if let [_, two, three] = &series[..] {
        claims.push(mean_above(
            "on average the distortion ratio of (p, alpha) is greater than that of p+",
            three,
            two,
        ));
    }
    figure(
        "distortion-by-columns",
        "Distortion ratio against the number of quasi-identifiers, k = 3, p = 4, alpha = 4 (Figure 3.3 (a))",
        ("quasi-identifiers", "distortion ratio"),
        series,
        claims,
    )
}

pub(super) fn distortion_by_alpha(series: Vec<Series>) -> Figure {
    let mut claims = Vec::new();
    if let [_, _, three] = &series[..] {
        // By Definition 3.3 a larger alpha asks for more; the text has it the other way round.
        let claim = "the distortion ratio falls when alpha increases";
        claims.push(Claim::trend(claim, three, Trend::Falls));
    }
    figure(
        "distortion-by-alpha",
        "Distortion ratio against alpha, k = 3, p = 2 (Figure 3.3 (b))",
        ("alpha", "distortion ratio"),
        series,
        claims,
    )
}

fn mean_above(claim: &'static str, large: &Series, small: &Series) -> Claim {
    let pairs: Vec<(f64, f64)> = large.beside(small).map(|(_, a, b)| (a, b)).collect();
    let count = pairs.len() as f64;
    let [a, b] = [0, 1].map(|which| {
        let values = pairs
            .iter()
            .map(|pair| if which == 0 { pair.0 } else { pair.1 });
        values.sum::<f64>() / count
    });
    if pairs.is_empty() {
        return Claim::weighed(claim, 0, &[]);
    }
    Claim {
        claim,
        holds: Some(a > b),
        sentence: format!(
            "{} has {} on average, {} {}",
            large.name,
            short(a),
            small.name,
            short(b)
        ),
    }
}

/// Figure 3.4.
pub(super) fn quality(distortion: Vec<Series>, dm: Vec<Series>, cavg: Vec<Series>) -> Vec<Figure> {
    let better = |series: &[Series], claim: &'static str| match series {
        [clustering, two, three] => vec![
            Claim::below(claim, two, &[clustering], |_| true),
            Claim::below(claim, three, &[clustering], |_| true),
        ],
        _ => Vec::new(),
    };
    let mut of_distortion = better(
        &distortion,
        "local recoding has a lower distortion ratio than clustering for every k",
    );
    if let [clustering, _, three] = &distortion[..] {
        of_distortion.push(Claim::times(
            "alpha significantly reduces the distortion ratio, by a tenth or more",
            clustering,
            three,
            1.0 / SIGNIFICANTLY,
        ));
    }
    let of_dm = better(&dm, "local recoding has a lower DM than clustering");
    let mut of_cavg = better(&cavg, "local recoding has a lower CAVG than clustering");
    of_cavg.push(differs_by_method(&cavg));
    vec![
        figure(
            "distortion-by-k",
            "Distortion ratio against k, p = 2, alpha = 1 (Figure 3.4 (a))",
            ("k", "distortion ratio"),
            distortion,
            of_distortion,
        ),
        figure(
            "dm-by-k",
            "Discernibility against k, p = 2, alpha = 1 (Figure 3.4 (b))",
            ("k", "DM, pairs of records"),
            dm,
            of_dm,
        ),
        figure(
            "cavg-by-k",
            "Average class size against k, p = 2, alpha = 1 (Figure 3.4 (c))",
            ("k", "CAVG, multiples of k"),
            cavg,
            of_cavg,
        ),
    ]
}

/// "In comparison to the big difference of CAVG among different algorithms, differences of an algorithm in variant k are
/// negligible": the methods' means lie farther apart than the values of any of them.
fn differs_by_method(series: &[Series]) -> Claim {
    let claim = "CAVG differs more from method to method than with k";
    let width = |values: &[f64]| {
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        most - values.iter().copied().fold(f64::INFINITY, f64::min)
    };
    let each: Vec<Vec<f64>> = series
        .iter()
        .map(|series| series.known().map(|(_, value)| value).collect())
        .filter(|values: &Vec<f64>| !values.is_empty())
        .collect();
    if each.len() < 2 {
        return Claim::weighed(claim, 0, &[]);
    }
    let means: Vec<f64> = each
        .iter()
        .map(|values| values.iter().sum::<f64>() / values.len() as f64)
        .collect();
    let by_k = each.iter().map(|values| width(values)).fold(0.0, f64::max);
    Claim {
        claim,
        holds: Some(width(&means) > by_k),
        sentence: format!(
            "the means of the methods are {} apart, one method's values up to {}",
            short(width(&means)),
            short(by_k)
        ),
    }
}

pub(super) fn recoding_time_by_k(series: Vec<Series>) -> Figure {
    let all: Vec<&Series> = series.iter().collect();
    let claims = vec![Claim::trends(
        "the time of all algorithms rises with k",
        &all,
        Trend::Rises,
    )];
    figure(
        "recoding-time-by-k",
        "Time against k, p = 2, alpha = 1 (Figure 3.5 (a))",
        ("k", "seconds"),
        series,
        claims,
    )
}

pub(super) fn recoding_time_by_alpha(series: Vec<Series>) -> Figure {
    let mut claims = Vec::new();
    if let [_, _, three] = &series[..] {
        claims.push(Claim::trend(
            "the time of local recoding falls when alpha increases",
            three,
            Trend::Falls,
        ));
    }
    figure(
        "recoding-time-by-alpha",
        "Time against alpha, k = 3, p = 2 (Figure 3.5 (b))",
        ("alpha", "seconds"),
        series,
        claims,
    )
}
