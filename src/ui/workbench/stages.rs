//! The open document on the screen: what each stage and the panel beside it are lent.

use super::Around;
use super::document::Document;
use crate::ui::actions::{Outbox, Stage};
use crate::ui::jobs::{Jobs, Running};
use crate::ui::panel;
use crate::ui::preferences::Folded;
use crate::ui::risk::Side;
use crate::ui::shell;
use crate::ui::theme::{MARGIN, Tokens};
use crate::ui::views::{compare, data, explore, hierarchy, opening, release};
use crate::ui::widgets::number::counted_as;
use cloakroom_core::settings::Settings;
use egui::{Frame, Margin, Panel, Ui};
use std::path::PathBuf;
use std::sync::Arc;

/// How wide the panel with the requirement, the verdict and the method is.
const PANEL: f32 = 316.0;

pub fn panel_width(folded: Folded) -> f32 {
    match folded.requirement {
        true => panel::SLIM,
        false => PANEL,
    }
}

impl Document {
    pub(super) fn show(&mut self, ui: &mut Ui, around: &Around<'_>, out: &mut Outbox) {
        let workspace = &self.workspace;
        let unrun = self.compare.without_result(workspace.shelf());
        shell::navigation(
            ui,
            workspace,
            self.stage,
            around.folded.stages,
            |stage| self.needs_attention(stage, unrun),
            out,
        );
        if self.is_opening {
            let said = (around.said, around.is_reading);
            return opening::show(ui, workspace, &mut self.types, said, around.jobs, out);
        }
        self.show_panel(ui, around, out);
        match self.stage {
            Stage::Data => self.show_data(ui, out),
            Stage::Hierarchies => {
                let lent = hierarchy::Lent {
                    workspace: &self.workspace,
                    built: &self.hierarchies,
                };
                self.hierarchy.show(ui, &lent, out);
            }
            Stage::Explore => self.show_explore(ui, around.jobs, out),
            Stage::Compare => self.show_comparison(ui, out),
            Stage::Release => {
                let mut view = std::mem::take(&mut self.release);
                let releasing = around.releasing.running();
                let lent = self.release_lent(releasing);
                view.show(ui, &lent, around.checklist, out);
                self.release = view;
            }
        }
    }

    fn show_panel(&mut self, ui: &mut Ui, around: &Around<'_>, out: &mut Outbox) {
        let margin = match around.folded.requirement {
            true => Margin::ZERO,
            false => Margin::symmetric(18, MARGIN as i8 + 4),
        };
        let frame = Frame::new().fill(Tokens::of(ui).panel).inner_margin(margin);
        let is_kept = self.is_last_run_kept();
        let wanted = &self.workspace.settings().hierarchies;
        let current = self.hierarchies.current(wanted);
        let lent = panel::Lent {
            workspace: &self.workspace,
            status: self.records.status().map(Arc::as_ref),
            people: self.survey.lent(),
            baskets: self.rare.lent(),
            profile_running: self.records.is_grouping()
                || self.survey.is_running()
                || self.rare.is_running(),
            hierarchies: current.and_then(Result::ok).map(Arc::as_ref),
            result: self.result.as_deref(),
            runs: self.runs.shown(self.workspace.settings()),
            is_kept,
            stage: self.stage,
            profiles: around.profiles,
            advice: &self.advice,
            durations: around.durations,
            is_folded: around.folded.requirement,
        };
        let cliffs = &mut self.cliffs;
        Panel::right("requirement")
            .resizable(false)
            .exact_size(panel_width(around.folded))
            .frame(frame)
            .show(ui, |ui| panel::show(ui, &lent, cliffs, out));
    }

