//! What methods can be told: one row a setting, from which the recipe, the undo menu and the panel follow. Which methods
//! heed it stands in the row of the method.

use super::kind::Kind;
use super::method::{MethodName, SearchMetric};
use super::metrics::questions::Questions;
use super::microaggregation::{CategoryCentre, DistanceOfRecords, LARGEST_ORDER, Microaggregation};
use super::purpose::Decomposition;
use super::settings::{NeighbourEngine, NullPolicy};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MethodSettings {
    pub name: MethodName,
    pub seed: u64,
    /// What `optimal` makes as small as it can.
    pub metric: SearchMetric,
    /// For `levels`: the level of each quasi-identifier; 0 for those that are not named.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub levels: BTreeMap<String, u32>,
    /// The column whose values the release should still predict: `tds` is led by it, and every release is
    /// measured by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// For `local-recoding`: records may be left out as far as the requirement allows.
    pub suppress: bool,
    /// For `refined` and `refined-mdav`: how many rounds of improvement at most. A number and not a time, so that the same
    /// recipe gives the same release on every machine.
    pub effort: u32,
    /// Ratings: how the flags of a record change that joins another group.
    pub nulls: NullPolicy,
    /// Ratings: how the neighbours of every record are found.
    pub engine: NeighbourEngine,
    /// Ratings, for `graph`: keep the mean of every changed issue instead of changing as little as possible. For
    /// microaggregation: round so that the sum of every column is kept as nearly as its decimals allow.
    pub keep_means: bool,
    /// Transactions, for `refined`: an item is shown the same way in every transaction, so that what is counted
    /// in the release is true of the data.
    pub exclusive: bool,
    pub decomposition: Decomposition,
    pub microaggregation: Microaggregation,
    /// What every release is asked by to see how far off counts are.
    #[serde(skip_serializing_if = "Questions::is_usual")]
    pub questions: Questions,
}

impl Default for MethodSettings {
    fn default() -> Self {
        Self {
            name: MethodName::None,
            seed: 1,
            metric: SearchMetric::Loss,
            levels: BTreeMap::new(),
            class: None,
            suppress: false,
            effort: 20,
            nulls: NullPolicy::default(),
            engine: NeighbourEngine::default(),
            keep_means: false,
            exclusive: false,
            decomposition: Decomposition::default(),
            microaggregation: Microaggregation::default(),
            questions: Questions::default(),
        }
    }
}

/// What a setting takes, and where it is kept.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    Whole {
        from: u64,
        to: u64,
        get: fn(&MethodSettings) -> u64,
        set: fn(&mut MethodSettings, u64),
        drag: Drag,
    },
    Number {
        from: f64,
        to: f64,
        /// The range, for whoever is refused.
        expected: &'static str,
        get: fn(&MethodSettings) -> f64,
        set: fn(&mut MethodSettings, f64),
        drag: Drag,
    },
    Truth {
        get: fn(&MethodSettings) -> bool,
        set: fn(&mut MethodSettings, bool),
    },
    Choice {
        /// Name in a recipe and title in a menu.
        names: fn() -> Vec<(&'static str, &'static str)>,
        get: fn(&MethodSettings) -> &'static str,
        /// Heeds names of the list only.
        set: fn(&mut MethodSettings, &str),
        /// What a reader of the screen calls it.
        spoken: &'static str,
    },
    /// More than one value, or a column: read, written and shown by somebody who knows it.
    Own,
}

/// How a number is dragged in the panel.
#[derive(Clone, Copy, Debug)]
pub struct Drag {
    /// Higher than this only in a recipe.
    pub upto: f64,
    pub speed: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Whole(u64),
    Number(f64),
    Truth(bool),
    Choice(&'static str),
}

/// Which recipes may name a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NamedBy {
    /// Those whose method lists it.
    Users,
    /// All, since it stays good when the method changes; written for its users alone.
    All,
    /// All, and written for all.
    WrittenByAll,
}

/// When a recipe says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Always,
    /// Where it is not the usual value.
    IfUnusual,
}

/// Everything that is known of a setting.
#[derive(Clone, Copy)]
struct Row {
    /// In a recipe.
    key: &'static str,
    named_by: NamedBy,
    said: Said,
    /// The kinds of data whose methods heed it.
    kinds: &'static [Kind],
    /// Where it stands in a written recipe.
    line: u8,
    form: Form,
    /// Its label in the panel, and what it means.
    words: fn(MethodName, Kind) -> (&'static str, &'static str),
    /// What setting it is called in the undo menu.
    undo: fn(Value, Kind) -> String,
    only: Option<Only>,
}

