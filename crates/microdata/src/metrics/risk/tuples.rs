//! The distinct combinations of quasi-identifiers, each with the number of its records: all that questions about
//! subsets of the columns need.

use cloakroom_core::{Column, Counted, DictionaryBuilder, DictionaryFull, Lists, Units};

#[derive(Clone, Debug, Default)]
pub struct Tuples {
    pub names: Vec<String>,
    /// By column and tuple: which value it has. Equal texts have equal numbers.
    pub values: Vec<Vec<u32>>,
    /// By column, how many values there are.
    pub distinct: Vec<usize>,
    /// By tuple, its records.
    pub weights: Vec<u32>,
    /// Where people or groups are counted, whose a tuple is, ascending: then each has a tuple for each of its classes.
    pub units: Option<Vec<u32>>,
    pub counts: Option<Counted>,
}

impl Tuples {
    /// `first` has a record of each class and `sizes` its records; the classes are those of `columns`.
    pub fn new(columns: &[&Column], first: &[u32], sizes: &[u32]) -> Result<Self, DictionaryFull> {
        let mut tuples = Self {
            weights: sizes.to_vec(),
            ..Self::default()
        };
        for column in columns {
            // Groups of two levels may have the same name, and only names can be told apart.
            let mut texts = DictionaryBuilder::default();
            let text_of = texts.absorb(column.dictionary())?;
            tuples.names.push(column.name().to_owned());
            tuples.distinct.push(texts.len());
            let value = |&row: &u32| text_of[column.codes()[row as usize] as usize];
            tuples.values.push(first.iter().map(value).collect());
        }
        Ok(tuples)
    }

    /// The same where units are counted: `classes` has the rows of each class.
    pub fn of_units(
        columns: &[&Column],
        classes: &Lists,
        units: &Units<'_>,
    ) -> Result<Self, DictionaryFull> {
        let members = classes.iter().enumerate();
        let mut held: Vec<(u32, u32, u32)> = members
            .flat_map(|(class, rows)| {
                rows.iter()
                    .map(move |&row| (units.of(row), class as u32, row))
            })
            .collect();
        held.sort_unstable();
        let runs = || held.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1));
        let first: Vec<u32> = runs().map(|run| run[0].2).collect();
        let sizes: Vec<u32> = runs().map(|run| run.len() as u32).collect();
        let of: Vec<u32> = runs().map(|run| run[0].0).collect();
        let tuples = Self::new(columns, &first, &sizes)?;
        Ok(Self {
            units: Some(of),
            counts: Some(units.counted),
            ..tuples
        })
    }

    /// How many records there are, or units where these are counted.
    pub fn counted(&self) -> usize {
        match &self.units {
            Some(units) => units.chunk_by(|a, b| a == b).count(),
            None => self.records(),
        }
    }

    pub fn columns(&self) -> usize {
        self.names.len()
    }

    pub fn records(&self) -> usize {
        self.weights.iter().map(|&weight| weight as usize).sum()
    }
}
