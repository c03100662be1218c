//! Beside the graph: the person that is selected.

use super::super::Seen;
use super::{GraphTab, about};
use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::views::explore::beside::aside;
use crate::ui::widgets::{detail, icon_button, link};
use egui::{Align, Frame, Layout, Margin, ScrollArea, Ui};

impl GraphTab {
    pub(super) fn details(&mut self, ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
        let Some((_, near)) = &self.near else {
            return;
        };
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: 16,
                right: 18,
                top: 4,
                bottom: 8,
            });
        aside(ui, "graph record", 272.0, frame, false, |ui| {
            ui.horizontal(|ui| {
                ui.label(fonts::strong_text("Selected person"));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if icon_button(ui, icons::CLOSE, "Close").clicked() {
                        out.send(Action::SelectRow(None));
                    }
                });
            });
            ScrollArea::vertical().show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                let (survey, dim) = (&seen.survey, Tokens::of(ui).dim);
                about::heading(ui, survey, near);
                about::sentences(ui, survey, near);
                ui.add_space(6.0);
                ui.label(fonts::strong_text("Ratings"));
                detail(ui, about::ratings(survey.survey, near, 60), dim);
                ui.add_space(6.0);
                ui.label(fonts::strong_text("Close and nearly close"));
                about::neighbours(ui, survey, near, 12);
                if near.close_count == 0 && near.nearly.is_empty() {
                    detail(ui, "Nobody is within reach of one issue.", dim);
                }
                ui.add_space(6.0);
                if link(ui, "Show the person in the table").clicked() {
                    out.send(Action::ShowRow(near.person));
                }
                if link(ui, "Neighbourhood issue by issue").clicked() {
                    out.send(Action::ShowTab(ExploreTab::Neighbourhood));
                }
            });
        });
    }
}
