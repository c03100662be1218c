//! The ε-graph: who is close to whom, who violates, and what the method changes about it.

mod about;
mod camera;
mod keys;
mod legend;
mod picture;
mod toolbar;

use super::{Seen, head};
use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::survey::graph::{MOST_COMPARED, Settling, SurveyGraph};
use crate::ui::survey::near::Near;
use crate::ui::survey::standing::SurveyStanding;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{EmptyState, icon_button, link, number};
use camera::Camera;
use egui::{
    Align, CentralPanel, Frame, Id, Layout, Margin, Panel, Rect, Role, ScrollArea, Sense, Ui, Vec2,
    WidgetInfo,
};
use legend::Legend;
use picture::{Hit, Mark, Picture};
use std::sync::Arc;
use std::time::Duration;

pub use about::{detail, differences, heading};

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

#[derive(Default)]
pub struct GraphTab {
    camera: Camera,
    tint: Tint,
    /// What the method made of it, where it has run.
    after: bool,
    /// Arranged by the release.
    pub by_release: bool,
    near: Option<(Arc<SurveyStanding>, Near)>,
    hovered: Option<(Arc<SurveyStanding>, Near)>,
    /// The release against the requirement as it is now.
    after_standing: Option<Arc<SurveyStanding>>,
    /// Set by the keyboard: the selected record is brought into view.
    reveal: bool,
    /// The graph that the camera was set up for.
    seen: Option<Arc<Settling>>,
}

/// What the toolbar and the keyboard ask of the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    Fit,
    Zoom(f32),
}

impl GraphTab {
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

    fn refresh(&mut self, seen: &Seen<'_>, graph: &SurveyGraph) {
        let target = seen.survey.standing.target;
        self.after_standing = match &graph.after {
            Some(after) if self.after => {
                let known = self.after_standing.take().filter(|known| {
                    known.target == target && Arc::ptr_eq(&known.profile, &after.profile)
                });
                let survey = &after.survey;
                known.or_else(|| SurveyStanding::new(&after.profile, target, survey).map(Arc::new))
            }
            _ => None,
        };
        self.near = near(self.near.take(), seen, seen.selected);
    }

    fn mark(&self, graph: &SurveyGraph, standing: &SurveyStanding, record: usize) -> Mark {
        let violates = match (&graph.after, &self.after_standing) {
            (Some(after), Some(standing)) if self.after => match after.person[record] {
                u32::MAX => return Mark::LeftOut,
                person => standing.violates(person as usize),
            },
            _ => standing.record_violates(record),
        };
        match violates {
            true => Mark::Violates,
            false => Mark::Satisfied,
        }
    }

    fn legend(&self, seen: &Seen<'_>, graph: &SurveyGraph) -> Legend {
        let standing = &seen.survey.standing;
        let shown = self.after_standing.as_ref().unwrap_or(standing);
        let added = graph.after.as_ref().filter(|_| self.after);
        Legend {
            k: standing.target.k,
            satisfied: shown.people() - shown.violating,
            violating: shown.violating,
            left_out: standing.people() - shown.people(),
            added: added.map(|after| after.added.iter().filter(|added| **added).count()),
        }
    }