    fn show_data(&mut self, ui: &mut Ui, out: &mut Outbox) {
        let workspace = &self.workspace;
        let status = self.records.status();
        // Nobody violates and nobody is safe before it is said what is asked for.
        let is_set = workspace.unset().is_none();
        let people = self.survey.status().filter(|_| is_set);
        let baskets = self.rare.status().filter(|_| is_set);
        self.data.refresh(workspace.rows(), status, people, baskets);
        let lent = data::Lent {
            workspace,
            status,
            people,
            baskets,
            items: self.columns.baskets(),
            summary: self.columns.summary(self.data.selected_column),
            result: self.result.as_deref(),
            explained: &self.explained,
            facts: self.columns.facts(),
            proposed: self.proposed.found(),
        };
        self.data.show(ui, &lent, out);
    }

    fn show_explore(&mut self, ui: &mut Ui, jobs: &Jobs, out: &mut Outbox) {
        let lent = explore::Lent {
            workspace: &self.workspace,
            jobs,
            status: self.records.status(),
            running: self.records.is_grouping(),
            result: self.result.as_deref(),
            method_running: self.runs.is_any(),
            lattice: self.lattice.current(&self.workspace),
            lattice_running: self.lattice.is_running(),
            hierarchies: self
                .hierarchies
                .current(&self.workspace.settings().hierarchies),
            survey: self.survey.lent(),
            ratings_running: self.survey.is_running(),
            baskets: self.rare.lent(),
            transactions_running: self.rare.is_running(),
            threats_running: self.rare.threats.is_running(),
            trial_running: self.rare.is_trying(),
            graph_running: self.survey.graph.is_running(),
            dependency: &self.dependency,
            dependency_running: self.dependency.is_running(),
            selected_row: self.data.selected_row,
            explained: &self.explained,
        };
        self.explore.show(ui, &lent, out);
    }

    fn show_comparison(&mut self, ui: &mut Ui, out: &mut Outbox) {
        let compare = &self.compare;
        let lent = compare::Lent {
            workspace: &self.workspace,
            result: self.result.as_ref(),
            method_running: self.runs.is_any(),
            risk_running: Side::BOTH.map(|side| compare.risk.asking(side).running()),
            population_running: compare.risk.reading.is_running(),
            known_running: compare.attack.reading.is_running(),
            attack_running: compare.attack.trying.running(),
            pool_running: compare.pool.counting.running(),
            curves_running: compare.curves.work.running(),
            kept_running: compare.kept.work.running(),
        };
        self.compare.show(ui, &lent, out);
    }

    pub fn release_lent(&self, running: Option<Running>) -> release::Lent<'_> {
        let of_now = |(settings, _): &&(Settings, PathBuf)| settings == self.workspace.settings();
        let just_written = self.just_written.as_ref().filter(of_now);
        release::Lent {
            workspace: &self.workspace,
            just_written: just_written.map(|(_, audit)| audit.as_path()),
            status: self.records.status().map(Arc::as_ref),
            people: self.survey.status().map(Arc::as_ref),
            baskets: self.rare.status().map(Arc::as_ref),
            built: &self.hierarchies,
            result: self.result.as_deref(),
            method_running: self.runs.is_of(self.workspace.settings()),
            columns: self.columns.facts(),
            doubts: self.columns.doubts(&self.workspace),
            kept: &self.compare.kept,
            pool: &self.compare.pool,
            running,
        }
    }

    fn needs_attention(&self, stage: Stage, unrun: usize) -> Option<String> {
        let workspace = &self.workspace;
        let undecided = workspace.undecided().len();
        match stage {
            Stage::Data if undecided > 0 => Some(match undecided {
                1 => "One column is undecided.".to_owned(),
                _ => format!("{undecided} columns are undecided."),
            }),
            Stage::Hierarchies => {
                let problem = self.current_hierarchies()?.err()?;
                Some(format!("The hierarchy of {} needs work.", problem.column))
            }
            Stage::Explore => {
                let words = "The last run of the method is stale: the settings have changed since.";
                let result = self.result.as_ref()?;
                let is_stale = result.is_stale(workspace.revision(), workspace.settings());
                is_stale.then(|| words.to_owned())
            }
            Stage::Compare if unrun > 0 => Some(format!(
                "{} to be run again.",
                counted_as(unrun as u64, "candidate has", "candidates have")
            )),
            _ => None,
        }
    }
}
