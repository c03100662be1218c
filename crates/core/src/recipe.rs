//! A recipe: which data, how they are read, and what was decided about them.

use super::earlier::Earlier;
use super::prepare::Prepare;
use crate::{Kind, Layout, LoadOptions, NullReading, Open, Problem, Role, Roles, Settings};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::PathBuf;

/// Enough to repeat a release on any machine that has the data.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// Relative to the folder of the recipe.
    pub data: PathBuf,
    #[serde(default)]
    pub load: LoadOptions,
    /// What is done to the table before roles.
    #[serde(default, skip_serializing_if = "Prepare::is_empty")]
    pub prepare: Prepare,
    #[serde(default)]
    pub settings: Settings,
    /// Columns nobody has decided on, as a recipe saved from the window names them: they stay open even where all
    /// others are insensitive, so that they cannot slip into a release.
    #[serde(default)]
    pub undecided: Vec<String>,
    /// What `[require]` leaves open, in the order of the file. The requirement does not have these set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<Open>,
    /// Releases of the same people that are known to have been written before, for what is told in house.
    #[serde(skip)]
    pub earlier: Vec<Earlier>,
}

/// What this version can promise, for those who ask for more.
pub fn checked() -> String {
    let of_each = Kind::ALL.map(|kind| {
        let about = kind.about();
        format!("{} on {}", (about.promises)(), about.name)
    });
    format!("this version checks {}", of_each.join(", "))
}

/// Whether a key under `[require]` means something for this kind of data.
pub fn is_for(requirement: &str, kind: Kind) -> bool {
    (kind.about().is_promise)(requirement)
}

/// A recipe that does not fit the data it names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecipeMisfit {
    #[error("there is no {what} \"{name}\" in the data; expected {expected}")]
    UnknownName {
        section: &'static str,
        what: &'static str,
        name: String,
        expected: String,
    },
    #[error("column \"{name}\" has two roles; expected one")]
    TwoRoles { name: String },
    #[error("column \"{name}\" cannot be {role} in {}; expected {expected}", kind.name())]
    RoleOfAnotherKind {
        name: String,
        role: &'static str,
        kind: Kind,
        expected: String,
    },
    #[error("the requirement {name} is not for {}; {}", kind.name(), checked())]
    Requirement { name: &'static str, kind: Kind },
    #[error(
        "method.levels names \"{name}\", which is no quasi-identifier; expected columns under roles.quasi"
    )]
    LevelOfNoQuasi { name: String },
    #[error(
        "require names \"{name}\", which is not sensitive; expected columns under roles.sensitive"
    )]
    DistanceOfNoSensitive { name: String },
    #[error(
        "roles.confirmed names \"{name}\", which is not released as it is; expected columns under roles.insensitive"
    )]
    ConfirmedNotInsensitive { name: String },
    #[error("roles.others is for microdata; in {} no column is released as it is", kind.name())]
    OthersOfAnotherKind { kind: Kind },
}

impl RecipeMisfit {
    /// The table of the recipe in which the fault lies.
    pub fn section(&self) -> &'static str {
        match self {
            Self::UnknownName { section, .. } => section,
            Self::TwoRoles { .. }
            | Self::RoleOfAnotherKind { .. }
            | Self::ConfirmedNotInsensitive { .. }
            | Self::OthersOfAnotherKind { .. } => "roles",
            Self::Requirement { .. } | Self::DistanceOfNoSensitive { .. } => "require",
            Self::LevelOfNoQuasi { .. } => "method",
        }
    }

    /// The name in that table, if the fault is one name's.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::UnknownName { name, .. }
            | Self::TwoRoles { name }
            | Self::RoleOfAnotherKind { name, .. }
            | Self::LevelOfNoQuasi { name }
            | Self::DistanceOfNoSensitive { name }
            | Self::ConfirmedNotInsensitive { name } => Some(name),
            Self::Requirement { name, .. } => Some(name),
            Self::OthersOfAnotherKind { .. } => Some("others"),
        }
    }

    /// The key under which that name is wrong, where it may stand under another as well and be right there.
    pub fn key(&self) -> Option<&'static str> {
        match self {
            Self::ConfirmedNotInsensitive { .. } => Some("confirmed"),
            Self::LevelOfNoQuasi { .. } => Some("levels"),
            Self::RoleOfAnotherKind { role, .. } => Some(role),
            _ => None,
        }
    }
}

