//! What the Compare stage shows: curves, the candidates on the shelf with their figures, and two of them side by side.

pub mod beside;
pub mod chart;
pub mod curves;
pub mod figures;
pub mod gaps;
pub mod kept;
pub mod look;
pub mod suggest;
pub mod words;