/// A setting that says something only where others are told something.
#[derive(Clone, Copy)]
struct Only {
    holds: fn(&MethodSettings) -> bool,
    /// When that is, for whoever is refused.
    words: &'static str,
}

/// Makes the settings out of their rows, so that there is nothing else to keep in step with them.
macro_rules! settings {
    ($($setting:ident { $($row:tt)* })*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum MethodSetting {
            $($setting),*
        }

        const ROWS: &[Row] = &[$(Row { $($row)* }),*];

        impl MethodSetting {
            pub const ALL: [Self; ROWS.len()] = [$(Self::$setting),*];
        }
    };
}

/// A setting that is shown and changed by somebody who knows it, unless its form says otherwise.
const fn row(key: &'static str, named_by: NamedBy, line: u8) -> Row {
    Row {
        key,
        named_by,
        said: Said::IfUnusual,
        kinds: &Kind::ALL,
        line,
        form: Form::Own,
        words: |_, _| ("", ""),
        undo: |_, _| String::new(),
        only: None,
    }
}

/// What rounds are where nothing more is known of them.
pub(crate) const ROUNDS_OF_IMPROVEMENT: &str = "Rounds of improvement. A number and not a time, so that the same recipe \
                                                gives the same release everywhere.";

const NO_LIMIT: f64 = u64::MAX as f64;

