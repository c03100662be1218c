//! The profile of a lattice: computed once, then every threshold is a look-up for every node.

use super::classes::Need;
use super::ground::Ground;
use super::price::Pricing;
use super::reach::Reach;
use super::shape::Shape;
use super::sizes::Sizes;
use super::tree;
use super::units::UnitProfile;
use super::values::ValueProfile;
use crate::privacy::Judge;
use cloakroom_core::method::SearchMetric;
use cloakroom_core::{Counted, Hierarchy, PreparedTable, Progress, Stopped};
use std::sync::Arc;

/// Lattices with more nodes are searched but not held.
pub const MOST_NODES: usize = 2_000_000;

/// What the class sizes of all nodes may take.
const MOST_BYTES: usize = 512 << 20;

/// Owns what it needs; the table it was made of may go.
#[derive(Clone, Debug)]
pub struct LatticeProfile {
    pub(super) base: Arc<Base>,
    pub(super) values: Option<Arc<ValueProfile>>,
    /// Where people or groups are counted: then nothing else says how a node stands.
    pub(super) units: Option<Arc<UnitProfile>>,
}

#[derive(Debug)]
pub(super) struct Base {
    pub ground: Ground,
    pub columns: Vec<ProfiledColumn>,
    pub loss: Pricing,
    pub entropy: Pricing,
    /// By node.
    pub sizes: Vec<Sizes>,
}

/// A quasi-identifier of the lattice.
#[derive(Clone, Debug)]
pub struct ProfiledColumn {
    pub name: String,
    pub hierarchy: Arc<Hierarchy>,
    /// The loss of the column at each level, over all records, 0 to 1.
    pub loss_at: Vec<f64>,
}

#[derive(Debug)]
pub enum Profiled {
    Held(LatticeProfile),
    /// The lattice has too many nodes, or its nodes too many classes, to be held. Methods search it.
    TooLarge {
        nodes: u64,
    },
}

impl LatticeProfile {
    /// Sizes for every k and limit; what sensitive values reach for every threshold without left-out
    /// records; and for the judge's own promises about values, what stays when records are left out.
    pub fn compute(
        prepared: &PreparedTable<'_>,
        judge: &Judge,
        progress: &Progress,
    ) -> Result<Profiled, Stopped> {
        let need = if prepared.sensitive.is_empty() || prepared.units.is_some() {
            Need::Sizes
        } else {
            Need::Counts
        };
        let heights = prepared
            .quasi
            .iter()
            .map(|quasi| quasi.hierarchy.height() as u32);
        let shape = Shape::new(heights.collect());
        let too_large = Profiled::TooLarge {
            nodes: shape.nodes(),
        };
        if shape.held(MOST_NODES).is_none() {
            return Ok(too_large);
        }
        let ground = Ground::new(prepared, need, progress)?;
        let [loss, entropy] = [SearchMetric::Loss, SearchMetric::Entropy]
            .map(|metric| Pricing::new(metric, prepared, &ground, judge.k()));
        let Some(sizes) = tree::walk(&ground, &loss, &entropy, MOST_BYTES, progress)? else {
            return Ok(too_large);
        };
        let columns = prepared
            .quasi
            .iter()
            .zip(&ground.ladders)
            .enumerate()
            .map(|(at, (quasi, ladder))| ProfiledColumn {
                name: quasi.column.name().to_owned(),
                hierarchy: quasi.hierarchy.clone(),
                loss_at: (0..=ladder.height())
                    .map(|level| loss.value(loss.base_of(at, level)) * prepared.quasi.len() as f64)
                    .collect(),
            })
            .collect();
        let profile = Self {
            base: Arc::new(Base {
                ground,
                columns,
                loss,
                entropy,
                sizes,
            }),
            values: None,
            units: None,
        };
        Ok(Profiled::Held(
            profile.for_requirement(prepared, judge, progress)?,
        ))
    }

    /// The same lattice for other promises about sensitive values: cheaper than computing it anew. Needed
    /// when [`Self::answers`] says no.
    pub fn for_requirement(
        &self,
        prepared: &PreparedTable<'_>,
        judge: &Judge,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let base = &self.base;
        let costs = [&base.loss, &base.entropy];
        if let Some(units) = &prepared.units {
            let counted =
                UnitProfile::compute(&base.ground, prepared, units, judge, costs, progress)?;
            return Ok(Self {
                base: base.clone(),
                values: None,
                units: Some(Arc::new(counted)),
            });
        }
        let values = if prepared.sensitive.is_empty() {
            None
        } else {
            let values = ValueProfile::compute(&base.ground, prepared, judge, costs, progress)?;
            Some(Arc::new(values))
        };
        Ok(Self {
            base: self.base.clone(),
            values,
            units: None,
        })
    }

    pub fn shape(&self) -> &Shape {
        &self.base.ground.shape
    }

    /// The quasi-identifiers, in the order of a node's levels.
    pub fn columns(&self) -> &[ProfiledColumn] {
        &self.base.columns
    }

    pub fn records(&self) -> usize {
        self.base.ground.rows
    }

    /// How many there are of what is counted: people, groups, or records.
    pub fn counted(&self) -> usize {
        self.units
            .as_ref()
            .map_or_else(|| self.records(), |units| units.count)
    }

    /// What is counted, where that is not every record by itself.
    pub fn counts(&self) -> Option<Counted> {
        self.units.as_ref().map(|units| units.counted)
    }

    /// Where people or groups are counted: the classes of a node, and how many of them have at least k of these; `None` for
    /// another k than the profile was computed for.
    pub fn reaching(&self, node: usize, k: u32) -> Option<(u64, u64)> {
        self.units.as_ref()?.reaching(node, k)
    }

    /// The smallest class of a node, and how many are in classes of fewer than k, before anybody is left out: of records, or
    /// of people or groups where these are counted; `None` where that is not known of this k.
    pub fn small(&self, node: usize, k: u32) -> Option<(u32, u32)> {
        match &self.units {
            Some(units) => units.small(node, k),
            None => {
                let sizes = self.sizes(node);
                let smallest = sizes.runs().next().map_or(0, |(size, _)| size);
                Some((smallest, sizes.left_out(k)))
            }
        }
    }

    /// The class sizes of a node.
    pub fn sizes(&self, node: usize) -> &Sizes {
        &self.base.sizes[node]
    }

    /// What the classes of a node reach of the promises about values, by sensitive column; empty without
    /// sensitive columns.
    pub fn reach(&self, node: usize) -> &[Reach] {
        self.values
            .as_ref()
            .map_or(&[], |values| values.reach(node))
    }
}
