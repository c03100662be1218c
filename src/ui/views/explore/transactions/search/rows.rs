//! Rows of cards, painted: the way that was taken strong, what was only tried faint.

use super::super::words;
use super::Looked;
use super::steps::{Card, cards};
use crate::ui::theme::{CONTROL_RADIUS, Tokens, fonts, icons};
use crate::ui::transactions::scenario::Visit;
use crate::ui::widgets::{number, parts};
use egui::epaint::CubicBezierShape;
use egui::{Color32, Painter, Pos2, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

/// From one row to the next.
pub const ROW: f32 = 84.0;
const CARD: f32 = 46.0;
const WIDE: f32 = 142.0;
const NARROW: f32 = 90.0;
/// From this width of the view on there is room for longer names.
const ROOMY: f32 = 760.0;
const WIDE_IF_ROOMY: f32 = 196.0;
const NARROW_IF_ROOMY: f32 = 132.0;
const GAP: f32 = 8.0;
/// Left of the cards stands the number of the step and how its cost compares.
const GUTTER: f32 = 90.0;
/// Kept for counting what does not fit.
const MORE: f32 = 46.0;

/// Children whose names are no longer than this are named, otherwise they are counted.
const SHORT: usize = 12;

/// Where the cards of one row stand.
pub struct Row {
    pub cards: Vec<Card>,
    pub top: f32,
    left: f32,
    wide: f32,
    narrow: f32,
    /// Cards that there is room for.
    fits: usize,
}

impl Row {
    pub fn new(looked: &Looked<'_>, round: usize, row: usize, rect: Rect, offset: f32) -> Self {
        let cards = cards(looked, round, row);
        let left = rect.left() + GUTTER;
        let roomy = rect.width() > ROOMY;
        let mut row = Self {
            top: rect.top() + row as f32 * ROW - offset + 8.0,
            left,
            wide: if roomy { WIDE_IF_ROOMY } else { WIDE },
            narrow: if roomy { NARROW_IF_ROOMY } else { NARROW },
            fits: cards.len(),
            cards,
        };
        let all = row.cards.len();
        if row.end(all) > rect.right() {
            let room = rect.right() - MORE;
            row.fits = (1..=all).rev().find(|&n| row.end(n) <= room).unwrap_or(1);
        }
        row
    }

    fn end(&self, cards: usize) -> f32 {
        match cards.checked_sub(1) {
            None => self.left,
            Some(last) => self.rect(last).right(),
        }
    }

    /// The card at a place; the first one is for the way that was taken, even if it ends here.
    pub fn rect(&self, place: usize) -> Rect {
        let taken = self.cards.first().is_some_and(|card| card.taken);
        let (x, wide) = match place {
            0 if taken => (0.0, self.wide),
            place => {
                let before = place - usize::from(taken);
                let x = self.wide + 14.0 + before as f32 * (self.narrow + GAP);
                (x, self.narrow)
            }
        };
        Rect::from_min_size(pos2(self.left + x, self.top), vec2(wide, CARD))
    }

    pub fn hit(&self, at: Pos2) -> Option<&Card> {
        let cards = self.cards.iter().take(self.fits).enumerate();
        let mut hit = cards.filter(|(place, _)| self.rect(*place).contains(at));
        hit.next().map(|(_, card)| card)
    }

    /// What does not fit, and where that is said.
    pub fn rest(&self) -> Option<(Rect, &[Card])> {
        let rest = self
            .cards
            .get(self.fits..)
            .filter(|rest| !rest.is_empty())?;
        let left = self.end(self.fits) + GAP;
        let rect = Rect::from_min_size(pos2(left, self.top), vec2(MORE - GAP, CARD));
        Some((rect, rest))
    }

    /// Lines from the cut above to every card.
    pub fn lines(&self, painter: &Painter, tokens: &Tokens) {
        let from = pos2(self.left + self.wide / 2.0, self.top - (ROW - CARD));
        for (place, card) in self.cards.iter().take(self.fits).enumerate().rev() {
            let to = self.rect(place).center_top();
            let stroke = match card.taken {
                true => Stroke::new(2.0, tokens.accent),
                false => Stroke::new(1.0, tokens.line),
            };
            let bend = vec2(0.0, (to.y - from.y) * 0.55);
            let points = [from, from + bend, to - bend, to];
            painter.add(CubicBezierShape::from_points_stroke(
                points,
                false,
                Color32::TRANSPARENT,
                stroke,
            ));
        }
    }

    pub fn paint(&self, ui: &Ui, painter: &Painter, looked: &Looked<'_>, look: &Look<'_>) {
        for (place, card) in self.cards.iter().take(self.fits).enumerate() {
            let rect = self.rect(place);
            paint_card(ui, painter, looked, rect, card, look);
        }
        let tokens = Tokens::of(ui);
        if let Some((rect, rest)) = self.rest() {
            let words = format!("+ {}", rest.len());
            let line = parts::line(ui, &words, fonts::detail(), tokens.dim);
            parts::put_left(painter, rect.left_center(), line);
        }
    }
}

pub struct Look<'a> {
    pub chosen: Visit,
    pub hovered: Option<&'a Card>,
}

