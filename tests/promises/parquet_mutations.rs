//! Twenty thousand damaged Parquet files: each is read or refused in a sentence, and none ends the program.

use cloakroom_core::column::Column;
use cloakroom_core::io::parquet::{read_parquet, write_parquet};
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use rayon::prelude::*;
use std::path::Path;

const FILES: u64 = 20_000;

fn whole_file() -> Vec<u8> {
    let texts = |name: &str, values: &[&str]| {
        let values = values.iter().cycle().take(60);
        Column::from_texts(name, values).unwrap()
    };
    let columns = [
        texts("whole", &["1", "2", "", "40"]),
        texts("decimal", &["1.5", "", "-2.25"]),
        texts("date", &["2024-02-29", "1969-12-31"]),
        texts("text", &["flu", "cold", "", "a longer text"]),
    ];
    let columns: Vec<&Column> = columns.iter().collect();
    let mut bytes = Vec::new();
    write_parquet(&mut bytes, &columns, 0..60, &Progress::default()).unwrap();
    bytes
}

fn mix(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[test]
fn damage_is_told_and_survived() {
    let whole = whole_file();
    assert!(read(&whole).is_ok());
    let refused = (0..FILES)
        .into_par_iter()
        .filter(|&number| {
            let mut bytes = whole.clone();
            for step in 0..=number % 3 {
                let random = mix(number * 7 + step + 1);
                let at = (random >> 16) as usize % bytes.len();
                bytes[at] = random as u8;
            }
            match read(&bytes) {
                Ok(()) => false,
                Err(Failure::Problem(problem)) => {
                    assert!(!problem.to_string().contains('\n'));
                    true
                }
                Err(Failure::Stopped(_)) => unreachable!("nobody stopped it"),
            }
        })
        .count();
    assert!(refused > FILES as usize / 20, "only {refused} were refused");
}

fn read(bytes: &[u8]) -> Result<(), Failure> {
    let options = LoadOptions::default();
    read_parquet(
        Path::new("d.parquet"),
        bytes,
        &options,
        &Progress::default(),
    )
    .map(|_| ())
}
