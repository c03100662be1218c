//! Which classes of a node fail a requirement, and so what must be left out there.

use super::classes::{Classes, Need, Sparse, Values};
use crate::privacy::kernel::{Kernel, kernel};
use crate::privacy::{Histogram, Judge, PrivacyModel, parameter};
use cloakroom_core::{PreparedTable, Progress, Requirement, Stopped};

/// A requirement made ready for the classes of nodes.
///
/// When a node holds, do all above it? Without left-out records, yes: every promise stays kept when classes
/// that keep it are merged. With left-out records, yes for promises that more records cannot break: k, the
/// number of values and of categories, and the weight. The others, such as entropy, can be broken by a
/// failing class that joins a passing one. For them only the *sure* promises, the others,
/// rule out what lies below a node.
#[derive(Clone, Debug)]
pub struct Examiner<'a> {
    prepared: &'a PreparedTable<'a>,
    judge: &'a Judge,
    /// The sure promises alone, where they are not all.
    sure: Option<Judge>,
    need: Need,
    allowed: usize,
    rows: usize,
}

/// What a look at the classes of a node gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// Classes that fail, ascending.
    pub failing: Vec<u32>,
    /// Records in them.
    pub left_out: usize,
    /// The node holds: what fails may be left out, and something stays.
    pub holds: bool,
    /// All nodes above hold too.
    pub holds_above: bool,
    /// The node fails, and so do all below.
    pub fails_below: bool,
}

impl<'a> Examiner<'a> {
    pub fn new(prepared: &'a PreparedTable<'a>, judge: &'a Judge) -> Self {
        let requirement = judge.requirement();
        let rows = prepared.records();
        let allowed = requirement.may_leave_out(rows);
        let asked = || PrivacyModel::asked(requirement).filter(|model| model.looks_at_values());
        let is_sure = asked().all(|model| model.promise().is_sure);
        let reads_marks = asked().all(|model| kernel(model).reads_marks());
        let sure = (judge.looks_at_values() && allowed > 0 && !is_sure)
            .then(|| Judge::new(&sure_part(requirement), prepared));
        let few_values = prepared.sensitive.iter().all(|sensitive| {
            let categories = sensitive.categories.as_ref().map_or(0, |of| of.count);
            sensitive.column.dictionary().len() <= 64 && categories <= 64
        });
        let need = if !judge.looks_at_values() {
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

    pub fn examine(&self, classes: &Classes, progress: &Progress) -> Result<Finding, Stopped> {
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
                            holds: false,
                            holds_above: false,
                            fails_below: true,
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

/// The promises that more records in a class cannot break.
fn sure_part(requirement: &Requirement) -> Requirement {
    let mut sure = requirement.clone();
    for model in PrivacyModel::asked(requirement) {
        if !model.promise().is_sure {
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
