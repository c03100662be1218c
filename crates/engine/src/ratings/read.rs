//! What ratings answer as they were read, and what a method made of them.

use super::anonymize::{RatingsCandidate, anonymize};
use super::beside;
use super::prepared::CheckedRatings;
use super::{CheckedRatingsTask, advice, solve};
use crate::advice::{Advice, Ask};
use crate::attack::suggest::{Targets, with_role};
use crate::document::usual_of_records;
use crate::kinds::{AnyCandidate, AnyPrepared, Compared, KindOfData, MadeByMethod, WhoIsWho};
use crate::side_by_side::Sides;
use crate::solve::SolveAnswer;
use crate::sweep::{SweepPoint, point_of};
use cloakroom_core::{
    CheckAnswer, Column, Dataset, Failure, LoadOptions, Loaded, Measures, Open, Progress, Ratings,
    Requirement, Role, Settings, Stopped, Trees,
};
use cloakroom_ratings::ratings::PreparedRatings;
use std::sync::Arc;

pub(crate) struct RatingsRead<'a>(pub &'a Ratings);

impl<'a> KindOfData<'a> for RatingsRead<'a> {
    fn prepare(
        &self,
        settings: &'a Settings,
        _: &'a Trees,
        progress: &Progress,
    ) -> Result<Box<dyn AnyPrepared + 'a>, Failure> {
        Ok(Box::new(CheckedRatings {
            ratings: self.0,
            checked: CheckedRatingsTask::new(self.0, settings, progress)?,
            settings,
        }))
    }

    fn solve(
        &self,
        settings: &Settings,
        open: &[Open],
        _: &Trees,
        progress: &Progress,
    ) -> Result<SolveAnswer, Failure> {
        solve::solve(self.0, settings, open, progress)
    }

    fn compared(
        &self,
        settings: &Settings,
        _: &'a Trees,
        progress: &Progress,
    ) -> Result<Box<dyn Compared + 'a>, Failure> {
        let survey = PreparedRatings::new(self.0, &settings.roles, progress)?;
        Ok(Box::new(People(Arc::new(survey))))
    }

    fn names(&self) -> Vec<&'a str> {
        match self.0 {
            Ratings::Wide(table, _) => table.columns().iter().map(Column::name).collect(),
            Ratings::Long(sparse) => sparse.issues.iter().collect(),
        }
    }

    fn width(&self, settings: &Settings) -> usize {
        let names = self.names().into_iter();
        let hidden = [Some(Role::Identifier), Some(Role::Sensitive)];
        names
            .filter(|name| !hidden.contains(&settings.roles.of(name)))
            .count()
    }

    fn usual_requirement(&self) -> Requirement {
        Requirement {
            epsilon: Some(self.0.scale().step),
            ..usual_of_records()
        }
    }

    fn advice(
        &self,
        ask: &Ask<'_>,
        _: Option<&Trees>,
        progress: &Progress,
    ) -> Result<Vec<Advice>, Failure> {
        advice::advice(self.0, ask, progress)
    }

    fn who(&self, column: &str, options: &LoadOptions) -> Option<WhoIsWho<'a>> {
        match self.0 {
            Ratings::Wide(table, _) => table.column(column).map(WhoIsWho::InRows),
            Ratings::Long(sparse) => {
                let names = options.columns.as_deref()?;
                (names.first()? == column).then_some(WhoIsWho::Listed(&sparse.people))
            }
        }
    }

    fn targets(&self, _: &Loaded, settings: &Settings) -> Targets {
        let roles = &settings.roles;
        let supposed = match self.0 {
            Ratings::Wide(table, _) => with_role(table, roles, &[Role::Quasi]),
            Ratings::Long(sparse) => {
                let is_issue = |name: &&str| {
                    !matches!(roles.of(name), Some(Role::Sensitive | Role::Identifier))
                };
                let issues = sparse.issues.iter().filter(is_issue);
                issues.map(str::to_owned).collect()
            }
        };
        Targets {
            supposed,
            ..Targets::default()
        }
    }
}

/// Releases of ratings that are compared.
struct People(Arc<PreparedRatings>);

impl Compared for People {
    fn point(
        &self,
        settings: &Settings,
        progress: &Progress,
    ) -> Result<Result<SweepPoint, String>, Failure> {
        let checked = CheckedRatingsTask::of(self.0.clone(), &settings.requirement);
        let tried = checked.map_err(Failure::from);
        point_of(tried.and_then(|checked| anonymize(&checked, &settings.method, progress)))
    }
}

impl MadeByMethod for RatingsCandidate {
    fn check(&self) -> &CheckAnswer {
        &self.check
    }

    fn measures(&self) -> &Measures {
        &self.measures
    }

    fn left_out(&self) -> usize {
        self.anonymized.left_out.len()
    }

    fn is_same(&self, other: &AnyCandidate) -> bool {
        Self::of(other).is_some_and(|other| {
            let (one, other) = (&self.anonymized, &other.anonymized);
            one.kept == other.kept && one.cells == other.cells
        })
    }

    fn beside(
        &self,
        settings: &Settings,
        other: (&AnyCandidate, &Settings),
        dataset: &Dataset,
        progress: &Progress,
    ) -> Result<Sides, Stopped> {
        let read = |settings| beside::survey(dataset.ratings(), settings, progress);
        let (of_self, of_other) = (read(settings)?, read(other.1)?);
        let (Some(of_self), Some(of_other), Some(candidate)) =
            (of_self, of_other, Self::of(other.0))
        else {
            return Ok(Sides::default());
        };
        let sides = [(self, of_self.as_ref()), (candidate, of_other.as_ref())];
        let beside = beside::people(sides, progress)?;
        Ok((beside, Some([of_self, of_other])))
    }

    fn into_any(self) -> AnyCandidate {
        AnyCandidate::Ratings(Arc::new(self))
    }

    fn of(any: &AnyCandidate) -> Option<&Self> {
        any.ratings().map(Arc::as_ref)
    }
}
