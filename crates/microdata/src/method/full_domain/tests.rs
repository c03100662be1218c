//! Every search against all nodes suppressed one by one on the strings they would release.

use super::super::suppression::{Suppressed, suppress};
use super::super::{Anonymized, MethodOutcome, Task, run};
use super::{branch, run_above};
use crate::privacy::Judge;
use crate::profile::lattice::classes::Need;
use crate::profile::lattice::examine::Examiner;
use crate::profile::lattice::fixtures::{Case, Dice, case, requirement};
use crate::profile::lattice::ground::Ground;
use crate::profile::lattice::price::Pricing;
use crate::profile::lattice::shape::is_below;
use crate::profile::lattice::{LatticeProfile, Profiled, Shape, Status};
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_core::method::SearchMetric;
use cloakroom_core::{Column, MethodName, PreparedTable, Progress, Role, Settings, Table};
use proptest::prelude::*;
use std::collections::HashMap;

/// A node as its definition has it.
struct SuppressedNode {
    levels: Vec<u32>,
    /// Rows left out, if it holds.
    left_out: Option<Vec<u32>>,
    /// How many records fail where it does not hold.
    failing: usize,
    class_sizes: Vec<u32>,
    class_of: Vec<u32>,
}

fn shape(prepared: &PreparedTable<'_>) -> Shape {
    Shape::new(
        prepared
            .quasi
            .iter()
            .map(|quasi| quasi.hierarchy.height() as u32)
            .collect(),
    )
}

/// Classes of equal released strings.
fn classes(prepared: &PreparedTable<'_>, levels: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut known: HashMap<Vec<&str>, u32> = HashMap::new();
    let mut sizes = Vec::new();
    let class_of = (0..prepared.rows())
        .map(|row| {
            let shown: Vec<&str> = prepared
                .quasi
                .iter()
                .zip(levels)
                .map(|(quasi, &level)| {
                    let code = quasi.column.codes()[row];
                    quasi.hierarchy.label(level as usize, code)
                })
                .collect();
            let next = known.len() as u32;
            let class = *known.entry(shown).or_insert(next);
            if class == next {
                sizes.push(0);
            }
            sizes[class as usize] += 1;
            class
        })
        .collect();
    (class_of, sizes)
}

fn all_nodes(task: Task<'_>) -> Vec<SuppressedNode> {
    let shape = shape(task.prepared);
    (0..shape.nodes() as usize)
        .map(|node| {
            let levels = shape.levels(node);
            let (class_of, class_sizes) = classes(task.prepared, &levels);
            let progress = Progress::default();
            let suppressed = suppress(task, &class_of, class_sizes.len(), &progress).unwrap();
            let (left_out, failing) = match suppressed {
                Suppressed::Holds { left_out, .. } => (Some(left_out), 0),
                Suppressed::Fails { failing } => (None, failing),
            };
            SuppressedNode {
                levels,
                left_out,
                failing,
                class_sizes,
                class_of,
            }
        })
        .collect()
}

impl SuppressedNode {
    fn height(&self) -> u32 {
        self.levels.iter().sum()
    }

    fn kept_sizes(&self) -> Vec<u32> {
        let mut gone = vec![false; self.class_sizes.len()];
        for &row in self.left_out.iter().flatten() {
            gone[self.class_of[row as usize] as usize] = true;
        }
        (0..gone.len())
            .filter(|&class| !gone[class])
            .map(|class| self.class_sizes[class])
            .collect()
    }

