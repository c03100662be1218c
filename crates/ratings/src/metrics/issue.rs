//! An issue as learners and clusters see it: a code for every point of the scale, and one more for those who
//! did not rate it.

use crate::ratings::NULL;
use cloakroom_core::metrics::coded::Coded;

#[derive(Clone, Copy, Debug)]
pub struct Issue<'a> {
    cells: &'a [u16],
    width: usize,
    at: usize,
    points: usize,
}

impl<'a> Issue<'a> {
    /// All issues of a table of cells, row after row.
    pub fn all(cells: &'a [u16], width: usize, points: u16) -> Vec<Self> {
        let issue = |at| Self {
            cells,
            width,
            at,
            points: usize::from(points),
        };
        (0..width).map(issue).collect()
    }
}

impl Coded for Issue<'_> {
    fn values(&self) -> usize {
        self.points + 1
    }

    fn code(&self, row: u32) -> usize {
        match self.cells[row as usize * self.width + self.at] {
            NULL => self.points,
            point => usize::from(point),
        }
    }
}

/// A sensitive issue to be predicted, for people who rated it.
#[derive(Clone, Copy, Debug)]
pub struct Secret<'a> {
    pub cells: &'a [u16],
    pub points: u16,
}

impl Coded for Secret<'_> {
    fn values(&self) -> usize {
        usize::from(self.points)
    }

    fn code(&self, row: u32) -> usize {
        usize::from(self.cells[row as usize])
    }
}
