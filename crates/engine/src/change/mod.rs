//! Every change a user can make to the settings: here what there is, in `name` what each is called in the undo menu, in
//! `apply` what it does.

mod apply;
mod name;

#[cfg(test)]
mod tests;

use super::sweep::Parameter;
use cloakroom_core::hierarchy::HierarchySource;
use cloakroom_core::method_setting::{MethodSetting, Value};
use cloakroom_core::purpose::{Decomposition, Purpose, Recipient};
use cloakroom_core::report_context::ContextField;
use cloakroom_core::settings::{CodesFrom, Ranges, ReleaseFormat};
use cloakroom_core::{MethodName, NullReading, PrivacyModel, Requirement, Role, SetSize, Settings};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    SetRole {
        column: String,
        role: Option<Role>,
    },
    /// Several columns at once: accepted suggestions, or all that are undecided.
    SetRoles(Vec<(String, Role)>),
    /// Several columns are decided about anew: nothing of them leaves until then.
    Undecide(Vec<String>),
    /// Somebody answers for a column that is released as it is, with a reason that may be empty; `None` takes it back.
    Confirm {
        column: String,
        reason: Option<String>,
    },
    SetPrivateItem {
        item: String,
        private: bool,
    },
    SetK(Option<u32>),
    SetP(Option<u32>),
    /// Any promise of the catalogue; `None` takes it away. A second number that is not named stays as it is.
    SetPromise {
        model: PrivacyModel,
        value: Option<f64>,
        rank: Option<u32>,
    },
    SetEpsilon(Option<f64>),
    /// The l of (k, ε, l): the least standard deviation of sensitive issues.
    SetLSd(Option<f64>),
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
    /// Those of several columns at once: accepted proposals.
    SetHierarchies(Vec<(String, HierarchySource)>),
    SetMethod(MethodName),
    /// A setting of the method that takes one value.
    Tell(MethodSetting, Value),
    SetLevels(BTreeMap<String, u32>),
    /// Chosen levels become the method, with these: one step of undo.
    UseLevels(BTreeMap<String, u32>),
    SetClass(Option<String>),
    /// What `decomposition` is told. The name tells what was done.
    SetDecomposition {
        told: Decomposition,
        name: &'static str,
    },
    /// Decimals of released means; `None` for as many as the column itself has.
    SetDecimals(Option<u32>),
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
    /// All that is promised, where something was missing: one step of undo.
    Promise(Box<Requirement>),
    /// What a profile asks for, instead of what is asked for now.
    UseProfile {
        requirement: Box<Requirement>,
        profile: String,
    },
    /// The settings of a candidate on the shelf, as one step of undo.
    UseSettings {
        settings: Box<Settings>,
        candidate: String,
    },
    SetShuffle(bool),
    SetFormat(ReleaseFormat),
    SetEscapeFormulas(bool),
    /// How the ranges of local methods end.
    SetRanges(Ranges),
    /// Where the codes of values come from, in formats that have labels.
    SetCodes(CodesFrom),
    SetNested(bool),
    /// Whether the applied mapping is written, in house.
    SetMapping(bool),
    /// Whether the recoding is written as SQL, in house.
    SetSql(bool),
    /// What the reports say in a line of their own; `None` leaves it to be filled in by hand.
    SetReport {
        field: ContextField,
        text: Option<String>,
    },
    /// Whether the scenario and the reasons for the thresholds leave the house.
    SetReportPublic(bool),
}

impl Change {
    /// Asks for a promise with this value, or no longer for it.
    pub fn ask(model: PrivacyModel, value: Option<f64>) -> Self {
        let rank = None;
        Self::SetPromise { model, value, rank }
    }

    /// Asks for a promise with what is a usual start.
    pub fn begin(model: PrivacyModel) -> Self {
        let promise = model.promise();
        Self::SetPromise {
            model,
            value: Some(promise.start),
            rank: promise.rank.as_ref().map(|rank| rank.start),
        }
    }

    /// Changes with the same gesture that follow each other without a pause are one step of undo.
    pub fn gesture(&self) -> Option<&'static str> {
        match self {
            Self::SetK(_) => Some("k"),
            Self::SetP(_) => Some("p"),
            Self::SetPromise { model, .. } => Some(model.name()),
            Self::SetEpsilon(_) => Some("epsilon"),
            Self::SetLSd(_) => Some("l_sd"),
            Self::SetM(_) => Some("m"),
            Self::SetH(_) => Some("h"),
            Self::SetSuppression(_) => Some("suppression"),
            Self::Tell(setting, Value::Whole(_) | Value::Number(_)) => Some(setting.key()),
            Self::SetDecimals(_) => Some("decimals"),
            Self::SetDecomposition { name, .. } => Some(name),
            Self::SetRecipients { .. } => Some("recipients"),
            _ => None,
        }
    }
}
