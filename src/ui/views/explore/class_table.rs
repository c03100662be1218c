//! The classes as a table: how many records each has, what is known about their sensitive values, and what they
//! have in common.

use crate::ui::panel::symbol;
use crate::ui::status::Status;
use crate::ui::widgets::grid::{
    CellKind, GridCell, GridHeader, GridSource, RowLook, RowMark, SortMark,
};
use crate::ui::widgets::{capitalize, number};
use cloakroom_core::column::Column;
use cloakroom_core::table::Table;
use cloakroom_microdata::privacy::PrivacyModel;
use cloakroom_microdata::profile::values::ColumnValues;
use rayon::prelude::*;

/// What a column of the table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassColumn {
    /// The people or groups that k counts.
    Counted,
    Records,
    /// The promises that the class breaks.
    Breaks,
    /// Why, in a sentence.
    Why,
    /// By place among the sensitive columns of the profile.
    Sensitive(usize),
    /// By place in the table.
    Quasi(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassSort {
    pub by: ClassColumn,
    pub descending: bool,
}

pub struct ClassSource<'a> {
    pub table: &'a Table,
    pub status: &'a Status,
    /// Classes in the order in which they are shown.
    pub order: &'a [u32],
    pub columns: &'a [ClassColumn],
    pub sort: Option<ClassSort>,
    /// The class that is selected in any view.
    pub selected: Option<u32>,
    /// The promise that the reasons are about, or all.
    pub about: Option<PrivacyModel>,
    /// Whether some may keep all that is promised; where all fail, or nothing is promised, marking them says nothing.
    pub is_judged: bool,
}

impl ClassSource<'_> {
    pub fn class(&self, row: u64) -> u32 {
        self.order.get(row as usize).copied().unwrap_or(0)
    }

    fn first(&self, class: u32) -> Option<usize> {
        let members = self.status.classes.members(class);
        members.first().map(|&row| row as usize)
    }

    fn values(&self, at: usize) -> Option<(&Column, &ColumnValues)> {
        let measured = self.status.measured.as_ref()?;
        let column = self.table.columns().get(measured.columns.get(at)?.at)?;
        Some((column, measured.values.columns().get(at)?))
    }

    fn why(&self, class: u32) -> String {
        let failures = self.status.failures(self.table, class);
        let told = failures
            .iter()
            .filter(|(failing, _)| self.about.is_none_or(|model| failing.model == model));
        let sentences = told.map(|(failing, column)| {
            let mut words =
                cloakroom_microdata::privacy::why(failing, &self.status.requirement, *column);
            capitalize(&mut words);
            words
        });
        sentences.collect::<Vec<_>>().join(". ")
    }
}

/// How large a class is: the records, and whom k counts where that is somebody else.
pub fn of_size(status: &Status) -> Vec<ClassColumn> {
    let counted = status.classes.counts().map(|_| ClassColumn::Counted);
    counted.into_iter().chain([ClassColumn::Records]).collect()
}

/// The promises that a class breaks, as the panel calls them.
pub fn broken(status: &Status, class: u32) -> Vec<PrivacyModel> {
    status.scan.models(class).collect()
}

