//! What is said of a kind of data and of its releases, whatever the data: reports, explanations and comparisons are
//! written once, over this.

use crate::report::html_chart::Counted;
use crate::report::public::Public;
use cloakroom_core::roles::Role;
use cloakroom_verify::declaration;

/// How one kind of data is spoken of.
pub(crate) trait KindInWords: Sync {
    fn words(&self) -> &'static KindWords;

    /// What was reached, after "Reached: ".
    fn reached(&self, public: Public<'_>) -> String;

    /// The promises that were made, what was wanted and what was reached of each.
    fn promises(&self, html: &mut String, public: Public<'_>);

    /// What a promise is called by people.
    fn promise_title(&self, name: &str) -> Option<&'static str>;

    /// What a release consists of besides its file and its records, ready for HTML.
    fn released(&self, public: Public<'_>) -> Vec<(&'static str, String)>;

    /// What the data show: only what the release shows, or what was declared.
    fn shown(&self, html: &mut String, public: Public<'_>);

    /// What the promise leaves open, in a sentence; `k` and `chance` are ready for HTML.
    fn remaining(&self, public: Public<'_>, k: &str, chance: &str) -> String;

    /// What the promise rests on.
    fn assumptions(&self, public: Public<'_>) -> String;

    /// What somebody may know that no promise speaks of.
    fn not_promised(&self, public: Public<'_>) -> Vec<&'static str>;

    /// What will become of a column whatever the method, where its role alone says so.
    fn by_role(&self, role: Role) -> Option<&'static str>;
}

/// The words of one kind of data.
#[derive(Debug)]
pub(crate) struct KindWords {
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
    /// Whether values are recoded column by column, so that there are ranges to be widened and rules for a database.
    pub is_recoded: bool,
    /// Whether what is known of people is named by the data, and so not by whoever declares the release.
    pub is_named_by_data: bool,
}
