//! Pool: what several releases of the same people tell whoever holds them all.

mod found;

use super::Lent;
use crate::ui::actions::{Action, Outbox, PoolAction};
use crate::ui::jobs::PickedFor;
use crate::ui::pool::PoolState;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::{
    Banner, BannerKind, EmptyState, check_box, head, icon_button, primary_button, quiet_button,
    sentence,
};
use cloakroom_core::earlier::Earlier;
use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, TextEdit, Ui, vec2};

const NOTHING: &str = "Releases of these people that were written before are listed here, and what they tell together is \
                       counted from their audit files. Nothing has been released yet.";

pub fn show(ui: &mut Ui, state: &mut PoolState, lent: &Lent<'_>, out: &mut Outbox) {
    let ground = Frame::new().fill(Tokens::of(ui).ground);
    let known = lent.workspace.earlier();
    if known.is_empty() {
        CentralPanel::no_frame().frame(ground).show(ui, |ui| {
            let empty = EmptyState::new(icons::COMPARE, NOTHING);
            if empty.action("Add a release", Some(icons::ADD)).show(ui) {
                out.send(Action::Pick(PickedFor::Audit));
            }
        });
        return;
    }
    Panel::top("pool head")
        .frame(head(ui))
        .show_separator_line(false)
        .show(ui, |ui| {
            sentence(
                ui,
                "Whoever holds several releases knows more than each of them tells. Assumed is the worst: that they know \
                 which records are the same person's, and who is in which release.",
            );
            ui.add_space(4.0);
            releases(ui, state, known, out);
            ui.add_space(4.0);
            ask(ui, state, lent, out);
        });
    let frame = ground.inner_margin(Margin::symmetric(18, 8));
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        ScrollArea::vertical()
            .id_salt("what the releases tell together")
            .auto_shrink(false)
            .show(ui, |ui| match state.answer(known) {
                None => {}
                Some((pooled, is_current)) => {
                    if !is_current {
                        let words = "This is of other releases than those that are ticked now.";
                        Banner::new(BannerKind::Attention, words).show(ui);
                        ui.add_space(6.0);
                    }
                    match &pooled.found {
                        Ok(answer) => found::show(ui, answer, out),
                        Err(why) => {
                            Banner::new(BannerKind::Error, why).show(ui);
                        }
                    }
                }
            });
    });
}

fn releases(ui: &mut Ui, state: &mut PoolState, known: &[Earlier], out: &mut Outbox) {
    for release in known {
        ui.horizontal(|ui| {
            let mut taken = state.is_taken(release);
            let words = match release.day() {
                Some(day) => format!("{} of {day}", release.name()),
                None => release.name(),
            };
            if check_box(ui, &mut taken, &words)
                .on_hover_text(release.audit.display().to_string())
                .changed()
            {
                let what = PoolAction::Take(release.audit.clone(), taken);
                out.send(Action::OnPool(what));
            }
            let words = format!("Forget {}", release.name());
            if icon_button(ui, icons::CLOSE, &words).clicked() {
                let what = PoolAction::Forget(release.audit.clone());
                out.send(Action::OnPool(what));
            }
        });
    }
}

fn ask(ui: &mut Ui, state: &mut PoolState, lent: &Lent<'_>, out: &mut Outbox) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
        if quiet_button(ui, Some(icons::ADD), "Add a release").clicked() {
            out.send(Action::Pick(PickedFor::Audit));
        }
        let name = "Column that tells who is who";
        let edit = TextEdit::singleline(&mut state.by)
            .hint_text("Who is who, if the data differ")
            .margin(Margin::symmetric(8, 5))
            .desired_width(220.0);
        ui.add(edit).accessible_name(name).on_hover_text(
            "For releases of different files, such as last year's: a column that names people in all of them. The files \
             are read again.",
        );
        let question = state.question(lent.workspace.earlier());
        if lent.pool_running.is_some() {
            sentence(ui, "Counting.");
        } else {
            ui.add_enabled_ui(question.is_some(), |ui| {
                if primary_button(ui, Some(icons::RUN), "Count together").clicked() {
                    out.send(Action::OnPool(PoolAction::Count));
                }
            });
            if question.is_none() {
                sentence(ui, "Two releases or more are needed.");
            }
        }
    });
}
