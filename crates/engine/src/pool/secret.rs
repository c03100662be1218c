//! A sensitive column out of an audit file, as far as promises look at it.

use super::{Audited, damaged};
use crate::report::trace::{DistanceTrace, SensitiveTrace};
use cloakroom_core::io::packed::Packed;
use cloakroom_core::prepared_table::{Categories, Distance};
use cloakroom_core::{Column, Dictionary, Hierarchy, Problem, Sensitive};
use hashbrown::HashMap;
use std::sync::Arc;

/// Which values are the same, how sensitive they are and how far apart: not what they are.
pub(super) struct Secret {
    column: Column,
    categories: Option<Categories>,
    distance: Distance,
}

impl Secret {
    /// Of the given rows of the input, each with its person.
    pub(super) fn read(
        release: &Audited,
        trace: &SensitiveTrace,
        rows: &[(u32, u32)],
    ) -> Result<Self, Problem> {
        let broken = |problem: &Problem| damaged(release, problem);
        let wrong = || {
            damaged(
                release,
                &Problem::new("sensitive values do not fit together"),
            )
        };
        let unpack = |packed: &Packed| packed.unpack().map_err(|problem| broken(&problem));
        let mut value_of = unpack(&trace.value_of)?;
        let mut missing = trace.missing;
        let categories = trace.categories.as_ref();
        let categories = categories
            .map(|(count, of)| Ok::<_, Problem>((*count, unpack(of)?)))
            .transpose()?;
        let ranks = match &trace.distance {
            DistanceTrace::Ordered { rank_of } => Some(unpack(rank_of)?),
            _ => None,
        };
        let levels = match &trace.distance {
            DistanceTrace::Hierarchy { group_of } => group_of
                .iter()
                .map(unpack)
                .collect::<Result<Vec<_>, Problem>>()?,
            _ => Vec::new(),
        };
        let values = match &trace.distance {
            DistanceTrace::Equal => match &categories {
                Some((_, of)) => of.len(),
                None => renumber(&mut value_of, &mut missing),
            },
            DistanceTrace::Ordered { rank_of } => rank_of.count(),
            DistanceTrace::Hierarchy { .. } => levels.first().ok_or_else(wrong)?.len(),
        };
        let fits = value_of.iter().all(|&value| (value as usize) < values)
            && levels.iter().all(|level| level.len() == values)
            && missing.is_none_or(|missing| (missing as usize) < values);
        if !fits {
            return Err(wrong());
        }
        let texts: Vec<String> = (0..values)
            .map(|value| match &ranks {
                _ if missing == Some(value as u32) => String::new(),
                Some(ranks) => ranks[value].to_string(),
                None => format!("v{value}"),
            })
            .collect();
        let codes = rows
            .iter()
            .map(|&(row, _)| value_of.get(row as usize).copied().ok_or_else(wrong))
            .collect::<Result<Vec<u32>, Problem>>()?;
        let dictionary = Dictionary::listed(&texts)?;
        let column = Column::new(&trace.column, dictionary, codes, missing);
        let categories = match categories {
            None => None,
            Some((count, of)) => {
                if of.len() != values || of.iter().any(|&category| category >= count) {
                    return Err(wrong());
                }
                Some(Categories { of, count })
            }
        };
        let distance = match &trace.distance {
            DistanceTrace::Equal => Distance::Equal,
            DistanceTrace::Ordered { .. } => Distance::Ordered,
            DistanceTrace::Hierarchy { .. } => {
                let chains: Vec<Vec<String>> = (0..values)
                    .map(|value| {
                        let above = levels.iter().enumerate();
                        let above = above.map(|(level, of)| format!("{level}:{}", of[value]));
                        std::iter::once(texts[value].clone()).chain(above).collect()
                    })
                    .collect();
                let laid = Hierarchy::from_chains(&column, &chains).map_err(|_| wrong())?;
                Distance::Hierarchy(Arc::new(laid))
            }
        };
        Ok(Self {
            column,
            categories,
            distance,
        })
    }

    pub(super) fn sensitive(&self) -> Sensitive<'_> {
        Sensitive {
            at: 0,
            column: &self.column,
            categories: self.categories.clone(),
            distance: self.distance.clone(),
        }
    }
}

/// Numbers that mean nothing by themselves become those from 0 on, as many as there are: what a file says is no reason to
/// take memory. Gives how many there are.
fn renumber(value_of: &mut [u32], missing: &mut Option<u32>) -> usize {
    let mut number_of: HashMap<u32, u32> = HashMap::new();
    for value in value_of.iter_mut().chain(missing.as_mut()) {
        let next = number_of.len() as u32;
        *value = *number_of.entry(*value).or_insert(next);
    }
    number_of.len()
}
