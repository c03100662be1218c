//! Released transactions: whether enough of them hold whatever somebody may know of one, and whether what they
//! have in common tells too much of what is private.
//!
//! Decided set by set from the definition. Sets are passed over only where the definition itself says that they
//! are as frequent as one that was looked at.

mod board;
mod decide;
mod pile;
mod quest;
mod rare;
mod reached;
mod read;
mod telling;
mod walk;

#[cfg(test)]
mod tests;

pub use decide::{Decided, decide};

use crate::declaration::{Declaration, Format, Layout};
use crate::measure::{Found, Room, reached};
use crate::problem::{Failure, Problem};
use crate::requirement::Requirement;
use crate::table::{compare_roles, look_at_columns};
use crate::watch::Watch;
use read::Gathering;
use std::collections::HashSet;
use std::path::Path;

/// A longer basket is none: the search for rare sets goes as deep.
const MOST_ITEMS: usize = 100_000;

/// What that takes, and more.
const DEEP_STACK: usize = 256 << 20;

/// Baskets as they stand in the release, labels as numbers: equal labels are equal numbers, and nothing else is
/// known of them.
#[derive(Clone, Copy, Debug)]
pub struct Released<'a> {
    /// `starts[basket]..starts[basket + 1]` are the places of that basket's items.
    pub starts: &'a [usize],
    pub item: &'a [u32],
    /// By number: whether the label is a private item. Those that are not named are public.
    pub private: &'a [bool],
}

impl Released<'_> {
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn basket(&self, at: usize) -> &[u32] {
        &self.item[self.starts[at]..self.starts[at + 1]]
    }
}

/// What cannot be checked must not look as if it had been.
pub(crate) fn refuse_foreign(declared: &Declaration) -> Result<(), Problem> {
    let told = |message: &str| Err(Problem::new(message));
    let requirement = &declared.requirement;
    if requirement.k.is_none() || !requirement.is_for_baskets() {
        return told(
            "the certificate promises nothing that can be verified: it names no k, or neither m, h nor duplicates",
        );
    }
    // p is asked of both, and of transactions it counts public items.
    let of_values = Requirement {
        p: None,
        ..requirement.clone()
    };
    let foreign = requirement.is_for_ratings() || of_values.looks_at_values();
    if foreign || declared.ratings.is_some() || !declared.sensitive.is_empty() {
        return told(
            "the certificate promises something about records or people, and the release is called transactions",
        );
    }
    if requirement.h.is_some() != requirement.p.is_some() {
        return told("the certificate names one of h and p without the other");
    }
    let Some(form) = &declared.transactions else {
        return told("the certificate does not say how its transactions are to be read");
    };
    let lines = declared.format == Format::Dat;
    if form.layout == Layout::Wide || lines && form.layout != Layout::Basket {
        return told(
            "the certificate's layout is none of transactions; expected basket, list or long",
        );
    }
    let separator = form.separator.as_deref().unwrap_or_default();
    if form.layout != Layout::Long && separator.is_empty() {
        return told("the certificate does not say what stands between two items");
    }
    Ok(())
}

/// Every requirement on transactions, from its definition.
pub(crate) fn measure(
    path: &Path,
    declared: &Declaration,
    room: Room,
    watch: &dyn Watch,
) -> Result<Found, Failure> {
    let mut gathering = Gathering::new(path, declared, room);
    let sha256 = crate::read::read(
        path,
        declared.format,
        &declared.codes,
        &mut gathering,
        watch,
    )?;
    let mut found = Found::new(sha256);
    look_at_columns(declared, &gathering.names, &gathering.looks, &mut found);
    let Some(gathered) = gathering.finish(&mut found.faults, watch)? else {
        return Ok(found);
    };
    let roles = &declared.roles;
    compare_roles(roles, &mut found.faults);
    if !roles.quasi.is_empty() || !roles.insensitive.is_empty() {
        let message =
            "the certificate gives columns of transactions a role, which they do not have";
        found.faults.push(message.to_owned());
    }
    let named: HashSet<&str> = roles.sensitive.iter().map(String::as_str).collect();
    let items = gathered.items.iter();
    let private: Vec<bool> = items.map(|item| named.contains(&**item)).collect();
    let shown = private.iter().filter(|&&is_private| is_private).count();
    if shown != named.len() {
        let message = "a private item of the certificate is not in the release";
        found.faults.push(message.to_owned());
    }
    if !roles.sensitive.is_sorted() {
        let message = "the certificate's private items are not in the order of their names";
        found.faults.push(message.to_owned());
    }
    let released = Released {
        starts: &gathered.starts,
        item: &gathered.item,
        private: &private,
    };
    let longest = gathered
        .starts
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .max();
    if longest.is_some_and(|longest| longest > MOST_ITEMS) {
        let message = "a basket has more items than this version can decide";
        return Err(Problem::in_file(path, message).into());
    }
    // The search goes one step deeper for every item of a set.
    let pool = rayon::ThreadPoolBuilder::new()
        .stack_size(DEEP_STACK)
        .build()
        .map_err(|_| Problem::new("there is no memory for the search of rare sets"))?;
    let decided = pool.install(|| decide(&released, &declared.requirement, watch))?;
    let figures = &mut found.figures;
    figures.records = released.len() as u64;
    figures.k = decided.least.unwrap_or(0);
    figures.classes = decided.distinct as u64;
    figures.sizes = decided.sizes;
    figures.reached = reached(&decided.verdicts);
    figures.items = Some(gathered.items.len() as u64);
    figures.empty = Some(gathered.empty);
    found.verdicts = decided.verdicts;
    found.violating_rows = decided.violating.into_iter().map(u64::from).collect();
    Ok(found)
}
