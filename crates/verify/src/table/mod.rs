//! A released table of records, counted and decided.

mod classes;
mod counting;
mod distance;
mod exact;
mod metrics;
mod models;
mod sensitive;
mod units;

#[cfg(test)]
mod tests;

pub(crate) use counting::refuse_twice;
pub(crate) use metrics::share;

use crate::declaration::{Counts, Declaration, Roles};
use crate::figures::{ColumnFigures, Figures};
use crate::looks::Looks;
use crate::measure::{Found, MOST_LISTED, Room, reached};
use crate::problem::{Failure, Problem};
use crate::read::read;
use crate::verdict::Verdict;
use crate::watch::Watch;
use classes::Classes;
use counting::{Counted, Counting, Listing};
use std::path::Path;

/// What cannot be checked must not look as if it had been.
pub(crate) fn refuse_foreign(declared: &Declaration) -> Result<(), Problem> {
    let requirement = &declared.requirement;
    if requirement.is_for_ratings() || declared.ratings.is_some() {
        return Err(Problem::new(
            "the certificate promises something about ratings, and the release is called microdata",
        ));
    }
    if requirement.is_for_baskets() || declared.transactions.is_some() {
        return Err(Problem::new(
            "the certificate promises something about transactions, and the release is called microdata",
        ));
    }
    let promises = requirement.k.is_some() || requirement.looks_at_values();
    if !promises || declared.roles.quasi.is_empty() {
        return Err(Problem::new(
            "the certificate promises nothing that can be verified: it names no k, l, p, p+, \u{3b1} or t, or no \
             quasi-identifier",
        ));
    }
    Ok(())
}

pub(crate) fn measure(
    path: &Path,
    declared: &Declaration,
    room: Room,
    watch: &dyn Watch,
) -> Result<Found, Failure> {
    let roles = &declared.roles;
    let looked_at: Vec<&str> = roles
        .quasi
        .iter()
        .chain(&roles.sensitive)
        .map(String::as_str)
        .collect();
    let mut counting = Counting::new(path, looked_at.clone(), room.0, watch);
    let sha256 = read(path, declared.format, &declared.codes, &mut counting, watch)?;
    let counted = counting.finish()?;
    let mut found = Found::new(sha256);
    compare_columns(declared, &counted.names, &mut found.faults);
    found.figures.records = counted.records;
    look_at_columns(declared, &counted.names, &counted.looks, &mut found);
    // Numbers of a tuple stand for the columns that are there.
    let present: Vec<&str> = looked_at
        .iter()
        .copied()
        .filter(|wanted| counted.names.iter().any(|name| name == wanted))
        .collect();
    let quasi = present
        .iter()
        .filter(|name| roles.quasi.iter().any(|quasi| quasi == *name))
        .count();
    decide(declared, &present, quasi, &counted, &mut found, watch)?;
    let Marked(marked) = std::mem::take(&mut found.marked);
    if marked.contains(&true) {
        let mut listing = Listing::new(&counted, &present, &marked, MOST_LISTED);
        read(path, declared.format, &declared.codes, &mut listing, watch)?;
        found.violating_rows = listing.rows;
        found.unlisted_rows = listing.unlisted;
    }
    Ok(found)
}

/// By tuple, whether it breaks a promise.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marked(Vec<bool>);

fn decide(
    declared: &Declaration,
    present: &[&str],
    quasi: usize,
    counted: &Counted,
    found: &mut Found,
    watch: &dyn Watch,
) -> Result<(), Failure> {
    let requirement = &declared.requirement;
    let classes = Classes::find(&counted.pile, quasi, watch)?;
    let columns = sensitive::read(declared, present, counted, &mut found.faults);
    let counts = declared.counts;
    units::refuse_distances(counts, requirement, &declared.sensitive, &mut found.faults);
    let of_records = match counts {
        Counts::Records => requirement.clone(),
        _ => units::of_records(requirement),
    };
    let (verdicts, marked) = models::decide(&of_records, &classes, &columns, watch)?;
    let k = requirement.least_size();
    let figures = &mut found.figures;
    figures.k = classes.smallest();
    figures.classes = classes.number() as u64;
    figures.sizes = classes.histogram();
    let metrics = metrics::of_table(&classes, &columns, k, watch)?;
    if counts == Counts::Records {
        figures.reached = reached(&verdicts);
        figures.metrics = metrics;
        found.verdicts = verdicts;
        found.marked = Marked(marked);
        return Ok(());
    }
    // How many people are at risk, and what their classes reach, follows from the key and from nothing that is released.
    let metrics = metrics.into_iter();
    figures.metrics = metrics
        .filter(|(name, _)| metrics::OF_SIZES.contains(&name.as_str()))
        .collect();
    found.verdicts = units::without_key(requirement, verdicts);
    found.marked = Marked(marked);
    found.notes.push(format!(
        "the promises count {}, and the key that tells which records are theirs is not released: whether they hold was \
         decided where the release was made, and here only what must hold of records if they do",
        counts.name()
    ));
    Ok(())
}

