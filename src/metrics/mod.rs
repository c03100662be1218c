//! What a release costs and what risk is left, in numbers that every method is measured by.

mod bayes;
mod catalogue;
mod classes;
mod clusters;
mod coded;
mod decision_tree;
pub mod degree;
mod disclosure;
mod kmeans;
mod meaning;
mod microdata;
mod queries;
pub mod ratings;
mod recoding;
pub mod risk;
mod squares;
pub mod transactions;

pub use bayes::{accuracy, tree_accuracy};
pub use catalogue::{Aspect, Direction, Measures, Metric};
pub use classes::of_classes;
pub use microdata::{MicrodataRelease, ReleasedQuasi, exposure, measure};
pub use recoding::{count, weighted};

#[cfg(test)]
mod tests;
