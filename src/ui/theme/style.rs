//! egui's own style, made of the tokens. Set once for each theme, never in a frame.

use egui::epaint::{FontColorTransferFunction, TextOptions};
use egui::style::{HandleShape, Selection, Spacing, TextCursorStyle, WidgetVisuals, Widgets};
use egui::{
    Color32, Context, CornerRadius, CursorIcon, Margin, Shadow, Stroke, Style, Theme, Ui, Visuals,
    vec2,
};

use super::fonts;
use super::tokens::Tokens;

/// Between neighbours.
pub const GAP: f32 = 8.0;
/// Around what belongs together.
pub const MARGIN: f32 = 12.0;
/// Corners of buttons and inputs.
pub const CONTROL_RADIUS: u8 = 4;
/// Corners of cards, menus and windows.
pub const CARD_RADIUS: u8 = 6;

pub(super) fn install(ctx: &Context) {
    for theme in [Theme::Light, Theme::Dark] {
        ctx.set_style_of(theme, style(Tokens::of_theme(theme), theme));
    }
}

/// Entries of a menu are lines of text, not buttons: the one under the mouse gets a tint and no
/// outline. Call it first inside of every menu and popup.
pub fn menu(ui: &mut Ui) {
    let tokens = Tokens::of(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    let widgets = &mut ui.visuals_mut().widgets;
    widgets.inactive.bg_stroke = Stroke::NONE;
    for lively in [&mut widgets.hovered, &mut widgets.open] {
        lively.bg_stroke = Stroke::NONE;
        lively.weak_bg_fill = tokens.hover_tint;
    }
}

fn style(t: &Tokens, theme: Theme) -> Style {
    let mut style = theme.default_style();
    style.text_styles = fonts::text_styles();
    style.drag_value_text_style = fonts::strong_style();
    style.spacing = spacing(style.spacing);
    style.visuals = visuals(t, style.visuals);
    style.animation_time = 0.1;
    // Words are labels here; selecting text by accident while clicking through a form is a nuisance.
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    style
}

fn spacing(base: Spacing) -> Spacing {
    let mut spacing = Spacing {
        item_spacing: vec2(GAP, GAP),
        window_margin: Margin::same(MARGIN as i8),
        menu_margin: Margin::same(6),
        button_padding: vec2(10.0, 5.0),
        interact_size: vec2(40.0, 28.0),
        indent: 18.0,
        icon_width: 16.0,
        icon_width_inner: 9.0,
        icon_spacing: 6.0,
        slider_rail_height: 4.0,
        combo_width: 120.0,
        tooltip_width: 340.0,
        menu_width: 320.0,
        menu_spacing: 4.0,
        combo_height: 320.0,
        ..base
    };
    spacing.scroll.bar_width = 8.0;
    spacing.scroll.floating_width = 4.0;
    // Numbers stand at the right end; the bar must not lie on them.
    spacing.scroll.floating_allocated_width = 8.0;
    spacing
}

fn visuals(t: &Tokens, base: Visuals) -> Visuals {
    let shadow = Shadow {
        offset: [0, 4],
        blur: 14,
        spread: 0,
        color: t.shadow,
    };
    // Small text stays firm in both themes, and a change of theme keeps the font atlas.
    let text_options = TextOptions {
        color_transfer_function: FontColorTransferFunction::TwoCoverageMinusCoverageSq,
        ..base.text_options
    };
    Visuals {
        text_options,
        weak_text_color: Some(t.dim),
        widgets: widgets(t),
        selection: Selection {
            bg_fill: t.accent_tint,
            // Also the ring of a text field that has the keyboard.
            stroke: Stroke::new(2.0, t.accent),
        },
        hyperlink_color: t.accent,
        faint_bg_color: t.panel,
        extreme_bg_color: t.card,
        text_edit_bg_color: Some(t.card),
        code_bg_color: t.panel,
        warn_fg_color: t.attention_text,
        error_fg_color: t.violates,
        window_corner_radius: CornerRadius::same(CARD_RADIUS),
        window_shadow: shadow,
        window_fill: t.card,
        window_stroke: Stroke::new(1.0, t.line),
        window_highlight_topmost: false,
        menu_corner_radius: CornerRadius::same(CARD_RADIUS),
        panel_fill: t.ground,
        popup_shadow: shadow,
        text_cursor: TextCursorStyle {
            stroke: Stroke::new(1.5, t.accent),
            ..base.text_cursor
        },
        indent_has_left_vline: false,
        slider_trailing_fill: true,
        handle_shape: HandleShape::Circle,
        interact_cursor: Some(CursorIcon::PointingHand),
        disabled_alpha: 0.55,
        ..base
    }
}

fn widgets(t: &Tokens) -> Widgets {
    let widget = |fill: Color32, outline: Stroke, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: outline,
        corner_radius: CornerRadius::same(CONTROL_RADIUS),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    let line = Stroke::new(1.0, t.line);
    let strong_line = Stroke::new(1.0, t.strong_line);
    // egui shows focus with the looks of a pressed control: this outline is the focus ring.
    let ring = Stroke::new(2.0, t.accent);
    Widgets {
        noninteractive: widget(t.card, line, t.text),
        inactive: widget(t.card, line, t.text),
        hovered: widget(t.card, strong_line, t.text),
        active: widget(t.card, ring, t.text),
        open: widget(t.card, strong_line, t.text),
    }
}
