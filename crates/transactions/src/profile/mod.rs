//! Rare sets of items: what lets somebody be found who is known by some items.

pub mod coherence;
mod collector;
pub mod db;
pub mod finder;
mod layer;
mod least;
mod level;
pub mod mine;
pub mod rows;
mod satisfies;
pub mod sets;
mod shares;
#[cfg(test)]
pub(crate) mod trial;
pub mod whole;

pub use coherence::{CoherenceProfile, Mole, first_mole};
pub use collector::{Batch, Question, threats_with};
pub use db::TransactionsDb;
pub use mine::{Bounds, Completeness, Threats, mine, mine_minimal, mine_moles};
pub use rows::RowProfile;
pub use satisfies::satisfies;
