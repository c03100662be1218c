//! The keyboard follows whoever was led somewhere: what is opened from the palette takes it.

use super::theme::Tokens;
use egui::{Context, Id, LayerId, Order, Response, StrokeKind, Ui};

/// What was asked for must come within so many passes.
const PATIENCE: u64 = 12;

fn asked() -> Id {
    Id::unique("the next place takes the keyboard")
}

/// The place that is shown next is to take the keyboard.
pub fn ask(ctx: &Context) {
    let until = ctx.cumulative_pass_nr() + PATIENCE;
    ctx.data_mut(|data| data.insert_temp(asked(), until));
}

/// Called by what a place begins with.
pub fn take(response: &Response) {
    let ctx = &response.ctx;
    let until: Option<u64> = ctx.data(|data| data.get_temp(asked()));
    let Some(until) = until else {
        return;
    };
    ctx.data_mut(|data| data.remove::<u64>(asked()));
    if ctx.cumulative_pass_nr() <= until {
        response.request_focus();
    }
}

/// The ring of an edge that can be moved by the arrows: egui draws none.
pub fn ring_of_an_edge(ui: &Ui) {
    const THIN: f32 = 14.0;
    let ctx = ui.ctx();
    let focused = ctx.memory(|memory| memory.focused());
    // Asking for its response would take the keyboard from whatever has just been given it by a click on a part of it.
    let found =
        focused.and_then(|id| ctx.viewport(|viewport| viewport.this_pass.widgets.get(id).copied()));
    let Some(edge) = found else {
        return;
    };
    let is_thin = edge.rect.width().min(edge.rect.height()) <= THIN;
    if !is_thin || !edge.sense.senses_drag() {
        return;
    }
    let layer = LayerId::new(Order::Middle, Id::unique("ring of an edge"));
    let ring = (2.0, Tokens::of(ui).accent);
    ctx.layer_painter(layer)
        .rect_stroke(edge.rect, 3, ring, StrokeKind::Inside);
}
