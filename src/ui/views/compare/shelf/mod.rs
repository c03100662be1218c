//! The shelf: all candidates with all their figures, the best of each row marked.

mod card;
mod rows;
mod table;

use super::{Lent, head, to_run_again};
use crate::ui::actions::{Action, Outbox, ShelfAction};
use crate::ui::commands::Command;
use crate::ui::compare::figures::figure_of;
use crate::ui::compare::kept::KeptResults;
use crate::ui::theme::Tokens;
use crate::ui::widgets::{link, number, sentence};
use card::Editing;
use cloakroom_core::metrics::Direction;
use cloakroom_engine::figure::Figure;
use cloakroom_engine::shelf::KeptId;
use egui::{CentralPanel, Frame, Margin, Panel, Ui};

#[derive(Default)]
pub struct ShelfTab {
    /// Candidates are ordered by this figure, the best first or last.
    order: Option<(Figure, bool)>,
    /// The name or the note that is being typed.
    editing: Option<Editing>,
}

impl ShelfTab {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        kept: &KeptResults,
        selected: &mut Option<KeptId>,
        out: &mut Outbox,
    ) {
        let shelf = lent.workspace.shelf();
        Panel::top("shelf head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                to_run_again(ui, lent, kept, out);
                ui.horizontal_wrapped(|ui| {
                    let words = format!(
                        "{}. The best of each row is marked; a click on a row orders the candidates by it.",
                        number::counted(shelf.len() as u64, "candidate")
                    );
                    sentence(ui, &words);
                    let fresh = lent.result.filter(|result| {
                        result.outcome.left_out().is_some() && kept.kept_as(result).is_none()
                    });
                    if fresh.is_some()
                        && link(ui, "Keep the last run").clicked()
                    {
                        out.run(Command::Keep);
                    }
                    if let Some(removed) = shelf.removed() {
                        let words = format!("Put back {}", removed.name);
                        if link(ui, &words).clicked() {
                            out.send(Action::OnShelf(ShelfAction::PutBack));
                        }
                    }
                    if self.order.is_some() && link(ui, "In the order of keeping").clicked() {
                        self.order = None;
                    }
                });
            });
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: 18,
                right: 0,
                top: 0,
                bottom: 0,
            });
        let order = self.ordered(lent, kept);
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            let table = table::Table {
                lent,
                kept,
                order: &order,
                sorted: self.order,
            };
            if let Some(figure) = table.show(ui, &mut self.editing, selected, out) {
                self.order = match self.order {
                    Some((other, false)) if other == figure => Some((figure, true)),
                    Some((other, true)) if other == figure => None,
                    _ => Some((figure, false)),
                };
            }
        });
    }

    /// Those without a result come last, whichever way they are ordered.
    fn ordered(&self, lent: &Lent<'_>, kept: &KeptResults) -> Vec<KeptId> {
        let mut order: Vec<KeptId> = lent.workspace.shelf().iter().map(|(id, _)| id).collect();
        let Some((figure, worst_first)) = self.order else {
            return order;
        };
        let lower_first = (figure.direction() == Direction::Lower) != worst_first;
        let cost = |id: &KeptId| {
            let value = kept
                .result(*id)
                .and_then(|result| figure_of(result, figure));
            match value {
                Some(value) if lower_first => value,
                Some(value) => -value,
                None => f64::INFINITY,
            }
        };
        order.sort_by(|one, other| cost(one).total_cmp(&cost(other)));
        order
    }
}
