//! What is shown while there is no lattice to look at: why, and what can be done.

use crate::ui::actions::{Action, Outbox, Stage};
use crate::ui::commands::Command;
use crate::ui::lattice::{Held, Lattice};
use crate::ui::theme::{Tokens, icons};
use crate::ui::views::explore::Lent;
use crate::ui::widgets::{EmptyState, number};
use cloakroom_core::method::MethodName;
use egui::{CentralPanel, Frame, Ui};
use std::sync::Arc;

/// The lattice, or an empty state in its place.
pub fn ready(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) -> Option<Arc<Held>> {
    if let Some(Lattice::Held(held)) = lent.lattice {
        return Some(held.clone());
    }
    let frame = Frame::new().fill(Tokens::of(ui).ground);
    CentralPanel::no_frame()
        .frame(frame)
        .show(ui, |ui| explain(ui, lent, out));
    None
}

fn explain(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    if let Some(Err(problem)) = &lent.hierarchies {
        let words = format!("The lattice needs every hierarchy in order. {problem}");
        if EmptyState::new(icons::HIERARCHIES, &words)
            .action("Go to Hierarchies", Some(icons::HIERARCHIES))
            .show(ui)
        {
            out.send(Action::Go(Stage::Hierarchies));
        }
        return;
    }
    match lent.lattice {
        Some(Lattice::TooLarge { nodes }) => too_large(ui, *nodes, lent, out),
        _ if lent.lattice_running || lent.hierarchies.is_none() => {
            let words = "Counting the classes of every combination of levels. Its progress is at the bottom \
                         of the window, where it can be stopped.";
            EmptyState::new(icons::RUNNING, words).show(ui);
        }
        _ => {
            let words = "The lattice has not been computed.";
            if EmptyState::new(icons::HIERARCHIES, words)
                .action("Compute it", Some(icons::RUN))
                .show(ui)
            {
                out.send(Action::ComputeLattice);
            }
        }
    }
}

fn too_large(ui: &mut Ui, nodes: u64, lent: &Lent<'_>, out: &mut Outbox) {
    let many = match nodes {
        u64::MAX => "More combinations of levels than can be counted".to_owned(),
        some => number::counted(some, "combination"),
    };
    let found = lent
        .result
        .filter(|result| result.settings().method.name == MethodName::Optimal)
        .and_then(|result| result.candidate())
        .and_then(|candidate| candidate.anonymized.levels.as_ref());
    let quasi = lent.workspace.with_role(cloakroom_core::roles::Role::Quasi);
    let mut words = format!(
        "{many} are too many to hold one by one: a search looks for the best among those that it can reach."
    );
    if let Some(levels) = found {
        let parts: Vec<String> = quasi
            .iter()
            .zip(levels)
            .map(|(column, level)| format!("{} {level}", column.name()))
            .collect();
        words.push_str(&format!(" It found {}.", parts.join(" · ")));
    }
    let state = EmptyState::new(icons::HIERARCHIES, &words);
    if lent.method_running {
        state.show(ui);
        return;
    }
    let action = match found {
        Some(_) => "Search again",
        None => "Search for the optimum",
    };
    if state.action(action, Some(icons::RUN)).show(ui) {
        out.change(cloakroom_engine::change::Change::SetMethod(
            MethodName::Optimal,
        ));
        out.run(Command::RunMethod);
    }
}
