//! The commands beside `release`: check, solve, sweep, risk, pool, verify, several releases at once, samples.

use super::{baskets, bodies, coarse, method, people, stars, survey};
use crate::case::Case;
use crate::data;

pub fn cases() -> Vec<Case> {
    [
        told(),
        samples(),
        checks(),
        solved(),
        swept(),
        risks(),
        several(),
        recipients(),
        pooled(),
        verified(),
        experiments(),
    ]
    .concat()
}

/// What the program says of itself.
fn told() -> Vec<Case> {
    let said = |name: &str, words: &str| Case::new(&format!("program/{name}")).run(words);
    let mut cases = vec![
        said("methods", "methods").run("methods --json"),
        said("help", "--help").run("help"),
        said("version", "--version"),
    ];
    for command in [
        "open",
        "sample",
        "methods",
        "prepare",
        "check",
        "solve",
        "release",
        "risk",
        "attack",
        "sweep",
        "experiment",
        "pool",
        "verify",
    ] {
        cases.push(said(
            &format!("help-{command}"),
            &format!("{command} --help"),
        ));
    }
    cases
}

/// The samples themselves, and what the recipes of the small ones come to.
fn samples() -> Vec<Case> {
    let mut cases = vec![Case::new("sample/list").run("sample")];
    for name in ["hospital", "lifestyle", "basket"] {
        cases.push(Case::new(&format!("sample/{name}")).run(&format!("sample {name} s")));
    }
    for name in [
        "thesis-2.1",
        "thesis-2.8",
        "thesis-3.1",
        "thesis-3.6",
        "thesis-4.1",
        "thesis-5.1",
        "thesis-5.2",
        "thesis-6.1",
        "thesis-6.2",
        "thesis-6.3",
        "thesis-7.1",
        "greedy-1",
        "graph-fig1",
        "graph-fig6",
        "graph-fig9",
        "graph-matrix3",
        "graph-matrix4",
        "graph-matrix5",
        "graph-matrix6",
        "paper-fig1",
    ] {
        let case = Case::new(&format!("sample/{name}")).run(&format!("sample {name} s"));
        let case = case
            .run("check s/recipe.toml")
            .run("release s/recipe.toml --out out")
            .run("verify out");
        cases.push(case.run("risk s/recipe.toml --released"));
    }
    cases
}

const MICRODATA: [(&str, &str); 11] = [
    ("k", "k = 2"),
    ("satisfied", "k = 1"),
    ("left-out", "k = 2\nsuppression = 0.5"),
    (
        "l",
        "k = 2\nl = { distinct = 2, entropy = 1.2, recursive = [2.0, 2] }\nsuppression = 0.9",
    ),
    ("p", "p = 2\np_plus = 2\nalpha = 0.7"),
    ("t", "t = 0.3"),
    ("t-left-out", "k = 2\nt = 0.3\nsuppression = 0.8"),
    ("beta", "beta = 1.5"),
    ("beta-left-out", "k = 2\nbeta = 1.5\nsuppression = 0.8"),
    ("impossible", "k = 121"),
    ("values", "p = 7"),
];

fn checks() -> Vec<Case> {
    let both = |case: Case| case.run("check recipe.toml").check();
    let mut cases = Vec::new();
    for (name, require) in MICRODATA {
        cases.push(both(
            people()
                .named(&format!("check/{name}"))
                .with("require", require),
        ));
        cases.push(both(
            coarse()
                .named(&format!("check/{name}"))
                .with("require", require),
        ));
    }
    for (name, require) in [
        ("k", "k = 2\nepsilon = 1"),
        ("l", "k = 2\nepsilon = 2\nl_sd = 0.8"),
        ("left-out", "k = 2\nepsilon = 1\nsuppression = 0.5"),
        ("impossible", "k = 99\nepsilon = 1"),
    ] {
        cases.push(both(
            survey()
                .named(&format!("check/{name}"))
                .with("require", require),
        ));
        cases.push(both(
            stars()
                .named(&format!("check/{name}"))
                .with("require", require),
        ));
    }
    for (name, require) in [
        ("m", "k = 2\nm = 3"),
        ("inf", "k = 2\nm = 'inf'"),
        ("duplicates", "k = 2\nduplicates = true"),
        ("coherence", "k = 2\np = 2\nh = 0.5"),
        ("m-and-duplicates", "k = 2\nm = 2\nduplicates = true"),
        ("impossible", "k = 81\nm = 1"),
    ] {
        let case = baskets()
            .named(&format!("check/{name}"))
            .with("require", require);
        cases.push(both(case.with("roles", "private_items = ['test']")));
    }
    cases
}

