//! Data and settings that were checked against each other, and all that is asked of them.

use super::{AnyCandidate, MadeByMethod};
use crate::anonymize::Outcome;
use crate::attack::{AttackOptions, AttackReport};
use crate::declared::Declared;
use crate::in_house::Kept;
use crate::release::{self, ReleaseOutcome, ReleaseTask, ReleasedCut};
use crate::released_table::ReleasedTable;
use crate::report::story::Exposure;
use crate::risk::{Risk, RiskOptions};
use crate::write_release::WriteBatches;
use cloakroom_core::{CheckAnswer, Failure, Loaded, Problem, Progress, Table};
use cloakroom_microdata::method::SearchReport;
use cloakroom_microdata::method::decomposition::{DecompositionReport, Floor};
use cloakroom_microdata::profile::doubts::Doubt;
use std::collections::BTreeMap;
use std::path::Path;

/// What one kind of data answers, its settings included. The order in which it is asked is the flow's.
pub(crate) trait PreparedKind {
    /// What a requirement is decided from.
    type Profile;
    type Candidate: MadeByMethod;
    /// What is to be written, in its order.
    type Arranged;

    /// Of the data as they stand.
    fn profile(&self, progress: &Progress) -> Result<Self::Profile, Failure>;

    /// Where the requirement stands, out of a profile of the data as they are.
    fn status(&self, profile: &Self::Profile, progress: &Progress) -> Result<CheckAnswer, Failure>;

    /// Runs the method of the settings, measures what it made and looks at it again
    /// ([`Outcome::second_look`]). `floor` is what a more exact release shows that this one is nested in.
    fn anonymize(
        &self,
        floor: Option<&Floor>,
        progress: &Progress,
    ) -> Result<Outcome<Self::Candidate>, Failure>;

    /// Whether what a method made keeps the requirement, decided anew from a profile of it.
    fn decided(
        &self,
        candidate: &Self::Candidate,
        progress: &Progress,
    ) -> Result<CheckAnswer, Failure>;

    /// Why every column or issue looks as it does; nothing for items.
    fn explain(
        &self,
        _candidate: &Self::Candidate,
        _progress: &Progress,
    ) -> Result<Vec<(String, String)>, Failure> {
        Ok(Vec::new())
    }

    /// The columns that must have roles before anything leaves.
    fn columns_with_roles(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Promises that a release would not keep, or that would tell of what is left out.
    fn refuse_promises(&self) -> Result<(), Problem> {
        Ok(())
    }

    /// What is wrong with the method's own settings.
    fn refuse_method(&self) -> Result<(), Problem> {
        Ok(())
    }

    /// What speaks against columns that are released as they are.
    fn doubts(&self, _progress: &Progress) -> Result<Vec<Doubt>, Failure> {
        Ok(Vec::new())
    }

    /// How exposed everybody is before anything is done; `before` follows from the same profile.
    fn exposure(
        &self,
        profile: &Self::Profile,
        before: &CheckAnswer,
        progress: &Progress,
    ) -> Result<Exposure, Failure>;

    fn arrange(
        &self,
        task: &ReleaseTask<'_>,
        candidate: &Self::Candidate,
        progress: &Progress,
    ) -> Result<Self::Arranged, Failure>;

    /// The candidate as it is arranged, measured and checked anew; nothing where no names or values were changed on the
    /// way.
    fn as_arranged(
        &self,
        _candidate: &Self::Candidate,
        _arranged: &Self::Arranged,
        _progress: &Progress,
    ) -> Result<Option<Self::Candidate>, Failure> {
        Ok(None)
    }

    /// What would be told to others though it is nobody's business, or told wrongly.
    fn refuse_arranged(
        &self,
        _task: &ReleaseTask<'_>,
        _arranged: &Self::Arranged,
        _progress: &Progress,
    ) -> Result<(), Failure> {
        Ok(())
    }

    /// What stays in house: figures, trace, mapping, SQL.
    fn in_house(
        &self,
        task: &ReleaseTask<'_>,
        before: Exposure,
        candidate: &Self::Candidate,
        arranged: &Self::Arranged,
        progress: &Progress,
    ) -> Result<Kept, Failure>;

    /// What the writer is handed.
    fn to_write<'w>(
        &'w self,
        task: &'w ReleaseTask<'_>,
        candidate: &'w Self::Candidate,
        arranged: &'w Self::Arranged,
        progress: &'w Progress,
    ) -> Result<ToWrite<'w>, Failure>;

