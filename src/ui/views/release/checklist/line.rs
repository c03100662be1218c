//! One line on the screen: its verdict as a shape and a colour, the words, and the way to mend it.

use super::{Item, ItemState};
use crate::ui::actions::Outbox;
use crate::ui::theme::{Tokens, icons};
use crate::ui::widgets::{link, number};
use egui::{RichText, Ui};

/// `is_judged`: what holds may be called good, since it is said what is asked for.
pub fn line(ui: &mut Ui, item: &Item, is_judged: bool, out: &mut Outbox) {
    let tokens = Tokens::of(ui);
    let (icon, ink, word) = match item.state {
        ItemState::Done if !is_judged => (icons::CHECKED, tokens.dim, "done"),
        ItemState::Done => (icons::SATISFIED, tokens.satisfied, "holds"),
        ItemState::Later => (icons::UNKNOWN, tokens.dim, "decided later"),
        ItemState::Notice => (icons::INFO, tokens.attention, "worth knowing"),
        ItemState::Blocks => (icons::VIOLATED, tokens.violates, "does not hold"),
        ItemState::Waiting => (icons::RUNNING, tokens.dim, "not known yet"),
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.label(icons::text(icon, 18.0).color(ink))
            .accessible_name(word);
        // A second line begins below the first and not below the icon.
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().interact_size.y = 20.0;
            ui.spacing_mut().item_spacing.y = 1.0;
            let ink = match item.state {
                ItemState::Later | ItemState::Waiting => tokens.dim,
                _ => tokens.text,
            };
            let words = ui.label(RichText::new(number::tied(&item.text)).color(ink));
            if !item.about.is_empty() {
                words.on_hover_text(item.about);
            }
            if let Some((words, action)) = &item.fix
                && link(ui, words).clicked()
            {
                out.send(action.clone());
            }
        });
    });
}
