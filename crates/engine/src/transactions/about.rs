//! What is said of transactions.

use crate::kinds::{AboutKind, Model};
use crate::pool;
use crate::report::html_chart::Counted;
use crate::report::html_promises::{Told, counted, reached_k, table};
use crate::report::page::{
    MOST_LINES, SHOWN_NAMES, end_table, escape, figure, figure_cell, heads, percent, rounded,
    some_names, told_in_part,
};
use crate::report::public::Public;
use crate::report::story::ItemStories;
use cloakroom_core::words::grouped;
use cloakroom_core::{Kind, Requirement, SetSize};
use cloakroom_transactions::privacy::TransactionsModel;
use cloakroom_verify::declaration::{self, Layout};
use std::fmt::Write;

pub(crate) static ABOUT: AboutKind = AboutKind {
    declared: declaration::Kind::Transactions,
    mark: Some(" Of transactions: "),
    released: "Baskets released",
    left_out: "Records left out",
    part: "item",
    violating: [
        "Violating baskets",
        "Baskets that stand in the way of the requirement.",
    ],
    unique: [
        "Unique baskets",
        "Baskets that no other is equal to. The promise is about parts of baskets, so these may remain.",
    ],
    classes: ["Different baskets", "Baskets that differ from each other."],
    smallest: ["Smallest class", "How often the rarest basket occurs."],
    sizes: [
        "Baskets that are the same",
        "Baskets by how many are released the same, themselves included. The promise is about parts of baskets, so \
         some that no other equals may remain.",
    ],
    sizes_before_and_after: "Baskets by how many are the same",
    counted: Counted::Classes,
    undecided: "",
    not_joined: Some(
        "baskets of different files cannot be counted together; expected releases of the same file",
    ),
    stands_in_groups: false,
    pool_supposes: "",
    is_recoded: false,
    is_named_by_data: false,
    reached,
    promises,
    models,
    released_with,
    shown,
    remaining,
    assumptions,
    not_promised,
    by_role: |_| None,
    pooled: pool::transactions::counted,
    stands_among: |smallest, _| {
        format!("what may be known of a basket is in {smallest} of them or more")
    },
};

fn models() -> Vec<Model> {
    let models = TransactionsModel::ALL.into_iter();
    models
        .map(|model| Model {
            name: model.name(),
            title: model.title(),
            sentence: model.sentence(),
            kinds: &[Kind::Transactions],
        })
        .collect()
}

fn released_with(public: Public<'_>) -> Vec<(&'static str, String)> {
    vec![
        ("Layout", layout(public)),
        ("Baskets that show nothing", empty(public)),
        (
            "Private items, released as they are",
            some_names(&public.declared.roles.sensitive, SHOWN_NAMES),
        ),
    ]
}

fn shown(html: &mut String, public: Public<'_>) {
    let items = public.figures.items.unwrap_or(0);
    let _ = writeln!(
        html,
        "<p>{} different items are shown. An occurrence that would single somebody out is shown as a more \
         general item, a group of the taxonomy, or not at all; none was swapped or made up.</p>",
        figure("measured.items", &grouped(items))
    );
    if !public.declared.roles.sensitive.is_empty() {
        html.push_str("<p>Private items are shown as they are.</p>\n");
    }
}

fn remaining(_: Public<'_>, k: &str, chance: &str) -> String {
    format!(
        "Somebody who knows as many items of a basket as the promise speaks of, as they are shown, finds at \
         least {k} baskets that fit, and picks the right one with a chance of at most {chance}."
    )
}

