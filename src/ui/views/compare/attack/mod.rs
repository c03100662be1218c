//! Attack: a file of known people is linked with the data or with the last release, and what is found is held against
//! what is promised.

pub(in crate::ui) mod candidates;
mod form;
mod pairs;
mod people;
mod summary;
mod words;

use super::Lent;
use crate::ui::actions::{Action, AttackAction, Outbox};
use crate::ui::attack::{AttackState, By};
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::grid::{GridEvent, GridState, grid};
use crate::ui::widgets::head;
use crate::ui::widgets::{Banner, BannerKind, EmptyState, capitalize, number};
use candidates::CandidatesPanel;
use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui};
use form::Drafts;
use people::Source;

const SUMMARY: f32 = 262.0;

#[derive(Default)]
pub struct AttackTab {
    grid: GridState,
    laid_out: bool,
    candidates: CandidatesPanel,
    drafts: Drafts,
}

impl AttackTab {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        state: &mut AttackState,
        lent: &Lent<'_>,
        out: &mut Outbox,
    ) {
        Panel::top("attack head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                form::show(ui, state, &mut self.drafts, lent, out);
                problems(ui, state, lent, out);
            });
        let ground = Frame::new().fill(Tokens::of(ui).ground);
        let Some(Ok(report)) = state.answer().map(|answer| &answer.report) else {
            CentralPanel::no_frame()
                .frame(ground)
                .show(ui, |ui| nothing_yet(ui, state, lent, out));
            return;
        };
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: 14,
                right: 18,
                top: 2,
                bottom: 0,
            });
        let is_judged = lent.workspace.is_judged();
        Panel::right("attack summary")
            .resizable(false)
            .exact_size(SUMMARY)
            .frame(frame)
            .show(ui, |ui| {
                ScrollArea::vertical()
                    .id_salt("what the attack found")
                    .auto_shrink(false)
                    .show(ui, |ui| summary::show(ui, report, is_judged));
            });
        self.candidates.show(ui, state, out);
        CentralPanel::no_frame()
            .frame(ground)
            .show(ui, |ui| self.people(ui, state, is_judged, out));
    }

    fn people(&mut self, ui: &mut Ui, state: &mut AttackState, is_judged: bool, out: &mut Outbox) {
        let Some(Ok(report)) = state.answer().map(|answer| &answer.report) else {
            return;
        };
        let source = Source {
            report,
            listed: &state.listed,
            selected: state.selected,
            is_judged,
        };
        if !self.laid_out {
            self.laid_out = true;
            people::lay_out(&mut self.grid);
        }
        let mut sorted = None;
        for event in grid(ui, "known people", "Known people", &mut self.grid, &source) {
            match event {
                GridEvent::RowSelected(row) | GridEvent::RowActivated(row) => {
                    let person = AttackAction::Select(source.person(row));
                    out.send(Action::OnAttack(person));
                }
                GridEvent::HeaderClicked(column) => sorted = people::by(column),
                _ => {}
            }
        }
        if let Some(by) = sorted {
            self.sort(state, by);
        }
    }

    fn sort(&mut self, state: &mut AttackState, by: By) {
        state.sort(by);
        self.grid.select(None);
    }
}

/// What is wrong with the file or the attack, or why the answer is not of now.
fn problems(ui: &mut Ui, state: &AttackState, lent: &Lent<'_>, out: &mut Outbox) {
    let failed = match state.answer().map(|answer| &answer.report) {
        Some(Err(why)) => Some(why),
        _ => None,
    };
    let stale = state.stale(lent.workspace, lent.result);
    if let Some(why) = state
        .file_problem
        .as_ref()
        .or(failed.filter(|_| stale.is_none()))
    {
        let mut words = format!("{}.", why.trim_end_matches('.'));
        capitalize(&mut words);
        Banner::new(BannerKind::Error, &words).show(ui);
    }
    if let Some(words) = stale
        && failed.is_none()
        && lent.attack_running.is_none()
    {
        let mut banner = Banner::new(BannerKind::Attention, words);
        if state.question(lent.workspace, lent.result).is_ok() {
            banner = banner.action("Try again");
        }
        if banner.show(ui) {
            out.send(Action::OnAttack(AttackAction::Try));
        }
    }
}

fn nothing_yet(ui: &mut Ui, state: &mut AttackState, lent: &Lent<'_>, out: &mut Outbox) {
    if lent.known_running {
        EmptyState::new(icons::RUNNING, "Reading the file of known people.").show(ui);
        return;
    }
    if let Some(running) = &lent.attack_running {
        let words = match running.fraction {
            Some(share) => format!("Trying the attack: {}.", number::progress(share.into())),
            None => "Trying the attack.".to_owned(),
        };
        let empty = EmptyState::new(icons::RUNNING, &words);
        if empty.action("Stop the attack", Some(icons::CLOSE)).show(ui) {
            out.send(Action::StopJob(running.number));
        }
        return;
    }
    if state.form.known.is_some() {
        let words = "Say above which column each column of the file is, choose what is attacked, and try it. Nothing of it \
                     leaves the house.";
        EmptyState::new(icons::PERSON, words).show(ui);
        return;
    }
    let words = "An attack links people whom somebody knows with the records. Begin with people of this table, drawn by \
                 chance, with what others may know of them; or open a file with a row per person. Files and findings \
                 stay in house.";
    let empty = EmptyState::new(icons::PERSON, words);
    let (own, action) = match state.offered(lent.workspace.folder()) {
        // Whoever put a file there wants it tried.
        Some(_) => (
            "Use the known people beside the data",
            AttackAction::OpenOffered,
        ),
        None => ("Use people of this table", AttackAction::OwnPeople),
    };
    if empty.action(own, Some(icons::PERSON)).show(ui) {
        out.send(Action::OnAttack(action));
    }
}
