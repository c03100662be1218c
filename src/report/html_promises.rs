//! The promises of a release in the report: what each asks, what was wanted and what was reached.

use super::html::{escape, grouped, rounded};
use crate::model::certificate::{Certificate, CertifiedDistance};
use crate::model::verdict::Amount;
use crate::privacy::{PrivacyModel, parameter};
use std::fmt::Write;

pub(super) fn promises(html: &mut String, certificate: &Certificate) {
    html.push_str(
        "<table>\n<tr><th>Promise</th><th>What it says</th><th>Wanted</th><th>Reached</th></tr>\n",
    );
    for model in PrivacyModel::ALL {
        if !model.is_set(&certificate.requirement) {
            continue;
        }
        let _ = writeln!(
            html,
            "<tr><th>{}</th><td>{}{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            escape(model.title()),
            escape(model.sentence()),
            if model == PrivacyModel::Closeness {
                distances(certificate)
            } else {
                String::new()
            },
            wanted(model, certificate),
            reached(model, certificate),
        );
    }
    html.push_str("</table>\n");
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
    let measured = &certificate.measured;
    match model {
        PrivacyModel::KAnonymity => grouped(u64::from(measured.k)),
        PrivacyModel::Suppression => {
            let all = certificate.release.records + measured.left_out;
            let share = measured.left_out as f64 / all.max(1) as f64;
            format!("{} %", rounded(share * 100.0))
        }
        _ => measured
            .reached
            .get(model.name())
            .map_or_else(|| "\u{2013}".to_owned(), |value| format!("{value}")),
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
