//! The table of the people whom the data were drawn from: which file, and how to take it away again.

use crate::ui::actions::{Action, Outbox};
use crate::ui::jobs::PickedFor;
use crate::ui::risk::{RiskState, Side};
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::views::compare::Lent;
use crate::ui::widgets::{
    Banner, BannerKind, icon_button, number, quiet_button, section, sentence,
};
use egui::{Align, Label, Layout, RichText, Ui};

pub fn show(ui: &mut Ui, state: &mut RiskState, lent: &Lent<'_>, out: &mut Outbox) {
    section(ui, "Population").on_hover_text(
        "The people whom the table was drawn from. A journalist does not know who of them is in it, so that everybody who \
         fits a class counts.",
    );
    let mut remove = false;
    match &state.population {
        Some(file) => {
            ui.horizontal(|ui| {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    remove = icon_button(ui, icons::CLOSE, "Remove the population").clicked();
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        let name = file.path.file_name().unwrap_or_default().to_string_lossy();
                        let text = RichText::new(name).font(fonts::strong());
                        let label = ui.add(Label::new(text).truncate());
                        label.on_hover_text(file.path.display().to_string());
                    });
                });
            });
            let people = file.population.table.rows() as u64;
            let words = format!(
                "{}. A person counts in every class whose cells cover their values.",
                number::counted_as(people, "person", "people")
            );
            sentence(ui, &words);
        }
        None => {
            sentence(
                ui,
                "Without one, a journalist can do what a prosecutor can.",
            );
        }
    }
    if remove {
        state.remove_population();
    }
    if lent.population_running {
        sentence(ui, "Reading the population.");
    } else {
        let words = match state.population {
            Some(_) => "Open another population",
            None => "Open a population",
        };
        if quiet_button(ui, Some(icons::OPEN), words)
            .on_hover_text("A row per person, with columns named as the quasi-identifiers.")
            .clicked()
        {
            out.send(Action::Pick(PickedFor::Population));
        }
    }
    let not_fitting = |side| state.asking(side).newest()?.population_problem.as_deref();
    let problem = state
        .population_problem
        .as_deref()
        .or_else(|| not_fitting(Side::Before))
        .or_else(|| not_fitting(Side::After));
    if let Some(problem) = problem {
        ui.add_space(4.0);
        let mut words = format!("{problem}.");
        crate::ui::widgets::capitalize(&mut words);
        Banner::new(BannerKind::Error, &words).show(ui);
    }
    let dim = Tokens::of(ui).dim;
    let words = RichText::new("The file stays in house and is not kept in the project.");
    ui.add(Label::new(words.font(fonts::detail()).color(dim)).wrap());
}
