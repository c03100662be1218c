//! The parameter of each model as a whole number: records, values and categories are counted, decimals are
//! read in millionths. Whatever is compared is compared so.

use super::models::PrivacyModel;
use cloakroom_core::requirement::{Requirement, millionths};
use cloakroom_core::verdict::Amount;

/// The largest c of recursive diversity that a recipe may name.
const LARGEST_C: u64 = 1_000_000_000 * 1_000_000;

/// What a requirement asks of a model; `None` if it is not set.
pub fn wanted(model: PrivacyModel, requirement: &Requirement) -> Option<u64> {
    let diversity = &requirement.l;
    match model {
        PrivacyModel::KAnonymity => requirement.k.map(u64::from),
        PrivacyModel::DistinctDiversity => diversity.distinct.map(u64::from),
        PrivacyModel::EntropyDiversity => diversity.entropy.map(millionths),
        PrivacyModel::RecursiveDiversity => diversity.recursive.map(|(c, _)| millionths(c)),
        PrivacyModel::P => requirement.p.map(u64::from),
        PrivacyModel::PPlus => requirement.p_plus.map(u64::from),
        PrivacyModel::Alpha => requirement.alpha.map(millionths),
        PrivacyModel::Closeness => requirement.t.map(millionths),
        PrivacyModel::Suppression => {
            (requirement.suppression > 0.0).then(|| millionths(requirement.suppression))
        }
    }
}

/// The same requirement with another parameter for one model. The l of recursive diversity stays.
#[must_use]
pub fn with(model: PrivacyModel, parameter: u64, requirement: &Requirement) -> Requirement {
    let mut changed = requirement.clone();
    let count = parameter as u32;
    let decimal = decimal(parameter);
    match model {
        PrivacyModel::KAnonymity => changed.k = Some(count),
        PrivacyModel::DistinctDiversity => changed.l.distinct = Some(count),
        PrivacyModel::EntropyDiversity => changed.l.entropy = Some(decimal),
        PrivacyModel::RecursiveDiversity => {
            let l = requirement.l.recursive.map_or(1, |(_, l)| l);
            changed.l.recursive = Some((decimal, l));
        }
        PrivacyModel::P => changed.p = Some(count),
        PrivacyModel::PPlus => changed.p_plus = Some(count),
        PrivacyModel::Alpha => changed.alpha = Some(decimal),
        PrivacyModel::Closeness => changed.t = Some(decimal),
        PrivacyModel::Suppression => changed.suppression = decimal,
    }
    changed
}

/// A parameter as people and JSON read it.
pub fn amount(model: PrivacyModel, parameter: u64, requirement: &Requirement) -> Amount {
    match model {
        PrivacyModel::KAnonymity
        | PrivacyModel::DistinctDiversity
        | PrivacyModel::P
        | PrivacyModel::PPlus => Amount::Count(parameter),
        PrivacyModel::EntropyDiversity | PrivacyModel::Alpha | PrivacyModel::Closeness => {
            Amount::Number(decimal(parameter))
        }
        PrivacyModel::RecursiveDiversity => {
            let l = requirement.l.recursive.map_or(1, |(_, l)| l);
            Amount::Recursive(decimal(parameter), l)
        }
        PrivacyModel::Suppression => Amount::Share(decimal(parameter)),
    }
}

/// The parameter that asks for least.
pub fn weakest(model: PrivacyModel) -> u64 {
    match model {
        PrivacyModel::KAnonymity
        | PrivacyModel::DistinctDiversity
        | PrivacyModel::P
        | PrivacyModel::PPlus => 1,
        PrivacyModel::EntropyDiversity | PrivacyModel::Closeness | PrivacyModel::Suppression => {
            1_000_000
        }
        PrivacyModel::Alpha => 0,
        PrivacyModel::RecursiveDiversity => LARGEST_C,
    }
}

/// Whether a smaller parameter asks for more.
pub fn smaller_is_stricter(model: PrivacyModel) -> bool {
    matches!(
        model,
        PrivacyModel::Closeness | PrivacyModel::RecursiveDiversity | PrivacyModel::Suppression
    )
}

fn decimal(millionths: u64) -> f64 {
    millionths as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_goes_in_and_out() {
        let mut requirement = Requirement::default();
        requirement.l.recursive = Some((2.0, 3));
        for (at, model) in PrivacyModel::ALL.into_iter().enumerate() {
            let parameter = 7 + at as u64;
            let changed = with(model, parameter, &requirement);
            assert_eq!(wanted(model, &changed), Some(parameter));
            assert!(model.is_set(&changed));
        }
        let c = with(PrivacyModel::RecursiveDiversity, 1_500_000, &requirement);
        assert_eq!(c.l.recursive, Some((1.5, 3)));
        assert_eq!(
            amount(PrivacyModel::RecursiveDiversity, 1_500_000, &c),
            Amount::Recursive(1.5, 3)
        );
    }
}
