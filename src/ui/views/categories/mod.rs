//! The board on which the values of a sensitive column are sorted into categories, by dragging or by keys.

mod lane;
pub mod order;

use crate::ui::actions::{Action, Outbox};
use crate::ui::theme::{MARGIN, Tokens, fonts, icons};
use crate::ui::widgets::{
    Banner, BannerKind, EmptyState, link, number, quiet_button, sentence, title,
};
use cloakroom_core::column::Column;
use cloakroom_engine::change::Change;
use cloakroom_engine::workspace::Workspace;
use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, RichText, ScrollArea, Ui};
use lane::{Lane, Wanted};
use order::{Lanes, Order};
use std::collections::BTreeSet;

/// As many as the thesis has: top secret, secret, less secret, not secret.
const FIRST_CATEGORIES: usize = 4;
const NARROWEST_LANE: f32 = 168.0;
const WIDEST_LANE: f32 = 280.0;

/// What the board keeps from frame to frame.
pub struct Board {
    /// The column's place in the table.
    pub column: usize,
    selected: BTreeSet<String>,
    /// The lanes, and the revision of the settings that they show.
    lanes: Option<(u64, Lanes)>,
}

impl Board {
    pub fn new(column: usize) -> Self {
        Self {
            column,
            selected: BTreeSet::new(),
            lanes: None,
        }
    }

