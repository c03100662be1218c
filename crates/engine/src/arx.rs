//! A project of ARX becomes settings of ours: roles, hierarchies and privacy models where they exist here; what does not, or
//! would mean something else, is told in a sentence each and left to the user.

use crate::document::first_settings;
use crate::samples::{RECIPE, write_files};
use cloakroom_core::hierarchy::{HierarchySource, SharedTree, Tree};
use cloakroom_core::io::arx::{ArxColumn, ArxProject, read_project, table_of};
use cloakroom_core::io::hierarchy::{ExportForm, hierarchy_text};
use cloakroom_core::io::load::load;
use cloakroom_core::io::recipe::write_recipe;
use cloakroom_core::io::typed::Misfits;
use cloakroom_core::load_options::ColumnType;
use cloakroom_core::recipe::Recipe;
use cloakroom_core::settings::DistanceName;
use cloakroom_core::value_type::ValueType;
use cloakroom_core::{
    Failure, Kind, LoadOptions, Loaded, Problem, Progress, Requirement, Role, Settings,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How files of ARX projects end.
pub const EXTENSION: &str = "deid";

const DATA: &str = "data.csv";

/// The table of a project and what was decided about it.
pub struct Imported {
    pub loaded: Loaded,
    pub settings: Settings,
    /// What is not as it was in ARX, one sentence each.
    pub told: Vec<String>,
}

pub fn import(path: &Path, progress: &Progress) -> Result<Imported, Failure> {
    let project = read_project(path, progress)?;
    let options = LoadOptions {
        kind: Some(Kind::OF_ANY_TABLE),
        ..LoadOptions::default()
    };
    let mut told = Vec::new();
    let mut loaded = load(path, &options, progress)?;
    let types = types_of(&project, &loaded, &mut told);
    if !types.is_empty() {
        let options = LoadOptions { types, ..options };
        loaded = load(path, &options, progress)?;
    }
    let mut settings = settings_of(&project, first_settings(&loaded), &mut told);
    settings.fold_names(loaded.options.fold);
    let table = loaded.dataset.table();
    settings
        .roles
        .columns
        .retain(|name, _| table.is_some_and(|table| table.column(name).is_some()));
    Ok(Imported {
        loaded,
        settings,
        told,
    })
}

/// Writes a project as a recipe with its data and hierarchies, and tells where the recipe is. Leaves files that are there
/// already alone: then nothing is written at all.
pub fn import_into(
    path: &Path,
    folder: &Path,
    progress: &Progress,
) -> Result<(PathBuf, Vec<String>), Failure> {
    let Imported {
        loaded,
        mut settings,
        told,
    } = import(path, progress)?;
    let mut files = vec![(PathBuf::from(DATA), table_of(path, progress)?)];
    for (number, (name, source)) in (1..).zip(&mut settings.hierarchies) {
        let HierarchySource::Chains { chains } = source else {
            continue;
        };
        let text = hierarchy_text(name, &chains.0, ExportForm::Semicolons);
        // A label that no file can hold stays in the recipe.
        let Ok(text) = text else {
            continue;
        };
        let place = Path::new("hierarchies").join(file_name(number, name));
        files.push((place.clone(), text.into_bytes()));
        *source = HierarchySource::Lines(place);
    }
    let recipe = Recipe {
        data: DATA.into(),
        load: loaded.options,
        settings,
        ..Recipe::default()
    };
    files.push((RECIPE.into(), write_recipe(&recipe).into_bytes()));
    write_files(folder, &files, "an import")?;
    Ok((folder.join(RECIPE), told))
}

/// What is asked for where nothing of what the project asked for exists here.
const USUAL_K: u32 = 5;

/// A name that every system has room for.
fn file_name(number: usize, column: &str) -> String {
    const LONGEST: usize = 40;
    let letters = column.chars().take(LONGEST);
    let safe: String = letters
        .map(|char| if char.is_alphanumeric() { char } else { '_' })
        .collect();
    format!("{number}-{safe}.csv")
}

fn settings_of(project: &ArxProject, first: Settings, told: &mut Vec<String>) -> Settings {
    let mut settings = Settings {
        requirement: Requirement::default(),
        ..first
    };
    for column in &project.columns {
        settings.roles.set(&column.name, column.role);
        if column.role.is_none() {
            told.push(format!(
                "What \"{}\" is could not be told: choose a role.",
                column.name
            ));
        }
        hierarchy(column, &mut settings, told);
        of_column(column, told);
    }
    let sensitive = project.columns.iter();
    let sensitive: Vec<&str> = sensitive
        .filter(|column| column.role == Some(Role::Sensitive))
        .map(|column| column.name.as_str())
        .collect();
    for words in &project.models {
        model(words, &sensitive, &mut settings, told);
    }
    if let Some(share) = project.suppression {
        settings.requirement.suppression = share.clamp(0.0, 1.0);
    }
    if settings.requirement.is_empty() {
        let limit = settings.requirement.suppression;
        settings.requirement = first_requirement(limit);
        settings.requirement.k = Some(USUAL_K);
        told.push(format!(
            "No privacy model of the project exists here: k = {USUAL_K} is asked for instead."
        ));
    }
    let mut others = Vec::new();
    others.extend(some_settings(&project.others));
    if let Some(metric) = &project.metric {
        others.push(format!("how ARX measures what is lost ({metric})"));
    }
    if project.has_weights {
        others.push("the weights of columns".to_owned());
    }
    if project.has_result {
        others.push("the table that ARX made".to_owned());
    }
    if !others.is_empty() {
        told.push(format!("Not taken over: {}.", others.join(", ")));
    }
    settings
}

/// By the names that ARX has for them.
fn some_settings(names: &[String]) -> Option<String> {
    const SHOWN: usize = 8;
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len() {
        0 => None,
        1..=SHOWN => Some(format!("other settings ({shown})")),
        many => Some(format!(
            "other settings ({shown} and {} more)",
            many - SHOWN
        )),
    }
}

/// What ARX says that columns hold, where it is another type than is found here and all values are of it.
fn types_of(
    project: &ArxProject,
    loaded: &Loaded,
    told: &mut Vec<String>,
) -> BTreeMap<String, ColumnType> {
    let fold = loaded.options.fold;
    let mut types = BTreeMap::new();
    for said in &project.columns {
        let table = loaded.dataset.table();
        let Some(column) = table.and_then(|table| table.column(&fold.name(&said.name))) else {
            continue;
        };
        let name = column.name();
        if said.datatype.is_empty() {
            continue;
        }
        let of = match type_of(said) {
            Ok(of) => of,
            Err(what) => {
                told.push(format!(
                    "\"{name}\" is {what} in ARX, which is not taken over."
                ));
                continue;
            }
        };
        let is_found = match of {
            ColumnType::Whole => column.value_type() == ValueType::Whole,
            ColumnType::Decimal => column.value_type().is_number(),
            ColumnType::Date => column.value_type() == ValueType::Date,
            ColumnType::Text => column.value_type() == ValueType::Text,
            _ => false,
        };
        if is_found {
            continue;
        }
        match Misfits::of(column, of, fold).records {
            0 => _ = types.insert(name.to_owned(), of),
            records => told.push(format!(
                "In ARX \"{name}\" holds {} values, and {records} of its values are something else: say in data.types what \
                 it holds.",
                of.title()
            )),
        }
    }
    types
}

/// What ARX calls the type of a column, or what is said of it where it is none here.
fn type_of(column: &ArxColumn) -> Result<ColumnType, String> {
    let format = column.format.as_deref().unwrap_or_default();
    Ok(match column.datatype.as_str() {
        "Integer" => ColumnType::Whole,
        "Decimal" => ColumnType::Decimal,
        "Date" => match (format.find('d'), format.find('M'), format.find('y')) {
            (Some(day), Some(month), Some(year)) if day < month && month < year => {
                ColumnType::DateDayFirst
            }
            (Some(day), Some(month), Some(year)) if month < day && day < year => {
                ColumnType::DateMonthFirst
            }
            (Some(day), Some(month), Some(year)) if year < month && month < day => ColumnType::Date,
            _ => return Err(format!("a date written as {format}")),
        },
        "String" => ColumnType::Text,
        other => return Err(format!("of the type {other}")),
    })
}

fn first_requirement(suppression: f64) -> Requirement {
    Requirement {
        suppression,
        ..Requirement::default()
    }
}

fn hierarchy(column: &ArxColumn, settings: &mut Settings, told: &mut Vec<String>) {
    // A chain of the value alone is no hierarchy.
    if column.hierarchy.first().is_none_or(|chain| chain.len() < 2) {
        return;
    }
    match Tree::from_chains(&column.hierarchy) {
        Ok(tree) => {
            let chains = SharedTree(Arc::new(tree));
            let source = HierarchySource::Chains { chains };
            settings.hierarchies.insert(column.name.clone(), source);
        }
        Err(_) => told.push(format!(
            "The hierarchy of \"{}\" is not taken over: its groups do not lie within each other.",
            column.name
        )),
    }
}

/// What is said of a column in ARX and not here.
fn of_column(column: &ArxColumn, told: &mut Vec<String>) {
    let name = &column.name;
    let depth = column.hierarchy.first().map_or(0, Vec::len) as u32;
    let (least, most) = column.levels;
    if least.is_some_and(|least| least > 0) || most.is_some_and(|most| most + 1 < depth) {
        told.push(format!(
            "The levels that \"{name}\" was limited to in ARX are not taken over: cut the hierarchy instead."
        ));
    }
    if let Some(function) = &column.microaggregation {
        told.push(format!(
            "\"{name}\" is put together in ARX ({function}): the methods for microaggregation do so here."
        ));
    }
    if column.is_response {
        told.push(format!(
            "\"{name}\" is to be predicted in ARX: name it as method.class if the release should be good for that."
        ));
    }
}

/// The parameters of a model in words of ARX, and the column that it is for.
struct Asked<'w> {
    what: &'w str,
    column: Option<&'w str>,
}

