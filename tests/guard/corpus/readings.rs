//! How files are read: delimiters, encodings, packed, Parquet, missing values, equal values, and in batches.

use super::{baskets, coarse, method, people, stars, survey};
use crate::case::Case;
use crate::data;

pub fn cases() -> Vec<Case> {
    [
        texts(),
        parquet(),
        excel(),
        types(),
        equal_values(),
        batches(),
    ]
    .concat()
}

fn texts() -> Vec<Case> {
    let table = data::people(120);
    let from = |name: &str, file: &str, contents: Vec<u8>, lines: &str| {
        let data = format!("path = '{file}'\n{lines}");
        let case = people().named(&format!("read/{name}")).file(file, contents);
        case.with("data", &data)
            .with("require", "k = 3\nsuppression = 0.05")
            .check()
            .release()
    };
    let umlauts = table
        .text(";")
        .replace("cook", "K\u{f6}chin")
        .replace("baker", "B\u{e4}cker");
    let jobs = data::JOBS
        .replace("cook", "K\u{f6}chin")
        .replace("baker", "B\u{e4}cker");
    let headless = table.body().text(",");
    let roles = "identifier = ['column1']\nquasi = ['column2', 'column3']\n\
             others = 'insensitive'\nconfirmed = ['column6']";
    let nulls = "nulls = ['nurse', 'NA', '?']";
    let mut cases = vec![
        from("tabs", "people.tsv", table.text("\t").into(), ""),
        from("semicolons", "people.txt", table.text(";").into(), ""),
        from(
            "bars-told",
            "people.csv",
            table.text("|").into(),
            "delimiter = '|'\nheader = true\nencoding = 'utf-8'",
        ),
        from(
            "packed",
            "people.csv.gz",
            data::packed(&table.text(",")),
            "",
        ),
        from(
            "mark-of-order",
            "people.csv",
            format!("\u{feff}{}", table.text(",")).into(),
            "",
        ),
        from(
            "carriage-returns",
            "people.csv",
            table.text(",").replace('\n', "\r\n").into(),
            "",
        ),
        from("nulls", "people.csv", table.text(",").into(), nulls),
        from(
            "mixed",
            "people.csv",
            table.text(",").replacen(",4", ",old", 3).into(),
            "",
        )
        .with("hierarchies", "zip = { mask = 5 }"),
        from("guessed", "people.csv", table.text(",").into(), ""),
        from("umlauts", "people.csv", umlauts.clone().into(), "").file("jobs.csv", jobs.clone()),
        from(
            "latin-1",
            "people.csv",
            data::latin(&umlauts),
            "encoding = 'latin-1'",
        )
        .file("jobs.csv", jobs.clone()),
        from("latin-1-found-out", "people.csv", data::latin(&umlauts), "").file("jobs.csv", jobs),
        from("headless", "people.csv", headless.into(), "header = false")
            .with("roles", roles)
            .without("hierarchies")
            .without("categories.diagnosis"),
    ];
    cases.push(
        people()
            .named("read/in-words")
            .with("data", "path = 'people.csv'")
            .run("check recipe.toml")
            .run("release recipe.toml --out out"),
    );
    cases.push(
        survey()
            .named("read/tabs")
            .file("survey.csv", data::survey(60).text("\t"))
            .release(),
    );
    cases.push(
        survey()
            .named("read/guessed")
            .with("data", "path = 'survey.csv'")
            .check(),
    );
    cases.push(
        stars()
            .named("read/packed")
            .file("stars.csv", data::packed(&data::stars(40).text(",")))
            .release(),
    );
    cases.push(
        stars()
            .named("read/unnamed")
            .file("stars.csv", data::stars(40).body().text("\t"))
            .with(
                "data",
                "path = 'stars.csv'\nkind = 'ratings'\nlayout = 'long'\nheader = false",
            )
            .check(),
    );
    cases.push(
        baskets()
            .named("read/packed")
            .file(
                "baskets.dat",
                data::packed(&data::transaction_lines(80, " ")),
            )
            .release(),
    );
    cases.push(
        baskets()
            .named("read/guessed")
            .with("data", "path = 'baskets.dat'")
            .check(),
    );
    cases
}

