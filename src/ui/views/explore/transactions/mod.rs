//! The views of transactions: the taxonomy with a cut through it, the rare sets, the way a search went, and baskets
//! before and after.

mod before_after;
mod search;
mod taxonomy;
mod threats;
pub mod words;

use super::view::{Of, View};
use super::{Lent, head};
use crate::ui::actions::{Action, ExploreTab, Outbox, Stage};
use crate::ui::asked::Asked;
use crate::ui::help::Term::{Metric as M, Word as W};
use crate::ui::help::{Help, TABLE_KEYS, words as terms};
use crate::ui::theme::{Tokens, icons};
use crate::ui::transactions::changes::{Changes, ChangesQuestion};
use crate::ui::transactions::{self, ReleasedTransactions};
use crate::ui::widgets::EmptyState;
use before_after::BeforeAfterTab;
use cloakroom_core::metrics::Metric;
use egui::{CentralPanel, Frame, Ui};
use search::SearchTab;
use std::sync::Arc;
use taxonomy::TaxonomyTab;
use threats::ThreatsTab;

#[derive(Default)]
pub struct TransactionsViews {
    taxonomy: TaxonomyTab,
    pub threats: ThreatsTab,
    pub search: SearchTab,
    pub before_after: BeforeAfterTab,
    /// What the last run makes of every basket and every node.
    pub changes: Asked<ChangesQuestion, Changes>,
    shared: Shared,
}

impl TransactionsViews {
    /// The items of the selected rare set, as nodes of the taxonomy.
    pub fn chosen_set(&self) -> Option<Vec<u32>> {
        self.threats.chosen_set()
    }

    /// The selected node of the taxonomy.
    pub fn chosen_node(&self) -> Option<u32> {
        self.shared.node
    }

    pub fn let_go_of_node(&mut self) {
        self.shared.node = None;
    }
}

/// What is selected in one view and seen in all.
#[derive(Default)]
struct Shared {
    /// A node of the taxonomy.
    node: Option<u32>,
    /// The items of a rare set.
    set: Option<Vec<u32>>,
}

/// What the views of transactions see.
struct Seen<'a> {
    known: transactions::Lent<'a>,
    lent: &'a Lent<'a>,
    /// What the last run makes of every basket, once it is counted.
    changes: Option<&'a Arc<Changes>>,
    /// The basket that is selected in any view.
    selected: Option<u32>,
    /// The settings have changed since the last run.
    stale: bool,
}

impl<'a> Seen<'a> {
    fn released(&self) -> Option<&'a Arc<ReleasedTransactions>> {
        self.known.released
    }
}

