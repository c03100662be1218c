//! Hamming groups: which issues people rated, pattern by pattern, and how many share each.

use super::{Seen, head};
use crate::ui::actions::{Action, Outbox};
use crate::ui::survey::groups::Groups;
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{marks, number, sentence};
use egui::epaint::Mesh;
use egui::{
    CentralPanel, EventFilter, Frame, Id, Key, Margin, Modifiers, Painter, Panel, Rect, Role,
    ScrollArea, Sense, Shape, Ui, WidgetInfo, pos2, vec2,
};
use std::ops::Range;
use std::sync::Arc;

const ROW: f32 = 20.0;
const HEAD: f32 = 20.0;
/// The mark, the number of people and its bar.
const MARK: f32 = 22.0;
const COUNT: f32 = 56.0;
const BAR: f32 = 110.0;
/// The word beside groups that are too small.
const WORD: f32 = 62.0;
/// Cells that are at least so wide stand apart.
const APART: f32 = 5.0;
/// More patterns are not listed: nobody scrolls so far.
const MOST: usize = 100_000;

#[derive(Default)]
pub struct HammingTab {
    groups: Option<Groups>,
    /// The selected group, the nearest one that is large enough, and the k that it was looked for with.
    nearest: Option<(u32, u32, Option<(u32, usize)>)>,
    reveal: bool,
}

impl HammingTab {
    pub fn show(&mut self, ui: &mut Ui, seen: &Seen<'_>, out: &mut Outbox) {
        let profile = seen.survey.profile;
        let known = self.groups.take();
        let groups = known
            .filter(|known| Arc::ptr_eq(&known.profile, profile))
            .unwrap_or_else(|| {
                self.nearest = None;
                Groups::of(profile)
            });
        let k = seen.survey.standing.target.k;
        let selected = seen.selected.and_then(|person| groups.group_of(person));
        Panel::top("hamming head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                for words in sentences(&groups, k) {
                    sentence(ui, &words);
                }
            });
        let tokens = Tokens::of(ui);
        let foot = Frame::new()
            .fill(tokens.ground)
            .inner_margin(Margin::symmetric(18, 8));
        Panel::bottom("hamming foot")
            .frame(foot)
            .show_separator_line(false)
            .show(ui, |ui| {
                let words = match selected {
                    Some(group) => self.about(seen, &groups, group, k),
                    None => "A click on a pattern tells how far it is from the others.".to_owned(),
                };
                sentence(ui, &words);
            });
        CentralPanel::no_frame()
            .frame(
                Frame::new()
                    .fill(tokens.ground)
                    .inner_margin(Margin::symmetric(18, 0)),
            )
            .show(ui, |ui| self.matrix(ui, seen, &groups, selected, out));
        self.groups = Some(groups);
    }

    fn about(&mut self, seen: &Seen<'_>, groups: &Groups, group: u32, k: u32) -> String {
        let lent = &seen.survey;
        let known = self
            .nearest
            .filter(|(of, least, _)| *of == group && *least == k);
        let (_, _, nearest) = known.unwrap_or_else(|| (group, k, groups.nearest(lent, group, k)));
        self.nearest = Some((group, k, nearest));
        let people = groups.people(group);
        let rated = groups.issues(lent, group).len();
        let own = format!(
            "Selected: {} rated {} of {}.",
            number::counted_as(u64::from(people), "person", "people"),
            number::count(rated as u64),
            number::counted(lent.survey.issues.len() as u64, "issue")
        );
        let near = match nearest {
            Some((other, distance)) => format!(
                "The nearest pattern with at least {} has {} and differs in {}.",
                number::counted_as(u64::from(k), "person", "people"),
                number::count(u64::from(groups.people(other))),
                number::counted(distance as u64, "issue")
            ),
            None => format!(
                "No other pattern has at least {}.",
                number::counted_as(u64::from(k), "person", "people")
            ),
        };
        format!("{own} {near}")
    }

    fn matrix(
        &mut self,
        ui: &mut Ui,
        seen: &Seen<'_>,
        groups: &Groups,
        selected: Option<u32>,
        out: &mut Outbox,
    ) {
        let rows = groups.len().min(MOST);
        let issues = seen.survey.survey.issues.len();
        let id = Id::unique("hamming matrix");
        let area = ui.available_rect_before_wrap();
        let response = ui.interact(area, id, Sense::click());
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Grid, ui.is_enabled(), "Patterns of rated issues")
        });
        if let Some(place) = keys(
            ui,
            &response,
            selected.map(|group| groups.place(group)),
            rows,
        ) {
            let group = groups.by_size[place];
            out.send(Action::SelectRow(Some(groups.person[group as usize])));
            self.reveal = true;
        }
        let heading = ui.allocate_space(vec2(ui.available_width(), HEAD)).1;
        let columns = Cells::of(heading.left(), heading.width(), issues);
        heads(ui.painter(), Tokens::of(ui), heading, columns);
        let mut scroll = ScrollArea::vertical().auto_shrink(false);
        if let Some(group) = selected.filter(|_| std::mem::take(&mut self.reveal)) {
            let top = groups.place(group) as f32 * ROW;
            scroll = scroll.vertical_scroll_offset((top - area.height() / 2.0).max(0.0));
        }
        let pointer = response.hover_pos();
        let mut hit = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        scroll.show_rows(ui, ROW, rows, |ui, range| {
            let left = ui.max_rect().left();
            let top = ui.max_rect().top();
            let width = ui.available_width();
            let drawn = Drawn {
                seen,
                groups,
                selected,
                cells: columns,
                left,
                top,
                first: range.start,
            };
            ui.allocate_space(vec2(width, ROW * range.len() as f32));
            hit = pointer.and_then(|at| drawn.hit(at, range.clone()));
            drawn.paint(
                ui.painter(),
                Tokens::of(ui),
                range,
                hit.map(|(place, _)| place),
            );
        });
        if response.clicked() {
            response.request_focus();
            if let Some((place, _)) = hit {
                let group = groups.by_size[place];
                // The person that is selected stays if the pattern is theirs.
                if Some(group) != selected {
                    out.send(Action::SelectRow(Some(groups.person[group as usize])));
                }
            }
        }
        if response.double_clicked()
            && let Some((place, _)) = hit
        {
            let group = groups.by_size[place];
            out.send(Action::ShowRow(groups.person[group as usize]));
        }
        if response.has_focus() {
            let ring = (1.5, Tokens::of(ui).accent);
            let inside = egui::StrokeKind::Inside;
            ui.painter().rect_stroke(area, 0, ring, inside);
        }
        if let Some((place, issue)) = hit {
            let words = hover(seen, groups, groups.by_size[place], issue, selected);
            response.on_hover_text_at_pointer(words);
        }
    }
}

