//! The catalogue of promises about tables of records: one value each, with everything that is asked of it but how a class is
//! measured, which the crate of the records adds. Recipe, undo, sliders, solving, sweeps, command line and reports follow from
//! what stands here.

mod catalogue;

use crate::requirement::millionths;
use crate::{Amount, Kind, Requirement};
use catalogue::PROMISES;
use serde::{Deserialize, Serialize};

/// Beyond this a decimal of six places is no longer exact.
pub const LARGEST: f64 = 1e9;

/// A promise that a recipe can ask for under `[require]`, by its place in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrivacyModel {
    KAnonymity,
    DistinctDiversity,
    EntropyDiversity,
    RecursiveDiversity,
    P,
    PPlus,
    Alpha,
    Closeness,
    BetaLikeness,
    /// The limit of what may be left out: no promise by itself, and always the last.
    Suppression,
}

/// What is asked of a promise, whoever asks.
pub struct Promise {
    pub model: PrivacyModel,
    /// The key in a recipe and the name in an answer.
    pub key: &'static str,
    pub title: &'static str,
    /// What it says, for those who receive a release.
    pub sentence: &'static str,
    /// What it says, an example, where it comes from and the statistician's word, for those who set it.
    pub definition: &'static str,
    pub example: &'static str,
    pub source: &'static str,
    pub statistician: &'static str,
    /// Wherever it is named.
    pub symbol: &'static str,
    /// In front of a slider, which has its words beside it.
    pub slider_symbol: &'static str,
    /// The same in plain letters, for a list of what a sentence speaks of.
    pub letter: &'static str,
    /// What the number counts.
    pub words: &'static str,
    /// Under a curve.
    pub axis: &'static str,
    /// `l = {} distinct`; a rank is put for `{rank}`.
    pub phrase: &'static str,
    /// `l to {} distinct`, after "set" in the undo menu.
    pub undo: &'static str,
    /// What the classes of a node reach of it.
    pub reach: &'static str,
    pub unit: Unit,
    /// The values that mean something.
    pub least: f64,
    pub most: f64,
    /// What a recipe must give.
    pub expected: &'static str,
    /// Why another value is refused.
    pub senseless: &'static str,
    pub smaller_is_stricter: bool,
    /// The value that asks for least.
    pub weakest: f64,
    /// A usual one to begin with.
    pub start: f64,
    pub track: Track,
    pub curve: Curve,
    pub needs: Needs,
    /// More records in a class cannot break it.
    pub is_sure: bool,
    /// Classes are compared with what is released, so which records are left out changes what the others must reach.
    pub depends_on_release: bool,
    /// What a report adds, for it is easily taken for promised; what else is asked for may say it already.
    pub unsaid: fn(&Requirement) -> Option<&'static str>,
    pub get: fn(&Requirement) -> Option<f64>,
    /// A rank that is there already stays.
    pub set: fn(&mut Requirement, Option<f64>),
    pub rank: Option<Rank>,
}

/// The second number of a promise that has two: the l of recursive (c, l)-diversity.
pub struct Rank {
    pub symbol: &'static str,
    pub senseless: &'static str,
    pub start: u32,
    pub get: fn(&Requirement) -> Option<u32>,
    /// Only where the promise is asked for.
    pub set: fn(&mut Requirement, u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Whole numbers from 1.
    Count,
    /// Compared in millionths.
    Decimal,
    /// Of the records; 0 asks for nothing.
    Share,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    Nothing,
    Sensitive,
    Categories,
}

/// What ends a slider or a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    Records,
    /// As many as the sensitive column with the fewest values has.
    Values,
    /// As many as the sensitive column with the fewest categories has.
    Categories,
    /// What all categories weigh together.
    Weights,
    Number(f64),
}

/// A slider: larger values than the usual can be typed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Track {
    pub low: f64,
    pub usual: f64,
    pub step: f64,
    pub typed: End,
}

/// What is worth looking at in a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    pub low: f64,
    pub high: f64,
    pub step: f64,
    pub end: End,
}

impl PrivacyModel {
    pub const ALL: [Self; PROMISES.len()] = {
        let mut all = [Self::KAnonymity; PROMISES.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = PROMISES[at].model;
            // What stands at another place would be taken for another promise.
            assert!(all[at] as usize == at);
            at += 1;
        }
        all
    };

