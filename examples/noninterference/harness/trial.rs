//! One case: a release, the same of other inputs, and where the folders differ although the released tables do not.

use super::case::Case;
use super::chance::Chance;
use super::data::{Data, Way};
use super::released::released;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::io::load::load;
use cloakroom_core::kind::Kind;
use cloakroom_core::load_options::LoadOptions;
use cloakroom_core::progress::Progress;
use cloakroom_core::spelling::Fold;
use cloakroom_verify::CERTIFICATE_FILE;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// How often another input is looked for.
const TRIES: usize = 24;

/// Two inputs with the same released table and not the same folder.
#[derive(Debug)]
pub struct Difference {
    pub way: Way,
    pub file: String,
    pub line: usize,
    pub one: String,
    pub other: String,
    /// The recipe and both inputs, to be tried again.
    pub case: String,
}

/// What became of a case.
#[derive(Debug, Default)]
pub struct Tried {
    /// The first input gave a release.
    pub is_released: bool,
    /// By way, other inputs and those among them whose released table was the same.
    pub tries: Vec<(Way, bool)>,
    pub differences: Vec<Difference>,
    /// Releases that did not pass their own verification, with the input: nothing left the house, but the two that
    /// decided do not agree.
    pub unverified: Vec<String>,
}

/// All that was written for others, by name, and what the tables among it show.
struct Written {
    files: BTreeMap<String, Vec<u8>>,
    tables: BTreeMap<String, Vec<String>>,
    left_out: Vec<u32>,
}

/// Tries a case; `only` compares files of this name alone.
pub fn tried(case: &Case, chance: &mut Chance, only: Option<&str>) -> Tried {
    let mut tried = Tried::default();
    let first = written(case, &case.data, &mut tried.unverified);
    let Some(first) = first else {
        return tried;
    };
    tried.is_released = true;
    for number in 0..TRIES {
        // What no method looks at leaves the release as it is, so that there is a pair of every case.
        let way = match number {
            0 => Way::Identifiers,
            1 => Way::Form,
            _ => Way::any(chance),
        };
        // Whoever asks for the order of the input gets it.
        if way == Way::Order && !case.is_shuffled {
            continue;
        }
        let Some(mut data) = case.data.altered(way, &first.left_out, chance) else {
            continue;
        };
        for also in [Way::Order, Way::Identifiers, Way::Form] {
            if number > 1 && chance.percent(30) && (also != Way::Order || case.is_shuffled) {
                data = data.altered(also, &[], chance).unwrap_or(data);
            }
        }
        let other = written(case, &data, &mut tried.unverified);
        let same = other
            .as_ref()
            .is_some_and(|other| other.tables == first.tables);
        tried.tries.push((way, same));
        if let (Some(other), true) = (other, same) {
            let found = differences(case, &data, way, &first, &other);
            let counts = |found: &Difference| only.is_none_or(|only| found.file.ends_with(only));
            tried.differences.extend(found.into_iter().filter(counts));
        }
    }
    tried
}

/// `None` if there is no release of these data.
fn written(case: &Case, data: &Data, unverified: &mut Vec<String>) -> Option<Written> {
    let folder = tempfile::tempdir().expect("a place for a release");
    let place = folder.path();
    let put = |name: &str, text: &str| fs::write(place.join(name), text).expect("a file of a case");
    put(case.file, &data.text());
    for (name, text) in &case.others {
        put(name, text);
    }
    put("recipe.toml", &case.recipe);
    let out = place.join("out");
    let came = released(case, &place.join("recipe.toml"), &out);
    let told = |why: &String| format!("{why}\n{}\n--- {}\n{}", case.recipe, case.file, data.text());
    unverified.extend(came.unverified.iter().map(told));
    let left_out = came.left_out?;
    let mut written = Written {
        files: BTreeMap::new(),
        tables: BTreeMap::new(),
        left_out,
    };
    for release in folders(&out) {
        let entries = fs::read_dir(&release).expect("a release");
        for entry in entries.flatten() {
            let path = entry.path();
            let name = path
                .strip_prefix(&out)
                .unwrap_or(&path)
                .to_string_lossy()
                .into_owned();
            written
                .files
                .insert(name.clone(), fs::read(&path).expect("a released file"));
            if entry.file_name().to_string_lossy().starts_with("release.") {
                written.tables.insert(name, shown(case, &path));
            }
        }
    }
    Some(written)
}

