//! Holds in place what users get: hundreds of recipes on small made-up data, and for every command the exit status, what
//! it said and every file it wrote, each as a digest in `digests.txt`. Whoever rebuilds the inside sees here what changed
//! outside.
//!
//! - `CLOAKROOM_GUARD=write cargo test --test guard` writes `digests.txt` anew; the difference in git is what changed.
//! - `CLOAKROOM_GUARD=keep` keeps the outputs of all cases, to be compared with those of another version. Otherwise those
//!   of cases that differ are kept. The test says where.
//! - `CLOAKROOM_GUARD_CASES=text` looks at the cases alone whose name holds the text.

mod case;
mod corpus;
mod data;
mod digest;
mod run;

use case::Case;
use digest::Digests;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Differences that are listed; the rest is counted.
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

fn in_words(differences: &[digest::Difference], kept: &Path, cases: &[Case]) -> String {
    let differing: BTreeSet<&str> = differences.iter().map(|found| found.case).collect();
    let mut words = format!(
        "{} outputs of {} of {} cases are not as they were:\n",
        differences.len(),
        differing.len(),
        cases.len()
    );
    for found in differences.iter().take(LISTED) {
        let _ = writeln!(
            words,
            "  {} {}: {}, see {}",
            found.case,
            found.output,
            found.what,
            kept.join(found.case).join(found.output).display()
        );
    }
    if differences.len() > LISTED {
        let _ = writeln!(words, "  and {} more", differences.len() - LISTED);
    }
    words
        + "If that is meant, CLOAKROOM_GUARD=write cargo test --test guard writes the digests anew"
}
