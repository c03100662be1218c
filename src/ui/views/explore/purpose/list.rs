//! The columns in their order of use, moved by hand, each with what follows for it.

use super::decomposition::released_level;
use super::side::set;
use crate::ui::actions::Outbox;
use crate::ui::purpose::order::UseOrder;
use crate::ui::purpose::plan::{Plan, Planned};
use crate::ui::theme::{CONTROL_RADIUS, Tokens, fonts, icons};
use crate::ui::views::explore::Lent;
use crate::ui::widgets::{link, number, parts};
use cloakroom_core::purpose::Purpose;
use cloakroom_engine::change::Change;
use egui::{
    Align, EventFilter, Id, Key, Layout, Rect, Response, RichText, Sense, Stroke, Ui, WidgetInfo,
    pos2, vec2,
};

const ROW: f32 = 28.0;
const HEAD: f32 = 20.0;
const HANDLE: f32 = 20.0;

const PRIORITY: &str = "From 1 for the most useful column to 0 for the least: what lies between a column and the end of \
    the order, as a share of the whole way, P = \u{3a3} MI of the steps below it / \u{3a3} MI of all steps (thesis, \
    definition 4.3, solved).";
const SHARE: &str = "The weight of this column in the degree; together they are the whole. By the priority (thesis, \
    definition 4.5); where the printed rule spares what is useful, by 1 \u{2212} priority.";
const TARGET: &str = "The level that follows. By the nearest rule, the one that brings the degree of all columns together \
    nearest to what is asked for; as printed, as many steps of the hierarchy as the column's part of the degree begins, \
    \u{2308}share \u{d7} degree \u{d7} steps\u{2309}.";
const RELEASED: &str = "The level of the last run. It is another one where the target alone would break a promise: then the \
    nearest combination of levels that holds is taken.";

/// Where the columns of the table end, from the right.
struct Columns {
    name: f32,
    bar: f32,
    ends: [f32; 4],
}

impl Columns {
    fn new(rect: Rect) -> Self {
        let released = rect.right() - 4.0;
        let target = released - 56.0;
        let share = target - 58.0;
        let priority = share - 46.0;
        Self {
            name: rect.left() + HANDLE,
            bar: (priority - 34.0 - rect.left() - HANDLE) * 0.33,
            ends: [priority, share, target, released],
        }
    }
}

pub fn show(
    ui: &mut Ui,
    lent: &Lent<'_>,
    name: &str,
    order: &UseOrder,
    plan: &Plan,
    out: &mut Outbox,
) {
    title(ui, lent, name, order, out);
    ui.spacing_mut().item_spacing.y = 0.0;
    header(ui);
    let top = ui.cursor().top();
    let count = order.columns.len();
    let mut wanted: Option<(usize, usize)> = None;
    let mut over: Option<usize> = None;
    for (place, planned) in plan.columns.iter().enumerate() {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
        let row = Row {
            place,
            count,
            planned,
            released: released_level(lent, &planned.name),
        };
        let response = row.show(ui, rect);
        if let Some(steps) = keys(ui, &response) {
            let to = place.saturating_add_signed(steps).min(count - 1);
            wanted = Some((place, to));
        }
        let pointer = response.interact_pointer_pos();
        if let Some(at) = pointer.filter(|_| response.dragged() || response.drag_stopped()) {
            let to = (((at.y - top) / ROW).max(0.0) as usize).min(count - 1);
            if response.drag_stopped() {
                wanted = Some((place, to));
            } else if to != place {
                over = Some(to + usize::from(to > place));
            }
        }
    }
    if let Some(over) = over {
        let y = top + over as f32 * ROW;
        let across = ui.min_rect().x_range();
        let line = Stroke::new(2.0, Tokens::of(ui).accent);
        ui.painter().hline(across, y, line);
    }
    ui.spacing_mut().item_spacing.y = 6.0;
    if let Some((from, to)) = wanted
        && let Some(moved) = order.moved(from, to)
    {
        set(name, moved, out);
    }
}

/// What the order comes from.
fn title(ui: &mut Ui, lent: &Lent<'_>, name: &str, order: &UseOrder, out: &mut Outbox) {
    ui.horizontal(|ui| {
        let words = match order.suggested {
            true => "In the order that the data suggest",
            false => "In your order",
        };
        let dim = Tokens::of(ui).dim;
        ui.label(RichText::new(words).font(fonts::detail()).color(dim))
            .on_hover_text(
                "Drag a column, or move it with the up and down arrows. The first is the most useful one.",
            );
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if order.suggested {
                return;
            }
            let button = link(ui, "Suggested order").on_hover_text(
                "Columns that tell much of the most useful one stand near it, those that tell much of the least \
                 useful one near that.",
            );
            let purpose = lent.workspace.settings().purposes.get(name);
            if let (true, Some(purpose)) = (button.clicked(), purpose) {
                let order = Purpose {
                    between: None,
                    ..purpose.clone()
                };
                out.change(Change::SetPurpose {
                    purpose: name.to_owned(),
                    order: Some(order),
                });
            }
        });
    });
}

