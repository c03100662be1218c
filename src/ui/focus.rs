//! The keyboard follows whoever was led somewhere: what is opened from the palette takes it.

use egui::{Context, Id, Response};

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
