//! Which units stand in which classes, where people or groups are counted and not records. One person may stand in several
//! classes, and several times in one; so sizes of classes do not add up when classes are merged, and whoever is left out
//! leaves every class.

use crate::privacy::{Histogram, Judge};
use crate::profile::scan::bit;
use cloakroom_core::{Lists, Progress, Stopped, Units};
use rayon::prelude::*;

/// How many classes are looked at by their size alone between two looks at the progress.
const STRIDE: usize = 1 << 14;

/// The class of rows that are in none.
pub const NO_CLASS: u32 = u32::MAX;

/// What of the rows matters to whoever counts units, each thing once: looked at under classes, and under any that these
/// are merged into.
#[derive(Clone, Debug)]
pub struct Atoms {
    /// Unit, class, and how many rows of the unit are in it.
    units: Vec<(u32, u32, u32)>,
    /// By sensitive column: code, unit, class.
    shown: Vec<Vec<(u32, u32, u32)>>,
    below: usize,
}

impl Atoms {
    /// `columns` are the codes of the sensitive columns, by row like the classes. Rows of [`NO_CLASS`] are not looked at.
    pub fn new(
        class_of: &[u32],
        units: &Units<'_>,
        columns: &[&[u32]],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let rows = || class_of.iter().zip(units.of_rows());
        let is_in = |class: u32| class != NO_CLASS;
        let mut pairs: Vec<(u32, u32)> = rows()
            .filter(|&(&class, _)| is_in(class))
            .map(|(&class, &unit)| (unit, class))
            .collect();
        progress.check()?;
        pairs.par_sort_unstable();
        progress.check()?;
        let once = pairs.chunk_by(|a, b| a == b);
        let units_once = once.map(|run| (run[0].0, run[0].1, run.len() as u32));
        let shown = columns
            .iter()
            .map(|codes| {
                progress.check()?;
                let mut shown: Vec<(u32, u32, u32)> = rows()
                    .zip(*codes)
                    .filter(|&((&class, _), _)| is_in(class))
                    .map(|((&class, &unit), &code)| (code, unit, class))
                    .collect();
                progress.check()?;
                shown.par_sort_unstable();
                shown.dedup();
                Ok(shown)
            })
            .collect::<Result<_, Stopped>>()?;
        Ok(Self {
            units: units_once.collect(),
            shown,
            below: units.below(),
        })
    }

    /// Under so many classes, each a union of these.
    pub fn under(&self, classes: usize, into: impl Fn(u32) -> u32) -> Crowd {
        let units = self.units.iter();
        // The order of units and of codes stays within each class.
        let units = units.map(|&(unit, class, rows)| (into(class), (unit, rows)));
        let shown = self.shown.iter().map(|shown| {
            let pairs = shown.iter();
            Lists::sorted(
                classes,
                pairs.map(|&(code, unit, class)| (into(class), (code, unit))),
            )
        });
        Crowd {
            shown: shown.collect(),
            units: Lists::sorted(classes, units),
            below: self.below,
        }
    }
}

/// The units of every class.
#[derive(Clone, Debug)]
pub struct Crowd {
    /// By class: unit and rows, by unit. Classes that were merged may hold a unit more than once, side by side.
    units: Lists<(u32, u32)>,
    /// By sensitive column and class: code and unit, by code and then by unit, likewise.
    shown: Vec<Lists<(u32, u32)>>,
    below: usize,
}

/// Who must be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// By unit.
    pub gone: Vec<bool>,
    /// How many of them have rows.
    pub out: usize,
    /// By class, a bit per promise that it broke when it was looked at; see [`bit`].
    pub broken: Vec<u16>,
}

impl Settled {
    /// The classes that broke a promise when they were looked at, ascending.
    pub fn failing(&self) -> Vec<u32> {
        let classes = (0..).zip(&self.broken);
        classes
            .filter(|&(_, &broken)| broken != 0)
            .map(|(class, _)| class)
            .collect()
    }
}

impl Crowd {
    /// Of rows in classes.
    pub fn new(
        class_of: &[u32],
        classes: usize,
        units: &Units<'_>,
        columns: &[&[u32]],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let atoms = Atoms::new(class_of, units, columns, progress)?;
        Ok(atoms.under(classes, |class| class))
    }

    pub fn classes(&self) -> usize {
        self.units.len()
    }

    /// Sensitive columns whose values were counted.
    pub fn columns(&self) -> usize {
        self.shown.len()
    }

    /// Nobody is left out.
    pub fn nobody(&self) -> Vec<bool> {
        vec![false; self.below]
    }

    /// The units of a class, each once.
    pub fn of_class(&self, class: usize) -> impl Iterator<Item = u32> {
        let mut last = None;
        let units = self.units[class].iter().map(|&(unit, _)| unit);
        units.filter(move |&unit| last.replace(unit) != Some(unit))
    }

    /// How many units of a class stay.
    pub fn staying(&self, class: usize, gone: &[bool]) -> u32 {
        self.of_class(class)
            .filter(|&unit| !gone[unit as usize])
            .count() as u32
    }

    /// How many of those that stay show each value of a column in a class.
    pub fn tally(&self, column: usize, class: usize, gone: &[bool], histogram: &mut Histogram) {
        histogram.clear();
        let mut last = None;
        for &(code, unit) in &self.shown[column][class] {
            if !gone[unit as usize] && last.replace((code, unit)) != Some((code, unit)) {
                histogram.add(code, 1);
            }
        }
    }

