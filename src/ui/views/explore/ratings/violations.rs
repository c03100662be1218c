//! People who violate what is asked of ratings: which promise, and why, in a sentence.

use super::{Seen, head};
use crate::ui::actions::{Action, Outbox};
use crate::ui::help::Word;
use crate::ui::help::promises::of_ratings;
use crate::ui::ratings::status::{BY_DEVIATION, BY_K, RatingsStatus};
use crate::ui::ratings::{Lent, words};
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::grid::{
    GridCell, GridEvent, GridHeader, GridSource, GridState, RowLook, RowMark, grid,
};
use crate::ui::widgets::{EmptyState, link, number, sentence, tabs_told};
use cloakroom_ratings::privacy::RatingsModel;
use egui::{CentralPanel, Frame, Panel, Ui};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Default)]
pub struct ViolationsTab {
    grid: GridState,
    /// The promise that is broken, or any.
    about: Option<u8>,
    listed: Option<Listed>,
}

/// Who is listed, and what they were listed for.
struct Listed {
    status: Arc<RatingsStatus>,
    about: Option<u8>,
    people: Vec<u32>,
    /// By record, as far as they were on the screen: naming the sensitive issue takes a look at everybody.
    reasons: RefCell<HashMap<u32, String>>,
}

impl ViolationsTab {
    pub fn show(&mut self, ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
        let status = seen.survey.status;
        self.refresh(status);
        Panel::top("survey violations head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| self.head(ui, status, out));
        let frame = Frame::new().fill(Tokens::of(ui).ground);
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            let Some(listed) = self.listed.as_ref().filter(|listed| !listed.people.is_empty())
            else {
                let words = "Enough others are close to everybody, and their sensitive ratings spread enough.";
                EmptyState::new(icons::SATISFIED, words).show(ui);
                return;
            };
            let source = Source { lent: &seen.survey, listed, selected: seen.selected };
            let people = &listed.people;
            for event in grid(ui, "survey violations", "Violations", &mut self.grid, &source) {
                match event {
                    GridEvent::RowSelected(place) => {
                        out.send(Action::SelectRow(Some(people[place as usize])));
                    }
                    GridEvent::RowActivated(place) => {
                        out.send(Action::ShowRow(people[place as usize]));
                    }
                    _ => {}
                }
            }
        });
    }

    fn head(&mut self, ui: &mut Ui, status: &RatingsStatus, out: &mut Outbox) {
        let (count, people) = (status.violating, status.people());
        let words = match count {
            0 => "Nobody violates.".to_owned(),
            _ => format!(
                "{} of {} {} ({}).",
                number::count(count as u64),
                number::counted_as(people as u64, "person", "people"),
                if count == 1 { "violates" } else { "violate" },
                number::percent(count as f64 / people.max(1) as f64)
            ),
        };
        ui.horizontal(|ui| {
            sentence(ui, &words);
            if let Some(person) = self
                .listed
                .as_ref()
                .and_then(|listed| listed.people.first())
                && link(ui, "Look at the first one").clicked()
            {
                out.send(Action::SelectRow(Some(*person)));
                out.send(Action::ShowTab(
                    crate::ui::actions::ExploreTab::Neighbourhood,
                ));
            }
        });
        if count == 0 {
            return;
        }
        ui.add_space(2.0);
        let mut names = vec![(None, format!("All  {}", number::count(count as u64)), None)];
        for (what, model, name, count) in [
            (BY_K, RatingsModel::K, "Too few close (k)", status.by_k),
            (
                BY_DEVIATION,
                RatingsModel::Deviation,
                "Too little spread (l)",
                status.by_deviation,
            ),
        ] {
            if count > 0 {
                let name = format!("{name}  {}", number::count(count as u64));
                names.push((Some(what), name, Some(*of_ratings(model))));
            }
        }
        let names: Vec<(Option<u8>, &str, Option<Word>)> = names
            .iter()
            .map(|(what, name, word)| (*what, name.as_str(), *word))
            .collect();
        tabs_told(ui, &mut self.about, &names);
    }

    fn refresh(&mut self, status: &Arc<RatingsStatus>) {
        // A promise that nothing breaks any more is no filter.
        self.about = self.about.filter(|&about| match about {
            BY_K => status.by_k > 0,
            _ => status.by_deviation > 0,
        });
        let known = self.listed.as_ref().is_some_and(|listed| {
            Arc::ptr_eq(&listed.status, status) && listed.about == self.about
        });
        if !known {
            self.grid.select(None);
            let what = self.about.unwrap_or(BY_K | BY_DEVIATION);
            self.listed = Some(Listed {
                people: status.violating_people(what),
                status: status.clone(),
                about: self.about,
                reasons: RefCell::default(),
            });
        }
    }
}

/// The columns of the list.
const COLUMNS: [(&str, &str); 4] = [
    ("breaks", "The promises that are broken."),
    ("close", "How many others are close."),
    (
        "spread",
        "The least standard deviation of a sensitive issue among those who are close.",
    ),
    ("why", "Why they are broken."),
];

struct Source<'a> {
    lent: &'a Lent<'a>,
    listed: &'a Listed,
    selected: Option<u32>,
}

impl Source<'_> {
    fn person(&self, place: u64) -> u32 {
        self.listed.people.get(place as usize).copied().unwrap_or(0)
    }

    fn record(&self, place: u64) -> u32 {
        self.lent.profile.patterns().record_of[self.person(place) as usize]
    }

    fn why(&self, record: u32) -> String {
        let mut reasons = self.listed.reasons.borrow_mut();
        let why = || words::reasons(self.lent, record).join(" ");
        reasons.entry(record).or_insert_with(why).clone()
    }
}

impl GridSource for Source<'_> {
    fn rows(&self) -> u64 {
        self.listed.people.len() as u64
    }

    fn columns(&self) -> usize {
        COLUMNS.len()
    }

    fn last_column_fills(&self) -> bool {
        true
    }

    fn name(&self, column: usize) -> &str {
        COLUMNS[column].0
    }

    fn header(&self, column: usize) -> GridHeader<'_> {
        GridHeader {
            hover: COLUMNS[column].1.into(),
            numbers: matches!(column, 1 | 2),
            ..GridHeader::default()
        }
    }

    fn row_number(&self, place: u64) -> u64 {
        u64::from(self.person(place)) + 1
    }

    fn row_look(&self, place: u64) -> RowLook {
        RowLook {
            mark: RowMark::Violates,
            related: self.selected == Some(self.person(place)),
            begins: false,
        }
    }

    fn cell(&self, place: u64, column: usize) -> GridCell<'_> {
        let record = self.record(place);
        let status = self.lent.status;
        match column {
            0 => GridCell::text(match status.broken[record as usize] {
                BY_K => "k",
                BY_DEVIATION => "l",
                _ => "k and l",
            }),
            1 => {
                let close = status.within(record).saturating_sub(1);
                GridCell::number(number::count(u64::from(close)))
            }
            2 => match status.reaches(record) {
                u64::MAX => GridCell::missing(),
                reached => GridCell::number(words::deviation(reached)),
            },
            _ => GridCell::text(self.why(record)),
        }
    }
}
