//! Tables of records: every method with every promise, hierarchies of every make, and every setting.

use super::{bodies, coarse, method, people};
use crate::case::Case;
use crate::data;

/// Methods for records that may lack values.
const METHODS: [&str; 13] = [
    "none",
    "levels",
    "optimal",
    "hash-table",
    "samarati",
    "incognito",
    "local-recoding",
    "mondrian",
    "mondrian-relaxed",
    "tds",
    "k-member",
    "refined",
    "decomposition",
];

const MICROAGGREGATION: [&str; 4] = ["mdav", "v-mdav", "approximate-mdav", "refined-mdav"];

/// Names and `[require]`.
const PROMISES: [(&str, &str); 11] = [
    ("k", "k = 3"),
    ("k-left-out", "k = 5\nsuppression = 0.1"),
    ("distinct", "k = 2\nl = { distinct = 2 }"),
    ("entropy", "k = 3\nl = { entropy = 1.6 }\nsuppression = 0.2"),
    (
        "recursive",
        "k = 2\nl = { recursive = [3.0, 2] }\nsuppression = 0.2",
    ),
    ("p", "k = 3\np = 3"),
    ("p-plus", "k = 3\np_plus = 2\nsuppression = 0.05"),
    ("alpha", "k = 3\nalpha = 0.5\nsuppression = 0.05"),
    ("t", "k = 4\nt = 0.4\nsuppression = 0.1"),
    ("beta", "k = 4\nbeta = 1.5\nsuppression = 0.1"),
    (
        "all",
        "k = 4\nl = { distinct = 3, entropy = 1.5, recursive = [5.0, 2] }\np = 2\np_plus = 2\nalpha = 0.5\nt = 0.6\n\
         suppression = 0.1",
    ),
];

pub fn cases() -> Vec<Case> {
    let mut cases = promises();
    cases.extend(settings_of_methods());
    cases.extend(microaggregation());
    cases.extend(hierarchies());
    cases.extend(roles());
    cases.extend(written());
    cases
}

/// Whatever a method needs beside its name.
fn told(name: &str) -> String {
    let more = match name {
        "levels" => "\nlevels = { age = 4, zip = 3, sex = 1, job = 1, admitted = 4 }",
        "decomposition" => "\ntrust = 0.6",
        _ => "",
    };
    method(name) + more
}

/// Some methods with every promise, the others with those that differ most.
fn promises() -> Vec<Case> {
    let mut cases = Vec::new();
    for name in METHODS {
        let is_short = !matches!(name, "optimal" | "mondrian" | "levels");
        for (promise, require) in PROMISES {
            if is_short && !matches!(promise, "k" | "k-left-out" | "p-plus" | "beta" | "all") {
                continue;
            }
            let case = people().named(&format!("{name}/{promise}"));
            let case = case.with("method", &told(name)).with("require", require);
            cases.push(case.release().run("verify out --json"));
        }
    }
    for name in ["none", "levels", "optimal", "k-member"] {
        for (promise, require) in PROMISES {
            let case = coarse().named(&format!("{name}/{promise}"));
            let lines = format!("{require}\n{}", at_most_half(require));
            let case = case.with("method", &method(name)).with("require", &lines);
            cases.push(case.and("release", "shuffle = false").release());
        }
    }
    for name in MICROAGGREGATION {
        for (promise, require) in PROMISES {
            if !matches!(promise, "k" | "k-left-out" | "distinct" | "t" | "beta") {
                continue;
            }
            let case = bodies().named(&format!("{name}/{promise}"));
            let case = case.with("method", &told(name)).with("require", require);
            cases.push(case.release().run("verify out"));
        }
    }
    cases
}

/// A share that may be left out, where the promise names none.
fn at_most_half(require: &str) -> &'static str {
    match require.contains("suppression") {
        true => "",
        false => "suppression = 0.5",
    }
}

