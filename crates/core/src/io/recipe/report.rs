//! `[report]`: what the reports say about the release in the words of the person who signs.

use super::section::{Entry, unknown_key};
use super::write::text;
use crate::problem::Problem;
use crate::report_context::{ContextField, ReportContext};

pub(super) fn report(entry: &Entry<'_, '_>) -> Result<ReportContext, Problem> {
    let mut context = ReportContext::default();
    for entry in entry.section()?.entries() {
        if entry.key == "public" {
            context.public = entry.truth()?;
            continue;
        }
        let known = ContextField::ALL
            .into_iter()
            .find(|field| field.key() == entry.key);
        let Some(field) = known else {
            let keys: Vec<&str> = ContextField::ALL.iter().map(|field| field.key()).collect();
            return Err(unknown_key(
                &entry,
                &format!("{} or public", keys.join(", ")),
            ));
        };
        let said = entry.text()?;
        if let Some(expected) = field.expected(said) {
            return Err(entry.expected(&expected));
        }
        context.set(field, Some(said.to_owned()));
    }
    Ok(context)
}

/// The lines of the table; none where nothing is said.
pub(super) fn written(context: &ReportContext) -> Vec<(&'static str, String)> {
    let said = ContextField::ALL
        .into_iter()
        .filter_map(|field| Some((field.key(), text(context.get(field)?))));
    let public = context.public.then(|| ("public", "true".to_owned()));
    said.chain(public).collect()
}
