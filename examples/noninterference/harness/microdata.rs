//! Tables of people, with all methods, promises and rules of hierarchies.

use super::case::{Case, How, ending};
use super::chance::Chance;
use super::data::{Data, Records};
use super::grid::{Column, Grid};
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;

pub const METHODS: [MethodName; 17] = [
    MethodName::None,
    MethodName::Levels,
    MethodName::Optimal,
    MethodName::HashTable,
    MethodName::Samarati,
    MethodName::Incognito,
    MethodName::LocalRecoding,
    MethodName::Mondrian,
    MethodName::MondrianRelaxed,
    MethodName::Tds,
    MethodName::KMember,
    MethodName::Refined,
    MethodName::Decomposition,
    MethodName::Mdav,
    MethodName::VMdav,
    MethodName::ApproximateMdav,
    MethodName::RefinedMdav,
];

const ILLNESSES: [&str; 7] = ["flu", "cold", "asthma", "=1+1", "'=1+1", "HIV", "pest"];

fn texts<T: ToString>(values: impl IntoIterator<Item = T>) -> Vec<String> {
    values.into_iter().map(|value| value.to_string()).collect()
}

fn column(name: &'static str, usual: usize, pool: Vec<String>) -> Column {
    Column {
        name,
        is_identifier: false,
        is_recoded: true,
        pool,
        usual,
    }
}

