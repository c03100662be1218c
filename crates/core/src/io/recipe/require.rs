//! `[require]`: the promises, and what is left open.

use super::section::{Entry, unknown_key};
use super::write::key;
use crate::promise::{self, LARGEST, Unit};
use crate::recipe::{checked, is_for};
use crate::requirement::NO_SHARE;
use crate::settings::DistanceName;
use crate::words::either;
use crate::{Kind, NullReading, Open, PrivacyModel, Problem, Requirement, SetSize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Columns whose names are those of promises are spoken of under this.
const COLUMNS: &str = "columns";

/// The promises, and what is left open in the order of the file.
pub(super) fn requirement(
    entry: &Entry<'_, '_>,
    kind: Option<Kind>,
) -> Result<(Requirement, Vec<Open>), Problem> {
    let mut found = Found::default();
    let entries = entry.section()?.entries();
    for entry in entries.iter().filter(|entry| !is_column(entry)) {
        found.read(entry)?;
        if let Some(kind) = kind.filter(|&kind| !is_for(entry.key, kind)) {
            return Err(entry.problem(format!(
                "the requirement {} is not for {}; {}",
                entry.key,
                kind.name(),
                checked()
            )));
        }
    }
    let asks_for_l =
        found.requirement.l_sd.is_some() || found.open.iter().any(|(_, open)| *open == Open::LSd);
    let reading = entries.iter().find(|entry| entry.key == "sd_nulls");
    if let Some(entry) = reading.filter(|_| !asks_for_l) {
        return Err(entry.problem(
            "sd_nulls says how missing ratings count in the standard deviation that l_sd asks for, and l_sd is not set; \
             set it, or leave sd_nulls out",
        ));
    }
    found.open.sort_by_key(|&(place, _)| place);
    let open = found.open.into_iter().map(|(_, open)| open).collect();
    Ok((found.requirement, open))
}

/// `[require.COLUMN]` speaks of a sensitive column; of the promises only l is written as a table.
fn is_column(entry: &Entry<'_, '_>) -> bool {
    entry.is_section() && entry.key != "l"
}

/// The table under which a column is spoken of: `[require.COLUMN]`, or `[require.columns.COLUMN]` where a promise has the
/// same name.
pub(super) fn table_of(column: &str) -> String {
    let is_taken = column == COLUMNS || column == "l" || keys().contains(&column);
    match is_taken {
        true => format!("require.{COLUMNS}.{}", key(column)),
        false => format!("require.{}", key(column)),
    }
}

/// How far the values of sensitive columns are apart, where that is said outright.
pub(super) fn distances(
    entry: &Entry<'_, '_>,
    kind: Option<Kind>,
) -> Result<BTreeMap<String, DistanceName>, Problem> {
    let mut distances = BTreeMap::new();
    for column in &entry.section()?.entries() {
        if column.key == COLUMNS && column.is_section() {
            for inner in &column.section()?.entries() {
                // A column may be called so itself.
                if !inner.is_section() {
                    distance(column, inner, kind, &mut distances)?;
                    continue;
                }
                for asked in &inner.section()?.entries() {
                    distance(inner, asked, kind, &mut distances)?;
                }
            }
        } else if is_column(column) {
            for asked in &column.section()?.entries() {
                distance(column, asked, kind, &mut distances)?;
            }
        }
    }
    Ok(distances)
}

fn distance(
    column: &Entry<'_, '_>,
    asked: &Entry<'_, '_>,
    kind: Option<Kind>,
    distances: &mut BTreeMap<String, DistanceName>,
) -> Result<(), Problem> {
    // How far values are apart is what t asks.
    let asks = PrivacyModel::Closeness.name();
    if let Some(kind) = kind.filter(|&kind| !is_for(asks, kind)) {
        return Err(column.problem(format!(
            "what is asked of one column is not for {}; {}",
            kind.name(),
            checked()
        )));
    }
    if asked.key != "distance" {
        return Err(unknown_key(asked, "distance"));
    }
    let choices = DistanceName::ALL.map(|distance| (distance.name(), distance));
    distances.insert(column.key.to_owned(), asked.choice(&choices)?);
    Ok(())
}

#[derive(Default)]
struct Found {
    requirement: Requirement,
    /// With the place in the text.
    open: Vec<(usize, Open)>,
}

impl Found {
    fn read(&mut self, entry: &Entry<'_, '_>) -> Result<(), Problem> {
        if let Some(model) = PrivacyModel::from_name(entry.key) {
            return self.promise(entry, model);
        }
        match entry.key {
            "l" => self.diversity(entry)?,
            "epsilon" => {
                let what = "a distance of at least 0";
                self.requirement.epsilon =
                    self.decimal(entry, 0.0..=LARGEST, what, Open::Epsilon)?;
            }
            "l_sd" => {
                let what = "a standard deviation of at least 0";
                self.requirement.l_sd = self.decimal(entry, 0.0..=LARGEST, what, Open::LSd)?;
            }
            "sd_nulls" => {
                let choices = NullReading::ALL.map(|reading| (reading.name(), reading));
                self.requirement.sd_nulls = entry.choice(&choices)?;
            }
            "m" => self.requirement.m = self.set_size(entry)?,
            "h" => {
                let what = "a share above 0 and at most 1";
                let h = self.decimal(entry, 0.0..=1.0, what, Open::H)?;
                if h == Some(0.0) {
                    return Err(entry.problem(NO_SHARE));
                }
                self.requirement.h = h;
            }
            "duplicates" => self.requirement.duplicates = entry.truth()?,
            _ => {
                return Err(unknown_key(entry, &known_keys()));
            }
        }
        Ok(())
    }

    fn set_size(&mut self, entry: &Entry<'_, '_>) -> Result<Option<SetSize>, Problem> {
        if self.is_open(entry, Open::M) {
            return Ok(None);
        }
        if entry.is_text() {
            return match entry.text()? {
                "inf" => Ok(Some(SetSize::ANY)),
                _ => {
                    Err(entry
                        .expected("a whole number of items, or \"inf\" for all of a transaction"))
                }
            };
        }
        // One below the largest number, which stands for all of them.
        let size = entry.whole(1, u64::from(u32::MAX) - 1)? as u32;
        Ok(Some(SetSize::AtMost(size)))
    }

    fn diversity(&mut self, entry: &Entry<'_, '_>) -> Result<(), Problem> {
        let known = "{ distinct = 3 }, { entropy = 3.0 } or { recursive = [4.0, 3] }";
        if !entry.is_section() {
            return Err(entry.expected(known));
        }
        let entries = entry.section()?.entries();
        if entries.is_empty() {
            return Err(entry.expected(known));
        }
        for entry in &entries {
            match PrivacyModel::from_name(&format!("l.{}", entry.key)) {
                Some(model) => self.promise(entry, model)?,
                None => return Err(unknown_key(entry, "distinct, entropy or recursive")),
            }
        }
        Ok(())
    }

    /// Any promise of the catalogue.
    fn promise(&mut self, entry: &Entry<'_, '_>, model: PrivacyModel) -> Result<(), Problem> {
        let promise = model.promise();
        let Some(second) = &promise.rank else {
            let value = self.value(entry, model, Open::Promise(model))?;
            (promise.set)(&mut self.requirement, value);
            return Ok(());
        };
        let letter = second.symbol;
        let what = format!("{} and {letter}, such as [4.0, 3]", promise.slider_symbol);
        let items = entry.items(&what)?;
        let [first, rank] = &items[..] else {
            return Err(entry.expected(&what));
        };
        if rank.is_open() {
            return Err(rank.expected(&format!(
                "a whole number for {letter}; what can be left open is {}",
                promise.slider_symbol
            )));
        }
        let rank = rank.whole(1, u64::from(u32::MAX))? as u32;
        let value = self.value(first, model, Open::Ranked(model, rank))?;
        (promise.set)(&mut self.requirement, value);
        (second.set)(&mut self.requirement, rank);
        Ok(())
    }

    fn value(
        &mut self,
        entry: &Entry<'_, '_>,
        model: PrivacyModel,
        open: Open,
    ) -> Result<Option<f64>, Problem> {
        let promise = model.promise();
        let range = promise.least..=promise.most;
        match promise.unit {
            Unit::Count => Ok(self.count(entry, open)?.map(f64::from)),
            Unit::Decimal => self.decimal(entry, range, promise.expected, open),
            // The limit is nothing that the data reach.
            Unit::Share if entry.is_open() => Err(entry.problem(format!(
                "{} cannot be left open (\"?\"): it is a limit that you set, and not something that the data reach; \
                 expected {}",
                entry.name, promise.expected
            ))),
            Unit::Share => decimal(entry, range, promise.expected).map(Some),
        }
    }

    /// `None` if it is left open.
    fn count(&mut self, entry: &Entry<'_, '_>, open: Open) -> Result<Option<u32>, Problem> {
        if self.is_open(entry, open) {
            return Ok(None);
        }
        Ok(Some(entry.whole(1, u64::from(u32::MAX))? as u32))
    }

    fn decimal(
        &mut self,
        entry: &Entry<'_, '_>,
        range: RangeInclusive<f64>,
        what: &str,
        open: Open,
    ) -> Result<Option<f64>, Problem> {
        if self.is_open(entry, open) {
            return Ok(None);
        }
        decimal(entry, range, what).map(Some)
    }

    fn is_open(&mut self, entry: &Entry<'_, '_>, open: Open) -> bool {
        let is_open = entry.is_open();
        if is_open {
            self.open.push((entry.value_start(), open));
        }
        is_open
    }
}

/// All keys that there are, in the order in which they are told.
fn known_keys() -> String {
    either(&keys())
}

/// The share that may be left out comes last.
fn keys() -> Vec<&'static str> {
    let mut keys = promise::keys();
    let limit = keys.pop();
    keys.extend(["epsilon", "l_sd", "sd_nulls", "m", "h", "duplicates"]);
    keys.extend(limit);
    keys
}

/// A decimal that is compared in millionths: one that is finer would be read as another number.
fn decimal(entry: &Entry<'_, '_>, range: RangeInclusive<f64>, what: &str) -> Result<f64, Problem> {
    let number = entry.number_within(range, what)?;
    let digits = number.to_string();
    let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
    if places > 6 {
        return Err(entry.expected(&format!("{what}, with at most six decimals")));
    }
    Ok(number)
}