impl<'w> Asked<'w> {
    fn of(words: &'w str) -> Self {
        match words.split_once(" for attribute '") {
            Some((what, rest)) => Self {
                what,
                column: Some(rest.strip_suffix('\'').unwrap_or(rest)),
            },
            None => Self {
                what: words,
                column: None,
            },
        }
    }

    fn between<T: std::str::FromStr>(&self, before: &str, after: &str) -> Option<T> {
        let inside = self.what.strip_prefix(before)?.strip_suffix(after)?;
        inside.parse().ok()
    }
}

/// Of two limits, the stricter one.
fn stricter<T: PartialOrd + Copy>(limit: &mut Option<T>, other: T, is_more_strict: bool) {
    let replaces = limit.is_none_or(|limit| (other > limit) == is_more_strict);
    if replaces {
        *limit = Some(other);
    }
}

fn model(words: &str, sensitive: &[&str], settings: &mut Settings, told: &mut Vec<String>) {
    let asked = Asked::of(words);
    let requirement = &mut settings.requirement;
    if let Some(k) = asked.between::<u32>("", "-anonymity") {
        stricter(&mut requirement.k, k, true);
        return;
    }
    let mut distance = None;
    if let Some(l) = asked.between::<u32>("distinct-", "-diversity") {
        stricter(&mut requirement.l.distinct, l, true);
    } else if let Some(l) = asked
        .between::<f64>("entropy-", "-diversity")
        .or_else(|| asked.between("shannon-entropy-", "-diversity"))
    {
        stricter(&mut requirement.l.entropy, l, true);
    } else if let Some((c, l)) = recursive(&asked) {
        // A smaller share and more values: both of the two follow from it.
        let (known_c, known_l) = requirement.l.recursive.unwrap_or((c, l));
        let both = (c.min(known_c), l.max(known_l));
        if both != (c, l) && both != (known_c, known_l) {
            told.push(format!(
                "Two models of ARX ask for recursive ({known_c}, {known_l}) and ({c}, {l}): ({}, {}) is asked for, which \
                 is stricter than both.",
                both.0, both.1
            ));
        }
        requirement.l.recursive = Some(both);
    } else if let Some(t) = asked.between::<f64>("", "-closeness with equal distance") {
        stricter(&mut requirement.t, t, false);
        distance = Some(DistanceName::Equal);
    } else if let Some(t) = asked.between::<f64>("", "-closeness with ordered distance") {
        stricter(&mut requirement.t, t, false);
        distance = Some(DistanceName::Ordered);
    } else if let Some(t) = asked.between::<f64>("", "-closeness with hierarchical distance") {
        stricter(&mut requirement.t, t, false);
        distance = Some(DistanceName::Hierarchy);
    } else if let Some(beta) = asked.between::<f64>("", "-basic likeness") {
        stricter(&mut requirement.beta, beta, false);
    } else {
        told.push(format!(
            "Not taken over, since it does not exist here: {words}."
        ));
        return;
    }
    let Some(column) = asked.column else {
        return;
    };
    if let Some(distance) = distance {
        settings.distances.insert(column.to_owned(), distance);
    }
    if sensitive.iter().any(|name| *name != column) {
        told.push(format!(
            "{}: asked of \"{column}\" in ARX, and of every sensitive column here.",
            asked.what
        ));
    }
}

fn recursive(asked: &Asked<'_>) -> Option<(f64, u32)> {
    let inside = asked.what.strip_prefix("recursive-(")?;
    let (c, l) = inside.strip_suffix(")-diversity")?.split_once(',')?;
    let l: f64 = l.trim().parse().ok()?;
    Some((c.trim().parse().ok()?, l as u32))
}

/// Whether a file is called as a project of ARX is.
pub fn is_called_so(path: &Path) -> bool {
    let ending = path.extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case(EXTENSION))
}

/// The sentence for who asked for another file.
pub fn refuse_other(path: &Path) -> Result<(), Problem> {
    match is_called_so(path) {
        true => Ok(()),
        false => Err(Problem::in_file(
            path,
            "this is no project of ARX; expected a .deid file",
        )),
    }
}

#[cfg(test)]
mod tests;