fn solved() -> Vec<Case> {
    let both = |case: Case| {
        case.run("solve recipe.toml")
            .run("solve recipe.toml --json")
    };
    let mut cases = Vec::new();
    for (name, require) in [
        ("k", "k = '?'"),
        ("k-left-out", "k = '?'\nsuppression = 0.1"),
        (
            "distinct",
            "k = 2\nl = { distinct = '?' }\nsuppression = 0.1",
        ),
        ("entropy", "l = { entropy = '?' }\nsuppression = 0.1"),
        (
            "recursive",
            "l = { recursive = ['?', 2] }\nsuppression = 0.1",
        ),
        ("p", "p = '?'\nk = 1"),
        (
            "p-plus-and-alpha",
            "p_plus = '?'\nalpha = '?'\nsuppression = 0.1",
        ),
        ("t", "t = '?'\nk = 2\nsuppression = 0.2"),
        ("beta", "beta = '?'\nk = 2\nsuppression = 0.2"),
        ("several", "k = '?'\np = '?'\nt = '?'\nsuppression = 0.1"),
        ("not-reached", "k = 100\np = '?'"),
    ] {
        cases.push(both(
            coarse()
                .named(&format!("solve/{name}"))
                .with("require", require),
        ));
    }
    for (name, require) in [
        ("k", "k = '?'\nepsilon = 1"),
        ("epsilon", "k = 2\nepsilon = '?'"),
        ("l", "k = 2\nepsilon = 2\nl_sd = '?'"),
        (
            "k-and-l",
            "k = '?'\nepsilon = 2\nl_sd = '?'\nsuppression = 0.2",
        ),
        (
            "epsilon-left-out",
            "k = 4\nepsilon = '?'\nl_sd = 0.3\nsuppression = 0.1",
        ),
    ] {
        cases.push(both(
            survey()
                .named(&format!("solve/{name}"))
                .with("require", require),
        ));
        cases.push(both(
            stars()
                .named(&format!("solve/{name}"))
                .with("require", require),
        ));
    }
    for (name, require) in [
        ("k", "k = '?'\nm = 2"),
        ("m", "k = 2\nm = '?'"),
        ("k-and-m", "k = '?'\nm = '?'"),
        ("h", "k = 1\np = 2\nh = '?'"),
        ("p", "k = 1\np = '?'\nh = 0.9"),
        ("duplicates", "k = '?'\nduplicates = true"),
    ] {
        let case = baskets()
            .named(&format!("solve/{name}"))
            .with("require", require);
        cases.push(both(case.with("roles", "private_items = ['test']")));
    }
    cases
}

fn swept() -> Vec<Case> {
    let forms = |case: Case, words: &str| {
        ["", " --json", " --csv"].iter().fold(case, |case, form| {
            case.run(&format!("sweep recipe.toml {words}{form}"))
        })
    };
    let purposes = "study = { most = 'age', least = 'sex' }";
    let trusting = people().with("purposes", purposes).with(
        "method",
        "name = 'decomposition'\ndegree = 0.2\npurpose = 'study'",
    );
    let private = baskets()
        .with("roles", "private_items = ['test']")
        .with("require", "k = 2\np = 1\nh = 0.5")
        .with("method", &method("mm"));
    vec![
        forms(people().named("sweep/k"), "--vary k=2..5"),
        forms(
            people().named("sweep/methods"),
            "--vary k=3,8 --methods none,optimal,mondrian,k-member",
        ),
        forms(
            people().named("sweep/left-out"),
            "--vary suppression=0..0.2:0.1 --vary k=3,6",
        ),
        forms(
            people()
                .with("require", "k = 2\nl = { distinct = 2 }")
                .named("sweep/l"),
            "--vary l.distinct=2..5 --vary t=0.4,0.8",
        ),
        forms(
            people().named("sweep/entropy"),
            "--vary l.entropy=1..2.5:0.5",
        ),
        forms(
            people().named("sweep/categories"),
            "--vary p_plus=1..4 --vary alpha=0,0.5 --methods local-recoding",
        ),
        forms(
            people().named("sweep/p"),
            "--vary p=1..7:3 --methods samarati",
        ),
        forms(
            people().named("sweep/beta"),
            "--vary beta=0.5..2:0.5 --methods mondrian,optimal",
        ),
        forms(trusting.named("sweep/trust"), "--vary trust=0..1:0.25"),
        forms(
            trusting.named("sweep/degree"),
            "--vary degree=0..1:0.5 --vary k=2,9",
        ),
        forms(
            bodies().named("sweep/groups"),
            "--vary k=3,7 --methods mdav,v-mdav,approximate-mdav",
        ),
        forms(
            survey().named("sweep/k"),
            "--vary k=2..4 --methods greedy,graph,clustered",
        ),
        forms(
            survey().named("sweep/epsilon"),
            "--vary epsilon=0..2 --vary suppression=0,0.1 --methods none,greedy",
        ),
        forms(
            stars()
                .with("require", "k = 2\nepsilon = 1\nl_sd = 0.2")
                .named("sweep/l"),
            "--vary l_sd=0.1..0.5:0.2",
        ),
        forms(
            baskets().named("sweep/k"),
            "--vary k=2,5,90 --methods hghs,aa,mm,lg",
        ),
        forms(
            baskets().named("sweep/m"),
            "--vary m=1..3,inf --methods mhghs",
        ),
        forms(private.named("sweep/h"), "--vary h=0.2,0.8 --vary p=1..2"),
    ]
}

