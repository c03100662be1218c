//! Type: Inter in two weights, the icon font behind it, and the few sizes in use.

use std::sync::{Arc, LazyLock};

use egui::{Context, FontData, FontDefinitions, FontFamily, FontId, RichText, TextStyle};

const REGULAR: &str = "Inter Regular";
const SEMIBOLD: &str = "Inter SemiBold";

static SEMIBOLD_FAMILY: LazyLock<FontFamily> =
    LazyLock::new(|| FontFamily::Name(Arc::from("semibold")));

pub const TITLE_SIZE: f32 = 18.0;
pub const SECTION_SIZE: f32 = 15.0;
pub const BODY_SIZE: f32 = 13.0;
pub const DETAIL_SIZE: f32 = 12.0;
pub const CHIP_SIZE: f32 = 11.0;

pub(super) fn install(ctx: &Context) {
    let mut fonts = FontDefinitions::empty();
    let files: [(&str, &'static [u8]); 2] = [
        (
            REGULAR,
            include_bytes!("../../../assets/fonts/Inter-Regular.otf"),
        ),
        (
            SEMIBOLD,
            include_bytes!("../../../assets/fonts/Inter-SemiBold.otf"),
        ),
    ];
    for (name, bytes) in files {
        let data = Arc::new(FontData::from_static(bytes));
        fonts.font_data.insert(name.to_owned(), data);
    }
    let families = [
        (FontFamily::Proportional, REGULAR),
        // No table of ours needs a typewriter face: numbers are right-aligned instead.
        (FontFamily::Monospace, REGULAR),
        (SEMIBOLD_FAMILY.clone(), SEMIBOLD),
    ];
    for (family, font) in families {
        fonts.families.insert(family, vec![font.to_owned()]);
    }
    ctx.set_fonts(fonts);
    egui_material_icons::initialize(ctx);
}

pub(super) fn text_styles() -> std::collections::BTreeMap<TextStyle, FontId> {
    [
        (TextStyle::Heading, title()),
        (section_style(), section()),
        (TextStyle::Body, body()),
        (TextStyle::Button, body()),
        (strong_style(), strong()),
        (TextStyle::Monospace, FontId::monospace(BODY_SIZE)),
        (TextStyle::Small, detail()),
        (chip_style(), chip()),
    ]
    .into()
}

/// The style of a section's heading, beside egui's own `Heading`, `Body`, `Button` and `Small`.
pub fn section_style() -> TextStyle {
    TextStyle::Name("section".into())
}

/// Body text in the heavier weight.
pub fn strong_style() -> TextStyle {
    TextStyle::Name("strong".into())
}

pub fn chip_style() -> TextStyle {
    TextStyle::Name("chip".into())
}

pub fn title() -> FontId {
    semibold(TITLE_SIZE)
}

pub fn section() -> FontId {
    semibold(SECTION_SIZE)
}

pub fn body() -> FontId {
    FontId::proportional(BODY_SIZE)
}

pub fn strong() -> FontId {
    semibold(BODY_SIZE)
}

pub fn detail() -> FontId {
    FontId::proportional(DETAIL_SIZE)
}

pub fn chip() -> FontId {
    semibold(CHIP_SIZE)
}

/// As small as a chip, in the lighter weight: the ends of an axis.
pub fn chip_light() -> FontId {
    FontId::proportional(CHIP_SIZE)
}

pub fn semibold(size: f32) -> FontId {
    FontId::new(size, SEMIBOLD_FAMILY.clone())
}

/// Body text in the heavier weight, for labels. egui's own `strong` only changes the colour.
pub fn strong_text(text: impl Into<String>) -> RichText {
    RichText::new(text).font(strong())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme;

    #[test]
    fn every_sign_in_use_has_a_glyph() {
        let ctx = Context::default();
        theme::install(&ctx);
        ctx.run_ui(Default::default(), |_| {})
            .drop_without_applying_deltas();
        let signs = "→←↑↓✓⁺≥≤≠ε α δ Δ σ ∞–—…·×−½°“”‘’•äéßłžñçøåÆŒ€£§";
        for font in [body(), strong(), FontId::monospace(12.0)] {
            for sign in signs.chars() {
                let known = ctx.fonts_mut(|fonts| fonts.has_glyph(&font, sign));
                assert!(known, "{sign} in {font:?}");
            }
        }
        let icon = theme::icons::RUN;
        let sign = icon.codepoint.chars().next().unwrap();
        assert!(ctx.fonts_mut(|fonts| fonts.has_glyph(&theme::icons::font(icon, 16.0), sign)));
    }
}