/// The release, or those in the folder; what lies beside them stays in house.
fn folders(out: &Path) -> Vec<PathBuf> {
    if out.join(CERTIFICATE_FILE).exists() {
        return vec![out.to_owned()];
    }
    let entries = fs::read_dir(out).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths
        .filter(|path| path.join(CERTIFICATE_FILE).exists())
        .collect()
}

/// The header and what each record shows; in no order if they were shuffled.
fn shown(case: &Case, file: &Path) -> Vec<String> {
    let mut rows = if file.extension().is_some_and(|ending| ending == "parquet") {
        of_parquet(file)
    } else {
        let text = fs::read_to_string(file).expect("a released table");
        let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
        if file.extension().is_some_and(|ending| ending == "dat") {
            rows.insert(0, String::new());
        }
        rows
    };
    let header = rows.remove(0);
    if case.is_shuffled {
        if case.is_numbered {
            rows = without_numbers(&rows);
        }
        rows.sort_unstable();
    }
    rows.insert(0, header);
    rows
}

fn of_parquet(file: &Path) -> Vec<String> {
    let options = LoadOptions {
        kind: Some(Kind::Microdata),
        // As the cells are written, not as they would be compared.
        fold: Fold::NOTHING,
        ..LoadOptions::default()
    };
    let loaded = load(file, &options, &Progress::default()).expect("a released table");
    let Dataset::Microdata(table) = loaded.dataset else {
        return Vec::new();
    };
    let columns = table.columns();
    let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    let mut rows = vec![names.join(",")];
    for row in 0..table.rows() {
        let cells: Vec<&str> = columns.iter().map(|column| column.text(row)).collect();
        rows.push(cells.join(","));
    }
    rows
}

/// All rows of a number in one, without it.
fn without_numbers(rows: &[String]) -> Vec<String> {
    let mut people: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in rows {
        let (number, rest) = row.split_once(',').unwrap_or((row, ""));
        people.entry(number).or_default().push(rest);
    }
    let people = people.into_values();
    people.map(|rows| rows.join("\n")).collect()
}

fn differences(
    case: &Case,
    data: &Data,
    way: Way,
    one: &Written,
    other: &Written,
) -> Vec<Difference> {
    let mut found = Vec::new();
    let nothing = Vec::new();
    let names = one.files.keys().chain(
        other
            .files
            .keys()
            .filter(|name| !one.files.contains_key(*name)),
    );
    for name in names {
        let (here, there) = (
            one.files.get(name).unwrap_or(&nothing),
            other.files.get(name).unwrap_or(&nothing),
        );
        if here == there {
            continue;
        }
        let (here, there) = (
            String::from_utf8_lossy(here),
            String::from_utf8_lossy(there),
        );
        let (mut here, mut there) = (here.lines(), there.lines());
        let mut line = 1;
        let (first, second) = loop {
            match (here.next(), there.next()) {
                (Some(a), Some(b)) if a == b => line += 1,
                (a, b) => break (a.unwrap_or("(nothing)"), b.unwrap_or("(nothing)")),
            }
        };
        let (one, other) = around(first, second);
        found.push(Difference {
            way,
            file: name.clone(),
            line,
            one,
            other,
            case: format!(
                "{}\n--- {}\n{}\n--- other\n{}",
                case.recipe,
                case.file,
                case.data.text(),
                data.text()
            ),
        });
    }
    found
}

/// Where two lines part, with some words around.
fn around(one: &str, other: &str) -> (String, String) {
    let same = one
        .chars()
        .zip(other.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let cut = |line: &str| {
        line.chars()
            .skip(same.saturating_sub(60))
            .take(160)
            .collect()
    };
    (cut(one), cut(other))
}
