//! The issues of one person, a row each: what those who rated the same issues said, and what is close.

use super::super::Seen;
use crate::ui::help::figures::ratings::{BANDS, KEEPS_AWAY};
use crate::ui::ratings::near::{IssueFacts, Near};
use crate::ui::ratings::words;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{EmptyState, HELP, help_mark, number, parts};
use egui::{
    Align2, Painter, Pos2, Rect, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo,
    pos2, vec2,
};
use std::cmp::Reverse;

const ROW: f32 = 34.0;
const NAME: f32 = 132.0;
const COUNTS: f32 = 112.0;
const HEAD: f32 = 22.0;
/// More points than this are not named one by one.
const MOST_TICKS: usize = 24;

pub fn show(ui: &mut Ui, seen: &Seen<'_>, near: &Near, worst_first: bool) {
    if near.issues.is_empty() {
        let words = "This person rated none of the issues that others may know.";
        EmptyState::new(crate::ui::theme::icons::EXPLORE, words).show(ui);
        return;
    }
    let mut order: Vec<&IssueFacts> = near.issues.iter().collect();
    if worst_first {
        order.sort_by_key(|facts| (Reverse(facts.alone), Reverse(facts.keeps_away), facts.issue));
    }
    let width = ui.available_width() - 12.0;
    let (head, _) = ui.allocate_exact_size(vec2(width, HEAD), Sense::hover());
    let strip = strip(head);
    ticks(ui.painter(), Tokens::of(ui), seen, strip);
    let mark = Rect::from_min_size(head.left_top() + vec2(0.0, 3.0), vec2(HELP, HELP));
    help_mark(ui, mark, BANDS.word, &BANDS.in_short());
    let counts = head.with_min_x(strip.right());
    let id = ui.scope_id().with(KEEPS_AWAY.word);
    let heading = ui.interact(counts, id, Sense::hover());
    heading.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, KEEPS_AWAY.word));
    KEEPS_AWAY.beside(heading);
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical()
        .auto_shrink(false)
        .show_rows(ui, ROW, order.len(), |ui, range| {
            for facts in &order[range] {
                row(ui, seen, near, facts, width);
            }
        });
}

fn strip(row: Rect) -> Rect {
    Rect::from_min_max(
        pos2(row.left() + NAME, row.top()),
        pos2(row.right() - COUNTS, row.bottom()),
    )
}

/// Where a point of the scale lies.
fn x(strip: Rect, points: u16, point: f32) -> f32 {
    strip.left() + (point + 0.5) / f32::from(points) * strip.width()
}

fn ticks(painter: &Painter, tokens: &Tokens, seen: &Seen<'_>, strip: Rect) {
    let survey = seen.survey.survey;
    let points = survey.r();
    let step = usize::from(points).div_ceil(MOST_TICKS).max(1);
    for point in (0..points).step_by(step) {
        let at = pos2(x(strip, points, f32::from(point)), strip.center().y);
        let words = survey.scale.text(point);
        painter.text(
            at,
            Align2::CENTER_CENTER,
            words,
            fonts::detail(),
            tokens.dim,
        );
    }
    let at = pos2(strip.right() + COUNTS - 4.0, strip.center().y);
    painter.text(
        at,
        Align2::RIGHT_CENTER,
        KEEPS_AWAY.word,
        fonts::detail(),
        tokens.dim,
    );
}

fn row(ui: &mut Ui, seen: &Seen<'_>, near: &Near, facts: &IssueFacts, width: f32) {
    let survey = seen.survey.survey;
    let (points, within) = (survey.r(), seen.survey.status.target.within);
    let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
    let name = &survey.issues[facts.issue as usize];
    let own_move = near
        .remedy
        .iter()
        .flat_map(|remedy| &remedy.own)
        .find(|(issue, _, _)| *issue == facts.issue);
    let words = describe(seen, facts, own_move.map(|(_, _, to)| *to));
    let label = format!("{name}: {words}");
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &label));
    let tokens = Tokens::of(ui);
    let (galley, _) = parts::line_within(ui, name, fonts::detail(), tokens.text, NAME - 12.0);
    parts::put_left(ui.painter(), rect.left_center(), galley);
    let painter = ui.painter();
    let strip = strip(rect).shrink2(vec2(0.0, 4.0));
    painter.hline(
        strip.x_range(),
        strip.bottom(),
        Stroke::new(1.0, tokens.line),
    );
    band(painter, tokens, strip, points, facts, within);
    bars(painter, tokens, strip, points, facts, within);
    if let Some((low, high)) = facts.meets {
        meets(painter, tokens, strip, points, low, high);
    }
    let own = pos2(x(strip, points, f32::from(facts.own)), strip.bottom());
    triangle(painter, own, tokens.text);
    if let Some(&(_, _, to)) = own_move.filter(|(_, _, to)| *to < points) {
        let there = pos2(x(strip, points, f32::from(to)), strip.top() + 3.0);
        let from = pos2(own.x, there.y);
        let line = Stroke::new(1.8, tokens.satisfied);
        painter.arrow(from, there - from, line);
        painter.circle_filled(from, 2.2, tokens.satisfied);
    }
    let right = pos2(rect.right() - 4.0, rect.center().y);
    let (words_at, colour) = match facts.keeps_away {
        0 => ("nobody".to_owned(), tokens.dim),
        some => (number::count(u64::from(some)), tokens.text),
    };
    let counted = painter.layout_no_wrap(words_at, fonts::detail(), colour);
    parts::put_right(painter, right, counted);
    response.on_hover_text(label);
}

