//! Transactions and settings that can be asked about: checked once, so that nobody need check again.

use cloakroom_core::requirement::NO_SHARE;
use cloakroom_core::stack::LARGEST_SET;
use cloakroom_core::{
    Failure, Problem, Progress, Requirement, SetSize, Settings, Transactions, Trees,
};
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::transactions::PreparedTransactions;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct CheckedTransactionsTask {
    pub baskets: Arc<PreparedTransactions>,
    pub requirement: Requirement,
    pub target: TransactionsTarget,
}

impl CheckedTransactionsTask {
    pub fn new(
        transactions: &Transactions,
        settings: &Settings,
        trees: &Trees,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let apart = settings.requirement.h.is_some();
        let baskets = lay_out(transactions, settings, trees, apart, progress)?;
        Ok(Self::of(Arc::new(baskets), &settings.requirement)?)
    }

    /// About transactions that were laid out before, with private items apart if h is asked for.
    pub fn of(
        baskets: Arc<PreparedTransactions>,
        requirement: &Requirement,
    ) -> Result<Self, Problem> {
        refuse_senseless(&baskets, requirement)?;
        Ok(Self {
            target: TransactionsTarget::of(requirement),
            baskets,
            requirement: requirement.clone(),
        })
    }
}

/// The transactions over their taxonomy; private items apart if so asked.
pub fn lay_out(
    transactions: &Transactions,
    settings: &Settings,
    trees: &Trees,
    private_apart: bool,
    progress: &Progress,
) -> Result<PreparedTransactions, Failure> {
    let Some(tree) = &trees.taxonomy else {
        return Err(Problem::new("the items have no taxonomy").into());
    };
    let leaf_of = tree.leaf_of(&transactions.items).map_err(|missing| {
        Problem::new(format!(
            "{} of the {} items are not leaves of the taxonomy; expected all of them",
            missing.len(),
            transactions.items.len()
        ))
    })?;
    let mut is_private = vec![false; transactions.items.len()];
    if private_apart {
        for item in &settings.roles.private_items {
            // Whoever names it wants it protected: a name that is not found protects nothing.
            let code = transactions.items.find(item).ok_or_else(|| {
                Problem::new(format!(
                    "there is no item \"{item}\", which is named as private: expected items that occur"
                ))
            })?;
            is_private[code as usize] = true;
        }
    }
    Ok(PreparedTransactions::new(
        transactions,
        tree.clone(),
        &leaf_of,
        &is_private,
        progress,
    )?)
}

fn refuse_senseless(
    baskets: &PreparedTransactions,
    requirement: &Requirement,
) -> Result<(), Problem> {
    if baskets.is_empty() {
        return Err(Problem::new("there are no baskets"));
    }
    let Some(k) = requirement.k else {
        return Err(Problem::new(
            "k is missing: it says how many baskets must share whatever somebody may know of one",
        ));
    };
    if k == 0 {
        return Err(Problem::new("k must be at least 1"));
    }
    if requirement.m == Some(SetSize::AtMost(0)) {
        return Err(Problem::new("m must be at least 1"));
    }
    match (requirement.h, requirement.p) {
        (Some(_), None) => {
            return Err(Problem::new(
                "p is missing: with h it says how many public items of a basket somebody may know",
            ));
        }
        (None, Some(_)) => {
            return Err(Problem::new(
                "p goes with h, the largest share that may hold any one private item; for all items alike ask for m",
            ));
        }
        (Some(_), Some(0)) => return Err(Problem::new("p must be at least 1")),
        (Some(h), Some(_)) => refuse_coherence(baskets, requirement, h)?,
        (None, None) => {}
    }
    refuse_large_sets(baskets, requirement)?;
    if requirement.m.is_none() && requirement.h.is_none() && !requirement.duplicates {
        return Err(Problem::new(
            "nothing says what somebody may know: set m, how many items of a basket, or h and p for private items, or \
             duplicates",
        ));
    }
    Ok(())
}

