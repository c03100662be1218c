//! What is declared of the sensitive columns, so that promises about them can be decided from the release alone. Only
//! values that are released are named.

use super::naming::neutral_chains;
use super::released_table::{ReleasedTable, released_text};
use cloakroom_core::hierarchy::Naming;
use cloakroom_core::io::fold::in_a_recipe;
use cloakroom_core::prepared_table::{Categories, Distance};
use cloakroom_core::spelling::{Fold, FoldError, Folded, Spelling, fold_values};
use cloakroom_core::{
    Column, Failure, PreparedTable, Problem, Progress, Sensitive, Settings, ValueType,
};
use cloakroom_verify::declaration::{self, SensitiveColumn};
use std::collections::{BTreeMap, HashSet};

pub(super) fn sensitive(
    prepared: &PreparedTable<'_>,
    settings: &Settings,
    released: &ReleasedTable,
) -> Vec<SensitiveColumn> {
    let requirement = &settings.requirement;
    // Both are in the order of the table.
    prepared
        .sensitive
        .iter()
        .zip(&released.roles.sensitive)
        .filter_map(|(sensitive, name)| {
            let column = released.table.column(name)?;
            let values = Values::new(sensitive, column, settings.release.escape_formulas);
            let categories = sensitive.categories.as_ref();
            let told = SensitiveColumn {
                column: name.clone(),
                categories: categories.map(|categories| values.categories(categories)),
                distance: requirement.t.map(|_| values.distance(&sensitive.distance)),
            };
            let says_something = told.categories.is_some() || told.distance.is_some();
            says_something.then_some(told)
        })
        .collect()
}

/// Without a hierarchy and without a word in the recipe, the type of a column decides how far its values are apart. Where
/// the released values alone would suggest another distance, the certificate would tell of values that are left out.
pub(super) fn refuse_hidden_type(
    prepared: &PreparedTable<'_>,
    settings: &Settings,
    released: &ReleasedTable,
) -> Result<(), Problem> {
    if settings.requirement.t.is_none() {
        return Ok(());
    }
    let columns = prepared.sensitive.iter().zip(&released.roles.sensitive);
    for (sensitive, name) in columns {
        let own = sensitive.column.name();
        let (Some(column), false) = (
            released.table.column(name),
            settings.distances.contains_key(own),
        ) else {
            continue;
        };
        let is_text = column.value_type() == ValueType::Text;
        let differs = match sensitive.distance {
            Distance::Equal => !is_text,
            Distance::Ordered => is_text,
            Distance::Hierarchy(_) => false,
        };
        if differs {
            return Err(Problem::new(format!(
                "how far the values of \"{own}\" are apart follows from values that would not be released; expected \
                 [require.{own}] with distance = \"equal\" or \"ordered\""
            )));
        }
    }
    Ok(())
}

/// Labels of groups are not spelled as values are, and some texts may be a number or a day and may be something else. Where
/// they stand beside that value, whoever reads the release takes the two for one, which was counted as two.
pub(super) fn refuse_two_spellings(
    released: &ReleasedTable,
    fold: Fold,
    progress: &Progress,
) -> Result<(), Failure> {
    for column in released.table.columns() {
        let name = column.name();
        let values = column.dictionary();
        let folded =
            fold_values(values, fold, &[], name, progress).map_err(|error| match error {
                FoldError::Stopped(stopped) => Failure::from(stopped),
                FoldError::Full(full) => Problem::new(format!("column \"{name}\": {full}")).into(),
            })?;
        let is_shorter = |(_, folded): (_, Option<Folded>)| {
            folded.is_some_and(|folded| folded.values.len() < values.len())
        };
        let is_sensitive = released.roles.sensitive.iter().any(|own| own == name);
        if is_shorter(folded) || is_sensitive && Spelling::new(fold).has_twins(values, progress)? {
            return Err(Problem::new(format!(
                "the release would hold what may be two spellings of one value of \"{name}\"; expected one spelling in the \
                 file, or to be told what they are: commas that part thousands or are those of decimals, or numbers, dates \
                 or texts that are different values{}",
                in_a_recipe("data.fold = { thousands = true }, { decimal_comma = true } or { numbers = false }")
            ))
            .into());
        }
    }
    Ok(())
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

    fn categories(&self, categories: &Categories) -> declaration::Categories {
        let mut of = BTreeMap::new();
        for (text, code) in &self.released {
            of.insert(text.clone(), categories.of[*code as usize]);
        }
        declaration::Categories {
            count: categories.count,
            of,
        }
    }

    fn distance(&self, distance: &Distance) -> declaration::Distance {
        match distance {
            Distance::Equal => declaration::Distance::Equal,
            Distance::Ordered => declaration::Distance::Ordered,
            // Names that the data made are nobody's business.
            Distance::Hierarchy(hierarchy) if *hierarchy.naming() != Naming::Declared => {
                declaration::Distance::Hierarchy(neutral_chains(&self.released, hierarchy))
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
                declaration::Distance::Hierarchy(chains)
            }
        }
    }
}
