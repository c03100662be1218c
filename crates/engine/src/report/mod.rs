//! What is written about a release: the page to sign, and the record that stays in house.

pub mod audit;
pub mod chart;
pub mod html;
mod html_chart;
mod html_confirmed;
mod html_context;
mod html_done;
mod html_limits;
mod html_promises;
mod html_ratings;
mod html_transactions;
pub mod internal;
mod internal_measures;
pub mod mark_shape;
mod page;
pub mod public;
pub mod sql;
pub mod story;
#[cfg(test)]
mod tests;
pub mod trace;

/// The program and its version, as files name it.
pub const TOOL: &str = concat!("cloakroom ", env!("CARGO_PKG_VERSION"));
