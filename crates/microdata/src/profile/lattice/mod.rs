//! The lattice of generalization levels: what every combination of levels would give, computed once.
//!
//! `ground` merges equal records, `roll` carries their classes to any node, `examine` says which of them
//! fail. [`LatticeProfile`] holds what all of that gives for every node.

pub mod classes;
pub mod examine;
#[cfg(test)]
pub mod fixtures;
pub mod ground;
pub mod keys;
pub mod ladder;
mod listing;
pub mod price;
mod profile;
pub mod reach;
pub mod roll;
pub mod shape;
pub mod shelf;
pub mod sizes;
mod status;
mod tree;
mod units;
mod values;

pub use listing::{HashRow, ListedClass};
pub use profile::{LatticeProfile, MOST_NODES, Profiled, ProfiledColumn};
pub use shape::Shape;
pub use status::{Figures, Status};
