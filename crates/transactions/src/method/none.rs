//! Releases the transactions as they are, if they pass.

use super::{AnonymizedTransactions, TransactionsOutcome, TransactionsTask};
use crate::profile::coherence::first_mole;
use crate::profile::{TransactionsDb, satisfies};
use cloakroom_core::{Failure, Progress};

pub(super) fn run(
    task: TransactionsTask<'_>,
    progress: &Progress,
) -> Result<TransactionsOutcome, Failure> {
    let db = TransactionsDb::original(task.baskets);
    let target = task.target;
    let failing = |why: String| {
        let sentence = format!("{why}; nothing is changed by this method");
        Ok(TransactionsOutcome::NotReached(sentence))
    };
    if let Some(threat) = satisfies(&db, target.k, target.m, progress)? {
        return failing(rare(threat.len(), target.k));
    }
    let mole = match target.coherence {
        Some(coherence) => first_mole(&db, target.k, coherence, progress)?,
        None => None,
    };
    if let Some(mole) = mole {
        return failing(match mole.tells {
            None => rare(mole.nodes.len(), target.k),
            Some((_, with, all)) => format!(
                "of the {all} transactions that share {}, {with} hold the same private item",
                items(mole.nodes.len())
            ),
        });
    }
    if target.duplicates {
        let few = db.sets.weight.iter().filter(|&&weight| weight < target.k);
        let few: u32 = few.sum();
        if few > 0 {
            return failing(format!(
                "{few} of {} transactions have fewer than {} duplicates",
                task.baskets.len(),
                target.k.saturating_sub(1)
            ));
        }
    }
    Ok(TransactionsOutcome::Reached(AnonymizedTransactions {
        shown: task.baskets.leaf.clone(),
        ..AnonymizedTransactions::default()
    }))
}

fn rare(size: usize, k: u32) -> String {
    let are = if size == 1 { "is" } else { "are together" };
    format!("{} {are} in fewer than {k} transactions", items(size))
}

fn items(count: usize) -> String {
    match count {
        1 => "an item".to_owned(),
        count => format!("{count} items"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::privacy::TransactionsTarget;
    use crate::transactions::papers_example;
    use cloakroom_core::{MethodSettings, Requirement, SetSize};

    fn outcome(requirement: &Requirement) -> TransactionsOutcome {
        let task = TransactionsTask {
            baskets: &papers_example(),
            target: TransactionsTarget::of(requirement),
            settings: &MethodSettings::default(),
        };
        run(task, &Progress::default()).unwrap()
    }

    #[test]
    fn what_passes_is_released_as_it_is() {
        let mut requirement = Requirement {
            k: Some(1),
            m: Some(SetSize::ANY),
            ..Requirement::default()
        };
        let TransactionsOutcome::Reached(made) = outcome(&requirement) else {
            panic!("one transaction is always enough");
        };
        assert_eq!(made.shown, papers_example().leaf);
        requirement.k = Some(2);
        let TransactionsOutcome::NotReached(why) = outcome(&requirement) else {
            panic!("x is in one transaction");
        };
        assert_eq!(
            why,
            "an item is in fewer than 2 transactions; nothing is changed by this method"
        );
        requirement.m = None;
        requirement.duplicates = true;
        let TransactionsOutcome::NotReached(why) = outcome(&requirement) else {
            panic!("no two transactions are equal");
        };
        assert!(why.starts_with("8 of 8 transactions have fewer than 1 duplicates"));
    }
}
