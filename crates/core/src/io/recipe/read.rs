//! From TOML to a recipe. What the format knows but this version cannot do is refused by name.

use super::method::method;
use super::prepare::prepare;
use super::purpose::{purposes, recipients};
use super::report::report;
use super::require::{distances, requirement};
use super::section::{Document, Entry, Section, unknown_key};
use crate::load_options::{ColumnType, TextEncoding, Unfit};
use crate::recipe::recipe_key;
use crate::settings::{CodesFrom, Ranges, ReleaseFormat, ReleaseOptions};
use crate::spelling::Fold;
use crate::words::{counted, either};
use crate::{Kind, Layout, LoadOptions, Problem, Recipe, Role, Roles};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub fn parse_recipe(text: &str, file: &Path) -> Result<Recipe, Problem> {
    let document = Document { text, file };
    let table = document.parse()?;
    let root = Section::root(document, table.get_ref());
    let mut recipe = Recipe::default();
    let mut has_data = false;
    for entry in root.entries() {
        match entry.key {
            "data" => {
                has_data = true;
                (recipe.data, recipe.load) = data(&entry)?;
            }
            "prepare" => recipe.prepare = prepare(&entry)?,
            "roles" => {
                let load = root.find("data");
                let kind = load.and_then(|entry| kind_of(&entry));
                (recipe.settings.roles, recipe.undecided) = roles(&entry, kind)?;
            }
            "hierarchies" => recipe.settings.hierarchies = super::hierarchies::read(&entry)?,
            "categories" => {
                let settings = &mut recipe.settings;
                (settings.categories, settings.category_names) = categories(&entry)?;
            }
            "require" => {
                let load = root.find("data");
                let kind = load.and_then(|entry| kind_of(&entry));
                recipe.settings.distances = distances(&entry, kind)?;
                (recipe.settings.requirement, recipe.open) = requirement(&entry, kind)?;
            }
            "purposes" => recipe.settings.purposes = purposes(&entry)?,
            "recipients" => recipe.settings.recipients = recipients(&entry)?,
            "method" => {
                let load = root.find("data");
                let kind = load.and_then(|entry| kind_of(&entry));
                recipe.settings.method = method(&entry, kind)?;
            }
            "release" => recipe.settings.release = release(&entry)?,
            "report" => recipe.settings.report = report(&entry)?,
            _ => {
                let known = "[data], [prepare], [roles], [hierarchies], [categories], [require], [purposes], \
                             [[recipients]], [method], [release] or [report]";
                return Err(unknown_key(&entry, known));
            }
        }
    }
    if !has_data {
        return Err(Problem::in_file(
            file,
            "there is no [data] table; expected one with the path of the data",
        ));
    }
    refuse_unknown_purposes(&root, &recipe)?;
    let named = recipe.settings.roles.columns.len();
    recipe.fold_names();
    if recipe.settings.roles.columns.len() < named {
        return Err(Problem::in_file(
            file,
            "two names in [roles] differ only in white space or in how letters are composed, so that they are one \
             column; expected one role per column",
        ));
    }
    recipe.know_identifiers();
    Ok(recipe)
}

/// Purposes are told by name under `[method]` and by every recipient.
fn refuse_unknown_purposes(root: &Section<'_, '_>, recipe: &Recipe) -> Result<(), Problem> {
    let settings = &recipe.settings;
    let told = &settings.method.decomposition.purpose;
    let asked = settings
        .recipients
        .iter()
        .map(|recipient| &recipient.purpose);
    let named = [("method", told)]
        .into_iter()
        .chain(asked.map(|purpose| ("recipients", purpose)));
    for (place, purpose) in named {
        let Some(name) = purpose
            .as_ref()
            .filter(|name| !settings.purposes.contains_key(*name))
        else {
            continue;
        };
        let known: Vec<&str> = settings.purposes.keys().map(String::as_str).collect();
        let expected = match known.as_slice() {
            [] => "a table [purposes] that says what it is".to_owned(),
            _ => known.join(" or "),
        };
        let message = format!("there is no purpose \"{name}\"; expected {expected}");
        return Err(match root.find(place) {
            Some(entry) => entry.problem(message),
            None => Problem::new(message),
        });
    }
    Ok(())
}

