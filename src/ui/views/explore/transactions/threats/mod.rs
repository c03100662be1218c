//! The rare sets: what an attacker may know that too few baskets share, each with its baskets.

mod head;
mod holders;
mod side;
mod source;

use super::{Seen, Shared, head as head_frame};
use crate::ui::actions::{Action, Outbox};
use crate::ui::asked::Asked;
use crate::ui::theme::{Tokens, icons};
use crate::ui::transactions::found::FoundThreats;
use crate::ui::transactions::listed::{ListQuestion, Listed, OrderBy};
use crate::ui::views::explore::beside::aside;
use crate::ui::widgets::EmptyState;
use crate::ui::widgets::grid::{GridEvent, GridState, grid};
use cloakroom_transactions::profile::TransactionsDb;
use cloakroom_transactions::profile::mine::Threats;
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use holders::SetHolders;
use source::Source;
use std::sync::Arc;

pub struct ThreatsTab {
    grid: GridState,
    /// Only sets of so many items.
    size: Option<u32>,
    text: String,
    /// Only what the selected basket holds.
    in_transaction: bool,
    order: OrderBy,
    descending: bool,
    pub listed: Asked<ListQuestion, Listed>,
    /// The selected set: its place in the threats that were listed.
    chosen: Option<(Arc<Threats>, u32)>,
    holders: Option<SetHolders>,
}

impl Default for ThreatsTab {
    fn default() -> Self {
        let mut grid = GridState::default();
        for column in &source::COLUMNS {
            grid.set_width(column.name, column.width);
        }
        Self {
            grid,
            size: None,
            text: String::new(),
            in_transaction: false,
            order: OrderBy::default(),
            descending: false,
            listed: Asked::default(),
            chosen: None,
            holders: None,
        }
    }
}

