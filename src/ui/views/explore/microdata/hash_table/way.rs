//! The levels of the strategy, side by side: L[i] tuples, of which n[i] have at least k records.

use crate::ui::lattice::Held;
use crate::ui::lattice::shown::ShownLattice;
use crate::ui::lattice::tuples::level_counts;
use crate::ui::theme::{CONTROL_RADIUS, Tokens, fonts};
use crate::ui::views::explore::lattice::{digits, mark};
use crate::ui::widgets::{number, parts};
use cloakroom_core::units::Counted;
use egui::{Align, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

/// `reveal` scrolls to the selected one.
pub fn show(ui: &mut Ui, held: &Held, shown: &mut ShownLattice, k: u32, reveal: bool) {
    let way = shown.way().to_vec();
    ScrollArea::horizontal().id_salt("strategy").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            for (height, &node) in way.iter().enumerate() {
                if step(ui, held, shown, height, node, k, reveal) {
                    shown.select_on_way(node);
                }
            }
        });
    });
}

fn step(
    ui: &mut Ui,
    held: &Held,
    shown: &ShownLattice,
    height: usize,
    node: usize,
    k: u32,
    reveal: bool,
) -> bool {
    let tokens = Tokens::of(ui);
    let (all, reach) = level_counts(held, node, k);
    let levels = digits(&held.shape().levels(node));
    let counts = format!(
        "L[{height}] {}   n[{height}] {}",
        number::count(all),
        number::count(reach)
    );
    let title = parts::line(ui, &levels, fonts::strong(), tokens.text);
    let body = parts::line(ui, &counts, fonts::chip_light(), tokens.dim);
    let width = (title.size().x + 16.0).max(body.size().x) + 20.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width.ceil(), 44.0), Sense::click());
    let stands = shown.statuses().of(node);
    let selected = shown.selected() == Some(node);
    let name = format!("Height {height}: {counts}, {}", stands.word().word);
    response.widget_info(|| {
        WidgetInfo::selected(Role::Button, ui.is_enabled(), selected, name.as_str())
    });
    if selected && reveal {
        response.scroll_to_me(Some(Align::Center));
    }
    let (fill, line) = if selected {
        (tokens.card, tokens.accent)
    } else if response.hovered() {
        (tokens.card, tokens.strong_line)
    } else {
        (tokens.card, tokens.line)
    };
    let line = Stroke::new(if selected { 1.5 } else { 1.0 }, line);
    let painter = ui.painter();
    painter.rect(rect, CONTROL_RADIUS, fill, line, StrokeKind::Inside);
    mark(painter, tokens, stands, rect.min + vec2(15.0, 14.0));
    parts::put_left(painter, rect.min + vec2(26.0, 14.0), title);
    parts::put_left(painter, rect.min + vec2(10.0, 32.0), body);
    parts::focus_ring(ui, &response, rect, CONTROL_RADIUS);
    response
        .on_hover_text(format!(
            "{}\nL is the number of tuples at this height, n of those with at least k = {k} {}. The \
             lowest height at which both are the same is the strategy's minimum (thesis, Algorithm 1).",
            held.name(node),
            Counted::nouns(held.profile.counts())[1]
        ))
        .clicked()
}