fn risks() -> Vec<Case> {
    let forms = |case: Case, words: &str| {
        case.run(&format!("risk recipe.toml {words}"))
            .run(&format!("risk recipe.toml {words} --json"))
    };
    let town = data::people(300)
        .columns(&["job", "age", "zip", "sex", "admitted"])
        .text(",");
    let with_town = people().file("town.csv", town);
    vec![
        forms(people().named("risk/as-they-stand"), ""),
        forms(
            people().named("risk/released"),
            "--released --threshold 0.1",
        ),
        forms(
            people()
                .with("method", &method("mondrian"))
                .named("risk/mondrian"),
            "--released --threshold 1",
        ),
        forms(
            people()
                .with("require", "k = 4\nsuppression = 0.2")
                .with("method", &method("none"))
                .named("risk/not-reached"),
            "--released",
        ),
        forms(
            with_town.named("risk/population"),
            "--population town.csv --released",
        ),
        forms(
            with_town
                .with("method", &method("local-recoding"))
                .named("risk/population-local"),
            "--population town.csv --released",
        ),
        forms(bodies().named("risk/groups"), "--released"),
        forms(survey().named("risk/as-they-stand"), ""),
        forms(
            survey().named("risk/released"),
            "--released --threshold 0.3",
        ),
        forms(stars().named("risk/released"), "--released"),
        forms(baskets().named("risk/as-they-stand"), ""),
        forms(baskets().named("risk/released"), "--released"),
        forms(
            baskets()
                .with("roles", "private_items = ['test']")
                .with("require", "k = 2\np = 2\nh = 0.5")
                .named("risk/private"),
            "--released",
        ),
    ]
}

/// A release for every method in one go.
fn several() -> Vec<Case> {
    vec![
        people()
            .named("methods/some")
            .with("require", "k = 4\nsuppression = 0.1")
            .run("release recipe.toml --out out --methods optimal,mondrian,none"),
        people()
            .named("methods/json")
            .run("release recipe.toml --out out --methods samarati,tds --json --mapping"),
        people()
            .named("methods/one-is-for-others")
            .run("release recipe.toml --out out --methods optimal,greedy,mdav --json"),
        people()
            .named("methods/sql")
            .run("release recipe.toml --out out --methods optimal,mondrian --sql"),
        people()
            .named("methods/twice")
            .run("release recipe.toml --out out --methods optimal,optimal"),
        people()
            .named("methods/in-the-way")
            .file("out/optimal/mine.txt", "mine")
            .run("release recipe.toml --out out --methods optimal,samarati"),
        survey()
            .named("methods/some")
            .run("release recipe.toml --out out --methods greedy,clustered,none"),
        baskets()
            .named("methods/some")
            .run("release recipe.toml --out out --methods aa,mm,lg,none --json"),
    ]
}

