//! What a promise rests on, and what it does not promise.

use super::page::{percent, section};
use super::public::Public;
use cloakroom_core::recipe::is_for;
use cloakroom_verify::declaration::Earlier;
use std::fmt::Write;

pub(super) fn rests_on(html: &mut String, public: Public<'_>) {
    section(html, "What this rests on");
    html.push_str(&public.in_words().assumptions(public));
    let limit = public.declared.requirement.suppression;
    let what = public.kind().record(2);
    let _ = if limit > 0.0 && is_for("suppression", public.kind()) {
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

/// Said outright, so that nobody has to read it out of a definition.
pub(super) fn not_promised(html: &mut String, public: Public<'_>) {
    section(html, "What is not promised");
    let mut said = public.in_words().not_promised(public);
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
