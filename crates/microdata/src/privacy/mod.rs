//! The privacy models: what each promises, and how a class of records is measured and judged.

pub mod closeness;
pub mod entropy;
mod explain;
pub mod histogram;
pub mod judge;
pub mod measure;
mod models;
pub mod parameter;

pub use explain::why;
pub use histogram::Histogram;
pub use judge::{Failing, Judge};
pub use models::PrivacyModel;
