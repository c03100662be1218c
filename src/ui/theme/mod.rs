//! How everything looks: colours by meaning, type, spacing. Views and widgets take these and never
//! a raw colour or size.

pub mod fonts;
pub mod icons;
mod style;
mod tokens;

pub use style::{CARD_RADIUS, CONTROL_RADIUS, GAP, MARGIN};
pub use tokens::{ChipColours, Tokens};

/// Gives a context the fonts and both themes. Once, at the start; egui switches between the themes.
pub fn install(ctx: &egui::Context) {
    fonts::install(ctx);
    style::install(ctx);
}