/// Decides every promise by its definition where the unit of every row is known.
pub(crate) fn decide_units(
    path: &Path,
    declared: &Declaration,
    units: &[u32],
    room: Room,
    watch: &dyn Watch,
) -> Result<Vec<Verdict>, Failure> {
    let roles = &declared.roles;
    let looked_at: Vec<&str> = roles
        .quasi
        .iter()
        .chain(&roles.sensitive)
        .map(String::as_str)
        .collect();
    let mut counting = Counting::new(path, looked_at.clone(), room.0, watch).with_units(units);
    read(path, declared.format, &declared.codes, &mut counting, watch)?;
    let counted = counting.finish()?;
    let is_there = |wanted: &&str| counted.names.iter().any(|name| name == wanted);
    if counted.records != units.len() as u64 || !looked_at.iter().all(is_there) {
        return Err(Problem::in_file(
            path,
            "the file does not have the rows and columns that were to be written",
        )
        .into());
    }
    let mut faults = Vec::new();
    let columns = sensitive::read(declared, &looked_at, &counted, &mut faults);
    if let Some(fault) = faults.pop() {
        return Err(Problem::in_file(path, fault).into());
    }
    let classes = Classes::find(&counted.pile, roles.quasi.len(), watch)?;
    let requirement = &declared.requirement;
    Ok(units::decide(
        requirement,
        &classes,
        &columns,
        &counted.pile,
        watch,
    )?)
}

/// What is told of each column, and what looks odd about those that are released as they are.
pub(crate) fn look_at_columns(
    declared: &Declaration,
    names: &[String],
    looks: &[Looks],
    found: &mut Found,
) {
    let figures: &mut Figures = &mut found.figures;
    let escaped = declared.formulas_escaped;
    let mut raw = 0;
    for (name, looks) in names.iter().zip(looks) {
        figures.columns.push(ColumnFigures {
            name: name.clone(),
            values: looks.values(),
        });
        let in_name = u64::from(crate::looks::is_formula(
            name.strip_prefix('\'').filter(|_| escaped).unwrap_or(name),
        ));
        let cells = if escaped {
            looks.escaped
        } else {
            looks.formulas
        };
        figures.formula_cells += cells + in_name;
        raw += looks.formulas + u64::from(crate::looks::is_formula(name));
    }
    if escaped && raw > 0 {
        found.faults.push(
            "the certificate says that formulas are escaped, and a spreadsheet would run cells of the release"
                .to_owned(),
        );
    }
    for (name, looks) in names.iter().zip(looks) {
        let taken = if declared.roles.insensitive.contains(name) {
            "released as it is"
        } else if declared.roles.sensitive.contains(name) {
            "taken as sensitive"
        } else {
            continue;
        };
        let Some(said) = looks.warning(name) else {
            continue;
        };
        let confirmed = if declared.confirmed.contains_key(name) {
            "; the certificate's author has confirmed it by name"
        } else {
            ""
        };
        found.warnings.push(format!(
            "\"{name}\" is {taken} and {said}: whoever knows it knows the record{confirmed}"
        ));
    }
}

/// `names` are those of the released columns.
pub(crate) fn compare_columns(declared: &Declaration, names: &[String], faults: &mut Vec<String>) {
    let roles = &declared.roles;
    for name in &roles.identifier {
        if names.contains(name) {
            faults.push(format!(
                "the identifier column \"{name}\" is in the release"
            ));
        }
    }
    for name in &roles.quasi {
        if !names.contains(name) {
            faults.push(format!(
                "the quasi-identifier \"{name}\" is not in the release"
            ));
        }
    }
    compare_roles(roles, faults);
    for name in roles.sensitive.iter().chain(&roles.insensitive) {
        if !names.contains(name) {
            faults.push(format!("the column \"{name}\" is not in the release"));
        }
    }
    for name in names {
        let known = [
            &roles.quasi,
            &roles.sensitive,
            &roles.insensitive,
            &roles.identifier,
        ];
        if !known.into_iter().any(|names| names.contains(name)) {
            faults.push(format!(
                "the released column \"{name}\" has no role in the certificate"
            ));
        }
    }
    for name in declared.confirmed.keys() {
        if !roles.insensitive.contains(name) && !roles.sensitive.contains(name) {
            faults.push(format!(
                "\"{name}\" was confirmed and is not among the columns that are released as they are"
            ));
        }
    }
}

/// A name has one role.
pub(crate) fn compare_roles(roles: &Roles, faults: &mut Vec<String>) {
    let mut named: Vec<&String> = [
        &roles.identifier,
        &roles.quasi,
        &roles.sensitive,
        &roles.insensitive,
    ]
    .into_iter()
    .flatten()
    .collect();
    named.sort_unstable();
    if let Some(twice) = named.windows(2).find(|pair| pair[0] == pair[1]) {
        faults.push(format!("the certificate gives \"{}\" two roles", twice[0]));
    }
}
