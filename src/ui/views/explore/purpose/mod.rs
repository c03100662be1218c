//! The view of purposes: how far columns tell of each other, what they are wanted for, what follows for the levels of
//! each, and who is trusted how far.

mod curve;
mod decomposition;
mod list;
mod matrix;
mod naming;
mod pair;
mod plot;
mod recipients;
mod side;

use super::beside::aside;
use super::{Lent, head};
use crate::ui::actions::{Action, Outbox};
use crate::ui::purpose::{Compared, Scope};
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::{EmptyState, segments, sentence};
use cloakroom_microdata::profile::dependency::DependencyProfile;
use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, Ui};
use naming::Naming;
pub use pair::detail;
use recipients::RecipientsPart;
use std::sync::Arc;

/// What the view is about at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    #[default]
    Columns,
    Recipients,
}

#[derive(Default)]
pub struct PurposeTab {
    pub part: Part,
    naming: Option<Naming>,
    recipients: RecipientsPart,
}

impl PurposeTab {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        compared: &mut Compared,
        out: &mut Outbox,
    ) {
        Panel::top("purpose head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| self.head(ui, compared));
        match self.part {
            Part::Columns => self.columns(ui, lent, compared, out),
            Part::Recipients => self.recipients.show(ui, lent, out),
        }
    }

    fn head(&mut self, ui: &mut Ui, compared: &mut Compared) {
        sentence(
            ui,
            match self.part {
                Part::Columns => {
                    "How little any two columns tell of each other, in bits, and what follows from it for a purpose."
                }
                Part::Recipients => {
                    "Who asks for the data, how far each is trusted, and how much anonymisation that asks for."
                }
            },
        );
        ui.add_space(2.0);
        ui.horizontal(|ui| {
            let parts = [
                (
                    Part::Columns,
                    "Columns and purposes",
                    "Which columns hang together, and in which order they are useful.",
                ),
                (
                    Part::Recipients,
                    "Recipients and trust",
                    "Who gets the data, and how far each is trusted.",
                ),
            ];
            segments(ui, &mut self.part, &parts);
            if self.part == Part::Columns {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    scope(ui, compared);
                    measure(ui, compared);
                });
            }
        });
    }

    fn columns(&mut self, ui: &mut Ui, lent: &Lent<'_>, compared: &mut Compared, out: &mut Outbox) {
        let quasi = lent.dependency.current(lent.workspace, Scope::Quasi);
        let room = ui.available_width();
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: 14,
                right: 18,
                top: 0,
                bottom: 8,
            });
        let wide = (room * 0.54).clamp(380.0, 620.0);
        aside(ui, "purpose side", wide, frame, true, |ui| {
            side::show(ui, lent, quasi, &mut self.naming, out);
        });
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: 18,
                right: 14,
                top: 0,
                bottom: 8,
            });
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            if let Some(profile) = compared_profile(ui, lent, compared.scope, out) {
                matrix::show(ui, &profile, compared);
            }
        });
    }
}

/// Which columns are compared, as a switch.
pub fn scope(ui: &mut Ui, compared: &mut Compared) {
    let scopes = [
        (
            Scope::Quasi,
            "Quasi-identifiers",
            "The columns that others may know; a purpose is about these.",
        ),
        (
            Scope::All,
            "All columns",
            "Every column but identifiers, sensitive ones too.",
        ),
    ];
    segments(ui, &mut compared.scope, &scopes);
}

/// What the cells of the matrix say.
fn measure(ui: &mut Ui, compared: &mut Compared) {
    let measures = [
        (false, "Bits", "H(A|B) + H(B|A) of every pair."),
        (
            true,
            "Shares",
            "The same as shares of the sum over all pairs: the normalized matrix (thesis, section 4.2.1).",
        ),
    ];
    segments(ui, &mut compared.as_shares, &measures);
}

/// What is known of the columns, or an empty state in its place.
pub fn compared_profile(
    ui: &mut Ui,
    lent: &Lent<'_>,
    scope: Scope,
    out: &mut Outbox,
) -> Option<Arc<DependencyProfile>> {
    if let Some(profile) = lent.dependency.current(lent.workspace, scope) {
        return Some(profile.clone());
    }
    if lent.dependency_running {
        EmptyState::new(icons::RUNNING, "Comparing the columns pair by pair.").show(ui);
    } else if EmptyState::new(icons::PURPOSE, "The columns have not been compared.")
        .action("Compare them", Some(icons::RUN))
        .show(ui)
    {
        out.send(Action::CompareColumns);
    }
    None
}