    fn canvas(
        &mut self,
        ui: &mut Ui,
        seen: &Seen<'_>,
        settling: &Settling,
        graph: &SurveyGraph,
        moved: Option<Move>,
        out: &mut Outbox,
    ) {
        let rect = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(rect);
        if !rect.is_positive() {
            return;
        }
        let id = Id::unique("graph canvas");
        let response = ui.interact(rect, id, Sense::click_and_drag());
        response.widget_info(|| {
            WidgetInfo::labeled(
                Role::Canvas,
                ui.is_enabled(),
                "Graph of who is close to whom",
            )
        });
        let places = settling.places();
        let patterns = seen.survey.profile.patterns();
        let selected = seen
            .selected
            .and_then(|person| patterns.record_of.get(person as usize).copied());
        let pressed = keys::act(ui, &response, &places, selected);
        let first = |record: u32| patterns.first[record as usize];
        let standing = seen.survey.standing.clone();
        let mut select = pressed.select.map(first);
        if pressed.next_violating {
            select = seen.next_violating(seen.selected, true);
        }
        if let Some(person) = select {
            out.send(Action::SelectRow(Some(person)));
            self.reveal = true;
        }
        if let Some(person) = seen.selected.filter(|_| pressed.show) {
            out.send(Action::ShowRow(person));
        }
        let size = graph.size;
        let place_of = |record: Option<u32>| places.get(record? as usize).copied();
        for step in moved.into_iter().chain(pressed.moved) {
            match step {
                Move::Fit => self.camera.fit(),
                Move::Zoom(factor) => {
                    let view = self.camera.view(size, rect);
                    let anchor = place_of(selected).map_or(rect.center(), |place| view.at(place));
                    self.camera.zoom(size, rect, factor, anchor);
                }
            }
        }
        if response.dragged() {
            self.camera.move_by(size, rect, response.drag_delta());
        }
        self.wheel(ui, &response, size, rect);
        if select.is_none()
            && std::mem::take(&mut self.reveal)
            && let Some(place) = place_of(selected)
        {
            self.camera.reveal(size, rect, place);
        }

        let mark = |record: usize| self.mark(graph, &standing, record);
        let mut picture = Picture {
            graph,
            places: &places,
            view: self.camera.view(size, rect),
            weight: &patterns.weight,
            mark: &mark,
            after: self.after,
            tint: self.tint,
            selected,
            hovered: None,
        };
        let pointer = response.hover_pos().filter(|_| !response.dragged());
        let hit = pointer.and_then(|at| picture.hit(at));
        if let Some(Hit::Record(record)) = hit {
            picture.hovered = Some(record);
        }
        let view = picture.view;
        picture.paint(&ui.painter().with_clip_rect(rect), Tokens::of(ui));
        let island = match hit {
            Some(Hit::Island(island)) => Some((island, picture.people(&graph.islands[island]))),
            _ => None,
        };
        if response.clicked() {
            response.request_focus();
            match hit {
                Some(Hit::Record(record)) => {
                    out.send(Action::SelectRow(Some(first(record))));
                }
                Some(Hit::Island(_)) => {
                    let anchor = pointer.unwrap_or(rect.center());
                    self.camera.zoom(size, rect, 2.5, anchor);
                }
                None => out.send(Action::SelectRow(None)),
            }
        }
        if response.double_clicked()
            && let Some(Hit::Record(record)) = hit
        {
            out.send(Action::ShowRow(first(record)));
        }
        if response.has_focus() {
            let ring = (1.5, Tokens::of(ui).accent);
            let inside = egui::StrokeKind::Inside;
            ui.painter().rect_stroke(rect, 0, ring, inside);
        }
        match (hit, island, pointer) {
            (Some(Hit::Record(record)), _, _) if selected != Some(record) => {
                self.hovered = near(self.hovered.take(), seen, Some(first(record)));
                if let Some((_, near)) = &self.hovered {
                    let at = view.at(places[record as usize]);
                    about::float(ui, &view, at, |ui| {
                        about::card(ui, &seen.survey, near);
                        self.in_release(ui, graph, record);
                    });
                }
            }
            (_, Some((island, counts)), Some(at)) => {
                let records = graph.islands[island].records.len();
                about::float(ui, &view, at, |ui| group_card(ui, records, counts));
            }
            _ => {}
        }
    }

    /// What the release says of a record.
    fn in_release(&self, ui: &mut Ui, graph: &SurveyGraph, record: u32) {
        let (Some(after), Some(standing)) = (&graph.after, &self.after_standing) else {
            return;
        };
        let words = match after.person[record as usize] {
            u32::MAX => "Left out of the release.".to_owned(),
            person => {
                let record = after.profile.patterns().record_of[person as usize];
                let close = standing.within(record).saturating_sub(1);
                let many = number::counted(u64::from(close), "other");
                match standing.violates(person as usize) {
                    true => format!("In the release: {many} close, not enough."),
                    false => format!("In the release: {many} close."),
                }
            }
        };
        about::detail(ui, &words, Tokens::of(ui).quasi);
    }

