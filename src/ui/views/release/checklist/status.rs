//! How one promise stands in the data as they are, whatever kind they are of.

use super::super::Lent;
use crate::ui::actions::Action;
use crate::ui::kinds;

pub enum Stands {
    Holds,
    /// So many are left out, and then it does.
    HoldsWithout(usize),
    /// So many break it, and where they are seen.
    Broken(usize, Box<Action>),
    /// Leaving out those that break other promises moves the rest too far.
    TooFar,
    /// Known only once the records are left out.
    WhenWritten,
    /// Not yet, and why.
    Unknown(&'static str),
}

/// By the name that a promise has in a recipe.
pub fn stands(lent: &Lent<'_>, name: &str) -> Stands {
    (kinds::about(lent.workspace).checklist.stands)(lent, name)
}

/// Why something is lacking, and how it is mended.
pub type Lacking = (String, (&'static str, Action));

/// What a promise needs and does not have, whatever the method.
pub fn lacking(lent: &Lent<'_>, name: &str) -> Option<Lacking> {
    (kinds::about(lent.workspace).checklist.lacking)(lent, name)
}
