//! How the nodes of a lattice stand to a requirement, answered from their profile.

use super::price::average;
use super::profile::LatticeProfile;
use super::sizes::Sizes;
use cloakroom_core::Requirement;
use cloakroom_core::method::SearchMetric;
use rayon::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every class keeps every promise.
    Satisfied,
    /// So many records must be left out, and may; or people or groups, where these are counted.
    WithSuppression(usize),
    /// So many records would have to be left out, more than may or all; `None` where the profile cannot
    /// tell how many.
    Fails(Option<usize>),
    /// The profile was computed for other promises about values: see [`LatticeProfile::for_requirement`].
    Unknown,
}

impl Status {
    /// Whether the node may be released.
    pub fn holds(self) -> bool {
        matches!(self, Self::Satisfied | Self::WithSuppression(_))
    }
}

/// What a node gives and costs. Where it fails, as if what fails were left out all the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// The sum of the levels.
    pub height: u32,
    /// Classes that stay, and the smallest of them.
    pub classes: u32,
    pub smallest: u32,
    pub left_out: usize,
    /// 0 to 1; a left-out record counts 1 in every cell.
    pub loss: f64,
    /// Pairs of records in one class, of the records that stay.
    pub dm: f64,
    /// The average size of the classes that stay, in multiples of k.
    pub cavg: f64,
}

impl LatticeProfile {
    /// How a node stands: a few look-ups, so that all nodes are answered within a frame.
    pub fn status(&self, node: usize, requirement: &Requirement) -> Status {
        let records = self.counted();
        let k = requirement.least_size();
        let allowed = requirement.may_leave_out(records);
        let leaving = |left_out: usize| {
            if left_out == 0 {
                Status::Satisfied
            } else if left_out <= allowed && left_out < records {
                Status::WithSuppression(left_out)
            } else {
                Status::Fails(Some(left_out))
            }
        };
        if let Some(units) = &self.units {
            let known = units.at(node, requirement);
            return known.map_or(Status::Unknown, |known| leaving(known.left_out));
        }
        let too_small = self.base.sizes[node].left_out(k) as usize;
        let Some(values) = self
            .values
            .as_ref()
            .filter(|_| requirement.looks_at_values())
        else {
            return leaving(too_small);
        };
        // What was computed for these very promises says most.
        if let Some(staying) = values.staying(node, requirement) {
            return leaving(staying.left_out(k) as usize);
        }
        match values.keeps(node, requirement) {
            Some(true) if !requirement.depends_on_release() || too_small == 0 => leaving(too_small),
            _ if too_small > allowed => Status::Fails(None),
            Some(false) if allowed == 0 => Status::Fails(None),
            _ => Status::Unknown,
        }
    }

    /// Whether every node has a standing under this requirement that is known.
    pub fn answers(&self, requirement: &Requirement) -> bool {
        if let Some(units) = &self.units {
            return units.at(0, requirement).is_some();
        }
        let Some(values) = self
            .values
            .as_ref()
            .filter(|_| requirement.looks_at_values())
        else {
            return true;
        };
        values.staying(0, requirement).is_some()
            || requirement.may_leave_out(self.records()) == 0
                && values.keeps(0, requirement).is_some()
    }

    /// What a node gives and costs; `None` where its standing is not known.
    pub fn figures(&self, node: usize, requirement: &Requirement) -> Option<Figures> {
        let sizes = self.staying(node, requirement)?;
        let k = requirement.least_size();
        let least = self.least_records(requirement);
        let out = sizes.out(least);
        let stay = sizes.stay(least);
        let units = self.units.as_ref();
        let units = units.and_then(|units| units.at(node, requirement));
        let base = &self.base;
        let levels = self.shape().levels(node);
        let kept = self.records() - out.records as usize;
        let average = f64::from(k) * f64::from(stay.classes.max(1));
        Some(Figures {
            height: levels.iter().sum(),
            classes: stay.classes,
            smallest: units.map_or(stay.smallest, |units| units.smallest),
            left_out: units.map_or(out.records as usize, |units| units.left_out),
            loss: base
                .loss
                .value(base.loss.base(&levels) + u128::from(out.loss)),
            dm: stay.pairs as f64,
            cavg: kept as f64 / average,
        })
    }

