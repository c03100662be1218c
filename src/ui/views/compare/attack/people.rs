//! The known people, one a line, whatever their number.

use crate::ui::attack::{By, Listed, most};
use crate::ui::widgets::grid::{
    GridCell, GridHeader, GridSource, GridState, RowLook, RowMark, SortMark,
};
use cloakroom_core::words::{grouped, percent};
use cloakroom_engine::attack::{AttackReport, Learned};

const COLUMNS: [(Option<By>, &str, &str); 5] = [
    (
        Some(By::Person),
        "person",
        "What the file calls them, or their row.",
    ),
    (
        Some(By::Candidates),
        "candidates",
        "Records that may be theirs as far as they are known.",
    ),
    (
        Some(By::Guess),
        "best guess",
        "How likely a guess among the candidates is right: 0 if nobody there is like this person.",
    ),
    (
        Some(By::Learned),
        "learned",
        "Revealed: all candidates share a sensitive value. Similar: all values are of one category. Skewed: more than half \
         share a value, at least twice as many as everywhere.",
    ),
    (None, "in words", "What was found about the person."),
];

pub fn by(column: usize) -> Option<By> {
    COLUMNS.get(column)?.0
}

/// Numbers take little room; the words are read across.
pub fn lay_out(grid: &mut GridState) {
    for (name, width) in [
        ("person", 108.0),
        ("candidates", 100.0),
        ("best guess", 100.0),
        ("learned", 88.0),
        ("in words", 560.0),
    ] {
        grid.set_width(name, width);
    }
}

pub struct Source<'a> {
    pub report: &'a AttackReport,
    pub listed: &'a Listed,
    pub selected: Option<usize>,
    /// Something is promised, so that whoever hides among enough may be called safe.
    pub is_judged: bool,
}

impl Source<'_> {
    /// The place of a row's person in the report.
    pub fn person(&self, row: u64) -> Option<usize> {
        self.listed.order.get(row as usize).map(|&at| at as usize)
    }
}

/// The word for what is learned.
pub fn word(learned: Learned) -> &'static str {
    match learned {
        Learned::Revealed => "revealed",
        Learned::Similar => "similar",
        Learned::Skewed => "skewed",
        Learned::Hidden => "hidden",
    }
}

impl GridSource for Source<'_> {
    fn rows(&self) -> u64 {
        self.listed.order.len() as u64
    }

    fn columns(&self) -> usize {
        COLUMNS.len()
    }

    fn last_column_fills(&self) -> bool {
        true
    }

    fn name(&self, column: usize) -> &str {
        COLUMNS[column].1
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        let (by, _, hover) = COLUMNS[column];
        let sorted = self.listed.by.filter(|(sorted, _)| Some(*sorted) == by);
        GridHeader {
            sort: sorted.map(|(_, descending)| match descending {
                true => SortMark::Descending,
                false => SortMark::Ascending,
            }),
            hover: hover.into(),
            numbers: matches!(by, Some(By::Candidates | By::Guess)),
            ..GridHeader::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        self.person(row).map_or(row, |at| at as u64) + 1
    }

    fn row_look(&self, row: u64) -> RowLook {
        let Some(at) = self.person(row) else {
            return RowLook::default();
        };
        let person = &self.report.each[at];
        let mark = match (person.in_release, person.candidates) {
            (false, _) => RowMark::Plain,
            (true, candidates) if candidates < u64::from(self.report.k) => RowMark::Violates,
            (true, _) if self.is_judged => RowMark::Satisfied,
            (true, _) => RowMark::Plain,
        };
        RowLook {
            mark,
            related: self.selected == Some(at),
            begins: false,
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let Some(at) = self.person(row) else {
            return GridCell::missing();
        };
        let person = &self.report.each[at];
        match column {
            0 => GridCell::text(person.person.as_str()),
            1 => GridCell::number(grouped(person.candidates as usize)),
            2 => GridCell::number(percent(person.chance)),
            3 => GridCell::text(word(most(person))),
            _ => {
                // The name stands in the first column already.
                let words = person.sentence.strip_prefix(person.person.as_str());
                let words = words.and_then(|words| words.strip_prefix(": "));
                GridCell::text(words.unwrap_or(&person.sentence))
            }
        }
    }
}
