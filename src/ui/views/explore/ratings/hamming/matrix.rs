//! Paints the patterns: a row each, a cell per issue.

use super::super::Seen;
use crate::ui::ratings::groups::Groups;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{marks, number};
use egui::epaint::{Mesh, TextShape};
use egui::text::LayoutJob;
use egui::{Painter, Rect, Shape, pos2, vec2};
use std::ops::Range;

pub const ROW: f32 = 20.0;
const HEAD: f32 = 20.0;
/// With the names of the issues standing upright.
const NAMES: f32 = 92.0;
/// Cells that are at least so wide have their names lying.
const ROOM_FOR_NAME: f32 = 70.0;
const WIDEST: f32 = 88.0;
/// The mark, the number of people and its bar.
const MARK: f32 = 22.0;
const COUNT: f32 = 56.0;
const BAR: f32 = 110.0;
/// The word beside groups that are too small.
const WORD: f32 = 62.0;
/// Cells that are at least so wide stand apart.
const APART: f32 = 5.0;
/// Above the rows: what the columns are.
pub fn heads(painter: &Painter, tokens: &Tokens, rect: Rect, cells: Cells, names: &[String]) {
    let people = pos2(rect.left() + MARK + COUNT - 8.0, rect.bottom() - 9.0);
    let (font, dim) = (fonts::detail(), tokens.dim);
    painter.text(
        people,
        egui::Align2::RIGHT_CENTER,
        "people",
        font.clone(),
        dim,
    );
    if !cells.are_named() {
        let at = pos2(cells.x(0), rect.bottom() - 9.0);
        let words = "issues in the order of the table, filled where rated";
        painter.text(at, egui::Align2::LEFT_CENTER, words, font, dim);
        return;
    }
    for (issue, name) in (0..).zip(names) {
        let mut job = LayoutJob::simple_singleline(name.clone(), font.clone(), dim);
        let across = cells.width < ROOM_FOR_NAME;
        job.wrap.max_width = if across {
            NAMES - 6.0
        } else {
            cells.width - 4.0
        };
        job.wrap.max_rows = 1;
        job.wrap.break_anywhere = true;
        let galley = painter.layout_job(job);
        if across {
            // Upwards, above the middle of the cell.
            let at = pos2(
                cells.x(issue) + (cells.width - galley.size().y) / 2.0,
                rect.bottom() - 4.0,
            );
            let text = TextShape::new(at, galley, dim).with_angle(-std::f32::consts::FRAC_PI_2);
            painter.add(text);
        } else {
            let at = pos2(cells.x(issue), rect.bottom() - 9.0 - galley.size().y / 2.0);
            painter.galley(at, galley, dim);
        }
    }
}

/// Where the cells of the issues lie, from left to right.
#[derive(Clone, Copy)]
pub struct Cells {
    left: f32,
    width: f32,
    issues: usize,
}

impl Cells {
    /// In a row that begins at `left`; the scroll bar keeps its room.
    pub fn of(left: f32, width: f32, issues: usize) -> Self {
        let before = MARK + COUNT + BAR + WORD + 12.0;
        let room = (width - before - 14.0).max(20.0);
        Self {
            left: left + before,
            width: (room / issues.max(1) as f32).min(WIDEST),
            issues,
        }
    }

    /// How high the row above is.
    pub fn head(&self) -> f32 {
        match self.are_named() && self.width < ROOM_FOR_NAME {
            true => NAMES,
            false => HEAD,
        }
    }

    /// Whether there is room for a line of text across each.
    fn are_named(&self) -> bool {
        self.width >= 11.0
    }

    fn x(&self, issue: u32) -> f32 {
        self.left + issue as f32 * self.width
    }

    fn at(&self, x: f32) -> Option<u32> {
        let place = (x - self.left) / self.width;
        (place >= 0.0 && (place as usize) < self.issues).then_some(place as u32)
    }
}

pub struct Drawn<'a> {
    pub seen: &'a Seen<'a>,
    pub groups: &'a Groups,
    pub selected: Option<u32>,
    pub cells: Cells,
    pub left: f32,
    pub top: f32,
    pub first: usize,
}

