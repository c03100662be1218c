//! Tables of people, with all methods, promises and rules of hierarchies.

use super::case::{Case, Ending, How};
use super::chance::Chance;
use super::data::{Data, Records};
use super::drawing::Drawing;
use super::grid::{Column, Grid};
use super::purposes::{self, Told};
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;

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
        "grade" => (
            column(
                name,
                5,
                texts(["1", "2", "2.5", "late", "3", "none", "17.25"]),
            ),
            &["{ order = [2, 4] }", "{ frequency = [3] }", "{ fan = 2 }"],
        ),
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

/// What is done before roles, which leaves every column where it is.
const PREPARED: [(&str, &str); 8] = [
    ("nothing", ""),
    ("nothing", ""),
    ("nothing", ""),
    ("nothing", ""),
    ("sorted", "[prepare]\nsql = \"SELECT * FROM data\"\n"),
    (
        "kept",
        "[[prepare.steps]]\nkeep = \"illness IS NOT NULL AND name <> 'nobody'\"\n",
    ),
    (
        "derived",
        "[[prepare.steps]]\nderive = \"name\"\nformula = \"name || '.'\"\n",
    ),
    ("sampled", "[[prepare.steps]]\nsample = 0.9\n"),
];

/// `leaf;group;*` for the whole pool.
fn lines_of(pool: &[String]) -> String {
    let line = |(at, leaf): (usize, &String)| format!("{leaf};group {};*\n", at / 3);
    pool.iter().enumerate().map(line).collect()
}

/// What everybody may know nothing of, and how it can be asked about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Secret {
    Words,
    Numbers,
    /// Numbers, and words where there is none.
    Mixed,
}

