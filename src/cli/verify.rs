//! `cloakroom verify DIR`: the same code as the program `cloakroom-verify`.

use super::output::Answer;
use super::status;
use super::watch::watched;
use cloakroom_core::Failure;
use cloakroom_verify::{in_words, verify};
use std::path::Path;

pub fn run(folder: &Path, json: bool) -> Result<Answer, Failure> {
    let answer = watched(|progress| Ok(verify(folder, progress)?))?;
    let status = status(answer.satisfied);
    Ok(Answer::new(status, json, &answer, || in_words(&answer))?)
}
