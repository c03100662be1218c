//! Does anything but the release leave the house? Makes pairs of inputs whose released tables are equal, for all kinds and
//! methods, and compares the folders byte for byte.
//!
//! `cargo run --release --example noninterference -- --pairs 20000 [--seed 1] [--threads 2] [--only release.csv] [--show]`
#![allow(clippy::expect_used, clippy::print_stderr, clippy::print_stdout)]

mod harness;

use harness::{Asked, run};
use std::process::ExitCode;

const USAGE: &str = "expected --pairs N, --seed N, --threads N, --only FILE or --show";

fn main() -> ExitCode {
    let mut asked = Asked {
        pairs: 20_000,
        seed: 1,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        only: None,
    };
    let mut shows_cases = false;
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--show" {
            shows_cases = true;
            continue;
        }
        let value = words.next();
        let number = value.as_deref().and_then(|value| value.parse().ok());
        match (word.as_str(), number, value) {
            ("--pairs", Some(pairs), _) => asked.pairs = pairs,
            ("--seed", Some(seed), _) => asked.seed = seed,
            ("--threads", Some(threads @ 1..), _) => asked.threads = threads as usize,
            ("--only", _, Some(file)) => asked.only = Some(file),
            _ => {
                eprintln!("{USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    let tally = run(&asked);
    println!("{tally}\n{}", tally.told(shows_cases));
    ExitCode::from(u8::from(!tally.is_good()))
}
