//! What ratings answer, the steps of a release included.

use super::anonymize::{SurveyCandidate, anonymize};
use super::check::{answer, check};
use super::compared::People;
use super::released::arrange;
use super::{SurveyQuestion, refuse_everything_close, solve};
use crate::anonymize::Outcome;
use crate::attack::suggest::{Targets, with_role};
use crate::attack::{AttackOptions, AttackReport, ratings as attack};
use crate::declared::Declared;
use crate::document::first_requirement_of_records;
use crate::explain;
use crate::in_house::{Kept, survey as in_house, trace};
use crate::kinds::{
    AnyCandidate, AnyPrepared, Compared, KindOfData, MadeByMethod, PreparedKind, ToWrite,
    ToldOfRelease,
};
use crate::leaving::doubts_of;
use crate::release::ReleaseTask;
use crate::released_table::ReleasedTable;
use crate::report::story::Exposure;
use crate::risk::{Risk, RiskOptions, ratings as risk};
use crate::solve::SolveAnswer;
use cloakroom_core::column::Column;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::kind::Kind;
use cloakroom_core::metrics::Measures;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::pulse::{Pulse, Stopped};
use cloakroom_core::ratings::Ratings;
use cloakroom_core::requirement::{Open, Requirement};
use cloakroom_core::roles::Role;
use cloakroom_core::settings::{NeighbourEngine, Settings};
use cloakroom_core::table::Table;
use cloakroom_core::trees::Trees;
use cloakroom_core::verdict::CheckAnswer;
use cloakroom_microdata::method::decomposition::Floor;
use cloakroom_microdata::profile::doubts::Doubt;
use cloakroom_ratings::method::AnonymizedSurvey;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::survey::{NULL, Survey};
use cloakroom_verify::declaration::RatingsForm;
use std::sync::Arc;

pub(crate) struct RatingsRead<'a>(pub &'a Ratings);

/// How many people are looked at between two looks at the pulse.
const STRIDE: u32 = 1 << 12;

/// Ratings and settings that were checked against each other.
struct PreparedRatings<'a> {
    ratings: &'a Ratings,
    question: SurveyQuestion,
    settings: &'a Settings,
}

impl PreparedRatings<'_> {
    /// Where a person is a row.
    fn table(&self) -> Option<&Table> {
        match self.ratings {
            Ratings::Wide(table, _) => Some(table),
            Ratings::Long(_) => None,
        }
    }
}

/// The table that is written, and the form that it has.
struct ArrangedRatings {
    released: ReleasedTable,
    form: RatingsForm,
}

