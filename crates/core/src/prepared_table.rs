//! A table made ready for anonymizing: its quasi-identifiers with their hierarchies, its sensitive columns
//! with their categories and distances.

use super::hierarchy::Hierarchies;
use super::settings::DistanceName;
use crate::stretch::Stretch;
use crate::{Column, Counted, Hierarchy, Problem, Role, Settings, Table, Units, ValueType};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Borrowed from the table, cheap to make.
#[derive(Clone, Debug)]
pub struct PreparedTable<'a> {
    pub table: &'a Table,
    /// In the order of the table.
    pub quasi: Vec<Quasi<'a>>,
    pub sensitive: Vec<Sensitive<'a>>,
    /// Whom the promises count, where that is not every record by itself.
    pub units: Option<Units<'a>>,
}

#[derive(Clone, Debug)]
pub struct Quasi<'a> {
    /// Its place in the table.
    pub at: usize,
    pub column: &'a Column,
    /// A column without a hierarchy of its own has two levels: its values and `*`.
    pub hierarchy: Arc<Hierarchy>,
    /// Numbers and dates without a hierarchy of their own: local methods release `low-high` instead.
    pub range: Option<ValueRange>,
}

/// What the codes of an ordered column stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueRange {
    /// By code; NaN for a missing value.
    pub number_of: Vec<f64>,
    pub low: f64,
    pub high: f64,
}

impl ValueRange {
    fn of(column: &Column) -> Option<Self> {
        if column.value_type() == ValueType::Text {
            return None;
        }
        let number_of: Vec<f64> = (0..column.dictionary().len() as u32)
            .map(|code| column.number(code).unwrap_or(f64::NAN))
            .collect();
        let known = || number_of.iter().copied().filter(|number| !number.is_nan());
        let low = known().fold(f64::INFINITY, f64::min);
        let high = known().fold(f64::NEG_INFINITY, f64::max);
        (low <= high).then_some(Self {
            number_of,
            low,
            high,
        })
    }

    /// What a cell that shows `low..=high` has lost: its width as a share of the column's.
    pub fn loss(&self, low: f64, high: f64) -> f64 {
        if self.high > self.low {
            (high - low) / (self.high - self.low)
        } else {
            0.0
        }
    }
}

#[derive(Clone, Debug)]
pub struct Sensitive<'a> {
    /// Its place in the table.
    pub at: usize,
    pub column: &'a Column,
    pub categories: Option<Categories>,
    pub distance: Distance,
}

/// Sensitivity categories, 0 the most sensitive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Categories {
    /// By code.
    pub of: Vec<u32>,
    pub count: u32,
}

/// How far two sensitive values are apart when a class is compared with the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Distance {
    /// All values are equally far apart.
    Equal,
    /// By their ranks: numbers and dates.
    Ordered,
    /// By the level at which they meet.
    Hierarchy(Arc<Hierarchy>),
}

/// What is said outright, or what the column suggests: its hierarchy, the order of numbers and dates, or none.
fn distance(
    column: &Column,
    said: Option<DistanceName>,
    hierarchy: Option<&Arc<Hierarchy>>,
) -> Result<Distance, Problem> {
    let has_order = column.value_type() != ValueType::Text;
    let name = column.name();
    match (said, hierarchy) {
        (Some(DistanceName::Hierarchy), None) => Err(Problem::new(format!(
            "the distance of \"{name}\" is that of its hierarchy, and it has none; expected a hierarchy, or another distance"
        ))),
        (Some(DistanceName::Ordered), _) if !has_order => Err(Problem::new(format!(
            "the values of \"{name}\" are to be compared by their order, and they are neither numbers nor dates; \
             expected the distance \"equal\" or \"hierarchy\""
        ))),
        (Some(DistanceName::Equal), _) => Ok(Distance::Equal),
        (Some(DistanceName::Ordered), _) => Ok(Distance::Ordered),
        (_, Some(hierarchy)) => Ok(Distance::Hierarchy(hierarchy.clone())),
        (None, None) if has_order => Ok(Distance::Ordered),
        (None, None) => Ok(Distance::Equal),
    }
}

impl<'a> PreparedTable<'a> {
    /// Fits settings to a table. What the requirement needs and the settings lack is refused.
    pub fn new(
        table: &'a Table,
        settings: &Settings,
        hierarchies: &Hierarchies,
    ) -> Result<Self, Problem> {
        let with_role = |role: Role| {
            table
                .columns()
                .iter()
                .enumerate()
                .filter(move |(_, column)| settings.roles.of(column.name()) == Some(role))
        };
        let quasi = with_role(Role::Quasi)
            .map(|(at, column)| {
                let named = hierarchies.get(column.name());
                Quasi {
                    at,
                    column,
                    hierarchy: named
                        .cloned()
                        .unwrap_or_else(|| Arc::new(Hierarchy::flat(column))),
                    range: if named.is_some() {
                        None
                    } else {
                        ValueRange::of(column)
                    },
                }
            })
            .collect();
        let need_categories = settings.requirement.looks_at_categories();
        let sensitive = with_role(Role::Sensitive)
            .map(|(at, column)| {
                let categories = categories(column, &settings.categories, need_categories)?;
                let said = settings.distances.get(column.name()).copied();
                let distance = distance(column, said, hierarchies.get(column.name()))?;
                Ok(Sensitive {
                    at,
                    column,
                    categories,
                    distance,
                })
            })
            .collect::<Result<Vec<_>, Problem>>()?;
        let key = |role: Role| table.column(settings.roles.key(role)?);
        Ok(Self {
            table,
            quasi,
            sensitive,
            units: Units::new(key(Role::Person), key(Role::Group)),
        })
    }

