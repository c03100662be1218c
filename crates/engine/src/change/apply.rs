//! What every change does to the settings.

use super::Change;
use cloakroom_core::{MethodName, Role, Settings};

/// What was said of a sensitive column alone is forgotten with that role.
fn set_role(settings: &mut Settings, column: &str, role: Option<Role>) {
    if role != Some(Role::Sensitive) {
        settings.distances.remove(column);
    }
    settings.roles.set(column, role);
}

impl Change {
    pub fn apply(self, settings: &mut Settings) {
        match self {
            Self::SetRole { column, role } => set_role(settings, &column, role),
            Self::SetRoles(roles) => {
                for (column, role) in roles {
                    set_role(settings, &column, Some(role));
                }
            }
            Self::Undecide(columns) => {
                for column in columns {
                    set_role(settings, &column, None);
                }
            }
            Self::Confirm { column, reason } => {
                let confirmed = &mut settings.roles.confirmed;
                match reason {
                    Some(reason) => confirmed.insert(column, reason),
                    None => confirmed.remove(&column),
                };
            }
            Self::SetPrivateItem {
                item,
                private: true,
            } => {
                settings.roles.private_items.insert(item);
            }
            Self::SetPrivateItem {
                item,
                private: false,
            } => {
                settings.roles.private_items.remove(&item);
            }
            Self::SetK(k) => settings.requirement.k = k,
            Self::SetP(p) => settings.requirement.p = p,
            Self::SetPromise { model, value, rank } => {
                let promise = model.promise();
                (promise.set)(&mut settings.requirement, value);
                if let (Some(second), Some(rank)) = (&promise.rank, rank) {
                    (second.set)(&mut settings.requirement, rank);
                }
            }
            Self::SetEpsilon(epsilon) => settings.requirement.epsilon = epsilon,
            Self::SetLSd(l) => settings.requirement.l_sd = l,
            Self::SetSdNulls(reading) => settings.requirement.sd_nulls = reading,
            Self::SetM(m) => settings.requirement.m = m,
            Self::SetH(h) => settings.requirement.h = h,
            Self::SetKnown { m, p, h } => {
                settings.requirement.m = m;
                settings.requirement.p = p;
                settings.requirement.h = h;
                settings.requirement.duplicates &= h.is_none();
            }
            Self::SetDuplicates(duplicates) => settings.requirement.duplicates = duplicates,
            Self::SetSuppression(share) => settings.requirement.suppression = share,
            Self::SetCategories { column, order } => {
                keep_names(settings, &column, &order);
                if order.is_empty() {
                    settings.categories.remove(&column);
                } else {
                    settings.categories.insert(column, order);
                }
            }
            Self::SetHierarchy { column, source, .. } => {
                match source {
                    Some(source) => settings.hierarchies.insert(column, source),
                    None => settings.hierarchies.remove(&column),
                };
            }
            Self::SetHierarchies(sources) => settings.hierarchies.extend(sources),
            Self::SetMethod(method) => settings.method.name = method,
            Self::Tell(setting, value) => setting.set(&mut settings.method, value),
            Self::SetLevels(levels) => settings.method.levels = levels,
            Self::UseLevels(levels) => {
                settings.method.name = MethodName::Levels;
                settings.method.levels = levels;
            }
            Self::SetClass(class) => settings.method.class = class,
            Self::SetDecomposition { told, .. } => settings.method.decomposition = told,
            Self::SetDecimals(decimals) => settings.method.microaggregation.decimals = decimals,
            Self::SetPurpose {
                purpose,
                order: Some(order),
            } => {
                settings.purposes.insert(purpose, order);
            }
            Self::SetPurpose {
                purpose,
                order: None,
            } => {
                settings.purposes.remove(&purpose);
                name_purpose(settings, &purpose, None);
            }
            Self::AddPurpose { purpose, order } => {
                settings.method.decomposition.purpose = Some(purpose.clone());
                settings.purposes.insert(purpose, order);
            }
            Self::RenamePurpose { from, to } => {
                if let Some(order) = settings.purposes.remove(&from) {
                    name_purpose(settings, &from, Some(&to));
                    settings.purposes.insert(to, order);
                }
            }
            Self::SetRecipients { recipients, .. } => settings.recipients = recipients,
            Self::SetPoint {
                parameter,
                value,
                method,
            } => {
                parameter.set(value, settings);
                settings.method.name = method;
            }
            Self::Promise(requirement) => settings.requirement = *requirement,
            Self::UseProfile { requirement, .. } => settings.requirement = *requirement,
            Self::UseSettings {
                settings: other, ..
            } => *settings = *other,
            Self::SetShuffle(shuffle) => settings.release.shuffle = shuffle,
            Self::SetFormat(format) => settings.release.format = format,
            Self::SetEscapeFormulas(escape) => settings.release.escape_formulas = escape,
            Self::SetRanges(ranges) => settings.release.ranges = ranges,
            Self::SetCodes(codes) => settings.release.codes = codes,
            Self::SetNested(nested) => settings.release.nested = nested,
            Self::SetMapping(mapping) => settings.release.mapping = mapping,
            Self::SetSql(sql) => settings.release.sql = sql,
            Self::SetReport { field, text } => settings.report.set(field, text),
            Self::SetReportPublic(public) => settings.report.public = public,
        }
    }
}

/// Whoever named one purpose names another, or none.
fn name_purpose(settings: &mut Settings, from: &str, to: Option<&str>) {
    let recipients = settings.recipients.iter_mut();
    let named = recipients
        .map(|recipient| &mut recipient.purpose)
        .chain([&mut settings.method.decomposition.purpose]);
    for purpose in named {
        if purpose.as_deref() == Some(from) {
            *purpose = to.map(str::to_owned);
        }
    }
}

/// Names go with their categories, wherever these went, as far as it can be told.
fn keep_names(settings: &mut Settings, column: &str, order: &[Vec<String>]) {
    let before = settings.categories.get(column);
    let (Some(names), Some(before)) = (settings.category_names.get(column), before) else {
        return;
    };
    let is_as_long = before.len() == order.len();
    let name = |(at, values): (usize, &Vec<String>)| {
        let stayed = before.get(at) == Some(values);
        let moved = before
            .iter()
            .position(|other| !values.is_empty() && other == values);
        let from = match (stayed, moved) {
            (true, _) => Some(at),
            (false, Some(from)) => Some(from),
            (false, None) => is_as_long.then_some(at),
        };
        let name = from.and_then(|from| names.get(from));
        name.cloned().unwrap_or_default()
    };
    let kept: Vec<String> = order.iter().enumerate().map(name).collect();
    match kept.iter().all(String::is_empty) {
        true => settings.category_names.remove(column),
        false => settings.category_names.insert(column.to_owned(), kept),
    };
}
