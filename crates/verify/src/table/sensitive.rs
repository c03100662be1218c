//! The sensitive columns of a release, with what the declaration says about their values.

use super::counting::{Counted, Pile};
use super::distance::{Release, Tree};
use crate::declaration::{self, Declaration, Distance, SensitiveColumn};
use crate::value::{Comparison, Key, Place, place};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// One sensitive column.
pub(super) struct Sensitive<'a> {
    /// Its place in a tuple.
    at: usize,
    /// By number: equal ones are one value, however they are written.
    value_of: Vec<u32>,
    pub categories: Option<Categories>,
    pub release: Option<Release>,
    /// Records of the release by value.
    pub released: Vec<u64>,
    pile: &'a Pile,
}

pub(super) struct Categories {
    /// By value, 0 the most sensitive.
    pub of: Vec<u32>,
    pub count: u32,
}

/// The sensitive columns that are there. What the promises need and the declaration lacks is a fault.
pub(super) fn read<'a>(
    declared: &Declaration,
    names: &[&str],
    counted: &'a Counted,
    faults: &mut Vec<String>,
) -> Vec<Sensitive<'a>> {
    if declared.requirement.looks_at_values() && declared.roles.sensitive.is_empty() {
        faults.push(
            "the certificate promises something about sensitive values and names no sensitive column"
                .to_owned(),
        );
    }
    let mut told = HashSet::new();
    for sensitive in &declared.sensitive {
        if !told.insert(&sensitive.column) {
            faults.push(format!(
                "the certificate speaks twice of the values of \"{}\"",
                sensitive.column
            ));
        }
        if !declared.roles.sensitive.contains(&sensitive.column) {
            faults.push(format!(
                "the certificate speaks of the values of \"{}\", which it does not call sensitive",
                sensitive.column
            ));
        }
    }
    let columns = declared.roles.sensitive.iter();
    columns
        .filter_map(|name| {
            let at = names.iter().position(|known| known == name)?;
            let said = declared
                .sensitive
                .iter()
                .find(|sensitive| sensitive.column == *name);
            Some(Sensitive::read(declared, (name, said), at, counted, faults))
        })
        .collect()
}

impl<'a> Sensitive<'a> {
    fn read(
        declared: &Declaration,
        (name, said): (&str, Option<&SensitiveColumn>),
        at: usize,
        counted: &'a Counted,
        faults: &mut Vec<String>,
    ) -> Self {
        let escaped = declared.formulas_escaped;
        let mut known: HashMap<Key<'_>, u32> = HashMap::new();
        let mut values: Vec<&str> = Vec::new();
        let texts = &counted.texts[at];
        let shown = texts.iter().map(|text| &**text);
        let equal = declared.equal.of_column(shown, escaped);
        let value_of: Vec<u32> = texts
            .iter()
            .map(|text| {
                *known.entry(equal.key(text)).or_insert_with(|| {
                    values.push(text);
                    values.len() as u32 - 1
                })
            })
            .collect();
        let mut note = |fault: &str| faults.push(format!("\"{name}\": {fault}"));
        let named = said.and_then(|said| said.categories.as_ref());
        let categories = if declared.requirement.looks_at_categories() || named.is_some() {
            categories(named, &values, equal).map_err(&mut note).ok()
        } else {
            None
        };
        let pile = &counted.pile;
        let mut released = vec![0u64; values.len()];
        for (tuple, &records) in pile.records.iter().enumerate() {
            let value = value_of[pile.tuple(tuple)[at] as usize];
            released[value as usize] += u64::from(records);
        }
        let release = declared.requirement.t.and_then(|_| {
            let named = said.and_then(|said| said.distance.as_ref());
            release(named, released.clone(), &values, equal, escaped)
                .map_err(&mut note)
                .ok()
        });
        Self {
            at,
            value_of,
            categories,
            release,
            released,
            pile,
        }
    }

    /// The value of a tuple.
    pub fn value(&self, tuple: usize) -> u32 {
        self.value_of[self.pile.tuple(tuple)[self.at] as usize]
    }