impl ThreatsTab {
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        seen: &Seen<'_>,
        shared: &mut Shared,
        out: &mut Outbox,
    ) {
        let Some(found) = ready(ui, seen, out) else {
            self.listed.forget();
            return;
        };
        let (threats, db) = (found.threats.clone(), &found.db);
        self.ask(&threats, seen, shared);
        Panel::top("rare sets head")
            .frame(head_frame(ui))
            .show_separator_line(false)
            .show(ui, |ui| head::show(ui, self, seen, shared, out));
        // What was typed just now counts in this frame.
        self.ask(&threats, seen, shared);
        let chosen = self.chosen.take();
        self.chosen = chosen.filter(|(of, _)| Arc::ptr_eq(of, &threats));
        if let Some((threats, at)) = &self.chosen {
            let set = threats.set(*at as usize);
            let known = self.holders.take();
            let holders = known
                .filter(|known| known.is_of(db, set))
                .unwrap_or_else(|| SetHolders::new(db, set));
            let frame = Frame::new()
                .fill(Tokens::of(ui).ground)
                .inner_margin(Margin {
                    left: 16,
                    right: 18,
                    top: 2,
                    bottom: 8,
                });
            let support = threats.support(*at as usize);
            let mut closed = false;
            aside(ui, "rare set", 264.0, frame, false, |ui| {
                closed = side::show(ui, seen, set, support, &holders, out);
            });
            self.holders = Some(holders);
            if closed {
                self.let_go();
            }
        }
        let frame = Frame::new().fill(Tokens::of(ui).ground);
        CentralPanel::no_frame()
            .frame(frame)
            .show(ui, |ui| self.list(ui, seen, db, out));
    }

    /// The items of the selected set.
    pub fn chosen_set(&self) -> Option<Vec<u32>> {
        let (threats, at) = self.chosen.as_ref()?;
        Some(threats.set(*at as usize).to_vec())
    }

    pub fn let_go(&mut self) {
        self.chosen = None;
        self.grid.select(None);
    }

    fn ask(&mut self, threats: &Arc<Threats>, seen: &Seen<'_>, shared: &Shared) {
        let target = seen.known.status.target;
        let largest = target.m.min(threats.largest());
        self.size = self.size.filter(|&size| size <= largest);
        let root = seen.known.baskets.tree.root();
        let question = ListQuestion {
            threats: threats.clone(),
            baskets: seen.known.baskets.clone(),
            k: target.k,
            m: target.m,
            size: self.size,
            text: self.text.trim().to_lowercase(),
            under: shared.node.filter(|&node| node != root),
            basket: seen.selected.filter(|_| self.in_transaction),
            order: self.order,
            descending: self.descending,
        };
        if self.listed.see_to(question, seen.lent.jobs) {
            self.grid.select(None);
        }
    }

    fn list(&mut self, ui: &mut Ui, seen: &Seen<'_>, db: &Arc<TransactionsDb>, out: &mut Outbox) {
        let Some(listed) = self.listed.newest().cloned() else {
            EmptyState::new(icons::RUNNING, "Sorting the rare sets.").show(ui);
            return;
        };
        if listed.places.is_empty() {
            let target = seen.known.status.target;
            if listed.all() > 0 {
                EmptyState::new(icons::FILTER, "No rare set passes these filters.").show(ui);
            } else {
                let words = head::none_is_rare(target);
                EmptyState::new(icons::SATISFIED, &words).show(ui);
            }
            return;
        }
        if self.grid.selected().is_none()
            && let Some((threats, at)) = &self.chosen
            && Arc::ptr_eq(threats, &listed.question.threats)
            && listed.places.len() <= 100_000
            && let Some(place) = listed.places.iter().position(|other| other == at)
        {
            self.grid.select(Some(place as u64));
        }
        let source = Source {
            listed: &listed,
            selected: seen.selected,
        };
        for event in grid(ui, "rare sets", "Rare sets", &mut self.grid, &source) {
            match event {
                GridEvent::RowSelected(place) => {
                    let at = listed.places.get(place as usize).copied();
                    self.chosen = at.map(|at| (listed.question.threats.clone(), at));
                }
                GridEvent::RowActivated(place) => {
                    let at = listed.places.get(place as usize).copied();
                    let set = at.map(|at| listed.question.threats.set(at as usize));
                    let first = set.and_then(|set| {
                        let holders = SetHolders::new(db, set);
                        holders.baskets.first().copied()
                    });
                    if let Some(basket) = first {
                        out.send(Action::ShowRow(basket));
                    }
                }
                GridEvent::HeaderClicked(column) => self.sort(column),
                _ => {}
            }
        }
    }

    fn sort(&mut self, column: usize) {
        let order = source::COLUMNS[column].order;
        self.descending = self.order == order && !self.descending;
        self.order = order;
    }
}

/// The rare sets, or an empty state in their place.
fn ready(ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) -> Option<Arc<FoundThreats>> {
    let target = seen.known.status.target;
    let known = seen
        .known
        .threats
        .filter(|found| target.m > 0 && found.answers(target.k, target.m));
    if let Some(found) = known {
        return Some(found.clone());
    }
    if target.m > 0 {
        Panel::top("rare sets head")
            .frame(head_frame(ui))
            .show_separator_line(false)
            .show(ui, |ui| head::over(ui, seen.known.with_groups, out));
    }
    let frame = Frame::new().fill(Tokens::of(ui).ground);
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        if target.m == 0 {
            let words = match target.coherence.is_some() {
                true => {
                    "Rare sets are listed where somebody may know m items, or all. Under what is asked about public \
                     items, a basket can also break the promise by what it tells about a private one."
                }
                false => "Rare sets are listed where it is said how many items somebody may know.",
            };
            EmptyState::new(icons::REQUIREMENT, words).show(ui);
        } else if seen.lent.threats_running {
            let words = "Looking for rare sets. Its progress is at the bottom of the window, where it can be stopped.";
            EmptyState::new(icons::RUNNING, words).show(ui);
        } else {
            let words = "The rare sets have not been looked for.";
            if EmptyState::new(icons::EXPLORE, words)
                .action("Look for them", Some(icons::RUN))
                .show(ui)
            {
                out.send(Action::FindRareSets);
            }
        }
    });
    None
}
