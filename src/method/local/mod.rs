//! Local methods: the same value may be released more or less exactly, depending on the records it is
//! released with. Each of them finds groups of records; `recode` writes what the groups show.

mod axis;
mod cluster;
mod cut;
mod homes;
pub mod k_member;
mod line_label;
pub mod mondrian;
mod recode;
mod referee;
pub mod refined;
mod space;
mod stock;
