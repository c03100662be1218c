//! A made-up table of a hundred million people, larger than what most would hold in memory: check, release and verify
//! in batches, each in a process of its own.
//!
//! Only if it is asked for by name: the files take some gigabytes. `ROWS=1000000` before the command makes it smaller.

use super::people::Random;
use super::{Outcome, memory};
use cloakroom_core::progress::Progress;
use cloakroom_engine::check::check;
use cloakroom_engine::open::open_recipe_of_any_size;
use cloakroom_engine::out_of_core::{CountedData, list_violating, release};
use cloakroom_engine::release::ReleaseOutcome;
use cloakroom_verify::verify;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

/// How the work of a started process begins.
pub const WORK: &str = "large ";
const ROWS: u64 = 100_000_000;

const RECIPE: &str = "\
[data]
path = \"people.csv\"
kind = \"microdata\"
batches = true

[roles]
quasi = [\"born\", \"sex\", \"region\", \"occupation\"]
sensitive = [\"diagnosis\"]
insensitive = [\"visits\"]

[hierarchies.born]
intervals = [5, 20]

[hierarchies.region]
mask = 3

[require]
k = 20
l = { distinct = 3 }
suppression = 0.01

[method]
name = \"optimal\"
";

const OCCUPATIONS: [&str; 12] = [
    "nurse",
    "teacher",
    "carpenter",
    "clerk",
    "driver",
    "engineer",
    "farmer",
    "retired",
    "student",
    "cook",
    "manager",
    "unemployed",
];
const DIAGNOSES: [&str; 10] = [
    "J45.9", "I10", "E11.9", "F32.1", "M54.5", "K21.0", "N39.0", "C50.9", "B20", "J06.9",
];

/// Two draws make middling values more frequent than those at the ends, as they are among people.
fn write_people(path: &Path, rows: u64) -> std::io::Result<u64> {
    let mut random = Random::new(1);
    let mut out = BufWriter::with_capacity(1 << 20, std::fs::File::create(path)?);
    writeln!(out, "born,sex,region,occupation,diagnosis,visits")?;
    for _ in 0..rows {
        writeln!(
            out,
            "{},{},{},{},{},{}",
            1930 + random.below(45) + random.below(46),
            if random.below(2) == 0 { "F" } else { "M" },
            100 + random.below(101) + random.below(100),
            random.one_of(&OCCUPATIONS),
            random.one_of(&DIAGNOSES),
            random.below(8) * random.below(8),
        )?;
    }
    out.flush()?;
    std::fs::metadata(path).map(|metadata| metadata.len())
}

pub fn run() -> Outcome {
    let rows = match std::env::var("ROWS") {
        Ok(rows) => rows.parse()?,
        Err(_) => ROWS,
    };
    let folder = tempfile::tempdir()?;
    let bytes = write_people(&folder.path().join("people.csv"), rows)?;
    std::fs::write(folder.path().join("recipe.toml"), RECIPE)?;
    println!(
        "{rows} people, 6 columns, {:.2} GB of CSV",
        bytes as f64 / 1e9
    );
    for work in ["check", "release", "verify"] {
        let start = Instant::now();
        let peak = memory::peak_of(&format!("{WORK}{work}"), folder.path())?;
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "  {work}: {seconds:.1} s, {:.2} GB at the peak",
            peak as f64 / 1e9
        );
    }
    let release = std::fs::metadata(folder.path().join("out/release.csv"))?.len();
    println!("  the release: {:.2} GB", release as f64 / 1e9);
    Ok(())
}

/// What a started process does in the folder.
pub fn measured(work: &str, folder: &Path) -> Outcome {
    let progress = Progress::default();
    let (recipe, out) = (folder.join("recipe.toml"), folder.join("out"));
    match work.strip_prefix(WORK) {
        Some("check") => {
            let opened = open_recipe_of_any_size(&recipe, &progress)?;
            let settings = &opened.recipe.settings;
            let mut answer = check(&opened.loaded.dataset, settings, &opened.trees, &progress)?;
            list_violating(&opened, &mut answer, &progress)?;
        }
        Some("release") => {
            let opened = open_recipe_of_any_size(&recipe, &progress)?;
            if let ReleaseOutcome::NotReached(answer) =
                release(CountedData::of(&opened), &out, &progress)?
            {
                return Err(answer.why.into());
            }
        }
        Some("verify") => {
            let answer = verify(&out, &progress)?;
            if !answer.satisfied {
                return Err("the release does not keep its promise".into());
            }
        }
        _ => return Err("no such work".into()),
    }
    Ok(())
}
