//! `cloakroom pool RELEASE RELEASE …`.

use super::check::{requirement_line, rows};
use super::output::Answer;
use super::status;
use super::watch::watched;
use cloakroom_core::Failure;
use cloakroom_core::words::grouped;
use cloakroom_engine::pool::{PoolAnswer, pool};
use std::path::PathBuf;

/// Sizes of groups listed for people; `--json` lists all.
const SHOWN_SIZES: usize = 5;

pub fn run(releases: &[PathBuf], by: Option<&str>, json: bool) -> Result<Answer, Failure> {
    let answer = watched(|progress| pool(releases, by, progress))?;
    let status = status(answer.satisfied);
    Ok(Answer::new(status, json, &answer, || in_words(&answer))?)
}

fn in_words(answer: &PoolAnswer) -> String {
    let mut words = format!("{}\n", answer.sentence);
    for release in &answer.releases {
        let alone = match (release.smallest, answer.is_of_groups()) {
            (None, _) => String::new(),
            (Some(size), true) => format!("; by itself the smallest group has {size}"),
            (Some(k), false) => format!("; by itself k = {k}"),
        };
        words += &format!(
            "  {} of {}: {}{alone}\n",
            release.release.display(),
            release.written,
            release.promise
        );
    }
    words += "Of all together:\n";
    for line in &answer.requirements {
        words += &requirement_line(line, answer.kind, &answer.requirements);
    }
    for group in answer.groups.iter().take(SHOWN_SIZES) {
        words += &format!(
            "  among {}: {} {}\n",
            grouped(group.size as usize),
            grouped(group.people),
            answer.kind.record(group.people)
        );
    }
    if answer.groups.len() > SHOWN_SIZES {
        let more = answer.groups.len() - SHOWN_SIZES;
        words += &format!("  and {more} larger sizes (--json lists all)\n");
    }
    match &answer.violating_rows {
        Some(violating) if violating.is_empty() => {}
        Some(violating) => words += &rows("Rows that fall below", violating),
        None => {
            for release in &answer.releases {
                if !release.violating_rows.is_empty() {
                    let label = format!("Rows of {} that fall below", release.release.display());
                    words += &rows(&label, &release.violating_rows);
                }
            }
        }
    }
    words
}