fn settings_of_methods() -> Vec<Case> {
    let left_out = people().with("require", "k = 4\nsuppression = 0.1");
    let mut cases = Vec::new();
    for metric in ["height", "distortion_ratio", "dm", "cavg", "entropy"] {
        let lines = format!("{}\nmetric = '{metric}'", method("optimal"));
        let case = left_out.named(&format!("optimal/by-{metric}"));
        cases.push(case.with("method", &lines).release());
    }
    for (name, lines) in [
        (
            "local-recoding/suppressing",
            "name = 'local-recoding'\nsuppress = true",
        ),
        ("refined/no-effort", "name = 'refined'\neffort = 0"),
        ("refined/seed-2", "name = 'refined'\neffort = 2\nseed = 2"),
        ("k-member/seed-5", "name = 'k-member'\nseed = 5"),
        ("tds/by-class", "name = 'tds'\nclass = 'grade'"),
        ("optimal/class", "name = 'optimal'\nclass = 'visits'"),
        ("levels/lowest", "name = 'levels'"),
        (
            "levels/highest",
            "name = 'levels'\nlevels = { age = 4, zip = 5, sex = 1, job = 3, admitted = 4 }",
        ),
        (
            "decomposition/degree",
            "name = 'decomposition'\ndegree = 0.3",
        ),
        (
            "decomposition/purpose",
            "name = 'decomposition'\ntrust = 0.5\npurpose = 'study'",
        ),
        (
            "decomposition/linear",
            "name = 'decomposition'\ntrust = 0.5\nprojection = 'linear'\npurpose = 'trips'",
        ),
        (
            "decomposition/curve",
            "name = 'decomposition'\ntrust = 0.5\nprojection = [[0, 1], [0.5, 0.2], [1, 0]]",
        ),
        (
            "decomposition/utility",
            "name = 'decomposition'\ntrust = 0.2\nweights = 'utility'\nbeta = 2\npurpose = 'study'",
        ),
        (
            "decomposition/as-printed",
            "name = 'decomposition'\ntrust = 0.3\nspare_useful = false\npurpose = 'study'",
        ),
    ] {
        let case = left_out.named(name).with("method", lines);
        let purposes = "study = { most = 'age', least = 'sex' }\n\
                        trips = { most = 'zip', least = 'job', between = ['admitted'] }";
        cases.push(case.with("purposes", purposes).release());
    }
    cases
}

fn microaggregation() -> Vec<Case> {
    let towns = "town = { chains = [['Bonn', 'west', '*'], ['Jena', 'east', '*'], ['Kiel', 'west', '*'], \
                 ['Ulm', 'west', '*']] }\nheight = { intervals = [5, 20] }\nborn = { dates = ['year', 'decade'] }";
    let mut cases = Vec::new();
    for (name, lines) in [
        ("mdav/decimals", "name = 'mdav'\ndecimals = 0"),
        (
            "mdav/keep-means",
            "name = 'mdav'\ndecimals = 1\nkeep_means = true",
        ),
        ("mdav/blocks", "name = 'mdav'\nblock = 30"),
        ("mdav/groups", "name = 'mdav'\ncategories = 'hierarchy'"),
        ("v-mdav/gamma", "name = 'v-mdav'\ngamma = 1.1"),
        (
            "v-mdav/no-gamma",
            "name = 'v-mdav'\ngamma = 0\ncategories = 'mode'",
        ),
        (
            "approximate-mdav/groups",
            "name = 'approximate-mdav'\ncategories = 'hierarchy'\nkeep_means = true",
        ),
        (
            "refined-mdav/no-effort",
            "name = 'refined-mdav'\neffort = 0",
        ),
        (
            "refined-mdav/seed-3",
            "name = 'refined-mdav'\neffort = 2\nseed = 3\nblock = 40\nkeep_means = true",
        ),
    ] {
        let case = bodies().named(name).with("method", lines);
        cases.push(case.with("hierarchies", towns).release());
    }
    let open = bodies()
        .named("mdav/mapping")
        .and("release", "mapping = true\nshuffle = false");
    cases.push(open.with("method", &told("mdav")).release());
    cases.push(
        bodies()
            .named("mdav/as-parquet")
            .with("release", "format = 'parquet'")
            .release()
            .run("verify out"),
    );
    cases
}

