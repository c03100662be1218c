//! How the nodes of a lattice stand where people or groups are counted. A person may be in several classes, so nothing of
//! this rolls up from node to node: every node is looked at by itself, for the promises that are asked for and any share
//! that may be left out.

use super::examine::Examiner;
use super::ground::Ground;
use super::price::Pricing;
use super::roll::Roller;
use super::sizes::{Counter, Sizes};
use crate::privacy::{Judge, PrivacyModel};
use crate::profile::crowd::{Atoms, Crowd};
use cloakroom_core::{Counted, PreparedTable, Progress, Requirement, Stopped, Units};
use rayon::prelude::*;

#[derive(Clone, Debug)]
pub struct UnitProfile {
    asked: Requirement,
    nodes: Vec<UnitsOfNode>,
    /// Of the classes at the bottom, with all sensitive columns.
    atoms: Atoms,
    /// All units of the table.
    pub count: usize,
    pub counted: Counted,
}

/// What stays at a node, if whoever must be left out is.
#[derive(Clone, Debug, Default)]
pub struct UnitsOfNode {
    /// Units that must be left out.
    pub left_out: usize,
    /// All classes, and those of at least k units, before anybody is left out.
    pub classes: u32,
    pub reach_k: u32,
    /// The fewest units of a class before anybody is left out, and the units that have a class of fewer than k.
    pub least: u32,
    pub below_k: u32,
    /// The fewest units of a class that stays.
    pub smallest: u32,
    /// The records that stay in each class; those that do not are out whatever k is.
    pub sizes: Sizes,
}

impl UnitProfile {
    pub fn compute(
        ground: &Ground,
        prepared: &PreparedTable<'_>,
        units: &Units<'_>,
        judge: &Judge,
        costs: [&Pricing; 2],
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let nodes = ground.shape.nodes() as usize;
        progress.stage("counting people", nodes as u64);
        let sensitive = prepared.sensitive.iter();
        let codes: Vec<&[u32]> = sensitive.map(|of| of.column.codes()).collect();
        let atoms = Atoms::new(&ground.class_of, units, &codes, progress)?;
        let examiner = Examiner::new(prepared, judge).without_limit();
        let looks = Look {
            ground,
            examiner: &examiner,
            costs,
            k: judge.k(),
            progress,
        };
        let tools = || (Roller::new(ground), Counter::default());
        let nodes = (0..nodes)
            .into_par_iter()
            .map_init(tools, |(roller, counter), node| {
                progress.check()?;
                let found = looks.at(node, roller, counter)?;
                progress.advance(1);
                Ok(found)
            })
            .collect::<Result<_, Stopped>>()?;
        Ok(Self {
            asked: judge.requirement().clone(),
            nodes,
            atoms,
            count: units.count(),
            counted: units.counted,
        })
    }

    /// What stays at a node; `None` if it was computed for other promises.
    pub fn at(&self, node: usize, requirement: &Requirement) -> Option<&UnitsOfNode> {
        let is_same = |model: PrivacyModel| {
            let get = model.promise().get;
            get(&self.asked) == get(requirement)
                && model.rank(&self.asked) == model.rank(requirement)
        };
        let mut asked = PrivacyModel::ALL.into_iter();
        asked.all(is_same).then(|| &self.nodes[node])
    }

    /// Classes of a node, and how many of them have at least k units, for the k that it was computed for.
    pub fn reaching(&self, node: usize, k: u32) -> Option<(u64, u64)> {
        let of = &self.nodes[node];
        let is_same = self.asked.least_size() == k;
        is_same.then(|| (of.classes.into(), of.reach_k.into()))
    }

    /// The fewest units of a class of a node, and how many have a class of fewer than k, before anybody is left out; `None`
    /// for another k than it was computed for.
    pub fn small(&self, node: usize, k: u32) -> Option<(u32, u32)> {
        let of = &self.nodes[node];
        (self.asked.least_size() == k).then_some((of.least, of.below_k))
    }

    /// Who stands in so many classes, into which those of the bottom are merged.
    pub fn crowd(&self, classes: usize, into: &[u32]) -> Crowd {
        self.atoms.under(classes, |class| into[class as usize])
    }
}

struct Look<'a> {
    ground: &'a Ground,
    examiner: &'a Examiner<'a>,
    costs: [&'a Pricing; 2],
    k: u32,
    progress: &'a Progress,
}

impl Look<'_> {
    fn at(
        &self,
        node: usize,
        roller: &mut Roller<'_>,
        counter: &mut Counter,
    ) -> Result<UnitsOfNode, Stopped> {
        let ground = self.ground;
        let classes = roller.roll(&ground.bottom, &ground.shape.levels(node));
        let Some(seen) = self.examiner.settled(ground, &classes, self.progress)? else {
            return Ok(UnitsOfNode::default());
        };
        let mut out = vec![0u32; classes.len()];
        for &(class, rows) in seen.finding.rows_out.iter().flatten() {
            out[class as usize] = rows;
        }
        let k = self.k;
        let is_enough = |&class: &usize| seen.crowd.of_class(class).count() >= k as usize;
        let reach_k = (0..classes.len()).filter(is_enough).count() as u32;
        let least: Vec<u32> = seen.crowd.least().into_iter().flatten().collect();
        let mut smallest = u32::MAX;
        for (class, &out) in out.iter().enumerate() {
            let [loss, entropy] = self.costs.map(|cost| cost.extra(ground, &classes, class));
            if out > 0 {
                counter.add_out(out, loss, entropy);
            }
            if out < classes.sizes[class] {
                counter.add(classes.sizes[class] - out, loss, entropy);
                let staying = seen.crowd.staying(class, &seen.settled.gone);
                smallest = smallest.min(staying);
            }
        }
        Ok(UnitsOfNode {
            left_out: seen.finding.left_out,
            classes: classes.len() as u32,
            reach_k,
            least: least.iter().copied().min().unwrap_or(0),
            below_k: least.iter().filter(|&&heads| heads < k).count() as u32,
            smallest: if smallest == u32::MAX { 0 } else { smallest },
            sizes: counter.finish(),
        })
    }
}
