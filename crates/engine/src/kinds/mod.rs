//! The one seam between the flow and the kinds of data. Check, solve, anonymize, release, sweep, risk and attack are
//! written once, over what a kind answers here; which kinds there are is said in one place, `of`.
//!
//! A kind has a room of its own (`records`, `ratings`, `transactions`) with three values: its data as they were read
//! (`KindOfData`), the same with settings that were checked against them (`PreparedKind`, `HeldKind`), and what a method made of them
//! (`MadeByMethod`); and what there is to know of it whatever the data (`AboutKind`): its words, what reports say of its
//! releases, how these are pooled. A table that is read in batches is a second way to release records and so a fourth
//! `PreparedKind`.

mod about;
mod candidate;
mod prepared;

pub use about::Model;
pub(crate) use about::{AboutKind, stands_among};
pub use candidate::{AnyCandidate, MadeByMethod};
pub use prepared::PreparedData;
pub(crate) use prepared::{AnyPrepared, HeldKind, PreparedKind, ToWrite, ToldOfRelease};

use crate::advice::{Advice, Ask};
use crate::attack::suggest::Targets;
use crate::ratings::RatingsRead;
use crate::records::RecordsRead;
use crate::solve::SolveAnswer;
use crate::sweep::SweepPoint;
use crate::transactions::TransactionsRead;
use crate::{ratings, records, transactions};
use cloakroom_core::{
    Column, Dataset, Dictionary, Failure, Kind, LoadOptions, Loaded, Open, Progress, Requirement,
    Settings, Trees,
};
use cloakroom_verify::declaration;

/// Data of one kind, as they were read.
pub(crate) trait KindOfData<'a> {
    /// With settings that they were checked against, so that nobody need check again.
    fn prepare(
        &self,
        settings: &'a Settings,
        trees: &'a Trees,
        progress: &Progress,
    ) -> Result<Box<dyn AnyPrepared + 'a>, Failure>;

    /// The strictest values of what is left open.
    fn solve(
        &self,
        settings: &Settings,
        open: &[Open],
        trees: &Trees,
        progress: &Progress,
    ) -> Result<SolveAnswer, Failure>;

    /// Made ready once, then asked for many settings that differ in requirement and method alone.
    fn compared(
        &self,
        settings: &Settings,
        trees: &'a Trees,
        progress: &Progress,
    ) -> Result<Box<dyn Compared + 'a>, Failure>;

    /// What roles are given to: columns, issues or items.
    fn names(&self) -> Vec<&'a str>;

    /// How much of every record a method goes through: columns, issues, or items on average.
    fn width(&self, settings: &Settings) -> usize;

    /// What is usually asked of them; nothing of it is asked before somebody says so.
    fn usual_requirement(&self) -> Requirement;

    /// What a file of known people can be compared with. `loaded` is where they come from.
    fn targets(&self, loaded: &Loaded, settings: &Settings) -> Targets;

    /// Who they are of by a column that tells people apart; `None` if there is no such column.
    fn who(&self, _column: &str, _options: &LoadOptions) -> Option<WhoIsWho<'a>> {
        None
    }

    /// What is worth changing, with what the settings name as trees, unless there is something wrong with those. What
    /// the last run keeps beyond its promise is asked of all kinds alike.
    fn advice(
        &self,
        ask: &Ask<'_>,
        trees: Option<&Trees>,
        progress: &Progress,
    ) -> Result<Vec<Advice>, Failure>;

    /// Whether they may be a sample of a population that a table tells of.
    fn has_population(&self) -> bool {
        false
    }
}

/// What tells people apart.
pub(crate) enum WhoIsWho<'a> {
    /// Their names, each once.
    Listed(&'a Dictionary),
    /// A column with a row for each.
    InRows(&'a Column),
}

/// One release out of many that are compared, by several threads at once.
pub(crate) trait Compared: Sync {
    /// What these settings reach; a setting that cannot be reached says why.
    fn point(
        &self,
        settings: &Settings,
        progress: &Progress,
    ) -> Result<Result<SweepPoint, String>, Failure>;
}

/// The kind of some data. To add one is to add a line here, one to `about` and one to [`AnyCandidate`].
pub(crate) fn of(dataset: &Dataset) -> Box<dyn KindOfData<'_> + '_> {
    match dataset {
        Dataset::Microdata(_) => Box::new(RecordsRead(dataset)),
        Dataset::Ratings(ratings) => Box::new(RatingsRead(ratings)),
        Dataset::Transactions(transactions) => Box::new(TransactionsRead(transactions)),
    }
}

/// What there is to know of a kind, whatever the data.
pub(crate) fn about(kind: Kind) -> &'static AboutKind {
    match kind {
        Kind::Microdata => &records::about::ABOUT,
        Kind::Ratings => &ratings::about::ABOUT,
        Kind::Transactions => &transactions::about::ABOUT,
    }
}

/// The privacy models whose parameters are its promises.
pub fn models(kind: Kind) -> Vec<Model> {
    (about(kind).models)()
}

/// The one that a promise is a parameter of, by its name in a recipe.
pub fn model(kind: Kind, promise: &str) -> Option<Model> {
    about(kind).model(promise)
}

/// Whether values are recoded column by column, so that there are ranges to be widened and rules for a database.
pub fn is_recoded(kind: Kind) -> bool {
    about(kind).is_recoded
}

/// The kind that a release is declared to be of.
pub(crate) fn declared(declared: declaration::Kind) -> Kind {
    match declared {
        declaration::Kind::Microdata => Kind::Microdata,
        declaration::Kind::Ratings => Kind::Ratings,
        declaration::Kind::Transactions => Kind::Transactions,
    }
}

/// Data and settings that can be asked about: what is wrong with them is told here.
pub fn prepare<'a>(
    dataset: &'a Dataset,
    settings: &'a Settings,
    trees: &'a Trees,
    progress: &Progress,
) -> Result<PreparedData<'a>, Failure> {
    of(dataset)
        .prepare(settings, trees, progress)
        .map(PreparedData::new)
}
