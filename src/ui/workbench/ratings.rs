//! Ratings: the survey and its profile, computed when their answer is missing.

use super::Workbench;
use crate::ui::actions::{ExploreTab, Stage};
use crate::ui::jobs::{JobAnswer, Purpose};
use crate::ui::ratings::graph::{GraphQuestion, MOST_COMPARED};
use crate::ui::ratings::{RatingsAnswer, RatingsQuestion};
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::PreparedRatings;
use std::sync::Arc;

impl Workbench {
    /// The survey of the issues as they are marked now.
    pub(super) fn want_ratings(&mut self) {
        let Some(workspace) = &self.workspace else {
            return;
        };
        let Some(ratings) = workspace.loaded().dataset.ratings() else {
            return;
        };
        let (settings, scale) = (workspace.settings(), ratings.scale());
        let under_way = self.jobs.ratings_under_way.as_ref();
        if self.survey.answers(settings, &scale)
            || under_way.is_some_and(|question| question.is_of(settings, &scale))
        {
            return;
        }
        let question = RatingsQuestion::of(settings, &scale);
        let loaded = workspace.loaded().clone();
        self.jobs.ratings_under_way = Some(question.clone());
        self.jobs
            .start(Purpose::Ratings, "Compare people", move |progress| {
                let answer = compare(&loaded, question, progress)?;
                Ok(JobAnswer::Ratings(Box::new(answer)))
            });
    }

    /// The graph of the ε of now. Another k or l only colours it anew.
    pub(super) fn want_graph(&mut self) {
        let shown = self.stage == Stage::Explore && self.explore.shows(ExploreTab::EpsilonGraph);
        let Some(lent) = self.survey.lent().filter(|_| shown) else {
            return;
        };
        let question = GraphQuestion {
            survey: lent.survey.clone(),
            profile: lent.profile.clone(),
            within: lent.status.target.within,
            released: lent.released.cloned(),
            by_release: self.explore.survey.graph.by_release && lent.released.is_some(),
        };
        let many = lent.profile.patterns().first.len() > MOST_COMPARED;
        if many || question.within >= lent.survey.r() || !self.survey.graph.lacks(&question) {
            return;
        }
        let settling = self.survey.graph.begin(question);
        self.jobs
            .start(Purpose::Graph, "Draw the graph", move |progress| {
                settling.run(progress)?;
                Ok(JobAnswer::Graph)
            });
    }

    pub(super) fn refresh_ratings(&mut self) {
        if let Some(workspace) = &self.workspace {
            self.survey.refresh(&workspace.settings().requirement);
        }
    }
}

fn compare(
    loaded: &Loaded,
    question: RatingsQuestion,
    progress: &Progress,
) -> Result<RatingsAnswer, Failure> {
    let Some(ratings) = loaded.dataset.ratings() else {
        return Err(Problem::new("there are no ratings").into());
    };
    let survey = PreparedRatings::new(ratings, &question.roles, progress)?;
    let profile = RatingsProfile::compute(
        &survey,
        question.reading,
        question.farthest,
        question.engine,
        progress,
    )?;
    // Found out here, so that no frame has to.
    survey.spread();
    Ok(RatingsAnswer {
        question,
        survey: Arc::new(survey),
        profile: Arc::new(profile),
    })
}
