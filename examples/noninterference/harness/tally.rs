//! How many pairs there were, of what, and what they showed.

use super::case::Case;
use super::data::Way;
use super::trial::{Difference, Tried};
use cloakroom::model::kind::Kind;
use cloakroom::model::method::MethodName;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

#[derive(Default)]
pub struct Tally {
    pairs: BTreeMap<(Kind, MethodName), BTreeMap<Way, u64>>,
    /// Cases, those with a release, and other inputs that were tried.
    cases: u64,
    released: u64,
    tries: u64,
    /// With the number of the case.
    pub differences: Vec<(u64, Difference)>,
}

impl Tally {
    pub(super) fn add(&mut self, number: u64, case: &Case, tried: Tried) {
        self.cases += 1;
        self.released += u64::from(tried.is_released);
        self.tries += tried.tries.len() as u64;
        for (way, same) in tried.tries {
            let ways = self.pairs.entry((case.kind, case.method)).or_default();
            *ways.entry(way).or_default() += u64::from(same);
        }
        let found = tried.differences.into_iter();
        self.differences.extend(found.map(|found| (number, found)));
    }

    pub fn pairs(&self) -> u64 {
        self.pairs.values().flat_map(BTreeMap::values).sum()
    }

    pub fn of(&self, kind: Kind, method: MethodName) -> u64 {
        let ways = self.pairs.get(&(kind, method));
        ways.map_or(0, |ways| ways.values().sum())
    }

    /// Differences by file and the beginning of the line, with how many there are and one of each.
    pub fn kinds_of_difference(&self) -> Vec<(String, usize, &(u64, Difference))> {
        let mut kinds: BTreeMap<String, (usize, &(u64, Difference))> = BTreeMap::new();
        for found in &self.differences {
            let file = found.1.file.rsplit('/').next().unwrap_or_default();
            let about = found.1.one.split(':').next().unwrap_or_default();
            let about: String = about.trim().chars().take(40).collect();
            kinds
                .entry(format!("{file}: {about}"))
                .or_insert((0, found))
                .0 += 1;
        }
        let kinds = kinds.into_iter();
        kinds
            .map(|(kind, (count, found))| (kind, count, found))
            .collect()
    }
}

impl Display for Tally {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "{} pairs of {} other inputs, in {} releases of {} cases",
            self.pairs(),
            self.tries,
            self.released,
            self.cases
        )?;
        write!(out, "{:<13}{:<18}", "kind", "method")?;
        for way in Way::ALL {
            write!(out, "{:>12}", way.name())?;
        }
        writeln!(out)?;
        for ((kind, method), ways) in &self.pairs {
            write!(out, "{:<13}{:<18}", kind.name(), method.name())?;
            for way in Way::ALL {
                write!(out, "{:>12}", ways.get(&way).unwrap_or(&0))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
