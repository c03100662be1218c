//! Where the release goes, and the button: always in sight, below everything else.

use super::checklist::{Item, ItemState};
use super::{Lent, ReleaseView};
use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::focus;
use crate::ui::paths::Wants;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{
    PathField, link, number, primary_button, quiet_button, remark_words, told,
};
use egui::{Label, Ui};

const BUTTONS: f32 = 268.0;

impl ReleaseView {
    pub(super) fn place(&mut self, ui: &mut Ui, lent: &Lent<'_>, items: &[Item], out: &mut Outbox) {
        let why_not = self.why_not_with(lent, items);
        ui.horizontal(|ui| {
            ui.spacing_mut().interact_size.y = 32.0;
            let field = PathField::new("Folder of the release", Wants::New)
                .width((ui.available_width() - BUTTONS).max(120.0))
                .show(ui, &mut self.folder, &mut self.completion);
            focus::take(&field);
            field.on_hover_text("A new folder: the released table, a certificate and a report.");
            if quiet_button(ui, Some(icons::OPEN), "Browse").clicked() {
                out.run(Command::ReleaseFolder);
            }
            ui.add_enabled_ui(why_not.is_none(), |ui| {
                let button = primary_button(ui, Some(icons::RELEASE), "Write the release");
                if button.clicked() {
                    out.run(Command::WriteRelease);
                }
            });
        });
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().interact_size.y = 18.0;
            let remark = remark_words(ui, &self.folder, &self.completion, Wants::New);
            // First, so that it does not move while the words beside it change.
            if let Some(running) = &lent.running
                && link(ui, "Stop").clicked()
            {
                out.send(Action::StopJob(running.number));
            }
            if let Some(running) = lent.running.as_ref().filter(|running| running.has_something)
                && link(ui, "Take what is there").clicked()
            {
                out.send(Action::TakeWhatIsThere(running.number));
            }
            let words = match (&lent.running, why_not) {
                (Some(running), _) => {
                    let share = running.fraction.map(|share| number::percent(share.into()));
                    let share = share.map_or_else(String::new, |share| format!(", {share}"));
                    format!("The release is being written: {}{share}.", running.stage)
                }
                (None, Some(why)) => why,
                (None, None) if !lent.workspace.is_judged() => {
                    "Nothing is in the way, and nothing is promised that could protect anybody.".to_owned()
                }
                (None, None) if items.iter().any(|item| item.state == ItemState::Later) => {
                    "Nothing is in the way. What is known only once the method has run is decided before anything is \
                     written."
                        .to_owned()
                }
                (None, None) => "Everything holds. A new folder with the released table, a certificate and a report; what \
                                 stays in house is written beside it."
                    .to_owned(),
            };
            if let Some(remark) = remark {
                ui.add(Label::new(remark).wrap());
            }
            let dim = Tokens::of(ui).dim;
            told(ui, words, fonts::detail(), dim);
        });
    }
}
