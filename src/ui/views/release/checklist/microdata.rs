//! The checklist of a table of records.

use super::super::Lent;
use super::columns::{self, HIERARCHY, as_they_are, faulty, identifiers, listed, quasi, roles};
use super::exposed::{self, Small, SmallWords};
use super::method::Run;
use super::promises::{self, left_out};
use super::status::{Lacking, Stands};
use super::{Checklist, Item, ItemState, doubted};
use crate::ui::actions::{Action, ExploreTab, Stage};
use crate::ui::column_facts::with_facts;
use crate::ui::panel::symbol;
use crate::ui::status::{Missing, Status};
use crate::ui::widgets::number;
use cloakroom_core::method::MethodName;
use cloakroom_core::roles::Role;
use cloakroom_core::units::Counted;
use cloakroom_engine::change::Change;
use cloakroom_engine::workspace::Workspace;
use cloakroom_microdata::privacy::PrivacyModel;
use cloakroom_microdata::profile::classes::ClassProfile;
use std::cmp::Reverse;

pub static CHECKLIST: Checklist = Checklist {
    columns: "Columns",
    of_columns,
    beside_promises: |lent, run| {
        let made = Action::ShowTab(ExploreTab::BeforeAfter);
        let open = unprotected(lent, run).into_iter();
        open.chain(left_out(lent, run, made)).collect()
    },
    shown: |lent| {
        let small = small_classes(lent).into_iter();
        small
            .chain(exposed::erased(lent, ExploreTab::BeforeAfter))
            .chain(unique_values(lent))
            .chain(unique_secrets(lent))
            .collect()
    },
    stands: |lent, name| match (lent.status, PrivacyModel::from_name(name)) {
        (Some(status), Some(model)) => stands(status, model),
        _ => Stands::Unknown("records are being grouped."),
    },
    lacking,
    look_at_made: ("Before and after", ExploreTab::BeforeAfter),
};

fn of_columns(lent: &Lent<'_>) -> Vec<Item> {
    let workspace = lent.workspace;
    let none = "No column is marked as a quasi-identifier, so no requirement can be checked.";
    let is = ["quasi-identifier is", "quasi-identifiers are"];
    let many = workspace.with_role(Role::Quasi).len();
    let mut items = vec![
        roles(workspace),
        quasi(many, none, is),
        identifiers(workspace),
    ];
    items.extend(as_they_are(workspace));
    items.extend(faulty(workspace, lent.built).or_else(|| hierarchies(workspace)));
    items.extend(doubted::items(lent));
    items
}

/// Columns that can only be shown as they are or not at all; of no matter where nothing is raised.
fn hierarchies(workspace: &Workspace) -> Option<Item> {
    let settings = workspace.settings();
    let method = settings.method.name;
    if method == MethodName::None || method.is_microaggregation() {
        return None;
    }
    let columns = workspace.with_role(Role::Quasi);
    let without: Vec<&str> = columns
        .iter()
        .map(|column| column.name())
        .filter(|name| !settings.hierarchies.contains_key(*name))
        .collect();
    let Some(&first) = without.first() else {
        let is_any = !columns.is_empty();
        let words = "Every quasi-identifier has a hierarchy.";
        return is_any.then(|| columns::item(ItemState::Done, words).about(HIERARCHY));
    };
    let words = if method.is_full_domain() {
        format!(
            "Without a hierarchy: {}. Such a column is shown as it is or not at all.",
            listed(&without)
        )
    } else {
        format!(
            "Without a hierarchy: {}. Numbers and dates become ranges, other values are shown as they are or not at all.",
            listed(&without)
        )
    };
    let show = Action::ShowHierarchy(first.to_owned());
    Some(
        columns::item(ItemState::Notice, words)
            .about(HIERARCHY)
            .fix("Make one", show),
    )
}

/// k hides who somebody is and not what they have: a class in which everybody has the same value tells it of everybody.
fn unprotected(lent: &Lent<'_>, run: &Run<'_>) -> Option<Item> {
    let workspace = lent.workspace;
    let sensitive = workspace.names_with_role(Role::Sensitive);
    let requirement = &workspace.settings().requirement;
    let is_open = !requirement.looks_at_values();
    if sensitive.is_empty() || !is_open {
        return None;
    }
    let words = format!(
        "Nothing is promised about what is sensitive: {}.",
        shared(run).unwrap_or_else(|| listed(&sensitive))
    );
    let about = "k alone says among how many people anybody is. Where all of them have the same sensitive value, it is known \
                 of each; l, p, t or \u{3b2} ask for more than one.";
    let add = Action::Change(Change::begin(PrivacyModel::DistinctDiversity));
    Some(
        promises::item(ItemState::Notice, words)
            .about(about)
            .fix("Ask for l = 2", add),
    )
}

/// Of how many released records the sensitive value is known with the class, if there are any.
fn shared(run: &Run<'_>) -> Option<String> {
    let Run::Fresh(outcome) = run else {
        return None;
    };
    let candidate = outcome.reached()?.records()?;
    let [one, several] = Counted::nouns(candidate.classes.counts());
    let mut sharing = candidate.sharing.clone();
    sharing.sort_by_key(|(_, records)| Reverse(*records));
    let ((name, most), others) = sharing.split_first()?;
    let records = match most {
        0 => return None,
        1 => format!("1 {one} is in a class"),
        many => format!("{} {several} are in classes", number::count(*many as u64)),
    };
    let others = others.iter().map(|(name, records)| match records {
        0 => format!(", none of {name}"),
        many => format!(", {} of {name}", number::count(*many as u64)),
    });
    let others: String = others.collect();
    Some(format!(
        "{records} whose members share one value of {name}{others}"
    ))
}