/// Quasi-identifiers that a table may have, each with the rules that may make a hierarchy of it.
fn quasi(name: &'static str) -> (Column, &'static [&'static str]) {
    match name {
        "age" => (
            column(name, 14, texts((20..34).chain([61, 64, 88, 97]))),
            &[
                "{ intervals = [5, 20] }",
                "{ intervals = [5, 20], low = 21, high = 60 }",
                "{ cuts = [[25, 30, 60], [30]] }",
                "{ order = [2, 4] }",
                "{ balanced = [4, 2] }",
                "{ frequency = [2, 4] }",
                "{ fan = 3 }",
            ],
        ),
        "zip" => {
            let pool = [
                10115, 10117, 10119, 10245, 10247, 20095, 20097, 80331, 80333, 99084,
            ];
            (
                column(name, 8, texts(pool)),
                &[
                    "{ mask = 5 }",
                    "{ mask = 3 }",
                    "{ order = [3] }",
                    "{ fan = 2 }",
                ],
            )
        }
        "town" => (
            column(
                name,
                5,
                texts(["Aachen", "Bonn", "Celle", "Dachau", "Emden", "Fulda", "Zug"]),
            ),
            &[
                "{ order = [2, 4] }",
                "{ balanced = [3, 2] }",
                "{ frequency = [3] }",
                "{ fan = 2 }",
                "{ cuts = [[\"Celle\", \"E\"]] }",
                "{ mask = 2 }",
            ],
        ),
        "born" => {
            let pool = [
                "1999-12-30",
                "2000-01-02",
                "2000-01-20",
                "2000-02-03",
                "2001-05-05",
                "2001-05-06",
                "1931-01-01",
            ];
            (
                column(name, 6, texts(pool)),
                &[
                    "{ dates = [\"month\", \"year\"] }",
                    "{ order = [2] }",
                    "{ dates = [\"decade\"] }",
                ],
            )
        }
        _ => (
            column(
                name,
                9,
                texts([
                    10.5, 11.0, 12.25, 20.0, 21.5, 22.0, 30.0, 31.0, 32.5, 950.0, 9999.0,
                ]),
            ),
            &["{ intervals = [10, 100] }", "{ balanced = [3, 2] }"],
        ),
    }
}

/// `leaf;group;*` for the whole pool.
fn file_of(column: &Column) -> String {
    let line = |(at, leaf): (usize, &String)| format!("{leaf};group {};*\n", at / 3);
    column.pool.iter().enumerate().map(line).collect()
}

fn promise(chance: &mut Chance, k: usize) -> (String, bool) {
    let mut text = format!("k = {k}\n");
    let suppression = chance.pick(&[
        "",
        "suppression = 0.1\n",
        "suppression = 0.3\n",
        "suppression = 0.4\n",
        "suppression = 0.5\n",
    ]);
    text += suppression;
    let (more, needs_categories) = *chance.pick(&[
        ("", false),
        ("", false),
        ("", false),
        ("l = { distinct = 2 }\n", false),
        ("l = { entropy = 1.3 }\n", false),
        ("l = { recursive = [3.0, 2] }\n", false),
        ("p = 2\n", false),
        ("t = 0.5\n", false),
        ("p_plus = 2\n", true),
        ("alpha = 0.7\n", true),
    ]);
    text += more;
    (text, needs_categories)
}

fn settings(chance: &mut Chance, method: MethodName, named: &[&str]) -> String {
    let rounds = format!("effort = {}\n", chance.below(4));
    let sums = *chance.pick(&["", "keep_means = true\n", "decimals = 1\n"]);
    let mut text = match method {
        MethodName::Levels => {
            let levels: Vec<String> = named
                .iter()
                .map(|name| format!("{name} = {}", chance.below(3)))
                .collect();
            format!("levels = {{ {} }}\n", levels.join(", "))
        }
        MethodName::Optimal => {
            (*chance.pick(&["", "metric = \"dm\"\n", "metric = \"cavg\"\n"])).to_owned()
        }
        MethodName::LocalRecoding => (*chance.pick(&["", "suppress = true\n"])).to_owned(),
        MethodName::Refined => rounds,
        MethodName::RefinedMdav => rounds + sums,
        MethodName::Decomposition => format!("degree = 0.{}\n", chance.below(9)),
        MethodName::Mdav | MethodName::ApproximateMdav => sums.to_owned(),
        MethodName::VMdav => format!("gamma = 0.{}\n{sums}", chance.below(9)),
        _ => String::new(),
    };
    if method == MethodName::Tds && chance.percent(60) {
        text += "class = \"illness\"\n";
    }
    text
}

pub fn any(method: MethodName, chance: &mut Chance) -> Case {
    let mut names = ["age", "zip", "town", "born", "income"];
    chance.shuffle(&mut names);
    let names = &names[..1 + chance.below(3)];
    let mut columns = vec![Column {
        name: "name",
        is_identifier: true,
        is_recoded: false,
        pool: Vec::new(),
        usual: 0,
    }];
    let mut hierarchies = String::new();
    let mut others = Vec::new();
    let mut named = Vec::new();
    let wants_numbers = method.is_microaggregation();
    for &name in names {
        let (mut column, rules) = quasi(name);
        let rule = chance.below(rules.len() + if wants_numbers { 8 } else { 2 });
        match rules.get(rule) {
            Some(rule) => hierarchies += &format!("{name} = {rule}\n"),
            None if rule == rules.len() => {
                hierarchies += &format!("{name} = \"{name}.csv\"\n");
                others.push((format!("{name}.csv"), file_of(&column)));
            }
            None => {
                if chance.percent(20) {
                    column.pool.insert(0, String::new());
                }
            }
        }
        if rule <= rules.len() {
            named.push(name);
        }
        columns.push(column);
    }
    for mut column in [
        column("illness", 5, texts(ILLNESSES)),
        column("note", 3, texts(["yes", "", "no", "x,y", "-3", "-4"])),
    ] {
        column.is_recoded = false;
        columns.push(column);
    }
    let at = chance.below(columns.len());
    let last = columns.len() - 1;
    columns.swap(at, last);
    let records = 5 + chance.below(24);
    let grid = Grid::any(columns, records, chance);

    // Levels that nobody searched for reach little.
    let k = 1 + chance.below(if method == MethodName::Levels { 2 } else { 4 });
    let (require, needs_categories) = promise(chance, k);
    let is_shuffled = chance.percent(85);
    let how = match method {
        _ if method.works_from_counts() && chance.percent(25) => How::InBatches,
        MethodName::Decomposition if chance.percent(50) => How::Recipients,
        MethodName::Mondrian | MethodName::LocalRecoding if chance.percent(30) => {
            How::Methods(vec![method, MethodName::KMember])
        }
        _ => How::One,
    };
    let mut recipe = "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n".to_owned();
    if how == How::InBatches {
        recipe += "batches = true\n";
    }
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    recipe += &format!(
        "[roles]\nidentifier = [\"name\"]\nquasi = [{}]\nsensitive = [\"illness\"]\ninsensitive = [\"note\"]\n\
         confirmed = {{ note = \"few values\" }}\n",
        quoted.join(", ")
    );
    recipe += &format!("[hierarchies]\n{hierarchies}");
    if needs_categories {
        recipe += "[categories.illness]\norder = [[\"HIV\", \"pest\"], [\"asthma\", \"=1+1\"], [\"flu\", \"cold\", \"'=1+1\"]]\n";
    }
    recipe += &format!("[require]\n{require}");
    let recipients = match how {
        How::Recipients => {
            "[[recipients]]\nname = \"office\"\ntrust = 0.8\n[[recipients]]\nname = \"press\"\ntrust = 0.2\n"
        }
        _ => "",
    };
    let settings = settings(chance, method, &named);
    recipe += &ending(chance, method, &settings, is_shuffled, recipients);
    Case {
        kind: Kind::Microdata,
        method,
        data: Data::new(Records::Grid(grid)),
        file: "people.csv",
        recipe,
        others,
        how,
        is_shuffled,
        is_numbered: false,
    }
}
