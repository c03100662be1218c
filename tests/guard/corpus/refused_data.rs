//! Files that are not what they should be: each is told with its place, and nothing appears.

use super::{baskets, bodies, people, stars, survey};
use crate::case::Case;
use crate::data;

pub fn cases() -> Vec<Case> {
    [tables(), ratings(), transactions(), numbers(), known()].concat()
}

fn asked(base: &Case, name: &str, file: &str, contents: impl Into<Vec<u8>>) -> Case {
    let case = base.named(&format!("bad-data/{name}")).file(file, contents);
    case.run("check recipe.toml")
        .run("release recipe.toml --out out")
}

fn tables() -> Vec<Case> {
    let good = data::people(30).text(",");
    let at = |line: usize, old: &str, new: &str| -> String {
        let lines = good.lines().enumerate();
        lines
            .map(|(number, text)| match number == line {
                true => text.replacen(old, new, 1) + "\n",
                false => text.to_owned() + "\n",
            })
            .collect()
    };
    let with = |name: &str, contents: Vec<u8>| asked(&people(), name, "people.csv", contents);
    let mut elf = b"\x7fELF\x02\x01\x01\x00\x00\x00".to_vec();
    elf.extend((0..2048u32).map(|number| (number * 7 % 256) as u8));
    let packed = data::packed(&good);
    let wide: Vec<String> = (0..10_000).map(|at| format!("c{at}")).collect();
    let mut all = vec![
        with("empty", Vec::new()),
        with(
            "header-alone",
            b"name,age,zip,sex,job,admitted,diagnosis,grade,visits\n".to_vec(),
        ),
        with("short-line", at(4, ",", ";").into()),
        with("long-line", at(4, ",", ",,").into()),
        with("open-quote", at(7, "P", "\"P").into()),
        with("letters-behind-quote", at(7, "P006", "\"P\"006").into()),
        with("binary", elf),
        with("zero-byte", at(3, "P", "P\0").into()),
        with("twin-columns", at(0, "zip", "age").into()),
        with("twin-columns-by-space", at(0, "zip", " age").into()),
        with("nameless-column", at(0, "zip", "").into()),
        with(
            "many-columns",
            format!("{}\n{}\n", wide.join(","), vec!["1"; 10_000].join(",")).into(),
        ),
        with(
            "one-record",
            good.lines()
                .take(2)
                .map(|line| line.to_owned() + "\n")
                .collect::<String>()
                .into(),
        ),
        with(
            "no-utf-8",
            [
                good.as_bytes(),
                b"P\xff\xfe,1,2,f,cook,2021-01-01,flu,1,1\n",
            ]
            .concat(),
        ),
        asked(
            &people().but("people.csv", "people.csv.gz"),
            "cut-off",
            "people.csv.gz",
            &packed[..packed.len() / 2],
        ),
        asked(
            &people().but("people.csv", "people.parquet"),
            "no-parquet",
            "people.parquet",
            good.clone(),
        ),
        asked(
            &people().but("people.csv", "people.parquet"),
            "half-parquet",
            "people.parquet",
            b"PAR1....".to_vec(),
        ),
        asked(
            &people(),
            "job-outside-its-hierarchy",
            "people.csv",
            good.replace("judge", "jury"),
        ),
        asked(
            &people(),
            "age-is-no-number",
            "people.csv",
            at(9, &good.lines().nth(9).unwrap_or_default()[5..7], "old"),
        ),
        asked(&people(), "no-date", "people.csv", at(5, "-", "/x/")),
        asked(
            &people().with("require", "p_plus = 2"),
            "diagnosis-without-category",
            "people.csv",
            good.replace("flu", "gout"),
        ),
        asked(
            &people(),
            "missing-column",
            "people.csv",
            good.replacen("admitted", "admission", 1),
        ),
        asked(
            &people().and("data", "delimiter = ';'"),
            "other-delimiter",
            "people.csv",
            good.clone(),
        ),
        asked(
            &people().and("data", "encoding = 'utf-8'"),
            "told-utf-8",
            "people.csv",
            data::latin(&good.replace("cook", "K\u{f6}chin")),
        ),
    ];
    let in_batches = people().and("data", "batches = true");
    all.extend([
        asked(
            &in_batches,
            "batches-short-line",
            "people.csv",
            at(4, ",", ";"),
        ),
        asked(
            &in_batches,
            "batches-open-quote",
            "people.csv",
            at(7, "P", "\"P"),
        ),
        asked(&in_batches, "batches-empty", "people.csv", ""),
        asked(
            &in_batches,
            "batches-outside",
            "people.csv",
            good.replace("judge", "jury"),
        ),
        asked(
            &in_batches.but("people.csv", "people.parquet"),
            "batches-no-parquet",
            "people.parquet",
            good.clone(),
        ),
        asked(
            &in_batches.with("roles", "others = 'insensitive'"),
            "batches-nothing-to-count",
            "people.csv",
            good.clone(),
        ),
    ]);
    all
}

