//! Names of the groups of a hierarchy.

use super::members::Members;
use cloakroom_core::hierarchy::{Member, Naming, ReleasedGroup, TOP};
use cloakroom_core::{Column, Failure, Hierarchy, Quasi, ValueType};
use cloakroom_microdata::method::ChangedColumn;
use std::collections::{BTreeMap, HashSet};

/// Whether names of this kind have to be looked at.
pub fn are_named(naming: &Naming, some_left_out: bool) -> bool {
    match naming {
        Naming::Declared => false,
        Naming::Extremes | Naming::Leader | Naming::Rest => true,
        Naming::Bounds(_) | Naming::Filled(_) => some_left_out,
    }
}

pub fn rename(
    quasi: &Quasi<'_>,
    changed: &mut ChangedColumn,
    members: &Members,
) -> Result<(), Failure> {
    let released = &changed.column;
    let mut texts: Vec<String> = released.dictionary().iter().map(str::to_owned).collect();
    // Codes that show a group, each with its level.
    let general: Vec<(usize, usize)> = (0..texts.len())
        .filter(|&code| released.null() != Some(code as u32))
        .filter_map(|code| {
            let level = level_of(quasi, &texts[code], &members.of_code[code])?;
            Some((code, level))
        })
        .collect();
    match quasi.hierarchy.naming() {
        Naming::Declared => return Ok(()),
        Naming::Bounds(_) => rewrite(quasi, &general, members, &mut texts),
        Naming::Filled(mask) => {
            let longest = |texts: &mut dyn Iterator<Item = &str>| {
                texts.map(|text| text.chars().count()).max().unwrap_or(0)
            };
            let all = longest(&mut quasi.column.dictionary().iter());
            let kept = longest(&mut members.kept_texts(quasi.column).into_iter());
            for &(code, _) in &general {
                if texts[code] != TOP {
                    texts[code] = mask.shortened(&texts[code], all - kept);
                }
            }
        }
        naming => {
            let groups: Vec<ReleasedGroup<'_>> = general
                .iter()
                .map(|&(code, level)| ReleasedGroup {
                    members: members.of_code[code]
                        .iter()
                        .map(|&(value, records)| Member {
                            text: quasi.column.dictionary().get(value),
                            records,
                        })
                        .collect(),
                    is_top: level == quasi.hierarchy.height(),
                })
                .collect();
            let as_they_are = shown_as_they_are(released, members, &general);
            let dashed = kept_type(quasi.column, members) == ValueType::Whole;
            let names = naming.names(&groups, &as_they_are, dashed, false);
            for (&(code, _), name) in general.iter().zip(names) {
                if let Some(name) = name {
                    texts[code] = name;
                }
            }
        }
    }
    changed.retext(&texts)
}

/// The lowest level above the values at which a label stands for all of its members; `None` for a value that is
/// shown as it is, and for what nobody shows.
fn level_of(quasi: &Quasi<'_>, text: &str, members: &[(u32, u64)]) -> Option<usize> {
    let shows_itself = |&(value, _): &(u32, u64)| quasi.column.dictionary().get(value) == text;
    if members.is_empty() || members.iter().all(shows_itself) {
        return None;
    }
    (1..=quasi.hierarchy.height()).find(|&level| {
        let mut labels = members
            .iter()
            .map(|&(value, _)| quasi.hierarchy.label(level, value));
        labels.all(|label| label == text)
    })
}

/// The texts of released values that are no groups.
fn shown_as_they_are<'a>(
    released: &'a Column,
    members: &Members,
    general: &[(usize, usize)],
) -> HashSet<&'a str> {
    let general: HashSet<usize> = general.iter().map(|&(code, _)| code).collect();
    let shown = (0..members.of_code.len())
        .filter(|code| !members.of_code[*code].is_empty() && !general.contains(code));
    shown
        .map(|code| released.dictionary().get(code as u32))
        .collect()
}

/// What kind of values a column holds, those of left-out records aside; numbers and dates remain what they are.
pub fn kept_type(column: &Column, members: &Members) -> ValueType {
    let is_whole = |text: &&str| ValueType::of(text) == ValueType::Whole;
    match column.value_type() {
        ValueType::Decimal if members.kept_texts(column).iter().all(is_whole) => ValueType::Whole,
        value_type => value_type,
    }
}

/// The same bounds in the way in which they are written for the kept values.
fn rewrite(quasi: &Quasi<'_>, general: &[(usize, usize)], members: &Members, texts: &mut [String]) {
    let kept = members.kept_texts(quasi.column);
    let Some(chains) = quasi.hierarchy.naming().rewritten(&kept) else {
        return;
    };
    for &(code, level) in general {
        let mut labels = members.of_code[code].iter().map(|&(value, _)| {
            let chain = chains.get(quasi.column.dictionary().get(value))?;
            chain.get(level)
        });
        // A missing value has no bounds, and stands with others at the top alone.
        if let Some(Some(first)) = labels.next()
            && labels.all(|label| label == Some(first))
        {
            texts[code].clone_from(first);
        }
    }
}

/// Chains of released values and their codes, from each value to the top, that say where values meet and nothing
/// else: groups are numbered in the order of the values.
pub(crate) fn neutral_chains(values: &[(String, u32)], hierarchy: &Hierarchy) -> Vec<Vec<String>> {
    let mut sorted: Vec<&(String, u32)> = values.iter().collect();
    sorted.sort();
    let mut numbers: BTreeMap<(usize, u32), usize> = BTreeMap::new();
    let mut on_level = vec![0usize; hierarchy.levels().len()];
    sorted
        .into_iter()
        .map(|(text, code)| {
            let above = hierarchy.levels().iter().enumerate().skip(1);
            let above = above.map(|(level, groups)| {
                let group = groups.group_of[*code as usize];
                let number = numbers.entry((level, group)).or_insert_with(|| {
                    on_level[level] += 1;
                    on_level[level]
                });
                format!("group {level}.{number}")
            });
            std::iter::once(text.clone()).chain(above).collect()
        })
        .collect()
}
