//! The Compare stage: what every method costs for every setting, and the candidates that were kept, beside each
//! other.

pub(in crate::ui) mod attack;
pub mod curves;
mod plane;
mod pool;
pub(in crate::ui) mod risk;
mod shelf;
pub(in crate::ui) mod sides;
mod still;

use crate::ui::actions::{Action, CompareTab, Outbox, ShelfAction};
use crate::ui::asked::Asked;
use crate::ui::attack::AttackState;
use crate::ui::commands::Command;
use crate::ui::compare::beside::{BesideAnswer, BesideQuestion};
use crate::ui::compare::curves::Curves;
use crate::ui::compare::kept::KeptResults;
use crate::ui::jobs::Running;
use crate::ui::method_result::{MethodResult, RunOutcome};
use crate::ui::pool::PoolState;
use crate::ui::risk::RiskState;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::{Banner, BannerKind, EmptyState, head, number, stage_tabs_with, tab_help};
use attack::AttackTab;
use cloakroom_engine::shelf::{KeptId, Shelf};
use cloakroom_engine::workspace::Workspace;
use curves::CurvesTab;
use egui::{CentralPanel, Frame, Ui};
use plane::PlaneTab;
use risk::RiskTab;
use shelf::ShelfTab;
use sides::SidesTab;
use std::sync::Arc;

#[derive(Default)]
pub struct CompareView {
    pub tab: CompareTab,
    pub curves: Curves,
    curves_tab: CurvesTab,
    /// What the candidates on the shelf gave.
    pub kept: KeptResults,
    /// The candidate that is selected in any view.
    pub selected: Option<KeptId>,
    shelf: ShelfTab,
    plane: PlaneTab,
    pub sides: SidesTab,
    /// Two of them, compared.
    pub beside: Asked<BesideQuestion, BesideAnswer>,
    /// Before and after.
    pub risk: RiskState,
    pub risk_tab: RiskTab,
    pub attack: AttackState,
    attack_tab: AttackTab,
    /// Releases that are counted together.
    pub pool: PoolState,
}

pub struct Lent<'a> {
    pub workspace: &'a Workspace,
    /// What the last run of the method brought.
    pub result: Option<&'a Arc<MethodResult>>,
    pub method_running: bool,
    /// Before and after.
    pub risk_running: [Option<Running>; 2],
    pub population_running: bool,
    pub known_running: bool,
    pub attack_running: Option<Running>,
    pub pool_running: Option<Running>,
    pub curves_running: Option<Running>,
    /// A candidate is run again.
    pub kept_running: Option<Running>,
}

impl CompareView {
    pub fn show(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let tokens = Tokens::of(ui);
        let tabs = CompareTab::of(lent.workspace);
        if !tabs.contains(&self.tab) {
            self.tab = CompareTab::default();
        }
        let names: Vec<_> = tabs.iter().map(|tab| (*tab, tab.name())).collect();
        let shown = self.tab;
        stage_tabs_with(ui, "Compare", &mut self.tab, &[("", names)], |ui| {
            tab_help(ui, shown.name(), &shown.help().in_short());
        });
        if self.tab == CompareTab::Curves {
            self.curves_tab.show(ui, &mut self.curves, lent, out);
            return;
        }
        if self.tab == CompareTab::Risk {
            self.risk_tab.show(ui, &mut self.risk, lent, out);
            return;
        }
        if self.tab == CompareTab::Attack {
            self.attack_tab.show(ui, &mut self.attack, lent, out);
            return;
        }
        if self.tab == CompareTab::Pool {
            pool::show(ui, &mut self.pool, lent, out);
            return;
        }
        let shelf = lent.workspace.shelf();
        if shelf.is_empty() {
            let frame = Frame::new().fill(tokens.ground);
            CentralPanel::no_frame()
                .frame(frame)
                .show(ui, |ui| nothing_kept(ui, lent, out));
            return;
        }
        match self.tab {
            CompareTab::Plane => {
                self.plane
                    .show(ui, lent, &self.kept, &mut self.selected, out);
            }
            CompareTab::Sides => {
                let answer = self.beside.current().cloned();
                self.sides
                    .show(ui, lent, &self.kept, answer.as_deref(), out);
            }
            _ => {
                self.shelf
                    .show(ui, lent, &self.kept, &mut self.selected, out);
            }
        }
    }

    /// How many candidates are to be run again.
    pub fn without_result(&self, shelf: &Shelf) -> usize {
        let without = shelf
            .iter()
            .filter(|(id, _)| self.kept.result(*id).is_none());
        without.count()
    }

    /// The results of the two candidates that are looked at side by side, if both have one.
    pub fn chosen_results(&self, shelf: &Shelf) -> Option<[Arc<MethodResult>; 2]> {
        let [a, b] = self.sides.choice(shelf)?;
        let result = |id: KeptId| {
            let result = self.kept.result(id)?;
            let reached = !matches!(result.outcome, RunOutcome::NotReached(_));
            reached.then(|| result.clone())
        };
        Some([result(a)?, result(b)?])
    }
}

fn nothing_kept(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    if lent.method_running {
        EmptyState::new(icons::RUNNING, "The method is running.").show(ui);
        return;
    }
    if let Some(kept) = lent.workspace.shelf().removed() {
        let words = format!(
            "The shelf is empty. \u{201c}{}\u{201d} was removed last.",
            kept.name
        );
        let empty = EmptyState::new(icons::COMPARE, &words);
        if empty.action("Put it back", Some(icons::UNDO)).show(ui) {
            out.send(Action::OnShelf(ShelfAction::PutBack));
        }
        return;
    }
    let reached = lent
        .result
        .is_some_and(|result| result.outcome.left_out().is_some());
    if reached {
        let words = "Nothing is on the shelf yet. Keep what the last run brought, change the settings or the \
                     method, run again, and compare.";
        let empty = EmptyState::new(icons::COMPARE, words);
        if empty.action("Keep the last run", Some(icons::ADD)).show(ui) {
            out.run(Command::Keep);
        }
        return;
    }
    let title = lent.workspace.settings().method.name.title();
    let words = format!(
        "Nothing is on the shelf yet. Run \u{201c}{title}\u{201d} and keep what it brings, then do the same with \
         other settings or another method."
    );
    let empty = EmptyState::new(icons::COMPARE, &words);
    if empty.action("Run the method", Some(icons::RUN)).show(ui) {
        out.run(Command::RunMethod);
    }
}

/// Says that results are missing, if some are.
fn to_run_again(ui: &mut Ui, lent: &Lent<'_>, kept: &KeptResults, out: &mut Outbox) {
    let shelf = lent.workspace.shelf();
    let missing = shelf.iter().filter(|(id, _)| kept.result(*id).is_none());
    let missing = missing.count();
    if missing == 0 {
        return;
    }
    let words = if lent.kept_running.is_some() {
        format!(
            "Running: {}.",
            number::counted_as(
                missing as u64,
                "candidate has no result yet",
                "candidates have no result yet"
            )
        )
    } else {
        format!(
            "A project remembers settings and no results: {} to be run again.",
            number::counted_as(missing as u64, "candidate has", "candidates have")
        )
    };
    let mut banner = Banner::new(BannerKind::Attention, &words);
    if lent.kept_running.is_none() {
        banner = banner.action("Run all again");
    }
    if banner.show(ui) {
        out.send(Action::OnShelf(ShelfAction::RunAll));
    }
    ui.add_space(6.0);
}
