//! What a grid shows. It asks for visible headers, rows and cells only, so a source may format on demand.

use crate::ui::widgets::ChipKind;
use std::borrow::Cow;
use std::ops::Range;

/// The table behind a grid, as sorted and filtered at the moment. Rows are counted from 0 in that view.
pub trait GridSource {
    fn rows(&self) -> u64;
    fn columns(&self) -> usize;
    /// The column's name. It is asked for every column in every frame, so it must be cheap.
    fn name(&self, column: usize) -> &str;
    fn header(&self, column: usize) -> GridHeader<'_>;
    /// Whether the last column takes all room that is left, as a column of long texts should.
    fn last_column_fills(&self) -> bool {
        false
    }
    /// Nothing is to be read in it, so it needs no room.
    fn is_narrow(&self, _column: usize) -> bool {
        false
    }
    /// The record's own number, shown in the gutter. It stays with the record when the view is sorted.
    fn row_number(&self, row: u64) -> u64;
    fn row_look(&self, row: u64) -> RowLook;
    fn cell(&self, row: u64, column: usize) -> GridCell<'_>;
}

/// What stands above a column beside its name.
#[derive(Clone, Debug, Default)]
pub struct GridHeader<'a> {
    pub chip: Option<GridChip<'a>>,
    pub sort: Option<SortMark>,
    /// A short word of warning, such as "mixed".
    pub badge: Option<Cow<'a, str>>,
    pub hover: Cow<'a, str>,
    /// The column holds numbers: its name stands at the right like its cells.
    pub numbers: bool,
}

/// The label of a column's role. It can be clicked.
#[derive(Clone, Debug)]
pub struct GridChip<'a> {
    pub text: Cow<'a, str>,
    pub tone: ChipKind,
    pub hover: Cow<'a, str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortMark {
    Ascending,
    Descending,
}

impl SortMark {
    pub fn of(descending: bool) -> Self {
        match descending {
            true => Self::Descending,
            false => Self::Ascending,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowLook {
    pub mark: RowMark,
    /// Belongs to what is selected elsewhere, such as the class of the selected record.
    pub related: bool,
    /// The first row of a group: a line sets it apart from the one above.
    pub begins: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowMark {
    #[default]
    Plain,
    Satisfied,
    Violates,
    /// The release leaves the record out.
    LeftOut,
}

impl RowMark {
    /// The word for those who do not see the mark.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Satisfied => "satisfied",
            Self::Violates => "violates",
            Self::LeftOut => "left out",
        }
    }
}

#[derive(Clone, Debug)]
pub struct GridCell<'a> {
    pub text: Cow<'a, str>,
    pub kind: CellKind,
    /// Differs from the original.
    pub changed: bool,
    /// The bytes of `text` that a search found.
    pub found: Option<Range<usize>>,
    /// A bar of these shares, from 0 to 1, stands before the text.
    pub shares: Vec<f32>,
    /// Parts of `text` that look different, in order.
    pub parts: Vec<(Range<usize>, PartLook)>,
}

/// What a part of a cell says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartLook {
    /// More general than in the original.
    General,
    /// In the original and not shown: struck out.
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    Text,
    Number,
    Missing,
    /// An identifier that is not to be read over the shoulder. `text` is not shown at all.
    Hidden,
}

impl<'a> GridCell<'a> {
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(text.into(), CellKind::Text)
    }

    pub fn number(text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(text.into(), CellKind::Number)
    }

    pub fn missing() -> Self {
        Self::new(Cow::Borrowed(""), CellKind::Missing)
    }

    pub fn hidden() -> Self {
        Self::new(Cow::Borrowed(""), CellKind::Hidden)
    }

    pub fn changed(mut self, changed: bool) -> Self {
        self.changed = changed;
        self
    }

    pub fn found(mut self, found: Option<Range<usize>>) -> Self {
        self.found = found;
        self
    }

    pub fn shares(mut self, shares: Vec<f32>) -> Self {
        self.shares = shares;
        self
    }

    pub fn parts(mut self, parts: Vec<(Range<usize>, PartLook)>) -> Self {
        self.parts = parts;
        self
    }

    fn new(text: Cow<'a, str>, kind: CellKind) -> Self {
        Self {
            text,
            kind,
            changed: false,
            found: None,
            shares: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// What is painted.
    pub(super) fn shown(&self) -> &str {
        match self.kind {
            CellKind::Text | CellKind::Number => &self.text,
            CellKind::Missing => "–",
            CellKind::Hidden => "•••••",
        }
    }

    /// What is read out.
    pub(super) fn spoken(&self) -> &str {
        match self.kind {
            CellKind::Text | CellKind::Number => super::text::head(&self.text, 60).0,
            CellKind::Missing => "missing",
            CellKind::Hidden => "hidden",
        }
    }
}
