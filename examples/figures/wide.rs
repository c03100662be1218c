//! A made-up table with many columns of five kinds, the same for the same seed.

use super::people::Random;
use std::io::{BufWriter, Write};
use std::path::Path;

const COLOURS: [&str; 4] = ["red", "green", "blue", "yellow"];

pub const COLUMNS: usize = 200;

/// Writes the table as CSV and returns the length of the file.
pub fn write_wide(path: &Path, rows: u64, seed: u64) -> std::io::Result<u64> {
    let mut random = Random::new(seed);
    let mut out = BufWriter::with_capacity(1 << 20, std::fs::File::create(path)?);
    let names: Vec<String> = (0..COLUMNS).map(|at| format!("column{at}")).collect();
    writeln!(out, "{}", names.join(","))?;
    for _ in 0..rows {
        for at in 0..COLUMNS {
            if at > 0 {
                write!(out, ",")?;
            }
            match at % 5 {
                0 => write!(out, "{}", random.below(100))?,
                1 => write!(out, "{}.{:02}", random.below(1_000), random.below(100))?,
                2 => write!(out, "{}", random.one_of(&COLOURS))?,
                3 => write!(out, "{:05}", random.below(9_000))?,
                _ => {
                    let (month, day) = (1 + random.below(12), 1 + random.below(28));
                    write!(out, "{}-{month:02}-{day:02}", 1930 + random.below(80))?;
                }
            }
        }
        writeln!(out)?;
    }
    out.flush()?;
    std::fs::metadata(path).map(|metadata| metadata.len())
}
