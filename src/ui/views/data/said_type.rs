//! On the page of all columns: what each holds, to be said otherwise.

use crate::ui::actions::{Action, Outbox};
use crate::ui::widgets::link;
use cloakroom_core::column::Column;
use egui::{Align, Layout, Rect, Ui};

pub fn said_type(ui: &mut Ui, place: Rect, column: &Column, out: &mut Outbox) {
    let words = column.value_type().label();
    let id = ui.scope_id().with(("type of", column.name()));
    let mut inside = ui.new_child(
        egui::UiBuilder::new()
            .scope_id(id)
            .max_rect(place)
            .layout(Layout::left_to_right(Align::Center)),
    );
    let link = link(&mut inside, words);
    let name = format!("Type of {}: {words}", column.name());
    let link = link.on_hover_text(
        "What its values were found to be. A click says otherwise: the file is read again, and roles stay.",
    );
    if link.accessible_name(&name).clicked() {
        out.send(Action::ChooseType(column.name().to_owned()));
    }
}
