//! The worked examples of the thesis, and random tables against the definition.

mod cases;
mod random_tables;
mod small_optimum;
mod thesis;
