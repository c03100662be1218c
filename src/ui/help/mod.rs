//! Help for what is on the screen: what one sees, what to do next, the words that are used, and the keys. The texts stand
//! where stages, views and dialogs are catalogued; here is only what a page of help is and how it is shown.

mod sheet;
mod stages;
mod topic;
pub mod words;

pub use sheet::HelpSheet;
pub use stages::{CANVAS_KEYS, TABLE_KEYS};
pub use topic::{Asked, Topic};
pub use words::Word;

use cloakroom_core::metrics::Metric;
use cloakroom_microdata::privacy::PrivacyModel;

/// The help of one stage, view or dialog.
#[derive(Debug)]
pub struct Help {
    /// What is to be seen.
    pub sees: &'static str,
    /// What to do with it.
    pub next: &'static str,
    pub terms: &'static [Term],
    /// What keys do here, beside those that do the same everywhere.
    pub keys: &'static [(&'static str, &'static str)],
}

/// A word that is explained where it is used. What a catalogue explains already is named and not told again.
#[derive(Clone, Copy, Debug)]
pub enum Term {
    Word(&'static Word),
    Promise(PrivacyModel),
    Metric(Metric),
}

impl Term {
    pub fn word(&self) -> &'static str {
        match self {
            Self::Word(word) => word.word,
            Self::Promise(model) => model.title(),
            Self::Metric(metric) => metric.title(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(text: &str) -> usize {
        text.split(['.', '!', '?', ':'])
            .filter(|part| part.split_whitespace().count() > 1)
            .count()
    }

    #[test]
    fn every_stage_view_and_dialog_has_help() {
        let all = Topic::all();
        assert!(all.len() > 30, "{}", all.len());
        for topic in &all {
            let help = topic.help();
            let name = topic.title();
            assert!(sentences(help.sees) + sentences(help.next) >= 2, "{name}");
            for text in [help.sees, help.next] {
                assert!(text.ends_with('.'), "{name}: {text}");
            }
            assert!(
                all.iter().filter(|other| other.title() == name).count() == 1,
                "{name}"
            );
        }
    }

    #[test]
    fn every_word_says_what_it_is_with_an_example_and_where_it_comes_from() {
        for word in words::ALL {
            for text in [word.definition, word.example, word.source] {
                assert!(text.ends_with('.'), "{}: {text}", word.word);
            }
            let same = words::ALL.iter().filter(|other| other.word == word.word);
            assert_eq!(same.count(), 1, "{}", word.word);
        }
    }
}