/// What is under the mouse.
fn hover(
    seen: &Seen<'_>,
    groups: &Groups,
    group: u32,
    issue: Option<u32>,
    selected: Option<u32>,
) -> String {
    let lent = &seen.survey;
    let rated = groups.issues(lent, group);
    let mut lines = vec![format!(
        "{} rated {} of {}.",
        number::counted_as(u64::from(groups.people(group)), "person", "people"),
        number::count(rated.len() as u64),
        number::counted(lent.survey.issues.len() as u64, "issue")
    )];
    if let Some(issue) = issue {
        let name = &lent.survey.issues[issue as usize];
        let did = match rated.binary_search(&issue) {
            Ok(_) => "rated",
            Err(_) => "not rated",
        };
        lines.push(format!("{name}: {did}."));
    }
    if let Some(other) = selected.filter(|other| *other != group) {
        let distance = groups.distance(lent, group, other);
        lines.push(format!(
            "Differs from the selected pattern in {}.",
            number::counted(distance as u64, "issue")
        ));
    }
    lines.join("\n")
}

fn sentences(groups: &Groups, k: u32) -> Vec<String> {
    let patterns = groups.profile.patterns();
    let people = patterns.record_of.len();
    let largest = groups
        .by_size
        .first()
        .map_or(0, |&group| groups.people(group));
    let all = number::counted_as(people as u64, "person", "people");
    let shared = match groups.len() {
        1 => format!("{all} rated the same issues: there is 1 pattern."),
        some => format!(
            "{all} rated issues in {}; the most frequent one is shared by {}.",
            number::counted(some as u64, "pattern"),
            number::count(u64::from(largest))
        ),
    };
    let mut sentences = vec![shared];
    let (below, in_them) = groups.below(k);
    if k > 1 {
        sentences.push(match below {
            0 => format!("Every pattern has at least k = {k} people."),
            some => format!(
                "{} below k = {k}: {}.",
                number::counted_as(some as u64, "pattern is", "patterns are"),
                number::counted_as(in_them as u64, "person", "people")
            ),
        });
    }
    let alone = groups.below(2).1;
    if people > 20 && alone * 10 >= people * 9 {
        sentences.push(
            "Nearly everybody rated other issues than everybody else: expect that most of the cost is ratings \
             removed or made up."
                .to_owned(),
        );
    }
    if groups.len() > MOST {
        let most = number::count(MOST as u64);
        sentences.push(format!("The {most} most frequent patterns are listed."));
    }
    sentences
}

