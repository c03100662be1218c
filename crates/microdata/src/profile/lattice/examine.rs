//! Which classes of a node fail a requirement, and so what must be left out there.

use super::classes::{Classes, Need, Sparse, Values};
use super::ground::Ground;
use super::roll::Roller;
use crate::privacy::kernel::{Kernel, kernel};
use crate::privacy::{Histogram, Judge, PrivacyModel, parameter};
use crate::profile::crowd::{Atoms, Crowd, Settled};
use cloakroom_core::{PreparedTable, Progress, Requirement, Stopped, Units};
use std::sync::OnceLock;

/// A requirement made ready for the classes of nodes.
///
/// When a node holds, do all above it? Without left-out records, yes: every promise stays kept when classes
/// that keep it are merged. With left-out records, yes for promises that more records cannot break: k, the
/// number of values and of categories, and the weight. The others, such as entropy, can be broken by a
/// failing class that joins a passing one. For them only the *sure* promises, the others,
/// rule out what lies below a node. Where units are counted, k alone is sure: whoever may stay at a node may stay at every
/// node above it.
#[derive(Clone, Debug)]
pub struct Examiner<'a> {
    prepared: &'a PreparedTable<'a>,
    judge: &'a Judge,
    /// The sure promises alone, where they are not all.
    sure: Option<Judge>,
    need: Need,
    /// Of records, or of units where these are counted.
    allowed: usize,
    rows: usize,
    units: Option<UnitsOfClasses<'a>>,
}

/// What is needed where units are counted: nothing of it rolls up but who stands in the classes of the bottom.
#[derive(Clone, Debug)]
struct UnitsOfClasses<'a> {
    units: &'a Units<'a>,
    codes: Vec<&'a [u32]>,
    atoms: OnceLock<Atoms>,
}

/// What a look at the classes of a node gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// Classes that fail, ascending.
    pub failing: Vec<u32>,
    /// Records in them; or units that are left out, where these are counted.
    pub left_out: usize,
    /// Where units are left out, their records in the classes that have some.
    pub rows_out: Option<Vec<(u32, u32)>>,
    /// The node holds: what fails may be left out, and something stays.
    pub holds: bool,
    /// All nodes above hold too.
    pub holds_above: bool,
    /// The node fails, and so do all below.
    pub fails_below: bool,
}

/// Who stands in the classes of a node, and who of them stays.
pub struct SettledNode {
    pub crowd: Crowd,
    pub settled: Settled,
    pub finding: Finding,
}

impl Finding {
    /// Records that are left out, by class.
    pub fn records_out(&self, classes: &Classes) -> Vec<(u32, u32)> {
        match &self.rows_out {
            Some(rows) => rows.clone(),
            None => {
                let failing = self.failing.iter();
                failing
                    .map(|&class| (class, classes.sizes[class as usize]))
                    .collect()
            }
        }
    }
}

impl<'a> Examiner<'a> {
    pub fn new(prepared: &'a PreparedTable<'a>, judge: &'a Judge) -> Self {
        let requirement = judge.requirement();
        let rows = prepared.counted();
        let allowed = requirement.may_leave_out(rows);
        let asked = || PrivacyModel::asked(requirement).filter(|model| model.looks_at_values());
        let counts_units = judge.counts_units();
        let is_sure = asked().all(|model| model.promise().is_sure) && !counts_units;
        let reads_marks = asked().all(|model| kernel(model).reads_marks());
        let can_break = allowed > 0 || counts_units;
        let sure = (judge.looks_at_values() && can_break && !is_sure)
            .then(|| Judge::new(&sure_part(requirement, counts_units), prepared));
        let few_values = prepared.sensitive.iter().all(|sensitive| {
            let categories = sensitive.categories.as_ref().map_or(0, |of| of.count);
            sensitive.column.dictionary().len() <= 64 && categories <= 64
        });
        let need = if !judge.looks_at_values() || counts_units {
            Need::Sizes
        } else if reads_marks && few_values {
            Need::Marks
        } else {
            Need::Counts
        };
        Self {
            prepared,
            judge,
            sure,
            need,
            allowed,
            rows,
            units: prepared.units.as_ref().map(|units| UnitsOfClasses {
                units,
                codes: match judge.looks_at_values() {
                    true => (prepared.sensitive.iter())
                        .map(|sensitive| sensitive.column.codes())
                        .collect(),
                    false => Vec::new(),
                },
                atoms: OnceLock::new(),
            }),
        }
    }