fn paint_card(
    ui: &Ui,
    painter: &Painter,
    looked: &Looked<'_>,
    rect: Rect,
    card: &Card,
    look: &Look<'_>,
) {
    let tokens = Tokens::of(ui);
    let chosen = look.chosen == card.visit;
    let (fill, line) = match (chosen, card.taken) {
        (true, _) => (tokens.accent_tint, Stroke::new(2.0, tokens.accent)),
        (false, true) => (tokens.card, Stroke::new(1.5, tokens.accent)),
        (false, false) if look.hovered == Some(card) => {
            (tokens.card, Stroke::new(1.0, tokens.strong_line))
        }
        (false, false) => (tokens.ground, Stroke::new(1.0, tokens.line)),
    };
    painter.rect(rect, CONTROL_RADIUS, fill, line, StrokeKind::Inside);
    let (ink, font) = match card.taken {
        true => (tokens.text, fonts::strong()),
        false => (tokens.dim, fonts::detail()),
    };
    let room = rect.width() - 20.0;
    let left = rect.left() + 10.0;
    let (name, _) = parts::line_within(ui, &title(looked, card), font.clone(), ink, room);
    parts::put_left(painter, pos2(left, rect.top() + 15.0), name);
    let cost = match card.taken {
        true => words::cost_and_loss(looked.baskets, card.cost),
        false => words::cost(looked.baskets, card.cost),
    };
    let (cost, _) = parts::line_within(ui, &cost, fonts::detail(), ink, room);
    let end = parts::put_left(painter, pos2(left, rect.bottom() - 14.0), cost);
    let step = looked.round.steps.get(card.visit.step);
    if let Some(step) = step.filter(|step| card.taken && !step.suppressed.is_empty()) {
        let gone = number::count(step.suppressed.len() as u64);
        let gone = parts::line(ui, &gone, fonts::detail(), tokens.dim);
        let at = rect.right_bottom() - vec2(10.0, 14.0);
        if at.x - gone.size().x - 22.0 > end {
            let begin = parts::put_right(painter, at, gone);
            let at = pos2(begin - 9.0, at.y);
            parts::put_icon(painter, at, icons::SUPPRESSED, 14.0, tokens.dim);
        }
    }
}

/// `dairy → 6 parts`, or the root.
pub fn title(looked: &Looked<'_>, card: &Card) -> String {
    let tree = &looked.baskets.tree;
    match card.replaced {
        None => format!("all as {}", tree.name(tree.root())),
        Some(node) => {
            let children = tree.children(node);
            let names: Vec<&str> = children.iter().take(5).map(|&at| tree.name(at)).collect();
            let short = names.join(", ");
            let name = tree.name(node);
            match children.len() < 5 && short.chars().count() <= SHORT {
                true => format!("{name} \u{2192} {short}"),
                false if card.taken => format!("{name} \u{2192} {}", children.len()),
                false => name.to_owned(),
            }
        }
    }
}

/// The number of the step and a bar for its cost.
pub fn gutter(ui: &Ui, painter: &Painter, looked: &Looked<'_>, row: usize, at: Pos2) {
    let tokens = Tokens::of(ui);
    let Some(step) = looked.round.steps.get(row) else {
        let line = parts::line(ui, "not cheaper", fonts::chip_light(), tokens.dim);
        parts::put_left(painter, at + vec2(18.0, 8.0 + CARD / 2.0), line);
        return;
    };
    let words = match row {
        0 => "start".to_owned(),
        row => format!("step {}", number::count(row as u64)),
    };
    let line = parts::line(ui, &words, fonts::chip_light(), tokens.dim);
    parts::put_left(painter, at + vec2(18.0, 8.0 + 15.0), line);
    let most = looked.round.steps.iter().map(|step| step.cost).max();
    let share = step.cost as f32 / most.unwrap_or(0).max(1) as f32;
    let bar = Rect::from_min_size(at + vec2(18.0, 8.0 + CARD - 17.0), vec2(64.0, 6.0));
    painter.rect_filled(bar, 2, tokens.track.gamma_multiply(0.6));
    let full = bar.with_max_x(bar.left() + bar.width() * share);
    painter.rect_filled(full, 2, tokens.bar);
}
