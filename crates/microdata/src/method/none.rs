//! Releases the table as it is: no cell changes, and records in classes that fail are left out as far as
//! the requirement allows.

use super::suppression::{Suppressed, suppress};
use super::{Anonymized, MethodOutcome, Task};
use crate::profile::classes::ClassProfile;
use cloakroom_core::{Progress, Stopped};

pub(super) fn run(task: Task<'_>, progress: &Progress) -> Result<MethodOutcome, Stopped> {
    let columns = task.prepared.quasi_columns();
    let rows = task.prepared.rows();
    let profile = ClassProfile::compute(&columns, rows, progress)?;
    let class_of: Vec<u32> = (0..rows).map(|row| profile.class_of(row)).collect();
    Ok(
        match suppress(task, &class_of, profile.classes(), progress)? {
            Suppressed::Holds { kept, left_out } => MethodOutcome::Reached(Anonymized {
                kept,
                left_out,
                ..Anonymized::default()
            }),
            Suppressed::Fails { failing } => {
                MethodOutcome::NotReached(shortfall(&profile, task, failing))
            }
        },
    )
}

fn shortfall(profile: &ClassProfile, task: Task<'_>, failing: usize) -> String {
    let records = profile.records();
    let allowed = task.may_leave_out();
    if task.judge.looks_at_values() || task.judge.counts_units() {
        let failing = task.of_all(failing);
        return format!(
            "{failing} are in classes that break a promise, and at most {allowed} may be left out"
        );
    }
    let k = task.judge.k();
    let reached = profile.reached(allowed).unwrap_or(0);
    if failing == records {
        return format!(
            "no class has {k} records or more; the best that can be reached without changing values is k = {reached}"
        );
    }
    format!(
        "{failing} of {records} records are in classes below k = {k}, and at most {allowed} may be left out; \
         the best that can be reached without changing values is k = {reached}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::Judge;
    use cloakroom_core::hierarchy::Hierarchies;
    use cloakroom_core::{Column, PreparedTable, Role, Settings, Table};

    /// Classes of 1, 2 and 4 records.
    fn outcome(k: u32, suppression: f64) -> MethodOutcome {
        let column = Column::from_texts("zip", ["1", "2", "2", "3", "3", "3", "3"]).unwrap();
        let table = Table::new(vec![column]).unwrap();
        let mut settings = Settings::default();
        settings.roles.set("zip", Some(Role::Quasi));
        settings.requirement.k = Some(k);
        settings.requirement.suppression = suppression;
        let prepared = PreparedTable::new(&table, &settings, &Hierarchies::default()).unwrap();
        let judge = Judge::new(&settings.requirement, &prepared);
        let task = Task {
            prepared: &prepared,
            judge: &judge,
            settings: &settings.method,
            purposes: &settings.purposes,
        };
        run(task, &Progress::default()).unwrap()
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
