//! `cloakroom import FILE.deid DIR`.

use super::DONE;
use super::output::Answer;
use super::watch::watched;
use cloakroom_core::Failure;
use cloakroom_engine::arx::{import_into, refuse_other};
use std::path::Path;

pub fn run(file: &Path, folder: &Path) -> Result<Answer, Failure> {
    refuse_other(file)?;
    let (recipe, told) = watched(|progress| import_into(file, folder, progress))?;
    let mut text = format!("{}\n", recipe.display());
    for sentence in told {
        text.push_str(&sentence);
        text.push('\n');
    }
    Ok(Answer { text, status: DONE })
}
