//! What the page says where the release is transactions.

use super::html_promises::{Told, counted, reached_k, table};
use super::page::{escape, figure, grouped, percent, rounded};
use super::public::Public;
use cloakroom_core::requirement::{Requirement, SetSize};
use cloakroom_transactions::privacy::TransactionsModel;
use cloakroom_verify::declaration::Layout;

/// What was reached, after "Reached: ".
pub(super) fn reached(public: Public<'_>) -> String {
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

pub(super) fn promises(html: &mut String, public: Public<'_>) {
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
pub(super) fn layout(public: Public<'_>) -> String {
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
pub(super) fn empty(public: Public<'_>) -> String {
    let empty = public.figures.empty.unwrap_or(0);
    figure("measured.empty", &grouped(empty))
}

pub(super) fn assumptions(public: Public<'_>) -> String {
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
