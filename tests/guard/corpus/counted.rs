//! People and households that have several records.

use super::coarse;
use crate::case::Case;
use crate::data;

/// The coarse people, of whom three records each are those of one person, and some people live together.
fn visits() -> Case {
    let text = data::people(120).text(",");
    let mut visits = String::new();
    for (row, line) in text.lines().enumerate() {
        let (_, rest) = line.split_once(',').expect("a record has several cells");
        visits += &match row.checked_sub(1) {
            None => format!("name,house,{rest}\n"),
            Some(row) if row % 10 == 3 => format!("p{},,{rest}\n", row * 7 % 45),
            Some(row) => format!("p{},h{},{rest}\n", row * 7 % 45, row * 7 % 45 % 30),
        };
    }
    coarse()
        .renamed("counted")
        .file("people.csv", visits)
        .but(
            "identifier = ['name']",
            "person = 'name'\nidentifier = ['house']",
        )
        .with("require", "k = 3\nsuppression = 0.3")
}

pub fn cases() -> Vec<Case> {
    let visits = visits();
    let households = visits
        .but("identifier = ['house']", "group = 'house'")
        .renamed("counted-groups");
    let mut cases = vec![
        visits.named("check").check().run("check recipe.toml"),
        households.named("check").check().run("check recipe.toml"),
        visits
            .named("solve")
            .with(
                "require",
                "k = '?'\nl = { distinct = '?' }\nsuppression = 0.3",
            )
            .run("solve recipe.toml --json"),
        visits
            .named("risk")
            .run("risk recipe.toml --json")
            .run("risk recipe.toml"),
        visits
            .named("ordered")
            .but("sensitive = ['diagnosis']", "sensitive = ['grade']")
            .but("'grade', 'visits'", "'diagnosis', 'visits'")
            .with("require", "k = 2\nt = 0.5")
            .check(),
        visits
            .named("pool")
            .release()
            .run("release recipe.toml --out again")
            .run("pool out again"),
        visits
            .named("two-keys")
            .but("person = 'name'", "person = ['name', 'house']")
            .but("identifier = ['house']", "identifier = []")
            .check(),
    ];
    for method in [
        "optimal",
        "samarati",
        "mondrian",
        "local-recoding",
        "refined",
        "none",
    ] {
        for case in [&visits, &households] {
            cases.push(
                case.named(method)
                    .with("method", &format!("name = '{method}'"))
                    .release()
                    .run("verify out")
                    .run("verify out --json"),
            );
        }
    }
    for (name, promise) in [
        ("distinct", "l = { distinct = 2 }"),
        ("entropy", "l = { entropy = 1.4 }"),
        ("recursive", "l = { recursive = [3.0, 2] }"),
        ("p-plus", "p_plus = 2"),
        ("alpha", "alpha = 0.5"),
        ("beta", "beta = 2.0"),
        ("t", "t = 0.6"),
    ] {
        cases.push(
            visits
                .named(name)
                .with("require", &format!("k = 2\n{promise}\nsuppression = 0.3"))
                .check()
                .release()
                .run("verify out --json"),
        );
    }
    cases
}
