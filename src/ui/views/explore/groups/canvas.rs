//! What the mouse and the keyboard do to the picture of groups.

use super::GroupsTab;
use super::picture::Picture;
use crate::ui::actions::{Action, Outbox};
use crate::ui::groups::GroupPicture;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::views::explore::canvas_keys::{self, Move, canvas, is_pressed, takes_keys};
use crate::ui::views::explore::purpose::detail;
use crate::ui::widgets::{floating_card, number};
use egui::{Key, Rect, Sense, Ui, vec2};

const CARD: f32 = 240.0;
/// Values that a card tells.
const MOST_VALUES: usize = 8;

impl GroupsTab {
    pub(super) fn canvas(
        &mut self,
        ui: &mut Ui,
        groups: &GroupPicture,
        moved: Option<Move>,
        out: &mut Outbox,
    ) {
        let sense = Sense::click_and_drag();
        let Some((rect, response)) =
            canvas(ui, "Records and their centres", sense).filter(|_| groups.groups() > 0)
        else {
            return;
        };
        let mut moves: Vec<Move> = moved.into_iter().collect();
        if takes_keys(ui, &response) {
            moves.extend(canvas_keys::moved(ui));
            self.keys(ui, groups);
        }
        for step in moves {
            match step {
                Move::Fit => self.camera.fit(),
                Move::Zoom(factor) => {
                    let view = self.camera.view(rect);
                    let anchor = self
                        .selected
                        .map_or(rect.center(), |group| view.at(groups.after[group as usize]));
                    self.camera.zoom(rect, factor, anchor);
                }
            }
        }
        if response.dragged() {
            self.camera.move_by(rect, response.drag_delta());
        }
        self.wheel(ui, &response, rect);
        if std::mem::take(&mut self.reveal)
            && let Some(group) = self.selected
        {
            self.camera.reveal(rect, groups.after[group as usize]);
        }
        let mut picture = Picture {
            groups,
            view: self.camera.view(rect),
            shown: self.shown,
            selected: self.selected,
            hovered: None,
        };
        let pointer = response.hover_pos().filter(|_| !response.dragged());
        let hit = pointer.and_then(|at| picture.hit(at));
        picture.hovered = hit;
        let painter = ui.painter().with_clip_rect(rect);
        self.painted = picture.paint(&painter, Tokens::of(ui));
        picture.axes(&painter, Tokens::of(ui));
        if response.clicked() {
            response.request_focus();
            self.selected = hit;
            let row = hit.and_then(|group| groups.members(group).first().copied());
            out.send(Action::SelectRow(row.map(|place| groups.row(place))));
        }
        if response.has_focus() {
            let ring = (1.5, Tokens::of(ui).accent);
            let inside = egui::StrokeKind::Inside;
            ui.painter().rect_stroke(rect, 0, ring, inside);
        }
        if let Some(group) = hit.filter(|group| Some(*group) != self.selected) {
            let at = picture.view.at(groups.after[group as usize]);
            floating_card(ui, "group card", rect, at, CARD, |ui| {
                card(ui, groups, group)
            });
        }
    }

    /// The arrows go from centre to centre.
    fn keys(&mut self, ui: &Ui, groups: &GroupPicture) {
        let arrows = [
            (Key::ArrowLeft, vec2(-1.0, 0.0)),
            (Key::ArrowRight, vec2(1.0, 0.0)),
            (Key::ArrowUp, vec2(0.0, 1.0)),
            (Key::ArrowDown, vec2(0.0, -1.0)),
        ];
        let Some((_, towards)) = arrows.into_iter().find(|(key, _)| is_pressed(ui, *key)) else {
            return;
        };
        let Some(selected) = self.selected else {
            self.selected = Some(0);
            self.reveal = true;
            return;
        };
        let here = groups.after[selected as usize];
        let next = groups
            .after
            .iter()
            .zip(0u32..)
            .filter_map(|(place, group)| {
                let way = vec2(place[0] - here[0], place[1] - here[1]);
                let ahead = way.dot(towards);
                let aside = (way - towards * ahead).length();
                (ahead > 1e-6).then_some((ahead + 2.0 * aside, group))
            })
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        if let Some((_, group)) = next {
            self.selected = Some(group);
            self.reveal = true;
        }
    }

    fn wheel(&mut self, ui: &Ui, response: &egui::Response, rect: Rect) {
        let Some(pointer) = response.hover_pos() else {
            return;
        };
        let (scrolled, pinched) =
            ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
        let factor = pinched * (scrolled.y * 0.005).exp();
        if factor != 1.0 {
            self.camera.zoom(rect, factor, pointer);
        }
        if scrolled.x != 0.0 {
            self.camera.move_by(rect, vec2(scrolled.x, 0.0));
        }
    }
}

/// What a group is released as: `birth_year 1985`.
pub fn released(groups: &GroupPicture, group: u32) -> Vec<(String, String)> {
    let question = groups.question();
    let (Some(&place), Some(table)) = (
        groups.members(group).first(),
        question.loaded.dataset.table(),
    ) else {
        return Vec::new();
    };
    let row = groups.row(place) as usize;
    let columns = question.quasi.iter();
    columns
        .filter_map(|&at| {
            let column = question.candidate.anonymized.column(table, at)?;
            let text = match column.is_null(row) {
                true => "missing".to_owned(),
                false => column.text(row).to_owned(),
            };
            Some((table.columns()[at].name().to_owned(), text))
        })
        .collect()
}

fn card(ui: &mut Ui, groups: &GroupPicture, group: u32) {
    let members = groups.members(group).len() as u64;
    let title = format!("Group of {}", number::counted(members, "record"));
    ui.label(fonts::strong_text(title));
    detail(ui, "Released as");
    let values = released(groups, group);
    for (name, value) in values.iter().take(MOST_VALUES) {
        crate::ui::views::explore::lattice::pair(ui, name, value, false, false);
    }
    if values.len() > MOST_VALUES {
        let more = values.len() - MOST_VALUES;
        detail(ui, &format!("and {more} more columns"));
    }
    detail(ui, "A click lists its records.");
}
