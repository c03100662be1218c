//! The rare sets that a view lists: those that are minimal for the requirement of now, filtered and in order.

use crate::ui::asked::Answer;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_transactions::profile::mine::Threats;
use cloakroom_transactions::transactions::PreparedTransactions;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::sync::Arc;

/// Listings of so many sets take no job.
const AT_ONCE: usize = 20_000;
/// Looked through between two looks at the progress.
const STRETCH: usize = 65_536;

/// What the list is in order of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderBy {
    #[default]
    Support,
    Size,
    LeastSubset,
    Items,
}

/// Which sets, and in which order.
#[derive(Clone, Debug)]
pub struct ListQuestion {
    pub threats: Arc<Threats>,
    pub baskets: Arc<PreparedTransactions>,
    pub k: u32,
    pub m: u32,
    /// Only sets of so many items.
    pub size: Option<u32>,
    /// Only sets with an item whose name has this in it, in small letters.
    pub text: String,
    /// Only sets with an item under this node.
    pub under: Option<u32>,
    /// Only sets that this basket holds.
    pub basket: Option<u32>,
    pub order: OrderBy,
    pub descending: bool,
}

impl PartialEq for ListQuestion {
    fn eq(&self, other: &Self) -> bool {
        let filters = |of: &Self| (of.k, of.m, of.size, of.under, of.basket);
        Arc::ptr_eq(&self.threats, &other.threats)
            && Arc::ptr_eq(&self.baskets, &other.baskets)
            && filters(self) == filters(other)
            && self.text == other.text
            && self.order == other.order
            && self.descending == other.descending
    }
}

/// The answer: places in the threats, in order.
#[derive(Debug)]
pub struct Listed {
    pub question: ListQuestion,
    pub places: Vec<u32>,
    /// Minimal ones of at most m items, whatever the filters: how many of each size, from 1.
    pub by_size: Vec<usize>,
}

impl Listed {
    /// Minimal ones, whatever the filters.
    pub fn all(&self) -> usize {
        self.by_size.iter().sum()
    }

    pub fn new(question: ListQuestion, progress: &Progress) -> Result<Self, Stopped> {
        let threats = &question.threats;
        let wanted = Wanted::new(&question);
        let largest = (question.m as usize).min(threats.largest() as usize);
        let mut places = Vec::new();
        let mut by_size = Vec::new();
        for size in 1..=largest as u32 {
            let mut minimal = 0;
            let range = threats.of_size(size);
            let fits = question.size.is_none_or(|only| only == size);
            for from in range.clone().step_by(STRETCH) {
                progress.check()?;
                for at in from..range.end.min(from + STRETCH) {
                    if threats.is_minimal(at, question.k) {
                        minimal += 1;
                        if fits && wanted.takes(threats.set(at)) {
                            places.push(at as u32);
                        }
                    }
                }
            }
            by_size.push(minimal);
        }
        progress.check()?;
        sort(&mut places, &question);
        Ok(Self {
            question,
            places,
            by_size,
        })
    }
}

impl Answer for Listed {
    type Question = ListQuestion;
    const WORK: &'static str = "List rare sets";

    fn compute(question: ListQuestion, progress: &Progress) -> Result<Self, Stopped> {
        Self::new(question, progress)
    }

    fn is_short(question: &ListQuestion) -> bool {
        question.threats.len() <= AT_ONCE
    }
}

/// The filters as lists of nodes.
struct Wanted {
    /// By node: its name has the text in it. None if there is no text.
    named: Option<Vec<bool>>,
    under: Option<Vec<bool>>,
    held: Option<Vec<bool>>,
}

impl Wanted {
    fn new(question: &ListQuestion) -> Self {
        let tree = &question.baskets.tree;
        let nodes = 0..tree.len() as u32;
        let text = &question.text;
        let named = |node: u32| tree.name(node).to_lowercase().contains(text);
        let basket = question.basket.map(|basket| basket as usize);
        let basket = basket.filter(|&basket| basket < question.baskets.len());
        Self {
            named: (!text.is_empty()).then(|| nodes.clone().map(named).collect()),
            under: question
                .under
                .map(|above| nodes.map(|node| tree.is_under(node, above)).collect()),
            held: basket.map(|basket| {
                let mut held = vec![false; tree.len()];
                for &leaf in question.baskets.basket(basket) {
                    for node in tree.path(leaf) {
                        held[node as usize] = true;
                    }
                }
                held
            }),
        }
    }

    fn takes(&self, set: &[u32]) -> bool {
        let any = |of: &Option<Vec<bool>>| {
            let of = of.as_ref();
            of.is_none_or(|of| set.iter().any(|&node| of[node as usize]))
        };
        let held = self.held.as_ref();
        any(&self.named)
            && any(&self.under)
            && held.is_none_or(|held| set.iter().all(|&node| held[node as usize]))
    }
}

