//! The methods: one row each with everything that is known of it. How each is run is listed in the `method` of the crate
//! of its kind of data.

use super::kind::Kind;
use super::method_setting::MethodSetting;
pub use super::search_metric::SearchMetric;
use serde::{Deserialize, Serialize};

/// How a method goes about it; menus show methods that do alike together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Every value of a column is raised to the same level.
    WholeLevels,
    /// The same, with levels by what the data are wanted for, and by whom.
    Purpose,
    /// An item is shown alike in every transaction.
    Global,
    /// Each record as exactly as it can be; groups of records show the stretch of numbers that they lie in.
    Local,
    /// Groups of records are replaced by their centres.
    Centres,
    /// What people rated is changed.
    Ratings,
    /// No value changes.
    AsItIs,
}

/// Everything that is known of a method.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// In a recipe.
    name: &'static str,
    /// In a menu.
    title: &'static str,
    kinds: &'static [Kind],
    family: Family,
    /// Whether it works from how often equal records occur; the others need every record by itself.
    works_from_counts: bool,
    /// What it can be told, in the order of the panel.
    settings: &'static [MethodSetting],
    /// For what it is the right one, by what was measured.
    good_for: &'static str,
    sentence: &'static str,
    took: Took,
}

/// What a method goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub records: usize,
    /// Columns, issues, or items on average.
    pub width: usize,
}

/// What a method took on a table of a known size, in seconds of one core and with a build for development: it tells
/// seconds from minutes.
#[derive(Clone, Copy, Debug)]
pub struct Took {
    pub seconds: f64,
    pub size: Size,
    /// With which power of the records, and of the width, that grows.
    pub records: f64,
    pub width: f64,
}

/// Adult with its hierarchies, k = 5 and 2 % left out. A lattice grows much faster than the number of its columns.
const BY_COMBINATIONS: Took = Took {
    seconds: 0.0,
    size: size(10_000, 8),
    records: 1.0,
    width: 3.5,
};
/// The same table, its columns gone through one by one.
const BY_COLUMNS: Took = Took {
    records: 1.1,
    width: 1.0,
    ..BY_COMBINATIONS
};
/// Numbers drawn by chance, all records different, k = 5.
const NUMBERS: Took = BY_COLUMNS;
/// Ratings from 1 to 5 drawn by chance, k = 5 and an epsilon of 1.
const SURVEY: Took = Took {
    size: size(5_000, 8),
    ..BY_COLUMNS
};
/// Groceries, k = 5 and m = 2.
const GROCERIES: Took = Took {
    size: size(10_000, 5),
    ..BY_COLUMNS
};

const fn size(records: usize, width: usize) -> Size {
    Size { records, width }
}

impl Took {
    const fn seconds(self, seconds: f64) -> Self {
        Self { seconds, ..self }
    }

    const fn growing(self, records: f64) -> Self {
        Self { records, ..self }
    }
}

/// How a short list of methods is made of the long one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rank {
    /// What to begin with.
    Recommended,
    /// What answers at once, or works for any size.
    Fast,
    /// What papers describe, to compare with them.
    Papers,
    /// Whatever is in no other list.
    All,
}

impl Rank {
    pub const ALL: [Self; 4] = [Self::Recommended, Self::Fast, Self::Papers, Self::All];

    /// The name in a menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::Recommended => "Recommended",
            Self::Fast => "Fast",
            Self::Papers => "From the papers",
            Self::All => "All others",
        }
    }
}

/// The methods of a kind, each once: the first of all is the one to begin with. What its row does not rank comes last, so
/// that a new method is in every menu.
pub fn methods_by_rank(kind: Kind) -> Vec<(Rank, Vec<MethodName>)> {
    let ranked = kind.about().ranked_methods;
    let is_other = |method: &MethodName| {
        method.kinds().contains(&kind) && !ranked.iter().any(|(_, ranked)| ranked.contains(method))
    };
    let others = MethodName::ALL.into_iter().rev().filter(is_other).collect();
    let ranked = ranked
        .iter()
        .map(|&(rank, methods)| (rank, methods.to_vec()));
    ranked.chain([(Rank::All, others)]).collect()
}

