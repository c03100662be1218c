//! Ratings, a row per person or a row per rating.

use super::case::{Case, Ending, several};
use super::chance::Chance;
use super::data::{Data, Records};
use super::drawing::Drawing;
use super::grid::{Column, Grid};
use super::sets::{Layout, Sets};
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;

const ISSUES: [&str; 6] = ["q1", "q2", "q3", "=q4", "q5", "q6"];

fn points() -> Vec<String> {
    (1..=5).map(|point| point.to_string()).collect()
}

fn wide(chance: &mut Chance, issues: &[&'static str], with_secret: bool) -> Grid {
    let mut columns = vec![Column {
        name: "person",
        is_identifier: true,
        is_recoded: false,
        pool: Vec::new(),
        usual: 0,
    }];
    let secret = with_secret.then_some("pay");
    for name in issues.iter().copied().chain(secret) {
        let mut pool = points();
        if chance.percent(50) {
            pool.insert(2, String::new());
        }
        columns.push(Column {
            name,
            is_identifier: false,
            is_recoded: name != "pay",
            usual: pool.len() - 1,
            pool,
        });
    }
    let people = 4 + chance.below(16);
    Grid::any(columns, people, chance)
}

fn long(chance: &mut Chance, issues: &[&'static str], with_secret: bool) -> Sets {
    let secret = with_secret.then_some("pay");
    let things = issues.iter().copied().chain(secret);
    let mut sets = Sets {
        layout: Layout::Long,
        things: things.map(str::to_owned).collect(),
        hidden: ["a rare film", "zz", "another"].map(str::to_owned).to_vec(),
        ratings: points(),
        records: Vec::new(),
    };
    for _ in 0..4 + chance.below(16) {
        sets.add_record(chance);
    }
    if with_secret
        && sets
            .records
            .iter()
            .all(|record| record.holds.iter().all(|held| held.0 != "pay"))
    {
        sets.records[0]
            .holds
            .push(("pay".to_owned(), "3".to_owned()));
    }
    sets
}

pub fn any(method: MethodName, chance: &mut Chance) -> Case {
    let mut drawing = Drawing::new(chance);
    let issues = &ISSUES[..1 + drawing.chance.below(ISSUES.len())];
    let with_secret = drawing.chance.percent(40);
    let is_long = drawing.pick("layout", &[("wide", false), ("long", true)]);
    let mut recipe = "[data]\npath = \"survey.csv\"\nkind = \"ratings\"\n".to_owned();
    let is_mixed = drawing.percent("spelled in several ways", 20);
    let records = if is_long {
        recipe += "layout = \"long\"\ncolumns = [\"user\", \"item\", \"rating\"]\n";
        let mut sets = long(drawing.chance, issues, with_secret);
        if is_mixed {
            sets.respell(drawing.chance);
        }
        Records::Sets(sets)
    } else {
        recipe += "layout = \"wide\"\n";
        let mut grid = wide(drawing.chance, issues, with_secret);
        if is_mixed {
            grid.respell(drawing.chance);
        }
        Records::Grid(grid)
    };
    recipe += drawing.pick(
        "scale",
        &[
            ("none", ""),
            ("exact", "scale = [1, 5]\n"),
            ("wide", "scale = [0, 6]\n"),
            ("halves", "scale = [1, 5, 0.5]\n"),
            ("rounded", "scale = [1, 5, 2]\nround = true\n"),
        ],
    );
    recipe += drawing.pick(
        "folded",
        &[
            ("everything", ""),
            ("everything", ""),
            ("no numbers", "fold = { numbers = false }\n"),
            ("no texts", "fold = { texts = false }\n"),
        ],
    );
    recipe += "[roles]\n";
    if !is_long {
        recipe += "identifier = [\"person\"]\n";
    }
    if with_secret {
        recipe += "sensitive = [\"pay\"]\n";
    }
    recipe += &format!(
        "[require]\nk = {}\nepsilon = {}\n",
        1 + drawing.chance.below(3),
        drawing.chance.below(3)
    );
    if with_secret && drawing.chance.percent(40) {
        recipe += drawing.pick(
            "l",
            &[
                ("strict", "l_sd = 0.5\n"),
                ("zero", "l_sd = 0.5\nsd_nulls = \"zero\"\n"),
                ("nonnull", "l_sd = 0.5\nsd_nulls = \"nonnull\"\n"),
            ],
        );
    }
    recipe += *drawing
        .chance
        .pick(&["", "suppression = 0.2\n", "suppression = 0.5\n"]);
    let mut settings = String::new();
    if method != MethodName::None {
        settings += drawing.pick(
            "nulls",
            &[
                ("cheapest", ""),
                ("unrate", "nulls = \"unrate\"\n"),
                ("fill", "nulls = \"fill\"\n"),
            ],
        );
    }
    if method == MethodName::Graph {
        settings += *drawing.chance.pick(&["", "keep_means = true\n"]);
    }
    if method == MethodName::MeetingBox {
        settings += &format!("effort = {}\n", drawing.chance.below(4));
    }
    settings +=
        *drawing
            .chance
            .pick(&["", "", "engine = \"slicing\"\n", "engine = \"pairwise\"\n"]);
    let is_shuffled = drawing.percent("shuffled", 85);
    recipe += &Ending {
        method,
        settings: &settings,
        tables: "",
        release: "",
        is_shuffled,
    }
    .text(&mut drawing);
    let how = several(method, MethodName::Greedy, drawing.chance);
    drawing.note("how", how.name());
    Case {
        kind: Kind::Ratings,
        method,
        data: Data::new(records),
        file: "survey.csv",
        recipe,
        others: Vec::new(),
        how,
        is_shuffled,
        is_numbered: is_long,
        drawn: drawing.finish(),
    }
}
