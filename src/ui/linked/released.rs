//! The records of what the last run made: whom the release lacks, and whom it shows alike.

use super::{AT_ONCE, COMPARED_AT_ONCE, picked};
use crate::ui::ratings::{ReleasedRatings, near};
use crate::ui::transactions::ReleasedTransactions;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_engine::anonymize::Candidate;
use cloakroom_transactions::transactions::GONE;
use std::sync::Arc;

/// What a run made, of any kind.
#[derive(Clone)]
pub enum Released {
    Records(Arc<Candidate>),
    /// Who is within so many steps is close.
    People(Arc<ReleasedRatings>, u16),
    Baskets(Arc<ReleasedTransactions>),
}

impl PartialEq for Released {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Records(one), Self::Records(other)) => Arc::ptr_eq(one, other),
            (Self::People(one, within), Self::People(other, as_far)) => {
                within == as_far && Arc::ptr_eq(one, other)
            }
            (Self::Baskets(one), Self::Baskets(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl Released {
    /// Rows of the data, ascending.
    pub fn left_out(&self) -> &[u32] {
        match self {
            Self::Records(made) => &made.anonymized.left_out,
            Self::People(made, _) => &made.anonymized.left_out,
            Self::Baskets(_) => &[],
        }
    }

    fn kept(&self) -> &[u32] {
        match self {
            Self::Records(made) => &made.anonymized.kept,
            Self::People(made, _) => &made.anonymized.kept,
            Self::Baskets(_) => &[],
        }
    }

    pub fn lacks(&self, row: u32) -> bool {
        self.left_out().binary_search(&row).is_ok()
    }

    /// Those that the release shows like this one, or as close to it.
    pub(super) fn with(&self, row: u32, progress: &Progress) -> Result<Vec<u32>, Stopped> {
        let place = self.kept().binary_search(&row).ok();
        Ok(match (self, place) {
            (Self::Records(made), Some(place)) => {
                let classes = &made.classes;
                let members = classes.members(classes.class_of(place)).iter();
                members.map(|&place| self.kept()[place as usize]).collect()
            }
            (Self::People(made, within), Some(place)) => {
                let close = near::close_people(&made.survey, &made.profile, *within, place as u32);
                let close = close.into_iter();
                close.map(|place| self.kept()[place as usize]).collect()
            }
            (Self::Records(_) | Self::People(..), None) => vec![row],
            (Self::Baskets(made), _) => {
                let own = shown(made, row as usize);
                picked(made.baskets.len(), progress, |basket| {
                    shown(made, basket) == own
                })?
            }
        })
    }

    pub(super) fn is_short(&self) -> bool {
        match self {
            Self::Records(_) => true,
            Self::People(made, _) => made.profile.patterns().first.len() <= COMPARED_AT_ONCE,
            Self::Baskets(made) => made.baskets.all_occurrences() <= AT_ONCE,
        }
    }
}

/// What a basket shows: nodes of the taxonomy, and the private items that are shown as they are.
fn shown(made: &ReleasedTransactions, basket: usize) -> (Vec<u32>, &[u32]) {
    let baskets = &made.baskets;
    let places = baskets.starts[basket]..baskets.starts[basket + 1];
    let mut nodes = made.anonymized.shown[places].to_vec();
    nodes.retain(|&node| node != GONE);
    nodes.sort_unstable();
    nodes.dedup();
    let private = match baskets.private_starts.is_empty() {
        true => &[],
        false => baskets.private_of(basket),
    };
    (nodes, private)
}
