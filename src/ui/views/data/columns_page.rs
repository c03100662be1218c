//! All columns as rows: what each holds, what is suggested for it and why. Several are marked at once, by buttons or keys.

use super::column_words::{left_out, meaning, proposed, role_of, score, suggested, unique, words};
use super::said_type::said_type;
use super::told_hierarchy::ShownHierarchy;
use super::{Hidden, Lent, role_menu, sight};
use crate::ui::actions::{Action, Outbox};
use crate::ui::commands::Command;
use crate::ui::focus;
use crate::ui::theme::{self, CONTROL_RADIUS, MARGIN, Tokens, fonts, icons};
use crate::ui::widgets::{Chip, ChipKind, number, parts, quiet_button, sentence};
use cloakroom_core::column::Column;
use cloakroom_core::roles::Role;
use cloakroom_core::table::Table;
use cloakroom_engine::change::Change;
use cloakroom_engine::workspace::Workspace;
use egui::{
    Align, CentralPanel, Frame, Key, Layout, Margin, Modifiers, Panel, Popup, Rect, ScrollArea,
    Sense, TextEdit, Ui, WidgetInfo, pos2, vec2,
};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Reasons have two lines, three where there is little room, and four where there is least.
const ROW: f32 = 36.0;
const HIGH_ROW: f32 = 52.0;
const HIGHEST_ROW: f32 = 66.0;
const WIDE: f32 = 1_300.0;
/// Of a reason.
const LINE: f32 = 16.0;
const HEAD: f32 = 26.0;
/// Where the selected columns are marked: two lines of words, or a button.
const MARKING: f32 = 40.0;
/// Below these widths some of what is told of a column gives way to the rest.
const NEEDS_ALL: f32 = 900.0;
const NEEDS_TYPE: f32 = 700.0;
const NEEDS_MOST: f32 = 560.0;

/// What the rows can be ordered by, which is also what stands in the columns of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Field {
    /// As in the file.
    #[default]
    Place,
    Name,
    Type,
    Distinct,
    Missing,
    Unique,
    Role,
    Hierarchy,
    Suggestion,
}

/// What stands in the page, from left to right, with the share of the room.
const SHOWN: [(Field, &str, f32); 8] = [
    (Field::Name, "Column", 0.13),
    (Field::Type, "Type", 0.12),
    (Field::Distinct, "Distinct", 0.075),
    (Field::Missing, "Missing", 0.08),
    (Field::Unique, "Unique", 0.07),
    (Field::Role, "Role", 0.11),
    (Field::Hierarchy, "Hierarchy", 0.16),
    (Field::Suggestion, "Suggested, and why", 0.275),
];

#[derive(Default)]
pub struct ColumnsPage {
    filter: String,
    sort: Field,
    descending: bool,
    /// By place in the table.
    selected: BTreeSet<usize>,
    /// Of a row, as there is room for its reason.
    height: f32,
    /// Of its cells, which stand below their headings.
    width: f32,
    /// The row that was clicked last: Shift marks from there.
    last: Option<usize>,
}

