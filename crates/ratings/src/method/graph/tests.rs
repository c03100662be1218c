use super::super::testing::*;
use super::divide::mould;
use crate::method::RatingsOutcome;
use crate::ratings::PreparedRatings;
use cloakroom_core::{MethodName, MethodSettings, Progress};

fn cost_of(survey: &PreparedRatings, within: u16, people: &[u32]) -> u64 {
    let settings = MethodSettings::default();
    let task = task(survey, target(2, within), 0, &settings);
    mould(&task, people, &Progress::default()).unwrap().cost
}

/// A person per node and an issue per pair without an edge, on which these two are 2 apart.
fn graph(nodes: usize, is_edge: impl Fn(usize, usize) -> bool) -> Vec<Vec<u16>> {
    let mut rows = vec![Vec::new(); nodes];
    for a in 0..nodes {
        for b in a + 1..nodes {
            if !is_edge(a, b) {
                for (node, row) in rows.iter_mut().enumerate() {
                    row.push(match node {
                        _ if node == a => 1,
                        _ if node == b => 3,
                        _ => 2,
                    });
                }
            }
        }
    }
    rows
}

fn ratings_of(rows: &[Vec<u16>]) -> PreparedRatings {
    let rows: Vec<&[u16]> = rows.iter().map(Vec::as_slice).collect();
    survey(5, &rows, &[])
}

#[test]
fn components_that_fail_are_merged_and_the_one_that_holds_stays() {
    // Figure 7: the first four hold although they are no clique; the paper says they do not.
    let survey = table_3(8);
    let made = reached(made(MethodName::Graph, &survey, target(3, 2), 0));
    let cells = survey.dense().unwrap();
    assert_eq!(made.cells[..12], cells[..12]);
    assert_eq!(distortion(&survey, &made.cells), 4);
    let everybody: Vec<u32> = (4..8).collect();
    assert!(
        holds(&survey, &made.cells, &everybody, &target(4, 2)),
        "a clique of four"
    );
    // The edge that the paper adds among the first four would cost one more.
    assert_eq!(cost_of(&survey, 2, &[0, 1, 2, 3]), 1);
}

#[test]
fn whoever_can_be_spared_at_the_least_cost_is_borrowed() {
    // Figure 8: the second rather than the fourth; the first and the third are needed.
    let survey = table_3(6);
    assert_eq!(cost_of(&survey, 2, &[1, 4, 5]), 14);
    assert_eq!(cost_of(&survey, 2, &[3, 4, 5]), 16);
    let made = reached(made(MethodName::Graph, &survey, target(3, 2), 0));
    assert_eq!(distortion(&survey, &made.cells), 14);
    let rows = printed(&survey, &made.cells);
    assert_eq!(rows[1], [2, 0, 5]);
    // Edges of the original disappear: the second is close to the first no more.
    assert_eq!(rows[0], [3, 6, 0]);
}

#[test]
fn degrees_are_enough_without_cliques() {
    // K3,3 has degrees of 3 and no clique of three; a path has two ends.
    for (nodes, k, rows) in [
        (6, 4, graph(6, |a, b| (a < 3) != (b < 3))),
        (3, 2, graph(3, |a, b| b == a + 1)),
    ] {
        let survey = ratings_of(&rows);
        let made = reached(made(MethodName::Graph, &survey, target(k, 1), 0));
        assert_eq!(made.cells, survey.dense().unwrap());
        assert_eq!(made.kept.len(), nodes);
    }
}

#[test]
fn where_nobody_can_be_spared_all_are_taken_in_and_divided() {
    // In a ring of five everybody has exactly two neighbours; the sixth rated nothing.
    let mut rows = graph(5, |a, b| b == a + 1 || (a, b) == (0, 4));
    rows.push(vec![0; 5]);
    let survey = ratings_of(&rows);
    let made = reached(made(MethodName::Graph, &survey, target(3, 1), 0));
    let everybody: Vec<u32> = (0..6).collect();
    assert!(holds(&survey, &made.cells, &everybody, &target(3, 1)));
    let cost = distortion(&survey, &made.cells);
    assert!(cost < cost_of(&survey, 1, &everybody), "{cost}");
    // The sixth takes on five ratings with two who are close, and the other three lack one edge.
    assert_eq!(cost, 5 * 5 + 1);
}

#[test]
fn all_pairs_of_a_clique_cost_what_the_proof_says() {
    // The edges of a clique of four as people, its nodes as issues; k is all of them.
    let edges = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let row = |&(a, b): &(usize, usize)| -> Vec<u16> {
        (0..4)
            .map(|node| if node == a || node == b { 3 } else { 1 })
            .collect()
    };
    let rows: Vec<Vec<u16>> = edges.iter().map(row).collect();
    let survey = ratings_of(&rows);
    for name in [MethodName::Greedy, MethodName::Graph] {
        let made = reached(made(name, &survey, target(6, 1), 0));
        assert_eq!(distortion(&survey, &made.cells), 12);
    }
}

#[test]
fn an_l_beyond_everybody_is_refused() {
    let survey = table_3(8);
    let wants = crate::privacy::Target {
        deviation: 3_000_000,
        ..target(2, 2)
    };
    let outcome = made(MethodName::Graph, &survey, wants, 0);
    assert!(matches!(outcome, RatingsOutcome::NotReached(_)));
}