    pub fn show(&mut self, ui: &mut Ui, workspace: &Workspace, out: &mut Outbox) {
        let Some(column) = workspace
            .table()
            .and_then(|table| table.columns().get(self.column))
        else {
            return;
        };
        let none = Order::new();
        let order = workspace
            .settings()
            .categories
            .get(column.name())
            .unwrap_or(&none);
        let revision = workspace.revision();
        if self.lanes.as_ref().map(|(at, _)| *at) != Some(revision) {
            let lanes = Lanes::new(column, order);
            self.selected.retain(|text| lanes.place_of(text).is_some());
            self.lanes = Some((revision, lanes));
        }
        let tokens = Tokens::of(ui);
        let head = Frame::new()
            .fill(tokens.ground)
            .inner_margin(Margin::symmetric(MARGIN as i8 + 6, MARGIN as i8));
        let mut wanted = Vec::new();
        Panel::top("board head")
            .frame(head)
            .show_separator_line(false)
            .show(ui, |ui| self.head(ui, column, order, &mut wanted, out));
        let frame = Frame::new().fill(tokens.ground).inner_margin(Margin {
            left: MARGIN as i8 + 6,
            right: MARGIN as i8 + 6,
            top: 0,
            bottom: MARGIN as i8,
        });
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            if order.is_empty() {
                let words = format!(
                    "The values of {} are in no categories yet. p\u{207a} and \u{3b1} ask that a class does not \
                     tell how sensitive its members\u{2019} values are.",
                    column.name()
                );
                if EmptyState::new(icons::SENSITIVITY, &words)
                    .action("Start with four categories", Some(icons::ADD))
                    .show(ui)
                {
                    wanted.push(Wanted::Order(vec![Vec::new(); FIRST_CATEGORIES]));
                }
            } else {
                let names = workspace.settings().category_names.get(column.name());
                self.board(ui, names.map_or(&[], Vec::as_slice), &mut wanted);
            }
        });
        for wanted in wanted {
            self.apply(wanted, column, order, out);
        }
    }

    fn head(
        &self,
        ui: &mut Ui,
        column: &Column,
        order: &Order,
        wanted: &mut Vec<Wanted>,
        out: &mut Outbox,
    ) {
        ui.horizontal(|ui| {
            title(ui, &format!("Categories of {}", column.name()));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if quiet_button(ui, Some(icons::DATA), "Back to the table").clicked() {
                    out.send(Action::EditCategories(None));
                }
            });
        });
        sentence(
            ui,
            "The most sensitive first. Drag a value to its category; or choose values and move them with the buttons \
             or, on the keyboard, with the left and right arrows.",
        );
        if order.is_empty() {
            return;
        }
        let unsorted = self.lanes().map_or(0, |lanes| lanes.unsorted.len());
        if unsorted > 0 {
            ui.add_space(4.0);
            let words = match unsorted {
                1 => "One value has no category: p\u{207a} and \u{3b1} cannot be checked until it has one."
                    .to_owned(),
                _ => format!(
                    "{} values have no category: p\u{207a} and \u{3b1} cannot be checked until they have one.",
                    number::count(unsorted as u64)
                ),
            };
            let banner = Banner::new(BannerKind::Attention, &words);
            if banner.action("All into the least sensitive").show(ui) {
                let values = self.lanes().map_or_else(Vec::new, |lanes| {
                    lanes
                        .unsorted
                        .iter()
                        .map(|value| value.text.clone())
                        .collect()
                });
                wanted.push(Wanted::Order(order::moved(
                    order,
                    &values,
                    Some(order.len() - 1),
                )));
            }
        }
        ui.add_space(6.0);
        self.toolbar(ui, order, wanted);
    }

    fn toolbar(&self, ui: &mut Ui, order: &Order, wanted: &mut Vec<Wanted>) {
        ui.horizontal(|ui| {
            let some = !self.selected.is_empty();
            ui.add_enabled_ui(some, |ui| {
                let why = "Choose values first: a click, or the space bar on the keyboard.";
                let more = quiet_button(ui, Some(icons::LEFT), "More sensitive");
                if more.on_disabled_hover_text(why).clicked() {
                    wanted.push(Wanted::Move(-1));
                }
                let less = quiet_button(ui, Some(icons::RIGHT), "Less sensitive");
                if less.on_disabled_hover_text(why).clicked() {
                    wanted.push(Wanted::Move(1));
                }
            });
            if some {
                let words = format!(
                    "{} chosen",
                    number::counted(self.selected.len() as u64, "value")
                );
                let dim = Tokens::of(ui).dim;
                ui.label(RichText::new(words).font(fonts::detail()).color(dim));
                if link(ui, "Choose none").clicked() {
                    wanted.push(Wanted::ChooseNone);
                }
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if quiet_button(ui, Some(icons::ADD), "Add a category").clicked() {
                    let mut order = order.clone();
                    order.push(Vec::new());
                    wanted.push(Wanted::Order(order));
                }
                if link(ui, "Forget all categories").clicked() {
                    wanted.push(Wanted::Order(Order::new()));
                }
            });
        });
    }

    fn lanes(&self) -> Option<&Lanes> {
        self.lanes.as_ref().map(|(_, lanes)| lanes)
    }

    fn board(&self, ui: &mut Ui, names: &[String], wanted: &mut Vec<Wanted>) {
        let Some(lanes) = self.lanes() else {
            return;
        };
        let count = lanes.categories.len();
        let shown = count + usize::from(!lanes.unsorted.is_empty());
        let gap = 10.0;
        let width = (ui.available_width() - gap * (shown as f32 - 1.0)) / shown as f32;
        let width = width.clamp(NARROWEST_LANE, WIDEST_LANE);
        let height = ui.available_height() - 10.0;
        ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = gap;
                let name = |place: Option<usize>| place.and_then(|at| names.get(at));
                let lane = |place, values| Lane {
                    place,
                    called: name(place).map_or("", String::as_str),
                    count,
                    values,
                    selected: &self.selected,
                    size: egui::vec2(width, height),
                };
                if !lanes.unsorted.is_empty() {
                    lane(None, lanes.unsorted.as_slice()).show(ui, wanted);
                }
                for (at, values) in lanes.categories.iter().enumerate() {
                    lane(Some(at), values.as_slice()).show(ui, wanted);
                }
            });
        });
    }

    fn apply(&mut self, wanted: Wanted, column: &Column, order: &Order, out: &mut Outbox) {
        let set = |order: Order, out: &mut Outbox| {
            out.change(Change::SetCategories {
                column: column.name().to_owned(),
                order,
            });
        };
        match wanted {
            Wanted::Order(order) => set(order, out),
            Wanted::Toggle(text) => {
                if !self.selected.remove(&text) {
                    self.selected.insert(text);
                }
            }
            Wanted::ChooseNone => self.selected.clear(),
            Wanted::Put(values, to) => set(order::moved(order, &values, to), out),
            Wanted::Swap(at, with) => set(order::swapped(order, at, with), out),
            Wanted::Remove(at) => set(order::removed(order, at), out),
            Wanted::Step(text, by) => set(self.stepped(order, [text].iter(), by), out),
            Wanted::Move(by) => set(self.stepped(order, self.selected.iter(), by), out),
        }
    }

    /// Each value one category further; what has none goes to the first, and nothing leaves the board.
    fn stepped<'a>(
        &self,
        order: &Order,
        texts: impl Iterator<Item = &'a String>,
        by: isize,
    ) -> Order {
        let Some(lanes) = self.lanes() else {
            return order.clone();
        };
        let mut moved = order.clone();
        for text in texts {
            let to = match lanes.place_of(text) {
                None => continue,
                Some(None) if by < 0 => continue,
                Some(None) => 0,
                Some(Some(at)) => at.saturating_add_signed(by).min(order.len() - 1),
            };
            if lanes.place_of(text) != Some(Some(to)) {
                moved = order::moved(&moved, std::slice::from_ref(text), Some(to));
            }
        }
        moved
    }
}
