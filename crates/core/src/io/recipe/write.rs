//! From a recipe to TOML: always the same text for the same recipe, and pleasant to read.

use super::{method, prepare, purpose, report, require};
use crate::load_options::{ColumnType, TextEncoding, Unfit};
use crate::promise::{PrivacyModel, Unit};
use crate::recipe::{Recipe, recipe_key};
use crate::requirement::{NullReading, Open, Requirement, SetSize, millionths};
use crate::roles::{Role, Roles};
use crate::settings::{CodesFrom, Ranges, ReleaseOptions};
use crate::spelling::Fold;
use std::collections::BTreeMap;
use std::path::Path;

/// Reading this back gives the same recipe, except that settings of other methods than the one it names are
/// not kept.
pub fn write_recipe(recipe: &Recipe) -> String {
    let mut toml = Toml::default();
    data(&mut toml, recipe);
    let tables = prepare::written_tables(&recipe.prepare);
    if !tables.is_empty() {
        toml.table("prepare");
        toml.lines(tables);
    }
    for step in &recipe.prepare.steps {
        toml.table("[prepare.steps]");
        toml.lines(prepare::written_step(step));
    }
    roles(&mut toml, recipe);
    let settings = &recipe.settings;
    if !settings.hierarchies.is_empty() {
        toml.table("hierarchies");
        for (column, source) in &settings.hierarchies {
            toml.line(&key(column), &super::hierarchies::written(source));
        }
    }
    for (column, order) in &settings.categories {
        toml.table(&format!("categories.{}", key(column)));
        let lists: Vec<String> = order.iter().map(texts).collect();
        toml.line("order", &format!("[{}]", lists.join(", ")));
        if let Some(names) = settings.category_names.get(column) {
            toml.line("names", &texts(names));
        }
    }
    requirement(&mut toml, &settings.requirement, &recipe.open);
    for (column, distance) in &settings.distances {
        toml.table(&require::table_of(column));
        toml.line("distance", &text(distance.name()));
    }
    for (name, purpose) in &settings.purposes {
        toml.table(&purpose::purpose_table(name));
        toml.lines(purpose::written_purpose(purpose));
    }
    for recipient in &settings.recipients {
        toml.table("[recipients]");
        toml.lines(purpose::written_recipient(recipient));
    }
    toml.table("method");
    toml.lines(method::written(&settings.method));
    release(&mut toml, &settings.release);
    let context = report::written(&settings.report);
    if !context.is_empty() {
        toml.table("report");
        toml.lines(context);
    }
    toml.0
}

fn requirement(toml: &mut Toml, requirement: &Requirement, open: &[Open]) {
    if requirement.is_empty() && requirement.suppression == 0.0 && open.is_empty() {
        return;
    }
    toml.table("require");
    for model in PrivacyModel::asked(requirement) {
        promise(toml, requirement, model);
    }
    if let Some(epsilon) = requirement.epsilon {
        toml.line("epsilon", &decimal(epsilon));
    }
    if let Some(l) = requirement.l_sd {
        toml.line("l_sd", &decimal(l));
    }
    let asks_for_l = requirement.l_sd.is_some() || open.contains(&Open::LSd);
    if asks_for_l && requirement.sd_nulls != NullReading::default() {
        toml.line("sd_nulls", &text(requirement.sd_nulls.name()));
    }
    if let Some(m) = requirement.m {
        let m = match m {
            SetSize::AtMost(size) => size.to_string(),
            SetSize::Any(_) => text("inf"),
        };
        toml.line("m", &m);
    }
    if let Some(h) = requirement.h {
        toml.line("h", &decimal(h));
    }
    if requirement.duplicates {
        toml.line("duplicates", "true");
    }
    promise(toml, requirement, PrivacyModel::Suppression);
    for &open in open {
        match open {
            Open::Ranked(_, rank) => toml.line(open.name(), &format!("[\"?\", {rank}]")),
            _ => toml.line(open.name(), "\"?\""),
        }
    }
}

/// Any promise of the catalogue, if it is asked for.
fn promise(toml: &mut Toml, requirement: &Requirement, model: PrivacyModel) {
    let promise = model.promise();
    let Some(value) = (promise.get)(requirement) else {
        return;
    };
    let value = match promise.unit {
        Unit::Count => value.to_string(),
        Unit::Decimal | Unit::Share => decimal(value),
    };
    match promise.rank {
        Some(_) => {
            let rank = model.rank(requirement);
            toml.line(promise.key, &format!("[{value}, {rank}]"));
        }
        None => toml.line(promise.key, &value),
    }
}

