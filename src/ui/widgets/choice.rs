//! One out of several, in a menu that opens below.

use egui::{Button, ComboBox, Rect, Ui, style::WidgetVisuals};

use super::parts;
use crate::ui::theme::{self, CARD_RADIUS, Tokens, icons};

/// Shows the chosen name and changes `chosen` in the menu. Says whether it changed. `name` tells a
/// screen reader what is chosen here.
pub fn choice<T: PartialEq + Copy>(
    ui: &mut Ui,
    name: &str,
    width: f32,
    chosen: &mut T,
    names: &[(T, &str)],
) -> bool {
    let before = *chosen;
    let shown = names
        .iter()
        .find(|(value, _)| *value == before)
        .map_or("", |(_, name)| *name);
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = 32.0;
        let widgets = &mut ui.visuals_mut().widgets;
        for state in [
            &mut widgets.inactive,
            &mut widgets.hovered,
            &mut widgets.active,
            &mut widgets.open,
        ] {
            state.corner_radius = CARD_RADIUS.into();
        }
        ComboBox::from_id_salt(name)
            .width(width)
            .selected_text(shown)
            .icon(arrow)
            .show_ui(ui, |ui| {
                // Over a dialog that was clicked since the menu was open last.
                ui.ctx().move_to_top(ui.layer_id());
                theme::menu(ui);
                for (value, name) in names {
                    let entry = Button::selectable(*value == before, *name);
                    if ui.add(entry).clicked() {
                        *chosen = *value;
                    }
                }
            })
            .response
            .accessible_name(name);
    });
    *chosen != before
}

fn arrow(ui: &Ui, rect: Rect, _: &WidgetVisuals, _: bool) {
    let dim = Tokens::of(ui).dim;
    parts::put_icon(ui.painter(), rect.center(), icons::EXPAND, 18.0, dim);
}
