//! Which classes of a recoded table stay: those that keep every promise, if not too many records are in the
//! others.

use super::Task;
use crate::privacy::{Histogram, Judge};
use crate::profile::crowd::{Crowd, NO_CLASS};
use cloakroom_core::{Lists, Progress, Stopped, Units};

/// How many classes are looked at by their size alone between two looks at the progress.
const STRIDE: usize = 1 << 14;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suppressed {
    /// Rows ascending. All classes of the kept rows hold, compared with the kept rows.
    Holds { kept: Vec<u32>, left_out: Vec<u32> },
    /// So many records, people or groups are in classes that fail: more than may be left out, or all.
    Fails { failing: usize },
}

/// `class_of` gives each row a class below `classes`; [`LEFT_OUT`] for rows that are not released whatever
/// happens.
pub fn suppress(
    task: Task<'_>,
    class_of: &[u32],
    classes: usize,
    progress: &Progress,
) -> Result<Suppressed, Stopped> {
    progress.stage("judging classes", 0);
    if let Some(units) = &task.prepared.units {
        return suppress_units(task, units, class_of, classes, progress);
    }
    let rows = class_of.len();
    let allowed = task.may_leave_out();
    let of_class = class_of.iter().copied().zip(0..);
    let of_class = of_class.filter(|&(class, _)| class != LEFT_OUT);
    let members = Lists::sorted(classes, of_class);
    let mut stays = vec![true; classes];
    let mut judge = task.judge.clone();
    loop {
        let failed = fail_some(task, &judge, &members, &mut stays, progress)?;
        let is_kept = |row: usize| class_of[row] != LEFT_OUT && stays[class_of[row] as usize];
        let (mut kept, mut left_out) = (Vec::with_capacity(rows), Vec::new());
        for row in 0..rows {
            if is_kept(row) {
                kept.push(row as u32);
            } else {
                left_out.push(row as u32);
            }
        }
        let failing = task.prepared.records_of(&left_out);
        if failing > allowed || kept.is_empty() {
            return Ok(Suppressed::Fails { failing });
        }
        // Fewer records are another table to be close to: look again until nothing changes.
        if !judge.depends_on_release() || (!failed && left_out.is_empty()) {
            return Ok(Suppressed::Holds { kept, left_out });
        }
        let again = judge.for_rows(task.prepared, &kept);
        if !failed {
            let mut still = stays.clone();
            if !fail_some(task, &again, &members, &mut still, progress)? {
                return Ok(Suppressed::Holds { kept, left_out });
            }
        }
        judge = again;
    }
}

/// The class of rows that are left out before classes are judged.
pub const LEFT_OUT: u32 = NO_CLASS;

/// Whoever has a row in a class that fails is left out with all rows, and so is whoever has one that is left out before.
fn suppress_units(
    task: Task<'_>,
    units: &Units<'_>,
    class_of: &[u32],
    classes: usize,
    progress: &Progress,
) -> Result<Suppressed, Stopped> {
    let columns = task.codes_to_judge();
    let crowd = Crowd::new(class_of, classes, units, &columns, progress)?;
    let mut gone = crowd.nobody();
    for (&class, &unit) in class_of.iter().zip(units.of_rows()) {
        gone[unit as usize] |= class == LEFT_OUT;
    }
    let allowed = task.may_leave_out();
    let settled = crowd.settle(task.judge, gone, allowed, progress)?;
    let is_out = |&row: &u32| settled.gone[units.of(row) as usize];
    let (left_out, kept): (Vec<u32>, Vec<u32>) = (0..class_of.len() as u32).partition(is_out);
    if settled.out > allowed || kept.is_empty() {
        return Ok(Suppressed::Fails {
            failing: settled.out,
        });
    }
    Ok(Suppressed::Holds { kept, left_out })
}

/// Takes out the classes that fail, and says whether there were any.
fn fail_some(
    task: Task<'_>,
    judge: &Judge,
    members: &Lists,
    stays: &mut [bool],
    progress: &Progress,
) -> Result<bool, Stopped> {
    let mut histograms = judge.histograms();
    let mut failed = false;
    for (class, stays) in stays.iter_mut().enumerate() {
        if class % STRIDE == 0 || judge.looks_at_values() {
            progress.check()?;
        }
        if !*stays {
            continue;
        }
        let rows = &members[class];
        let size = task.prepared.records_of(rows) as u32;
        let holds = if judge.looks_at_values() {
            fill(task, rows, &mut histograms);
            judge.passes(size, &histograms)
        } else {
            size >= judge.k()
        };
        if !holds {
            *stays = false;
            failed = true;
        }
    }
    Ok(failed)
}

fn fill(task: Task<'_>, rows: &[u32], histograms: &mut [Histogram]) {
    for (histogram, sensitive) in histograms.iter_mut().zip(&task.prepared.sensitive) {
        histogram.clear();
        for &row in rows {
            let row = row as usize;
            histogram.add(sensitive.column.codes()[row], sensitive.column.weight(row));
        }
    }
}
