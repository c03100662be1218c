//! What there is to know of a kind of data, whatever the data: reports, explanations and pools are written once, over
//! this.

use crate::pool::{self, Pooled};
use crate::report::html_chart::Counted;
use crate::report::public::Public;
use cloakroom_core::{Failure, Kind, Progress, Role};
use cloakroom_verify::declaration;

/// One kind of data, in general. What is written for a page is ready for HTML.
pub(crate) struct AboutKind {
    /// What the checker calls it.
    pub declared: declaration::Kind,
    /// What stands in the sentence of a measure before the part that is about this kind alone.
    pub mark: Option<&'static str>,
    /// "Records released", "Records left out".
    pub released: &'static str,
    pub left_out: &'static str,
    /// What is told of one by one.
    pub part: &'static str,
    /// What is counted before and after, each with what it says.
    pub violating: [&'static str; 2],
    pub unique: [&'static str; 2],
    pub classes: [&'static str; 2],
    pub smallest: [&'static str; 2],
    /// The chart of classes in the page for everybody: its heading, and what it counts by what.
    pub sizes: [&'static str; 2],
    /// The heading of the same beside the source.
    pub sizes_before_and_after: &'static str,
    pub counted: Counted,
    /// How a column that nobody decided about may leave.
    pub undecided: &'static str,
    /// Why releases of different files cannot be counted together.
    pub not_joined: Option<&'static str>,
    /// Whether people stand in groups in a release; otherwise what they have in common depends on what is known of them.
    pub stands_in_groups: bool,
    /// What a pool supposes.
    pub pool_supposes: &'static str,
    /// Whether values are recoded column by column, so that there are ranges to be widened and rules for a database.
    pub is_recoded: bool,
    /// Whether what is known of people is named by the data, and so not by whoever declares the release.
    pub is_named_by_data: bool,
    /// What was reached, after "Reached: ".
    pub reached: fn(Public<'_>) -> String,
    /// The promises that were made, what was wanted and what was reached of each.
    pub promises: fn(&mut String, Public<'_>),
    /// The privacy models whose parameters are its promises, in the order of lists.
    pub models: fn() -> Vec<Model>,
    /// What a release consists of besides its file and its records.
    pub released_with: fn(Public<'_>) -> Vec<(&'static str, String)>,
    /// What the data show: only what the release shows, or what was declared.
    pub shown: fn(&mut String, Public<'_>),
    /// What the promise leaves open, in a sentence with k and a chance.
    pub remaining: fn(Public<'_>, &str, &str) -> String,
    /// What the promise rests on.
    pub assumptions: fn(Public<'_>) -> String,
    /// What somebody may know that no promise speaks of.
    pub not_promised: fn(Public<'_>) -> Vec<&'static str>,
    /// What will become of a column whatever the method, where its role alone says so.
    pub by_role: fn(Role) -> Option<&'static str>,
    /// What several releases tell together of so many people.
    pub pooled: fn(&[Pooled<'_>], usize, &Progress) -> Result<pool::Counted, Failure>,
    /// How few of everybody somebody stands among whom several releases tell of.
    pub stands_among: fn(u64, &str) -> String,
}

impl AboutKind {
    /// The model that a promise is a parameter of, by its name in a recipe.
    pub fn model(&self, promise: &str) -> Option<Model> {
        let models = (self.models)();
        models.into_iter().find(|model| model.name == promise)
    }
}

/// A privacy model as it is listed.
pub struct Model {
    /// The key in a recipe and the name in an answer.
    pub name: &'static str,
    pub title: &'static str,
    pub sentence: &'static str,
    pub kinds: &'static [Kind],
}

/// Where people stand among each other.
pub(crate) fn stands_among(smallest: u64, everybody: &str) -> String {
    match smallest {
        1 => format!("somebody stands alone among the {everybody}"),
        size => format!("everybody stands among at least {size}"),
    }
}
