//! What the paper says of its figures, sizes included, and whether that is seen here.

use crate::claim::{Claim, SAME};
use crate::figure::{Point, Series, short};
use cloakroom_core::MethodName;
use std::ops::RangeInclusive;

/// Those that the paper compares.
const FOUR: [MethodName; 4] = [
    MethodName::Mm,
    MethodName::Aa,
    MethodName::Lg,
    MethodName::Mhghs,
];
/// A time that grows like this power of the size at most is near linear.
const NEAR_LINEAR: f64 = 1.3;
/// Losses that the paper reads from its curves are "around" a number within this.
const AROUND: f64 = 0.05;
/// 12 % against 7.9 %, as the paper has it.
const HALF_AS_MUCH_AGAIN: f64 = 1.5;

/// How often a claim has to be seen.
#[derive(Clone, Copy)]
enum Seen {
    Everywhere,
    /// In more than half of the cases.
    InGeneral,
}

/// Section 5.1, of losses by k.
pub fn by_k(series: &[Series], m: u32) -> Vec<Claim> {
    let mut claims = of_losses(series, |_| m >= 2);
    if let (Some(local), Some(rounds)) = (of(series, MethodName::Lg), of(series, MethodName::Mhghs))
    {
        claims.push(growing_gap(local, rounds));
        claims.push(ratio(local, rounds, |k| m >= 5 && (k == 5.0 || k == 50.0)));
    }
    claims.extend(own(series));
    claims
}

/// Section 5.1, of losses by m.
pub fn by_m(series: &[Series], k: u32) -> Vec<Claim> {
    let mut claims = of_losses(series, |m| m >= 2.0);
    if let Some(local) = of(series, MethodName::Lg) {
        claims.push(same(local));
    }
    if let Some(global) = of(series, MethodName::Aa) {
        claims.push(Claim::within(
            "AA loses around 39 % at every m (AOL)",
            global,
            0.39 - AROUND..=0.39 + AROUND,
            |_| true,
        ));
    }
    if let (Some(local), Some(rounds)) = (of(series, MethodName::Lg), of(series, MethodName::Mhghs))
    {
        claims.push(ratio(local, rounds, |m| k == 5 && m >= 5.0));
    }
    claims.extend(own(series));
    claims
}

/// Section 5.2.
pub fn of_times(series: &[Series]) -> Vec<Claim> {
    let ranks = [
        ("LG is the fastest", MethodName::Lg, 4..=4),
        ("mHgHs is the second fastest", MethodName::Mhghs, 3..=3),
        (
            "AA is slower than LG and mHgHs (not on AOL)",
            MethodName::Aa,
            1..=2,
        ),
        ("MM is slower than LG and mHgHs", MethodName::Mm, 1..=2),
    ];
    let ranks = ranks.into_iter().filter_map(|(claim, method, places)| {
        place(claim, series, method, places, Seen::Everywhere, |_| true)
    });
    ranks.chain(growth(series)).collect()
}

/// The order of the four, and how much they lose. `counts` says where m is at least 2.
fn of_losses(series: &[Series], counts: impl Fn(f64) -> bool) -> Vec<Claim> {
    let everywhere = |_| true;
    let mut claims: Vec<Claim> = [
        place(
            "MM loses the most wherever m is at least 2",
            series,
            MethodName::Mm,
            1..=1,
            Seen::Everywhere,
            &counts,
        ),
        place(
            "AA loses the second most in general",
            series,
            MethodName::Aa,
            2..=2,
            Seen::InGeneral,
            everywhere,
        ),
        place(
            "LG loses the third most",
            series,
            MethodName::Lg,
            3..=3,
            Seen::InGeneral,
            everywhere,
        ),
        place(
            "mHgHs loses the least",
            series,
            MethodName::Mhghs,
            4..=4,
            Seen::Everywhere,
            everywhere,
        ),
    ]
    .into_iter()
    .flatten()
    .collect();
    if let Some(suppressing) = of(series, MethodName::Mm) {
        claims.push(Claim::within(
            "MM loses between 7.5 % (POS) and 96 % (AOL) wherever m is at least 2",
            suppressing,
            0.075..=0.96,
            &counts,
        ));
    }
    if let Some(rounds) = of(series, MethodName::Mhghs) {
        claims.push(Claim::within(
            "all losses of mHgHs are under 10 % (AOL)",
            rounds,
            0.0..=0.1,
            everywhere,
        ));
    }
    if let Some(local) = of(series, MethodName::Lg) {
        claims.push(Claim::within(
            "LG loses 27 % at worst (AOL)",
            local,
            0.0..=0.27,
            everywhere,
        ));
    }
    claims
}

