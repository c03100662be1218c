//! What the words mean: tables, roles, requirements. Knows nothing of files, methods or windows.

pub mod certificate;
mod code_table;
pub mod column;
pub mod dataset;
pub mod dictionary;
pub mod guard;
pub mod hierarchy;
pub mod kind;
pub mod load_options;
pub mod method;
pub mod problem;
pub mod pulse;
pub mod ratings;
pub mod recipe;
pub mod requirement;
pub mod roles;
pub mod settings;
pub mod stream;
pub mod subject;
pub mod suggest;
pub mod survey;
pub mod table;
pub mod taxonomy;
pub mod text_key;
pub mod transactions;
pub mod value_type;
pub mod verdict;
