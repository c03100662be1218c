//! The columns of a purpose in their order of use, and what a hand does to it.

use cloakroom_core::purpose::{Priorities, Purpose};
use cloakroom_microdata::profile::dependency::DependencyProfile;

/// The priority of a column of which nobody said any.
const MIDDLE: f64 = 0.5;

/// All quasi-identifiers, the most useful first.
#[derive(Clone, Debug, PartialEq)]
pub struct UseOrder {
    pub columns: Vec<String>,
    /// The columns between the ends follow the data and not the user.
    pub suggested: bool,
    /// What the order is worth in numbers.
    pub priorities: Priorities,
}

/// What keeps a purpose from being laid over the columns as they are marked now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// One column alone has no order.
    TooFew,
    /// Named, and not a quasi-identifier any more.
    Gone(Vec<String>),
    /// Named, and the same in every record, so of no more use than any other.
    Constant(Vec<String>),
    /// Without a priority, where others have one outright.
    Unsaid(Vec<String>),
}

impl UseOrder {
    /// The order over the columns that were compared.
    pub fn of(purpose: &Purpose, profile: &DependencyProfile) -> Result<Self, Misfit> {
        let names = profile.names();
        if names.len() < 2 {
            return Err(Misfit::TooFew);
        }
        let named = [&purpose.most, &purpose.least].into_iter();
        let named: Vec<&String> = named.chain(purpose.between.iter().flatten()).collect();
        let place = |name: &String| names.iter().position(|other| other == name);
        let those = |of: &dyn Fn(&String) -> bool| -> Vec<String> {
            let found = named.iter().filter(|name| of(name));
            found.map(|name| (*name).clone()).collect()
        };
        let gone = those(&|name| place(name).is_none());
        if !gone.is_empty() {
            return Err(Misfit::Gone(gone));
        }
        if let Priorities::Outright(of) = &purpose.priorities {
            let unsaid = names.iter().filter(|name| !of.contains_key(*name));
            let unsaid: Vec<String> = unsaid.cloned().collect();
            if !unsaid.is_empty() {
                return Err(Misfit::Unsaid(unsaid));
            }
            let columns = named.into_iter();
            let between = columns
                .clone()
                .filter(|name| **name != purpose.most && **name != purpose.least);
            let ends = [&purpose.most, &purpose.least];
            return Ok(Self {
                columns: ends[..1]
                    .iter()
                    .copied()
                    .chain(between)
                    .chain(ends[1..].iter().copied())
                    .cloned()
                    .collect(),
                suggested: false,
                priorities: purpose.priorities.clone(),
            });
        }
        let constant = those(&|name| place(name).is_some_and(|at| profile.entropy(at) <= 0.0));
        if !constant.is_empty() {
            return Err(Misfit::Constant(constant));
        }
        let (Some(most), Some(least)) = (place(&purpose.most), place(&purpose.least)) else {
            return Err(Misfit::TooFew);
        };
        // Columns without a place of their own follow those that have one, as the data suggest.
        let mut order = vec![most];
        order.extend(purpose.between.iter().flatten().filter_map(place));
        for at in profile.suggested_order(most, least) {
            if at != least && !order.contains(&at) {
                order.push(at);
            }
        }
        order.push(least);
        Ok(Self {
            columns: order.into_iter().map(|at| names[at].clone()).collect(),
            suggested: purpose.between.is_none(),
            priorities: purpose.priorities.clone(),
        })
    }

    /// A new order, chosen by hand. Priorities that were said outright stay with the places.
    fn chosen(columns: Vec<String>, priorities: &Priorities) -> Option<Purpose> {
        if let Priorities::Outright(of) = priorities {
            let mut values: Vec<f64> = of.values().copied().collect();
            values.sort_by(|a, b| b.total_cmp(a));
            return Purpose::outright(columns.into_iter().zip(values).collect());
        }
        let (most, rest) = columns.split_first()?;
        let (least, between) = rest.split_last()?;
        Some(Purpose {
            most: most.clone(),
            least: least.clone(),
            between: Some(between.to_vec()),
            priorities: priorities.clone(),
        })
    }

    /// The column at one place goes to another; those between move up or down.
    pub fn moved(&self, from: usize, to: usize) -> Option<Purpose> {
        if from == to || from >= self.columns.len() || to >= self.columns.len() {
            return None;
        }
        let mut columns = self.columns.clone();
        let column = columns.remove(from);
        columns.insert(to, column);
        Self::chosen(columns, &self.priorities)
    }
}

/// A column becomes the most useful one. The one that was so takes its place, if that was the other end, and goes
/// among those between them otherwise.
pub fn with_most(purpose: &Purpose, column: &str) -> Purpose {
    let mut changed = purpose.clone();
    if purpose.least == column {
        std::mem::swap(&mut changed.most, &mut changed.least);
    } else {
        changed.most = column.to_owned();
        if let Some(between) = &mut changed.between {
            between.retain(|other| other != column);
            between.insert(0, purpose.most.clone());
        }
    }
    changed
}

