//! What became of several releases: one line each, whole or not at all.

use crate::ui::theme::{CARD_RADIUS, Tokens, fonts, icons};
use crate::ui::widgets::{self, copy_button, number};
use cloakroom_engine::batch::{Batched, End};
use cloakroom_engine::recipients::{RecipientOutcome, RecipientRelease};
use cloakroom_engine::release::ReleaseAnswer;
use egui::{Frame, Label, Margin, RichText, Stroke, Ui};
use std::path::{Path, PathBuf};

/// One of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub name: String,
    /// Where it is, or would have been.
    pub folder: PathBuf,
    pub end: ToldEnd,
    pub words: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToldEnd {
    Written,
    NotReached,
    Failed,
    Stopped,
}

impl Told {
    pub fn of_candidate(batched: &Batched, parent: &Path) -> Self {
        let (end, words) = match &batched.end {
            End::Written(answer) => (ToldEnd::Written, released(answer)),
            End::NotReached(missed) => (ToldEnd::NotReached, nothing(&missed.why)),
            End::Failed { problem } => (ToldEnd::Failed, nothing(problem)),
            End::NotBegun => (ToldEnd::Stopped, "not begun".to_owned()),
        };
        Self {
            name: batched.name.clone(),
            folder: parent.join(&batched.folder),
            end,
            words,
        }
    }

    pub fn of_recipient(release: &RecipientRelease) -> Self {
        let (end, words) = match &release.outcome {
            RecipientOutcome::Written(answer) => {
                let degree = match &answer.decomposition {
                    Some(report) => format!(
                        "degree {} asked for, {} reached; ",
                        number::decimal(report.target_degree),
                        number::decimal(report.degree_released)
                    ),
                    None => String::new(),
                };
                (ToldEnd::Written, format!("{degree}{}", released(answer)))
            }
            RecipientOutcome::NotReached(missed) => (ToldEnd::NotReached, nothing(&missed.why)),
            RecipientOutcome::Failed { why } => (ToldEnd::Failed, nothing(why)),
            RecipientOutcome::Stopped => (ToldEnd::Stopped, "stopped".to_owned()),
        };
        Self {
            name: release.recipient.clone(),
            folder: release.folder.clone(),
            end,
            words,
        }
    }
}

fn released(answer: &ReleaseAnswer) -> String {
    let records = answer.check.records;
    format!(
        "{} {} released, {} left out",
        number::count(records as u64),
        answer.check.kind.record(records),
        number::count(answer.suppressed_rows.len() as u64)
    )
}

fn nothing(why: &str) -> String {
    format!("nothing was written: {why}")
}

/// How many were written, in words: `2 of 3 releases written and verified`.
pub fn headline(told: &[Told], of: usize) -> String {
    let written = told
        .iter()
        .filter(|one| one.end == ToldEnd::Written)
        .count();
    format!(
        "{} of {} written and verified",
        number::count(written as u64),
        number::counted(of as u64, "release"),
    )
}

/// All of them on a card. The answer is the card's, to be scrolled to.
pub fn card(ui: &mut Ui, heading: &str, told: &[Told]) -> egui::Response {
    let tokens = Tokens::of(ui);
    Frame::new()
        .fill(tokens.card)
        .stroke(Stroke::new(1.0, tokens.line))
        .corner_radius(CARD_RADIUS)
        .inner_margin(Margin::same(12))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            widgets::told(ui, heading, fonts::strong(), Tokens::of(ui).text);
            for one in told {
                line(ui, one);
            }
        })
        .response
}

fn line(ui: &mut Ui, told: &Told) {
    let tokens = Tokens::of(ui);
    let (icon, ink) = match told.end {
        ToldEnd::Written => (icons::SATISFIED, tokens.satisfied),
        ToldEnd::NotReached => (icons::VIOLATED, tokens.violates),
        ToldEnd::Failed => (icons::ERROR, tokens.violates),
        ToldEnd::Stopped => (icons::CLOSE, tokens.dim),
    };
    ui.horizontal_top(|ui| {
        ui.label(icons::text(icon, 18.0).color(ink));
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            let words = format!("{}: {}", told.name, told.words);
            widgets::told(ui, words, fonts::body(), Tokens::of(ui).text);
            if told.end == ToldEnd::Written {
                path(ui, &told.folder, &format!("Copy the path of {}", told.name));
            }
        });
    });
}

/// A path with a way to copy it.
pub fn path(ui: &mut Ui, path: &Path, copy: &str) {
    let dim = Tokens::of(ui).dim;
    let text = path.display().to_string();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let room = ui.available_width() - 34.0;
        ui.scope(|ui| {
            ui.set_max_width(room);
            let words = RichText::new(&text).font(fonts::detail()).color(dim);
            ui.add(Label::new(words).truncate());
        });
        copy_button(ui, copy, &text);
    });
}
