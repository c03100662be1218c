//! A line across a view that says something about it, with at most one action.

use egui::{Align, Frame, Label, Layout, Margin, RichText, Stroke, Ui, vec2};

use super::{buttons, number, parts};
use crate::ui::theme::icons::{self, Icon};
use crate::ui::theme::{CARD_RADIUS, Tokens, fonts};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BannerKind {
    Info,
    Attention,
    Error,
}

#[must_use = "call `show`"]
pub struct Banner<'a> {
    kind: BannerKind,
    text: &'a str,
    action: Option<&'a str>,
}

impl<'a> Banner<'a> {
    pub fn new(kind: BannerKind, text: &'a str) -> Self {
        Self {
            kind,
            text,
            action: None,
        }
    }

    pub fn action(mut self, action: &'a str) -> Self {
        self.action = Some(action);
        self
    }

    /// Says whether the action was asked for.
    pub fn show(self, ui: &mut Ui) -> bool {
        let tokens = Tokens::of(ui);
        let (icon, ink, fill): (Icon, _, _) = match self.kind {
            BannerKind::Info => (icons::INFO, tokens.accent, tokens.accent_tint),
            BannerKind::Attention => (icons::VIOLATED, tokens.attention, tokens.attention_tint),
            BannerKind::Error => (icons::ERROR, tokens.violates, tokens.violates_tint),
        };
        Frame::new()
            .fill(fill)
            .stroke(Stroke::new(1.0, ink.gamma_multiply(0.35)))
            .corner_radius(CARD_RADIUS)
            .inner_margin(Margin::symmetric(10, 4))
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), egui::Sense::hover());
                    parts::put_icon(ui.painter(), rect.center(), icon, 18.0, ink);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        let clicked = self.action.is_some_and(|action| {
                            buttons::link_in(ui, action, fonts::strong()).clicked()
                        });
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            let text = RichText::new(number::tied(self.text)).font(fonts::body());
                            ui.add(Label::new(text).wrap());
                        });
                        clicked
                    })
                    .inner
                })
                .inner
            })
            .inner
    }
}
