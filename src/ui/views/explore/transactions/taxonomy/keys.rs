//! The taxonomy by keyboard: arrows go from node to node, Enter comes closer; by hand, Shift and arrows move the cut.

use super::Looked;
use super::hand::Edit;
use crate::ui::views::explore::canvas_keys::{Move, is_pressed, moved, takes_keys};
use egui::{Key, Modifiers, Response, Ui};

#[derive(Default)]
pub struct Pressed {
    pub select: Option<u32>,
    /// The selected node is opened or closed.
    pub turn: bool,
    /// The selected node fills the view.
    pub approach: bool,
    pub edit: Option<Edit>,
    pub moved: Option<Move>,
}

pub fn act(ui: &Ui, response: &Response, looked: &Looked<'_>, selected: Option<u32>) -> Pressed {
    let mut pressed = Pressed::default();
    if !takes_keys(ui, response) {
        return pressed;
    }
    if looked.by_hand {
        pressed.edit = edit(ui);
    }
    let tree = &looked.baskets.tree;
    let root = tree.root();
    let is = |key: Key| is_pressed(ui, key);
    for (key, step) in [
        (Key::ArrowLeft, Step::Out),
        (Key::ArrowRight, Step::In),
        (Key::ArrowUp, Step::Up),
        (Key::ArrowDown, Step::Down),
    ] {
        if is(key) {
            pressed.select = match selected {
                Some(node) => neighbour(looked, node, step),
                None => Some(root),
            };
        }
    }
    pressed.turn = is(Key::Space);
    pressed.approach = is(Key::Enter);
    pressed.moved = moved(ui);
    pressed
}

fn edit(ui: &Ui) -> Option<Edit> {
    let shifted = |key| ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, key));
    if shifted(Key::ArrowRight) {
        Some(Edit::MoreExact)
    } else if shifted(Key::ArrowLeft) {
        Some(Edit::MoreGeneral)
    } else if is_pressed(ui, Key::C) {
        Some(Edit::Through)
    } else if is_pressed(ui, Key::X) || is_pressed(ui, Key::Delete) {
        Some(Edit::Suppress)
    } else {
        None
    }
}

#[derive(Clone, Copy)]
enum Step {
    Out,
    In,
    Up,
    Down,
}

fn neighbour(looked: &Looked<'_>, node: u32, step: Step) -> Option<u32> {
    let tree = &looked.baskets.tree;
    let layout = looked.layout;
    let column = tree.depth(node) as usize;
    // Half of the smallest node away lies the next one.
    let little = layout.smallest() / 2.0;
    match step {
        Step::Out => tree.parent(node),
        Step::In => layout.children(node).first().copied(),
        Step::Up => {
            let at = layout.from(node) - little;
            (at > 0.0).then(|| layout.node_at(tree, column, at))
        }
        Step::Down => {
            let at = layout.to(node) + little;
            (at < 1.0).then(|| layout.node_at(tree, column, at))
        }
    }
}
