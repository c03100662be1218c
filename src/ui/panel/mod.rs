//! The right panel, the same in every stage: the requirement, the verdict, what it means.

use super::actions::{Action, Outbox, Stage};
use super::widgets::{
    ThresholdSlider, VerdictCard, VerdictState, metric_row, number, primary_button, section,
    sentence,
};
use crate::engine::change::Change;
use crate::engine::workspace::Workspace;
use crate::model::roles::Role;
use crate::profile::classes::ClassProfile;
use crate::ui::theme::icons;
use egui::{ScrollArea, Ui};

/// The slider's largest k; larger ones can be typed when the requirement already is larger.
const USUAL_LARGEST_K: u32 = 50;
const LARGEST_SHARE: f64 = 0.2;

/// What a slider needs of a profile, computed once for it.
#[derive(Default)]
pub struct Cliff {
    profile: Option<*const ClassProfile>,
    largest: u32,
    shares: Vec<f64>,
}

impl Cliff {
    /// The share of records that each k from 1 to `largest` leaves violating.
    fn refresh(&mut self, profile: Option<&ClassProfile>, largest: u32) -> &[f64] {
        let address = profile.map(std::ptr::from_ref);
        if self.profile != address || self.largest != largest {
            self.shares = profile.map_or_else(Vec::new, |profile| {
                let records = profile.records().max(1) as f64;
                (1..=largest)
                    .map(|k| profile.violating(k) as f64 / records)
                    .collect()
            });
            self.profile = address;
            self.largest = largest;
        }
        &self.shares
    }
}

pub struct Lent<'a> {
    pub workspace: &'a Workspace,
    pub profile: Option<&'a ClassProfile>,
    pub profile_running: bool,
    pub stage: Stage,
}

pub fn microdata(ui: &mut Ui, lent: &Lent<'_>, cliff: &mut Cliff, out: &mut Outbox) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        section(ui, "Requirement");
        ui.add_space(6.0);
        sliders(ui, lent, cliff, out);
        ui.add_space(14.0);
        verdict(ui, lent, out);
        ui.add_space(18.0);
        method(ui, lent, out);
    });
}

fn sliders(ui: &mut Ui, lent: &Lent<'_>, cliff: &mut Cliff, out: &mut Outbox) {
    let requirement = &lent.workspace.settings().requirement;
    let records = lent.workspace.records();
    let may_leave_out = requirement.may_leave_out(records);
    let mut k = requirement.k.unwrap_or(1);
    let largest = USUAL_LARGEST_K.max(k).min((records as u32).max(2));
    let reached = lent
        .profile
        .and_then(|profile| profile.reached(may_leave_out));
    let shares = cliff.refresh(lent.profile, largest);
    let slider = ThresholdSlider::new("k", "records per class", &mut k, 1..=largest)
        .reached(reached.map(f64::from))
        .violating(shares)
        .typed_up_to(records as f64);
    let definition = "k-anonymity: every record shares its quasi-identifiers with at least k − 1 others \
                      (thesis, chapter 2). Statisticians say minimum cell count. The bars show how many \
                      records each k leaves violating; the tick shows the k that the data reach now.";
    if ui.add(slider.explain(definition)).changed() {
        out.change(Change::SetK(Some(k)));
    }
    ui.add_space(6.0);
    let mut share = requirement.suppression;
    let most = LARGEST_SHARE.max(share);
    let needed = lent.profile.map(|profile| {
        profile.violating(requirement.k.unwrap_or(1)) as f64 / records.max(1) as f64
    });
    let slider = ThresholdSlider::new("", "records that may be left out", &mut share, 0.0..=most)
        .step(0.001)
        .percent()
        .typed_up_to(1.0)
        .reached(needed.filter(|&needed| needed <= most));
    let definition = "The largest share of records that a release may lack. Records in classes below k are \
                      left out whole; statisticians say record suppression. The tick shows the share that \
                      would have to be left out at this k.";
    if ui.add(slider.explain(definition)).changed() {
        out.change(Change::SetSuppression(share));
    }
}