impl<'a> KindOfData<'a> for RatingsRead<'a> {
    fn prepare(
        &self,
        settings: &'a Settings,
        _: &'a Trees,
        pulse: &Pulse,
    ) -> Result<Box<dyn AnyPrepared + 'a>, Failure> {
        Ok(Box::new(PreparedRatings {
            ratings: self.0,
            question: SurveyQuestion::new(self.0, settings, pulse)?,
            settings,
        }))
    }

    fn solve(
        &self,
        settings: &Settings,
        open: &[Open],
        _: &Trees,
        pulse: &Pulse,
    ) -> Result<SolveAnswer, Failure> {
        solve::solve(self.0, settings, open, pulse)
    }

    fn compared(
        &self,
        settings: &Settings,
        _: &'a Trees,
        pulse: &Pulse,
    ) -> Result<Box<dyn Compared + 'a>, Failure> {
        let survey = Survey::new(self.0, &settings.roles, pulse)?;
        Ok(Box::new(People(Arc::new(survey))))
    }

    fn names(&self) -> Vec<&'a str> {
        match self.0 {
            Ratings::Wide(table, _) => table.columns().iter().map(Column::name).collect(),
            Ratings::Long(sparse) => sparse.issues.iter().collect(),
        }
    }

    fn first_requirement(&self) -> Requirement {
        Requirement {
            epsilon: Some(self.0.scale().step),
            ..first_requirement_of_records()
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

impl PreparedKind for PreparedRatings<'_> {
    type Profile = RatingsProfile;
    type Candidate = SurveyCandidate;
    type Arranged = ArrangedRatings;

    fn profile(&self, pulse: &Pulse) -> Result<RatingsProfile, Failure> {
        let survey = &self.question.survey;
        let reading = self.question.target.reading;
        let engine = self.settings.method.engine;
        let profile = RatingsProfile::compute(survey, reading, survey.r(), engine, pulse)?;
        Ok(profile)
    }

    fn standing(&self, profile: &RatingsProfile, pulse: &Pulse) -> Result<CheckAnswer, Failure> {
        Ok(answer(&self.question, profile, pulse)?)
    }

    fn anonymize(
        &self,
        _: Option<&Floor>,
        pulse: &Pulse,
    ) -> Result<Outcome<SurveyCandidate>, Failure> {
        let outcome = anonymize(&self.question, &self.settings.method, pulse)?;
        let Outcome::Reached(candidate) = &outcome else {
            return Ok(outcome);
        };
        refuse_kept_close(&self.question, &candidate.anonymized)?;
        let engine = self.settings.method.engine;
        let is_long = self.table().is_none();
        if is_long && !holds_of_those_shown(&self.question, &candidate.released, engine, pulse)? {
            let why = "somebody would have no rating left and so no row in the file, and without them the promises would not \
                       hold of others; let ratings be filled in, or more people be left out";
            return Ok(Outcome::NotReached(why.to_owned()));
        }
        Ok(outcome)
    }

    fn explain(
        &self,
        candidate: &SurveyCandidate,
        pulse: &Pulse,
    ) -> Result<Vec<(String, String)>, Failure> {
        Ok(explain::issues(&self.question, candidate, pulse)?)
    }

    fn risk(
        &self,
        candidate: Option<&SurveyCandidate>,
        options: &RiskOptions<'_>,
        pulse: &Pulse,
    ) -> Result<Risk, Failure> {
        let engine = self.settings.method.engine;
        let risk = risk(&self.question, candidate, engine, options, pulse)?;
        Ok(Risk::Ratings(Box::new(risk)))
    }

    fn attack(
        &self,
        _: &Loaded,
        candidate: Option<&SurveyCandidate>,
        known: &Table,
        options: &AttackOptions,
        pulse: &Pulse,
    ) -> Result<AttackReport, Failure> {
        let survey = attack::SurveyAttack {
            question: &self.question,
            ratings: self.ratings,
            roles: &self.settings.roles,
            engine: self.settings.method.engine,
            candidate,
        };
        attack::attack(&survey, known, options, pulse)
    }

    fn columns_with_roles(&self) -> Vec<&str> {
        let columns = self.table().map_or(&[][..], Table::columns);
        columns.iter().map(Column::name).collect()
    }

    fn refuse_promises(&self) -> Result<(), Problem> {
        Ok(())
    }

    fn refuse_method(&self) -> Result<(), Problem> {
        Ok(())
    }

    fn doubts(&self, pulse: &Pulse) -> Result<Vec<Doubt>, Failure> {
        match self.table() {
            Some(table) => doubts_of(table, &self.settings.roles, pulse),
            None => Ok(Vec::new()),
        }
    }

    fn exposure(
        &self,
        profile: &RatingsProfile,
        before: &CheckAnswer,
        _: &Pulse,
    ) -> Result<Exposure, Failure> {
        let within = self.question.target.within;
        Ok(in_house::exposure(profile, before, within))
    }

    fn arrange(
        &self,
        task: &ReleaseTask<'_>,
        candidate: &SurveyCandidate,
        pulse: &Pulse,
    ) -> Result<ArrangedRatings, Failure> {
        let (released, form) =
            arrange(task.loaded, self.settings, &self.question, candidate, pulse)?;
        Ok(ArrangedRatings { released, form })
    }

    /// Points of the scale are numbers, which nothing is put before, and no two names of issues become one: what is arranged
    /// shows what was checked.
    fn as_arranged(
        &self,
        candidate: SurveyCandidate,
        _: &ArrangedRatings,
        _: &Pulse,
    ) -> Result<SurveyCandidate, Failure> {
        Ok(candidate)
    }

    fn refuse_arranged(
        &self,
        _: &ReleaseTask<'_>,
        _: &ArrangedRatings,
        _: &Pulse,
    ) -> Result<(), Failure> {
        Ok(())
    }

    fn in_house(
        &self,
        _: &ReleaseTask<'_>,
        before: Exposure,
        candidate: &SurveyCandidate,
        _: &ArrangedRatings,
        pulse: &Pulse,
    ) -> Result<Kept, Failure> {
        let question = &self.question;
        let a_file_per_issue = self.table().is_some();
        Ok(Kept {
            in_house: in_house::in_house(question, before, candidate, pulse)?,
            trace: Some(trace::of_survey(question, candidate, pulse)?),
            mapping: self
                .settings
                .release
                .mapping
                .then(|| in_house::mapping(&question.survey, candidate, a_file_per_issue, pulse))
                .transpose()?,
            sql: None,
        })
    }

    fn to_write<'w>(
        &'w self,
        _: &'w ReleaseTask<'_>,
        candidate: &'w SurveyCandidate,
        arranged: &'w ArrangedRatings,
        _: &'w Pulse,
    ) -> Result<ToWrite<'w>, Failure> {
        let released = &arranged.released;
        Ok(ToWrite {
            released,
            records: candidate.anonymized.kept.len(),
            left_out: &candidate.anonymized.left_out,
            declared: Declared {
                kind: Kind::Ratings,
                ratings: Some(arranged.form),
                ..Declared::table(released.roles.clone(), Vec::new())
            },
            batches: None,
        })
    }

    fn told(&self, candidate: &SurveyCandidate, _: &ArrangedRatings) -> ToldOfRelease {
        let close = everybody_close(&self.question, &candidate.released);
        ToldOfRelease {
            notes: close.into_iter().collect(),
            ..ToldOfRelease::default()
        }
    }
}

