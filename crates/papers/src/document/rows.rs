//! What the audit of the papers found partly there or missing, and what shows it now.

/// One line of the audit.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub place: &'static str,
    pub what: &'static str,
    /// A test, a command or a figure.
    pub shown: &'static str,
}

/// What nothing shows yet.
const OPEN: &str = "still open";

macro_rules! rows {
    ($($place:literal, $what:literal => $shown:expr;)*) => {
        pub const ROWS: &[Row] = &[$(Row { place: $place, what: $what, shown: $shown }),*];
    };
}

rows! {
    "thesis 1.2.1", "several tables: combined view" =>
        "`[prepare]` joins tables before anything is promised: `every_operation_is_what_its_statement_gives` in tests/command_line/prepare.rs";
    "thesis 1.2.1/8.2.3", "k over several views (future work)" =>
        "`cloakroom pool` counts among how few each person stands if releases are put together: `two_releases_that_cross_leave_everybody_alone` in tests/command_line/pool.rs";
    "thesis 1.2.2", "re-publication after change (future work)" =>
        "`cloakroom pool` joins the releases of two years by a column: `next_years_table_is_joined_by_a_column` in tests/command_line/pool.rs";
    "thesis Def2.5", "minimal generalization" =>
        "`e002_min_k2` and `e002_min_k3` in tests/papers/records/levels.rs; `optimal` lists those it came across and says so (`minimal_are_all`)";
    "thesis 2.3.1/8.1", "hash table needs fewer checks than Samarati" =>
        "figures `search-by-k` above, with its verdict";
    "thesis T2.6", "external table, Rick and Rudy" =>
        "`known.csv` in the sample thesis-2.1: `rick_and_rudy_are_found_to_have_cancer` in tests/command_line/papers.rs";
    "thesis T2.7", "extended hash table with sensitive values" =>
        "`cloakroom show hash-table` and the view of the hash table, with the sensitive values of every class";
    "thesis F2.6", "extended hierarchy with values" =>
        "`cloakroom show hash-table --levels …`: the classes of any node with their values";
    "thesis F2.7", "entropy of every tuple" =>
        "`cloakroom show hash-table`: the entropy of every class";
    "thesis T3.3", "categories with names" =>
        "`names` under `[categories.COLUMN]`, which checks, reports and the window call them by";
    "thesis Def3.4", "(p+, alpha)-sensitivity" =>
        OPEN;
    "thesis F3.1", "growth of the tree" =>
        OPEN;
    "thesis T3.7", "Adult with heights 5, 3, 4, 3, 3, 3, 2" =>
        "the recipe [adult](papers/adult/recipe.toml) and its hierarchies";
    "thesis F3.2a", "time by the number of quasi-identifiers" =>
        "figures `time-by-columns` above";
    "thesis F3.2b", "time by p, alpha" =>
        "figures `time-by-alpha`, `time-by-p` above";
    "thesis F3.3a", "distortion by the number of quasi-identifiers" =>
        "figures `distortion-by-columns` above";
    "thesis F3.3b", "distortion by alpha" =>
        "figures `distortion-by-alpha` above";
    "thesis T3.9", "categories as ranges of numbers" =>
        "`categories_of_numbers_may_be_stretches` in crates/core/src/prepared_table.rs";
    "thesis 3.7.2", "CENSUS with 500,000 records" =>
        "not to be had; the recipe [kdd-wages](papers/kdd-wages/recipe.toml) stands for it";
    "thesis 3.7.2", "Clustering [111]" =>
        "`clustering-pk` in the figures `distortion-by-k`, `dm-by-k` and `cavg-by-k`, after what is known of the algorithm; `every_cluster_has_k_records_and_p_values_and_looks_alike` in crates/papers/src/sensitivity/clustering.rs";
    "thesis F3.4", "distortion, DM, CAVG by k" =>
        "figures `distortion-by-k`, `dm-by-k`, `cavg-by-k` above";
    "thesis F3.5a", "time by k" =>
        "figures `recoding-time-by-k` above";
    "thesis F3.5b", "time by alpha" =>
        "figures `recoding-time-by-alpha` above";
    "thesis 4.1", "trust evaluation" =>
        "not there: the thesis only names it (see above)";
    "thesis 4.1", "attribute-weight pairs" =>
        "`priorities_may_be_equally_scaled_or_said_outright` in crates/microdata/src/method/decomposition/tests.rs";
    "thesis 4.2.1", "normalized matrix" =>
        "`the_matrix_of_table_4_1_is_that_of_the_thesis` in tests/command_line/show.rs";
    "thesis 4.3.2", "utility weights, beta" =>
        "`the_nearest_levels_follow_the_degree` in tests/command_line/purpose.rs";
    "thesis Def4.5", "degree of a tuple" =>
        "`every_record_has_a_degree` in tests/command_line/show.rs";
    "thesis Def4.6", "degree of a table, 4.1(b) .0278" =>
        "`e002_degtb` in tests/papers/purpose.rs; of every release the metric `degree_of_anonymisation`";
    "thesis 4.3.2", "equally scaled priorities" =>
        "`priorities_may_be_equally_scaled_or_said_outright` in crates/microdata/src/method/decomposition/tests.rs";
    "thesis 4.1/4.4", "trust changes the release" =>
        "`the_nearest_levels_follow_the_degree` in tests/command_line/purpose.rs; curve \"nearest degree\" in the figures of weighted DM";
    "thesis T4.2", "Adult, Census" =>
        "the recipes [adult](papers/adult/recipe.toml) and [kdd](papers/kdd/recipe.toml) name their columns";
    "thesis 4.5.3", "weighted DM" =>
        "figures `weighted-dm-\u{2026}`; the reading is ours, and crates/papers/src/trust/weighted.rs says so";
    "thesis F4.6", "(a)-(d)" =>
        "figures `weighted-dm-ages`, `weighted-dm-countries`, `weighted-dm-regions` above";
    "thesis F4.7/8cd", "prediction" =>
        "figures `bayes-trusted-apart`, `tree-trusted-apart`, `bayes-mistrusted-apart`, `tree-mistrusted-apart` above";
    "thesis 4.5.3", "J48" =>
        "`a_tree_predicts_what_columns_tell_together` in crates/microdata/src/metrics/tests.rs; the metric `tree_accuracy`";
    "thesis 5.2.1", "Euclid, Minkowski, Chebyshev" =>
        "`distances_of_a_right_triangle` in crates/microdata/src/method/microaggregation/gauge.rs; `distance` under `[method]`";
    "thesis Eq5.1", "SSE" =>
        "the metric `sse_raw`, beside `sse` on standardized columns";
    "thesis 5.4.2", "time grows with k, columns; gap of loss steady" =>
        "figures `time-by-k`, `time-by-columns`, `loss-by-size`, `loss-by-k` above";
    "thesis 5/4", "samples run their chapter's method" =>
        "`samples_run_the_method_of_their_chapter` in tests/command_line/papers.rs";
    "thesis 8.3", "tools for individuals, personalised privacy" =>
        "not there (see above)";
    "thesis 8.3", "social networks, location, RFID" =>
        "not there (see above)";
    "thesis 8.2.3", "Anatomy, permutation (related)" =>
        "not there (see above)";
    "000", "Table I(a)" =>
        "the sample greedy-1: `the_greedy_papers_table_is_released_at_a_distortion_of_seven` in tests/command_line/papers.rs";
    "000", "Fig 3" =>
        "figure `000-3`, 50 pairs of sets released apart, income level drawn by chance";
    "000/003", "future: dimensionality reduction" =>
        OPEN;
    "003", "cliques, maximal k-clique" =>
        "`e003_3cliques` and `e003_g134` in tests/papers/ratings/graphs.rs; Cases 3.1 and 3.2 are replaced by dividing and testing degrees, at the cheapest result of the papers' examples (`e003_borrow`)";
    "003", "k-decomposable, Prop 1, Fig 5" =>
        "`e003_2dec_count` in tests/papers/ratings/graphs.rs; the sample graph-fig6 holds though it is not 4-decomposable: `six_people_hold_without_being_parted_into_cliques` in tests/command_line/papers.rs";
    "003", "Table 4 income" =>
        "`levels_are_drawn_evenly_and_the_same_for_the_same_seed` in crates/papers/src/ratings/income.rs";
    "003", "query error w, s, b" =>
        "`query_width` and `query_share`, as every setting of a recipe; b follows from them";
    "003", "Fig 16" =>
        "figure `003-16`, 50 pairs of sets released apart, income level drawn by chance";
    "003", "5.3 numeric claims" =>
        "figures `003-15a`, `003-15b`, `003-15c`, `003-15d` above";
    "003", "centroid inner product" =>
        "figures `003-17a`, `003-17b` above";
    "003", "Fig 17a, b" =>
        "figures `003-17a`, `003-17b` above";
    "003", "Fig 17c, eps/2 bound" =>
        "figures `003-17c` above";
    "thesis", "Thm 7.2" =>
        "`e002_thm72` in tests/papers/ratings/parameters.rs";
    "thesis", "7.2.4" =>
        "the sample thesis-7.1; `e002_7_2_4_eps` in tests/papers/ratings/parameters.rs; `cloakroom solve` gives the frontier";
    "thesis", "7.3 complexity model" =>
        "figure `thesis-7.3` and the curve \"cost model\" of `001-2a` and `001-2b`";
    "thesis", "Fig 7.4 a, b" =>
        "figures `thesis-7.4a`, `thesis-7.4b` above";
    "thesis", "Fig 7.6 a, b" =>
        "figures `thesis-7.6a`, `thesis-7.6b` above";
    "thesis", "Fig 7.7 a, b" =>
        "figures `thesis-7.7a`, `thesis-7.7b` above";
    "thesis", "Fig 7.8 a, b" =>
        "figures `thesis-7.8a`, `thesis-7.8b` above";
    "004", "25 threats" =>
        "`the_threats_of_the_papers_example_are_twenty_five_over_all_cuts` in tests/command_line/show.rs";
    "004", "Fig 3a-d" =>
        "figures `loss-by-k`, `loss-by-m` above, by NCP";
    "004", "5.1 ranking" =>
        "figures `loss-by-k`, `loss-by-m` above: the ranking of all four";
    "004", "5.2 efficiency" =>
        "figures `time-by-size` above: the ranking of all four";
    "window", "slicing against pairwise" =>
        "the panel of ratings: how neighbours are found";
    "window", "solve k, l, eps" =>
        "the plane of k and epsilon with the frontier; `cloakroom solve`";
    "window", "borrowing" =>
        OPEN;
}
