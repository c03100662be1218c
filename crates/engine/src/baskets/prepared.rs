//! What transactions answer, the steps of a release included.

use super::anonymize::{BasketCandidate, anonymize};
use super::check::{BasketProfile, answer};
use super::compared::LaidOut;
use super::released::arrange;
use super::{BasketQuestion, naming, solve};
use crate::anonymize::Outcome;
use crate::attack::suggest::Targets;
use crate::attack::{AttackOptions, AttackReport, transactions as attack};
use crate::declared::Declared;
use crate::in_house::baskets::{self as in_house, Made};
use crate::in_house::{Kept, trace};
use crate::kinds::{
    AnyCandidate, AnyPrepared, Compared, KindOfData, MadeByMethod, PreparedKind, ToWrite,
    ToldOfRelease,
};
use crate::release::{ReleaseTask, ReleasedCut};
use crate::released_table::ReleasedTable;
use crate::report::story::Exposure;
use crate::risk::{Risk, RiskOptions, transactions as risk};
use crate::solve::SolveAnswer;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::kind::Kind;
use cloakroom_core::metrics::Measures;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::pulse::Pulse;
use cloakroom_core::requirement::{Open, Requirement};
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_core::transactions::Transactions;
use cloakroom_core::trees::Trees;
use cloakroom_core::verdict::CheckAnswer;
use cloakroom_microdata::method::decomposition::Floor;
use cloakroom_microdata::profile::doubts::Doubt;
use cloakroom_transactions::baskets::{Baskets, Cut};
use cloakroom_verify::declaration::BasketsForm;
use std::sync::Arc;

pub(crate) struct TransactionsRead<'a>(pub &'a Transactions);

/// Transactions and settings that were checked against each other.
struct PreparedTransactions<'a> {
    transactions: &'a Transactions,
    question: BasketQuestion,
    settings: &'a Settings,
}

/// The table that is written, and the form that it has.
struct ArrangedBaskets {
    /// Over a taxonomy that is named from what is released.
    baskets: Arc<Baskets>,
    released: ReleasedTable,
    form: BasketsForm,
}

impl<'a> KindOfData<'a> for TransactionsRead<'a> {
    fn prepare(
        &self,
        settings: &'a Settings,
        trees: &'a Trees,
        pulse: &Pulse,
    ) -> Result<Box<dyn AnyPrepared + 'a>, Failure> {
        Ok(Box::new(PreparedTransactions {
            transactions: self.0,
            question: BasketQuestion::new(self.0, settings, trees, pulse)?,
            settings,
        }))
    }

    fn solve(
        &self,
        settings: &Settings,
        open: &[Open],
        trees: &Trees,
        pulse: &Pulse,
    ) -> Result<SolveAnswer, Failure> {
        solve::solve(self.0, settings, open, trees, pulse)
    }

    fn compared(
        &self,
        _: &Settings,
        trees: &'a Trees,
        _: &Pulse,
    ) -> Result<Box<dyn Compared + 'a>, Failure> {
        Ok(Box::new(LaidOut::new(self.0, trees)))
    }

    fn names(&self) -> Vec<&'a str> {
        self.0.items.iter().collect()
    }

    /// What somebody may know of a basket is for the user to say.
    fn first_requirement(&self) -> Requirement {
        Requirement::default()
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

impl PreparedTransactions<'_> {
    fn made<'m>(
        &'m self,
        candidate: &'m BasketCandidate,
        arranged: &'m ArrangedBaskets,
    ) -> Made<'m> {
        Made {
            transactions: self.transactions,
            baskets: &arranged.baskets,
            anonymized: &candidate.anonymized,
        }
    }
}