/// The program makes its own Parquet files: what was released is read again.
fn parquet() -> Vec<Case> {
    // What `first` releases as it stands is the data of `then`.
    let again = |first: Case, then: Case, data: &str| {
        let first = first
            .with("release", "format = 'parquet'\nshuffle = false")
            .with("method", &method("none"));
        then.named("read/parquet")
            .file("first.toml", first.recipe())
            .with("data", &format!("path = 'made/release.parquet'\n{data}"))
            .run("release first.toml --out made")
    };
    let as_it_is = people().with("require", "k = 1").with(
        "roles",
        "quasi = ['sex']\nothers = 'insensitive'\n\
         confirmed = ['name', 'admitted', 'age', 'zip', 'job', 'diagnosis', 'grade', 'visits']",
    );
    let as_it_is = as_it_is
        .without("hierarchies")
        .without("categories.diagnosis");
    let table = again(as_it_is, people(), "kind = 'microdata'");
    let close_enough = "k = 1\nepsilon = 2";
    let wide = survey().with("roles", "sensitive = ['income']");
    let list = "kind = 'transactions'\nlayout = 'list'\ncolumn = 'items'";
    let lists = baskets().file("list.csv", data::listed_transactions(80).text(";"));
    vec![
        table.named("to-csv").check().release(),
        table
            .named("to-parquet")
            .with("release", "format = 'parquet'")
            .release()
            .run("verify out"),
        table
            .named("in-batches")
            .and("data", "batches = true")
            .check()
            .release()
            .run("verify out"),
        again(
            survey().with("require", close_enough),
            wide,
            "kind = 'ratings'\nlayout = 'wide'\nscale = [1, 5]",
        )
        .check()
        .release(),
        again(
            stars().with("require", close_enough),
            stars(),
            "kind = 'ratings'\ncolumns = ['user', 'film', 'stars']\nscale = [0.5, 5, 0.5]",
        )
        .check()
        .release(),
        again(
            lists
                .with("data", &format!("path = 'list.csv'\n{list}"))
                .with("require", "k = 1\nm = 1"),
            lists,
            list,
        )
        .check()
        .release(),
    ]
}

/// The program makes its own workbooks too.
fn excel() -> Vec<Case> {
    let first = people()
        .with("require", "k = 1")
        .with(
            "roles",
            "quasi = ['sex']\nothers = 'insensitive'\n\
             confirmed = ['name', 'admitted', 'age', 'zip', 'job', 'diagnosis', 'grade', 'visits']",
        )
        .without("hierarchies")
        .without("categories.diagnosis")
        .with("release", "format = 'xlsx'\nshuffle = false")
        .with("method", &method("none"));
    let then = people()
        .named("read/excel")
        .file("first.toml", first.recipe())
        .run("release first.toml --out made");
    let from = |name: &str, lines: &str| {
        let data = format!("path = 'made/release.xlsx'\n{lines}");
        then.named(name).with("data", &data)
    };
    vec![
        from("to-csv", "").check().release(),
        from("to-excel", "sheet = 'Release'")
            .with("release", "format = 'xlsx'")
            .release()
            .run("verify out"),
        from("another-sheet", "sheet = 'Table1'").check(),
        from("in-batches", "batches = true").check(),
    ]
}

/// What somebody says that columns hold.
fn types() -> Vec<Case> {
    let with = |name: &str, lines: &str| {
        let data = format!("path = 'people.csv'\n{lines}");
        people().named(&format!("types/{name}")).with("data", &data)
    };
    vec![
        with("told", "types = { zip = 'text', age = 'whole' }")
            .check()
            .release(),
        with("unfit", "types = { job = 'decimal' }").check(),
        with(
            "unfit-missing",
            "types = { job = 'decimal' }\nunfit = 'missing'",
        )
        .check(),
        with("unknown", "types = { jobs = 'text' }").check(),
        with("no-type", "types = { job = 'number' }").check(),
        with("in-batches", "types = { job = 'text' }\nbatches = true").check(),
        dates("date-day-first", "types = { born = 'date-day-first' }")
            .check()
            .release()
            .run("verify out"),
        dates("date-month-first", "types = { born = 'date-month-first' }").check(),
        dates("date-without-order", "types = { born = 'date' }").check(),
        dates("date-unsaid", "").run("check recipe.toml"),
    ]
}

/// Days of birth as most of Europe writes them.
fn dates(name: &str, lines: &str) -> Case {
    let row = |row: usize| {
        format!(
            "{}/{:02}/19{},{}",
            1 + row % 28,
            1 + row % 12,
            60 + row % 9,
            row % 4
        )
    };
    let rows: Vec<String> = (0..60).map(row).collect();
    let text = format!("born,n\n{}\n", rows.join("\n"));
    Case::new("types")
        .named(name)
        .file("b.csv", text)
        .with("data", &format!("path = 'b.csv'\n{lines}"))
        .with("roles", "quasi = ['born']\nsensitive = ['n']")
        .with(
            "hierarchies",
            "born = { dates = ['month', 'year', 'decade'] }",
        )
        .with("require", "k = 2")
        .with("method", &method("mondrian"))
}

