//! The methods for transactions: each shows items as more general ones, or not at all, until no set that an
//! attacker may know is rare.

mod aa;
pub mod hghs;
mod lg;
mod live;
mod mm;
mod none;
mod refined;

use crate::baskets::{Baskets, Cut};
use crate::privacy::BasketTarget;
use cloakroom_core::method::MethodName;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::pulse::Pulse;
use cloakroom_core::settings::MethodSettings;

/// What a method is given. Checked before: at least k transactions, and something is asked for.
#[derive(Clone, Copy, Debug)]
pub struct BasketTask<'a> {
    pub baskets: &'a Baskets,
    pub target: BasketTarget,
    pub settings: &'a MethodSettings,
}

/// What a method made of transactions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnonymizedBaskets {
    /// Parallel to `Baskets::leaf`: the node that an occurrence is shown as, or `GONE`. Nodes that a basket
    /// shows more than once are released once.
    pub shown: Vec<u32>,
    /// Of a global recoding, the same in a few words.
    pub cut: Option<Cut>,
    /// How a search through the cuts got there.
    pub walk: Option<Walk>,
    /// What the user should know, in sentences.
    pub notes: Vec<String>,
}

/// A search from the root downwards, round by round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    pub rounds: Vec<Round>,
}

/// Sets of at most `size` items are looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    pub size: u32,
    /// The first one is the root alone.
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The node that was replaced by its children to get here; none in the first step.
    pub specialised: Option<u32>,
    pub suppressed: Vec<u32>,
    /// In units of `Baskets::unit`.
    pub cost: u64,
    /// Nodes that could be replaced next, with the cost that each would give; the cheapest ones if there are
    /// many.
    pub tried: Vec<(u32, u64)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BasketOutcome {
    Reached(AnonymizedBaskets),
    /// Why it cannot be reached by this method, in a sentence.
    NotReached(String),
}

impl AnonymizedBaskets {
    pub fn of_cut(baskets: &Baskets, cut: Cut) -> Self {
        Self {
            shown: cut.shown(baskets),
            cut: Some(cut),
            ..Self::default()
        }
    }
}

pub fn run(
    name: MethodName,
    task: BasketTask<'_>,
    pulse: &Pulse,
) -> Result<BasketOutcome, Failure> {
    match name {
        MethodName::Hghs => hghs::run_hghs(task, pulse),
        MethodName::Mhghs => hghs::run_mhghs(task, pulse),
        MethodName::Lg => lg::run(task, pulse),
        MethodName::None => none::run(task, pulse),
        MethodName::Aa => aa::run(task, pulse),
        MethodName::Mm => mm::run(task, pulse),
        MethodName::Refined => refined::run(task, pulse),
        _ => Err(Problem::new(format!(
            "the method {} is not for transactions",
            name.name()
        ))
        .into()),
    }
}
