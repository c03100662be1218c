//! Data of each kind as files with a recipe, invented and the same on every machine.

use super::raters::{Raters, Taste};
use cloakroom_core::stream::Stream;
use cloakroom_engine::samples::{self, hospital};
use cloakroom_ratings::ratings::NULL;
use std::error::Error;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

type Made = Result<PathBuf, Box<dyn Error>>;

/// The hospital of the sample with so many patients, and with its hierarchies.
pub fn hospital(records: usize, folder: &Path) -> Made {
    let sample = samples::find("hospital").ok_or("there is no hospital")?;
    let recipe = sample.write_into(folder)?;
    let mut file = BufWriter::new(fs::File::create(folder.join("hospital.csv"))?);
    hospital::write_csv(records as u64, hospital::SEED, &mut file)?;
    file.flush()?;
    Ok(recipe)
}

/// People who rated twenty issues, one of them sensitive; many repeat what others said.
pub fn survey(records: usize, folder: &Path) -> Made {
    let raters = Raters {
        people: records,
        taste: Taste::Shared,
        repeated: 300,
        ..Raters::default()
    };
    let survey = raters.survey(1);
    fs::create_dir_all(folder)?;
    let mut file = BufWriter::new(fs::File::create(folder.join("survey.csv"))?);
    let names: Vec<String> = (1..=raters.issues)
        .map(|issue| format!("issue{issue}"))
        .collect();
    writeln!(file, "{},secret", names.join(","))?;
    let mut row = Vec::new();
    let mut stream = Stream::new(2, 0);
    for person in 0..survey.people() {
        survey.row(person, &mut row);
        for &point in &row {
            if point != NULL {
                write!(file, "{}", point + 1)?;
            }
            write!(file, ",")?;
        }
        writeln!(file, "{}", 1 + stream.below(5))?;
    }
    file.flush()?;
    recipe(
        folder,
        "[data]\npath = \"survey.csv\"\nkind = \"ratings\"\nlayout = \"wide\"\nscale = [1, 5]\n\
         [roles]\nsensitive = [\"secret\"]\n[require]\nk = 5\nepsilon = 1\n",
    )
}

/// Baskets of a few items out of a thousand, some bought often and most of them seldom.
pub fn baskets(records: usize, folder: &Path) -> Made {
    const ITEMS: u32 = 1_000;
    fs::create_dir_all(folder)?;
    let mut file = BufWriter::new(fs::File::create(folder.join("baskets.dat"))?);
    for basket in 0..records {
        let mut stream = Stream::new(3, basket as u64);
        let items = stream.between(1, 12);
        let mut drawn: Vec<u32> = (0..items)
            .map(|_| {
                // The cube of an even spread is dense near 0.
                let even = || f64::from(ITEMS);
                let share = f64::from(stream.below(1 << 20)) / f64::from(1 << 20);
                (even() * share.powi(3)) as u32
            })
            .collect();
        drawn.sort_unstable();
        drawn.dedup();
        let names: Vec<String> = drawn.iter().map(|item| format!("i{item}")).collect();
        writeln!(file, "{}", names.join(" "))?;
    }
    file.flush()?;
    recipe(
        folder,
        "[data]\npath = \"baskets.dat\"\nkind = \"transactions\"\nlayout = \"basket\"\nseparator = \" \"\n\
         [roles]\nprivate_items = [\"i3\", \"i40\", \"i500\"]\n[require]\nk = 5\nm = 2\n",
    )
}

fn recipe(folder: &Path, text: &str) -> Made {
    let path = folder.join("recipe.toml");
    fs::write(&path, text)?;
    Ok(path)
}
