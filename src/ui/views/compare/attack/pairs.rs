//! Which column of the file is which column of the data.

use crate::ui::kinds;
use crate::ui::theme::{self, Tokens, fonts};
use crate::ui::widgets::{menu_entry, menu_heading, number, parts, picker, sentence};
use cloakroom_core::kind::Kind;
use cloakroom_core::table::Table;
use cloakroom_engine::attack::suggest::Targets;
use egui::{Popup, PopupCloseBehavior, ScrollArea, Sense, TextEdit, Ui, UiBuilder, vec2};

const PAIR: f32 = 248.0;
const NAME: f32 = 92.0;
const HEIGHT: f32 = 32.0;
const MENU: f32 = 380.0;
/// A menu of more names can be searched.
const SEARCHED: usize = 20;
/// Names that are listed at once.
const MOST_ENTRIES: usize = 100;

/// A picker for each column of the file.
pub fn show(
    ui: &mut Ui,
    with: &mut [Option<String>],
    known: &Table,
    targets: &Targets,
    kind: Kind,
    search: &mut String,
) {
    let tokens = Tokens::of(ui);
    for at in 0..with.len() {
        let name = known.columns()[at].name();
        let (rect, response) = ui.allocate_exact_size(vec2(PAIR, HEIGHT), Sense::hover());
        let (text, cut) = parts::line_within(ui, name, fonts::body(), tokens.dim, NAME - 8.0);
        parts::put_left(ui.painter(), rect.left_center(), text);
        if cut {
            response.on_hover_text(name);
        }
        let place = rect.with_min_x(rect.left() + NAME);
        ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            let shown = with[at].as_deref().unwrap_or("not used");
            let spoken = format!("What {name} is");
            let button = picker(ui, &spoken, shown, place.width());
            let menu = Popup::menu(&button).width(260.0);
            let menu = menu.close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            menu.show(|ui| {
                theme::menu(ui);
                if targets.supposed.len() + targets.beyond.len() > SEARCHED {
                    let edit = TextEdit::singleline(search).hint_text("part of a name");
                    ui.add(edit).accessible_name("Find a name");
                } else {
                    search.clear();
                }
                let list = ScrollArea::vertical().max_height(MENU);
                list.min_scrolled_height(MENU).show(ui, |ui| {
                    if let Some(chosen) = entries(ui, with, at, targets, kind, search) {
                        search.clear();
                        with[at] = chosen;
                        ui.close();
                    }
                });
            });
        });
    }
}

/// What was chosen for a column, if something was.
fn entries(
    ui: &mut Ui,
    with: &[Option<String>],
    at: usize,
    targets: &Targets,
    kind: Kind,
    search: &str,
) -> Option<Option<String>> {
    let mut chosen = None;
    let none = "It is left aside, or says what people are called.";
    if menu_entry(ui, "not used", none, with[at].is_none()).clicked() {
        chosen = Some(None);
    }
    let taken = |name: &String| {
        let mut others = with.iter().enumerate();
        !targets.several && others.any(|(other, with)| other != at && with.as_ref() == Some(name))
    };
    let (supposed, beyond) = kinds::of(kind).compare.known;
    for (heading, names) in [(supposed, &targets.supposed), (beyond, &targets.beyond)] {
        if !names.is_empty() {
            menu_heading(ui, heading);
        }
        let search = search.trim().to_lowercase();
        let fits = |name: &&String| search.is_empty() || name.to_lowercase().contains(&search);
        let mut fitting = names.iter().filter(fits);
        for name in fitting.by_ref().take(MOST_ENTRIES) {
            let sentence = match taken(name) {
                true => "Another column is this one already.",
                false => "",
            };
            let is_chosen = with[at].as_ref() == Some(name);
            let entry =
                ui.add_enabled_ui(!taken(name), |ui| menu_entry(ui, name, sentence, is_chosen));
            if entry.inner.clicked() {
                chosen = Some(Some(name.clone()));
            }
        }
        let more = fitting.count() as u64;
        if more > 0 {
            let words = format!("{} more: write a part of the name.", number::count(more));
            sentence(ui, &words);
        }
    }
    chosen
}
