//! What lies where in a test's window, and what has the keyboard.

use super::Bench;
use cloakroom::ui::preferences::ThemeChoice;
use cloakroom::ui::theme::Tokens;
use egui::epaint::Primitive;
use egui::{Color32, Order, Rect, Role, Shape, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use std::time::{Duration, Instant};

/// Something that can be pressed, chosen or typed into, and how much of it is seen.
#[derive(Clone, Debug)]
pub struct Control {
    pub label: String,
    pub role: Role,
    pub whole: Rect,
    pub seen: Rect,
}

impl Bench {
    /// To one theme or the other.
    pub fn turn(&mut self, is_dark: bool) {
        let theme = match is_dark {
            true => ThemeChoice::Dark,
            false => ThemeChoice::Light,
        };
        self.harness.state_mut().preferences.theme = theme;
        self.settle();
    }

    pub fn resize(&mut self, width: f32, height: f32) {
        self.harness.set_size(Vec2::new(width, height));
        self.settle();
    }

    /// Frames until a run of the method has ended, whatever else is under way.
    pub fn wait_for_result(&mut self) {
        let start = Instant::now();
        while self.result().is_none() {
            self.harness.step();
            std::thread::sleep(Duration::from_millis(1));
            assert!(start.elapsed() < Duration::from_secs(60), "no result");
        }
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

    /// The rows of a list whose names begin so, from the top down, without that beginning.
    pub fn rows(&self, beginning: &str) -> Vec<String> {
        let rows = self.harness.query_all_by_role(Role::Row);
        let mut rows: Vec<(f32, String)> = rows
            .filter_map(|row| {
                let label = row.accesskit_node().label()?;
                Some((row.rect().top(), label.strip_prefix(beginning)?.to_owned()))
            })
            .collect();
        rows.sort_by(|one, other| one.0.total_cmp(&other.0));
        rows.into_iter().map(|(_, name)| name).collect()
    }

    /// Where these words stand.
    pub fn place(&self, label: &str) -> Rect {
        self.harness.get_by_label(label).rect()
    }

    /// How often these words stand in the window.
    pub fn times(&self, words: &str) -> usize {
        self.harness.query_all_by_label_contains(words).count()
    }

    /// What is to be read or pressed where a message with these words stands.
    pub fn covered_by(&self, words: &str) -> Vec<String> {
        let own = self.harness.get_by_label(words).rect();
        let crosses = self.harness.query_all_by_label("Close this message");
        let cross = crosses
            .map(|node| node.rect())
            .find(|rect| rect.y_range().intersects(own.y_range()))
            .unwrap();
        let message = own.union(cross).expand(2.0);
        let mut covered = Vec::new();
        for clipped in &self.harness.output().shapes {
            texts(&clipped.shape, &mut |rect, text| {
                let seen = rect.intersect(clipped.clip_rect);
                // Its own words, and the icons beside them.
                let is_own = own.expand(2.0).contains_rect(rect) || text.chars().count() == 1;
                if seen.is_positive() && seen.intersects(message) && !is_own {
                    covered.push(text.to_owned());
                }
            });
        }
        covered
    }

    /// Where something is painted in the colour that says that a promise holds, or in one of its tints.
    pub fn green(&self) -> Vec<Rect> {
        let tokens = Tokens::of_theme(self.harness.ctx.theme());
        assert_ne!(tokens.satisfied, tokens.accent);
        let good = [
            tokens.satisfied,
            tokens.satisfied_tint,
            tokens.chip_satisfied.fill,
        ];
        let ctx = &self.harness.ctx;
        let shapes = self.harness.output().shapes.clone();
        let painted = ctx.tessellate(shapes, ctx.pixels_per_point());
        let mut green = Vec::new();
        for clipped in painted {
            let Primitive::Mesh(mesh) = clipped.primitive else {
                continue;
            };
            for corners in mesh.indices.chunks(3) {
                let corners: Vec<_> = corners
                    .iter()
                    .map(|&at| mesh.vertices[at as usize])
                    .collect();
                let is_good = corners.iter().all(|corner| {
                    good.contains(&corner.color) || is_shade(corner.color, tokens.satisfied)
                });
                let mut place = Rect::NOTHING;
                for corner in &corners {
                    place.extend_with(corner.pos);
                }
                if is_good && place.intersects(clipped.clip_rect) {
                    green.push(place);
                }
            }
        }
        green
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

/// The colour with something of what lies below it.
fn is_shade(shade: Color32, colour: Color32) -> bool {
    let strength = f32::from(shade.a()) / 255.0;
    let near = |shade: u8, of: u8| (f32::from(shade) - f32::from(of) * strength).abs() <= 1.0;
    // Fainter ones could be of any colour.
    strength > 0.25
        && near(shade.r(), colour.r())
        && near(shade.g(), colour.g())
        && near(shade.b(), colour.b())
}

fn texts(shape: &Shape, found: &mut impl FnMut(Rect, &str)) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, found)),
        Shape::Text(text) => found(text.visual_bounding_rect(), text.galley.text()),
        _ => {}
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
