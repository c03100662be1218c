//! What the panel asks for now and how it goes about it, with the definitions of the catalogues: for the help.

use super::promise::promises;
use cloakroom_core::dataset::Dataset;
use cloakroom_engine::workspace::Workspace;
use cloakroom_ratings::privacy::RatingsModel;
use cloakroom_transactions::privacy::TransactionsModel;

/// A title and what is meant by it.
pub fn asked(workspace: &Workspace) -> Vec<(String, String)> {
    let requirement = &workspace.settings().requirement;
    let told = |title: &str, definition: &str| (title.to_owned(), definition.to_owned());
    let mut asked: Vec<(String, String)> = match &workspace.loaded().dataset {
        Dataset::Microdata(_) => promises()
            .filter(|model| model.is_set(requirement))
            .map(|model| told(model.title(), model.promise().definition))
            .collect(),
        Dataset::Ratings(_) => {
            let mut models = vec![
                ("k, people who are close", RatingsModel::K),
                ("\u{3b5}, how close", RatingsModel::Epsilon),
            ];
            if requirement.l_sd.is_some() {
                models.push(("Spread (l)", RatingsModel::Deviation));
            }
            let models = models.into_iter();
            models
                .map(|(title, model)| told(title, super::ratings::definition(model)))
                .collect()
        }
        Dataset::Transactions(_) => {
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
            let models = models.into_iter();
            models
                .map(|(title, model)| told(title, super::transactions::definition(model)))
                .collect()
        }
    };
    let method = workspace.settings().method.name;
    asked.push(told(method.title(), method.sentence()));
    asked
}