impl ColumnsPage {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        table: &Table,
        lent: &Lent<'_>,
        hidden: &Hidden,
        out: &mut Outbox,
    ) {
        let side = MARGIN as i8 + 6;
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: side,
                right: side,
                top: 0,
                bottom: 8,
            });
        Panel::top("columns toolbar")
            .frame(frame)
            .show_separator_line(false)
            .show(ui, |ui| self.toolbar(ui, table, lent, hidden, out));
        self.keys(ui, table, lent.workspace, out);
        let rows = self.rows(table, lent);
        let frame = frame.inner_margin(Margin::symmetric(side, 0));
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            self.head(ui, lent);
            ui.spacing_mut().item_spacing.y = 0.0;
            self.height = row_height(ui, lent);
            let height = self.height;
            ScrollArea::vertical().auto_shrink(false).show_rows(
                ui,
                height,
                rows.len(),
                |ui, visible| {
                    for place in visible {
                        self.row(ui, table, (lent, hidden), &rows, place, out);
                    }
                },
            );
        });
    }

    fn toolbar(
        &mut self,
        ui: &mut Ui,
        table: &Table,
        lent: &Lent<'_>,
        hidden: &Hidden,
        out: &mut Outbox,
    ) {
        let workspace = lent.workspace;
        let undecided = workspace.undecided().len();
        ui.horizontal_wrapped(|ui| {
            let edit = TextEdit::singleline(&mut self.filter)
                .hint_text("Find a column")
                .margin(Margin::symmetric(8, 5))
                .desired_width(200.0);
            let field = ui.add(edit).accessible_name("Find a column");
            focus::take(&field);
            sight::sight(ui, lent.workspace, hidden, out);
            if undecided > 0 {
                let words = format!("Accept {}", number::counted(undecided as u64, "suggestion"));
                if quiet_button(ui, Some(icons::SUGGESTION), &words).clicked() {
                    out.run(Command::AcceptSuggestions);
                }
            }
        });
        // The list below stays where it is, whether something is selected or not.
        let room = vec2(ui.available_width(), MARKING);
        let row = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(room, row, |ui| {
            ui.set_min_size(room);
            match self.selected.is_empty() {
                true if proposed(table, lent).0 > 0 => {
                    let (count, doubtful) = proposed(table, lent);
                    let doubts = match doubtful {
                        0 => String::new(),
                        _ => format!(", doubts about {doubtful} of them first"),
                    };
                    let words = format!(
                        "{} proposed: at the end of each row stands what a value becomes and why{doubts}. A click on \
                         one opens it.",
                        number::counted_as(count as u64, "hierarchy is", "hierarchies are"),
                    );
                    sentence(ui, &words);
                }
                true => {
                    let keys = role_menu::key_words(workspace.kind());
                    sentence(
                        ui,
                        &format!(
                            "{}A click selects, Shift and Ctrl select several; {keys} mark them. A double click shows what a \
                             column holds.",
                            left_out(workspace)
                        ),
                    );
                }
                false => {
                    let chosen = sight::of_selected(ui, workspace, hidden, &mut self.selected, out);
                    if let Some(role) = chosen {
                        self.mark(table, role, out);
                    }
                }
            }
        });
    }

    fn mark(&self, table: &Table, role: Role, out: &mut Outbox) {
        let names = self
            .selected
            .iter()
            .filter_map(|&at| table.columns().get(at));
        let roles = names
            .map(|column| (column.name().to_owned(), role))
            .collect();
        out.change(Change::SetRoles(roles));
    }

    /// Roles by letters, while no field is being typed in and nothing lies over the page. A row or a chip that has the
    /// keyboard does not keep them.
    fn keys(&mut self, ui: &Ui, table: &Table, workspace: &Workspace, out: &mut Outbox) {
        let ctx = ui.ctx();
        let is_covered = ctx.memory(|memory| memory.top_modal_layer().is_some());
        if ctx.text_edit_focused() || is_covered || Popup::is_any_open(ctx) {
            return;
        }
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if !self.selected.is_empty() {
            for &role in Role::choices(workspace.kind()) {
                if pressed(role_menu::letter(role)) {
                    self.mark(table, role, out);
                }
            }
        }
        if ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::A)) {
            self.selected = self.rows_by_name(table).into_iter().collect();
        }
    }

    fn rows_by_name(&self, table: &Table) -> Vec<usize> {
        let wanted = self.filter.trim().to_lowercase();
        let columns = table.columns().iter().enumerate();
        columns
            .filter(|(_, column)| column.name().to_lowercase().contains(&wanted))
            .map(|(at, _)| at)
            .collect()
    }

    /// The columns that are shown, in their order.
    fn rows(&self, table: &Table, lent: &Lent<'_>) -> Vec<usize> {
        let mut rows = self.rows_by_name(table);
        let columns = table.columns();
        let compare = |&one: &usize, &other: &usize| -> Ordering {
            let (first, second) = (&columns[one], &columns[other]);
            match self.sort {
                Field::Place => one.cmp(&other),
                Field::Name => first
                    .name()
                    .to_lowercase()
                    .cmp(&second.name().to_lowercase()),
                Field::Type => first.value_type().label().cmp(second.value_type().label()),
                Field::Distinct => first.distinct().cmp(&second.distinct()),
                Field::Missing => first.nulls().cmp(&second.nulls()),
                Field::Unique => unique(lent.facts, one).cmp(&unique(lent.facts, other)),
                Field::Role => role_of(lent, first).cmp(&role_of(lent, second)),
                Field::Hierarchy => {
                    let words = |column| ShownHierarchy::of(lent, column).words();
                    words(first).cmp(&words(second))
                }
                Field::Suggestion => suggested(lent, first).cmp(&suggested(lent, second)).then(
                    // Of those with one role, what is most sure comes first.
                    score(lent, second).total_cmp(&score(lent, first)),
                ),
            }
        };
        rows.sort_by(compare);
        if self.descending {
            rows.reverse();
        }
        rows
    }

    fn head(&mut self, ui: &mut Ui, lent: &Lent<'_>) {
        // The rows below leave room for their scroll bar.
        let width = ui.available_width() - ui.spacing().scroll.allocated_width();
        self.width = width;
        let (rect, _) = ui.allocate_exact_size(vec2(width, HEAD), Sense::hover());
        let tokens = Tokens::of(ui);
        for ((field, name, _), place) in places(rect, lent) {
            let id = ui.scope_id().with(("order by", *name));
            let response = ui.interact(place, id, Sense::click());
            response.widget_info(|| {
                WidgetInfo::labeled(egui::Role::Button, true, format!("Order by {name}"))
            });
            let is_chosen = self.sort == *field;
            let ink = if is_chosen || response.hovered() {
                tokens.text
            } else {
                tokens.dim
            };
            let (words, _) =
                parts::line_within(ui, name, fonts::detail(), ink, place.width() - 16.0);
            let end = parts::put_left(ui.painter(), place.left_center(), words);
            if is_chosen {
                let icon = match self.descending {
                    true => icons::SORT_DOWN,
                    false => icons::SORT_UP,
                };
                parts::put_icon(
                    ui.painter(),
                    pos2(end + 9.0, place.center().y),
                    icon,
                    13.0,
                    ink,
                );
            }
            parts::focus_ring(ui, &response, place, CONTROL_RADIUS);
            let response = meaning(*field).beside(response);
            if response.clicked() {
                (self.sort, self.descending) = match (is_chosen, self.descending) {
                    (true, true) => (Field::Place, false),
                    (true, false) => (*field, true),
                    (false, _) => (*field, false),
                };
            }
        }
        ui.painter()
            .hline(rect.x_range(), rect.bottom(), (1.0, tokens.line));
    }

    fn row(
        &mut self,
        ui: &mut Ui,
        table: &Table,
        (lent, hidden): (&Lent<'_>, &Hidden),
        rows: &[usize],
        place: usize,
        out: &mut Outbox,
    ) {
        let at = rows[place];
        let column = &table.columns()[at];
        let tokens = Tokens::of(ui);
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), self.height), Sense::click());
        let is_selected = self.selected.contains(&at);
        let is_out_of_sight = hidden.hides(column.name(), role_of(lent, column));
        response.widget_info(|| {
            let name = format!("Column {}", column.name());
            WidgetInfo::selected(egui::Role::Row, true, is_selected, name)
        });
        if is_selected {
            ui.painter()
                .rect_filled(rect, CONTROL_RADIUS, tokens.accent_tint);
        } else if response.hovered() {
            ui.painter()
                .rect_filled(rect, CONTROL_RADIUS, tokens.hover_tint);
        }
        parts::focus_ring(ui, &response, rect, CONTROL_RADIUS);
        let cells = Rect::from_min_size(rect.min, vec2(self.width, rect.height()));
        for ((field, _, _), place) in places(cells, lent) {
            match field {
                Field::Role => {
                    self.role(ui, place, at, column, lent.workspace, out);
                    continue;
                }
                Field::Type if lent.workspace.kind().fits_any_table() => {
                    said_type(ui, place, column, out);
                    continue;
                }
                Field::Hierarchy => {
                    ShownHierarchy::of(lent, column).cell(ui, place, column, out);
                    continue;
                }
                _ => {}
            }
            let is_over = response
                .hover_pos()
                .is_some_and(|over| place.contains(over));
            let (font, ink) = match field {
                Field::Name if is_out_of_sight => (fonts::body(), tokens.dim),
                Field::Name => (fonts::strong(), tokens.text),
                Field::Suggestion => (fonts::detail(), tokens.dim),
                _ => (fonts::body(), tokens.text),
            };
            let mut words = words(*field, at, column, lent);
            if *field == Field::Name && is_out_of_sight {
                words.push_str(" (hidden)");
            }
            let lines = match field {
                Field::Suggestion | Field::Name => (rect.height() / LINE) as usize,
                _ => 1,
            };
            let width = place.width() - 10.0;
            let (galley, cut) = parts::lines_within(ui, &words, font, ink, width, lines);
            parts::put_left(ui.painter(), place.left_center(), galley);
            if is_over && cut {
                response.clone().on_hover_text(words);
            }
        }
        if response.double_clicked() {
            out.send(Action::SelectColumn(Some(at)));
            out.send(Action::ShowColumns(false));
        } else if response.clicked() {
            self.click(ui, rows, place);
        }
    }

    fn click(&mut self, ui: &Ui, rows: &[usize], place: usize) {
        let modifiers = ui.input(|input| input.modifiers);
        let last = self
            .last
            .and_then(|at| rows.iter().position(|&row| row == at));
        match last {
            Some(last) if modifiers.shift => {
                let (from, to) = (last.min(place), last.max(place));
                self.selected.extend(&rows[from..=to]);
            }
            _ if modifiers.command => {
                if !self.selected.remove(&rows[place]) {
                    self.selected.insert(rows[place]);
                }
            }
            _ => {
                let was_alone = self.selected.len() == 1 && self.selected.contains(&rows[place]);
                self.selected.clear();
                if !was_alone {
                    self.selected.insert(rows[place]);
                }
            }
        }
        self.last = Some(rows[place]);
    }

    fn role(
        &self,
        ui: &mut Ui,
        place: Rect,
        at: usize,
        column: &Column,
        workspace: &Workspace,
        out: &mut Outbox,
    ) {
        let role = workspace.settings().roles.of(column.name());
        let word = role.map_or("undecided", |role| role.chip(workspace.kind()));
        let name = format!("Role of {}: {word}", column.name());
        let mut inside = ui.new_child(
            egui::UiBuilder::new()
                .max_rect(place)
                .layout(Layout::left_to_right(Align::Center)),
        );
        let chip = inside.add(Chip::new(ChipKind::of_role(role), word).clickable(&name));
        Popup::menu(&chip).width(280.0).show(|ui| {
            theme::menu(ui);
            if role_menu::entries(ui, at, column.name(), workspace, out) {
                ui.close();
            }
        });
    }
}