/// Makes the methods out of their rows, so that there is nothing else to keep in step with them.
macro_rules! methods {
    ($($(#[$attribute:meta])* $method:ident { $($row:tt)* })*) => {
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(rename_all = "kebab-case")]
        pub enum MethodName {
            $($(#[$attribute])* $method),*
        }

        const ROWS: &[Row] = &[$(Row { $($row)* }),*];

        impl MethodName {
            pub const ALL: [Self; ROWS.len()] = [$(Self::$method),*];
        }
    };
}

/// What is usual of a method that raises whole columns.
const LEVELS: Row = Row {
    name: "",
    title: "",
    kinds: &[Kind::Microdata],
    family: Family::WholeLevels,
    works_from_counts: true,
    settings: &[],
    good_for: "",
    sentence: "",
    took: BY_COMBINATIONS,
};

/// What is usual of the others, by what they change.
const OF_RECORDS: Row = Row {
    family: Family::Local,
    works_from_counts: false,
    ..LEVELS
};
const CENTRES: Row = Row {
    family: Family::Centres,
    settings: &[
        MethodSetting::Distance,
        MethodSetting::Order,
        MethodSetting::Categories,
        MethodSetting::Decimals,
        MethodSetting::KeepMeans,
        MethodSetting::Block,
    ],
    ..OF_RECORDS
};
const OF_RATINGS: Row = Row {
    kinds: &[Kind::Ratings],
    family: Family::Ratings,
    settings: &[MethodSetting::Nulls, MethodSetting::Engine],
    ..OF_RECORDS
};
const OF_BASKETS: Row = Row {
    kinds: &[Kind::Transactions],
    family: Family::Global,
    ..OF_RECORDS
};

methods! {
    #[default]
    None {
        name: "none",
        title: "As it is",
        kinds: &Kind::ALL,
        family: Family::AsItIs,
        works_from_counts: true,
        settings: &[],
        good_for: "Data that hold the promise already, or nearly so.",
        sentence:
            "Changes no value. Whoever violates is left out, up to the share allowed; if that is not enough, \
            nothing is released.",
        took: BY_COLUMNS.growing(1.0).seconds(0.005),
    }

    Levels {
        name: "levels",
        title: "Chosen levels",
        settings: &[MethodSetting::Levels],
        good_for: "When you know how exact every column should be.",
        sentence:
            "Raises every quasi-identifier to the level of its hierarchy that you chose, the same for \
            all records, and leaves out the classes that still fail.",
        took: BY_COLUMNS.growing(1.0).seconds(0.03),
        ..LEVELS
    }

    Optimal {
        name: "optimal",
        title: "Optimal levels",
        settings: &[MethodSetting::Metric],
        good_for: "Tables of any size, also larger than the memory: every value of a column looks alike, and nothing better exists among whole levels.",
        sentence:
            "Finds the combination of hierarchy levels that costs least by the metric you choose; nothing \
            better exists among whole levels, unless there are too many to be sure, which is then said.",
        took: BY_COMBINATIONS.seconds(0.08),
        ..LEVELS
    }

    HashTable {
        name: "hash-table",
        title: "Privacy hash table",
        good_for: "Comparing with the thesis: whole levels, found by a privacy hash table.",
        sentence:
            "Walks the lattice of levels from the bottom, keeping class counts in a privacy hash table \
            (thesis, chapter 2), and takes the lowest combination that holds.",
        took: BY_COMBINATIONS.seconds(0.23),
        ..LEVELS
    }

    Samarati {
        name: "samarati",
        title: "Samarati",
        good_for: "Comparing with Samarati's paper: whole levels of the lowest height.",
        sentence:
            "Bisects the height of the lattice and takes the lowest height at which some combination of \
            levels holds.",
        took: BY_COMBINATIONS.seconds(0.13),
        ..LEVELS
    }

    Incognito {
        name: "incognito",
        title: "Incognito",
        good_for: "Comparing with the Incognito paper: whole levels of the lowest height.",
        sentence:
            "Finds the combinations that hold for ever larger sets of quasi-identifiers, rolling counts \
            up, and takes the lowest of those for all of them.",
        took: BY_COMBINATIONS.seconds(0.09),
        ..LEVELS
    }

    LocalRecoding {
        name: "local-recoding",
        title: "Local recoding",
        settings: &[MethodSetting::Suppress],
        good_for: "Comparing with the thesis; loses about as much as Mondrian and takes somewhat longer.",
        sentence:
            "Starts with everything general and specialises part by part as long as each part holds \
            (thesis, chapter 3): the same value may be released more or less exactly.",
        took: BY_COLUMNS.seconds(0.1),
        ..OF_RECORDS
    }

    Mondrian {
        name: "mondrian",
        title: "Mondrian, strict",
        good_for: "Large tables: on 30,000 records a tenth of what whole levels lose, in under a second.",
        sentence:
            "Cuts the records in two at a value, again and again, as long as both halves hold.",
        took: BY_COLUMNS.seconds(0.08),
        ..OF_RECORDS
    }

    MondrianRelaxed {
        name: "mondrian-relaxed",
        title: "Mondrian, relaxed",
        good_for: "Most tables: close to the best detail that can be kept, in under a second on 30,000 records.",
        sentence:
            "Cuts the records again and again, as long as all parts hold; records with the same value may \
            go either way, so that more cuts hold.",
        took: BY_COLUMNS.seconds(0.12),
        ..OF_RECORDS
    }

    Tds {
        name: "tds",
        title: "Top-down specialisation",
        settings: &[MethodSetting::Class],
        good_for: "One column that is to stay predictable from the others.",
        sentence:
            "Starts with the top of every hierarchy and specialises one value at a time everywhere, the \
            one that brings most for what it costs in safety.",
        took: BY_COLUMNS.seconds(0.09),
        ..OF_RECORDS
    }

    KMember {
        name: "k-member",
        title: "k-member clusters",
        settings: &[MethodSetting::Seed],
        good_for: "Comparing with the k-member paper; about as close as Mondrian, and slower.",
        sentence:
            "Builds clusters of at least k records, each time adding the record that costs least.",
        // Of records that are all different it compares every one with every other.
        took: BY_COLUMNS.growing(1.5).seconds(0.19),
        ..OF_RECORDS
    }

    Refined {
        name: "refined",
        title: "Refined",
        kinds: &[Kind::Microdata, Kind::Transactions],
        settings: &[MethodSetting::Exclusive, MethodSetting::Effort, MethodSetting::Seed],
        good_for: "Least loss of all in every measurement here, if you can wait: some ten seconds on 30,000 records, a minute and more on 90,000 baskets.",
        sentence:
            "Our own. Records: builds small clusters, then moves and swaps records between them as long as the \
            loss falls. Baskets: lays labels from the top of the taxonomy downwards, each in as many baskets \
            as can share it.",
        took: BY_COLUMNS.growing(1.2).seconds(1.1),
        ..OF_RECORDS
    }

    Decomposition {
        name: "decomposition",
        title: "Purpose and trust",
        kinds: &[Kind::Microdata],
        family: Family::Purpose,
        works_from_counts: true,
        settings: &[
            MethodSetting::Degree,
            MethodSetting::Trust,
            MethodSetting::Purpose,
            MethodSetting::Projection,
            MethodSetting::Weights,
            MethodSetting::Beta,
            MethodSetting::Rule,
            MethodSetting::SpareUseful,
        ],
        good_for: "Several recipients with different purposes, trusted more or less.",
        sentence:
            "Turns a degree of anonymisation, or how far the recipient is trusted, into a level of every column \
            by its use for the purpose: of all combinations that hold, the one whose degree is nearest.",
        took: BY_COMBINATIONS.seconds(0.07),
    }

    Mdav {
        name: "mdav",
        title: "MDAV",
        good_for: "Tables of numbers that should stay numbers: 200,000 records in some seconds.",
        sentence:
            "Takes the records farthest from the centre, each with its k \u{2212} 1 nearest, as groups, and \
            replaces every group by its mean; numbers stay numbers. Whoever knows all others of a group can work out \
            the last one.",
        took: NUMBERS.seconds(0.13),
        ..CENTRES
    }

    VMdav {
        name: "v-mdav",
        title: "V-MDAV",
        settings: &[
            MethodSetting::Distance,
            MethodSetting::Order,
            MethodSetting::Categories,
            MethodSetting::Decimals,
            MethodSetting::KeepMeans,
            MethodSetting::Gamma,
            MethodSetting::Block,
        ],
        good_for: "Numbers that lie in clusters.",
        sentence:
            "Like MDAV, but a group takes in more records as long as they lie nearer to it than to others, so \
            that groups follow the clusters of the data.",
        took: NUMBERS.seconds(0.17),
        ..CENTRES
    }

    ApproximateMdav {
        name: "approximate-mdav",
        title: "MDAV on key columns",
        good_for: "Comparing with the thesis: numbers in the least time, with more loss than MDAV.",
        sentence:
            "Like MDAV, with the groups found by the key columns of the dependency tree alone (thesis, chapter \
            5), and all columns replaced.",
        took: NUMBERS.seconds(0.08),
        ..CENTRES
    }

    RefinedMdav {
        name: "refined-mdav",
        title: "Refined MDAV",
        settings: &[
            MethodSetting::Categories,
            MethodSetting::Decimals,
            MethodSetting::KeepMeans,
            MethodSetting::Effort,
            MethodSetting::Seed,
            MethodSetting::Block,
        ],
        good_for: "Numbers with the least squared error, if you can wait half a minute.",
        sentence:
            "Starts from MDAV and moves, swaps and regroups records as long as the squared error falls; it is \
            never worse than MDAV.",
        took: NUMBERS.seconds(46.0),
        ..CENTRES
    }

    Greedy {
        name: "greedy",
        title: "Greedy Hamming groups",
        good_for: "Comparing with the papers on ratings; fast, and it changes most.",
        sentence:
            "Groups people who rated the same issues, moves those of small groups to the nearest large one, \
            and narrows every issue of a group that fails to a window of width \u{3b5}.",
        took: SURVEY.seconds(0.21),
        ..OF_RATINGS
    }

    Graph {
        name: "graph",
        title: "\u{3b5}-graph components",
        settings: &[
            MethodSetting::Nulls,
            MethodSetting::KeepMeans,
            MethodSetting::Engine,
        ],
        good_for: "Surveys in which most people have others close to them; about half of what greedy changes.",
        sentence:
            "Leaves every component of the \u{3b5}-graph alone that holds, and makes cliques of at least k \
            out of the others by merging, splitting and borrowing.",
        took: SURVEY.growing(1.2).seconds(0.31),
        ..OF_RATINGS
    }

    Clustered {
        name: "clustered",
        title: "Clusters of k",
        good_for: "Large surveys: a little more is changed than by meeting boxes, in less time.",
        sentence:
            "Builds groups of at least k people, each time adding the one that costs least, and narrows \
            every issue of a group to a window of width \u{3b5}.",
        took: SURVEY.growing(1.2).seconds(0.35),
        ..OF_RATINGS
    }

    MeetingBox {
        name: "meeting-box",
        title: "Meeting boxes",
        settings: &[
            MethodSetting::Nulls,
            MethodSetting::Effort,
            MethodSetting::Seed,
            MethodSetting::Engine,
        ],
        good_for: "Surveys of some thousand people: changes least in every measurement here, within about a minute.",
        sentence:
            "Changes as few people as it can: each violating one moves to where k \u{2212} 1 others are \
            close, what that breaks is repaired, and a local search lowers the distortion further.",
        took: SURVEY.seconds(23.0),
        ..OF_RATINGS
    }

    Hghs {
        name: "hghs",
        title: "HgHs, in one go",
        good_for: "Comparing with the paper on baskets, for small m.",
        sentence:
            "Generalize and suppress: starts with everything general, specialises one node of the taxonomy at a time as long as \
            the loss falls, and suppresses whatever would still single somebody out.",
        took: GROCERIES.seconds(0.07),
        ..OF_BASKETS
    }

    Mhghs {
        name: "mhghs",
        title: "mHgHs, in rounds",
        good_for: "Large sets of baskets and large m: never loses more than AA or MM, in seconds.",
        sentence:
            "Generalize and suppress in rounds, for sets of one item, then of two, and so on; each round looks only \
            above what the one before found, so that large m stay within reach.",
        took: GROCERIES.seconds(0.07),
        ..OF_BASKETS
    }

    Aa {
        name: "aa",
        title: "AA, generalize",
        good_for: "Baskets that must keep every item, if only as its group.",
        sentence:
            "Raises items to their parents, cheapest first, until no rare set is left; suppresses nothing.",
        took: GROCERIES.seconds(0.07),
        ..OF_BASKETS
    }

    Mm {
        name: "mm",
        title: "MM, suppress",
        good_for: "Baskets whose items must stay as they are; it removes many.",
        sentence:
            "Removes the items that stand in most rare sets for their occurrences, until none is left; \
            generalizes nothing.",
        took: GROCERIES.seconds(0.03),
        ..OF_BASKETS
    }

    Lg {
        name: "lg",
        title: "LG, local",
        family: Family::Local,
        good_for: "Baskets that must have duplicates, or an attacker who knows everything in one; the fastest.",
        sentence:
            "Parts the transactions again and again, each part showing what its transactions have in \
            common, until every transaction has k \u{2212} 1 duplicates; the same item may be shown more or \
            less exactly.",
        took: GROCERIES.seconds(0.03),
        ..OF_BASKETS
    }
}

impl MethodName {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The name in a recipe.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// The name in a menu.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    pub fn sentence(self) -> &'static str {
        self.row().sentence
    }

    /// For what it is the right one, by what was measured.
    pub fn good_for(self) -> &'static str {
        self.row().good_for
    }

    /// What it took on a table of a known size.
    pub fn took(self) -> Took {
        self.row().took
    }

    /// The one to begin with.
    pub fn recommended(kind: Kind) -> Self {
        let first = kind.about().ranked_methods.first();
        first
            .and_then(|(_, methods)| methods.first().copied())
            .unwrap_or_default()
    }

    /// The one to begin with for records that were counted because the memory has no room for them.
    pub fn recommended_for_counts() -> Self {
        Self::Optimal
    }

    pub fn kinds(self) -> &'static [Kind] {
        self.row().kinds
    }

    pub fn family(self) -> Family {
        self.row().family
    }

    /// What it can be told, in the order of the panel.
    pub fn settings(self) -> &'static [MethodSetting] {
        self.row().settings
    }

    /// Whether it works from how often equal records occur; the others need every record by itself.
    pub fn works_from_counts(self) -> bool {
        self.row().works_from_counts
    }

    /// Whether it changes what people rated.
    pub fn changes_ratings(self) -> bool {
        self.family() == Family::Ratings
    }

    /// Whether every record's value is raised to the same level.
    pub fn is_full_domain(self) -> bool {
        matches!(self.family(), Family::WholeLevels | Family::Purpose)
    }

    /// Whether groups of records show the stretch of numbers that they lie in.
    pub fn shows_ranges(self) -> bool {
        self.family() == Family::Local
    }

    /// Whether groups of records are replaced by their centres.
    pub fn is_microaggregation(self) -> bool {
        self.family() == Family::Centres
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_a_project_as_well() {
        for method in MethodName::ALL {
            assert_eq!(MethodName::from_name(method.name()), Some(method));
            let words = [method.title(), method.good_for(), method.sentence()];
            assert!(!words.contains(&""), "{method:?}");
            assert!(method.took().seconds > 0.0, "{method:?}");
            let stored = serde_json::to_string(&method).unwrap();
            assert_eq!(stored, format!("\"{}\"", method.name()));
        }
    }

    #[test]
    fn every_method_of_a_kind_has_one_rank() {
        for kind in Kind::ALL {
            let ranked = methods_by_rank(kind);
            let ranks: Vec<Rank> = ranked.iter().map(|&(rank, _)| rank).collect();
            assert_eq!(ranks, Rank::ALL);
            let mut listed: Vec<MethodName> = ranked
                .iter()
                .flat_map(|(_, methods)| methods.iter().copied())
                .collect();
            listed.sort();
            let of_kind = |method: &MethodName| method.kinds().contains(&kind);
            let all: Vec<MethodName> = MethodName::ALL.into_iter().filter(of_kind).collect();
            assert_eq!(listed, all);
            assert_ne!(MethodName::recommended(kind), MethodName::None);
        }
        assert!(MethodName::recommended_for_counts().works_from_counts());
        assert!(
            MethodName::ALL
                .iter()
                .all(|method| method.good_for().ends_with('.'))
        );
    }
}
