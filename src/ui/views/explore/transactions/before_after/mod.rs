//! Baskets before and after: what every basket holds beside what the last run shows of it.

mod side;
mod source;

use super::{Seen, Shared, head, words};
use crate::ui::actions::{Action, Outbox};
use crate::ui::asked::Asked;
use crate::ui::commands::Command;
use crate::ui::method_result::RunOutcome;
use crate::ui::theme::{Tokens, icons};
use crate::ui::transactions::arranged::{ArrangeQuestion, Arranged, TransactionsOrder};
use crate::ui::transactions::changes::Changes;
use crate::ui::views::explore::before_after::stale_banner;
use crate::ui::widgets::grid::{GridEvent, GridState, grid};
use crate::ui::widgets::{Banner, BannerKind, EmptyState, check_box, number, sentence};
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use source::Source;
use std::sync::Arc;

#[derive(Default)]
pub struct BeforeAfterTab {
    grid: GridState,
    only_changed: bool,
    order: TransactionsOrder,
    descending: bool,
    pub arranged: Asked<ArrangeQuestion, Arranged>,
    /// How wide the list was when its columns were fitted into it; none once the user has moved one.
    fitted: Fitted,
    /// The basket that the list was scrolled to.
    revealed: Option<u32>,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Fitted {
    #[default]
    NotYet,
    To(f32),
    ByUser,
}

impl BeforeAfterTab {
    pub(super) fn show(&mut self, ui: &mut Ui, seen: &Seen<'_>, shared: &Shared, out: &mut Outbox) {
        let Some(changes) = ready(ui, seen, out) else {
            return;
        };
        let question = ArrangeQuestion {
            changes: changes.clone(),
            order: self.order,
            descending: self.descending,
            only_changed: self.only_changed,
        };
        let other = self.arranged.see_to(question, seen.lent.jobs);
        if other {
            self.revealed = None;
            self.grid.select(None);
        }
        Panel::top("baskets head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                sentence(ui, &headline(seen, &changes));
                stale_banner(ui, seen.lent, seen.stale, out);
                ui.add_space(2.0);
                check_box(ui, &mut self.only_changed, "Only what changes");
            });
        if let Some(basket) = seen
            .selected
            .filter(|&basket| (basket as usize) < changes.loss.len())
        {
            let frame = Frame::new()
                .fill(Tokens::of(ui).ground)
                .inner_margin(Margin {
                    left: 18,
                    right: 18,
                    top: 8,
                    bottom: 10,
                });
            Panel::bottom("basket before and after")
                .frame(frame)
                .show(ui, |ui| side::show(ui, &changes, basket, out));
        }
        let frame = Frame::new().fill(Tokens::of(ui).ground);
        CentralPanel::no_frame()
            .frame(frame)
            .show(ui, |ui| self.list(ui, seen, shared, out));
    }

    fn list(&mut self, ui: &mut Ui, seen: &Seen<'_>, shared: &Shared, out: &mut Outbox) {
        let Some(arranged) = self.arranged.newest().cloned() else {
            EmptyState::new(icons::RUNNING, "Putting the baskets in order.").show(ui);
            return;
        };
        if arranged.rows.is_empty() {
            EmptyState::new(icons::SATISFIED, "Every basket is shown as it is.").show(ui);
            return;
        }
        // What was selected elsewhere is looked for once.
        if self.revealed != seen.selected {
            self.revealed = seen.selected;
            let place = seen
                .selected
                .and_then(|basket| arranged.rows.iter().position(|&row| row == basket));
            self.grid.select(place.map(|place| place as u64));
            if let Some(place) = place {
                self.grid.scroll_to_row(place as u64);
            }
        }
        self.fit(ui.available_width());
        let source = Source {
            arranged: &arranged,
            set: shared.set.as_deref().unwrap_or_default(),
        };
        for event in grid(
            ui,
            "baskets",
            "Baskets before and after",
            &mut self.grid,
            &source,
        ) {
            match event {
                GridEvent::RowSelected(place) => {
                    let basket = source.basket(place) as u32;
                    self.revealed = Some(basket);
                    out.send(Action::SelectRow(Some(basket)));
                }
                GridEvent::RowActivated(place) => {
                    out.send(Action::ShowRow(source.basket(place) as u32));
                }
                GridEvent::HeaderClicked(column) => self.sort(column),
                GridEvent::ColumnResized(_) => self.fitted = Fitted::ByUser,
                _ => {}
            }
        }
    }

    /// What was and what is shown have the same room.
    fn fit(&mut self, width: f32) {
        if self.fitted == Fitted::ByUser || self.fitted == Fitted::To(width) {
            return;
        }
        self.fitted = Fitted::To(width);
        let mut left = width - source::GUTTER;
        for column in &source::COLUMNS[..4] {
            self.grid.set_width(column.name, column.width);
            left -= column.width;
        }
        for column in &source::COLUMNS[4..] {
            let width = (left / 2.0).floor().max(column.width);
            self.grid.set_width(column.name, width);
        }
    }

    /// Large ones first, then small ones first, then the order of the file.
    fn sort(&mut self, column: usize) {
        let order = source::COLUMNS[column].order;
        (self.order, self.descending) = match (self.order == order, self.descending) {
            (false, _) => (order, order != TransactionsOrder::File),
            (true, true) => (order, false),
            (true, false) => (TransactionsOrder::File, false),
        };
    }
}

fn headline(seen: &Seen<'_>, changes: &Changes) -> String {
    let run = seen.lent.result;
    let title = run.map_or("Last run", |run| run.settings().method.name.title());
    let baskets = &changes.question.released.baskets;
    let gone = match changes.all_gone {
        0 => "nothing is suppressed".to_owned(),
        gone => number::counted_as(
            gone,
            "occurrence is suppressed",
            "occurrences are suppressed",
        ),
    };
    format!(
        "{title}: {} of {} change, {gone}; {} of the information is lost.",
        number::count(changes.changed.len() as u64),
        number::counted(changes.loss.len() as u64, "basket"),
        number::percent(words::loss(baskets, changes.cost))
    )
}

/// What the last run makes of the baskets, or an empty state in its place.
fn ready(ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) -> Option<Arc<Changes>> {
    if let Some(changes) = seen.changes {
        return Some(changes.clone());
    }
    let frame = Frame::new().fill(Tokens::of(ui).ground);
    let not_reached = seen.lent.result.and_then(|run| match &run.outcome {
        RunOutcome::NotReached(why) => Some(why),
        _ => None,
    });
    if let Some(why) = not_reached {
        Panel::top("baskets head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                let words = format!("Nothing can be released this way. {why}");
                Banner::new(BannerKind::Error, &words).show(ui);
                stale_banner(ui, seen.lent, seen.stale, out);
            });
    }
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        if seen.lent.method_running {
            EmptyState::new(icons::RUNNING, "The method is running.").show(ui);
            return;
        }
        if seen.released().is_some() {
            EmptyState::new(icons::RUNNING, "Comparing the baskets.").show(ui);
            return;
        }
        if not_reached.is_some() {
            return;
        }
        let title = seen.lent.workspace.settings().method.name.title();
        let words = format!(
            "Nothing has been run yet. \u{201c}{title}\u{201d} shows here what becomes of every basket, before \
             anything is written."
        );
        if EmptyState::new(icons::COMPARE, &words)
            .action("Run the method", Some(icons::RUN))
            .show(ui)
        {
            out.run(Command::RunMethod);
        }
    });
    None
}
