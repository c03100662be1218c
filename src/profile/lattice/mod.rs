//! The lattice of generalization levels: what every combination of levels would give, computed once.

pub mod classes;
pub mod examine;
pub mod ground;
pub mod keys;
pub mod ladder;
pub mod price;
pub mod roll;
pub mod shape;
pub mod shelf;
