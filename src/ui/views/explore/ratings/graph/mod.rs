//! The ε-graph: who is close to whom, who violates, and what the method changes about it.

mod about;
pub mod camera;
mod canvas;
mod details;
mod keys;
mod legend;
pub mod picture;
mod toolbar;

use super::{Seen, head};
use crate::ui::actions::{Action, Outbox};
use crate::ui::ratings::graph::{MOST_COMPARED, RatingsGraph, Settling};
use crate::ui::ratings::near::Near;
use crate::ui::ratings::status::RatingsStatus;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::EmptyState;
use camera::Camera;
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use legend::Legend;
use picture::Mark;
use std::sync::Arc;
use std::time::Duration;

pub use about::{differences, heading};

/// While records move the picture is painted again this often.
const MOVING: Duration = Duration::from_millis(30);

/// What lies behind the marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tint {
    #[default]
    None,
    Components,
    Cliques,
}

pub struct GraphTab {
    camera: Camera,
    tint: Tint,
    /// What the method made of it, where it has run.
    after: bool,
    /// Arranged by the release.
    pub by_release: bool,
    near: Option<(Arc<RatingsStatus>, Near)>,
    hovered: Option<(Arc<RatingsStatus>, Near)>,
    /// The release against the requirement as it is now.
    after_status: Option<Arc<RatingsStatus>>,
    /// By island, its people and those who violate, and what they were counted for.
    counted: Option<Counted>,
    /// Set by the keyboard: the selected record is brought into view.
    reveal: bool,
    /// The graph that the camera was set up for.
    seen: Option<Arc<Settling>>,
}

impl Default for GraphTab {
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            tint: Tint::default(),
            after: false,
            by_release: true,
            near: None,
            hovered: None,
            after_status: None,
            counted: None,
            reveal: false,
            seen: None,
        }
    }
}

/// How many of each island violate.
struct Counted {
    graph: Arc<RatingsGraph>,
    status: Arc<RatingsStatus>,
    after: bool,
    people: Vec<(usize, usize)>,
}

impl GraphTab {
    /// The marks are those of what the last run made.
    pub fn shows_release(&self) -> bool {
        self.after
    }

