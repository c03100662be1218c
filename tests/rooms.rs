//! What Cargo cannot hold of the arrows between the rooms: the checker stands by itself, only the window knows how
//! things look, and core, engine, window and command line ask a kind of data through its row.
#![allow(clippy::panic, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

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

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

const TYPES: [&str; 6] = [
    "Kind",
    "Dataset",
    "AnyCandidate",
    "Trace",
    "Risk",
    "Stories",
];
const KINDS: [&str; 3] = ["Microdata", "Ratings", "Transactions"];

/// A kind that is named in a file.
struct Named {
    /// The name, and where it stands.
    at: String,
    /// Whether something depends on it; otherwise it is a value in a list or an answer.
    is_asked: bool,
}

/// The kinds that a file names outside its tests.
fn named(file: &Path) -> Vec<Named> {
    let code = fs::read_to_string(file).unwrap();
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let names = TYPES
        .iter()
        .flat_map(|of| KINDS.map(|kind| format!("{of}::{kind}")));
    let mut found = Vec::new();
    for name in names {
        for (at, _) in code.match_indices(&name) {
            let before = code[..at].trim_end();
            let after = code[at + name.len()..].trim_start_matches([')', ' ']);
            let asks = ["==", "!=", "let", "Some("]
                .iter()
                .any(|mark| before.ends_with(mark));
            let answers = ["=>", "==", "!=", "|", "("]
                .iter()
                .any(|mark| after.starts_with(mark));
            let line = code[..at].lines().count();
            found.push(Named {
                at: format!("{}:{line} names {name}", file.display()),
                is_asked: asks || answers,
            });
        }
    }
    found
}

fn is_test(file: &Path) -> bool {
    let name = file.to_string_lossy();
    name.ends_with("tests.rs") || name.ends_with("round_trip.rs")
}

/// The checker shares nothing with what it checks: it knows no other crate of the house, nor a reader that one uses.
#[test]
fn the_checker_stands_by_itself() {
    let manifest = fs::read_to_string(project().join("crates/verify/Cargo.toml")).unwrap();
    for foreign in [
        "path = \"..",
        "cloakroom-core",
        "cloakroom-engine",
        "polars",
        "hashbrown",
        "reqwest",
        "hyper",
    ] {
        assert!(
            !manifest.contains(foreign),
            "the checker depends on {foreign}"
        );
    }
}

#[test]
fn only_the_window_knows_how_things_look() {
    let mut manifests = 0;
    for entry in fs::read_dir(project().join("crates")).unwrap() {
        let manifest = entry.unwrap().path().join("Cargo.toml");
        let text = fs::read_to_string(&manifest).unwrap();
        assert!(!text.contains("egui"), "{}", manifest.display());
        assert!(!text.contains("eframe"), "{}", manifest.display());
        manifests += 1;
    }
    assert!(
        manifests >= 7,
        "the crates are looked for in the wrong place"
    );
    for file in sources(&project().join("src/cli")) {
        let code = fs::read_to_string(&file).unwrap();
        for forbidden in ["egui::", "eframe::", "use egui"] {
            assert!(
                !code.contains(forbidden),
                "{} uses {forbidden}",
                file.display()
            );
        }
    }
}

/// Outside the room of a kind the engine names none: it asks `kinds`. What the audit file tells of a release has a
/// variant per kind and says itself which one it is.
#[test]
fn the_engine_names_kinds_in_their_rooms_alone() {
    let engine = project().join("crates/engine/src");
    let rooms = ["records", "ratings", "transactions", "kinds"].map(|room| engine.join(room));
    let own = engine.join("report/trace.rs");
    let mut looked_at = 0;
    for file in sources(&engine) {
        if file == own || is_test(&file) || rooms.iter().any(|room| file.starts_with(room)) {
            continue;
        }
        if let Some(kind) = named(&file).first() {
            panic!("{}", kind.at);
        }
        looked_at += 1;
    }
    assert!(
        looked_at > 50,
        "the engine is looked for in the wrong place"
    );
}

/// In the core, what differs between kinds is a row of `kind::AboutKind` and a reader in `io`. Only what defines kinds and
/// data asks which one it is; lists and guesses name kinds as values.
#[test]
fn the_core_asks_the_row_of_a_kind() {
    // The type of all data has a variant per kind; the type of kinds and its rows are rooms.
    const MATCHES: [&str; 1] = ["dataset.rs"];
    const ROOMS: [&str; 4] = ["kind", "io/microdata", "io/ratings", "io/transactions"];
    const NAMES: [(&str, &str); 6] = [
        ("method.rs", "a row lists the kinds that have the method"),
        (
            "method_setting.rs",
            "a row lists the kinds that heed the setting",
        ),
        (
            "metrics/catalogue.rs",
            "a row lists the kinds that are measured by it",
        ),
        ("promise.rs", "the catalogue says whose promises it holds"),
        ("io/guess/lines.rs", "what lines look like is the answer"),
        ("io/guess/tables.rs", "what columns look like is the answer"),
    ];
    let core = project().join("crates/core/src");
    let mut looked_at = 0;
    for file in sources(&core) {
        let place = file.strip_prefix(&core).unwrap();
        let is_room = ROOMS.iter().any(|room| place.starts_with(room));
        if is_test(&file) || is_room || MATCHES.iter().any(|own| place == Path::new(own)) {
            continue;
        }
        let may_name = NAMES.iter().any(|(lists, _)| place == Path::new(lists));
        for kind in named(&file) {
            assert!(may_name, "{}", kind.at);
            assert!(!kind.is_asked, "{}: asks for it", kind.at);
        }
        looked_at += 1;
    }
    assert!(looked_at > 90, "the core is looked for in the wrong place");
}

/// In the window and the command line a kind is a row of `ui::kinds::AboutKind`, and what takes more lines lies in files and
/// folders that are named after it, beside the view that asks for it.
#[test]
fn the_window_and_the_command_line_name_kinds_in_their_rooms_alone() {
    const ROOMS: [&str; 4] = ["kinds", "microdata", "ratings", "transactions"];
    const OF_ONE_KIND: [(&str, &str); 1] = [(
        "cli/experiment",
        "an experiment of a paper is about one kind",
    )];
    const NAMES: [(&str, &str); 1] = [("ui/scenes", "a list of pictures says of which kind it is")];
    let source = project().join("src");
    let files = sources(&source);
    for file in &files {
        let place = file.strip_prefix(&source).unwrap().with_extension("");
        let is_in = |room: &&str| place.iter().any(|part| part == *room);
        let is_among = |list: &[(&str, &str)]| list.iter().any(|(own, _)| place.starts_with(own));
        if is_test(file) || ROOMS.iter().any(is_in) || is_among(&OF_ONE_KIND) {
            continue;
        }
        for kind in named(file) {
            assert!(is_among(&NAMES), "{}", kind.at);
            assert!(!kind.is_asked, "{}: asks for it", kind.at);
        }
    }
    assert!(
        files.len() > 300,
        "the window is looked for in the wrong place"
    );
}
