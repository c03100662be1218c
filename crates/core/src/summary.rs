//! What a column holds, for the panel beside the table: counts, extremes, a histogram or the commonest
//! values.

use crate::column::Mixture;
use crate::{Column, Progress, Stopped, ValueType};

#[derive(Clone, Debug, PartialEq)]
pub struct ColumnSummary {
    pub value_type: ValueType,
    pub mixture: Option<Mixture>,
    pub records: usize,
    pub nulls: usize,
    pub distinct: usize,
    /// Values that only one record has: what makes people stand out.
    pub singletons: usize,
    pub lowest: Option<String>,
    pub highest: Option<String>,
    pub mean: Option<f64>,
    pub histogram: Option<NumberHistogram>,
    /// The commonest values with their codes, most records first; at most [`MOST_VALUES`].
    pub top: Vec<TopValue>,
    /// The rarest values that are not among the commonest, fewest records first: they single people out.
    pub rare: Vec<TopValue>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NumberHistogram {
    pub low: f64,
    pub high: f64,
    pub counts: Vec<u64>,
}

impl NumberHistogram {
    /// The range that one bar stands for.
    pub fn range(&self, bar: usize) -> (f64, f64) {
        let width = (self.high - self.low) / self.counts.len() as f64;
        (
            self.low + width * bar as f64,
            self.low + width * (bar + 1) as f64,
        )
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TopValue {
    pub code: u32,
    pub text: String,
    pub records: u64,
}

pub const MOST_VALUES: usize = 12;
const MOST_RARE: usize = 8;
const BARS: usize = 32;
/// Longer texts are cut: the panel shows a line.
const LONGEST_TEXT: usize = 120;

impl ColumnSummary {
    pub fn compute(column: &Column, progress: &Progress) -> Result<Self, Stopped> {
        progress.stage("summarising", 0);
        let counts = column.counts();
        progress.check()?;
        let codes = || (0..counts.len() as u32).filter(|&code| Some(code) != column.null());
        let mut numbers: Vec<(f64, u64)> = Vec::new();
        if column.value_type() != ValueType::Text {
            for code in codes() {
                if code % 65_536 == 0 {
                    progress.check()?;
                }
                if let Some(number) = column.number(code) {
                    numbers.push((number, u64::from(counts[code as usize])));
                }
            }
        }
        let (lowest, highest) = extremes(column, progress)?;
        Ok(Self {
            value_type: column.value_type(),
            mixture: column.mixture().cloned(),
            records: column.len(),
            nulls: column.nulls(),
            distinct: column.distinct(),
            singletons: codes().filter(|&code| counts[code as usize] == 1).count(),
            lowest,
            highest,
            mean: mean(&numbers).filter(|_| column.value_type().is_number()),
            histogram: histogram(&numbers),
            top: top_values(column, counts),
            rare: rare_values(column, counts),
        })
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Without sorting all values: a column of a million texts would take long.
fn extremes(
    column: &Column,
    progress: &Progress,
) -> Result<(Option<String>, Option<String>), Stopped> {
    let dictionary = column.dictionary();
    let by_number = column.value_type() != ValueType::Text;
    let mut ends: Option<(u32, u32)> = None;
    let less = |a: u32, b: u32| {
        if by_number {
            column.number(a) < column.number(b)
        } else {
            dictionary.get(a) < dictionary.get(b)
        }
    };
    for code in (0..dictionary.len() as u32).filter(|&code| Some(code) != column.null()) {
        if code % 65_536 == 0 {
            progress.check()?;
        }
        let (low, high) = ends.get_or_insert((code, code));
        if less(code, *low) {
            *low = code;
        }
        if less(*high, code) {
            *high = code;
        }
    }
    let text = |code: u32| cut(dictionary.get(code));
    Ok((
        ends.map(|(low, _)| text(low)),
        ends.map(|(_, high)| text(high)),
    ))
}

fn mean(numbers: &[(f64, u64)]) -> Option<f64> {
    let records: u64 = numbers.iter().map(|&(_, records)| records).sum();
    let sum: f64 = numbers
        .iter()
        .map(|&(number, records)| number * records as f64)
        .sum();
    (records > 0).then(|| sum / records as f64)
}

fn histogram(numbers: &[(f64, u64)]) -> Option<NumberHistogram> {
    let low = numbers.iter().map(|n| n.0).min_by(f64::total_cmp)?;
    let high = numbers.iter().map(|n| n.0).max_by(f64::total_cmp)?;
    if !(low.is_finite() && high.is_finite()) || low == high {
        return None;
    }
    // Whole numbers with few steps get a bar each.
    let whole = numbers.iter().all(|n| n.0.fract() == 0.0);
    let (low, high, bars) = if whole && high - low < BARS as f64 {
        (low - 0.5, high + 0.5, (high - low) as usize + 1)
    } else {
        (low, high, BARS)
    };
    let mut counts = vec![0u64; bars];
    for &(number, records) in numbers {
        let place = (number - low) / (high - low) * bars as f64;
        counts[(place as usize).min(bars - 1)] += records;
    }
    Some(NumberHistogram { low, high, counts })
}

fn top_values(column: &Column, counts: &[u32]) -> Vec<TopValue> {
    let most_first = |code: u32| (std::cmp::Reverse(counts[code as usize]), code);
    first_values(column, counts, MOST_VALUES, most_first)
}

fn rare_values(column: &Column, counts: &[u32]) -> Vec<TopValue> {
    let others = column.distinct().saturating_sub(MOST_VALUES);
    let fewest_first = |code: u32| (counts[code as usize], code);
    first_values(column, counts, MOST_RARE.min(others), fewest_first)
}

/// The first values by a rank, without sorting all of them.
fn first_values<R: Ord>(
    column: &Column,
    counts: &[u32],
    most: usize,
    rank: impl Fn(u32) -> R,
) -> Vec<TopValue> {
    let mut codes: Vec<u32> = (0..counts.len() as u32)
        .filter(|&code| Some(code) != column.null())
        .collect();
    if codes.len() > most {
        codes.select_nth_unstable_by_key(most, |&code| rank(code));
        codes.truncate(most);
    }
    codes.sort_unstable_by_key(|&code| rank(code));
    codes
        .into_iter()
        .map(|code| value_of(column, counts, code))
        .collect()
}

fn value_of(column: &Column, counts: &[u32], code: u32) -> TopValue {
    TopValue {
        code,
        text: cut(column.dictionary().get(code)),
        records: u64::from(counts[code as usize]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(texts: &[&str]) -> ColumnSummary {
        let column = Column::from_texts("c", texts).unwrap();
        ColumnSummary::compute(&column, &Progress::default()).unwrap()
    }

    #[test]
    fn numbers_have_a_histogram_a_mean_and_extremes() {
        let summary = summary(&["9", "10", "", "10", "12"]);
        assert_eq!(
            (summary.nulls, summary.distinct, summary.singletons),
            (1, 3, 2)
        );
        assert_eq!(summary.lowest.as_deref(), Some("9"));
        assert_eq!(summary.highest.as_deref(), Some("12"));
        assert_eq!(summary.mean, Some(10.25));
        let histogram = summary.histogram.unwrap();
        assert_eq!(histogram.counts, [1, 2, 0, 1]);
        assert_eq!(histogram.range(0), (8.5, 9.5));
        assert_eq!(summary.top[0].text, "10");
    }

    #[test]
    fn the_rarest_values_are_listed_when_the_commonest_are_not_all() {
        let mut texts: Vec<String> = (0..20).flat_map(|n| vec![format!("v{n}"); n + 1]).collect();
        texts.push(String::new());
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let summary = summary(&texts);
        let rare: Vec<(&str, u64)> = summary
            .rare
            .iter()
            .map(|v| (v.text.as_str(), v.records))
            .collect();
        assert_eq!(rare[..2], [("v0", 1), ("v1", 2)]);
        assert_eq!((summary.top.len(), rare.len()), (12, 8));
    }

    #[test]
    fn texts_have_the_commonest_first_and_no_histogram() {
        let summary = summary(&["b", "a", "b"]);
        assert_eq!(summary.histogram, None);
        let top: Vec<(&str, u64)> = summary
            .top
            .iter()
            .map(|v| (v.text.as_str(), v.records))
            .collect();
        assert_eq!(top, [("b", 2), ("a", 1)]);
    }
}
