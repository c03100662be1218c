//! One release for everybody who asks: the same data and the same promises, each with the degree of anonymisation
//! that the recipient's trust asks for.

mod folders;
mod nested;

pub use folders::{folder_names, folders};

use super::internal_paths::refuse_beforehand;
use super::leaving;
use super::leftovers::clear_inside;
use super::release::{
    NotReached, ReleaseAnswer, ReleaseOutcome, ReleaseTask, Whom, ready, release_of,
};
use cloakroom_core::purpose::{Recipient, Target};
use cloakroom_core::{Failure, Loaded, MethodName, Problem, Progress, Recipe, Trees};
use cloakroom_verify::CERTIFICATE_FILE;
use serde::Serialize;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What became of one recipient.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecipientRelease {
    pub recipient: String,
    /// Where the release is, or would have been.
    pub folder: PathBuf,
    #[serde(flatten)]
    pub outcome: RecipientOutcome,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum RecipientOutcome {
    Written(Box<ReleaseAnswer>),
    NotReached(Box<NotReached>),
    /// Why, in a sentence.
    Failed {
        why: String,
    },
    /// The user ended the work.
    Stopped,
}

/// The recipe of one recipient: the recipe with their trust and their purpose, and nobody else's.
pub fn recipe_for(recipe: &Recipe, recipient: &Recipient) -> Result<Recipe, Problem> {
    let name = recipe.settings.method.name;
    if name != MethodName::Decomposition {
        return Err(Problem::new(format!(
            "a release for a recipient turns their trust into levels, which the method {} does not; expected name = \
             \"decomposition\" under [method]",
            name.name()
        )));
    }
    let mut own = repeated_by(recipe, recipient);
    let told = &mut own.settings.method.decomposition;
    told.target = Target::Trust(recipient.trust);
    if recipient.purpose.is_some() {
        told.purpose.clone_from(&recipient.purpose);
    }
    Ok(own)
}

/// The recipe that gives the release of this recipient again, if it is released for them: with nobody else's trust, but those
/// whose releases this one is nested in. Their purpose may be the method's own, so that the method stays as it was told.
fn repeated_by(recipe: &Recipe, recipient: &Recipient) -> Recipe {
    let mut kept = recipe.clone();
    kept.settings.recipients = nested::up_to(recipe, recipient);
    // The reports say for whom it is, unless they are told other words.
    let named = &mut kept.settings.report.recipient;
    named.get_or_insert_with(|| recipient.name.clone());
    kept
}

fn about(recipient: &Recipient, problem: Problem) -> Problem {
    Problem {
        message: format!("the recipient \"{}\": {}", recipient.name, problem.message),
        ..problem
    }
}

/// The release for one recipient by name, into the folder `out`.
pub fn release_one(
    loaded: &Loaded,
    recipe: &Recipe,
    trees: &Trees,
    name: &str,
    out: &Path,
    progress: &Progress,
) -> Result<ReleaseOutcome, Failure> {
    let recipients = &recipe.settings.recipients;
    let Some(recipient) = recipients.iter().find(|recipient| recipient.name == name) else {
        let expected = if recipients.is_empty() {
            "some under [[recipients]], each with name and trust".to_owned()
        } else {
            let names: Vec<String> = recipients
                .iter()
                .map(|r| format!("\"{}\"", r.name))
                .collect();
            format!("one of {}", names.join(", "))
        };
        return Err(Problem::new(format!(
            "there is no recipient named \"{name}\"; expected {expected}"
        ))
        .into());
    };
    let own = recipe_for(recipe, recipient)?;
    ready(loaded, &own, trees).map_err(|problem| about(recipient, problem))?;
    let floor = nested::floor_of(loaded, recipe, trees, recipient, progress)?;
    let kept = recipe
        .settings
        .release
        .nested
        .then(|| repeated_by(recipe, recipient));
    let whom = Whom {
        recipient: Some(name),
        floor: floor.as_ref(),
        repeated_by: kept.as_ref(),
    };
    let task = ReleaseTask {
        loaded,
        recipe: &own,
        trees,
        whom,
        made: None,
        ran: None,
    };
    release_of(task, out, progress)
}

/// A release for every recipient, each in a folder of its own in `out` with its audit file beside it. What is wrong with
/// any of them is told before the first is begun. A release that is finished stays, whatever becomes of
/// those after it.
pub fn release_all(
    loaded: &Loaded,
    recipe: &Recipe,
    trees: &Trees,
    out: &Path,
    progress: &Progress,
) -> Result<Vec<RecipientRelease>, Failure> {
    let recipients = &recipe.settings.recipients;
    if recipients.is_empty() {
        return Err(Problem::new(
            "there are no recipients; expected some under [[recipients]], each with name and trust",
        )
        .into());
    }
    let folders = folders(recipients)?;
    let mut batch = Vec::with_capacity(recipients.len());
    for (recipient, folder) in recipients.iter().zip(folders) {
        let own = recipe_for(recipe, recipient)?;
        ready(loaded, &own, trees).map_err(|problem| about(recipient, problem))?;
        batch.push((recipient, own, out.join(folder)));
    }
    // The roles are everybody's, so what they lack is told once.
    leaving::refuse(&loaded.dataset, recipe, progress)?;
    clear_inside(out, progress);
    refuse_occupied(out, batch.iter().map(|(_, _, folder)| folder.as_path()))?;
    let is_new = begin(out)?;
    let mut releases: Vec<(usize, RecipientRelease)> = Vec::with_capacity(batch.len());
    let mut floor = None;
    for (turn, at) in nested::order(recipe).into_iter().enumerate() {
        progress.one_of(turn, batch.len());
        let (recipient, own, folder) = &batch[at];
        let kept = recipe
            .settings
            .release
            .nested
            .then(|| repeated_by(recipe, recipient));
        let whom = Whom {
            recipient: Some(&recipient.name),
            floor: floor.as_ref(),
            repeated_by: kept.as_ref(),
        };
        let task = ReleaseTask {
            loaded,
            recipe: own,
            trees,
            whom,
            made: None,
            ran: None,
        };
        let outcome = match release_of(task, folder, progress) {
            Ok(ReleaseOutcome::Written(answer)) => {
                if recipe.settings.release.nested {
                    floor = nested::floor(loaded, own, trees, &answer)?;
                }
                RecipientOutcome::Written(answer)
            }
            Ok(ReleaseOutcome::NotReached(why)) => RecipientOutcome::NotReached(Box::new(why)),
            Err(Failure::Problem(problem)) => RecipientOutcome::Failed {
                why: problem.to_string(),
            },
            Err(Failure::Stopped(_)) => RecipientOutcome::Stopped,
        };
        let release = RecipientRelease {
            recipient: recipient.name.clone(),
            folder: folder.clone(),
            outcome,
        };
        releases.push((at, release));
    }
    releases.sort_by_key(|&(at, _)| at);
    let releases = releases.into_iter().map(|(_, release)| release).collect();
    if is_new {
        // Goes only if it is empty, so if nothing was released.
        let _ = fs::remove_dir(out);
    }
    Ok(releases)
}

fn refuse_occupied<'a>(out: &Path, folders: impl Iterator<Item = &'a Path>) -> Result<(), Problem> {
    if fs::metadata(out).is_ok_and(|found| !found.is_dir()) {
        return Err(Problem::in_file(
            out,
            "it is a file; expected a folder, in which every recipient gets one",
        ));
    }
    if out.join(CERTIFICATE_FILE).exists() {
        return Err(Problem::in_file(
            out,
            "the place is a release folder, where the audit files would be passed on; choose another",
        ));
    }
    for folder in folders {
        refuse_beforehand(folder)?;
    }
    Ok(())
}

