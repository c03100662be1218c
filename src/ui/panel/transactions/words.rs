//! What the panel says about the promises on transactions.

use cloakroom_core::Requirement;
use cloakroom_transactions::privacy::TransactionsModel;

/// The definition, its source, and what the marks of the slider show.
pub fn definition(model: TransactionsModel) -> &'static str {
    match model {
        TransactionsModel::K => {
            "k\u{1d50}-anonymity: every set of at most m items that occurs is in at least k baskets (Terrovitis, \
             Mamoulis and Kalnis; the paper on generalization with suppression, definition 1). The bars show how many \
             baskets each k leaves violating; the tick shows the k that the data reach."
        }
        TransactionsModel::SetSize => {
            "How many items of one basket somebody may know beforehand. Larger is stricter. The tick shows the largest \
             m at which the data hold as they are."
        }
        TransactionsModel::PublicItems => {
            "How many public items of one basket somebody may know beforehand: the p of (h, k, p)-coherence."
        }
        TransactionsModel::PrivateShare => {
            "(h, k, p)-coherence (Xu, Wang, Fu and Yu): of the baskets that share what is known, at most this share \
             holds any one private item. Smaller is stricter; 1 asks for k alone."
        }
        TransactionsModel::Duplicates => {
            "Transactional k-anonymity (He and Naughton): every basket is released the same as k \u{2212} 1 others, so \
             that even knowing all of it singles nobody out. Stronger than any m, and costs more."
        }
    }
}

/// What is asked for: a title and what is meant by it.
pub fn asked(requirement: &Requirement) -> Vec<(String, String)> {
    let mut models = vec![("k, baskets that share it", TransactionsModel::K)];
    if requirement.m.is_some() {
        models.push(("m, items known of a basket", TransactionsModel::SetSize));
    }
    if requirement.h.is_some() {
        models.push(("p, public items known", TransactionsModel::PublicItems));
        models.push((
            "h, share with a private item",
            TransactionsModel::PrivateShare,
        ));
    }
    if requirement.duplicates {
        models.push(("Duplicates", TransactionsModel::Duplicates));
    }
    let told = models.into_iter();
    told.map(|(title, model)| (title.to_owned(), definition(model).to_owned()))
        .collect()
}
