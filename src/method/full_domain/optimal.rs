//! The cheapest node of the lattice that holds, by a metric.

use super::super::{MethodOutcome, SearchReport, Task};
use super::apply::{Applied, apply};
use super::search::Search;
use super::tags::Tag;
use crate::model::problem::Failure;
use crate::model::pulse::{Pulse, Stopped};
use crate::profile::lattice::examine::Examiner;
use crate::profile::lattice::ground::Ground;
use crate::profile::lattice::price::Pricing;

pub fn run(task: Task<'_>, pulse: &Pulse) -> Result<MethodOutcome, Failure> {
    let examiner = Examiner::new(task.subject, task.judge);
    let ground = Ground::new(task.subject, examiner.need(), pulse)?;
    let pricing = Pricing::new(task.settings.metric, task.subject, &ground, task.judge.k());
    let nodes = ground.shape.nodes() as usize;
    let mut search = Search::new(&ground, &examiner, &pricing, nodes, pulse);
    search_held(&mut search, &pricing, nodes)?;
    let Some(best) = search.best() else {
        return Ok(MethodOutcome::NotReached("x".into()));
    };
    let mut anonymized = match apply(task, &ground, &ground.shape.levels(best.node), pulse)? {
        Applied::Release(anonymized) => anonymized,
        Applied::Fails(failing) => {
            return Ok(MethodOutcome::NotReached(format!("{failing}")));
        }
    };
    anonymized.search = Some(SearchReport {
        nodes: ground.shape.nodes(),
        checked: search.checked,
        strategies: ground.shape.strategies_about(),
        minimal: Vec::new(),
    });
    Ok(MethodOutcome::Reached(anonymized))
}

fn search_held(search: &mut Search<'_>, pricing: &Pricing, nodes: usize) -> Result<(), Stopped> {
    let shape = &search.ground.shape;
    let mut order: Vec<(u128, u32, u32)> = (0..nodes)
        .map(|node| {
            (
                pricing.base(&shape.levels(node)),
                shape.height_of(node),
                node as u32,
            )
        })
        .collect();
    order.sort_unstable();
    for &(base, height, node) in &order {
        let node = node as usize;
        if search
            .best()
            .is_some_and(|best| (base, height, node) >= (best.rank, best.height, best.node))
        {
            break;
        }
        match search.tags.of(node) {
            Tag::Fails => {}
            Tag::Holds => {
                search.check(node)?;
            }
            Tag::Open => climb(search, pricing, node)?,
        }
    }
    Ok(())
}

/// Decides an open node on a way from it to the top: halving the way finds where it begins to hold, and
/// what fails highest rules out most.
fn climb(search: &mut Search<'_>, pricing: &Pricing, node: usize) -> Result<(), Stopped> {
    let shape = &search.ground.shape;
    let mut way = vec![node];
    let mut at = node;
    loop {
        let next = (0..shape.columns())
            .filter(|&column| shape.level(at, column) < shape.heights()[column])
            .filter(|&column| search.tags.of(at + shape.stride(column)) == Tag::Open)
            .min_by_key(|&column| {
                let level = shape.level(at, column);
                pricing.base_of(column, level + 1) - pricing.base_of(column, level)
            });
        let Some(column) = next else { break };
        at += shape.stride(column);
        way.push(at);
    }
    // way[..low] fail, way[high..] hold.
    let (mut low, mut high) = (0, way.len());
    while low < high {
        let middle = (low + high) / 2;
        let finding = search.check(way[middle])?;
        if finding.holds {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(())
}
