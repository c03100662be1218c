//! What a release declares: what its settings say, and nothing that was measured. With the released file it is all
//! that travels is made of.

use super::kinds::about;
use super::records;
use super::released_table::released_text;
use crate::report::TOOL;
use cloakroom_core::requirement::Diversity;
use cloakroom_core::settings::{self as model, ReleaseFormat};
use cloakroom_core::spelling::Fold;
use cloakroom_core::{Counted, Kind, Layout, NullReading, Requirement, Role, SetSize, Settings};
use cloakroom_verify::declaration::{
    Counts, Declaration, Earlier, Format, Ranges, RatingsForm, Roles, SensitiveColumn,
    TransactionsForm,
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
    /// What the promises count, where that is not every record by itself.
    pub counts: Option<Counted>,
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
            counts: None,
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
            counts: match self.counts {
                None => Counts::Records,
                Some(Counted::People) => Counts::People,
                Some(Counted::Groups) => Counts::Groups,
            },
            // Only releases for recipients are made one from the other.
            earlier: match settings.release.nested && self.recipient.is_some() {
                true => Earlier::Nested,
                false => Earlier::Apart,
            },
            codes: declaration::Codes::new(),
        }
    }
}

/// Puts a name under its role.
pub(super) fn push_role(roles: &mut Roles, role: Role, name: impl Into<String>) {
    match role {
        Role::Identifier | Role::Person | Role::Group => &mut roles.identifier,
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

/// In the words of the checker. A promise that one of the two does not know cannot be made: this, or the way back, would
/// not compile.
fn requirement_of(asked: &Requirement) -> requirement::Requirement {
    requirement::Requirement {
        k: asked.k,
        l: requirement::Diversity {
            distinct: asked.l.distinct,
            entropy: asked.l.entropy,
            recursive: asked.l.recursive,
        },
        p: asked.p,
        p_plus: asked.p_plus,
        alpha: asked.alpha,
        t: asked.t,
        beta: asked.beta,
        epsilon: asked.epsilon,
        l_sd: asked.l_sd,
        sd_nulls: match asked.sd_nulls {
            NullReading::Strict => requirement::NullReading::Strict,
            NullReading::Zero => requirement::NullReading::Zero,
            NullReading::Nonnull => requirement::NullReading::Nonnull,
        },
        m: asked.m.map(|m| match m {
            SetSize::AtMost(size) => requirement::SetSize::AtMost(size),
            SetSize::Any(_) => requirement::SetSize::ANY,
        }),
        h: asked.h,
        duplicates: asked.duplicates,
        suppression: asked.suppression,
    }
}

/// The other way round: what was declared, in the words that sentences are made of.
pub(crate) fn asked_of(declared: &requirement::Requirement) -> Requirement {
    Requirement {
        k: declared.k,
        l: Diversity {
            distinct: declared.l.distinct,
            entropy: declared.l.entropy,
            recursive: declared.l.recursive,
        },
        p: declared.p,
        p_plus: declared.p_plus,
        alpha: declared.alpha,
        t: declared.t,
        beta: declared.beta,
        epsilon: declared.epsilon,
        l_sd: declared.l_sd,
        sd_nulls: match declared.sd_nulls {
            requirement::NullReading::Strict => NullReading::Strict,
            requirement::NullReading::Zero => NullReading::Zero,
            requirement::NullReading::Nonnull => NullReading::Nonnull,
        },
        m: declared.m.map(|m| match m {
            requirement::SetSize::AtMost(size) => SetSize::AtMost(size),
            requirement::SetSize::Any(_) => SetSize::ANY,
        }),
        h: declared.h,
        duplicates: declared.duplicates,
        suppression: declared.suppression,
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
