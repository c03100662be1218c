//! The list of classes, and what is done to it.

use super::class_table::{ClassColumn, ClassSort, ClassSource};
use crate::ui::actions::{Action, Outbox};
use crate::ui::widgets::grid::{GridEvent, GridState, grid};
use egui::Ui;

/// Lists the classes; what is done to them is sent, how they are to be sorted is the answer.
pub fn list(
    ui: &mut Ui,
    (id, label): (&'static str, &str),
    state: &mut GridState,
    source: &ClassSource<'_>,
    out: &mut Outbox,
) -> Option<ClassSort> {
    let mut sort = source.sort;
    for event in grid(ui, id, label, state, source) {
        match event {
            GridEvent::RowSelected(place) => {
                out.send(Action::SelectClass(source.class(place)));
            }
            GridEvent::RowActivated(place) => {
                out.send(Action::ShowClass(source.class(place)));
            }
            GridEvent::HeaderClicked(column) => sort = turned(sort, source.columns[column]),
            _ => {}
        }
    }
    sort
}

/// A class that was selected elsewhere is looked for once, and brought into view.
pub fn reveal(state: &mut GridState, revealed: &mut Option<u32>, source: &ClassSource<'_>) {
    if *revealed == source.selected {
        return;
    }
    *revealed = source.selected;
    let place = source
        .selected
        .and_then(|class| source.order.iter().position(|&other| other == class))
        .map(|place| place as u64);
    if state.selected() != place {
        state.select(place);
        if let Some(place) = place {
            state.scroll_to_row(place);
        }
    }
}

/// What a click on a header asks for: low to high, high to low, the usual order.
fn turned(sort: Option<ClassSort>, by: ClassColumn) -> Option<ClassSort> {
    match sort.filter(|sort| sort.by == by) {
        None => Some(ClassSort {
            by,
            descending: false,
        }),
        Some(ClassSort {
            descending: false, ..
        }) => Some(ClassSort {
            by,
            descending: true,
        }),
        Some(_) => None,
    }
}
