//! Damaged files of every binary format: each is read or refused in a sentence, soon, and none ends the program.
//!
//! `CLOAKROOM_MUTATIONS=100000` makes as many of each.

use super::format::Format;
use super::sheets::tests as sheets;
use super::statistics::tests as statistics;
use crate::load_options::LoadOptions;
use crate::problem::Failure;
use crate::progress::Progress;
use polars::prelude::*;
use polars_io::SerWriter;
use polars_io::ipc::{IpcCompression, IpcWriter};
use rayon::prelude::*;
use std::io::{Cursor, Read};
use std::path::Path;
use std::time::{Duration, Instant};

const FILES: u64 = 2_000;
/// Nothing of a few thousand bytes takes longer, even beside six compilers.
const SOON: Duration = Duration::from_secs(10);

fn files() -> u64 {
    let wanted = std::env::var("CLOAKROOM_MUTATIONS");
    wanted
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(FILES)
}

fn mix(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Bytes changed, filled with ones, doubled, cut out or cut off.
fn damaged(whole: &[u8], number: u64) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for step in 0..=number % 3 {
        let random = mix(number * 7 + step + 1);
        if bytes.is_empty() {
            break;
        }
        let at = (random >> 16) as usize % bytes.len();
        let end = (at + 1 + (random >> 8) as usize % 8).min(bytes.len());
        match random % 16 {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            3 => bytes[at..end].fill(0xff),
            4 => bytes[at..end].fill(0),
            _ => bytes[at] = (random >> 40) as u8,
        }
    }
    bytes
}

/// Reads damaged files and tells how many were refused.
fn survive(format: Format, make: impl Fn(u64) -> Vec<u8> + Sync) {
    let path = Path::new("damaged");
    let read = |bytes: Vec<u8>| {
        let placed = format.read(path, bytes, LoadOptions::default(), &Progress::default());
        placed.map(|placed| placed.table.rows())
    };
    let refused = (1..=files()).into_par_iter().filter(|&number| {
        let bytes = make(number);
        let begin = Instant::now();
        let read = read(bytes);
        assert!(
            begin.elapsed() < SOON,
            "file {number} took {:?}",
            begin.elapsed()
        );
        match read {
            Ok(_) => false,
            Err(Failure::Problem(problem)) => {
                assert!(!problem.to_string().contains('\n'));
                true
            }
            Err(Failure::Stopped(_)) => unreachable!("nobody stopped it"),
        }
    });
    let refused = refused.count() as u64;
    assert!(refused > files() / 50, "only {refused} were refused");
}

fn survive_all(format: Format, whole: &[&[u8]]) {
    for whole in whole {
        assert!(
            format
                .read(
                    Path::new("d"),
                    whole.to_vec(),
                    LoadOptions::default(),
                    &Progress::default()
                )
                .is_ok()
        );
        survive(format, |number| damaged(whole, number));
    }
}

#[test]
fn arrow() {
    let words: Vec<Option<String>> = (0..60)
        .map(|n| (n % 5 > 0).then(|| format!("word {}", n % 7)))
        .collect();
    let series = Series::new("text".into(), words);
    let categories = series
        .cast(&DataType::from_categories(Categories::global()))
        .unwrap();
    let columns = vec![
        Series::new("whole".into(), (0..60i64).collect::<Vec<_>>()).into_column(),
        Series::new(
            "float".into(),
            (0..60).map(|n| f64::from(n) / 8.0).collect::<Vec<_>>(),
        )
        .into_column(),
        Series::new("ok".into(), (0..60).map(|n| n % 3 == 0).collect::<Vec<_>>()).into_column(),
        series.into_column(),
        categories.with_name("kind".into()).into_column(),
    ];
    let mut frame = DataFrame::new(60, columns).unwrap();
    for packed in [
        None,
        Some(IpcCompression::LZ4),
        Some(IpcCompression::ZSTD(Default::default())),
    ] {
        let mut bytes = Vec::new();
        IpcWriter::new(&mut bytes)
            .with_compression(packed)
            .finish(&mut frame)
            .unwrap();
        survive_all(Format::Feather, &[&bytes]);
    }
}

/// Damaged within their parts too: an archive knows sums of what it holds.
fn workbook(whole: &[u8]) {
    survive_all(Format::Xlsx, &[whole]);
    let mut archive = ::zip::ZipArchive::new(Cursor::new(whole)).unwrap();
    let mut parts: Vec<(String, Vec<u8>)> = Vec::new();
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).unwrap();
        let mut bytes = Vec::new();
        part.read_to_end(&mut bytes).unwrap();
        parts.push((part.name().unwrap().into_owned(), bytes));
    }
    survive(Format::Xlsx, |number| {
        let chosen = mix(number) as usize % parts.len();
        let changed = damaged(&parts[chosen].1, number);
        let parts: Vec<(&str, &[u8])> = parts
            .iter()
            .enumerate()
            .map(|(at, (name, bytes))| {
                (
                    &**name,
                    if at == chosen {
                        &changed[..]
                    } else {
                        &bytes[..]
                    },
                )
            })
            .collect();
        sheets::zipped(&parts)
    });
}

#[test]
fn excel() {
    workbook(&sheets::some_book());
}

#[test]
fn open_document() {
    workbook(&sheets::ods(sheets::OPEN_DOCUMENT));
}

#[test]
fn old_excel() {
    survive_all(Format::Xlsx, &[sheets::OLD]);
}

#[test]
fn spss() {
    survive_all(
        Format::Spss,
        &[statistics::SAV, statistics::ZSAV, statistics::PLAIN_SAV],
    );
}

#[test]
fn stata() {
    survive_all(
        Format::Stata,
        &[
            statistics::DTA_117,
            statistics::DTA_118,
            statistics::DTA_119,
        ],
    );
}

#[test]
fn transport() {
    survive_all(Format::Transport, &[statistics::XPT]);
}

#[test]
fn json_lines() {
    let lines =
        "{\"age\": 34, \"zip\": \"01\\u0030\", \"ok\": true}\n{\"age\": -1.5e3, \"zip\": null}\n"
            .repeat(20);
    survive_all(Format::Json, &[lines.as_bytes()]);
}
