//! A survey and settings that can be asked about: checked once, so that nobody need check again.

use cloakroom_core::{Dataset, Failure, Problem, Progress, Ratings, Requirement, Scale, Settings};
use cloakroom_ratings::privacy::Target;
use cloakroom_ratings::ratings::{NULL, PreparedRatings};
use std::sync::Arc;

/// Every step of the scale is a distance that is looked at.
const MOST_POINTS: u16 = 256;
/// People and distances together, so that what is remembered of each fits.
const MOST_LEVELS: usize = 150_000_000;

#[derive(Clone, Debug)]
pub struct CheckedRatingsTask {
    pub survey: Arc<PreparedRatings>,
    pub requirement: Requirement,
    pub target: Target,
}

impl CheckedRatingsTask {
    pub fn new(
        ratings: &Ratings,
        settings: &Settings,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let survey = PreparedRatings::new(ratings, &settings.roles, progress)?;
        Ok(Self::of(Arc::new(survey), &settings.requirement)?)
    }

    /// About a survey that was put together before.
    pub fn of(survey: Arc<PreparedRatings>, requirement: &Requirement) -> Result<Self, Problem> {
        refuse_senseless(&survey, requirement)?;
        Ok(Self {
            target: Target::of(requirement, &survey.scale),
            survey,
            requirement: requirement.clone(),
        })
    }

    /// The same asked of other people, of whom nobody may be left out.
    pub fn strict(&self, survey: Arc<PreparedRatings>) -> Self {
        Self {
            survey,
            requirement: Requirement {
                suppression: 0.0,
                ..self.requirement.clone()
            },
            target: self.target,
        }
    }

    pub fn may_leave_out(&self) -> usize {
        self.requirement.may_leave_out(self.survey.people())
    }
}

/// What holds of everything promises nothing: under an ε as wide as the scale, everybody who rated the same issues is
/// close to everybody else who did. So it is where the scale is wider than what occurs and more than half of the ratings
/// belong to issues whose ratings all lie that near to each other; a few issues on which people are farther apart do not
/// change it. `widest` is what does not ([`PreparedRatings::widest`]). The window, a check, a search for parameters and a release say it alike.
pub fn refuse_everything_close(epsilon: f64, scale: &Scale, widest: u16) -> Result<(), Problem> {
    let steps = scale.steps(epsilon);
    if steps <= widest {
        return Ok(());
    }
    let of_what = match steps > scale.widest() {
        true => "",
        false => " of the ratings that occur on most issues",
    };
    Err(Problem::new(format!(
        "epsilon = {epsilon} is as wide as the scale{of_what}, so that everybody would be close to everybody{}: expected \
         at most {}",
        if of_what.is_empty() { "" } else { " there" },
        scale.distance(widest)
    )))
}

/// On how many issues ε hides all that people differ in.
pub(super) fn covered_issues(covered: usize, issues: usize, ratings: &str) -> Option<String> {
    (covered > 0).then(|| {
        format!(
            "epsilon is as wide as all {ratings} of {covered} of the {issues} issues on which people differ, so that there \
             nobody is told from anybody"
        )
    })
}

/// The same of a survey as it was read, with the ε that is asked for.
pub fn note_covered(
    dataset: &Dataset,
    settings: &Settings,
    progress: &Progress,
) -> Result<Option<String>, Failure> {
    let (Dataset::Ratings(ratings), Some(epsilon)) = (dataset, settings.requirement.epsilon) else {
        return Ok(None);
    };
    let survey = PreparedRatings::new(ratings, &settings.roles, progress)?;
    let (covered, issues) = survey.covered(survey.scale.steps(epsilon));
    Ok(covered_issues(covered, issues, "ratings"))
}

