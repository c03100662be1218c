//! The parameter of each model as a whole number: records, values and categories are counted, decimals are
//! read in millionths. Whatever is compared is compared so.

use cloakroom_core::{Amount, PrivacyModel, Requirement};

/// What a requirement asks of a model; `None` if it is not set.
pub fn wanted(model: PrivacyModel, requirement: &Requirement) -> Option<u64> {
    let promise = model.promise();
    (promise.get)(requirement).map(|value| promise.counted(value))
}

/// The same requirement with another parameter for one model. The l of recursive diversity stays.
#[must_use]
pub fn with(model: PrivacyModel, parameter: u64, requirement: &Requirement) -> Requirement {
    let promise = model.promise();
    let mut changed = requirement.clone();
    (promise.set)(&mut changed, Some(promise.value(parameter)));
    changed
}

/// A parameter as people and JSON read it.
pub fn amount(model: PrivacyModel, parameter: u64, requirement: &Requirement) -> Amount {
    model.promise().amount(parameter, requirement)
}

/// The parameter that asks for least.
pub fn weakest(model: PrivacyModel) -> u64 {
    let promise = model.promise();
    promise.counted(promise.weakest)
}

/// Whether a smaller parameter asks for more.
pub fn smaller_is_stricter(model: PrivacyModel) -> bool {
    model.promise().smaller_is_stricter
}

/// A parameter as something of which more is stricter, the same for every model. 0 is below every parameter: what a class
/// reaches that keeps none.
pub fn safety(model: PrivacyModel, parameter: u64) -> u64 {
    if smaller_is_stricter(model) {
        u64::MAX - parameter
    } else {
        parameter.saturating_add(1)
    }
}

/// The other way round; `None` if there is no such parameter.
pub fn from_safety(model: PrivacyModel, safety: u64) -> Option<u64> {
    if safety == 0 {
        None
    } else if smaller_is_stricter(model) {
        Some(u64::MAX - safety)
    } else {
        Some(safety - 1)
    }
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
            let safety = safety(model, parameter);
            assert_eq!(from_safety(model, safety), Some(parameter));
        }
        let c = with(PrivacyModel::RecursiveDiversity, 1_500_000, &requirement);
        assert_eq!(c.l.recursive, Some((1.5, 3)));
        assert_eq!(
            amount(PrivacyModel::RecursiveDiversity, 1_500_000, &c),
            Amount::Recursive(1.5, 3)
        );
    }
}