    pub fn promise(self) -> &'static Promise {
        &PROMISES[self as usize]
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.name() == name)
    }

    /// The key in a recipe and the name in an answer.
    pub fn name(self) -> &'static str {
        self.promise().key
    }

    /// Whether the promise of this name says how much there may be at most; `None` if the catalogue has none of that name.
    pub fn limits(name: &str) -> Option<bool> {
        Some(Self::from_name(name)?.promise().smaller_is_stricter)
    }

    pub fn title(self) -> &'static str {
        self.promise().title
    }

    pub fn sentence(self) -> &'static str {
        self.promise().sentence
    }

    pub fn kinds(self) -> &'static [Kind] {
        &[Kind::Microdata]
    }

    pub fn is_set(self, requirement: &Requirement) -> bool {
        (self.promise().get)(requirement).is_some()
    }

    /// Whether something is asked of the sensitive columns.
    pub fn looks_at_values(self) -> bool {
        self.promise().needs != Needs::Nothing
    }

    /// Whether it has two numbers.
    pub fn has_rank(self) -> bool {
        self.promise().rank.is_some()
    }

    /// Its second number; 1 where it has none or is not asked for.
    pub fn rank(self, requirement: &Requirement) -> u32 {
        let rank = self.promise().rank.as_ref();
        rank.and_then(|rank| (rank.get)(requirement)).unwrap_or(1)
    }

    /// The promises that a requirement asks of classes.
    pub fn asked(requirement: &Requirement) -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(|&model| model != Self::Suppression && model.is_set(requirement))
    }

    /// Asks for it no longer.
    pub fn forget(self, requirement: &mut Requirement) {
        (self.promise().set)(requirement, None);
    }

    /// Asks for it with the values that are a usual start.
    pub fn begin(self, requirement: &mut Requirement) {
        let promise = self.promise();
        (promise.set)(requirement, Some(promise.start));
        if let Some(rank) = &promise.rank {
            (rank.set)(requirement, rank.start);
        }
    }

    /// What is asked of it alone, in a requirement that asks for nothing else.
    #[must_use]
    pub fn alone(self, requirement: &Requirement) -> Requirement {
        let mut alone = Requirement::default();
        let promise = self.promise();
        (promise.set)(&mut alone, (promise.get)(requirement));
        if let Some(rank) = &promise.rank {
            (rank.set)(&mut alone, self.rank(requirement));
        }
        alone
    }
}

impl Promise {
    /// A value in the whole numbers that are compared: decimals in millionths.
    pub fn counted(&self, value: f64) -> u64 {
        match self.unit {
            Unit::Count => value as u64,
            Unit::Decimal | Unit::Share => millionths(value),
        }
    }

    /// The other way round.
    pub fn value(&self, counted: u64) -> f64 {
        match self.unit {
            Unit::Count => counted as f64,
            Unit::Decimal | Unit::Share => counted as f64 / 1e6,
        }
    }

    /// As people and JSON read it.
    pub fn amount(&self, counted: u64, requirement: &Requirement) -> Amount {
        let value = self.value(counted);
        match self.unit {
            Unit::Count => Amount::Count(counted),
            Unit::Decimal if self.rank.is_some() => {
                Amount::Recursive(value, self.model.rank(requirement))
            }
            Unit::Decimal => Amount::Number(value),
            Unit::Share => Amount::Share(value),
        }
    }

    /// `k = 5`, as a requirement says it; `None` if it does not.
    pub fn said(&self, requirement: &Requirement) -> Option<String> {
        let value = (self.get)(requirement)?;
        Some(self.filled(self.phrase, value, self.model.rank(requirement)))
    }

    /// One of its phrases with the numbers in it.
    pub fn filled(&self, phrase: &str, value: f64, rank: u32) -> String {
        let value = match self.unit {
            Unit::Share => ((value * 1e6).round() / 1e4).to_string(),
            Unit::Count | Unit::Decimal => value.to_string(),
        };
        phrase
            .replace("{}", &value)
            .replace("{rank}", &rank.to_string())
    }

