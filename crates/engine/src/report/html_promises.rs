//! The promises of a release in the report: what each asks, what was wanted and what was reached.

use super::page::{end_table, escape, figure, grouped, heads};
use super::public::Public;
use cloakroom_core::requirement::Requirement;
use cloakroom_core::verdict::Amount;
use cloakroom_microdata::privacy::{PrivacyModel, parameter};
use cloakroom_verify::declaration::Distance;
use std::fmt::Write;

/// One promise as the page tells it; the sentence is ready for HTML, the title is not.
pub(super) struct Told {
    pub title: &'static str,
    pub sentence: String,
    pub wanted: String,
    pub reached: String,
}

/// What each promise asks, what was wanted and what was reached.
pub(super) fn table(html: &mut String, promises: impl IntoIterator<Item = Told>) {
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
pub(super) const IN_HOUSE: &str = "recorded in house";

/// What the released file reaches of a promise.
pub(super) fn counted(public: Public<'_>, name: &str) -> String {
    let reached = public.figures.reached.get(name);
    reached.map_or_else(
        || "\u{2013}".to_owned(),
        |value| figure(&format!("measured.reached.{name}"), &format!("{value}")),
    )
}

/// The k that was reached.
pub(super) fn reached_k(public: Public<'_>) -> String {
    figure("measured.k", &grouped(public.figures.k))
}

pub(super) fn promises(html: &mut String, public: Public<'_>) {
    let requirement = public.requirement();
    let set = |model: &PrivacyModel| model.is_set(&requirement);
    let told = PrivacyModel::ALL.into_iter().filter(set).map(|model| {
        let mut sentence = escape(model.sentence());
        if model == PrivacyModel::Closeness {
            sentence += &distances(public);
        }
        Told {
            title: model.title(),
            sentence,
            wanted: wanted(model, &requirement),
            reached: reached(model, public),
        }
    });
    table(html, told);
}

fn wanted(model: PrivacyModel, requirement: &Requirement) -> String {
    let Some(parameter) = parameter::wanted(model, requirement) else {
        return String::new();
    };
    let amount = parameter::amount(model, parameter, requirement);
    let sign = if parameter::smaller_is_stricter(model) {
        "\u{2264}"
    } else {
        "\u{2265}"
    };
    match amount {
        Amount::Count(count) => format!("{sign} {}", grouped(count)),
        Amount::Recursive(c, l) => format!("c = {c}, l = {l}"),
        other => format!("{sign} {other}"),
    }
}

fn reached(model: PrivacyModel, public: Public<'_>) -> String {
    match model {
        PrivacyModel::KAnonymity => reached_k(public),
        PrivacyModel::Suppression => IN_HOUSE.to_owned(),
        _ => counted(public, model.name()),
    }
}

fn distances(public: Public<'_>) -> String {
    let mut said = String::new();
    for sensitive in &public.declared.sensitive {
        let by = match &sensitive.distance {
            Some(Distance::Equal) => "all values equally far apart",
            Some(Distance::Ordered) => "values in order, as far apart as their ranks",
            Some(Distance::Hierarchy(_)) => "as far apart as the level at which they meet",
            None => continue,
        };
        let _ = write!(said, " {}: {by}.", escape(&sensitive.column));
    }
    said
}