/// Each builder once with whole levels and once with a local method.
fn hierarchies() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, lines) in [
        ("none", ""),
        ("intervals", "age = { intervals = [4, 12] }"),
        (
            "intervals-origin",
            "age = { intervals = [5, 10], origin = 18 }",
        ),
        (
            "intervals-ends",
            "age = { intervals = [10], low = 20, high = 60 }",
        ),
        (
            "intervals-snapped",
            "age = { intervals = [7, 21], low = 25, high = 65, snap = true }",
        ),
        ("order", "age = { order = [3, 9] }\nzip = { order = [2] }"),
        (
            "cuts",
            "age = { cuts = [[25, 40, 65], [40]] }\njob = { cuts = [['judge']] }",
        ),
        ("balanced", "age = { balanced = [8, 2] }"),
        (
            "frequency",
            "zip = { frequency = [10, 20] }\nage = { frequency = [3, 6] }",
        ),
        ("fan", "age = { fan = 4 }\nzip = { fan = 3 }"),
        ("mask", "zip = { mask = 3 }"),
        ("mask-left", "zip = { mask = 5, from = 'left' }"),
        (
            "mask-padded",
            "age = { mask = 3, pad = '0', length = 4 }\n\
             zip = { mask = 2, pad = '_', length = 6, pad_at = 'right' }",
        ),
        ("dates", "admitted = { dates = ['day', 'year', 'decade'] }"),
        ("tree", "job = { tree = 'tree.csv' }"),
        ("amnesia", "job = 'amnesia.txt'"),
        ("chains", "sex = { chains = [['f', '*'], ['m', '*']] }"),
    ] {
        for way in ["optimal", "local-recoding", "mondrian"] {
            if way == "mondrian" && !matches!(name, "none" | "order" | "fan" | "tree" | "dates") {
                continue;
            }
            let case = people().named(&format!("{way}/hierarchy-{name}"));
            let case = case
                .file("tree.csv", data::JOB_TREE)
                .file("amnesia.txt", data::JOBS_OF_AMNESIA)
                .with("hierarchies", lines)
                .with("require", "k = 3\nsuppression = 0.2")
                .with("method", &method(way));
            cases.push(case.and("release", "mapping = true").release());
        }
    }
    for (name, lines, require) in [
        ("hierarchy-of-t", "diagnosis = 'ills.csv'", "k = 3\nt = 0.5"),
        (
            "equal",
            "",
            "k = 3\nt = 0.6\n[require.diagnosis]\ndistance = 'equal'",
        ),
        (
            "hierarchy",
            "diagnosis = 'ills.csv'",
            "k = 3\nt = 0.5\n[require.diagnosis]\ndistance = 'hierarchy'",
        ),
        (
            "equal-despite-hierarchy",
            "diagnosis = 'ills.csv'",
            "k = 3\nt = 0.7\n[require.diagnosis]\ndistance = 'equal'",
        ),
    ] {
        let ills = "flu;cold-like;*\ncold;cold-like;*\nasthma;chronic;*\n\
             ulcer;chronic;*\ncancer;grave;*\nHIV;grave;*\n";
        let case = people()
            .named(&format!("mondrian/distance-{name}"))
            .file("ills.csv", ills);
        let case = case.and("hierarchies", lines).with("require", require);
        cases.push(
            case.with("method", &method("mondrian"))
                .release()
                .run("verify out --json"),
        );
    }
    let ordered = people()
        .named("mondrian")
        .but("['diagnosis']", "['grade']")
        .but("['grade', 'visits']", "['diagnosis', 'visits']")
        .without("categories.diagnosis")
        .with("method", &method("mondrian"));
    for (name, require) in [
        ("distance-ordered", "t = 0.3"),
        (
            "distance-outright",
            "t = 0.3\n[require.grade]\ndistance = 'ordered'",
        ),
    ] {
        cases.push(
            ordered
                .named(name)
                .with("require", require)
                .release()
                .run("verify out"),
        );
    }
    cases
}

