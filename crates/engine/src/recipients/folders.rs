//! The folders of recipients: their names in letters that every system takes.

use cloakroom_core::Problem;
use cloakroom_core::purpose::Recipient;

/// Longer names of folders are cut.
const LONGEST_NAME: usize = 80;

/// Names that some systems keep for themselves.
const RESERVED: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The folder of every recipient, each its own.
pub fn folders(recipients: &[Recipient]) -> Result<Vec<String>, Problem> {
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
    }
    let names: Vec<&str> = recipients.iter().map(|one| one.name.as_str()).collect();
    Ok(folder_names(&names, "recipient"))
}

/// A folder for each of these names, no two alike; `otherwise` where a name has no letters.
pub fn folder_names(names: &[&str], otherwise: &str) -> Vec<String> {
    let mut folders: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        let plain = plain_name(name, otherwise);
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
    folders
}

fn plain_name(name: &str, otherwise: &str) -> String {
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
        otherwise.to_owned()
    } else if RESERVED.contains(&lower.as_str()) || numbered("com") || numbered("lpt") {
        format!("{plain}-1")
    } else {
        plain.to_owned()
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
}
