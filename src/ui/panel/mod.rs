//! The right panel, the same in every stage: the requirement, the verdict, the method.

mod add_promise;
mod cliff;
mod method;
mod parameters;
mod promise;
mod promises;
mod verdict;

pub use cliff::Cliffs;
pub use promise::symbol;

use super::actions::{Outbox, Stage};
use super::jobs::Running;
use super::method_result::MethodResult;
use super::standing::Standing;
use crate::engine::workspace::Workspace;
use crate::model::hierarchy::Hierarchies;
use crate::ui::widgets::section_with;
use egui::{ScrollArea, Ui};

pub struct Lent<'a> {
    pub workspace: &'a Workspace,
    /// Once the classes are there.
    pub standing: Option<&'a Standing>,
    pub profile_running: bool,
    /// Once they have been read.
    pub hierarchies: Option<&'a Hierarchies>,
    pub result: Option<&'a MethodResult>,
    pub method_running: Option<Running<'a>>,
    pub stage: Stage,
}

pub fn microdata(ui: &mut Ui, lent: &Lent<'_>, cliffs: &mut Cliffs, out: &mut Outbox) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        section_with(ui, "Requirement", |ui| add_promise::show(ui, lent, out));
        ui.add_space(6.0);
        promises::show(ui, lent, cliffs, out);
        ui.add_space(14.0);
        verdict::show(ui, lent, out);
        ui.add_space(18.0);
        method::show(ui, lent, out);
        ui.add_space(8.0);
    });
}
