use super::super::testing::*;
use crate::method::RatingsOutcome;
use crate::privacy::Target;
use cloakroom_core::MethodName;

#[test]
fn the_group_that_fails_is_narrowed_and_the_other_stays() {
    let survey = table_i();
    let made = reached(made(MethodName::Greedy, &survey, target(2, 1), 0));
    assert_eq!(
        printed(&survey, &made.cells),
        [
            [4, 4, 0],
            [3, 5, 0],
            [4, 5, 0],
            [3, 5, 0],
            [1, 0, 5],
            [2, 0, 6]
        ]
    );
    assert_eq!(distortion(&survey, &made.cells), 7);
}

#[test]
fn the_paper_calls_it_greedy_since_less_would_do() {
    // One person moved by 1 and 3 would be enough.
    let survey = table_i();
    let mut cells = survey.dense().unwrap().to_vec();
    cells[..2].copy_from_slice(&[4, 3]);
    let everybody: Vec<u32> = (0..6).collect();
    assert_eq!(distortion(&survey, &cells), 4);
    assert!(holds(&survey, &cells, &everybody, &target(2, 1)));
}

#[test]
fn a_small_group_joins_the_nearest_large_one() {
    // Four who rated both, one who rated the first only, one who rated none.
    let rows: [&[u16]; 6] = [&[1, 1], &[1, 2], &[2, 1], &[2, 2], &[5, 0], &[0, 0]];
    let survey = survey(5, &rows, &[]);
    let made = reached(made(MethodName::Greedy, &survey, target(3, 1), 0));
    // The fifth comes down to the window and is given the lower median; the sixth is given both.
    assert_eq!(
        printed(&survey, &made.cells),
        [[1, 1], [1, 2], [2, 1], [2, 2], [2, 1], [2, 1]]
    );
    assert_eq!(distortion(&survey, &made.cells), 3 + 5 + 5 + 5);
}

#[test]
fn small_groups_alone_take_on_the_flags_that_change_least() {
    let rows: [&[u16]; 5] = [&[1, 0, 0], &[1, 2, 0], &[1, 2, 0], &[1, 2, 3], &[0, 2, 3]];
    let survey = survey(5, &rows, &[]);
    let made = reached(made(MethodName::Greedy, &survey, target(3, 0), 0));
    assert_eq!(printed(&survey, &made.cells), vec![[1, 2, 0]; 5]);
    assert_eq!(distortion(&survey, &made.cells), 4 * 5);
}

#[test]
fn groups_merge_until_the_sensitive_ratings_spread() {
    let rows: [&[u16]; 6] = [&[1, 1], &[1, 1], &[3, 0], &[3, 0], &[0, 5], &[0, 5]];
    let survey = survey(5, &rows, &[1, 1, 5, 5, 1, 5]);
    let wants = |deviation| Target {
        deviation,
        ..target(2, 1)
    };
    let outcome = made(MethodName::Greedy, &survey, wants(1_000_000), 0);
    // The first two join the nearest, the earlier of equals; the last two stay.
    let made_of = reached(outcome);
    assert_eq!(
        printed(&survey, &made_of.cells)[..4],
        [[1, 1], [1, 1], [2, 1], [2, 1]]
    );
    assert_eq!(printed(&survey, &made_of.cells)[4..], [[0, 5], [0, 5]]);
    let outcome = made(MethodName::Greedy, &survey, wants(2_000_001), 0);
    assert!(matches!(outcome, RatingsOutcome::NotReached(_)));
}