fn row_height(ui: &Ui, lent: &Lent<'_>) -> f32 {
    // Of issues there is little to say.
    let is_short = lent.workspace.kind().about().has_issues;
    match ui.available_width() {
        width if is_short && width < NEEDS_ALL => HIGH_ROW,
        _ if is_short => ROW,
        width if width < NEEDS_ALL => HIGHEST_ROW,
        width if width < WIDE => HIGH_ROW,
        _ => ROW,
    }
}

/// Where the cells of a row stand, and what is in them: where there is little room, what is needed least gives way.
fn places(
    row: Rect,
    lent: &Lent<'_>,
) -> impl Iterator<Item = (&'static (Field, &'static str, f32), Rect)> + use<> {
    let room = row.width() - 8.0;
    let has_hierarchies = !lent.workspace.kind().about().has_issues;
    let gives_way = move |field: Field| match field {
        Field::Hierarchy => !has_hierarchies,
        Field::Unique => room < NEEDS_ALL,
        Field::Type => room < NEEDS_TYPE,
        Field::Distinct | Field::Missing => room < NEEDS_MOST,
        _ => false,
    };
    let shown = SHOWN.iter().filter(move |(field, _, _)| !gives_way(*field));
    let whole: f32 = shown.clone().map(|(_, _, share)| share).sum();
    let mut left = row.left() + 8.0;
    shown.map(move |cell| {
        let width = room * cell.2 / whole;
        let place = Rect::from_min_size(pos2(left, row.top()), vec2(width, row.height()));
        left += width;
        (cell, place)
    })
}
