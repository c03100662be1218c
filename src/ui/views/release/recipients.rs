//! A release for everybody who asks: who gets what, and what became of each.

use super::checklist::{Item, ItemState};
use super::{Lent, ReleaseView, told};
use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{
    self, Banner, BannerKind, link, number, quiet_button, section_with, sentence,
};
use cloakroom_core::method::MethodName;
use cloakroom_engine::change::Change;
use egui::Ui;

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
        let is_counted = lent.workspace.in_batches().is_some();
        let kind = lent.workspace.kind();
        if !MethodName::Decomposition.kinds().contains(&kind) || is_counted {
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
            "One release for each of them, in a folder of its own below the one named below, each with its own certificate; \
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
            widgets::told(ui, words, fonts::body(), Tokens::of(ui).text);
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
        super::checklist::why_not(shared.into_iter(), &self.folder, lent.running.is_some())
            .or_else(|| self.form.fault())
    }

    fn outcomes(&mut self, ui: &mut Ui, lent: &Lent<'_>) {
        let Some((made_for, told)) = &self.for_all else {
            return;
        };
        ui.add_space(10.0);
        let is_stale = made_for != lent.workspace.settings();
        let settings = if is_stale {
            ", with earlier settings"
        } else {
            ""
        };
        let heading = format!("{}{settings}", told::headline(told, told.len()));
        let card = told::card(ui, &heading, told);
        if std::mem::take(&mut self.reveal_for_all) {
            card.scroll_to_me(Some(egui::Align::BOTTOM));
        }
    }
}