    /// What the user is told besides what all kinds tell.
    fn told(&self, candidate: &Self::Candidate, arranged: &Self::Arranged) -> ToldOfRelease;
}

/// What is asked of data that are held, besides their release.
pub(crate) trait HeldKind: PreparedKind {
    /// What an analyst feels of it, in one to three sentences that stay in house.
    fn headline(
        &self,
        candidate: &Self::Candidate,
        progress: &Progress,
    ) -> Result<Vec<String>, Failure>;

    /// The columns of which nothing is left, though they are released.
    fn erased(
        &self,
        _candidate: &Self::Candidate,
        _progress: &Progress,
    ) -> Result<Vec<String>, Failure> {
        Ok(Vec::new())
    }

    /// Of a release if there is a candidate, otherwise of the data as they stand.
    fn risk(
        &self,
        candidate: Option<&Self::Candidate>,
        options: &RiskOptions<'_>,
        progress: &Progress,
    ) -> Result<Risk, Failure>;

    /// Of a release if there is a candidate, otherwise of the data as they stand.
    fn attack(
        &self,
        loaded: &Loaded,
        candidate: Option<&Self::Candidate>,
        known: &Table,
        options: &AttackOptions,
        progress: &Progress,
    ) -> Result<AttackReport, Failure>;
}

/// The records of a release and what is declared of them.
pub(crate) struct ToWrite<'w> {
    pub released: &'w ReleasedTable,
    /// Released records; of ratings: people; of transactions: baskets. Some of these may show nothing at all.
    pub records: usize,
    pub left_out: &'w [u32],
    /// In the words of the kind: roles as they are released, promises about values, the form of the file.
    pub declared: Declared,
    /// The unit of every released row, in the order of the file, where people or groups are counted.
    pub units: Option<Vec<u32>>,
    /// Who writes the records of a table that is not held; its names and roles are those of `released`.
    pub batches: Option<Box<WriteBatches<'w>>>,
}

/// What one kind tells of its release and others do not.
#[derive(Default)]
pub(crate) struct ToldOfRelease {
    pub levels: Option<BTreeMap<String, u32>>,
    pub search: Option<SearchReport>,
    pub decomposition: Option<Box<DecompositionReport>>,
    pub cut: Option<ReleasedCut>,
    pub notes: Vec<String>,
}

/// The same whatever the kind.
pub(crate) trait AnyPrepared {
    fn check(&self, progress: &Progress) -> Result<CheckAnswer, Failure>;
    fn anonymize(&self, progress: &Progress) -> Result<Outcome<AnyCandidate>, Failure>;
    fn explain(
        &self,
        candidate: &AnyCandidate,
        progress: &Progress,
    ) -> Result<Vec<(String, String)>, Failure>;
    fn headline(
        &self,
        candidate: &AnyCandidate,
        progress: &Progress,
    ) -> Result<Vec<String>, Failure>;
    fn erased(&self, candidate: &AnyCandidate, progress: &Progress)
    -> Result<Vec<String>, Failure>;
    fn risk(
        &self,
        candidate: Option<&AnyCandidate>,
        options: &RiskOptions<'_>,
        progress: &Progress,
    ) -> Result<Risk, Failure>;
    fn attack(
        &self,
        loaded: &Loaded,
        candidate: Option<&AnyCandidate>,
        known: &Table,
        options: &AttackOptions,
        progress: &Progress,
    ) -> Result<AttackReport, Failure>;
    fn release(
        &self,
        task: &ReleaseTask<'_>,
        out: &Path,
        progress: &Progress,
    ) -> Result<ReleaseOutcome, Failure>;
}

impl<K: HeldKind> AnyPrepared for K {
    fn check(&self, progress: &Progress) -> Result<CheckAnswer, Failure> {
        let profile = self.profile(progress)?;
        self.status(&profile, progress)
    }

    fn anonymize(&self, progress: &Progress) -> Result<Outcome<AnyCandidate>, Failure> {
        Ok(PreparedKind::anonymize(self, None, progress)?.into_any())
    }

    fn explain(
        &self,
        candidate: &AnyCandidate,
        progress: &Progress,
    ) -> Result<Vec<(String, String)>, Failure> {
        match K::Candidate::of(candidate) {
            Some(candidate) => PreparedKind::explain(self, candidate, progress),
            None => Ok(Vec::new()),
        }
    }

