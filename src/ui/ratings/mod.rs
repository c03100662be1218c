//! Ratings as the window shows them: the survey and its profile, computed behind the window, and how both
//! stand against the requirement.

pub mod graph;
pub mod groups;
pub mod near;
pub mod status;
pub mod words;

use crate::ui::asked::Asked;
use crate::ui::jobs::Jobs;
use cloakroom_core::io::loaded::Loaded;
use cloakroom_core::problem::{Failure, Problem};
use cloakroom_core::progress::Progress;
use cloakroom_core::ratings::Scale;
use cloakroom_core::requirement::{NullReading, Requirement};
use cloakroom_core::roles::Roles;
use cloakroom_core::settings::{NeighbourEngine, Settings};
use cloakroom_engine::workspace::Workspace;
use cloakroom_ratings::method::AnonymizedRatings;
use cloakroom_ratings::privacy::Target;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::PreparedRatings;
use graph::state::GraphState;
use graph::{GraphQuestion, MOST_COMPARED};
use status::RatingsStatus;
use std::sync::Arc;

/// What the survey and its profile depend on. Thresholds are none of it.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingsQuestion {
    pub roles: Roles,
    pub reading: NullReading,
    pub engine: NeighbourEngine,
    /// How many steps apart people are compared.
    pub farthest: u16,
}

/// A fine scale is not compared to its end at once, but so many steps at a time as ε grows.
const STEPS_AT_A_TIME: u16 = 20;

impl RatingsQuestion {
    pub fn of(settings: &Settings, scale: &Scale) -> Self {
        let needed = needed(settings, scale).max(1).div_ceil(STEPS_AT_A_TIME);
        Self {
            roles: settings.roles.clone(),
            reading: settings.requirement.sd_nulls,
            engine: settings.method.engine,
            farthest: needed.saturating_mul(STEPS_AT_A_TIME).min(scale.points()),
        }
    }

    /// Without a copy: asked in every frame.
    pub fn is_of(&self, settings: &Settings, scale: &Scale) -> bool {
        self.reading == settings.requirement.sd_nulls
            && self.engine == settings.method.engine
            && self.farthest >= needed(settings, scale)
            && self.roles == settings.roles
    }

    fn answer(self, loaded: &Loaded, progress: &Progress) -> Result<RatingsAnswer, Failure> {
        let Some(ratings) = loaded.dataset.ratings() else {
            return Err(Problem::new("there are no ratings").into());
        };
        let survey = PreparedRatings::new(ratings, &self.roles, progress)?;
        let (reading, engine) = (self.reading, self.engine);
        let profile = RatingsProfile::compute(&survey, reading, self.farthest, engine, progress)?;
        // Found out here, so that no frame has to.
        survey.spread();
        Ok(RatingsAnswer {
            question: self,
            survey: Arc::new(survey),
            profile: Arc::new(profile),
        })
    }
}

/// As far as ε asks; at the width of the scale everybody is close, and nothing needs to be compared.
fn needed(settings: &Settings, scale: &Scale) -> u16 {
    let epsilon = settings.requirement.epsilon;
    let steps = epsilon.map_or(0, |epsilon| scale.steps(epsilon));
    if steps < scale.points() { steps } else { 0 }
}

/// An answer and what it answers.
#[derive(Clone, Debug)]
pub struct RatingsAnswer {
    pub question: RatingsQuestion,
    pub survey: Arc<PreparedRatings>,
    pub profile: Arc<RatingsProfile>,
}

/// What a method made of the survey, shared with the result of its run.
#[derive(Clone, Debug)]
pub struct ReleasedRatings {
    pub anonymized: Arc<AnonymizedRatings>,
    /// The kept people with their released ratings.
    pub survey: Arc<PreparedRatings>,
    pub profile: Arc<RatingsProfile>,
}

/// All that the window knows about ratings.
#[derive(Default)]
pub struct RatingsState {
    asked: Asked<RatingsQuestion, RatingsAnswer>,
    /// What the rest is about.
    answer: Option<Arc<RatingsAnswer>>,
    status: Option<Arc<RatingsStatus>>,
    released: Option<Arc<ReleasedRatings>>,
    pub graph: GraphState,
}

