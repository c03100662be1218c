//! The lattice under the requirement as it is now, and what is selected in it. The picture and the hash table
//! look at the same node.

use super::facts::NodeFacts;
use super::statuses::{Stands, Statuses};
use super::{Held, strategy};
use cloakroom_core::method::{MethodName, SearchMetric};
use cloakroom_core::requirement::Requirement;
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_microdata::profile::lattice::Status;
use rayon::prelude::*;
use std::sync::Arc;

#[derive(Default)]
pub struct ShownLattice {
    held: Option<Arc<Held>>,
    requirement: Requirement,
    metric: SearchMetric,
    statuses: Statuses,
    selected: Option<usize>,
    /// Which of the strategies through the selected node is looked at.
    strategy: u128,
    /// Its nodes, from the bottom to the top.
    way: Vec<usize>,
    /// Of nodes that were looked at, under this requirement.
    facts: Vec<Arc<NodeFacts>>,
}

impl ShownLattice {
    /// Follows the requirement: one pass over all nodes when something changed, nothing otherwise.
    pub fn refresh(&mut self, held: &Arc<Held>, settings: &Settings) {
        let (requirement, metric) = (&settings.requirement, settings.method.metric);
        let same_lattice = self
            .held
            .as_ref()
            .is_some_and(|shown| Arc::ptr_eq(shown, held));
        if same_lattice && self.requirement == *requirement && self.metric == metric {
            return;
        }
        let same_nodes = self.held.as_ref().is_some_and(|shown| {
            let names = |held: &Held| -> Vec<String> {
                let columns = held.profile.columns().iter();
                columns.map(|column| column.name.clone()).collect()
            };
            shown.shape() == held.shape() && names(shown) == names(held)
        });
        if !same_nodes {
            self.select(None);
        }
        self.statuses = statuses(held, requirement, metric);
        self.held = Some(held.clone());
        self.requirement = requirement.clone();
        self.metric = metric;
        self.facts.clear();
    }

    pub fn statuses(&self) -> &Statuses {
        &self.statuses
    }

    pub fn selected(&self) -> Option<usize> {
        self.selected
    }

    pub fn select(&mut self, node: Option<usize>) {
        if self.selected != node || node.is_none() {
            self.selected = node;
            self.strategy = 0;
            self.way.clear();
        }
    }

    /// Selects another node of the strategy that is looked at, which stays.
    pub fn select_on_way(&mut self, node: usize) {
        let Some(held) = &self.held else {
            return;
        };
        if self.way.contains(&node) {
            self.strategy = strategy::number(held.shape(), &self.way, node);
            self.selected = Some(node);
        }
    }

    /// The node to begin with: the chosen levels, the optimum, the first minimal node, the bottom.
    pub fn first_choice(&self, settings: &Settings) -> usize {
        let held = self.held.as_ref();
        held.and_then(|held| chosen(held, settings))
            .or(self.statuses.optimum)
            .or_else(|| self.statuses.minimal().first().map(|&node| node as usize))
            .unwrap_or(0)
    }

    pub fn strategy(&self) -> u128 {
        self.strategy
    }

    pub fn set_strategy(&mut self, number: u128) {
        self.strategy = number;
        self.way.clear();
    }

    /// Makes the strategy through the selected node ready.
    pub fn find_way(&mut self) {
        let (Some(held), Some(node)) = (&self.held, self.selected) else {
            return;
        };
        if self.way.is_empty() {
            self.way = strategy::nodes(held.shape(), node, self.strategy);
        }
    }

    pub fn way(&self) -> &[usize] {
        &self.way
    }

    /// What there is to say about a node; kept while the requirement stays.
    pub fn facts(
        &mut self,
        node: usize,
        table: &Table,
        settings: &Settings,
    ) -> Option<Arc<NodeFacts>> {
        let held = self.held.as_ref()?;
        if let Some(known) = self.facts.iter().find(|facts| facts.node == node) {
            return Some(known.clone());
        }
        let facts = Arc::new(NodeFacts::new(held, node, table, settings));
        if self.facts.len() >= 64 {
            self.facts.remove(0);
        }
        self.facts.push(facts.clone());
        Some(facts)
    }
}

/// The levels that the method has been told to use.
pub fn chosen(held: &Held, settings: &Settings) -> Option<usize> {
    if settings.method.name != MethodName::Levels {
        return None;
    }
    held.node(&settings.method.levels)
}

pub fn stands(status: Status) -> Stands {
    match status {
        Status::Satisfied => Stands::Holds,
        Status::WithSuppression(_) => Stands::LeavingOut,
        Status::Fails(_) => Stands::Fails,
        Status::Unknown => Stands::Unknown,
    }
}

/// How all nodes stand.
fn statuses(held: &Held, requirement: &Requirement, metric: SearchMetric) -> Statuses {
    let of: Vec<Stands> = (0..held.rows.len())
        .into_par_iter()
        .with_min_len(4096)
        .map(|node| stands(held.status(node, requirement)))
        .collect();
    let mut statuses = Statuses::new(held.shape(), &held.rows, of);
    if statuses.is_known() {
        statuses.optimum = held.profile.optimum(metric, requirement);
    }
    statuses
}
