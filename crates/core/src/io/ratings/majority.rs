//! The scale that most columns of a table share, found without the few that hold something else.

use std::collections::BTreeMap;

/// Fewer columns than this may share their numbers by chance.
const ENOUGH: usize = 8;
/// Of all columns, in percent.
const SHARE: usize = 60;
const POINTS: std::ops::RangeInclusive<i64> = 3..=11;
/// A scale with more points, such as a slider's, needs more columns that have it.
const ENOUGH_FINE: usize = 20;
const FINE_SHARE: usize = 80;

/// The numbers of one column, in thousandths: whole numbers are compared exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub low: i64,
    pub high: i64,
    /// The largest of 1, 1/2 and 1/1000 that all of them are multiples of.
    pub step: i64,
}

impl Span {
    /// `None` for no numbers at all.
    pub fn of(numbers: impl Iterator<Item = i64>) -> Option<Self> {
        numbers.fold(None, |known: Option<Self>, number| {
            let step = [1000, 500].into_iter().find(|step| number % step == 0);
            let step = step.unwrap_or(1);
            Some(known.map_or(
                Self {
                    low: number,
                    high: number,
                    step,
                },
                |known| Self {
                    low: known.low.min(number),
                    high: known.high.max(number),
                    step: known.step.min(step),
                },
            ))
        })
    }
}

/// A number in thousandths.
pub fn thousandths(number: f64) -> Option<i64> {
    (number.abs() < 1e12).then(|| (number * 1000.0).round() as i64)
}

/// The scale of most columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Majority {
    /// How many columns lie on it.
    pub columns: usize,
    pub low: i64,
    pub high: i64,
    step: i64,
    /// How far beyond the ends a column may reach.
    slack: i64,
}

impl Majority {
    /// `all` is the number of columns that the share is one of.
    pub fn of(spans: &[Span], all: usize) -> Option<Self> {
        Self::coarse(spans, all).or_else(|| Self::fine(spans, all))
    }

    /// Whether a column's numbers lie on the scale.
    pub fn holds(&self, span: Span) -> bool {
        span.low >= self.low - self.slack
            && span.high <= self.high + self.slack
            && span.step >= self.step
    }

    fn coarse(spans: &[Span], all: usize) -> Option<Self> {
        let mut ranges: BTreeMap<(i64, i64), (usize, i64)> = BTreeMap::new();
        for span in spans {
            let (count, step) = ranges.entry((span.low, span.high)).or_insert((0, 1000));
            *count += 1;
            *step = (*step).min(span.step);
        }
        // The widest of the most frequent: whoever did not use the ends of the scale lies within it.
        let (&(low, high), &(same, step)) = ranges
            .iter()
            .max_by_key(|&(&(low, high), &(count, _))| (count, high - low))?;
        let mut scale = Self {
            columns: 0,
            low,
            high,
            step,
            slack: 0,
        };
        scale.columns = spans.iter().filter(|&&span| scale.holds(span)).count();
        let is_many = scale.columns >= ENOUGH && scale.columns * 100 >= all * SHARE;
        let is_common = same * 4 >= scale.columns;
        let points = (high - low) / step + 1;
        (is_many && is_common && POINTS.contains(&points)).then_some(scale)
    }

    /// The same for sliders, whose ends are hardly ever met exactly.
    fn fine(spans: &[Span], all: usize) -> Option<Self> {
        let middle = |mut ends: Vec<i64>| {
            ends.sort_unstable();
            ends.get(ends.len() / 2).copied()
        };
        let low = middle(spans.iter().map(|span| span.low).collect())?;
        let high = middle(spans.iter().map(|span| span.high).collect())?;
        let slack = (high - low) / 6;
        let alike =
            |span: &&Span| (span.low - low).abs() <= slack && (span.high - high).abs() <= slack;
        let own: Vec<&Span> = spans.iter().filter(alike).collect();
        let is_many = own.len() >= ENOUGH_FINE && own.len() * 100 >= all * FINE_SHARE;
        let low = own.iter().map(|span| span.low).min()?;
        let high = own.iter().map(|span| span.high).max()?;
        (is_many && high > low).then_some(Self {
            columns: own.len(),
            low,
            high,
            step: 1,
            slack,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(low: i64, high: i64) -> Span {
        Span::of([low * 1000, high * 1000].into_iter()).unwrap()
    }

    #[test]
    fn the_scale_is_that_of_most_columns() {
        let mut spans = vec![span(1, 5); 7];
        spans.push(span(2, 5));
        spans.push(span(17, 89));
        let found = Majority::of(&spans, spans.len()).unwrap();
        assert_eq!((found.columns, found.low, found.high), (8, 1000, 5000));
        assert!(found.holds(span(2, 4)) && !found.holds(span(0, 5)) && !found.holds(span(17, 89)));
        let halves = Span::of([1000, 2500].into_iter()).unwrap();
        assert!(!found.holds(halves));
        spans.pop();
        spans.pop();
        assert_eq!(Majority::of(&spans, spans.len()), None);
        // Two points are an answer of yes and no, twelve are a month.
        assert_eq!(Majority::of(&[span(0, 1); 12], 12), None);
        assert_eq!(Majority::of(&[span(1, 12); 12], 12), None);
        assert!(Majority::of(&[span(1, 12); 24], 24).is_some());
        assert_eq!(Span::of(std::iter::empty()), None);
    }
}
