//! The names of the methods, as recipes and menus use them.

use super::kind::Kind;
use serde::{Deserialize, Serialize};

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum MethodName {
    #[default]
    None,
    Levels,
    Optimal,
    HashTable,
    Samarati,
    Incognito,
    LocalRecoding,
    Mondrian,
    MondrianRelaxed,
    Tds,
    KMember,
    Refined,
    Decomposition,
    Mdav,
    VMdav,
    ApproximateMdav,
    RefinedMdav,
    Greedy,
    Graph,
    Clustered,
    MeetingBox,
    Hghs,
    Mhghs,
    Aa,
    Mm,
    Lg,
}

impl MethodName {
    pub const ALL: [Self; 26] = [
        Self::None,
        Self::Levels,
        Self::Optimal,
        Self::HashTable,
        Self::Samarati,
        Self::Incognito,
        Self::LocalRecoding,
        Self::Mondrian,
        Self::MondrianRelaxed,
        Self::Tds,
        Self::KMember,
        Self::Refined,
        Self::Decomposition,
        Self::Mdav,
        Self::VMdav,
        Self::ApproximateMdav,
        Self::RefinedMdav,
        Self::Greedy,
        Self::Graph,
        Self::Clustered,
        Self::MeetingBox,
        Self::Hghs,
        Self::Mhghs,
        Self::Aa,
        Self::Mm,
        Self::Lg,
    ];

