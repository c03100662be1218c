//! What a promise rests on, and what it does not promise.

use super::html_ratings;
use super::html_transactions;
use super::page::{escape, names, percent, section};
use super::public::Public;
use cloakroom_core::kind::Kind;
use cloakroom_core::promise::PrivacyModel;
use cloakroom_verify::declaration::Earlier;
use std::fmt::Write;

pub(super) fn rests_on(html: &mut String, public: Public<'_>) {
    section(html, "What this rests on");
    html.push_str(&match public.kind() {
        Kind::Ratings => html_ratings::assumptions(public),
        Kind::Transactions => html_transactions::assumptions(public),
        Kind::Microdata => format!(
            "<p>Missing values: two missing cells count as equal, and a missing cell as different from every \
             value. Missing cells are empty in the file.</p>\n\
             <p>The promise holds against somebody who knows the quasi-identifiers listed above and nothing \
             else. Columns named insensitive are taken to be known to nobody.</p>\n{}",
            about_values(public)
        ),
    });
    let limit = public.declared.requirement.suppression;
    let what = public.kind().record(2);
    let _ = if limit > 0.0 && public.kind() != Kind::Transactions {
        writeln!(
            html,
            "<p>At most {} of the {what} of the source may have been left out so that the others pass. How many were, \
             and who, is recorded in the audit file, which stays in house: the release does not show it. The promise \
             is about those who are in it.</p>",
            percent(limit)
        )
    } else {
        writeln!(
            html,
            "<p>The risk of the source is recorded in the audit file, which stays in house.</p>"
        )
    };
}

/// What is and what is not said about the sensitive columns.
fn about_values(public: Public<'_>) -> String {
    let requirement = &public.declared.requirement;
    if !requirement.looks_at_values() {
        return "<p>k says how well a record hides among others. It does not say that the others differ in what is \
                sensitive.</p>\n"
            .to_owned();
    }
    let mut said = format!(
        "<p>The promises about sensitive values hold of {}, each by itself. A missing value counts as a value \
         like any other.</p>\n",
        names(&public.declared.roles.sensitive)
    );
    let asked = public.requirement();
    for model in PrivacyModel::asked(&asked) {
        if let Some(unsaid) = (model.promise().unsaid)(&asked) {
            said += &format!("<p>{}</p>\n", escape(unsaid));
        }
    }
    said
}

/// Said outright, so that nobody has to read it out of a definition.
pub(super) fn not_promised(html: &mut String, public: Public<'_>) {
    section(html, "What is not promised");
    let mut said: Vec<&str> = Vec::new();
    match public.kind() {
        Kind::Microdata => {
            said.push(
                "Knowledge beyond the quasi-identifiers: somebody who knows more of a person, a sensitive value or a \
                 column that is released as it is, may find the record.",
            );
            if !public.declared.roles.insensitive.is_empty() {
                said.push(
                    "Columns released as they are: no promise covers them, and a rare value in one of them can tell \
                     who somebody is.",
                );
            }
        }
        Kind::Ratings => {
            said.push(
                "Knowledge finer than \u{3b5}: the people who are close to somebody need not have the same ratings, so \
                 that ratings which are known exactly may belong to one person only.",
            );
            said.push(
                "Knowledge beyond the compared issues, such as a rating of a sensitive issue.",
            );
        }
        Kind::Transactions => {
            said.push(
                "Knowledge of more items than the promise speaks of, or that a basket does not hold an item.",
            );
        }
    }
    said.push(
        "Minimality: somebody who knows the method and that it changes no more than it must can sometimes rule out \
         what the source would not have needed.",
    );
    said.push(match public.declared.earlier {
        Earlier::Apart => {
            "Pooled releases: it is assumed that nobody lays this release beside another of the same people. Two \
             releases that each keep their promise may break it together."
        }
        Earlier::Nested => {
            "Pooled releases: this release was made so that its classes and those of the releases made with it lie \
             within each other, and laying these side by side adds nothing. Of any other release of the same people \
             nothing is promised."
        }
    });
    html.push_str("<ul>\n");
    for line in said {
        let _ = writeln!(html, "<li>{line}</li>");
    }
    html.push_str("</ul>\n");
}
