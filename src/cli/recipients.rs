//! `cloakroom release RECIPE --out DIR --recipients`.

use super::check::of_recipe;
use super::output::{Answer, noted, tell_folded};
use super::release::{Asked, not_reached, written};
use super::watch::watched;
use super::{DONE, INTERRUPTED, NOT_SATISFIED, REFUSED};
use cloakroom_core::{Failure, Stopped};
use cloakroom_engine::open::open_recipe;
use cloakroom_engine::recipients::{RecipientOutcome, RecipientRelease, release_all};
use serde::Serialize;

/// What `--json` prints.
#[derive(Serialize)]
struct Listing {
    recipients: Vec<RecipientRelease>,
}

pub fn run(asked: &Asked) -> Result<Answer, Failure> {
    let (recipe, out, json) = (&asked.recipe, &asked.out, asked.json);
    let (recipients, notes) = watched(|progress| {
        let mut opened = open_recipe(recipe, progress)?;
        tell_folded(&opened.loaded, json);
        asked.apply(&mut opened.recipe);
        let releases = release_all(&opened.loaded, &opened.recipe, &opened.trees, out, progress)
            .map_err(|failure| of_recipe(failure, recipe))?;
        Ok((releases, opened.loaded.notes))
    })?;
    let has = |wanted: fn(&RecipientOutcome) -> bool| {
        recipients.iter().any(|release| wanted(&release.outcome))
    };
    let is_written = has(|outcome| matches!(outcome, RecipientOutcome::Written(_)));
    let is_stopped = has(|outcome| matches!(outcome, RecipientOutcome::Stopped));
    if is_stopped && !is_written {
        return Err(Stopped.into());
    }
    let status = if is_stopped {
        INTERRUPTED
    } else if has(|outcome| matches!(outcome, RecipientOutcome::Failed { .. })) {
        REFUSED
    } else if has(|outcome| matches!(outcome, RecipientOutcome::NotReached(_))) {
        NOT_SATISFIED
    } else {
        DONE
    };
    let listing = Listing { recipients };
    Ok(Answer::new(status, json, &listing, || {
        let mut words = noted(&notes);
        for (at, release) in listing.recipients.iter().enumerate() {
            if at > 0 {
                words.push('\n');
            }
            words += &told(release);
        }
        words
    })?)
}

fn told(release: &RecipientRelease) -> String {
    match &release.outcome {
        RecipientOutcome::Written(answer) => written(answer),
        RecipientOutcome::NotReached(answer) => {
            format!("For {}: {}", release.recipient, not_reached(answer))
        }
        RecipientOutcome::Failed { why } => {
            format!("For {}: nothing was written: {why}\n", release.recipient)
        }
        RecipientOutcome::Stopped => {
            format!("For {}: stopped; nothing was written\n", release.recipient)
        }
    }
}
