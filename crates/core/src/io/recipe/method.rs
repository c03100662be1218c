//! `[method]`: which method, and the settings that it heeds.

use super::purpose;
use super::section::{Entry, unknown_key};
use super::write::{key, number, text};
use crate::method_setting::{Form, MethodSetting, Value};
use crate::{Kind, MethodName, MethodSettings, Problem};
use std::collections::BTreeMap;

/// No hierarchy is so high.
const HIGHEST_LEVEL: u64 = 1000;

/// More decimals than this are noise.
const MOST_DECIMALS: u64 = 15;

/// `kind` is that of the data, where the recipe says it.
pub(super) fn method(entry: &Entry<'_, '_>, kind: Option<Kind>) -> Result<MethodSettings, Problem> {
    let mut method = MethodSettings::default();
    let available = MethodName::ALL.map(MethodName::name).join(", ");
    let section = entry.section()?;
    if let Some(entry) = section.find("name") {
        let name = entry.text()?;
        method.name = MethodName::from_name(name).ok_or_else(|| {
            entry.problem(format!(
                "the method \"{name}\" is not in this version; available methods: {available}"
            ))
        })?;
    }
    for entry in section.entries() {
        if entry.key == "name" {
            continue;
        }
        let setting = MethodSetting::from_key(entry.key);
        let setting = setting.ok_or_else(|| unknown_key(&entry, &known()))?;
        if !setting.is_for(method.name) {
            let users = setting.users();
            let users: Vec<&str> = users.iter().map(|user| user.name()).collect();
            return Err(entry.problem(format!(
                "{} is a setting of the method {}; the method here is {}, which does not use it",
                entry.name,
                users.join(" or "),
                method.name.name()
            )));
        }
        // What a method lists is refused with the method, where its kind is another one.
        let is_listed = method.name.settings().contains(&setting);
        let other = kind.filter(|kind| !is_listed && !setting.kinds().contains(kind));
        if let Some(kind) = other {
            let kinds: Vec<&str> = setting.kinds().iter().map(|kind| kind.name()).collect();
            return Err(entry.problem(format!(
                "{} is a setting for {}; the data here are {}",
                entry.name,
                kinds.join(" and "),
                kind.name()
            )));
        }
        read(setting, &entry, &mut method)?;
    }
    for entry in section.entries() {
        let setting = MethodSetting::from_key(entry.key);
        if let Some(when) = setting.and_then(|setting| setting.misplaced(&method)) {
            return Err(entry.problem(format!("{} is for {when}", entry.name)));
        }
    }
    purpose::refuse_two_targets(&section)?;
    purpose::settle_rule(&section, &mut method.decomposition)?;
    Ok(method)
}

/// `name, seed or levels`.
fn known() -> String {
    let mut known = "name".to_owned();
    for (at, setting) in MethodSetting::ALL.into_iter().enumerate() {
        let is_last = at + 1 == MethodSetting::ALL.len();
        known += if is_last { " or " } else { ", " };
        known += setting.key();
    }
    known
}

fn read(
    setting: MethodSetting,
    entry: &Entry<'_, '_>,
    method: &mut MethodSettings,
) -> Result<(), Problem> {
    let value = match setting.form() {
        Form::Whole { from, to, .. } => Value::Whole(entry.whole(from, to)?),
        Form::Number {
            from, to, expected, ..
        } => Value::Number(entry.number_within(from..=to, expected)?),
        Form::Truth { .. } => Value::Truth(entry.truth()?),
        Form::Choice { names, .. } => {
            let names: Vec<_> = names().into_iter().map(|(name, _)| (name, name)).collect();
            Value::Choice(entry.choice(&names)?)
        }
        Form::Own => return read_own(setting, entry, method),
    };
    setting.set(method, value);
    Ok(())
}

/// Settings that are more than one value.
fn read_own(
    setting: MethodSetting,
    entry: &Entry<'_, '_>,
    method: &mut MethodSettings,
) -> Result<(), Problem> {
    match setting {
        MethodSetting::Levels => method.levels = levels(entry)?,
        MethodSetting::Class => method.class = Some(entry.text()?.to_owned()),
        MethodSetting::Decimals => {
            method.microaggregation.decimals = Some(entry.whole(0, MOST_DECIMALS)? as u32);
        }
        other => purpose::read_decomposition(other, &mut method.decomposition, entry)?,
    }
    Ok(())
}

/// The lines of `[method]`: only what the method uses, since a recipe with a setting that nobody heeds is refused.
pub(super) fn written(method: &MethodSettings) -> Vec<(&'static str, String)> {
    let mut lines = vec![("name", text(method.name.name()))];
    for setting in MethodSetting::by_line() {
        let value = match setting.get(method) {
            Some(_) if !setting.is_said(method) => continue,
            Some(Value::Choice(name)) => Some(text(name)),
            Some(Value::Number(value)) => Some(number(value)),
            Some(value) => Some(value.to_string()),
            None if setting.is_for(method.name) => written_own(setting, method),
            None => None,
        };
        lines.extend(value.map(|value| (setting.key(), value)));
    }
    lines
}

fn written_own(setting: MethodSetting, method: &MethodSettings) -> Option<String> {
    match setting {
        MethodSetting::Levels if method.levels.is_empty() => None,
        MethodSetting::Levels => {
            let levels = method.levels.iter();
            let levels = levels.map(|(column, level)| format!("{} = {level}", key(column)));
            let levels: Vec<String> = levels.collect();
            Some(format!("{{ {} }}", levels.join(", ")))
        }
        MethodSetting::Class => method.class.as_deref().map(text),
        MethodSetting::Decimals => {
            let decimals = method.microaggregation.decimals;
            decimals.map(|decimals| decimals.to_string())
        }
        other => purpose::written_decomposition(other, &method.decomposition),
    }
}

fn levels(entry: &Entry<'_, '_>) -> Result<BTreeMap<String, u32>, Problem> {
    if !entry.is_section() {
        return Err(entry.expected("the level of each column, such as { age = 2 }"));
    }
    entry
        .section()?
        .entries()
        .iter()
        .map(|entry| Ok((entry.key.to_owned(), entry.whole(0, HIGHEST_LEVEL)? as u32)))
        .collect()
}
