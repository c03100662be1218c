//! What may be another spelling of a value, and may be something else: it is not changed, but it does not stand beside
//! that value in a release either.

use super::numbers::{self, Form};
use super::{Spelling, dates, texts};
use crate::{Dictionary, Progress, Stopped};
use std::collections::HashSet;

/// Values between two looks at the progress.
const BREATH: usize = 1 << 14;

impl Spelling {
    /// Whether two of these values, each spelled in its one way, may be one to whoever reads them.
    pub fn has_twins(self, values: &Dictionary, progress: &Progress) -> Result<bool, Stopped> {
        let decimal_commas = self.fold.numbers && has_decimal_commas(values, progress)?;
        let mut others = HashSet::new();
        for (at, text) in values.iter().enumerate() {
            if at % BREATH == 0 {
                progress.check()?;
            }
            if let Some(other) = self.perhaps(text, decimal_commas)
                && (values.find(&other).is_some() || !others.insert(other))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The other value that a text may be.
    fn perhaps(self, text: &str, decimal_commas: bool) -> Option<String> {
        let seen = without_escape(text);
        let fold = self.fold;
        let unjoined = fold.texts.then(|| texts::unjoined(seen)).flatten();
        let known = unjoined.as_deref().unwrap_or(seen);
        let number = || numbers::perhaps(known, decimal_commas);
        let number = fold.numbers.then(number).flatten();
        let date = || dates::perhaps(known);
        let measured = number.or_else(|| fold.dates.then(date).flatten());
        let other = measured.unwrap_or_else(|| known.to_owned());
        (other != text).then_some(other)
    }

    /// Whether all of these are numbers, and the comma of one can only be that of a decimal.
    pub fn has_decimal_commas(self, values: &Dictionary) -> bool {
        let is_decimal = |text: &str| Form::of(text) == Some(Form::DecimalComma);
        self.is_unsure_of_commas(values) && values.iter().any(is_decimal)
    }

    /// Whether all of these are numbers if those with commas are, of which nobody can tell what the comma means.
    pub fn is_unsure_of_commas(self, values: &Dictionary) -> bool {
        let mut has_commas = false;
        let are_numbers = values.iter().filter(|text| !text.is_empty()).all(|text| {
            let form = Form::of(text);
            has_commas |= form.is_some_and(Form::has_comma);
            form.is_some()
        });
        self.fold.numbers && are_numbers && has_commas
    }
}

fn has_decimal_commas(values: &Dictionary, progress: &Progress) -> Result<bool, Stopped> {
    for (at, text) in values.iter().enumerate() {
        if at % BREATH == 0 {
            progress.check()?;
        }
        if text.contains(',') && Form::of(text) == Some(Form::DecimalComma) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What a spreadsheet would run as a formula is released after an apostrophe.
fn without_escape(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@', '\t', '\r']) => rest,
        _ => text,
    }
}
