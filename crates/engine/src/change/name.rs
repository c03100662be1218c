//! What every change is called in the undo menu.

use super::Change;
use crate::sweep::{Parameter, Setting};
use cloakroom_core::settings::{CodesFrom, Ranges};
use cloakroom_core::{Kind, MethodName, PrivacyModel, SetSize, Settings};
use std::collections::BTreeMap;

impl Change {
    /// "Undo: mark zip as quasi-identifier".
    pub fn name(&self, kind: Kind) -> String {
        match self {
            Self::SetRole {
                column,
                role: Some(role),
            } => format!("mark {column} as {}", role.label(kind)),
            Self::SetRole { column, role: None } => format!("leave {column} undecided"),
            Self::SetRoles(roles) => match roles.as_slice() {
                [(column, role)] => format!("mark {column} as {}", role.label(kind)),
                _ => format!("set the roles of {} columns", roles.len()),
            },
            Self::Undecide(columns) => match columns.as_slice() {
                [column] => format!("leave {column} undecided"),
                _ => format!("leave {} columns undecided", columns.len()),
            },
            Self::Confirm {
                column,
                reason: Some(_),
            } => format!("confirm that {column} is released as it is"),
            Self::Confirm {
                column,
                reason: None,
            } => format!("no longer confirm {column}"),
            Self::SetPrivateItem {
                item,
                private: true,
            } => format!("mark {item} as private"),
            Self::SetPrivateItem {
                item,
                private: false,
            } => format!("mark {item} as public"),
            Self::SetK(Some(k)) => format!("set k to {k}"),
            Self::SetK(None) => "require no k".to_owned(),
            Self::SetP(Some(p)) => format!("set p to {p}"),
            Self::SetP(None) => "require no p".to_owned(),
            Self::SetPromise { model, value, rank } => name_of_promise(*model, *value, *rank),
            Self::SetEpsilon(Some(epsilon)) => format!("set \u{3b5} to {epsilon}"),
            Self::SetEpsilon(None) => "require no \u{3b5}".to_owned(),
            Self::SetLSd(Some(l)) => format!("set l to {l}"),
            Self::SetLSd(None) => "require no l".to_owned(),
            Self::SetM(Some(m)) => format!("set m to {m}"),
            Self::SetM(None) => "require no m".to_owned(),
            Self::SetH(Some(h)) => format!("set h to {h}"),
            Self::SetH(None) => "require no h".to_owned(),
            Self::SetKnown { h: Some(_), .. } => "let public items be known".to_owned(),
            Self::SetKnown {
                m: Some(SetSize::Any(_)),
                ..
            } => "let all items be known".to_owned(),
            Self::SetKnown { .. } => "let some items be known".to_owned(),
            Self::SetDuplicates(true) => "ask for duplicates".to_owned(),
            Self::SetDuplicates(false) => "ask for no duplicates".to_owned(),
            Self::SetSdNulls(reading) => format!("count missing ratings as {}", reading.name()),
            Self::SetCategories { column, order } => match order.len() {
                0 => format!("forget the categories of {column}"),
                1 => format!("sort {column} into one category"),
                many => format!("sort {column} into {many} categories"),
            },
            Self::SetSuppression(share) => {
                let percent = (share * 1e6).round() / 1e4;
                format!("allow {percent} % of records to be left out")
            }
            Self::SetHierarchy { name, .. } => name.clone(),
            Self::SetHierarchies(sources) => match sources.as_slice() {
                [(column, _)] => format!("set the hierarchy of {column}"),
                _ => format!("set the hierarchies of {} columns", sources.len()),
            },
            Self::SetMethod(method) => format!("choose the method {}", method.title()),
            Self::Tell(setting, value) => setting.undo(*value, kind),
            Self::UseLevels(levels) => name_of_levels(levels),
            Self::SetLevels(_) => "choose the levels of the quasi-identifiers".to_owned(),
            Self::SetClass(Some(column)) => format!("keep {column} predictable"),
            Self::SetClass(None) => "keep no column predictable".to_owned(),
            Self::SetDecomposition { name, .. } => (*name).to_owned(),
            Self::SetDecimals(_) => "set the decimals of means".to_owned(),
            Self::SetPurpose {
                purpose,
                order: Some(_),
            } => format!("set the purpose {purpose}"),
            Self::SetPurpose {
                purpose,
                order: None,
            } => format!("forget the purpose {purpose}"),
            Self::AddPurpose { purpose, .. } => format!("add the purpose {purpose}"),
            Self::RenamePurpose { from, to } => format!("call the purpose {from} {to}"),
            Self::SetRecipients { name, .. } => name.clone(),
            Self::SetPoint {
                parameter,
                value,
                method,
            } => name_of_point(*parameter, *value, *method),
            Self::Promise(requirement) => format!("promise {}", requirement.sentence()),
            Self::UseProfile { profile, .. } => format!("ask for what {profile} asks for"),
            Self::UseSettings { candidate, .. } => format!("use the settings of {candidate}"),
            Self::SetShuffle(true) => "shuffle the rows".to_owned(),
            Self::SetShuffle(false) => "keep the order of the rows".to_owned(),
            Self::SetFormat(format) => format!("release as {}", format.extension()),
            Self::SetEscapeFormulas(true) => "escape formulas".to_owned(),
            Self::SetEscapeFormulas(false) => "leave formulas as they are".to_owned(),
            Self::SetRanges(Ranges::Round) => "widen ranges to round ends".to_owned(),
            Self::SetRanges(Ranges::Exact) => "leave the ends of ranges as they are".to_owned(),
            Self::SetCodes(CodesFrom::File) => "keep the codes of the file".to_owned(),
            Self::SetCodes(CodesFrom::Letters) => "number values by their letters".to_owned(),
            Self::SetNested(true) => "nest the releases".to_owned(),
            Self::SetNested(false) => "nest the releases no more".to_owned(),
            Self::SetMapping(true) => "write the mapping".to_owned(),
            Self::SetMapping(false) => "write no mapping".to_owned(),
            Self::SetSql(true) => "write the recoding as SQL".to_owned(),
            Self::SetSql(false) => "write no SQL".to_owned(),
            Self::SetReport {
                field,
                text: Some(_),
            } => format!("write \u{201c}{}\u{201d} for the report", field.label()),
            Self::SetReport { field, text: None } => {
                format!("leave \u{201c}{}\u{201d} open in the report", field.label())
            }
            Self::SetReportPublic(true) => "tell scenario and thresholds outside".to_owned(),
            Self::SetReportPublic(false) => "keep scenario and thresholds in house".to_owned(),
        }
    }
}

