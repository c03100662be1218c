//! A small button that puts a text on the clipboard, and shows for a moment that it did.

use std::time::Duration;

use egui::{Response, Ui};

use super::buttons::icon_button;
use crate::ui::theme::icons;

/// How long it shows that something was copied, in seconds.
const SHOWN: f64 = 1.5;

/// `name` says what is copied: "Copy the path of the report".
pub fn copy_button(ui: &mut Ui, name: &str, text: &str) -> Response {
    let id = ui.scope_id().with(("copied", name));
    let now = ui.input(|input| input.time);
    let copied: Option<f64> = ui.data(|data| data.get_temp(id));
    let left = copied
        .map(|at| SHOWN - (now - at))
        .filter(|left| *left > 0.0);
    let icon = match left {
        Some(_) => icons::CHECKED,
        None => icons::COPY,
    };
    let response = icon_button(ui, icon, name);
    if let Some(left) = left {
        ui.ctx()
            .request_repaint_after(Duration::from_secs_f64(left));
    }
    if response.clicked() {
        ui.ctx().copy_text(text.to_owned());
        ui.data_mut(|data| data.insert_temp(id, now));
    }
    response
}
