//! The cut that is looked at: what it costs, its nodes, and how those that are suppressed were found.

use super::super::words;
use super::Looked;
use super::steps::cost;
use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::help::figures::transactions as of;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::transactions::drawn_cut::in_order;
use crate::ui::transactions::scenario::{Scenario, Visit};
use crate::ui::widgets::{
    MetricRow, check_box, detail, figure, link, marks, number, parts, section,
};
use cloakroom_transactions::transactions::Cut;
use egui::{Label, RichText, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use std::sync::Arc;

const ROW: f32 = 20.0;
/// Nodes of a cut that are named.
const MOST_NAMED: usize = 24;
/// Longer walks can be cut down to what is suppressed.
const LONG: usize = 30;
/// Names in a line of the walk.
const MOST_KEPT: usize = 6;
/// Deeper ones do not move further to the right.
const DEEPEST: u32 = 9;
const STEP: f32 = 7.0;

#[derive(Default)]
pub struct Side {
    only_gone: bool,
    /// The lines of the walk that are listed.
    listed: Option<(Arc<Scenario>, bool, Vec<Line>)>,
}

#[derive(Clone, Copy)]
enum Line {
    /// A scenario, by its place in the walk.
    Visited(usize),
    /// The rare set that the node which is tried at a place would complete.
    Answers(usize),
}

impl Side {
    pub fn show(
        &mut self,
        ui: &mut Ui,
        looked: &Looked<'_>,
        visit: Visit,
        cut: &[u32],
        scenario: Option<&Arc<Scenario>>,
        out: &mut Outbox,
    ) {
        ui.spacing_mut().item_spacing.y = 4.0;
        let title = match (visit.tried, visit.step) {
            (Some(_), step) => format!("Tried from step {step}"),
            (None, 0) => "Start".to_owned(),
            (None, step) => format!("Step {step}"),
        };
        section(ui, &title);
        let baskets = looked.baskets;
        let general: u64 = cut
            .iter()
            .map(|&node| baskets.generalization_cost(node))
            .sum();
        if let Some(cost) = cost(looked, visit) {
            let rows = [
                (&of::SEARCH_COST, cost),
                (&of::GENERALIZATION, general),
                (&of::SUPPRESSION, cost.saturating_sub(general)),
            ];
            for (word, cost) in rows {
                figure(ui, word, &words::cost_and_loss(baskets, cost));
            }
        }
        let nodes = number::count(cut.len() as u64);
        let row = ui.add(MetricRow::new(of::NODES.word, &nodes).last());
        of::NODES.beside(row);
        detail(
            ui,
            words::names_in_order(baskets, cut, MOST_NAMED),
            Tokens::of(ui).text,
        );
        let gone = self.gone(looked, visit, scenario);
        if let Some(gone) = &gone {
            left_away(ui, looked, gone);
            ui.add_space(2.0);
            if link(ui, "Draw this cut in the taxonomy").clicked() {
                let cut: Cut = in_order(&baskets.tree, cut.to_vec(), gone.clone());
                out.send(Action::TryCut(Some(cut)));
                out.send(Action::ShowTab(ExploreTab::Taxonomy));
            }
        }
        ui.add_space(8.0);
        ui.label(fonts::strong_text("Which nodes are kept")).on_hover_text(
            "The nodes of the cut are tried one after the other, the dearest to suppress first; one is kept if that \
             makes no rare set together with what is kept already (Liu and Wang, Figure 2 (b)). Below each that is not \
             stands the rare set that leaving it out answers.",
        );
        match scenario {
            Some(scenario) => self.walk(ui, looked, scenario),
            None => {
                detail(
                    ui,
                    "Walking through the nodes of this cut.",
                    Tokens::of(ui).dim,
                );
            }
        }
    }

    /// What the cut leaves away: known for a step, and found by the walk for what was only tried.
    fn gone(
        &self,
        looked: &Looked<'_>,
        visit: Visit,
        scenario: Option<&Arc<Scenario>>,
    ) -> Option<Vec<u32>> {
        let step = looked.round.steps.get(visit.step);
        match visit.tried {
            None => step.map(|step| step.suppressed.clone()),
            Some(_) => scenario.map(|scenario| scenario.walk.suppressed()),
        }
    }

    fn walk(&mut self, ui: &mut Ui, looked: &Looked<'_>, scenario: &Arc<Scenario>) {
        let walk = &scenario.walk;
        if walk.len() > LONG {
            check_box(ui, &mut self.only_gone, "Only what is suppressed");
        } else {
            self.only_gone = false;
        }
        let only = self.only_gone;
        let known = self
            .listed
            .as_ref()
            .is_some_and(|(of, was, _)| Arc::ptr_eq(of, scenario) && *was == only);
        if !known {
            let lines = (0..walk.len()).flat_map(|at| {
                let gone = at.checked_sub(1).filter(|&tried| !walk.keeps(tried));
                let visited = (!only || gone.is_some()).then_some(Line::Visited(at));
                visited.into_iter().chain(gone.map(Line::Answers))
            });
            self.listed = Some((scenario.clone(), only, lines.collect()));
        }
        let Some((_, _, lines)) = &self.listed else {
            return;
        };
        ScrollArea::vertical()
            .auto_shrink([false, false])
            .show_rows(ui, ROW, lines.len(), |ui, range| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for &line in &lines[range] {
                    match line {
                        Line::Visited(at) => row(ui, looked, scenario, at),
                        Line::Answers(tried) => answers(ui, looked, scenario, tried),
                    }
                }
            });
    }
}

