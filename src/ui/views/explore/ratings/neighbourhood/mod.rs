//! One person's neighbourhood: issue by issue how near the others are, and what would make the person safe.

mod issues;
mod side;

use super::graph::near;
use super::{Seen, head};
use crate::ui::actions::{Action, Outbox};
use crate::ui::ratings::near::Near;
use crate::ui::ratings::status::RatingsStatus;
use crate::ui::ratings::words;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::{check_box, icon_button, link, number, sentence};
use egui::{CentralPanel, Frame, Margin, Panel, TextEdit, Ui};
use std::sync::Arc;

#[derive(Default)]
pub struct NeighbourhoodTab {
    near: Option<(Arc<RatingsStatus>, Near)>,
    /// The number of the person as it is being typed.
    typed: String,
    /// Issues that keep most people away come first.
    worst_first: bool,
}

impl NeighbourhoodTab {
    pub fn show(&mut self, ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
        let person = seen
            .selected
            .filter(|&person| (person as usize) < seen.survey.survey.people())
            .or_else(|| seen.next_violating(None, true))
            .unwrap_or(0);
        let before = self.near.as_ref().map(|(_, near)| near.person);
        self.near = near(self.near.take(), seen, Some(person));
        if before != Some(person) {
            self.typed = (person + 1).to_string();
        }
        Panel::top("neighbourhood head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| self.head(ui, seen, person, out));
        let Some((_, near)) = &self.near else {
            return;
        };
        let tokens = Tokens::of(ui);
        let frame = Frame::new().fill(tokens.ground).inner_margin(Margin {
            left: 16,
            right: 18,
            top: 2,
            bottom: 8,
        });
        Panel::right("neighbourhood side")
            .resizable(false)
            .exact_size(286.0)
            .frame(frame)
            .show_separator_line(false)
            .show(ui, |ui| side::show(ui, seen, near, out));
        let frame = Frame::new().fill(tokens.ground).inner_margin(Margin {
            left: 18,
            right: 4,
            top: 2,
            bottom: 8,
        });
        CentralPanel::no_frame()
            .frame(frame)
            .show(ui, |ui| issues::show(ui, seen, near, self.worst_first));
    }

    fn head(&mut self, ui: &mut Ui, seen: &Seen<'_>, person: u32, out: &mut Outbox) {
        let Some((_, near)) = &self.near else {
            return;
        };
        let (survey, target) = (seen.survey.survey, seen.survey.status.target);
        let epsilon = words::steps(survey, target.within.min(survey.r()));
        let group = match near.group {
            1 => "Nobody else rated the same issues.".to_owned(),
            some => format!(
                "{} people rated the same issues.",
                number::count(some as u64)
            ),
        };
        let close = words::about_k(near.close_count, target.k);
        sentence(
            ui,
            &format!("{group} {close} Bands show what is within \u{3b5} = {epsilon}."),
        );
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.label("Person");
            let field = TextEdit::singleline(&mut self.typed)
                .desired_width(64.0)
                .hint_text("number");
            let response = ui.add(field);
            response.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Person number")
            });
            if response.changed()
                && let Ok(typed) = self.typed.trim().replace(',', "").parse::<u32>()
                && (1..=survey.people() as u32).contains(&typed)
            {
                out.send(Action::SelectRow(Some(typed - 1)));
            }
            ui.spacing_mut().item_spacing.x = 2.0;
            for (icon, name, forward) in [
                (icons::LEFT, "Previous who violates", false),
                (icons::RIGHT, "Next who violates", true),
            ] {
                if icon_button(ui, icon, name).clicked()
                    && let Some(next) = seen.next_violating(Some(person), forward)
                {
                    out.send(Action::SelectRow(Some(next)));
                }
            }
            ui.add_space(10.0);
            check_box(ui, &mut self.worst_first, "What keeps most away first");
            ui.add_space(10.0);
            if link(ui, "Show in the table").clicked() {
                out.send(Action::ShowRow(person));
            }
        });
    }
}
