//! A made-up table of people, the same for the same seed: ten columns of the kinds that real ones have.

use std::io::{BufWriter, Write};
use std::path::Path;

const OCCUPATIONS: [&str; 12] = [
    "nurse",
    "teacher",
    "\"carpenter, self-employed\"",
    "clerk",
    "driver",
    "engineer",
    "farmer",
    "retired",
    "student",
    "cook",
    "\"manager, public sector\"",
    "unemployed",
];
const EDUCATION: [&str; 6] = [
    "primary",
    "secondary",
    "vocational",
    "bachelor",
    "master",
    "doctorate",
];
const DIAGNOSES: [&str; 10] = [
    "J45.9", "I10", "E11.9", "F32.1", "M54.5", "K21.0", "N39.0", "C50.9", "B20", "J06.9",
];

/// Splitmix64: small, and the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    pub fn one_of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len() as u64) as usize]
    }
}

/// Writes the table as CSV and returns the length of the file.
pub fn write_people(path: &Path, rows: u64, seed: u64) -> std::io::Result<u64> {
    let mut random = Random::new(seed);
    let mut out = BufWriter::with_capacity(1 << 20, std::fs::File::create(path)?);
    writeln!(
        out,
        "id,sex,age,born,zip,occupation,education,income,weight,diagnosis"
    )?;
    for row in 0..rows {
        let age = 18 + (random.below(60) + random.below(25)) % 80;
        let (month, day) = (1 + random.below(12), 1 + random.below(28));
        let education = if random.below(50) == 0 {
            "NA"
        } else {
            random.one_of(&EDUCATION)
        };
        writeln!(
            out,
            "{},{},{age},{}-{month:02}-{day:02},{:05},{},{education},{}.{:02},{}.{},{}",
            100_000_000 + row * 7 + random.below(7),
            if random.below(2) == 0 { "F" } else { "M" },
            2024 - age,
            1_000 + random.below(9_000) * 11,
            random.one_of(&OCCUPATIONS),
            9_000 + random.below(300) * random.below(400),
            random.below(100),
            45 + random.below(60),
            random.below(10),
            random.one_of(&DIAGNOSES),
        )?;
    }
    out.flush()?;
    std::fs::metadata(path).map(|metadata| metadata.len())
}