fn left_away(ui: &mut Ui, looked: &Looked<'_>, gone: &[u32]) {
    let tokens = Tokens::of(ui);
    if gone.is_empty() {
        detail(ui, "Nothing is suppressed.", tokens.dim);
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(icons::text(icons::SUPPRESSED, 14.0).color(tokens.dim));
        let names = words::names_in_order(looked.baskets, gone, 12);
        let names = RichText::new(names).font(fonts::detail());
        ui.add(Label::new(names.strikethrough().color(tokens.text)).wrap());
    });
}

/// A scenario that the walk visited: what it keeps, and whether nothing rare lies in that.
fn row(ui: &mut Ui, looked: &Looked<'_>, scenario: &Scenario, at: usize) {
    let tokens = Tokens::of(ui);
    let walk = &scenario.walk;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let valid = at == 0 || walk.keeps(at - 1);
    let deep = match at {
        0 => 0,
        at => scenario.kept_before[at - 1] + 1,
    };
    let (kept, words) = told(looked, scenario, at);
    let spoken = match valid {
        true => format!("N{}: {words}, valid", at + 1),
        false => format!("N{}: {words}, holds a rare set", at + 1),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    let painter = ui.painter();
    let number = format!("N{}", at + 1);
    let number = parts::line(ui, &number, fonts::chip_light(), tokens.dim);
    parts::put_left(painter, rect.left_center(), number);
    let x = rect.left() + indent(deep);
    let y = rect.center().y;
    if deep > 0 {
        let line = Stroke::new(1.0, tokens.line);
        painter.line_segment([pos2(x - STEP, rect.top() - 2.0), pos2(x - STEP, y)], line);
        painter.line_segment([pos2(x - STEP, y), pos2(x, y)], line);
    }
    let (end, ink) = match valid {
        true => {
            marks::disc(painter, pos2(x, y), 3.5, tokens.satisfied);
            ("", tokens.text)
        }
        false => {
            marks::diamond(painter, pos2(x, y), 4.5, tokens.violates);
            ("suppressed", tokens.dim)
        }
    };
    let right = match end {
        "" => rect.right(),
        end => {
            let end = parts::line(ui, end, fonts::chip_light(), ink);
            parts::put_right(painter, rect.right_center(), end) - 6.0
        }
    };
    let left = x + 10.0;
    let room = right - left;
    let last = parts::line(ui, &kept, fonts::semibold(fonts::DETAIL_SIZE), ink);
    let (before, cut) = parts::line_within(
        ui,
        &words[..words.len() - kept.len() - 1],
        fonts::detail(),
        tokens.dim,
        (room - last.size().x - 8.0).max(12.0),
    );
    let mut next = parts::put_left(painter, pos2(left, y), before);
    if cut {
        next += 4.0;
    }
    let (last, elided) = parts::line_within(
        ui,
        &kept,
        fonts::semibold(fonts::DETAIL_SIZE),
        ink,
        right - next,
    );
    let next = parts::put_left(painter, pos2(next, y), last);
    let close = parts::line(ui, "}", fonts::detail(), tokens.dim);
    parts::put_left(painter, pos2(next, y), close);
    if cut || elided {
        response.on_hover_text(words);
    }
}

/// Below a node that is suppressed: the rare set that this answers.
fn answers(ui: &mut Ui, looked: &Looked<'_>, scenario: &Scenario, tried: usize) {
    let tokens = Tokens::of(ui);
    let walk = &scenario.walk;
    let Some(threat) = &walk.threats[tried] else {
        return;
    };
    let name = looked.baskets.tree.name(walk.tried[tried]);
    let words = words::answered(looked.baskets, threat);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let spoken = format!("{name} is suppressed: {words}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    let left = indent(scenario.kept_before[tried] + 1) + 10.0;
    let room = rect.width() - left;
    let (line, cut) = parts::line_within(ui, &words, fonts::detail(), tokens.violates, room);
    parts::put_left(ui.painter(), rect.left_center() + vec2(left, 0.0), line);
    if cut {
        response.on_hover_text(spoken);
    }
}

/// Where a scenario that keeps so many nodes stands.
fn indent(deep: u32) -> f32 {
    44.0 + deep.min(DEEPEST) as f32 * STEP
}

/// The node that is tried, and all that would be kept with it: `{Q, K, e}`.
fn told(looked: &Looked<'_>, scenario: &Scenario, at: usize) -> (String, String) {
    let tree = &looked.baskets.tree;
    let Some(last) = at.checked_sub(1) else {
        return (String::new(), "{}".to_owned());
    };
    let walk = &scenario.walk;
    let before = (0..last).rev().filter(|&place| walk.keeps(place));
    let mut kept: Vec<&str> = before
        .take(MOST_KEPT)
        .map(|place| tree.name(walk.tried[place]))
        .collect();
    if scenario.kept_before[last] as usize > MOST_KEPT {
        kept.push("\u{2026}");
    }
    kept.reverse();
    let name = tree.name(walk.tried[last]).to_owned();
    let comma = if kept.is_empty() { "" } else { ", " };
    let words = format!("{{{}{comma}{name}}}", kept.join(", "));
    (name, words)
}