fn not_promised(_: Public<'_>) -> Vec<&'static str> {
    vec![
        "Knowledge of more items than the promise speaks of, or that a basket does not hold an item.",
    ]
}

fn reached(public: Public<'_>) -> String {
    let requirement = public.requirement();
    let k = public.figures.k;
    if requirement.duplicates {
        return format!(
            "every basket is the same as at least {} others (k = {k})",
            k.saturating_sub(1)
        );
    }
    let known = match (requirement.m, requirement.p) {
        (Some(SetSize::AtMost(m)), _) => format!("every set of at most {m} items that occurs"),
        (Some(SetSize::Any(_)), _) => "every set of items that occurs".to_owned(),
        (None, p) => format!(
            "every set of at most {} public items that occurs",
            p.unwrap_or(1)
        ),
    };
    format!("{known} is in at least {k} baskets (k = {k})")
}

fn promises(html: &mut String, public: Public<'_>) {
    let requirement = public.requirement();
    let set = |model: &TransactionsModel| model.is_set(&requirement);
    let told = TransactionsModel::ALL
        .into_iter()
        .filter(set)
        .map(|model| Told {
            title: model.title(),
            sentence: escape(model.sentence()),
            wanted: wanted(model, &requirement),
            reached: reached_of(model, public),
        });
    table(html, told);
}

fn wanted(model: TransactionsModel, requirement: &Requirement) -> String {
    let k = grouped(u64::from(requirement.k.unwrap_or(1)));
    match model {
        TransactionsModel::K | TransactionsModel::Duplicates => format!("\u{2265} {k}"),
        TransactionsModel::SetSize => requirement.m.map_or_else(String::new, |m| m.to_string()),
        TransactionsModel::PublicItems => requirement.p.unwrap_or(1).to_string(),
        TransactionsModel::PrivateShare => format!(
            "\u{2264} {} %",
            rounded(requirement.h.unwrap_or_default() * 100.0)
        ),
    }
}

fn reached_of(model: TransactionsModel, public: Public<'_>) -> String {
    match model {
        TransactionsModel::K => reached_k(public),
        TransactionsModel::PrivateShare => {
            public
                .figures
                .reached
                .get(model.name())
                .map_or_else(String::new, |&share| {
                    figure(
                        &format!("measured.reached.{}", model.name()),
                        &percent(share),
                    )
                })
        }
        _ => counted(public, model.name()),
    }
}

/// How the file is to be read.
fn layout(public: Public<'_>) -> String {
    let Some(described) = &public.declared.transactions else {
        return String::new();
    };
    let separated = match described.separator.as_deref() {
        Some(" ") => "items by spaces".to_owned(),
        Some("\t") => "items by tabs".to_owned(),
        Some(separator) => format!("items by {}", escape(separator)),
        None => String::new(),
    };
    match described.layout {
        Layout::Long => "a row per basket and item, baskets numbered anew".to_owned(),
        Layout::List => format!("a basket a row, {separated}"),
        _ => format!("a basket a line, {separated}"),
    }
}

/// Baskets of which nothing is shown.
fn empty(public: Public<'_>) -> String {
    let empty = public.figures.empty.unwrap_or(0);
    figure("measured.empty", &grouped(empty))
}

fn assumptions(public: Public<'_>) -> String {
    let private = if public.declared.requirement.h.is_some() {
        "<p>Private items are released as they are. The promise is that a share of the baskets with the same public \
         items holds each private item, and no larger one than was asked for: it bounds how sure somebody can be, and \
         does not hide that the private item may be there. It does not hold against somebody who knows private items \
         already.</p>\n"
    } else {
        "<p>k says how well a basket hides among others that share what is known. It does not say that the others \
         differ in the rest.</p>\n"
    };
    format!(
        "<p>An item may be shown as a more general one, a node of its taxonomy, or not at all; a basket shows each of \
         them once. Items are not swapped or made up.</p>\n\
         <p>The promise holds against somebody who knows at most so many items of a basket as listed above, knows that \
         it is in the release, and knows nothing else.</p>\n{private}"
    )
}

/// What was done to the items, in numbers.
pub(crate) fn all_items(html: &mut String, items: &ItemStories) {
    if items.occurrences_not_shown == 0 {
        html.push_str("<p>Every occurrence is shown, as itself or as a more general item.</p>\n");
    } else {
        let _ = writeln!(
            html,
            "<p>Items of the source that are not shown at all: {}. Occurrences that are not shown: {}.</p>",
            figure(
                "audit.columns.items_not_shown",
                &grouped(items.items_not_shown as u64)
            ),
            figure(
                "audit.columns.occurrences_not_shown",
                &grouped(items.occurrences_not_shown)
            )
        );
    }
    heads(
        html,
        "columns",
        &["Shown as", "", "#Items behind it", "#Occurrences"],
    );
    for (at, story) in items.shown.iter().take(MOST_LINES).enumerate() {
        let name = |what: &str| format!("audit.columns.shown.{at}.{what}");
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td class=\"small\">{}</td>{}{}</tr>",
            escape(&story.shown_as),
            if story.is_general {
                "general item"
            } else {
                "as it was"
            },
            figure_cell(&name("items"), &grouped(story.items as u64)),
            figure_cell(&name("occurrences"), &grouped(story.occurrences)),
        );
    }
    end_table(html);
    told_in_part(
        html,
        items.shown.len(),
        "of the items shown, which are rarer,",
    );
}
