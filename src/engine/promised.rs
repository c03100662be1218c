//! What a certificate says about the sensitive columns, so that its promises can be decided from the release
//! alone. Only values that are released are named.

use super::naming::neutral_chains;
use super::released_table::{ReleasedTable, released_text};
use crate::model::certificate::{CertifiedCategories, CertifiedDistance, CertifiedSensitive};
use crate::model::column::Column;
use crate::model::hierarchy::Naming;
use crate::model::settings::Settings;
use crate::model::subject::{Categories, Distance, Sensitive, Subject};
use crate::model::verdict::{Amount, CheckAnswer};
use crate::privacy::PrivacyModel;
use std::collections::{BTreeMap, HashSet};

pub(super) fn sensitive(
    subject: &Subject<'_>,
    settings: &Settings,
    released: &ReleasedTable,
) -> Vec<CertifiedSensitive> {
    let requirement = &settings.requirement;
    if !requirement.looks_at_categories() && requirement.t.is_none() {
        return Vec::new();
    }
    // Both are in the order of the table.
    subject
        .sensitive
        .iter()
        .zip(&released.roles.sensitive)
        .filter_map(|(sensitive, name)| {
            let column = released.table.column(name)?;
            let values = Values::new(sensitive, column, settings.release.escape_formulas);
            let categories = sensitive.categories.as_ref();
            Some(CertifiedSensitive {
                column: name.clone(),
                categories: categories
                    .filter(|_| requirement.looks_at_categories())
                    .map(|categories| values.categories(categories)),
                distance: requirement.t.map(|_| values.distance(&sensitive.distance)),
            })
        })
        .collect()
}

/// By the name of the promise, what the released classes reach of it.
pub(super) fn reached(check: &CheckAnswer) -> BTreeMap<String, f64> {
    let aside = [PrivacyModel::KAnonymity, PrivacyModel::Suppression].map(PrivacyModel::name);
    check
        .requirements
        .iter()
        .filter(|verdict| !aside.contains(&verdict.name.as_str()))
        .filter_map(|verdict| {
            let reached = match verdict.reached? {
                Amount::Count(count) => count as f64,
                Amount::Share(number) | Amount::Number(number) | Amount::Recursive(number, _) => {
                    number
                }
                Amount::Unbounded(_) => return None,
            };
            Some((verdict.name.clone(), reached))
        })
        .collect()
}

/// The released values of a column, each with its code in the input.
struct Values {
    released: Vec<(String, u32)>,
}

impl Values {
    fn new(sensitive: &Sensitive<'_>, released: &Column, escape: bool) -> Self {
        let shown: HashSet<&str> = released.dictionary().iter().collect();
        let texts = sensitive.column.dictionary().iter().enumerate();
        Self {
            released: texts
                .map(|(code, text)| (released_text(text, escape).into_owned(), code as u32))
                .filter(|(text, _)| shown.contains(text.as_str()))
                .collect(),
        }
    }

    fn categories(&self, categories: &Categories) -> CertifiedCategories {
        let mut of = BTreeMap::new();
        for (text, code) in &self.released {
            let category = categories.of[*code as usize];
            // Where an escaped text is another value's, the more sensitive counts.
            of.entry(text.clone())
                .and_modify(|known: &mut u32| *known = category.min(*known))
                .or_insert(category);
        }
        CertifiedCategories {
            count: categories.count,
            of,
        }
    }

    fn distance(&self, distance: &Distance) -> CertifiedDistance {
        match distance {
            Distance::Equal => CertifiedDistance::Equal,
            Distance::Ordered => CertifiedDistance::Ordered,
            // Names that the data made are nobody's business.
            Distance::Hierarchy(hierarchy) if *hierarchy.naming() != Naming::Declared => {
                let mut chains = neutral_chains(&self.released, hierarchy);
                chains.dedup_by(|a, b| a[0] == b[0]);
                CertifiedDistance::Hierarchy(chains)
            }
            Distance::Hierarchy(hierarchy) => {
                let mut chains: Vec<Vec<String>> = self
                    .released
                    .iter()
                    .map(|(text, code)| {
                        let above = (1..hierarchy.levels().len())
                            .map(|level| hierarchy.label(level, *code).to_owned());
                        std::iter::once(text.clone()).chain(above).collect()
                    })
                    .collect();
                // The order of the input must not show.
                chains.sort();
                chains.dedup_by(|a, b| a[0] == b[0]);
                CertifiedDistance::Hierarchy(chains)
            }
        }
    }
}
