//! Releases that are nested: each is made of unions of the classes of the one before it, from the most trusted
//! recipient on, so that whoever holds several of them learns no more than the most exact one tells.

use super::recipe_for;
use crate::anonymize::Outcome;
use crate::kinds::PreparedKind;
use crate::release::{ReleaseAnswer, ready};
use cloakroom_core::purpose::Recipient;
use cloakroom_core::{Failure, Loaded, Problem, Progress, Recipe, Trees};
use cloakroom_microdata::method::Anonymized;
use cloakroom_microdata::method::decomposition::Floor;

/// The places of the recipients in the order in which their releases are made: from the most trusted on if they are
/// nested, those who are trusted alike as the recipe names them.
pub fn order(recipe: &Recipe) -> Vec<usize> {
    let recipients = &recipe.settings.recipients;
    let mut order: Vec<usize> = (0..recipients.len()).collect();
    if recipe.settings.release.nested {
        order.sort_by(|&a, &b| recipients[b].trust.total_cmp(&recipients[a].trust));
    }
    order
}

/// Whose releases the one for `recipient` follows from: theirs alone, unless they are nested.
pub fn up_to(recipe: &Recipe, recipient: &Recipient) -> Vec<Recipient> {
    if !recipe.settings.release.nested {
        return vec![recipient.clone()];
    }
    let recipients = &recipe.settings.recipients;
    let mut chain = Vec::new();
    for at in order(recipe) {
        chain.push(recipients[at].clone());
        if recipients[at].name == recipient.name {
            return chain;
        }
    }
    vec![recipient.clone()]
}

/// What the release shows that comes before the one for `recipient`, if there is one; nothing is written.
pub fn floor_of(
    loaded: &Loaded,
    recipe: &Recipe,
    trees: &Trees,
    recipient: &Recipient,
    progress: &Progress,
) -> Result<Option<Floor>, Failure> {
    let chain = up_to(recipe, recipient);
    let Some((_, before)) = chain.split_last() else {
        return Ok(None);
    };
    let mut floor = None;
    for other in before {
        let own = recipe_for(recipe, other)?;
        let outcome = ready(loaded, &own, trees)?.anonymize(floor.as_ref(), progress)?;
        // Who gets nothing is nobody to be nested in.
        if let Outcome::Reached(candidate) = outcome {
            floor = Some(shown(candidate.anonymized));
        }
    }
    Ok(floor)
}

fn shown(anonymized: Anonymized) -> Floor {
    Floor {
        levels: anonymized.levels.unwrap_or_default(),
        left_out: anonymized.left_out,
    }
}

/// The same of a release that is written. Its recipe is `own`.
pub fn floor(
    loaded: &Loaded,
    own: &Recipe,
    trees: &Trees,
    answer: &ReleaseAnswer,
) -> Result<Option<Floor>, Problem> {
    let checked = ready(loaded, own, trees)?.checked;
    let Some(levels) = &answer.levels else {
        return Ok(None);
    };
    let names = checked.prepared.quasi.iter();
    let levels = names
        .map(|quasi| levels.get(quasi.column.name()).copied())
        .collect::<Option<Vec<u32>>>();
    Ok(levels.map(|levels| Floor {
        levels,
        left_out: answer.suppressed_rows.clone(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(nested: bool) -> Recipe {
        let mut recipe = Recipe::default();
        recipe.settings.release.nested = nested;
        let recipient = |(name, trust): (&str, f64)| Recipient {
            name: name.to_owned(),
            trust,
            purpose: None,
        };
        let asked = [
            ("press", 0.1),
            ("office", 0.9),
            ("school", 0.5),
            ("club", 0.5),
        ];
        recipe.settings.recipients = asked.map(recipient).to_vec();
        recipe
    }

    #[test]
    fn the_most_trusted_come_first() {
        assert_eq!(order(&recipe(true)), [1, 2, 3, 0]);
        assert_eq!(order(&recipe(false)), [0, 1, 2, 3]);
    }

    #[test]
    fn a_nested_release_names_those_that_it_follows_from() {
        let names = |recipe: &Recipe, at: usize| -> Vec<String> {
            let chain = up_to(recipe, &recipe.settings.recipients[at]);
            chain.into_iter().map(|one| one.name).collect()
        };
        assert_eq!(names(&recipe(true), 3), ["office", "school", "club"]);
        assert_eq!(names(&recipe(true), 1), ["office"]);
        assert_eq!(names(&recipe(false), 3), ["club"]);
        // And so again: the recipe in the audit file repeats the release.
        let mut own = recipe(true);
        own.settings.recipients = up_to(&own, &own.settings.recipients[3].clone());
        assert_eq!(names(&own, 2), ["office", "school", "club"]);
    }
}
