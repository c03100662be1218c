//! What a released table costs and what risk is left, in numbers that every method is measured by.

mod classes;
mod clusters;
pub mod degree;
mod disclosure;
mod learners;
mod meaning;
mod microdata;
mod queries;
mod recoding;
pub mod risk;
mod squares;

pub use classes::of_classes;
pub use learners::{accuracy, tree_accuracy};
pub use microdata::{MicrodataRelease, ReleasedQuasi, exposure, measure};
pub use recoding::{count, weighted};

#[cfg(test)]
mod tests;