pub static VIEWS: [View; 4] = [
    View {
        tab: ExploreTab::Taxonomy,
        name: "Taxonomy",
        explains: false,
        from_counts: true,
        of: Of::Data,
        help: Help {
            sees: "The items and their groups, level by level, with the cut that the last run shows them at. \
                   The height of a box is how often its items occur.",
            next: "Move the cut by hand to show more or less: each change is tried at once and says what it \
                   costs and what it breaks.",
            terms: &[W(&terms::TAXONOMY), W(&terms::CUT), M(Metric::Loss)],
            keys: &[
                ("Arrows", "from group to group"),
                ("Space", "move the cut here"),
                ("Enter", "closer"),
                ("C", "put the cut here"),
                ("X", "suppress the item"),
            ],
        },
        show: |explore, ui, lent, out| {
            with_seen(
                &mut explore.baskets,
                ui,
                lent,
                out,
                |views, ui, seen, out| {
                    views.taxonomy.show(ui, seen, &mut views.shared, out);
                },
            );
        },
    },
    View {
        tab: ExploreTab::Threats,
        name: "Rare sets",
        explains: false,
        from_counts: true,
        of: Of::Standing,
        help: Help {
            sees: "What an attacker may know that too few baskets share, with the baskets that hold it.",
            next: "Read the first of them: the rarest and the smallest. Raise or lower k and m at the right to \
                   see what that asks for.",
            terms: &[W(&terms::RARE_SET), W(&terms::BASKET)],
            keys: TABLE_KEYS,
        },
        show: |explore, ui, lent, out| {
            with_seen(
                &mut explore.baskets,
                ui,
                lent,
                out,
                |views, ui, seen, out| {
                    views.threats.show(ui, seen, &mut views.shared, out);
                },
            );
        },
    },
    View {
        tab: ExploreTab::Baskets,
        name: "Before and after",
        explains: false,
        from_counts: true,
        of: Of::Release,
        help: Help {
            sees: "What every basket holds and what the last run shows of it. Items that became a group or are \
                   gone are marked.",
            next: "Run the method first. Search for an item to see what became of it.",
            terms: &[W(&terms::BASKET), W(&terms::CUT), W(&terms::STALE)],
            keys: TABLE_KEYS,
        },
        show: |explore, ui, lent, out| {
            with_seen(
                &mut explore.baskets,
                ui,
                lent,
                out,
                |views, ui, seen, out| {
                    views.before_after.show(ui, seen, &views.shared, out);
                },
            );
        },
    },
    View {
        tab: ExploreTab::CutLattice,
        name: "Search",
        explains: true,
        from_counts: true,
        of: Of::Data,
        help: Help {
            sees: "The way a search went through the cuts: from the root downwards, at each step the cheapest \
                   child, and which groups it kept.",
            next: "Step through it to see why an item ended as it did. It shows how the method works; nothing \
                   here changes the data.",
            terms: &[W(&terms::CUT), W(&terms::TAXONOMY)],
            keys: &[("Arrows, Page Up, Page Down, Home, End", "from step to step")],
        },
        show: |explore, ui, lent, out| {
            with_seen(
                &mut explore.baskets,
                ui,
                lent,
                out,
                |views, ui, seen, out| {
                    views.search.show(ui, seen, out);
                },
            );
        },
    },
];

/// Shows a view once the baskets are counted, and what is missing until then.
fn with_seen(
    views: &mut TransactionsViews,
    ui: &mut Ui,
    lent: &Lent<'_>,
    out: &mut Outbox,
    show: impl FnOnce(&mut TransactionsViews, &mut Ui, &Seen<'_>, &mut Outbox),
) {
    let Some(known) = lent.baskets.filter(|lent| !lent.baskets.is_empty()) else {
        let frame = Frame::new().fill(Tokens::of(ui).ground);
        CentralPanel::no_frame()
            .frame(frame)
            .show(ui, |ui| nothing_yet(ui, lent, out));
        return;
    };
    match known.released {
        Some(released) => {
            let released = released.clone();
            let question = ChangesQuestion { released };
            views.changes.see_to(question, lent.jobs);
        }
        None => views.changes.forget(),
    }
    views.shared.set = views.threats.chosen_set();
    let nodes = known.baskets.tree.len() as u32;
    views.shared.node = views.shared.node.filter(|&node| node < nodes);
    let workspace = lent.workspace;
    let changes = views.changes.current().cloned();
    let seen = Seen {
        known,
        lent,
        changes: changes.as_ref(),
        selected: lent
            .selected_row
            .filter(|&row| (row as usize) < known.baskets.len()),
        stale: lent
            .result
            .is_some_and(|run| run.is_stale(workspace.revision(), workspace.settings())),
    };
    show(views, ui, &seen, out);
}

fn nothing_yet(ui: &mut Ui, lent: &Lent<'_>, out: &mut Outbox) {
    if lent.transactions_running {
        let words = "Counting what baskets have in common. Its progress is at the bottom of the window, where it can \
                     be stopped.";
        EmptyState::new(icons::RUNNING, words).show(ui);
        return;
    }
    if let Some(Err(problem)) = &lent.hierarchies {
        let words = format!("The taxonomy of the items is not in order. {problem}");
        if EmptyState::new(icons::HIERARCHIES, &words)
            .action("Go to Hierarchies", Some(icons::HIERARCHIES))
            .show(ui)
        {
            out.send(Action::Go(Stage::Hierarchies));
        }
        return;
    }
    let words = "The baskets could not be counted.";
    EmptyState::new(icons::EXPLORE, words).show(ui);
}
