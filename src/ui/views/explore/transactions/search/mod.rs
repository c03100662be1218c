//! The search through the cuts of the taxonomy: from the root downwards, the cheapest child that is cheaper, again and
//! again; and for each cut, which of its nodes were kept.

mod canvas;
mod curve;
mod keys;
mod rows;
mod side;
mod steps;

use super::{Seen, head, words};
use crate::ui::actions::Outbox;
use crate::ui::asked::Asked;
use crate::ui::commands::Command;
use crate::ui::theme::{Tokens, icons};
use crate::ui::transactions::ReleasedTransactions;
use crate::ui::transactions::scenario::{Scenario, ScenarioQuestion, Visit};
use crate::ui::views::explore::before_after::stale_banner;
use crate::ui::views::explore::beside::aside;
use crate::ui::widgets::{EmptyState, choice, number, sentence, tabs};
use cloakroom_core::method::MethodName;
use cloakroom_engine::change::Change;
use cloakroom_transactions::method::{Round, Walk};
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::transactions::PreparedTransactions;
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use side::Side;
use std::sync::Arc;

/// Rounds beside each other; more are in a menu.
const MOST_TABS: usize = 7;

#[derive(Default)]
pub struct SearchTab {
    released: Option<Arc<ReleasedTransactions>>,
    round: usize,
    /// The cut that is looked at.
    chosen: Option<Visit>,
    /// The nodes of that cut.
    cut: Option<(Visit, Vec<u32>)>,
    /// Points above the first row.
    offset: f32,
    /// Set by the keyboard: the chosen cut is brought into view.
    reveal: bool,
    side: Side,
    pub scenario: Asked<ScenarioQuestion, Scenario>,
}

/// What the parts of the view see.
struct Looked<'a> {
    baskets: &'a PreparedTransactions,
    walk: &'a Walk,
    round: &'a Round,
    k: u32,
}

impl SearchTab {
    pub(super) fn show(&mut self, ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
        let released = seen.released().filter(|released| {
            let walk = released.anonymized.walk.as_ref();
            walk.is_some_and(|walk| walk.rounds.iter().any(|round| !round.steps.is_empty()))
        });
        let Some(released) = released.cloned() else {
            nothing_yet(ui, seen, out);
            return;
        };
        self.refresh(&released);
        let Some(walk) = &released.anonymized.walk else {
            return;
        };
        let Some(round) = walk.rounds.get(self.round) else {
            return;
        };
        let run = seen.lent.result.map(|run| &run.settings().requirement);
        let looked = Looked {
            baskets: &released.baskets,
            walk,
            round,
            k: run.map_or(1, |requirement| TransactionsTarget::of(requirement).k),
        };
        Panel::top("search head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| self.head(ui, seen, &looked, out));
        let Some(round) = walk.rounds.get(self.round) else {
            return;
        };
        let looked = Looked { round, ..looked };
        let last = looked.round.steps.len().saturating_sub(1);
        let visit = self.chosen.unwrap_or(Visit {
            round: self.round,
            step: last,
            tried: None,
        });
        let question = ScenarioQuestion {
            released: released.clone(),
            visit,
            k: looked.k,
        };
        self.scenario.see_to(question, seen.lent.jobs);
        if self.cut.as_ref().is_none_or(|(of, _)| *of != visit) {
            let cut = looked
                .round
                .cut(&looked.baskets.tree, visit.step, visit.tried);
            self.cut = Some((visit, cut));
        }
        let tokens = Tokens::of(ui);
        let frame = Frame::new().fill(tokens.ground).inner_margin(Margin {
            left: 16,
            right: 18,
            top: 2,
            bottom: 8,
        });
        let scenario = self.scenario.current().cloned();
        let cut = self.cut.as_ref().map_or(&[][..], |(_, cut)| cut);
        let wide = (0.3 * ui.available_width()).clamp(296.0, 420.0);
        aside(ui, "search side", wide, frame, false, |ui| {
            self.side
                .show(ui, &looked, visit, cut, scenario.as_ref(), out);
        });
        CentralPanel::no_frame()
            .frame(Frame::new().fill(tokens.ground))
            .show(ui, |ui| self.canvas(ui, &looked, visit));
    }

    /// Another run is looked at from its end.
    fn refresh(&mut self, released: &Arc<ReleasedTransactions>) {
        let known = self.released.as_ref();
        if known.is_some_and(|known| Arc::ptr_eq(known, released)) {
            return;
        }
        let rounds = released.anonymized.walk.as_ref();
        *self = Self {
            round: rounds.map_or(0, |walk| walk.rounds.len().saturating_sub(1)),
            released: Some(released.clone()),
            reveal: true,
            ..Self::default()
        };
    }

    fn head(&mut self, ui: &mut Ui, seen: &Seen<'_>, looked: &Looked<'_>, out: &mut Outbox) {
        sentence(ui, &headline(looked));
        stale_banner(ui, seen.lent, seen.stale, out);
        if looked.walk.rounds.len() < 2 {
            return;
        }
        ui.add_space(2.0);
        let names: Vec<(usize, String)> = (0..)
            .zip(&looked.walk.rounds)
            .map(|(at, round)| {
                let items = number::counted(u64::from(round.size), "item");
                (at, format!("Sets of {items}"))
            })
            .collect();
        let names: Vec<(usize, &str)> = names
            .iter()
            .map(|(at, name)| (*at, name.as_str()))
            .collect();
        let changed = match names.len() <= MOST_TABS {
            true => tabs(ui, &mut self.round, &names),
            false => choice(ui, "Round", 150.0, &mut self.round, &names),
        };
        if changed {
            self.chosen = None;
            self.offset = 0.0;
            self.reveal = true;
        }
    }
}

fn headline(looked: &Looked<'_>) -> String {
    let (round, baskets) = (looked.round, looked.baskets);
    let steps = round.steps.len().saturating_sub(1) as u64;
    let cost = |at: Option<&cloakroom_transactions::method::Step>| {
        at.map_or_else(String::new, |step| words::cost_and_loss(baskets, step.cost))
    };
    let sets = match round.size {
        1 => "single items".to_owned(),
        size => format!("sets of at most {size} items"),
    };
    match steps {
        0 => format!(
            "For {sets} the search stayed at the root, at a cost of {}: no child is cheaper.",
            cost(round.steps.first())
        ),
        _ => format!(
            "For {sets} the search went {} down from the root: the cost fell from {} to {}.",
            number::counted(steps, "step"),
            cost(round.steps.first()),
            cost(round.steps.last())
        ),
    }
}

fn nothing_yet(ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
    let frame = Frame::new().fill(Tokens::of(ui).ground);
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        if seen.lent.method_running {
            EmptyState::new(icons::RUNNING, "The method is running.").show(ui);
            return;
        }
        let words = format!(
            "This view shows how \u{201c}{}\u{201d} and \u{201c}{}\u{201d} search through the cuts of the taxonomy, \
             step by step.",
            MethodName::Hghs.title(),
            MethodName::Mhghs.title()
        );
        let action = format!("Run {}", MethodName::Hghs.title());
        if EmptyState::new(icons::EXPLORE, &words)
            .action(&action, Some(icons::RUN))
            .show(ui)
        {
            out.change(Change::SetMethod(MethodName::Hghs));
            out.run(Command::RunMethod);
        }
    });
}
