//! One release for everybody who asks: the same data and the same promises, each with the degree of anonymisation
//! that the recipient's trust asks for.

use super::release::{NotReached, ReleaseAnswer, ReleaseOutcome, ready, release_for};
use crate::io::loaded::Loaded;
use crate::io::whole::refuse_taken;
use crate::model::certificate::CERTIFICATE_FILE;
use crate::model::method::MethodName;
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::Pulse;
use crate::model::purpose::{Recipient, Target};
use crate::model::recipe::Recipe;
use crate::model::trees::Trees;
use crate::report::audit;
use serde::Serialize;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Longer names of folders are cut.
const LONGEST_NAME: usize = 80;

/// Names that some systems keep for themselves.
const RESERVED: [&str; 4] = ["con", "prn", "aux", "nul"];

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
    let mut own = recipe.clone();
    own.settings.recipients = vec![recipient.clone()];
    let told = &mut own.settings.method.decomposition;
    told.target = Target::Trust(recipient.trust);
    if recipient.purpose.is_some() {
        told.purpose.clone_from(&recipient.purpose);
    }
    Ok(own)
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
    pulse: &Pulse,
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
    release_for(loaded, &own, trees, Some(name), out, pulse)
}

/// A release for every recipient, each in a folder of its own in `out` with its audit file beside it. What is wrong with
/// any of them is told before the first is begun. A release that is finished stays, whatever becomes of
/// those after it.
pub fn release_all(
    loaded: &Loaded,
    recipe: &Recipe,
    trees: &Trees,
    out: &Path,
    pulse: &Pulse,
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
    refuse_occupied(out, batch.iter().map(|(_, _, folder)| folder.as_path()))?;
    let is_new = begin(out)?;
    let mut releases: Vec<RecipientRelease> = Vec::with_capacity(batch.len());
    for (recipient, own, folder) in &batch {
        let name = Some(recipient.name.as_str());
        let outcome = match release_for(loaded, own, trees, name, folder, pulse) {
            Ok(ReleaseOutcome::Written(answer)) => RecipientOutcome::Written(answer),
            Ok(ReleaseOutcome::NotReached(why)) => RecipientOutcome::NotReached(Box::new(why)),
            Err(Failure::Problem(problem)) => RecipientOutcome::Failed {
                why: problem.to_string(),
            },
            Err(Failure::Stopped(_)) => RecipientOutcome::Stopped,
        };
        releases.push(RecipientRelease {
            recipient: recipient.name.clone(),
            folder: folder.clone(),
            outcome,
        });
    }
    if is_new {
        // Goes only if it is empty, so if nothing was released.
        let _ = fs::remove_dir(out);
    }
    Ok(releases)
}

/// The folder of every recipient: their name in letters that every system takes.
pub fn folders(recipients: &[Recipient]) -> Result<Vec<String>, Problem> {
    let mut folders: Vec<String> = Vec::with_capacity(recipients.len());
    for (at, recipient) in recipients.iter().enumerate() {
        if recipients[..at]
            .iter()
            .any(|other| other.name == recipient.name)
        {
            return Err(Problem::new(format!(
                "there are two recipients named \"{}\"; expected a name for each",
                recipient.name
            )));
        }
        let plain = plain_name(&recipient.name);
        // Some systems do not tell large letters from small ones.
        let is_taken = |folder: &str| {
            let taken = |other: &String| other.to_lowercase() == folder.to_lowercase();
            folders.iter().any(taken)
        };
        let folder = if is_taken(&plain) {
            let mut numbers = 2..;
            numbers
                .find_map(|number: usize| {
                    let next = format!("{plain}-{number}");
                    (!is_taken(&next)).then_some(next)
                })
                .unwrap_or(plain)
        } else {
            plain
        };
        folders.push(folder);
    }
    Ok(folders)
}

fn plain_name(name: &str) -> String {
    let mut plain = String::new();
    for letter in name.chars().take(LONGEST_NAME) {
        if letter.is_alphanumeric() || letter == '_' {
            plain.push(letter);
        } else if !plain.ends_with('-') {
            plain.push('-');
        }
    }
    let plain = plain.trim_matches('-');
    let lower = plain.to_lowercase();
    let numbered = |port: &str| lower.len() == 4 && lower.starts_with(port);
    if plain.is_empty() {
        "recipient".to_owned()
    } else if RESERVED.contains(&lower.as_str()) || numbered("com") || numbered("lpt") {
        format!("{plain}-1")
    } else {
        plain.to_owned()
    }
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
        refuse_taken(folder)?;
        if let Some(record) = audit::path_beside(folder)
            && fs::symlink_metadata(&record).is_ok()
        {
            return Err(Problem::in_file(
                &record,
                "the audit file of an earlier release is there and is never overwritten; move it or choose another folder",
            ));
        }
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
    fn folders_are_plain_and_their_own() {
        let names = [
            "Health office / Bern",
            "health office: bern",
            "../../etc",
            "??",
            "CON",
            "Zürich.audit.json",
        ];
        let recipients: Vec<Recipient> = names.iter().map(|name| recipient(name)).collect();
        assert_eq!(
            folders(&recipients).unwrap(),
            [
                "Health-office-Bern",
                "health-office-bern-2",
                "etc",
                "recipient",
                "CON-1",
                "Zürich-audit-json",
            ]
        );
        let twice = [recipient("a"), recipient("a")];
        let told = folders(&twice).unwrap_err().to_string();
        assert!(told.contains("two recipients named \"a\""), "{told}");
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