/// What the views of ratings are lent.
#[derive(Clone, Copy)]
pub struct Lent<'a> {
    pub survey: &'a Arc<PreparedRatings>,
    pub profile: &'a Arc<RatingsProfile>,
    /// The profile against the requirement as it is now.
    pub status: &'a Arc<RatingsStatus>,
    pub released: Option<&'a Arc<ReleasedRatings>>,
    pub graph: &'a GraphState,
}

impl RatingsState {
    /// The survey of the issues as they are marked now.
    pub fn want(&mut self, workspace: &Workspace, jobs: &Jobs) {
        let Some(ratings) = workspace.loaded().dataset.ratings() else {
            return;
        };
        let (settings, scale) = (workspace.settings(), ratings.scale());
        let serves = |question: &RatingsQuestion| question.is_of(settings, &scale);
        let question = || RatingsQuestion::of(settings, &scale);
        if let Some(new) = self.asked.ask_unless(serves, question) {
            let loaded = workspace.loaded().clone();
            new.start(jobs, "Compare people", move |question, progress| {
                question.answer(&loaded, progress)
            });
        }
        self.take_in();
    }

    /// The graph of the ε of now. Another k or l only colours it anew.
    pub fn want_graph(&mut self, by_release: bool, jobs: &Jobs) {
        let Some(lent) = self.lent() else {
            return;
        };
        let question = GraphQuestion {
            survey: lent.survey.clone(),
            profile: lent.profile.clone(),
            within: lent.status.target.within,
            released: lent.released.cloned(),
            by_release: by_release && lent.released.is_some(),
        };
        let many = lent.profile.patterns().first.len() > MOST_COMPARED;
        if !many && question.within < lent.survey.r() && self.graph.lacks(&question) {
            self.graph.begin(question, jobs);
        }
    }

    /// What is lent answers the settings as they were when it was last asked for.
    pub fn is_current(&self) -> bool {
        self.asked.current().is_some()
    }

    pub fn is_running(&self) -> bool {
        self.asked.is_running()
    }

    /// Another survey: what was known of the earlier one goes.
    fn take_in(&mut self) {
        let known = self.answer.as_ref();
        let news = self.asked.newest().cloned();
        let news = news.filter(|news| !known.is_some_and(|known| Arc::ptr_eq(known, news)));
        if news.is_some() {
            *self = Self {
                asked: std::mem::take(&mut self.asked),
                answer: news,
                ..Self::default()
            };
        }
    }

    /// The last run of the method, or none.
    pub fn set_released(&mut self, released: Option<Arc<ReleasedRatings>>) {
        self.released = released;
    }

    /// Looks at the requirement again if it, or what is known of the data, has changed.
    pub fn refresh(&mut self, requirement: &Requirement) {
        let Some(answer) = &self.answer else {
            self.status = None;
            return;
        };
        let target = Target::of(requirement, &answer.survey.scale);
        let known = self.status.as_ref().is_some_and(|status| {
            status.target == target && Arc::ptr_eq(&status.profile, &answer.profile)
        });
        if !known {
            let status = RatingsStatus::new(&answer.profile, target, &answer.survey);
            self.status = status.map(Arc::new);
        }
    }

    pub fn survey(&self) -> Option<&Arc<PreparedRatings>> {
        self.answer.as_ref().map(|answer| &answer.survey)
    }

    pub fn profile(&self) -> Option<&Arc<RatingsProfile>> {
        self.answer.as_ref().map(|answer| &answer.profile)
    }

    pub fn status(&self) -> Option<&Arc<RatingsStatus>> {
        self.status.as_ref()
    }

    /// `None` while anything is missing.
    pub fn lent(&self) -> Option<Lent<'_>> {
        let answer = self.answer.as_ref()?;
        Some(Lent {
            survey: &answer.survey,
            profile: &answer.profile,
            status: self.status.as_ref()?,
            released: self.released.as_ref(),
            graph: &self.graph,
        })
    }
}
