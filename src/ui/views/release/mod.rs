//! The Release stage: a checklist that turns into a button, how and for whom a release is written, and what became of it.

mod candidates;
pub(in crate::ui) mod checklist;
mod context;
mod options;
mod place;
mod reason;
mod recipients;
pub(in crate::ui) mod told;
mod written;

pub use candidates::Batch;

use crate::ui::actions::Outbox;
use crate::ui::column_facts::ColumnFacts;
use crate::ui::compare::kept::KeptResults;
use crate::ui::jobs::Running;
use crate::ui::kinds;
use crate::ui::method_result::MethodResult;
use crate::ui::paths::Completion;
use crate::ui::pool::PoolState;
use crate::ui::ratings::status::RatingsStatus;
use crate::ui::status::Status;
use crate::ui::theme::{MARGIN, Tokens, fonts};
use crate::ui::transactions::status::TransactionsStatus;
use crate::ui::widgets::{sentence, title};
use checklist::{Item, Subject, checklist, line, why_not};
use cloakroom_core::settings::Settings;
use cloakroom_engine::contents::FileSize;
use cloakroom_engine::hierarchies::BuiltHierarchies;
use cloakroom_engine::release::ReleaseOutcome;
use cloakroom_engine::shelf::KeptId;
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::profile::doubts::Doubt;
use context::ReportForm;
use egui::{CentralPanel, Frame, Margin, Panel, RichText, ScrollArea, Ui};
use reason::ReasonForm;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use told::Told;

/// Where there is less room, options follow the checklist instead of standing beside it.
const TWO_COLUMNS: f32 = 620.0;

#[derive(Default)]
pub struct ReleaseView {
    pub folder: String,
    completion: Completion,
    pub form: ReportForm,
    /// Why a column is released as it is, while that is typed.
    pub reason: ReasonForm,
    /// What was written last, or why nothing was.
    pub written: Option<Written>,
    /// It is new: it is to be seen without scrolling.
    pub reveal: bool,
    /// What became of the releases for all recipients, with the settings they were made for.
    pub for_all: Option<(Settings, Vec<Told>)>,
    pub reveal_for_all: bool,
    /// Candidates of the shelf that are to be released.
    pub ticked: BTreeSet<KeptId>,
    pub batch: Option<Batch>,
    pub reveal_batch: bool,
}

/// How a release ended.
pub struct Written {
    /// What it was made for.
    pub settings: Settings,
    pub folder: PathBuf,
    /// What lies in the folder.
    pub files: Vec<FileSize>,
    pub outcome: Box<ReleaseOutcome>,
}

pub struct Lent<'a> {
    pub workspace: &'a Workspace,
    /// The audit file of what was written with the settings as they are.
    pub just_written: Option<&'a Path>,
    pub status: Option<&'a Status>,
    /// Of ratings.
    pub people: Option<&'a RatingsStatus>,
    /// Of transactions.
    pub baskets: Option<&'a TransactionsStatus>,
    pub built: &'a BuiltHierarchies,
    /// What the last run of the method brought.
    pub result: Option<&'a MethodResult>,
    pub method_running: bool,
    /// What was counted of every column, once it is.
    pub columns: Option<&'a [ColumnFacts]>,
    /// What speaks against columns that are released as they are, once it is known.
    pub doubts: Option<Vec<Doubt>>,
    /// What the candidates on the shelf gave.
    pub kept: &'a KeptResults,
    /// What releases that were written before tell together, if it is known.
    pub pool: &'a PoolState,
    /// A release is being written.
    pub running: Option<Running>,
}