impl GridSource for ClassSource<'_> {
    fn rows(&self) -> u64 {
        self.order.len() as u64
    }

    fn columns(&self) -> usize {
        self.columns.len()
    }

    fn last_column_fills(&self) -> bool {
        matches!(
            self.columns.last(),
            Some(ClassColumn::Why | ClassColumn::Sensitive(_))
        )
    }

    fn name(&self, column: usize) -> &str {
        match self.columns[column] {
            ClassColumn::Counted => self.status.nouns()[1],
            ClassColumn::Records => "records",
            ClassColumn::Breaks => "breaks",
            ClassColumn::Why => "why",
            ClassColumn::Sensitive(at) => self.values(at).map_or("", |(column, _)| column.name()),
            ClassColumn::Quasi(at) => self.table.columns()[at].name(),
        }
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        let shown = self.columns[column];
        let (hover, numbers) = match shown {
            ClassColumn::Counted => (
                "How many of those whom k counts have records in the class, whatever the number of these.",
                true,
            ),
            ClassColumn::Records => ("How many records the class has.", true),
            ClassColumn::Breaks => (
                "The promises that the class breaks: k asks for enough of those whom it counts, the others for sensitive values that tell \
                 nobody's apart. What each means stands at the \u{201c}?\u{201d} of its slider.",
                false,
            ),
            ClassColumn::Why => ("Why it breaks them.", false),
            ClassColumn::Sensitive(_) => (
                "How the sensitive values of the class are spread, the most frequent first. Sorts by how many \
                 there are.",
                false,
            ),
            ClassColumn::Quasi(at) => (
                "All records of a class share this value.",
                self.table.columns()[at].value_type().is_number(),
            ),
        };
        let sort = self
            .sort
            .filter(|sort| sort.by == shown)
            .map(|sort| SortMark::of(sort.descending));
        GridHeader {
            hover: hover.into(),
            numbers,
            sort,
            ..GridHeader::default()
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        row + 1
    }

    fn row_look(&self, row: u64) -> RowLook {
        let class = self.class(row);
        let mark = match (self.is_judged, self.status.fails(class, None)) {
            (false, _) => RowMark::Plain,
            (true, true) => RowMark::Violates,
            (true, false) => RowMark::Satisfied,
        };
        RowLook {
            mark,
            related: self.selected == Some(class),
            begins: false,
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let class = self.class(row);
        match self.columns[column] {
            ClassColumn::Counted => {
                let size = self.status.classes.counted()[class as usize];
                GridCell::number(number::count(u64::from(size)))
            }
            ClassColumn::Records => {
                let size = self.status.classes.sizes()[class as usize];
                GridCell::number(number::count(u64::from(size)))
            }
            ClassColumn::Breaks => {
                let broken = broken(self.status, class);
                let symbols: Vec<&str> = broken.into_iter().map(symbol).collect();
                GridCell::text(symbols.join(", "))
            }
            ClassColumn::Why => GridCell::text(self.why(class)),
            ClassColumn::Sensitive(at) => match self.values(at) {
                Some((column, values)) => {
                    let size = self.status.classes.counted()[class as usize];
                    spread(column, values, class, size)
                }
                None => GridCell::missing(),
            },
            ClassColumn::Quasi(at) => {
                let column = &self.table.columns()[at];
                match self.first(class).filter(|&row| !column.is_null(row)) {
                    None => GridCell::missing(),
                    Some(row) => {
                        let mut cell = GridCell::text(column.text(row));
                        if column.value_type().is_number() {
                            cell.kind = CellKind::Number;
                        }
                        cell
                    }
                }
            }
        }
    }
}

/// Values named in a cell.
const NAMED: usize = 3;

/// A bar of shares and the most frequent values by name. People and groups of a class of `size` may show several.
fn spread<'a>(column: &'a Column, values: &ColumnValues, class: u32, size: u32) -> GridCell<'a> {
    let (codes, counts) = (values.codes(class as usize), values.counts(class as usize));
    let share = |count: u32| f64::from(count) / f64::from(size.max(1));
    let shown: u32 = counts.iter().sum();
    let mut words: Vec<String> = codes
        .iter()
        .zip(counts)
        .take(NAMED)
        .map(|(&code, &count)| {
            let text = match column.dictionary().get(code) {
                "" => "missing",
                text => text,
            };
            if count == size {
                format!("all {text}")
            } else {
                format!("{text} {}", number::percent(share(count)))
            }
        })
        .collect();
    if counts.len() > NAMED {
        words.push(format!(
            "{} more",
            number::count((counts.len() - NAMED) as u64)
        ));
    }
    let part = |&count: &u32| (f64::from(count) / f64::from(shown.max(1))) as f32;
    let shares = counts.iter().map(part).collect();
    GridCell::text(words.join(", ")).shares(shares)
}

/// The classes in an order: as asked for, or those that fail first and small ones before large ones.
pub fn ordered(table: &Table, status: &Status, sort: Option<ClassSort>) -> Vec<u32> {
    let Some(sort) = sort else {
        let mut order = status.failing_classes(None);
        let by_size = status.classes.by_size().iter().copied();
        order.extend(by_size.filter(|&class| !status.fails(class, None)));
        return order;
    };
    let key = |class: u32| -> u32 {
        let first = status.classes.members(class).first();
        match sort.by {
            ClassColumn::Quasi(at) => {
                let column = &table.columns()[at];
                first.map_or(0, |&row| {
                    column.ranks()[column.codes()[row as usize] as usize]
                })
            }
            ClassColumn::Sensitive(at) => {
                let values = status.values();
                let column = values.and_then(|values| values.columns().get(at));
                column.map_or(0, |column| column.counts(class as usize).len() as u32)
            }
            ClassColumn::Breaks => {
                let broken = status.scan.broken.get(class as usize);
                u32::from(broken.copied().unwrap_or(0))
            }
            ClassColumn::Records => status.classes.sizes()[class as usize],
            ClassColumn::Counted | ClassColumn::Why => status.classes.counted()[class as usize],
        }
    };
    let mut keyed: Vec<(u32, u32)> = status
        .classes
        .by_size()
        .iter()
        .map(|&class| (key(class), class))
        .collect();
    if sort.descending {
        keyed.par_sort_by_key(|&(key, _)| std::cmp::Reverse(key));
    } else {
        keyed.par_sort_by_key(|&(key, _)| key);
    }
    keyed.into_iter().map(|(_, class)| class).collect()
}
