//! What was understood of a file, each with a sentence that says why: the user sees it and may say otherwise.

use super::csv::delimiter_in_words;
use super::ratings::scale_in_words;
pub use super::transactions::buyers::Buyers;
use super::typed::Misfits;
use crate::codebook::Codebook;
use crate::load_options::TextEncoding;
use crate::{Dataset, Kind, Layout, LoadOptions};

/// In the order of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Understood {
    pub findings: Vec<Finding>,
    /// As what else the file could be read.
    pub others: Vec<(Kind, Option<Layout>)>,
    /// All columns of the file; none where it has lines alone.
    pub names: Vec<String>,
    /// All sheets of a workbook.
    pub sheets: Vec<String>,
    /// Values that are missing because they are not what their column was said to hold.
    pub misfits: Vec<Misfits>,
    /// What the file says of its columns.
    pub codebook: Codebook,
    /// Of a long list of orders: who placed them, if the file says so.
    pub buyers: Option<Buyers>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum What {
    Kind,
    Layout,
    /// Workbooks: the one that is read.
    Sheet,
    Delimiter,
    Header,
    Encoding,
    /// Numbers with a comma.
    Commas,
    /// Long layouts: person, issue and rating, or basket and item; lists: the column that holds them.
    Columns,
    /// Baskets and lists: what stands between two items.
    Separator,
    Scale,
    /// Wide ratings: the columns that are no issues.
    NotIssues,
}

impl What {
    /// The line's first word on a page.
    pub fn title(self) -> &'static str {
        match self {
            Self::Kind => "Kind of data",
            Self::Layout => "Layout",
            Self::Sheet => "Sheet",
            Self::Delimiter => "Between fields",
            Self::Header => "First line",
            Self::Encoding => "Letters",
            Self::Commas => "Commas in numbers",
            Self::Columns => "Columns",
            Self::Separator => "Between items",
            Self::Scale => "Scale",
            Self::NotIssues => "Not issues",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub what: What,
    /// As people say it: `microdata`, `semicolons`, `1 to 5`.
    pub value: String,
    pub why: String,
    /// Whether nobody said so.
    pub is_guess: bool,
}

const SAID: &str = "It was said so.";

impl Understood {
    pub fn finding(&self, what: What) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.what == what)
    }

    /// What was taken for said was found out in another way.
    pub(super) fn guessed(&mut self, what: What, why: &str) {
        let mut findings = self.findings.iter_mut();
        if let Some(finding) = findings.find(|finding| finding.what == what) {
            finding.why = why.to_owned();
            finding.is_guess = true;
        }
    }

    fn tell(&mut self, what: What, value: impl Into<String>, is_said: bool, why: &str) {
        self.findings.push(Finding {
            what,
            value: value.into(),
            why: if is_said { SAID } else { why }.to_owned(),
            is_guess: !is_said,
        });
    }

    /// `given` are the options that somebody gave, `used` those that the data were read with. `why` is the reason for
    /// the kind, if nobody gave it.
    pub(super) fn of(
        dataset: &Dataset,
        given: &LoadOptions,
        used: &LoadOptions,
        why: &str,
        others: Vec<(Kind, Option<Layout>)>,
    ) -> Self {
        let mut found = Self {
            others,
            ..Self::default()
        };
        found.tell(What::Kind, dataset.kind().name(), given.kind.is_some(), why);
        if let Some(layout) = used.layout {
            let is_said = given.layout.is_some();
            found.tell(What::Layout, layout.name(), is_said, layout.sentence());
        }
        if let Some(sheet) = &used.sheet {
            let why = "It is the first sheet that is shown and holds anything.";
            found.tell(What::Sheet, sheet.as_str(), given.sheet.is_some(), why);
        }
        found.of_text(given, used);
        if let Some(names) = &used.columns {
            let why = "They are known by their names, or else are the first ones.";
            found.tell(
                What::Columns,
                names.join(", "),
                given.columns.is_some(),
                why,
            );
        }
        if let Some(name) = &used.column {
            let why = "It is known by its name, or else is the first one that holds lists.";
            found.tell(What::Columns, name.as_str(), given.column.is_some(), why);
        }
        if let Some(separator) = &used.separator {
            let words = match separator.as_str() {
                " " => "spaces".into(),
                other => delimiter_in_words(other),
            };
            let why = "It divides the lines into items that come back.";
            found.tell(What::Separator, words, given.separator.is_some(), why);
        }
        if let Some(scale) = dataset.scale() {
            let why = "The ratings lie on these points; columns with other numbers are taken not to be issues.";
            let scale = scale_in_words(&scale);
            found.tell(What::Scale, scale, given.scale.is_some(), why);
            found.of_issues(given, used);
        }
        found
    }

    fn of_text(&mut self, given: &LoadOptions, used: &LoadOptions) {
        if let Some(delimiter) = &used.delimiter {
            let why = "It divides the first lines most evenly.";
            let words = delimiter_in_words(delimiter);
            self.tell(What::Delimiter, words, given.delimiter.is_some(), why);
        }
        match used.header {
            None => {}
            Some(true) => {
                let why = "The first line differs from those below it: its words stand over other values.";
                self.tell(
                    What::Header,
                    "names the columns",
                    given.header.is_some(),
                    why,
                );
            }
            Some(false) => {
                let why =
                    "The first line holds values like those below it; the columns are numbered.";
                self.tell(What::Header, "a record", given.header.is_some(), why);
            }
        }
        if let Some(encoding) = used.encoding {
            let (name, why) = match encoding {
                TextEncoding::Utf8 => ("UTF-8", "All of the text is valid UTF-8."),
                TextEncoding::Latin1 => ("Latin-1", "The text is not valid UTF-8."),
            };
            self.tell(What::Encoding, name, given.encoding.is_some(), why);
        }
    }

    fn of_issues(&mut self, given: &LoadOptions, used: &LoadOptions) {
        if !used.not_issues.is_empty() {
            let names: Vec<&str> = used.not_issues.iter().map(String::as_str).collect();
            let why = "What is no issue holds texts, dates, numbers beside the scale or one value only, or numbers the people.";
            let is_said = given.not_issues == used.not_issues;
            self.tell(What::NotIssues, some_of(&names), is_said, why);
        }
    }
}

/// At most five names, and how many more there are.
pub(super) fn some_of(names: &[&str]) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<String> = names
        .iter()
        .take(SHOWN)
        .map(|name| format!("\"{name}\""))
        .collect();
    match (names.len().saturating_sub(SHOWN), shown.as_slice()) {
        (0, [before @ .., last]) if !before.is_empty() => {
            format!("{} and {last}", before.join(", "))
        }
        (0, _) => shown.join(", "),
        (more, _) => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_up_to_five() {
        assert_eq!(some_of(&[]), "");
        assert_eq!(some_of(&["a"]), "\"a\"");
        assert_eq!(some_of(&["a", "b", "c"]), "\"a\", \"b\" and \"c\"");
        let seven = ["a", "b", "c", "d", "e", "f", "g"];
        assert_eq!(
            some_of(&seven),
            "\"a\", \"b\", \"c\", \"d\", \"e\" and 2 more"
        );
    }
}
