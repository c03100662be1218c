//! What may vary: a parameter of a model for tables of records, of one for ratings, or of both.

use crate::model::kind::Kind;
use crate::model::recipe::is_for;
use crate::model::requirement::{Requirement, millionths};
use crate::model::verdict::Amount;
use crate::privacy::{PrivacyModel, parameter};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// k and the share that may be left out mean the same of ratings.
    Model(PrivacyModel),
    Epsilon,
    Deviation,
}

impl Parameter {
    /// One number each.
    pub const ALL: [Self; 10] = [
        Self::Model(PrivacyModel::KAnonymity),
        Self::Model(PrivacyModel::DistinctDiversity),
        Self::Model(PrivacyModel::EntropyDiversity),
        Self::Model(PrivacyModel::P),
        Self::Model(PrivacyModel::PPlus),
        Self::Model(PrivacyModel::Alpha),
        Self::Model(PrivacyModel::Closeness),
        Self::Epsilon,
        Self::Deviation,
        Self::Model(PrivacyModel::Suppression),
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Model(model) => model.name(),
            Self::Epsilon => "epsilon",
            Self::Deviation => "l_sd",
        }
    }

    pub fn is_for(self, kind: Kind) -> bool {
        let key = self.name().split('.').next().unwrap_or_default();
        is_for(key, kind)
    }

    /// The requirement with this parameter, in the whole numbers it is counted in.
    #[must_use]
    pub fn with(self, value: u64, requirement: &Requirement) -> Requirement {
        let decimal = Some(value as f64 / 1e6);
        match self {
            Self::Model(model) => parameter::with(model, value, requirement),
            Self::Epsilon => Requirement {
                epsilon: decimal,
                ..requirement.clone()
            },
            Self::Deviation => Requirement {
                l_sd: decimal,
                ..requirement.clone()
            },
        }
    }

    /// What a requirement asks for.
    pub fn amount(self, requirement: &Requirement) -> Amount {
        let number = |wanted: Option<f64>| {
            Amount::Number(millionths(wanted.unwrap_or_default()) as f64 / 1e6)
        };
        match self {
            Self::Model(model) => {
                // Only a suppression of 0 counts as not set.
                let wanted = parameter::wanted(model, requirement).unwrap_or(0);
                parameter::amount(model, wanted, requirement)
            }
            Self::Epsilon => number(requirement.epsilon),
            Self::Deviation => number(requirement.l_sd),
        }
    }
}
