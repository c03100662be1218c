//! In and out, nothing else: files become data and data become files. Imports `model` only.

pub mod atomic_file;
pub mod batches;
pub mod bounded;
pub mod csv;
pub mod encoding;
pub mod fold;
pub mod format;
pub mod guess;
pub mod hierarchy;
pub mod load;
pub mod loaded;
pub mod making;
pub mod memory;
pub mod packed;
pub mod parquet;
pub mod paths;
pub mod placed;
pub mod project;
pub mod ratings;
pub mod recipe;
pub mod source;
pub mod stream;
pub mod temporary;
pub mod transactions;
pub mod understood;
