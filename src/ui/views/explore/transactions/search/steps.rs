//! The steps of a round as rows of cards: the cut that was taken first, then those that were only tried.

use super::Looked;
use crate::ui::transactions::scenario::Visit;

/// One card: a cut that was reached or tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    pub visit: Visit,
    /// The node whose children took its place; none for the root.
    pub replaced: Option<u32>,
    pub cost: u64,
    pub taken: bool,
}

/// One more than steps: below the last one stand those that were tried and not cheaper.
pub fn rows(looked: &Looked<'_>) -> usize {
    let steps = &looked.round.steps;
    let last = steps.last().is_some_and(|step| !step.tried.is_empty());
    steps.len() + usize::from(last)
}

/// The cards of a row, the one that was taken first.
pub fn cards(looked: &Looked<'_>, round: usize, row: usize) -> Vec<Card> {
    let steps = &looked.round.steps;
    let mut cards = Vec::new();
    let taken = steps.get(row).and_then(|step| step.specialised);
    if let Some(step) = steps.get(row) {
        cards.push(Card {
            visit: Visit {
                round,
                step: row,
                tried: None,
            },
            replaced: step.specialised,
            cost: step.cost,
            taken: true,
        });
    }
    if let Some(before) = row.checked_sub(1).and_then(|before| steps.get(before)) {
        let others = before.tried.iter().filter(|(node, _)| Some(*node) != taken);
        cards.extend(others.map(|&(node, cost)| Card {
            visit: Visit {
                round,
                step: row - 1,
                tried: Some(node),
            },
            replaced: Some(node),
            cost,
            taken: false,
        }));
    }
    cards
}

/// Where the card of a cut stands: its row, and its place there.
pub fn find(looked: &Looked<'_>, visit: Visit) -> (usize, usize) {
    match visit.tried {
        None => (visit.step, 0),
        Some(_) => {
            let row = visit.step + 1;
            let cards = cards(looked, visit.round, row);
            let place = cards.iter().position(|card| card.visit == visit);
            (row, place.unwrap_or(0))
        }
    }
}

/// What a cut costs.
pub fn cost(looked: &Looked<'_>, visit: Visit) -> Option<u64> {
    let step = looked.round.steps.get(visit.step)?;
    match visit.tried {
        None => Some(step.cost),
        Some(node) => {
            let tried = step.tried.iter().find(|(tried, _)| *tried == node);
            tried.map(|&(_, cost)| cost)
        }
    }
}