fn data(toml: &mut Toml, recipe: &Recipe) {
    let load = &recipe.load;
    toml.table("data");
    toml.line("path", &path_text(&recipe.data));
    if let Some(kind) = load.kind {
        toml.line("kind", &text(kind.name()));
    }
    if let Some(delimiter) = &load.delimiter {
        toml.line("delimiter", &text(delimiter));
    }
    if let Some(encoding) = load.encoding {
        let name = match encoding {
            TextEncoding::Utf8 => "utf-8",
            TextEncoding::Latin1 => "latin-1",
        };
        toml.line("encoding", &text(name));
    }
    if let Some(header) = load.header {
        toml.line("header", &header.to_string());
    }
    if let Some(nulls) = &load.nulls {
        toml.line("nulls", &texts(nulls));
    }
    if let Some(layout) = load.layout {
        toml.line("layout", &text(layout.name()));
    }
    if let Some(columns) = &load.columns {
        toml.line("columns", &texts(columns));
    }
    if let Some(column) = &load.column {
        toml.line("column", &text(column));
    }
    if let Some(separator) = &load.separator {
        toml.line("separator", &text(separator));
    }
    if let Some(scale) = &load.scale {
        toml.line("scale", &numbers(scale));
    }
    if load.round {
        toml.line("round", "true");
    }
    // Identifiers are not issues anyway; only what goes beyond them is worth a line.
    let implied = |name: &String| {
        load.has_issues() && recipe.settings.roles.of(name) == Some(Role::Identifier)
    };
    if !load.not_issues.iter().all(implied) {
        toml.line("not_issues", &texts(&load.not_issues));
    }
    if let Some(batches) = load.batches {
        toml.line("batches", &batches.to_string());
    }
    if let Some(sheet) = &load.sheet {
        toml.line("sheet", &text(sheet));
    }
    if !load.types.is_empty() {
        toml.line("types", &written_types(&load.types));
    }
    if load.unfit == Unfit::Missing {
        toml.line("unfit", &text("missing"));
    }
    let fold = load.fold;
    let usual = Fold::default();
    let switches = [
        ("numbers", fold.numbers, usual.numbers),
        ("dates", fold.dates, usual.dates),
        ("texts", fold.texts, usual.texts),
        ("thousands", fold.thousands, usual.thousands),
        ("decimal_comma", fold.decimal_comma, usual.decimal_comma),
    ];
    let told: Vec<String> = switches
        .into_iter()
        .filter(|(_, is_on, usual)| is_on != usual)
        .map(|(name, is_on, _)| format!("{name} = {is_on}"))
        .collect();
    if !told.is_empty() {
        toml.line("fold", &format!("{{ {} }}", told.join(", ")));
    }
}

pub(super) fn written_types(types: &BTreeMap<String, ColumnType>) -> String {
    let types = types.iter();
    let types: Vec<String> = types
        .map(|(name, of)| format!("{} = {}", key(name), text(of.name())))
        .collect();
    format!("{{ {} }}", types.join(", "))
}

fn roles(toml: &mut Toml, recipe: &Recipe) {
    let roles = &recipe.settings.roles;
    if *roles == Roles::default() && recipe.undecided.is_empty() {
        return;
    }
    toml.table("roles");
    for role in Role::ALL {
        let names: Vec<&String> = roles
            .columns
            .iter()
            .filter(|&(_, &of)| of == role)
            .map(|(name, _)| name)
            .collect();
        match names[..] {
            [] => {}
            [name] if role.is_key() => toml.line(recipe_key(role), &text(name)),
            _ => toml.line(recipe_key(role), &texts(names)),
        }
    }
    if roles.others_insensitive {
        toml.line("others", &text("insensitive"));
    }
    if roles.confirmed.values().any(|reason| !reason.is_empty()) {
        let reasons = roles.confirmed.iter();
        let reasons: Vec<String> = reasons
            .map(|(name, reason)| format!("{} = {}", key(name), text(reason)))
            .collect();
        toml.line("confirmed", &format!("{{ {} }}", reasons.join(", ")));
    } else if !roles.confirmed.is_empty() {
        toml.line("confirmed", &texts(roles.confirmed.keys()));
    }
    if !recipe.undecided.is_empty() {
        toml.line("undecided", &texts(&recipe.undecided));
    }
    if !roles.private_items.is_empty() {
        toml.line("private_items", &texts(&roles.private_items));
    }
}

fn release(toml: &mut Toml, release: &ReleaseOptions) {
    toml.table("release");
    toml.line("shuffle", &release.shuffle.to_string());
    toml.line("format", &text(release.format.name()));
    if release.escape_formulas {
        toml.line("escape_formulas", "true");
    }
    if release.ranges == Ranges::Round {
        toml.line("ranges", &text("round"));
    }
    if release.codes == CodesFrom::File {
        toml.line("codes", &text("file"));
    }
    if release.mapping {
        toml.line("mapping", "true");
    }
    if release.sql {
        toml.line("sql", "true");
    }
    if release.nested {
        toml.line("nested", "true");
    }
}

#[derive(Default)]
struct Toml(String);

impl Toml {
    fn table(&mut self, name: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(&format!("[{name}]\n"));
    }

    fn lines(&mut self, lines: Vec<(&str, String)>) {
        for (key, value) in lines {
            self.line(key, &value);
        }
    }

    fn line(&mut self, key: &str, value: &str) {
        self.0.push_str(&format!("{key} = {value}\n"));
    }
}

pub(super) fn key(name: &str) -> String {
    let bare = !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if bare { name.to_owned() } else { text(name) }
}

pub(super) fn text(value: &str) -> String {
    let mut quoted = String::with_capacity(value.len() + 2);
    quoted.push('"');
    for char in value.chars() {
        match char {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            control if (control as u32) < 0x20 || control as u32 == 0x7f => {
                quoted.push_str(&format!("\\u{:04X}", control as u32));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

pub(super) fn texts<T: AsRef<str>>(values: impl IntoIterator<Item = T>) -> String {
    let quoted: Vec<String> = values
        .into_iter()
        .map(|value| text(value.as_ref()))
        .collect();
    format!("[{}]", quoted.join(", "))
}

pub(super) fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{}", value as i64)
    } else {
        // The shortest digits that read back as the same number.
        format!("{value:?}")
    }
}

/// With six decimals at most, which is as fine as a requirement is read.
fn decimal(value: f64) -> String {
    number(millionths(value) as f64 / 1e6)
}

pub(super) fn numbers(values: &[f64]) -> String {
    let shown: Vec<String> = values.iter().map(|&value| number(value)).collect();
    format!("[{}]", shown.join(", "))
}

/// With forward slashes, which every system understands.
pub(super) fn path_text(path: &Path) -> String {
    let shown = path.to_string_lossy();
    if cfg!(windows) {
        text(&shown.replace('\\', "/"))
    } else {
        text(&shown)
    }
}
