//! Damaged files of every binary format: each is read or refused in a sentence, soon, in little memory, and none ends the
//! program.
//!
//! `CLOAKROOM_MUTATIONS=100000` makes as many of each. Every format is tried in a process of its own that gets no more memory
//! than [`MEMORY`]: whoever wants more ends it.

use super::arx::tests as arx;
use super::format::Format;
use super::parquet::write_parquet;
use super::sheets::tests as sheets;
use super::statistics::tests as statistics;
use crate::column::Column;
use crate::load_options::LoadOptions;
use crate::problem::Failure;
use crate::progress::Progress;
use polars::prelude::*;
use polars_io::SerWriter;
use polars_io::ipc::{IpcCompression, IpcWriter};
use polars_io::parquet::write::{ParquetCompression, ParquetWriter};
use rayon::prelude::*;
use std::io::{Cursor, Read};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const FILES: u64 = 2_000;
/// Nothing of a few thousand bytes takes longer, even beside six compilers.
const SOON: Duration = Duration::from_secs(10);

/// Address space of a process that reads damaged files on two threads, in KiB: the program itself and what the threads set
/// aside beforehand are more than half of it.
const MEMORY: u64 = 1 << 20;
/// Says to a process that it is the one that is confined.
const CONFINED: &str = "CLOAKROOM_CONFINED";

fn files(usual: u64) -> u64 {
    let wanted = std::env::var("CLOAKROOM_MUTATIONS");
    wanted
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(usual)
}

/// Does the work of the test of this name in a process with little memory, where the system can see to it.
fn confined(name: &str, work: impl Fn()) {
    if std::env::var_os(CONFINED).is_some() || !cfg!(target_os = "linux") {
        return work();
    }
    let limited = format!("ulimit -v {MEMORY} && exec \"$0\" --exact \"$1\"");
    let done = Command::new("sh")
        .args(["-c", &limited])
        .arg(std::env::current_exe().unwrap())
        .arg(format!("io::mutations::{name}"))
        .env(CONFINED, "1")
        .env("RAYON_NUM_THREADS", "2")
        .env("POLARS_MAX_THREADS", "2")
        .env("MALLOC_ARENA_MAX", "2")
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&done.stdout);
    let is_good = done.status.success() && told.contains("1 passed");
    assert!(is_good, "{told}{}", String::from_utf8_lossy(&done.stderr));
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
fn survive(format: Format, usual: u64, make: impl Fn(u64) -> Vec<u8> + Sync) {
    let files = files(usual);
    let path = Path::new("damaged");
    let read = |bytes: Vec<u8>| {
        let placed = format.read(path, bytes, LoadOptions::default(), &Progress::default());
        placed.map(|placed| placed.table.rows())
    };
    let refused = (1..=files).into_par_iter().filter(|&number| {
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
    assert!(refused > files / 50, "only {refused} were refused");
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
        survive(format, FILES, |number| damaged(whole, number));
    }
}

/// Sixty records of several types, as other programs have them.
fn frame() -> DataFrame {
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
    DataFrame::new(60, columns).unwrap()
}

#[test]
fn arrow() {
    confined("arrow", || {
        let mut frame = frame();
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
    });
}

/// Damaged within their parts too: an archive knows sums of what it holds.
fn workbook(whole: &[u8]) {
    packed(Format::Xlsx, whole);
}

fn packed(format: Format, whole: &[u8]) {
    survive_all(format, &[whole]);
    let mut archive = ::zip::ZipArchive::new(Cursor::new(whole)).unwrap();
    let mut parts: Vec<(String, Vec<u8>)> = Vec::new();
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).unwrap();
        let mut bytes = Vec::new();
        part.read_to_end(&mut bytes).unwrap();
        parts.push((part.name().unwrap().into_owned(), bytes));
    }
    survive(format, FILES, |number| {
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
    confined("excel", || {
        workbook(&sheets::some_book());
    });
}

#[test]
fn open_document() {
    confined("open_document", || {
        workbook(&sheets::ods(sheets::OPEN_DOCUMENT));
    });
}

#[test]
fn old_excel() {
    confined("old_excel", || {
        survive_all(Format::Xlsx, &[sheets::OLD]);
    });
}

#[test]
fn spss() {
    confined("spss", || {
        survive_all(
            Format::Spss,
            &[statistics::SAV, statistics::ZSAV, statistics::PLAIN_SAV],
        );
    });
}

#[test]
fn stata() {
    confined("stata", || {
        survive_all(
            Format::Stata,
            &[
                statistics::DTA_117,
                statistics::DTA_118,
                statistics::DTA_119,
                statistics::DTA_113,
                statistics::DTA_114_BIG,
                statistics::MISSING,
            ],
        );
    });
}

#[test]
fn transport() {
    confined("transport", || {
        survive_all(Format::Transport, &[statistics::XPT, statistics::XPT_8]);
    });
}

#[test]
fn tables_of_r() {
    confined("tables_of_r", || {
        survive_all(
            Format::Rds,
            &[statistics::RDS, statistics::WORKSPACE, statistics::LABELLED],
        );
    });
}

#[test]
fn projects_of_arx() {
    confined("projects_of_arx", || {
        packed(Format::Deid, &arx::project(&arx::PARTS));
    });
}

#[test]
fn json_lines() {
    confined("json_lines", || {
        let lines =
        "{\"age\": 34, \"zip\": \"01\\u0030\", \"ok\": true}\n{\"age\": -1.5e3, \"zip\": null}\n"
            .repeat(20);
        survive_all(Format::Json, &[lines.as_bytes()]);
    });
}

#[test]
fn parquet() {
    confined("parquet", || {
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
        let mut whole = Vec::new();
        write_parquet(&mut whole, &columns, 0..60, &Progress::default()).unwrap();
        survive_all(Format::Parquet, &[&whole]);
        for packed in [
            ParquetCompression::Uncompressed,
            ParquetCompression::default(),
        ] {
            let mut bytes = Vec::new();
            ParquetWriter::new(&mut bytes)
                .with_compression(packed)
                .finish(&mut frame())
                .unwrap();
            survive_all(Format::Parquet, &[&bytes]);
        }
    });
}
