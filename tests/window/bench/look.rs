//! What lies where in a test's window, and what has the keyboard.

use super::Bench;
use egui::{Color32, Order, Rect, Role, Shape, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};

/// Something that can be pressed, chosen or typed into, and how much of it is seen.
#[derive(Clone, Debug)]
pub struct Control {
    pub label: String,
    pub role: Role,
    pub whole: Rect,
    pub seen: Rect,
}

impl Bench {
    pub fn resize(&mut self, width: f32, height: f32) {
        self.harness.set_size(Vec2::new(width, height));
        self.settle();
    }

    pub fn screen(&self) -> Rect {
        self.harness.ctx.content_rect()
    }

    /// The controls of the window itself, as far as they are seen: no dialog, no message.
    pub fn controls(&self) -> Vec<Control> {
        self.controls_in(Order::Background)
    }

    pub fn messages(&self) -> Vec<Control> {
        self.controls_in(Order::Foreground)
    }

    fn controls_in(&self, order: Order) -> Vec<Control> {
        const ROLES: [Role; 8] = [
            Role::Button,
            Role::Link,
            Role::Tab,
            Role::CheckBox,
            Role::ComboBox,
            Role::TextInput,
            Role::RadioButton,
            Role::SpinButton,
        ];
        let named: Vec<(Role, String, Rect)> = ROLES
            .into_iter()
            .flat_map(|role| self.harness.query_all_by_role(role))
            .map(|node| {
                let inner = node.accesskit_node();
                let label = inner.label().unwrap_or_default();
                (inner.role(), label, node.rect())
            })
            .collect();
        let is_same = |one: Rect, other: Rect| {
            one.min.distance(other.min) < 0.1 && one.max.distance(other.max) < 0.1
        };
        self.harness.ctx.viewport(|viewport| {
            let layers = viewport.prev_pass.widgets.layers();
            let layers = layers.filter(|(layer, _)| layer.order == order);
            let all = layers.flat_map(|(_, widgets)| widgets);
            let seen = all.filter(|widget| widget.sense.is_focusable());
            seen.filter_map(|widget| {
                let mut named = named.iter();
                let (role, label, _) = named.find(|(_, _, rect)| {
                    is_same(*rect, widget.rect) || is_same(*rect, widget.interact_rect)
                })?;
                let control = Control {
                    label: label.clone(),
                    role: *role,
                    whole: widget.rect,
                    seen: widget.interact_rect,
                };
                control.seen.is_positive().then_some(control)
            })
            .collect()
        })
    }

    /// Where something with this name is seen.
    pub fn control(&self, label: &str) -> Control {
        let found = self
            .controls()
            .into_iter()
            .find(|control| control.label == label);
        found.unwrap_or_else(|| panic!("no control \"{label}\":\n{}", self.labels()))
    }

    /// Whatever has the keyboard: its name, and where it is seen.
    pub fn focused(&self) -> Option<(String, Rect)> {
        let ctx = &self.harness.ctx;
        let id = ctx.memory(|memory| memory.focused())?;
        let seen = ctx.viewport(|viewport| {
            let widget = viewport.prev_pass.widgets.get(id)?;
            Some(widget.interact_rect)
        })?;
        let nodes = self.harness.query_all_by_label_contains("");
        let named = nodes.filter(|node| node.accesskit_node().is_focused());
        let label = named
            .into_iter()
            .find_map(|node| node.accesskit_node().label());
        Some((label.unwrap_or_default(), seen))
    }

    /// How many outlines as strong as the ring around the keyboard's place are painted there, with the keyboard and without.
    pub fn rings(&mut self) -> (usize, usize) {
        let Some((_, rect)) = self.focused() else {
            return (0, 0);
        };
        let ctx = self.harness.ctx.clone();
        let id = ctx.memory(|memory| memory.focused()).unwrap();
        let with = self.outlines(rect);
        ctx.memory_mut(|memory| memory.surrender_focus(id));
        self.harness.step();
        self.harness.step();
        let without = self.outlines(rect);
        ctx.memory_mut(|memory| memory.request_focus(id));
        self.harness.step();
        self.harness.step();
        (with, without)
    }

    fn outlines(&self, near: Rect) -> usize {
        let near = near.expand(8.0);
        let shapes = self.harness.output().shapes.iter();
        shapes.map(|clipped| strong(&clipped.shape, near)).sum()
    }
}

fn strong(shape: &Shape, near: Rect) -> usize {
    let is_near = |rect: Rect| near.intersects(rect);
    let stroke = |width: f32, colour: Color32, rect: Rect| {
        usize::from(width >= 1.4 && colour.a() > 0 && is_near(rect))
    };
    match shape {
        Shape::Vec(shapes) => shapes.iter().map(|shape| strong(shape, near)).sum(),
        Shape::Rect(rect) => stroke(rect.stroke.width, rect.stroke.color, rect.rect),
        Shape::Circle(circle) => stroke(
            circle.stroke.width,
            circle.stroke.color,
            circle.visual_bounding_rect(),
        ),
        _ => 0,
    }
}
