//! Below the pictures: the records of what is selected, or those that violate, as a slim table that folds away.

mod question;
pub mod source;
mod words;

use super::linked::Focus;
use super::{ExploreView, Lent};
use crate::ui::actions::{Action, Outbox, ShownRecords};
use crate::ui::asked::Asked;
use crate::ui::help::verdicts;
use crate::ui::linked::{LinkedRecords, Of};
use crate::ui::theme::{MARGIN, Tokens, fonts, icons};
use crate::ui::views::data::{Shown, Violating};
use crate::ui::widgets::grid::{GridEvent, GridState, grid};
use crate::ui::widgets::{Chip, ChipKind, icon_button, link, segments};
use cloakroom_core::settings::Settings;
use egui::{Align, Frame, Label, Layout, Margin, Panel, RichText, Ui};
use question::Judged;
use source::{Records, Source};
use std::sync::Arc;

/// How high the line of a folded strip is.
const LINE: f32 = 36.0;
/// Where there is less room than this, the strip is folded until somebody opens it.
const ROOM: f32 = 460.0;
/// The part of the room that the strip takes at first: some rows are read without scrolling, and the picture keeps most.
const PART: f32 = 0.34;
const LEAST: f32 = 110.0;
/// The line, a reason, the names of the columns and five rows.
const SOME_ROWS: f32 = 236.0;

/// Whose records are listed, where something is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Which {
    #[default]
    Selected,
    Violating,
}

#[derive(Default)]
pub struct Strip {
    /// What somebody wanted; none as long as nobody did.
    folded: Option<bool>,
    /// How high somebody has made it.
    height: Option<f32>,
    /// How often a height was brought back, which the frame's own memory would hide.
    restored: u32,
    pub asked: Asked<Of, LinkedRecords>,
    which: Which,
    /// The selection that `which` was chosen for.
    made: u64,
    grid: GridState,
    /// The list and the record that the grid was brought to.
    revealed: Option<(Arc<Vec<u32>>, Option<u32>)>,
    /// The settings that a node was asked about, and their revision.
    settings: Option<(u64, Arc<Settings>)>,
    /// How many of a list violate, and what that was counted for.
    counted: Option<(Arc<Vec<u32>>, Violating, Option<usize>)>,
}

impl Strip {
    /// How it was left: whether it is folded, and how high somebody has made it.
    pub fn kept(&self) -> (Option<bool>, Option<f32>) {
        (self.folded, self.height)
    }