fn verdict(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let workspace = lent.workspace;
    let requirement = &workspace.settings().requirement;
    if workspace.with_role(Role::Quasi).is_empty() {
        VerdictCard::new(VerdictState::Unknown, "Not known yet")
            .note("Mark the columns that others may know as quasi-identifiers.")
            .show(ui);
        return;
    }
    let Some(profile) = lent.profile else {
        let (state, note) = if lent.profile_running {
            (
                VerdictState::Running,
                "Grouping the records by their quasi-identifiers.",
            )
        } else {
            (VerdictState::Unknown, "The classes could not be computed.")
        };
        VerdictCard::new(state, "Not known yet").note(note).show(ui);
        return;
    };
    let k = requirement.k.unwrap_or(1);
    let violating = profile.violating(k);
    let records = profile.records();
    let may_leave_out = requirement.may_leave_out(records);
    let share = format!(
        "{} of the table",
        number::percent(violating as f64 / records.max(1) as f64)
    );
    let clicked = if violating == 0 {
        let note = match k {
            1 => "With k = 1 every table is satisfied: nothing is promised.".to_owned(),
            2 => "Every record shares its quasi-identifiers with at least one other.".to_owned(),
            _ => format!(
                "Every record shares its quasi-identifiers with at least {} others.",
                k - 1
            ),
        };
        VerdictCard::new(VerdictState::Satisfied, "Satisfied")
            .note(&note)
            .show(ui)
    } else if violating <= may_leave_out && violating < records {
        let headline = match violating {
            1 => "Satisfied without 1 record".to_owned(),
            _ => format!(
                "Satisfied without {} records",
                number::count(violating as u64)
            ),
        };
        let note = format!(
            "They are in classes below k and are left out; {} may be.",
            number::count(may_leave_out as u64)
        );
        VerdictCard::new(VerdictState::Satisfied, &headline)
            .share(&share)
            .note(&note)
            .link("Show")
            .show(ui)
    } else {
        let headline = match violating {
            1 => "1 record violates".to_owned(),
            _ => format!("{} records violate", number::count(violating as u64)),
        };
        let alone = profile.violating(2);
        let note = format!(
            "They are in {} below k; {} alone in theirs.",
            number::counted_as(profile.violating_classes(k) as u64, "class", "classes"),
            number::counted_as(alone as u64, "is", "are")
        );
        VerdictCard::new(VerdictState::Violated, &headline)
            .share(&share)
            .note(&note)
            .link("Show")
            .show(ui)
    };
    if clicked.is_some() {
        out.send(Action::ShowViolating);
    }
}

fn method(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    let workspace = lent.workspace;
    let method = workspace.settings().method.name;
    section(ui, "Method");
    ui.label(super::theme::fonts::strong_text(method.title()));
    sentence(ui, method.sentence());
    ui.add_space(6.0);
    if let Some(profile) = lent.profile {
        let k = workspace.settings().requirement.k.unwrap_or(1);
        let left_out = profile.violating(k);
        let kept_classes = profile.classes() - profile.violating_classes(k);
        let kept = profile.records() - left_out;
        metric_row(
            ui,
            "classes of at least k",
            &number::count(kept_classes as u64),
        )
        .on_hover_text(
            "Groups of records that share all quasi-identifiers and have at least k members.",
        );
        metric_row(ui, "records in them", &number::count(kept as u64));
        metric_row(ui, "records below k", &number::count(left_out as u64));
        risk(ui, lent, profile, k, left_out);
    }
    if lent.stage != Stage::Release {
        ui.add_space(10.0);
        if primary_button(ui, Some(icons::RELEASE), "Go to release").clicked() {
            out.send(Action::Go(Stage::Release));
        }
    }
}

/// The risk of what would be released; of the table as it is, while nothing can be.
fn risk(ui: &mut Ui, lent: &Lent<'_>, profile: &ClassProfile, k: u32, left_out: usize) {
    let requirement = &lent.workspace.settings().requirement;
    let holds = left_out <= requirement.may_leave_out(profile.records());
    let smallest = profile
        .histogram()
        .iter()
        .find(|entry| !holds || entry.size >= k)
        .map(|entry| entry.size);
    let Some(smallest) = smallest else {
        return;
    };
    let label = if holds {
        "largest risk"
    } else {
        "largest risk now"
    };
    let words = format!("1 in {}", number::count(u64::from(smallest)));
    metric_row(ui, label, &words).on_hover_text(
        "Prosecutor risk: somebody who knows that a person is in the table and knows the quasi-identifiers \
         picks the right record with at most this chance (1 / smallest class).",
    );
}
