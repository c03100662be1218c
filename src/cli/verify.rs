//! `cloakroom verify DIR`.

use super::check::in_words;
use super::output::Answer;
use super::watch::watched;
use super::{DONE, NOT_SATISFIED};
use crate::model::problem::Failure;
use crate::verify::{VerifyAnswer, verify};
use std::path::Path;

pub fn run(folder: &Path, json: bool) -> Result<Answer, Failure> {
    let answer = watched(|pulse| verify(folder, pulse))?;
    let status = if answer.check.satisfied {
        DONE
    } else {
        NOT_SATISFIED
    };
    Ok(Answer::new(status, json, &answer, || words(&answer))?)
}

fn words(answer: &VerifyAnswer) -> String {
    let mut words = in_words(&answer.check);
    words += if answer.hash_matches {
        "  ok   SHA-256: that of the certificate\n"
    } else {
        "  FAIL SHA-256: not that of the certificate\n"
    };
    for fault in &answer.faults {
        words += &format!("  {fault}\n");
    }
    for note in &answer.notes {
        words += &format!("Note: {note}.\n");
    }
    words
}
