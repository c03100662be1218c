//! The promises of a release in the report: what each asks, what was wanted and what was reached.

use super::page::{end_table, escape, figure, grouped, heads, percent_of};
use crate::model::certificate::{Certificate, CertifiedDistance};
use crate::model::verdict::Amount;
use crate::privacy::{PrivacyModel, parameter};
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

/// The share of records that were left out.
pub(super) fn share_left_out(certificate: &Certificate) -> String {
    let left_out = certificate.measured.left_out;
    let all = certificate.release.records + left_out;
    percent_of(left_out as u64, all as u64)
}

/// What the certificate says was reached of a promise.
pub(super) fn certified(certificate: &Certificate, name: &str) -> String {
    let reached = certificate.measured.reached.get(name);
    reached.map_or_else(
        || "\u{2013}".to_owned(),
        |value| figure(&format!("measured.reached.{name}"), &format!("{value}")),
    )
}

/// The k that was reached.
pub(super) fn reached_k(certificate: &Certificate) -> String {
    figure("measured.k", &grouped(u64::from(certificate.measured.k)))
}

pub(super) fn promises(html: &mut String, certificate: &Certificate) {
    let set = |model: &PrivacyModel| model.is_set(&certificate.requirement);
    let told = PrivacyModel::ALL.into_iter().filter(set).map(|model| {
        let mut sentence = escape(model.sentence());
        if model == PrivacyModel::Closeness {
            sentence += &distances(certificate);
        }
        Told {
            title: model.title(),
            sentence,
            wanted: wanted(model, certificate),
            reached: reached(model, certificate),
        }
    });
    table(html, told);
}

fn wanted(model: PrivacyModel, certificate: &Certificate) -> String {
    let requirement = &certificate.requirement;
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

fn reached(model: PrivacyModel, certificate: &Certificate) -> String {
    match model {
        PrivacyModel::KAnonymity => reached_k(certificate),
        PrivacyModel::Suppression => share_left_out(certificate),
        _ => certified(certificate, model.name()),
    }
}

fn distances(certificate: &Certificate) -> String {
    let mut said = String::new();
    for sensitive in &certificate.sensitive {
        let by = match &sensitive.distance {
            Some(CertifiedDistance::Equal) => "all values equally far apart",
            Some(CertifiedDistance::Ordered) => "values in order, as far apart as their ranks",
            Some(CertifiedDistance::Hierarchy(_)) => "as far apart as the level at which they meet",
            None => continue,
        };
        let _ = write!(said, " {}: {by}.", escape(&sensitive.column));
    }
    said
}