/// The same for the least useful column.
pub fn with_least(purpose: &Purpose, column: &str) -> Purpose {
    let mut changed = purpose.clone();
    if purpose.most == column {
        std::mem::swap(&mut changed.most, &mut changed.least);
    } else {
        changed.least = column.to_owned();
        if let Some(between) = &mut changed.between {
            between.retain(|other| other != column);
            between.push(purpose.least.clone());
        }
    }
    changed
}

/// A purpose that fits the columns: what is gone is left away, what has no place goes before the least useful one.
pub fn fitted(purpose: &Purpose, names: &[String]) -> Option<Purpose> {
    if let Priorities::Outright(of) = &purpose.priorities {
        let priority = |name: &String| of.get(name).copied().unwrap_or(MIDDLE);
        return Purpose::outright(
            names
                .iter()
                .map(|name| (name.clone(), priority(name)))
                .collect(),
        );
    }
    let kept = |name: &&String| names.contains(name);
    let between = purpose.between.iter().flatten();
    let mut columns: Vec<String> = [&purpose.most]
        .into_iter()
        .chain(between)
        .filter(kept)
        .cloned()
        .collect();
    let least = Some(&purpose.least).filter(kept).cloned();
    for name in names {
        if !columns.contains(name) && Some(name) != least.as_ref() {
            columns.push(name.clone());
        }
    }
    columns.extend(least);
    let mut fitted = UseOrder::chosen(columns, &purpose.priorities)?;
    if purpose.between.is_none() {
        fitted.between = None;
    }
    Some(fitted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn purpose(most: &str, between: Option<&[&str]>, least: &str) -> Purpose {
        Purpose {
            most: most.to_owned(),
            least: least.to_owned(),
            between: between.map(|names| names.iter().map(|&name| name.to_owned()).collect()),
            ..Purpose::default()
        }
    }

    #[test]
    fn moving_a_column_chooses_an_order() {
        let order = UseOrder {
            columns: ["a", "b", "c", "d"].map(str::to_owned).to_vec(),
            suggested: true,
            priorities: Priorities::default(),
        };
        assert_eq!(
            order.moved(1, 2),
            Some(purpose("a", Some(&["c", "b"]), "d"))
        );
        assert_eq!(
            order.moved(3, 0),
            Some(purpose("d", Some(&["a", "b"]), "c"))
        );
        assert_eq!(order.moved(2, 2), None);
        assert_eq!(order.moved(0, 4), None);
    }

    #[test]
    fn priorities_that_are_said_stay_with_their_places() {
        let said = |of: [(&str, f64); 3]| {
            Purpose::outright(of.map(|(name, p)| (name.to_owned(), p)).into()).unwrap()
        };
        let before = said([("a", 0.2), ("b", 1.0), ("c", 0.5)]);
        let order = UseOrder {
            columns: ["b", "c", "a"].map(str::to_owned).to_vec(),
            suggested: false,
            priorities: before.priorities.clone(),
        };
        let after = said([("a", 1.0), ("b", 0.5), ("c", 0.2)]);
        assert_eq!(order.moved(2, 0), Some(after));
        let names = ["a", "b", "x"].map(str::to_owned);
        let fit = said([("a", 0.2), ("b", 1.0), ("x", 0.5)]);
        assert_eq!(fitted(&before, &names), Some(fit));
    }

    #[test]
    fn another_end_keeps_the_columns() {
        let before = purpose("a", Some(&["b", "c"]), "d");
        assert_eq!(
            with_most(&before, "c"),
            purpose("c", Some(&["a", "b"]), "d")
        );
        assert_eq!(
            with_most(&before, "d"),
            purpose("d", Some(&["b", "c"]), "a")
        );
        assert_eq!(
            with_least(&before, "b"),
            purpose("a", Some(&["c", "d"]), "b")
        );
        assert_eq!(
            with_least(&before, "a"),
            purpose("d", Some(&["b", "c"]), "a")
        );
        let suggested = purpose("a", None, "d");
        assert_eq!(with_most(&suggested, "c"), purpose("c", None, "d"));
    }

    #[test]
    fn a_purpose_is_fitted_to_other_columns() {
        let names = ["a", "x", "c"].map(str::to_owned);
        let before = purpose("a", Some(&["b", "c"]), "d");
        assert_eq!(
            fitted(&before, &names),
            Some(purpose("a", Some(&["c"]), "x"))
        );
        let suggested = purpose("b", None, "c");
        assert_eq!(fitted(&suggested, &names), Some(purpose("a", None, "c")));
        assert_eq!(fitted(&before, &names[..1]), None);
    }
}
