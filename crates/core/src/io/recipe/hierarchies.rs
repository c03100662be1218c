//! The `[hierarchies]` of a recipe: a file, or a rule in one line.

use super::read::some_text;
use super::section::{Entry, unknown_key};
use super::write::{number, numbers, path_text, text, texts};
use crate::hierarchy::{
    Balanced, Cuts, DEEPEST_MASK, DateUnit, Dates, Frequent, HierarchySource, Intervals, Mask,
    Ordered, Rare, SharedTree, Side, Tree,
};
use crate::problem::Problem;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

const KNOWN: &str = "the path of a file, { mask = 5 }, { intervals = [5, 10] }, { order = [2, 4] }, \
                     { cuts = [[18, 65]] }, { dates = [\"month\", \"year\"] }, { frequency = [10, 100] }, \
                     { balanced = [8, 2] }, { fan = 5 }, { tree = \"file\" } or \
                     { chains = [[\"value\", \"group\", \"*\"], …] }";

pub(super) fn read(entry: &Entry<'_, '_>) -> Result<BTreeMap<String, HierarchySource>, Problem> {
    let mut sources = BTreeMap::new();
    for entry in entry.section()?.entries() {
        sources.insert(entry.key.to_owned(), source(&entry)?);
    }
    Ok(sources)
}

fn source(entry: &Entry<'_, '_>) -> Result<HierarchySource, Problem> {
    if entry.is_text() {
        return Ok(HierarchySource::Lines(PathBuf::from(some_text(entry)?)));
    }
    let wrong = || {
        entry.problem(format!(
            "{} is not as it must be: expected {KNOWN}",
            entry.name
        ))
    };
    if !entry.is_section() {
        return Err(wrong());
    }
    let entries = entry.section()?.entries();
    let has = |key: &str| entries.iter().any(|entry| entry.key == key);
    // Rules with more than one key are known by the key that must be there.
    if has("mask") {
        return mask(&entries);
    }
    if has("intervals") {
        return intervals(&entries);
    }
    let [inner] = &entries[..] else {
        return Err(wrong());
    };
    let sound = |source: HierarchySource, flaw: Option<&'static str>| match flaw {
        Some(flaw) => Err(not_so(inner, flaw)),
        None => Ok(source),
    };
    match inner.key {
        "tree" => Ok(HierarchySource::Tree {
            tree: PathBuf::from(some_text(inner)?),
        }),
        "order" => Ok(HierarchySource::Order(Ordered {
            order: rising(
                inner,
                "the sizes of the groups, each larger than the one before",
            )?,
        })),
        "frequency" => Ok(HierarchySource::Rare(Rare {
            frequency: rising(inner, "numbers of records, each larger than the one before")?,
        })),
        "balanced" => {
            let what = "numbers of groups, each smaller than the one before";
            let balanced = Balanced {
                balanced: wholes(inner, what)?,
            };
            let flaw = balanced.flaw();
            sound(HierarchySource::Balanced(balanced), flaw)
        }
        "fan" => {
            let frequent = Frequent {
                fan: inner.whole(0, u64::from(u32::MAX))? as u32,
            };
            let flaw = frequent.flaw();
            sound(HierarchySource::Frequent(frequent), flaw)
        }
        "cuts" => Ok(HierarchySource::Cuts(Cuts {
            cuts: inner.lists_of_texts_or_numbers()?,
        })),
        "dates" => {
            let units = inner.texts()?;
            let unit = |name: &String| DateUnit::ALL.into_iter().find(|unit| unit.name() == name);
            let known: Option<Vec<DateUnit>> = units.iter().map(unit).collect();
            let dates = Dates {
                dates: known.unwrap_or_default(),
            };
            let flaw = dates.flaw();
            sound(HierarchySource::Dates(dates), flaw)
        }
        "chains" => {
            let chains = inner.lists_of_texts()?;
            let tree = Tree::from_chains(&chains)
                .map_err(|error| inner.problem(format!("{}: {error}", inner.name)))?;
            Ok(HierarchySource::Chains {
                chains: SharedTree(Arc::new(tree)),
            })
        }
        _ => Err(unknown_key(inner, KNOWN)),
    }
}

fn mask(entries: &[Entry<'_, '_>]) -> Result<HierarchySource, Problem> {
    let mut mask = Mask::new(1);
    let sides = [Side::Left, Side::Right].map(|side| (side.name(), side));
    for entry in entries {
        match entry.key {
            "mask" => mask.mask = entry.whole(1, u64::from(DEEPEST_MASK))? as u32,
            "from" => mask.from = entry.choice(&sides)?,
            "pad" => {
                let mut letters = entry.text()?.chars();
                mask.pad = match (letters.next(), letters.next()) {
                    (Some(letter), None) => Some(letter),
                    _ => return Err(not_so(entry, "expected a single character")),
                };
            }
            "length" => mask.length = Some(entry.whole(1, 1_000)? as u32),
            "pad_at" => mask.pad_at = entry.choice(&sides)?,
            _ => return Err(unknown_key(entry, "mask, from, pad, length or pad_at")),
        }
    }
    match (mask.flaw(), entries.first()) {
        (Some(flaw), Some(entry)) => Err(not_so(entry, flaw)),
        _ => Ok(HierarchySource::Mask(mask)),
    }
}

