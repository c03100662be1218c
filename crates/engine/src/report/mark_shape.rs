//! The marks by which curves and candidates are told apart, in the window and in drawings.

/// Marks that differ in outline even where colours cannot be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkShape {
    Disc,
    Square,
    Up,
    Diamond,
    Down,
    Ring,
}

impl MarkShape {
    pub const ALL: [Self; 6] = [
        Self::Disc,
        Self::Square,
        Self::Up,
        Self::Diamond,
        Self::Down,
        Self::Ring,
    ];

    /// The corners of those that have some, one unit around the middle.
    pub fn corners(self) -> &'static [(f32, f32)] {
        match self {
            Self::Disc | Self::Ring => &[],
            Self::Square => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            Self::Up => &[(0.0, -1.15), (1.1, 0.85), (-1.1, 0.85)],
            Self::Down => &[(0.0, 1.15), (-1.1, -0.85), (1.1, -0.85)],
            Self::Diamond => &[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)],
        }
    }
}
