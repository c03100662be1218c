//! Several candidates of the shelf in one go: each with its own settings, in a folder of its own.

use super::told::{self, Told, ToldEnd};
use super::{Lent, ReleaseView};
use crate::ui::actions::{Action, CompareTab, Outbox};
use crate::ui::compare::kept::KeptState;
use crate::ui::method_result::RunOutcome;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::{check_box, detail, link, number, quiet_button, section_with};
use cloakroom_core::kept::Kept;
use cloakroom_core::method::MethodName;
use cloakroom_core::roles::Role;
use cloakroom_core::settings::Settings;
use cloakroom_engine::release::is_sql_for;
use cloakroom_engine::shelf::KeptId;
use egui::Ui;
use std::sync::{Arc, Mutex, PoisonError};

/// A batch that is being written or is over.
pub struct Batch {
    /// Of the settings it was begun with.
    pub settings: Settings,
    pub names: Vec<String>,
    /// What has ended so far, shared with the work.
    pub ended: Arc<Mutex<Vec<Told>>>,
    pub is_over: bool,
}

impl Batch {
    pub fn told(&self) -> Vec<Told> {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        ended.clone()
    }
}

impl ReleaseView {
    /// Nothing more is written; a batch of which nothing is there is not worth a card.
    pub fn end_batch(&mut self) {
        if let Some(batch) = &mut self.batch {
            batch.is_over = true;
            if batch.told().is_empty() {
                self.batch = None;
            }
        }
    }

    pub(super) fn candidates(&mut self, ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
        let shelf = lent.workspace.shelf();
        self.ticked.retain(|id| shelf.get(*id).is_some());
        // A table that is larger than the memory is released one at a time.
        if shelf.is_empty() || lent.workspace.in_batches().is_some() {
            return;
        }
        ui.add_space(18.0);
        section_with(ui, "Candidates of the shelf", |ui| {
            if link(ui, "Compare them").clicked() {
                out.send(Action::ShowCompare(CompareTab::Shelf));
            }
        });
        let dim = Tokens::of(ui).dim;
        let words = "A release for each that is ticked, with its own settings and certificate, in a folder of its own below \
                     the one named below; what stays in house lies there too, beside each of them, so pass on these folders and not \
                     the one around them. How they are written, and what the reports say, is as above.";
        detail(ui, words, dim);
        ui.add_space(2.0);
        for (id, kept) in shelf.iter() {
            let why_not = why_not(lent, id, kept);
            let mut ticked = self.ticked.contains(&id);
            ui.add_enabled_ui(why_not.is_none() || ticked, |ui| {
                if check_box(ui, &mut ticked, &kept.name).changed() {
                    match ticked {
                        true => self.ticked.insert(id),
                        false => self.ticked.remove(&id),
                    };
                }
            });
            about(ui, kept, why_not.as_deref());
        }
        let why_not = self.why_not_candidates(lent);
        ui.add_enabled_ui(why_not.is_none(), |ui| {
            if quiet_button(ui, Some(icons::RELEASE), "Release the ticked candidates").clicked() {
                out.send(Action::ReleaseCandidates);
            }
        });
        if let Some(why) = why_not.filter(|_| lent.running.is_none()) {
            detail(ui, why, dim);
        }
        self.batched(ui, lent);
    }

    /// Why the ticked candidates cannot be released now. Whether each reaches its requirement is seen when it is made.
    pub fn why_not_candidates(&self, lent: &Lent<'_>) -> Option<String> {
        if lent.running.is_some() {
            return Some("A release is being written.".to_owned());
        }
        if let Some(fault) = self.form.fault() {
            return Some(fault);
        }
        let shelf = lent.workspace.shelf();
        let ticked = shelf.iter().filter(|(id, _)| self.ticked.contains(id));
        let mut any = false;
        for (id, kept) in ticked {
            any = true;
            if let Some(why) = why_not(lent, id, kept) {
                return Some(format!("{}: {why}", kept.name));
            }
        }
        if !any {
            return Some("Tick a candidate first.".to_owned());
        }
        let is_named = !self.folder.trim().is_empty();
        (!is_named).then(|| "Choose a folder first.".to_owned())
    }

    fn batched(&mut self, ui: &mut Ui, lent: &Lent<'_>) {
        let Some(batch) = &self.batch else {
            return;
        };
        let told = batch.told();
        ui.add_space(8.0);
        let headline = told::headline(&told, batch.names.len());
        let is_stopped = told.iter().any(|one| one.end == ToldEnd::Stopped);
        let heading = match (batch.is_over, batch.names.get(told.len())) {
            (false, Some(next)) => format!("{headline}; {next} is being written"),
            (true, _) if is_stopped => format!("{headline}, then stopped"),
            (true, _) if batch.settings != *lent.workspace.settings() => {
                format!("{headline}, with earlier settings")
            }
            _ => headline,
        };
        let card = told::card(ui, &heading, &told);
        if std::mem::take(&mut self.reveal_batch) {
            card.scroll_to_me(Some(egui::Align::BOTTOM));
        }
    }
}

/// Why a candidate cannot be released, whatever is ticked.
fn why_not(lent: &Lent<'_>, id: KeptId, kept: &Kept) -> Option<String> {
    let settings = &kept.settings;
    let columns = lent
        .workspace
        .table()
        .map_or(&[][..], |table| table.columns());
    let undecided: Vec<&str> = columns
        .iter()
        .map(|column| column.name())
        .filter(|name| settings.roles.of(name).is_none())
        .collect();
    if let Some(first) = undecided.first() {
        return Some(match undecided.len() {
            1 => format!("its settings leave {first} undecided."),
            many => format!(
                "its settings leave {first} and {} undecided.",
                number::counted_as(many as u64 - 1, "other", "others")
            ),
        });
    }
    if settings.requirement.is_empty() {
        return Some("it promises nothing.".to_owned());
    }
    let quasi = columns
        .iter()
        .filter(|column| settings.roles.of(column.name()) == Some(Role::Quasi));
    if !columns.is_empty() && quasi.count() == 0 {
        return Some("in its settings nothing is what others may know.".to_owned());
    }
    let method = settings.method.name;
    if lent.workspace.settings().release.sql && !is_sql_for(method, lent.workspace.kind()) {
        return Some("its method cannot be written as SQL, which is asked for above.".to_owned());
    }
    match lent.kept.state(id) {
        KeptState::Ready(result) => match &result.outcome {
            RunOutcome::NotReached(why) => Some(format!("it cannot be reached: {why}.")),
            _ => None,
        },
        KeptState::Failed(why) => Some(format!("its last run failed: {why}")),
        _ => None,
    }
}

/// What a candidate promises and by which method, or why it cannot be released.
fn about(ui: &mut Ui, kept: &Kept, why_not: Option<&str>) {
    let tokens = Tokens::of(ui);
    let method = kept.settings.method.name;
    let by = match method {
        MethodName::None => String::new(),
        _ if kept.name.starts_with(method.title()) => String::new(),
        _ => format!("{}, ", method.title()),
    };
    let (words, ink) = match why_not {
        Some(why) => {
            let mut words = why.to_owned();
            crate::ui::widgets::capitalize(&mut words);
            (words, tokens.attention_text)
        }
        None => (
            format!("{by}{}", kept.settings.requirement.sentence()),
            tokens.dim,
        ),
    };
    ui.horizontal_top(|ui| {
        ui.add_space(24.0);
        detail(ui, words, ink);
    });
    ui.add_space(4.0);
}
