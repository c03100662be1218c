//! Whom the promises count where several records belong to one person, or several people to one household.

use crate::Column;
use serde::Serialize;
use std::sync::{Arc, OnceLock};

/// What one unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    People,
    /// Households, or whatever else stands together.
    Groups,
}

impl Counted {
    /// What so many of them are called.
    pub fn name(self, count: usize) -> &'static str {
        match (self, count) {
            (Self::People, 1) => "person",
            (Self::People, _) => "people",
            (Self::Groups, 1) => "group",
            (Self::Groups, _) => "groups",
        }
    }

    /// What one of those who are counted is called, and what several are: records where each counts by itself.
    pub fn nouns(counted: Option<Self>) -> [&'static str; 2] {
        match counted {
            Some(counted) => [counted.name(1), counted.name(2)],
            None => ["record", "records"],
        }
    }
}

/// The unit of every row: rows of one person are one unit, and so are rows of one group. Where both are told, whatever is
/// linked by either is one, a person of two groups included: there are never more units than people or groups.
///
/// Rows without a person are one person together, since nobody knows how many they are; a row without a group is in none.
/// Cheap to make: rows are looked at when they are first asked about.
#[derive(Clone, Debug)]
pub struct Units<'a> {
    codes: Codes<'a>,
    count: OnceLock<usize>,
    pub counted: Counted,
}

#[derive(Clone, Debug)]
enum Codes<'a> {
    /// With a number that is above them all.
    Column(&'a [u32], usize),
    Made(Arc<[u32]>, usize),
    Linked {
        person: Option<&'a Column>,
        group: &'a Column,
        made: OnceLock<(Arc<[u32]>, usize)>,
    },
}

impl<'a> Units<'a> {
    /// `None` if neither is told: then each record is counted by itself.
    pub fn new(person: Option<&'a Column>, group: Option<&'a Column>) -> Option<Self> {
        let counted = match group {
            Some(_) => Counted::Groups,
            None => Counted::People,
        };
        let of_column =
            |column: &'a Column| Codes::Column(column.codes(), column.dictionary().len());
        let codes = match (person, group) {
            (None, None) => return None,
            (Some(person), None) => of_column(person),
            (None, Some(group)) if group.null().is_none() => of_column(group),
            (person, Some(group)) => Codes::Linked {
                person,
                group,
                made: OnceLock::new(),
            },
        };
        Some(Self {
            codes,
            count: OnceLock::new(),
            counted,
        })
    }

    fn codes(&self) -> (&[u32], usize) {
        match &self.codes {
            Codes::Column(codes, below) => (codes, *below),
            Codes::Made(codes, below) => (codes, *below),
            Codes::Linked {
                person,
                group,
                made,
            } => {
                let (codes, below) = made.get_or_init(|| linked(*person, group));
                (codes, *below)
            }
        }
    }

    /// By row.
    pub fn of_rows(&self) -> &[u32] {
        self.codes().0
    }

    pub fn of(&self, row: u32) -> u32 {
        self.of_rows()[row as usize]
    }

    /// Numbers of units are below this; some may have no row.
    pub fn below(&self) -> usize {
        self.codes().1
    }

    pub fn count(&self) -> usize {
        *self.count.get_or_init(|| {
            let (codes, below) = self.codes();
            let mut seen = vec![false; below];
            codes.iter().for_each(|&code| seen[code as usize] = true);
            seen.into_iter().filter(|&seen| seen).count()
        })
    }

    /// How many units some rows belong to.
    pub fn among(&self, rows: &[u32]) -> usize {
        let (codes, below) = self.codes();
        let mut seen = vec![false; below];
        let new = |&&row: &&u32| !std::mem::replace(&mut seen[codes[row as usize] as usize], true);
        rows.iter().filter(new).count()
    }

    /// The units of some rows, in their order, as a table of these rows alone has them.
    #[must_use]
    pub fn picked(&self, rows: &[u32]) -> Units<'static> {
        let (codes, below) = self.codes();
        let picked: Vec<u32> = rows.iter().map(|&row| codes[row as usize]).collect();
        Units {
            codes: Codes::Made(picked.into(), below),
            count: OnceLock::new(),
            counted: self.counted,
        }
    }
}