/// `set k to 7, with Mondrian, strict`.
fn name_of_point(parameter: Parameter, value: u64, method: MethodName) -> String {
    let mut settings = Settings::default();
    parameter.set(value, &mut settings);
    let amount = parameter.amount(&Setting::of(&settings));
    let what = match parameter {
        Parameter::Model(PrivacyModel::Suppression) => format!("allow {amount} to be left out"),
        Parameter::Model(model) => {
            let value = model.promise().value(value);
            name_of_promise(model, Some(value), None)
        }
        Parameter::Epsilon => format!("set \u{3b5} to {amount}"),
        Parameter::Deviation => format!("set l to {amount}"),
        other => format!("set {} to {amount}", other.name()),
    };
    format!("{what}, with {}", method.title())
}

fn name_of_levels(levels: &BTreeMap<String, u32>) -> String {
    let raised: Vec<String> = levels
        .iter()
        .filter(|(_, level)| **level > 0)
        .map(|(column, level)| format!("{column} {level}"))
        .collect();
    match raised.as_slice() {
        [] => "use the lowest levels".to_owned(),
        _ => format!("use the levels {}", raised.join(" \u{b7} ")),
    }
}

/// `set l to 3 distinct`.
fn name_of_promise(model: PrivacyModel, value: Option<f64>, rank: Option<u32>) -> String {
    let promise = model.promise();
    let letter = promise.undo.split(' ').next().unwrap_or_default();
    match value {
        None => format!("require no {letter}"),
        Some(value) => {
            let rank = rank.unwrap_or(1);
            format!("set {}", promise.filled(promise.undo, value, rank))
        }
    }
}