fn recipients() -> Vec<Case> {
    let base = people()
        .with(
            "purposes",
            "study = { most = 'age', least = 'sex' }\n\
             trips = { most = 'zip', least = 'job', between = ['age'] }",
        )
        .with(
            "method",
            "name = 'decomposition'\ntrust = 0.5\npurpose = 'study'",
        )
        .with("require", "k = 3\nsuppression = 0.1")
        .with(
            "[recipients]",
            "name = 'Health office'\ntrust = 0.9\n[[recipients]]\n\
             name = 'Press'\ntrust = 0.1\npurpose = 'trips'\n\
             [[recipients]]\nname = '\u{d6}ffentlich/alle'\ntrust = 0",
        );
    vec![
        base.named("recipients/one")
            .run("release recipe.toml --out out --recipient Press"),
        base.named("recipients/one-json").run_words(&[
            "release",
            "recipe.toml",
            "--out",
            "out",
            "--recipient",
            "Health office",
            "--json",
        ]),
        base.named("recipients/all")
            .run("release recipe.toml --out out --recipients")
            .run("pool out/Health-office out/Press"),
        base.named("recipients/all-json")
            .run("release recipe.toml --out out --recipients --json --mapping --sql"),
        base.named("recipients/nested")
            .run("release recipe.toml --out out --recipients --nested")
            .run("pool out/Health-office out/Press"),
        base.named("recipients/nested-one")
            .run("release recipe.toml --out out --recipient Press --nested --json"),
        base.named("recipients/nested-told")
            .with("release", "nested = true\nshuffle = false")
            .run("release recipe.toml --out out --recipients --json"),
        base.named("recipients/not-reached")
            .with("require", "k = 121")
            .run("release recipe.toml --out out --recipients"),
        base.named("recipients/none")
            .run("release recipe.toml --out out"),
        base.named("recipients/unknown")
            .run("release recipe.toml --out out --recipient Nobody"),
        base.named("recipients/nested-for-nobody")
            .run("release recipe.toml --out out --nested"),
        base.named("recipients/other-method")
            .with("method", &method("optimal"))
            .run("release recipe.toml --out out --recipients"),
        base.named("recipients/not-there")
            .without("[recipients]")
            .run("release recipe.toml --out out --recipients")
            .run("release recipe.toml --out out --recipient Press"),
    ]
}

fn pooled() -> Vec<Case> {
    let levels = |case: Case, file: &str, levels: &str| {
        case.with("method", &format!("name = 'levels'\nlevels = {levels}"))
            .save(file)
    };
    let two = levels(
        people().with(
            "require",
            "k = 2\nl = { distinct = 2 }\nt = 0.9\nsuppression = 0.4",
        ),
        "a.toml",
        "{ age = 3, zip = 5, sex = 1, job = 3, admitted = 3 }",
    );
    let two = levels(
        two,
        "b.toml",
        "{ age = 4, zip = 2, sex = 1, job = 2, admitted = 4 }",
    )
    .save("recipe.toml");
    let made = two
        .run("release a.toml --out a")
        .run("release b.toml --out b");
    let next = data::people(140).every(11, 100).text(",");
    let years = people()
        .file("next.csv", next)
        .and("roles", "confirmed = ['grade', 'visits']")
        .with("require", "k = 3\nsuppression = 0.1")
        .save("a.toml")
        .with("data", "path = 'next.csv'")
        .save("b.toml");
    let years = years
        .run("release a.toml --out a")
        .run("release b.toml --out b");
    let twice = |case: Case, first: &str, second: &str| {
        let case = case
            .with("method", first)
            .save("a.toml")
            .with("method", second)
            .save("b.toml");
        case.run("release a.toml --out a")
            .run("release b.toml --out b")
            .run("pool a b")
            .run("pool a b --json")
    };
    let private = baskets()
        .with("roles", "private_items = ['test']")
        .with("require", "k = 2\np = 2\nh = 0.9");
    vec![
        made.named("pool/two")
            .run("pool a b")
            .run("pool a b --json")
            .run("pool a.audit.json b"),
        twice(
            people().named("pool/local"),
            &method("mondrian"),
            &method("k-member"),
        ),
        twice(
            people().named("pool/all-promises").with(
                "require",
                "k = 3\np = 2\np_plus = 2\nalpha = 0.5\n\
             l = { entropy = 1.2, recursive = [9.0, 2] }\nt = 0.8\n\
             suppression = 0.2",
            ),
            &method("optimal"),
            &method("mondrian"),
        ),
        years.named("pool/other-data").run("pool a b"),
        years
            .named("pool/by-name")
            .run("pool a b --by name")
            .run("pool a b --by name --json"),
        years
            .named("pool/by-nothing")
            .run("pool a b --by street")
            .run("pool a b --by age")
            .run("pool a b --by job"),
        made.named("pool/changed")
            .replace("a/release.csv", "*", "+")
            .run("pool a b"),
        made.named("pool/same").run("pool a a").run("pool a"),
        made.named("pool/no-audit")
            .remove("a.audit.json")
            .run("pool a b"),
        made.named("pool/damaged")
            .replace("a.audit.json", "\"trace\"", "\"track\"")
            .run("pool a b"),
        twice(
            survey().named("pool/methods"),
            &method("greedy"),
            &method("clustered"),
        ),
        twice(
            survey()
                .named("pool/l")
                .with("require", "k = 3\nepsilon = 1\nl_sd = 0.2"),
            &method("graph"),
            &method("meeting-box"),
        ),
        twice(
            stars().named("pool/methods"),
            &method("greedy"),
            &method("graph"),
        ),
        twice(
            baskets().named("pool/methods"),
            &method("aa"),
            &method("hghs"),
        ),
        twice(
            baskets().named("pool/local"),
            &method("lg"),
            &method("refined"),
        ),
        twice(
            private.named("pool/private"),
            &method("mm"),
            &method("refined"),
        ),
        people()
            .named("pool/kinds")
            .run("release recipe.toml --out a")
            .file("survey.csv", data::survey(60).text(","))
            .file("s.toml", survey().recipe())
            .run("release s.toml --out b")
            .run("pool a b"),
    ]
}

