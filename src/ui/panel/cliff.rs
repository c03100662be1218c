//! The cliff under a slider: how many records each setting would leave violating, computed once for a profile.

use crate::privacy::PrivacyModel;
use crate::privacy::parameter::smaller_is_stricter;
use crate::profile::classes::ClassProfile;
use crate::ui::standing::{Measured, Standing};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The settings of a slider, as whole numbers: the first, the step between two, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub first: u64,
    pub step: u64,
    pub count: usize,
}

#[derive(Default)]
pub struct Cliffs(BTreeMap<PrivacyModel, Cliff>);

struct Cliff {
    key: Key,
    shares: Vec<f64>,
}

/// Holds what it was computed from, so that an address cannot come to mean something else.
struct Key {
    settings: Settings,
    classes: Arc<ClassProfile>,
    measured: Option<Arc<Measured>>,
    l: u32,
}

impl Key {
    fn answers(&self, standing: &Standing, settings: Settings, l: u32) -> bool {
        let same_values = match (&self.measured, &standing.measured) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        same_values
            && Arc::ptr_eq(&self.classes, &standing.classes)
            && self.settings == settings
            && self.l == l
    }
}

impl Cliffs {
    /// The share of records that each setting would leave violating this promise; empty if not known.
    pub fn shares(
        &mut self,
        standing: Option<&Standing>,
        model: PrivacyModel,
        settings: Settings,
    ) -> &[f64] {
        let Some(standing) = standing.filter(|standing| standing.missing(model).is_none()) else {
            self.0.remove(&model);
            return &[];
        };
        let l = match model {
            PrivacyModel::RecursiveDiversity => {
                standing.requirement.l.recursive.map_or(1, |(_, l)| l)
            }
            _ => 0,
        };
        let known = self
            .0
            .get(&model)
            .is_some_and(|known| known.key.answers(standing, settings, l));
        if !known {
            let shares = compute(standing, model, settings, l);
            let key = Key {
                settings,
                classes: standing.classes.clone(),
                measured: standing.measured.clone(),
                l,
            };
            self.0.insert(model, Cliff { key, shares });
        }
        self.0.get(&model).map_or(&[], |cliff| &cliff.shares)
    }
}

fn compute(standing: &Standing, model: PrivacyModel, settings: Settings, l: u32) -> Vec<f64> {
    let sizes = standing.classes.sizes();
    let Some(needs) = limits(standing, model, l) else {
        return Vec::new();
    };
    let mut records = vec![0u64; settings.count + 1];
    let place = |limit: u64| (limit / settings.step) as usize;
    for (class, &size) in sizes.iter().enumerate() {
        let limit = needs(class);
        // How many settings pass, counted from the weak end.
        let passing = if smaller_is_stricter(model) {
            // Settings from `limit` on pass: those before it do not.
            let before = limit.saturating_sub(settings.first);
            settings.count - place(before.saturating_add(settings.step - 1)).min(settings.count)
        } else if limit < settings.first {
            0
        } else {
            (place(limit - settings.first) + 1).min(settings.count)
        };
        records[passing] += u64::from(size);
    }
    // Whoever passes so many settings violates all stricter ones.
    let all = standing.records().max(1) as f64;
    let mut violating = 0;
    let mut shares: Vec<f64> = records[..settings.count]
        .iter()
        .map(|records| {
            violating += records;
            violating as f64 / all
        })
        .collect();
    if smaller_is_stricter(model) {
        shares.reverse();
    }
    shares
}

/// Per class, the strictest parameter that it keeps.
fn limits<'a>(
    standing: &'a Standing,
    model: PrivacyModel,
    l: u32,
) -> Option<Box<dyn Fn(usize) -> u64 + 'a>> {
    if model == PrivacyModel::KAnonymity {
        let sizes = standing.classes.sizes();
        return Some(Box::new(move |class| u64::from(sizes[class])));
    }
    let values = standing.values()?;
    let measure = match model {
        PrivacyModel::P | PrivacyModel::DistinctDiversity => &values.distinct,
        PrivacyModel::EntropyDiversity => &values.entropy,
        PrivacyModel::PPlus => values.categories.as_ref()?,
        PrivacyModel::Alpha => values.weight.as_ref()?,
        PrivacyModel::Closeness => {
            let slack = &values.closeness.of_class;
            return Some(Box::new(move |class| {
                1_000_000 - slack[class].min(1_000_000)
            }));
        }
        PrivacyModel::RecursiveDiversity => {
            return Some(Box::new(move |class| u64::MAX - values.recursive(class, l)));
        }
        PrivacyModel::KAnonymity | PrivacyModel::Suppression => return None,
    };
    let reached = &measure.of_class;
    Some(Box::new(move |class| reached[class]))
}
