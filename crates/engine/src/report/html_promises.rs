//! The promises of a release in the report: what each asks, what was wanted and what was reached.

use super::page::{end_table, escape, figure, heads};
use super::public::Public;
use cloakroom_core::words::grouped;
use std::fmt::Write;

/// One promise as the page tells it; the sentence is ready for HTML, the title is not.
pub(crate) struct Told {
    pub title: &'static str,
    pub sentence: String,
    pub wanted: String,
    pub reached: String,
}

/// What each promise asks, what was wanted and what was reached.
pub(crate) fn table(html: &mut String, promises: impl IntoIterator<Item = Told>) {
    let names = ["Promise", "What it says", "#Wanted", "#Reached"];
    heads(html, "promises", &names);
    for told in promises {
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td class=\"small\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            escape(told.title),
            told.sentence,
            told.wanted,
            told.reached,
        );
    }
    end_table(html);
}

/// How many were left out cannot be seen in a release.
pub(crate) const IN_HOUSE: &str = "recorded in house";

/// What people or groups reach follows from a key that is not released.
pub(crate) const DECIDED_IN_HOUSE: &str = "decided in house";

/// What the released file reaches of a promise.
pub(crate) fn counted(public: Public<'_>, name: &str) -> String {
    let reached = public.figures.reached.get(name);
    reached.map_or_else(
        || "\u{2013}".to_owned(),
        |value| figure(&format!("measured.reached.{name}"), &format!("{value}")),
    )
}

/// The k that was reached.
pub(crate) fn reached_k(public: Public<'_>) -> String {
    figure("measured.k", &grouped(public.figures.k))
}