/// Whether the folder was made.
fn begin(out: &Path) -> Result<bool, Problem> {
    match fs::create_dir(out) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Problem::in_file(
            out,
            "cannot make the folder: the one that it is to lie in does not exist",
        )),
        Err(error) => Err(Problem::from_io(out, "make the folder", &error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipient(name: &str) -> Recipient {
        Recipient {
            name: name.to_owned(),
            trust: 0.5,
            purpose: None,
        }
    }

    #[test]
    fn a_recipient_has_a_recipe_of_their_own() {
        let mut recipe = Recipe::default();
        let mut asked = recipient("office");
        asked.purpose = Some("planning".to_owned());
        recipe.settings.recipients = vec![asked.clone(), recipient("other")];
        let told = recipe_for(&recipe, &asked).unwrap_err().to_string();
        assert!(told.contains("name = \"decomposition\""), "{told}");
        recipe.settings.method.name = MethodName::Decomposition;
        recipe.settings.method.decomposition.purpose = Some("general".to_owned());
        let own = recipe_for(&recipe, &asked).unwrap().settings;
        assert_eq!(own.recipients, [asked]);
        let told = own.method.decomposition;
        assert_eq!(told.purpose.as_deref(), Some("planning"));
        assert_eq!(told.target, Target::Trust(0.5));
        let other = recipe_for(&recipe, &recipient("other")).unwrap().settings;
        let purpose = other.method.decomposition.purpose;
        assert_eq!(purpose.as_deref(), Some("general"));
    }
}
