//! Short messages at the lower right that go by themselves; failures stay until they are read.
//!
//! Written here because the ready-made toasts bring colours of their own, which do not reach the
//! contrast that the rest of the window keeps.

use super::theme::{CARD_RADIUS, Tokens, icons};
use super::widgets::icon_button;
use egui::{Area, Context, Frame, Id, Margin, Order, Rect, Stroke, Vec2, pos2, vec2};
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToastKind {
    Done,
    /// Worth reading, but no success.
    Notice,
    Failed,
}

#[derive(Clone, Debug)]
struct Toast {
    number: u64,
    kind: ToastKind,
    text: String,
    /// By egui's clock, set when it is first shown.
    since: Option<f64>,
    /// How large it became, and where it stands.
    size: Vec2,
    place: Option<Rect>,
}

#[derive(Debug, Default)]
pub struct Toasts {
    toasts: Vec<Toast>,
    made: u64,
}

const SECONDS: f64 = 7.0;
const MOST: usize = 4;
const WIDTH: f32 = 360.0;
/// The bars of the window, with some air.
const TOP: f32 = 56.0;
const BOTTOM: f32 = 46.0;
/// How far apart the places are that are tried.
const STEP: f32 = 8.0;
/// What is higher is a picture or a table, and not a button.
const LARGEST: f32 = 64.0;

impl Toasts {
    pub fn done(&mut self, text: impl Into<String>) {
        self.add(ToastKind::Done, text.into());
    }

    pub fn failed(&mut self, text: impl Into<String>) {
        self.add(ToastKind::Failed, text.into());
    }

    pub fn notice(&mut self, text: impl Into<String>) {
        self.add(ToastKind::Notice, text.into());
    }

    /// What failed was mended since.
    pub fn forget_failures(&mut self) {
        self.toasts.retain(|toast| toast.kind != ToastKind::Failed);
    }

    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.toasts.iter().map(|toast| toast.text.as_str())
    }

    fn add(&mut self, kind: ToastKind, text: String) {
        self.toasts.retain(|toast| toast.text != text);
        self.made += 1;
        self.toasts.push(Toast {
            number: self.made,
            kind,
            text,
            since: None,
            size: vec2(WIDTH + 26.0, 52.0),
            place: None,
        });
        if self.toasts.len() > MOST {
            self.toasts.remove(0);
        }
    }

    /// `aside` is kept free at the right edge. No message covers a control: each stands where there is none.
    pub fn show(&mut self, ctx: &Context, aside: f32) {
        let now = ctx.input(|input| input.time);
        self.toasts.retain(|toast| {
            toast.kind == ToastKind::Failed || toast.since.is_none_or(|since| now - since < SECONDS)
        });
        if self.toasts.is_empty() {
            return;
        }
        for toast in &mut self.toasts {
            let since = *toast.since.get_or_insert(now);
            if toast.kind != ToastKind::Failed {
                let left = Duration::from_secs_f64((SECONDS - (now - since)).max(0.05));
                ctx.request_repaint_after(left);
            }
        }
        let mut closed = None;
        let room = ctx.content_rect();
        let room = Rect::from_min_max(
            pos2(room.left() + 8.0, room.top() + TOP),
            pos2(room.right() - 16.0 - aside, room.bottom() - BOTTOM),
        );
        let mut taken = Taken::of(ctx);
        for toast in self.toasts.iter_mut().rev() {
            let place = place(room, toast.size, toast.place, &taken);
            taken.controls.push(place);
            toast.place = Some(place);
            let area = Area::new(Id::unique("toast").with(toast.number))
                .order(Order::Foreground)
                .fixed_pos(place.min);
            let shown = area.show(ctx, |ui| {
                let tokens = Tokens::of(ui);
                let (icon, ink) = match toast.kind {
                    ToastKind::Done => (icons::SATISFIED, tokens.satisfied),
                    ToastKind::Notice => (icons::INFO, tokens.attention),
                    ToastKind::Failed => (icons::ERROR, tokens.violates),
                };
                let frame = Frame::new()
                    .fill(tokens.card)
                    .stroke(Stroke::new(1.0, tokens.line))
                    .corner_radius(CARD_RADIUS)
                    .shadow(ui.visuals().popup_shadow)
                    .inner_margin(Margin::symmetric(12, 10));
                frame.show(ui, |ui| {
                    ui.set_width(WIDTH);
                    ui.horizontal_top(|ui| {
                        ui.label(icons::text(icon, 18.0).color(ink));
                        ui.vertical(|ui| {
                            ui.set_width(WIDTH - 70.0);
                            ui.add(egui::Label::new(&toast.text).wrap());
                        });
                        if icon_button(ui, icons::CLOSE, "Close this message").clicked() {
                            closed = Some(toast.number);
                        }
                    });
                });
            });
            toast.size = shown.response.rect.size();
        }
        if let Some(number) = closed {
            self.toasts.retain(|toast| toast.number != number);
        }
    }
}

