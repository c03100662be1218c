//! What may vary: a parameter of a model for records, ratings or transactions, or of several of them.

use cloakroom_core::promise::Unit;
use cloakroom_core::purpose::Target;
use cloakroom_core::recipe::is_for;
use cloakroom_core::requirement::millionths;
use cloakroom_core::{Amount, Kind, MethodName, Requirement, SetSize, Settings};
use cloakroom_microdata::privacy::{PrivacyModel, parameter};

/// An m that no transaction is longer than.
pub const UNBOUNDED: u64 = u32::MAX as u64;

/// What varies from one release to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub requirement: Requirement,
    /// What `decomposition` aims at; `None` for what the recipe says.
    pub target: Option<Target>,
}

impl Setting {
    pub fn of(settings: &Settings) -> Self {
        Self {
            requirement: settings.requirement.clone(),
            target: Some(settings.method.decomposition.target),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// k means the same everywhere, the share that may be left out the same of ratings, p of transactions how many
    /// public items are known.
    Model(PrivacyModel),
    Epsilon,
    Deviation,
    /// The m of transactions.
    SetSize,
    /// The h of transactions.
    PrivateShare,
    /// How far the recipient is trusted.
    Trust,
    /// The degree of anonymisation.
    Degree,
}

impl Parameter {
    /// One number each.
    pub fn all() -> impl Iterator<Item = Self> {
        let one_number = |model: &PrivacyModel| !model.has_rank();
        let (limit, promises): (Vec<_>, Vec<_>) = PrivacyModel::ALL
            .into_iter()
            .filter(one_number)
            .partition(|&model| model == PrivacyModel::Suppression);
        let others = [
            Self::Epsilon,
            Self::Deviation,
            Self::SetSize,
            Self::PrivateShare,
        ];
        let promises = promises.into_iter().map(Self::Model).chain(others);
        promises
            .chain(limit.into_iter().map(Self::Model))
            .chain([Self::Trust, Self::Degree])
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Model(model) => model.name(),
            Self::Epsilon => "epsilon",
            Self::Deviation => "l_sd",
            Self::SetSize => "m",
            Self::PrivateShare => "h",
            Self::Trust => "trust",
            Self::Degree => "degree",
        }
    }

    pub fn is_for(self, kind: Kind) -> bool {
        if self.is_target() {
            return MethodName::Decomposition.kinds().contains(&kind);
        }
        let key = self.name().split('.').next().unwrap_or_default();
        is_for(key, kind)
    }

    /// Whether it says how far to go and not what to promise: only `decomposition` asks for it.
    pub fn is_target(self) -> bool {
        matches!(self, Self::Trust | Self::Degree)
    }

    /// The setting with this parameter, in the whole numbers it is counted in.
    #[must_use]
    pub fn with(self, value: u64, setting: &Setting) -> Setting {
        let decimal = value as f64 / 1e6;
        let target = match self {
            Self::Trust => Some(Target::Trust(decimal)),
            Self::Degree => Some(Target::Degree(decimal)),
            _ => setting.target,
        };
        Setting {
            requirement: self.required(value, &setting.requirement),
            target,
        }
    }

    fn required(self, value: u64, requirement: &Requirement) -> Requirement {
        let decimal = Some(value as f64 / 1e6);
        match self {
            Self::Trust | Self::Degree => requirement.clone(),
            Self::Model(model) => parameter::with(model, value, requirement),
            Self::Epsilon => Requirement {
                epsilon: decimal,
                ..requirement.clone()
            },
            Self::Deviation => Requirement {
                l_sd: decimal,
                ..requirement.clone()
            },
            Self::SetSize => Requirement {
                m: Some(match value {
                    UNBOUNDED.. => SetSize::ANY,
                    size => SetSize::AtMost(size as u32),
                }),
                ..requirement.clone()
            },
            Self::PrivateShare => Requirement {
                h: decimal,
                ..requirement.clone()
            },
        }
    }

    /// The same for all settings.
    pub fn set(self, value: u64, settings: &mut Settings) {
        let Setting {
            requirement,
            target,
        } = self.with(value, &Setting::of(settings));
        settings.requirement = requirement;
        if let Some(target) = target {
            settings.method.decomposition.target = target;
        }
    }

    /// What the settings ask for, in the whole numbers it is counted in; `None` if they do not.
    pub fn wanted(self, settings: &Settings) -> Option<u64> {
        let requirement = &settings.requirement;
        match self {
            Self::Model(PrivacyModel::Suppression) => Some(millionths(requirement.suppression)),
            Self::Model(model) => parameter::wanted(model, requirement),
            Self::Epsilon => requirement.epsilon.map(millionths),
            Self::Deviation => requirement.l_sd.map(millionths),
            Self::SetSize => match requirement.m? {
                SetSize::AtMost(size) => Some(u64::from(size)),
                SetSize::Any(_) => None,
            },
            Self::PrivateShare => requirement.h.map(millionths),
            Self::Trust => match settings.method.decomposition.target {
                Target::Trust(trust) => Some(millionths(trust)),
                Target::Degree(_) => None,
            },
            Self::Degree => match settings.method.decomposition.target {
                Target::Degree(degree) => Some(millionths(degree)),
                Target::Trust(_) => None,
            },
        }
    }

    /// Whether it is counted; the others are decimals, in millionths.
    pub fn is_count(self) -> bool {
        match self {
            Self::Model(model) => model.promise().unit == Unit::Count,
            other => other == Self::SetSize,
        }
    }

    /// What a setting asks for.
    pub fn amount(self, setting: &Setting) -> Amount {
        let requirement = &setting.requirement;
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
            Self::SetSize => match requirement.m {
                Some(SetSize::Any(unbounded)) => Amount::Unbounded(unbounded),
                Some(SetSize::AtMost(size)) => Amount::Count(u64::from(size)),
                None => Amount::Count(0),
            },
            Self::PrivateShare => number(requirement.h),
            Self::Trust | Self::Degree => number(setting.target.map(|target| match target {
                Target::Trust(share) | Target::Degree(share) => share,
            })),
        }
    }
}
