//! The classes that break a promise: which promise, and why, in a sentence.

use super::class_list::{list, reveal};
use super::class_table::{ClassColumn, ClassSort, ClassSource, of_size, ordered};
use super::classes::quasi_columns;
use super::{Lent, head};
use crate::ui::actions::{Action, Outbox};
use crate::ui::help::Word;
use crate::ui::status::Status;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::grid::GridState;
use crate::ui::widgets::{EmptyState, link, number, sentence, tabs_told};
use cloakroom_core::table::Table;
use cloakroom_microdata::privacy::PrivacyModel;
use egui::{CentralPanel, Frame, Panel, Ui};
use std::sync::Arc;

pub struct ViolationsTab {
    /// Only the classes that break this promise.
    pub model: Option<PrivacyModel>,
    grid: GridState,
    sort: Option<ClassSort>,
    order: Option<(Asked, Vec<u32>)>,
    revealed: Option<u32>,
}

/// What an order was made for.
struct Asked {
    status: Arc<Status>,
    model: Option<PrivacyModel>,
    sort: Option<ClassSort>,
}

impl Default for ViolationsTab {
    fn default() -> Self {
        let mut grid = GridState::default();
        grid.set_width("why", 430.0);
        Self {
            model: None,
            grid,
            sort: None,
            order: None,
            revealed: None,
        }
    }
}

impl ViolationsTab {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        table: &Table,
        status: &Arc<Status>,
        out: &mut Outbox,
    ) {
        self.refresh(table, status);
        Panel::top("violations head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| self.head(ui, status, out));
        if status.scan.violating == 0 {
            let frame = Frame::new().fill(Tokens::of(ui).ground);
            CentralPanel::no_frame().frame(frame).show(ui, |ui| {
                let words = if status.is_complete() {
                    "Every class keeps every promise."
                } else {
                    "No class breaks a promise that can be looked at; the panel says what is missing."
                };
                EmptyState::new(icons::SATISFIED, words).show(ui);
            });
            return;
        }
        let columns = columns(lent, table, status);
        CentralPanel::no_frame().show(ui, |ui| {
            let Some((_, order)) = &self.order else {
                return;
            };
            let source = ClassSource {
                table,
                status,
                order,
                columns: &columns,
                sort: self.sort,
                selected: lent.selected_class(),
                about: self.model,
                is_judged: false,
            };
            reveal(&mut self.grid, &mut self.revealed, &source);
            let named = ("violations", "Violations");
            self.sort = list(ui, named, &mut self.grid, &source, out);
        });
    }

    fn head(&mut self, ui: &mut Ui, status: &Status, out: &mut Outbox) {
        let scan = &status.scan;
        let (records, classes) = match self.model {
            None => (scan.violating, scan.violating_classes),
            Some(model) => scan
                .by_model
                .iter()
                .find(|count| count.model == model)
                .map_or((0, 0), |count| (count.records, count.classes)),
        };
        let who = status.many_with_records(status.violating(self.model), records);
        let what = self.model.map_or("a promise", PrivacyModel::title);
        let words = format!(
            "{who} in {} {what}, as the data stand.",
            number::counted_as(classes as u64, "class breaks", "classes break"),
        );
        ui.horizontal(|ui| {
            sentence(ui, &words);
            if records > 0 && link(ui, "Show these records in the table").clicked() {
                out.send(match self.model {
                    Some(model) => Action::ShowViolatingOf(model),
                    None => Action::ShowViolating,
                });
            }
        });
        let counts: Vec<(PrivacyModel, usize)> = status
            .broken()
            .map(|count| (count.model, status.violating(Some(count.model))))
            .collect();
        if counts.is_empty() {
            return;
        }
        ui.add_space(2.0);
        let mut names = vec![(
            None,
            format!("All  {}", number::count(status.violating(None) as u64)),
            None,
        )];
        for (model, many) in counts {
            let name = format!("{}  {}", model.title(), number::count(many as u64));
            names.push((Some(model), name, Some(Word::of(model))));
        }
        let names: Vec<(Option<PrivacyModel>, &str, Option<Word>)> = names
            .iter()
            .map(|(model, name, word)| (*model, name.as_str(), *word))
            .collect();
        tabs_told(ui, &mut self.model, &names);
    }

    fn refresh(&mut self, table: &Table, status: &Arc<Status>) {
        // A promise that nothing breaks any more is no filter.
        self.model = self
            .model
            .filter(|model| status.broken().any(|count| count.model == *model));
        let known = self.order.as_ref().is_some_and(|(asked, _)| {
            Arc::ptr_eq(&asked.status, status)
                && asked.model == self.model
                && asked.sort == self.sort
        });
        if known {
            return;
        }
        let order = match self.sort {
            None => status.failing_classes(self.model),
            sort => {
                let mut order = ordered(table, status, sort);
                order.retain(|&class| status.fails(class, self.model));
                order
            }
        };
        self.grid.select(None);
        self.revealed = None;
        let asked = Asked {
            status: status.clone(),
            model: self.model,
            sort: self.sort,
        };
        self.order = Some((asked, order));
    }
}

/// The reason fills the room at the right; among many quasi-identifiers it would not be found there.
fn columns(lent: &Lent<'_>, table: &Table, status: &Status) -> Vec<ClassColumn> {
    let mut columns = of_size(status);
    columns.push(ClassColumn::Breaks);
    let before = columns.len();
    let quasi = quasi_columns(lent, table);
    let few = quasi.len() <= 4;
    columns.extend(quasi);
    let place = if few { columns.len() } else { before };
    columns.insert(place, ClassColumn::Why);
    columns
}
