//! The input of a case, and what may be done to it that the release might not show.

use super::chance::Chance;

/// What is done to an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// Records in another order.
    Order,
    /// Other names of the same people.
    Identifiers,
    /// The same records in a file that is written otherwise.
    Form,
    /// Other values, perhaps behind the same released cells.
    Behind,
    /// Other values of those who were left out.
    LeftOut,
    /// More records, perhaps to be left out too.
    More,
    /// Fewer of those who were left out.
    Fewer,
    /// Issues or items that nobody had before, perhaps shown nowhere.
    Hidden,
}

impl Way {
    pub const ALL: [Self; 8] = [
        Self::Order,
        Self::Identifiers,
        Self::Form,
        Self::Behind,
        Self::LeftOut,
        Self::More,
        Self::Fewer,
        Self::Hidden,
    ];

    /// Some of them seldom leave the released table as it is, and are tried more often.
    pub fn any(chance: &mut Chance) -> Self {
        match chance.below(10) {
            0 => *chance.pick(&Self::ALL),
            1..=3 => Self::Behind,
            4 | 5 => Self::LeftOut,
            6 | 7 => Self::More,
            8 => Self::Fewer,
            _ => Self::Hidden,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Identifiers => "identifiers",
            Self::Form => "form",
            Self::Behind => "behind",
            Self::LeftOut => "left out",
            Self::More => "more",
            Self::Fewer => "fewer",
            Self::Hidden => "hidden",
        }
    }
}

/// How a file is written, which is found out when it is read.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    delimiter: char,
    line_end: &'static str,
    quotes_everything: bool,
}

impl Default for Form {
    fn default() -> Self {
        Self {
            delimiter: ',',
            line_end: "\n",
            quotes_everything: false,
        }
    }
}

impl Form {
    fn any(chance: &mut Chance) -> Self {
        Self {
            delimiter: *chance.pick(&[',', ';', '\t']),
            line_end: if chance.percent(50) { "\n" } else { "\r\n" },
            quotes_everything: chance.percent(50),
        }
    }

    fn line<'a>(&self, cells: impl Iterator<Item = &'a str>, into: &mut String) {
        for (at, cell) in cells.enumerate() {
            if at > 0 {
                into.push(self.delimiter);
            }
            let plain = |char: char| !matches!(char, ',' | ';' | '\t' | '"' | '\r' | '\n');
            if self.quotes_everything || !cell.chars().all(plain) {
                into.push('"');
                into.push_str(&cell.replace('"', "\"\""));
                into.push('"');
            } else {
                into.push_str(cell);
            }
        }
        into.push_str(self.line_end);
    }
}

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
            _ if column.is_identifier => format!("person {}", chance.below(1_000_000)),
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

    fn alter(&mut self, way: Way, left_out: &[u32], chance: &mut Chance) -> bool {
        match way {
            Way::Order => chance.shuffle(&mut self.rows),
            Way::Identifiers => {
                for (at, column) in self.columns.iter().enumerate() {
                    if column.is_identifier {
                        for row in &mut self.rows {
                            row[at] = format!("somebody {}", chance.below(1_000_000));
                        }
                    }
                }
            }
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

    fn text(&self, form: Form) -> String {
        let mut text = String::new();
        form.line(self.columns.iter().map(|column| column.name), &mut text);
        for row in &self.rows {
            form.line(row.iter().map(String::as_str), &mut text);
        }
        text
    }
}

/// At least one, ascending.
fn some_of(left_out: &[u32], chance: &mut Chance) -> Option<Vec<usize>> {
    if left_out.is_empty() {
        return None;
    }
    let always = chance.below(left_out.len());
    let all = left_out.iter().enumerate();
    let some = all.filter(|&(at, _)| at == always || chance.percent(40));
    Some(some.map(|(_, &row)| row as usize).collect())
}

/// How sets of things are laid out in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A row for each thing of each record: `user,item,rating` or `basket,item`.
    Long,
    /// A basket a line, with spaces between.
    Basket,
    /// A cell that lists the things, with bars between.
    List,
}

/// Records that hold things: issues with ratings, or items.
#[derive(Clone, Debug)]
pub struct Sets {
    pub layout: Layout,
    /// What there is at first, and what comes only later.
    pub things: Vec<String>,
    pub hidden: Vec<String>,
    /// None for items.
    pub ratings: Vec<String>,
    pub records: Vec<SetRecord>,
}

#[derive(Clone, Debug)]
pub struct SetRecord {
    pub id: String,
    pub holds: Vec<(String, String)>,
}

impl Sets {
    fn rating(&self, chance: &mut Chance) -> String {
        match self.ratings.is_empty() {
            true => String::new(),
            false => chance.pick(&self.ratings).clone(),
        }
    }

