//! The sensitive columns of a release, with what the certificate says about their values.

use super::distance::{Release, Tree};
use crate::model::certificate::{
    Certificate, CertifiedCategories, CertifiedDistance, CertifiedSensitive,
};
use crate::model::column::Column;
use crate::model::table::Table;
use crate::model::value_type::{ValueType, parse_date};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// One sensitive column.
pub(super) struct Sensitive {
    /// The value of each row: equal numbers are equal texts.
    value_of_row: Vec<u32>,
    /// How many records each row stands for; `None` for one each.
    weights: Option<Arc<[u32]>>,
    pub categories: Option<Categories>,
    pub release: Option<Release>,
}

pub(super) struct Categories {
    /// By value, 0 the most sensitive.
    pub of: Vec<u32>,
    pub count: u32,
}

/// The columns that the promises are about. What they need and the certificate lacks is a fault.
pub(super) fn read(
    certificate: &Certificate,
    table: &Table,
    faults: &mut Vec<String>,
) -> Vec<Sensitive> {
    let requirement = &certificate.requirement;
    if !requirement.looks_at_values() {
        return Vec::new();
    }
    if certificate.roles.sensitive.is_empty() {
        faults.push(
            "the certificate promises something about sensitive values and names no sensitive column"
                .to_owned(),
        );
    }
    let mut told = HashSet::new();
    for sensitive in &certificate.sensitive {
        if !told.insert(&sensitive.column) {
            faults.push(format!(
                "the certificate speaks twice of the values of \"{}\"",
                sensitive.column
            ));
        }
    }
    let columns = certificate.roles.sensitive.iter();
    columns
        .filter_map(|name| {
            let column = table.column(name)?;
            let certified = certificate
                .sensitive
                .iter()
                .find(|sensitive| sensitive.column == *name);
            Some(Sensitive::read(certificate, certified, column, faults))
        })
        .collect()
}

impl Sensitive {
    fn read(
        certificate: &Certificate,
        certified: Option<&CertifiedSensitive>,
        column: &Column,
        faults: &mut Vec<String>,
    ) -> Self {
        let name = column.name();
        let mut value_of: HashMap<&str, u32> = HashMap::new();
        let mut texts: Vec<&str> = Vec::new();
        let mut value_of_code = Vec::with_capacity(column.dictionary().len());
        for text in column.dictionary().iter() {
            let value = *value_of.entry(text).or_insert_with(|| {
                texts.push(text);
                texts.len() as u32 - 1
            });
            value_of_code.push(value);
        }
        let value_of_row: Vec<u32> = column
            .codes()
            .iter()
            .map(|&code| value_of_code[code as usize])
            .collect();
        let mut note = |fault: &str| faults.push(format!("\"{name}\": {fault}"));
        let categories = certificate.requirement.looks_at_categories().then(|| {
            let named = certified.and_then(|certified| certified.categories.as_ref());
            categories(named, &texts).map_err(&mut note).ok()
        });
        let release = certificate.requirement.t.map(|_| {
            let mut counts = vec![0u64; texts.len()];
            for (row, &value) in value_of_row.iter().enumerate() {
                counts[value as usize] += u64::from(column.weight(row));
            }
            let named = certified.and_then(|certified| certified.distance.as_ref());
            release(named, counts, &texts, certificate.formulas_escaped)
                .map_err(&mut note)
                .ok()
        });
        Self {
            value_of_row,
            weights: column.weights().cloned(),
            categories: categories.flatten(),
            release: release.flatten(),
        }
    }

    /// The values of some rows ascending, each with how many have it.
    pub fn counts(&self, rows: &[u32]) -> Vec<(u32, u32)> {
        let weight = |row: u32| match &self.weights {
            None => 1,
            Some(weights) => weights[row as usize],
        };
        let mut values: Vec<(u32, u32)> = rows
            .iter()
            .map(|&row| (self.value_of_row[row as usize], weight(row)))
            .collect();
        values.sort_unstable();
        values
            .chunk_by(|a, b| a.0 == b.0)
            .map(|run| (run[0].0, run.iter().map(|&(_, records)| records).sum()))
            .collect()
    }
}

fn categories(
    named: Option<&CertifiedCategories>,
    texts: &[&str],
) -> Result<Categories, &'static str> {
    let named = named.ok_or("the certificate names no sensitivity categories")?;
    if named.count == 0 || named.of.values().any(|&category| category >= named.count) {
        return Err("a sensitivity category is beyond the number of categories");
    }
    let of = texts
        .iter()
        .map(|&text| named.of.get(text).copied())
        .collect::<Option<Vec<u32>>>()
        .ok_or("a released value has no sensitivity category in the certificate")?;
    Ok(Categories {
        of,
        count: named.count,
    })
}

fn release(
    named: Option<&CertifiedDistance>,
    counts: Vec<u64>,
    texts: &[&str],
    formulas_escaped: bool,
) -> Result<Release, &'static str> {
    match named.ok_or("the certificate does not say how far its values are apart")? {
        CertifiedDistance::Equal => Ok(Release::equal(counts)),
        CertifiedDistance::Ordered => {
            Ok(Release::ordered(counts, &order(texts, formulas_escaped)?))
        }
        CertifiedDistance::Hierarchy(chains) => {
            let mut chain_of: HashMap<&str, &[String]> = HashMap::new();
            for chain in chains {
                let value = chain.first().ok_or("a chain of its hierarchy is empty")?;
                if chain_of.insert(value, chain).is_some() {
                    return Err("a value stands twice in its hierarchy");
                }
            }
            let chains = texts
                .iter()
                .map(|text| chain_of.get(text).copied())
                .collect::<Option<Vec<&[String]>>>()
                .ok_or("a released value is not in its hierarchy")?;
            Ok(Release::tree(counts, Tree::new(&chains)?))
        }
    }
}

/// Values from the smallest to the largest, the missing one last, equal numbers by their texts.
fn order(texts: &[&str], formulas_escaped: bool) -> Result<Vec<u32>, &'static str> {
    let plain = |text: &'_ str| match text.strip_prefix('\'') {
        Some(plain) if formulas_escaped => plain.to_owned(),
        _ => text.to_owned(),
    };
    let mut keyed: Vec<(f64, String, u32)> = Vec::new();
    let mut missing = None;
    let mut dates = 0usize;
    for (value, text) in texts.iter().enumerate() {
        let text = plain(text);
        let value = value as u32;
        if text.is_empty() {
            missing = Some(value);
            continue;
        }
        let size = match ValueType::of(&text) {
            ValueType::Whole | ValueType::Decimal => text.parse().ok(),
            ValueType::Date => {
                dates += 1;
                parse_date(&text).map(|days| days as f64)
            }
            ValueType::Text => None,
        };
        let size = size.ok_or("its values are called ordered and are neither numbers nor dates")?;
        keyed.push((size, text, value));
    }
    if dates > 0 && dates < keyed.len() {
        return Err("its values are called ordered and are numbers and dates mixed");
    }
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    let values = keyed.into_iter().map(|(_, _, value)| value);
    Ok(values.chain(missing).collect())
}
