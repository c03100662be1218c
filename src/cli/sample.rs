//! `cloakroom sample [NAME DIR]`.

use super::DONE;
use super::output::Answer;
use cloakroom_core::{Failure, Problem};
use cloakroom_engine::samples;
use std::path::Path;

pub fn run(name: Option<&str>, folder: Option<&Path>) -> Result<Answer, Failure> {
    let (Some(name), Some(folder)) = (name, folder) else {
        return Ok(Answer {
            text: list(),
            status: DONE,
        });
    };
    let recipe = find(name)?.write_into(folder)?;
    Ok(Answer {
        text: format!("{}\n", recipe.display()),
        status: DONE,
    })
}

/// The sample of that name, or a sentence that lists the names there are.
pub fn find(name: &str) -> Result<&'static samples::Sample, Problem> {
    samples::find(name).ok_or_else(|| {
        let names: Vec<&str> = samples::all().iter().map(|sample| sample.name).collect();
        Problem::new(format!(
            "there is no sample named \"{name}\"; expected one of {}",
            names.join(", ")
        ))
    })
}

fn list() -> String {
    samples::all()
        .iter()
        .map(|sample| {
            format!(
                "{:<14} {:<13} {}\n",
                sample.name,
                sample.kind.name(),
                sample.sentence
            )
        })
        .collect()
}
