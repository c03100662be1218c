//! The input of a case, and what may be done to it that the release might not show.

use super::chance::Chance;
use super::grid::Grid;
use super::sets::Sets;

/// What is done to an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// Records in another order.
    Order,
    /// Other names of the same people.
    Identifiers,
    /// The same records in a file that is written otherwise.
    Form,
    /// The same values, some of them spelled otherwise.
    Spelling,
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
    pub const ALL: [Self; 9] = [
        Self::Order,
        Self::Identifiers,
        Self::Form,
        Self::Spelling,
        Self::Behind,
        Self::LeftOut,
        Self::More,
        Self::Fewer,
        Self::Hidden,
    ];

    /// Some of them seldom leave the released table as it is, and are tried more often.
    pub fn any(chance: &mut Chance) -> Self {
        match chance.below(11) {
            0 => *chance.pick(&Self::ALL),
            1..=3 => Self::Behind,
            4 | 5 => Self::LeftOut,
            6 | 7 => Self::More,
            8 => Self::Fewer,
            9 => Self::Spelling,
            _ => Self::Hidden,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Identifiers => "identifiers",
            Self::Form => "form",
            Self::Spelling => "spelling",
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
    pub line_end: &'static str,
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

    pub fn line<'a>(&self, cells: impl Iterator<Item = &'a str>, into: &mut String) {
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

/// At least one, ascending.
pub fn some_of(left_out: &[u32], chance: &mut Chance) -> Option<Vec<usize>> {
    if left_out.is_empty() {
        return None;
    }
    let always = chance.below(left_out.len());
    let all = left_out.iter().enumerate();
    let some = all.filter(|&(at, _)| at == always || chance.percent(40));
    Some(some.map(|(_, &row)| row as usize).collect())
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
