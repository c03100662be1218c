//! The keyboard: rows by arrows and pages, columns by arrows, Enter to activate.

use super::GridEvent;
use super::frame::{Frame, ROW};
use super::state::GridState;
use egui::{Key, Modifiers, Ui};

pub(super) fn act(ui: &Ui, state: &mut GridState, frame: &Frame, rows: u64) -> Vec<GridEvent> {
    let mut events = Vec::new();
    let pressed =
        |modifiers, key| ui.input_mut(|input| input.count_and_consume_key(modifiers, key));
    let last = rows.saturating_sub(1);
    let page = frame.page().saturating_sub(1).max(1);

    let mut goal = None;
    let mut step = |now: &mut Option<u64>, to: &dyn Fn(Option<u64>) -> u64, times: usize| {
        for _ in 0..times {
            let next = to(*now).min(last);
            *now = Some(next);
            goal = Some(next);
        }
    };
    if rows > 0 {
        let mut now = state.selected;
        // The first press without a selection takes what is at the top of the view.
        let top = (state.rows.offset / ROW).ceil() as u64;
        let from = |now: Option<u64>, move_by: &dyn Fn(u64) -> u64| now.map_or(top, move_by);
        // Keys with a modifier first: egui lets plain patterns match them too.
        step(&mut now, &|_| 0, pressed(Modifiers::COMMAND, Key::Home));
        step(&mut now, &|_| last, pressed(Modifiers::COMMAND, Key::End));
        step(
            &mut now,
            &|now| from(now, &|row| row.saturating_add(1)),
            pressed(Modifiers::NONE, Key::ArrowDown),
        );
        step(
            &mut now,
            &|now| from(now, &|row| row.saturating_sub(1)),
            pressed(Modifiers::NONE, Key::ArrowUp),
        );
        step(
            &mut now,
            &|now| from(now, &|row| row.saturating_add(page)),
            pressed(Modifiers::NONE, Key::PageDown),
        );
        step(
            &mut now,
            &|now| from(now, &|row| row.saturating_sub(page)),
            pressed(Modifiers::NONE, Key::PageUp),
        );
    }
    if let Some(row) = goal {
        state.selected = Some(row);
        let top = row as f64 * ROW;
        state.rows.reveal(top, top + ROW);
        events.push(GridEvent::RowSelected(row));
    }

    if pressed(Modifiers::NONE, Key::Home) > 0 {
        state.across.to(0.0);
    }
    if pressed(Modifiers::NONE, Key::End) > 0 {
        state.across.to(f64::MAX);
    }
    for _ in 0..pressed(Modifiers::NONE, Key::ArrowRight) {
        let first = state.columns.at(state.across.offset).unwrap_or(0);
        let next = state.columns.span(first).end;
        state.across.to(next);
    }
    for _ in 0..pressed(Modifiers::NONE, Key::ArrowLeft) {
        // Just left of the edge lies the column that is cut, or the one before.
        let before = state.columns.at(state.across.offset - 0.5).unwrap_or(0);
        let start = state.columns.span(before).start;
        state.across.to(start);
    }
    if let Some(row) = state.selected
        && pressed(Modifiers::NONE, Key::Enter) > 0
    {
        events.push(GridEvent::RowActivated(row));
    }
    events
}
