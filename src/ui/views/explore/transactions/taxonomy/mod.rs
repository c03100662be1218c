//! The taxonomy of the items with the cut through it: what is shown of every item after the last run, or after a cut
//! that the user draws.

mod about;
mod camera;
mod canvas;
mod cell;
mod figures;
mod find;
mod folds;
mod grip;
mod hand;
mod keys;
mod layout;
mod legend;
mod picture;
mod side;
mod stairs;
mod toolbar;

use super::{Seen, Shared, head};
use crate::ui::actions::Outbox;
use crate::ui::theme::Tokens;
use crate::ui::transactions::CutTrial;
use crate::ui::transactions::changes::Changes;
use crate::ui::transactions::drawn_cut::DrawnCut;
use camera::Camera;
use cloakroom_transactions::transactions::{Cut, PreparedTransactions};
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use figures::Figures;
use find::Find;
use folds::Folds;
use hand::Hand;
use layout::{Layout, SizeBy};
use std::collections::HashSet;
use std::sync::Arc;

#[derive(Default)]
pub struct TaxonomyTab {
    camera: Camera,
    size_by: SizeBy,
    folds: Folds,
    find: Find,
    hand: Hand,
    layout: Option<(Arc<PreparedTransactions>, Layout)>,
    drawn: Option<(Arc<PreparedTransactions>, DrawnCut, Figures)>,
    trial: Option<Tried>,
    /// Set by the keyboard and the search: the selected node is brought into view.
    reveal: bool,
}

/// What a trial says, looked through once.
struct Tried {
    trial: Arc<CutTrial>,
    /// Places of its minimal rare sets.
    minimal: Vec<u32>,
    /// Nodes that they are made of.
    rare: HashSet<u32>,
}

impl Tried {
    fn new(trial: &Arc<CutTrial>) -> Self {
        let threats = &trial.threats;
        let minimal: Vec<u32> = (0..threats.len())
            .filter(|&at| threats.is_minimal(at, trial.target.k))
            .map(|at| at as u32)
            .collect();
        let sets = minimal.iter();
        Self {
            rare: sets
                .flat_map(|&at| threats.set(at as usize))
                .copied()
                .collect(),
            minimal,
            trial: trial.clone(),
        }
    }
}

/// What is looked at: the last run or the cut drawn by hand.
struct Looked<'a> {
    baskets: &'a Arc<PreparedTransactions>,
    layout: &'a Layout,
    cut: Option<&'a DrawnCut>,
    figures: Option<&'a Figures>,
    /// If the last run shows an item differently from basket to basket.
    changes: Option<&'a Changes>,
    tried: Option<&'a Tried>,
    by_hand: bool,
}

impl Looked<'_> {
    /// Nothing is drawn through the taxonomy.
    fn is_plain(&self) -> bool {
        self.cut.is_none() && self.changes.is_none()
    }
}

impl TaxonomyTab {
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        seen: &Seen<'_>,
        shared: &mut Shared,
        out: &mut Outbox,
    ) {
        self.hand.refresh(seen, out);
        self.folds.look_at(self.hand.on);
        let released = seen.released().filter(|_| !self.hand.on);
        let baskets = released.map_or(seen.known.baskets, |released| &released.baskets);
        let cut: Option<&Cut> = match self.hand.on {
            true => seen.known.wanted_cut,
            false => released.and_then(|released| released.anonymized.cut.as_ref()),
        };
        self.refresh(baskets, cut, seen);
        let Some((_, layout)) = self.layout.take() else {
            return;
        };
        let drawn = self.drawn.take();
        let tried = self.trial.take();
        let looked = Looked {
            baskets,
            layout: &layout,
            cut: drawn.as_ref().map(|(_, drawn, _)| drawn),
            figures: drawn.as_ref().map(|(_, _, figures)| figures),
            changes: seen
                .changes
                .filter(|_| released.is_some() && drawn.is_none())
                .map(Arc::as_ref),
            tried: tried.as_ref().filter(|_| self.hand.on),
            by_hand: self.hand.on,
        };
        self.panels(ui, seen, shared, &looked, out);
        self.layout = Some((baskets.clone(), layout));
        self.drawn = drawn;
        self.trial = tried;
    }

    fn panels(
        &mut self,
        ui: &mut Ui,
        seen: &Seen<'_>,
        shared: &mut Shared,
        looked: &Looked<'_>,
        out: &mut Outbox,
    ) {
        let tokens = Tokens::of(ui);
        let mut moved = None;
        Panel::top("taxonomy head")
            .frame(head(ui))
            .show_separator_line(false)
            .show(ui, |ui| {
                moved = toolbar::show(ui, self, seen, shared, looked, out);
            });
        let foot = Frame::new()
            .fill(tokens.ground)
            .inner_margin(Margin::symmetric(18, 8));
        Panel::bottom("taxonomy legend")
            .frame(foot)
            .show_separator_line(false)
            .show(ui, |ui| legend::show(ui, seen, looked));
        let frame = Frame::new().fill(tokens.ground).inner_margin(Margin {
            left: 8,
            right: 18,
            top: 2,
            bottom: 8,
        });
        Panel::right("taxonomy side")
            .resizable(false)
            .exact_size(276.0)
            .frame(frame)
            .show_separator_line(false)
            .show(ui, |ui| side::show(ui, self, seen, shared, looked, out));
        CentralPanel::no_frame()
            .frame(Frame::new().fill(tokens.ground))
            .show(ui, |ui| self.canvas(ui, seen, shared, looked, moved, out));
    }

    /// Makes anew what has changed.
    fn refresh(&mut self, baskets: &Arc<PreparedTransactions>, cut: Option<&Cut>, seen: &Seen<'_>) {
        let laid = self.layout.as_ref();
        let same = laid.is_some_and(|(of, _)| Arc::ptr_eq(of, baskets));
        if !same || laid.is_some_and(|(_, layout)| layout.by != self.size_by) {
            let other_tree = laid.is_none_or(|(of, _)| of.tree != baskets.tree);
            if other_tree {
                self.camera.fit();
                self.folds = Folds::default();
                self.find.forget();
                self.hand.forget();
            }
            self.layout = Some((baskets.clone(), Layout::new(baskets, self.size_by)));
        }
        let known = self
            .drawn
            .take()
            .filter(|(of, drawn, _)| Arc::ptr_eq(of, baskets) && Some(&drawn.cut) == cut);
        self.drawn = known.or_else(|| {
            let cut = cut?;
            let figures = Figures::new(baskets, cut);
            let drawn = DrawnCut::new(&baskets.tree, cut.clone());
            Some((baskets.clone(), drawn, figures))
        });
        self.trial = seen.known.trial.map(|trial| {
            let known = self.trial.take();
            known
                .filter(|known| Arc::ptr_eq(&known.trial, trial))
                .unwrap_or_else(|| Tried::new(trial))
        });
    }

    /// Selects a node and opens the way to it.
    fn select(&mut self, shared: &mut Shared, looked: &Looked<'_>, node: u32) {
        shared.node = Some(node);
        self.folds
            .open_above(&looked.baskets.tree, looked.cut, node);
        self.reveal = true;
    }
}
