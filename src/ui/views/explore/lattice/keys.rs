//! The lattice by keyboard: arrows go from node to node, plus and minus zoom, Enter takes the levels.

use crate::ui::lattice::Held;
use crate::ui::lattice::shown::ShownLattice;
use crate::ui::views::explore::canvas_keys::{Move, is_pressed, moved, takes_keys};
use cloakroom_core::settings::Settings;
use egui::{Key, Response, Ui};

#[derive(Default)]
pub struct Pressed {
    /// Another node was selected.
    pub selected: bool,
    /// The levels of the selected node are wanted.
    pub used: bool,
    pub moved: Option<Move>,
}

pub fn act(
    ui: &Ui,
    response: &Response,
    held: &Held,
    shown: &mut ShownLattice,
    settings: &Settings,
) -> Pressed {
    let mut pressed = Pressed::default();
    if !takes_keys(ui, response) {
        return pressed;
    }
    let is = |key: Key| is_pressed(ui, key);
    for step in [Step::Left, Step::Right, Step::Up, Step::Down] {
        if is(step.key()) {
            let next = match shown.selected() {
                Some(node) => neighbour(held, node, step),
                None => shown.first_choice(settings),
            };
            shown.select(Some(next));
            pressed.selected = true;
        }
    }
    pressed.moved = moved(ui);
    pressed.used = is(Key::Enter);
    pressed
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Left,
    Right,
    Up,
    Down,
}

impl Step {
    fn key(self) -> Key {
        match self {
            Self::Left => Key::ArrowLeft,
            Self::Right => Key::ArrowRight,
            Self::Up => Key::ArrowUp,
            Self::Down => Key::ArrowDown,
        }
    }
}

/// Beside in the row; above or below along a line of the lattice, the one most nearly straight.
fn neighbour(held: &Held, node: usize, step: Step) -> usize {
    let rows = &held.rows;
    let (row, place) = rows.find(node);
    let from_middle = |node: usize| {
        let (row, place) = rows.find(node);
        place as f64 - (rows.in_row(row) as f64 - 1.0) / 2.0
    };
    let straightest = |nodes: Vec<usize>| {
        let aim = from_middle(node);
        nodes.into_iter().min_by(|&a, &b| {
            let off = |node| (from_middle(node) - aim).abs();
            off(a).total_cmp(&off(b))
        })
    };
    let next = match step {
        Step::Left => place
            .checked_sub(1)
            .map(|place| rows.row(row)[place] as usize),
        Step::Right => rows.row(row).get(place + 1).map(|&node| node as usize),
        Step::Up => straightest(held.shape().above(node).collect()),
        Step::Down => straightest(held.shape().below(node).collect()),
    };
    next.unwrap_or(node)
}
