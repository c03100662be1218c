//! Rare sets of items: what lets somebody be found who is known by some items.

pub mod finder;
pub mod sets;