/// Whether the promises hold of those alone who have a rating: with a row per rating the others are not in the file.
fn holds_of_those_shown(
    question: &SurveyQuestion,
    released: &Survey,
    engine: NeighbourEngine,
    pulse: &Pulse,
) -> Result<bool, Stopped> {
    let mut row = Vec::new();
    let mut is_shown = |person: &u32| {
        released.row(*person as usize, &mut row);
        let secrets = released
            .secrets
            .iter()
            .map(|cells| &cells[*person as usize]);
        row.iter().chain(secrets).any(|&cell| cell != NULL)
    };
    let mut shown = Vec::with_capacity(released.people());
    for person in 0..released.people() as u32 {
        if person % STRIDE == 0 {
            pulse.check()?;
        }
        if is_shown(&person) {
            shown.push(person);
        }
    }
    if shown.len() == released.people() {
        return Ok(true);
    }
    let strict = SurveyQuestion {
        survey: Arc::new(released.picked(&shown)),
        requirement: Requirement {
            suppression: 0.0,
            ..question.requirement.clone()
        },
        target: question.target,
    };
    Ok(check(&strict, engine, pulse)?.satisfied)
}

/// Where those who rated otherwise are left out, the others may all be close to each other before anything is done.
fn refuse_kept_close(
    question: &SurveyQuestion,
    anonymized: &AnonymizedSurvey,
) -> Result<(), Problem> {
    let Some(epsilon) = question.requirement.epsilon else {
        return Ok(());
    };
    if anonymized.left_out.is_empty() {
        return Ok(());
    }
    let survey = &question.survey;
    let widest = survey.widest_among(&anonymized.kept);
    refuse_everything_close(epsilon, &survey.scale, widest).map_err(|problem| Problem {
        message: format!(
            "{}, since those who rated otherwise would be left out",
            problem.message
        ),
        ..problem
    })
}

/// What is to be known of a release in which everybody is close to everybody: the checker and the report say it too.
fn everybody_close(question: &SurveyQuestion, released: &Survey) -> Option<String> {
    let is_so = question.target.within > released.widest();
    is_so.then(|| {
        "all released ratings of every issue lie within epsilon of each other, so that k and epsilon promise next to \
         nothing: a smaller epsilon would"
            .to_owned()
    })
}

impl MadeByMethod for SurveyCandidate {
    fn check(&self) -> &CheckAnswer {
        &self.check
    }

    fn measures(&self) -> &Measures {
        &self.measures
    }

    fn left_out(&self) -> usize {
        self.anonymized.left_out.len()
    }

    fn into_any(self) -> AnyCandidate {
        AnyCandidate::People(Arc::new(self))
    }

    fn of(any: &AnyCandidate) -> Option<&Self> {
        match any {
            AnyCandidate::People(candidate) => Some(candidate),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::release::{ReleaseOutcome, release};
    use cloakroom_core::io::load::load;
    use cloakroom_core::kind::Kind;
    use cloakroom_core::load_options::{Layout, LoadOptions};
    use cloakroom_core::pulse::Pulse;
    use cloakroom_core::recipe::Recipe;
    use cloakroom_core::trees::Trees;
    use std::fs;

    /// An apostrophe before the one issue must not make it the other: everybody would have rated it twice.
    #[test]
    fn issues_stay_two_when_formulas_are_escaped() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ratings.csv");
        let mut text = "person,issue,rating\n".to_owned();
        for person in 1..=4 {
            text += &format!("{person},=a,1\n{person},'=a,2\n");
        }
        fs::write(&file, text).unwrap();
        let options = LoadOptions {
            kind: Some(Kind::Ratings),
            layout: Some(Layout::Long),
            ..LoadOptions::default()
        };
        let pulse = Pulse::default();
        let loaded = load(&file, &options, &pulse).unwrap();
        let mut recipe = Recipe::default();
        recipe.settings.requirement.k = Some(2);
        recipe.settings.requirement.epsilon = Some(0.0);
        recipe.settings.release.escape_formulas = true;
        let out = folder.path().join("out");
        let outcome = release(&loaded, &recipe, &Trees::default(), &out, &pulse).unwrap();
        assert!(matches!(outcome, ReleaseOutcome::Written(_)));
        let released = fs::read_to_string(out.join("release.csv")).unwrap();
        for issue in [",'=a,1", ",''=a,2"] {
            assert_eq!(released.matches(issue).count(), 4, "{released}");
        }
        let answer = cloakroom_verify::verify(&out, &pulse).unwrap();
        assert!(answer.satisfied);
    }
}
