//! A release for everybody who asks: who gets what, and what became of each.

use super::checklist::{Item, ItemState};
use super::{Lent, ReleaseView};
use crate::engine::change::Change;
use crate::engine::recipients::{RecipientOutcome, RecipientRelease};
use crate::model::kind::Kind;
use crate::model::method::MethodName;
use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::theme::{CARD_RADIUS, Tokens, fonts, icons};
use crate::ui::widgets::{Banner, BannerKind, link, number, quiet_button, section_with, sentence};
use egui::{Frame, Label, Margin, RichText, Stroke, Ui};

impl ReleaseView {
    /// Beside the one release: one for each recipient.
    pub(super) fn recipients(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        items: &[Item],
        out: &mut Outbox,
    ) {
        let settings = lent.workspace.settings();
        if lent.workspace.kind() != Kind::Microdata {
            return;
        }
        if settings.recipients.is_empty() && settings.method.name != MethodName::Decomposition {
            return;
        }
        ui.add_space(20.0);
        section_with(ui, "For all recipients", |ui| {
            if link(ui, "Recipients and trust").clicked() {
                out.send(Action::ShowRecipients);
            }
        });
        if settings.recipients.is_empty() {
            sentence(
                ui,
                "Nobody is named yet. Each recipient would get a release of their own, as exact as the trust in them \
                 allows, with its own certificate.",
            );
            return;
        }
        sentence(
            ui,
            "One release for each of them, in a folder of its own below the one above, each with its own certificate; \
             the promises are the same for all.",
        );
        ui.add_space(4.0);
        let told = &settings.method.decomposition;
        for recipient in &settings.recipients {
            let purpose = recipient.purpose.as_ref().or(told.purpose.as_ref());
            let purpose = match purpose {
                Some(name) => format!(", for {name}"),
                None => String::new(),
            };
            let words = format!(
                "{}: trust {}, degree {}{purpose}",
                recipient.name,
                number::decimal(recipient.trust),
                number::decimal(told.projection.degree(recipient.trust)),
            );
            ui.label(words);
        }
        ui.add_space(6.0);
        if settings.method.name != MethodName::Decomposition {
            let words = "Trust becomes levels by the method of purpose and trust, which is not the one that is chosen.";
            if Banner::new(BannerKind::Attention, words)
                .action("Choose it")
                .show(ui)
            {
                out.change(Change::SetMethod(MethodName::Decomposition));
            }
            return;
        }
        let why_not = self.why_not_for_all(lent, items);
        ui.add_enabled_ui(why_not.is_none(), |ui| {
            let button = quiet_button(ui, Some(icons::RELEASE), "Release for all recipients");
            if button.clicked() {
                out.run(Command::ReleaseForRecipients);
            }
        });
        if let Some(why) = why_not {
            sentence(ui, &why);
        }
        self.outcomes(ui, lent);
    }

    /// Why the releases for all cannot be written now. Whether each reaches the requirement is seen when it is made.
    pub fn why_not_for_all(&self, lent: &Lent<'_>, items: &[Item]) -> Option<String> {
        let settings = lent.workspace.settings();
        if settings.recipients.is_empty() {
            return Some("Name a recipient first.".to_owned());
        }
        if settings.method.name != MethodName::Decomposition {
            return Some("Choose the method of purpose and trust first.".to_owned());
        }
        let of_the_one = |item: &&Item| item.state == ItemState::Blocks && item.of_method;
        let shared: Vec<&Item> = items.iter().filter(|item| !of_the_one(item)).collect();
        super::checklist::why_not(shared.into_iter(), &self.folder, lent.running)
    }

    fn outcomes(&mut self, ui: &mut Ui, lent: &Lent<'_>) {
        let Some((revision, releases)) = &self.for_all else {
            return;
        };
        ui.add_space(10.0);
        let tokens = Tokens::of(ui);
        let stale = *revision != lent.workspace.revision();
        let card = Frame::new()
            .fill(tokens.card)
            .stroke(Stroke::new(1.0, tokens.line))
            .corner_radius(CARD_RADIUS)
            .inner_margin(Margin::same(14))
            .show(ui, |ui| {
                ui.set_width(ui.available_width());
                let written = releases
                    .iter()
                    .filter(|release| matches!(release.outcome, RecipientOutcome::Written(_)))
                    .count();
                let settings = if stale { ", with earlier settings" } else { "" };
                let words = format!(
                    "{} of {} written and verified{settings}",
                    number::count(written as u64),
                    number::counted(releases.len() as u64, "release"),
                );
                ui.label(fonts::strong_text(words));
                for release in releases {
                    outcome(ui, release);
                }
            });
        if std::mem::take(&mut self.reveal_for_all) {
            card.response.scroll_to_me(Some(egui::Align::BOTTOM));
        }
    }
}

/// What became of one recipient.
fn outcome(ui: &mut Ui, release: &RecipientRelease) {
    let tokens = Tokens::of(ui);
    let (icon, ink, words) = match &release.outcome {
        RecipientOutcome::Written(answer) => {
            let degree = match &answer.decomposition {
                Some(report) => format!(
                    "degree {} asked for, {} reached; ",
                    number::decimal(report.target_degree),
                    number::decimal(report.degree_released)
                ),
                None => String::new(),
            };
            let words = format!(
                "{degree}{} released, {} left out",
                number::counted(answer.check.records as u64, "record"),
                number::count(answer.suppressed_rows.len() as u64)
            );
            (icons::SATISFIED, tokens.satisfied, words)
        }
        RecipientOutcome::NotReached(missed) => (
            icons::VIOLATED,
            tokens.violates,
            format!("nothing was written: {}", missed.why),
        ),
        RecipientOutcome::Failed { why } => (
            icons::ERROR,
            tokens.violates,
            format!("nothing was written: {why}"),
        ),
        RecipientOutcome::Stopped => (icons::CLOSE, tokens.dim, "stopped".to_owned()),
    };
    ui.horizontal_top(|ui| {
        ui.label(icons::text(icon, 18.0).color(ink));
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            let words = format!("{}: {words}", release.recipient);
            ui.add(Label::new(words).wrap());
            if matches!(release.outcome, RecipientOutcome::Written(_)) {
                let path = release.folder.display().to_string();
                let path = RichText::new(path).font(fonts::detail()).color(tokens.dim);
                ui.add(Label::new(path).wrap());
            }
        });
    });
}
