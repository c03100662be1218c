//! The table of figures: a column a candidate, a row a figure. Heads and names of rows stay in sight.

use super::Lent;
use super::card::{Card, Editing};
use super::rows::{FigureRow, Row, rows};
use crate::ui::actions::Outbox;
use crate::ui::compare::kept::KeptResults;
use crate::ui::compare::words::figure_title;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::widgets::parts;
use cloakroom_engine::figure::Figure;
use cloakroom_engine::shelf::KeptId;
use egui::{Rect, ScrollArea, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2};

const NAMES: f32 = 186.0;
const COLUMN: f32 = 150.0;
const HEAD: f32 = 146.0;
const ROW: f32 = 26.0;
const HEADING: f32 = 32.0;

pub struct Table<'a> {
    pub lent: &'a Lent<'a>,
    pub kept: &'a KeptResults,
    /// From left to right.
    pub order: &'a [KeptId],
    pub sorted: Option<(Figure, bool)>,
}

impl Table<'_> {
    /// The figure that was clicked, if one was.
    pub fn show(
        &self,
        ui: &mut Ui,
        editing: &mut Option<Editing>,
        selected: &mut Option<KeptId>,
        out: &mut Outbox,
    ) -> Option<Figure> {
        let rows = rows(self.lent.workspace.kind(), self.order, self.kept);
        let height: f32 = rows.iter().map(Row::height).sum();
        let size = vec2(
            NAMES + COLUMN * self.order.len() as f32 + 12.0,
            HEAD + height + 12.0,
        );
        let mut clicked = None;
        ScrollArea::both()
            .id_salt("table of figures")
            .auto_shrink(false)
            .show_viewport(ui, |ui, viewport| {
                let (whole, _) = ui.allocate_exact_size(size, Sense::hover());
                let seen = Rect::from_min_size(whole.min + viewport.min.to_vec2(), viewport.size());
                let ground = Tokens::of(ui).ground;
                self.cells(ui, &rows, whole, seen, *selected);
                let below = seen.with_min_y(seen.top() + HEAD);
                ui.painter()
                    .rect_filled(below.with_max_x(seen.left() + NAMES), 0, ground);
                clicked = self.names(ui, &rows, whole.top(), below);
                let above = seen.with_max_y(seen.top() + HEAD);
                ui.painter().rect_filled(above, 0, ground);
                self.heads(ui, whole, above, editing, selected, out);
                let rule = Stroke::new(1.0, Tokens::of(ui).line);
                ui.painter()
                    .hline(seen.x_range(), above.bottom() - 0.5, rule);
            });
        clicked
    }

    fn column(&self, whole: Rect, at: usize) -> Rect {
        let left = whole.left() + NAMES + COLUMN * at as f32;
        Rect::from_min_size(pos2(left, whole.top()), vec2(COLUMN, whole.height()))
    }

    fn cells(&self, ui: &Ui, rows: &[Row], whole: Rect, seen: Rect, selected: Option<KeptId>) {
        let tokens = Tokens::of(ui);
        let inside = Rect::from_min_max(seen.min + vec2(NAMES, HEAD), seen.max);
        let painter = ui
            .painter()
            .with_clip_rect(inside.intersect(ui.clip_rect()));
        if let Some(at) = self.order.iter().position(|id| Some(*id) == selected) {
            painter.rect_filled(self.column(whole, at), 0, tokens.satisfied_tint);
        }
        let rule = Stroke::new(1.0, tokens.line);
        let mut top = whole.top() + HEAD;
        for row in rows {
            let bottom = top + row.height();
            if let Row::Figure(row) = row
                && bottom > inside.top()
                && top < inside.bottom()
            {
                painter.hline(inside.x_range(), bottom - 0.5, rule);
                let across =
                    Rect::from_min_max(pos2(inside.left(), top), pos2(inside.right(), bottom));
                let id = ui.scope_id().with(("numbers", row.figure.name()));
                ui.interact(across.intersect(inside), id, Sense::hover())
                    .on_hover_text(row.meaning(self.lent.workspace.kind()));
                let middle = (top + bottom) / 2.0;
                for (at, cell) in row.cells.iter().enumerate() {
                    let right = self.column(whole, at).right() - 14.0;
                    let (words, best) = match cell {
                        Some((words, best)) => (words.as_str(), *best),
                        None => ("\u{2013}", false),
                    };
                    let (font, ink) = match (cell, best) {
                        (None, _) => (fonts::body(), tokens.dim),
                        (_, true) => (fonts::strong(), tokens.accent),
                        _ => (fonts::body(), tokens.text),
                    };
                    let text = parts::line(ui, words, font, ink);
                    let left = parts::put_right(&painter, pos2(right, middle), text);
                    if best {
                        let place = pos2(left - 12.0, middle);
                        parts::put_icon(&painter, place, icons::CHECKED, 15.0, tokens.accent);
                    }
                }
            }
            top = bottom;
        }
    }

    /// The names of the rows; a click orders the candidates.
    fn names(&self, ui: &mut Ui, rows: &[Row], whole_top: f32, seen: Rect) -> Option<Figure> {
        let mut clicked = None;
        let builder = UiBuilder::new().max_rect(seen);
        ui.scope_builder(builder, |ui| {
            let clip = seen.with_max_x(seen.left() + NAMES);
            ui.set_clip_rect(clip.intersect(ui.clip_rect()));
            let mut top = whole_top + HEAD;
            for row in rows {
                let bottom = top + row.height();
                let rect =
                    Rect::from_min_max(pos2(seen.left(), top), pos2(seen.left() + NAMES, bottom));
                if bottom > seen.top() && top < seen.bottom() {
                    match row {
                        Row::Heading(words) => heading(ui, rect, words),
                        Row::Figure(row) => {
                            if self.name(ui, rect, row) {
                                clicked = Some(row.figure);
                            }
                        }
                    }
                }
                top = bottom;
            }
        });
        clicked
    }

    fn name(&self, ui: &Ui, rect: Rect, row: &FigureRow) -> bool {
        let tokens = Tokens::of(ui);
        let kind = self.lent.workspace.kind();
        let id = ui.scope_id().with(("figure", row.figure.name()));
        let response = ui.interact(rect, id, Sense::click());
        let shelf = self.lent.workspace.shelf();
        response.widget_info(|| {
            let names: Vec<&str> = self
                .order
                .iter()
                .map(|id| shelf.get(*id).map_or("", |kept| &kept.name))
                .collect();
            WidgetInfo::labeled(egui::Role::Button, true, row.spoken(kind, &names))
        });
        if response.hovered() {
            ui.painter().rect_filled(rect, 4, tokens.hover_tint);
        }
        let rule = Stroke::new(1.0, tokens.line);
        ui.painter()
            .hline(rect.x_range(), rect.bottom() - 0.5, rule);
        let ink = if self.sorted.is_some_and(|(figure, _)| figure == row.figure) {
            tokens.text
        } else {
            tokens.dim
        };
        let room = rect.width() - 28.0;
        let (words, _) =
            parts::line_within(ui, figure_title(row.figure, kind), fonts::body(), ink, room);
        let end = parts::put_left(ui.painter(), rect.left_center() + vec2(4.0, 0.0), words);
        if let Some((figure, worst_first)) = self.sorted
            && figure == row.figure
        {
            let icon = if worst_first {
                icons::SORT_DOWN
            } else {
                icons::SORT_UP
            };
            let place = pos2(end + 12.0, rect.center().y);
            parts::put_icon(ui.painter(), place, icon, 14.0, tokens.text);
        }
        parts::focus_ring(ui, &response, rect.shrink(1.0), 4);
        response.on_hover_text(row.meaning(kind)).clicked()
    }

    fn heads(
        &self,
        ui: &mut Ui,
        whole: Rect,
        seen: Rect,
        editing: &mut Option<Editing>,
        selected: &mut Option<KeptId>,
        out: &mut Outbox,
    ) {
        let shelf = self.lent.workspace.shelf();
        let builder = UiBuilder::new().max_rect(seen);
        ui.scope_builder(builder, |ui| {
            let clip = seen.with_min_x(seen.left() + NAMES);
            ui.set_clip_rect(clip.intersect(ui.clip_rect()));
            let tokens = Tokens::of(ui);
            for (at, id) in self.order.iter().enumerate() {
                let column = self.column(whole, at);
                let rect = column
                    .with_min_y(seen.top() + 2.0)
                    .with_max_y(seen.bottom() - 6.0)
                    .with_max_x(column.right() - 8.0);
                let Some(kept) = shelf.get(*id).filter(|_| rect.intersects(clip)) else {
                    continue;
                };
                let line = if *selected == Some(*id) {
                    tokens.accent
                } else {
                    tokens.line
                };
                let stroke = Stroke::new(1.0, line);
                ui.painter()
                    .rect(rect, 6, tokens.card, stroke, egui::StrokeKind::Inside);
                let slot = shelf.iter().position(|(other, _)| other == *id);
                let card = Card {
                    id: *id,
                    kept,
                    state: self.kept.state(*id),
                    slot: slot.unwrap_or(0),
                };
                if card.show(ui, rect, editing, out) {
                    *selected = Some(*id);
                }
            }
        });
    }
}

impl Row {
    fn height(&self) -> f32 {
        match self {
            Self::Heading(_) => HEADING,
            Self::Figure(_) => ROW,
        }
    }
}

fn heading(ui: &Ui, rect: Rect, words: &str) {
    let text = parts::line(ui, words, fonts::strong(), Tokens::of(ui).text);
    let place = rect.left_bottom() + vec2(4.0, -11.0);
    parts::put_left(ui.painter(), place, text);
}
