//! A figure of a paper, drawn anew: curves of one number against another, and what the paper says of them.

use crate::claim::Claim;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    pub name: String,
    pub title: String,
    /// What varies.
    pub across: &'static str,
    /// What is measured, with its unit.
    pub up: &'static str,
    pub series: Vec<Series>,
    pub claims: Vec<Claim>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    pub name: String,
    pub points: Vec<Point>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Point {
    pub at: f64,
    /// `None` if it was not reached.
    pub value: Option<f64>,
    pub seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl Point {
    pub fn new(at: f64, value: Option<f64>) -> Self {
        Self {
            at,
            value,
            seconds: 0.0,
            why: None,
        }
    }
}

impl Series {
    pub fn new(
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, Option<f64>)>,
    ) -> Self {
        let points = points.into_iter();
        Self {
            name: name.into(),
            points: points.map(|(at, value)| Point::new(at, value)).collect(),
        }
    }

    /// Where there is a value, with it.
    pub fn known(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let points = self.points.iter();
        points.filter_map(|point| Some((point.at, point.value?)))
    }

    /// The first and the last value.
    pub fn ends(&self) -> Option<(f64, f64)> {
        let first = self.known().next()?;
        Some((first.1, self.known().last()?.1))
    }

    /// Where both have a value.
    pub fn beside<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (f64, f64, f64)> + 'a {
        let pairs = self.points.iter().zip(&other.points);
        pairs.filter_map(|(a, b)| Some((a.at, a.value?, b.value?)))
    }
}

/// A number with four digits that count.
pub fn short(value: f64) -> String {
    if value == 0.0 || value.abs() >= 1000.0 {
        return format!("{value:.0}");
    }
    let places = (3 - value.abs().log10().floor() as i32).clamp(0, 8) as usize;
    let text = format!("{value:.places$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 0.012_345_6, 1.5, 123.456, 8_657_831.0].map(short);
        assert_eq!(shown, ["0", "0.01235", "1.5", "123.5", "8657831"]);
    }
}