impl Secret {
    fn pool(self) -> Vec<String> {
        match self {
            Self::Words => texts(ILLNESSES),
            Self::Numbers => texts(["3", "4", "5", "7.5", "9", "1200", "0"]),
            Self::Mixed => texts(["3", "unknown", "5", "7.5", "-2", "1200", "none"]),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RestsOn {
    Nothing,
    Categories,
    Hierarchy,
}

/// What is asked for, and what of the sensitive column it rests on.
fn promise(drawing: &mut Drawing<'_>, k: usize, secret: Secret) -> (String, RestsOn) {
    let mut text = format!("k = {k}\n");
    let suppression = drawing.chance.pick(&[
        "",
        "suppression = 0.1\n",
        "suppression = 0.3\n",
        "suppression = 0.4\n",
        "suppression = 0.5\n",
    ]);
    text += suppression;
    let alone = ("k", "");
    let mut promises = vec![
        alone,
        alone,
        alone,
        ("distinct l", "l = { distinct = 2 }\n"),
        ("entropy l", "l = { entropy = 1.3 }\n"),
        ("recursive l", "l = { recursive = [3.0, 2] }\n"),
        ("p", "p = 2\n"),
        ("t", "t = 0.5\n"),
        ("beta", "beta = 1.5\n"),
        (
            "t, equal",
            "t = 0.6\n[require.illness]\ndistance = \"equal\"\n",
        ),
    ];
    if secret == Secret::Numbers {
        promises.push((
            "t, ordered",
            "t = 0.4\n[require.illness]\ndistance = \"ordered\"\n",
        ));
    }
    if secret == Secret::Words {
        promises.extend([
            ("p_plus", "p_plus = 2\n"),
            ("alpha", "alpha = 0.7\n"),
            (
                "t, hierarchy",
                "t = 0.5\n[require.illness]\ndistance = \"hierarchy\"\n",
            ),
        ]);
    }
    let more = drawing.pick("promise", &promises);
    text += more;
    let rests_on = if more.starts_with("p_plus") || more.starts_with("alpha") {
        RestsOn::Categories
    } else if more.contains("hierarchy") {
        RestsOn::Hierarchy
    } else {
        RestsOn::Nothing
    };
    (text, rests_on)
}

fn settings(drawing: &mut Drawing<'_>, method: MethodName, named: &[&str]) -> String {
    let chance = &mut *drawing.chance;
    let rounds = format!("effort = {}\n", chance.below(4));
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
        MethodName::Refined | MethodName::RefinedMdav => rounds,
        MethodName::VMdav => format!("gamma = 0.{}\n", chance.below(9)),
        _ => String::new(),
    };
    if method.is_microaggregation() {
        text += drawing.pick(
            "centres",
            &[
                ("means", ""),
                ("sums kept", "keep_means = true\n"),
                ("one decimal", "decimals = 1\n"),
                ("by hierarchy", "categories = \"hierarchy\"\n"),
                ("in blocks", "block = 8\n"),
            ],
        );
    }
    if method == MethodName::Tds && drawing.chance.percent(60) {
        text += "class = \"illness\"\n";
    }
    text
}

/// Which releases are made of a table.
fn how(method: MethodName, chance: &mut Chance) -> How {
    match method {
        _ if method.works_from_counts() && chance.percent(20) => How::InBatches,
        MethodName::Decomposition if chance.percent(60) => How::Recipients,
        MethodName::Decomposition if chance.percent(30) => How::Recipient("press"),
        MethodName::Decomposition => How::One,
        MethodName::KMember => super::case::several(method, MethodName::Mondrian, chance),
        _ => super::case::several(method, MethodName::KMember, chance),
    }
}

/// What is said of the columns that are released as they are.
const CONFIRMED: [(&str, &str); 5] = [
    (
        "with a reason",
        "insensitive = [\"note\", \"visits\"]\nconfirmed = { note = \"few values\" }\n",
    ),
    (
        "with reasons",
        "insensitive = [\"note\", \"visits\"]\n\
         confirmed = { note = \"asked for <by> the clinic & needed\", visits = \"counted \\\"only\\\"\" }\n",
    ),
    (
        "by name",
        "insensitive = [\"note\", \"visits\"]\nconfirmed = [\"visits\", \"note\"]\n",
    ),
    (
        "as others",
        "others = \"insensitive\"\nconfirmed = { visits = \"\", note = \"few values\" }\n",
    ),
    ("nothing", "insensitive = [\"note\", \"visits\"]\n"),
];

const FOLD: [(&str, &str); 7] = [
    ("everything", ""),
    ("everything", ""),
    ("everything", ""),
    ("no numbers", "fold = { numbers = false }\n"),
    ("no dates", "fold = { dates = false }\n"),
    ("no texts", "fold = { texts = false }\n"),
    (
        "nothing",
        "fold = { numbers = false, dates = false, texts = false }\n",
    ),
];

/// What the promises count, by a column of few names.
const COUNTED: [(&str, &str); 5] = [
    ("records", ""),
    ("records", ""),
    ("records", ""),
    ("people", "person = \"key\"\n"),
    ("groups", "group = \"key\"\n"),
];

/// Quasi-identifiers with their hierarchies.
struct Known {
    columns: Vec<Column>,
    hierarchies: String,
    /// Hierarchies from files.
    others: Vec<(String, String)>,
    /// Those that have a hierarchy.
    named: Vec<&'static str>,
}

fn known(names: &[&'static str], method: MethodName, chance: &mut Chance) -> Known {
    let mut known = Known {
        columns: Vec::new(),
        hierarchies: String::new(),
        others: Vec::new(),
        named: Vec::new(),
    };
    let wants_numbers = method.is_microaggregation();
    for &name in names {
        let (mut column, rules) = quasi(name);
        let rule = chance.below(rules.len() + if wants_numbers { 8 } else { 2 });
        match rules.get(rule) {
            Some(rule) => known.hierarchies += &format!("{name} = {rule}\n"),
            None if rule == rules.len() => {
                known.hierarchies += &format!("{name} = \"{name}.csv\"\n");
                let file = (format!("{name}.csv"), lines_of(&column.pool));
                known.others.push(file);
            }
            None => {
                if chance.percent(20) {
                    column.pool.insert(0, String::new());
                }
            }
        }
        if rule <= rules.len() {
            known.named.push(name);
        }
        known.columns.push(column);
    }
    known
}

/// A column for the names, those that are known, and those that are not recoded.
fn columns(known: Vec<Column>, secret: Secret, chance: &mut Chance) -> Vec<Column> {
    let mut columns = vec![Column {
        name: "name",
        is_identifier: true,
        is_recoded: false,
        pool: Vec::new(),
        usual: 0,
    }];
    columns.extend(known);
    for mut column in [
        column("illness", 5, secret.pool()),
        column("note", 3, texts(["yes", "", "no", "x,y", "-3", "-4"])),
        // Words, days and other spellings among numbers, perhaps of those alone who are left out.
        column(
            "visits",
            3,
            texts([
                "1",
                "2.0",
                "3",
                "12.5",
                "1000",
                "unknown",
                "1e3",
                "2024-1-31",
                "1,5",
            ]),
        ),
    ] {
        column.is_recoded = false;
        columns.push(column);
    }
    let at = chance.below(columns.len());
    let last = columns.len() - 1;
    columns.swap(at, last);
    columns
}

/// Some of the days as day/month/year, which only what is said of the column makes days of.
fn write_with_slashes(column: &mut Column) {
    if column.name != "born" {
        return;
    }
    for text in column.pool.iter_mut().step_by(2) {
        let parts: Vec<&str> = text.split('-').collect();
        if let [year, month, day] = parts[..] {
            *text = format!("{day}/{month}/{year}");
        }
    }
}

pub fn any(method: MethodName, chance: &mut Chance) -> Case {
    let mut drawing = Drawing::new(chance);
    let mut names = ["age", "zip", "town", "born", "income", "grade"];
    drawing.chance.shuffle(&mut names);
    let names = &names[..1 + drawing.chance.below(3)];
    let mut known = known(names, method, drawing.chance);
    let says_order = names.contains(&"born") && drawing.percent("order of dates said", 40);
    if says_order {
        known.columns.iter_mut().for_each(write_with_slashes);
    }
    let secret = drawing.pick(
        "sensitive",
        &[
            ("words", Secret::Words),
            ("words", Secret::Words),
            ("numbers", Secret::Numbers),
            ("mixed", Secret::Mixed),
        ],
    );
    let columns = columns(known.columns, secret, drawing.chance);
    // Levels that nobody searched for reach little.
    let most = if method == MethodName::Levels { 2 } else { 4 };
    let k = 1 + drawing.chance.below(most);
    let (require, rests_on) = promise(&mut drawing, k, secret);
    let how = how(method, drawing.chance);
    // Nothing that leaves may follow from whose records they are. t compares values that are equally far apart then, and
    // tables that are read in batches have no people.
    let can_count = how != How::InBatches && !require.contains("t = ");
    let (counted, keys) = match *drawing.chance.pick(&COUNTED) {
        counted if can_count => counted,
        _ => COUNTED[0],
    };
    drawing.note("counted", counted);
    let mut columns = columns;
    if !keys.is_empty() {
        columns.push(Column {
            name: "key",
            is_identifier: true,
            is_recoded: false,
            pool: texts(0..14),
            usual: 14,
        });
    }
    let records = 5 + drawing.chance.below(24);
    let mut grid = Grid::any(columns, records, drawing.chance);
    if drawing.percent("spelled in several ways", 20) {
        grid.respell(drawing.chance);
    }

    let is_shuffled = drawing.percent("shuffled", 85);
    drawing.note("how", how.name());
    let mut recipe = "[data]\npath = \"people.csv\"\nkind = \"microdata\"\n".to_owned();
    if how == How::InBatches {
        recipe += "batches = true\n";
    }
    recipe += drawing.pick("folded", &FOLD);
    if says_order && how != How::InBatches {
        recipe += "types = { born = \"date-day-first\" }\n";
    }
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    recipe += &format!(
        "[roles]\n{keys}identifier = [\"name\"]\nquasi = [{}]\nsensitive = [\"illness\"]\n",
        quoted.join(", ")
    );
    recipe += drawing.pick("confirmed", &CONFIRMED);
    recipe += &format!("[hierarchies]\n{}", known.hierarchies);
    let mut others = known.others;
    if rests_on == RestsOn::Hierarchy {
        recipe += "illness = \"illness.csv\"\n";
        others.push(("illness.csv".to_owned(), lines_of(&secret.pool())));
    }
    if rests_on == RestsOn::Categories {
        recipe += "[categories.illness]\norder = [[\"HIV\", \"pest\"], [\"asthma\", \"=1+1\"], [\"flu\", \"cold\", \"'=1+1\"]]\n";
    }
    recipe += &format!("[require]\n{require}");
    let told = match method {
        MethodName::Decomposition => purposes::any(&how, names, &mut drawing),
        _ => Told::default(),
    };
    let settings = told.settings + &settings(&mut drawing, method, &known.named);
    let exact = ("exact", "");
    let round = ("round", "ranges = \"round\"\n");
    let ranges = drawing.pick("ranges", &[exact, exact, round]);
    recipe += &Ending {
        method,
        settings: &settings,
        tables: &told.tables,
        release: &format!("{}{ranges}", told.release),
        is_shuffled,
    }
    .text(&mut drawing);
    if how != How::InBatches {
        recipe += drawing.pick("prepared", &PREPARED);
    }
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
        drawn: drawing.finish(),
    }
}
