//! Dates that become months, quarters, years and decades.

use super::TOP;
use super::error::HierarchyError;
use super::source::chains_of;
use crate::column::Column;
use crate::value_type::{date_text, parse_date};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dates {
    /// One level for each, from fine to coarse; above them comes `*`.
    pub dates: Vec<DateUnit>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DateUnit {
    Day,
    Month,
    Quarter,
    Year,
    Decade,
}

impl DateUnit {
    pub const ALL: [Self; 5] = [
        Self::Day,
        Self::Month,
        Self::Quarter,
        Self::Year,
        Self::Decade,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Month => "month",
            Self::Quarter => "quarter",
            Self::Year => "year",
            Self::Decade => "decade",
        }
    }
}

/// A day, or a month without one: statistics often give no more.
struct Date {
    year: i64,
    month: i64,
    day: Option<i64>,
}

impl Date {
    fn of(text: &str) -> Option<Self> {
        let (text, has_day) = match parse_date(text) {
            Some(days) => (date_text(days), true),
            None => {
                let (year, month) = text.split_once(['-', '/'])?;
                let digits = year.len() == 4 && month.len() == 2;
                let first = format!("{year}-{month}-01");
                (digits && parse_date(&first).is_some()).then_some((first, false))?
            }
        };
        let mut parts = text.rsplitn(3, '-').map(str::parse);
        let mut next = || parts.next()?.ok();
        let (day, month, year): (i64, i64, i64) = (next()?, next()?, next()?);
        Some(Self {
            year,
            month,
            day: has_day.then_some(day),
        })
    }

    /// Empty where the date does not say.
    fn at(&self, unit: DateUnit) -> String {
        let Self { year, month, day } = self;
        match unit {
            DateUnit::Day => {
                day.map_or_else(String::new, |day| format!("{year:04}-{month:02}-{day:02}"))
            }
            DateUnit::Month => format!("{year:04}-{month:02}"),
            DateUnit::Quarter => format!("{year:04} Q{}", (month - 1) / 3 + 1),
            DateUnit::Year => format!("{year:04}"),
            DateUnit::Decade => format!("{:04}s", year.div_euclid(10) * 10),
        }
    }
}

impl Dates {
    pub fn flaw(&self) -> Option<&'static str> {
        let rising = self.dates.windows(2).all(|pair| pair[0] < pair[1]);
        (self.dates.is_empty() || !rising)
            .then_some("dates need units from fine to coarse: day, month, quarter, year, decade")
    }

    /// Whether every value of a column names at least a month.
    pub fn fit(column: &Column) -> bool {
        column.distinct() > 0
            && (0..column.dictionary().len() as u32)
                .filter(|&code| Some(code) != column.null())
                .all(|code| Date::of(column.dictionary().get(code)).is_some())
    }

    pub(super) fn chains(&self, column: &Column) -> Result<Vec<Vec<String>>, HierarchyError> {
        if let Some(flaw) = self.flaw() {
            return Err(HierarchyError::Senseless(flaw));
        }
        let texts = column
            .dictionary()
            .iter()
            .enumerate()
            .filter(|&(code, _)| Some(code as u32) != column.null());
        let needs_day = self.dates[0] == DateUnit::Day;
        let (mut odd, mut without_day) = (Vec::new(), Vec::new());
        for (code, text) in texts {
            match Date::of(text) {
                None => odd.push((code, text.to_owned())),
                Some(date) if needs_day && date.day.is_none() => without_day.push(text.to_owned()),
                Some(_) => {}
            }
        }
        if let Some(&(first, _)) = odd.first() {
            let is_first = |&code: &u32| code as usize == first;
            return Err(HierarchyError::NotDates {
                first_row: column.codes().iter().position(is_first).unwrap_or(0),
                values: odd.into_iter().map(|(_, text)| text).collect(),
            });
        }
        if !without_day.is_empty() {
            return Err(HierarchyError::NoDays {
                values: without_day,
            });
        }
        let chain = |_: u32, text: &str| {
            let mut chain = vec![text.to_owned()];
            if let Some(date) = Date::of(text) {
                chain.extend(self.dates.iter().map(|&unit| date.at(unit)));
            }
            chain.push(TOP.to_owned());
            Ok(chain)
        };
        chains_of(column, chain, self.dates.len() + 1)
    }
}