fn small_words(classes: &ClassProfile, view: ExploreTab) -> SmallWords {
    SmallWords {
        who: Counted::nouns(classes.counts())[1],
        alike: "are in",
        group: |size| format!("classes of exactly {}", number::count(size.into())),
        none: |least| {
            format!(
                "No class is as small as k or one more: the smallest has {}.",
                number::count(least.into())
            )
        },
        tells_more: true,
        view,
    }
}

fn small_classes(lent: &Lent<'_>) -> Option<Item> {
    let k = exposed::wanted_k(lent)?;
    match Run::of(lent) {
        Run::Fresh(outcome) => {
            let candidate = outcome.reached()?.records()?;
            let words = small_words(&candidate.classes, ExploreTab::BeforeAfter);
            exposed::line(k, Small::of_classes(&candidate.classes, k), true, &words)
        }
        Run::AsItIs => {
            let classes = &lent.status?.classes;
            let small = Small::of_classes(classes, k);
            let words = small_words(classes, ExploreTab::Classes);
            exposed::line(k, small, false, &words)
        }
        _ => None,
    }
}

/// Sensitive columns in which nearly every record has a value of its own.
fn unique_secrets(lent: &Lent<'_>) -> Option<Item> {
    let columns = with_facts(lent.workspace, lent.columns?).enumerate();
    let unique: Vec<(usize, &str)> = columns
        .filter(|(_, (_, role, facts))| *role == Some(Role::Sensitive) && facts.nearly_unique)
        .map(|(at, (column, _, _))| (at, column.name()))
        .collect();
    let &(first, _) = unique.first()?;
    let names: Vec<&str> = unique.iter().map(|&(_, name)| name).collect();
    let words = format!(
        "Nearly every record has a sensitive value of its own in {}.",
        listed(&names)
    );
    let about = "Promises about sensitive values hold, but whoever knows such a value from elsewhere finds the record, and \
                 all that stands beside it.";
    Some(
        exposed::item(ItemState::Notice, words)
            .about(about)
            .fix("Look", Action::SelectColumn(Some(first))),
    )
}

/// Columns that are released as they are, with values that nobody else has.
fn unique_values(lent: &Lent<'_>) -> Option<Item> {
    let about = "Nothing is promised about insensitive columns. A value that occurs once leads whoever knows it straight \
                 to its record; mark the column as quasi-identifier if others may know it.";
    let Some(facts) = lent.columns else {
        let words = "Looking for values that occur once.";
        return Some(exposed::item(ItemState::Waiting, words).about(about));
    };
    let table = lent.workspace.table();
    let is_held = |name: &&str| table.is_some_and(|table| table.column(name).is_some());
    let mut kept = lent.workspace.names_with_role(Role::Insensitive);
    kept.retain(|name| !is_held(name));
    if !kept.is_empty() {
        let words = format!(
            "Released as they are and not looked through for values that occur once, since the table is counted and \
             not held: {}.",
            listed(&kept)
        );
        return Some(exposed::item(ItemState::Notice, words).about(about));
    }
    let mut columns: Vec<(usize, &str, usize)> = with_facts(lent.workspace, facts)
        .enumerate()
        .filter(|(_, (_, role, facts))| *role == Some(Role::Insensitive) && facts.unique > 0)
        .map(|(at, (column, _, facts))| (at, column.name(), facts.unique))
        .collect();
    columns.sort_by_key(|&(at, _, unique)| (Reverse(unique), at));
    let Some(&(worst, _, most)) = columns.first() else {
        let is_any = !lent.workspace.with_role(Role::Insensitive).is_empty();
        let words = "No value of an insensitive column occurs only once.";
        return is_any.then(|| exposed::item(ItemState::Done, words).about(about));
    };
    let names: Vec<&str> = columns.iter().map(|&(_, name, _)| name).collect();
    let values = number::counted_as(most as u64, "value", "values");
    let words = match names.as_slice() {
        [one] => format!("{values} of {one} occur only once, and the column is released as it is."),
        _ => format!(
            "Columns released as they are have values that occur only once: {}; {values} of the first.",
            listed(&names)
        ),
    };
    Some(
        exposed::item(ItemState::Notice, words)
            .about(about)
            .fix("Look", Action::SelectColumn(Some(worst))),
    )
}

fn lacking(lent: &Lent<'_>, name: &str) -> Option<Lacking> {
    let model = PrivacyModel::from_name(name)?;
    let symbol = symbol(model);
    match lent.status?.missing(model)? {
        Missing::NoSensitiveColumn => Some((
            format!("{symbol} is about sensitive values, and no column is marked as sensitive."),
            ("Mark one", Action::Go(Stage::Data)),
        )),
        Missing::Categories(column) => Some((
            format!("{symbol} needs a sensitivity category for every value."),
            ("Sort them", Action::EditCategories(Some(*column))),
        )),
        Missing::Values => None,
    }
}

fn stands(status: &Status, model: PrivacyModel) -> Stands {
    if status.missing(model).is_some() {
        return Stands::Unknown("the sensitive values of every class are being counted.");
    }
    let broken = status.violating(Some(model));
    let violating = status.scan.violating;
    let compares = model.promise().depends_on_release;
    match status.rest_holds {
        _ if violating == 0 => Stands::Holds,
        Some(true) if broken > 0 => Stands::HoldsWithout(broken),
        Some(true) => Stands::Holds,
        None if broken > 0 || compares => Stands::WhenWritten,
        // There are few enough of them, so what fails is how far the rest lies from what is left.
        Some(false) if compares && !status.has_too_many() => Stands::TooFar,
        Some(false) if broken > 0 => {
            Stands::Broken(broken, Box::new(Action::ShowViolatingOf(model)))
        }
        _ => Stands::Holds,
    }
}
