//! Beside the taxonomy: what the cut costs and leaves open, and the node that is selected.

use super::super::{Seen, Shared, words};
use super::hand::{Edit, last_cut};
use super::{Looked, TaxonomyTab, Tried, about};
use crate::ui::actions::{Action, ExploreTab, Outbox};
use crate::ui::help::figures::transactions as words_of;
use crate::ui::help::metrics;
use crate::ui::help::verdicts::CUT;
use crate::ui::theme::{Tokens, fonts, icons};
use crate::ui::transactions::drawn_cut::{leaf_cut, root_cut};
use crate::ui::widgets::{
    MetricRow, VerdictCard, VerdictState, detail, figure, icon_button, link, metric_row, number,
    parts, quiet_button, section, sentence,
};
use cloakroom_core::metrics::Metric;
use cloakroom_transactions::profile::mine::Completeness;
use egui::{Align, Layout, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

/// Rare sets that are listed under a cut by hand.
const MOST_LISTED: usize = 40;

pub fn show(
    ui: &mut Ui,
    tab: &mut TaxonomyTab,
    seen: &Seen<'_>,
    shared: &mut Shared,
    looked: &Looked<'_>,
    out: &mut Outbox,
) {
    ScrollArea::vertical().show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        if looked.by_hand {
            by_hand(ui, tab, seen, looked, out);
        } else {
            last_run(ui, tab, seen, looked, out);
        }
        if let Some(node) = shared.node {
            ui.add_space(10.0);
            selected(ui, tab, seen, shared, looked, node, out);
        }
        if let Some(tried) = looked.tried.filter(|tried| !tried.minimal.is_empty()) {
            ui.add_space(10.0);
            rare_sets(ui, seen, looked, tried);
        }
    });
}

fn selected(
    ui: &mut Ui,
    tab: &mut TaxonomyTab,
    seen: &Seen<'_>,
    shared: &mut Shared,
    looked: &Looked<'_>,
    node: u32,
    out: &mut Outbox,
) {
    ui.horizontal(|ui| {
        section(ui, "Selected node");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, icons::CLOSE, "Close the selected node").clicked() {
                shared.node = None;
            }
        });
    });
    about::heading(ui, looked, node);
    let tree = &looked.baskets.tree;
    let above: Vec<&str> = tree
        .path(node)
        .into_iter()
        .skip(1)
        .filter(|&above| above != tree.root())
        .map(|above| tree.name(above))
        .collect();
    if !above.is_empty() {
        let words = format!("in {}", above.join(", in "));
        detail(ui, &words, Tokens::of(ui).dim);
    }
    about::figures(ui, looked, node);
    if let Some(words) = about::held(seen, looked, node) {
        detail(ui, &words, Tokens::of(ui).text);
    }
    if looked.by_hand {
        edits(ui, tab, looked, node, out);
    }
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        if link(ui, "Rare sets with it").clicked() {
            out.send(Action::ShowTab(ExploreTab::Threats));
        }
        ui.add_space(8.0);
        if !tree.is_leaf(node) && link(ui, "Open or close").clicked() {
            tab.folds.turn(node);
        }
    });
}

fn edits(ui: &mut Ui, tab: &mut TaxonomyTab, looked: &Looked<'_>, node: u32, out: &mut Outbox) {
    let Some(cut) = looked.cut else {
        return;
    };
    let tree = &looked.baskets.tree;
    let gone = cut.is_suppressed(node);
    let mut wanted = None;
    let rows: [&[(Edit, &str)]; 2] = [
        &[
            (Edit::MoreGeneral, "More general"),
            (Edit::MoreExact, "More exact"),
        ],
        &[
            (Edit::Suppress, if gone { "Show again" } else { "Suppress" }),
            (Edit::Through, "Cut here"),
        ],
    ];
    ui.add_space(2.0);
    for row in rows {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            for &(edit, name) in row {
                let can = edit.of(tree, cut, node).is_some();
                ui.add_enabled_ui(can, |ui| {
                    if quiet_button(ui, None, name).clicked() {
                        wanted = Some(edit);
                    }
                });
            }
        });
    }
    if let Some(edit) = wanted {
        tab.edit(looked, node, edit, out);
    }
}

fn last_run(
    ui: &mut Ui,
    tab: &mut TaxonomyTab,
    seen: &Seen<'_>,
    looked: &Looked<'_>,
    out: &mut Outbox,
) {
    section(ui, "Last run");
    if seen.released().is_none() {
        sentence(
            ui,
            "No method has been run yet, so nothing is drawn through the taxonomy.",
        );
        if quiet_button(ui, Some(icons::HIERARCHIES), "Draw a cut by hand").clicked() {
            tab.hand.on = true;
        }
        return;
    }
    match looked.figures {
        Some(figures) => {
            let loss = number::percent(words::loss(looked.baskets, figures.cost));
            loss_row(ui, &loss);
            let cost = words::cost(looked.baskets, figures.cost);
            figure(ui, &words_of::COST, &cost);
            counts(ui, figures);
        }
        None => {
            if let Some(changes) = looked.changes {
                let loss = number::percent(words::loss(looked.baskets, changes.cost));
                loss_row(ui, &loss);
            }
            let words = "This method shows an item more or less exactly from basket to basket, so there is no cut.";
            sentence(ui, words);
        }
    }
    ui.add_space(4.0);
    if let Some(cut) = looked.cut
        && link(ui, "Go on from here by hand").clicked()
    {
        tab.hand.on = true;
        tab.hand.draw(seen.known.wanted_cut, cut.cut.clone(), out);
    }
}