settings! {
    Seed {
        said: Said::Always,
        form: Form::Whole {
            from: 0,
            to: u64::MAX,
            get: |told| told.seed,
            set: |told, seed| told.seed = seed,
            drag: Drag { upto: NO_LIMIT, speed: 0.1 },
        },
        words: |_, _| ("seed", "Decides what is left to chance. The same seed gives the same release."),
        undo: |value, _| format!("set the seed to {value}"),
        ..row("seed", NamedBy::WrittenByAll, 1)
    }

    Metric {
        said: Said::Always,
        form: Form::Choice {
            names: || SearchMetric::ALL.map(|metric| (metric.name(), metric.title())).to_vec(),
            get: |told| told.metric.name(),
            set: |told, name| told.metric = SearchMetric::from_name(name).unwrap_or(told.metric),
            spoken: "What the search makes least",
        },
        words: |_, _| ("makes least", ""),
        undo: |value, _| {
            let metric = SearchMetric::from_name(&value.to_string()).unwrap_or_default();
            format!("search for the least {}", metric.title())
        },
        ..row("metric", NamedBy::All, 3)
    }

    Levels { ..row("levels", NamedBy::Users, 4) }

    Class { ..row("class", NamedBy::WrittenByAll, 2) }

    Suppress {
        form: Form::Truth {
            get: |told| told.suppress,
            set: |told, suppress| told.suppress = suppress,
        },
        words: |_, _| (
            "May leave records out",
            "As many as the requirement allows; otherwise every record is released.",
        ),
        undo: |value, _| match value {
            Value::Truth(true) => "let the method leave records out".to_owned(),
            _ => "let the method keep every record".to_owned(),
        },
        ..row("suppress", NamedBy::Users, 5)
    }

    Effort {
        said: Said::Always,
        form: Form::Whole {
            from: 0,
            // More rounds than this end by themselves.
            to: 1_000_000,
            get: |told| u64::from(told.effort),
            set: |told, rounds| told.effort = narrow(rounds),
            drag: Drag { upto: 10_000.0, speed: 0.2 },
        },
        words: |method, kind| ("rounds at most", match method {
            MethodName::RefinedMdav => {
                "Rounds of moving, swapping and regrouping records. A number and not a time, so that the same recipe \
                gives the same release everywhere."
            }
            _ => kind.about().rounds,
        }),
        undo: |value, _| format!("refine for at most {value} rounds"),
        ..row("effort", NamedBy::Users, 6)
    }

    Nulls {
        said: Said::Always,
        form: Form::Choice {
            names: || NullPolicy::ALL.map(|policy| (policy.name(), policy.title())).to_vec(),
            get: |told| told.nulls.name(),
            set: |told, name| told.nulls = NullPolicy::from_name(name).unwrap_or(told.nulls),
            spoken: "Where a rating is missing",
        },
        words: |_, _| (
            "where a rating is missing",
            "Only people who rated the same issues can be close. Ratings that are filled in are made up; the \
            release says how many.",
        ),
        undo: |value, _| {
            let policy = NullPolicy::from_name(&value.to_string()).unwrap_or_default();
            format!("where ratings are missing: {}", policy.title())
        },
        ..row("nulls", NamedBy::Users, 30)
    }

    Engine {
        form: Form::Choice {
            names: || NeighbourEngine::ALL.map(|engine| (engine.name(), engine.name())).to_vec(),
            get: |told| told.engine.name(),
            set: |told, name| told.engine = NeighbourEngine::from_name(name).unwrap_or(told.engine),
            spoken: "How neighbours are found",
        },
        words: |_, _| (
            "finds neighbours by",
            "All give the same answer. profile merges equal records first; slicing goes issue by issue, as the thesis does in \
            section 7.2; pairwise compares everybody with everybody.",
        ),
        undo: |value, _| format!("find neighbours by {value}"),
        ..row("engine", NamedBy::WrittenByAll, 33)
    }

    KeepMeans {
        form: Form::Truth {
            get: |told| told.keep_means,
            set: |told, keep| told.keep_means = keep,
        },
        words: |_, kind| kind.about().keeping_means.map_or(("", ""), |means| means.words),
        undo: |value, kind| {
            let means = kind.about().keeping_means;
            let name = means.map(|means| match value {
                Value::Truth(true) => means.kept,
                _ => means.not_kept,
            });
            name.unwrap_or_default().to_owned()
        },
        ..row("keep_means", NamedBy::Users, 31)
    }

    Exclusive {
        kinds: &[Kind::Transactions],
        form: Form::Truth {
            get: |told| told.exclusive,
            set: |told, exclusive| told.exclusive = exclusive,
        },
        words: |_, _| (
            "Show every item alike everywhere",
            "Domain exclusiveness: what is counted in the release is then true of the data. Otherwise a \
            cheaper release may show the same item more or less exactly.",
        ),
        undo: |value, _| match value {
            Value::Truth(true) => "show every item alike everywhere".to_owned(),
            _ => "let an item be shown more or less exactly".to_owned(),
        },
        ..row("exclusive", NamedBy::Users, 32)
    }

    Degree { ..row("degree", NamedBy::Users, 10) }

    Trust { ..row("trust", NamedBy::Users, 11) }

    // Every release has a degree, which columns and steps weigh in by these three.
    Purpose { kinds: &[Kind::Microdata], ..row("purpose", NamedBy::WrittenByAll, 12) }

    Projection { ..row("projection", NamedBy::Users, 13) }

    Weights { kinds: &[Kind::Microdata], ..row("weights", NamedBy::WrittenByAll, 14) }

    Beta { kinds: &[Kind::Microdata], ..row("beta", NamedBy::WrittenByAll, 15) }

    Rule { ..row("rule", NamedBy::Users, 17) }

    SpareUseful { ..row("spare_useful", NamedBy::Users, 18) }

    Gamma {
        said: Said::Always,
        form: Form::Number {
            from: 0.0,
            to: 1e6,
            expected: "a number of at least 0",
            get: |told| told.microaggregation.gamma,
            set: |told, gamma| told.microaggregation.gamma = gamma,
            drag: Drag { upto: 10.0, speed: 0.01 },
        },
        words: |_, _| (
            "\u{3b3}, extend groups",
            "How far a group may be extended: a record joins while it is nearer to the group than \u{3b3} times its \
            distance to the nearest record outside. 0 keeps every group at k; 0.2 is for scattered data, 1.1 for data \
            in clusters (Solanas and Martínez-Ballesté).",
        ),
        undo: |_, _| "set \u{3b3}".to_owned(),
        ..row("gamma", NamedBy::Users, 20)
    }

    Categories {
        form: Form::Choice {
            names: || CategoryCentre::ALL.map(|centre| (centre.name(), centre.title())).to_vec(),
            get: |told| told.microaggregation.categories.name(),
            set: |told, name| {
                let told = &mut told.microaggregation.categories;
                *told = CategoryCentre::from_name(name).unwrap_or(*told);
            },
            spoken: "What a category becomes",
        },
        words: |_, _| (
            "a category becomes",
            "Categories have no mean. A group shows the value that most of its records have, or the lowest group of the \
            hierarchy that holds all of them (thesis, chapter 5, speaks of numbers alone).",
        ),
        undo: |_, _| "choose what a category becomes".to_owned(),
        ..row("categories", NamedBy::Users, 21)
    }

    Distance {
        form: Form::Choice {
            names: || DistanceOfRecords::ALL.map(|of| (of.name(), of.title())).to_vec(),
            get: |told| told.microaggregation.distance.name(),
            set: |told, name| {
                let told = &mut told.microaggregation.distance;
                *told = DistanceOfRecords::from_name(name).unwrap_or(*told);
            },
            spoken: "How far records are apart",
        },
        words: |_, _| (
            "records are apart by",
            "Which records are near each other while groups are found. Columns are measured in their standard deviations; \
            what is lost is measured in squares whatever is chosen here (thesis, section 5.2.1).",
        ),
        undo: |_, _| "choose how far records are apart".to_owned(),
        ..row("distance", NamedBy::Users, 24)
    }

    Order {
        said: Said::Always,
        form: Form::Whole {
            from: 1,
            to: LARGEST_ORDER as u64,
            get: |told| u64::from(told.microaggregation.order),
            set: |told, order| told.microaggregation.order = narrow(order),
            drag: Drag { upto: LARGEST_ORDER as f64, speed: 0.05 },
        },
        words: |_, _| (
            "order of Minkowski",
            "1 is Manhattan, the sum over the columns; 2 is Euclid; the larger, the more the farthest column counts.",
        ),
        undo: |value, _| format!("set the order of the distance to {value}"),
        only: Some(Only {
            holds: |told| told.microaggregation.distance == DistanceOfRecords::Minkowski,
            words: "the distance \"minkowski\"",
        }),
        ..row("order", NamedBy::Users, 25)
    }

    Decimals { ..row("decimals", NamedBy::Users, 22) }

    Block {
        form: Form::Whole {
            from: 2,
            // No table has so many records in memory.
            to: 1 << 31,
            get: |told| u64::from(told.microaggregation.block),
            set: |told, block| told.microaggregation.block = narrow(block),
            drag: Drag { upto: (u32::MAX / 2) as f64, speed: 500.0 },
        },
        words: |_, _| (
            "records in a block",
            "Larger tables are first cut into blocks of at most so many records, since finding groups takes time that \
            grows with the square of the records. Within a block the groups are exact.",
        ),
        undo: |_, _| "set the records in a block".to_owned(),
        ..row("block", NamedBy::Users, 23)
    }

    QueryWidth {
        form: Form::Whole {
            from: 1,
            to: WIDEST_QUESTION,
            get: |told| u64::from(told.questions.width),
            set: |told, width| told.questions.width = narrow(width),
            drag: Drag { upto: WIDEST_QUESTION as f64, speed: 0.05 },
        },
        words: |_, _| (
            "columns in a question",
            "By how many columns, issues or items records are counted to see how far off counts are.",
        ),
        undo: |value, _| format!("ask by {value} columns"),
        ..row("query_width", NamedBy::WrittenByAll, 40)
    }

    QueryShare {
        kinds: &[Kind::Microdata, Kind::Ratings],
        form: Form::Number {
            from: LEAST_SHARE,
            to: 1.0,
            expected: "a share of the records from 0.0001 to 1",
            get: |told| told.questions.share,
            set: |told, share| told.questions.share = share,
            drag: Drag { upto: 1.0, speed: 0.002 },
        },
        words: |_, _| (
            "records that a question matches",
            "The share of the records that a question is made to match, were the columns independent.",
        ),
        undo: |_, _| "set how many records a question matches".to_owned(),
        ..row("query_share", NamedBy::WrittenByAll, 41)
    }
}