    /// What the node costs, by the words of the metric's definition.
    fn cost(&self, prepared: &PreparedTable<'_>, metric: SearchMetric, k: u32) -> f64 {
        let rows = prepared.rows();
        let columns = prepared.quasi.len() as f64;
        let mut is_out = vec![false; rows];
        for &row in self.left_out.iter().flatten() {
            is_out[row as usize] = true;
        }
        let out = is_out.iter().filter(|&&out| out).count() as f64;
        let cells = |cost: &dyn Fn(usize, u32, u32) -> f64,
                     left_out: &dyn Fn(usize, u32) -> f64| {
            let mut total = 0.0;
            for (at, quasi) in prepared.quasi.iter().enumerate() {
                for (row, &code) in quasi.column.codes().iter().enumerate() {
                    total += if is_out[row] {
                        left_out(at, code)
                    } else {
                        cost(at, code, self.levels[at])
                    };
                }
            }
            total
        };
        let sizes = self.kept_sizes();
        match metric {
            SearchMetric::Loss => {
                let lost = cells(
                    &|at, code, level| {
                        let hierarchy = &prepared.quasi[at].hierarchy;
                        let group = hierarchy.levels()[level as usize].group_of[code as usize];
                        hierarchy.loss(level as usize, group)
                    },
                    &|_, _| 1.0,
                );
                lost / (rows as f64 * columns)
            }
            SearchMetric::Height => f64::from(self.height()),
            SearchMetric::DistortionRatio => {
                let top = f64::from(shape(prepared).height());
                let kept = rows as f64 - out;
                (kept * f64::from(self.height()) + out * top) / (rows as f64 * top.max(1.0))
            }
            SearchMetric::Dm => sizes.iter().map(|&size| f64::from(size).powi(2)).sum(),
            SearchMetric::Cavg => (rows as f64 - out) / sizes.len() as f64 / f64::from(k),
            SearchMetric::Entropy => {
                let shown_by = |at: usize, code: u32, level: u32| {
                    let quasi = &prepared.quasi[at];
                    let group_of = &quasi.hierarchy.levels()[level as usize].group_of;
                    let same = |other: &&u32| group_of[**other as usize] == group_of[code as usize];
                    quasi.column.codes().iter().filter(same).count() as f64
                };
                let bits = |at: usize, code: u32, level: u32| {
                    let own = f64::from(prepared.quasi[at].column.counts()[code as usize]);
                    (shown_by(at, code, level) / own).log2()
                };
                let top = shape(prepared).heights().to_vec();
                cells(&bits, &|at, code| bits(at, code, top[at]))
            }
        }
    }
}

fn minimal(nodes: &[SuppressedNode]) -> Vec<Vec<u32>> {
    let mut minimal: Vec<&SuppressedNode> = nodes
        .iter()
        .filter(|node| node.left_out.is_some())
        .filter(|node| {
            !nodes.iter().any(|other| {
                other.left_out.is_some()
                    && other.levels != node.levels
                    && is_below(&other.levels, &node.levels)
            })
        })
        .collect();
    minimal.sort_by_key(|node| (node.height(), node.levels.clone()));
    minimal.iter().map(|node| node.levels.clone()).collect()
}

/// The kept rows of a release, shown as strings, settle without leaving anything out.
fn keeps_its_promise(task: Task<'_>, anonymized: &Anonymized) -> bool {
    let table = task.prepared.table;
    let mut known: HashMap<Vec<&str>, u32> = HashMap::new();
    let mut class_of = vec![super::super::suppression::LEFT_OUT; task.prepared.rows()];
    for &row in &anonymized.kept {
        let shown = task
            .prepared
            .quasi
            .iter()
            .map(|quasi| {
                anonymized
                    .column(table, quasi.at)
                    .unwrap()
                    .text(row as usize)
            })
            .collect();
        let next = known.len() as u32;
        class_of[row as usize] = *known.entry(shown).or_insert(next);
    }
    let suppressed = suppress(task, &class_of, known.len(), &Progress::default()).unwrap();
    let (kept, left_out) = (anonymized.kept.clone(), anonymized.left_out.clone());
    suppressed == Suppressed::Holds { kept, left_out }
}