fn refuse_senseless(survey: &PreparedRatings, requirement: &Requirement) -> Result<(), Problem> {
    if survey.people() == 0 {
        return Err(Problem::new("the survey has no people"));
    }
    if survey.issues.is_empty() {
        return Err(Problem::new(
            "no issue is left to compare: every column is an identifier, sensitive or undecided",
        ));
    }
    let points = survey.scale.points();
    if points > MOST_POINTS || survey.people() * usize::from(points) > MOST_LEVELS {
        return Err(Problem::new(format!(
            "the scale has {points} points, too many to compare {} people at every distance: name a coarser step as \
             the third number of data.scale, and data.round = true",
            survey.people()
        )));
    }
    if !(0.0..=1.0).contains(&requirement.suppression) {
        return Err(Problem::new(
            "the share of people who may be left out (suppression) must lie between 0 and 1",
        ));
    }
    if requirement.k.is_none() && requirement.l_sd.is_none() {
        return Err(Problem::new(
            "nothing is required: set k, the least number of people close to anybody, and epsilon, how close",
        ));
    }
    if requirement.k == Some(0) {
        return Err(Problem::new("k must be at least 1"));
    }
    let Some(epsilon) = requirement.epsilon else {
        return Err(Problem::new(
            "epsilon is missing: it says how far apart two ratings may lie and still count as close",
        ));
    };
    if !(epsilon >= 0.0 && epsilon.is_finite()) {
        return Err(Problem::new("epsilon must be at least 0"));
    }
    refuse_everything_close(epsilon, &survey.scale, survey.widest())?;
    if let Some(l) = requirement.l_sd {
        if !(l >= 0.0 && l.is_finite()) {
            return Err(Problem::new("l_sd must be at least 0"));
        }
        refuse_unrated(survey)?;
    }
    Ok(())
}

/// A standard deviation of nothing promises nothing.
fn refuse_unrated(survey: &PreparedRatings) -> Result<(), Problem> {
    if survey.sensitive.is_empty() {
        return Err(Problem::new(
            "no issue is marked as sensitive, so l would hold of nothing: name those whose ratings must not be \
             found out",
        ));
    }
    let unrated = survey
        .secrets
        .iter()
        .position(|cells| cells.iter().all(|&cell| cell == NULL));
    match unrated {
        Some(at) => Err(Problem::new(format!(
            "nobody rated the sensitive issue \"{}\", so that its standard deviation is 0 whatever is done",
            survey.sensitive[at]
        ))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(rows: &[Vec<u16>], secrets: Vec<Vec<u16>>, requirement: &Requirement) -> String {
        let survey = PreparedRatings::from_rows(Scale::default(), rows, secrets);
        match CheckedRatingsTask::of(Arc::new(survey), requirement) {
            Err(problem) => problem.to_string(),
            Ok(_) => String::new(),
        }
    }

    #[test]
    fn what_means_nothing_is_refused() {
        let rows = [vec![0, 1], vec![4, NULL]];
        let near = Requirement {
            k: Some(2),
            epsilon: Some(1.0),
            ..Requirement::default()
        };
        assert_eq!(told(&rows, Vec::new(), &near), "");
        let changed = |change: fn(&mut Requirement)| {
            let mut requirement = near.clone();
            change(&mut requirement);
            told(&rows, vec![vec![NULL, NULL]], &requirement)
        };
        assert!(changed(|requirement| requirement.k = Some(0)).contains("at least 1"));
        assert!(changed(|requirement| requirement.k = None).contains("nothing is required"));
        assert!(changed(|requirement| requirement.epsilon = None).contains("epsilon is missing"));
        assert!(
            changed(|requirement| requirement.epsilon = Some(4.0)).contains("expected at most 3")
        );
        assert!(
            !changed(|requirement| requirement.epsilon = Some(3.0))
                .contains("as wide as the scale")
        );
        assert!(changed(|requirement| requirement.l_sd = Some(1.0)).contains("nobody rated"));
        // The scale is wider than what occurs.
        let narrow = |epsilon: f64| {
            let requirement = Requirement {
                epsilon: Some(epsilon),
                ..near.clone()
            };
            let rows = [vec![0, 3], vec![2, 4], vec![1, NULL]];
            told(&rows, Vec::new(), &requirement)
        };
        assert_eq!(narrow(1.0), "");
        assert!(narrow(2.0).contains("ratings that occur") && narrow(2.0).contains("at most 1"));
        assert!(changed(|requirement| requirement.suppression = 1.5).contains("between 0 and 1"));
        assert!(told(&[vec![], vec![]], Vec::new(), &near).contains("no issue is left"));
        let fine = Scale {
            low: -10.0,
            high: 10.0,
            step: 0.01,
        };
        let survey = PreparedRatings::from_rows(fine, &rows, Vec::new());
        let told_fine = CheckedRatingsTask::of(Arc::new(survey), &near).unwrap_err();
        assert!(told_fine.to_string().contains("2001 points"));
        let mut spread = near.clone();
        spread.l_sd = Some(0.5);
        assert!(told(&rows, Vec::new(), &spread).contains("no issue is marked as sensitive"));
    }
}
