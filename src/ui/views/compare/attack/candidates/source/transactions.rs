//! Baskets, each of them a text.

use super::{Attacked, AttackedCells};
use crate::ui::attack::AttackQuestion;
use crate::ui::method_result::MethodResult;
use crate::ui::widgets::grid::GridCell;
use cloakroom_core::transactions::Transactions;
use cloakroom_engine::attack::AttackReport;
use cloakroom_engine::transactions::anonymize::TransactionsCandidate;
use cloakroom_transactions::transactions::GONE;

struct Baskets<'a> {
    transactions: &'a Transactions,
    released: Option<&'a TransactionsCandidate>,
}

pub fn attacked<'a>(question: &'a AttackQuestion, _: &'a AttackReport) -> Option<Attacked<'a>> {
    let release = question.release.as_deref();
    Some(Attacked {
        names: vec!["basket".to_owned()],
        cells: Box::new(Baskets {
            transactions: question.loaded.dataset.transactions()?,
            released: release.and_then(MethodResult::baskets),
        }),
    })
}

impl AttackedCells for Baskets<'_> {
    fn is_text(&self) -> bool {
        true
    }

    fn cell(&self, record: usize, _: usize) -> GridCell<'_> {
        GridCell::text(items(self.transactions, self.released, record).join(", "))
    }
}

fn items<'a>(
    transactions: &'a Transactions,
    released: Option<&'a TransactionsCandidate>,
    basket: usize,
) -> Vec<&'a str> {
    let mut items: Vec<&str> = match released {
        None => {
            let codes = transactions.basket(basket).iter();
            codes.map(|&code| transactions.items.get(code)).collect()
        }
        Some(candidate) => {
            let baskets = &candidate.baskets;
            let places = baskets.starts[basket]..baskets.starts[basket + 1];
            let shown = candidate.anonymized.shown[places].iter();
            let shown = shown.filter(|&&node| node != GONE);
            let shown = shown.map(|&node| baskets.tree.name(node));
            let private = baskets.private_of(basket).iter();
            shown
                .chain(private.map(|&code| transactions.items.get(code)))
                .collect()
        }
    };
    items.sort_unstable();
    items.dedup();
    items
}
