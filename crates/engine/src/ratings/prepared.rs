//! What ratings answer with their settings, the steps of a release included.

use super::anonymize::{RatingsCandidate, anonymize, decided};
use super::check::{answer, check};
use super::checked_task::covered_issues;
use super::in_house;
use super::released::arrange;
use super::{CheckedRatingsTask, refuse_everything_close};
use crate::anonymize::Outcome;
use crate::attack::{AttackOptions, AttackReport, ratings as attack};
use crate::declared::Declared;
use crate::explain;
use crate::headline;
use crate::in_house::Kept;
use crate::kinds::{HeldKind, PreparedKind, ToWrite, ToldOfRelease};
use crate::leaving::doubts_of;
use crate::release::ReleaseTask;
use crate::released_table::ReleasedTable;
use crate::report::story::Exposure;
use crate::risk::{Risk, RiskOptions, ratings as risk};
use cloakroom_core::{
    CheckAnswer, Column, Failure, Kind, Loaded, NeighbourEngine, Problem, Progress, Ratings,
    Settings, Stopped, Table,
};
use cloakroom_microdata::method::decomposition::Floor;
use cloakroom_microdata::profile::doubts::Doubt;
use cloakroom_ratings::method::AnonymizedRatings;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::{NULL, PreparedRatings};
use cloakroom_verify::declaration::RatingsForm;
use std::sync::Arc;

/// How many people are looked at between two looks at the progress.
const STRIDE: u32 = 1 << 12;

/// Ratings and settings that were checked against each other.
pub(super) struct CheckedRatings<'a> {
    pub ratings: &'a Ratings,
    pub checked: CheckedRatingsTask,
    pub settings: &'a Settings,
}

impl CheckedRatings<'_> {
    /// Where a person is a row.
    fn table(&self) -> Option<&Table> {
        match self.ratings {
            Ratings::Wide(table, _) => Some(table),
            Ratings::Long(_) => None,
        }
    }
}

/// The table that is written, and the form that it has.
pub(super) struct ArrangedRatings {
    released: ReleasedTable,
    form: RatingsForm,
}

