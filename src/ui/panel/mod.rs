//! The right panel, the same in every stage: the requirement, the verdict, the method.

mod add_promise;
mod advice;
mod cliff;
pub mod decomposition;
mod method;
pub mod microdata;
mod parameters;
mod presented;
mod profiles;
mod promise;
mod promises;
pub mod ratings;
mod slim;
pub mod transactions;
mod verdict;

pub use promise::symbol;
pub use slim::SLIM;

use super::actions::{Outbox, Stage};
use super::advice::{AdviceState, Durations};
use super::help::Word;
use super::kinds;
use super::method_result::MethodResult;
use super::runs::AllShown;
use super::status::Status;
use crate::ui::widgets::section_with;
use cliff::Cliffs;
use cloakroom_core::hierarchy::Hierarchies;
use cloakroom_engine::profiles::Profile;
use cloakroom_engine::workspace::Workspace;
use egui::{Id, ScrollArea, Ui};
use ratings::RatingsCliffs;
use transactions::TransactionsCliffs;

/// The heading of the method, its menu and the button beside it.
const METHOD_HEAD: f32 = 104.0;

pub struct Lent<'a> {
    pub workspace: &'a Workspace,
    /// Once the classes are there.
    pub status: Option<&'a Status>,
    /// Of ratings, once they are compared.
    pub people: Option<crate::ui::ratings::Lent<'a>>,
    /// Of transactions, once they are counted.
    pub baskets: Option<crate::ui::transactions::Lent<'a>>,
    pub profile_running: bool,
    /// Once they have been read.
    pub hierarchies: Option<&'a Hierarchies>,
    pub result: Option<&'a MethodResult>,
    /// What is under way of the method.
    pub runs: AllShown,
    /// The last run is on the shelf.
    pub is_kept: bool,
    pub stage: Stage,
    /// What others ask for.
    pub profiles: &'a [Profile],
    pub advice: &'a AdviceState,
    /// How long methods took, and will take.
    pub durations: &'a Durations,
    /// There is room for the verdict alone.
    pub is_folded: bool,
}

/// What stands under the sliders of each kind.
#[derive(Default)]
pub struct AllCliffs {
    pub records: Cliffs,
    pub ratings: RatingsCliffs,
    pub transactions: TransactionsCliffs,
}

pub fn show(ui: &mut Ui, lent: &Lent<'_>, cliffs: &mut AllCliffs, out: &mut Outbox) {
    (kinds::about(lent.workspace).panel.show)(ui, lent, cliffs, out);
}

/// What is asked for now: for the help.
pub fn asked(workspace: &Workspace) -> Vec<Word> {
    (kinds::about(workspace).panel.asked)(&workspace.settings().requirement)
}

pub fn microdata(ui: &mut Ui, lent: &Lent<'_>, cliffs: &mut Cliffs, out: &mut Outbox) {
    if lent.is_folded {
        return slim::show(ui, lent, verdict::verdict(lent), out);
    }
    slim::fold_button(ui, out);
    section_with(ui, "Requirement", |ui| {
        add_promise::show(ui, lent, out);
        profiles::show(ui, lent, out);
    });
    profiles::asked(ui, lent);
    ui.add_space(6.0);
    let promises = |ui: &mut Ui, out: &mut Outbox| promises::show(ui, lent, cliffs, out);
    let below = |ui: &mut Ui, out: &mut Outbox| method::show(ui, lent, out);
    in_parts(
        ui,
        out,
        promises,
        |ui, out| verdict::show(ui, lent, out),
        below,
    );
}

/// Many promises scroll by themselves: the verdict on them and the way to run stay in sight.
fn in_parts(
    ui: &mut Ui,
    out: &mut Outbox,
    promises: impl FnOnce(&mut Ui, &mut Outbox),
    verdict: impl FnOnce(&mut Ui, &mut Outbox),
    below: impl FnOnce(&mut Ui, &mut Outbox),
) {
    let known = Id::unique("height of the verdict");
    let height: f32 = ui.data(|data| data.get_temp(known)).unwrap_or(120.0);
    let room = ui.available_height();
    let most = (room - height - METHOD_HEAD).max(room * 0.4);
    ScrollArea::vertical()
        .id_salt("promises")
        .auto_shrink([false, true])
        .max_height(most)
        .show(ui, |ui| promises(ui, out));
    ui.add_space(8.0);
    ScrollArea::vertical()
        .id_salt("verdict and method")
        .auto_shrink(false)
        .show(ui, |ui| {
            let top = ui.cursor().top();
            verdict(ui, out);
            let height = ui.cursor().top() - top;
            ui.data_mut(|data| data.insert_temp(known, height));
            ui.add_space(14.0);
            below(ui, out);
            ui.add_space(8.0);
        });
}
