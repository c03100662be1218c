//! Local methods: the same value may be released more or less exactly, depending on the records it is
//! released with. Each of them finds groups of records; `recode` writes what the groups show.

mod axis;
mod cluster;
mod cut;
mod gain;
mod homes;
pub mod k_member;
mod line_label;
pub mod mondrian;
mod move_back;
mod recode;
pub(in crate::method) mod referee;
pub mod refined;
mod space;
mod stock;
pub mod tds;
#[cfg(test)]
mod tests;
pub mod top_down;
