//! The (k, ε) plane: how many people violate under every setting, and where nobody does.

mod picture;

use super::{Seen, head};
use crate::ui::actions::Outbox;
use crate::ui::ratings::words;
use crate::ui::theme::Tokens;
use crate::ui::views::explore::canvas_keys::{is_pressed, takes_keys};
use crate::ui::widgets::{number, sentence};
use cloakroom_engine::change::Change;
use cloakroom_ratings::profile::RatingsProfile;
use egui::{CentralPanel, Frame, Id, Key, Margin, Panel, Response, Role, Sense, Ui, WidgetInfo};
use picture::Picture;
use std::sync::Arc;

/// The k that are counted, as far as there are so many people.
const KS: [u32; 22] = [
    2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125, 150, 200,
];
/// Where there is little room these are left away first.
const DISPENSABLE: [u32; 14] = [125, 7, 9, 60, 12, 25, 150, 80, 6, 15, 8, 40, 4, 30];

#[derive(Default)]
pub struct PlaneTab {
    known: Option<Plane>,
}

/// What is shown, and what it was computed from.
pub struct Plane {
    profile: Arc<RatingsProfile>,
    deviation: u64,
    ks: Vec<u32>,
    /// By ε in steps and k, the people who violate.
    violating: Vec<Vec<u32>>,
}

impl PlaneTab {
    pub fn show(&mut self, ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
        let lent = &seen.survey;
        let (profile, deviation) = (lent.profile, lent.status.target.deviation);
        let known = self
            .known
            .take()
            .filter(|known| Arc::ptr_eq(&known.profile, profile) && known.deviation == deviation);
        let plane = known.unwrap_or_else(|| Plane::new(seen));
        Panel::top("plane head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                sentence(ui, &meaning(seen));
                sentence(ui, &plane.headline(seen));
            });
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: 18,
                right: 18,
                top: 4,
                bottom: 12,
            });
        CentralPanel::no_frame()
            .frame(frame)
            .show(ui, |ui| plane.show(ui, seen, out));
        self.known = Some(plane);
    }
}

fn meaning(seen: &Seen<'_>) -> String {
    let asked = match seen.survey.status.target.deviation {
        0 => String::new(),
        l => format!(" with l = {}", words::deviation(l)),
    };
    format!("How many people violate under every k and \u{3b5}{asked}. A click sets both.")
}

impl Plane {
    fn new(seen: &Seen<'_>) -> Self {
        let lent = &seen.survey;
        let people = lent.profile.people() as u32;
        let ks: Vec<u32> = KS.iter().copied().filter(|&k| k <= people.max(2)).collect();
        let deviation = lent.status.target.deviation;
        let mut violating = lent.profile.plane(&ks, deviation);
        // As wide as the scale everybody is close to everybody: nothing to look at.
        violating.truncate(usize::from(lent.survey.r()).max(1));
        Self {
            profile: lent.profile.clone(),
            deviation,
            ks,
            violating,
        }
    }

    /// The columns for which there is room, as places among all k.
    fn columns(&self, most: usize) -> Vec<usize> {
        let mut columns: Vec<usize> = (0..self.ks.len()).collect();
        for left_away in DISPENSABLE {
            if columns.len() <= most.max(2) {
                break;
            }
            columns.retain(|&column| self.ks[column] != left_away);
        }
        columns
    }

    fn people(&self) -> usize {
        self.profile.people()
    }

    fn headline(&self, seen: &Seen<'_>) -> String {
        let survey = seen.survey.survey;
        let holding = |row: &Vec<u32>| {
            let holding = self.ks.iter().zip(row);
            let holding = holding.filter(|(_, violating)| **violating == 0);
            holding.map(|(&k, _)| k).max()
        };
        let rows = self.violating.iter().enumerate();
        let first = rows
            .filter_map(|(within, row)| Some((within, holding(row)?)))
            .next();
        match first {
            None => "Under none of these settings do the ratings hold as they are.".to_owned(),
            Some((within, k)) => {
                let epsilon = words::steps(survey, within as u16);
                format!(
                    "As they are, the ratings first hold at \u{3b5} = {epsilon}, for a k of up to {k}; the line \
                     is the frontier."
                )
            }
        }
    }

    fn show(&self, ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
        let room = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(room);
        if !room.is_positive() || self.ks.is_empty() || self.violating.is_empty() {
            return;
        }
        let columns = self.columns(picture::columns_within(room.width()));
        let picture = Picture::new(self, seen, &columns, room);
        let response = ui.interact(picture.plane, Id::unique("plane"), Sense::click());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), "Plane of k and \u{3b5}")
        });
        let hit = response.hover_pos().and_then(|at| picture.hit(at));
        picture.paint(ui, hit, response.has_focus());
        if response.clicked() {
            response.request_focus();
            if let Some((column, row)) = hit {
                self.set(seen, columns[column], row, out);
            }
        }
        let now = self.now(seen);
        if let Some((column, row)) = keys(ui, &response, now, self.ks.len(), self.violating.len()) {
            self.set(seen, column, row, out);
        }
        if let Some((column, row)) = hit {
            response.on_hover_text_at_pointer(self.words(seen, columns[column], row));
        }
    }

    /// The setting as it is, or the nearest below it on the plane.
    fn now(&self, seen: &Seen<'_>) -> (usize, usize) {
        let target = seen.survey.status.target;
        let column = self.ks.partition_point(|&k| k <= target.k);
        let row = usize::from(target.within).min(self.violating.len() - 1);
        (column.saturating_sub(1), row)
    }

    fn set(&self, seen: &Seen<'_>, column: usize, row: usize, out: &mut Outbox) {
        let target = seen.survey.status.target;
        let k = self.ks[column];
        if k != target.k {
            out.change(Change::SetK(Some(k)));
        }
        if row != usize::from(target.within) {
            let epsilon = seen.survey.survey.scale.distance(row as u16);
            out.change(Change::SetEpsilon(Some(epsilon)));
        }
    }

    /// `k = 5, ε = 1: 3,918 of 5,000 people violate (78 %).`
    fn words(&self, seen: &Seen<'_>, column: usize, row: usize) -> String {
        let survey = seen.survey.survey;
        let (violating, people) = (self.violating[row][column], self.people());
        let epsilon = words::steps(survey, row as u16);
        let k = self.ks[column];
        let what = match violating {
            0 => "nobody violates".to_owned(),
            some => format!(
                "{} of {} people violate ({})",
                number::count(u64::from(some)),
                number::count(people as u64),
                number::percent(f64::from(some) / people.max(1) as f64)
            ),
        };
        format!("k = {k}, \u{3b5} = {epsilon}: {what}.")
    }
}

/// Arrows go to the next setting.
fn keys(
    ui: &Ui,
    response: &Response,
    (column, row): (usize, usize),
    columns: usize,
    rows: usize,
) -> Option<(usize, usize)> {
    if !takes_keys(ui, response) {
        return None;
    }
    let is = |key: Key| is_pressed(ui, key);
    if is(Key::ArrowLeft) {
        Some((column.saturating_sub(1), row))
    } else if is(Key::ArrowRight) {
        Some(((column + 1).min(columns - 1), row))
    } else if is(Key::ArrowUp) {
        Some((column, (row + 1).min(rows - 1)))
    } else if is(Key::ArrowDown) {
        Some((column, row.saturating_sub(1)))
    } else {
        None
    }
}
