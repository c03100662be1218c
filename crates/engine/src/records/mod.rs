//! Tables of records: what they answer to the flow that all kinds share.

pub(crate) mod about;
mod advice;
pub(crate) mod beside;
mod compared;
#[cfg(test)]
mod exposed_tests;
pub(crate) mod in_house;
mod prepared;

pub(crate) use prepared::{aimed_at, remeasured, told_of_table};

use crate::advice::{Advice, Ask};
use crate::anonymize::Candidate;
use crate::attack::suggest::{Targets, with_role};
use crate::check::CheckedTask;
use crate::document::usual_of_records;
use crate::kinds::{AnyCandidate, AnyPrepared, Compared, KindOfData, MadeByMethod, WhoIsWho};
use crate::side_by_side::Sides;
use crate::solve::{self, SolveAnswer};
use cloakroom_core::{
    CheckAnswer, Column, Dataset, Failure, Kind, LoadOptions, Loaded, Measures, Open, Problem,
    Progress, Requirement, Role, Settings, Stopped, Table, Trees,
};
use std::sync::Arc;

/// What they are called where several kinds are spoken of.
pub(crate) const KIND: Kind = Kind::Microdata;

/// A data set that holds a table of records.
pub(crate) struct RecordsRead<'a>(pub &'a Dataset);

/// Records and settings that were checked against each other.
pub(crate) struct CheckedRecords<'a> {
    pub checked: CheckedTask<'a>,
    pub settings: &'a Settings,
}

impl<'a> CheckedRecords<'a> {
    pub fn new(
        dataset: &'a Dataset,
        settings: &'a Settings,
        trees: &Trees,
    ) -> Result<Self, Problem> {
        let checked = CheckedTask::new(dataset, settings, &trees.hierarchies)?;
        Ok(Self { checked, settings })
    }
}

impl<'a> KindOfData<'a> for RecordsRead<'a> {
    fn prepare(
        &self,
        settings: &'a Settings,
        trees: &'a Trees,
        _: &Progress,
    ) -> Result<Box<dyn AnyPrepared + 'a>, Failure> {
        Ok(Box::new(CheckedRecords::new(self.0, settings, trees)?))
    }

    fn solve(
        &self,
        settings: &Settings,
        open: &[Open],
        trees: &Trees,
        progress: &Progress,
    ) -> Result<SolveAnswer, Failure> {
        solve::of_records(self.0, settings, open, trees, progress)
    }

    fn compared(
        &self,
        _: &Settings,
        trees: &'a Trees,
        _: &Progress,
    ) -> Result<Box<dyn Compared + 'a>, Failure> {
        Ok(Box::new(compared::Records::new(self.0, trees)))
    }

    fn names(&self) -> Vec<&'a str> {
        let columns = self.0.table().map_or(&[][..], Table::columns);
        columns.iter().map(Column::name).collect()
    }

    fn width(&self, settings: &Settings) -> usize {
        let names = self.names();
        settings.roles.with(Role::Quasi, names).len()
    }

    fn usual_requirement(&self) -> Requirement {
        usual_of_records()
    }

    fn targets(&self, _: &Loaded, settings: &Settings) -> Targets {
        let with_role = |roles: &[Role]| {
            let table = self.0.table();
            table.map_or_else(Vec::new, |table| with_role(table, &settings.roles, roles))
        };
        Targets {
            supposed: with_role(&[Role::Quasi]),
            beyond: with_role(&[Role::Sensitive, Role::Insensitive]),
            ..Targets::default()
        }
    }

    fn who(&self, column: &str, _: &LoadOptions) -> Option<WhoIsWho<'a>> {
        self.0.table()?.column(column).map(WhoIsWho::InRows)
    }

    fn advice(
        &self,
        ask: &Ask<'_>,
        trees: Option<&Trees>,
        progress: &Progress,
    ) -> Result<Vec<Advice>, Failure> {
        advice::advice(self.0, ask, trees, progress)
    }

    fn has_population(&self) -> bool {
        true
    }
}

impl MadeByMethod for Candidate {
    fn check(&self) -> &CheckAnswer {
        &self.check
    }

    fn measures(&self) -> &Measures {
        &self.measures
    }

    fn left_out(&self) -> usize {
        self.records_left_out
    }

    fn is_same(&self, other: &AnyCandidate) -> bool {
        Self::of(other).is_some_and(|other| {
            let (one, other) = (&self.anonymized, &other.anonymized);
            one.kept == other.kept && one.changed == other.changed
        })
    }

    fn beside(
        &self,
        settings: &Settings,
        other: (&AnyCandidate, &Settings),
        dataset: &Dataset,
        progress: &Progress,
    ) -> Result<Sides, Stopped> {
        let (Some(table), Some(candidate)) = (dataset.table(), Self::of(other.0)) else {
            return Ok(Sides::default());
        };
        let sides = [(self, settings), (candidate, other.1)];
        Ok((beside::records(table, sides, progress)?, None))
    }

    fn into_any(self) -> AnyCandidate {
        AnyCandidate::Microdata(Arc::new(self))
    }

    fn of(any: &AnyCandidate) -> Option<&Self> {
        any.records().map(Arc::as_ref)
    }
}
