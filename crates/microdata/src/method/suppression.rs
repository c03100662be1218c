//! Which classes of a recoded table stay: those that keep every promise, if not too many records are in the
//! others.

use super::Task;
use crate::privacy::{Histogram, Judge};
use cloakroom_core::{Progress, Stopped};

/// How many classes are looked at by their size alone between two looks at the progress.
const STRIDE: usize = 1 << 14;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suppressed {
    /// Rows ascending. All classes of the kept rows hold, compared with the kept rows.
    Holds { kept: Vec<u32>, left_out: Vec<u32> },
    /// So many records are in classes that fail: more than may be left out, or all.
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
    let rows = class_of.len();
    let allowed = task.may_leave_out();
    let members = Members::list(class_of, classes);
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
pub const LEFT_OUT: u32 = u32::MAX;

/// Takes out the classes that fail, and says whether there were any.
fn fail_some(
    task: Task<'_>,
    judge: &Judge,
    members: &Members,
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
        let rows = members.of(class);
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

/// The rows of every class.
struct Members {
    rows: Vec<u32>,
    starts: Vec<u32>,
}

impl Members {
    fn list(class_of: &[u32], classes: usize) -> Self {
        let mut starts = vec![0u32; classes + 1];
        for &class in class_of.iter().filter(|&&class| class != LEFT_OUT) {
            starts[class as usize + 1] += 1;
        }
        for class in 0..classes {
            starts[class + 1] += starts[class];
        }
        let mut next = starts.clone();
        let mut rows = vec![0u32; starts[classes] as usize];
        for (row, &class) in class_of.iter().enumerate() {
            if class != LEFT_OUT {
                let place = &mut next[class as usize];
                rows[*place as usize] = row as u32;
                *place += 1;
            }
        }
        Self { rows, starts }
    }

    fn of(&self, class: usize) -> &[u32] {
        &self.rows[self.starts[class] as usize..self.starts[class + 1] as usize]
    }
}