impl Recipe {
    /// Names of columns, issues and items are told here as the file has them, or as they are read.
    pub fn fold_names(&mut self) {
        let fold = self.load.fold;
        self.load.fold_names();
        self.prepare.fold_names(fold);
        self.settings.fold_names(fold);
        self.undecided.iter_mut().for_each(|name| fold.tidy(name));
    }

    /// Identifiers are known not to be issues, so that they do not set the scale. To be called when the roles are complete
    /// and before the data are read.
    pub fn know_identifiers(&mut self) {
        if !self.load.has_issues() {
            return;
        }
        let identifiers = self
            .settings
            .roles
            .columns
            .iter()
            .filter(|&(_, &role)| role == Role::Identifier)
            .map(|(name, _)| name.clone());
        self.load.not_issues.extend(identifiers);
        self.load.not_issues.sort();
        self.load.not_issues.dedup();
    }

    /// The role of every column, once the data are read. `names` are the columns of a table, the issues
    /// of long ratings or the items of transactions; `load` is how the data were read in the end.
    ///
    /// What the recipe does not name is an issue in ratings, unless it was found not to be one, and in microdata
    /// insensitive if the recipe says so of all others. Any other column has no role and blocks a release.
    pub fn resolve_roles(
        &self,
        kind: Kind,
        load: &LoadOptions,
        names: &[&str],
    ) -> Result<Roles, RecipeMisfit> {
        self.check_requirement(kind)?;
        let known: HashSet<&str> = names.iter().copied().collect();
        let decided = &self.settings.roles;
        if decided.others_insensitive && !Role::choices(kind).contains(&Role::Insensitive) {
            return Err(RecipeMisfit::OthersOfAnotherKind { kind });
        }
        let about = kind.about();
        if !about.has_columns {
            if let Some(name) = decided.confirmed.keys().next() {
                return Err(RecipeMisfit::ConfirmedNotInsensitive { name: name.clone() });
            }
            if let Some((name, &role)) = decided.columns.iter().next() {
                return Err(wrong_role(name, role, kind));
            }
            for item in &decided.private_items {
                if !known.contains(item.as_str()) {
                    return Err(unknown("roles", "item", item, names));
                }
            }
            return Ok(decided.clone());
        }
        let is_long = about.has_issues && load.layout == Some(Layout::Long);
        let what = if is_long { "issue" } else { "column" };
        // The column of the people is an identifier whether it is named or not.
        let names_people = |name: &String, role| {
            is_long
                && role == Role::Identifier
                && load
                    .columns
                    .as_ref()
                    .is_some_and(|columns| columns.contains(name))
        };
        for (name, &role) in &decided.columns {
            if names_people(name, role) {
                continue;
            }
            if !known.contains(name.as_str()) {
                return Err(unknown("roles", what, name, names));
            }
            if !Role::choices(kind).contains(&role) {
                return Err(wrong_role(name, role, kind));
            }
        }
        for name in &self.undecided {
            if !known.contains(name.as_str()) {
                return Err(unknown("roles", what, name, names));
            }
            if decided.of(name).is_some() {
                return Err(RecipeMisfit::TwoRoles { name: name.clone() });
            }
        }
        for name in self.settings.hierarchies.keys() {
            if !known.contains(name.as_str()) {
                return Err(unknown("hierarchies", what, name, names));
            }
        }
        for name in self.settings.categories.keys() {
            if !known.contains(name.as_str()) {
                return Err(unknown("categories", what, name, names));
            }
        }
        for name in self.settings.distances.keys() {
            if !known.contains(name.as_str()) {
                return Err(unknown("require", what, name, names));
            }
            if decided.of(name) != Some(Role::Sensitive) {
                return Err(RecipeMisfit::DistanceOfNoSensitive { name: name.clone() });
            }
        }
        for purpose in self.settings.purposes.values() {
            let between = purpose.between.iter().flatten();
            for name in between.chain([&purpose.most, &purpose.least]) {
                if !known.contains(name.as_str()) {
                    return Err(unknown("purposes", what, name, names));
                }
            }
        }
        let method = &self.settings.method;
        for name in method.levels.keys().chain(&method.class) {
            if !known.contains(name.as_str()) {
                return Err(unknown("method", what, name, names));
            }
        }
        let no_quasi = |name: &&String| decided.of(name) != Some(Role::Quasi);
        if let Some(name) = method.levels.keys().find(no_quasi) {
            return Err(RecipeMisfit::LevelOfNoQuasi { name: name.clone() });
        }
        let mut open: HashSet<&str> = self.undecided.iter().map(String::as_str).collect();
        let otherwise = if about.has_issues {
            open.extend(load.not_issues.iter().map(String::as_str));
            Some(Role::Quasi)
        } else {
            decided.others_insensitive.then_some(Role::Insensitive)
        };
        let mut roles = decided.clone();
        for name in names {
            if decided.of(name).is_none() && !open.contains(name) {
                roles
                    .columns
                    .extend(otherwise.map(|role| ((*name).to_owned(), role)));
            }
        }
        for name in roles.confirmed.keys() {
            if !known.contains(name.as_str()) {
                return Err(unknown("roles", what, name, names));
            }
            if roles.of(name) != Some(Role::Insensitive) {
                return Err(RecipeMisfit::ConfirmedNotInsensitive { name: name.clone() });
            }
        }
        // Every column has its role by name now, so that another table with more columns is looked at anew.
        roles.others_insensitive = false;
        Ok(roles)
    }