fn loss_row(ui: &mut Ui, loss: &str) {
    metrics::of(Metric::Loss).beside(metric_row(ui, "loss", loss));
}

fn counts(ui: &mut Ui, figures: &super::Figures) {
    let count = |number: usize| number::count(number as u64);
    figure(ui, &words_of::AS_THEY_ARE, &count(figures.exact));
    let groups = format!(
        "{} for {} items",
        count(figures.groups),
        count(figures.grouped)
    );
    figure(ui, &words_of::GROUPS, &groups);
    let gone = words_of::SUPPRESSED;
    gone.beside(ui.add(MetricRow::new(gone.word, &count(figures.gone)).last()));
}

fn by_hand(
    ui: &mut Ui,
    tab: &mut TaxonomyTab,
    seen: &Seen<'_>,
    looked: &Looked<'_>,
    out: &mut Outbox,
) {
    section(ui, "Your cut");
    verdict(ui, seen, looked);
    if let Some(figures) = looked.figures {
        let loss = number::percent(words::loss(looked.baskets, figures.cost));
        loss_row(ui, &loss);
        let cost = words::cost(looked.baskets, figures.cost);
        figure(ui, &words_of::COST, &cost);
        counts(ui, figures);
    }
    ui.add_space(4.0);
    let tree = &looked.baskets.tree;
    let now = looked.cut.map(|cut| &cut.cut);
    let dim = Tokens::of(ui).dim;
    let mut next = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        detail(ui, "Begin at", dim);
        if link(ui, "the root").clicked() {
            next = Some(root_cut(tree));
        }
        if link(ui, "the items").clicked() {
            next = Some(leaf_cut(tree));
        }
        if let Some(last) = last_cut(seen)
            && link(ui, "the last run").clicked()
        {
            next = Some(last.clone());
        }
    });
    if let Some(cut) = next {
        tab.hand.draw(now, cut, out);
    }
    ui.add_space(2.0);
    ui.add_enabled_ui(tab.hand.can_take_back(), |ui| {
        if quiet_button(ui, Some(icons::UNDO), "Take back").clicked() {
            tab.hand.take_back(tree, out);
        }
    });
}

/// Whether the cut keeps the promise.
fn verdict(ui: &mut Ui, seen: &Seen<'_>, looked: &Looked<'_>) {
    let target = seen.known.status.target;
    if target.m == 0 {
        let note = "A cut is tried against k and m alone: set m at the right to see which rare sets it leaves.";
        VerdictCard::new(VerdictState::Unknown, "Not tried")
            .note(note)
            .word(&CUT)
            .show(ui);
        return;
    }
    let Some(tried) = looked.tried else {
        let (state, headline, note) = match seen.lent.trial_running {
            true => (
                VerdictState::Running,
                "Trying this cut",
                "Looking for rare sets among what this cut shows.",
            ),
            false => (
                VerdictState::Unknown,
                "Not tried",
                "Move the cut and it is tried.",
            ),
        };
        VerdictCard::new(state, headline)
            .note(note)
            .word(&CUT)
            .show(ui);
        return;
    };
    if tried.minimal.is_empty() && tried.trial.violating == 0 {
        let note = "Nothing that may be known of a basket is rare under this cut.";
        VerdictCard::new(VerdictState::Satisfied, "This cut holds")
            .note(note)
            .word(&CUT)
            .show(ui);
        return;
    }
    let headline = number::counted_as(
        tried.trial.violating as u64,
        "basket violates",
        "baskets violate",
    );
    let share = tried.trial.violating as f64 / looked.baskets.len().max(1) as f64;
    let share = format!("{} of the baskets", number::percent(share));
    let note = format!("{} under this cut.", sets_left(tried));
    let card = VerdictCard::new(VerdictState::Violated, &headline)
        .note(&note)
        .word(&CUT)
        .share(&share);
    card.show(ui);
}

fn sets_left(tried: &Tried) -> String {
    let count = tried.minimal.len() as u64;
    match tried.trial.threats.complete {
        Completeness::Whole => number::counted_as(count, "rare set is left", "rare sets are left"),
        Completeness::UpToSize(_) => {
            format!("More than {} rare sets are left", number::count(count))
        }
    }
}

/// The first rare sets that the cut leaves.
fn rare_sets(ui: &mut Ui, seen: &Seen<'_>, looked: &Looked<'_>, tried: &Tried) {
    let tokens = Tokens::of(ui);
    ui.label(fonts::strong_text("Rare sets that are left"));
    let k = seen.known.status.target.k;
    for &at in tried.minimal.iter().take(MOST_LISTED) {
        let threats = &tried.trial.threats;
        let names = words::names(looked.baskets, threats.set(at as usize), 8);
        let support = number::count(u64::from(threats.support(at as usize)));
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
        let spoken = format!("{names}: in {support} of at least {k} baskets");
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
        let value = parts::line(
            ui,
            &support,
            fonts::semibold(fonts::DETAIL_SIZE),
            tokens.violates,
        );
        let start = parts::put_right(ui.painter(), rect.right_center(), value);
        let room = start - rect.left() - 8.0;
        let (line, cut) = parts::line_within(ui, &names, fonts::detail(), tokens.text, room);
        parts::put_left(ui.painter(), rect.left_center(), line);
        if cut {
            response.on_hover_text(names);
        }
    }
    let more = tried.minimal.len().saturating_sub(MOST_LISTED);
    if more > 0 {
        let words = format!("and {} more", number::count(more as u64));
        detail(ui, &words, tokens.dim);
    }
}
