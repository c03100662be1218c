//! The made-up illness of the thesis: eight values in four categories (Tables 3.3 and 3.7).

use cloakroom_core::{Column, Problem, Role, Settings, Stream, Table};

pub(crate) const NAME: &str = "Health Condition";

/// The most sensitive first.
const CATEGORIES: [[&str; 2]; 4] = [
    ["HIV", "Cancer"],
    ["Phthisis", "Hepatitis"],
    ["Obesity", "Asthma"],
    ["Flu", "Indigestion"],
];

/// The table with the illness as its only sensitive column.
pub(crate) fn with_condition(
    table: &Table,
    settings: &Settings,
    seed: u64,
) -> Result<(Table, Settings), Problem> {
    if table.column(NAME).is_some() {
        return Err(Problem::new(format!(
            "the table has a column \"{NAME}\" already; the experiment makes up one of that name"
        )));
    }
    let conditions = CATEGORIES.concat();
    let drawn = (0..table.rows() as u64)
        .map(|row| conditions[Stream::new(seed, row).below(conditions.len() as u32) as usize]);
    let column = Column::from_texts(NAME, drawn)?;
    let mut columns = table.columns().to_vec();
    columns.push(column);
    let table = Table::new(columns)?;

    let mut settings = settings.clone();
    for column in table.columns() {
        if settings.roles.of(column.name()) == Some(Role::Sensitive) {
            settings.roles.set(column.name(), Some(Role::Insensitive));
        }
    }
    settings.roles.set(NAME, Some(Role::Sensitive));
    let order = CATEGORIES.map(|values| values.map(str::to_owned).to_vec());
    settings.categories = [(NAME.to_owned(), order.to_vec())].into();
    Ok((table, settings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_illness_is_drawn_evenly_and_the_same_for_the_same_seed() {
        let ages: Vec<String> = (0..8_000).map(|row| row.to_string()).collect();
        let table = Table::new(vec![Column::from_texts("age", &ages).unwrap()]).unwrap();
        let mut settings = Settings::default();
        settings.roles.set("age", Some(Role::Quasi));
        let (with, roles) = with_condition(&table, &settings, 1).unwrap();
        let condition = with.column(NAME).unwrap();
        assert_eq!(condition.dictionary().len(), 8);
        assert!(
            condition
                .counts()
                .iter()
                .all(|count| (850..1150).contains(count))
        );
        assert_eq!(roles.roles.of(NAME), Some(Role::Sensitive));
        assert_eq!(with_condition(&table, &settings, 1).unwrap().0, with);
        assert_ne!(with_condition(&table, &settings, 2).unwrap().0, with);
        assert!(with_condition(&with, &settings, 1).is_err());
    }
}