    /// The values of some tuples ascending, each with how many records have it.
    pub fn counts(&self, tuples: Range<usize>) -> Vec<(u32, u32)> {
        let mut values: Vec<(u32, u32)> = tuples
            .map(|tuple| {
                let number = self.pile.tuple(tuple)[self.at];
                (self.value_of[number as usize], self.pile.records[tuple])
            })
            .collect();
        values.sort_unstable();
        values
            .chunk_by(|a, b| a.0 == b.0)
            .map(|run| {
                let records = run.iter().fold(0u32, |sum, &(_, n)| sum.saturating_add(n));
                (run[0].0, records)
            })
            .collect()
    }
}

fn categories(
    named: Option<&declaration::Categories>,
    values: &[&str],
    equal: Comparison,
) -> Result<Categories, &'static str> {
    let named = named.ok_or("the certificate names no sensitivity categories")?;
    if named.count == 0 || named.of.values().any(|&category| category >= named.count) {
        return Err("a sensitivity category is beyond the number of categories");
    }
    let mut of_key: HashMap<Key<'_>, u32> = HashMap::new();
    for (text, &category) in &named.of {
        // Where two spellings of a value have two categories, the more sensitive counts.
        of_key
            .entry(equal.key(text))
            .and_modify(|known| *known = category.min(*known))
            .or_insert(category);
    }
    let of = values
        .iter()
        .map(|text| of_key.get(&equal.key(text)).copied())
        .collect::<Option<Vec<u32>>>()
        .ok_or("a released value has no sensitivity category in the certificate")?;
    if of_key.len() > values.len() {
        return Err(
            "the certificate names the sensitivity category of a value that is not released",
        );
    }
    Ok(Categories {
        of,
        count: named.count,
    })
}

fn release(
    named: Option<&Distance>,
    counts: Vec<u64>,
    values: &[&str],
    equal: Comparison,
    formulas_escaped: bool,
) -> Result<Release, &'static str> {
    match named.ok_or("the certificate does not say how far its values are apart")? {
        Distance::Equal => Ok(Release::equal(counts)),
        Distance::Ordered => Ok(Release::ordered(counts, &order(values, formulas_escaped)?)),
        Distance::Hierarchy(chains) => {
            let mut chain_of: HashMap<Key<'_>, &[String]> = HashMap::new();
            for chain in chains {
                let value = chain.first().ok_or("a chain of its hierarchy is empty")?;
                let known = chain_of.insert(equal.key(value), chain);
                if known.is_some_and(|known| known[1..] != chain[1..]) {
                    return Err("a value stands twice in its hierarchy");
                }
            }
            let chains = values
                .iter()
                .map(|text| chain_of.get(&equal.key(text)).copied())
                .collect::<Option<Vec<&[String]>>>()
                .ok_or("a released value is not in its hierarchy")?;
            if chain_of.len() > chains.len() {
                return Err("its hierarchy names a value that is not released");
            }
            Ok(Release::tree(counts, Tree::new(&chains)?))
        }
    }
}

/// Values from the smallest to the largest, the missing one last, equal sizes by their texts.
fn order(values: &[&str], formulas_escaped: bool) -> Result<Vec<u32>, &'static str> {
    let plain = |text: &str| -> String {
        match text.strip_prefix('\'') {
            Some(plain) if formulas_escaped => plain.trim().to_owned(),
            _ => text.trim().to_owned(),
        }
    };
    let mut keyed: Vec<(f64, Cow<'_, str>, u32)> = Vec::new();
    let mut missing = None;
    let mut dates = 0usize;
    for (value, text) in (0..).zip(values) {
        let text = plain(text);
        if text.is_empty() {
            missing = Some(value);
            continue;
        }
        let size = match place(&text) {
            Some(Place::Number(number)) => number,
            Some(Place::Date(days)) => {
                dates += 1;
                days as f64
            }
            None => {
                return Err("its values are called ordered and are neither numbers nor dates");
            }
        };
        keyed.push((size, text.into(), value));
    }
    if dates > 0 && dates < keyed.len() {
        return Err("its values are called ordered and are numbers and dates mixed");
    }
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    let values = keyed.into_iter().map(|(_, _, value)| value);
    Ok(values.chain(missing).collect())
}