fn ratings() -> Vec<Case> {
    let good = data::survey(60).text(",");
    let long = data::stars(40).text(",");
    let wide = |name: &str, text: String| asked(&survey(), name, "survey.csv", text);
    let rows = |name: &str, text: String| asked(&stars(), name, "stars.csv", text);
    let first = long.lines().nth(1).unwrap_or_default().to_owned() + "\n";
    vec![
        wide("outside-the-scale", good.clone() + "u60,9,1,1,1,1,1\n"),
        wide("between-points", good.clone() + "u60,2.5,1,1,1,1,1\n"),
        wide("word", good.clone() + "u60,nice,1,1,1,1,1\n"),
        wide("nobody", "person,food,income\n".to_owned()),
        wide(
            "no-sensitive-rating",
            "person,food,sport,income\na,1,2,\nb,1,2,\n".to_owned(),
        ),
        asked(
            &survey().with("require", "k = 2\nepsilon = 1\nl_sd = 0.5"),
            "no-spread",
            "survey.csv",
            "person,food,sport,income\na,1,2,\nb,1,2,\n",
        ),
        wide(
            "no-ratings",
            "person,name,income\na,x,y\nb,x,z\n".to_owned(),
        ),
        wide("empty", String::new()),
        wide("missing-column", good.replacen("income", "salary", 1)),
        rows("outside-the-scale", long.clone() + "u1,Alien2,7\n"),
        rows("twice", long.clone() + &first),
        rows("no-person", long.clone() + ",Alien,1\n"),
        rows("no-issue", long.clone() + "u99,,1\n"),
        rows("no-rating", long.clone() + "u99,Alien,\n"),
        rows("word", long.clone() + "u99,Alien,nice\n"),
        rows("short-line", long.clone() + "u99,Alien\n"),
        rows("header-alone", "user,film,stars\n".to_owned()),
    ]
}

fn transactions() -> Vec<Case> {
    let long = "tid,item\nt0,ale\n,milk\n";
    let in_rows = baskets().with(
        "data",
        "path = 'long.csv'\nkind = 'transactions'\nlayout = 'long'",
    );
    let in_lists = baskets().with(
        "data",
        "path = 'list.csv'\nkind = 'transactions'\nlayout = 'list'\ncolumn = 'items'",
    );
    vec![
        asked(&baskets(), "empty", "baskets.dat", ""),
        asked(&baskets(), "blank", "baskets.dat", "\n\n\n"),
        asked(
            &baskets(),
            "unknown-item",
            "baskets.dat",
            data::transaction_lines(80, " ") + "gold ale\n",
        ),
        asked(
            &baskets(),
            "inner-node",
            "baskets.dat",
            data::transaction_lines(80, " ") + "food ale\n",
        ),
        asked(&baskets(), "zero-byte", "baskets.dat", "ale\0 milk\n"),
        asked(
            &baskets().and("data", "separator = ','"),
            "other-separator",
            "baskets.dat",
            data::transaction_lines(80, " "),
        ),
        asked(&in_rows, "no-basket", "long.csv", long),
        asked(&in_rows, "no-items", "long.csv", "tid,item\nt0,\nt1,\n"),
        asked(&in_rows, "one-column", "long.csv", "tid\nt0\n"),
        asked(
            &in_rows.and("data", "columns = ['tid', 'thing']"),
            "unknown-column",
            "long.csv",
            "tid,item\nt0,ale\n",
        ),
        asked(
            &in_rows.and("data", "columns = ['tid']"),
            "one-name",
            "long.csv",
            "tid,item\nt0,ale\n",
        ),
        asked(&in_lists, "no-list", "list.csv", "tid,things\nt0,ale\n"),
        asked(&in_lists, "empty-lists", "list.csv", "tid,items\nt0,\n"),
    ]
}

/// What microaggregation cannot be made of.
fn numbers() -> Vec<Case> {
    let head = "height,weight,income,born,town,smokes\n";
    let row = |weight: &str, born: &str| format!("170,{weight},2000,{born},Ulm,never\n");
    let with = |name: &str, odd: String| {
        let text = head.to_owned() + &row("70.5", "1970-01-01").repeat(7) + &odd;
        asked(&bodies(), name, "bodies.csv", text)
    };
    vec![
        with("missing-number", row("", "1970-01-01")),
        with("mixed", row("heavy", "1970-01-01")),
        with("infinite", row("1e999", "1970-01-01")),
        with("mixed-dates", row("71", "yesterday")),
        with("missing-date", row("71", "")),
        asked(
            &bodies(),
            "all-missing",
            "bodies.csv",
            head.to_owned() + &row("", "1970-01-01").repeat(8),
        ),
        asked(
            &bodies(),
            "all-equal",
            "bodies.csv",
            head.to_owned() + &row("70", "1970-01-01").repeat(8),
        ),
        asked(
            &bodies(),
            "too-few",
            "bodies.csv",
            head.to_owned() + &row("70", "1970-01-01").repeat(3),
        ),
    ]
}

fn known() -> Vec<Case> {
    let with = |name: &str, contents: &str| {
        let case = people()
            .named(&format!("bad-data/known-{name}"))
            .file("known.csv", contents);
        case.run("attack recipe.toml --known known.csv")
            .run("risk recipe.toml --population known.csv")
    };
    vec![
        with("empty", ""),
        with("short-line", "age,zip\n30\n"),
        with("header-alone", "age,zip\n"),
    ]
}
