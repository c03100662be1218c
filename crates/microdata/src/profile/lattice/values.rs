//! What the classes of every node show about sensitive values.

use super::classes::{Classes, Values};
use super::examine::{Examiner, fill};
use super::ground::Ground;
use super::price::Pricing;
use super::reach::{Gauge, Reach};
use super::roll::Roller;
use super::sizes::{Counter, Sizes};
use crate::privacy::{Judge, PrivacyModel};
use cloakroom_core::{PreparedTable, Progress, Requirement, Stopped};
use rayon::prelude::*;

/// Nodes deeper than this are walked by one thread.
const PARALLEL_DEPTH: usize = 3;

/// Per node: what its classes reach, and which of them stay under the promises that were asked for.
#[derive(Clone, Debug)]
pub struct ValueProfile {
    asked: Requirement,
    /// By node, one per sensitive column.
    reach: Vec<Box<[Reach]>>,
    /// By node; empty where nothing is asked about values.
    staying: Vec<Sizes>,
}

impl ValueProfile {
    /// Walks all nodes. `ground` counts sensitive values.
    pub fn compute(
        ground: &Ground,
        prepared: &PreparedTable<'_>,
        judge: &Judge,
        costs: [&Pricing; 2],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let nodes = ground.shape.nodes() as usize;
        progress.stage("measuring values", nodes as u64);
        let asked = judge.requirement();
        let gauges: Vec<Gauge> = prepared
            .sensitive
            .iter()
            .map(|sensitive| Gauge::new(sensitive, asked))
            .collect();
        let any_size = Judge::new(
            &Requirement {
                k: None,
                ..asked.clone()
            },
            prepared,
        );
        let walk = Walk {
            ground,
            costs,
            staying: match (asked.looks_at_values(), judge.depends_on_release()) {
                (false, _) => Staying::Unasked,
                (true, false) => Staying::AnySize(&any_size),
                (true, true) => {
                    let examiner = Examiner::new(prepared, judge).without_limit();
                    Staying::Suppressed(Box::new(examiner))
                }
            },
            progress,
        };
        let mut found = Vec::with_capacity(nodes);
        walk.visit(
            &ground.bottom,
            0,
            0,
            &mut Tools::new(ground, &gauges),
            &mut found,
        )?;
        let mut reach = vec![Box::default(); nodes];
        let mut staying = vec![Sizes::default(); if asked.looks_at_values() { nodes } else { 0 }];
        for (node, of_node, sizes) in found {
            reach[node] = of_node;
            if let Some(sizes) = sizes {
                staying[node] = sizes;
            }
        }
        Ok(Self {
            asked: asked.clone(),
            reach,
            staying,
        })
    }

    /// What the classes of a node reach, by sensitive column.
    pub fn reach(&self, node: usize) -> &[Reach] {
        &self.reach[node]
    }

    /// Whether all classes of a node keep the promises about values, with nothing left out; `None` if that
    /// was not measured.
    pub fn keeps(&self, node: usize, requirement: &Requirement) -> Option<bool> {
        let mut keeps = true;
        for reach in &self.reach[node] {
            keeps &= reach.keeps(requirement)?;
        }
        Some(keeps)
    }

    /// The classes of a node that stay, if it was computed for these promises about values. What compares
    /// with the release depends on which records are left out, and so on k.
    pub fn staying(&self, node: usize, requirement: &Requirement) -> Option<&Sizes> {
        let same = PrivacyModel::ALL
            .into_iter()
            .filter(|model| model.looks_at_values())
            .all(|model| {
                let get = model.promise().get;
                get(&self.asked) == get(requirement)
                    && model.rank(&self.asked) == model.rank(requirement)
            })
            && (!requirement.depends_on_release()
                || self.asked.least_size() == requirement.least_size());
        self.staying.get(node).filter(|_| same)
    }
}