    /// Why what is asked for means nothing.
    pub fn refused(&self, requirement: &Requirement) -> Option<&'static str> {
        let value = (self.get)(requirement)?;
        if !(self.least..=self.most).contains(&value) {
            return Some(self.senseless);
        }
        let rank = self.rank.as_ref()?;
        ((rank.get)(requirement) == Some(0)).then_some(rank.senseless)
    }
}

/// Makes the promises of another kind out of their rows: the key in a recipe, the title, whether it is asked for, and what it
/// says.
#[macro_export]
macro_rules! promises {
    ($(#[$about:meta])* $promises:ident:
        $($(#[$doc:meta])* $promise:ident $name:literal $title:literal, $is_set:expr, $sentence:literal;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $promises {
            $($(#[$doc])* $promise),*
        }

        impl $promises {
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$promise),*];

            /// The key in a recipe and the name in an answer.
            pub fn name(self) -> &'static str {
                match self { $(Self::$promise => $name),* }
            }

            pub fn title(self) -> &'static str {
                match self { $(Self::$promise => $title),* }
            }

            pub fn sentence(self) -> &'static str {
                match self { $(Self::$promise => $sentence),* }
            }

            pub fn is_set(self, requirement: &$crate::Requirement) -> bool {
                let is_set: fn(&$crate::Requirement) -> bool = match self {
                    $(Self::$promise => $is_set),*
                };
                is_set(requirement)
            }
        }
    };
}

/// The keys of `[require]` that the catalogue knows, each once: l stands for all its forms.
pub fn keys() -> Vec<&'static str> {
    let mut keys: Vec<&str> = Vec::new();
    for promise in PROMISES {
        let key = promise.key.split('.').next().unwrap_or(promise.key);
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

/// `l, p, p+, α, t and β`: what is said about sensitive values.
pub fn letters_of_values() -> String {
    let mut letters: Vec<&str> = Vec::new();
    for promise in PROMISES {
        if promise.model.looks_at_values() && !letters.contains(&promise.letter) {
            letters.push(promise.letter);
        }
    }
    match letters.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => letters.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_promise_comes_goes_and_stands_alone() {
        let mut all = Requirement::default();
        for model in PrivacyModel::ALL {
            assert_eq!(PrivacyModel::from_name(model.name()), Some(model));
            model.begin(&mut all);
            assert!(model.is_set(&all));
            assert_eq!(model.promise().refused(&all), None);
        }
        for model in PrivacyModel::ALL {
            let alone = model.alone(&all);
            let set = PrivacyModel::ALL
                .into_iter()
                .filter(|one| one.is_set(&alone));
            assert!(set.eq([model]));
            assert_eq!(model.promise().said(&alone), model.promise().said(&all));
            let mut rest = all.clone();
            model.forget(&mut rest);
            let left = PrivacyModel::ALL
                .into_iter()
                .filter(|one| one.is_set(&rest));
            assert_eq!(left.count(), PROMISES.len() - 1);
        }
        assert_eq!(
            all.sentence(),
            "k = 5, l = 2 distinct, entropy l = 1.5, recursive (3, 2), p = 2, p+ = 2, \u{3b1} = 1, t = 0.3, \u{3b2} = 2, \
             at most 1 % left out"
        );
    }

    #[test]
    fn every_promise_is_explained() {
        for model in PrivacyModel::ALL {
            let promise = model.promise();
            for text in [promise.definition, promise.example, promise.source] {
                assert!(text.ends_with('.'), "{}: {text}", promise.key);
            }
            assert!(!promise.statistician.is_empty(), "{}", promise.key);
        }
    }

    #[test]
    fn what_means_nothing_is_refused() {
        for model in PrivacyModel::ALL {
            let promise = model.promise();
            for value in [promise.least - 1.0, promise.most * 2.0, f64::NAN] {
                let mut asked = Requirement::default();
                (promise.set)(&mut asked, Some(value));
                // A count is written as one and cannot be larger than it may be.
                if (promise.get)(&asked).is_some_and(|value| value != promise.most) {
                    assert_eq!(promise.refused(&asked), Some(promise.senseless), "{value}");
                }
            }
            let weakest = promise.counted(promise.weakest);
            assert_eq!(promise.value(weakest), promise.weakest);
        }
    }
}
