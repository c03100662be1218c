//! What must be decided before anything leaves: the role of every column, and who answers for those that are released
//! as they are although they may lead to people.

use crate::kinds::about;
use crate::released_table::released_text;
use cloakroom_core::{
    Column, Dataset, Failure, Kind, Problem, Progress, Recipe, Role, Roles, Settings, Table,
};
use cloakroom_microdata::profile::doubts::{Asked, Doubt, doubts, is_column_nearly_unique};

/// Refuses what keeps a table from leaving, before any work is done for it.
pub fn refuse(dataset: &Dataset, recipe: &Recipe, progress: &Progress) -> Result<(), Failure> {
    if let Some(table) = dataset.records_table() {
        let (names, roles) = (
            table.columns().iter().map(Column::name),
            &recipe.settings.roles,
        );
        refuse_undecided_names(names, dataset.kind(), recipe)?;
        refuse_doubts(&doubts_of(table, roles, progress)?, roles)?;
    }
    Ok(())
}

pub(super) fn refuse_undecided_names<'a>(
    names: impl Iterator<Item = &'a str>,
    kind: Kind,
    recipe: &Recipe,
) -> Result<(), Problem> {
    let undecided: Vec<String> = names
        .filter(|name| {
            recipe.settings.roles.of(name).is_none()
                || recipe.undecided.iter().any(|open| open == name)
        })
        .map(|name| format!("\"{name}\""))
        .collect();
    let all = undecided.join(", ");
    let rest = about(kind).undecided;
    match undecided.len() {
        0 => Ok(()),
        1 => Err(Problem::new(format!(
            "column {all} is undecided: give it a role before the release{rest}"
        ))),
        many => Err(Problem::new(format!(
            "{many} columns are undecided ({all}): give them roles before the release{rest}"
        ))),
    }
}

/// Refuses columns that would leave and that the format of the release cannot hold, by their names and their number.
pub fn refuse_format<'a>(
    names: impl Iterator<Item = &'a str>,
    settings: &Settings,
) -> Result<(), Problem> {
    let leaves = |name: &&str| !settings.roles.of(name).is_some_and(Role::is_removed);
    let escape = settings.release.escape_formulas;
    let names: Vec<_> = names
        .filter(leaves)
        .map(|name| released_text(name, escape))
        .collect();
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    settings.release.format.refuse_names(&names)
}

/// What speaks against columns that are released as they are.
pub(super) fn doubts_of(
    table: &Table,
    roles: &Roles,
    progress: &Progress,
) -> Result<Vec<Doubt>, Failure> {
    let asked = Asked::of(table.columns().iter().map(Column::name), roles);
    if asked.kept.is_empty() {
        return Ok(Vec::new());
    }
    Ok(doubts(table, &asked, progress)?)
}

pub(super) fn refuse_doubts(doubts: &[Doubt], roles: &Roles) -> Result<(), Problem> {
    let open: Vec<&Doubt> = unconfirmed(doubts, roles).collect();
    let said = match open.as_slice() {
        [] => return Ok(()),
        [one] => format!(
            "column \"{}\" is insensitive and would be released as it is, but {}: give it another role, or name it \
             under confirmed in [roles]",
            one.column,
            one.words()
        ),
        many => {
            let each: Vec<String> = many
                .iter()
                .map(|doubt| format!("\"{}\" ({})", doubt.column, doubt.words()))
                .collect();
            format!(
                "{} insensitive columns would be released as they are, but may lead to people: {}: give them other \
                 roles, or name them under confirmed in [roles]",
                many.len(),
                each.join(", ")
            )
        }
    };
    Err(Problem::new(said))
}

/// Those that nobody answers for yet.
pub fn unconfirmed<'a>(doubts: &'a [Doubt], roles: &Roles) -> impl Iterator<Item = &'a Doubt> {
    doubts.iter().filter(|doubt| {
        roles.of(&doubt.column) == Some(Role::Insensitive) && !roles.is_confirmed(&doubt.column)
    })
}

/// For the house: what was confirmed, why that was needed, and the reason that was given.
pub(super) fn confirmed_notes(doubts: &[Doubt], roles: &Roles) -> Vec<String> {
    let told = doubts.iter().map(|doubt| {
        let reason = roles.confirmed.get(&doubt.column);
        let reason = match reason.filter(|reason| !reason.trim().is_empty()) {
            Some(reason) => format!(" ({})", reason.trim()),
            None => String::new(),
        };
        format!(
            "{} is released as it is although {}: confirmed by the releaser{reason}.",
            doubt.column,
            doubt.words()
        )
    });
    told.collect()
}

/// Promises are about sensitive values, and hold; but who knows a value that one person alone has knows the record.
pub(super) fn unique_sensitive_note(table: &Table, roles: &Roles) -> Option<String> {
    let columns = table.columns().iter();
    let unique: Vec<&str> = columns
        .filter(|column| roles.of(column.name()) == Some(Role::Sensitive))
        .filter(|column| is_column_nearly_unique(column))
        .map(Column::name)
        .collect();
    (!unique.is_empty()).then(|| {
        format!(
            "Nearly every record has a sensitive value of its own in {}: whoever knows it from elsewhere finds the \
             record.",
            unique.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_microdata::profile::doubts::Reason;

    fn doubt(column: &str, reasons: Vec<Reason>) -> Doubt {
        Doubt {
            column: column.to_owned(),
            reasons,
        }
    }

    #[test]
    fn one_sentence_names_all_that_nobody_answers_for() {
        let mut roles = Roles::default();
        for name in ["ssn", "area", "note"] {
            roles.set(name, Some(Role::Insensitive));
        }
        let doubts = [
            doubt(
                "ssn",
                vec![Reason::NearlyUnique, Reason::NameSays("ssn".into())],
            ),
            doubt(
                "area",
                vec![Reason::Tells {
                    of: "zip".into(),
                    with: vec!["note".into()],
                }],
            ),
        ];
        let told = |roles: &Roles| refuse_doubts(&doubts, roles).unwrap_err().to_string();
        assert_eq!(
            told(&roles),
            "2 insensitive columns would be released as they are, but may lead to people: \"ssn\" (nearly every \
             record has a value of its own; its name says \"ssn\"), \"area\" (zip can be told from it together with \
             note): give them other roles, or name them under confirmed in [roles]"
        );
        roles.confirmed.insert("ssn".into(), String::new());
        assert!(told(&roles).starts_with("column \"area\" is insensitive"));
        roles.confirmed.insert("area".into(), " asked for ".into());
        assert!(refuse_doubts(&doubts, &roles).is_ok());
        let notes = confirmed_notes(&doubts, &roles);
        assert!(notes[1].ends_with("confirmed by the releaser (asked for)."));
    }

    #[test]
    fn sensitive_values_of_one_record_each_are_worth_a_word() {
        let column = |name: &str, texts: [&str; 3]| Column::from_texts(name, texts).unwrap();
        let table = Table::new(vec![
            column("income", ["1", "2", "3"]),
            column("illness", ["flu", "flu", "cold"]),
        ]);
        let table = table.unwrap();
        let mut roles = Roles::default();
        roles.set("illness", Some(Role::Sensitive));
        assert_eq!(unique_sensitive_note(&table, &roles), None);
        roles.set("income", Some(Role::Sensitive));
        let note = unique_sensitive_note(&table, &roles).unwrap();
        assert!(note.contains("in income:"), "{note}");
    }
}
