//! One node as a cell: what it is called, how much of the baskets it is, and what becomes of it.

use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::{marks, number, parts};
use egui::epaint::{Mesh, TextShape};
use egui::{Color32, Painter, Pos2, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

/// Lower cells have no room for a name.
pub const LEAST_WRITTEN: f32 = 13.5;
/// From here on there is room for letters of the usual size.
const USUAL: f32 = 18.0;
/// Narrower cells are written from bottom to top.
const UPRIGHT: f32 = 40.0;
/// From here on there is room for a second line.
const TWO_LINES: f32 = 38.0;
const RADIUS: u8 = 3;
const PADDING: f32 = 8.0;
/// Between the lines that strike out what is suppressed.
const HATCH: f32 = 7.0;

/// What becomes of an item is neither a role nor a risk: it is a series.
const EXACT: usize = 1;
const GENERAL: usize = 2;
/// Of the selected rare set.
pub const SET: usize = 3;

/// What becomes of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    /// Above the cut, or there is none.
    Plain,
    /// Shown as it is.
    Exact,
    /// Stands for what lies under it.
    General,
    Suppressed,
    /// Below the cut: this is not told any more.
    Lost,
    /// Shown in some baskets: these shares of its occurrences.
    Partly {
        shown: f32,
        gone: f32,
        exact: bool,
    },
}

pub fn fill(tokens: &Tokens, look: Look) -> Color32 {
    match look {
        Look::Plain => tokens.track.gamma_multiply(0.42),
        Look::Exact => tokens.series[EXACT].gamma_multiply(0.30),
        Look::General => tokens.series[GENERAL].gamma_multiply(0.38),
        Look::Suppressed => tokens.bar.gamma_multiply(0.45),
        Look::Lost => tokens.track.gamma_multiply(0.22),
        Look::Partly { shown, exact, .. } => {
            let ink = if exact { EXACT } else { GENERAL };
            tokens.series[ink].gamma_multiply(0.10 + 0.30 * shown)
        }
    }
}

/// A cell without words.
pub fn block(mesh: &mut Mesh, tokens: &Tokens, rect: Rect, look: Look) {
    let gap = if rect.height() > 4.0 { 1.0 } else { 0.3 };
    let inner = Rect::from_min_max(rect.min, rect.max - vec2(1.0, gap));
    mesh.add_colored_rect(inner, fill(tokens, look));
}

pub fn outline(painter: &Painter, tokens: &Tokens, rect: Rect, width: f32) {
    let ink = if width > 1.0 { tokens.text } else { tokens.dim };
    edge(painter, ink, rect, width);
}

/// An item of the selected rare set.
pub fn mark_of_set(painter: &Painter, tokens: &Tokens, rect: Rect) {
    edge(painter, tokens.series[SET], rect, 2.5);
}

fn edge(painter: &Painter, ink: Color32, rect: Rect, width: f32) {
    let rect = Rect::from_min_max(rect.min, rect.max - vec2(1.0, 1.0)).expand(0.5);
    let rect = rect.intersect(painter.clip_rect().expand(4.0));
    painter.rect_stroke(rect, RADIUS, Stroke::new(width, ink), StrokeKind::Middle);
}

pub struct Cell<'a> {
    pub name: &'a str,
    pub look: Look,
    pub rect: Rect,
    /// The part of it that is in view: the words stand there.
    pub visible: Rect,
    pub items: u32,
    pub occurs: u64,
    /// Of all occurrences.
    pub share: f64,
    /// Occurrences that are shown as this node, where that differs from basket to basket.
    pub shown: Option<u64>,
    pub folded: bool,
    /// Part of a rare set, if that is known.
    pub rare: Option<bool>,
    pub held: bool,
    pub found: bool,
    /// On the cut.
    pub emphasised: bool,
}

