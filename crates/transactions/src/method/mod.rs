//! The methods for transactions: each shows items as more general ones, or not at all, until no set that an
//! attacker may know is rare.

mod aa;
pub mod hghs;
mod lg;
mod live;
mod mm;
mod none;
mod refined;

use crate::privacy::TransactionsTarget;
use crate::transactions::{Cut, PreparedTransactions};
use cloakroom_core::{Failure, MethodName, MethodSettings, Problem, Progress, Taxonomy};

/// What a method is given. Checked before: at least k transactions, and something is asked for.
#[derive(Clone, Copy, Debug)]
pub struct TransactionsTask<'a> {
    pub baskets: &'a PreparedTransactions,
    pub target: TransactionsTarget,
    pub settings: &'a MethodSettings,
}

/// What a method made of transactions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnonymizedTransactions {
    /// Parallel to `PreparedTransactions::leaf`: the node that an occurrence is shown as, or `GONE`. Nodes that a basket
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
    /// In units of `PreparedTransactions::unit`.
    pub cost: u64,
    /// Nodes that could be replaced next, with the cost that each would give; the cheapest ones if there are
    /// many.
    pub tried: Vec<(u32, u64)>,
}

impl Round {
    /// The cut that a step arrived at, and what else would come if `tried` were replaced by its children; in the
    /// order of the tree.
    pub fn cut(&self, tree: &Taxonomy, step: usize, tried: Option<u32>) -> Vec<u32> {
        let steps = self.steps.get(..=step).unwrap_or(&self.steps);
        let specialised = steps.iter().filter_map(|step| step.specialised);
        let mut is_inner = vec![false; tree.len()];
        for node in specialised.chain(tried) {
            is_inner[node as usize] = true;
        }
        let is_on = |&node: &u32| {
            let above = tree.parent(node);
            !is_inner[node as usize] && above.is_none_or(|above| is_inner[above as usize])
        };
        tree.top_down().into_iter().filter(is_on).collect()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransactionsOutcome {
    Reached(AnonymizedTransactions),
    /// Why it cannot be reached by this method, in a sentence.
    NotReached(String),
}

impl AnonymizedTransactions {
    pub fn of_cut(baskets: &PreparedTransactions, cut: Cut) -> Self {
        Self {
            shown: cut.shown(baskets),
            cut: Some(cut),
            ..Self::default()
        }
    }
}

/// How a method is run.
type Run = fn(TransactionsTask<'_>, &Progress) -> Result<TransactionsOutcome, Failure>;

/// A new one is a line here, its module above and its row in `cloakroom_core::method`.
const METHODS: &[(MethodName, Run)] = &[
    (MethodName::None, none::run),
    (MethodName::Hghs, hghs::run_hghs),
    (MethodName::Mhghs, hghs::run_mhghs),
    (MethodName::Aa, aa::run),
    (MethodName::Mm, mm::run),
    (MethodName::Lg, lg::run),
    (MethodName::Refined, refined::run),
];

pub fn run(
    name: MethodName,
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<TransactionsOutcome, Failure> {
    let listed = METHODS.iter().find(|(method, _)| *method == name);
    let (_, run) = listed.ok_or_else(|| {
        Problem::new(format!(
            "the method {} is not for transactions",
            name.name()
        ))
    })?;
    run(task, progress)
}

#[cfg(test)]
mod list {
    use super::*;
    use cloakroom_core::Kind;

    #[test]
    fn every_method_of_transactions_can_be_run() {
        for method in MethodName::ALL {
            let is_known = method.kinds().contains(&Kind::Transactions);
            let is_listed = METHODS.iter().any(|(listed, _)| *listed == method);
            assert_eq!(is_listed, is_known, "{method:?}");
        }
    }
}

#[cfg(test)]
mod rounds {
    use super::*;
    use crate::transactions::papers_example;

    #[test]
    fn cuts_follow_from_what_was_replaced() {
        let baskets = papers_example();
        let tree = &baskets.tree;
        let node = |name: &str| {
            let mut nodes = 0..tree.len() as u32;
            nodes.find(|&node| tree.name(node) == name).unwrap()
        };
        let step = |specialised: Option<&str>| Step {
            specialised: specialised.map(node),
            ..Step::default()
        };
        let round = Round {
            size: 2,
            steps: vec![step(None), step(Some("T")), step(Some("Q"))],
        };
        let cut = |step, tried: Option<&str>| {
            let cut = round.cut(tree, step, tried.map(node));
            let names: Vec<&str> = cut.iter().map(|&node| tree.name(node)).collect();
            names.join(" ")
        };
        assert_eq!(cut(0, None), "T");
        assert_eq!(cut(1, None), "P Q e i");
        assert_eq!(cut(1, Some("P")), "H K Q e i");
        assert_eq!(cut(2, None), "P L M e i");
        assert_eq!(cut(2, Some("L")), "P f g M e i");
    }
}