    /// By unit, what all of its classes come to together; `None` for those without rows. `of` is told a class and how many
    /// units it has.
    pub fn gathered<T: Copy>(
        &self,
        of: impl Fn(usize, u32) -> T,
        and: impl Fn(T, T) -> T,
    ) -> Vec<Option<T>> {
        let mut gathered = vec![None; self.below];
        for class in 0..self.classes() {
            let own = of(class, self.of_class(class).count() as u32);
            for unit in self.of_class(class) {
                let known = &mut gathered[unit as usize];
                *known = Some(known.map_or(own, |known| and(known, own)));
            }
        }
        gathered
    }

    /// By unit, the fewest units of a class that it is in. Nobody is safer than there.
    pub fn least(&self) -> Vec<Option<u32>> {
        self.gathered(|_, heads| heads, u32::min)
    }

    /// Whether all units of a class show some value of a column.
    pub fn agrees(&self, column: usize, class: usize) -> bool {
        let heads = self.of_class(class).count();
        let values = self.shown[column][class].chunk_by(|a, b| a.0 == b.0);
        heads > 0
            && values
                .map(|same| same.chunk_by(|a, b| a.1 == b.1).count())
                .any(|who| who == heads)
    }

    /// How many values each sensitive column has in a class.
    pub fn distinct(&self, class: usize) -> Vec<u32> {
        let columns = self.shown.iter();
        columns
            .map(|shown| shown[class].chunk_by(|a, b| a.0 == b.0).count() as u32)
            .collect()
    }

    /// Rows of units that are left out, in every class that has some.
    pub fn rows_out(&self, gone: &[bool]) -> Vec<(u32, u32)> {
        let out = |class: &[(u32, u32)]| -> u32 {
            let rows = class.iter().filter(|&&(unit, _)| gone[unit as usize]);
            rows.map(|&(_, rows)| rows).sum()
        };
        let classes = (0..).zip(self.units.iter().map(out));
        classes.filter(|&(_, rows)| rows > 0).collect()
    }

    /// How many units stay in all, and by sensitive column and value how many of them show it.
    fn release(&self, judge: &Judge, gone: &[bool]) -> (u64, Vec<Vec<u32>>) {
        let mut staying = vec![false; self.below];
        for &(unit, _) in self.units.entries() {
            staying[unit as usize] = !gone[unit as usize];
        }
        let heads = staying.into_iter().filter(|&stays| stays).count();
        let columns = judge.histograms().into_iter().zip(&self.shown);
        let counts = columns.map(|(mut histogram, shown)| {
            let values = histogram.values();
            let entries = shown.entries().iter().copied();
            let mut shown: Vec<(u32, u32)> =
                entries.filter(|&(_, unit)| !gone[unit as usize]).collect();
            shown.sort_unstable();
            shown.dedup();
            shown.iter().for_each(|&(code, _)| histogram.add(code, 1));
            (0..values as u32)
                .map(|code| histogram.count(code))
                .collect()
        });
        (heads as u64, counts.collect())
    }

    /// Leaves out the units of classes that break a promise, and looks again until those who stay keep every promise in
    /// every class that they are in, compared with each other; or until more than may be are out, or all.
    pub fn settle(
        &self,
        judge: &Judge,
        gone: Vec<bool>,
        may_leave_out: usize,
        progress: &Progress,
    ) -> Result<Settled, Stopped> {
        let mut has_rows = vec![false; self.below];
        for &(unit, _) in self.units.entries() {
            has_rows[unit as usize] = true;
        }
        let all = (0..self.below)
            .filter(|&unit| has_rows[unit] || gone[unit])
            .count();
        let mut settled = Settled {
            out: gone.iter().filter(|&&gone| gone).count(),
            gone,
            broken: vec![0; self.classes()],
        };
        let mut judge = judge.clone();
        let mut histograms = match judge.looks_at_values() {
            true => judge.histograms(),
            false => Vec::new(),
        };
        let mut looked_at = vec![true; self.classes()];
        let mut homes: Option<Lists> = None;
        let compares = judge.depends_on_release();
        if compares && settled.out > 0 {
            let (heads, counts) = self.release(&judge, &settled.gone);
            judge = judge.for_counts(counts, Some(heads));
        }
        loop {
            let mut failed = Vec::new();
            for (class, looked_at) in looked_at.iter_mut().enumerate() {
                if class % STRIDE == 0 || judge.looks_at_values() {
                    progress.check()?;
                }
                if !std::mem::take(looked_at) {
                    continue;
                }
                let heads = self.staying(class, &settled.gone);
                if heads == 0 {
                    continue;
                }
                for (column, histogram) in histograms.iter_mut().enumerate() {
                    self.tally(column, class, &settled.gone, histogram);
                }
                if judge.passes(heads, &histograms) {
                    continue;
                }
                for failing in judge.failures(heads, &histograms) {
                    settled.broken[class] |= bit(failing.model);
                }
                failed.push(class);
            }
            if failed.is_empty() {
                return Ok(settled);
            }
            let homes = homes.get_or_insert_with(|| self.homes());
            for class in failed {
                for unit in self.of_class(class) {
                    if !std::mem::replace(&mut settled.gone[unit as usize], true) {
                        settled.out += 1;
                        for &home in &homes[unit] {
                            looked_at[home as usize] = true;
                        }
                    }
                }
            }
            if settled.out > may_leave_out || settled.out >= all {
                return Ok(settled);
            }
            if compares {
                looked_at.fill(true);
                let (heads, counts) = self.release(&judge, &settled.gone);
                judge = judge.for_counts(counts, Some(heads));
            }
        }
    }

    /// By unit, its classes.
    fn homes(&self) -> Lists {
        let classes = (0..self.classes() as u32).flat_map(|class| {
            let units = self.units[class].iter();
            units.map(move |&(unit, _)| (unit, class))
        });
        Lists::sorted(self.below, classes)
    }
}