fn with_task<T>(case: &Case, work: impl FnOnce(Task<'_>) -> T) -> T {
    let prepared = case.prepared();
    let judge = Judge::new(&case.settings.requirement, &prepared);
    work(Task {
        prepared: &prepared,
        judge: &judge,
        settings: &case.settings.method,
        purposes: &case.settings.purposes,
    })
}

fn profile(task: Task<'_>) -> LatticeProfile {
    let profiled =
        LatticeProfile::compute(task.prepared, task.judge, &Progress::default()).unwrap();
    match profiled {
        Profiled::Held(profile) => profile,
        Profiled::TooLarge { nodes } => panic!("{nodes} nodes are not held"),
    }
}

fn status(node: &SuppressedNode) -> Status {
    match &node.left_out {
        Some(left_out) if left_out.is_empty() => Status::Satisfied,
        Some(left_out) => Status::WithSuppression(left_out.len()),
        None => Status::Fails(None),
    }
}

/// Without the number, which settling stops counting early.
fn coarse(status: Status) -> Status {
    match status {
        Status::Fails(_) => Status::Fails(None),
        other => other,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_profile_equals_settling_every_node(seed in any::<u64>()) {
        let case = case(seed);
        with_task(&case, |task| {
            let profile = profile(task);
            let asked = &case.settings.requirement;
            prop_assert!(profile.answers(asked));
            let nodes = all_nodes(task);
            for (at, node) in nodes.iter().enumerate() {
                let found = profile.status(at, asked);
                prop_assert_eq!(coarse(found), status(node), "{:?}", &node.levels);
                if let (Status::Fails(Some(failing)), false) = (found, asked.depends_on_release()) {
                    prop_assert_eq!(failing, node.failing);
                }
                if node.left_out.is_some() {
                    let figures = profile.figures(at, asked).unwrap();
                    let sizes = node.kept_sizes();
                    let k = asked.least_size();
                    let loss = node.cost(task.prepared, SearchMetric::Loss, k);
                    prop_assert!((figures.loss - loss).abs() < 1e-8);
                    prop_assert_eq!(figures.classes as usize, sizes.len());
                    prop_assert_eq!(Some(&figures.smallest), sizes.iter().min());
                    let pairs: f64 = sizes.iter().map(|&size| f64::from(size).powi(2)).sum();
                    prop_assert_eq!(figures.dm, pairs);
                }
            }
            let found: Vec<Vec<u32>> = profile
                .minimal(asked)
                .unwrap()
                .into_iter()
                .map(|node| profile.shape().levels(node))
                .collect();
            prop_assert_eq!(found, minimal(&nodes));
            Ok(())
        })?;
    }

    #[test]
    fn thresholds_are_live(seed in any::<u64>()) {
        let case = case(seed);
        let mut dice = Dice(!seed);
        let profile = with_task(&case, profile);
        for _ in 0..3 {
            // Other promises: all are known where nothing may be left out, k and the limit always.
            let mut other = requirement(&mut dice);
            other.suppression = 0.0;
            let mut same_values = case.settings.requirement.clone();
            same_values.suppression = dice.below(101) as f64 / 100.0;
            if !same_values.depends_on_release() {
                same_values.k = Some(1 + dice.below(7) as u32);
            }
            for asked in [other, same_values] {
                let known = asked.l.recursive.is_none_or(|(_, l)| {
                    l > 1 || asked.l.recursive == case.settings.requirement.l.recursive
                });
                let mut settings = case.settings.clone();
                settings.requirement = asked.clone();
                let changed = Case {
                    table: case.table.clone(),
                    settings,
                    hierarchies: case.hierarchies.clone(),
                };
                with_task(&changed, |task| {
                    for (at, node) in all_nodes(task).iter().enumerate() {
                        let found = coarse(profile.status(at, &asked));
                        if known || found != Status::Unknown {
                            prop_assert_eq!(found, status(node), "{:?}", &asked);
                        }
                    }
                    Ok(())
                })?;
            }
        }
    }

    #[test]
    fn searches_find_what_settling_every_node_finds(seed in any::<u64>()) {
        let mut case = case(seed);
        let nodes = with_task(&case, all_nodes);
        let minimal = minimal(&nodes);
        for name in [MethodName::Samarati, MethodName::Incognito, MethodName::HashTable] {
            with_task(&case, |task| {
                match run(name, task, &Progress::default()).unwrap() {
                    MethodOutcome::Reached(anonymized) => {
                        prop_assert_eq!(anonymized.levels.as_ref(), minimal.first());
                        prop_assert!(keeps_its_promise(task, &anonymized));
                        let search = anonymized.search.unwrap();
                        prop_assert!(search.minimal_are_all);
                        prop_assert_eq!(search.minimal, minimal.clone());
                    }
                    MethodOutcome::NotReached(_) => prop_assert!(minimal.is_empty()),
                }
                Ok(())
            })?;
        }
        for metric in SearchMetric::ALL {
            case.settings.method.metric = metric;
            with_task(&case, |task| {
                let k = task.judge.k();
                let priced: Vec<(f64, &SuppressedNode)> = nodes
                    .iter()
                    .filter(|node| node.left_out.is_some())
                    .map(|node| (node.cost(task.prepared, metric, k), node))
                    .collect();
                let least = priced.iter().map(|(cost, _)| *cost).fold(f64::INFINITY, f64::min);
                let expected = priced
                    .iter()
                    .filter(|(cost, _)| *cost < least + 1e-7)
                    .map(|(_, node)| node)
                    .min_by_key(|node| (node.height(), node.levels.clone()))
                    .map(|node| node.levels.clone());
                let found = match run(MethodName::Optimal, task, &Progress::default()).unwrap() {
                    MethodOutcome::Reached(anonymized) => {
                        prop_assert!(keeps_its_promise(task, &anonymized));
                        let search = anonymized.search.unwrap();
                        prop_assert!(search.minimal.iter().all(|node| minimal.contains(node)));
                        prop_assert!(!search.minimal_are_all || search.minimal == minimal);
                        anonymized.levels
                    }
                    MethodOutcome::NotReached(_) => None,
                };
                prop_assert_eq!(&found, &expected, "{:?}", metric);
                let profile = profile(task);
                let from_profile = profile
                    .optimum(metric, task.judge.requirement())
                    .map(|node| profile.shape().levels(node));
                prop_assert_eq!(&from_profile, &expected, "{:?}", metric);
                let examiner = Examiner::new(task.prepared, task.judge);
                let progress = Progress::default();
                let ground = Ground::new(task.prepared, examiner.need(), &progress).unwrap();
                let pricing = Pricing::new(metric, task.prepared, &ground, k);
                let bottom = vec![0; ground.shape.columns()];
                let branched = branch::choose(&ground, &examiner, &pricing, &bottom, u64::MAX, &progress).unwrap();
                prop_assert!(branched.as_ref().is_none_or(|chosen| chosen.proven));
                prop_assert_eq!(&branched.map(|chosen| chosen.levels), &expected, "{:?}", metric);
                // Cut short, it still gives a node that holds.
                let hasty = branch::choose(&ground, &examiner, &pricing, &bottom, 3, &progress).unwrap();
                let holds = |levels: &Vec<u32>| {
                    nodes.iter().any(|node| node.levels == *levels && node.left_out.is_some())
                };
                prop_assert!(hasty.is_none_or(|chosen| holds(&chosen.levels)));
                Ok(())
            })?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_nearest_node_above_is_found(seed in any::<u64>()) {
        let case = case(seed);
        let mut dice = Dice(seed ^ 0xab0e);
        with_task(&case, |task| {
            let shape = shape(task.prepared);
            let from: Vec<u32> = shape
                .heights()
                .iter()
                .map(|&height| dice.below(u64::from(height) + 1) as u32)
                .collect();
            let expected = all_nodes(task)
                .into_iter()
                .filter(|node| node.left_out.is_some() && is_below(&from, &node.levels))
                .min_by_key(|node| (node.height(), node.levels.clone()))
                .map(|node| node.levels);
            let progress = Progress::default();
            let found = match run_above(task, &from, &progress).unwrap() {
                MethodOutcome::Reached(anonymized) => {
                    prop_assert!(keeps_its_promise(task, &anonymized));
                    anonymized.levels
                }
                MethodOutcome::NotReached(_) => None,
            };
            prop_assert_eq!(&found, &expected);
            // The search of lattices that are too large to hold.
            let examiner = Examiner::new(task.prepared, task.judge);
            let ground = Ground::new(task.prepared, examiner.need(), &progress).unwrap();
            let pricing = Pricing::new(SearchMetric::Height, task.prepared, &ground, task.judge.k());
            let branched = branch::choose(&ground, &examiner, &pricing, &from, u64::MAX, &progress).unwrap();
            prop_assert_eq!(&branched.map(|chosen| chosen.levels), &expected);
            let hasty = branch::choose(&ground, &examiner, &pricing, &from, 3, &progress).unwrap();
            prop_assert!(hasty.is_none_or(|chosen| is_below(&from, &chosen.levels)));
            Ok(())
        })?;
    }
}

#[test]
fn random_cases_have_every_standing() {
    let mut seen = [0usize; 3];
    let (mut close, mut like) = (0, 0);
    for seed in 0..200 {
        let case = case(seed);
        let requirement = &case.settings.requirement;
        for node in with_task(&case, all_nodes) {
            match status(&node) {
                Status::Satisfied => seen[0] += 1,
                Status::WithSuppression(_) => {
                    seen[1] += 1;
                    close += usize::from(requirement.t.is_some());
                    like += usize::from(requirement.beta.is_some());
                }
                _ => seen[2] += 1,
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
    assert!(close > 20 && like > 20, "{close} {like}");
}

/// Keys of more than one word: five columns of 8,000 values.
#[test]
fn wide_keys_are_exact() {
    let mut dice = Dice(7);
    let mut settings = Settings::default();
    let mut columns = Vec::new();
    for at in 0..5 {
        let name = format!("q{at}");
        let texts = (0..8_300usize).map(|row| match row {
            // Every value once, then a few records that agree in all columns but one.
            0..8_200 => row.to_string(),
            _ => (dice.below(2) + at).to_string(),
        });
        columns.push(Column::from_texts(&name, texts.collect::<Vec<_>>()).unwrap());
        settings.roles.set(&name, Some(Role::Quasi));
    }
    settings.requirement.k = Some(3);
    settings.requirement.suppression = 1.0;
    let case = Case {
        table: Table::new(columns).unwrap(),
        settings,
        hierarchies: Hierarchies::new(),
    };
    with_task(&case, |task| {
        let ground = Ground::new(task.prepared, Need::Sizes, &Progress::default()).unwrap();
        assert_eq!(ground.layout.words(), 2);
        let profile = profile(task);
        let nodes = all_nodes(task);
        for (at, node) in nodes.iter().enumerate() {
            let found = profile.status(at, task.judge.requirement());
            assert_eq!(coarse(found), status(node), "{:?}", node.levels);
        }
        let MethodOutcome::Reached(found) =
            run(MethodName::Optimal, task, &Progress::default()).unwrap()
        else {
            panic!("the top holds");
        };
        assert!(keeps_its_promise(task, &found));
    });
}
