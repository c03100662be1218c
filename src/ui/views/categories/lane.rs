//! One category with its values: a lane of the board that takes what is dropped on it.

use super::order::{Order, Value, weight};
use crate::ui::theme::{CARD_RADIUS, CONTROL_RADIUS, Tokens, fonts, icons};
use crate::ui::widgets::{icon_button, number, parts};
use egui::{
    Align, Align2, DragAndDrop, EventFilter, Frame, Id, Key, Label, Layout, Margin, Order as Layer,
    Rect, Response, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2,
    WidgetInfo, vec2,
};
use std::collections::BTreeSet;

const ROW: f32 = 26.0;
const HEAD: f32 = 50.0;

/// What the user wants of the board.
pub enum Wanted {
    Order(Order),
    Toggle(String),
    ChooseNone,
    /// The values that were dropped, and the category they were dropped on.
    Put(Vec<String>, Option<usize>),
    Swap(usize, usize),
    Remove(usize),
    /// One value towards the less sensitive, or back.
    Step(String, isize),
    /// All that are chosen.
    Move(isize),
}

/// The values that are being dragged.
struct Dragged(Vec<String>);

pub struct Lane<'a> {
    /// `None` for values without a category.
    pub place: Option<usize>,
    /// Its own name, if it has one.
    pub called: &'a str,
    /// Categories altogether.
    pub count: usize,
    pub values: &'a [Value],
    pub selected: &'a BTreeSet<String>,
    pub size: Vec2,
}