fn describe(seen: &Seen<'_>, facts: &IssueFacts, to: Option<u16>) -> String {
    let survey = seen.survey.survey;
    let mut words = format!("rated {}", words::cell(survey, facts.own));
    words.push_str(&match facts.keeps_away {
        0 => "; everybody with the same issues is within \u{3b5}".to_owned(),
        some => format!(
            "; {} with the same issues {} too far away",
            number::counted_as(u64::from(some), "person", "people"),
            if some == 1 { "is" } else { "are" }
        ),
    });
    if facts.alone > 0 {
        words.push_str(&format!(
            ", {} by this issue alone",
            number::count(u64::from(facts.alone))
        ));
    }
    match to {
        Some(to) if to < survey.r() => {
            words.push_str(&format!("; safe if it were {}", survey.scale.text(to)));
        }
        Some(_) => words.push_str("; safe if it were not rated"),
        None => {}
    }
    words.push('.');
    words
}

/// What is within ε of the person's own rating.
fn band(p: &Painter, tokens: &Tokens, strip: Rect, points: u16, facts: &IssueFacts, within: u16) {
    let low = facts.own.saturating_sub(within);
    let high = facts.own.saturating_add(within).min(points - 1);
    let span = x(strip, points, f32::from(low) - 0.5)..=x(strip, points, f32::from(high) + 0.5);
    let rect = Rect::from_x_y_ranges(span, strip.y_range());
    p.rect_filled(rect, 3, tokens.satisfied_tint);
}

/// How many gave each point; those within the band in its colour.
fn bars(p: &Painter, tokens: &Tokens, strip: Rect, points: u16, facts: &IssueFacts, within: u16) {
    let most = facts.counts.iter().copied().max().unwrap_or(1).max(1) as f32;
    let column = strip.width() / f32::from(points);
    let half = (column * 0.32).clamp(0.5, 16.0);
    for (point, &count) in (0u16..).zip(&facts.counts) {
        if count == 0 {
            continue;
        }
        let middle = x(strip, points, f32::from(point));
        let height = (count as f32 / most * (strip.height() - 6.0)).max(1.5);
        let bar = Rect::from_min_max(
            pos2(middle - half, strip.bottom() - height),
            pos2(middle + half, strip.bottom()),
        );
        let colour = match facts.own.abs_diff(point) <= within {
            true => tokens.satisfied.gamma_multiply(0.8),
            false => tokens.bar,
        };
        p.rect_filled(bar, 1, colour);
    }
}

/// The window that all concerned would meet in.
fn meets(painter: &Painter, tokens: &Tokens, strip: Rect, points: u16, low: u16, high: u16) {
    let high = high.min(points - 1);
    let span = x(strip, points, f32::from(low) - 0.5)..=x(strip, points, f32::from(high) + 0.5);
    let rect = Rect::from_x_y_ranges(span, strip.y_range()).shrink(0.5);
    let line = Stroke::new(1.4, tokens.satisfied);
    painter.rect_stroke(rect, 3, line, StrokeKind::Inside);
}

/// The person's own rating.
fn triangle(painter: &Painter, tip: Pos2, colour: egui::Color32) {
    let corners = vec![
        tip + vec2(0.0, -5.0),
        tip + vec2(5.0, 3.0),
        tip + vec2(-5.0, 3.0),
    ];
    painter.add(Shape::convex_polygon(corners, colour, Stroke::NONE));
}