    /// The same, whatever number of records must be left out.
    #[must_use]
    pub fn without_limit(mut self) -> Self {
        self.allowed = self.rows;
        self.need = Need::Counts;
        self.sure = None;
        self
    }

    /// Who stands in the classes of a node.
    fn crowd(
        &self,
        of: &UnitsOfClasses<'_>,
        ground: &Ground,
        classes: &Classes,
        progress: &Progress,
    ) -> Result<Crowd, Stopped> {
        let atoms = match of.atoms.get() {
            Some(atoms) => atoms,
            None => {
                let made = Atoms::new(&ground.class_of, of.units, &of.codes, progress)?;
                of.atoms.get_or_init(|| made)
            }
        };
        progress.check()?;
        let mut roller = Roller::new(ground);
        let into = roller.merged_into(&ground.bottom, &classes.levels);
        Ok(atoms.under(classes.len(), |class| into[class as usize]))
    }

    /// Whoever is in a failing class is left out of all.
    fn examine_units(
        &self,
        crowd: &Crowd,
        progress: &Progress,
    ) -> Result<(Settled, Finding), Stopped> {
        if let Some(sure) = &self.sure {
            let settled = crowd.settle(sure, crowd.nobody(), self.allowed, progress)?;
            if settled.out > self.allowed || settled.out >= self.rows {
                let finding = Finding {
                    failing: settled.failing(),
                    left_out: settled.out,
                    fails_below: true,
                    ..Finding::default()
                };
                return Ok((settled, finding));
            }
        }
        let settled = crowd.settle(self.judge, crowd.nobody(), self.allowed, progress)?;
        let holds = settled.out <= self.allowed && settled.out < self.rows;
        let finding = Finding {
            failing: settled.failing(),
            left_out: settled.out,
            rows_out: Some(crowd.rows_out(&settled.gone)),
            holds,
            holds_above: holds && self.is_monotone(),
            fails_below: !holds && self.is_monotone(),
        };
        Ok((settled, finding))
    }

    pub fn need(&self) -> Need {
        self.need
    }

    /// How many records may be left out.
    pub fn allowed(&self) -> usize {
        self.allowed
    }

    /// Whether a node that holds makes all above it hold, and one that fails all below it fail.
    pub fn is_monotone(&self) -> bool {
        self.sure.is_none()
    }

    /// Who stays at a node, where units are counted.
    pub fn settled(
        &self,
        ground: &Ground,
        classes: &Classes,
        progress: &Progress,
    ) -> Result<Option<SettledNode>, Stopped> {
        let Some(units) = &self.units else {
            return Ok(None);
        };
        let crowd = self.crowd(units, ground, classes, progress)?;
        let (settled, finding) = self.examine_units(&crowd, progress)?;
        Ok(Some(SettledNode {
            crowd,
            settled,
            finding,
        }))
    }

    /// `classes` are those of a node of the lattice on this ground.
    pub fn examine(
        &self,
        ground: &Ground,
        classes: &Classes,
        progress: &Progress,
    ) -> Result<Finding, Stopped> {
        if let Some(seen) = self.settled(ground, classes, progress)? {
            return Ok(seen.finding);
        }
        let mut failing = Vec::new();
        match &classes.values {
            Values::Unknown => {
                let k = self.judge.k();
                for (class, &size) in classes.sizes.iter().enumerate() {
                    if size < k {
                        failing.push(class as u32);
                    }
                }
            }
            Values::Marks(columns) => self.by_marks(classes, columns, &mut failing),
            Values::Counts(columns) => {
                if let Some(sure) = &self.sure {
                    by_counts(sure, classes, columns, &mut failing, progress)?;
                    let left_out = records(classes, &failing);
                    if left_out > self.allowed || left_out == self.rows {
                        return Ok(Finding {
                            failing,
                            left_out,
                            fails_below: true,
                            ..Finding::default()
                        });
                    }
                }
                failing = self.suppress(classes, columns, progress)?;
            }
        }
        let left_out = records(classes, &failing);
        let holds = left_out <= self.allowed && left_out < self.rows;
        Ok(Finding {
            holds,
            holds_above: holds && (self.is_monotone() || left_out == 0),
            fails_below: !holds && self.is_monotone(),
            failing,
            left_out,
            rows_out: None,
        })
    }