    pub fn show(&mut self, ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
        let Some((settling, graph)) = ready(ui, seen, out) else {
            return;
        };
        let other = self
            .seen
            .as_ref()
            .is_none_or(|shown| !Arc::ptr_eq(shown, &settling));
        if other {
            self.camera.fit();
            // What the method has just made is looked at first.
            let released = |of: &Settling| of.question.released.as_ref().map(Arc::as_ptr);
            let earlier = self.seen.as_deref().and_then(released);
            if released(&settling) != earlier {
                self.after = true;
            }
            self.seen = Some(settling.clone());
        }
        if graph.after.is_none() {
            self.after = false;
        }
        self.refresh(seen, &graph);
        let mut moved = None;
        Panel::top("graph head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| moved = toolbar::show(ui, self, seen, &graph));
        let tokens = Tokens::of(ui);
        let foot = Frame::new()
            .fill(tokens.ground)
            .inner_margin(Margin::symmetric(18, 8));
        Panel::bottom("graph legend")
            .frame(foot)
            .show_separator_line(false)
            .show(ui, |ui| self.legend(seen, &graph).show(ui));
        self.details(ui, seen, out);
        CentralPanel::no_frame()
            .frame(Frame::new().fill(tokens.ground))
            .show(ui, |ui| {
                self.canvas(ui, seen, &settling, &graph, moved, out)
            });
        if seen.graph_running {
            ui.ctx().request_repaint_after(MOVING);
        }
    }

    fn refresh(&mut self, seen: &Seen<'_>, graph: &Arc<RatingsGraph>) {
        let target = seen.survey.status.target;
        self.after_status = match &graph.after {
            Some(after) if self.after => {
                let known = self.after_status.take().filter(|known| {
                    known.target == target && Arc::ptr_eq(&known.profile, &after.profile)
                });
                let survey = &after.survey;
                known.or_else(|| RatingsStatus::new(&after.profile, target, survey).map(Arc::new))
            }
            _ => None,
        };
        self.near = near(self.near.take(), seen, seen.selected);
        self.count(seen, graph);
    }

    fn count(&mut self, seen: &Seen<'_>, graph: &Arc<RatingsGraph>) {
        let status = seen.survey.status;
        let known = self.counted.as_ref().is_some_and(|counted| {
            Arc::ptr_eq(&counted.graph, graph)
                && Arc::ptr_eq(&counted.status, status)
                && counted.after == self.after
        });
        if known {
            return;
        }
        let weight = &status.profile.patterns().weight;
        let people = graph.islands.iter().map(|island| {
            let mut people = (0, 0);
            for &record in &island.records {
                let weight = weight[record as usize] as usize;
                people.0 += weight;
                if self.mark(graph, status, record as usize) == Mark::Violates {
                    people.1 += weight;
                }
            }
            people
        });
        self.counted = Some(Counted {
            people: people.collect(),
            graph: graph.clone(),
            status: status.clone(),
            after: self.after,
        });
    }

    fn mark(&self, graph: &RatingsGraph, status: &RatingsStatus, record: usize) -> Mark {
        let violates = match (&graph.after, &self.after_status) {
            (Some(after), Some(status)) if self.after => match after.person[record] {
                u32::MAX => return Mark::LeftOut,
                person => status.violates(person as usize),
            },
            _ => status.record_violates(record),
        };
        match violates {
            true => Mark::Violates,
            false => Mark::Satisfied,
        }
    }

    fn legend(&self, seen: &Seen<'_>, graph: &RatingsGraph) -> Legend {
        let status = &seen.survey.status;
        let shown = self.after_status.as_ref().unwrap_or(status);
        let added = graph.after.as_ref().filter(|_| self.after);
        Legend {
            k: status.target.k,
            asks_for_spread: status.target.deviation > 0,
            satisfied: shown.people() - shown.violating,
            violating: shown.violating,
            left_out: status.people() - shown.people(),
            added: added.map(|after| after.added.iter().filter(|added| **added).count()),
        }
    }
}

/// What is known of a person's surroundings, looked at again if the person or the requirement changed.
pub fn near(
    known: Option<(Arc<RatingsStatus>, Near)>,
    seen: &Seen<'_>,
    person: Option<u32>,
) -> Option<(Arc<RatingsStatus>, Near)> {
    let person = person.filter(|&person| (person as usize) < seen.survey.survey.people())?;
    let status = seen.survey.status;
    known
        .filter(|(of, near)| Arc::ptr_eq(of, status) && near.person == person)
        .or_else(|| Some((status.clone(), Near::of(&seen.survey, person))))
}

/// The graph, or an empty state in its place.
fn ready(
    ui: &mut Ui,
    seen: &Seen<'_>,
    out: &mut Outbox,
) -> Option<(Arc<Settling>, Arc<RatingsGraph>)> {
    let survey = seen.survey.survey;
    let too_wide = seen.survey.status.target.within >= survey.r();
    if !too_wide
        && let Some(settling) = seen.survey.graph.shown()
        && let Some(graph) = settling.graph()
    {
        return Some((settling.clone(), graph.clone()));
    }
    let frame = Frame::new().fill(Tokens::of(ui).ground);
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        if too_wide {
            super::needs_epsilon(ui, seen, out);
        } else if seen.survey.profile.patterns().first.len() > MOST_COMPARED {
            let words = "There are too many different records to draw who is close to whom. The other views show \
                         all of them.";
            EmptyState::new(icons::EXPLORE, words).show(ui);
        } else if seen.graph_running {
            let words = "Looking who is close to whom. Its progress is at the bottom of the window, where it \
                         can be stopped.";
            EmptyState::new(icons::RUNNING, words).show(ui);
        } else {
            let words = "The graph has not been drawn.";
            if EmptyState::new(icons::EXPLORE, words)
                .action("Draw it", Some(icons::RUN))
                .show(ui)
            {
                out.send(Action::DrawGraph);
            }
        }
    });
    None
}