impl ReleaseView {
    /// `items` are the lines of the checklist, made once for the whole window.
    pub fn show(&mut self, ui: &mut Ui, lent: &Lent<'_>, items: &[Item], out: &mut Outbox) {
        let tokens = Tokens::of(ui);
        let side = MARGIN as i8 + 6;
        let foot = Frame::new()
            .fill(tokens.panel)
            .inner_margin(Margin::symmetric(side, 10));
        Panel::bottom("where to")
            .frame(foot)
            .show(ui, |ui| self.place(ui, lent, items, out));
        let ground = Frame::new().fill(tokens.ground);
        if ui.available_width() < TWO_COLUMNS {
            let frame = ground.inner_margin(Margin::symmetric(side, MARGIN as i8));
            CentralPanel::no_frame().frame(frame).show(ui, |ui| {
                scrolled(ui, "release", |ui| {
                    self.lines(ui, lent, items, out);
                    ui.add_space(16.0);
                    self.beside(ui, lent, items, out);
                });
            });
            return;
        }
        let margin = |left, right| Margin {
            left,
            right,
            top: MARGIN as i8,
            bottom: 0,
        };
        Panel::right("how and for whom")
            .resizable(false)
            .exact_size((ui.available_width() * 0.46).round())
            .frame(ground.inner_margin(margin(16, 8)))
            .show(ui, |ui| {
                scrolled(ui, "how and for whom", |ui| {
                    self.beside(ui, lent, items, out);
                });
            });
        CentralPanel::no_frame()
            .frame(ground.inner_margin(margin(side, 8)))
            .show(ui, |ui| {
                scrolled(ui, "checklist", |ui| self.lines(ui, lent, items, out));
            });
    }

    /// What stands beside the checklist.
    fn beside(&mut self, ui: &mut Ui, lent: &Lent<'_>, items: &[Item], out: &mut Outbox) {
        self.result(ui, lent, out);
        options::how(ui, lent, out);
        ui.add_space(14.0);
        options::in_house(ui, lent, &self.folder, out);
        ui.add_space(8.0);
        self.form.show(ui, &lent.workspace.settings().report, out);
        self.candidates(ui, lent, out);
        self.recipients(ui, lent, items, out);
        ui.add_space(16.0);
    }

    /// Why a release cannot be written now.
    pub fn why_not(&self, lent: &Lent<'_>) -> Option<String> {
        self.why_not_with(lent, &checklist(lent))
    }

    fn why_not_with(&self, lent: &Lent<'_>, items: &[Item]) -> Option<String> {
        why_not(items.iter(), &self.folder, lent.running.is_some())
            .or_else(|| self.form.fault())
            .or_else(|| {
                let words = "That folder has just been written. Name another one.";
                self.is_just_written().then(|| words.to_owned())
            })
    }

    /// A release is never written over.
    fn is_just_written(&self) -> bool {
        self.taken().is_some()
    }

    /// The release that lies in the folder that is named.
    pub fn taken(&self) -> Option<&Written> {
        self.written.as_ref().filter(|written| {
            let is_there = matches!(written.outcome.as_ref(), ReleaseOutcome::Written(_));
            is_there && written.folder == Path::new(self.folder.trim())
        })
    }

    /// The checklist, by subject.
    fn lines(&mut self, ui: &mut Ui, lent: &Lent<'_>, items: &[Item], out: &mut Outbox) {
        title(ui, "Release");
        sentence(
            ui,
            "A line in red has to be mended before anything is written. One in amber is for you to weigh and stops nothing.",
        );
        ui.spacing_mut().item_spacing.y = 3.0;
        ui.spacing_mut().interact_size.y = 22.0;
        let is_judged = lent.workspace.is_judged();
        let mut last: Option<Subject> = None;
        for item in items {
            if last != Some(item.subject) {
                last = Some(item.subject);
                ui.add_space(10.0);
                let heading = item.subject.heading(kinds::about(lent.workspace));
                let dim = Tokens::of(ui).dim;
                ui.label(RichText::new(heading).font(fonts::detail()).color(dim));
            }
            line(ui, item, is_judged, out);
            if let Some(column) = &item.confirms {
                let roles = &lent.workspace.settings().roles;
                self.reason.show(ui, column, roles, out);
            }
        }
        ui.add_space(16.0);
    }
}

fn scrolled(ui: &mut Ui, name: &str, contents: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical()
        .id_salt(name)
        .auto_shrink(false)
        .show(ui, |ui| {
            // The bar of a long list stands beside it and not on it.
            ui.set_max_width(ui.available_width() - 10.0);
            contents(ui);
        });
}
