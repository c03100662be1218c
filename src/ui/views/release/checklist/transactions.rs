//! The checklist of transactions.

use super::super::Lent;
use super::columns::{self, faulty};
use super::method::Run;
use super::promises;
use super::status::{Lacking, Stands};
use super::{Checklist, Item, ItemState};
use crate::ui::actions::{Action, ExploreTab};
use crate::ui::steps::mark_them;
use crate::ui::widgets::number;
use cloakroom_core::io::hierarchy::ITEMS;
use cloakroom_core::kind::Unset;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_engine::workspace::Workspace;

pub static CHECKLIST: Checklist = Checklist {
    columns: "Items",
    of_columns: |lent| {
        let workspace = lent.workspace;
        let mut items = vec![names(workspace)];
        items.extend(who_is_counted(workspace));
        items.extend(private(workspace));
        items.extend(faulty(lent.workspace, lent.built).or_else(|| Some(taxonomy(workspace))));
        items
    },
    beside_promises: |_, run| suppressed_items(run).into_iter().collect(),
    shown: |_| Vec::new(),
    stands,
    lacking,
    look_at_made: ("Before and after", ExploreTab::Baskets),
};

fn names(workspace: &Workspace) -> Item {
    let transactions = workspace.loaded().dataset.transactions();
    let named = transactions.is_some_and(|read| read.labels.is_some());
    let words = if named {
        "Baskets are numbered anew: none keeps the name it has in the file."
    } else {
        "Baskets have no names; items are all that is released."
    };
    columns::item(ItemState::Done, words)
        .about("The number of a basket or a customer leads back to the file it comes from.")
}

/// Somebody may stand behind several baskets, and is known by all of them.
fn who_is_counted(workspace: &Workspace) -> Option<Item> {
    let about = "Promises count baskets. Whoever knows several baskets of one person knows more of them than the promise \
                 allows for.";
    let buyers = workspace.loaded().understood.buyers.as_ref()?;
    let line = |state| columns::item(state, buyers.sentence()).about(about);
    Some(match buyers.are_counted {
        true => line(ItemState::Done),
        false => line(ItemState::Notice).fix("Count people", Action::ShowOpening),
    })
}

/// What h protects.
fn private(workspace: &Workspace) -> Option<Item> {
    let settings = workspace.settings();
    settings.requirement.h?;
    let about = "h bounds how surely a private item can be guessed; items that are not marked are not protected by it.";
    let private = settings.roles.private_items.len() as u64;
    let words = number::counted_as(private, "item is", "items are");
    let line = columns::item(ItemState::Done, format!("{words} private."));
    (private > 0).then(|| line.about(about))
}

/// What p and h say is said of private items.
fn lacking(lent: &Lent<'_>, name: &str) -> Option<Lacking> {
    let is_of_private = matches!(name, "p" | "h");
    let lacks = is_of_private && matches!(lent.workspace.unset(), Some(Unset::Marks(_)));
    lacks.then(|| {
        let words = format!("{name} is about private items, and no item is marked as private.");
        (words, mark_them(lent.workspace))
    })
}

fn taxonomy(workspace: &Workspace) -> Item {
    let about = "A taxonomy says which group an item may be shown as.";
    let settings = workspace.settings();
    let generalizes = !matches!(settings.method.name, MethodName::None | MethodName::Mm);
    match settings.hierarchies.get(ITEMS) {
        Some(source) => columns::item(
            ItemState::Done,
            format!("Items are generalized by their taxonomy: {}.", source.words()),
        )
        .about(about),
        None if generalizes => columns::item(
            ItemState::Notice,
            "Items have no taxonomy, so one is made from how often they occur; its groups mean nothing else.",
        )
        .about(about)
        .fix("Choose one", Action::ShowHierarchy(ITEMS.to_owned())),
        None => columns::item(ItemState::Done, "No item is generalized.").about(about),
    }
}

/// What a release of transactions does not show.
fn suppressed_items(run: &Run<'_>) -> Option<Item> {
    let Run::Fresh(outcome) = run else {
        return None;
    };
    let measures = outcome.measures()?;
    let lost = measures.get(Metric::OccurrencesLost)?;
    let gone = measures.get(Metric::ItemsSuppressed).unwrap_or(0.0) as u64;
    let about = "What is suppressed is missing from every basket it was in, and from every count.";
    let line = if lost == 0.0 {
        promises::item(
            ItemState::Done,
            "Every item of every basket is shown, if less exactly.",
        )
    } else {
        let words = format!(
            "{} of the item occurrences are not shown; {} nowhere.",
            number::percent(lost),
            number::counted_as(gone, "item is shown", "items are shown")
        );
        promises::item(ItemState::Notice, words)
            .fix("See which", Action::ShowTab(ExploreTab::Taxonomy))
    };
    Some(line.about(about).of_method())
}

/// k is broken wherever anything is.
fn stands(lent: &Lent<'_>, name: &str) -> Stands {
    let Some(baskets) = lent.baskets else {
        return Stands::Unknown("baskets are being counted.");
    };
    let broken = match name {
        "m" => baskets.by_sets,
        "duplicates" => baskets.by_duplicates,
        "p" | "h" => baskets.by_coherence,
        _ => baskets.violating,
    };
    match broken {
        0 => Stands::Holds,
        many => Stands::Broken(many, Box::new(Action::ShowViolating)),
    }
}
