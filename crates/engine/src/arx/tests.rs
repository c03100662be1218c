//! What of a project is taken over, and what is told.

use super::*;
use cloakroom_core::requirement::Diversity;

fn column(name: &str, role: Role) -> ArxColumn {
    ArxColumn {
        name: name.to_owned(),
        role: Some(role),
        ..ArxColumn::default()
    }
}

fn settled(models: &[&str], columns: Vec<ArxColumn>) -> (Settings, Vec<String>) {
    let project = ArxProject {
        columns,
        models: models.iter().map(|model| (*model).to_owned()).collect(),
        suppression: Some(0.05),
        ..ArxProject::default()
    };
    let mut told = Vec::new();
    let settings = settings_of(&project, Settings::default(), &mut told);
    (settings, told)
}

#[test]
fn models_that_exist_here_are_taken_over() {
    let models = [
        "5-anonymity",
        "distinct-2-diversity for attribute 'ill'",
        "distinct-3-diversity for attribute 'job'",
        "entropy-1.5-diversity for attribute 'ill'",
        "recursive-(3.0,2)-diversity for attribute 'ill'",
        "0.3-closeness with hierarchical distance for attribute 'job'",
        "0.2-closeness with equal distance for attribute 'ill'",
        "1.5-basic likeness for attribute 'ill'",
    ];
    let columns = vec![
        column("ill", Role::Sensitive),
        column("job", Role::Sensitive),
    ];
    let (settings, told) = settled(&models, columns);
    let requirement = settings.requirement;
    assert_eq!(
        (requirement.k, requirement.t, requirement.beta),
        (Some(5), Some(0.2), Some(1.5))
    );
    assert_eq!(
        requirement.l,
        Diversity {
            distinct: Some(3),
            entropy: Some(1.5),
            recursive: Some((3.0, 2)),
        }
    );
    assert_eq!(requirement.suppression, 0.05);
    assert_eq!(settings.distances["job"], DistanceName::Hierarchy);
    assert_eq!(settings.distances["ill"], DistanceName::Equal);
    assert_eq!(told.len(), 7, "{told:?}");
}

#[test]
fn of_two_models_neither_is_given_up() {
    let models = [
        "recursive-(3.0,2)-diversity for attribute 'ill'",
        "recursive-(4.0,3)-diversity for attribute 'ill'",
    ];
    for models in [models, [models[1], models[0]]] {
        let (settings, told) = settled(&models, vec![column("ill", Role::Sensitive)]);
        assert_eq!(settings.requirement.l.recursive, Some((3.0, 3)));
        assert!(
            told.iter().any(|told| told.contains("stricter than both")),
            "{told:?}"
        );
    }
}

#[test]
fn dates_have_their_order_from_their_format() {
    let of = |datatype: &str, format: Option<&str>| {
        type_of(&ArxColumn {
            datatype: datatype.to_owned(),
            format: format.map(str::to_owned),
            ..ArxColumn::default()
        })
    };
    assert_eq!(of("Date", Some("dd.MM.yyyy")), Ok(ColumnType::DateDayFirst));
    assert_eq!(
        of("Date", Some("MM/dd/yyyy")),
        Ok(ColumnType::DateMonthFirst)
    );
    assert_eq!(of("Date", Some("yyyy-MM-dd")), Ok(ColumnType::Date));
    assert!(of("Date", Some("yyyy-dd-MM")).is_err());
    assert_eq!(of("Integer", None), Ok(ColumnType::Whole));
    assert!(of("Ordinal", None).unwrap_err().contains("Ordinal"));
}

#[test]
fn what_does_not_exist_here_is_told() {
    let models = [
        "(e=1.0, d=1.0E-5)-differential privacy",
        "0.5-enhanced likeness for attribute 'ill'",
    ];
    let mut age = column("age", Role::Quasi);
    age.hierarchy = vec![
        ["1", "a", "*"].map(str::to_owned).to_vec(),
        ["2", "a", "*"].map(str::to_owned).to_vec(),
    ];
    age.levels = (None, Some(1));
    let mut odd = column("odd", Role::Quasi);
    odd.hierarchy = vec![
        ["1", "a", "x"].map(str::to_owned).to_vec(),
        ["2", "a", "y"].map(str::to_owned).to_vec(),
    ];
    let (settings, told) = settled(&models, vec![age, odd, column("ill", Role::Sensitive)]);
    assert_eq!(settings.requirement.k, Some(5));
    assert!(settings.hierarchies.contains_key("age"));
    assert!(!settings.hierarchies.contains_key("odd"));
    for part in [
        "differential privacy",
        "enhanced likeness",
        "levels that \"age\"",
        "hierarchy of \"odd\"",
        "k = 5",
    ] {
        assert!(
            told.iter().any(|sentence| sentence.contains(part)),
            "{part}: {told:?}"
        );
    }
}
