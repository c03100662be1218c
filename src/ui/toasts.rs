//! Short messages at the lower right that go by themselves; failures stay until they are read. None covers anything that is
//! to be read or pressed, and what the window says already is not said again.
//!
//! Written here because the ready-made toasts bring colours of their own, which do not reach the
//! contrast that the rest of the window keeps.

mod room;

use super::theme::icons::Icon;
use super::theme::{CARD_RADIUS, Tokens, fonts, icons};
use super::widgets::{icon_button, number};
use cloakroom_core::io::fold::without_keys;
use egui::{
    Area, Color32, Context, Frame, Id, Margin, Order, Panel, Rect, Stroke, Ui, Vec2, pos2, vec2,
};
use room::{Room, Shown};
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
    /// The revision of the settings that it is about: with others it may hold no more.
    of: Option<u64>,
    /// By egui's clock, set when it is first shown.
    since: Option<f64>,
    /// Where it stands.
    place: Option<Rect>,
    /// There was no room for it: it has a line of its own above the bottom bar.
    is_docked: bool,
}

#[derive(Debug, Default)]
pub struct Toasts {
    toasts: Vec<Toast>,
    made: u64,
}

const SECONDS: f64 = 7.0;
const MOST: usize = 4;
/// So wide that it fits below what stands in the panel at the right.
const WIDTH: f32 = 270.0;
/// The icon and the cross beside the words.
const BESIDE: f32 = 70.0;
/// Around both.
const MARGIN: Vec2 = vec2(12.0, 10.0);
/// The bars of the window, with some air.
const TOP: f32 = 56.0;
const BOTTOM: f32 = 46.0;
/// The cross is as high.
const LINE: f32 = 28.0;
impl Toasts {
    pub fn done(&mut self, text: impl Into<String>) {
        self.add(ToastKind::Done, text.into(), None);
    }

    pub fn failed(&mut self, text: impl Into<String>) {
        self.add(ToastKind::Failed, text.into(), None);
    }

    /// It goes once the settings are others than those of this revision.
    pub fn failed_with(&mut self, revision: u64, text: impl Into<String>) {
        self.add(ToastKind::Failed, text.into(), Some(revision));
    }

    /// What failed with other settings than those of this revision.
    pub fn forget_earlier(&mut self, revision: u64) {
        let is_of_now = |toast: &Toast| toast.of.is_none_or(|of| of == revision);
        self.toasts.retain(is_of_now);
    }

    pub fn notice(&mut self, text: impl Into<String>) {
        self.add(ToastKind::Notice, text.into(), None);
    }

    /// What failed was mended since.
    pub fn forget_failures(&mut self) {
        self.toasts.retain(|toast| toast.kind != ToastKind::Failed);
    }

    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.toasts.iter().map(|toast| toast.text.as_str())
    }

    fn add(&mut self, kind: ToastKind, text: String, of: Option<u64>) {
        let text = number::tied(&without_keys(&text));
        self.toasts.retain(|toast| toast.text != text);
        self.made += 1;
        self.toasts.push(Toast {
            number: self.made,
            kind,
            text,
            of,
            since: None,
            place: None,
            is_docked: false,
        });
        if self.toasts.len() > MOST {
            self.toasts.remove(0);
        }
    }

    /// Lines of their own for what has no room anywhere, to be shown before what takes the rest of the window.
    pub fn show_docked(&mut self, ui: &mut Ui) {
        if !self.toasts.iter().any(|toast| toast.is_docked) {
            return;
        }
        let mut closed = None;
        let frame = Frame::new()
            .fill(Tokens::of(ui).card)
            .inner_margin(Margin::symmetric(14, 6));
        Panel::bottom("messages").frame(frame).show(ui, |ui| {
            for toast in self.toasts.iter().filter(|toast| toast.is_docked) {
                let width = ui.available_width() - BESIDE;
                if toast.contents(ui, width) {
                    closed = Some(toast.number);
                }
            }
        });
        self.close(closed);
    }

    fn close(&mut self, closed: Option<u64>) {
        if let Some(number) = closed {
            self.toasts.retain(|toast| toast.number != number);
        }
    }

    /// To be called once everything else is shown.
    pub fn show(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        self.toasts.retain(|toast| {
            toast.kind == ToastKind::Failed || toast.since.is_none_or(|since| now - since < SECONDS)
        });
        if self.toasts.is_empty() {
            return;
        }
        let shown = Shown::of(ctx);
        // Its own line does not count as a repetition.
        self.toasts
            .retain(|toast| toast.is_docked || !shown.says(&toast.text));
        for toast in &mut self.toasts {
            let since = *toast.since.get_or_insert(now);
            if toast.kind != ToastKind::Failed {
                let left = Duration::from_secs_f64((SECONDS - (now - since)).max(0.05));
                ctx.request_repaint_after(left);
            }
        }
        let area = ctx.content_rect();
        let area = Rect::from_min_max(
            pos2(area.left() + 8.0, area.top() + TOP),
            pos2(area.right() - 8.0, area.bottom() - BOTTOM),
        );
        let mut room = Room::new(area, &shown);
        let mut closed = None;
        for toast in self.toasts.iter_mut().rev() {
            if toast.is_docked {
                continue;
            }
            toast.place = room.take(toast.size(ctx), toast.place);
            let Some(place) = toast.place else {
                toast.is_docked = true;
                ctx.request_repaint();
                continue;
            };
            let area = Area::new(Id::unique("toast").with(toast.number))
                .order(Order::Foreground)
                .fixed_pos(place.min);
            area.show(ctx, |ui| {
                let tokens = Tokens::of(ui);
                let frame = Frame::new()
                    .fill(tokens.card)
                    .stroke(Stroke::new(1.0, tokens.line))
                    .corner_radius(CARD_RADIUS)
                    .shadow(ui.visuals().popup_shadow)
                    .inner_margin(Margin::symmetric(MARGIN.x as i8, MARGIN.y as i8));
                frame.show(ui, |ui| {
                    ui.set_width(WIDTH);
                    if toast.contents(ui, WIDTH - BESIDE) {
                        closed = Some(toast.number);
                    }
                });
            });
        }
        self.close(closed);
    }
}

impl Toast {
    fn look(&self, tokens: &Tokens) -> (Icon, Color32) {
        match self.kind {
            // Something was done, which says nothing of whether it is enough.
            ToastKind::Done => (icons::CHECKED, tokens.accent),
            ToastKind::Notice => (icons::INFO, tokens.attention),
            ToastKind::Failed => (icons::ERROR, tokens.violates),
        }
    }

    /// Says whether it was closed.
    fn contents(&self, ui: &mut Ui, width: f32) -> bool {
        let (icon, ink) = self.look(Tokens::of(ui));
        ui.horizontal_top(|ui| {
            ui.label(icons::text(icon, 18.0).color(ink));
            ui.vertical(|ui| {
                ui.set_width(width);
                ui.add(egui::Label::new(&self.text).wrap());
            });
            icon_button(ui, icons::CLOSE, "Close this message").clicked()
        })
        .inner
    }

    /// As large as its words make it.
    fn size(&self, ctx: &Context) -> Vec2 {
        let ink = Tokens::of_theme(ctx.theme()).text;
        let words =
            ctx.fonts_mut(|all| all.layout(self.text.clone(), fonts::body(), ink, WIDTH - BESIDE));
        let height = words.size().y.max(LINE);
        vec2(WIDTH, height) + 2.0 * MARGIN + vec2(2.0, 2.0)
    }
}
