//! Every change a user can make to the settings, with the name it has in the undo menu.

use super::sweep::{Parameter, Setting};
use crate::model::hierarchy::HierarchySource;
use crate::model::kind::Kind;
use crate::model::method::{MethodName, SearchMetric};
use crate::model::microaggregation::Microaggregation;
use crate::model::purpose::{Decomposition, Purpose, Recipient};
use crate::model::requirement::{Diversity, NullReading, SetSize};
use crate::model::roles::Role;
use crate::model::settings::{NeighbourEngine, NullPolicy, ReleaseFormat, Settings};
use crate::privacy::PrivacyModel;
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    SetRole {
        column: String,
        role: Option<Role>,
    },
    /// Several columns at once: accepted suggestions, or all that are undecided.
    SetRoles(Vec<(String, Role)>),
    SetPrivateItem {
        item: String,
        private: bool,
    },
    SetK(Option<u32>),
    /// All three forms at once; those that are `None` are not asked for.
    SetL(Diversity),
    SetP(Option<u32>),
    SetPPlus(Option<u32>),
    SetAlpha(Option<f64>),
    SetT(Option<f64>),
    SetEpsilon(Option<f64>),
    /// The l of (k, ε, l): the least standard deviation of sensitive issues.
    SetLSd(Option<f64>),
    /// Both at once, as one step of undo.
    SetKEpsilon {
        k: u32,
        epsilon: f64,
    },
    SetSdNulls(NullReading),
    /// The m of transactions.
    SetM(Option<SetSize>),
    /// The h of transactions.
    SetH(Option<f64>),
    /// What is taken to be known of a transaction, as one step of undo.
    SetKnown {
        m: Option<SetSize>,
        p: Option<u32>,
        h: Option<f64>,
    },
    SetDuplicates(bool),
    SetSuppression(f64),
    /// The values of a sensitive column in categories, the most sensitive first; none takes them away.
    SetCategories {
        column: String,
        order: Vec<Vec<String>>,
    },
    /// The hierarchy of a column; `None` takes it away. The name tells what was done to it.
    SetHierarchy {
        column: String,
        source: Option<HierarchySource>,
        name: String,
    },
    SetMethod(MethodName),
    SetSeed(u64),
    SetMetric(SearchMetric),
    SetLevels(BTreeMap<String, u32>),
    /// Chosen levels become the method, with these: one step of undo.
    UseLevels(BTreeMap<String, u32>),
    SetClass(Option<String>),
    SetSuppress(bool),
    SetEffort(u32),
    SetNulls(NullPolicy),
    SetEngine(NeighbourEngine),
    SetKeepMeans(bool),
    SetExclusive(bool),
    /// What `decomposition` is told. The name tells what was done.
    SetDecomposition {
        told: Decomposition,
        name: &'static str,
    },
    /// What microaggregation is told. The name tells what was done.
    SetMicroaggregation {
        told: Microaggregation,
        name: &'static str,
    },
    /// A purpose by its name; `None` forgets it, and whoever named it names none.
    SetPurpose {
        purpose: String,
        order: Option<Purpose>,
    },
    /// A new purpose, which becomes that of the method.
    AddPurpose {
        purpose: String,
        order: Purpose,
    },
    /// The same purpose under another name, wherever it is named.
    RenamePurpose {
        from: String,
        to: String,
    },
    /// All recipients. The name tells what was done to them.
    SetRecipients {
        recipients: Vec<Recipient>,
        name: String,
    },
    /// A point of a curve: the parameter and the method, as one step of undo.
    SetPoint {
        parameter: Parameter,
        value: u64,
        method: MethodName,
    },
    /// The settings of a candidate on the shelf, as one step of undo.
    UseSettings {
        settings: Box<Settings>,
        candidate: String,
    },
    SetShuffle(bool),
    SetFormat(ReleaseFormat),
    SetEscapeFormulas(bool),
}

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
            Self::SetL(l) => name_of_diversity(l),
            Self::SetP(Some(p)) => format!("set p to {p}"),
            Self::SetP(None) => "require no p".to_owned(),
            Self::SetPPlus(Some(p)) => format!("set p\u{207a} to {p}"),
            Self::SetPPlus(None) => "require no p\u{207a}".to_owned(),
            Self::SetAlpha(Some(alpha)) => format!("set \u{3b1} to {alpha}"),
            Self::SetAlpha(None) => "require no \u{3b1}".to_owned(),
            Self::SetT(Some(t)) => format!("set t to {t}"),
            Self::SetT(None) => "require no t".to_owned(),
            Self::SetEpsilon(Some(epsilon)) => format!("set \u{3b5} to {epsilon}"),
            Self::SetEpsilon(None) => "require no \u{3b5}".to_owned(),
            Self::SetLSd(Some(l)) => format!("set l to {l}"),
            Self::SetLSd(None) => "require no l".to_owned(),
            Self::SetKEpsilon { k, epsilon } => format!("set k to {k} and \u{3b5} to {epsilon}"),
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
            Self::SetMethod(method) => format!("choose the method {}", method.title()),
            Self::SetSeed(seed) => format!("set the seed to {seed}"),
            Self::SetMetric(metric) => format!("search for the least {}", metric.title()),
            Self::UseLevels(levels) => name_of_levels(levels),
            Self::SetLevels(_) => "choose the levels of the quasi-identifiers".to_owned(),
            Self::SetClass(Some(column)) => format!("keep {column} predictable"),
            Self::SetClass(None) => "keep no column predictable".to_owned(),
            Self::SetSuppress(true) => "let the method leave records out".to_owned(),
            Self::SetSuppress(false) => "let the method keep every record".to_owned(),
            Self::SetEffort(rounds) => format!("refine for at most {rounds} rounds"),
            Self::SetNulls(policy) => format!("where ratings are missing: {}", policy.title()),
            Self::SetEngine(engine) => format!("find neighbours by {}", engine.name()),
            Self::SetExclusive(true) => "show every item alike everywhere".to_owned(),
            Self::SetExclusive(false) => "let an item be shown more or less exactly".to_owned(),
            Self::SetKeepMeans(true) if kind == Kind::Microdata => {
                "keep the means of columns".to_owned()
            }
            Self::SetKeepMeans(false) if kind == Kind::Microdata => {
                "round to the nearest".to_owned()
            }
            Self::SetKeepMeans(true) => "keep the means of changed issues".to_owned(),
            Self::SetKeepMeans(false) => "change as little as possible".to_owned(),
            Self::SetDecomposition { name, .. } | Self::SetMicroaggregation { name, .. } => {
                (*name).to_owned()
            }
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
            Self::UseSettings { candidate, .. } => format!("use the settings of {candidate}"),
            Self::SetShuffle(true) => "shuffle the rows".to_owned(),
            Self::SetShuffle(false) => "keep the order of the rows".to_owned(),
            Self::SetFormat(format) => format!("release as {}", format.extension()),
            Self::SetEscapeFormulas(true) => "escape formulas".to_owned(),
            Self::SetEscapeFormulas(false) => "leave formulas as they are".to_owned(),
        }
    }

    /// Changes with the same gesture that follow each other without a pause are one step of undo.
    pub fn gesture(&self) -> Option<&'static str> {
        match self {
            Self::SetK(_) => Some("k"),
            Self::SetL(_) => Some("l"),
            Self::SetP(_) => Some("p"),
            Self::SetPPlus(_) => Some("p+"),
            Self::SetAlpha(_) => Some("alpha"),
            Self::SetT(_) => Some("t"),
            Self::SetEpsilon(_) => Some("epsilon"),
            Self::SetLSd(_) => Some("l_sd"),
            Self::SetM(_) => Some("m"),
            Self::SetH(_) => Some("h"),
            Self::SetEffort(_) => Some("effort"),
            Self::SetSuppression(_) => Some("suppression"),
            Self::SetSeed(_) => Some("seed"),
            Self::SetDecomposition { name, .. } | Self::SetMicroaggregation { name, .. } => {
                Some(name)
            }
            Self::SetRecipients { .. } => Some("recipients"),
            _ => None,
        }
    }

    pub fn apply(self, settings: &mut Settings) {
        match self {
            Self::SetRole { column, role } => settings.roles.set(&column, role),
            Self::SetRoles(roles) => {
                for (column, role) in roles {
                    settings.roles.set(&column, Some(role));
                }
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
            Self::SetL(l) => settings.requirement.l = l,
            Self::SetP(p) => settings.requirement.p = p,
            Self::SetPPlus(p) => settings.requirement.p_plus = p,
            Self::SetAlpha(alpha) => settings.requirement.alpha = alpha,
            Self::SetT(t) => settings.requirement.t = t,
            Self::SetEpsilon(epsilon) => settings.requirement.epsilon = epsilon,
            Self::SetLSd(l) => settings.requirement.l_sd = l,
            Self::SetKEpsilon { k, epsilon } => {
                settings.requirement.k = Some(k);
                settings.requirement.epsilon = Some(epsilon);
            }
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
            Self::SetMethod(method) => settings.method.name = method,
            Self::SetSeed(seed) => settings.method.seed = seed,
            Self::SetMetric(metric) => settings.method.metric = metric,
            Self::SetLevels(levels) => settings.method.levels = levels,
            Self::UseLevels(levels) => {
                settings.method.name = MethodName::Levels;
                settings.method.levels = levels;
            }
            Self::SetClass(class) => settings.method.class = class,
            Self::SetSuppress(suppress) => settings.method.suppress = suppress,
            Self::SetEffort(rounds) => settings.method.effort = rounds,
            Self::SetNulls(policy) => settings.method.nulls = policy,
            Self::SetEngine(engine) => settings.method.engine = engine,
            Self::SetExclusive(exclusive) => settings.method.exclusive = exclusive,
            Self::SetKeepMeans(keep) => settings.method.keep_means = keep,
            Self::SetDecomposition { told, .. } => settings.method.decomposition = told,
            Self::SetMicroaggregation { told, .. } => settings.method.microaggregation = told,
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
            Self::UseSettings {
                settings: other, ..
            } => *settings = *other,
            Self::SetShuffle(shuffle) => settings.release.shuffle = shuffle,
            Self::SetFormat(format) => settings.release.format = format,
            Self::SetEscapeFormulas(escape) => settings.release.escape_formulas = escape,
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
        Parameter::Model(PrivacyModel::Alpha) => format!("set \u{3b1} to {amount}"),
        Parameter::Model(PrivacyModel::PPlus) => format!("set p\u{207a} to {amount}"),
        Parameter::Epsilon => format!("set \u{3b5} to {amount}"),
        Parameter::Deviation => format!("set l to {amount}"),
        other => format!("set {} to {amount}", other.name()),
    };
    format!("{what}, with {}", method.title())
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

fn name_of_diversity(l: &Diversity) -> String {
    let mut parts = Vec::new();
    if let Some(distinct) = l.distinct {
        parts.push(format!("{distinct} distinct"));
    }
    if let Some(entropy) = l.entropy {
        parts.push(format!("{entropy} by entropy"));
    }
    if let Some((c, l)) = l.recursive {
        parts.push(format!("recursive ({c}, {l})"));
    }
    match parts.as_slice() {
        [] => "require no l".to_owned(),
        _ => format!("set l to {}", parts.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_promise_is_named_set_and_taken_away() {
        let mut settings = Settings::default();
        let steps = [
            (
                Change::SetL(Diversity {
                    distinct: Some(3),
                    recursive: Some((2.5, 2)),
                    ..Diversity::default()
                }),
                "set l to 3 distinct, recursive (2.5, 2)",
            ),
            (Change::SetP(Some(2)), "set p to 2"),
            (Change::SetPPlus(Some(2)), "set p\u{207a} to 2"),
            (Change::SetAlpha(Some(1.5)), "set \u{3b1} to 1.5"),
            (Change::SetT(Some(0.2)), "set t to 0.2"),
        ];
        for (change, name) in steps {
            assert_eq!(change.name(Kind::Microdata), name);
            assert!(change.gesture().is_some());
            change.apply(&mut settings);
        }
        let promised = settings.requirement.sentence();
        assert_eq!(
            promised,
            "l = 3 distinct, recursive (2.5, 2), p = 2, p+ = 2, \u{3b1} = 1.5, t = 0.2"
        );
        for change in [
            Change::SetL(Diversity::default()),
            Change::SetP(None),
            Change::SetPPlus(None),
            Change::SetAlpha(None),
            Change::SetT(None),
        ] {
            assert!(change.name(Kind::Microdata).starts_with("require no "));
            change.apply(&mut settings);
        }
        assert!(settings.requirement.is_empty());
    }

    #[test]
    fn levels_are_used_in_one_step() {
        let levels = |zip| BTreeMap::from([("age".to_owned(), 0), ("zip".to_owned(), zip)]);
        let mut settings = Settings::default();
        let change = Change::UseLevels(levels(2));
        assert_eq!(change.name(Kind::Microdata), "use the levels zip 2");
        change.apply(&mut settings);
        assert_eq!(settings.method.name, MethodName::Levels);
        assert_eq!(settings.method.levels, levels(2));
        let lowest = Change::UseLevels(levels(0));
        assert_eq!(lowest.name(Kind::Microdata), "use the lowest levels");
    }

    #[test]
    fn a_point_of_a_curve_is_one_step() {
        let k = Parameter::Model(PrivacyModel::KAnonymity);
        let point = |parameter, value| Change::SetPoint {
            parameter,
            value,
            method: MethodName::Mondrian,
        };
        let mut settings = Settings::default();
        let change = point(k, 7);
        assert_eq!(
            change.name(Kind::Microdata),
            "set k to 7, with Mondrian, strict"
        );
        assert_eq!(change.gesture(), None);
        change.apply(&mut settings);
        assert_eq!(settings.requirement.k, Some(7));
        assert_eq!(settings.method.name, MethodName::Mondrian);
        let left_out = point(Parameter::Model(PrivacyModel::Suppression), 20_000);
        assert_eq!(
            left_out.name(Kind::Microdata),
            "allow 2 % to be left out, with Mondrian, strict"
        );
        let kept = settings.clone();
        settings.requirement.k = Some(3);
        Change::UseSettings {
            settings: Box::new(kept.clone()),
            candidate: "mine".to_owned(),
        }
        .apply(&mut settings);
        assert_eq!(settings, kept);
    }

    #[test]
    fn a_purpose_is_renamed_and_forgotten_wherever_it_is_named() {
        let mut settings = Settings::default();
        let order = Purpose {
            most: "age".to_owned(),
            least: "zip".to_owned(),
            between: None,
        };
        let (purpose, from) = ("study".to_owned(), "study".to_owned());
        Change::AddPurpose {
            purpose,
            order: order.clone(),
        }
        .apply(&mut settings);
        let recipient = Recipient {
            name: "Ann".to_owned(),
            trust: 0.5,
            purpose: Some(from.clone()),
        };
        settings.recipients = vec![recipient];
        let to = "prediction".to_owned();
        Change::RenamePurpose {
            from,
            to: to.clone(),
        }
        .apply(&mut settings);
        assert_eq!(settings.purposes[&to], order);
        assert_eq!(settings.recipients[0].purpose, Some(to.clone()));
        assert_eq!(
            settings.method.decomposition.purpose.as_ref(),
            Some(&to),
            "a new purpose is that of the method"
        );
        Change::SetPurpose {
            purpose: to,
            order: None,
        }
        .apply(&mut settings);
        assert!(settings.purposes.is_empty());
        assert_eq!(settings.recipients[0].purpose, None);
        assert_eq!(settings.method.decomposition.purpose, None);
    }

    #[test]
    fn no_categories_are_none_at_all() {
        let mut settings = Settings::default();
        let order = vec![vec!["HIV".to_owned()], vec![]];
        let set = |order| Change::SetCategories {
            column: "disease".to_owned(),
            order,
        };
        assert_eq!(
            set(order.clone()).name(Kind::Microdata),
            "sort disease into 2 categories"
        );
        set(order).apply(&mut settings);
        assert_eq!(settings.categories["disease"].len(), 2);
        set(Vec::new()).apply(&mut settings);
        assert_eq!(settings, Settings::default());
    }
}
