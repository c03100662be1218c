//! What transactions answer, the steps of a release included.

use super::anonymize::{TransactionsCandidate, anonymize};
use super::beside;
use super::check::{TransactionsProfile, answer};
use super::compared::LaidOut;
use super::in_house::{self, Made};
use super::released::arrange;
use super::{CheckedTransactionsTask, naming, solve};
use crate::advice::{Advice, Ask};
use crate::anonymize::Outcome;
use crate::attack::suggest::Targets;
use crate::attack::{AttackOptions, AttackReport, transactions as attack};
use crate::declared::Declared;
use crate::document::usual_of_records;
use crate::headline;
use crate::in_house::Kept;
use crate::kinds::{
    AnyCandidate, AnyPrepared, Compared, HeldKind, KindOfData, MadeByMethod, PreparedKind, ToWrite,
    ToldOfRelease,
};
use crate::release::{ReleaseTask, ReleasedCut};
use crate::released_table::ReleasedTable;
use crate::report::story::Exposure;
use crate::risk::{Risk, RiskOptions, transactions as risk};
use crate::side_by_side::Sides;
use crate::solve::SolveAnswer;
use cloakroom_core::{
    CheckAnswer, Dataset, Failure, Kind, Loaded, Measures, Open, Progress, Requirement, SetSize,
    Settings, Stopped, Table, Transactions, Trees,
};
use cloakroom_microdata::method::decomposition::Floor;
use cloakroom_transactions::transactions::{Cut, GONE, PreparedTransactions};
use cloakroom_verify::declaration::TransactionsForm;
use std::sync::Arc;

/// How many items of a basket somebody is taken to know at first.
const USUAL_M: u32 = 2;

pub(crate) struct TransactionsRead<'a>(pub &'a Transactions);

/// Transactions and settings that were checked against each other.
struct CheckedTransactions<'a> {
    transactions: &'a Transactions,
    checked: CheckedTransactionsTask,
    settings: &'a Settings,
}

/// The table that is written, and the form that it has.
struct ArrangedTransactions {
    /// Over a taxonomy that is named from what is released.
    baskets: Arc<PreparedTransactions>,
    released: ReleasedTable,
    form: TransactionsForm,
}

impl<'a> KindOfData<'a> for TransactionsRead<'a> {
    fn prepare(
        &self,
        settings: &'a Settings,
        trees: &'a Trees,
        progress: &Progress,
    ) -> Result<Box<dyn AnyPrepared + 'a>, Failure> {
        Ok(Box::new(CheckedTransactions {
            transactions: self.0,
            checked: CheckedTransactionsTask::new(self.0, settings, trees, progress)?,
            settings,
        }))
    }

    fn solve(
        &self,
        settings: &Settings,
        open: &[Open],
        trees: &Trees,
        progress: &Progress,
    ) -> Result<SolveAnswer, Failure> {
        solve::solve(self.0, settings, open, trees, progress)
    }

    fn compared(
        &self,
        _: &Settings,
        trees: &'a Trees,
        _: &Progress,
    ) -> Result<Box<dyn Compared + 'a>, Failure> {
        Ok(Box::new(LaidOut::new(self.0, trees)))
    }

    fn names(&self) -> Vec<&'a str> {
        self.0.items.iter().collect()
    }

    fn width(&self, _: &Settings) -> usize {
        let baskets = self.0.len().max(1);
        self.0.item.len().div_ceil(baskets)
    }

    fn usual_requirement(&self) -> Requirement {
        Requirement {
            m: Some(SetSize::AtMost(USUAL_M)),
            ..usual_of_records()
        }
    }

    fn advice(
        &self,
        ask: &Ask<'_>,
        trees: Option<&Trees>,
        progress: &Progress,
    ) -> Result<Vec<Advice>, Failure> {
        super::advice::advice(self.0, ask, trees, progress)
    }

    fn targets(&self, loaded: &Loaded, _: &Settings) -> Targets {
        Targets {
            supposed: vec![attack::ITEMS.to_owned()],
            several: true,
            called: loaded.options.column.clone(),
            ..Targets::default()
        }
    }
}