enum Staying<'a> {
    /// Nothing is asked about values.
    Unasked,
    /// Each class is judged alone, whatever its size.
    AnySize(&'a Judge),
    /// Which classes stay depends on which are left out.
    Suppressed(Box<Examiner<'a>>),
}

struct Walk<'a> {
    ground: &'a Ground,
    costs: [&'a Pricing; 2],
    staying: Staying<'a>,
    progress: &'a Progress,
}

/// What one thread works with.
struct Tools<'a> {
    roller: Roller<'a>,
    gauges: Vec<Gauge>,
    counter: Counter,
}

impl<'a> Tools<'a> {
    fn new(ground: &'a Ground, gauges: &[Gauge]) -> Self {
        Self {
            roller: Roller::new(ground),
            gauges: gauges.to_vec(),
            counter: Counter::default(),
        }
    }
}

type Found = Vec<MeasuredNode>;

/// A node, what its classes reach, and which of them stay.
type MeasuredNode = (usize, Box<[Reach]>, Option<Sizes>);

impl<'a> Walk<'a> {
    /// As in the walk that counts sizes: each node is reached once.
    fn visit(
        &self,
        classes: &Classes,
        from: usize,
        depth: usize,
        tools: &mut Tools<'a>,
        found: &mut Found,
    ) -> Result<(), Stopped> {
        self.progress.check()?;
        found.push(self.measure(classes, tools)?);
        self.progress.advance(1);
        let order = self.ground.layout.order();
        let heights = self.ground.shape.heights();
        let next: Vec<(usize, Vec<u32>)> = (from..order.len())
            .filter_map(|at| {
                let column = order[order.len() - 1 - at];
                let mut levels = classes.levels.clone();
                levels[column] += 1;
                (levels[column] <= heights[column]).then_some((at, levels))
            })
            .collect();
        if depth > PARALLEL_DEPTH {
            for (at, levels) in next {
                let raised = tools.roller.roll(classes, &levels);
                self.visit(&raised, at, depth + 1, tools, found)?;
            }
            return Ok(());
        }
        let gauges = &tools.gauges;
        let parts = next
            .into_par_iter()
            .map(|(at, levels)| {
                let mut tools = Tools::new(self.ground, gauges);
                let raised = tools.roller.roll(classes, &levels);
                let mut found = Found::new();
                self.visit(&raised, at, depth + 1, &mut tools, &mut found)?;
                Ok(found)
            })
            .collect::<Result<Vec<_>, Stopped>>()?;
        found.extend(parts.into_iter().flatten());
        Ok(())
    }

    fn measure(&self, classes: &Classes, tools: &mut Tools<'_>) -> Result<MeasuredNode, Stopped> {
        let node = self.ground.shape.node(&classes.levels);
        let Values::Counts(columns) = &classes.values else {
            return Ok((node, Box::default(), None));
        };
        let reach = columns
            .iter()
            .zip(&mut tools.gauges)
            .map(|(column, gauge)| {
                let mut worst = gauge.untouched();
                for (class, &size) in classes.sizes.iter().enumerate() {
                    self.progress.check()?;
                    gauge.measure(column.of(class), size, &mut worst);
                }
                Ok(gauge.finish(worst))
            })
            .collect::<Result<_, Stopped>>()?;
        let stays: Vec<bool> = match &self.staying {
            Staying::Unasked => return Ok((node, reach, None)),
            Staying::AnySize(judge) => {
                let mut histograms = judge.histograms();
                (0..classes.len())
                    .map(|class| {
                        self.progress.check()?;
                        fill(&mut histograms, columns, class);
                        Ok(judge.passes(classes.sizes[class], &histograms))
                    })
                    .collect::<Result<_, Stopped>>()?
            }
            Staying::Suppressed(examiner) => {
                let mut stays = vec![true; classes.len()];
                for class in examiner
                    .examine(self.ground, classes, self.progress)?
                    .failing
                {
                    stays[class as usize] = false;
                }
                stays
            }
        };
        for (class, stays) in stays.into_iter().enumerate() {
            let size = classes.sizes[class];
            let [loss, entropy] = self
                .costs
                .map(|cost| cost.extra(self.ground, classes, class));
            if stays {
                tools.counter.add(size, loss, entropy);
            } else {
                tools.counter.add_out(size, loss, entropy);
            }
        }
        Ok((node, reach, Some(tools.counter.finish())))
    }
}
