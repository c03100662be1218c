//! The risk of a table as it stands or as it would be released: who could be found, by which columns, and what
//! would be learned about them. Every figure comes with the sentence that the reader sees.

mod attribute;
mod identity;
mod refine;
mod skew;
mod subsets;
mod tuples;

#[cfg(test)]
mod people_tests;
#[cfg(test)]
mod tests;

pub use attribute::{AttributeRisk, attribute};
pub use identity::{
    IdentityRisk, Journalist, PopulationFit, Prosecutor, SizeShare, chances, identity,
    identity_of_units, is_above,
};
pub use skew::{Leaning, is_skewed};
pub use subsets::{Contribution, SubsetRisk, Uniqueness, uniqueness};
pub use tuples::Tuples;
