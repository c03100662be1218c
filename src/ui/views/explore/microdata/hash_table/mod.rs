//! The privacy hash table of the selected levels: every tuple with its count, and the levels of the strategy.

mod source;
mod way;

use super::super::lattice::{ready, strategies};
use super::super::{Lent, head};
use crate::ui::actions::Outbox;
use crate::ui::asked::Asked;
use crate::ui::lattice::Held;
use crate::ui::lattice::shown::ShownLattice;
use crate::ui::lattice::tuples::{MOST_TUPLES, Tuples, TuplesQuestion, level_counts};
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::grid::{GridEvent, GridState, grid};
use crate::ui::widgets::{EmptyState, number, sentence};
use cloakroom_core::prepared_table::PreparedTable;
use cloakroom_core::problem::Problem;
use cloakroom_core::requirement::Requirement;
use cloakroom_microdata::privacy::Judge;
use egui::{CentralPanel, Frame, Panel, Ui};
use source::HashSource;
use std::sync::Arc;

#[derive(Default)]
pub struct HashTableTab {
    grid: GridState,
    tuples: Asked<TuplesQuestion, Tuples>,
    /// The node that the strategy was scrolled to.
    revealed: Option<usize>,
    /// The table that the widths of the columns were chosen for.
    fitted: Option<TuplesQuestion>,
    /// The first record of a tuple that was just selected.
    pub picked: Option<u32>,
    /// The tuple of the selected record, and what it was found for.
    own: Option<Own>,
    /// Who judges the tuples, where that takes a look at everybody: made when the requirement changes.
    judged: Option<(Requirement, Arc<Held>, Judge)>,
}

impl HashTableTab {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        shown: &mut ShownLattice,
        out: &mut Outbox,
    ) {
        let Some(held) = ready(ui, lent, out) else {
            return;
        };
        let settings = lent.workspace.settings();
        shown.refresh(&held, settings);
        let node = match shown.selected() {
            Some(node) => node,
            None => {
                let first = shown.first_choice(settings);
                shown.select(Some(first));
                first
            }
        };
        shown.find_way();
        let k = settings.requirement.least_size();
        Panel::top("hash table head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                sentence(ui, &headline(&held, node, k));
                ui.horizontal(|ui| strategies(ui, &held, shown, node));
                let reveal = self.revealed.replace(node) != Some(node);
                way::show(ui, &held, shown, k, reveal);
            });
        self.want(lent, &held, shown, node, k);
        let frame = Frame::new().fill(Tokens::of(ui).ground);
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            self.table(ui, lent, &held);
        });
    }

    fn judge(
        &mut self,
        requirement: &Requirement,
        held: &Arc<Held>,
        prepared: &PreparedTable<'_>,
    ) -> Judge {
        if prepared.units.is_none() {
            return Judge::new(requirement, prepared);
        }
        match &self.judged {
            Some((asked, of, judge)) if asked == requirement && Arc::ptr_eq(of, held) => {
                judge.clone()
            }
            _ => {
                let judge = Judge::new(requirement, prepared);
                self.judged = Some((requirement.clone(), held.clone(), judge.clone()));
                judge
            }
        }
    }

    /// The tuple that a record has become, looked for once and brought into view.
    fn own_tuple(
        &mut self,
        row: Option<u32>,
        tuples: &Arc<Tuples>,
        prepared: Option<&PreparedTable<'_>>,
    ) -> Option<u64> {
        if let Some(own) = &self.own
            && own.row == row
            && Arc::ptr_eq(&own.tuples, tuples)
        {
            return own.place;
        }
        let place = row
            .zip(prepared)
            .and_then(|(row, prepared)| tuples.place_of(row, prepared));
        self.own = Some(Own {
            row,
            tuples: tuples.clone(),
            place,
        });
        if self.grid.selected() != place {
            self.grid.select(place);
            if let Some(place) = place {
                self.grid.scroll_to_row(place);
            }
        }
        place
    }

    fn want(
        &mut self,
        lent: &Lent<'_>,
        held: &Arc<Held>,
        shown: &ShownLattice,
        node: usize,
        k: u32,
    ) {
        let (tuples, _) = level_counts(held, node, k);
        if tuples > MOST_TUPLES {
            self.tuples.forget();
            return;
        }
        let way = shown.way();
        let place = way.iter().position(|&on_way| on_way == node);
        let below = place.and_then(|at| at.checked_sub(1)).map(|at| way[at]);
        let question = TuplesQuestion {
            rows: held.rows.clone(),
            node,
            below,
            levels: held.shape().levels(node),
        };
        if self.tuples.want(question) {
            self.grid.select(None);
        }
        if let Some(new) = self.tuples.missing() {
            let (loaded, held) = (lent.workspace.loaded().clone(), held.clone());
            new.start(lent.jobs, "List tuples", move |question, progress| {
                let table = loaded
                    .dataset
                    .table()
                    .ok_or_else(|| Problem::new("there is no table"))?;
                Tuples::list(question, &held, table, progress)
            });
        }
    }

    fn table(&mut self, ui: &mut Ui, lent: &Lent<'_>, held: &Arc<Held>) {
        if self.tuples.question().is_none() {
            let words = format!(
                "These levels leave more than {} tuples, too many to list. Higher levels leave fewer.",
                number::count(MOST_TUPLES)
            );
            EmptyState::new(icons::DATA, &words).show(ui);
            return;
        }
        let known = self.tuples.current().cloned();
        let (Some(tuples), Some(table)) = (known.as_ref(), lent.workspace.table()) else {
            EmptyState::new(icons::RUNNING, "Listing the tuples of these levels.").show(ui);
            return;
        };
        let settings = lent.workspace.settings();
        let prepared = PreparedTable::new(table, settings, &held.hierarchies).ok();
        let judge = prepared
            .as_ref()
            .map(|prepared| self.judge(&settings.requirement, held, prepared));
        if self.fitted.as_ref() != Some(&tuples.question) {
            self.fitted = Some(tuples.question.clone());
            for (column, width) in source::widths(held, tuples) {
                self.grid.set_width(&column, width);
            }
        }
        let own = self.own_tuple(lent.selected_row, tuples, prepared.as_ref());
        let source = HashSource::new(held, tuples, judge, &settings.requirement, own, table);
        for event in grid(ui, "hash table", "Hash table", &mut self.grid, &source) {
            if let GridEvent::RowSelected(place) = event {
                self.picked = tuples.rows.get(place as usize).map(|tuple| tuple.first);
            }
        }
    }
}

/// Where the selected record stands in the table.
struct Own {
    row: Option<u32>,
    tuples: Arc<Tuples>,
    place: Option<u64>,
}

/// What the table says, in the words of the thesis.
fn headline(held: &Held, node: usize, k: u32) -> String {
    let (all, reach) = level_counts(held, node, k);
    let name = held.name(node);
    let tuples = number::counted(all, "tuple");
    if all == reach {
        let verb = if all == 1 { "has" } else { "have" };
        format!("At {name}: {tuples}, and all {verb} a COUNT of at least k = {k}.")
    } else {
        let few = number::count(all - reach);
        format!("At {name}: {tuples}, of which {few} fall into a bucket below k = {k}.")
    }
}
