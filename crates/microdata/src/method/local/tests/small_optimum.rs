//! Tiny tables: how often `refined` is as good as the best of all partitions.

use super::cases::Case;
use crate::method::local::referee::Referee;
use crate::method::local::space::Space;
use cloakroom_core::{Column, MethodName, Progress, Random};
use std::sync::Arc;

const TABLES: u64 = 120;

fn case(random: &mut Random) -> Case {
    let rows = 6 + random.below(4);
    let mut texts = |values: &[&str]| -> Vec<String> {
        (0..rows)
            .map(|_| values[random.below(values.len())].to_owned())
            .collect()
    };
    let tree = Column::from_texts("tree", texts(&["a", "b", "c", "d"])).unwrap();
    let line = Column::from_texts("line", texts(&["1", "2", "4", "7", "9"])).unwrap();
    let value = Column::from_texts("value", texts(&["u", "v", "w"])).unwrap();
    let chains: Vec<Vec<&str>> = ["a;x;*", "b;x;*", "c;y;*", "d;y;*"]
        .iter()
        .map(|line| line.split(';').collect())
        .collect();
    let hierarchy = cloakroom_core::hierarchy::Hierarchy::from_chains(&tree, &chains).unwrap();
    let mut case = Case::new(vec![tree, line], Some(value));
    case.hierarchies
        .insert("tree".to_owned(), Arc::new(hierarchy));
    case.settings.requirement.k = Some(2);
    if random.below(2) == 0 {
        case.settings.requirement.p = Some(2);
    }
    case
}

/// The least loss of any partition whose groups pass, by putting each row into every group or a new one.
fn optimum(space: &Space, referee: &mut Referee<'_>) -> u64 {
    fn place(
        row: u32,
        groups: &mut Vec<Vec<u32>>,
        space: &Space,
        referee: &mut Referee<'_>,
        best: &mut u64,
    ) {
        if row as usize == space.rows() {
            if groups
                .iter()
                .all(|rows| referee.passes(rows.iter().copied()))
            {
                *best = (*best).min(space.lost(groups));
            }
            return;
        }
        for group in 0..groups.len() {
            groups[group].push(row);
            place(row + 1, groups, space, referee, best);
            groups[group].pop();
        }
        groups.push(vec![row]);
        place(row + 1, groups, space, referee, best);
        groups.pop();
    }
    let mut best = u64::MAX;
    place(0, &mut Vec::new(), space, referee, &mut best);
    best
}

#[test]
fn refined_nearly_always_finds_the_best_of_a_tiny_table() {
    let (mut tables, mut met) = (0, 0);
    for seed in 0..TABLES {
        let case = case(&mut Random::new(seed, 0));
        if !case.can_be_reached() {
            continue;
        }
        let best = case.with(|task| {
            let space = Space::new(task, &Progress::default()).unwrap();
            let best = optimum(&space, &mut Referee::new(task));
            best as f64 / (space.all() * space.rows() as u64) as f64
        });
        let reached = case.loss(&case.reach(MethodName::Refined));
        // Losses are rounded to millionths of a cell while groups are compared.
        assert!(reached >= best - 1e-6, "table {seed}");
        tables += 1;
        met += usize::from(reached <= best + 1e-6);
    }
    println!("refined met the optimum of {met} of {tables} tables");
    assert!(met * 10 >= tables * 9, "{met} of {tables}");
}
