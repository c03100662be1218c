//! What a release declares: what its settings say, and nothing that was measured. With the released file it is all
//! that travels is made of.

use super::kinds::about;
use super::records;
use super::released_table::released_text;
use crate::report::TOOL;
use cloakroom_core::requirement::Diversity;
use cloakroom_core::settings::{self as model, ReleaseFormat};
use cloakroom_core::spelling::Fold;
use cloakroom_core::{Kind, Layout, NullReading, Requirement, Role, SetSize, Settings};
use cloakroom_verify::declaration::{
    Declaration, Earlier, Format, Ranges, RatingsForm, Roles, SensitiveColumn, TransactionsForm,
};
use cloakroom_verify::{Equality, declaration, requirement};

/// What is declared besides the settings.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub kind: Kind,
    /// The names as they are released, and those of the identifiers that are not.
    pub roles: Roles,
    pub sensitive: Vec<SensitiveColumn>,
    pub ratings: Option<RatingsForm>,
    pub transactions: Option<TransactionsForm>,
    pub recipient: Option<String>,
    /// The degree of anonymisation that was aimed at.
    pub degree: Option<f64>,
}

impl Declared {
    /// A table of records.
    pub fn table(roles: Roles, sensitive: Vec<SensitiveColumn>) -> Self {
        Self {
            kind: records::KIND,
            roles,
            sensitive,
            ratings: None,
            transactions: None,
            recipient: None,
            degree: None,
        }
    }

    pub fn with(&self, settings: &Settings, fold: Fold, format: ReleaseFormat) -> Declaration {
        let format = format.declared();
        Declaration {
            tool: TOOL.to_owned(),
            kind: about(self.kind).declared,
            file: format.file_name(),
            format,
            roles: self.roles.clone(),
            requirement: requirement_of(&settings.requirement),
            sensitive: self.sensitive.clone(),
            ratings: self.ratings,
            transactions: self.transactions.clone(),
            method: settings.method.name.name().to_owned(),
            recipient: self.recipient.clone(),
            degree: self.degree,
            rows_shuffled: settings.release.shuffle,
            // No spreadsheet reads a file of baskets, so nothing in it is escaped.
            formulas_escaped: settings.release.escape_formulas && format != Format::Dat,
            equal: Equality {
                numbers: fold.numbers,
                dates: fold.dates,
                trimmed: fold.texts,
                composed: fold.texts,
            },
            confirmed: settings
                .roles
                .confirmed
                .iter()
                .map(|(name, reason)| {
                    let name = released_text(name, settings.release.escape_formulas);
                    (name.into_owned(), reason.clone())
                })
                .collect(),
            ranges: match settings.release.ranges {
                model::Ranges::Exact => Ranges::Members,
                model::Ranges::Round => Ranges::Round,
            },
            // Only releases for recipients are made one from the other.
            earlier: match settings.release.nested && self.recipient.is_some() {
                true => Earlier::Nested,
                false => Earlier::Apart,
            },
        }
    }
}

/// Puts a name under its role.
pub(super) fn push_role(roles: &mut Roles, role: Role, name: impl Into<String>) {
    match role {
        Role::Identifier => &mut roles.identifier,
        Role::Quasi => &mut roles.quasi,
        Role::Sensitive => &mut roles.sensitive,
        Role::Insensitive => &mut roles.insensitive,
    }
    .push(name.into());
}

pub(super) fn layout_of(layout: Layout) -> declaration::Layout {
    match layout {
        Layout::Wide => declaration::Layout::Wide,
        Layout::Long => declaration::Layout::Long,
        Layout::Basket => declaration::Layout::Basket,
        Layout::List => declaration::Layout::List,
    }
}

/// In the words of the checker. A promise that it does not know cannot be made: it would not compile.
fn requirement_of(asked: &Requirement) -> requirement::Requirement {
    let Requirement {
        k,
        l,
        p,
        p_plus,
        alpha,
        t,
        beta,
        epsilon,
        l_sd,
        sd_nulls,
        m,
        h,
        duplicates,
        suppression,
    } = asked;
    requirement::Requirement {
        k: *k,
        l: requirement::Diversity {
            distinct: l.distinct,
            entropy: l.entropy,
            recursive: l.recursive,
        },
        p: *p,
        p_plus: *p_plus,
        alpha: *alpha,
        t: *t,
        beta: *beta,
        epsilon: *epsilon,
        l_sd: *l_sd,
        sd_nulls: match sd_nulls {
            NullReading::Strict => requirement::NullReading::Strict,
            NullReading::Zero => requirement::NullReading::Zero,
            NullReading::Nonnull => requirement::NullReading::Nonnull,
        },
        m: m.map(|m| match m {
            SetSize::AtMost(size) => requirement::SetSize::AtMost(size),
            SetSize::Any(_) => requirement::SetSize::ANY,
        }),
        h: *h,
        duplicates: *duplicates,
        suppression: *suppression,
    }
}

/// The other way round: what was declared, in the words that sentences are made of.
pub(crate) fn asked_of(declared: &requirement::Requirement) -> Requirement {
    let requirement::Requirement {
        k,
        l,
        p,
        p_plus,
        alpha,
        t,
        beta,
        epsilon,
        l_sd,
        sd_nulls,
        m,
        h,
        duplicates,
        suppression,
    } = declared;
    Requirement {
        k: *k,
        l: Diversity {
            distinct: l.distinct,
            entropy: l.entropy,
            recursive: l.recursive,
        },
        p: *p,
        p_plus: *p_plus,
        alpha: *alpha,
        t: *t,
        beta: *beta,
        epsilon: *epsilon,
        l_sd: *l_sd,
        sd_nulls: match sd_nulls {
            requirement::NullReading::Strict => NullReading::Strict,
            requirement::NullReading::Zero => NullReading::Zero,
            requirement::NullReading::Nonnull => NullReading::Nonnull,
        },
        m: m.map(|m| match m {
            requirement::SetSize::AtMost(size) => SetSize::AtMost(size),
            requirement::SetSize::Any(_) => SetSize::ANY,
        }),
        h: *h,
        duplicates: *duplicates,
        suppression: *suppression,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::MethodName;

    #[test]
    fn the_checker_knows_every_method() {
        for kind in Kind::ALL {
            let known = cloakroom_verify::methods(about(kind).declared);
            let own: Vec<&str> = MethodName::ALL
                .into_iter()
                .filter(|method| method.kinds().contains(&kind))
                .map(MethodName::name)
                .collect();
            assert!(own.iter().all(|name| known.contains(name)), "{own:?}");
            assert_eq!(known.len(), own.len(), "{known:?}");
        }
    }
}
