//! The columns of a purpose in their order of use, and what a hand does to it.

use cloakroom_core::purpose::Purpose;
use cloakroom_microdata::profile::dependency::DependencyProfile;

/// All quasi-identifiers, the most useful first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseOrder {
    pub columns: Vec<String>,
    /// The columns between the ends follow the data and not the user.
    pub suggested: bool,
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
        })
    }

    /// A new order, chosen by hand.
    fn chosen(columns: Vec<String>) -> Option<Purpose> {
        let (most, rest) = columns.split_first()?;
        let (least, between) = rest.split_last()?;
        Some(Purpose {
            most: most.clone(),
            least: least.clone(),
            between: Some(between.to_vec()),
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
        Self::chosen(columns)
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
    let mut fitted = UseOrder::chosen(columns)?;
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
        }
    }

    #[test]
    fn moving_a_column_chooses_an_order() {
        let order = UseOrder {
            columns: ["a", "b", "c", "d"].map(str::to_owned).to_vec(),
            suggested: true,
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