/// Nobody counts by more columns at once.
const WIDEST_QUESTION: u64 = 16;
/// Fewer records are matched by no question.
const LEAST_SHARE: f64 = 0.0001;

fn narrow(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(value) => value.fmt(f),
            Self::Number(value) => value.fmt(f),
            Self::Truth(value) => value.fmt(f),
            Self::Choice(name) => name.fmt(f),
        }
    }
}

impl MethodSetting {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// In a recipe.
    pub fn key(self) -> &'static str {
        self.row().key
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.key() == key)
    }

    pub fn form(self) -> Form {
        self.row().form
    }

    pub fn kinds(self) -> &'static [Kind] {
        self.row().kinds
    }

    /// In the order of a written recipe.
    pub fn by_line() -> Vec<Self> {
        let mut all = Self::ALL.to_vec();
        all.sort_by_key(|setting| setting.row().line);
        all
    }

    /// The methods that heed it: single ones, then whole families.
    pub fn users(self) -> Vec<MethodName> {
        let heeds = |method: &MethodName| method.settings().contains(&self);
        let all = || MethodName::ALL.into_iter();
        let mut users: Vec<MethodName> = all().filter(heeds).collect();
        users.sort_by_key(|user| {
            let family = |method: &MethodName| method.family() == user.family();
            all().filter(family).all(|method| heeds(&method))
        });
        users
    }

    /// Whether a recipe with this method may name it.
    pub fn is_for(self, method: MethodName) -> bool {
        self.row().named_by != NamedBy::Users || method.settings().contains(&self)
    }

    /// Whether a recipe says it, of those that take one value.
    pub fn is_said(self, told: &MethodSettings) -> bool {
        let heeded =
            self.row().named_by == NamedBy::WrittenByAll || told.name.settings().contains(&self);
        let usual = MethodSettings::default();
        heeded
            && self.says_something(told)
            && (self.row().said == Said::Always || self.get(told) != self.get(&usual))
    }

    /// Whether it says something beside what else is told.
    pub fn says_something(self, told: &MethodSettings) -> bool {
        self.row().only.is_none_or(|only| (only.holds)(told))
    }

    /// When it says something, where it does not.
    pub fn misplaced(self, told: &MethodSettings) -> Option<&'static str> {
        let only = self.row().only.filter(|only| !(only.holds)(told));
        only.map(|only| only.words)
    }

    /// Its label in the panel, and what it means.
    pub fn words(self, method: MethodName, kind: Kind) -> (&'static str, &'static str) {
        (self.row().words)(method, kind)
    }

    /// What setting it is called in the undo menu.
    pub fn undo(self, value: Value, kind: Kind) -> String {
        (self.row().undo)(value, kind)
    }

    /// `None` for those that do not take one value.
    pub fn get(self, told: &MethodSettings) -> Option<Value> {
        match self.form() {
            Form::Whole { get, .. } => Some(Value::Whole(get(told))),
            Form::Number { get, .. } => Some(Value::Number(get(told))),
            Form::Truth { get, .. } => Some(Value::Truth(get(told))),
            Form::Choice { get, .. } => Some(Value::Choice(get(told))),
            Form::Own => None,
        }
    }

    /// A value of another form is not heeded.
    pub fn set(self, told: &mut MethodSettings, value: Value) {
        match (self.form(), value) {
            (Form::Whole { set, .. }, Value::Whole(value)) => set(told, value),
            (Form::Number { set, .. }, Value::Number(value)) => set(told, value),
            (Form::Truth { set, .. }, Value::Truth(value)) => set(told, value),
            (Form::Choice { set, .. }, Value::Choice(name)) => set(told, name),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_what_is_got() {
        for setting in MethodSetting::ALL {
            assert_eq!(MethodSetting::from_key(setting.key()), Some(setting));
            let values: Vec<Value> = match setting.form() {
                Form::Whole { from, to, .. } => [from, to].map(Value::Whole).to_vec(),
                Form::Number { from, to, .. } => [from, to].map(Value::Number).to_vec(),
                Form::Truth { .. } => [true, false].map(Value::Truth).to_vec(),
                Form::Choice { names, .. } => {
                    let names = names().into_iter();
                    names.map(|(name, _)| Value::Choice(name)).collect()
                }
                Form::Own => continue,
            };
            let mut told = MethodSettings::default();
            for value in values {
                setting.set(&mut told, value);
                assert_eq!(setting.get(&told), Some(value), "{setting:?}");
            }
        }
    }

    #[test]
    fn every_line_of_a_recipe_is_one_setting() {
        let lines: Vec<u8> = MethodSetting::by_line()
            .into_iter()
            .map(|setting| setting.row().line)
            .collect();
        assert!(lines.is_sorted_by(|a, b| a < b), "{lines:?}");
    }
}
