//! The methods on the papers' tables and on random ones.

use super::testing::*;
use super::*;
use crate::ratings::NULL;

#[test]
fn fewer_people_than_k_are_refused() {
    let survey = table_i();
    for name in [MethodName::Greedy, MethodName::Graph] {
        let outcome = made(name, &survey, target(7, 1), 6);
        assert!(matches!(outcome, RatingsOutcome::NotReached(_)), "{name:?}");
    }
}

#[test]
fn whoever_is_alone_is_left_out_and_nothing_changes() {
    let survey = table_i();
    for name in [MethodName::None, MethodName::Greedy, MethodName::Graph] {
        let made = reached(made(name, &survey, target(2, 1), 1));
        assert_eq!(made.left_out, [0]);
        assert_eq!(made.cells, survey.dense().unwrap());
    }
    let RatingsOutcome::NotReached(why) = made(MethodName::None, &survey, target(2, 1), 0) else {
        panic!("the first person is alone");
    };
    assert!(why.starts_with("1 of 6 people"), "{why}");
    assert!(why.ends_with("at most 0 may be left out"), "{why}");
}

#[test]
fn whatever_is_released_keeps_its_promise() {
    let progress = Progress::default();
    let mut released = 0;
    for number in 0..3_000 {
        let case = random_case(number);
        let task = task(
            &case.survey,
            case.target,
            case.may_leave_out,
            &case.settings,
        );
        let asked = case.target.k as usize;
        for name in [MethodName::None, MethodName::Greedy, MethodName::Graph] {
            match run(name, task, &progress).unwrap() {
                RatingsOutcome::Reached(made) => {
                    released += 1;
                    assert_sound(&task, &made);
                }
                RatingsOutcome::NotReached(why) => {
                    let forgiven = name == MethodName::None
                        || case.survey.people() < asked
                        || case.target.deviation > 0;
                    assert!(forgiven, "case {number}, {name:?}: {why}");
                }
            }
        }
    }
    assert!(released > 2_000, "{released}");
}

#[test]
fn means_are_kept_where_everything_is_rated() {
    let progress = Progress::default();
    let mut changed = 0;
    for number in 0..2_000 {
        let mut case = random_case(number);
        case.settings.keep_means = true;
        let cells = case.survey.dense().unwrap().to_vec();
        if cells.contains(&NULL) || case.target.within == 0 {
            continue;
        }
        let task = task(&case.survey, case.target, 0, &case.settings);
        let RatingsOutcome::Reached(made) = run(MethodName::Graph, task, &progress).unwrap() else {
            continue;
        };
        assert_sound(&task, &made);
        changed += u32::from(made.cells != cells);
        let sums = |cells: &[u16]| -> Vec<u32> {
            let of_issue = |issue| cells[issue..].iter().step_by(task.width());
            let sum = |issue| of_issue(issue).map(|&point| u32::from(point)).sum();
            (0..task.width()).map(sum).collect()
        };
        assert_eq!(sums(&made.cells), sums(&cells), "case {number}");
    }
    assert!(changed > 100, "{changed}");
}
