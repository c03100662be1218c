//! Why a class breaks a promise, in a sentence for the person who looks at its records.

use super::judge::Failing;
use super::kernel::{Told, kernel};
use cloakroom_core::{PrivacyModel, Requirement};

/// `sensitive` is the name of the column that the failure is about; k has none.
pub fn why(failing: &Failing, requirement: &Requirement, sensitive: Option<&str>) -> String {
    let model = failing.model;
    let promise = model.promise();
    if let (Some(counted), PrivacyModel::KAnonymity) = (failing.counted, model) {
        let count = failing.reached as usize;
        return format!(
            "the records that share these values are those of {count} {}; k asks for {} with the same quasi-identifiers (key \
             variables)",
            counted.name(count),
            (promise.get)(requirement).unwrap_or(promise.weakest)
        );
    }
    kernel(model).why(&Told {
        reached: failing.reached,
        wanted: (promise.get)(requirement).unwrap_or(promise.weakest),
        rank: model.rank(requirement),
        column: sensitive.unwrap_or("sensitive"),
    })
}

pub(super) fn few_values(count: u64, column: &str, wanted: &str) -> String {
    if count == 1 {
        format!(
            "all have the same {column}, so who is in this class (cell) is known to have it (attribute \
             disclosure); {wanted} distinct values"
        )
    } else {
        format!("they have {count} distinct {column} values; {wanted}")
    }
}

/// At most four decimals, none that says nothing.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::PrivacyModel;

    fn told(model: PrivacyModel, reached: f64) -> String {
        let mut requirement = Requirement {
            k: Some(4),
            p: Some(2),
            p_plus: Some(2),
            alpha: Some(1.5),
            t: Some(0.2),
            beta: Some(1.5),
            ..Requirement::default()
        };
        requirement.l.recursive = Some((3.0, 2));
        let failing = Failing {
            model,
            sensitive: Some(0),
            reached,
            counted: None,
        };
        why(&failing, &requirement, Some("illness"))
    }

    #[test]
    fn a_class_is_told_what_is_wrong_with_it() {
        assert_eq!(
            told(PrivacyModel::KAnonymity, 3.0),
            "3 records share these values; k asks for 4 with the same quasi-identifiers (key variables)"
        );
        assert!(told(PrivacyModel::KAnonymity, 1.0).starts_with("1 record has these values alone"));
        assert!(told(PrivacyModel::PPlus, 1.0).starts_with("all have the same illness category"));
        assert!(told(PrivacyModel::P, 1.0).contains("p asks for 2 distinct values"));
        assert!(told(PrivacyModel::Alpha, 1.0 / 3.0).contains("weigh 0.3333 together"));
        assert!(
            told(PrivacyModel::Closeness, 0.25).ends_with("the distance is 0.25; t allows 0.2")
        );
        assert!(
            told(PrivacyModel::BetaLikeness, 2.0)
                .ends_with("its share exceeds the one there by 2 times that; \u{3b2} allows 1.5")
        );
        assert!(told(PrivacyModel::RecursiveDiversity, f64::INFINITY).contains("fewer than 2"));
    }
}