    pub fn restore(&mut self, folded: Option<bool>, height: Option<f32>) {
        self.folded = folded;
        self.height = height;
        self.restored += 1;
    }

    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        explore: &mut ExploreView,
        is_of_release: bool,
        lent: &Lent<'_>,
        out: &mut Outbox,
    ) {
        let Some(judged) = Judged::of(is_of_release, lent) else {
            return;
        };
        let focus = explore.linked.focus;
        if self.made != explore.linked.made {
            self.made = explore.linked.made;
            self.which = Which::Selected;
        }
        let selected = focus.and_then(|focus| self.question(focus, &judged, explore, lent));
        let is_unset = judged.listed().is_none();
        let can_choose = selected.is_some() && !is_unset;
        let is_of_selected = selected.is_some() && (self.which == Which::Selected || is_unset);
        let listed = match selected {
            Some(of) if is_of_selected => Some(of),
            _ => judged.listed(),
        };
        let Some(listed) = listed else {
            return;
        };
        let other = self.asked.see_to(listed, lent.jobs);
        if other {
            self.grid.select(None);
        }
        let records = self.asked.current().cloned();
        let told = words::Told {
            focus: focus.filter(|_| is_of_selected),
            explore,
            lent,
            rows: records.as_ref().map(|records| records.rows.as_slice()),
            judged: &judged,
            violating: judged
                .standing()
                .and_then(|violating| self.count(records.as_deref(), violating)),
        };
        let about = told.words();
        let can_choose = can_choose && told.somebody_is_listed();
        let nothing = records
            .as_ref()
            .is_some_and(|records| records.rows.is_empty());
        let room = ui.available_height();
        let folded = self.folded.unwrap_or(room < ROOM) || nothing;
        let frame = Frame::new().fill(Tokens::of(ui).panel);
        let panel = match folded {
            true => Panel::bottom("folded strip")
                .resizable(false)
                .exact_size(LINE),
            false => Panel::bottom(("strip", self.restored))
                .resizable(true)
                .default_size(self.height.unwrap_or((room * PART).clamp(SOME_ROWS, 360.0)))
                .size_range(LEAST..=(room * 0.7).max(LEAST)),
        };
        let asked = panel.frame(frame).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let head = Head {
                about: &about,
                folded,
                can_fold: !nothing,
                which: can_choose.then_some(self.which),
                others: judged.others(),
                can_close: focus.is_some() && is_of_selected,
                rows: records.as_ref().map(|records| &records.rows),
            };
            let asked = head.show(ui, out);
            if let Some(records) = records.as_ref().filter(|_| !folded) {
                for why in &about.why {
                    reason(ui, why);
                }
                self.table(ui, explore, lent, &judged, records, out);
            } else {
                // What is dragged keeps its height while the records are looked for.
                ui.take_available_space();
            }
            asked
        });
        let height = asked.response.rect.height();
        // What a window that has become small leaves of it is not what somebody wanted.
        if !folded && ui.input(|input| input.pointer.any_down()) {
            self.height = Some(height);
        }
        match asked.inner {
            Some(Asks::Fold(folded)) => self.folded = Some(folded),
            Some(Asks::Which(which)) => self.which = which,
            Some(Asks::Close) => {
                if let Some(focus) = focus {
                    explore.let_go(focus, out);
                }
            }
            None => {}
        }
    }

    fn table(
        &mut self,
        ui: &mut Ui,
        explore: &mut ExploreView,
        lent: &Lent<'_>,
        judged: &Judged,
        records: &LinkedRecords,
        out: &mut Outbox,
    ) {
        let rows = &records.rows;
        let row = lent.selected_row;
        let known = self
            .revealed
            .as_ref()
            .is_some_and(|(of, at)| Arc::ptr_eq(of, rows) && *at == row);
        if !known {
            let place = row.and_then(|row| records.place_of(row));
            self.grid.select(place);
            if let Some(place) = place {
                self.grid.scroll_to_row(place);
            }
            self.revealed = Some((rows.clone(), row));
        }
        let shown = Shown::of(rows.clone());
        let Some(listed) = Records::of(lent, &shown) else {
            return;
        };
        let source = Source {
            records: listed,
            rows,
            judged,
        };
        let kind = lent.workspace.kind();
        let name = format!("Listed {}", kind.record(2));
        for event in grid(ui, "strip", &name, &mut self.grid, &source) {
            let at = |place: u64| rows.get(place as usize).copied();
            match event {
                GridEvent::RowSelected(place) => {
                    let row = at(place);
                    explore.linked.expected = row;
                    // Its class can be listed from now on, but what is listed stays.
                    if explore.linked.focus.is_none() {
                        explore.linked.focus = Some(Focus::Row);
                        self.which = Which::Violating;
                    }
                    self.revealed = Some((rows.clone(), row));
                    out.send(Action::SelectRow(row));
                }
                GridEvent::RowActivated(place) => {
                    if let Some(row) = at(place) {
                        out.send(Action::ShowRow(row));
                    }
                }
                _ => {}
            }
        }
    }

    /// How many of those that are listed violate; `None` where counting takes longer than a frame has.
    fn count(&mut self, records: Option<&LinkedRecords>, violating: &Violating) -> Option<usize> {
        const MOST: usize = 200_000;
        let rows = &records?.rows;
        let known = self
            .counted
            .take()
            .filter(|(of, by, _)| Arc::ptr_eq(of, rows) && by.is(violating));
        let counted = known.unwrap_or_else(|| {
            let count = (rows.len() <= MOST)
                .then(|| rows.iter().filter(|&&row| violating.contains(row)).count());
            (rows.clone(), violating.clone(), count)
        });
        let count = counted.2;
        self.counted = Some(counted);
        count
    }
}