    fn by_marks(&self, classes: &Classes, columns: &[Vec<u64>], failing: &mut Vec<u32>) {
        let requirement = self.judge.requirement();
        let k = self.judge.k();
        let asked: Vec<(&dyn Kernel, u64)> = PrivacyModel::asked(requirement)
            .filter(|model| model.looks_at_values())
            .filter_map(|model| Some((kernel(model), parameter::wanted(model, requirement)?)))
            .collect();
        'classes: for (class, &size) in classes.sizes.iter().enumerate() {
            if size >= k {
                let mut passes = true;
                for (marks, sensitive) in columns.iter().zip(&self.prepared.sensitive) {
                    let marks = marks[class];
                    let categories = sensitive.categories.as_ref();
                    passes &= asked.iter().all(|&(kernel, wanted)| {
                        let reached = kernel.marked(marks, categories);
                        reached.is_some_and(|reached| u64::from(reached) >= wanted)
                    });
                }
                if passes {
                    continue 'classes;
                }
            }
            failing.push(class as u32);
        }
    }

    /// As a release is suppressed: classes that fail are left out, and where what stays is another table to be
    /// close to, the rest is looked at again until nothing fails.
    fn suppress(
        &self,
        classes: &Classes,
        columns: &[Sparse],
        progress: &Progress,
    ) -> Result<Vec<u32>, Stopped> {
        let mut failing = Vec::new();
        by_counts(self.judge, classes, columns, &mut failing, progress)?;
        if !self.judge.depends_on_release() {
            return Ok(failing);
        }
        let mut stays = vec![true; classes.len()];
        let mut newly = failing.clone();
        while !newly.is_empty() {
            for &class in &newly {
                stays[class as usize] = false;
            }
            let left_out = records(classes, &failing);
            if left_out > self.allowed || left_out == self.rows {
                break;
            }
            let judge = self.judge.for_counts(
                self.prepared
                    .sensitive
                    .iter()
                    .zip(columns)
                    .map(|(sensitive, column)| {
                        let mut counts = vec![0u32; sensitive.column.dictionary().len()];
                        for class in (0..classes.len()).filter(|&class| stays[class]) {
                            for &(code, records) in column.of(class) {
                                counts[code as usize] += records;
                            }
                        }
                        counts
                    })
                    .collect(),
                None,
            );
            let mut now = Vec::new();
            by_counts(&judge, classes, columns, &mut now, progress)?;
            newly = now
                .into_iter()
                .filter(|&class| stays[class as usize])
                .collect();
            failing.extend_from_slice(&newly);
        }
        failing.sort_unstable();
        Ok(failing)
    }
}

/// The promises that more records in a class cannot break, or more units.
fn sure_part(requirement: &Requirement, counts_units: bool) -> Requirement {
    let mut sure = requirement.clone();
    for model in PrivacyModel::asked(requirement) {
        if !model.promise().is_sure || counts_units && model.looks_at_values() {
            model.forget(&mut sure);
        }
    }
    sure
}

fn records(classes: &Classes, some: &[u32]) -> usize {
    some.iter()
        .map(|&class| classes.sizes[class as usize] as usize)
        .sum()
}

fn by_counts(
    judge: &Judge,
    classes: &Classes,
    columns: &[Sparse],
    failing: &mut Vec<u32>,
    progress: &Progress,
) -> Result<(), Stopped> {
    let mut histograms = judge.histograms();
    for (class, &size) in classes.sizes.iter().enumerate() {
        if size >= judge.k() {
            progress.check()?;
            fill(&mut histograms, columns, class);
            if judge.passes(size, &histograms) {
                continue;
            }
        }
        failing.push(class as u32);
    }
    Ok(())
}

/// Puts the sensitive values of one class into histograms.
pub fn fill(histograms: &mut [Histogram], columns: &[Sparse], class: usize) {
    for (histogram, column) in histograms.iter_mut().zip(columns) {
        histogram.clear();
        for &(code, records) in column.of(class) {
            histogram.add(code, records);
        }
    }
}
