//! In and out, nothing else: files become data and data become files. Imports `model` only.

pub mod arx;
pub mod atomic_file;
pub mod batches;
pub mod bounded;
pub mod csv;
pub mod encoding;
pub mod feather;
pub mod fold;
pub mod format;
pub mod guess;
pub mod hierarchy;
mod keyed;
pub mod load;
pub mod loaded;
pub mod making;
pub mod memory;
pub mod microdata;
mod named;
pub mod ndjson;
pub mod not_a_text;
pub mod packed;
mod packing;
pub mod parquet;
pub mod paths;
pub mod placed;
pub mod project;
pub mod ratings;
pub mod reader;
pub mod recipe;
pub mod sheets;
pub mod source;
pub mod statistics;
pub mod stream;
pub mod temporary;
pub mod transactions;
pub mod typed;
pub mod understood;

#[cfg(test)]
mod mutations;
#[cfg(test)]
mod same_table_tests;
