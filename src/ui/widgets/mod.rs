//! Controls of our own. Each finds its size, allocates, interacts, describes itself, and paints.

pub mod grid;
pub mod number;
