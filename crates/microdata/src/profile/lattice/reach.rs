//! What the classes of a node reach of each promise about sensitive values: the thresholds up to which all
//! of them pass.

use crate::privacy::{Class, PrivacyModel, ValueColumn, Values, parameter};
use cloakroom_core::{Requirement, Sensitive};
use std::sync::Arc;

/// The second numbers that a promise with two of them is measured for in every node, and one more that was asked for.
pub const RANKS: std::ops::RangeInclusive<u32> = 2..=8;

/// What is measured: a promise about values, with its second number.
type Slots = Arc<[(PrivacyModel, u32)]>;

/// One sensitive column over all classes of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    slots: Slots,
    /// As [`parameter::safety`] counts: the least that a class reaches.
    safety: Box<[u64]>,
}

impl Reach {
    /// Whether every class keeps every promise about this column; `None` if that was not measured.
    pub fn keeps(&self, requirement: &Requirement) -> Option<bool> {
        let mut keeps = true;
        for model in PrivacyModel::asked(requirement).filter(|model| model.looks_at_values()) {
            let wanted = parameter::wanted(model, requirement)?;
            keeps &= self.safety(model, requirement)? >= parameter::safety(model, wanted);
        }
        Some(keeps)
    }

    /// What all classes reach of a promise, as [`parameter::safety`] counts; `None` if that was not measured.
    pub fn safety(&self, model: PrivacyModel, requirement: &Requirement) -> Option<u64> {
        let rank = model.rank(requirement);
        let slot = self.slots.iter().position(|&slot| slot == (model, rank))?;
        Some(self.safety[slot])
    }
}

/// Measures classes by one sensitive column.
#[derive(Clone, Debug)]
pub struct Gauge {
    column: Arc<ValueColumn>,
    slots: Slots,
    /// What a class reaches at the least: nothing is worse.
    floors: Arc<[u64]>,
}

/// The worst that classes did so far.
pub type Worst = Box<[u64]>;

impl Gauge {
    pub fn new(sensitive: &Sensitive<'_>, requirement: &Requirement) -> Self {
        let mut slots = Vec::new();
        for model in PrivacyModel::ALL {
            if !model.looks_at_values() {
                continue;
            }
            let asked = model.rank(requirement);
            if model.has_rank() {
                slots.extend(RANKS.map(|rank| (model, rank)));
                if !RANKS.contains(&asked) {
                    slots.push((model, asked));
                }
            } else {
                slots.push((model, asked));
            }
        }
        let floor = |&(model, _): &(PrivacyModel, u32)| {
            // With a second number a class may keep no parameter at all.
            if model.has_rank() {
                0
            } else {
                parameter::safety(model, parameter::weakest(model))
            }
        };
        Self {
            column: Arc::new(ValueColumn::new(sensitive, true, None)),
            floors: slots.iter().map(floor).collect(),
            slots: slots.into(),
        }
    }

    /// Before the first class.
    pub fn untouched(&self) -> Worst {
        vec![u64::MAX; self.slots.len()].into()
    }

    pub fn measure(&self, values: &[(u32, u32)], size: u32, worst: &mut Worst) {
        let class = Class::new(size, Values::Paired(values), &self.column);
        for ((&(model, rank), &floor), worst) in
            self.slots.iter().zip(&*self.floors).zip(worst.iter_mut())
        {
            if *worst <= floor {
                continue;
            }
            // Only a class that is the worst so far is measured to the end.
            let known = parameter::from_safety(model, *worst).filter(|_| *worst < u64::MAX);
            if known.is_none_or(|known| !class.keeps(model, known, rank)) {
                *worst = (*worst).min(class.safety(model, rank));
            }
        }
    }

    pub fn finish(&self, worst: Worst) -> Reach {
        Reach {
            slots: self.slots.clone(),
            safety: worst,
        }
    }
}