/// What the checker says of a release that somebody laid hands on.
fn verified() -> Vec<Case> {
    let made = people()
        .with("require", "k = 3\nl = { distinct = 2 }\nsuppression = 0.2")
        .with("method", &method("mondrian"))
        .release();
    let told = |case: Case| case.run("verify out").run("verify out --json");
    vec![
        told(made.named("verify/as-it-is")),
        told(
            made.named("verify/cell")
                .replace("out/release.csv", "flu", "cold"),
        ),
        told(
            made.named("verify/header")
                .replace("out/release.csv", "diagnosis", "diagnose"),
        ),
        told(
            made.named("verify/report")
                .replace("out/report.html", "records", "people"),
        ),
        told(made.named("verify/edition").replace(
            "out/certificate.json",
            "\"certificate\": 2",
            "\"certificate\": 9",
        )),
        told(made.named("verify/unknown-key").replace(
            "out/certificate.json",
            "\"measured\"",
            "\"made up\"",
        )),
        told(
            made.named("verify/promise")
                .replace("out/certificate.json", "\"k\": 3", "\"k\": 30"),
        ),
        told(
            made.named("verify/metric")
                .replace("out/certificate.json", "\"dm\": ", "\"dm\": 1"),
        ),
        told(made.named("verify/no-report").remove("out/report.html")),
        told(made.named("verify/no-release").remove("out/release.csv")),
        told(
            made.named("verify/no-certificate")
                .remove("out/certificate.json"),
        ),
        Case::new("verify/no-folder").run("verify nowhere"),
        Case::new("verify/a-file")
            .file("out", "x")
            .run("verify out"),
        told(
            survey()
                .named("verify/cell")
                .release()
                .replace("out/release.csv", "3", "5"),
        ),
        told(
            stars()
                .named("verify/line")
                .release()
                .replace("out/release.csv", "Alien", "Diva"),
        ),
        told(
            baskets()
                .named("verify/item")
                .release()
                .replace("out/release.dat", "ale", "rye"),
        ),
    ]
}

/// Those whose answers do not tell of time.
fn experiments() -> Vec<Case> {
    let run = |base: Case, name: &str, words: &[&str]| {
        let case = base.named(&format!("experiment/{name}"));
        let experiment = |case: Case, words: &&str| case.run(&format!("experiment {words}"));
        words.iter().fold(case, experiment)
    };
    let similarity = [
        "similarity recipe.toml",
        "similarity recipe.toml --seed 2 --json",
    ];
    let loss_by_m = "transactions recipe.toml --figure loss-by-m --methods mm,aa,lg --k 3 --json";
    let loss_by_k = "transactions recipe.toml --figure loss-by-k --methods mhghs --m 2 --json";
    let unknown = [
        "transactions recipe.toml --figure nothing",
        "transactions recipe.toml --methods greedy",
    ];
    vec![
        run(people(), "similarity", &similarity),
        run(people(), "trust", &["trust recipe.toml --json"]),
        run(baskets(), "loss", &[loss_by_m, loss_by_k]),
        run(baskets(), "unknown", &unknown),
        run(
            survey(),
            "unknown",
            &["ratings recipe.toml --figure nothing"],
        ),
    ]
}
