//! Releases the table as it is: no cell changes, and records in classes below k are left out as far as
//! the requirement allows.

use super::{Anonymized, MethodOutcome, Task};
use crate::model::column::Column;
use crate::model::pulse::{Pulse, Stopped};
use crate::profile::classes::ClassProfile;

pub(super) fn run(task: Task<'_>, pulse: &Pulse) -> Result<MethodOutcome, Stopped> {
    let columns: Vec<&Column> = task
        .quasi
        .iter()
        .filter_map(|&at| task.table.columns().get(at))
        .collect();
    let rows = task.table.rows();
    let profile = ClassProfile::compute(&columns, rows, pulse)?;
    let allowed = task.requirement.may_leave_out(rows);
    // Not the number of violating records alone decides: a release without records is none.
    if profile
        .reached(allowed)
        .is_none_or(|reached| reached < task.k)
    {
        return Ok(MethodOutcome::NotReached(shortfall(
            &profile, task, allowed,
        )));
    }
    pulse.check()?;
    let (mut kept, mut left_out) = (Vec::with_capacity(rows), Vec::new());
    for (row, &size) in profile.size_of_rows().iter().enumerate() {
        let rows = if size < task.k {
            &mut left_out
        } else {
            &mut kept
        };
        rows.push(row as u32);
    }
    Ok(MethodOutcome::Reached(Anonymized {
        changed: Vec::new(),
        kept,
        left_out,
    }))
}

fn shortfall(profile: &ClassProfile, task: Task<'_>, allowed: usize) -> String {
    let violating = profile.violating(task.k);
    let reached = profile.reached(allowed).unwrap_or(0);
    let records = profile.records();
    if violating == records {
        return format!(
            "no class has {} records or more; the best that can be reached without changing values is k = {reached}",
            task.k
        );
    }
    format!(
        "{violating} of {records} records are in classes below k = {}, and at most {allowed} may be left out; \
         the best that can be reached without changing values is k = {reached}",
        task.k
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::requirement::Requirement;
    use crate::model::table::Table;

    /// Classes of 1, 2 and 4 records.
    fn outcome(k: u32, suppression: f64) -> MethodOutcome {
        let column = Column::from_texts("zip", ["1", "2", "2", "3", "3", "3", "3"]).unwrap();
        let table = Table::new(vec![column]).unwrap();
        let requirement = Requirement {
            k: Some(k),
            suppression,
        };
        let task = Task {
            table: &table,
            quasi: &[0],
            k,
            requirement: &requirement,
        };
        run(task, &Pulse::default()).unwrap()
    }

    #[test]
    fn small_classes_are_left_out_within_the_limit() {
        let MethodOutcome::Reached(anonymized) = outcome(3, 0.43) else {
            panic!("3 of 7 may be left out");
        };
        assert_eq!(anonymized.kept, [3, 4, 5, 6]);
        assert_eq!(anonymized.left_out, [0, 1, 2]);
    }

    #[test]
    fn beyond_the_limit_it_says_how_far_it_comes() {
        let MethodOutcome::NotReached(why) = outcome(3, 0.15) else {
            panic!("only one record may be left out");
        };
        assert!(why.contains("3 of 7 records"), "{why}");
        assert!(why.ends_with("k = 2"), "{why}");
    }

    #[test]
    fn leaving_out_everybody_is_no_release() {
        let MethodOutcome::NotReached(why) = outcome(5, 1.0) else {
            panic!("no class has five records");
        };
        assert!(why.ends_with("k = 4"), "{why}");
    }
}
