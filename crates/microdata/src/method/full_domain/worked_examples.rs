//! The worked examples of thesis chapter 2, with the numbers as they should be.

use super::super::{MethodOutcome, Task, run};
use crate::privacy::{Judge, PrivacyModel, parameter};
use crate::profile::lattice::{LatticeProfile, Profiled};
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::{
    Column, Hierarchy, MethodName, PreparedTable, Progress, Requirement, Role, Settings, Table,
};
use std::sync::Arc;

/// Table 2.1.
const PATIENTS: [[&str; 4]; 6] = [
    ["Male", "25", "4370", "Cancer"],
    ["Male", "25", "4370", "Cancer"],
    ["Male", "22", "4352", "Cancer"],
    ["Female", "28", "4373", "Chest Pain"],
    ["Female", "28", "4373", "Obesity"],
    ["Female", "34", "4350", "Flu"],
];

/// Figure 2.1.
const PATIENT_HIERARCHIES: [&str; 3] = [
    "Male;person Female;person",
    "22;22-25;22-34 25;22-25;22-34 28;28-34;22-34 34;28-34;22-34",
    "4350;435*;43** 4352;435*;43** 4370;437*;43** 4373;437*;43**",
];

/// Table 2.8.
const SALARIES: [[&str; 3]; 8] = [
    ["17", "12K", "1000"],
    ["19", "13K", "1010"],
    ["20", "14K", "1020"],
    ["24", "16K", "50000"],
    ["29", "21K", "16000"],
    ["34", "24K", "24000"],
    ["39", "36K", "33000"],
    ["45", "39K", "31000"],
];

/// Figure 2.8, which is missing, as Table 2.10 has it; its first Zip interval is [12K-16K].
const SALARY_HIERARCHIES: [&str; 2] = [
    "17;17-24;* 19;17-24;* 20;17-24;* 24;17-24;* 29;29-34;* 34;29-34;* 39;39-45;* 45;39-45;*",
    "12K;12K-16K;* 13K;12K-16K;* 14K;12K-16K;* 16K;12K-16K;* 21K;21K-24K;* 24K;21K-24K;* 36K;36K-39K;* \
     39K;36K-39K;*",
];

struct Example {
    table: Table,
    settings: Settings,
    hierarchies: Hierarchies,
}

/// The last column is sensitive; of the others, those at `quasi` are quasi-identifiers.
fn example<const N: usize>(rows: &[[&str; N]], chains: &[&str], quasi: &[usize]) -> Example {
    let mut settings = Settings::default();
    let mut hierarchies = Hierarchies::new();
    let columns = (0..N).map(|at| {
        let name = format!("c{at}");
        let column = Column::from_texts(&name, rows.iter().map(|row| row[at])).unwrap();
        if at == N - 1 {
            settings.roles.set(&name, Some(Role::Sensitive));
        } else if quasi.contains(&at) {
            settings.roles.set(&name, Some(Role::Quasi));
            let chains: Vec<Vec<&str>> = chains[at]
                .split(' ')
                .map(|chain| chain.split(';').collect())
                .collect();
            let hierarchy = Hierarchy::from_chains(&column, &chains).unwrap();
            hierarchies.insert(name, Arc::new(hierarchy));
        }
        column
    });
    let table = Table::new(columns.collect()).unwrap();
    Example {
        table,
        settings,
        hierarchies,
    }
}