impl CheckedTransactions<'_> {
    fn made<'m>(
        &'m self,
        candidate: &'m TransactionsCandidate,
        arranged: &'m ArrangedTransactions,
    ) -> Made<'m> {
        Made {
            transactions: self.transactions,
            baskets: &arranged.baskets,
            anonymized: &candidate.anonymized,
        }
    }
}

impl PreparedKind for CheckedTransactions<'_> {
    type Profile = TransactionsProfile;
    type Candidate = TransactionsCandidate;
    type Arranged = ArrangedTransactions;

    fn profile(&self, progress: &Progress) -> Result<TransactionsProfile, Failure> {
        Ok(TransactionsProfile::original(&self.checked, progress)?)
    }

    fn status(
        &self,
        profile: &TransactionsProfile,
        progress: &Progress,
    ) -> Result<CheckAnswer, Failure> {
        Ok(answer(&self.checked, profile, progress)?)
    }

    fn anonymize(
        &self,
        _: Option<&Floor>,
        progress: &Progress,
    ) -> Result<Outcome<TransactionsCandidate>, Failure> {
        anonymize(&self.checked, &self.settings.method, progress)
    }

    fn decided(
        &self,
        candidate: &TransactionsCandidate,
        progress: &Progress,
    ) -> Result<CheckAnswer, Failure> {
        let shown = &candidate.anonymized.shown;
        let profile = TransactionsProfile::released(&self.checked, shown, progress)?;
        Ok(answer(&self.checked, &profile, progress)?)
    }

    fn exposure(
        &self,
        profile: &TransactionsProfile,
        before: &CheckAnswer,
        _: &Progress,
    ) -> Result<Exposure, Failure> {
        Ok(in_house::exposure(profile, before))
    }

    /// Two items that would get one name are refused while they are arranged: what is arranged shows what was checked.
    fn arrange(
        &self,
        task: &ReleaseTask<'_>,
        candidate: &TransactionsCandidate,
        progress: &Progress,
    ) -> Result<ArrangedTransactions, Failure> {
        let (transactions, settings) = (self.transactions, self.settings);
        let anonymized = &candidate.anonymized;
        let laid_out = &self.checked.baskets;
        let baskets = naming::from_release(transactions, laid_out, anonymized, settings, progress)?;
        let (released, form) = arrange(
            task.loaded,
            transactions,
            settings,
            &baskets,
            anonymized,
            progress,
        )?;
        Ok(ArrangedTransactions {
            baskets,
            released,
            form,
        })
    }

    fn in_house(
        &self,
        _: &ReleaseTask<'_>,
        before: Exposure,
        candidate: &TransactionsCandidate,
        arranged: &ArrangedTransactions,
        progress: &Progress,
    ) -> Result<Kept, Failure> {
        let made = self.made(candidate, arranged);
        let after = in_house::exposure(&candidate.profile, &candidate.check);
        Ok(Kept {
            in_house: in_house::in_house(made, before, after, progress)?,
            trace: Some(in_house::trace(made, progress)?),
            mapping: self
                .settings
                .release
                .mapping
                .then(|| in_house::mapping(made, progress))
                .transpose()?,
            sql: None,
        })
    }

    fn to_write<'w>(
        &'w self,
        _: &'w ReleaseTask<'_>,
        _: &'w TransactionsCandidate,
        arranged: &'w ArrangedTransactions,
        _: &'w Progress,
    ) -> Result<ToWrite<'w>, Failure> {
        let released = &arranged.released;
        Ok(ToWrite {
            released,
            records: arranged.baskets.len(),
            left_out: &[],
            declared: Declared {
                kind: Kind::Transactions,
                transactions: Some(arranged.form.clone()),
                ..Declared::table(released.roles.clone(), Vec::new())
            },
            units: None,
            batches: None,
        })
    }

    fn told(
        &self,
        candidate: &TransactionsCandidate,
        arranged: &ArrangedTransactions,
    ) -> ToldOfRelease {
        let anonymized = &candidate.anonymized;
        let cut = anonymized.cut.as_ref();
        ToldOfRelease {
            cut: cut.map(|cut| named(&arranged.baskets, cut)),
            notes: anonymized.notes.clone(),
            ..ToldOfRelease::default()
        }
    }
}