impl Drawn<'_> {
    fn rect(&self, place: usize) -> Rect {
        let top = self.top + (place - self.first) as f32 * ROW;
        let right = self.cells.x(self.cells.issues as u32);
        Rect::from_min_max(pos2(self.left, top), pos2(right, top + ROW))
    }

    pub fn hit(&self, at: egui::Pos2, range: Range<usize>) -> Option<(usize, Option<u32>)> {
        let row = ((at.y - self.top) / ROW).floor();
        let place = self.first + row.max(0.0) as usize;
        let inside = row >= 0.0 && range.contains(&place);
        inside.then(|| (place, self.cells.at(at.x)))
    }

    pub fn paint(
        &self,
        painter: &Painter,
        tokens: &Tokens,
        range: Range<usize>,
        hovered: Option<usize>,
    ) {
        let k = self.seen.survey.status.target.k;
        let largest = self
            .groups
            .by_size
            .first()
            .map_or(1, |&group| self.groups.people(group));
        for place in range {
            let group = self.groups.by_size[place];
            let rect = self.rect(place);
            let wide = rect.expand2(vec2(6.0, 0.0));
            if self.selected == Some(group) {
                painter.rect_filled(wide, 3, tokens.accent_tint);
            } else if hovered == Some(place) {
                painter.rect_filled(wide, 3, tokens.hover_tint);
            }
            let people = self.groups.people(group);
            let small = people < k;
            let mark = pos2(rect.left() + 8.0, rect.center().y);
            let colour = if small {
                marks::diamond(painter, mark, 5.0, tokens.violates);
                tokens.violates
            } else {
                marks::disc(painter, mark, 4.0, tokens.satisfied);
                tokens.satisfied
            };
            let right = pos2(rect.left() + MARK + COUNT - 8.0, rect.center().y);
            let words = number::count(u64::from(people));
            painter.text(
                right,
                egui::Align2::RIGHT_CENTER,
                words,
                fonts::detail(),
                tokens.text,
            );
            let length = (people as f32 / largest as f32 * BAR).max(1.5);
            let bar = Rect::from_min_size(
                pos2(rect.left() + MARK + COUNT, rect.top() + 5.0),
                vec2(length, ROW - 10.0),
            );
            painter.rect_filled(bar, 2, colour.gamma_multiply(0.75));
            if small {
                let at = pos2(rect.left() + MARK + COUNT + BAR + 8.0, rect.center().y);
                let words = format!("below {k}");
                painter.text(
                    at,
                    egui::Align2::LEFT_CENTER,
                    words,
                    fonts::detail(),
                    tokens.violates,
                );
            }
            self.flags(painter, tokens, group, rect);
        }
    }

    /// Rated issues are filled; neighbours that are too narrow to stand apart are one stretch.
    fn flags(&self, painter: &Painter, tokens: &Tokens, group: u32, rect: Rect) {
        let issues = self.groups.issues(&self.seen.survey, group);
        let apart = self.cells.width >= APART;
        let inset = if apart { 1.0 } else { 0.0 };
        let row = rect.shrink2(vec2(0.0, if apart { 3.0 } else { 2.0 }));
        let whole = Rect::from_x_y_ranges(self.cells.x(0)..=rect.right(), row.y_range());
        painter.rect_filled(whole, 2, tokens.hover_tint);
        let mut mesh = Mesh::default();
        let mut at = 0;
        while at < issues.len() {
            let start = issues[at];
            let mut end = start + 1;
            at += 1;
            while !apart && at < issues.len() && issues[at] == end {
                end += 1;
                at += 1;
            }
            let span =
                self.cells.x(start)..=(self.cells.x(end) - inset).max(self.cells.x(start) + 0.6);
            mesh.add_colored_rect(Rect::from_x_y_ranges(span, row.y_range()), tokens.bar);
        }
        painter.add(Shape::mesh(mesh));
    }
}
