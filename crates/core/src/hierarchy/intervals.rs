//! Numbers in intervals whose widths nest, with groups of their own for what lies beyond the ends.

use super::error::HierarchyError;
use super::source::chains_of;
use super::span::Style;
use super::{Hierarchy, TOP};
use crate::column::Column;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Intervals {
    /// The width of every level; each is a multiple of the one before. Above them comes `*`.
    pub intervals: Vec<f64>,
    /// Where an interval of every level begins.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub origin: f64,
    /// What lies below is one group at every level (bottom coding).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// This and what lies above is one group at every level (top coding).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// An interval that `low` or `high` cuts joins its whole neighbour instead of standing alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub snap: bool,
}

fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

/// Beyond this a place no longer is an exact number.
const FARTHEST: f64 = 1e15;

impl Intervals {
    pub fn new(widths: &[f64]) -> Self {
        Self {
            intervals: widths.to_vec(),
            ..Self::default()
        }
    }

    pub fn flaw(&self) -> Option<&'static str> {
        let rising = self.intervals.windows(2).all(|pair| pair[0] < pair[1]);
        let positive = self.intervals.first().is_some_and(|&width| width > 0.0);
        let ends = [Some(self.origin), self.low, self.high];
        let finite = ends.into_iter().flatten().all(f64::is_finite)
            && self.intervals.iter().all(|width| width.is_finite());
        if !rising || !positive || !finite {
            return Some("intervals need widths above 0, each larger than the one before");
        }
        if let (Some(low), Some(high)) = (self.low, self.high)
            && low >= high
        {
            return Some("low must lie below high");
        }
        if self.snap && self.low.is_none() && self.high.is_none() {
            return Some("snap joins what low or high cut, so one of them must be there");
        }
        None
    }

    pub(super) fn chains(&self, column: &Column) -> Result<Vec<Vec<String>>, HierarchyError> {
        if let Some(flaw) = self.flaw() {
            return Err(HierarchyError::Senseless(flaw));
        }
        let not_numbers = || HierarchyError::NotNumbers {
            holds: column.value_type().label(),
        };
        if !column.value_type().is_number() {
            return Err(not_numbers());
        }
        let rungs = self.rungs()?;
        let style = self.style(column, &rungs);
        let finest = self.intervals[0];
        let chain = |code: u32, text: &str| {
            let number = column.number(code).ok_or_else(not_numbers)?;
            let mut chain = vec![text.to_owned()];
            let beyond = match (self.low, self.high) {
                (Some(low), _) if number < low => Some(style.below(low)),
                (_, Some(high)) if number >= high => Some(style.from(high)),
                _ => None,
            };
            if let Some(beyond) = beyond {
                chain.extend(std::iter::repeat_n(beyond, rungs.len()));
            } else {
                // From place to place and not from the number: so the levels nest whatever the rounding.
                let place = place(number - self.origin, finest)?.0;
                for rung in &rungs {
                    let (start, end) = self.ends(rung, place.div_euclid(rung.step));
                    chain.push(style.between(start, end));
                }
            }
            chain.push(TOP.to_owned());
            Ok(chain)
        };
        chains_of(column, chain, rungs.len() + 1)
    }

    /// Every level in units of the finest width.
    fn rungs(&self) -> Result<Vec<Rung>, HierarchyError> {
        let finest = self.intervals[0];
        let low = self
            .low
            .map(|low| place(low - self.origin, finest))
            .transpose()?;
        let high = self
            .high
            .map(|high| place(high - self.origin, finest))
            .transpose()?;
        let mut rungs = Vec::with_capacity(self.intervals.len());
        let mut step = 1i64;
        for (level, &width) in self.intervals.iter().enumerate() {
            if level > 0 {
                let ratio = width / self.intervals[level - 1];
                let whole = ratio.round();
                let nests = whole >= 2.0 && (ratio - whole).abs() < 1e-9 * whole;
                if !nests || whole * step as f64 >= FARTHEST {
                    return Err(HierarchyError::NotNested { level: level + 1 });
                }
                step *= whole as i64;
            }
            let mut first = low.map(|(low, _)| low.div_euclid(step));
            let mut last = high.map(|(high, edge)| (high - i64::from(edge)).div_euclid(step));
            if self.snap {
                let cut =
                    |(place, edge): (i64, bool)| i64::from(!edge || place.rem_euclid(step) != 0);
                first = low.and_then(|low| first.map(|first| first + cut(low)));
                last = high.and_then(|high| last.map(|last| last - cut(high)));
                if let (Some(start), Some(end)) = (first, last)
                    && start > end
                {
                    // No whole interval is left: everything between the ends is one.
                    last = first;
                }
            }
            rungs.push(Rung {
                width,
                step,
                first,
                last,
            });
        }
        Ok(rungs)
    }

    fn ends(&self, rung: &Rung, place: i64) -> (f64, f64) {
        let place = rung.first.map_or(place, |first| place.max(first));
        let place = rung.last.map_or(place, |last| place.min(last));
        let edge = |place: i64| self.origin + place as f64 * rung.width;
        let start = self
            .low
            .filter(|_| rung.first == Some(place))
            .unwrap_or_else(|| edge(place));
        let end = self
            .high
            .filter(|_| rung.last == Some(place))
            .unwrap_or_else(|| edge(place + 1));
        (start, end)
    }

    fn style(&self, column: &Column, rungs: &[Rung]) -> Style {
        let is_whole = |number: &f64| number.fract() == 0.0;
        let inside = |number: &f64| {
            self.low.is_none_or(|low| *number >= low) && self.high.is_none_or(|high| *number < high)
        };
        let ends = [Some(self.origin), self.low, self.high];
        let whole = self.intervals.iter().all(is_whole) && ends.iter().flatten().all(is_whole);
        let closed = whole
            && (0..column.dictionary().len() as u32)
                .filter_map(|code| column.number(code))
                .filter(inside)
                .all(|number| {
                    let start = |rung: &Rung| match place(number - self.origin, self.intervals[0]) {
                        Ok((place, _)) => self.ends(rung, place.div_euclid(rung.step)).0,
                        Err(_) => 0.0,
                    };
                    is_whole(&number) && rungs.last().is_none_or(|rung| start(rung) >= 0.0)
                });
        if closed {
            Style::Closed
        } else {
            Style::HalfOpen
        }
    }
}

/// A level: its width, how many of the finest intervals it holds, and its places at the ends.
struct Rung {
    width: f64,
    step: i64,
    first: Option<i64>,
    last: Option<i64>,
}

/// The interval that a number lies in, and whether it lies on its edge.
fn place(number: f64, width: f64) -> Result<(i64, bool), HierarchyError> {
    let quotient = number / width;
    if !quotient.is_finite() || quotient.abs() >= FARTHEST {
        return Err(HierarchyError::TooFine);
    }
    // 0.3 / 0.1 is a hair below 3, and 0.3 belongs to the interval that begins there.
    let nearest = quotient.round();
    let on_edge = (quotient - nearest).abs() <= 1e-9 * nearest.abs().max(1.0);
    let place = if on_edge { nearest } else { quotient.floor() };
    Ok((place as i64, on_edge))
}

impl Hierarchy {
    /// Intervals of nested widths, then `*`.
    pub fn intervals(column: &Column, widths: &[f64]) -> Result<Self, HierarchyError> {
        Self::from_chains(column, &Intervals::new(widths).chains(column)?)
    }
}