impl HeldKind for CheckedTransactions<'_> {
    fn headline(
        &self,
        candidate: &TransactionsCandidate,
        progress: &Progress,
    ) -> Result<Vec<String>, Failure> {
        progress.check()?;
        let (leaves, shown) = (&candidate.baskets.leaf, &candidate.anonymized.shown);
        let gone = shown.iter().filter(|&&node| node == GONE).count();
        let unlike = leaves.iter().zip(shown).filter(|(leaf, node)| leaf != node);
        let general = unlike.count() - gone;
        let part = |number| headline::part(number, leaves.len(), "item", "items");
        let counts = headline::counts_off(&candidate.measures, "baskets with two items");
        let general = format!(
            "{} in baskets are shown as something more general.",
            part(general)
        );
        let missing = format!("{} in baskets are missing.", part(gone));
        Ok(counts.into_iter().chain([general, missing]).collect())
    }

    fn risk(
        &self,
        candidate: Option<&TransactionsCandidate>,
        options: &RiskOptions<'_>,
        progress: &Progress,
    ) -> Result<Risk, Failure> {
        let risk = risk(&self.checked, candidate, options, progress)?;
        Ok(Risk::Transactions(Box::new(risk)))
    }

    fn attack(
        &self,
        loaded: &Loaded,
        candidate: Option<&TransactionsCandidate>,
        known: &Table,
        options: &AttackOptions,
        progress: &Progress,
    ) -> Result<AttackReport, Failure> {
        let baskets = attack::TransactionsAttack {
            checked: &self.checked,
            transactions: self.transactions,
            private: &self.settings.roles.private_items,
            candidate,
            column: loaded.options.column.as_deref(),
            separator: loaded.options.separator.as_deref(),
        };
        attack::attack(&baskets, known, options, progress)
    }
}

fn named(baskets: &PreparedTransactions, cut: &Cut) -> ReleasedCut {
    let names = |nodes: &[u32]| {
        let names = nodes.iter().map(|&node| baskets.tree.name(node).to_owned());
        names.collect()
    };
    ReleasedCut {
        cut: names(&cut.nodes),
        suppressed_items: names(&cut.suppressed),
    }
}

impl MadeByMethod for TransactionsCandidate {
    fn check(&self) -> &CheckAnswer {
        &self.check
    }

    fn measures(&self) -> &Measures {
        &self.measures
    }

    /// What is not shown of a basket is a matter of its items.
    fn left_out(&self) -> usize {
        0
    }

    fn is_same(&self, other: &AnyCandidate) -> bool {
        Self::of(other).is_some_and(|other| self.anonymized.shown == other.anonymized.shown)
    }

    fn beside(
        &self,
        _: &Settings,
        other: (&AnyCandidate, &Settings),
        _: &Dataset,
        progress: &Progress,
    ) -> Result<Sides, Stopped> {
        match Self::of(other.0) {
            Some(candidate) => Ok((beside::baskets([self, candidate], progress)?, None)),
            None => Ok(Sides::default()),
        }
    }

    fn is_explained(&self) -> bool {
        false
    }

    fn into_any(self) -> AnyCandidate {
        AnyCandidate::Transactions(Arc::new(self))
    }

    fn of(any: &AnyCandidate) -> Option<&Self> {
        any.transactions().map(Arc::as_ref)
    }
}
