//! Columns as codes that can be counted: numbers and dates with many values are gathered in bins first, since
//! values that nearly every record has alone tell nothing of how columns hang together.

use cloakroom_core::value_type::date_text;
use cloakroom_core::{Column, Progress, Stopped, ValueType};
use std::borrow::Cow;
use std::sync::Arc;

/// Numbers and dates with at most so many values are counted as they are.
pub const FEW_VALUES: usize = 32;
/// Into how many bins the others are gathered at most.
pub const MOST_BINS: usize = 20;

/// Stretches of a column of numbers or dates (then days since 1970) with about equally many records. A value lies in the
/// twentieth of the records, counted by size, in which the first of its records lies; so equal values stay together,
/// and there are fewer bins where single values have many records. Missing values are apart from all bins.
#[derive(Clone, Debug, PartialEq)]
pub struct Bins {
    /// The least value of every bin, and the largest value of all.
    pub edges: Vec<f64>,
    /// The largest value of every bin.
    pub tops: Vec<f64>,
    /// Records in every bin.
    pub records: Vec<u64>,
    pub missing: u64,
    pub dates: bool,
}

impl Bins {
    pub fn len(&self) -> usize {
        self.tops.len()
    }

    pub fn is_empty(&self) -> bool {
        self.tops.is_empty()
    }

    /// A bin in words, such as "17 to 24".
    pub fn words(&self, bin: usize) -> String {
        let shown = |value: f64| {
            if self.dates {
                date_text(value as i64)
            } else {
                value.to_string()
            }
        };
        let (low, high) = (self.edges[bin], self.tops[bin]);
        if low == high {
            shown(low)
        } else {
            format!("{} to {}", shown(low), shown(high))
        }
    }

    /// How the column was gathered, in words.
    pub fn sentence(&self) -> String {
        let missing = if self.missing > 0 {
            ", missing values apart"
        } else {
            ""
        };
        format!("{} bins of about equally many records{missing}", self.len())
    }
}

/// A column as it is counted.
pub(super) struct Coded<'a> {
    /// The code of every row.
    pub codes: Cow<'a, [u32]>,
    /// How many records each row stands for; `None` for one each.
    pub weights: Option<&'a Arc<[u32]>>,
    /// Records per code.
    pub counts: Vec<u32>,
    pub bins: Option<Bins>,
}

/// Records between two looks at the progress.
pub(super) const STRETCH: usize = 1 << 16;

impl<'a> Coded<'a> {
    pub fn new(column: &'a Column, progress: &Progress) -> Result<Self, Stopped> {
        progress.check()?;
        let counts = column.counts();
        let has_numbers = column.value_type() != ValueType::Text;
        if !has_numbers || column.distinct() <= FEW_VALUES {
            return Ok(Self {
                codes: Cow::Borrowed(column.codes()),
                weights: column.weights(),
                counts: counts.to_vec(),
                bins: None,
            });
        }
        let (bins, bin_of_code) = gather(column, progress)?;
        let mut codes = Vec::with_capacity(column.len());
        for stretch in column.codes().chunks(STRETCH) {
            progress.check()?;
            codes.extend(stretch.iter().map(|&code| bin_of_code[code as usize]));
        }
        let mut records: Vec<u32> = bins.records.iter().map(|&count| count as u32).collect();
        records.push(bins.missing as u32);
        Ok(Self {
            codes: Cow::Owned(codes),
            weights: column.weights(),
            counts: records,
            bins: Some(bins),
        })
    }
}

/// The bins of a column, and the bin of every code; a missing value comes after the last bin.
fn gather(column: &Column, progress: &Progress) -> Result<(Bins, Vec<u32>), Stopped> {
    let counts = column.counts();
    let mut values: Vec<(f64, u32)> = Vec::with_capacity(column.distinct());
    for code in (0..counts.len() as u32).filter(|&code| Some(code) != column.null()) {
        if (code as usize).is_multiple_of(STRETCH) {
            progress.check()?;
        }
        values.push((column.number(code).unwrap_or(f64::INFINITY), code));
    }
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    progress.check()?;
    let missing = column.nulls() as u64;
    let records: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    let present = records - missing;
    let mut bins = Bins {
        edges: Vec::new(),
        tops: Vec::new(),
        records: Vec::new(),
        missing,
        dates: column.value_type() == ValueType::Date,
    };
    let mut bin_of_code = vec![0u32; counts.len()];
    let (mut before, mut last) = (0u64, None);
    for alike in values.chunk_by(|a, b| a.0 == b.0) {
        let value = alike[0].0;
        let records: u64 = alike
            .iter()
            .map(|&(_, code)| u64::from(counts[code as usize]))
            .sum();
        if records == 0 {
            continue;
        }
        let twentieth = before * MOST_BINS as u64 / present;
        if last != Some(twentieth) {
            last = Some(twentieth);
            bins.edges.push(value);
            bins.tops.push(value);
            bins.records.push(0);
        }
        let bin = bins.tops.len() - 1;
        bins.tops[bin] = value;
        bins.records[bin] += records;
        for &(_, code) in alike {
            bin_of_code[code as usize] = bin as u32;
        }
        before += records;
    }
    bins.edges.extend(bins.tops.last().copied());
    if let Some(null) = column.null() {
        bin_of_code[null as usize] = bins.len() as u32;
    }
    Ok((bins, bin_of_code))
}
