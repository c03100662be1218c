//! How many pairs there were, of what, and what they showed.

use super::case::{Case, methods};
use super::data::Way;
use super::drawing::Drawn;
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
    /// Pairs by what was drawn, for every method.
    drawn: BTreeMap<(Kind, Drawn), BTreeMap<MethodName, u64>>,
    /// Pairs by all that was drawn together.
    combinations: BTreeMap<(Kind, MethodName, Vec<Drawn>), u64>,
    /// What was not let out, with the number of the case.
    unverified: Vec<(u64, String)>,
}

impl Tally {
    pub(super) fn add(&mut self, number: u64, case: &Case, tried: Tried) {
        self.cases += 1;
        self.released += u64::from(tried.is_released);
        self.tries += tried.tries.len() as u64;
        let pairs = tried.tries.iter().filter(|(_, same)| *same).count() as u64;
        for &drawn in &case.drawn {
            let methods = self.drawn.entry((case.kind, drawn)).or_default();
            *methods.entry(case.method).or_default() += pairs;
        }
        if pairs > 0 {
            let all = (case.kind, case.method, case.drawn.clone());
            *self.combinations.entry(all).or_default() += pairs;
        }
        let unverified = tried.unverified.into_iter();
        self.unverified.extend(unverified.map(|why| (number, why)));
        for (way, same) in tried.tries {
            let ways = self.pairs.entry((case.kind, case.method)).or_default();
            *ways.entry(way).or_default() += u64::from(same);
        }
        let found = tried.differences.into_iter();
        self.differences.extend(found.map(|found| (number, found)));
    }

    /// Some methods find little to release in small tables: a case more for every pair is looked at for their sake.
    pub(super) fn is_enough(&self, pairs: u64) -> bool {
        self.pairs() >= pairs && (self.is_complete() || self.cases >= pairs)
    }

    fn pairs(&self) -> u64 {
        self.pairs.values().flat_map(BTreeMap::values).sum()
    }

    /// Pairs of all kinds, methods and options, and no difference in any.
    pub fn is_good(&self) -> bool {
        self.differences.is_empty() && self.unverified.is_empty() && self.is_complete()
    }

    fn is_complete(&self) -> bool {
        self.missing().is_empty() && self.unpaired().is_empty()
    }

    /// What was drawn of which there was no pair, whatever the method.
    fn unpaired(&self) -> Vec<(Kind, Drawn)> {
        let has_none =
            |methods: &BTreeMap<MethodName, u64>| methods.values().all(|&pairs| pairs == 0);
        let drawn = self.drawn.iter();
        drawn
            .filter(|(_, methods)| has_none(methods))
            .map(|(&drawn, _)| drawn)
            .collect()
    }

    /// Those of which there was no pair.
    fn missing(&self) -> Vec<(Kind, MethodName)> {
        let kinds = Kind::ALL.into_iter();
        let all =
            kinds.flat_map(|kind| methods(kind).into_iter().map(move |method| (kind, method)));
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
        for (kind, (option, value)) in self.unpaired() {
            text += &format!("no pair of {} with {option}: {value}\n", kind.name());
        }
        for (case, why) in &self.unverified {
            let shown = match with_cases {
                true => why.as_str(),
                false => why.lines().next().unwrap_or_default(),
            };
            text += &format!("case {case} was not let out: {shown}\n");
        }
        text + &format!(
            "{} combinations of kind, method and options; {} differences\n",
            self.combinations.len(),
            self.differences.len()
        )
    }

    /// Pairs by option, a line for each and a column for every method.
    fn tell_drawn(&self, kind: Kind, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{:<40}", kind.name())?;
        for method in methods(kind) {
            write!(out, " {:>8.8}", method.name())?;
        }
        writeln!(out, " {:>8}", "all")?;
        let drawn = self.drawn.iter().filter(|((of, _), _)| *of == kind);
        for ((_, (option, value)), pairs) in drawn {
            write!(out, "{:<40}", format!("{option}: {value}"))?;
            for method in methods(kind) {
                match pairs.get(&method) {
                    Some(pairs) => write!(out, " {pairs:>8}")?,
                    // It does not apply, or was never drawn.
                    None => write!(out, " {:>8}", "-")?,
                }
            }
            writeln!(out, " {:>8}", pairs.values().sum::<u64>())?;
        }
        Ok(())
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
        for kind in Kind::ALL {
            writeln!(out)?;
            self.tell_drawn(kind, out)?;
        }
        Ok(())
    }
}
