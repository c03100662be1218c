//! The privacy models: what each promises, and how a class of records is measured and judged.

pub mod entropy;
pub mod histogram;
pub mod judge;
pub mod measure;
mod models;

pub use histogram::Histogram;
pub use judge::{Failing, Judge};
pub use models::PrivacyModel;