    /// To check or to release, everything must be settled.
    pub fn refuse_open(&self) -> Result<(), Problem> {
        let Some(open) = self.open.first() else {
            return Ok(());
        };
        Err(Problem::new(format!(
            "require.{} is left open (\"?\"): cloakroom solve finds what the data reach; here expected a value",
            open.name()
        )))
    }

    fn check_requirement(&self, kind: Kind) -> Result<(), RecipeMisfit> {
        let requirement = &self.settings.requirement;
        // l stands for all its forms.
        let first = |name: &'static str| name.split('.').next().unwrap_or(name);
        let parts = requirement.parts().into_iter();
        let reading = requirement.sd_nulls != NullReading::default();
        let set = parts
            .map(|(name, _)| first(name))
            .chain(reading.then_some("sd_nulls"));
        let open = self.open.iter().map(|open| open.name());
        let mut names = set.chain(open);
        match names.find(|name| !is_for(first(name), kind)) {
            Some(name) => Err(RecipeMisfit::Requirement { name, kind }),
            None => Ok(()),
        }
    }
}

fn unknown(section: &'static str, what: &'static str, name: &str, names: &[&str]) -> RecipeMisfit {
    const SHOWN: usize = 12;
    // Items and the issues of long ratings are contents of cells and stay unsaid; column names are not.
    let expected = if what != "column" || names.is_empty() {
        format!("one of its {} {what}s", names.len())
    } else {
        let mut list: Vec<String> = names
            .iter()
            .take(SHOWN)
            .map(|name| format!("\"{name}\""))
            .collect();
        if names.len() > SHOWN {
            list.push(format!("… ({} in all)", names.len()));
        }
        format!("one of {}", list.join(", "))
    };
    RecipeMisfit::UnknownName {
        section,
        what,
        name: name.to_owned(),
        expected,
    }
}

fn wrong_role(name: &str, role: Role, kind: Kind) -> RecipeMisfit {
    let expected = if kind.about().has_columns {
        let choices: Vec<&str> = Role::choices(kind)
            .iter()
            .map(|&role| recipe_key(role))
            .collect();
        choices.join(" or ")
    } else {
        "private_items alone".to_owned()
    };
    RecipeMisfit::RoleOfAnotherKind {
        name: name.to_owned(),
        role: recipe_key(role),
        kind,
        expected,
    }
}

