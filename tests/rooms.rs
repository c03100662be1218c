//! Holds the arrows between the rooms in place: who may import whom.

use std::fs;
use std::path::{Path, PathBuf};

/// Each room with the rooms it may look into, itself aside.
const ROOMS: [(&str, &[&str]); 9] = [
    ("model", &[]),
    ("io", &["model"]),
    ("privacy", &["model"]),
    ("metrics", &["model"]),
    ("profile", &["model", "privacy", "metrics"]),
    ("method", &["model", "privacy", "metrics", "profile"]),
    ("report", &["model", "io", "privacy", "metrics"]),
    ("samples", &["model"]),
    (
        "engine",
        &[
            "model", "io", "privacy", "metrics", "profile", "method", "report", "samples",
        ],
    ),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The code without its tests, which may look anywhere.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let tests = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    text[..tests].to_owned()
}

#[test]
fn every_room_imports_only_what_lies_below_it() {
    for (room, below) in ROOMS {
        for file in sources(&source_folder().join(room)) {
            if file.ends_with("tests.rs") {
                continue;
            }
            let code = code(&file);
            for (at, _) in code.match_indices("crate::") {
                let name: String = code[at + "crate::".len()..]
                    .chars()
                    .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                    .collect();
                assert!(
                    name == room || below.contains(&name.as_str()),
                    "{} imports {name}",
                    file.display()
                );
            }
        }
    }
}

/// The checker shares nothing with what it checks: it is a crate of its own, and does not even know this one, nor a
/// reader that this one uses.
#[test]
fn the_checker_stands_by_itself() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/verify");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for foreign in ["path = \"..", "polars", "hashbrown", "reqwest", "hyper"] {
        assert!(
            !manifest.contains(foreign),
            "the checker depends on {foreign}"
        );
    }
    for file in sources(&folder.join("src")) {
        assert!(!code(&file).contains("cloakroom::"), "{}", file.display());
    }
}

#[test]
fn only_the_window_knows_how_things_look() {
    let folder = source_folder();
    for file in sources(&folder) {
        let inside = file.strip_prefix(&folder).unwrap();
        if inside.starts_with("ui") || inside == Path::new("app.rs") || inside.starts_with("app") {
            continue;
        }
        let code = code(&file);
        for forbidden in ["egui::", "eframe::", "use egui"] {
            assert!(
                !code.contains(forbidden),
                "{} uses {forbidden}",
                file.display()
            );
        }
    }
}