    /// Rows of the table; see [`Table::records`].
    pub fn rows(&self) -> usize {
        self.table.rows()
    }

    pub fn records(&self) -> usize {
        self.table.records()
    }

    /// How many records some rows stand for.
    pub fn records_of(&self, rows: &[u32]) -> usize {
        match self.weights() {
            None => rows.len(),
            Some(weights) => rows.iter().map(|&row| weights[row as usize] as usize).sum(),
        }
    }

    /// How many there are of what the promises count: people, groups, or records.
    pub fn counted(&self) -> usize {
        match &self.units {
            Some(units) => units.count(),
            None => self.records(),
        }
    }

    /// What one of them is called, and what several are.
    pub fn nouns(&self) -> [&'static str; 2] {
        Counted::nouns(self.units.as_ref().map(|units| units.counted))
    }

    /// How many of them some rows belong to.
    pub fn counted_of(&self, rows: &[u32]) -> usize {
        match &self.units {
            Some(units) => units.among(rows),
            None => self.records_of(rows),
        }
    }

    /// How many records each row stands for; `None` if each is one record.
    pub fn weights(&self) -> Option<&'a Arc<[u32]>> {
        self.table.columns().first().and_then(Column::weights)
    }

    pub fn quasi_columns(&self) -> Vec<&'a Column> {
        self.quasi.iter().map(|quasi| quasi.column).collect()
    }
}