    pub fn add_record(&mut self, chance: &mut Chance) {
        let like = (!self.records.is_empty() && chance.percent(65))
            .then(|| chance.pick(&self.records).holds.clone());
        let mut holds = Vec::new();
        let mut things = self.things.clone();
        chance.shuffle(&mut things);
        for thing in things {
            let before = like
                .as_ref()
                .and_then(|like| like.iter().find(|held| held.0 == thing));
            let (holds_it, rating) = match (before, chance.percent(85)) {
                (Some((_, rating)), true) => (true, rating.clone()),
                (None, true) if like.is_some() => (false, String::new()),
                _ => (chance.percent(45), self.rating(chance)),
            };
            if holds_it {
                holds.push((thing, rating));
            }
        }
        if holds.is_empty() {
            holds.push((chance.pick(&self.things).clone(), self.rating(chance)));
        }
        let id = format!("id{}", chance.below(1_000_000));
        self.records.push(SetRecord { id, holds });
    }

    fn change(&mut self, record: usize, chance: &mut Chance) {
        let (rating, thing) = (self.rating(chance), chance.pick(&self.things).clone());
        let holds = &mut self.records[record].holds;
        let at = chance.below(holds.len());
        if !self.ratings.is_empty() && chance.percent(50) {
            holds[at].1 = rating;
        } else if chance.percent(40) && holds.len() > 1 {
            holds.remove(at);
        } else if holds.iter().all(|held| held.0 != thing) {
            match chance.percent(50) {
                true => holds[at] = (thing, rating),
                false => holds.push((thing, rating)),
            }
        }
    }

    fn alter(&mut self, way: Way, left_out: &[u32], chance: &mut Chance) -> bool {
        match way {
            Way::Order => {
                for record in &mut self.records {
                    chance.shuffle(&mut record.holds);
                }
                chance.shuffle(&mut self.records);
            }
            Way::Identifiers => {
                for record in &mut self.records {
                    record.id = format!("who{}", chance.below(1_000_000));
                }
            }
            Way::Behind => {
                for _ in 0..=chance.below(2) {
                    let record = chance.below(self.records.len());
                    self.change(record, chance);
                }
            }
            Way::LeftOut => {
                let Some(records) = some_of(left_out, chance) else {
                    return false;
                };
                for record in records {
                    self.change(record, chance);
                }
            }
            Way::More => {
                self.add_record(chance);
                let last = self.records.len() - 1;
                if chance.percent(50) {
                    self.change(last, chance);
                }
            }
            Way::Fewer => {
                let Some(records) = some_of(left_out, chance) else {
                    return false;
                };
                for record in records.into_iter().rev() {
                    self.records.remove(record);
                }
            }
            Way::Hidden => {
                let to = match left_out {
                    [] => chance.below(self.records.len()),
                    some => *chance.pick(some) as usize,
                };
                let thing = (chance.pick(&self.hidden).clone(), self.rating(chance));
                let holds = &mut self.records[to].holds;
                let at = chance.below(holds.len() + 1);
                holds.insert(at, thing);
            }
            Way::Form => return false,
        }
        !self.records.is_empty()
    }

    fn text(&self, form: Form) -> String {
        let mut text = String::new();
        match (self.layout, self.ratings.is_empty()) {
            (Layout::Long, true) => form.line(["basket", "item"].into_iter(), &mut text),
            (Layout::Long, false) => form.line(["user", "item", "rating"].into_iter(), &mut text),
            (Layout::List, _) => form.line(["number", "items"].into_iter(), &mut text),
            (Layout::Basket, _) => {}
        }
        for record in &self.records {
            let things = || record.holds.iter().map(|held| held.0.as_str());
            match self.layout {
                Layout::Long => {
                    for (thing, rating) in &record.holds {
                        let cells = [record.id.as_str(), thing, rating].into_iter();
                        let width = if self.ratings.is_empty() { 2 } else { 3 };
                        form.line(cells.take(width), &mut text);
                    }
                }
                Layout::List => {
                    let list = things().collect::<Vec<_>>().join("|");
                    form.line([record.id.as_str(), &list].into_iter(), &mut text);
                }
                Layout::Basket => {
                    text += &things().collect::<Vec<_>>().join(" ");
                    text += form.line_end;
                }
            }
        }
        text
    }
}

#[derive(Clone, Debug)]
pub enum Records {
    Grid(Grid),
    Sets(Sets),
}

#[derive(Clone, Debug)]
pub struct Data {
    pub records: Records,
    pub form: Form,
}

impl Data {
    pub fn new(records: Records) -> Self {
        Self {
            records,
            form: Form::default(),
        }
    }

    pub fn text(&self) -> String {
        match &self.records {
            Records::Grid(grid) => grid.text(self.form),
            Records::Sets(sets) => sets.text(self.form),
        }
    }

    /// Another input; `None` if there is nothing to be done in this way.
    pub fn altered(&self, way: Way, left_out: &[u32], chance: &mut Chance) -> Option<Self> {
        let mut data = self.clone();
        let done = match (&mut data.records, way) {
            (_, Way::Form) => {
                data.form = Form::any(chance);
                true
            }
            (Records::Grid(grid), way) => grid.alter(way, left_out, chance),
            (Records::Sets(sets), way) => sets.alter(way, left_out, chance),
        };
        done.then_some(data)
    }
}
