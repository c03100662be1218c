//! What the right panel tells about surveys and baskets: how much there is, and how it is spread.

use crate::ui::actions::Outbox;
use crate::ui::help::figures::{ratings, transactions as baskets};
use crate::ui::theme::{Tokens, fonts};
use crate::ui::widgets::{check_box, figure, number, section, sentence};
use cloakroom_core::ratings::{Ratings, Scale};
use cloakroom_core::roles::Role;
use cloakroom_core::transactions::Transactions;
use cloakroom_engine::change::Change;
use cloakroom_engine::workspace::Workspace;
use egui::{RichText, ScrollArea, TextEdit, Ui};

pub fn ratings_facts(ui: &mut Ui, workspace: &Workspace, survey: &Ratings) {
    section(ui, "Survey");
    figure(ui, &ratings::PEOPLE, &number::count(survey.people() as u64));
    match survey {
        Ratings::Wide(table, _) => {
            let with = |role| workspace.with_role(role).len() as u64;
            figure(ui, &ratings::ISSUES, &number::count(with(Role::Quasi)));
            figure(
                ui,
                &ratings::SENSITIVE_ISSUES,
                &number::count(with(Role::Sensitive)),
            );
            let rated: usize = workspace
                .with_role(Role::Quasi)
                .iter()
                .map(|column| column.len() - column.nulls())
                .sum();
            let cells = table.rows() * workspace.with_role(Role::Quasi).len();
            figure(
                ui,
                &ratings::ANSWERED,
                &number::percent(rated as f64 / cells.max(1) as f64),
            );
        }
        Ratings::Long(sparse) => {
            figure(
                ui,
                &ratings::ISSUES,
                &number::count(sparse.issues.len() as u64),
            );
            figure(
                ui,
                &ratings::RATINGS,
                &number::count(sparse.rating.len() as u64),
            );
            let cells = sparse.people.len() as f64 * sparse.issues.len() as f64;
            let share = sparse.rating.len() as f64 / cells.max(1.0);
            figure(ui, &ratings::ANSWERED, &number::percent(share));
        }
    }
    let Scale { low, high, .. } = *match survey {
        Ratings::Wide(_, scale) => scale,
        Ratings::Long(sparse) => &sparse.scale,
    };
    let scale = format!("{} to {}", number::decimal(low), number::decimal(high));
    figure(ui, &ratings::SCALE, &scale);
}

/// What is counted once about all baskets.
pub struct TransactionsFacts {
    /// Items with the number of baskets that hold them, most first.
    by_support: Vec<(u32, u32)>,
    longest: usize,
}

impl TransactionsFacts {
    pub fn compute(transactions: &Transactions) -> Self {
        let mut by_support: Vec<(u32, u32)> = transactions
            .support()
            .into_iter()
            .enumerate()
            .map(|(item, baskets)| (item as u32, baskets))
            .collect();
        by_support.sort_by_key(|&(item, baskets)| (std::cmp::Reverse(baskets), item));
        Self {
            by_support,
            longest: transactions.longest(),
        }
    }
}

/// The items of all baskets, most bought first, each public or private.
pub fn items_panel(
    ui: &mut Ui,
    workspace: &Workspace,
    transactions: &Transactions,
    facts: &TransactionsFacts,
    filter: &mut String,
    out: &mut Outbox,
) {
    section(ui, "Baskets");
    figure(
        ui,
        &baskets::BASKETS,
        &number::count(transactions.len() as u64),
    );
    figure(
        ui,
        &baskets::ITEMS,
        &number::count(transactions.items.len() as u64),
    );
    figure(
        ui,
        &baskets::OCCURRENCES,
        &number::count(transactions.item.len() as u64),
    );
    figure(ui, &baskets::LONGEST, &number::count(facts.longest as u64));
    ui.add_space(10.0);
    let heading = format!(
        "Private items ({})",
        workspace.settings().roles.private_items.len()
    );
    section(ui, &heading);
    sentence(
        ui,
        "Items that nobody should be able to infer come first. With h they are released as they are, and public items \
         must not give them away; m alone takes no notice of it.",
    );
    let edit = TextEdit::singleline(filter)
        .hint_text("Find an item")
        .desired_width(f32::INFINITY);
    ui.add(edit).accessible_name("Find an item");
    let private = &workspace.settings().roles.private_items;
    let wanted = filter.to_lowercase();
    let mut items: Vec<(u32, u32)> = facts
        .by_support
        .iter()
        .copied()
        .filter(|&(item, _)| {
            transactions
                .items
                .get(item)
                .to_lowercase()
                .contains(&wanted)
        })
        .collect();
    items.sort_by_key(|&(item, _)| !private.contains(transactions.items.get(item)));
    let dim = Tokens::of(ui).dim;
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical()
        .auto_shrink(false)
        .show_rows(ui, 28.0, items.len(), |ui, rows| {
            for &(item, baskets) in &items[rows] {
                let name = transactions.items.get(item);
                ui.horizontal(|ui| {
                    let mut is_private = private.contains(name);
                    if check_box(ui, &mut is_private, name).changed() {
                        out.change(Change::SetPrivateItem {
                            item: name.to_owned(),
                            private: is_private,
                        });
                    }
                    let words = number::counted(u64::from(baskets), "basket");
                    ui.label(RichText::new(words).font(fonts::detail()).color(dim));
                });
            }
        });
}
