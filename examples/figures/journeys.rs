//! From a file that nobody prepared to a verified folder: what has to be pressed, and what the machine takes, on as many
//! records as such files have.
#![allow(clippy::unwrap_used)]

#[path = "../../tests/window/journeys/files.rs"]
mod files;
#[path = "../../tests/window/journeys/walk.rs"]
mod walk;
#[path = "../../tests/window/journeys/ways.rs"]
mod ways;

use std::time::Instant;
use ways::{ALONE, CENSUS, ORDERS, SURVEY, WITH_HIERARCHIES};

/// Fails where a walk takes more presses than it may, is not verified, or is good for too little.
pub fn run() -> super::Outcome {
    for way in [WITH_HIERARCHIES, ALONE, SURVEY, ORDERS, CENSUS] {
        let start = Instant::now();
        let presses = way.walk(way.records);
        println!(
            "{}, {} records: {} presses of at most {}, {:.1} s of the machine's time",
            way.name,
            way.records,
            presses.len(),
            way.most,
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
