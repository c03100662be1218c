//! What is claimed of the risk and the use of a released table, by definition.

use super::classes::Classes;
use super::sensitive::Sensitive;
use crate::watch::{Stopped, Watch};
use std::collections::BTreeMap;

/// Those that say nothing of risk, and so nothing of people.
pub(super) const OF_SIZES: [&str; 2] = ["dm", "cavg"];

/// Classes between two looks at the watch.
const STRIDE: usize = 1 << 10;

pub(super) fn of_table(
    classes: &Classes<'_>,
    sensitive: &[Sensitive<'_>],
    k: u32,
    watch: &dyn Watch,
) -> Result<BTreeMap<String, f64>, Stopped> {
    let mut metrics = of_sizes(classes, k);
    if !sensitive.is_empty() {
        metrics.extend(of_values(classes, sensitive, watch)?);
    }
    let named = metrics.into_iter();
    Ok(named
        .map(|(name, value)| (name.to_owned(), value))
        .collect())
}

fn of_sizes(classes: &Classes<'_>, k: u32) -> Vec<(&'static str, f64)> {
    let (mut records, mut pairs) = (0u64, 0u128);
    for size in classes.sizes() {
        records += size;
        pairs += u128::from(size) * u128::from(size);
    }
    let number = classes.number() as f64;
    let highest = share(1.0, classes.smallest() as f64);
    let average = share(number, records as f64);
    vec![
        ("dm", pairs as f64),
        ("cavg", share(share(records as f64, number), f64::from(k))),
        ("prosecutor_max", highest),
        ("prosecutor_avg", average),
        ("journalist_max", highest),
        ("marketer", average),
    ]
}

fn of_values(
    classes: &Classes<'_>,
    sensitive: &[Sensitive<'_>],
    watch: &dyn Watch,
) -> Result<Vec<(&'static str, f64)>, Stopped> {
    let (mut homogeneous, mut similar, mut disclosures) = (0u64, 0u64, 0u64);
    for (at, tuples) in classes.iter().enumerate() {
        if at % STRIDE == 0 {
            watch.check()?;
        }
        let (mut is_homogeneous, mut is_similar) = (false, false);
        for column in sensitive {
            let values = column.counts(tuples.clone());
            let same_value = values.len() == 1;
            is_homogeneous |= same_value;
            let told = match &column.categories {
                None => same_value,
                Some(categories) => {
                    let of = |&(value, _): &(u32, u32)| categories.of[value as usize];
                    let same_category = values.windows(2).all(|pair| of(&pair[0]) == of(&pair[1]));
                    is_similar |= same_category;
                    same_category
                }
            };
            disclosures += u64::from(told);
        }
        let records = classes.records(tuples);
        homogeneous += u64::from(is_homogeneous) * records;
        similar += u64::from(is_similar) * records;
    }
    let mut metrics = vec![
        ("homogeneous_records", homogeneous as f64),
        ("attribute_disclosures", disclosures as f64),
    ];
    if sensitive.iter().any(|column| column.categories.is_some()) {
        metrics.push(("similarity_attack_records", similar as f64));
    }
    Ok(metrics)
}

/// A part of a whole; 0 of nothing.
pub(crate) fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
