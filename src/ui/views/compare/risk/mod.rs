//! Risk: how easily people are found and what is learned about them, in the data as they stand and in what the last
//! run of the method would release.

mod columns;
mod contributions;
mod finding;
mod learning;
mod lines;
pub mod microdata;
mod population;
pub mod ratings;
pub mod transactions;

use super::Lent;
use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::kinds;
use crate::ui::method_result::RunOutcome;
use crate::ui::risk::{RiskPart, RiskState, Side};
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::head;
use crate::ui::widgets::{Banner, BannerKind, EmptyState, number, segments, sentence};
use cloakroom_core::requirement::Requirement;
use cloakroom_core::units::Counted;
use cloakroom_engine::risk::Risk;
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use lines::Line;

#[derive(Default)]
pub struct RiskTab {
    pub part: RiskPart,
    /// The side that lists are of.
    side: Side,
    columns: columns::Subsets,
    ratings: ratings::TellingSets,
}

/// What a kind shows of its risk.
pub struct RiskPages {
    /// Each with its name and what it tells.
    pub parts: &'static [(RiskPart, &'static str, &'static str)],
    /// Smaller ones cannot be asked about without looking at the data again.
    pub least_threshold: f64,
    pub sizes: SizeWords,
    /// What is told besides the figures of the report.
    pub more_figures: fn(&Sides<'_>) -> Vec<Line<'static>>,
    /// Which columns, ratings or items make people unique.
    pub telling: fn(&mut RiskTab, &mut Ui, &Answered<'_>),
    /// What the risk of the data as they stand has to know of the requirement.
    pub asked_of: fn(&Requirement) -> Requirement,
}

/// What is said of how many are in classes of which size.
pub struct SizeWords {
    pub heading: fn(Option<Counted>) -> &'static str,
    /// So many of such a size.
    pub many: fn(u64, &str, Option<Counted>) -> String,
    pub note: &'static str,
}

const FINDING: (RiskPart, &str, &str) = (
    RiskPart::Finding,
    "Finding people",
    "How likely somebody finds the record of a person.",
);

/// What is known of both sides.
pub struct Answered<'a> {
    state: &'a RiskState,
    stale: bool,
}

impl Answered<'_> {
    fn sides(&self) -> Sides<'_> {
        sides(self.state, self.stale)
    }
}

/// Both sides as a part of the view sees them.
pub struct Sides<'a> {
    before: Option<&'a Risk>,
    after: Option<&'a Risk>,
    /// The settings have changed since the run.
    stale: bool,
}

/// What a risk of records counts where that is not every record by itself.
fn counted(risk: &Risk) -> Option<Counted> {
    risk.records()?.identity.counted
}

impl Sides<'_> {
    /// The one that lists are of; the other where there is no such.
    fn of(&self, side: Side) -> Option<(&Risk, Side)> {
        match (side, self.before, self.after) {
            (Side::After, _, Some(after)) => Some((after, Side::After)),
            (_, Some(before), _) => Some((before, Side::Before)),
            (_, None, after) => after.map(|after| (after, Side::After)),
        }
    }
}

impl RiskTab {
    pub fn show(&mut self, ui: &mut Ui, state: &mut RiskState, lent: &Lent<'_>, out: &mut Outbox) {
        let pages = kinds::about(lent.workspace).risk;
        let parts = pages.parts;
        if !parts.iter().any(|(part, ..)| *part == self.part) {
            self.part = RiskPart::default();
        }
        Panel::top("risk head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                if parts.len() > 1 {
                    segments(ui, &mut self.part, parts);
                }
                about_the_run(ui, lent, out);
                about_the_answers(ui, state, lent, out);
            });
        let ground = Frame::new().fill(Tokens::of(ui).ground);
        if state.risk(Side::Before).is_none() && state.risk(Side::After).is_none() {
            CentralPanel::no_frame()
                .frame(ground)
                .show(ui, |ui| nothing_yet(ui, state, lent, out));
            return;
        }
        let stale = lent.result.is_some_and(|result| {
            result.is_stale(lent.workspace.revision(), lent.workspace.settings())
        });
        match self.part {
            RiskPart::Finding => finding::show(ui, state, stale, lent, out),
            RiskPart::Telling => {
                (pages.telling)(self, ui, &Answered { state, stale });
            }
            RiskPart::Learning => learning::show(ui, &sides(state, stale)),
        }
    }
}