/// What is asked for in the line.
enum Asks {
    Fold(bool),
    Which(Which),
    Close,
}

/// The line above the table.
struct Head<'a> {
    about: &'a words::About,
    folded: bool,
    can_fold: bool,
    /// Where both can be listed.
    which: Option<Which>,
    /// What the others are called, and what they are.
    others: (&'static str, &'static str),
    can_close: bool,
    rows: Option<&'a Arc<Vec<u32>>>,
}

impl Head<'_> {
    fn show(&self, ui: &mut Ui, out: &mut Outbox) -> Option<Asks> {
        let mut asks = None;
        let frame = Frame::new().inner_margin(Margin {
            left: MARGIN as i8 - 4,
            right: MARGIN as i8,
            top: 3,
            bottom: 3,
        });
        frame.show(ui, |ui| {
            let row = egui::vec2(ui.available_width(), 29.0);
            let from_the_right = Layout::right_to_left(Align::Center);
            ui.allocate_ui_with_layout(row, from_the_right, |ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                if self.can_close && icon_button(ui, icons::CLOSE, "Close the selection").clicked()
                {
                    asks = Some(Asks::Close);
                }
                if let Some(mut which) = self.which {
                    let choices = [
                        (
                            Which::Selected,
                            "Selected",
                            "The records of what is selected.",
                        ),
                        (Which::Violating, self.others.0, self.others.1),
                    ];
                    if segments(ui, &mut which, &choices) {
                        asks = Some(Asks::Which(which));
                    }
                }
                self.to_the_table(ui, out);
                ui.add_space(4.0);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    self.words(ui, &mut asks);
                });
            });
        });
        asks
    }

    fn to_the_table(&self, ui: &mut Ui, out: &mut Outbox) {
        let Some(rows) = self.rows.filter(|rows| !rows.is_empty()) else {
            return;
        };
        let words = "Show in the table";
        let hover = "Goes to Data, where only these are shown until the filter is taken away.";
        if link(ui, words).on_hover_text(hover).clicked() {
            out.send(match &self.about.action {
                Some(action) => action.clone(),
                None => Action::ShowRecords(Some(ShownRecords {
                    name: self.about.title.clone(),
                    rows: rows.clone(),
                })),
            });
        }
    }

    fn words(&self, ui: &mut Ui, asks: &mut Option<Asks>) {
        if self.can_fold {
            let (icon, name) = match self.folded {
                true => (icons::RIGHT, "List the records"),
                false => (icons::EXPAND, "Fold the list away"),
            };
            if icon_button(ui, icon, name).clicked() {
                *asks = Some(Asks::Fold(!self.folded));
            }
        } else {
            ui.add_space(10.0);
        }
        let about = self.about;
        let title = Label::new(fonts::strong_text(&about.title)).truncate();
        ui.add(title).on_hover_text(&about.meaning);
        for (violates, word) in &about.breaks {
            word.beside(ui.add(Chip::new(ChipKind::Violates, violates)));
        }
        if about.keeps {
            let chip = Chip::new(ChipKind::Satisfied, "keeps every promise");
            verdicts::KEPT.beside(ui.add(chip));
        }
        if !about.detail.is_empty() && ui.available_width() > 60.0 {
            let dim = Tokens::of(ui).dim;
            let words = RichText::new(&about.detail)
                .font(fonts::detail())
                .color(dim);
            ui.add(Label::new(words).truncate());
        }
    }
}

/// Why a promise is broken, in a line.
fn reason(ui: &mut Ui, words: &str) {
    let frame = Frame::new().inner_margin(Margin {
        left: MARGIN as i8 + 6,
        right: MARGIN as i8,
        top: 0,
        bottom: 4,
    });
    frame.show(ui, |ui| {
        let dim = Tokens::of(ui).dim;
        let text = RichText::new(words).font(fonts::body()).color(dim);
        ui.add(Label::new(text).truncate());
    });
}
