//! The ε-graph as the window draws it: built and arranged behind the window, seen while it settles.

pub mod close;
mod force;
mod island;
pub mod layout;
mod pack;
mod points;
pub mod state;

use super::ReleasedRatings;
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_core::settings::NeighbourEngine;
use cloakroom_ratings::profile::RatingsProfile;
use cloakroom_ratings::ratings::PreparedRatings;
use close::Close;
use egui::Vec2;
use layout::Layout;
use points::Points;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// With more distinct records only components are shown.
pub const MOST_RECORDS: usize = 10_000;

/// With more than this not even components are looked for: that takes a look at most pairs.
pub const MOST_COMPARED: usize = 200_000;

/// What a graph shows. Thresholds on numbers of people and deviations are none of it.
#[derive(Clone, Debug)]
pub struct GraphQuestion {
    pub survey: Arc<PreparedRatings>,
    pub profile: Arc<RatingsProfile>,
    /// ε in steps; less than the scale is wide.
    pub within: u16,
    pub released: Option<Arc<ReleasedRatings>>,
    /// Arranged by who is close after the release and not before.
    pub by_release: bool,
}

impl PartialEq for GraphQuestion {
    fn eq(&self, other: &Self) -> bool {
        let same_release = match (&self.released, &other.released) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        same_release
            && Arc::ptr_eq(&self.profile, &other.profile)
            && self.within == other.within
            && self.by_release == other.by_release
    }
}

#[derive(Debug)]
pub struct RatingsGraph {
    pub within: u16,
    pub before: Close,
    pub clique_of: Vec<u32>,
    pub after: Option<After>,
    pub islands: Vec<Island>,
    pub size: Vec2,
    /// Every component is one mark: there are too many records to draw.
    pub components_only: bool,
}

/// The same records in the release.
#[derive(Debug)]
pub struct After {
    pub close: Close,
    /// As it is released, of people who are kept.
    pub survey: Arc<PreparedRatings>,
    pub profile: Arc<RatingsProfile>,
    /// By record, the first person who is kept, as a place among the kept; `u32::MAX` if nobody is.
    pub person: Vec<u32>,
    /// Lines that were not there before, as places in `close.lines`.
    pub added: Vec<bool>,
}

/// A component with at least two records, or everything that is drawn as one.
#[derive(Clone, Debug)]
pub struct Island {
    pub records: Vec<u32>,
    pub middle: Vec2,
    pub radius: f32,
}

/// A graph on its way: first nothing, then records that move, then rest.
#[derive(Debug)]
pub struct Settling {
    pub question: GraphQuestion,
    graph: OnceLock<Arc<RatingsGraph>>,
    places: Mutex<Arc<Vec<Vec2>>>,
}

impl Settling {
    pub fn new(question: GraphQuestion) -> Self {
        Self {
            question,
            graph: OnceLock::new(),
            places: Mutex::default(),
        }
    }

    pub fn graph(&self) -> Option<&Arc<RatingsGraph>> {
        self.graph.get()
    }

    /// Where the records lie now.
    pub fn places(&self) -> Arc<Vec<Vec2>> {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        places.clone()
    }

    fn tell(&self, places: &[Vec2]) {
        let places = Arc::new(places.to_vec());
        *self.places.lock().unwrap_or_else(PoisonError::into_inner) = places;
    }

    /// The work behind the window.
    pub fn run(&self, progress: &Progress) -> Result<(), Stopped> {
        let GraphQuestion {
            survey,
            profile,
            within,
            ..
        } = &self.question;
        let patterns = profile.patterns();
        let components_only = patterns.first.len() > MOST_RECORDS;
        let points = Points::of(survey, &patterns.first, progress)?;
        let before = close::compare(&points, *within, !components_only, progress)?;
        let clique_of = match components_only {
            true => Vec::new(),
            false => close::cliques(&points, *within, progress)?,
        };
        let after = match &self.question.released {
            Some(released) if !components_only => Some(self.after(released, &points, progress)?),
            _ => None,
        };
        let arranged = match &after {
            Some(after) if self.question.by_release => &after.close,
            _ => &before,
        };
        let mut layout = if components_only {
            Layout::of_discs(&arranged.component_of, arranged.components)
        } else {
            Layout::new(&arranged.component_of, arranged.components, &arranged.lines)
        };
        let island = |island: &island::Island| Island {
            records: island.records.clone(),
            middle: island.middle,
            radius: island.radius,
        };
        let graph = RatingsGraph {
            within: *within,
            before,
            clique_of,
            after,
            islands: layout.islands.iter().map(island).collect(),
            size: layout.size,
            components_only,
        };
        let mut graph = Some(Arc::new(graph));
        layout.settle(progress, |places| {
            self.tell(places);
            if let Some(graph) = graph.take() {
                // Nobody else sets it: this is the only work on this graph.
                let _ = self.graph.set(graph);
            }
        })
    }

    fn after(
        &self,
        released: &ReleasedRatings,
        before: &Points,
        progress: &Progress,
    ) -> Result<After, Stopped> {
        let GraphQuestion {
            profile, within, ..
        } = &self.question;
        let patterns = profile.patterns();
        let (kept, known) = (&released.survey, &released.profile);
        // Missing ratings may count otherwise than when the method ran.
        let after_profile = if known.reading() == profile.reading() && known.farthest() >= *within {
            known.clone()
        } else {
            let (reading, engine) = (profile.reading(), NeighbourEngine::Profile);
            Arc::new(RatingsProfile::compute(
                kept, reading, *within, engine, progress,
            )?)
        };
        let mut person = vec![u32::MAX; patterns.first.len()];
        for (place, &original) in (0..).zip(released.anonymized.kept.iter()) {
            let record = patterns.record_of[original as usize] as usize;
            if person[record] == u32::MAX {
                person[record] = place;
            }
        }
        // Records of which nobody is kept are close to nobody.
        let records: Vec<u32> = (0..person.len() as u32)
            .filter(|&record| person[record as usize] != u32::MAX)
            .collect();
        let people: Vec<u32> = records
            .iter()
            .map(|&record| person[record as usize])
            .collect();
        let points = Points::of(kept, &people, progress)?;
        let close = close::compare(&points, *within, true, progress)?;
        let close = close.spread(&records, person.len());
        let added = close
            .lines
            .iter()
            .map(|&(a, b)| !before.are_close(a, b, *within))
            .collect();
        Ok(After {
            close,
            survey: kept.clone(),
            profile: after_profile,
            person,
            added,
        })
    }
}
