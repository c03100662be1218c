//! All that a page may tell to others: what was declared and what the released file shows.

use crate::declared::asked_of;
use crate::kinds::{self, AboutKind, about};
use cloakroom_core::{Kind, MethodName, Requirement};
use cloakroom_verify::Figures;
use cloakroom_verify::declaration::Declaration;

#[derive(Clone, Copy, Debug)]
pub struct Public<'a> {
    pub declared: &'a Declaration,
    pub figures: &'a Figures,
    /// Of the released file.
    pub sha256: &'a str,
    /// What the checker says of promises that hold whatever anybody is like.
    pub empty: &'a [String],
}

impl Public<'_> {
    pub fn kind(&self) -> Kind {
        kinds::declared(self.declared.kind)
    }

    /// What there is to know of its kind.
    pub(crate) fn about(&self) -> &'static AboutKind {
        about(self.kind())
    }

    pub fn method(&self) -> Option<MethodName> {
        MethodName::from_name(&self.declared.method)
    }

    pub fn records(&self) -> usize {
        usize::try_from(self.figures.records).unwrap_or(usize::MAX)
    }

    /// Every size as often as there are classes of it; of ratings, every number of people close by as often as there
    /// are people with it.
    pub fn sizes(&self) -> Vec<u32> {
        let sizes = self.figures.sizes.iter();
        sizes
            .flat_map(|(&size, &count)| {
                let size = u32::try_from(size).unwrap_or(u32::MAX);
                std::iter::repeat_n(size, count as usize)
            })
            .collect()
    }

    /// What was declared, in the words that sentences are made of.
    pub fn requirement(&self) -> Requirement {
        asked_of(&self.declared.requirement)
    }
}
