//! The privacy models: what each promises, and how a class of records is measured and judged.

pub mod class;
pub mod closeness;
pub mod entropy;
mod explain;
pub mod histogram;
pub mod judge;
pub mod kernel;
pub mod measure;
pub mod parameter;

pub use class::{Class, ValueColumn, Values};
pub use cloakroom_core::promise::PrivacyModel;
pub use explain::why;
pub use histogram::Histogram;
pub use judge::{Failing, Judge};