impl PreparedKind for CheckedRatings<'_> {
    type Profile = RatingsProfile;
    type Candidate = RatingsCandidate;
    type Arranged = ArrangedRatings;

    fn profile(&self, progress: &Progress) -> Result<RatingsProfile, Failure> {
        let survey = &self.checked.survey;
        let reading = self.checked.target.reading;
        let engine = self.settings.method.engine;
        let profile = RatingsProfile::compute(survey, reading, survey.r(), engine, progress)?;
        Ok(profile)
    }

    fn status(
        &self,
        profile: &RatingsProfile,
        progress: &Progress,
    ) -> Result<CheckAnswer, Failure> {
        Ok(answer(&self.checked, profile, progress)?)
    }

    fn anonymize(
        &self,
        _: Option<&Floor>,
        progress: &Progress,
    ) -> Result<Outcome<RatingsCandidate>, Failure> {
        let outcome = anonymize(&self.checked, &self.settings.method, progress)?;
        let Outcome::Reached(candidate) = &outcome else {
            return Ok(outcome);
        };
        refuse_kept_close(&self.checked, &candidate.anonymized)?;
        let engine = self.settings.method.engine;
        let is_long = self.table().is_none();
        if is_long && !holds_of_those_shown(&self.checked, &candidate.released, engine, progress)? {
            let why = "somebody would have no rating left and so no row in the file, and without them the promises would not \
                       hold of others; let ratings be filled in, or more people be left out";
            return Ok(Outcome::NotReached(why.to_owned()));
        }
        Ok(outcome)
    }

    fn decided(
        &self,
        candidate: &RatingsCandidate,
        progress: &Progress,
    ) -> Result<CheckAnswer, Failure> {
        let left_out = candidate.anonymized.left_out.len();
        let engine = self.settings.method.engine;
        let (_, check) = decided(
            &self.checked,
            &candidate.released,
            left_out,
            engine,
            progress,
        )?;
        Ok(check)
    }

    fn explain(
        &self,
        candidate: &RatingsCandidate,
        progress: &Progress,
    ) -> Result<Vec<(String, String)>, Failure> {
        Ok(explain::issues(&self.checked, candidate, progress)?)
    }

    fn columns_with_roles(&self) -> Vec<&str> {
        let columns = self.table().map_or(&[][..], Table::columns);
        columns.iter().map(Column::name).collect()
    }

    fn doubts(&self, progress: &Progress) -> Result<Vec<Doubt>, Failure> {
        match self.table() {
            Some(table) => doubts_of(table, &self.settings.roles, progress),
            None => Ok(Vec::new()),
        }
    }

    fn exposure(
        &self,
        profile: &RatingsProfile,
        before: &CheckAnswer,
        _: &Progress,
    ) -> Result<Exposure, Failure> {
        let within = self.checked.target.within;
        Ok(in_house::exposure(profile, before, within))
    }

    /// Points of the scale are numbers, which nothing is put before, and no two names of issues become one: what is arranged
    /// shows what was checked.
    fn arrange(
        &self,
        task: &ReleaseTask<'_>,
        candidate: &RatingsCandidate,
        progress: &Progress,
    ) -> Result<ArrangedRatings, Failure> {
        let (released, form) = arrange(
            task.loaded,
            self.settings,
            &self.checked,
            candidate,
            progress,
        )?;
        Ok(ArrangedRatings { released, form })
    }

    fn in_house(
        &self,
        _: &ReleaseTask<'_>,
        before: Exposure,
        candidate: &RatingsCandidate,
        _: &ArrangedRatings,
        progress: &Progress,
    ) -> Result<Kept, Failure> {
        let checked = &self.checked;
        let a_file_per_issue = self.table().is_some();
        Ok(Kept {
            in_house: in_house::in_house(checked, before, candidate, progress)?,
            trace: Some(in_house::trace(checked, candidate, progress)?),
            mapping: self
                .settings
                .release
                .mapping
                .then(|| in_house::mapping(&checked.survey, candidate, a_file_per_issue, progress))
                .transpose()?,
            sql: None,
        })
    }

    fn to_write<'w>(
        &'w self,
        _: &'w ReleaseTask<'_>,
        candidate: &'w RatingsCandidate,
        arranged: &'w ArrangedRatings,
        _: &'w Progress,
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
            units: None,
            batches: None,
        })
    }

    fn told(&self, candidate: &RatingsCandidate, _: &ArrangedRatings) -> ToldOfRelease {
        let close = everybody_close(&self.checked, &candidate.released);
        ToldOfRelease {
            notes: close.into_iter().collect(),
            ..ToldOfRelease::default()
        }
    }
}

impl HeldKind for CheckedRatings<'_> {
    fn headline(
        &self,
        candidate: &RatingsCandidate,
        progress: &Progress,
    ) -> Result<Vec<String>, Failure> {
        let survey = &self.checked.survey;
        let (mut own, mut shown) = (Vec::new(), Vec::new());
        let (mut rated, mut changed, mut moved, mut steps) = (0, 0, 0, 0);
        let kept = &candidate.anonymized.kept;
        for (place, &person) in kept.iter().enumerate() {
            progress.check_every(STRIDE as usize, place)?;
            survey.row(person as usize, &mut own);
            candidate.released.row(place, &mut shown);
            for (&was, &is) in own.iter().zip(&shown) {
                rated += usize::from(was != NULL);
                changed += usize::from(was != NULL && was != is);
                if was != NULL && is != NULL && was != is {
                    moved += 1;
                    steps += usize::from(was.abs_diff(is));
                }
            }
        }
        let counts = headline::counts_off(&candidate.measures, "people");
        let of = headline::part(changed, rated, "rating", "ratings");
        let changed = match moved {
            0 => format!("{of} are changed."),
            _ => {
                let mean = steps as f64 * survey.scale.step / moved as f64;
                format!("{of} are changed, those that are left by {mean:.1} on average.")
            }
        };
        let left_out = candidate.anonymized.left_out.len();
        let missing = headline::missing(left_out, survey.people(), "person", "people");
        let erased = headline::nothing_left(&HeldKind::erased(self, candidate, progress)?);
        let told = erased.into_iter().chain(counts);
        Ok(told.chain([changed, missing]).collect())
    }

    /// Issues that people rated who are released, and that nobody rates any more.
    fn erased(
        &self,
        candidate: &RatingsCandidate,
        progress: &Progress,
    ) -> Result<Vec<String>, Failure> {
        let survey = &self.checked.survey;
        let (mut was_rated, mut is_rated) = (
            vec![false; survey.issues.len()],
            vec![false; survey.issues.len()],
        );
        for (place, &person) in candidate.anonymized.kept.iter().enumerate() {
            progress.check_every(STRIDE as usize, place)?;
            survey.each_rated(person as usize, |issue, _| was_rated[issue as usize] = true);
            let released = &candidate.released;
            released.each_rated(place, |issue, _| is_rated[issue as usize] = true);
        }
        let rated = was_rated.iter().zip(&is_rated);
        let erased = survey.issues.iter().zip(rated);
        let erased = erased.filter(|(_, (was, is))| **was && !**is);
        Ok(erased.map(|(issue, _)| issue.clone()).collect())
    }

    fn risk(
        &self,
        candidate: Option<&RatingsCandidate>,
        options: &RiskOptions<'_>,
        progress: &Progress,
    ) -> Result<Risk, Failure> {
        let engine = self.settings.method.engine;
        let risk = risk(&self.checked, candidate, engine, options, progress)?;
        Ok(Risk::Ratings(Box::new(risk)))
    }

    fn attack(
        &self,
        _: &Loaded,
        candidate: Option<&RatingsCandidate>,
        known: &Table,
        options: &AttackOptions,
        progress: &Progress,
    ) -> Result<AttackReport, Failure> {
        let survey = attack::RatingsAttack {
            checked: &self.checked,
            ratings: self.ratings,
            roles: &self.settings.roles,
            engine: self.settings.method.engine,
            candidate,
        };
        attack::attack(&survey, known, options, progress)
    }
}

