//! From a file that nobody prepared to a verified folder, as somebody goes there who types its path, marks what she knows
//! better, and presses what the window offers next. `cargo run --release --example figures journeys` walks the same ways on
//! as many records as such files have.

pub mod files;
pub mod walk;
pub mod ways;

use ways::{ALONE, CENSUS, ORDERS, SURVEY, WITH_HIERARCHIES};

#[test]
fn a_table_with_hierarchy_files_beside_it() {
    WITH_HIERARCHIES.walk(WITH_HIERARCHIES.records);
}

#[test]
fn the_same_table_alone() {
    ALONE.walk(ALONE.records);
}

/// Fewer people, for the time that the method takes where it is not optimised.
#[test]
fn a_survey_with_demographics_and_a_text() {
    SURVEY.walk(240);
}

#[test]
fn long_orders_with_a_taxonomy() {
    ORDERS.walk(ORDERS.records);
}

/// Fewer records than a census has, for the time it takes.
#[test]
fn many_columns_without_a_header() {
    CENSUS.walk(20_000);
}
