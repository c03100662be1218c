//! Surveys, wide and long: every method, every way with missing ratings, every promise.

use super::{method, stars, survey};
use crate::case::Case;

const METHODS: [&str; 5] = ["none", "greedy", "graph", "clustered", "meeting-box"];

const PROMISES: [(&str, &str); 6] = [
    ("k", "k = 3\nepsilon = 1"),
    ("exact", "k = 2\nepsilon = 0"),
    ("left-out", "k = 4\nepsilon = 1\nsuppression = 0.1"),
    ("l", "k = 3\nepsilon = 2\nl_sd = 0.5"),
    (
        "l-zero",
        "k = 3\nepsilon = 1\nl_sd = 0.4\nsd_nulls = 'zero'\nsuppression = 0.2",
    ),
    (
        "l-nonnull",
        "k = 3\nepsilon = 1\nl_sd = 0.4\nsd_nulls = 'nonnull'",
    ),
];

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for name in METHODS {
        for (promise, require) in PROMISES {
            for kind in [survey(), stars()] {
                let is_short = kind.name == "stars" && name != "greedy";
                if is_short && !matches!(promise, "k" | "l") {
                    continue;
                }
                let case = kind
                    .named(&format!("{name}/{promise}"))
                    .with("require", require);
                let case = case.with("method", &method(name));
                cases.push(case.release().run("verify out --json"));
            }
        }
    }
    for name in &METHODS[1..] {
        for nulls in ["cheapest", "unrate", "fill"] {
            let lines = format!("{}\nnulls = '{nulls}'", method(name));
            let case = survey().named(&format!("{name}/{nulls}"));
            cases.push(case.with("method", &lines).release());
        }
    }
    cases.extend(settings());
    cases
}

fn settings() -> Vec<Case> {
    let mut cases = Vec::new();
    for engine in ["profile", "slicing", "pairwise"] {
        let lines = format!("{}\nengine = '{engine}'", method("none"));
        let case = survey()
            .named(&format!("engine-{engine}"))
            .with("method", &lines);
        let case = case.with("require", "k = 3\nepsilon = 1\nl_sd = 0.5");
        cases.push(case.check().run("check recipe.toml"));
    }
    for (name, lines) in [
        ("graph/keep-means", "name = 'graph'\nkeep_means = true"),
        ("meeting-box/no-effort", "name = 'meeting-box'\neffort = 0"),
        (
            "meeting-box/seed-4",
            "name = 'meeting-box'\neffort = 3\nseed = 4",
        ),
    ] {
        cases.push(survey().named(name).with("method", lines).release());
    }
    let layouts = [survey(), stars()].into_iter();
    cases.extend(layouts.flat_map(|kind| {
        let case = |name: &str, lines: &str| {
            kind.named(&format!("written/{name}"))
                .with("release", lines)
        };
        [
            case("not-shuffled", "shuffle = false").release(),
            case("parquet", "format = 'parquet'")
                .release()
                .run("verify out"),
            case("mapping", "mapping = true").release(),
            case("in-words", "").run("release recipe.toml --out out --mapping"),
            case("report", "")
                .with("report", "title = 'Tastes'\nscenario = 'a friend'")
                .release(),
        ]
    }));
    let scale = |name: &str, lines: &str| {
        let data = format!("path = 'survey.csv'\nkind = 'ratings'\n{lines}");
        survey()
            .named(&format!("scale/{name}"))
            .with("data", &data)
            .check()
            .release()
    };
    cases.extend([
        scale("found-out", ""),
        scale("wider", "scale = [0, 10]"),
        scale("rounded", "scale = [1, 5, 2]\nround = true"),
        scale("not-on-the-grid", "scale = [1, 5, 2]"),
        scale("narrower", "scale = [1, 4]"),
        scale("not-issues", "scale = [1, 5]\nnot_issues = ['books']"),
    ]);
    cases.push(
        survey()
            .named("no-sensitive")
            .with("roles", "identifier = ['person']")
            .release(),
    );
    cases.push(
        survey()
            .named("two-sensitive")
            .but("['income']", "['income', 'books']")
            .with("require", "k = 3\nepsilon = 1\nl_sd = 0.2")
            .release(),
    );
    cases.push(
        stars()
            .named("columns-found-out")
            .but("columns = ['user', 'film', 'stars']\n", "")
            .release(),
    );
    cases.push(
        stars()
            .named("scale-found-out")
            .but("\nscale = [0.5, 5, 0.5]", "")
            .release(),
    );
    cases
}
