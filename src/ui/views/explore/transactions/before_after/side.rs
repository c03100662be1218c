//! The selected basket, item by item.

use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::theme::icons;
use crate::ui::theme::{CONTROL_RADIUS, Tokens, fonts};
use crate::ui::transactions::changes::Changes;
use crate::ui::widgets::{icon_button, link, number, parts};
use cloakroom_transactions::transactions::GONE;
use egui::{
    Align, Color32, Layout, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2,
};

/// Items that are shown one by one.
const MOST_ITEMS: usize = 200;
const TALL: f32 = 24.0;

pub fn show(ui: &mut Ui, changes: &Changes, basket: u32, out: &mut Outbox) {
    let released = &changes.question.released;
    let (baskets, tree) = (&released.baskets, &released.baskets.tree);
    ui.horizontal(|ui| {
        let title = format!("Basket {}", number::count(u64::from(basket) + 1));
        ui.label(fonts::strong_text(title));
        let share = number::percent(changes.share(basket as usize));
        let dim = Tokens::of(ui).dim;
        let words = format!("loses {share}");
        ui.label(egui::RichText::new(words).font(fonts::detail()).color(dim));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, icons::CLOSE, "Close the selected basket").clicked() {
                out.send(Action::SelectRow(None));
            }
            if link(ui, "Show the basket in the table").clicked() {
                out.send(Action::ShowRow(basket));
            }
            ui.add_space(8.0);
            if link(ui, "See it in the taxonomy").clicked() {
                out.send(Action::ShowTab(ExploreTab::Taxonomy));
            }
        });
    });
    let places = baskets.starts[basket as usize]..baskets.starts[basket as usize + 1];
    let mut items: Vec<(&str, u32, u32)> = places
        .map(|place| {
            let leaf = baskets.leaf[place];
            (tree.name(leaf), leaf, released.anonymized.shown[place])
        })
        .collect();
    items.sort_unstable();
    ScrollArea::vertical().max_height(96.0).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            for &(name, leaf, shown) in items.iter().take(MOST_ITEMS) {
                let becomes = match shown {
                    GONE => Becomes::Gone,
                    shown if shown == leaf => Becomes::Same,
                    shown => Becomes::General(tree.name(shown)),
                };
                item(ui, name, becomes);
            }
        });
    });
}

enum Becomes<'a> {
    Same,
    General(&'a str),
    Gone,
}

/// An item and what it is shown as, on a plate.
fn item(ui: &mut Ui, name: &str, becomes: Becomes<'_>) {
    let tokens = Tokens::of(ui);
    let (spoken, line): (String, Color32) = match becomes {
        Becomes::Same => (format!("{name}: as it is"), tokens.line),
        Becomes::General(shown) => (format!("{name}: shown as {shown}"), tokens.attention),
        Becomes::Gone => (format!("{name}: suppressed"), tokens.line),
    };
    let ink = match becomes {
        Becomes::Same => tokens.text,
        _ => tokens.dim,
    };
    let label = parts::line(ui, name, fonts::detail(), ink);
    let after = match becomes {
        Becomes::General(shown) => {
            let font = fonts::semibold(fonts::DETAIL_SIZE);
            Some(parts::line(ui, shown, font, tokens.attention_text))
        }
        _ => None,
    };
    let arrow = 20.0;
    let wide = label.size().x + after.as_ref().map_or(0.0, |after| after.size().x + arrow);
    let (rect, response) = ui.allocate_exact_size(vec2(wide + 18.0, TALL), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    let painter = ui.painter();
    let outline = Stroke::new(1.0, line);
    painter.rect(
        rect,
        CONTROL_RADIUS,
        tokens.card,
        outline,
        StrokeKind::Inside,
    );
    let start = rect.left_center() + vec2(9.0, 0.0);
    let end = parts::put_left(painter, start, label);
    if matches!(becomes, Becomes::Gone) {
        let y = rect.center().y + 1.0;
        painter.hline(start.x..=end, y, Stroke::new(1.2, tokens.text));
    }
    if let Some(after) = after {
        let middle = egui::pos2(end + arrow / 2.0, rect.center().y);
        parts::put_icon(painter, middle, icons::RIGHT, 14.0, tokens.dim);
        parts::put_left(painter, egui::pos2(end + arrow, rect.center().y), after);
    }
}
