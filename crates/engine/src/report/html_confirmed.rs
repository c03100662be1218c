//! Columns that are released as they are because somebody answers for them, as the releaser declared it. Why that was
//! needed is a matter of the source, and told in house.

use super::page::escape;
use std::collections::BTreeMap;
use std::fmt::Write;

/// By name, each with the reason, which may be empty.
pub fn confirmed(html: &mut String, columns: &BTreeMap<String, String>) {
    if columns.is_empty() {
        return;
    }
    let each: Vec<String> = columns
        .iter()
        .map(|(name, reason)| match reason.trim() {
            "" => escape(name),
            reason => format!("{} ({})", escape(name), escape(reason)),
        })
        .collect();
    let _ = writeln!(
        html,
        "<p>Released as they are although they may be nearly unique or tell of who somebody is, confirmed by the releaser: \
         {}. Nothing is promised about them.</p>",
        each.join("; ")
    );
}
