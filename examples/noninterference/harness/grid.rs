//! Records with a cell for every column.

use super::chance::Chance;
use super::data::{Form, Way, some_of};
use super::spelled;

#[derive(Clone, Debug)]
pub struct Column {
    pub name: &'static str,
    /// Names people and is never released.
    pub is_identifier: bool,
    /// May be changed on its way into the release.
    pub is_recoded: bool,
    /// In the order in which neighbours are alike.
    pub pool: Vec<String>,
    /// How many of the first of the pool are usual; the others are rare.
    pub usual: usize,
}

impl Column {
    /// A name for somebody: one of the pool, if names stand for several records.
    fn named(&self, as_what: &str, chance: &mut Chance) -> String {
        match self.pool.as_slice() {
            [] => format!("{as_what} {}", chance.below(1_000_000)),
            pool => format!("{as_what} {}", chance.pick(pool)),
        }
    }

    fn value(&self, chance: &mut Chance) -> String {
        let usual = if chance.percent(6) {
            self.pool.len()
        } else {
            self.usual
        };
        self.pool[chance.below(usual)].clone()
    }

    /// Another value, mostly a neighbour.
    fn other(&self, value: &str, chance: &mut Chance) -> String {
        let at = self.pool.iter().position(|known| known == value);
        match at {
            Some(at) if chance.percent(70) => {
                let next =
                    (at + if chance.percent(50) {
                        1
                    } else {
                        self.pool.len() - 1
                    }) % self.pool.len();
                self.pool[next].clone()
            }
            _ => chance.pick(&self.pool).clone(),
        }
    }
}

/// Records with a cell for every column.
#[derive(Clone, Debug)]
pub struct Grid {
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    pub fn any(columns: Vec<Column>, records: usize, chance: &mut Chance) -> Self {
        let mut grid = Self {
            columns,
            rows: Vec::new(),
        };
        for _ in 0..records {
            let row = grid.record(chance);
            grid.rows.push(row);
        }
        grid
    }

    /// Mostly like somebody who is there already, so that classes come about.
    fn record(&self, chance: &mut Chance) -> Vec<String> {
        let like =
            (!self.rows.is_empty() && chance.percent(65)).then(|| chance.pick(&self.rows).clone());
        let cell = |(at, column): (usize, &Column)| match &like {
            _ if column.is_identifier => column.named("person", chance),
            Some(like) if chance.percent(80) => like[at].clone(),
            _ => column.value(chance),
        };
        self.columns.iter().enumerate().map(cell).collect()
    }

    fn change(&mut self, row: usize, chance: &mut Chance, may_change: impl Fn(&Column) -> bool) {
        let columns = (0..self.columns.len()).filter(|&at| may_change(&self.columns[at]));
        let columns: Vec<usize> = columns.collect();
        let at = *chance.pick(&columns);
        self.rows[row][at] = self.columns[at].other(&self.rows[row][at], chance);
    }

    /// Writes some cells in other ways; those of a few columns alone, so that others stay what they are.
    pub fn respell(&mut self, chance: &mut Chance) {
        for (at, column) in self.columns.iter().enumerate() {
            if column.is_identifier || chance.percent(40) {
                continue;
            }
            for row in &mut self.rows {
                if chance.percent(30) {
                    row[at] = spelled::other(&row[at], chance);
                }
            }
        }
    }

    pub fn alter(&mut self, way: Way, left_out: &[u32], chance: &mut Chance) -> bool {
        match way {
            Way::Order => chance.shuffle(&mut self.rows),
            Way::Identifiers => {
                for (at, column) in self.columns.iter().enumerate() {
                    if column.is_identifier {
                        for row in &mut self.rows {
                            row[at] = column.named("somebody", chance);
                        }
                    }
                }
            }
            Way::Spelling => self.respell(chance),
            Way::Behind => {
                for _ in 0..=chance.below(3) {
                    let row = chance.below(self.rows.len());
                    self.change(row, chance, |column| column.is_recoded);
                }
            }
            Way::LeftOut => {
                let Some(rows) = some_of(left_out, chance) else {
                    return false;
                };
                for row in rows {
                    for _ in 0..=chance.below(4) {
                        self.change(row, chance, |column| !column.is_identifier);
                    }
                }
            }
            Way::More => {
                // Like somebody who was left out, or with what hardly anybody has.
                let like = match left_out {
                    [] => self.record(chance),
                    some => self.rows[*chance.pick(some) as usize].clone(),
                };
                let mut row = like;
                for (cell, column) in row.iter_mut().zip(&self.columns) {
                    if column.is_recoded && chance.percent(50) {
                        let rare = column.usual..column.pool.len();
                        let rare = rare.start + chance.below(rare.len().max(1));
                        *cell = column.pool[rare.min(column.pool.len() - 1)].clone();
                    }
                }
                self.rows.push(row);
            }
            Way::Fewer => {
                let Some(rows) = some_of(left_out, chance) else {
                    return false;
                };
                for row in rows.into_iter().rev() {
                    self.rows.remove(row);
                }
            }
            Way::Hidden | Way::Form => return false,
        }
        !self.rows.is_empty()
    }

    pub fn text(&self, form: Form) -> String {
        let mut text = String::new();
        form.line(self.columns.iter().map(|column| column.name), &mut text);
        for row in &self.rows {
            form.line(row.iter().map(String::as_str), &mut text);
        }
        text
    }
}
