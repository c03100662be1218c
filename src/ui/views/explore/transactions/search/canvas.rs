//! The rows of cards and what the mouse and the keyboard do to them.

use super::rows::{Look, ROW, Row, gutter, title};
use super::steps::{Card, find, rows};
use super::{Looked, SearchTab, curve, keys};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::transactions::scenario::Visit;
use crate::ui::views::explore::canvas_keys::canvas;
use crate::ui::views::explore::lattice::pair;
use crate::ui::views::explore::transactions::words;
use crate::ui::widgets::{detail, floating_card, number, told};
use egui::{Rect, Sense, Ui, pos2, vec2};

const CARD_WIDTH: f32 = 220.0;
/// Cheapest ones of what does not fit that a card tells.
const MOST_TOLD: usize = 14;

impl SearchTab {
    pub(super) fn canvas(&mut self, ui: &mut Ui, looked: &Looked<'_>, chosen: Visit) {
        let count = rows(looked);
        let whole = count as f32 * ROW + 8.0;
        if whole > ui.available_height() {
            let room = ui.available_height() - 54.0;
            let wanted = curve::show(ui, looked, self.offset, room, chosen.step);
            self.offset = wanted.unwrap_or(self.offset);
        }
        let Some((rect, response)) = canvas(ui, "Search through the cuts", Sense::click_and_drag())
        else {
            return;
        };
        if let Some(visit) = keys::act(ui, &response, looked, chosen) {
            self.chosen = Some(visit);
            self.reveal = true;
        }
        if response.hovered() {
            self.offset -= ui.input(|input| input.smooth_scroll_delta().y);
        }
        if response.dragged() {
            self.offset -= response.drag_delta().y;
        }
        let chosen = self.chosen.unwrap_or(chosen);
        if std::mem::take(&mut self.reveal) {
            let top = find(looked, chosen).0 as f32 * ROW;
            let most = top.min(self.offset);
            self.offset = most.max(top + ROW + 8.0 - rect.height());
        }
        self.offset = self.offset.clamp(0.0, (whole - rect.height()).max(0.0));
        let first = (self.offset / ROW) as usize;
        let last = ((self.offset + rect.height()) / ROW) as usize + 1;
        let shown: Vec<(usize, Row)> = (first..(last + 1).min(count))
            .map(|at| (at, Row::new(looked, chosen.round, at, rect, self.offset)))
            .collect();
        let pointer = response.hover_pos().filter(|_| !response.dragged());
        let hit = pointer.and_then(|at| shown.iter().find_map(|(_, row)| row.hit(at)));
        let painter = ui.painter().with_clip_rect(rect);
        let tokens = Tokens::of(ui);
        for (at, row) in &shown {
            if *at > 0 {
                row.lines(&painter, tokens);
            }
        }
        let look = Look {
            chosen,
            hovered: hit,
        };
        for (at, row) in &shown {
            row.paint(ui, &painter, looked, &look);
            let corner = pos2(rect.left(), row.top - 8.0);
            gutter(ui, &painter, looked, *at, corner);
        }
        bar(ui, rect, self.offset, whole);
        if response.has_focus() {
            let inside = egui::StrokeKind::Inside;
            painter.rect_stroke(rect, 0, (1.5, tokens.accent), inside);
        }
        if response.clicked() {
            response.request_focus();
            if let Some(card) = hit {
                self.chosen = Some(card.visit);
            }
        }
        if let (Some(at), Some(card)) = (pointer, hit) {
            floating_card(ui, "search card", rect, at, CARD_WIDTH, |ui| {
                about(ui, looked, card);
            });
        }
        let rest = pointer.and_then(|at| {
            let mut rests = shown.iter().filter_map(|(_, row)| row.rest());
            rests.find(|(rect, _)| rect.contains(at))
        });
        if let (Some(at), Some((_, cards))) = (pointer, rest) {
            floating_card(ui, "search card", rect, at, CARD_WIDTH, |ui| {
                for card in cards.iter().take(MOST_TOLD) {
                    let cost = words::cost(looked.baskets, card.cost);
                    pair(ui, &title(looked, card), &cost, false, false);
                }
                let more = cards.len().saturating_sub(MOST_TOLD);
                if more > 0 {
                    pair(ui, "dearer ones", &more.to_string(), false, false);
                }
            });
        }
    }
}

/// A thin bar at the right shows where in the search the view is.
fn bar(ui: &Ui, rect: Rect, offset: f32, whole: f32) {
    if whole <= rect.height() {
        return;
    }
    let share = rect.height() / whole;
    let tall = (rect.height() * share).max(24.0);
    let top = rect.top() + (rect.height() - tall) * offset / (whole - rect.height());
    let place = Rect::from_min_size(pos2(rect.right() - 7.0, top), vec2(4.0, tall));
    ui.painter().rect_filled(place, 2, Tokens::of(ui).track);
}

/// A cut under the mouse.
fn about(ui: &mut Ui, looked: &Looked<'_>, card: &Card) {
    let tokens = Tokens::of(ui);
    let tree = &looked.baskets.tree;
    match card.replaced {
        None => {
            ui.label(fonts::strong_text("The root alone"));
        }
        Some(node) => {
            let children = words::names_in_order(looked.baskets, tree.children(node), 6);
            let title = format!("{} \u{2192} {children}", tree.name(node));
            told(ui, title, fonts::strong(), Tokens::of(ui).text);
        }
    }
    let cost = words::cost_and_loss(looked.baskets, card.cost);
    pair(ui, "cost", &cost, true, false);
    let from = match card.visit.tried {
        Some(_) => looked.round.steps.get(card.visit.step),
        None => {
            let before = card.visit.step.checked_sub(1);
            before.and_then(|before| looked.round.steps.get(before))
        }
    };
    if let Some(from) = from {
        let (less, more) = (
            from.cost.saturating_sub(card.cost),
            card.cost.saturating_sub(from.cost),
        );
        let words = match (less, more) {
            (0, 0) => "the same as before it".to_owned(),
            (0, more) => format!("{} more than before it", words::cost(looked.baskets, more)),
            (less, _) => format!("{} less than before it", words::cost(looked.baskets, less)),
        };
        detail(ui, &words, tokens.text);
    }
    if card.taken
        && let Some(step) = looked.round.steps.get(card.visit.step)
    {
        let gone = number::count(step.suppressed.len() as u64);
        pair(ui, "nodes suppressed", &gone, false, false);
    }
    let words = match card.taken {
        true => "The search went this way.",
        false => "Tried, and not taken.",
    };
    detail(ui, words, tokens.dim);
}