/// What a role is called in a recipe.
pub fn recipe_key(role: Role) -> &'static str {
    match role {
        Role::Identifier => "identifier",
        Role::Quasi => "quasi",
        Role::Sensitive => "sensitive",
        Role::Insensitive => "insensitive",
        Role::Person => "person",
        Role::Group => "group",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(roles: &[(&str, Role)], undecided: &[&str]) -> Recipe {
        let mut recipe = Recipe::default();
        for &(name, role) in roles {
            recipe.settings.roles.set(name, Some(role));
        }
        recipe.undecided = undecided.iter().map(|&name| name.to_owned()).collect();
        recipe
    }

    #[test]
    fn unnamed_columns_of_microdata_stay_open_unless_all_others_are_insensitive() {
        let mut recipe = recipe(&[("age", Role::Quasi)], &["note"]);
        let load = LoadOptions::default();
        let names = ["age", "hobby", "note"];
        let resolve = |recipe: &Recipe| recipe.resolve_roles(Kind::Microdata, &load, &names);
        assert_eq!(resolve(&recipe).unwrap().of("hobby"), None);
        recipe.settings.roles.others_insensitive = true;
        let roles = resolve(&recipe).unwrap();
        assert_eq!(roles.of("age"), Some(Role::Quasi));
        assert_eq!(roles.of("hobby"), Some(Role::Insensitive));
        assert_eq!(roles.of("note"), None, "it is named as undecided");
        assert!(!roles.others_insensitive, "it is settled");
    }

    #[test]
    fn only_what_is_released_as_it_is_can_be_confirmed() {
        let load = LoadOptions::default();
        let told = |confirmed: &str| {
            let mut recipe = recipe(&[("age", Role::Quasi)], &[]);
            recipe.settings.roles.others_insensitive = true;
            let confirmed = (confirmed.to_owned(), "asked for".to_owned());
            recipe.settings.roles.confirmed.extend([confirmed]);
            recipe.resolve_roles(Kind::Microdata, &load, &["age", "hobby"])
        };
        assert!(told("hobby").unwrap().is_confirmed("hobby"));
        let wrong = told("age").unwrap_err();
        assert_eq!((wrong.section(), wrong.name()), ("roles", Some("age")));
        assert!(wrong.to_string().contains("not released as it is"));
        let mut survey = recipe(&[], &[]);
        survey.settings.roles.others_insensitive = true;
        let wrong = survey.resolve_roles(Kind::Ratings, &load, &["q1"]);
        assert!(wrong.unwrap_err().to_string().contains("is for microdata"));
        assert!(
            told("hoby")
                .unwrap_err()
                .to_string()
                .contains("no column \"hoby\"")
        );
    }

    #[test]
    fn unnamed_columns_of_ratings_are_issues_unless_they_were_found_not_to_be() {
        let recipe = recipe(&[("user", Role::Identifier), ("q3", Role::Sensitive)], &[]);
        let load = LoadOptions {
            not_issues: vec!["user".into(), "comment".into()],
            ..LoadOptions::default()
        };
        let names = ["user", "q1", "q3", "comment"];
        let roles = recipe.resolve_roles(Kind::Ratings, &load, &names).unwrap();
        assert_eq!(roles.of("q1"), Some(Role::Quasi));
        assert_eq!(roles.of("q3"), Some(Role::Sensitive));
        assert_eq!(roles.of("comment"), None);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let load = LoadOptions::default();
        let names = ["age", "zip"];
        let told = |recipe: Recipe, kind| {
            recipe
                .resolve_roles(kind, &load, &names)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            told(recipe(&[("zpi", Role::Quasi)], &[]), Kind::Microdata),
            "there is no column \"zpi\" in the data; expected one of \"age\", \"zip\""
        );
        assert_eq!(
            told(recipe(&[("zip", Role::Quasi)], &["zip"]), Kind::Microdata),
            "column \"zip\" has two roles; expected one"
        );
        assert_eq!(
            told(recipe(&[("zip", Role::Insensitive)], &[]), Kind::Ratings),
            "column \"zip\" cannot be insensitive in ratings; expected identifier or quasi or sensitive"
        );
        let mut with_k = Recipe::default();
        with_k.settings.requirement.k = Some(3);
        with_k.settings.requirement.p = Some(3);
        assert!(told(with_k, Kind::Ratings).starts_with("the requirement p is not for ratings"));
        let near = Recipe {
            open: vec![Open::Epsilon],
            ..Recipe::default()
        };
        let told = told(near, Kind::Microdata);
        assert!(told.starts_with("the requirement epsilon is not for microdata"));
    }

    #[test]
    fn the_issues_of_long_ratings_are_not_told() {
        let load = LoadOptions {
            layout: Some(Layout::Long),
            columns: Some(["user", "item", "rating"].map(str::to_owned).to_vec()),
            ..LoadOptions::default()
        };
        let fits = recipe(&[("user", Role::Identifier), ("7", Role::Sensitive)], &[]);
        let roles = fits
            .resolve_roles(Kind::Ratings, &load, &["7", "8"])
            .unwrap();
        assert_eq!(roles.of("8"), Some(Role::Quasi));
        let misfit = recipe(&[("9", Role::Sensitive)], &[]);
        let told = misfit
            .resolve_roles(Kind::Ratings, &load, &["7", "8"])
            .unwrap_err();
        assert_eq!(
            told.to_string(),
            "there is no issue \"9\" in the data; expected one of its 2 issues"
        );
    }
}
