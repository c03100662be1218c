//! Words about nodes, sets and costs that several views use.

use crate::ui::widgets::number;
use cloakroom_transactions::method::hghs::Completed;
use cloakroom_transactions::transactions::PreparedTransactions;

/// The names of some nodes, sorted; what is beyond `most` is counted.
pub fn names(baskets: &PreparedTransactions, nodes: &[u32], most: usize) -> String {
    let tree = &baskets.tree;
    let mut names: Vec<&str> = nodes.iter().map(|&node| tree.name(node)).collect();
    names.sort_unstable();
    told(&names, most)
}

/// The same in the order given.
pub fn names_in_order(baskets: &PreparedTransactions, nodes: &[u32], most: usize) -> String {
    let tree = &baskets.tree;
    let names: Vec<&str> = nodes
        .iter()
        .take(most.saturating_add(1))
        .map(|&node| tree.name(node))
        .collect();
    let mut text = told(&names[..names.len().min(most)], most);
    if nodes.len() > most {
        text.push_str(&more(nodes.len() - most));
    }
    text
}

fn told(names: &[&str], most: usize) -> String {
    let mut text = names[..names.len().min(most)].join(", ");
    if names.len() > most {
        text.push_str(&more(names.len() - most));
    }
    text
}

fn more(count: usize) -> String {
    format!(" and {} more", number::count(count as u64))
}

/// The rare set that leaving a node out answers: `with Q, K in 1 basket`.
pub fn answered(baskets: &PreparedTransactions, threat: &Completed) -> String {
    let found = number::counted(u64::from(threat.support), "basket");
    match threat.others.is_empty() {
        true => format!("alone in {found}"),
        false => format!(
            "with {} in {found}",
            names_in_order(baskets, &threat.others, 8)
        ),
    }
}

/// A cost as the paper counts it: in occurrences that are lost altogether.
pub fn cost(baskets: &PreparedTransactions, units: u64) -> String {
    number::decimal(units as f64 / baskets.unit() as f64)
}

/// A cost as a share of all that the baskets say.
pub fn loss(baskets: &PreparedTransactions, units: u64) -> f64 {
    let all = baskets.unit() * baskets.all_occurrences().max(1) as u64;
    units as f64 / all as f64
}

/// `5.6 (24 %)`
pub fn cost_and_loss(baskets: &PreparedTransactions, units: u64) -> String {
    let share = number::percent(loss(baskets, units));
    format!("{} ({share})", cost(baskets, units))
}
