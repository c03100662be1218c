//! The (k, ε) plane: how many people violate under every setting, and where nobody does.

mod frontier;
mod picture;

use super::{Seen, head};
use crate::ui::actions::Outbox;
use crate::ui::asked::{Answer, Asked};
use crate::ui::ratings::words;
use crate::ui::theme::{Tokens, icons};
use crate::ui::views::explore::canvas_keys::{is_pressed, takes_keys};
use crate::ui::widgets::{EmptyState, number, sentence};
use cloakroom_core::progress::{Progress, Stopped};
use cloakroom_engine::change::Change;
use cloakroom_ratings::privacy::Target;
use cloakroom_ratings::profile::RatingsProfile;
use egui::{CentralPanel, Frame, Id, Key, Margin, Panel, Response, Role, Sense, Ui, WidgetInfo};
use frontier::Frontier;
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
    /// A look at everybody for every setting: a million people take longer than a frame has.
    asked: Asked<PlaneQuestion, Plane>,
    frontier: Frontier,
}

/// What the plane depends on.
#[derive(Clone)]
pub struct PlaneQuestion {
    profile: Arc<RatingsProfile>,
    deviation: u64,
    /// Rows that are worth looking at.
    rows: usize,
}

impl PartialEq for PlaneQuestion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.profile, &other.profile)
            && (self.deviation, self.rows) == (other.deviation, other.rows)
    }
}

/// What is shown.
#[derive(Debug)]
pub struct Plane {
    people: usize,
    ks: Vec<u32>,
    /// By ε in steps and k, the people who violate.
    violating: Vec<Vec<u32>>,
}

/// People whom a frame has the time to look at.
const FEW: usize = 50_000;

impl Answer for Plane {
    type Question = PlaneQuestion;
    const WORK: &'static str = "Count who violates";

    fn compute(question: PlaneQuestion, _: &Progress) -> Result<Self, Stopped> {
        let people = question.profile.people();
        let most = people.max(2) as u32;
        let ks: Vec<u32> = KS.iter().copied().filter(|&k| k <= most).collect();
        let mut violating = question.profile.plane(&ks, question.deviation);
        // As wide as the scale everybody is close to everybody: nothing to look at.
        violating.truncate(question.rows);
        Ok(Self {
            people,
            ks,
            violating,
        })
    }

    fn is_short(question: &PlaneQuestion) -> bool {
        question.profile.people() <= FEW
    }
}

impl PlaneTab {
    pub fn show(&mut self, ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
        let lent = &seen.survey;
        let question = PlaneQuestion {
            profile: lent.profile.clone(),
            deviation: lent.status.target.deviation,
            rows: usize::from(lent.survey.r()).max(1),
        };
        self.asked.see_to(question, seen.jobs);
        // While l is dragged, the plane of before stays until there is a newer one.
        let is_of_now = |of: &PlaneQuestion| Arc::ptr_eq(&of.profile, lent.profile);
        let Some(plane) = self.asked.answer_to(is_of_now) else {
            let missed = self.asked.is_missed();
            let frame = Frame::new().fill(Tokens::of(ui).ground);
            CentralPanel::no_frame().frame(frame).show(ui, |ui| {
                if !missed {
                    let words = "Counting who violates under every k and \u{3b5}.";
                    EmptyState::new(icons::RUNNING, words).show(ui);
                } else if EmptyState::new(icons::EXPLORE, "The plane was not counted.")
                    .action("Count it", Some(icons::RUN))
                    .show(ui)
                {
                    self.asked.ask_again();
                }
            });
            return;
        };
        Panel::top("plane head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                sentence(ui, &meaning(seen));
                sentence(ui, &plane.headline(seen));
                if let Some(words) = self.frontier.sentence(seen) {
                    sentence(ui, &words);
                }
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
        self.people
    }

    /// An ε under which everybody is close to everybody who rated the same says nothing, and is not named.
    fn headline(&self, seen: &Seen<'_>) -> String {
        let lent = &seen.survey;
        let (survey, target) = (lent.survey, lent.status.target);
        let first = (0..=survey.widest()).find_map(|within| {
            let k = lent.profile.most_k(&Target { within, ..target })?;
            (k > 1).then_some((within, k))
        });
        match first {
            None => {
                "Under no \u{3b5} that says something do the ratings hold as they are.".to_owned()
            }
            Some((within, k)) => {
                let epsilon = words::steps(survey, within);
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
