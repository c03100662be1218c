//! Why a class breaks a promise, in a sentence for the person who looks at its records.

use super::judge::Failing;
use super::models::PrivacyModel;
use cloakroom_core::requirement::Requirement;

/// `sensitive` is the name of the column that the failure is about; k has none. The words are those of both
/// trades: computer scientists say quasi-identifier and class, statisticians key variable and cell.
pub fn why(failing: &Failing, requirement: &Requirement, sensitive: Option<&str>) -> String {
    let column = sensitive.unwrap_or("sensitive");
    let reached = failing.reached;
    let count = reached as u64;
    let shown = number(reached);
    match failing.model {
        PrivacyModel::KAnonymity => {
            let k = requirement.least_size();
            let share = if count == 1 {
                "1 record has these values alone".to_owned()
            } else {
                format!("{count} records share these values")
            };
            format!("{share}; k asks for {k} with the same quasi-identifiers (key variables)")
        }
        PrivacyModel::DistinctDiversity => few_values(
            count,
            column,
            &format!("l asks for {}", requirement.l.distinct.unwrap_or(1)),
        ),
        PrivacyModel::P => few_values(
            count,
            column,
            &format!("p asks for {}", requirement.p.unwrap_or(1)),
        ),
        PrivacyModel::PPlus => {
            let wanted = requirement.p_plus.unwrap_or(1);
            if count == 1 {
                format!(
                    "all have the same {column} category, so who is in this class (cell) is known to have one \
                     (similarity attack); p\u{207a} asks for {wanted}"
                )
            } else {
                format!("they have {count} {column} categories; p\u{207a} asks for {wanted}")
            }
        }
        PrivacyModel::Alpha => format!(
            "their {column} categories weigh {shown} together, since too many are among the most sensitive; \
             \u{3b1} asks for {}",
            number(requirement.alpha.unwrap_or(0.0))
        ),
        PrivacyModel::EntropyDiversity => format!(
            "their {column} values are as uneven as if there were {shown} equally frequent ones; entropy l asks \
             for {}",
            number(requirement.l.entropy.unwrap_or(1.0))
        ),
        PrivacyModel::RecursiveDiversity => {
            let (c, l) = requirement.l.recursive.unwrap_or((0.0, 1));
            if reached.is_finite() {
                format!(
                    "the most frequent {column} is {shown} times as frequent as number {l} and all rarer \
                     ones together; (c, l) asks for less than {}",
                    number(c)
                )
            } else {
                format!("they have fewer than {l} {column} values; (c, l) asks for at least {l}")
            }
        }
        PrivacyModel::Closeness => format!(
            "their {column} values are spread otherwise than in the whole table: the distance is {shown}; t \
             allows {}",
            number(requirement.t.unwrap_or(1.0))
        ),
        PrivacyModel::Suppression => {
            "more records would have to be left out than allowed".to_owned()
        }
    }
}

fn few_values(count: u64, column: &str, wanted: &str) -> String {
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
fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(model: PrivacyModel, reached: f64) -> String {
        let mut requirement = Requirement {
            k: Some(4),
            p: Some(2),
            p_plus: Some(2),
            alpha: Some(1.5),
            t: Some(0.2),
            ..Requirement::default()
        };
        requirement.l.recursive = Some((3.0, 2));
        let failing = Failing {
            model,
            sensitive: Some(0),
            reached,
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
        assert!(told(PrivacyModel::RecursiveDiversity, f64::INFINITY).contains("fewer than 2"));
    }
}
