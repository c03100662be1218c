//! The classes of records that share their quasi-identifiers: how large they are, and which ones fail.

use super::class_table::ClassSource;
use super::{Lent, head, sizes};
use crate::model::column::Column;
use crate::profile::classes::ClassProfile;
use crate::ui::actions::{Action, Outbox};
use crate::ui::widgets::grid::{GridEvent, GridState, grid};
use crate::ui::widgets::{number, sentence};
use egui::{CentralPanel, Panel, Ui};

#[derive(Default)]
pub struct ClassesTab {
    grid: GridState,
}

impl ClassesTab {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        quasi: &[&Column],
        profile: &ClassProfile,
        out: &mut Outbox,
    ) {
        Panel::top("class sizes")
            .frame(head(ui))
            .resizable(true)
            .default_size(270.0)
            .size_range(180.0..=560.0)
            .show(ui, |ui| {
                sentence(ui, &headline(profile, quasi.len(), lent.k));
                ui.add_space(8.0);
                sizes::show(ui, profile, lent.k);
            });
        CentralPanel::no_frame().show(ui, |ui| {
            let source = ClassSource {
                quasi,
                profile,
                k: lent.k,
            };
            for event in grid(ui, "classes", "Classes", &mut self.grid, &source) {
                if let GridEvent::RowSelected(place) | GridEvent::RowActivated(place) = event {
                    out.send(Action::ShowClass(profile.by_size()[place as usize]));
                }
            }
        });
    }
}

fn headline(profile: &ClassProfile, columns: usize, k: u32) -> String {
    format!(
        "{} fall into {} by {}. {} in {} below k = {k}. A click on a class shows its records.",
        number::counted(profile.records() as u64, "record"),
        number::counted_as(profile.classes() as u64, "class", "classes"),
        number::counted(columns as u64, "quasi-identifier"),
        number::counted_as(profile.violating(k) as u64, "record is", "records are"),
        number::counted_as(profile.violating_classes(k) as u64, "class", "classes"),
    )
}