/// Sets are looked for item by item, and there is room for so many.
fn refuse_large_sets(
    baskets: &PreparedTransactions,
    requirement: &Requirement,
) -> Result<(), Problem> {
    let wanted = match requirement.m {
        Some(SetSize::AtMost(m)) => m,
        Some(SetSize::Any(_)) => u32::MAX,
        None => requirement.p.unwrap_or(0),
    };
    let longest = baskets.longest();
    if wanted > LARGEST_SET && longest > LARGEST_SET as usize {
        return Err(Problem::new(format!(
            "a basket has {longest} items, and no more than {LARGEST_SET} are looked at together: expected {} of at \
             most {LARGEST_SET}",
            if requirement.m.is_some() {
                "an m"
            } else {
                "a p"
            }
        )));
    }
    Ok(())
}

fn refuse_coherence(
    baskets: &PreparedTransactions,
    requirement: &Requirement,
    h: f64,
) -> Result<(), Problem> {
    if !(0.0..=1.0).contains(&h) {
        return Err(Problem::new("h must lie between 0 and 1"));
    }
    if h == 0.0 {
        return Err(Problem::new(NO_SHARE));
    }
    if requirement.m.is_some() || requirement.duplicates {
        return Err(Problem::new(
            "h cannot be asked for together with m or duplicates: it looks at public items only, they at all of them",
        ));
    }
    if baskets.private.is_empty() {
        return Err(Problem::new(
            "no private item is named that occurs, so h would hold of nothing: name those that must not be found out \
             (private_items)",
        ));
    }
    if baskets.leaf.is_empty() {
        return Err(Problem::new(
            "every item is private, so that nothing can be known of a basket",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom_core::Taxonomy;

    #[test]
    fn sets_beyond_what_can_be_looked_at_are_refused() {
        let names: Vec<String> = (0..=LARGEST_SET).map(|item| format!("i{item}")).collect();
        let links: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "*")).collect();
        let tree = Arc::new(Taxonomy::from_links(&links).unwrap());
        let all: Vec<&str> = names.iter().map(String::as_str).collect();
        let told = |items: usize, m: SetSize| {
            let baskets = PreparedTransactions::from_names(tree.clone(), &[all[..items].to_vec()]);
            let requirement = Requirement {
                k: Some(1),
                m: Some(m),
                ..Requirement::default()
            };
            CheckedTransactionsTask::of(Arc::new(baskets), &requirement).err()
        };
        let most = LARGEST_SET as usize;
        assert_eq!(told(most, SetSize::ANY), None);
        assert_eq!(told(most + 1, SetSize::AtMost(LARGEST_SET)), None);
        let problem = told(most + 1, SetSize::ANY).unwrap();
        assert!(problem.message.contains("expected an m of at most 20000"));
    }

    #[test]
    fn what_means_nothing_is_refused() {
        let tree = Taxonomy::from_links(&[("a", "*"), ("b", "*")]).unwrap();
        let baskets =
            PreparedTransactions::from_names(Arc::new(tree), &[vec!["a", "b"], vec!["a"]]);
        let baskets = Arc::new(baskets);
        let told = |change: fn(&mut Requirement)| {
            let mut requirement = Requirement {
                k: Some(2),
                m: Some(SetSize::AtMost(2)),
                ..Requirement::default()
            };
            change(&mut requirement);
            match CheckedTransactionsTask::of(baskets.clone(), &requirement) {
                Err(problem) => problem.to_string(),
                Ok(_) => String::new(),
            }
        };
        assert_eq!(told(|_| {}), "");
        assert!(told(|asked| asked.k = None).contains("k is missing"));
        assert!(told(|asked| asked.k = Some(0)).contains("at least 1"));
        assert!(told(|asked| asked.m = Some(SetSize::AtMost(0))).contains("m must be"));
        assert!(told(|asked| asked.m = None).contains("nothing says"));
        assert!(told(|asked| asked.p = Some(2)).contains("p goes with h"));
        assert!(told(|asked| asked.h = Some(0.5)).contains("p is missing"));
        let coherent = |asked: &mut Requirement| {
            asked.m = None;
            asked.p = Some(1);
            asked.h = Some(0.5);
        };
        assert!(told(coherent).contains("no private item"));
        let with_none = |asked: &mut Requirement| {
            asked.m = None;
            asked.p = Some(1);
            asked.h = Some(0.0);
        };
        assert!(told(with_none).contains("h must be above 0"));
    }
}
