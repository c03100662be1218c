//! A sheet over the window that takes the keyboard until it is closed.

use crate::ui::theme::{CARD_RADIUS, Tokens};
use egui::{Align2, Area, Context, Frame, Id, Margin, Modal, Order, Stroke, Ui, Vec2};

/// Where a sheet lies and how much is free within its edge.
pub struct ModalSheet {
    pub name: &'static str,
    pub corner: Align2,
    pub offset: Vec2,
    pub margin: i8,
}

impl ModalSheet {
    /// The contents say whether the sheet is to be closed; a click beside it and Escape say so too.
    pub fn show(self, ctx: &Context, contents: impl FnOnce(&mut Ui) -> bool) -> bool {
        let area = Area::new(Id::unique(self.name))
            .order(Order::Foreground)
            .anchor(self.corner, self.offset);
        let modal = Modal::new(Id::unique((self.name, "modal")))
            .area(area)
            .frame(Frame::NONE)
            .show(ctx, |ui| {
                let tokens = Tokens::of(ui);
                Frame::new()
                    .fill(tokens.card)
                    .stroke(Stroke::new(1.0, tokens.line))
                    .corner_radius(CARD_RADIUS)
                    .shadow(ui.visuals().popup_shadow)
                    .inner_margin(Margin::same(self.margin))
                    .show(ui, contents)
                    .inner
            });
        modal.should_close() || modal.inner
    }
}