/// Whether the promises hold of those alone who have a rating: with a row per rating the others are not in the file.
fn holds_of_those_shown(
    checked: &CheckedRatingsTask,
    released: &PreparedRatings,
    engine: NeighbourEngine,
    progress: &Progress,
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
        progress.check_every(STRIDE, person)?;
        if is_shown(&person) {
            shown.push(person);
        }
    }
    if shown.len() == released.people() {
        return Ok(true);
    }
    let strict = checked.strict(Arc::new(released.picked(&shown)));
    Ok(check(&strict, engine, progress)?.satisfied)
}

/// Where those who rated otherwise are left out, the others may all be close to each other before anything is done.
fn refuse_kept_close(
    checked: &CheckedRatingsTask,
    anonymized: &AnonymizedRatings,
) -> Result<(), Problem> {
    let Some(epsilon) = checked.requirement.epsilon else {
        return Ok(());
    };
    if anonymized.left_out.is_empty() {
        return Ok(());
    }
    let survey = &checked.survey;
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
fn everybody_close(checked: &CheckedRatingsTask, released: &PreparedRatings) -> Option<String> {
    let within = checked.target.within;
    let (covered, issues) = released.covered(within);
    if within > released.widest() && covered == issues {
        return Some(
            "all released ratings of every issue lie within epsilon of each other, so that k and epsilon promise next to \
             nothing: a smaller epsilon would"
                .to_owned(),
        );
    }
    covered_issues(covered, issues, "released ratings")
}

#[cfg(test)]
mod tests {
    use crate::release::{ReleaseOutcome, release};
    use cloakroom_core::io::load::load;
    use cloakroom_core::{Kind, Layout, LoadOptions, Progress, Recipe, Trees};
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
        let progress = Progress::default();
        let loaded = load(&file, &options, &progress).unwrap();
        let mut recipe = Recipe::default();
        recipe.settings.requirement.k = Some(2);
        recipe.settings.requirement.epsilon = Some(0.0);
        recipe.settings.release.escape_formulas = true;
        let out = folder.path().join("out");
        let outcome = release(&loaded, &recipe, &Trees::default(), &out, &progress).unwrap();
        assert!(matches!(outcome, ReleaseOutcome::Written(_)));
        let released = fs::read_to_string(out.join("release.csv")).unwrap();
        for issue in [",'=a,1", ",''=a,2"] {
            assert_eq!(released.matches(issue).count(), 4, "{released}");
        }
        let answer = cloakroom_verify::verify(&out, &progress).unwrap();
        assert!(answer.satisfied);
    }
}
