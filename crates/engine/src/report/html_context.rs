//! What people wrote about a release, and where they sign.

use super::page::{escape, facts, section, words};
use cloakroom_core::report_context::{ContextField, ReportContext};
use std::fmt::Write;

/// The lines in their order; what is not given is left to be filled in by hand.
const LINES: [ContextField; 6] = [
    ContextField::Recipient,
    ContextField::Access,
    ContextField::Scenario,
    ContextField::Thresholds,
    ContextField::Conditions,
    ContextField::ReviewDate,
];

/// For whom and under which terms. `in_house` shows what is not for others too.
pub(super) fn context(html: &mut String, context: &ReportContext, in_house: bool) {
    section(html, "For whom and under which terms");
    let rows: Vec<(&str, String)> = LINES
        .into_iter()
        .filter(|&field| in_house || context.is_public(field))
        .map(|field| {
            let said = context.get(field);
            (
                field.label(),
                said.map_or_else(|| "&nbsp;".to_owned(), words),
            )
        })
        .collect();
    facts(html, &rows);
}

pub(super) fn sign_off(html: &mut String, context: &ReportContext) {
    section(html, "Sign-off");
    let name = match context.get(ContextField::SignedBy) {
        Some(name) => format!("Name: {}", escape(name)),
        None => "Name".to_owned(),
    };
    let _ = writeln!(
        html,
        "<p>I have read this report and approve the release under the terms above.</p>\n\
         <div class=\"sign\"><div>{name}</div><div>Date</div><div>Signature</div><div>Role</div></div>"
    );
}