    /// The rank of a node by a metric, as the search ranks it: lower is better. `None` where its standing
    /// is not known.
    fn rank(&self, node: usize, metric: SearchMetric, requirement: &Requirement) -> Option<u128> {
        let sizes = self.staying(node, requirement)?;
        let k = self.least_records(requirement);
        let base = &self.base;
        let out = sizes.out(k);
        let left_out = u128::from(out.records);
        let height = || u128::from(self.shape().height_of(node));
        Some(match metric {
            SearchMetric::Loss => base.loss.base(&self.shape().levels(node)) + u128::from(out.loss),
            SearchMetric::Entropy => {
                base.entropy.base(&self.shape().levels(node)) + u128::from(out.entropy)
            }
            SearchMetric::Height => height(),
            SearchMetric::DistortionRatio => {
                let records = self.records() as u128;
                (records - left_out) * height() + left_out * u128::from(self.shape().height())
            }
            SearchMetric::Dm => sizes.stay(k).pairs,
            SearchMetric::Cavg => average(
                self.records() as u64 - u64::from(out.records),
                u64::from(sizes.stay(k).classes),
            ),
        })
    }

    /// The fewest records of a class that stays: who is counted by units is out before.
    fn least_records(&self, requirement: &Requirement) -> u32 {
        match self.units {
            Some(_) => 1,
            None => requirement.least_size(),
        }
    }

    /// The class sizes that decide: of all classes, or of those that keep the promises about values.
    fn staying(&self, node: usize, requirement: &Requirement) -> Option<&Sizes> {
        if let Some(units) = &self.units {
            return Some(&units.at(node, requirement)?.sizes);
        }
        let plain = &self.base.sizes[node];
        let Some(values) = self
            .values
            .as_ref()
            .filter(|_| requirement.looks_at_values())
        else {
            return Some(plain);
        };
        let too_small = || plain.left_out(requirement.least_size()) > 0;
        values.staying(node, requirement).or_else(|| {
            let keeps = values.keeps(node, requirement)?;
            (keeps && (!requirement.depends_on_release() || !too_small())).then_some(plain)
        })
    }

    /// The nodes that hold while none below them does, by height, then in lexicographic order; `None`
    /// where [`Self::answers`] says no.
    pub fn minimal(&self, requirement: &Requirement) -> Option<Vec<usize>> {
        if !self.answers(requirement) {
            return None;
        }
        let nodes = self.base.sizes.len();
        // Whether a node or one below it holds: every node below has a smaller number.
        let mut covered = vec![false; nodes];
        let mut minimal = Vec::new();
        for node in 0..nodes {
            let below = self.shape().below(node).any(|below| covered[below]);
            if below {
                covered[node] = true;
            } else if self.status(node, requirement).holds() {
                covered[node] = true;
                minimal.push(node);
            }
        }
        minimal.sort_by_key(|&node| (self.shape().height_of(node), node));
        Some(minimal)
    }

    /// The node that costs least of those that hold; ties go to the lower height, then to lexicographic
    /// order. `None` if none holds or [`Self::answers`] says no.
    pub fn optimum(&self, metric: SearchMetric, requirement: &Requirement) -> Option<usize> {
        if !self.answers(requirement) {
            return None;
        }
        (0..self.base.sizes.len())
            .into_par_iter()
            .with_min_len(4096)
            .filter(|&node| self.status(node, requirement).holds())
            .filter_map(|node| {
                let rank = self.rank(node, metric, requirement)?;
                Some((rank, self.shape().height_of(node), node))
            })
            .min()
            .map(|(_, _, node)| node)
    }
}
