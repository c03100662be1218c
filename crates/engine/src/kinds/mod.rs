//! The one seam between the flow and the kinds of data. Check, solve, anonymize, release, sweep, risk and attack are
//! written once, over what a kind answers here; which kinds there are is said in one place, `of`.
//!
//! A kind has a room of its own (`records`, `survey`, `baskets`)
//! with three values: its data as they were read (`KindOfData`), the same with settings that were checked against
//! them (`PreparedKind`), and what a method made of them (`MadeByMethod`). A table that is read in batches is a
//! second way to release records and so a fourth `PreparedKind`.

mod candidate;
mod prepared;
mod words;

pub use candidate::{AnyCandidate, MadeByMethod};
pub use prepared::PreparedData;
pub(crate) use prepared::{AnyPrepared, PreparedKind, ToWrite, ToldOfRelease};
pub(crate) use words::{KindInWords, KindWords};

use crate::attack::suggest::Targets;
use crate::ratings::RatingsRead;
use crate::ratings::report::RatingsInWords;
use crate::records::RecordsRead;
use crate::records::report::RecordsInWords;
use crate::solve::SolveAnswer;
use crate::sweep::SweepPoint;
use crate::transactions::TransactionsRead;
use crate::transactions::report::TransactionsInWords;
use cloakroom_core::dataset::Dataset;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::kind::Kind;
use cloakroom_core::problem::Failure;
use cloakroom_core::progress::Progress;
use cloakroom_core::requirement::{Open, Requirement};
use cloakroom_core::settings::Settings;
use cloakroom_core::trees::Trees;
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

    /// What is required of them before the user says anything.
    fn first_requirement(&self) -> Requirement;

    /// What a file of known people can be compared with. `loaded` is where they come from.
    fn targets(&self, loaded: &Loaded, settings: &Settings) -> Targets;

    /// Whether they may be a sample of a population that a table tells of.
    fn has_population(&self) -> bool {
        false
    }
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

/// The kind of some data. To add one is to add a line here and one to [`AnyCandidate`].
pub(crate) fn of(dataset: &Dataset) -> Box<dyn KindOfData<'_> + '_> {
    match dataset {
        Dataset::Microdata(_) => Box::new(RecordsRead(dataset)),
        Dataset::Ratings(ratings) => Box::new(RatingsRead(ratings)),
        Dataset::Transactions(transactions) => Box::new(TransactionsRead(transactions)),
    }
}

/// How a kind of data is spoken of.
pub(crate) fn in_words(kind: Kind) -> &'static dyn KindInWords {
    match kind {
        Kind::Microdata => &RecordsInWords,
        Kind::Ratings => &RatingsInWords,
        Kind::Transactions => &TransactionsInWords,
    }
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