/// Whatever the order, equal ones stay in the order in which they were found: smaller sets first.
fn sort(places: &mut [u32], question: &ListQuestion) {
    let threats = &question.threats;
    let turned = |order: Ordering| match question.descending {
        true => order.reverse(),
        false => order,
    };
    match question.order {
        OrderBy::Size => {
            if question.descending {
                places.par_sort_by_key(|&at| std::cmp::Reverse(threats.size(at as usize)));
            }
        }
        OrderBy::Support => places.par_sort_by(|&a, &b| {
            let support = |at: u32| threats.support(at as usize);
            turned(support(a).cmp(&support(b)))
        }),
        OrderBy::LeastSubset => places.par_sort_by(|&a, &b| {
            let least = |at: u32| threats.least_subset(at as usize);
            turned(least(a).cmp(&least(b)))
        }),
        OrderBy::Items => {
            let rank = name_ranks(&question.baskets);
            places.par_sort_by(|&a, &b| {
                let ranks = |at: u32| {
                    let mut ranks: Vec<u32> = threats.set(at as usize).to_vec();
                    for node in &mut ranks {
                        *node = rank[*node as usize];
                    }
                    ranks.sort_unstable();
                    ranks
                };
                turned(ranks(a).cmp(&ranks(b)))
            });
        }
    }
}

/// By node: its place among all names.
pub fn name_ranks(baskets: &PreparedTransactions) -> Vec<u32> {
    let tree = &baskets.tree;
    let mut nodes: Vec<u32> = (0..tree.len() as u32).collect();
    nodes.sort_unstable_by_key(|&node| tree.name(node));
    let mut rank = vec![0; nodes.len()];
    for (place, &node) in (0..).zip(&nodes) {
        rank[node as usize] = place;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_transactions::profile::TransactionsDb;
    use cloakroom_transactions::profile::mine::{Bounds, mine};
    use cloakroom_transactions::transactions::papers_example;

    #[test]
    fn minimal_ones_in_the_order_asked_for() {
        let baskets = Arc::new(papers_example());
        let db = TransactionsDb::original(&baskets);
        let bounds = Bounds {
            k: 10,
            m: 5,
            most_sets: 10_000,
        };
        let threats = Arc::new(mine(&db, bounds, &Progress::default()).unwrap());
        let question = ListQuestion {
            threats: threats.clone(),
            baskets: baskets.clone(),
            k: 2,
            m: 2,
            size: None,
            text: String::new(),
            under: None,
            basket: None,
            order: OrderBy::Items,
            descending: false,
        };
        let list = |change: &dyn Fn(&mut ListQuestion)| {
            let mut question = question.clone();
            change(&mut question);
            let listed = Listed::new(question, &Progress::default()).unwrap();
            let sets = listed.places.iter().map(|&at| {
                let set = threats.set(at as usize).iter();
                let mut names: Vec<&str> = set.map(|&node| baskets.tree.name(node)).collect();
                names.sort_unstable();
                names.concat()
            });
            (sets.collect::<Vec<_>>().join(" "), listed.by_size)
        };
        // x, y and z are in one basket each, so no set with one of them is minimal.
        let (all, by_size) = list(&|_| {});
        assert_eq!(all, "ab ac bd bf bg cg ei x y z");
        assert_eq!(by_size, [3, 7]);
        assert_eq!(list(&|question| question.size = Some(1)).0, "x y z");
        assert_eq!(list(&|question| question.text = "i".to_owned()).0, "ei");
        assert_eq!(
            list(&|question| question.basket = Some(0)).0,
            "bd",
            "b c d holds one"
        );
        let under = tree_node(&baskets, "L");
        let (under, by_size) = list(&|question| {
            question.under = Some(under);
            question.descending = true;
        });
        assert_eq!((under.as_str(), by_size), ("cg bg bf", vec![3, 7]));
        // With k = 3 every item that is in two baskets is a threat of its own.
        let (rarer, _) = list(&|question| {
            question.k = 3;
            question.order = OrderBy::Support;
        });
        assert!(rarer.starts_with("x y z"), "{rarer}");
        let (large, _) = list(&|question| {
            question.order = OrderBy::Size;
            question.descending = true;
        });
        assert!(large.ends_with("x y z") || large.ends_with("z"), "{large}");
    }

    fn tree_node(baskets: &PreparedTransactions, name: &str) -> u32 {
        let mut nodes = 0..baskets.tree.len() as u32;
        nodes.find(|&node| baskets.tree.name(node) == name).unwrap()
    }
}
