//! The classes as a table: what the records of each have in common, and how many they are.

use crate::model::column::Column;
use crate::profile::classes::ClassProfile;
use crate::ui::widgets::grid::{CellKind, GridCell, GridHeader, GridSource, RowLook, RowMark};
use crate::ui::widgets::number;

pub struct ClassSource<'a> {
    pub quasi: &'a [&'a Column],
    pub profile: &'a ClassProfile,
    pub k: u32,
}

impl ClassSource<'_> {
    fn class(&self, row: u64) -> u32 {
        self.profile.by_size()[row as usize]
    }
}

impl GridSource for ClassSource<'_> {
    fn rows(&self) -> u64 {
        self.profile.classes() as u64
    }

    fn columns(&self) -> usize {
        self.quasi.len() + 1
    }

    fn name(&self, column: usize) -> &str {
        match column.checked_sub(1) {
            None => "records",
            Some(at) => self.quasi[at].name(),
        }
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        match column.checked_sub(1) {
            None => GridHeader {
                hover: "How many records the class has.".into(),
                numbers: true,
                ..GridHeader::default()
            },
            Some(at) => GridHeader {
                hover: "All records of a class share this value.".into(),
                numbers: self.quasi[at].value_type().is_number(),
                ..GridHeader::default()
            },
        }
    }

    fn row_number(&self, row: u64) -> u64 {
        row + 1
    }

    fn row_look(&self, row: u64) -> RowLook {
        let size = self.profile.sizes()[self.class(row) as usize];
        RowLook {
            mark: if size < self.k {
                RowMark::Violates
            } else {
                RowMark::Satisfied
            },
            ..RowLook::default()
        }
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let class = self.class(row);
        let Some(at) = column.checked_sub(1) else {
            let size = u64::from(self.profile.sizes()[class as usize]);
            return GridCell::number(number::count(size));
        };
        let column = self.quasi[at];
        let Some(&member) = self.profile.members(class).first() else {
            return GridCell::missing();
        };
        if column.is_null(member as usize) {
            return GridCell::missing();
        }
        let mut cell = GridCell::text(column.text(member as usize));
        if column.value_type().is_number() {
            cell.kind = CellKind::Number;
        }
        cell
    }
}
