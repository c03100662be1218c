//! Figures as tables, curves in letters and sentences.

use super::plot::{Curve, number, plot};
use super::similarity::push_lines;
use cloakroom_papers::figure::{Figure, short};

pub fn told(figure: &Figure) -> String {
    let mut words = format!("\n{}  {}\n", figure.name, figure.title);
    let mut lines = vec![vec![figure.across.to_owned()]];
    let first = figure.series.first();
    for point in first.map_or(&[][..], |series| &series.points) {
        lines[0].push(number(point.at));
    }
    for series in &figure.series {
        let mut line = vec![series.name.clone()];
        line.extend(
            series
                .points
                .iter()
                .map(|point| point.value.map_or_else(|| "-".to_owned(), short)),
        );
        lines.push(line);
    }
    push_lines(&mut words, &lines);
    words += &seconds(figure);
    let points: Vec<Vec<(f64, f64)>> = figure
        .series
        .iter()
        .map(|series| {
            let known = series.points.iter();
            known
                .filter_map(|point| Some((point.at, point.value?)))
                .collect()
        })
        .collect();
    let curves: Vec<Curve<'_>> = figure
        .series
        .iter()
        .zip(&points)
        .map(|(series, points)| Curve {
            name: &series.name,
            points,
        })
        .collect();
    words += &plot(&curves, figure.across, figure.up);
    for claim in &figure.claims {
        let verdict = match claim.holds {
            Some(true) => "Holds here",
            Some(false) => "Does not hold here",
            None => "Cannot be told here",
        };
        words += &format!("  {verdict}: {}; {}.\n", claim.claim, claim.sentence);
    }
    for series in &figure.series {
        for point in &series.points {
            if let Some(why) = &point.why {
                words += &format!("  {} at {}: {why}\n", series.name, number(point.at));
            }
        }
    }
    words
}

/// How long each point took, where the figure itself does not tell.
fn seconds(figure: &Figure) -> String {
    let all = || figure.series.iter().flat_map(|series| &series.points);
    if figure.up == "seconds" || all().all(|point| point.seconds == 0.0) {
        return String::new();
    }
    let told = figure.series.iter().map(|series| {
        let times = series.points.iter();
        let times: Vec<String> = times.map(|point| format!("{:.1}", point.seconds)).collect();
        format!("{} {}", series.name, times.join(" "))
    });
    let told: Vec<String> = told.collect();
    format!("  seconds: {}\n", told.join("; "))
}