/// Rows are linked by their person and by their group: the parts that hang together, numbered by their first row.
fn linked(person: Option<&Column>, group: &Column) -> (Arc<[u32]>, usize) {
    let rows = group.len();
    let groups = group.dictionary().len();
    let people = person.map_or(rows, |person| person.dictionary().len());
    let mut above: Vec<u32> = (0..(groups + people) as u32).collect();
    // Where there is no person, each row is one.
    let person_of = |row: usize| {
        let own = person.map_or(row as u32, |person| person.codes()[row]);
        groups as u32 + own
    };
    for row in (0..rows).filter(|&row| !group.is_null(row)) {
        let of_group = root(&mut above, group.codes()[row]);
        let of_person = root(&mut above, person_of(row));
        above[of_group.max(of_person) as usize] = of_group.min(of_person);
    }
    let mut number = vec![u32::MAX; groups + people];
    let mut count = 0;
    let codes = (0..rows)
        .map(|row| {
            let number = &mut number[root(&mut above, person_of(row)) as usize];
            if *number == u32::MAX {
                *number = count;
                count += 1;
            }
            *number
        })
        .collect();
    (codes, count as usize)
}

/// What hangs above all that is linked to it; the way there is made shorter.
fn root(above: &mut [u32], mut at: u32) -> u32 {
    while above[at as usize] != at {
        let next = above[at as usize];
        above[at as usize] = above[next as usize];
        at = above[at as usize];
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn column(name: &str, texts: &[&str]) -> Column {
        Column::from_texts(name, texts).unwrap()
    }

    #[test]
    fn rows_of_a_person_are_one_and_so_are_those_of_a_group() {
        let person = column("id", &["a", "b", "a", "", "", "c"]);
        let units = Units::new(Some(&person), None).unwrap();
        assert_eq!((units.count(), units.counted), (4, Counted::People));
        assert_eq!(units.of(3), units.of(4));
        assert_eq!(units.among(&[0, 2, 3]), 2);
        let group = column("house", &["1", "", "2", "", "2", ""]);
        let units = Units::new(None, Some(&group)).unwrap();
        // A row without a group is in none.
        assert_eq!((units.count(), units.counted), (5, Counted::Groups));
        assert_eq!(units.of_rows(), [0, 1, 2, 3, 2, 4]);
        // a lives in two houses, and nobody's rows are in one of them.
        let units = Units::new(Some(&person), Some(&group)).unwrap();
        assert_eq!(units.of_rows(), [0, 1, 0, 0, 0, 2]);
        assert!(Units::new(None, None).is_none());
    }

    proptest! {
        /// Two rows are one unit if a chain of rows links them, each sharing a person or a group with the next.
        #[test]
        fn what_is_linked_is_one(rows in proptest::collection::vec((0u8..6, 0u8..6), 1..24)) {
            let person: Vec<String> = rows.iter().map(|(person, _)| format!("p{person}")).collect();
            let group: Vec<String> = rows
                .iter()
                .map(|&(_, group)| if group == 0 { String::new() } else { format!("g{group}") })
                .collect();
            let person = Column::from_texts("p", person).unwrap();
            let group = Column::from_texts("g", group).unwrap();
            let units = Units::new(Some(&person), Some(&group)).unwrap();
            let direct = |a: usize, b: usize| {
                rows[a].0 == rows[b].0 || rows[a].1 == rows[b].1 && rows[a].1 != 0
            };
            let mut linked: Vec<Vec<bool>> = (0..rows.len())
                .map(|a| (0..rows.len()).map(|b| direct(a, b)).collect())
                .collect();
            for by in 0..rows.len() {
                for a in 0..rows.len() {
                    for b in 0..rows.len() {
                        let through = linked[a][by] && linked[by][b];
                        linked[a][b] |= through;
                    }
                }
            }
            let of_rows = units.of_rows();
            for (a, linked) in linked.iter().enumerate() {
                for (b, &linked) in linked.iter().enumerate() {
                    prop_assert_eq!(linked, of_rows[a] == of_rows[b]);
                }
            }
            let mut distinct = units.of_rows().to_vec();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(distinct.len(), units.count());
        }
    }
}
