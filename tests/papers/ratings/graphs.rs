//! The graph of who is close to whom: components, cliques, decompositions.

use super::*;
use crate::worked;

fn components(graph: &EpsilonGraph) -> Vec<Vec<u32>> {
    let mut found: Vec<Vec<u32>> = Vec::new();
    for record in 0..graph.records() as u32 {
        if found.iter().any(|component| component.contains(&record)) {
            continue;
        }
        let mut component = vec![record];
        let mut at = 0;
        while at < component.len() {
            for &near in graph.near(component[at]) {
                if !component.contains(&near) {
                    component.push(near);
                }
            }
            at += 1;
        }
        component.sort_unstable();
        found.push(component);
    }
    found
}

fn is_clique(graph: &EpsilonGraph, records: &[u32]) -> bool {
    let near_all = |&a: &u32| records.iter().all(|&b| graph.are_near(a, b));
    records.iter().all(near_all)
}

fn is_maximal(graph: &EpsilonGraph, clique: &[u32]) -> bool {
    let others = (0..graph.records() as u32).filter(|record| !clique.contains(record));
    let mut larger = others.map(|other| [clique, &[other]].concat());
    is_clique(graph, clique) && !larger.any(|larger| is_clique(graph, &larger))
}

/// How many ways there are to part these records into cliques of at least k.
fn decompositions(graph: &EpsilonGraph, records: &[u32], k: usize) -> usize {
    let Some((&first, rest)) = records.split_first() else {
        return 1;
    };
    let mut ways = 0;
    for chosen in 0..1u32 << rest.len() {
        let is_in = |at: usize| chosen >> at & 1 == 1;
        let (mut part, mut left) = (vec![first], Vec::new());
        for (at, &record) in rest.iter().enumerate() {
            if is_in(at) { &mut part } else { &mut left }.push(record);
        }
        if part.len() >= k && is_clique(graph, &part) {
            ways += decompositions(graph, &left, k);
        }
    }
    ways
}

/// Pairs of these records without an edge.
fn missing(graph: &EpsilonGraph, records: &[u32]) -> Vec<[u32; 2]> {
    let pairs = records
        .iter()
        .flat_map(|&a| records.iter().map(move |&b| [a, b]));
    pairs
        .filter(|&[a, b]| a < b && !graph.are_near(a, b))
        .collect()
}

fn graph_after(survey: &PreparedRatings, k: u32) -> (EpsilonGraph, Vec<u16>) {
    let cells = made(MethodName::Graph, survey, k, 2).cells;
    (graph(&survey.with_cells(cells.clone()), 2), cells)
}

/// Degrees with people who rated the same counted.
fn degrees(graph: &EpsilonGraph) -> impl Iterator<Item = usize> {
    (0..graph.records() as u32).map(|record| {
        let near = graph.near(record).iter();
        let near: usize = near.map(|&near| graph.people(near).len()).sum();
        near + graph.people(record).len() - 1
    })
}

worked! {
    e003_comp = "003-comp" {
        assert_eq!(components(&graph(&table_2(), 2)), [vec![0, 1, 2, 3], vec![4, 5]]);
    }
    e003_g134 = "003-G134" {
        assert!(is_maximal(&graph(&table_2(), 2), &[0, 2, 3]));
    }
    e003_3cliques = "003-3cliques" {
        let graph = graph(&table_2(), 2);
        let triples = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
        let cliques: Vec<[u32; 3]> = triples.into_iter().filter(|it| is_clique(&graph, it)).collect();
        assert_eq!(cliques, [[0, 1, 2], [0, 2, 3]]);
    }
    e003_2dec = "003-2dec" {
        let table = table_2();
        assert!(decompositions(&graph(&table, 2), &everybody(&table), 2) > 0);
        assert!(sliced_and_pruned(&table, 2, 2).iter().all(|part| part.len() >= 2));
    }
    e003_2dec_count = "003-2dec-count" {
        assert_eq!(decompositions(&graph(&table_2(), 2), &[0, 1, 2, 3], 2), 2);
    }
    e003_t3_comp = "003-T3-comp" {
        let parts = [vec![0, 1, 2, 3], vec![4, 5], vec![6, 7]];
        assert_eq!(components(&graph(&table_3(), 2)), parts);
    }
    e003_t3_g1_dec = "003-T3-G1-dec" {
        assert_eq!(decompositions(&graph(&table_3(), 2), &[0, 1, 2, 3], 3), 0);
    }
    e003_merge_edges = "003-merge-edges" {
        assert_eq!(missing(&graph(&table_3(), 2), &[4, 5, 6, 7]).len(), 4);
    }
    e003_g1_edges = "003-G1-edges" {
        assert_eq!(missing(&graph(&table_3(), 2), &[0, 1, 2, 3]), [[1, 3]]);
    }
    e003_merge_4dec = "003-merge-4dec" {
        let table = table_3();
        let (_, cells) = graph_after(&table, 4);
        assert_eq!(distortion(&table, &cells), 5);
        let after = table.with_cells(cells);
        let groups = sliced_and_pruned(&after, 2, 4);
        assert_eq!(groups, [vec![0, 1, 2, 3], vec![4, 5, 6, 7]]);
    }
    e003_borrow = "003-borrow" {
        let table = table_2();
        // To press the second, or the fourth, together with the two of the other group.
        let costs = [1, 3].map(|borrowed| {
            let three = table.picked(&[borrowed, 4, 5]);
            distortion(&three, &made(MethodName::Greedy, &three, 3, 2).cells)
        });
        assert_eq!(costs, [14, 16]);
        let (_, cells) = graph_after(&table, 3);
        assert_eq!(distortion(&table, &cells), 14);
        assert_eq!(cells[3..6], points(&[2, 0, 5]));
    }
    e003_borrow_sound = "003-borrow-sound" {
        let table = table_2();
        let (_, cells) = graph_after(&table, 3);
        assert!(holds(&table.with_cells(cells), 3, 2, 0.0));
    }
    e003_borrow_edges_kept = "003-borrow-edges-kept" {
        let table = table_2();
        let (before, (after, _)) = (graph(&table, 2), graph_after(&table, 3));
        let record = |person: usize| after.patterns.record_of[person];
        for other in [0, 2] {
            assert!(before.are_near(1, other));
            assert!(!after.are_near(record(1), record(other as usize)));
        }
    }
    e003_thm1 = "003-thm1" {
        for code in 0..4u32.pow(4) {
            let rows = [0, 1, 2, 3].map(|at| vec![(code / 4u32.pow(at) % 4) as u16]);
            let table = PreparedRatings::from_rows(scale(4), &rows, Vec::new());
            for (k, within) in [(2, 0), (2, 1), (3, 1), (4, 1), (3, 2)] {
                let graph = graph(&table, within);
                let degrees = degrees(&graph).all(|degree| degree + 1 >= k as usize);
                assert_eq!(holds(&table, k, within, 0.0), degrees, "{rows:?} {k} {within}");
            }
        }
    }
}