/// Categories that nothing asks for may have gaps; they are then left alone.
fn categories(
    column: &Column,
    named: &BTreeMap<String, Vec<Vec<String>>>,
    needed: bool,
) -> Result<Option<Categories>, Problem> {
    let name = column.name();
    let Some(order) = named.get(name) else {
        if needed {
            return Err(Problem::new(format!(
                "p+ and \u{3b1} need sensitivity categories for \"{name}\": name them, the most sensitive first"
            )));
        }
        return Ok(None);
    };
    if needed && (order.is_empty() || order.iter().any(Vec::is_empty)) {
        return Err(Problem::new(format!(
            "a sensitivity category of \"{name}\" is empty; expected values in each, the most sensitive first"
        )));
    }
    let stretches = order.iter().map(|values| Stretch::among(values, column));
    let stretches: Vec<_> = stretches.collect();
    let mut category_of: HashMap<&str, u32> = HashMap::new();
    for (category, values) in order.iter().enumerate() {
        for value in values {
            let known = category_of.insert(value, category as u32);
            if needed && known.is_some_and(|known| known != category as u32) {
                return Err(Problem::new(format!(
                    "a value of \"{name}\" stands in two categories; expected one"
                )));
            }
        }
    }
    let in_stretch = |number: f64| -> Result<Option<u32>, Problem> {
        let mut found = None;
        for (category, stretches) in stretches.iter().enumerate() {
            let holds = stretches.iter().any(|(_, stretch)| stretch.holds(number));
            if holds && found.replace(category as u32).is_some() && needed {
                return Err(Problem::new(format!(
                    "a value of \"{name}\" stands in two categories; expected one"
                )));
            }
        }
        Ok(found)
    };
    let mut of = Vec::with_capacity(column.dictionary().len());
    let mut without = 0usize;
    for (text, code) in column.dictionary().iter().zip(0..) {
        // A value that is named itself is where it is named.
        let category = match (category_of.get(text), column.number(code)) {
            (Some(&category), _) => Some(category),
            (None, Some(number)) => in_stretch(number)?,
            (None, None) => None,
        };
        match category {
            Some(category) => of.push(category),
            None => without += 1,
        }
    }
    if without == 0 {
        let count = order.len() as u32;
        return Ok(Some(Categories { of, count }));
    }
    if needed {
        let missing = column.null().is_some() && !category_of.contains_key("");
        return Err(Problem::new(format!(
            "{without} of the {} values of \"{name}\" {} no sensitivity category; expected one for each{}",
            column.dictionary().len(),
            if without == 1 { "has" } else { "have" },
            if missing {
                ", the missing value included: it is written as \"\""
            } else {
                ""
            }
        )));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Requirement;

    fn settings(p_plus: Option<u32>) -> Settings {
        let mut settings = Settings {
            requirement: Requirement {
                p_plus,
                ..Requirement::default()
            },
            ..Settings::default()
        };
        settings.roles.set("age", Some(Role::Quasi));
        settings.roles.set("illness", Some(Role::Sensitive));
        settings
    }

    fn table() -> Table {
        let age = Column::from_texts("age", ["20", "40", ""]).unwrap();
        let illness = Column::from_texts("illness", ["Flu", "HIV", "Flu"]).unwrap();
        Table::new(vec![age, illness]).unwrap()
    }

    #[test]
    fn a_distance_that_is_said_outright_counts() {
        let codes = Column::from_texts("illness", ["1", "2", "3"]).unwrap();
        let age = Column::from_texts("age", ["20", "40", ""]).unwrap();
        let numbers = Table::new(vec![age, codes]).unwrap();
        let words = table();
        let of = |table: &Table, said: Option<DistanceName>| {
            let mut settings = settings(None);
            settings
                .distances
                .extend(said.map(|said| ("illness".to_owned(), said)));
            PreparedTable::new(table, &settings, &Hierarchies::default())
                .map(|prepared| prepared.sensitive[0].distance.clone())
        };
        assert_eq!(of(&numbers, None).unwrap(), Distance::Ordered);
        let equal = of(&numbers, Some(DistanceName::Equal)).unwrap();
        assert_eq!(equal, Distance::Equal);
        assert!(of(&words, Some(DistanceName::Ordered)).is_err());
        assert!(of(&words, Some(DistanceName::Hierarchy)).is_err());
    }

    #[test]
    fn numbers_without_a_hierarchy_have_a_range() {
        let table = table();
        let prepared =
            PreparedTable::new(&table, &settings(None), &Hierarchies::default()).unwrap();
        let range = prepared.quasi[0].range.as_ref().unwrap();
        assert_eq!((range.low, range.high), (20.0, 40.0));
        assert_eq!(range.loss(20.0, 25.0), 0.25);
        assert_eq!(prepared.quasi[0].hierarchy.height(), 1);
        assert_eq!(prepared.sensitive[0].distance, Distance::Equal);
    }

    /// Table 3.9 of the thesis.
    #[test]
    fn categories_of_numbers_may_be_stretches() {
        let income = ["1000", "20000", "20001", "40000", "99000", "55000.5"];
        let column = Column::from_texts("illness", income).unwrap();
        let age = Column::from_texts("age", ["1"; 6]).unwrap();
        let table = Table::new(vec![age, column]).unwrap();
        let mut asked = settings(Some(2));
        let mut of = |order: &[&str]| {
            let order = order.iter().map(|stretch| vec![(*stretch).to_owned()]);
            asked
                .categories
                .insert("illness".to_owned(), order.collect());
            let prepared = PreparedTable::new(&table, &asked, &Hierarchies::default());
            prepared.map(|prepared| prepared.sensitive[0].categories.clone().unwrap().of)
        };
        let thesis = [
            "[1000, 20000]",
            "(20000, 40000]",
            "(40000, 70000]",
            "(70000, 100000]",
        ];
        assert_eq!(of(&thesis).unwrap(), [0, 0, 1, 1, 3, 2]);
        let twice = of(&["[1000, 20000]", "[20000, 100000]"]).unwrap_err();
        assert!(twice.to_string().contains("stands in two categories"));
        let gap = of(&["[1000, 20000]", "(30000, 100000]"]).unwrap_err();
        assert!(gap.to_string().contains("1 of the 6 values"));
        // A value that is named itself is an exception.
        assert_eq!(of(&["[0, 99999]", "40000"]).unwrap(), [0, 0, 0, 1, 0, 0]);
    }

    #[test]
    fn a_value_without_category_is_refused_where_categories_count() {
        let table = table();
        let told = |settings: &Settings| {
            PreparedTable::new(&table, settings, &Hierarchies::default())
                .unwrap_err()
                .to_string()
        };
        let mut asked = settings(Some(2));
        assert!(told(&asked).contains("need sensitivity categories for \"illness\""));
        asked.categories.insert("illness".to_owned(), Vec::new());
        assert!(told(&asked).contains("a sensitivity category of \"illness\" is empty"));
        let order = |values: &[&[&str]]| {
            values
                .iter()
                .map(|group| group.iter().map(|&value| value.to_owned()).collect())
                .collect::<Vec<Vec<String>>>()
        };
        asked
            .categories
            .insert("illness".to_owned(), order(&[&["HIV", "Flu"], &["Flu"]]));
        assert!(told(&asked).contains("stands in two categories"));
        asked
            .categories
            .insert("illness".to_owned(), order(&[&["HIV"], &[]]));
        assert!(told(&asked).contains("is empty"));
        asked
            .categories
            .insert("illness".to_owned(), order(&[&["HIV"]]));
        assert!(told(&asked).contains("1 of the 2 values of \"illness\""));
        asked
            .categories
            .insert("illness".to_owned(), order(&[&["HIV"], &["Flu"]]));
        let prepared = PreparedTable::new(&table, &asked, &Hierarchies::default()).unwrap();
        let categories = prepared.sensitive[0].categories.as_ref().unwrap();
        assert_eq!(
            (categories.of.as_slice(), categories.count),
            (&[1, 0][..], 2)
        );
    }
}
