//! The catalogue of promises about tables of records: one value each, with everything that is asked of it but how a class is
//! measured, which the crate of the records adds. Recipe, undo, sliders, solving, sweeps, command line and reports follow from
//! what stands here.

use crate::requirement::millionths;
use crate::{Amount, Kind, Requirement};
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
    /// What it says, where it comes from and the statistician's word, for those who set it.
    pub definition: &'static str,
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

fn count(value: Option<f64>) -> Option<u32> {
    value.map(|value| value as u32)
}

const MOST_COUNT: f64 = u32::MAX as f64;

/// What is usual of a promise that counts something.
const COUNTED: Promise = Promise {
    model: PrivacyModel::KAnonymity,
    key: "",
    title: "",
    sentence: "",
    definition: "",
    symbol: "",
    slider_symbol: "",
    letter: "",
    words: "",
    axis: "",
    phrase: "",
    undo: "",
    reach: "",
    unit: Unit::Count,
    least: 1.0,
    most: MOST_COUNT,
    expected: "a whole number of at least 1",
    senseless: "",
    smaller_is_stricter: false,
    weakest: 1.0,
    start: 2.0,
    track: DISTINCT_TRACK,
    curve: DISTINCT_CURVE,
    needs: Needs::Sensitive,
    is_sure: false,
    depends_on_release: true,
    unsaid: |_| None,
    get: |_| None,
    set: |_, _| {},
    rank: None,
};

/// What is usual of one that measures something.
const DECIMAL: Promise = Promise {
    unit: Unit::Decimal,
    least: 0.0,
    most: LARGEST,
    ..COUNTED
};

