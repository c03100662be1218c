//! What words about issues mean: the usual ones, and those that the user explains.

use crate::ui::theme::{self, Tokens, fonts, icons};
use crate::ui::widgets::{icon_button, number, quiet_button, section, sentence};
use cloakroom_core::ratings::Scale;
use cloakroom_engine::attack::{Word, Words};
use egui::{DragValue, Label, Popup, PopupCloseBehavior, RichText, ScrollArea, TextEdit, Ui};

const HEIGHT: f32 = 420.0;

#[derive(Default)]
pub struct WordsEditor {
    /// A word that is being written.
    draft: String,
}

impl WordsEditor {
    /// A button that opens the list.
    pub fn show(&mut self, ui: &mut Ui, words: &mut Words, scale: &Scale) {
        let shown = match words.own.len() {
            0 => "Words".to_owned(),
            own => format!("Words, {} of your own", number::count(own as u64)),
        };
        let button = quiet_button(ui, Some(icons::NOTE), &shown)
            .on_hover_text("What words such as \u{201c}excellent\u{201d} mean on this scale.");
        Popup::menu(&button)
            .width(330.0)
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .show(|ui| {
                theme::menu(ui);
                // As high as it needs to be: only many words of one's own are scrolled.
                let list = ScrollArea::vertical().max_height(HEIGHT);
                list.min_scrolled_height(HEIGHT).show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 6.0;
                    usual(ui, scale);
                    self.own(ui, words, scale);
                });
            });
    }

    fn own(&mut self, ui: &mut Ui, words: &mut Words, scale: &Scale) {
        ui.add_space(6.0);
        section(ui, "Words of your own");
        if words.own.is_empty() {
            sentence(ui, "They come before the usual ones.");
        }
        let mut removed = None;
        for (at, word) in words.own.iter_mut().enumerate() {
            ui.horizontal(|ui| {
                ui.add_sized(
                    [118.0, 24.0],
                    Label::new(RichText::new(&word.word).font(fonts::strong())).truncate(),
                );
                let step = scale.step.max(1e-6);
                let low = DragValue::new(&mut word.low)
                    .range(scale.low..=word.high)
                    .speed(step / 4.0);
                ui.add(low).accessible_name(format!("{} from", word.word));
                ui.label("to");
                let high = DragValue::new(&mut word.high)
                    .range(word.low..=scale.high)
                    .speed(step / 4.0);
                ui.add(high).accessible_name(format!("{} to", word.word));
                if icon_button(ui, icons::CLOSE, &format!("Remove {}", word.word)).clicked() {
                    removed = Some(at);
                }
            });
        }
        if let Some(at) = removed {
            words.own.remove(at);
        }
        ui.horizontal(|ui| {
            let edit = TextEdit::singleline(&mut self.draft)
                .hint_text("a word")
                .desired_width(150.0);
            let field = ui.add(edit).accessible_name("A new word");
            let entered =
                field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let word = self.draft.trim().to_lowercase();
            let has = words.own.iter().any(|own| own.word == word);
            let ready = !word.is_empty() && !has;
            let add = ui
                .add_enabled_ui(ready, |ui| {
                    quiet_button(ui, Some(icons::ADD), "Add the word")
                })
                .inner
                .on_disabled_hover_text("Write a word that is not in the list.");
            if ready && (add.clicked() || entered) {
                words.own.push(Word {
                    word,
                    low: scale.low,
                    high: scale.high,
                });
                self.draft.clear();
            }
        });
    }
}

fn usual(ui: &mut Ui, scale: &Scale) {
    section(ui, "Words that are understood");
    let dim = Tokens::of(ui).dim;
    for (words, (low, high)) in Words::usual(scale) {
        let range = match low == high {
            true => scale.text(low),
            false => format!("{} to {}", scale.text(low), scale.text(high)),
        };
        ui.horizontal(|ui| {
            let names = RichText::new(words.join(", "))
                .font(fonts::detail())
                .color(dim);
            ui.add_sized([222.0, 32.0], Label::new(names).wrap());
            ui.label(RichText::new(range).font(fonts::strong()));
        });
    }
}
