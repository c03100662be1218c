//! How many pairs there were, of what, and what they showed.

use super::case::{Case, methods};
use super::data::Way;
use super::trial::{Difference, Tried};
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;
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
    differences: Vec<(u64, Difference)>,
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

    /// Some methods find little to release in small tables: a case more for every pair is looked at for their sake.
    pub(super) fn is_enough(&self, pairs: u64) -> bool {
        self.pairs() >= pairs && (self.missing().is_empty() || self.cases >= pairs)
    }

    fn pairs(&self) -> u64 {
        self.pairs.values().flat_map(BTreeMap::values).sum()
    }

    /// Pairs of all kinds and methods, and no difference in any.
    pub fn is_good(&self) -> bool {
        self.differences.is_empty() && self.missing().is_empty()
    }

    /// Those of which there was no pair.
    fn missing(&self) -> Vec<(Kind, MethodName)> {
        let kinds = Kind::ALL.into_iter();
        let all = kinds.flat_map(|kind| methods(kind).iter().map(move |&method| (kind, method)));
        all.filter(|&(kind, method)| self.of(kind, method) == 0)
            .collect()
    }

    fn of(&self, kind: Kind, method: MethodName) -> u64 {
        let ways = self.pairs.get(&(kind, method));
        ways.map_or(0, |ways| ways.values().sum())
    }

    /// Differences by file and the beginning of the line: how many there are, and one of each.
    pub fn told(&self, with_cases: bool) -> String {
        let mut kinds: BTreeMap<String, (usize, &(u64, Difference))> = BTreeMap::new();
        for found in &self.differences {
            let file = found.1.file.rsplit('/').next().unwrap_or_default();
            let about = found.1.one.split(':').next().unwrap_or_default();
            let about: String = about.trim().chars().take(40).collect();
            let kind = format!("{file}: {about}");
            kinds.entry(kind).or_insert((0, found)).0 += 1;
        }
        let mut text = String::new();
        for (kind, (count, (case, found))) in kinds {
            let (way, file, line) = (found.way.name(), &found.file, found.line);
            text += &format!("{count} times {kind}\n  case {case}, {way}, {file} line {line}\n");
            text += &format!("    {}\n    {}\n", found.one, found.other);
            if with_cases {
                text += &found.case;
            }
        }
        for (kind, method) in self.missing() {
            text += &format!("no pair of {} by {}\n", kind.name(), method.name());
        }
        text + &format!("{} differences\n", self.differences.len())
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