fn header(ui: &mut Ui) {
    let tokens = Tokens::of(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), HEAD));
    let columns = Columns::new(rect);
    let texts = [
        ("priority", PRIORITY),
        ("share", SHARE),
        ("target", TARGET),
        ("last run", RELEASED),
    ];
    let mut left = columns.name;
    for ((words, meaning), end) in texts.into_iter().zip(columns.ends) {
        let galley = parts::line(ui, words, fonts::chip_light(), tokens.dim);
        parts::put_right(ui.painter(), pos2(end, rect.center().y), galley);
        let place = Rect::from_min_max(pos2(left, rect.top()), pos2(end, rect.bottom()));
        let id = Id::unique(("head of the order of use", words));
        ui.interact(place, id, Sense::hover())
            .on_hover_text(meaning);
        left = end;
    }
    let line = Stroke::new(1.0, tokens.line);
    ui.painter()
        .hline(rect.x_range(), rect.bottom() - 0.5, line);
}

struct Row<'a> {
    place: usize,
    count: usize,
    planned: &'a Planned,
    released: Option<u32>,
}

impl Row<'_> {
    fn words(&self) -> String {
        let use_of = match self.place {
            0 => "the most useful column",
            last if last + 1 == self.count => "the least useful column",
            _ => "between them",
        };
        format!(
            "{}, place {} of {}, {use_of}",
            self.planned.name,
            self.place + 1,
            self.count
        )
    }

    fn show(&self, ui: &mut Ui, rect: Rect) -> Response {
        let tokens = Tokens::of(ui);
        // The same wherever it stands: a column that moves keeps the keyboard.
        let id = Id::unique(("column of a purpose", &self.planned.name));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        if response.clicked() {
            response.request_focus();
        }
        let words = self.words();
        response.widget_info(|| WidgetInfo::labeled(egui::Role::ListItem, ui.is_enabled(), &words));
        let painter = ui.painter();
        if response.dragged() {
            painter.rect_filled(rect, CONTROL_RADIUS, tokens.accent_tint);
        } else if response.hovered() {
            painter.rect_filled(rect, CONTROL_RADIUS, tokens.hover_tint);
        }
        let y = rect.center().y;
        let handle = pos2(rect.left() + 8.0, y);
        parts::put_icon(painter, handle, icons::DRAG, 16.0, tokens.dim);
        self.figures(ui, rect);
        let line = Stroke::new(1.0, tokens.line);
        ui.painter()
            .hline(rect.x_range(), rect.bottom() - 0.5, line);
        parts::focus_ring(ui, &response, rect, CONTROL_RADIUS);
        response
    }

    fn figures(&self, ui: &Ui, rect: Rect) {
        let (tokens, painter) = (Tokens::of(ui), ui.painter());
        let columns = Columns::new(rect);
        let y = rect.center().y;
        let put = |end: f32, words: &str, strong: bool| {
            let font = match strong {
                true => fonts::semibold(fonts::DETAIL_SIZE),
                false => fonts::detail(),
            };
            let galley = parts::line(ui, words, font, tokens.text);
            parts::put_right(painter, pos2(end, y), galley)
        };
        let [priority, share, target, released] = columns.ends;
        let planned = self.planned;
        put(priority, &format!("{:.2}", planned.priority), true);
        let bar = Rect::from_min_max(
            pos2(priority - 34.0 - columns.bar, y - 4.0),
            pos2(priority - 34.0, y + 4.0),
        );
        painter.rect_filled(bar, 2, tokens.track);
        let filled = bar.with_max_x(bar.left() + bar.width() * planned.priority as f32);
        painter.rect_filled(filled, 2, tokens.bar);
        put(share, &number::percent(planned.share), false);
        let level = match planned.level {
            Some(level) => format!("{level} of {}", planned.top),
            None => "–".to_owned(),
        };
        put(target, &level, false);
        let words = self
            .released
            .map_or("–".to_owned(), |level| level.to_string());
        let raised = self.released > planned.level && planned.level.is_some();
        put(released, &words, raised);
        let room = bar.left() - columns.name - 8.0;
        let (galley, _) = parts::line_within(ui, &planned.name, fonts::body(), tokens.text, room);
        parts::put_left(painter, pos2(columns.name, y), galley);
    }
}

/// The up and down arrows move the column that has the keyboard.
fn keys(ui: &Ui, response: &Response) -> Option<isize> {
    if !response.has_focus() {
        return None;
    }
    ui.memory_mut(|memory| {
        let filter = EventFilter {
            vertical_arrows: true,
            ..Default::default()
        };
        memory.set_focus_lock_filter(response.id, filter);
    });
    let steps = ui.input(|input| {
        input.num_presses(Key::ArrowDown) as isize - input.num_presses(Key::ArrowUp) as isize
    });
    (steps != 0).then_some(steps)
}
