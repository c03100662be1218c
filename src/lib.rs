//! Cloakroom turns a table of people into a table that may be released.
//!
//! `ARCHITECTURE.md` is the map of the rooms below.

pub mod app;
pub mod cli;
pub mod engine;
pub mod io;
pub mod method;
pub mod metrics;
pub mod model;
pub mod privacy;
pub mod profile;
pub mod report;
pub mod samples;
pub mod ui;
