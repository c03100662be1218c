//! What is promised holds, whatever the data: properties, definitions and attacks.

mod attack_properties;
mod csv_mutations;
mod noninterference;
mod parquet_mutations;
mod purpose_properties;
mod release_properties;
mod row_order;
mod sentences;
mod transaction_properties;
mod verify_models;