/// What this program promises of its own method.
fn own(series: &[Series]) -> Option<Claim> {
    let own = of(series, MethodName::Refined)?;
    let rivals: Vec<&Series> = series
        .iter()
        .filter(|series| series.name != own.name)
        .collect();
    Some(Claim::below(
        "our own method never loses more than any other",
        own,
        &rivals,
        |_| true,
    ))
}

fn of(series: &[Series], method: MethodName) -> Option<&Series> {
    series.iter().find(|series| series.name == method.name())
}

/// That a method has one of these places among the four, the first being the one with the largest value; methods with
/// the same value share their places.
fn place(
    claim: &'static str,
    series: &[Series],
    method: MethodName,
    places: RangeInclusive<usize>,
    seen: Seen,
    counts: impl Fn(f64) -> bool,
) -> Option<Claim> {
    let mine = of(series, method)?;
    let four: Vec<&Series> = FOUR
        .iter()
        .filter_map(|&method| of(series, method))
        .collect();
    let mut compared = 0;
    let mut exceptions = Vec::new();
    for (at, point) in mine.points.iter().enumerate() {
        let values: Option<Vec<f64>> = four.iter().map(|series| series.points[at].value).collect();
        let (Some(value), Some(values), true) = (point.value, values, counts(point.at)) else {
            continue;
        };
        if values.len() < FOUR.len() {
            continue;
        }
        compared += 1;
        let more = values
            .iter()
            .filter(|&&other| exceeds(other, value))
            .count();
        let less = values
            .iter()
            .filter(|&&other| exceeds(value, other))
            .count();
        if more + 1 > *places.end() || FOUR.len() - less < *places.start() {
            let told = four.iter().zip(&values);
            let told: Vec<String> = told
                .map(|(series, &value)| format!("{} {}", series.name, short(value)))
                .collect();
            exceptions.push(format!("at {} {}", short(point.at), told.join(", ")));
        }
    }
    let mut weighed = Claim::weighed(claim, compared, &exceptions);
    if let (Seen::InGeneral, Some(holds)) = (seen, &mut weighed.holds) {
        *holds = 2 * exceptions.len() < compared;
    }
    Some(weighed)
}

fn exceeds(a: f64, b: f64) -> bool {
    a > b + SAME * b.abs()
}

/// That the curve is a horizontal line.
fn same(series: &Series) -> Claim {
    let values: Vec<(f64, f64)> = series.known().collect();
    let exceptions: Vec<String> = values
        .windows(2)
        .filter(|pair| exceeds(pair[0].1, pair[1].1) || exceeds(pair[1].1, pair[0].1))
        .map(|pair| format!("at {} it has {}", short(pair[1].0), short(pair[1].1)))
        .collect();
    Claim::weighed(
        "LG does not use m: its curve is a horizontal line",
        values.len().saturating_sub(1),
        &exceptions,
    )
}

/// That what LG loses beyond mHgHs never falls while k grows.
fn growing_gap(local: &Series, rounds: &Series) -> Claim {
    let gaps: Vec<(f64, f64)> = local
        .beside(rounds)
        .map(|(at, local, rounds)| (at, local - rounds))
        .collect();
    let exceptions: Vec<String> = gaps
        .windows(2)
        .filter(|pair| pair[0].1 - pair[1].1 > SAME)
        .map(|pair| {
            let [before, after] = [pair[0], pair[1]].map(|(k, gap)| (short(k), short(gap)));
            format!(
                "from {} at {} to {} at {}",
                before.1, before.0, after.1, after.0
            )
        })
        .collect();
    Claim::weighed(
        "the gap between LG and mHgHs grows with k",
        gaps.len().saturating_sub(1),
        &exceptions,
    )
}

