//! Two views of the stage beside each other: a second one at the right, chosen from a menu, with an edge that is dragged.

use super::view::{self, View};
use super::{ExploreView, Lent};
use crate::ui::actions::{ExploreTab, Outbox};
use crate::ui::theme::{MARGIN, Tokens, icons};
use crate::ui::widgets::{EmptyState, choice, help, icon_button};
use cloakroom_engine::workspace::Workspace;
use egui::{
    CursorIcon, EventFilter, Frame, Id, Key, Margin, Modifiers, Panel, Rect, Sense, Ui, UiBuilder,
    WidgetInfo,
};

/// A half is not narrower than this.
const LEAST: f32 = 300.0;
/// Between the halves, where the edge is grabbed.
const EDGE: f32 = 9.0;
/// How far an arrow key moves the edge, as a part of the whole.
const STEP: f32 = 0.05;
/// A picture keeps at least this much beside what stands at its right.
const PICTURE: f32 = 260.0;

/// The second view, and how wide the first one is.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Beside {
    pub tab: Option<ExploreTab>,
    /// The part of the room that the first view has.
    share: f32,
}

impl Default for Beside {
    fn default() -> Self {
        Self {
            tab: None,
            share: 0.5,
        }
    }
}

impl ExploreView {
    /// Whether a view is on the screen while the stage is.
    pub fn shows(&self, tab: ExploreTab) -> bool {
        self.tab == tab || self.beside.tab == Some(tab)
    }

    /// Shows a view, in the half that it is in already if it is in one.
    pub fn look_at(&mut self, tab: ExploreTab) {
        if self.beside.tab != Some(tab) {
            self.tab = tab;
        }
    }

    /// Opens a second view, or closes it.
    pub fn toggle_beside(&mut self, workspace: &Workspace) {
        self.beside.tab = match self.beside.tab {
            Some(_) => None,
            None => {
                let views = view::of(workspace);
                let other = views.iter().find(|view| view.tab != self.tab);
                other.map(|view| view.tab)
            }
        };
    }

    /// The second view, if these data have it and it is not the first one.
    pub(super) fn second<'v>(&mut self, views: &[&'v View]) -> Option<&'v View> {
        let tab = self.beside.tab?;
        let found = views
            .iter()
            .find(|view| view.tab == tab && tab != self.tab)
            .copied();
        if found.is_none() {
            self.beside.tab = None;
        }
        found
    }

    /// Both views, each in its half.
    pub(super) fn halves(
        &mut self,
        ui: &mut Ui,
        (first, second): (&View, &View),
        views: &[&'static View],
        lent: &Lent<'_>,
        out: &mut Outbox,
    ) {
        let rect = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(rect);
        let room = rect.width() - EDGE;
        if room < 2.0 * LEAST {
            let left = rect.with_max_x(rect.right() - (0.36 * rect.width()).max(170.0));
            half(ui, "first view", left, |ui| self.one(ui, first, lent, out));
            half(ui, "second view", rect.with_min_x(left.right()), |ui| {
                self.needs_room(ui);
            });
            return;
        }
        let least = LEAST / room;
        self.beside.share = self.beside.share.clamp(least, 1.0 - least);
        let at = (rect.left() + self.beside.share * room).round();
        let edge = Rect::from_x_y_ranges(at..=at + EDGE, rect.y_range());
        self.edge(ui, edge, room);
        half(ui, "first view", rect.with_max_x(edge.left()), |ui| {
            self.one(ui, first, lent, out);
        });
        half(ui, "second view", rect.with_min_x(edge.right()), |ui| {
            self.head(ui, second, views);
            self.one(ui, second, lent, out);
        });
    }

    /// What is shown at the right is chosen here; what is shown at the left is not offered.
    fn head(&mut self, ui: &mut Ui, second: &View, views: &[&'static View]) {
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: MARGIN as i8 + 6,
                right: MARGIN as i8,
                top: 0,
                bottom: 2,
            });
        Panel::top("head of the second view")
            .frame(frame)
            .show_separator_line(false)
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    let names: Vec<(ExploreTab, &str)> = views
                        .iter()
                        .filter(|view| view.tab != self.tab)
                        .map(|view| (view.tab, view.name))
                        .collect();
                    let mut tab = second.tab;
                    if choice(ui, "View at the right", 170.0, &mut tab, &names) {
                        self.beside.tab = Some(tab);
                    }
                    if icon_button(ui, icons::CLOSE, "Close the view at the right").clicked() {
                        self.beside.tab = None;
                    }
                    help(ui, second.name, &second.help.in_short());
                });
            });
    }

    fn needs_room(&mut self, ui: &mut Ui) {
        let words = "Two views beside each other need a wider window.";
        if EmptyState::new(icons::BESIDE, words)
            .action("Back to one view", None)
            .show(ui)
        {
            self.beside.tab = None;
        }
    }

    /// The edge between the halves: dragged, moved with the arrows, and put back to the middle by a double click.
    fn edge(&mut self, ui: &Ui, edge: Rect, room: f32) {
        let response = ui.interact(
            edge,
            Id::unique("edge between two views"),
            Sense::click_and_drag(),
        );
        let name = "Edge between the views";
        response.widget_info(|| {
            let share = f64::from(self.beside.share * 100.0).round();
            WidgetInfo::slider(ui.is_enabled(), share, name)
        });
        if response.dragged() {
            self.beside.share += response.drag_delta().x / room;
        }
        if response.double_clicked() {
            self.beside.share = 0.5;
        }
        if response.has_focus() {
            ui.memory_mut(|memory| {
                let filter = EventFilter {
                    horizontal_arrows: true,
                    ..Default::default()
                };
                memory.set_focus_lock_filter(response.id, filter);
            });
            let is = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
            if is(Key::ArrowLeft) {
                self.beside.share -= STEP;
            }
            if is(Key::ArrowRight) {
                self.beside.share += STEP;
            }
        }
        let tokens = Tokens::of(ui);
        let lively = response.hovered() || response.dragged() || response.has_focus();
        let (width, colour) = match lively {
            true => (3.0, tokens.accent),
            false => (1.0, tokens.line),
        };
        let painter = ui.painter();
        painter.rect_filled(edge, 0, tokens.ground);
        painter.vline(edge.center().x, edge.y_range(), (width, colour));
        response
            .on_hover_cursor(CursorIcon::ResizeHorizontal)
            .on_hover_text(
                "Drag, or move with the arrows; a double click puts it back to the middle.",
            );
    }
}

fn half(ui: &mut Ui, name: &str, rect: Rect, show: impl FnOnce(&mut Ui)) {
    let mut half = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(name));
    half.set_clip_rect(rect.intersect(ui.clip_rect()));
    show(&mut half);
}

/// What stands beside a picture: at its right, or below it where that would leave the picture too little room.
pub fn aside<R>(
    ui: &mut Ui,
    name: &'static str,
    width: f32,
    frame: Frame,
    line: bool,
    show: impl FnOnce(&mut Ui) -> R,
) -> R {
    let (room, high) = (ui.available_width(), ui.available_height());
    let panel = match room < width + PICTURE {
        true => Panel::bottom((name, "below")).exact_size((0.4 * high).clamp(80.0, 240.0)),
        false => Panel::right(name).exact_size(width),
    };
    panel
        .resizable(false)
        .frame(frame)
        .show_separator_line(line || room < width + PICTURE)
        .show(ui, show)
        .inner
}
