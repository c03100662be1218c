//! The hierarchy lattice: every combination of levels, whether it holds, and what it costs.

mod band;
pub mod camera;
mod card;
mod details;
mod keys;
mod legend;
mod lines;
pub mod marks;
pub mod picture;
mod toolbar;
mod waiting;
mod words;

use super::beside::aside;
use super::{Lent, head};
use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::compare::words::metric_value;
use crate::ui::lattice::Held;
use crate::ui::lattice::decomposed::{Decomposition, Goal};
use crate::ui::lattice::facts::NodeFacts;
use crate::ui::lattice::shown::{ShownLattice, chosen};
use crate::ui::lattice::statuses::Stands;
use crate::ui::purpose::Scope;
use crate::ui::purpose::plan::{self, Plan};
use crate::ui::theme::Tokens;
use crate::ui::views::explore::canvas_keys::{Move, canvas};
use camera::{Camera, Hit, Projection};
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_core::settings::Settings;
use cloakroom_core::table::Table;
use cloakroom_engine::change::Change;
use egui::{CentralPanel, Frame, Margin, Painter, Panel, Pos2, Rect, Sense, Ui};
use picture::Picture;
use std::sync::Arc;

pub use details::strategies;
pub use lines::pair;
pub use picture::digits;
pub use waiting::ready;

/// The optimum has a card of its own where the picture leaves room for it.
const ROOM_FOR_CARD: f32 = 620.0;

/// What stands under the nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Under {
    #[default]
    Levels,
    Loss,
    Nothing,
}

#[derive(Default)]
pub struct LatticeTab {
    camera: Camera,
    under: Under,
    size_by_loss: bool,
    only_holding: bool,
    only_minimal: bool,
    /// The nodes that the camera was set up for.
    nodes: usize,
    /// Where a decomposition aims and where it ends.
    pub decomposed: Decomposition,
    /// There is no room for the card of the optimum, so it is told below the picture.
    optimum_below: bool,
    /// Set by the keyboard: the selected node is brought into view.
    reveal: bool,
}

