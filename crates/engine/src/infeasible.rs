//! What no method can reach, told before any search.

use super::records;
use cloakroom_core::{Kind, PreparedTable, Requirement, Sensitive, Units};
use cloakroom_microdata::privacy::kernel::{Asked, kernel};
use cloakroom_microdata::privacy::{Class, Histogram, PrivacyModel, ValueColumn};

/// Why the requirement is beyond the table whatever is generalized or left out, with the largest value that is
/// possible; `None` if nothing speaks against it.
///
/// A class never has more than the whole table. Leaving records out can change how values are mixed, so what
/// is said about their mixture is said for what may be left out only as far as it is certain.
pub fn impossible(prepared: &PreparedTable<'_>, requirement: &Requirement) -> Option<String> {
    let rows = prepared.records();
    let beyond = match &prepared.units {
        None => beyond_all(requirement, records::KIND, rows),
        Some(units) => beyond_units(requirement, units),
    };
    // A person may show several values, so that the whole table as one class is not the most mixed there can be.
    let stay = prepared.units.is_none() && requirement.may_leave_out(rows) == 0;
    beyond.or_else(|| {
        let mut columns = prepared.sensitive.iter();
        columns.find_map(|sensitive| of_column(sensitive, requirement, rows, stay))
    })
}

/// Why a k above all records, people or baskets cannot be reached: the same for every kind, whoever asks.
pub fn beyond_all(requirement: &Requirement, kind: Kind, records: usize) -> Option<String> {
    let k = requirement.least_size() as usize;
    (k > records).then(|| {
        format!(
            "k = {k} cannot be reached: there {} {records} {}, so the largest possible k is {records}",
            if records == 1 { "is" } else { "are" },
            kind.record(records)
        )
    })
}

fn beyond_units(requirement: &Requirement, units: &Units<'_>) -> Option<String> {
    let (k, count) = (requirement.least_size() as usize, units.count());
    (k > count).then(|| {
        format!(
            "k = {k} cannot be reached: there {} {count} {}, so the largest possible k is {count}",
            if count == 1 { "is" } else { "are" },
            units.counted.name(count)
        )
    })
}

fn of_column(
    sensitive: &Sensitive<'_>,
    requirement: &Requirement,
    rows: usize,
    stay: bool,
) -> Option<String> {
    let column = sensitive.column;
    let mut histogram = Histogram::new(column.dictionary().len());
    for (code, &count) in column.counts().iter().enumerate() {
        histogram.add(code as u32, count);
    }
    let values = ValueColumn::new(sensitive, false, None);
    let whole = Class::new(rows as u32, &histogram, &values);
    let impossible = |model: PrivacyModel| {
        let promise = model.promise();
        let wanted = (promise.get)(requirement)?;
        kernel(model).impossible(
            &whole,
            &Asked {
                wanted,
                parameter: promise.counted(wanted),
                rank: model.rank(requirement),
                stay,
                column: column.name(),
            },
        )
    };
    // What is missing altogether comes before how it is mixed.
    let asked = |sure: bool| {
        PrivacyModel::asked(requirement).filter(move |model| model.promise().is_sure == sure)
    };
    asked(true).chain(asked(false)).find_map(impossible)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::hierarchy::Hierarchies;
    use cloakroom_core::requirement::Diversity;
    use cloakroom_core::{Column, Role, Settings, Table};

    fn told(requirement: Requirement) -> Option<String> {
        let zip = Column::from_texts("zip", ["1"; 6]).unwrap();
        let illness = ["Flu", "Flu", "Flu", "HIV", "HIV", "Cough"];
        let illness = Column::from_texts("illness", illness).unwrap();
        let table = Table::new(vec![zip, illness]).unwrap();
        let mut settings = Settings {
            requirement,
            ..Settings::default()
        };
        settings.roles.set("zip", Some(Role::Quasi));
        settings.roles.set("illness", Some(Role::Sensitive));
        let order = [&["HIV"][..], &["Flu", "Cough"]]
            .map(|group| group.iter().map(|&text| text.to_owned()).collect());
        settings
            .categories
            .insert("illness".to_owned(), order.to_vec());
        let prepared = PreparedTable::new(&table, &settings, &Hierarchies::default()).unwrap();
        impossible(&prepared, &settings.requirement)
    }

    fn diversity(l: Diversity, suppression: f64) -> Option<String> {
        told(Requirement {
            l,
            suppression,
            ..Requirement::default()
        })
    }

    #[test]
    fn what_is_beyond_the_table_is_told_with_what_is_possible() {
        let none = Requirement::default;
        for (requirement, said) in [
            (
                Requirement {
                    k: Some(7),
                    ..none()
                },
                "largest possible k is 6",
            ),
            (
                Requirement {
                    p: Some(4),
                    ..none()
                },
                "largest possible p is 3",
            ),
            (
                Requirement {
                    p_plus: Some(3),
                    ..none()
                },
                "largest possible p+ is 2",
            ),
            (
                Requirement {
                    alpha: Some(4.5),
                    ..none()
                },
                "weigh 4 together",
            ),
        ] {
            let why = told(requirement).unwrap();
            assert!(why.contains(said), "{why}");
        }
        assert_eq!(
            told(Requirement {
                k: Some(6),
                p: Some(3),
                p_plus: Some(2),
                alpha: Some(4.0),
                t: Some(0.0),
                ..none()
            }),
            None
        );
    }

    #[test]
    fn leaving_out_can_change_the_mixture() {
        let entropy = |l| Diversity {
            entropy: Some(l),
            ..Diversity::default()
        };
        // exp(H) of {3, 2, 1} is 2.749...
        assert!(diversity(entropy(2.8), 0.0).unwrap().contains("2.749"));
        assert_eq!(diversity(entropy(2.7), 0.0), None);
        assert_eq!(diversity(entropy(2.8), 0.5), None);
        assert!(diversity(entropy(3.000001), 0.5).is_some());
        let recursive = |c, l| Diversity {
            recursive: Some((c, l)),
            ..Diversity::default()
        };
        // 3 < c · 1 for l = 3, and three even values need c above 1.
        assert!(
            diversity(recursive(3.0, 3), 0.0)
                .unwrap()
                .contains("3.000001")
        );
        assert_eq!(diversity(recursive(3.1, 3), 0.0), None);
        assert_eq!(diversity(recursive(3.0, 3), 0.5), None);
        assert!(diversity(recursive(1.0, 3), 0.5).is_some());
        assert!(
            diversity(recursive(9.0, 4), 0.5)
                .unwrap()
                .contains("possible l is 3")
        );
    }
}
