//! What is written about a release: the page to sign, and the record that stays in house.

pub mod audit;
pub mod chart;
pub mod html;
pub(crate) mod html_chart;
pub(crate) mod html_promises;
pub mod internal;
mod internal_measures;
pub mod mark_shape;
pub(crate) mod page;
pub mod public;
pub mod sql;
pub mod story;
#[cfg(test)]
mod tests;
pub mod trace;

/// The program and its version, as files name it.
pub const TOOL: &str = concat!("cloakroom ", env!("CARGO_PKG_VERSION"));