/// Where whatever can be pressed or typed into lay in the last pass.
#[derive(Default)]
struct Taken {
    controls: Vec<Rect>,
    /// Pictures, tables and trees, which are large enough to be seen beside a message.
    views: Vec<Rect>,
}

impl Taken {
    fn of(ctx: &Context) -> Self {
        ctx.viewport(|viewport| {
            let layers = viewport.prev_pass.widgets.layers();
            let below = layers.filter(|(layer, _)| layer.order == Order::Background);
            let widgets = below.flat_map(|(_, widgets)| widgets);
            let widgets = widgets.filter(|widget| widget.sense.is_focusable());
            let (views, controls) = widgets
                .map(|widget| widget.interact_rect)
                .partition(|rect| rect.height() >= LARGEST && rect.width() >= LARGEST);
            Self { controls, views }
        })
    }
}

/// The lowest place at the right that covers nothing, else one further to the left; where a view takes all the room, one that
/// covers no control; if there is none, the corner. A message stays where it is as long as it covers nothing there.
fn place(room: Rect, size: Vec2, last: Option<Rect>, taken: &Taken) -> Rect {
    let covers = |place: &Rect, others: &[Rect]| {
        let around = place.expand(3.0);
        others.iter().any(|other| other.intersects(around))
    };
    let is_free = |place: &Rect| room.contains_rect(*place) && !covers(place, &taken.controls);
    let again = last.map(|last| Rect::from_min_size(last.min, size));
    if let Some(again) = again.filter(|again| is_free(again) && !covers(again, &taken.views)) {
        return again;
    }
    let columns = ((room.width() - size.x) / STEP).max(0.0) as usize;
    let rows = ((room.height() - size.y) / STEP).max(0.0) as usize;
    let corner = room.max - size;
    let places = (0..=columns).flat_map(|column| (0..=rows).map(move |row| (column, row)));
    let free: Vec<Rect> = places
        .map(|(column, row)| corner - STEP * vec2(column as f32, row as f32))
        .map(|min| Rect::from_min_size(min, size))
        .filter(is_free)
        .collect();
    let mut best = free.iter().filter(|place| !covers(place, &taken.views));
    let first = best.next().or(free.first()).copied();
    first.unwrap_or_else(|| Rect::from_min_size(corner, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_stands_where_it_covers_nothing() {
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 500.0));
        let size = vec2(300.0, 60.0);
        let nothing = Taken::default();
        let corner = place(room, size, None, &nothing);
        assert_eq!(corner.max, room.max);
        let button = Rect::from_min_size(pos2(700.0, 460.0), vec2(60.0, 30.0));
        let mut taken = Taken::default();
        taken.controls.push(button);
        let above = place(room, size, None, &taken);
        assert!(!above.intersects(button));
        assert_eq!(above.right(), room.right());
        assert_eq!(place(room, size, Some(above), &nothing), above);
        let view = Rect::from_min_size(pos2(400.0, 0.0), vec2(400.0, 500.0));
        taken.views.push(view);
        assert!(place(room, size, None, &taken).right() < view.left());
        taken.views.push(room);
        assert_eq!(place(room, size, None, &taken), above);
    }
}
