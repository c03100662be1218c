//! A hierarchy for every column that needs one and has none: a file that lies beside the data and is called like it, or
//! else what suits the values. The user accepts them, all at once if they like.

mod called;

use self::called::Names;
use crate::hierarchies::build_hierarchies;
use cloakroom_core::hierarchy::{
    DateUnit, Dates, Fit, Frequent, HierarchySource, Mask, Tree, USUAL_FAN, beginnings,
};
use cloakroom_core::io::fold::unread_dates;
use cloakroom_core::io::hierarchy::{ITEMS, item_column};
use cloakroom_core::io::paths::{folder_of, relative_to};
use cloakroom_core::{Column, Loaded, Progress, Role, Settings};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq)]
pub struct ProposedHierarchy {
    pub column: String,
    pub source: HierarchySource,
    /// In a sentence.
    pub why: String,
    /// What one value of the column becomes, level by level.
    pub example: Vec<String>,
    /// What is to be looked at before it is accepted, a sentence each.
    pub doubts: Vec<String>,
}

/// The chain of a value in the middle: the first ones are often odd.
fn example(tree: &Tree) -> Vec<String> {
    let middle = (tree.width(0) / 2) as u32;
    let chain = tree.chain(middle).into_iter();
    chain.map(str::to_owned).collect()
}

/// More files than this are no collection of hierarchies.
const MOST_FILES: usize = 2_000;
/// Categories that are few enough to be shown or not shown.
const FEW: usize = 12;
/// Doubts of one kind about one hierarchy that are told.
const TOLD: usize = 3;

/// For every quasi-identifier that has none, in the order of the table, and for the items of transactions. The same
/// every time; reads files, so it is for the background.
pub fn propose_hierarchies(
    loaded: &Loaded,
    settings: &Settings,
    folder: &Path,
) -> Vec<ProposedHierarchy> {
    let items = loaded.dataset.transactions().map(item_column);
    let columns: &[Column] = match (&items, loaded.dataset.records_table()) {
        (Some(items), _) => std::slice::from_ref(items),
        (None, Some(table)) => table.columns(),
        (None, None) => &[],
    };
    let is_wanted = |column: &&Column| {
        let is_known = settings.roles.of(column.name()) == Some(Role::Quasi);
        (is_known || items.is_some()) && !settings.hierarchies.contains_key(column.name())
    };
    let mut wanted = columns.iter().filter(is_wanted).peekable();
    if wanted.peek().is_none() {
        return Vec::new();
    }
    let files = files_beside(&loaded.source.path);
    wanted
        .filter_map(|column| propose(loaded, folder, column, &files))
        .collect()
}

fn propose(
    loaded: &Loaded,
    folder: &Path,
    column: &Column,
    files: &[PathBuf],
) -> Option<ProposedHierarchy> {
    let mut doubts = Vec::new();
    for file in called::files_for(&names_of(loaded, column), &loaded.source.path, files) {
        match from_file(loaded, folder, column, file) {
            Ok(proposed) => return Some(proposed),
            Err(why) => doubts.push(why),
        }
    }
    let (source, why) = by_values(column)?;
    if unread_dates(column).is_some() {
        doubts.push(
            "Its values look like dates, but nobody said whether the day or the month stands first: said where the file \
             is opened, they become months, years and decades."
                .to_owned(),
        );
    }
    let tree = source.build(column).and_then(Result::ok);
    Some(ProposedHierarchy {
        column: column.name().to_owned(),
        source,
        why,
        example: tree.as_ref().map(example).unwrap_or_default(),
        doubts,
    })
}

/// What a file for the column may be called after: items are those of a column, too.
fn names_of(loaded: &Loaded, column: &Column) -> Names {
    let own = loaded
        .options
        .columns
        .as_ref()
        .and_then(|names| names.get(1));
    match (loaded.dataset.transactions(), own) {
        (None, _) => Names::of_column(column.name()),
        (Some(_), own) => Names::of_items(own.map(String::as_str)),
    }
}

/// Text files in the folder of the data and in folders of it that are called like its hierarchies, sorted.
fn files_beside(data: &Path) -> Vec<PathBuf> {
    let folder = folder_of(data);
    let mut files = BTreeSet::new();
    let mut folders = vec![folder.clone()];
    for entry in entries(&folder) {
        if entry.is_dir() && called::is_folder_of(data, &lower_name(&entry)) {
            folders.push(entry);
        }
    }
    for folder in folders {
        let known = |entry: &PathBuf| {
            let extension = entry
                .extension()
                .map(|ending| ending.to_string_lossy().to_lowercase());
            let endings = ["csv", "txt", "tsv", "taxonomy", "hierarchy", "tree"];
            extension.is_some_and(|ending| endings.contains(&ending.as_str()))
                && entry.is_file()
                && entry != data
        };
        files.extend(entries(&folder).into_iter().filter(known));
    }
    files.into_iter().collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.take(MOST_FILES).filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = paths.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn lower_name(path: &Path) -> String {
    path.file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().to_lowercase())
}