    /// The name in a recipe.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Levels => "levels",
            Self::Optimal => "optimal",
            Self::HashTable => "hash-table",
            Self::Samarati => "samarati",
            Self::Incognito => "incognito",
            Self::LocalRecoding => "local-recoding",
            Self::Mondrian => "mondrian",
            Self::MondrianRelaxed => "mondrian-relaxed",
            Self::Tds => "tds",
            Self::KMember => "k-member",
            Self::Refined => "refined",
            Self::Decomposition => "decomposition",
            Self::Mdav => "mdav",
            Self::VMdav => "v-mdav",
            Self::ApproximateMdav => "approximate-mdav",
            Self::RefinedMdav => "refined-mdav",
            Self::Greedy => "greedy",
            Self::Graph => "graph",
            Self::Clustered => "clustered",
            Self::MeetingBox => "meeting-box",
            Self::Hghs => "hghs",
            Self::Mhghs => "mhghs",
            Self::Aa => "aa",
            Self::Mm => "mm",
            Self::Lg => "lg",
        }
    }

    /// Whether it works from how often equal records occur; the others need every record by itself.
    pub fn works_from_counts(self) -> bool {
        matches!(
            self,
            Self::None
                | Self::Levels
                | Self::Optimal
                | Self::HashTable
                | Self::Samarati
                | Self::Incognito
                | Self::Decomposition
        )
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// The name in a menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::None => "As it is",
            Self::Levels => "Chosen levels",
            Self::Optimal => "Optimal levels",
            Self::HashTable => "Privacy hash table",
            Self::Samarati => "Samarati",
            Self::Incognito => "Incognito",
            Self::LocalRecoding => "Local recoding",
            Self::Mondrian => "Mondrian, strict",
            Self::MondrianRelaxed => "Mondrian, relaxed",
            Self::Tds => "Top-down specialisation",
            Self::KMember => "k-member clusters",
            Self::Refined => "Refined",
            Self::Decomposition => "Purpose and trust",
            Self::Mdav => "MDAV",
            Self::VMdav => "V-MDAV",
            Self::ApproximateMdav => "MDAV on key columns",
            Self::RefinedMdav => "Refined MDAV",
            Self::Greedy => "Greedy Hamming groups",
            Self::Graph => "\u{3b5}-graph components",
            Self::Clustered => "Clusters of k",
            Self::MeetingBox => "Meeting boxes",
            Self::Hghs => "HgHs, in one go",
            Self::Mhghs => "mHgHs, in rounds",
            Self::Aa => "AA, generalize",
            Self::Mm => "MM, suppress",
            Self::Lg => "LG, local",
        }
    }

    pub fn sentence(self) -> &'static str {
        match self {
            Self::None => {
                "Changes no value. Whoever violates is left out, up to the share allowed; if that is not enough, \
                 nothing is released."
            }
            Self::Levels => {
                "Raises every quasi-identifier to the level of its hierarchy that you chose, the same for \
                 all records, and leaves out the classes that still fail."
            }
            Self::Optimal => {
                "Finds the combination of hierarchy levels that costs least by the metric you choose; nothing \
                 better exists among whole levels, unless there are too many to be sure, which is then said."
            }
            Self::HashTable => {
                "Walks the lattice of levels from the bottom, keeping class counts in a privacy hash table \
                 (thesis, chapter 2), and takes the lowest combination that holds."
            }
            Self::Samarati => {
                "Bisects the height of the lattice and takes the lowest height at which some combination of \
                 levels holds."
            }
            Self::Incognito => {
                "Finds the combinations that hold for ever larger sets of quasi-identifiers, rolling counts \
                 up, and takes the lowest of those for all of them."
            }
            Self::LocalRecoding => {
                "Starts with everything general and specialises part by part as long as each part holds \
                 (thesis, chapter 3): the same value may be released more or less exactly."
            }
            Self::Mondrian => {
                "Cuts the records in two at a value, again and again, as long as both halves hold."
            }
            Self::MondrianRelaxed => {
                "Cuts the records again and again, as long as all parts hold; records with the same value may \
                 go either way, so that more cuts hold."
            }
            Self::Tds => {
                "Starts with the top of every hierarchy and specialises one value at a time everywhere, the \
                 one that brings most for what it costs in safety."
            }
            Self::KMember => {
                "Builds clusters of at least k records, each time adding the record that costs least."
            }
            Self::Refined => {
                "Our own. Records: builds small clusters, then moves and swaps records between them as long as the \
                 loss falls. Baskets: lays labels from the top of the taxonomy downwards, each in as many baskets \
                 as can share it."
            }
            Self::Decomposition => {
                "Turns a degree of anonymisation, or how far the recipient is trusted, into a level of every column \
                 by its use for the purpose, and goes up from there to the nearest combination that holds."
            }
            Self::Mdav => {
                "Takes the records farthest from the centre, each with its k \u{2212} 1 nearest, as groups, and \
                 replaces every group by its mean; numbers stay numbers. Whoever knows all others of a group can work out \
                 the last one."
            }
            Self::VMdav => {
                "Like MDAV, but a group takes in more records as long as they lie nearer to it than to others, so \
                 that groups follow the clusters of the data."
            }
            Self::ApproximateMdav => {
                "Like MDAV, with the groups found by the key columns of the dependency tree alone (thesis, chapter \
                 5), and all columns replaced."
            }
            Self::RefinedMdav => {
                "Starts from MDAV and moves, swaps and regroups records as long as the squared error falls; it is \
                 never worse than MDAV."
            }
            Self::Greedy => {
                "Groups people who rated the same issues, moves those of small groups to the nearest large one, \
                 and narrows every issue of a group that fails to a window of width \u{3b5}."
            }
            Self::Graph => {
                "Leaves every component of the \u{3b5}-graph alone that holds, and makes cliques of at least k \
                 out of the others by merging, splitting and borrowing."
            }
            Self::Clustered => {
                "Builds groups of at least k people, each time adding the one that costs least, and narrows \
                 every issue of a group to a window of width \u{3b5}."
            }
            Self::MeetingBox => {
                "Changes as few people as it can: each violating one moves to where k \u{2212} 1 others are \
                 close, what that breaks is repaired, and a local search lowers the distortion further."
            }
            Self::Hghs => {
                "Generalize and suppress: starts with everything general, specialises one node of the taxonomy at a time as long as \
                 the loss falls, and suppresses whatever would still single somebody out."
            }
            Self::Mhghs => {
                "Generalize and suppress in rounds, for sets of one item, then of two, and so on; each round looks only \
                 above what the one before found, so that large m stay within reach."
            }
            Self::Aa => {
                "Raises items to their parents, cheapest first, until no rare set is left; suppresses nothing."
            }
            Self::Mm => {
                "Removes the items that stand in most rare sets for their occurrences, until none is left; \
                 generalizes nothing."
            }
            Self::Lg => {
                "Parts the transactions again and again, each part showing what its transactions have in \
                 common, until every transaction has k \u{2212} 1 duplicates; the same item may be shown more or \
                 less exactly."
            }
        }
    }

    pub fn kinds(self) -> &'static [Kind] {
        match self {
            Self::None => &Kind::ALL,
            Self::Refined => &[Kind::Microdata, Kind::Transactions],
            Self::Hghs | Self::Mhghs | Self::Aa | Self::Mm | Self::Lg => &[Kind::Transactions],
            Self::Greedy | Self::Graph | Self::Clustered | Self::MeetingBox => &[Kind::Ratings],
            _ => &[Kind::Microdata],
        }
    }

    /// Whether it changes what people rated.
    pub fn changes_ratings(self) -> bool {
        self.kinds() == [Kind::Ratings]
    }

    /// Whether every record's value is raised to the same level.
    pub fn is_full_domain(self) -> bool {
        matches!(
            self,
            Self::Levels
                | Self::Optimal
                | Self::HashTable
                | Self::Samarati
                | Self::Incognito
                | Self::Decomposition
        )
    }

    /// Whether groups of records show the stretch of numbers that they lie in.
    pub fn shows_ranges(self) -> bool {
        matches!(
            self,
            Self::LocalRecoding
                | Self::Tds
                | Self::Mondrian
                | Self::MondrianRelaxed
                | Self::KMember
                | Self::Refined
        )
    }

    /// Whether groups of records are replaced by their centres.
    pub fn is_microaggregation(self) -> bool {
        matches!(
            self,
            Self::Mdav | Self::VMdav | Self::ApproximateMdav | Self::RefinedMdav
        )
    }
}

/// What an optimal search makes as small as it can.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum SearchMetric {
    #[default]
    Loss,
    /// The sum of the levels.
    Height,
    /// The sum of the levels divided by that of the tops, left-out records at the top.
    DistortionRatio,
    Dm,
    Cavg,
    /// Non-uniform entropy: what is not known any more of the original values, in bits.
    Entropy,
}

impl SearchMetric {
    pub const ALL: [Self; 6] = [
        Self::Loss,
        Self::Height,
        Self::DistortionRatio,
        Self::Dm,
        Self::Cavg,
        Self::Entropy,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Height => "height",
            Self::DistortionRatio => "distortion_ratio",
            Self::Dm => "dm",
            Self::Cavg => "cavg",
            Self::Entropy => "entropy",
        }
    }

    /// The name in a menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::Loss => "information loss",
            Self::Height => "height",
            Self::DistortionRatio => "distortion ratio",
            Self::Dm => "discernibility",
            Self::Cavg => "average class size",
            Self::Entropy => "entropy loss",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.name() == name)
    }
}