fn intervals(entries: &[Entry<'_, '_>]) -> Result<HierarchySource, Problem> {
    let mut intervals = Intervals::default();
    for entry in entries {
        match entry.key {
            "intervals" => {
                intervals.intervals = entry.numbers("a list of widths")?;
                if let Some(flaw) = Intervals::new(&intervals.intervals).flaw() {
                    return Err(not_so(entry, flaw));
                }
            }
            "origin" => intervals.origin = entry.number("a number")?,
            "low" => intervals.low = Some(entry.number("a number")?),
            "high" => intervals.high = Some(entry.number("a number")?),
            "snap" => intervals.snap = entry.truth()?,
            _ => return Err(unknown_key(entry, "intervals, origin, low, high or snap")),
        }
    }
    match (intervals.flaw(), entries.first()) {
        (Some(flaw), Some(entry)) => Err(not_so(entry, flaw)),
        _ => Ok(HierarchySource::Intervals(intervals)),
    }
}

fn not_so(entry: &Entry<'_, '_>, why: &str) -> Problem {
    entry.problem(format!("{} is not as it must be: {why}", entry.name))
}

fn wholes(entry: &Entry<'_, '_>, what: &str) -> Result<Vec<u32>, Problem> {
    let numbers = entry.numbers(what)?;
    let whole = |number: &f64| number.fract() == 0.0 && (2.0..4e9).contains(number);
    if numbers.is_empty() || !numbers.iter().all(whole) {
        let why = format!("expected {what}, whole and at least 2");
        return Err(not_so(entry, &why));
    }
    Ok(numbers.into_iter().map(|number| number as u32).collect())
}

fn rising(entry: &Entry<'_, '_>, what: &str) -> Result<Vec<u32>, Problem> {
    let numbers = wholes(entry, what)?;
    if !numbers.windows(2).all(|pair| pair[0] < pair[1]) {
        return Err(not_so(entry, &format!("expected {what}")));
    }
    Ok(numbers)
}

/// The right side of a line in `[hierarchies]`.
pub(super) fn written(source: &HierarchySource) -> String {
    match source {
        HierarchySource::Lines(path) => path_text(path),
        HierarchySource::Tree { tree } => format!("{{ tree = {} }}", path_text(tree)),
        HierarchySource::Mask(mask) => {
            let mut pairs = vec![format!("mask = {}", mask.mask)];
            if mask.from == Side::Left {
                pairs.push(format!("from = {}", text(mask.from.name())));
            }
            if let Some(pad) = mask.pad {
                pairs.push(format!("pad = {}", text(&pad.to_string())));
            }
            if let Some(length) = mask.length {
                pairs.push(format!("length = {length}"));
            }
            if mask.pad_at == Side::Right {
                pairs.push(format!("pad_at = {}", text(mask.pad_at.name())));
            }
            format!("{{ {} }}", pairs.join(", "))
        }
        HierarchySource::Intervals(intervals) => {
            let mut pairs = vec![format!("intervals = {}", numbers(&intervals.intervals))];
            if intervals.origin != 0.0 {
                pairs.push(format!("origin = {}", number(intervals.origin)));
            }
            if let Some(low) = intervals.low {
                pairs.push(format!("low = {}", number(low)));
            }
            if let Some(high) = intervals.high {
                pairs.push(format!("high = {}", number(high)));
            }
            if intervals.snap {
                pairs.push("snap = true".to_owned());
            }
            format!("{{ {} }}", pairs.join(", "))
        }
        HierarchySource::Order(order) => format!("{{ order = {:?} }}", order.order),
        HierarchySource::Cuts(cuts) => {
            let lists: Vec<String> = cuts.cuts.iter().map(texts).collect();
            format!("{{ cuts = [{}] }}", lists.join(", "))
        }
        HierarchySource::Dates(dates) => {
            let units = dates.dates.iter().map(|unit| unit.name());
            format!("{{ dates = {} }}", texts(units))
        }
        HierarchySource::Rare(rare) => format!("{{ frequency = {:?} }}", rare.frequency),
        HierarchySource::Balanced(balanced) => {
            format!("{{ balanced = {:?} }}", balanced.balanced)
        }
        HierarchySource::Frequent(frequent) => format!("{{ fan = {} }}", frequent.fan),
        HierarchySource::Chains { chains } => {
            let lists: Vec<String> = chains.0.chains().iter().map(texts).collect();
            format!("{{ chains = [{}] }}", lists.join(", "))
        }
    }
}
