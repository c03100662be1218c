//! Above the rare sets: how many there are, and which of them are listed.

use super::super::{Seen, Shared};
use super::ThreatsTab;
use crate::ui::actions::{Action, Outbox};
use crate::ui::theme::fonts;
use crate::ui::transactions::listed::Listed;
use crate::ui::widgets::{Banner, BannerKind, check_box, number, segments, sentence, tabs};
use cloakroom_transactions::privacy::TransactionsTarget;
use cloakroom_transactions::profile::mine::Completeness;
use egui::{Button, Key, RichText, TextEdit, Ui};

/// Tabs for more sizes would not fit.
const MOST_TABS: usize = 6;

pub fn show(
    ui: &mut Ui,
    tab: &mut ThreatsTab,
    seen: &Seen<'_>,
    shared: &mut Shared,
    out: &mut Outbox,
) {
    let target = seen.known.status.target;
    let groups = seen.known.with_groups;
    let listed = tab.listed.newest().cloned();
    let words = match &listed {
        Some(listed) => headline(listed, target, groups),
        None => "Sorting the rare sets.".to_owned(),
    };
    sentence(ui, &words);
    let cut = listed.as_ref().and_then(|listed| {
        let question = &listed.question;
        cut_short(question.threats.complete, question.m)
    });
    if let Some(words) = cut {
        ui.add_space(2.0);
        Banner::new(BannerKind::Attention, &words).show(ui);
    }
    ui.add_space(2.0);
    if let Some(listed) = &listed {
        sizes(ui, tab, listed);
    }
    ui.horizontal_wrapped(|ui| {
        over(ui, groups, out);
        let field = TextEdit::singleline(&mut tab.text)
            .hint_text("With an item called \u{2026}")
            .desired_width(190.0);
        let response = ui.add(field).accessible_name("With an item called");
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
            tab.text.clear();
        }
        let tree = &seen.known.baskets.tree;
        if let Some(node) = shared.node.filter(|&node| node != tree.root()) {
            let words = match tree.is_leaf(node) {
                true => format!("with {}", tree.name(node)),
                false => format!("with an item under {}", tree.name(node)),
            };
            if removable(ui, &words, "Rare sets of all items") {
                shared.node = None;
            }
        }
        if let Some(basket) = seen.selected {
            let words = format!("Only in basket {}", number::count(u64::from(basket) + 1));
            check_box(ui, &mut tab.in_transaction, &words);
        }
    });
}

/// Whether groups count too.
pub fn over(ui: &mut Ui, with_groups: bool, out: &mut Outbox) {
    let mut groups = with_groups;
    let choices = [
        (false, "Items", "Sets of items as they are in the baskets."),
        (
            true,
            "Items and groups",
            "Sets of nodes that any cut of the taxonomy shows together: what a search for a cut has to avoid.",
        ),
    ];
    if segments(ui, &mut groups, &choices) {
        out.send(Action::CountGroups(groups));
    }
}

/// One tab for each size that there is.
fn sizes(ui: &mut Ui, tab: &mut ThreatsTab, listed: &Listed) {
    let mut names = vec![(None, format!("All  {}", number::count(listed.all() as u64)))];
    for (size, &count) in (1u32..).zip(&listed.by_size) {
        if count > 0 {
            let items = number::counted(u64::from(size), "item");
            let count = number::count(count as u64);
            names.push((Some(size), format!("{items}  {count}")));
        }
    }
    if names.len() < 3 || names.len() > MOST_TABS + 1 {
        tab.size = tab.size.filter(|_| names.len() > MOST_TABS + 1);
    }
    if names.len() >= 3 {
        names.truncate(MOST_TABS + 1);
        let names: Vec<(Option<u32>, &str)> = names
            .iter()
            .map(|(size, name)| (*size, name.as_str()))
            .collect();
        tabs(ui, &mut tab.size, &names);
    }
}

/// `1,204 minimal sets of at most 3 items are in fewer than k = 5 baskets.`
fn headline(listed: &Listed, target: TransactionsTarget, groups: bool) -> String {
    let all = listed.all() as u64;
    if all == 0 {
        return none_is_rare(target);
    }
    let sets = number::counted_as(all, "minimal set", "minimal sets");
    let of = match target.m {
        u32::MAX => "of any size".to_owned(),
        1 => "of a single item".to_owned(),
        m => format!("of at most {m} items"),
    };
    let over = if groups { " over all cuts" } else { "" };
    let verb = if all == 1 { "is" } else { "are" };
    let shown = match listed.places.len() as u64 {
        some if some == all => String::new(),
        some => format!(" {} listed.", number::counted_as(some, "is", "are")),
    };
    format!(
        "{sets} {of}{over} {verb} in fewer than k = {} baskets; no part of one is rare itself.{shown}",
        target.k
    )
}

pub fn none_is_rare(target: TransactionsTarget) -> String {
    let sets = match target.m {
        u32::MAX => "Every set of items that occurs".to_owned(),
        1 => "Every item that occurs".to_owned(),
        m => format!("Every set of at most {m} items that occurs"),
    };
    format!(
        "{sets} is in at least {}.",
        number::counted(u64::from(target.k), "basket")
    )
}

/// What to do where there are more sets than can be kept.
fn cut_short(complete: Completeness, m: u32) -> Option<String> {
    match complete {
        Completeness::UpToSize(0) if m > 0 => {
            Some("There are too many rare items to list them; a smaller k leaves fewer.".to_owned())
        }
        Completeness::UpToSize(size) if size < m => Some(format!(
            "Only sets of at most {} are listed: there are too many larger ones. A smaller k, or m = {size}, leaves \
             few enough to list.",
            number::counted(u64::from(size), "item")
        )),
        _ => None,
    }
}

/// One thing that narrows the list; a click takes it away.
fn removable(ui: &mut Ui, words: &str, hover: &str) -> bool {
    let text = RichText::new(format!("{words}  \u{d7}")).font(fonts::detail());
    ui.add(Button::new(text).wrap_mode(egui::TextWrapMode::Extend))
        .on_hover_text(hover)
        .accessible_name(hover)
        .clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_sets_come_with_advice() {
        let told = cut_short(Completeness::UpToSize(2), 5).unwrap();
        assert!(told.starts_with("Only sets of at most 2 items are listed"));
        assert!(told.contains("A smaller k, or m = 2,"));
        assert!(
            cut_short(Completeness::UpToSize(0), 1)
                .unwrap()
                .contains("a smaller k")
        );
        // All that were asked for are there.
        assert_eq!(cut_short(Completeness::UpToSize(3), 3), None);
        assert_eq!(cut_short(Completeness::Whole, u32::MAX), None);
    }
}