impl Lane<'_> {
    pub fn show(&self, ui: &mut Ui, wanted: &mut Vec<Wanted>) {
        let tokens = Tokens::of(ui);
        let (rect, response) = ui.allocate_exact_size(self.size, Sense::hover());
        let hovered = response.dnd_hover_payload::<Dragged>().is_some();
        let outline = match (hovered, self.place) {
            (true, _) => Stroke::new(2.0, tokens.accent),
            (false, None) => Stroke::new(1.0, tokens.attention),
            (false, Some(_)) => Stroke::new(1.0, tokens.line),
        };
        let fill = if self.place.is_some() {
            tokens.card
        } else {
            tokens.attention_tint
        };
        ui.painter()
            .rect(rect, CARD_RADIUS, fill, outline, StrokeKind::Inside);
        let salt = ("lane", self.place);
        let builder = UiBuilder::new()
            .id_salt(salt)
            .max_rect(rect.shrink(1.0))
            .layout(Layout::top_down(Align::Min));
        let mut inside = ui.new_child(builder);
        self.head(&mut inside, wanted);
        self.list(&mut inside, wanted);
        if let Some(dragged) = response.dnd_release_payload::<Dragged>() {
            wanted.push(Wanted::Put(dragged.0.clone(), self.place));
        }
    }

    /// "category 2" in sentences and labels.
    fn name(&self) -> String {
        match self.place {
            Some(at) => format!("category {}", at + 1),
            None => "no category".to_owned(),
        }
    }

    fn head(&self, ui: &mut Ui, wanted: &mut Vec<Wanted>) {
        let tokens = Tokens::of(ui);
        let frame = Frame::new().inner_margin(Margin {
            left: 12,
            right: 6,
            top: 8,
            bottom: 0,
        });
        frame.show(ui, |ui| {
            ui.set_height(HEAD - 8.0);
            ui.spacing_mut().item_spacing = vec2(0.0, 1.0);
            ui.horizontal(|ui| {
                let heading = match self.place {
                    Some(at) if self.called.is_empty() => format!("Category {}", at + 1),
                    Some(at) => format!("Category {}, {}", at + 1, self.called),
                    None => "No category yet".to_owned(),
                };
                ui.add(Label::new(fonts::strong_text(heading)).truncate());
                if let Some(at) = self.place {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        self.buttons(ui, at, wanted);
                    });
                }
            });
            let words = match self.place {
                None => number::counted(self.values.len() as u64, "value"),
                Some(at) => {
                    let word = if self.count > 1 && at == 0 {
                        "most sensitive, "
                    } else if self.count > 1 && at + 1 == self.count {
                        "least sensitive, "
                    } else {
                        ""
                    };
                    format!("{word}weight {}", number::decimal(weight(at, self.count)))
                }
            };
            let words = RichText::new(words).font(fonts::detail()).color(tokens.dim);
            ui.add(Label::new(words).truncate()).on_hover_text(
                "What each of its records adds to the weight of a class: (i \u{2212} 1) / (m \u{2212} 1) for \
                 category i of m (thesis, chapter 3). \u{3b1} is the least that a class must weigh.",
            );
        });
    }

    fn buttons(&self, ui: &mut Ui, at: usize, wanted: &mut Vec<Wanted>) {
        let name = self.name();
        if icon_button(ui, icons::CLOSE, &format!("Remove {name}")).clicked() {
            wanted.push(Wanted::Remove(at));
        }
        ui.add_enabled_ui(at + 1 < self.count, |ui| {
            let words = format!("Make {name} less sensitive");
            if icon_button(ui, icons::RIGHT, &words).clicked() {
                wanted.push(Wanted::Swap(at, at + 1));
            }
        });
        ui.add_enabled_ui(at > 0, |ui| {
            let words = format!("Make {name} more sensitive");
            if icon_button(ui, icons::LEFT, &words).clicked() {
                wanted.push(Wanted::Swap(at, at - 1));
            }
        });
    }

    fn list(&self, ui: &mut Ui, wanted: &mut Vec<Wanted>) {
        let tokens = Tokens::of(ui);
        if self.values.is_empty() {
            let words = RichText::new("Drop values here")
                .font(fonts::detail())
                .color(tokens.dim);
            let rect = ui.available_rect_before_wrap();
            let place = Rect::from_center_size(
                egui::pos2(rect.center().x, rect.top() + 28.0),
                vec2(rect.width(), 20.0),
            );
            ui.put(place, Label::new(words));
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().auto_shrink(false).show_rows(
            ui,
            ROW,
            self.values.len(),
            |ui, rows| {
                for value in &self.values[rows] {
                    self.row(ui, value, wanted);
                }
            },
        );
    }

    fn row(&self, ui: &mut Ui, value: &Value, wanted: &mut Vec<Wanted>) {
        let tokens = Tokens::of(ui);
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
        let rect = rect.shrink2(vec2(4.0, 0.0));
        // The same wherever it stands: a value that moves keeps the keyboard.
        let id = Id::unique(("value of a category", &value.text));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let chosen = self.selected.contains(&value.text);
        let shown = shown(&value.text);
        let label = format!("{shown}, {}", self.name());
        response.widget_info(|| {
            WidgetInfo::selected(egui::Role::ListBoxOption, ui.is_enabled(), chosen, &label)
        });
        if response.clicked() {
            wanted.push(Wanted::Toggle(value.text.clone()));
        }
        self.drag(ui, &response, value, chosen);
        keys(ui, &response, value, chosen, wanted);
        let painter = ui.painter();
        if chosen {
            painter.rect_filled(rect, CONTROL_RADIUS, tokens.accent_tint);
        } else if response.hovered() {
            painter.rect_filled(rect, CONTROL_RADIUS, tokens.hover_tint);
        }
        let ink = if value.records == 0 {
            tokens.dim
        } else {
            tokens.text
        };
        let figure = match value.records {
            0 => "not in the data".to_owned(),
            records => number::count(u64::from(records)),
        };
        let figure = parts::line(ui, &figure, fonts::detail(), tokens.dim);
        let end = parts::put_right(painter, rect.right_center() - vec2(8.0, 0.0), figure);
        let start = rect.left_center() + vec2(8.0, 0.0);
        let room = end - start.x - 8.0;
        let (text, cut) = parts::line_within(ui, &shown, fonts::body(), ink, room);
        parts::put_left(painter, start, text);
        parts::focus_ring(ui, &response, rect, CONTROL_RADIUS);
        if cut {
            response.on_hover_text(shown);
        }
    }

    /// A chosen value takes the other chosen ones along.
    fn drag(&self, ui: &Ui, response: &Response, value: &Value, chosen: bool) {
        if response.drag_started() {
            let values = if chosen {
                self.selected.iter().cloned().collect()
            } else {
                vec![value.text.clone()]
            };
            DragAndDrop::set_payload(ui.ctx(), Dragged(values));
        }
        if response.dragged()
            && let Some(pointer) = ui.ctx().pointer_interact_pos()
        {
            let tokens = Tokens::of(ui);
            let others = if chosen { self.selected.len() } else { 1 };
            let words = match others {
                1 => shown(&value.text),
                _ => number::counted(others as u64, "value"),
            };
            let layer = egui::LayerId::new(Layer::Tooltip, Id::unique("dragged value"));
            let painter = ui.ctx().layer_painter(layer);
            let text = painter.layout_no_wrap(words, fonts::strong(), tokens.on_accent);
            let size = text.size() + vec2(20.0, 10.0);
            let rect = Align2::LEFT_CENTER.anchor_size(pointer + vec2(10.0, 0.0), size);
            painter.rect_filled(rect, CONTROL_RADIUS, tokens.accent);
            painter.galley(rect.min + vec2(10.0, 5.0), text, tokens.on_accent);
        }
    }
}

/// The left and right arrows move the value that has the keyboard, with the chosen ones if it is one.
fn keys(ui: &Ui, response: &Response, value: &Value, chosen: bool, wanted: &mut Vec<Wanted>) {
    if !response.has_focus() {
        return;
    }
    ui.memory_mut(|memory| {
        memory.set_focus_lock_filter(
            response.id,
            EventFilter {
                horizontal_arrows: true,
                ..Default::default()
            },
        );
    });
    let steps = ui.input(|input| {
        input.num_presses(Key::ArrowRight) as isize - input.num_presses(Key::ArrowLeft) as isize
    });
    if steps != 0 {
        wanted.push(if chosen {
            Wanted::Move(steps)
        } else {
            Wanted::Step(value.text.clone(), steps)
        });
    }
}

/// A missing value is a value of its own and needs a category too.
fn shown(text: &str) -> String {
    if text.is_empty() {
        "(missing)".to_owned()
    } else {
        text.to_owned()
    }
}
