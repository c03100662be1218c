//! Every value with its groups, level by level.

use super::facts::TreeFacts;
use crate::ui::widgets::grid::{GridCell, GridHeader, GridSource, RowLook};
use crate::ui::widgets::number;
use cloakroom_core::hierarchy::Node;

pub struct LevelTable<'a> {
    pub facts: &'a TreeFacts,
}

impl GridSource for LevelTable<'_> {
    fn rows(&self) -> u64 {
        self.facts.tree.width(0) as u64
    }

    fn columns(&self) -> usize {
        self.facts.columns.len()
    }

    fn name(&self, column: usize) -> &str {
        &self.facts.columns[column]
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        let hover = match column {
            0 => "The value as the data have it.".into(),
            1 => "Records with this value.".into(),
            _ => {
                let groups = self.facts.tree.width(column - 1);
                number::counted(groups as u64, "group").into()
            }
        };
        GridHeader {
            hover,
            numbers: column == 1,
            ..GridHeader::default()
        }
    }

    fn last_column_fills(&self) -> bool {
        true
    }

    fn row_number(&self, row: u64) -> u64 {
        row + 1
    }

    fn row_look(&self, _: u64) -> RowLook {
        RowLook::default()
    }

    fn cell(&self, row: u64, column: usize) -> GridCell<'_> {
        let leaf = Node {
            level: 0,
            at: row as u32,
        };
        if column == 1 {
            return GridCell::number(number::count(self.facts.records(leaf)));
        }
        let level = column.saturating_sub(1);
        let node = self.facts.tree.path(leaf).nth(level);
        match node.map_or("", |node| self.facts.tree.label(node)) {
            "" => GridCell::missing(),
            label => GridCell::text(label),
        }
    }
}
