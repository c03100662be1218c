//! The records that may be a person's, and what they would reveal.

pub(in crate::ui) mod source;

use crate::ui::actions::{Action, AttackAction, Outbox};
use crate::ui::attack::AttackState;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::grid::{GridEvent, GridState, grid};
use crate::ui::widgets::{icon_button, number, sentence, told};
use cloakroom_engine::attack::{AttackReport, Attacked, PersonAttack};
use egui::{Align, Frame, Layout, Margin, Panel, Ui};
use source::Source;

const HEIGHT: f32 = 248.0;

#[derive(Default)]
pub struct CandidatesPanel {
    grid: GridState,
    /// The person whom the grid was laid out for.
    of: Option<usize>,
}

impl CandidatesPanel {
    pub fn show(&mut self, ui: &mut Ui, state: &AttackState, out: &mut Outbox) {
        let (Some(answer), Some(person)) = (state.answer(), state.person()) else {
            return;
        };
        let Ok(report) = &answer.report else {
            return;
        };
        if self.of != state.selected {
            self.of = state.selected;
            self.grid = GridState::default();
        }
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: 0,
                right: 0,
                top: 8,
                bottom: 0,
            });
        Panel::bottom("candidates of a person")
            .exact_size(HEIGHT)
            .frame(frame)
            .show(ui, |ui| {
                about(ui, report, person, out);
                if person.rows.is_empty() {
                    return;
                }
                let Some(source) = Source::new(&answer.question, report, person) else {
                    return;
                };
                let name = "Candidate records";
                for event in grid(ui, "candidates", name, &mut self.grid, &source) {
                    if let GridEvent::RowActivated(row) = event {
                        out.send(Action::ShowRow(person.rows[row as usize]));
                    }
                }
            });
    }
}

fn about(ui: &mut Ui, report: &AttackReport, person: &PersonAttack, out: &mut Outbox) {
    let margin = Margin {
        left: 18,
        right: 8,
        top: 0,
        bottom: 4,
    };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            if icon_button(ui, icons::CLOSE, "Close the candidates").clicked() {
                out.send(Action::OnAttack(AttackAction::Select(None)));
            }
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                told(ui, &person.sentence, fonts::body(), Tokens::of(ui).text);
                sentence(ui, &listed(report, person));
            });
        });
    });
}

/// Which of the candidates are listed, and whether the true one is among them.
fn listed(report: &AttackReport, person: &PersonAttack) -> String {
    let what = match report.attacked {
        Attacked::Original => "as they stand",
        Attacked::Release => "as they would be released",
    };
    let shown = person.rows.len() as u64;
    let mut words = if shown == 0 {
        "There is nothing to show.".to_owned()
    } else if shown < person.candidates {
        format!(
            "{} of {} {what}; numbers are rows of the data.",
            number::count(shown),
            number::counted(person.candidates, "candidate")
        )
    } else {
        format!(
            "{} {what}; numbers are rows of the data.",
            number::counted(shown, "candidate")
        )
    };
    match person.true_among {
        Some(true) => words += " The true one is among them.",
        Some(false) => words += " The true one is not among them.",
        None => {}
    }
    words
}
