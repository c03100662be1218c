//! What is promised holds, whatever the data: properties, definitions and attacks.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod attack_properties;
mod csv_mutations;
mod noninterference;
mod parquet_bytes;
mod purpose_properties;
mod release_properties;
mod row_order;
mod sentences;
mod transaction_properties;
mod verify_models;
