//! Parquet in, through polars and one column at a time; and out, in one way to a table.

pub mod batches;
mod pack;
mod pages;
pub(in crate::io) mod read;
mod thrift;
mod write;

pub use read::{ParquetTable, is_parquet, read_parquet};
pub use write::{ParquetBatches, write_parquet};

#[cfg(test)]
mod tests;
