//! The selected rare set and the baskets that hold it.

use super::super::{Seen, words};
use super::holders::{MOST, SetHolders};
use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::theme::{CONTROL_RADIUS, Tokens, fonts, icons};
use crate::ui::widgets::{icon_button, link, number, parts, section, told};
use egui::{Align, Layout, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

const ROW: f32 = 24.0;
/// Larger sets are not told item by item.
const MOST_TOLD: usize = 8;

/// Says whether it is to be closed.
pub fn show(
    ui: &mut Ui,
    seen: &Seen<'_>,
    set: &[u32],
    support: u32,
    holders: &SetHolders,
    out: &mut Outbox,
) -> bool {
    let mut closed = false;
    let tokens = Tokens::of(ui);
    ui.spacing_mut().item_spacing.y = 4.0;
    ui.horizontal(|ui| {
        section(ui, "Selected set");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            closed = icon_button(ui, icons::CLOSE, "Close the selected set").clicked();
        });
    });
    let baskets = seen.known.baskets;
    told(
        ui,
        words::names(baskets, set, 60),
        fonts::strong(),
        Tokens::of(ui).text,
    );
    let k = seen.known.status.target.k;
    let held = match support {
        1 => format!("One basket holds all of this; k = {k} asks for {k}."),
        some => format!("Only {some} baskets hold all of this; k = {k} asks for {k}."),
    };
    told(ui, held, fonts::detail(), tokens.violates);
    let few = (2..=MOST_TOLD).contains(&set.len());
    for &node in set.iter().filter(|_| few) {
        let alone = number::counted(u64::from(holders.alone(node)), "basket");
        let text = format!("{} alone is in {alone}.", baskets.tree.name(node));
        told(ui, text, fonts::detail(), tokens.dim);
    }
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let title = match holders.count {
            1 => "The basket".to_owned(),
            some => format!("The {} baskets", number::count(some as u64)),
        };
        ui.label(fonts::strong_text(title));
    });
    let rows = holders.baskets.len();
    ScrollArea::vertical().show_rows(ui, ROW, rows, |ui, range| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for &basket in &holders.baskets[range] {
            row(ui, seen, basket, out);
        }
    });
    if holders.count > MOST {
        let more = format!("and {} more", number::count((holders.count - MOST) as u64));
        ui.label(RichText::new(more).font(fonts::detail()).color(tokens.dim));
    }
    if let Some(&first) = holders.baskets.first() {
        ui.add_space(2.0);
        if link(ui, "See it in the taxonomy").clicked() {
            out.send(Action::SelectRow(Some(first)));
            out.send(Action::ShowTab(ExploreTab::Taxonomy));
        }
    }
    closed
}

/// A basket; a click shows it in the table.
fn row(ui: &mut Ui, seen: &Seen<'_>, basket: u32, out: &mut Outbox) {
    let tokens = Tokens::of(ui);
    let baskets = seen.known.baskets;
    let number = number::count(u64::from(basket) + 1);
    let names = words::names(baskets, baskets.basket(basket as usize), 30);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let spoken = format!("Basket {number}: {names}");
    let selected = seen.selected == Some(basket);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, &spoken));
    let painter = ui.painter();
    if selected {
        painter.rect_filled(rect, CONTROL_RADIUS, tokens.accent_tint);
    } else if response.hovered() {
        painter.rect_filled(rect, CONTROL_RADIUS, tokens.hover_tint);
    }
    let line = parts::line(
        ui,
        &number,
        fonts::semibold(fonts::DETAIL_SIZE),
        tokens.accent,
    );
    let start = rect.left_center() + vec2(4.0, 0.0);
    let end = parts::put_left(painter, start, line).max(rect.left() + 44.0);
    let room = rect.right() - end - 14.0;
    let (line, _) = parts::line_within(ui, &names, fonts::detail(), tokens.text, room);
    parts::put_left(painter, egui::pos2(end + 10.0, rect.center().y), line);
    parts::focus_ring(ui, &response, rect, CONTROL_RADIUS);
    if response.clicked() {
        out.send(Action::ShowRow(basket));
    }
    response.on_hover_text(format!("{names}\nA click shows the basket in the table."));
}