fn equal_values() -> Vec<Case> {
    let base = Case::new("spellings")
        .file("s.csv", data::spellings(80).text(","))
        .with("data", "path = 's.csv'\nkind = 'microdata'")
        .with(
            "roles",
            "quasi = ['size', 'day', 'place']\nsensitive = ['illness']\ninsensitive = ['remark']",
        )
        .with("require", "k = 2\nl = { distinct = 2 }\nsuppression = 0.5");
    let mut cases = vec![
        base.named("formulas").run("release recipe.toml --out out"),
        base.named("escaped")
            .with("release", "escape_formulas = true")
            .release()
            .run("verify out --json"),
        base.named("escaped-in-words")
            .with("release", "escape_formulas = true")
            .run("release recipe.toml --out out"),
        base.named("escaped-parquet")
            .with("release", "escape_formulas = true\nformat = 'parquet'")
            .release(),
        base.named("sql").with("release", "sql = true").release(),
        base.named("in-words").run("check recipe.toml"),
    ];
    for (name, fold) in [
        ("all", "{}"),
        ("no-numbers", "{ numbers = false }"),
        ("no-dates", "{ dates = false }"),
        ("no-texts", "{ texts = false }"),
        (
            "nothing",
            "{ numbers = false, dates = false, texts = false }",
        ),
    ] {
        let case = base
            .named(&format!("fold-{name}"))
            .and("data", &format!("fold = {fold}"));
        let case = match fold.contains("texts") {
            true => case.but("'place'", "' place'"),
            false => case,
        };
        cases.push(case.check().release().run("verify out"));
    }
    cases
}

/// As tables are read that are larger than the memory.
fn batches() -> Vec<Case> {
    let base = people().and("data", "batches = true");
    let few = coarse().and("data", "batches = true");
    let mut cases = Vec::new();
    for name in [
        "none",
        "levels",
        "optimal",
        "hash-table",
        "samarati",
        "incognito",
        "decomposition",
        "mondrian",
        "mdav",
    ] {
        let more = match name {
            "levels" => "\nlevels = { age = 4, zip = 3, sex = 1, job = 1, admitted = 4 }",
            _ => "",
        };
        let base = if name == "none" { &few } else { &base };
        let case = base
            .named(&format!("batches/{name}"))
            .with("method", &(method(name) + more));
        let case = case.with("require", "k = 3\nl = { distinct = 2 }\nsuppression = 0.3");
        cases.push(case.check().release().run("verify out"));
    }
    let left_out = base.with("require", "k = 4\nt = 0.5\np_plus = 2\nsuppression = 0.1");
    cases.extend([
        left_out
            .named("batches/not-shuffled")
            .with("release", "shuffle = false")
            .release(),
        left_out
            .named("batches/parquet")
            .with("release", "format = 'parquet'")
            .release(),
        left_out
            .named("batches/mapping")
            .with("release", "mapping = true")
            .release(),
        left_out
            .named("batches/sql")
            .with("release", "sql = true")
            .release(),
        left_out
            .named("batches/in-words")
            .run("check recipe.toml")
            .run("release recipe.toml --out out"),
        left_out
            .named("batches/solve")
            .with("require", "k = '?'\nt = '?'\nsuppression = 0.2")
            .run("solve recipe.toml --json"),
        left_out
            .named("batches/packed")
            .file("people.csv.gz", data::packed(&data::people(120).text(",")))
            .but("people.csv", "people.csv.gz")
            .release(),
        left_out
            .named("batches/methods")
            .run("release recipe.toml --out out --methods optimal,samarati"),
        left_out
            .named("batches/recipient")
            .run("release recipe.toml --out out --recipient Press"),
        left_out
            .named("batches/other-commands")
            .run("sweep recipe.toml --vary k=2..3")
            .run("risk recipe.toml")
            .run("attack recipe.toml --known people.csv"),
        left_out
            .named("batches/confirmed")
            .but("'visits']", "'visits', 'name']")
            .but("identifier = ['name']", "identifier = []")
            .release()
            .replace("recipe.toml", "[roles]", "[roles]\nconfirmed = ['name']")
            .release(),
        left_out
            .named("batches/undecided")
            .but("'grade', ", "")
            .check()
            .release(),
        left_out
            .named("batches/escaped")
            .with("release", "escape_formulas = true")
            .release(),
        left_out
            .named("batches/pooled")
            .run("release recipe.toml --out a")
            .run("release recipe.toml --out b")
            .run("pool a b"),
    ]);
    cases.push(
        survey()
            .named("batches")
            .and("data", "batches = true")
            .check(),
    );
    cases.push(
        baskets()
            .named("batches")
            .and("data", "batches = true")
            .check(),
    );
    cases
}
