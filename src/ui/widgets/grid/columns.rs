//! Where the columns stand. The places are kept from frame to frame and made anew when the columns change.

use super::source::GridSource;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::Range;

pub(super) const NARROWEST: f32 = 48.0;
pub(super) const WIDEST: f32 = 1_200.0;
/// Space between a column's edge and its text.
pub(super) const PADDING: f32 = 10.0;
/// The width of a bar of shares before a text.
pub(super) const SHARES: f32 = 56.0;
/// First widths are guessed from characters, because laying out thousands of columns would take too long.
const CHARACTER: f32 = 7.2;
const BOLD: f32 = 1.06;
/// Kept free in every header, so that sorting does not crowd out its chip.
const SORT_MARK: f32 = 14.0;
/// What a chip and a badge take beside their words.
const CHIP_FRAME: f32 = 28.0;
const CHIP_CHARACTER: f32 = 0.86;
const BADGE_FRAME: f32 = 24.0;
const GUESS: Range<f32> = 72.0..260.0;
/// Of a column in which nothing is to be read: the beginning of its name and the colour of its role.
const SLIM: f32 = 84.0;
const SAMPLED_ROWS: u64 = 8;

#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    key: Option<u64>,
    /// Left edges, and the right edge of the last column.
    edges: Vec<f64>,
    /// Where the last column would end without filling the room.
    end: f64,
}

impl Columns {
    /// Takes over the source's columns. True if they are others than before.
    pub fn refresh(&mut self, source: &dyn GridSource, widths: &BTreeMap<String, f32>) -> bool {
        let key = key_of(source);
        if self.key == Some(key) {
            return false;
        }
        self.key = Some(key);
        let mut edge = 0.0;
        self.edges.clear();
        self.edges.push(edge);
        for column in 0..source.columns() {
            let width = widths
                .get(source.name(column))
                .copied()
                .filter(|width| width.is_finite())
                .unwrap_or_else(|| guess(source, column));
            edge += f64::from(width.clamp(NARROWEST, WIDEST));
            self.edges.push(edge);
        }
        self.end = edge;
        true
    }

    /// Lets the last column reach as far as there is room.
    pub fn fill(&mut self, room: f64) {
        if self.edges.len() > 1
            && let Some(last) = self.edges.last_mut()
        {
            *last = self.end.max(room);
        }
    }

    pub fn count(&self) -> usize {
        self.edges.len().saturating_sub(1)
    }

    pub fn total(&self) -> f64 {
        self.edges.last().copied().unwrap_or(0.0)
    }

    pub fn span(&self, column: usize) -> Range<f64> {
        let edge = |at: usize| self.edges.get(at).copied().unwrap_or(self.total());
        edge(column)..edge(column + 1)
    }

    pub fn width(&self, column: usize) -> f32 {
        let span = self.span(column);
        (span.end - span.start) as f32
    }

    pub fn set_width(&mut self, column: usize, width: f32) {
        let more = f64::from(width.clamp(NARROWEST, WIDEST) - self.width(column));
        for edge in self.edges.iter_mut().skip(column + 1) {
            *edge += more;
        }
        self.end += more;
    }

    /// The columns of which something lies in `start..end`.
    pub fn within(&self, start: f64, end: f64) -> Range<usize> {
        let first = self.edges.partition_point(|edge| *edge <= start);
        let last = self.edges.partition_point(|edge| *edge < end);
        let count = self.count();
        let first = first.saturating_sub(1).min(count);
        first..last.clamp(first, count)
    }

    /// The column at this place.
    pub fn at(&self, x: f64) -> Option<usize> {
        (x >= 0.0 && x < self.total()).then(|| self.edges.partition_point(|edge| *edge <= x) - 1)
    }
}

fn key_of(source: &dyn GridSource) -> u64 {
    let mut hasher = foldhash::fast::FixedState::default().build_hasher();
    let columns = source.columns();
    columns.hash(&mut hasher);
    // A table that was empty has taught nothing about the width of its texts.
    (source.rows() == 0).hash(&mut hasher);
    for column in 0..columns {
        source.name(column).hash(&mut hasher);
        source.is_narrow(column).hash(&mut hasher);
    }
    hasher.finish()
}

fn guess(source: &dyn GridSource, column: usize) -> f32 {
    if source.is_narrow(column) {
        return SLIM;
    }
    let header = source.header(column);
    let mut head = characters(source.name(column)) * BOLD + SORT_MARK;
    if let Some(chip) = &header.chip {
        head += characters(&chip.text) * CHIP_CHARACTER + CHIP_FRAME;
    }
    if let Some(badge) = &header.badge {
        head += characters(badge) * CHIP_CHARACTER + BADGE_FRAME;
    }
    let body = (0..source.rows().min(SAMPLED_ROWS))
        .map(|row| {
            let cell = source.cell(row, column);
            let bar = if cell.shares.is_empty() {
                0.0
            } else {
                SHARES + PADDING
            };
            characters(cell.shown()) + bar
        })
        .fold(0.0, f32::max);
    (head.max(body) + 2.0 * PADDING)
        .clamp(GUESS.start, GUESS.end)
        .round()
}

fn characters(text: &str) -> f32 {
    let (head, _) = super::text::head(text, 60);
    head.chars().count() as f32 * CHARACTER
}