/// In the order in which they are told.
const PROMISES: &[Promise] = &[
    Promise {
        model: PrivacyModel::KAnonymity,
        key: "k",
        title: "k-anonymity",
        sentence: "Every record shares its quasi-identifiers with at least k \u{2212} 1 others; missing values count as \
                   equal to each other and as different from every value.",
        definition: "k-anonymity: every record shares its quasi-identifiers with at least k \u{2212} 1 others (thesis, \
                     chapter 2). Statisticians say minimum cell count. The bars show how many records each k leaves \
                     violating; the tick shows the k that the data reach now.",
        symbol: "k",
        slider_symbol: "k",
        letter: "k",
        words: "records per class",
        axis: "k, records per class",
        phrase: "k = {}",
        undo: "k to {}",
        reach: "smallest class",
        senseless: "k must be at least 1",
        start: 5.0,
        track: Track {
            low: 1.0,
            usual: 50.0,
            step: 1.0,
            typed: End::Records,
        },
        curve: Curve {
            low: 2.0,
            high: 21.0,
            step: 1.0,
            end: End::Records,
        },
        needs: Needs::Nothing,
        is_sure: true,
        depends_on_release: false,
        get: |asked| asked.k.map(f64::from),
        set: |asked, value| asked.k = count(value),
        ..COUNTED
    },
    Promise {
        model: PrivacyModel::DistinctDiversity,
        key: "l.distinct",
        title: "Distinct l-diversity",
        sentence: "Every class of records with equal quasi-identifiers has at least l distinct sensitive values; how often \
                   each occurs is not bounded.",
        definition: "Distinct l-diversity: every class has at least l different values in each sensitive column (thesis, \
                     section 2.1). Statisticians speak of protection against attribute disclosure.",
        symbol: "l",
        slider_symbol: "l",
        letter: "l",
        words: "distinct values per class",
        axis: "l, distinct values per class",
        phrase: "l = {} distinct",
        undo: "l to {} distinct",
        reach: "least distinct values",
        senseless: "l must be at least 1",
        is_sure: true,
        depends_on_release: false,
        get: |asked| asked.l.distinct.map(f64::from),
        set: |asked, value| asked.l.distinct = count(value),
        ..COUNTED
    },
    Promise {
        model: PrivacyModel::EntropyDiversity,
        key: "l.entropy",
        title: "Entropy l-diversity",
        sentence: "In every class the sensitive values are as evenly spread as l equally frequent ones: their entropy is at \
                   least log l.",
        definition: "Entropy l-diversity: the values of every class are spread at least as evenly as l equally frequent ones; \
                     their entropy is at least log l (thesis, section 2.1). l need not be whole. Larger is stricter.",
        symbol: "entropy l",
        slider_symbol: "l",
        letter: "l",
        words: "evenly spread, by entropy",
        axis: "l, evenly spread by entropy",
        phrase: "entropy l = {}",
        undo: "l to {} by entropy",
        reach: "least entropy l",
        least: 1.0,
        expected: "a number of at least 1",
        senseless: "the l of entropy diversity must be at least 1",
        start: 1.5,
        track: Track {
            low: 1.0,
            usual: 20.0,
            step: 0.1,
            typed: End::Values,
        },
        curve: Curve {
            low: 1.0,
            high: 6.0,
            step: 0.01,
            end: End::Values,
        },
        is_sure: false,
        depends_on_release: false,
        get: |asked| asked.l.entropy,
        set: |asked, value| asked.l.entropy = value,
        ..DECIMAL
    },
    Promise {
        model: PrivacyModel::RecursiveDiversity,
        key: "l.recursive",
        title: "Recursive (c, l)-diversity",
        sentence: "In every class the most frequent sensitive value is rarer than c times the l-th and all less frequent ones \
                   together.",
        definition: "Recursive (c, l)-diversity: in every class the most frequent value is rarer than c times the l-th and all \
                     less frequent ones together (thesis, section 2.1). A smaller c and a larger l are stricter.",
        symbol: "(c, l)",
        slider_symbol: "c",
        letter: "l",
        words: "of recursive (c, l)",
        axis: "c, of recursive (c, l)",
        phrase: "recursive ({}, {rank})",
        undo: "l to recursive ({}, {rank})",
        reach: "least c that holds",
        least: 0.000_001,
        expected: "a c above 0",
        senseless: "the c of recursive diversity must be above 0",
        smaller_is_stricter: true,
        weakest: LARGEST,
        start: 3.0,
        track: Track {
            low: 0.1,
            usual: 10.0,
            step: 0.1,
            typed: End::Number(1e6),
        },
        curve: Curve {
            low: 1.0,
            high: 20.0,
            step: 0.01,
            end: End::Number(1_000.0),
        },
        is_sure: false,
        depends_on_release: false,
        get: |asked| asked.l.recursive.map(|(c, _)| c),
        set: |asked, value| {
            let l = asked.l.recursive.map_or(1, |(_, l)| l);
            asked.l.recursive = value.map(|c| (c, l));
        },
        rank: Some(Rank {
            symbol: "l",
            senseless: "l must be at least 1",
            start: 2,
            get: |asked| asked.l.recursive.map(|(_, l)| l),
            set: |asked, l| asked.l.recursive = asked.l.recursive.map(|(c, _)| (c, l)),
        }),
        ..DECIMAL
    },
    Promise {
        model: PrivacyModel::P,
        key: "p",
        title: "p-sensitive",
        sentence: "Every class has at least p distinct sensitive values.",
        definition: "p-sensitive: every class has at least p different values in each sensitive column (thesis, chapter 3). \
                     Nobody in a class is given away by what all its members have.",
        symbol: "p",
        slider_symbol: "p",
        letter: "p",
        words: "sensitive values per class",
        axis: "p, sensitive values per class",
        phrase: "p = {}",
        undo: "p to {}",
        reach: "least distinct values",
        senseless: "p must be at least 1",
        is_sure: true,
        depends_on_release: false,
        get: |asked| asked.p.map(f64::from),
        set: |asked, value| asked.p = count(value),
        ..COUNTED
    },
    Promise {
        model: PrivacyModel::PPlus,
        key: "p_plus",
        title: "p\u{207a}-sensitive",
        sentence: "Every class has values of at least p distinct sensitivity categories, so that with p of 2 or more no class \
                   holds one category alone; how often each occurs is not bounded.",
        definition: "p\u{207a}-sensitive: the values of every class come from at least p different sensitivity categories \
                     (thesis, chapter 3). It stops the similarity attack: different values that are all top secret.",
        symbol: "p\u{207a}",
        slider_symbol: "p\u{207a}",
        letter: "p+",
        words: "categories per class",
        axis: "p\u{207a}, categories per class",
        phrase: "p+ = {}",
        undo: "p\u{207a} to {}",
        reach: "least categories",
        senseless: "p+ must be at least 1",
        track: Track {
            low: 1.0,
            usual: MOST_COUNT,
            step: 1.0,
            typed: End::Categories,
        },
        curve: Curve {
            low: 1.0,
            high: MOST_COUNT,
            step: 1.0,
            end: End::Categories,
        },
        needs: Needs::Categories,
        is_sure: true,
        depends_on_release: false,
        get: |asked| asked.p_plus.map(f64::from),
        set: |asked, value| asked.p_plus = count(value),
        ..COUNTED
    },
    Promise {
        model: PrivacyModel::Alpha,
        key: "alpha",
        title: "Weight \u{3b1}",
        sentence: "The categories of a class's values weigh at least \u{3b1} together: 0 for the most sensitive category, 1 for \
                   the least; larger is stricter.",
        definition: "Weight \u{3b1}: the categories of a class\u{2019}s records weigh at least \u{3b1} together, 0 each for the \
                     most sensitive category and 1 for the least (thesis, chapter 3). Larger is stricter: it asks for more \
                     records whose values are harmless.",
        symbol: "\u{3b1}",
        slider_symbol: "\u{3b1}",
        letter: "\u{3b1}",
        words: "category weight per class",
        axis: "\u{3b1}, category weight per class",
        phrase: "\u{3b1} = {}",
        undo: "\u{3b1} to {}",
        reach: "least weight",
        expected: "a weight of at least 0",
        senseless: "\u{3b1} must be at least 0",
        weakest: 0.0,
        start: 1.0,
        track: Track {
            low: 0.0,
            usual: 20.0,
            step: 0.1,
            typed: End::Records,
        },
        curve: Curve {
            low: 0.0,
            high: LARGEST,
            step: 0.01,
            end: End::Weights,
        },
        needs: Needs::Categories,
        is_sure: true,
        depends_on_release: false,
        unsaid: |asked| {
            asked.p_plus.is_none().then_some(
                "\u{3b1} is a total weight, so large classes reach it easily, and a class may still hold values of one \
                 category only: p+ is what rules that out.",
            )
        },
        get: |asked| asked.alpha,
        set: |asked, value| asked.alpha = value,
        ..DECIMAL
    },
    Promise {
        model: PrivacyModel::Closeness,
        key: "t",
        title: "t-closeness",
        sentence: "The sensitive values of every class are spread nearly as in the whole release: the earth mover's distance is \
                   at most t. What the whole release tells, it tells of everybody. Numbers and dates are compared by their \
                   order, other values all alike, unless a hierarchy says otherwise.",
        definition: "t-closeness: the sensitive values of every class are spread nearly as in the whole table; the earth \
                     mover\u{2019}s distance is at most t. By ranks for numbers, by the hierarchy where there is one, and all \
                     values equally far otherwise. Smaller is stricter.",
        symbol: "t",
        slider_symbol: "t",
        letter: "t",
        words: "distance from the table",
        axis: "t, distance from the table",
        phrase: "t = {}",
        undo: "t to {}",
        reach: "largest distance t",
        most: 1.0,
        expected: "a distance from 0 to 1",
        senseless: "t must lie between 0 and 1",
        smaller_is_stricter: true,
        start: 0.3,
        track: Track {
            low: 0.0,
            usual: 1.0,
            step: 0.01,
            typed: End::Number(1.0),
        },
        curve: Curve {
            low: 0.05,
            high: 1.0,
            step: 0.001,
            end: End::Number(1.0),
        },
        is_sure: false,
        depends_on_release: true,
        unsaid: |_| {
            Some(
                "t compares every class with the released table: it says nothing of how the released table differs from the \
                 source or from people at large. Numbers and dates are compared in their order, by their ranks among the \
                 released values, unless the promise above says otherwise.",
            )
        },
        get: |asked| asked.t,
        set: |asked, value| asked.t = value,
        ..DECIMAL
    },
    Promise {
        model: PrivacyModel::BetaLikeness,
        key: "beta",
        title: "\u{3b2}-likeness",
        sentence: "No sensitive value is much more frequent in a class than in the whole release: its share there exceeds its \
                   share in the release by at most \u{3b2} times the latter. How much rarer a value may be is not bounded.",
        definition: "Basic \u{3b2}-likeness: the share of every sensitive value in a class is at most 1 + \u{3b2} times its share \
                     in the whole table (Cao and Karras, 2012). Rare values are protected as well as frequent ones, which \
                     one distance over all values does not do. Smaller is stricter.",
        symbol: "\u{3b2}",
        slider_symbol: "\u{3b2}",
        letter: "\u{3b2}",
        words: "gain over the table",
        axis: "\u{3b2}, gain over the table",
        phrase: "\u{3b2} = {}",
        undo: "\u{3b2} to {}",
        reach: "largest gain \u{3b2}",
        expected: "a gain of at least 0",
        senseless: "\u{3b2} must be at least 0",
        smaller_is_stricter: true,
        weakest: LARGEST,
        track: Track {
            low: 0.0,
            usual: 10.0,
            step: 0.1,
            typed: End::Number(1e6),
        },
        curve: Curve {
            low: 0.5,
            high: 10.0,
            step: 0.01,
            end: End::Number(1_000.0),
        },
        is_sure: false,
        depends_on_release: true,
        unsaid: |_| {
            Some(
                "\u{3b2} compares every class with the released table: it says nothing of how the released table differs from \
                 the source or from people at large. It bounds by how much more likely a value becomes, not by how much less.",
            )
        },
        get: |asked| asked.beta,
        set: |asked, value| asked.beta = value,
        ..DECIMAL
    },
    Promise {
        model: PrivacyModel::Suppression,
        key: "suppression",
        title: "Records left out",
        sentence: "The largest share of records that may be left out so that the others pass; 0 unless set. Nothing of them is \
                   released, but who is missing may itself tell something.",
        definition: "The largest share of records that a release may lack. Records in classes that fail are left out whole; \
                     statisticians say record suppression. The tick shows the share that would have to be left out as the \
                     data stand.",
        symbol: "",
        slider_symbol: "",
        letter: "",
        words: "records that may be left out",
        axis: "records that may be left out",
        phrase: "at most {} % left out",
        undo: "the share left out to {} %",
        reach: "",
        unit: Unit::Share,
        most: 1.0,
        expected: "a share from 0 to 1",
        senseless: "the share of records that may be left out (suppression) must lie between 0 and 1",
        smaller_is_stricter: true,
        start: 0.01,
        track: Track {
            low: 0.0,
            usual: 0.2,
            step: 0.001,
            typed: End::Number(1.0),
        },
        curve: Curve {
            low: 0.0,
            high: 0.19,
            step: 0.001,
            end: End::Number(1.0),
        },
        needs: Needs::Nothing,
        is_sure: true,
        depends_on_release: false,
        get: |asked| (asked.suppression != 0.0).then_some(asked.suppression),
        set: |asked, value| asked.suppression = value.unwrap_or(0.0),
        ..DECIMAL
    },
];

const DISTINCT_TRACK: Track = Track {
    low: 1.0,
    usual: 20.0,
    step: 1.0,
    typed: End::Values,
};
const DISTINCT_CURVE: Curve = Curve {
    low: 1.0,
    high: 20.0,
    step: 1.0,
    end: End::Values,
};

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