impl LatticeTab {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        shown: &mut ShownLattice,
        out: &mut Outbox,
    ) {
        let Some(held) = ready(ui, lent, out) else {
            return;
        };
        let settings = lent.workspace.settings();
        shown.refresh(&held, settings);
        let goal = self.goal(lent, &held);
        self.decomposed
            .refresh(&held, shown.statuses(), &settings.requirement, goal);
        if self.nodes != held.rows.len() {
            self.nodes = held.rows.len();
            self.camera.fit();
        }
        let mut moved = None;
        Panel::top("lattice head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                moved = toolbar::show(ui, self, &held, shown, lent, out);
            });
        let tokens = Tokens::of(ui);
        let foot = Frame::new()
            .fill(tokens.ground)
            .inner_margin(Margin::symmetric(18, 8));
        Panel::bottom("lattice legend")
            .frame(foot)
            .show_separator_line(false)
            .show(ui, |ui| {
                legend::show(ui, shown.statuses(), self.decomposed.found());
                if self.optimum_below {
                    let table = lent.workspace.table();
                    self.with_optimum(shown, table, settings, |facts| card::line(ui, facts));
                }
            });
        self.details(ui, lent, &held, shown, out);
        CentralPanel::no_frame()
            .frame(Frame::new().fill(tokens.ground))
            .show(ui, |ui| self.canvas(ui, lent, &held, shown, moved, out));
    }

    /// The levels that the degree of a decomposition asks for.
    fn goal(&self, lent: &Lent<'_>, held: &Held) -> Option<Goal> {
        let settings = lent.workspace.settings();
        if settings.method.name != MethodName::Decomposition {
            return None;
        }
        let profile = lent.dependency.current(lent.workspace, Scope::Quasi)?;
        let table = lent.workspace.table()?;
        let losses = plan::losses(table, &held.hierarchies, profile.names());
        let plan = Plan::for_settings(settings, profile, &losses)?;
        let columns = held.profile.columns();
        let levels = columns.iter().map(|column| plan.level(&column.name));
        let levels: Vec<u32> = levels.collect::<Option<_>>()?;
        let place = |name: &String| columns.iter().position(|column| column.name == *name);
        Some(Goal {
            target: held.shape().node(&levels),
            places: profile.names().iter().map(place).collect::<Option<_>>()?,
            aim: plan.aim?,
        })
    }

    fn details(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        held: &Arc<Held>,
        shown: &mut ShownLattice,
        out: &mut Outbox,
    ) {
        let (Some(node), Some(table)) = (shown.selected(), lent.workspace.table()) else {
            return;
        };
        let settings = lent.workspace.settings();
        let Some(facts) = shown.facts(node, table, settings) else {
            return;
        };
        let frame = Frame::new()
            .fill(Tokens::of(ui).ground)
            .inner_margin(Margin {
                left: 16,
                right: 18,
                top: 4,
                bottom: 8,
            });
        aside(
            ui,
            "lattice node",
            264.0,
            frame,
            false,
            |ui| match details::show(ui, held, shown, &facts, chosen(held, settings)) {
                Some(details::Asked::Use) => use_levels(held, node, out),
                Some(details::Asked::HashTable) => {
                    out.send(Action::ShowTab(ExploreTab::HashTable));
                }
                Some(details::Asked::Close) => shown.select(None),
                None => {}
            },
        );
    }

    fn canvas(
        &mut self,
        ui: &mut Ui,
        lent: &Lent<'_>,
        held: &Arc<Held>,
        shown: &mut ShownLattice,
        moved: Option<Move>,
        out: &mut Outbox,
    ) {
        let Some((rect, response)) = canvas(ui, "Lattice of levels", Sense::click_and_drag())
        else {
            return;
        };
        let settings = lent.workspace.settings();
        let rows = &held.rows;
        let pressed = keys::act(ui, &response, held, shown, settings);
        if pressed.selected {
            self.reveal = true;
        }
        if pressed.used
            && let Some(node) = shown.selected()
        {
            use_levels(held, node, out);
        }
        for step in moved.into_iter().chain(pressed.moved) {
            let anchor = shown.selected().map_or(rect.center(), |node| {
                Projection::new(self.camera, rows, rect).node(node)
            });
            match step {
                Move::Fit => self.camera.fit(),
                Move::Zoom(factor) => self.camera.zoom(rows, rect, f64::from(factor), anchor),
            }
        }
        if response.dragged() {
            self.camera.move_by(rows, rect, response.drag_delta());
        }
        self.wheel(ui, &response, held, rect);
        if std::mem::take(&mut self.reveal)
            && let Some(node) = shown.selected()
        {
            self.camera.reveal(rows, rect, node);
        }

        let view = Projection::new(self.camera, rows, rect);
        let pointer = response.hover_pos().filter(|_| !response.dragged());
        let hit = pointer.and_then(|at| view.hit(at));
        let hovered = match hit {
            Some(Hit::Node(node)) => Some(node),
            _ => None,
        };
        if response.clicked() {
            response.request_focus();
            match hit {
                Some(Hit::Node(node)) => shown.select(Some(node)),
                Some(Hit::Band { row, from, to }) => {
                    let middle = rows.row(row)[(from + to) / 2] as usize;
                    self.camera.approach(rows, rect, middle);
                }
                None => shown.select(None),
            }
        }
        if response.double_clicked()
            && let Some(node) = hovered
        {
            use_levels(held, node, out);
        }
        shown.find_way();
        self.paint(ui, held, shown, view, hovered, chosen(held, settings));
        if response.has_focus() {
            let ring = (1.5, Tokens::of(ui).accent);
            let inside = egui::StrokeKind::Inside;
            ui.painter().rect_stroke(rect, 0, ring, inside);
        }
        let has_bands = (0..rows.rows()).any(|row| view.is_band(row));
        let has_room = rect.width() >= ROOM_FOR_CARD;
        let below = has_bands && !has_room;
        if std::mem::replace(&mut self.optimum_below, below) != below {
            ui.ctx().request_repaint();
        }
        if has_bands && has_room && hit.is_none() {
            let table = lent.workspace.table();
            self.with_optimum(shown, table, settings, |facts| {
                card::optimum(ui, &view, facts);
            });
        }
        match (hit, lent.workspace.table()) {
            (Some(Hit::Node(node)), Some(table)) if shown.selected() != Some(node) => {
                let words = self.role_words(shown, held, node, chosen(held, settings));
                if let Some(facts) = shown.facts(node, table, settings) {
                    card::node(ui, &view, &facts, words);
                }
            }
            (Some(Hit::Band { row, .. }), _) => {
                let at = pointer.unwrap_or(rect.center());
                card::band(ui, &view, shown.statuses(), row, at);
            }
            _ => {}
        }
    }

    /// What is told of the optimum, where there is one.
    fn with_optimum(
        &self,
        shown: &mut ShownLattice,
        table: Option<&Table>,
        settings: &Settings,
        tell: impl FnOnce(&NodeFacts),
    ) {
        let optimum = shown.statuses().optimum;
        if let Some((optimum, table)) = optimum.zip(table)
            && let Some(facts) = shown.facts(optimum, table, settings)
        {
            tell(&facts);
        }
    }

    fn role_words(
        &self,
        shown: &ShownLattice,
        held: &Held,
        node: usize,
        chosen: Option<usize>,
    ) -> &'static str {
        let statuses = shown.statuses();
        if statuses.optimum == Some(node) {
            "Optimum"
        } else if statuses.is_minimal(node) {
            "Minimal"
        } else if chosen == Some(node) {
            "Chosen levels"
        } else if self.decomposed.is_target(node) {
            "Target of the decomposition"
        } else if self.decomposed.is_chosen(node) {
            "Chosen by the decomposition"
        } else if node == 0 {
            "As it is"
        } else if node + 1 == held.rows.len() {
            "Everything general"
        } else {
            "Levels"
        }
    }

    fn wheel(&mut self, ui: &Ui, response: &egui::Response, held: &Held, rect: Rect) {
        let Some(pointer) = response.hover_pos() else {
            return;
        };
        let (scrolled, pinched) =
            ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
        let factor = f64::from(pinched) * f64::from(scrolled.y * 0.005).exp();
        if factor != 1.0 {
            self.camera.zoom(&held.rows, rect, factor, pointer);
        }
        if scrolled.x != 0.0 {
            let by = egui::vec2(scrolled.x, 0.0);
            self.camera.move_by(&held.rows, rect, by);
        }
    }

    fn paint(
        &self,
        ui: &Ui,
        held: &Held,
        shown: &ShownLattice,
        view: Projection<'_>,
        hovered: Option<usize>,
        chosen: Option<usize>,
    ) {
        let shape = held.shape();
        let levels = |node: usize| digits(&shape.levels(node));
        let loss = |node: usize| metric_value(Metric::Loss, held.loss_of_levels(node));
        let size = |node: usize| held.loss_of_levels(node) as f32;
        let picture = Picture {
            shape,
            view,
            statuses: shown.statuses(),
            selected: shown.selected(),
            hovered,
            chosen,
            decomposed: self.decomposed.found(),
            way: shown.way(),
            only_holding: self.only_holding,
            only_minimal: self.only_minimal,
            figure: match self.under {
                Under::Levels => Some(&levels),
                Under::Loss => Some(&loss),
                Under::Nothing => None,
            },
            size: self.size_by_loss.then_some(&size),
        };
        let painter = ui.painter().with_clip_rect(view.rect);
        picture.paint(&painter, Tokens::of(ui));
    }
}

/// The mark of one node, for other views.
pub fn mark(painter: &Painter, tokens: &Tokens, stands: Stands, at: Pos2) {
    let mut marks = marks::Marks::new(tokens);
    marks.add(stands, at, 5.0);
    painter.extend(marks.take());
}

fn use_levels(held: &Held, node: usize, out: &mut Outbox) {
    out.change(Change::UseLevels(held.levels(node)));
}