/// What a file gives for its column; why it cannot be used otherwise.
fn from_file(
    loaded: &Loaded,
    folder: &Path,
    column: &Column,
    file: &Path,
) -> Result<ProposedHierarchy, String> {
    let source = HierarchySource::Lines(relative_to(folder, file));
    let sources = BTreeMap::from([(column.name().to_owned(), source.clone())]);
    let dataset = &loaded.dataset;
    let name = lower_name(file);
    let unread = |why: &str| format!("{name} is called like it, but cannot be used: {why}");
    let built = build_hierarchies(folder, &sources, dataset, &Progress::default())
        .map_err(|failure| unread(&failure.to_string()))?;
    let Some((_, built)) = built.into_iter().next() else {
        return Err(unread("nothing was found in it"));
    };
    if let (Err(problem), None) = (&built.hierarchy, &built.tree) {
        return Err(unread(&problem.problem.message));
    }
    let mut doubts = lacking(&built.fit, column);
    if built.fit.lacking.len() * 2 > column.distinct() {
        return Err(format!(
            "{name} is called like it, but lacks most of its values."
        ));
    }
    if let Some(tree) = &built.tree {
        doubts.extend(doubts_about(tree));
    }
    Ok(ProposedHierarchy {
        column: column.name().to_owned(),
        source,
        why: format!("The file {name} beside the data is called like it and has its values."),
        example: built
            .tree
            .as_ref()
            .map(|tree| example(tree))
            .unwrap_or_default(),
        doubts,
    })
}

fn lacking(fit: &Fit, column: &Column) -> Vec<String> {
    let told = match fit.lacking.len() {
        0 => return Vec::new(),
        1 => "1 value of the data is not in the file".to_owned(),
        many => format!(
            "{many} of {} values of the data are not in the file",
            column.distinct()
        ),
    };
    vec![format!(
        "{told}, so it has to be completed before it can be used."
    )]
}

/// What is odd about the groups of a tree: ranges that overlap, numbers outside of the range that they stand in, levels
/// that join nothing.
fn doubts_about(tree: &Tree) -> Vec<String> {
    let mut doubts = Vec::new();
    for level in 1..tree.depth() {
        let labels: Vec<&str> = tree.nodes(level).map(|node| tree.label(node)).collect();
        doubts.extend(overlaps(level, &labels));
        let below = tree.width(level - 1);
        if labels.len() == below && below > 1 {
            doubts.push(format!(
                "Level {level} has as many groups as the level below it, so it joins nothing."
            ));
        }
    }
    let mut outside = 0;
    for chain in tree.chains() {
        let Some(number) = chain
            .first()
            .and_then(|leaf| leaf.trim().parse::<f64>().ok())
        else {
            continue;
        };
        let ranges = chain.iter().skip(1).filter_map(|label| range_of(label));
        outside += usize::from(
            ranges
                .into_iter()
                .any(|(low, high)| number < low || number > high),
        );
    }
    if outside > 0 {
        let values = if outside == 1 {
            "value stands"
        } else {
            "values stand"
        };
        doubts.push(format!(
            "{outside} {values} in a group whose name says another range."
        ));
    }
    doubts
}

/// Ranges of one level that share more than nothing: where do their common values belong?
fn overlaps(level: usize, labels: &[&str]) -> Vec<String> {
    let mut ranges: Vec<((f64, f64), &str)> = labels
        .iter()
        .filter_map(|label| Some((range_of(label)?, *label)))
        .collect();
    ranges.sort_by(|a, b| a.0.0.total_cmp(&b.0.0).then(a.0.1.total_cmp(&b.0.1)));
    let pairs = ranges.windows(2).filter(|pair| pair[1].0.0 <= pair[0].0.1);
    let mut told: Vec<String> = pairs
        .map(|pair| {
            format!(
                "Groups \"{}\" and \"{}\" of level {level} overlap: a value may belong to both.",
                pair[0].1, pair[1].1
            )
        })
        .collect();
    let more = told.len().saturating_sub(TOLD);
    told.truncate(TOLD);
    if more > 0 {
        told.push(format!("{more} more groups of level {level} overlap."));
    }
    told
}

/// `0-10`, `0 – 10`, `-5-5`; half-open ranges such as `[0, 10[` say themselves where their ends belong.
fn range_of(label: &str) -> Option<(f64, f64)> {
    let label = label.trim();
    let mut dashes = label
        .char_indices()
        .filter(|&(at, letter)| at > 0 && matches!(letter, '-' | '\u{2013}'));
    dashes.find_map(|(at, dash)| {
        let low: f64 = label[..at].trim().parse().ok()?;
        let high: f64 = label[at + dash.len_utf8()..].trim().parse().ok()?;
        (low <= high).then_some((low, high))
    })
}

/// What suits the values of a column.
fn by_values(column: &Column) -> Option<(HierarchySource, String)> {
    if column.name() == ITEMS {
        let source = HierarchySource::Frequent(Frequent { fan: USUAL_FAN });
        return Some((
            source,
            "No file tells what items belong together, so those that occur alike often do."
                .to_owned(),
        ));
    }
    if column.distinct() == 0 {
        return None;
    }
    if Dates::fit(column) {
        let dates = vec![DateUnit::Month, DateUnit::Year, DateUnit::Decade];
        let source = HierarchySource::Dates(Dates { dates });
        return Some((
            source,
            "Its values are dates: months, years, decades.".to_owned(),
        ));
    }
    let best = beginnings(column).into_iter().next();
    let numbers = column.value_type().is_number();
    if column.distinct() <= FEW
        && !matches!(&best, Some(best) if matches!(best.source, HierarchySource::Mask(_)))
    {
        let source = HierarchySource::Mask(Mask::new(1));
        let why = format!("It has {} values: each is shown or not.", column.distinct());
        return Some((source, why));
    }
    let best = best?;
    let why = match &best.source {
        HierarchySource::Intervals(_) => "Its values are numbers.".to_owned(),
        HierarchySource::Mask(_) => {
            "Its values look like codes of one length: hidden from the right.".to_owned()
        }
        _ if numbers => best.reason.to_owned(),
        _ => "Its values are texts: rare ones stand together.".to_owned(),
    };
    Some((best.source, why))
}

#[cfg(test)]
mod tests;
