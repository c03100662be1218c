//! `[require]`: the promises, and what is left open.

use super::section::{Entry, unknown_key};
use crate::kind::Kind;
use crate::problem::Problem;
use crate::recipe::{CHECKED, is_for};
use crate::requirement::{NullReading, Open, Requirement, SetSize};
use crate::settings::DistanceName;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Beyond this a decimal of six places is no longer exact.
const LARGEST: f64 = 1e9;

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
                "the requirement {} is not for {}; {CHECKED}",
                entry.key,
                kind.name()
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

/// How far the values of sensitive columns are apart, where that is said outright.
pub(super) fn distances(
    entry: &Entry<'_, '_>,
    kind: Option<Kind>,
) -> Result<BTreeMap<String, DistanceName>, Problem> {
    let mut distances = BTreeMap::new();
    for column in entry
        .section()?
        .entries()
        .iter()
        .filter(|entry| is_column(entry))
    {
        if let Some(kind) = kind.filter(|&kind| kind != Kind::Microdata) {
            return Err(column.problem(format!(
                "what is asked of one column is not for {}; {CHECKED}",
                kind.name()
            )));
        }
        for asked in &column.section()?.entries() {
            if asked.key != "distance" {
                return Err(unknown_key(asked, "distance"));
            }
            let choices = DistanceName::ALL.map(|distance| (distance.name(), distance));
            distances.insert(column.key.to_owned(), asked.choice(&choices)?);
        }
    }
    Ok(distances)
}

#[derive(Default)]
struct Found {
    requirement: Requirement,
    /// With the place in the text.
    open: Vec<(usize, Open)>,
}

impl Found {
    fn read(&mut self, entry: &Entry<'_, '_>) -> Result<(), Problem> {
        match entry.key {
            "k" => self.requirement.k = self.count(entry, Open::K)?,
            "l" => self.diversity(entry)?,
            "p" => self.requirement.p = self.count(entry, Open::P)?,
            "p_plus" => self.requirement.p_plus = self.count(entry, Open::PPlus)?,
            "alpha" => {
                let what = "a weight of at least 0";
                self.requirement.alpha = self.decimal(entry, 0.0..=LARGEST, what, Open::Alpha)?;
            }
            "t" => {
                let what = "a distance from 0 to 1";
                self.requirement.t = self.decimal(entry, 0.0..=1.0, what, Open::T)?;
            }
            "suppression" => {
                self.requirement.suppression = decimal(entry, 0.0..=1.0, "a share from 0 to 1")?;
            }
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
                let what = "a share from 0 to 1";
                self.requirement.h = self.decimal(entry, 0.0..=1.0, what, Open::H)?;
            }
            "duplicates" => self.requirement.duplicates = entry.truth()?,
            _ => {
                let known = "k, l, p, p_plus, alpha, t, epsilon, l_sd, sd_nulls, m, h, duplicates or suppression";
                return Err(unknown_key(entry, known));
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
            match entry.key {
                "distinct" => {
                    self.requirement.l.distinct = self.count(entry, Open::DistinctL)?;
                }
                "entropy" => {
                    let what = "a number of at least 1";
                    self.requirement.l.entropy =
                        self.decimal(entry, 1.0..=LARGEST, what, Open::EntropyL)?;
                }
                "recursive" => self.recursive(entry)?,
                _ => return Err(unknown_key(entry, "distinct, entropy or recursive")),
            }
        }
        Ok(())
    }

    fn recursive(&mut self, entry: &Entry<'_, '_>) -> Result<(), Problem> {
        let what = "c and l, such as [4.0, 3]";
        let items = entry.items(what)?;
        let [c, l] = &items[..] else {
            return Err(entry.expected(what));
        };
        if l.is_open() {
            return Err(l.expected("a whole number for l; what can be left open is c"));
        }
        let l = l.whole(1, u64::from(u32::MAX))? as u32;
        let above_nothing = 0.000_001..=LARGEST;
        let c = self.decimal(c, above_nothing, "a c above 0", Open::RecursiveC { l })?;
        self.requirement.l.recursive = c.map(|c| (c, l));
        Ok(())
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
