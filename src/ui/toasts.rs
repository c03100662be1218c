//! Short messages at the lower right that go by themselves; failures stay until they are read.
//!
//! Written here because the ready-made toasts bring colours of their own, which do not reach the
//! contrast that the rest of the window keeps.

use super::theme::{CARD_RADIUS, Tokens, icons};
use super::widgets::icon_button;
use egui::{Align2, Area, Context, Frame, Id, Margin, Order, Stroke, vec2};
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
}

#[derive(Debug, Default)]
pub struct Toasts {
    toasts: Vec<Toast>,
    made: u64,
}

const SECONDS: f64 = 7.0;
const MOST: usize = 4;
const WIDTH: f32 = 360.0;

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
        });
        if self.toasts.len() > MOST {
            self.toasts.remove(0);
        }
    }

    /// `aside` keeps so much free at the right edge, `below` above the bottom bar: no message covers a button.
    pub fn show(&mut self, ctx: &Context, aside: f32, below: f32) {
        let now = ctx.input(|input| input.time);
        self.toasts.retain(|toast| {
            toast.kind == ToastKind::Failed || toast.since.is_none_or(|since| now - since < SECONDS)
        });
        let mut bottom = 46.0 + below;
        for toast in &mut self.toasts {
            let since = *toast.since.get_or_insert(now);
            if toast.kind != ToastKind::Failed {
                let left = Duration::from_secs_f64((SECONDS - (now - since)).max(0.05));
                ctx.request_repaint_after(left);
            }
        }
        let mut closed = None;
        for toast in self.toasts.iter().rev() {
            let area = Area::new(Id::unique("toast").with(toast.number))
                .order(Order::Foreground)
                .anchor(Align2::RIGHT_BOTTOM, vec2(-16.0 - aside, -bottom));
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
            bottom += shown.response.rect.height() + 8.0;
        }
        if let Some(number) = closed {
            self.toasts.retain(|toast| toast.number != number);
        }
    }
}