impl Cell<'_> {
    pub fn paint(&self, ui: &Ui, painter: &Painter) {
        let tokens = Tokens::of(ui);
        let inner = Rect::from_min_max(self.rect.min, self.rect.max - vec2(1.0, 1.0));
        match self.look {
            Look::Partly { shown, gone, exact } => {
                painter.rect_filled(inner, RADIUS, fill(tokens, Look::Plain));
                let ink = fill(tokens, if exact { Look::Exact } else { Look::General });
                let wide = inner.width() * shown;
                painter.rect_filled(inner.with_max_x(inner.left() + wide), RADIUS, ink);
                let wide = inner.width() * gone;
                if wide >= 2.0 {
                    let part = inner.with_min_x(inner.right() - wide);
                    painter.rect_filled(part, RADIUS, fill(tokens, Look::Suppressed));
                    hatch(painter, tokens, part);
                }
            }
            look => {
                painter.rect_filled(inner, RADIUS, fill(tokens, look));
                if look == Look::Suppressed {
                    hatch(painter, tokens, inner);
                }
            }
        }
        if self.found {
            let edge = inner.with_max_x(inner.left() + 3.0);
            painter.rect_filled(edge, 1, tokens.series[0]);
        }
        self.words(
            ui,
            &painter.with_clip_rect(inner.intersect(painter.clip_rect())),
        );
    }

    fn words(&self, ui: &Ui, painter: &Painter) {
        let tokens = Tokens::of(ui);
        let place = self.visible;
        if place.width() < UPRIGHT {
            self.upright(ui, painter);
            return;
        }
        let lines = place.height() >= TWO_LINES;
        let first = if lines {
            place.center().y - 8.0
        } else {
            place.center().y
        };
        let mut left = place.left() + PADDING;
        let right = place.right() - PADDING;
        if let Some(rare) = self.rare {
            let at = pos2(left + 4.0, first);
            if rare {
                marks::diamond(painter, at, 5.0, tokens.violates);
            } else {
                marks::disc(painter, at, 3.5, tokens.satisfied);
            }
            left += 14.0;
        }
        if self.look == Look::Suppressed {
            parts::put_icon(
                painter,
                pos2(left + 6.0, first),
                icons::SUPPRESSED,
                14.0,
                tokens.text,
            );
            left += 17.0;
        }
        let right = self.right_marks(painter, tokens, pos2(right, first));
        let dim = matches!(self.look, Look::Lost);
        let ink = if dim { tokens.dim } else { tokens.text };
        let size = match place.height() < USUAL {
            true => fonts::CHIP_SIZE,
            false => fonts::BODY_SIZE,
        };
        let font = match self.emphasised {
            true => fonts::semibold(size),
            false => egui::FontId::proportional(size),
        };
        let room = right - left;
        if room < 14.0 {
            return;
        }
        let (name, cut) = parts::line_within(ui, self.name, font, ink, room);
        let wide = name.size().x;
        let end = parts::put_left(painter, pos2(left, first), name);
        if self.look == Look::Suppressed {
            painter.hline(
                left..=left + wide,
                first + 1.0,
                Stroke::new(1.2, tokens.text),
            );
        }
        if lines {
            let room = place.right() - PADDING - left;
            let share = number::percent(self.share);
            let words = self.detail(ui, room).unwrap_or(share);
            let ink = match self.look {
                Look::Plain | Look::Lost => tokens.dim,
                _ => tokens.text,
            };
            let (words, _) = parts::line_within(ui, &words, fonts::chip_light(), ink, room);
            parts::put_left(painter, pos2(left, first + 17.0), words);
        } else if !cut {
            let share = match self.shown {
                Some(shown) => number::count(shown),
                None => number::percent(self.share),
            };
            let ink = match self.look {
                Look::Plain | Look::Lost => tokens.dim,
                _ => tokens.text,
            };
            let share = parts::line(ui, &share, fonts::chip_light(), ink);
            if share.size().x + 10.0 < right - end {
                parts::put_right(painter, pos2(right, first), share);
            }
        }
    }

    /// `4 items · 43 %`, if it fits.
    fn detail(&self, ui: &Ui, room: f32) -> Option<String> {
        let words = match (self.shown, self.items) {
            (Some(shown), _) => format!(
                "shown {} of {}",
                number::count(shown),
                number::count(self.occurs)
            ),
            (None, 1) => return None,
            (None, items) => {
                let share = number::percent(self.share);
                let items = number::counted(u64::from(items), "item");
                format!("{items} \u{b7} {share}")
            }
        };
        let line = parts::line(ui, &words, fonts::chip_light(), Tokens::of(ui).text);
        (line.size().x <= room).then_some(words)
    }

    /// The name from bottom to top.
    fn upright(&self, ui: &Ui, painter: &Painter) {
        let tokens = Tokens::of(ui);
        let room = self.visible.height() - 2.0 * PADDING;
        if self.visible.width() < LEAST_WRITTEN || room < 20.0 {
            return;
        }
        let font = match self.emphasised {
            true => fonts::strong(),
            false => fonts::body(),
        };
        let short = parts::line(ui, self.name, font.clone(), tokens.text);
        if short.size().x < self.visible.width() - 6.0 {
            let corner = self.visible.center() - short.size() / 2.0;
            painter.galley(corner, short, tokens.text);
            return;
        }
        let (line, _) = parts::line_within(ui, self.name, font, tokens.text, room);
        let size = line.size();
        let corner = self.visible.center() + vec2(-size.y / 2.0, size.x / 2.0);
        let mut shape = TextShape::new(corner, line, tokens.text);
        shape.angle = -std::f32::consts::FRAC_PI_2;
        painter.add(shape);
    }

    /// What stands at the right end; says where it begins.
    fn right_marks(&self, painter: &Painter, tokens: &Tokens, at: Pos2) -> f32 {
        let mut right = at.x;
        if self.folded {
            parts::put_icon(
                painter,
                pos2(right - 4.0, at.y),
                icons::NEXT,
                16.0,
                tokens.dim,
            );
            right -= 16.0;
        }
        if self.held {
            painter.circle_stroke(
                pos2(right - 4.0, at.y),
                3.5,
                Stroke::new(2.0, tokens.series[0]),
            );
            right -= 14.0;
        }
        right
    }
}

/// Slanted lines over what is not shown.
fn hatch(painter: &Painter, tokens: &Tokens, rect: Rect) {
    let shown = rect.intersect(painter.clip_rect());
    if !shown.is_positive() {
        return;
    }
    let painter = painter.with_clip_rect(shown);
    let stroke = Stroke::new(1.0, tokens.dim.gamma_multiply(0.45));
    let tall = shown.height();
    let mut x = shown.left() - tall;
    // On a raster of the whole picture, so that lines do not crawl while it is moved.
    x -= (x + shown.top()).rem_euclid(HATCH);
    while x < shown.right() {
        let ends = [pos2(x, shown.bottom()), pos2(x + tall, shown.top())];
        painter.line_segment(ends, stroke);
        x += HATCH;
    }
}
