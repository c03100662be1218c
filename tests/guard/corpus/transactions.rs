//! Baskets in all layouts: every method with every promise.

use super::{baskets, method};
use crate::case::Case;
use crate::data;

const METHODS: [&str; 7] = ["none", "hghs", "mhghs", "aa", "mm", "lg", "refined"];

const PROMISES: [(&str, &str); 5] = [
    ("m-1", "k = 4\nm = 1"),
    ("m-2", "k = 3\nm = 2"),
    ("all-items", "k = 2\nm = 'inf'"),
    ("duplicates", "k = 3\nduplicates = true"),
    ("coherence", "k = 3\np = 2\nh = 0.6"),
];

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for name in METHODS {
        for (promise, require) in PROMISES {
            let case = baskets()
                .named(&format!("{name}/{promise}"))
                .with("require", require);
            let case = case.with("method", &method(name));
            let case = match promise {
                "coherence" => case.with("roles", "private_items = ['test', 'pills']"),
                _ => case,
            };
            cases.push(case.release().run("verify out --json"));
        }
    }
    cases.extend(layouts());
    cases.extend(taxonomies());
    cases.extend(settings());
    cases
}

fn layouts() -> Vec<Case> {
    let from = |name: &str, file: &str, contents: String, lines: &str| {
        let data = format!("path = '{file}'\nkind = 'transactions'\n{lines}");
        baskets()
            .named(&format!("layout/{name}"))
            .file(file, contents)
            .with("data", &data)
    };
    let long = data::long_transactions(80).text(",");
    let list = data::listed_transactions(80);
    let sets = [
        from(
            "baskets-found-out",
            "baskets.dat",
            data::transaction_lines(80, " "),
            "",
        ),
        from(
            "commas",
            "b.csv",
            data::transaction_lines(80, ","),
            "layout = 'basket'\nseparator = ','",
        ),
        from(
            "long",
            "long.csv",
            long.clone(),
            "layout = 'long'\ncolumns = ['tid', 'item']",
        ),
        from("long-found-out", "long.csv", long, "layout = 'long'"),
        from(
            "list",
            "list.csv",
            list.text(";"),
            "layout = 'list'\ncolumn = 'items'\nseparator = ','",
        ),
        from(
            "list-tabs",
            "list.tsv",
            list.text("\t"),
            "layout = 'list'\ncolumn = 'items'",
        ),
        from(
            "empty-lines",
            "gaps.dat",
            "ale milk\n\nale milk\nbun\n\nbun ale\nbun\n".repeat(6),
            "layout = 'basket'",
        ),
        from(
            "twice",
            "twice.dat",
            "ale ale milk\nmilk ale\nbun bun\nbun\n".repeat(4),
            "layout = 'basket'",
        ),
    ];
    let mut cases = Vec::new();
    for set in sets {
        cases.push(set.named("csv").release().run("verify out"));
        if !set.name.ends_with("found-out") {
            let lines = "format = 'parquet'\nmapping = true";
            cases.push(
                set.named("parquet")
                    .with("release", lines)
                    .release()
                    .run("verify out"),
            );
        }
    }
    cases
}

fn taxonomies() -> Vec<Case> {
    let named = |name: &str, lines: &str| {
        let case = baskets()
            .named(&format!("taxonomy/{name}"))
            .file("lines.csv", data::taxonomy_lines());
        case.with("hierarchies", lines)
    };
    let mut cases = Vec::new();
    for (name, lines) in [
        ("none", ""),
        ("fan", "items = { fan = 3 }"),
        ("lines", "items = 'lines.csv'"),
    ] {
        for way in ["hghs", "aa", "lg", "refined"] {
            cases.push(
                named(&format!("{name}-{way}"), lines)
                    .with("method", &method(way))
                    .release(),
            );
        }
    }
    let spaced = data::TAXONOMY
        .replace("drugstore", "drug store")
        .replace("dairy", "milk, cheese");
    cases.push(
        baskets()
            .named("taxonomy/separators-in-names")
            .file("taxonomy.csv", spaced)
            .with("method", &method("aa"))
            .release()
            .run("verify out"),
    );
    cases
}

fn settings() -> Vec<Case> {
    let private = baskets()
        .with("roles", "private_items = ['pills']")
        .with("require", "k = 2\np = 1\nh = 0.3");
    vec![
        baskets()
            .named("refined/exclusive")
            .and("method", "exclusive = true")
            .release(),
        baskets()
            .named("refined/no-effort")
            .with("method", "name = 'refined'\neffort = 0")
            .release(),
        baskets()
            .named("refined/seed-8")
            .and("method", "seed = 8")
            .release(),
        private.named("refined/strict-h").release(),
        private
            .named("mm/strict-h")
            .with("method", &method("mm"))
            .release()
            .run("verify out"),
        baskets()
            .named("lg/k-m-alone")
            .with("method", &method("lg"))
            .with("require", "k = 5\nm = 3")
            .release(),
        baskets()
            .named("written/not-shuffled")
            .with("release", "shuffle = false")
            .release(),
        baskets()
            .named("written/mapping")
            .with("release", "mapping = true")
            .release(),
        baskets()
            .named("written/in-words")
            .run("release recipe.toml --out out --mapping"),
        baskets()
            .named("written/cut-in-words")
            .with("method", &method("mhghs"))
            .run("release recipe.toml --out out"),
        baskets()
            .named("written/report")
            .with(
                "report",
                "title = 'Baskets'\npublic = true\nthresholds = 'k of 3'",
            )
            .release(),
        baskets()
            .named("written/escaped")
            .file(
                "baskets.dat",
                "=ale milk\n=ale bun\nmilk =ale\nbun\n".repeat(5),
            )
            .without("hierarchies")
            .with("release", "escape_formulas = true")
            .release()
            .run("verify out"),
        baskets()
            .named("written/formulas")
            .file(
                "baskets.dat",
                "=ale milk\n=ale bun\nmilk =ale\nbun\n".repeat(5),
            )
            .without("hierarchies")
            .run("release recipe.toml --out out"),
    ]
}