fn sides(state: &RiskState, stale: bool) -> Sides<'_> {
    Sides {
        before: state.risk(Side::Before),
        after: state.risk(Side::After),
        stale,
    }
}

/// Before or after, for lists that show one of them.
fn choose_side(ui: &mut Ui, side: &mut Side, shown: Side) {
    let mut chosen = shown;
    let choices = [
        (Side::Before, "Before", "The data as they stand."),
        (
            Side::After,
            "After",
            "What the last run of the method would release.",
        ),
    ];
    if segments(ui, &mut chosen, &choices) {
        *side = chosen;
    }
}

/// What the second number of every line is of.
fn about_the_run(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let Some(result) = lent.result else {
        let words = "Nothing has been run yet, so that only the data as they stand are counted.";
        let mut banner = Banner::new(BannerKind::Info, words);
        if !lent.method_running {
            banner = banner.action("Run the method");
        }
        if banner.show(ui) {
            out.run(Command::RunMethod);
        }
        return;
    };
    let workspace = lent.workspace;
    if let RunOutcome::NotReached(why) = &result.outcome {
        let words = format!("The last run reached no release. {why}");
        Banner::new(BannerKind::Error, &words).show(ui);
    } else if !result.is_stale(workspace.revision(), workspace.settings()) {
        let words = format!(
            "Before: the data as they stand. After: what \u{201c}{}\u{201d} would release. Rest on a number for its sentence.",
            result.settings().method.name.title()
        );
        sentence(ui, &words);
        return;
    }
    if result.is_stale(workspace.revision(), workspace.settings()) {
        let words = "The settings have changed since the last run: After is of earlier ones.";
        let mut banner = Banner::new(BannerKind::Attention, words);
        if !lent.method_running {
            banner = banner.action("Run again");
        }
        if banner.show(ui) {
            out.run(Command::RunMethod);
        }
    }
}

/// Says so where a number is not of now.
fn about_the_answers(ui: &mut Ui, state: &RiskState, lent: &Lent<'_>, out: &mut Outbox) {
    for (side, running, name) in [
        (Side::Before, &lent.risk_running[0], "Before"),
        (Side::After, &lent.risk_running[1], "After"),
    ] {
        let asking = state.asking(side);
        let answer = asking.newest();
        if let Some(Err(why)) = answer.map(|answer| &answer.risk) {
            let words = format!("{name} cannot be counted: {why}.");
            Banner::new(BannerKind::Error, &words).show(ui);
        }
        if answer.is_some() && asking.current().is_none() {
            match running {
                Some(_) => _ = sentence(ui, &format!("{name} is being counted anew.")),
                None if ui.input(|input| input.pointer.any_down()) => {
                    sentence(
                        ui,
                        &format!("{name} is counted anew once the slider rests."),
                    );
                }
                None => {
                    let words = format!("{name} is not of the settings as they are now.");
                    let banner = Banner::new(BannerKind::Attention, &words);
                    if banner.action("Count again").show(ui) {
                        out.send(Action::LookAtRisk);
                    }
                }
            }
        }
    }
}

fn nothing_yet(ui: &mut Ui, state: &RiskState, lent: &Lent<'_>, out: &mut Outbox) {
    if let Some(running) = lent.risk_running.iter().flatten().next() {
        let words = match running.fraction {
            Some(share) => format!("Counting the risk: {}.", number::progress(share.into())),
            None => "Counting the risk.".to_owned(),
        };
        EmptyState::new(icons::RUNNING, &words).show(ui);
        return;
    }
    if state.asking(Side::Before).newest().is_some() {
        // Why not is said above.
        return;
    }
    let words = "The risk has not been counted: it was stopped.";
    let empty = EmptyState::new(icons::HISTOGRAM, words);
    if empty.action("Count the risk", Some(icons::RUN)).show(ui) {
        out.send(Action::LookAtRisk);
    }
}

/// The room for what is read from top to bottom.
fn reading(ui: &Ui) -> Frame {
    Frame::new()
        .fill(Tokens::of(ui).ground)
        .inner_margin(Margin {
            left: 18,
            right: 18,
            top: 2,
            bottom: 0,
        })
}
