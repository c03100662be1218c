//! A person who rated: how many are close, and the ratings.

use super::super::Lent;
use super::{MOST_VALUES, cut, values};
use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::ratings::words::{about_k, deviation};
use crate::ui::widgets::{Chip, ChipKind, link, metric_row, number, section, sentence};
use cloakroom_core::ratings::Ratings;
use egui::Ui;

pub fn show(ui: &mut Ui, row: u32, lent: &Lent<'_>, out: &mut Outbox) {
    close(ui, row, lent, out);
    match lent.workspace.loaded().dataset.ratings() {
        Some(Ratings::Wide(table, _)) => values(ui, row, table, lent),
        Some(Ratings::Long(sparse)) => {
            let range = sparse.starts[row as usize]..sparse.starts[row as usize + 1];
            section(ui, &number::counted(range.len() as u64, "rating"));
            for at in range.take(MOST_VALUES) {
                let issue = sparse.issues.get(sparse.issue[at]);
                metric_row(ui, &cut(issue), &sparse.scale.text(sparse.rating[at]));
            }
        }
        None => {}
    }
}

/// How many people are close, how many are needed, and the way to them.
fn close(ui: &mut Ui, row: u32, lent: &Lent<'_>, out: &mut Outbox) {
    let Some(people) = lent
        .people
        .filter(|people| (row as usize) < people.people())
    else {
        return;
    };
    let (kind, words) = if people.violates(row as usize) {
        (ChipKind::Violates, "violates")
    } else {
        (ChipKind::Satisfied, "satisfies")
    };
    ui.add(Chip::new(kind, words));
    let record = people.profile.patterns().record_of[row as usize];
    let others = people.within(record).saturating_sub(1) as usize;
    ui.label(about_k(others, people.target.k));
    if people.target.deviation > 0 && people.reaches(record) < people.target.deviation {
        sentence(
            ui,
            &format!(
                "The sensitive ratings of those close spread {}, {} is needed.",
                deviation(people.reaches(record)),
                deviation(people.target.deviation)
            ),
        );
    }
    if link(ui, "See the neighbourhood").clicked() {
        out.send(Action::ShowTab(ExploreTab::Neighbourhood));
    }
    ui.add_space(6.0);
}