/// The paper's 12 % against 7.9 %, and 17 % against 9 %.
fn ratio(local: &Series, rounds: &Series, counts: impl Fn(f64) -> bool) -> Claim {
    let cases: Vec<(f64, f64, f64)> = local
        .beside(rounds)
        .filter(|&(at, ..)| counts(at))
        .collect();
    let exceptions: Vec<String> = cases
        .iter()
        .filter(|&&(_, local, rounds)| local < HALF_AS_MUCH_AGAIN * rounds)
        .map(|&(at, local, rounds)| {
            format!(
                "at {} lg {}, mhghs {}",
                short(at),
                short(local),
                short(rounds)
            )
        })
        .collect();
    Claim::weighed(
        "LG loses half as much again as mHgHs or more: 12 % against 7.9 % at k = 5, m at least 5; 17 % against 9 % at \
         k = 50 (AOL)",
        cases.len(),
        &exceptions,
    )
}

/// The power of the size that time grows with between the smallest and the largest part.
fn growth(series: &[Series]) -> impl Iterator<Item = Claim> {
    series.iter().filter_map(|series| {
        let known = |point: &&Point| point.value.is_some_and(|seconds| seconds > 0.0);
        let first = series.points.iter().find(known)?;
        let last = series.points.iter().rev().find(known)?;
        if last.at <= first.at {
            return None;
        }
        let power = (last.seconds / first.seconds).ln() / (last.at / first.at).ln();
        Some(Claim {
            claim: "time grows near linearly with the number of transactions",
            holds: Some(power <= NEAR_LINEAR),
            sentence: format!(
                "{} grows like the power {power:.2} of the size, from {:.2} s to {:.2} s",
                series.name, first.seconds, last.seconds
            ),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(method: MethodName, values: &[f64]) -> Series {
        let points = (1..).zip(values).map(|(at, &value)| Point {
            at: f64::from(at),
            value: Some(value),
            seconds: value,
            why: None,
        });
        Series {
            name: method.name().to_owned(),
            points: points.collect(),
        }
    }

    fn weighed<'c>(claims: &'c [Claim], words: &str) -> &'c Claim {
        claims
            .iter()
            .find(|claim| claim.claim.contains(words))
            .unwrap()
    }

    #[test]
    fn the_order_of_the_four_is_weighed_at_every_point() {
        let figure = [
            series(MethodName::Mm, &[0.01, 0.5, 0.6]),
            series(MethodName::Aa, &[0.3, 0.3, 0.4]),
            series(MethodName::Lg, &[0.2, 0.2, 0.2]),
            series(MethodName::Mhghs, &[0.01, 0.05, 0.2]),
        ];
        let claims = by_m(&figure, 5);
        let holds = |words: &str| weighed(&claims, words).holds;
        assert_eq!(
            holds("MM loses the most"),
            Some(true),
            "m = 1 does not count"
        );
        assert_eq!(holds("second most in general"), Some(true));
        assert_eq!(holds("third most"), Some(true));
        assert_eq!(
            holds("mHgHs loses the least"),
            Some(true),
            "equal ones share places"
        );
        assert_eq!(holds("under 10 %"), Some(false));
        assert_eq!(holds("horizontal"), Some(true));
        assert_eq!(holds("around 39 %"), Some(false));
        assert_eq!(holds("half as much again"), None, "no m of 5 or more");
        let told = &weighed(&claims, "second most").sentence;
        assert!(
            told.starts_with("not so in 1 of 3: at 1 mm 0.01, aa 0.3"),
            "{told}"
        );
        assert_eq!(holds("7.5 %"), Some(true));
        let first = by_k(&figure, 5);
        assert_eq!(weighed(&first, "MM loses the most").holds, Some(false));
        let gap = weighed(&first, "gap between");
        assert_eq!(
            (gap.holds, gap.sentence.as_str()),
            (
                Some(false),
                "not so in 2 of 2: from 0.19 at 1 to 0.15 at 2; from 0.15 at 2 to 0 at 3"
            )
        );
    }

    #[test]
    fn without_all_four_there_is_no_order() {
        let figure = [
            series(MethodName::Lg, &[0.2, 0.2]),
            series(MethodName::Mhghs, &[0.1, 0.1]),
        ];
        let claims = of_times(&figure);
        assert_eq!(weighed(&claims, "LG is the fastest").holds, None);
        assert_eq!(weighed(&by_k(&figure, 7), "grows with k").holds, Some(true));
    }
}
