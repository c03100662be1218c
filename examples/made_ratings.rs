//! Writes a file of made-up ratings, a row per rating: `made_ratings PEOPLE ISSUES RATINGS FILE [by-issue]`.
//!
//! The same numbers give the same file. A name that ends in `.gz` is packed. The rows come person by person,
//! or issue by issue with the people of each in any order, as films are often listed.
#![allow(clippy::print_stderr, clippy::print_stdout)]

use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Option<Vec<u64>> = arguments
        .iter()
        .take(3)
        .map(|text| text.replace('_', "").parse().ok())
        .collect();
    let (Some(Ok([people, issues, ratings])), Some(path)) =
        (numbers.map(<[u64; 3]>::try_from), arguments.get(3))
    else {
        eprintln!("expected PEOPLE ISSUES RATINGS FILE [by-issue]");
        return ExitCode::from(2);
    };
    let by_issue = arguments.get(4).is_some_and(|order| order == "by-issue");
    match write(path, people.max(1), issues.max(1), ratings, by_issue) {
        Ok(written) => {
            println!("{written} ratings in {path}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(
    path: &str,
    people: u64,
    issues: u64,
    ratings: u64,
    by_issue: bool,
) -> std::io::Result<u64> {
    let file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    if path.ends_with(".gz") {
        let mut packed = GzEncoder::new(file, Compression::fast());
        let written = write_rows(&mut packed, people, issues, ratings, by_issue)?;
        packed.finish()?.flush()?;
        Ok(written)
    } else {
        let mut file = file;
        let written = write_rows(&mut file, people, issues, ratings, by_issue)?;
        file.flush()?;
        Ok(written)
    }
}

fn write_rows(
    out: &mut impl Write,
    people: u64,
    issues: u64,
    ratings: u64,
    by_issue: bool,
) -> std::io::Result<u64> {
    let mut dice = Dice(1);
    let (outer, inner) = if by_issue {
        (issues, people)
    } else {
        (people, issues)
    };
    let mut left = ratings;
    let mut met = HashSet::new();
    out.write_all(b"user,item,rating\n")?;
    let mut line = Vec::new();
    for one in 0..outer {
        // Some have many and most have few, but all are served in the end.
        let mean = left as f64 / (outer - one) as f64;
        let count = (mean * -dice.share().ln()).round() as u64;
        let count = if one + 1 == outer { left } else { count };
        let count = count.clamp(1, inner * 9 / 10 + 1).min(left);
        met.clear();
        while (met.len() as u64) < count {
            let skewed = dice.share().powi(2);
            let other = (skewed * inner as f64) as u64;
            if !met.insert(other) {
                continue;
            }
            let (person, issue) = if by_issue { (other, one) } else { (one, other) };
            let liking = (issue % 5 + dice.below(3) + dice.below(2)) % 5;
            line.clear();
            for (number, end) in [(person + 1, b','), (issue + 1, b','), (liking + 1, b'\n')] {
                push(&mut line, number);
                line.push(end);
            }
            out.write_all(&line)?;
        }
        left -= count;
    }
    Ok(ratings - left)
}

fn push(line: &mut Vec<u8>, number: u64) {
    if number > 9 {
        push(line, number / 10);
    }
    line.push(b'0' + (number % 10) as u8);
}

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.roll()) * u128::from(limit)) >> 64) as u64
    }

    /// Above 0 and at most 1, never quite.
    fn share(&mut self) -> f64 {
        ((self.roll() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }
}
