//! In and out, nothing else: files become data and data become files. Imports `model` only.

pub mod csv;
pub mod encoding;
pub mod loaded;
pub mod recipe;
pub mod whole;
pub mod source;
