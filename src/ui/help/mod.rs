//! Help for what is on the screen: what one sees, what to do next, the words that are used, and the keys. The texts stand
//! where stages, views and dialogs are catalogued; here is only what a page of help is and how it is shown.

pub mod figures;
pub mod metrics;
pub mod promises;
mod sheet;
mod stages;
mod topic;
pub mod verdicts;
pub mod words;

pub use sheet::HelpSheet;
pub use stages::{CANVAS_KEYS, TABLE_KEYS};
pub use topic::Topic;
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

impl Help {
    /// What is seen and what the words mean, for a mark beside it.
    pub fn in_short(&self) -> String {
        let terms = self.terms.iter().map(Term::in_short);
        let all: Vec<String> = std::iter::once(self.sees.to_owned()).chain(terms).collect();
        all.join("\n\n")
    }
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
            Self::Metric(metric) => metrics::of(*metric).word,
        }
    }

    /// What it means, with an example and where it comes from.
    fn in_short(&self) -> String {
        match self {
            Self::Word(word) => format!("{}: {}", word.word, word.in_short()),
            Self::Promise(model) => format!("{}: {}", model.title(), Word::of(*model).in_short()),
            Self::Metric(metric) => {
                let word = metrics::of(*metric);
                format!("{}: {}", word.word, word.in_short())
            }
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

    /// In sentences, and each under a name of its own within its table.
    fn are_explained(words: &[Word]) {
        for word in words {
            for text in [word.definition, word.example, word.source] {
                assert!(text.ends_with('.'), "{}: {text}", word.word);
            }
            assert!(!word.statistician.ends_with('.'), "{}", word.word);
            let same = words.iter().filter(|other| other.word == word.word);
            assert_eq!(same.count(), 1, "{}", word.word);
        }
    }

    #[test]
    fn every_word_says_what_it_is_with_an_example_and_where_it_comes_from() {
        let models = PrivacyModel::ALL.map(Word::of);
        let promises = promises::ALL.iter().copied().copied().chain(models);
        let promises: Vec<Word> = promises.collect();
        are_explained(&promises);
        assert!(promises.iter().all(|word| !word.statistician.is_empty()));
        are_explained(&Metric::ALL.map(metrics::of));
        for table in figures::ALL.into_iter().chain([words::ALL, verdicts::ALL]) {
            let words: Vec<Word> = table.iter().copied().copied().collect();
            are_explained(&words);
        }
    }
}
