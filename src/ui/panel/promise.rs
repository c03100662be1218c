//! What the panel says about each promise: its symbol, its words, what it means and where it comes from.

use cloakroom_core::requirement::{Diversity, Requirement};
use cloakroom_engine::change::Change;
use cloakroom_microdata::privacy::PrivacyModel;

/// The promises that can be added and taken away; the share that may be left out is always there.
pub const PROMISES: [PrivacyModel; 8] = [
    PrivacyModel::KAnonymity,
    PrivacyModel::DistinctDiversity,
    PrivacyModel::EntropyDiversity,
    PrivacyModel::RecursiveDiversity,
    PrivacyModel::P,
    PrivacyModel::PPlus,
    PrivacyModel::Alpha,
    PrivacyModel::Closeness,
];

/// The sign in the verdict and wherever a promise is named.
pub fn symbol(model: PrivacyModel) -> &'static str {
    match model {
        PrivacyModel::KAnonymity => "k",
        PrivacyModel::DistinctDiversity => "l",
        PrivacyModel::EntropyDiversity => "entropy l",
        PrivacyModel::RecursiveDiversity => "(c, l)",
        PrivacyModel::P => "p",
        PrivacyModel::PPlus => "p\u{207a}",
        PrivacyModel::Alpha => "\u{3b1}",
        PrivacyModel::Closeness => "t",
        PrivacyModel::Suppression => "",
    }
}

/// The sign in front of the slider, which has its words beside it.
pub fn slider_symbol(model: PrivacyModel) -> &'static str {
    match model {
        PrivacyModel::EntropyDiversity => "l",
        PrivacyModel::RecursiveDiversity => "c",
        _ => symbol(model),
    }
}

/// What the number counts.
pub fn words(model: PrivacyModel) -> &'static str {
    match model {
        PrivacyModel::KAnonymity => "records per class",
        PrivacyModel::DistinctDiversity => "distinct values per class",
        PrivacyModel::EntropyDiversity => "evenly spread, by entropy",
        PrivacyModel::RecursiveDiversity => "of recursive (c, l)",
        PrivacyModel::P => "sensitive values per class",
        PrivacyModel::PPlus => "categories per class",
        PrivacyModel::Alpha => "category weight per class",
        PrivacyModel::Closeness => "distance from the table",
        PrivacyModel::Suppression => "records that may be left out",
    }
}

/// The definition, its source, and the statistician's word.
pub fn definition(model: PrivacyModel) -> &'static str {
    match model {
        PrivacyModel::KAnonymity => {
            "k-anonymity: every record shares its quasi-identifiers with at least k − 1 others (thesis, chapter 2). \
             Statisticians say minimum cell count. The bars show how many records each k leaves violating; the tick \
             shows the k that the data reach now."
        }
        PrivacyModel::DistinctDiversity => {
            "Distinct l-diversity: every class has at least l different values in each sensitive column (thesis, \
             section 2.1). Statisticians speak of protection against attribute disclosure."
        }
        PrivacyModel::EntropyDiversity => {
            "Entropy l-diversity: the values of every class are spread at least as evenly as l equally frequent ones; \
             their entropy is at least log l (thesis, section 2.1). l need not be whole. Larger is stricter."
        }
        PrivacyModel::RecursiveDiversity => {
            "Recursive (c, l)-diversity: in every class the most frequent value is rarer than c times the l-th and \
             all less frequent ones together (thesis, section 2.1). A smaller c and a larger l are stricter."
        }
        PrivacyModel::P => {
            "p-sensitive: every class has at least p different values in each sensitive column (thesis, chapter 3). \
             Nobody in a class is given away by what all its members have."
        }
        PrivacyModel::PPlus => {
            "p\u{207a}-sensitive: the values of every class come from at least p different sensitivity categories \
             (thesis, chapter 3). It stops the similarity attack: different values that are all top secret."
        }
        PrivacyModel::Alpha => {
            "Weight \u{3b1}: the categories of a class’s records weigh at least \u{3b1} together, 0 each for the most \
             sensitive category and 1 for the least (thesis, chapter 3). Larger is stricter: it asks for more \
             records whose values are harmless."
        }
        PrivacyModel::Closeness => {
            "t-closeness: the sensitive values of every class are spread nearly as in the whole table; the earth \
             mover’s distance is at most t. By ranks for numbers, by the hierarchy where there is one, and all \
             values equally far otherwise. Smaller is stricter."
        }
        PrivacyModel::Suppression => {
            "The largest share of records that a release may lack. Records in classes that fail are left out whole; \
             statisticians say record suppression. The tick shows the share that would have to be left out as the \
             data stand."
        }
    }
}

/// Asks for it with a value that is a usual start.
pub fn added(model: PrivacyModel, requirement: &Requirement) -> Change {
    let l = |change: fn(&mut Diversity)| {
        let mut diversity = requirement.l.clone();
        change(&mut diversity);
        Change::SetL(diversity)
    };
    match model {
        PrivacyModel::KAnonymity => Change::SetK(Some(5)),
        PrivacyModel::DistinctDiversity => l(|l| l.distinct = Some(2)),
        PrivacyModel::EntropyDiversity => l(|l| l.entropy = Some(1.5)),
        PrivacyModel::RecursiveDiversity => l(|l| l.recursive = Some((3.0, 2))),
        PrivacyModel::P => Change::SetP(Some(2)),
        PrivacyModel::PPlus => Change::SetPPlus(Some(2)),
        PrivacyModel::Alpha => Change::SetAlpha(Some(1.0)),
        PrivacyModel::Closeness => Change::SetT(Some(0.3)),
        PrivacyModel::Suppression => Change::SetSuppression(0.01),
    }
}

/// Takes it out of the requirement.
pub fn removed(model: PrivacyModel, requirement: &Requirement) -> Change {
    let mut left = requirement.clone();
    crate::ui::standing::forget(model, &mut left);
    match model {
        PrivacyModel::KAnonymity => Change::SetK(None),
        PrivacyModel::DistinctDiversity
        | PrivacyModel::EntropyDiversity
        | PrivacyModel::RecursiveDiversity => Change::SetL(left.l),
        PrivacyModel::P => Change::SetP(None),
        PrivacyModel::PPlus => Change::SetPPlus(None),
        PrivacyModel::Alpha => Change::SetAlpha(None),
        PrivacyModel::Closeness => Change::SetT(None),
        PrivacyModel::Suppression => Change::SetSuppression(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::settings::Settings;

    #[test]
    fn every_promise_comes_and_goes_alone() {
        let mut settings = Settings::default();
        for model in PROMISES {
            added(model, &settings.requirement).apply(&mut settings);
            assert!(model.is_set(&settings.requirement));
        }
        for model in PROMISES {
            removed(model, &settings.requirement).apply(&mut settings);
            assert!(!model.is_set(&settings.requirement));
            let left = PROMISES
                .iter()
                .filter(|other| other.is_set(&settings.requirement))
                .count();
            let after = PROMISES.iter().position(|other| *other == model).unwrap();
            assert_eq!(left, PROMISES.len() - after - 1);
        }
    }
}
