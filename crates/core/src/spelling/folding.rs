//! The values of a column, each in its one spelling: looked at once per distinct value, and codes are touched only
//! where something changed.

use super::Spelling;
use crate::words::grouped;
use crate::{Column, Dictionary, DictionaryBuilder, DictionaryFull, Progress, Stopped, ValueType};
use serde::Serialize;

/// Values between two looks at the progress.
const BREATH: usize = 1 << 14;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldError {
    Stopped(Stopped),
    Full(DictionaryFull),
}

impl From<Stopped> for FoldError {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<DictionaryFull> for FoldError {
    fn from(full: DictionaryFull) -> Self {
        Self::Full(full)
    }
}

/// What became of the values of a column, in numbers: missing ones are not counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// The name of the column, or what else the values are.
    pub of: String,
    /// Spellings in the file.
    pub spellings: usize,
    /// Values that they stand for.
    pub values: usize,
    /// Spellings that were changed.
    pub changed: usize,
    #[serde(skip)]
    what: What,
}

/// What became of spellings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// All values are numbers.
    Numbers,
    /// All values are dates.
    Dates,
    /// Only white space and letters were changed.
    Texts,
    /// Numbers and dates among other values.
    Mixed,
}

impl What {
    /// What one of the values is called, what several are, and how they are written.
    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Numbers => ("number", "numbers", "in plain digits"),
            Self::Dates => ("date", "dates", "as year-month-day"),
            Self::Texts => (
                "value",
                "values",
                "without white space around them and with their letters composed",
            ),
            Self::Mixed => (
                "value",
                "values",
                "without white space around them, with their letters composed, numbers among them in plain digits and \
                 dates as year-month-day",
            ),
        }
    }

    fn of(values: &Dictionary, has_measured: bool) -> Self {
        let types = || {
            values
                .iter()
                .filter(|text| !text.is_empty())
                .map(ValueType::of)
        };
        if types().next().is_none() {
            Self::Texts
        } else if types().all(ValueType::is_number) {
            Self::Numbers
        } else if types().all(|value_type| value_type == ValueType::Date) {
            Self::Dates
        } else if has_measured {
            Self::Mixed
        } else {
            Self::Texts
        }
    }
}

impl Told {
    /// In a sentence that names no value.
    pub fn sentence(&self) -> String {
        let (what, whats, how) = self.what.words();
        let Self {
            of,
            spellings,
            values,
            changed,
            ..
        } = self;
        if values < spellings {
            let stand = if *spellings == 1 {
                "1 spelling stands".to_owned()
            } else {
                format!("{} spellings stand", grouped(spellings))
            };
            let values = match values {
                0 => "no value".to_owned(),
                1 => format!("1 {what}"),
                _ => format!("{} {whats}", grouped(values)),
            };
            return format!(
                "In \"{of}\", {stand} for {values}: equal ones became one, written {how}."
            );
        }
        let are = if *changed == 1 { "is" } else { "are" };
        format!(
            "In \"{of}\", {} of {} {whats} {are} written {how}, other than in the file.",
            grouped(changed),
            grouped(spellings)
        )
    }
}

/// The values of a column in their spelling.
#[derive(Clone, Debug)]
pub struct Folded {
    pub values: Dictionary,
    /// By old code.
    pub new: Vec<u32>,
    pub told: Told,
}

impl Folded {
    pub fn null(&self) -> Option<u32> {
        self.values.find("")
    }
}

impl Spelling {
    /// The values of a dictionary in this spelling, in the order of their first appearance; `None` if they are so
    /// already. `of` says what they are.
    pub fn respell(
        self,
        values: &Dictionary,
        missing: &[String],
        of: &str,
        progress: &Progress,
    ) -> Result<Option<Folded>, FoldError> {
        // What the reader compared letter by letter is compared by value here.
        let spelled: Vec<_> = missing.iter().map(|token| self.of(token)).collect();
        let other_missing = spelled
            .iter()
            .zip(missing)
            .any(|(spelled, token)| **spelled != **token);
        let is_missing = |text: &str| spelled.iter().any(|token| **token == *text);
        if !other_missing && all(values, |text| *self.of(text) == *text, progress)? {
            return Ok(None);
        }
        let mut builder = DictionaryBuilder::default();
        let mut new = Vec::with_capacity(values.len());
        let (mut changed, mut nulls) = (0, 0);
        let mut has_measured = false;
        for (at, text) in values.iter().enumerate() {
            if at % BREATH == 0 {
                progress.check()?;
            }
            let mut spelled = self.of(text);
            let is_other = *spelled != *text;
            if (is_other || other_missing) && is_missing(&spelled) {
                spelled = "".into();
            } else if is_other && !has_measured {
                has_measured = *spelled != *self.name(text);
            }
            nulls += usize::from(text.is_empty());
            changed += usize::from(*spelled != *text);
            new.push(builder.intern(&spelled)?);
        }
        if changed == 0 {
            return Ok(None);
        }
        let values = builder.finish();
        Ok(Some(Folded {
            told: Told {
                of: of.to_owned(),
                spellings: new.len() - nulls,
                values: values.iter().filter(|text| !text.is_empty()).count(),
                changed,
                what: What::of(&values, has_measured),
            },
            values,
            new,
        }))
    }
}

fn all(
    values: &Dictionary,
    holds: impl Fn(&str) -> bool,
    progress: &Progress,
) -> Result<bool, Stopped> {
    for (at, text) in values.iter().enumerate() {
        if at % BREATH == 0 {
            progress.check()?;
        }
        if !holds(text) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The values of a column as `fold` says, and how they are spelled from then on.
pub fn fold_values(
    values: &Dictionary,
    fold: impl Into<Spelling>,
    missing: &[String],
    of: &str,
    progress: &Progress,
) -> Result<(Spelling, Option<Folded>), FoldError> {
    let spelling = fold.into();
    Ok((spelling, spelling.respell(values, missing, of, progress)?))
}

/// The same for a column, which knows its spelling from then on.
pub fn fold_column(
    column: Column,
    fold: impl Into<Spelling>,
    missing: &[String],
    progress: &Progress,
) -> Result<(Column, Option<Told>), FoldError> {
    let spelling = fold.into();
    let are_whole = column.value_type() == ValueType::Whole;
    if are_whole && missing.iter().all(|token| *spelling.of(token) == **token) {
        // Numbers of records and the like: plain digits have no other spelling among them.
        return Ok((column.with_spelling(spelling), None));
    }
    let values = column.dictionary();
    let Some(folded) = spelling.respell(values, missing, column.name(), progress)? else {
        return Ok((column.with_spelling(spelling), None));
    };
    let mut codes = Vec::with_capacity(column.len());
    for part in column.codes().chunks(BREATH) {
        progress.check()?;
        codes.extend(part.iter().map(|&code| folded.new[code as usize]));
    }
    let null = folded.null();
    let weights = column.weights().cloned();
    let column = Column::weighed(column.name(), folded.values, codes, null, weights);
    Ok((column.with_spelling(spelling), Some(folded.told)))
}