fn heads(painter: &Painter, tokens: &Tokens, rect: Rect, cells: Cells) {
    let y = rect.center().y;
    let people = pos2(rect.left() + MARK + COUNT - 8.0, y);
    let (font, dim) = (fonts::detail(), tokens.dim);
    painter.text(
        people,
        egui::Align2::RIGHT_CENTER,
        "people",
        font.clone(),
        dim,
    );
    let issues = pos2(cells.x(0), y);
    let words = "issues in the order of the table, filled where rated";
    painter.text(issues, egui::Align2::LEFT_CENTER, words, font, dim);
}

/// Where the cells of the issues lie, from left to right.
#[derive(Clone, Copy)]
struct Cells {
    left: f32,
    width: f32,
    issues: usize,
}

impl Cells {
    /// In a row that begins at `left`; the scroll bar keeps its room.
    fn of(left: f32, width: f32, issues: usize) -> Self {
        let before = MARK + COUNT + BAR + WORD + 12.0;
        let room = (width - before - 14.0).max(20.0);
        Self {
            left: left + before,
            width: (room / issues.max(1) as f32).min(16.0),
            issues,
        }
    }

    fn x(&self, issue: u32) -> f32 {
        self.left + issue as f32 * self.width
    }

    fn at(&self, x: f32) -> Option<u32> {
        let place = (x - self.left) / self.width;
        (place >= 0.0 && (place as usize) < self.issues).then_some(place as u32)
    }
}

struct Drawn<'a> {
    seen: &'a Seen<'a>,
    groups: &'a Groups,
    selected: Option<u32>,
    cells: Cells,
    left: f32,
    top: f32,
    first: usize,
}

impl Drawn<'_> {
    fn rect(&self, place: usize) -> Rect {
        let top = self.top + (place - self.first) as f32 * ROW;
        let right = self.cells.x(self.cells.issues as u32);
        Rect::from_min_max(pos2(self.left, top), pos2(right, top + ROW))
    }

    fn hit(&self, at: egui::Pos2, range: Range<usize>) -> Option<(usize, Option<u32>)> {
        let row = ((at.y - self.top) / ROW).floor();
        let place = self.first + row.max(0.0) as usize;
        let inside = row >= 0.0 && range.contains(&place);
        inside.then(|| (place, self.cells.at(at.x)))
    }

    fn paint(
        &self,
        painter: &Painter,
        tokens: &Tokens,
        range: Range<usize>,
        hovered: Option<usize>,
    ) {
        let k = self.seen.survey.standing.target.k;
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
            mesh.add_colored_rect(Rect::from_x_y_ranges(span, row.y_range()), tokens.quasi);
        }
        painter.add(Shape::mesh(mesh));
    }
}

/// Up and down go from pattern to pattern.
fn keys(ui: &Ui, response: &egui::Response, at: Option<usize>, rows: usize) -> Option<usize> {
    if !response.has_focus() || rows == 0 {
        return None;
    }
    ui.memory_mut(|memory| {
        let filter = EventFilter {
            vertical_arrows: true,
            ..Default::default()
        };
        memory.set_focus_lock_filter(response.id, filter);
    });
    let is = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let step: isize = if is(Key::ArrowDown) {
        1
    } else if is(Key::ArrowUp) {
        -1
    } else if is(Key::PageDown) {
        20
    } else if is(Key::PageUp) {
        -20
    } else if is(Key::Home) {
        return Some(0);
    } else if is(Key::End) {
        return Some(rows - 1);
    } else {
        return None;
    };
    Some(at.map_or(0, |at| at.saturating_add_signed(step).min(rows - 1)))
}