impl Example {
    fn ask<T>(&self, requirement: Requirement, work: impl FnOnce(Task<'_>) -> T) -> T {
        let prepared = PreparedTable::new(&self.table, &self.settings, &self.hierarchies).unwrap();
        let judge = Judge::new(&requirement, &prepared);
        work(Task {
            prepared: &prepared,
            judge: &judge,
            settings: &self.settings.method,
            purposes: &self.settings.purposes,
        })
    }

    fn profile(&self) -> LatticeProfile {
        self.ask(k(1), |task| {
            match LatticeProfile::compute(task.prepared, task.judge, &Progress::default()).unwrap()
            {
                Profiled::Held(profile) => profile,
                Profiled::TooLarge { nodes } => panic!("{nodes} nodes"),
            }
        })
    }

    /// The levels that a method chooses, and all minimal nodes.
    fn search(&self, name: MethodName, requirement: Requirement) -> (Vec<u32>, Vec<Vec<u32>>) {
        self.ask(requirement, |task| {
            let MethodOutcome::Reached(found) = run(name, task, &Progress::default()).unwrap()
            else {
                panic!("the top holds");
            };
            (found.levels.unwrap(), found.search.unwrap().minimal)
        })
    }
}

fn k(k: u32) -> Requirement {
    Requirement {
        k: Some(k),
        ..Requirement::default()
    }
}

const METHODS: [MethodName; 3] = [
    MethodName::HashTable,
    MethodName::Samarati,
    MethodName::Incognito,
];

#[test]
fn the_largest_k_of_generalized_tables() {
    let smallest = |profile: &LatticeProfile, levels: &[u32]| {
        let node = profile.shape().node(levels);
        profile.sizes(node).stay(1).smallest
    };
    let whole = example(&PATIENTS, &PATIENT_HIERARCHIES, &[0, 1, 2]).profile();
    assert_eq!(smallest(&whole, &[0, 0, 0]), 1);
    // Table 2.2: every man has cancer.
    assert_eq!(smallest(&whole, &[0, 1, 2]), 3);
    let reach = &whole.reach(whole.shape().node(&[0, 1, 2]))[0];
    let distinct = PrivacyModel::DistinctDiversity;
    let reached = reach.safety(distinct, &Requirement::default()).unwrap();
    assert_eq!(parameter::from_safety(distinct, reached), Some(1));
    // Example 2.3.
    let pair = example(&PATIENTS, &PATIENT_HIERARCHIES, &[0, 2]).profile();
    let reached = [[0, 2], [1, 1], [1, 2]].map(|levels| smallest(&pair, &levels));
    assert_eq!(reached, [3, 2, 6]);
    assert_eq!(pair.shape().strategies(), Some(3));
}

#[test]
fn minimal_generalizations() {
    // Example 2.5.
    let pair = example(&PATIENTS, &PATIENT_HIERARCHIES, &[0, 2]);
    for name in METHODS {
        let (levels, minimal) = pair.search(name, k(2));
        assert_eq!(minimal, [[0, 2], [1, 1]].map(Vec::from));
        assert_eq!(levels, [0, 2]);
        assert_eq!(pair.search(name, k(3)).1, [[0, 2]].map(Vec::from));
    }
    let profile = pair.profile();
    let minimal = profile.minimal(&k(2)).unwrap();
    let levels: Vec<Vec<u32>> = minimal
        .iter()
        .map(|&node| profile.shape().levels(node))
        .collect();
    assert_eq!(levels, [[0, 2], [1, 1]].map(Vec::from));
}

#[test]
fn hash_tables_have_the_counts_of_the_thesis() {
    // Tables 2.4 and 2.7, keyed by the whole tuple.
    let ages = example(&PATIENTS, &PATIENT_HIERARCHIES, &[1, 2]).profile();
    let rows: Vec<(String, u32, u32)> = ages
        .hash_table(0, None)
        .into_iter()
        .map(|row| (row.labels.join(","), row.count, row.distinct[0]))
        .collect();
    let expected = [
        ("25,4370", 2, 1),
        ("22,4352", 1, 1),
        ("28,4373", 2, 2),
        ("34,4350", 1, 1),
    ];
    assert_eq!(rows, expected.map(|(tuple, n, l)| (tuple.to_owned(), n, l)));
    // Table 2.5: strategy 1 read as raising Zip first, and as raising Gender first.
    let pair = example(&PATIENTS, &PATIENT_HIERARCHIES, &[0, 2]).profile();
    for first in [[0, 1], [1, 0]] {
        let way = [[0, 0], first, [1, 1], [1, 2]].map(|levels| pair.shape().node(&levels));
        let tables: Vec<Vec<u32>> = way
            .windows(2)
            .map(|step| {
                let mut counts: Vec<u32> = pair
                    .hash_table(step[1], Some(step[0]))
                    .iter()
                    .map(|row| row.count)
                    .collect();
                counts.sort_unstable();
                counts
            })
            .collect();
        assert_eq!(tables, [vec![1, 1, 2, 2], vec![2, 4], vec![6]]);
        let lowest = tables.iter().position(|counts| counts[0] >= 2);
        assert_eq!(lowest, Some(1), "the second step, so height 2");
    }
}

#[test]
fn the_example_of_section_2_5() {
    let salaries = example(&SALARIES, &SALARY_HIERARCHIES, &[0, 1]);
    let profile = salaries.profile();
    assert_eq!(profile.shape().strategies(), Some(6));
    let way = [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2]].map(|levels| profile.shape().node(&levels));
    let tuples = way.map(|node| profile.sizes(node).stay(1).classes);
    assert_eq!(tuples, [8, 8, 3, 3, 1]);
    assert!(
        profile
            .hash_table(way[1], Some(way[0]))
            .iter()
            .all(|row| row.count == 1)
    );
    let mut diverse = k(2);
    diverse.l.distinct = Some(2);
    for name in METHODS {
        // The text says level 3 once; L[2] is right.
        assert_eq!(salaries.search(name, k(2)).0, [1, 1]);
        assert_eq!(salaries.search(name, diverse.clone()).0, [1, 1]);
    }
    let labels = &profile.hash_table(way[2], Some(way[1]))[0].labels;
    assert_eq!(labels[1], "12K-16K");
}
