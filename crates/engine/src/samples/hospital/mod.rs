//! `hospital`: the patients of an invented hospital, with nine quasi-identifiers and a disease.
//!
//! The same generator gives tables of any length for measuring; the first rows are always the same.

mod hierarchies;
mod patient;
mod vocabulary;

use super::{RECIPE, Sample, SampleFile};
use crate::records;
use cloakroom_core::Stream;
use patient::Patient;
use std::io::{self, Write};

pub(super) const SAMPLE: Sample = Sample {
    name: "hospital",
    kind: records::KIND,
    title: "Hospital",
    sentence: "30,000 patients with nine quasi-identifiers and a disease in four categories.",
    make: files,
};

/// Rows of the sample.
pub const ROWS: u64 = 30_000;
/// The seed of the sample.
pub const SEED: u64 = 2010;

/// The columns in the order of the file.
pub const COLUMNS: [&str; 14] = [
    "patient",
    "name",
    "birth_year",
    "sex",
    "zip",
    "marital_status",
    "education",
    "occupation",
    "country_of_birth",
    "household",
    "admission",
    "disease",
    "visits",
    "cost",
];

/// The nine that could single a patient out.
pub const QUASI: [&str; 9] = [
    "birth_year",
    "sex",
    "zip",
    "marital_status",
    "education",
    "occupation",
    "country_of_birth",
    "household",
    "admission",
];

fn files() -> Vec<SampleFile> {
    let mut data = Vec::with_capacity(4 << 20);
    for row in 0..=ROWS {
        push_line(row, SEED, &mut data);
    }
    let mut files = vec![SampleFile {
        path: "hospital.csv",
        contents: data,
    }];
    files.extend(hierarchies::files());
    files.push(SampleFile {
        path: RECIPE,
        contents: include_bytes!("../../../../../assets/samples/hospital/recipe.toml").to_vec(),
    });
    files
}

/// Writes a table of this shape as CSV with a header. The hierarchies of the sample fit any such table.
pub fn write_csv(rows: u64, seed: u64, out: &mut impl Write) -> io::Result<()> {
    const BATCH: usize = 1 << 16;
    let mut batch = Vec::with_capacity(BATCH + 512);
    for line in 0..=rows {
        push_line(line, seed, &mut batch);
        if batch.len() >= BATCH {
            out.write_all(&batch)?;
            batch.clear();
        }
    }
    out.write_all(&batch)
}

/// Line 0 is the header.
fn push_line(line: u64, seed: u64, out: &mut Vec<u8>) {
    if line == 0 {
        out.extend_from_slice(COLUMNS.join(",").as_bytes());
    } else {
        let mut stream = Stream::new(seed, line);
        push_patient_number(line, out);
        push_name(&mut stream, out);
        push_patient(&Patient::draw(&mut stream), out);
    }
    out.push(b'\n');
}

fn push_patient(patient: &Patient, out: &mut Vec<u8>) {
    push_number(patient.birth_year, 4, out);
    push_text(patient.sex, out);
    push_text(patient.area.prefix, out);
    push_number(patient.zip_ending, 2, out);
    for text in [
        patient.marital,
        patient.education,
        patient.occupation,
        patient.country,
    ] {
        push_text(text, out);
    }
    out.push(b',');
    if let Some(household) = patient.household {
        push_number(household, 1, out);
    }
    out.push(b',');
    push_number(patient.admission.0, 4, out);
    out.push(b'-');
    push_number(patient.admission.1, 2, out);
    push_text(patient.disease, out);
    out.push(b',');
    push_number(patient.visits, 1, out);
    out.push(b',');
    if let Some(cost) = patient.cost {
        push_number(cost, 1, out);
    }
}

/// A comma and a text; none of ours needs quotes.
fn push_text(text: &str, out: &mut Vec<u8>) {
    out.push(b',');
    out.extend_from_slice(text.as_bytes());
}

/// At least `digits` digits.
fn push_number(mut number: u32, digits: usize, out: &mut Vec<u8>) {
    let start = out.len();
    while number > 0 || out.len() - start < digits {
        out.push(b'0' + (number % 10) as u8);
        number /= 10;
    }
    out[start..].reverse();
}

/// Nine digits, unique up to a billion rows, in no order that tells the row.
fn push_patient_number(row: u64, out: &mut Vec<u8>) {
    const SCATTER: u64 = 387_420_489; // a power of 3, so it shares no factor with 10
    push_number(
        (row % 1_000_000_000 * SCATTER % 1_000_000_000) as u32,
        9,
        out,
    );
}

fn push_name(stream: &mut Stream, out: &mut Vec<u8>) {
    const STARTS: [&str; 20] = [
        "Ba", "Be", "Ca", "Da", "De", "El", "Fa", "Ga", "Ha", "Jo", "Ka", "Le", "Ma", "Mi", "No",
        "Pe", "Ra", "Sa", "To", "Wi",
    ];
    const MIDDLES: [&str; 12] = [
        "", "", "ri", "la", "ne", "mo", "vi", "to", "ra", "si", "ne", "lu",
    ];
    const ENDS: [&str; 16] = [
        "n", "ra", "lia", "s", "ton", "na", "ley", "rt", "ko", "nd", "rin", "la", "vic", "den",
        "mar", "son",
    ];
    out.push(b',');
    for part in 0..2 {
        if part == 1 {
            out.push(b' ');
        }
        for syllable in [
            stream.choose(&STARTS),
            stream.choose(&MIDDLES),
            stream.choose(&ENDS),
        ] {
            out.extend_from_slice(syllable.as_bytes());
        }
    }
    out.push(b',');
}

#[cfg(test)]
mod tests;
