//! Groups against their definition, releases against what they promise, and the worked example of the thesis.

pub mod definition;
mod refining;
mod releases;
mod tables;
mod thesis;