    fn wheel(&mut self, ui: &Ui, response: &egui::Response, size: Vec2, rect: Rect) {
        let Some(pointer) = response.hover_pos() else {
            return;
        };
        let (scrolled, pinched) =
            ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
        let factor = pinched * (scrolled.y * 0.005).exp();
        if factor != 1.0 {
            self.camera.zoom(size, rect, factor, pointer);
        }
        if scrolled.x != 0.0 {
            self.camera.move_by(size, rect, egui::vec2(scrolled.x, 0.0));
        }
    }

    fn details(&mut self, ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
        let Some((_, near)) = &self.near else {
            return;
        };
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: 16,
                right: 18,
                top: 4,
                bottom: 8,
            });
        Panel::right("graph record")
            .exact_size(272.0)
            .frame(frame)
            .show_separator_line(false)
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label(fonts::strong_text("Selected person"));
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        if icon_button(ui, icons::CLOSE, "Close").clicked() {
                            out.send(Action::SelectRow(None));
                        }
                    });
                });
                ScrollArea::vertical().show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 4.0;
                    let (survey, dim) = (&seen.survey, Tokens::of(ui).dim);
                    about::heading(ui, survey, near);
                    about::sentences(ui, survey, near);
                    ui.add_space(6.0);
                    ui.label(fonts::strong_text("Ratings"));
                    about::detail(ui, &about::ratings(survey.survey, near, 60), dim);
                    ui.add_space(6.0);
                    ui.label(fonts::strong_text("Close and nearly close"));
                    about::neighbours(ui, survey, near, 12);
                    if near.close_count == 0 && near.nearly.is_empty() {
                        about::detail(ui, "Nobody is within reach of one issue.", dim);
                    }
                    ui.add_space(6.0);
                    if link(ui, "Show in the table").clicked() {
                        out.send(Action::ShowRow(near.person));
                    }
                    if link(ui, "Neighbourhood issue by issue").clicked() {
                        out.send(Action::ShowTab(ExploreTab::Neighbourhood));
                    }
                });
            });
    }
}

/// What is known of a person's surroundings, looked at again if the person or the requirement changed.
pub fn near(
    known: Option<(Arc<SurveyStanding>, Near)>,
    seen: &Seen<'_>,
    person: Option<u32>,
) -> Option<(Arc<SurveyStanding>, Near)> {
    let person = person.filter(|&person| (person as usize) < seen.survey.survey.people())?;
    let standing = seen.survey.standing;
    known
        .filter(|(of, near)| Arc::ptr_eq(of, standing) && near.person == person)
        .or_else(|| Some((standing.clone(), Near::of(&seen.survey, person))))
}

fn group_card(ui: &mut Ui, records: usize, (people, violating): (usize, usize)) {
    let tokens = Tokens::of(ui);
    let title = number::counted_as(people as u64, "person", "people");
    ui.label(fonts::strong_text(title));
    let words = format!(
        "{} with different ratings, joined by lines.",
        number::counted(records as u64, "record")
    );
    about::detail(ui, &words, tokens.text);
    let (words, colour) = match violating {
        0 => ("Nobody violates.".to_owned(), tokens.satisfied),
        1 => ("1 person violates.".to_owned(), tokens.violates),
        some => (
            format!("{} people violate.", number::count(some as u64)),
            tokens.violates,
        ),
    };
    about::detail(ui, &words, colour);
    about::detail(ui, "A click comes closer.", tokens.dim);
}

/// The graph, or an empty state in its place.
fn ready(
    ui: &mut Ui,
    seen: &Seen<'_>,
    out: &mut Outbox,
) -> Option<(Arc<Settling>, Arc<SurveyGraph>)> {
    let survey = seen.survey.survey;
    let too_wide = seen.survey.standing.target.within >= survey.r();
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