fn roles() -> Vec<Case> {
    let several = people()
        .but(
            "sensitive = ['diagnosis']",
            "sensitive = ['diagnosis', 'grade']",
        )
        .but(
            "insensitive = ['grade', 'visits']",
            "insensitive = ['visits']",
        );
    let two = "k = 3\np = 2\nl = { distinct = 2 }\nt = 0.7\nsuppression = 0.3";
    let confirmed = |lines: &str| {
        people()
            .but("'visits']", "'visits', 'name']")
            .but("identifier = ['name']", "identifier = []")
            .and("roles", lines)
    };
    vec![
        several
            .named("roles/two-sensitive")
            .with("require", two)
            .release(),
        several
            .named("roles/two-sensitive-mondrian")
            .with("require", two)
            .with("method", &method("mondrian"))
            .release(),
        people()
            .named("roles/others")
            .but(
                "insensitive = ['grade', 'visits']",
                "others = 'insensitive'",
            )
            .release(),
        confirmed("confirmed = ['name']")
            .named("roles/confirmed")
            .release(),
        confirmed("confirmed = { name = 'asked for by the clinic' }")
            .named("roles/confirmed-with-reason")
            .release(),
        people()
            .named("roles/undecided")
            .but("'grade', ", "")
            .check()
            .run("sweep recipe.toml --vary k=2..3")
            .run("risk recipe.toml")
            .release(),
        people()
            .named("roles/named-undecided")
            .but(
                "insensitive = ['grade', 'visits']",
                "others = 'insensitive'\nundecided = ['grade']",
            )
            .check()
            .release(),
        people()
            .named("roles/no-identifier")
            .but("identifier = ['name']\n", "")
            .but("'admitted']", "'admitted', 'name']")
            .with("require", "k = 10")
            .release(),
        people()
            .named("roles/one-quasi")
            .with(
                "roles",
                "identifier = ['name']\nquasi = ['job']\n\
             others = 'insensitive'\nsensitive = ['diagnosis']\n\
             confirmed = ['admitted']",
            )
            .with("hierarchies", "job = 'jobs.csv'")
            .with("require", "k = 2")
            .release(),
    ]
}

/// How a release is written, and what is written beside it.
fn written() -> Vec<Case> {
    let context = "title = 'Admissions <2025>'\nrecipient = 'Institute'\naccess = 'on request'\n\
                   conditions = 'no linking'\nreview_date = '2027-05-31'\nsigned_by = 'A. Officer'\n\
                   scenario = 'a neighbour'\nthresholds = 'as last year'";
    let base = people().with("require", "k = 4\nsuppression = 0.05");
    let mut cases = vec![
        base.named("written/not-shuffled")
            .with("release", "shuffle = false")
            .release(),
        base.named("written/parquet")
            .with("release", "format = 'parquet'")
            .release()
            .run("verify out --json"),
        base.named("written/parquet-not-shuffled")
            .with("release", "format = 'parquet'\nshuffle = false")
            .release(),
        base.named("written/report")
            .with("report", context)
            .release(),
        base.named("written/report-public")
            .with("report", context)
            .and("report", "public = true")
            .release(),
        base.named("written/in-words")
            .run("release recipe.toml --out out"),
        base.named("written/seed")
            .and("method", "seed = 77")
            .release(),
        base.named("written/all")
            .with("release", "mapping = true\nsql = true")
            .release(),
        base.named("written/asked-for")
            .run("release recipe.toml --out out --mapping --sql"),
        base.named("written/nothing-decided")
            .with("method", "")
            .release(),
        base.named("written/in-an-empty-folder")
            .file("out/.x", "")
            .remove("out/.x")
            .release(),
        base.named("written/again")
            .release()
            .release()
            .run("release recipe.toml --out other"),
    ];
    for name in [
        "none",
        "levels",
        "hash-table",
        "samarati",
        "incognito",
        "decomposition",
        "mondrian",
        "mdav",
    ] {
        let base = if name == "none" {
            coarse().and("require", "suppression = 0.2")
        } else {
            base.clone()
        };
        let case = base.named(&format!("written/sql-{name}"));
        let case = case.with("method", &told(name));
        cases.push(case.with("release", "sql = true\nmapping = true").release());
    }
    let some = "name = 'levels'\nlevels = { age = 3, zip = 4, sex = 1, job = 1, admitted = 4 }";
    cases.push(
        base.named("written/sql-left-out-by-name")
            .with("require", "k = 2\np_plus = 2\nsuppression = 0.6")
            .with("release", "sql = true")
            .with("method", some)
            .release(),
    );
    // Ranges of whole numbers, decimals and dates, as they are and rounded.
    for way in [
        "local-recoding",
        "mondrian",
        "mondrian-relaxed",
        "tds",
        "k-member",
        "refined",
        "optimal",
    ] {
        for (of, base) in [("people", &base), ("bodies", &bodies())] {
            let case = base.with("method", &method(way));
            let name = format!("written/ranges-{way}");
            if of == "bodies" {
                cases.push(case.named(&name).release());
            }
            let case = case.named(&format!("{name}-round"));
            let case = case.with("release", "ranges = 'round'\nmapping = true");
            cases.push(case.release().run("verify out"));
        }
    }
    cases
}
