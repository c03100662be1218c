//! Two releases of baskets, each of them a long text.

use super::TwoReleases;
use crate::ui::compare::beside::BesideAnswer;
use crate::ui::widgets::grid::{GridCell, PartLook};
use cloakroom_engine::transactions::anonymize::TransactionsCandidate;
use cloakroom_transactions::transactions::GONE;

/// Items written out in a cell; the rest is counted.
const MOST_ITEMS: usize = 30;

struct TwoOfBaskets<'a> {
    sides: [&'a TransactionsCandidate; 2],
}

pub fn beside(answer: &BesideAnswer) -> Option<Box<dyn TwoReleases + '_>> {
    let [one, other] = &answer.question.sides;
    Some(Box::new(TwoOfBaskets {
        sides: [one.baskets()?, other.baskets()?],
    }))
}

impl TwoReleases for TwoOfBaskets<'_> {
    fn text(&self) -> Option<&'static str> {
        Some("the basket")
    }

    /// Nobody is, whatever becomes of their items.
    fn is_left_out(&self, _: u32, _: usize) -> bool {
        false
    }

    fn original(&self, record: u32, _: usize) -> GridCell<'_> {
        let baskets = &self.sides[0].baskets;
        let mut items: Vec<&str> = baskets
            .basket(record as usize)
            .iter()
            .map(|&leaf| baskets.tree.name(leaf))
            .collect();
        items.sort_unstable();
        listed(&items, |_| false)
    }

    /// What the other shows differently is coloured.
    fn shown(&self, record: u32, _: usize, side: usize) -> GridCell<'_> {
        let at = record as usize;
        let shown = |side: usize| {
            let candidate = self.sides[side];
            let baskets = &candidate.baskets;
            let places = baskets.starts[at]..baskets.starts[at + 1];
            let nodes = candidate.anonymized.shown[places].iter();
            let mut items: Vec<&str> = nodes
                .filter(|&&node| node != GONE)
                .map(|&node| baskets.tree.name(node))
                .collect();
            items.sort_unstable();
            items.dedup();
            items
        };
        let (mine, theirs) = (shown(side), shown(1 - side));
        if mine.is_empty() {
            return GridCell::missing();
        }
        let differs = mine != theirs;
        listed(&mine, |item| theirs.binary_search(&item).is_err()).changed(differs)
    }
}

fn listed(items: &[&str], coloured: impl Fn(&str) -> bool) -> GridCell<'static> {
    let mut text = String::new();
    let mut parts = Vec::new();
    for item in items.iter().take(MOST_ITEMS) {
        if !text.is_empty() {
            text.push_str(", ");
        }
        let from = text.len();
        text.push_str(item);
        if coloured(item) {
            parts.push((from..text.len(), PartLook::General));
        }
    }
    if items.len() > MOST_ITEMS {
        text.push_str(&format!(" and {} more", items.len() - MOST_ITEMS));
    }
    GridCell::text(text).parts(parts)
}
