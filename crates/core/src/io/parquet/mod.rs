//! Parquet in and out, through polars and one column at a time.

pub mod batches;
mod pages;
pub(in crate::io) mod read;
mod write;

pub use read::{ParquetTable, is_parquet, read_parquet};
pub use write::{ParquetBatches, rows_of_group, write_parquet};

#[cfg(test)]
mod tests;