    fn headline(
        &self,
        candidate: &AnyCandidate,
        progress: &Progress,
    ) -> Result<Vec<String>, Failure> {
        match K::Candidate::of(candidate) {
            Some(candidate) => HeldKind::headline(self, candidate, progress),
            None => Ok(Vec::new()),
        }
    }

    fn erased(
        &self,
        candidate: &AnyCandidate,
        progress: &Progress,
    ) -> Result<Vec<String>, Failure> {
        match K::Candidate::of(candidate) {
            Some(candidate) => HeldKind::erased(self, candidate, progress),
            None => Ok(Vec::new()),
        }
    }

    fn risk(
        &self,
        candidate: Option<&AnyCandidate>,
        options: &RiskOptions<'_>,
        progress: &Progress,
    ) -> Result<Risk, Failure> {
        let candidate = candidate.and_then(K::Candidate::of);
        HeldKind::risk(self, candidate, options, progress)
    }

    fn attack(
        &self,
        loaded: &Loaded,
        candidate: Option<&AnyCandidate>,
        known: &Table,
        options: &AttackOptions,
        progress: &Progress,
    ) -> Result<AttackReport, Failure> {
        let candidate = candidate.and_then(K::Candidate::of);
        HeldKind::attack(self, loaded, candidate, known, options, progress)
    }

    fn release(
        &self,
        task: &ReleaseTask<'_>,
        out: &Path,
        progress: &Progress,
    ) -> Result<ReleaseOutcome, Failure> {
        release::release_prepared(self, task, out, progress)
    }
}

/// Data and settings that were checked against each other, for whoever need not know of which kind they are.
pub struct PreparedData<'a>(Box<dyn AnyPrepared + 'a>);

impl<'a> PreparedData<'a> {
    pub(crate) fn new(prepared: Box<dyn AnyPrepared + 'a>) -> Self {
        Self(prepared)
    }

    /// Whether the data keep their requirement as they stand, and who does not.
    pub fn check(&self, progress: &Progress) -> Result<CheckAnswer, Failure> {
        self.0.check(progress)
    }

    /// Runs the method of the settings; what does not keep the promise is not handed out.
    pub fn anonymize(&self, progress: &Progress) -> Result<Outcome<AnyCandidate>, Failure> {
        self.0.anonymize(progress)
    }

    /// Why every column or issue of a candidate looks as it does; nothing for items.
    pub fn explain(
        &self,
        candidate: &AnyCandidate,
        progress: &Progress,
    ) -> Result<Vec<(String, String)>, Failure> {
        self.0.explain(candidate, progress)
    }

    /// What an analyst feels of a candidate, in one to three sentences: how far off counts are, how much was changed, how
    /// much is missing. They compare with the data as they were read, so they stay in house.
    pub fn headline(
        &self,
        candidate: &AnyCandidate,
        progress: &Progress,
    ) -> Result<Vec<String>, Failure> {
        self.0.headline(candidate, progress)
    }

    /// The columns of which nothing is left in a candidate, though they are released: no record says anything in them.
    pub fn erased(
        &self,
        candidate: &AnyCandidate,
        progress: &Progress,
    ) -> Result<Vec<String>, Failure> {
        self.0.erased(candidate, progress)
    }

    /// Of a release if there is a candidate, otherwise of the data as they stand.
    pub fn risk(
        &self,
        candidate: Option<&AnyCandidate>,
        options: &RiskOptions<'_>,
        progress: &Progress,
    ) -> Result<Risk, Failure> {
        self.0.risk(candidate, options, progress)
    }

    /// Of a release if there is a candidate, otherwise of the data as they stand. `known` is the file of known people.
    pub fn attack(
        &self,
        loaded: &Loaded,
        candidate: Option<&AnyCandidate>,
        known: &Table,
        options: &AttackOptions,
        progress: &Progress,
    ) -> Result<AttackReport, Failure> {
        self.0.attack(loaded, candidate, known, options, progress)
    }

    pub(crate) fn release(
        &self,
        task: &ReleaseTask<'_>,
        out: &Path,
        progress: &Progress,
    ) -> Result<ReleaseOutcome, Failure> {
        self.0.release(task, out, progress)
    }
}
