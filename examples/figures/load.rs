//! A million people, and a hundred thousand with two hundred columns, from CSV files: our reader and that of polars, in turns.

use super::{Outcome, memory, people, wide};
use cloakroom_core::io::csv::read_file;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::progress::Progress;
use polars_io::prelude::{CsvReadOptions, SerReader};
use std::path::Path;
use std::time::{Duration, Instant};

const ROWS: u64 = 1_000_000;
const WIDE_ROWS: u64 = 100_000;
const RUNS: usize = 9;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Cloakroom,
    Polars,
}

impl Reader {
    pub const ALL: [Self; 2] = [Self::Cloakroom, Self::Polars];

    pub fn name(self) -> &'static str {
        match self {
            Self::Cloakroom => "cloakroom",
            Self::Polars => "polars",
        }
    }
}

/// From the path to the finished table; ours with the hash of the file. The time of dropping the table
/// is not counted.
pub fn read(reader: Reader, path: &Path) -> Result<(u64, Duration), Box<dyn std::error::Error>> {
    let start = Instant::now();
    match reader {
        Reader::Cloakroom => {
            let (_, read) = read_file(path, &LoadOptions::default(), &Progress::default())?;
            let time = start.elapsed();
            Ok((read.table.rows() as u64, time))
        }
        Reader::Polars => {
            let frame = CsvReadOptions::default()
                .try_into_reader_with_file_path(Some(path.to_owned()))?
                .finish()?;
            let time = start.elapsed();
            Ok((frame.height() as u64, time))
        }
    }
}

pub fn run() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("people.csv");
    let bytes = people::write_people(&path, ROWS, 1)?;
    in_turns(&path, bytes, ROWS, 10)?;
    let path = folder.path().join("wide.csv");
    let bytes = wide::write_wide(&path, WIDE_ROWS, 1)?;
    in_turns(&path, bytes, WIDE_ROWS, wide::COLUMNS)
}

fn in_turns(path: &Path, bytes: u64, rows: u64, columns: usize) -> Outcome {
    let mut times: [Vec<Duration>; 2] = Default::default();
    for _ in 0..RUNS {
        for (reader, times) in Reader::ALL.into_iter().zip(&mut times) {
            let (read, time) = read(reader, path)?;
            if read != rows {
                return Err(format!("{} read {read} records", reader.name()).into());
            }
            times.push(time);
        }
    }
    println!(
        "load: {rows} rows, {columns} columns, {:.1} MB, {} threads, median of {RUNS} runs in turns",
        megabytes(bytes),
        rayon::current_num_threads()
    );
    println!("| reader | median | fastest | peak memory | of the file |");
    println!("| --- | --- | --- | --- | --- |");
    let mut medians = Vec::new();
    for (reader, mut times) in Reader::ALL.into_iter().zip(times) {
        times.sort_unstable();
        let median = times[times.len() / 2];
        let peak = memory::peak_of(reader.name(), path)?;
        println!(
            "| {} | {:.0} ms | {:.0} ms | {:.0} MB | {:.2} × |",
            reader.name(),
            milliseconds(median),
            milliseconds(times[0]),
            megabytes(peak),
            peak as f64 / bytes as f64
        );
        medians.push(milliseconds(median));
    }
    println!("time against polars: {:.2} ×", medians[0] / medians[1]);
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
