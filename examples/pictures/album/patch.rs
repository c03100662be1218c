//! Tiles that differ, gathered into rectangles that can be named and framed.

use std::fmt::{self, Display, Formatter};
use std::ops::Range;

/// A rectangle around tiles that touch each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    pub rows: Range<usize>,
    pub columns: Range<usize>,
    /// In pixels.
    pub x: Range<usize>,
    pub y: Range<usize>,
}

impl Display for Patch {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (rows, columns) = (counted("row", &self.rows), counted("column", &self.columns));
        let (x, y) = (&self.x, &self.y);
        write!(
            f,
            "{rows}, {columns} (x {} to {}, y {} to {})",
            x.start,
            x.end - 1,
            y.start,
            y.end - 1
        )
    }
}

/// From one on, as people count.
fn counted(what: &str, range: &Range<usize>) -> String {
    match range.len() {
        1 => format!("{what} {}", range.end),
        _ => format!("{what}s {} to {}", range.start + 1, range.end),
    }
}

/// `different` says it of every tile, row after row; `width` and `height` are those of the picture, in pixels.
pub fn patches(different: &[bool], width: usize, height: usize, tile: usize) -> Vec<Patch> {
    let across = width.div_ceil(tile).max(1);
    let mut open: Vec<bool> = different.to_vec();
    let mut found = Vec::new();
    for start in 0..open.len() {
        if !open[start] {
            continue;
        }
        open[start] = false;
        let (rows, columns) = surroundings(&mut open, across, start);
        found.push(Patch {
            x: columns.start * tile..(columns.end * tile).min(width),
            y: rows.start * tile..(rows.end * tile).min(height),
            rows,
            columns,
        });
    }
    found
}

/// The rows and columns of all that hangs together with a tile; takes it out of `open`.
fn surroundings(open: &mut [bool], across: usize, start: usize) -> (Range<usize>, Range<usize>) {
    let (row, column) = (start / across, start % across);
    let (mut rows, mut columns) = (row..row + 1, column..column + 1);
    let mut waiting = vec![(row, column)];
    while let Some((row, column)) = waiting.pop() {
        rows = rows.start.min(row)..rows.end.max(row + 1);
        columns = columns.start.min(column)..columns.end.max(column + 1);
        for near_row in row.saturating_sub(1)..=row + 1 {
            for near_column in column.saturating_sub(1)..=(column + 1).min(across - 1) {
                if let Some(near @ true) = open.get_mut(near_row * across + near_column) {
                    *near = false;
                    waiting.push((near_row, near_column));
                }
            }
        }
    }
    (rows, columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_that_touch_are_one_patch_and_named_as_people_count() {
        let rows = [
            "#...#", //
            ".#...", "...#.",
        ];
        let different: Vec<bool> = rows
            .iter()
            .flat_map(|row| row.chars().map(|tile| tile == '#'))
            .collect();
        let words: Vec<String> = patches(&different, 48, 25, 10)
            .iter()
            .map(Patch::to_string)
            .collect();
        assert_eq!(
            words,
            [
                "rows 1 to 2, columns 1 to 2 (x 0 to 19, y 0 to 19)",
                "row 1, column 5 (x 40 to 47, y 0 to 9)",
                "row 3, column 4 (x 30 to 39, y 20 to 24)",
            ]
        );
        assert_eq!(patches(&[false; 15], 48, 25, 10), []);
    }
}
