//! Holds in place what users get: hundreds of recipes on small made-up data, and for every command the exit status, what
//! it said and every file it wrote, each as a digest in `digests.txt`. Whoever rebuilds the inside sees here what changed
//! outside.
//!
//! - `CLOAKROOM_GUARD=write cargo test --test guard` writes `digests.txt` anew; the difference in git is what changed.
//! - `CLOAKROOM_GUARD=keep` keeps the outputs of all cases, to be compared with those of another version. Otherwise those
//!   of cases that differ are kept. The test says where.
//! - `CLOAKROOM_GUARD_CASES=text` looks at the cases alone whose name holds the text.
#![allow(clippy::expect_used, clippy::panic)]

mod case;
mod corpus;
mod data;
mod digest;
mod run;

use case::Case;
use digest::{Difference, Digests};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Cases that are listed where they differ.
const LISTED: usize = 60;

#[derive(PartialEq)]
enum Wish {
    Compare,
    Keep,
    Write,
}

fn wish() -> Wish {
    match env::var("CLOAKROOM_GUARD").as_deref() {
        Err(_) | Ok("") => Wish::Compare,
        Ok("keep") => Wish::Keep,
        Ok("write") => Wish::Write,
        Ok(other) => panic!("CLOAKROOM_GUARD is \"{other}\"; expected write or keep"),
    }
}

fn digest_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guard/digests.txt")
}

#[test]
fn every_output_is_as_it_was() {
    let wish = wish();
    let only = env::var("CLOAKROOM_GUARD_CASES").ok();
    let asked = |name: &str| only.as_ref().is_none_or(|part| name.contains(part));
    let mut cases = corpus::all();
    refuse_twins(&cases);
    cases.retain(|case| asked(&case.name));
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guard");
    let expected = match wish {
        Wish::Write => Digests::default(),
        _ => Digests::read(&digest_file()).of_cases(asked),
    };
    let keep = |case: &str, seen: &Digests| match wish {
        Wish::Compare => *seen != expected.of_cases(|name| name == case),
        Wish::Keep => true,
        Wish::Write => false,
    };
    let seen = run::all(&cases, &kept, keep);
    if wish == Wish::Write {
        assert!(only.is_none(), "digests are written for all cases or none");
        let failed: Vec<&str> = seen.cases_with(run::FAILED).collect();
        assert!(failed.is_empty(), "steps cannot be taken: {failed:?}");
        fs::write(digest_file(), seen.text()).expect("the digests can be written");
        return;
    }
    let differences = expected.differences(&seen);
    assert!(
        differences.is_empty(),
        "{}",
        in_words(&differences, &kept, &cases)
    );
}

fn refuse_twins(cases: &[Case]) {
    let mut names = BTreeSet::new();
    for case in cases {
        assert!(
            names.insert(&case.name),
            "two cases are named {}",
            case.name
        );
    }
}

/// A line for every case that differs, as far as there is room; all of them are in a file beside the outputs.
fn in_words(differences: &[Difference<'_>], kept: &Path, cases: &[Case]) -> String {
    let mut differing: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for found in differences {
        differing
            .entry(found.case)
            .or_default()
            .push(found.to_string());
    }
    let lines: Vec<String> = differing
        .iter()
        .map(|(case, outputs)| {
            let place = kept.join(case);
            format!("{case}: {}; see {}\n", outputs.join(", "), place.display())
        })
        .collect();
    let list = kept.join("differences.txt");
    fs::create_dir_all(kept)
        .and_then(|()| fs::write(&list, lines.concat()))
        .expect("the differences can be written");
    let mut words = format!(
        "{} outputs of {} of {} cases are not as they were:\n{}",
        differences.len(),
        lines.len(),
        cases.len(),
        lines[..lines.len().min(LISTED)].concat()
    );
    if lines.len() > LISTED {
        let more = lines.len() - LISTED;
        let _ = writeln!(words, "and {more} more cases: {}", list.display());
    }
    words
        + "If that is meant, CLOAKROOM_GUARD=write cargo test --test guard writes the digests anew"
}
