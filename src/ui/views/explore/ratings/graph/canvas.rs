//! The picture of the graph and what the mouse and the keyboard do to it.

use super::super::Seen;
use super::picture::{Hit, Picture};
use super::{GraphTab, about, keys, near};
use crate::ui::actions::{Action, Outbox};
use crate::ui::ratings::graph::{RatingsGraph, Settling};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::views::explore::canvas_keys::{Move, canvas};
use crate::ui::widgets::{detail, floating_card, number};
use egui::{Rect, Sense, Ui, Vec2};

impl GraphTab {
    pub(super) fn canvas(
        &mut self,
        ui: &mut Ui,
        seen: &Seen<'_>,
        settling: &Settling,
        graph: &RatingsGraph,
        moved: Option<Move>,
        out: &mut Outbox,
    ) {
        let Some((rect, response)) =
            canvas(ui, "Graph of who is close to whom", Sense::click_and_drag())
        else {
            return;
        };
        let places = settling.places();
        let patterns = seen.survey.profile.patterns();
        let selected = seen
            .selected
            .and_then(|person| patterns.record_of.get(person as usize).copied());
        let pressed = keys::act(ui, &response, &places, selected);
        let first = |record: u32| patterns.first[record as usize];
        let status = seen.survey.status.clone();
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

        let mark = |record: usize| self.mark(graph, &status, record);
        let counted = self.counted.as_ref();
        let people = counted.map_or_else(Vec::new, |counted| counted.people.clone());
        let mut picture = Picture {
            graph,
            places: &places,
            view: self.camera.view(size, rect),
            weight: &patterns.weight,
            mark: &mark,
            people: &people,
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
            Some(Hit::Island(island)) => people.get(island).map(|people| (island, *people)),
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
                    floating_card(ui, "graph card", view.rect, at, about::WIDTH, |ui| {
                        about::card(ui, &seen.survey, near);
                        self.in_release(ui, graph, record);
                    });
                }
            }
            (_, Some((island, counts)), Some(at)) => {
                let records = graph.islands[island].records.len();
                floating_card(ui, "graph card", view.rect, at, about::WIDTH, |ui| {
                    group_card(ui, records, counts)
                });
            }
            _ => {}
        }
    }

    /// What the release says of a record.
    fn in_release(&self, ui: &mut Ui, graph: &RatingsGraph, record: u32) {
        let (Some(after), Some(status)) = (&graph.after, &self.after_status) else {
            return;
        };
        let words = match after.person[record as usize] {
            u32::MAX => "Left out of the release.".to_owned(),
            person => {
                let record = after.profile.patterns().record_of[person as usize];
                let close = status.within(record).saturating_sub(1);
                let many = number::counted(u64::from(close), "other");
                match status.violates(person as usize) {
                    true => format!("In the release: {many} close, not enough."),
                    false => format!("In the release: {many} close."),
                }
            }
        };
        detail(ui, &words, Tokens::of(ui).text);
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
}

fn group_card(ui: &mut Ui, records: usize, (people, violating): (usize, usize)) {
    let tokens = Tokens::of(ui);
    let title = number::counted_as(people as u64, "person", "people");
    ui.label(fonts::strong_text(title));
    let words = format!(
        "{} with different ratings, joined by lines.",
        number::counted(records as u64, "record")
    );
    detail(ui, &words, tokens.text);
    let (words, colour) = match violating {
        0 => ("Nobody violates.".to_owned(), tokens.satisfied),
        1 => ("1 person violates.".to_owned(), tokens.violates),
        some => (
            format!("{} people violate.", number::count(some as u64)),
            tokens.violates,
        ),
    };
    detail(ui, &words, colour);
    detail(ui, "A click comes closer.", tokens.dim);
}