impl PreparedKind for PreparedTransactions<'_> {
    type Profile = BasketProfile;
    type Candidate = BasketCandidate;
    type Arranged = ArrangedBaskets;

    fn profile(&self, pulse: &Pulse) -> Result<BasketProfile, Failure> {
        Ok(BasketProfile::original(&self.question, pulse)?)
    }

    fn standing(&self, profile: &BasketProfile, pulse: &Pulse) -> Result<CheckAnswer, Failure> {
        Ok(answer(&self.question, profile, pulse)?)
    }

    fn anonymize(
        &self,
        _: Option<&Floor>,
        pulse: &Pulse,
    ) -> Result<Outcome<BasketCandidate>, Failure> {
        anonymize(&self.question, &self.settings.method, pulse)
    }

    fn explain(&self, _: &BasketCandidate, _: &Pulse) -> Result<Vec<(String, String)>, Failure> {
        Ok(Vec::new())
    }

    fn risk(
        &self,
        candidate: Option<&BasketCandidate>,
        options: &RiskOptions<'_>,
        pulse: &Pulse,
    ) -> Result<Risk, Failure> {
        let risk = risk(&self.question, candidate, options, pulse)?;
        Ok(Risk::Transactions(Box::new(risk)))
    }

    fn attack(
        &self,
        loaded: &Loaded,
        candidate: Option<&BasketCandidate>,
        known: &Table,
        options: &AttackOptions,
        pulse: &Pulse,
    ) -> Result<AttackReport, Failure> {
        let baskets = attack::BasketAttack {
            question: &self.question,
            transactions: self.transactions,
            private: &self.settings.roles.private_items,
            candidate,
            column: loaded.options.column.as_deref(),
            separator: loaded.options.separator.as_deref(),
        };
        attack::attack(&baskets, known, options, pulse)
    }

    fn columns_with_roles(&self) -> Vec<&str> {
        Vec::new()
    }

    fn refuse_promises(&self) -> Result<(), Problem> {
        Ok(())
    }

    fn refuse_method(&self) -> Result<(), Problem> {
        Ok(())
    }

    fn doubts(&self, _: &Pulse) -> Result<Vec<Doubt>, Failure> {
        Ok(Vec::new())
    }

    fn exposure(
        &self,
        profile: &BasketProfile,
        before: &CheckAnswer,
        _: &Pulse,
    ) -> Result<Exposure, Failure> {
        Ok(in_house::exposure(profile, before))
    }

    fn arrange(
        &self,
        task: &ReleaseTask<'_>,
        candidate: &BasketCandidate,
        pulse: &Pulse,
    ) -> Result<ArrangedBaskets, Failure> {
        let (transactions, settings) = (self.transactions, self.settings);
        let anonymized = &candidate.anonymized;
        let laid_out = &self.question.baskets;
        let baskets = naming::from_release(transactions, laid_out, anonymized, settings, pulse)?;
        let (released, form) = arrange(
            task.loaded,
            transactions,
            settings,
            &baskets,
            anonymized,
            pulse,
        )?;
        Ok(ArrangedBaskets {
            baskets,
            released,
            form,
        })
    }

    /// Two items that would get one name are refused while they are arranged: what is arranged shows what was checked.
    fn as_arranged(
        &self,
        candidate: BasketCandidate,
        _: &ArrangedBaskets,
        _: &Pulse,
    ) -> Result<BasketCandidate, Failure> {
        Ok(candidate)
    }

    fn refuse_arranged(
        &self,
        _: &ReleaseTask<'_>,
        _: &ArrangedBaskets,
        _: &Pulse,
    ) -> Result<(), Failure> {
        Ok(())
    }

    fn in_house(
        &self,
        _: &ReleaseTask<'_>,
        before: Exposure,
        candidate: &BasketCandidate,
        arranged: &ArrangedBaskets,
        pulse: &Pulse,
    ) -> Result<Kept, Failure> {
        let made = self.made(candidate, arranged);
        let after = in_house::exposure(&candidate.profile, &candidate.check);
        Ok(Kept {
            in_house: in_house::in_house(made, before, after, pulse)?,
            trace: Some(trace::of_baskets(made, pulse)?),
            mapping: self
                .settings
                .release
                .mapping
                .then(|| in_house::mapping(made, pulse))
                .transpose()?,
            sql: None,
        })
    }

    fn to_write<'w>(
        &'w self,
        _: &'w ReleaseTask<'_>,
        _: &'w BasketCandidate,
        arranged: &'w ArrangedBaskets,
        _: &'w Pulse,
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
            batches: None,
        })
    }

    fn told(&self, candidate: &BasketCandidate, arranged: &ArrangedBaskets) -> ToldOfRelease {
        let anonymized = &candidate.anonymized;
        let cut = anonymized.cut.as_ref();
        ToldOfRelease {
            cut: cut.map(|cut| named(&arranged.baskets, cut)),
            notes: anonymized.notes.clone(),
            ..ToldOfRelease::default()
        }
    }
}

fn named(baskets: &Baskets, cut: &Cut) -> ReleasedCut {
    let names = |nodes: &[u32]| {
        let names = nodes.iter().map(|&node| baskets.tree.name(node).to_owned());
        names.collect()
    };
    ReleasedCut {
        cut: names(&cut.nodes),
        suppressed_items: names(&cut.suppressed),
    }
}

impl MadeByMethod for BasketCandidate {
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

    fn into_any(self) -> AnyCandidate {
        AnyCandidate::Baskets(Arc::new(self))
    }

    fn of(any: &AnyCandidate) -> Option<&Self> {
        match any {
            AnyCandidate::Baskets(candidate) => Some(candidate),
            _ => None,
        }
    }
}
