#![doc = include_str!("../README.md")]

pub mod method;
pub mod metrics;
pub mod privacy;
pub mod profile;