fn kind_of(data: &Entry<'_, '_>) -> Option<Kind> {
    let section = data.section().ok()?;
    let name = section.find("kind")?.text().ok()?;
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

fn data(entry: &Entry<'_, '_>) -> Result<(PathBuf, LoadOptions), Problem> {
    let mut path = None;
    let mut load = LoadOptions::default();
    for entry in entry.section()?.entries() {
        match entry.key {
            "path" => path = Some(PathBuf::from(entry.text()?)),
            "kind" => load.kind = Some(entry.choice(&Kind::ALL.map(|kind| (kind.name(), kind)))?),
            "delimiter" => load.delimiter = Some(some_text(&entry)?),
            "encoding" => {
                let choices = [
                    ("utf-8", TextEncoding::Utf8),
                    ("latin-1", TextEncoding::Latin1),
                ];
                load.encoding = Some(entry.choice(&choices)?);
            }
            "header" => load.header = Some(entry.truth()?),
            "nulls" => load.nulls = Some(entry.texts()?),
            "layout" => {
                let choices = Layout::ALL.map(|layout| (layout.name(), layout));
                load.layout = Some(entry.choice(&choices)?);
            }
            "columns" => load.columns = Some(entry.texts()?),
            "column" => load.column = Some(some_text(&entry)?),
            "separator" => load.separator = Some(some_text(&entry)?),
            "scale" => load.scale = Some(scale(&entry)?),
            "round" => load.round = entry.truth()?,
            "not_issues" => load.not_issues = entry.texts()?,
            "batches" => load.batches = Some(entry.truth()?),
            "sheet" => load.sheet = Some(some_text(&entry)?),
            "types" => load.types = types(&entry)?,
            "unfit" => {
                load.unfit =
                    entry.choice(&[("refused", Unfit::Refused), ("missing", Unfit::Missing)])?;
            }
            "fold" => load.fold = fold(&entry)?,
            _ => {
                let known = "path, kind, delimiter, encoding, header, nulls, layout, columns, column, \
                             separator, scale, round, not_issues, batches, sheet, types, unfit or fold";
                return Err(unknown_key(&entry, known));
            }
        }
    }
    let path = path
        .ok_or_else(|| entry.problem("data.path is missing; expected the path of the data file"))?;
    Ok((path, load))
}

pub(super) fn types(entry: &Entry<'_, '_>) -> Result<BTreeMap<String, ColumnType>, Problem> {
    let section = entry.section()?;
    let columns = section.entries().into_iter();
    let choices = ColumnType::ALL.map(|of| (of.name(), of));
    columns
        .map(|column| Ok((column.key.to_owned(), column.choice(&choices)?)))
        .collect()
}

/// What is not named is compared by value.
fn fold(entry: &Entry<'_, '_>) -> Result<Fold, Problem> {
    let mut fold = Fold::default();
    for entry in entry.section()?.entries() {
        match entry.key {
            "numbers" => fold.numbers = entry.truth()?,
            "dates" => fold.dates = entry.truth()?,
            "texts" => fold.texts = entry.truth()?,
            "thousands" => fold.thousands = entry.truth()?,
            "decimal_comma" => fold.decimal_comma = entry.truth()?,
            _ => {
                let known = "numbers, dates, texts, thousands or decimal_comma";
                return Err(unknown_key(&entry, known));
            }
        }
    }
    if fold.thousands && fold.decimal_comma {
        return Err(entry.problem(
            "data.fold says both that commas part thousands and that they are those of decimals; expected one of them",
        ));
    }
    Ok(fold)
}

pub(super) fn some_text(entry: &Entry<'_, '_>) -> Result<String, Problem> {
    let text = entry.text()?;
    if text.is_empty() {
        return Err(entry.problem(format!(
            "{} is empty; expected at least one character",
            entry.name
        )));
    }
    Ok(text.to_owned())
}

fn scale(entry: &Entry<'_, '_>) -> Result<Vec<f64>, Problem> {
    let what = "the lowest and the highest rating, and a step where it is not 1";
    let numbers = entry.numbers(what)?;
    let ordered = match numbers[..] {
        [low, high] => low < high,
        [low, high, step] => low < high && step > 0.0 && step <= high - low,
        _ => false,
    };
    if !ordered {
        return Err(entry.problem(format!(
            "{} is not as it must be: expected {what}",
            entry.name
        )));
    }
    Ok(numbers)
}

/// What can be said under `[roles]`.
const ROLE_KEYS: [&str; 10] = [
    "identifier",
    "quasi",
    "sensitive",
    "insensitive",
    "person",
    "group",
    "others",
    "confirmed",
    "undecided",
    "private_items",
];

fn roles(entry: &Entry<'_, '_>, kind: Option<Kind>) -> Result<(Roles, Vec<String>), Problem> {
    let mut roles = Roles::default();
    let mut undecided: Vec<String> = Vec::new();
    for entry in entry.section()?.entries() {
        if !ROLE_KEYS.contains(&entry.key) {
            return Err(unknown_key(&entry, &either(&ROLE_KEYS)));
        }
        if let Some(why) = kind.and_then(|kind| (kind.about().refuses_in_roles)(entry.key)) {
            return Err(entry.problem(why));
        }
        let role = match entry.key {
            "others" => {
                entry.choice(&[("insensitive", ())])?;
                roles.others_insensitive = true;
                continue;
            }
            "confirmed" => {
                roles.confirmed = confirmed(&entry)?;
                continue;
            }
            "private_items" => {
                roles.private_items = entry.texts()?.into_iter().collect();
                continue;
            }
            key => Role::ALL.into_iter().find(|&role| recipe_key(role) == key),
        };
        let columns = match role.filter(|role| role.is_key()) {
            Some(_) => vec![entry.text()?.to_owned()],
            None => entry.texts()?,
        };
        for column in columns {
            if roles.of(&column).is_some() || undecided.contains(&column) {
                return Err(entry.problem(format!(
                    "column \"{column}\" is named twice in [roles]; expected one role per column"
                )));
            }
            match role {
                Some(role) => {
                    roles.columns.insert(column, role);
                }
                None => undecided.push(column),
            }
        }
    }
    Ok((roles, undecided))
}

/// Names alone, or each with a reason: `["visits"]` or `{ visits = "asked for by the clinic" }`.
fn confirmed(entry: &Entry<'_, '_>) -> Result<BTreeMap<String, String>, Problem> {
    if !entry.is_section() {
        let names = entry.texts()?.into_iter();
        return Ok(names.map(|name| (name, String::new())).collect());
    }
    let section = entry.section()?;
    let reasons = section.entries().into_iter();
    reasons
        .map(|entry| Ok((entry.key.to_owned(), entry.text()?.to_owned())))
        .collect()
}

/// Of each column the values of every category.
type Orders = BTreeMap<String, Vec<Vec<String>>>;
/// Of each column what its categories are called.
type CategoryNames = BTreeMap<String, Vec<String>>;

fn categories(entry: &Entry<'_, '_>) -> Result<(Orders, CategoryNames), Problem> {
    let (mut categories, mut named) = (BTreeMap::new(), BTreeMap::new());
    for column in entry.section()?.entries() {
        let (mut order, mut names) = (None, None);
        let section = column.section()?;
        for entry in section.entries() {
            match entry.key {
                "order" => order = Some(entry.lists_of_texts()?),
                "names" => names = Some(entry.texts()?),
                _ => return Err(unknown_key(&entry, "order or names")),
            }
        }
        let order = order.ok_or_else(|| {
            column.problem(format!(
                "{}.order is missing; expected the categories, the most sensitive first",
                column.name
            ))
        })?;
        if let (Some(names), Some(entry)) = (names, section.find("names")) {
            if names.len() != order.len() {
                return Err(entry.problem(format!(
                    "{} has {}, and there are {}; expected a name for each",
                    entry.name,
                    counted(names.len(), "name", "names"),
                    counted(order.len(), "category", "categories"),
                )));
            }
            named.insert(column.key.to_owned(), names);
        }
        categories.insert(column.key.to_owned(), order);
    }
    Ok((categories, named))
}

fn release(entry: &Entry<'_, '_>) -> Result<ReleaseOptions, Problem> {
    let mut release = ReleaseOptions::default();
    for entry in entry.section()?.entries() {
        match entry.key {
            "shuffle" => release.shuffle = entry.truth()?,
            "format" => {
                let choices = ReleaseFormat::chosen().map(|format| (format.name(), format));
                let choices: Vec<_> = choices.collect();
                release.format = entry.choice(&choices)?;
            }
            "escape_formulas" => release.escape_formulas = entry.truth()?,
            "ranges" => {
                let choices = [("exact", Ranges::Exact), ("round", Ranges::Round)];
                release.ranges = entry.choice(&choices)?;
            }
            "codes" => {
                let choices = [("file", CodesFrom::File), ("letters", CodesFrom::Letters)];
                release.codes = entry.choice(&choices)?;
            }
            "mapping" => release.mapping = entry.truth()?,
            "sql" => release.sql = entry.truth()?,
            "nested" => release.nested = entry.truth()?,
            _ => {
                let known =
                    "shuffle, format, escape_formulas, ranges, codes, mapping, sql or nested";
                return Err(unknown_key(&entry, known));
            }
        }
    }
    Ok(release)
}
