//! Cloakroom turns a table of people into a table that may be released.
//!
//! `ARCHITECTURE.md` is the map of the rooms below.

pub mod io;
pub mod model;
pub mod profile;
pub mod ui;
