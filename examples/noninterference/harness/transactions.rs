//! Baskets in all layouts, over a taxonomy from a file or a made one.

use super::case::{Case, Ending, several};
use super::chance::Chance;
use super::data::{Data, Records};
use super::drawing::Drawing;
use super::sets::{Layout, SetRecord, Sets};
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;

const ITEMS: [&str; 8] = [
    "apple", "bread", "=cake", "dates", "eggs", "figs", "grapes", "pills",
];
const HIDDEN: [&str; 3] = ["caviar", "aspic", "zwieback"];

fn taxonomy() -> String {
    let groups = [
        ("fruit", &["apple", "dates", "figs", "grapes"][..]),
        ("bakery", &["bread", "=cake", "zwieback"]),
        ("other", &["eggs", "pills", "caviar", "aspic"]),
    ];
    let mut text = String::new();
    for (group, items) in groups {
        text += &format!("{group};all\n");
        for item in items {
            text += &format!("{item};{group}\n");
        }
    }
    text
}

/// `item;group;top` for all items, those that come later included.
fn chains() -> String {
    let pairs: Vec<(String, String)> = taxonomy()
        .lines()
        .filter_map(|line| line.split_once(';'))
        .filter(|(_, group)| *group != "all")
        .map(|(item, group)| (item.to_owned(), group.to_owned()))
        .collect();
    let line = |(item, group): &(String, String)| format!("{item};{group};all\n");
    pairs.iter().map(line).collect()
}

fn sets(layout: Layout, with_private: bool, chance: &mut Chance) -> Sets {
    let mut sets = Sets {
        layout,
        things: ITEMS[..3 + chance.below(6)]
            .iter()
            .map(|&item| item.to_owned())
            .collect(),
        hidden: HIDDEN.map(str::to_owned).to_vec(),
        ratings: Vec::new(),
        records: Vec::new(),
    };
    for _ in 0..3 + chance.below(16) {
        sets.add_record(chance);
    }
    if with_private {
        // A private item must be there, whatever else changes.
        let has = |record: &SetRecord| record.holds.iter().any(|held| held.0 == "pills");
        let to = chance.below(sets.records.len());
        if !sets.records.iter().any(has) {
            sets.records[to]
                .holds
                .push(("pills".to_owned(), String::new()));
        }
    }
    sets
}

pub fn any(method: MethodName, chance: &mut Chance) -> Case {
    let mut drawing = Drawing::new(chance);
    let layout = drawing.pick(
        "layout",
        &[
            ("long", Layout::Long),
            ("basket", Layout::Basket),
            ("list", Layout::List),
        ],
    );
    let with_private = drawing.percent("private items", 40);
    let mut sets = sets(layout, with_private, drawing.chance);
    if layout != Layout::Basket && drawing.percent("spelled in several ways", 20) {
        sets.respell(drawing.chance);
    }
    let (file, lines) = match layout {
        Layout::Basket => ("baskets.dat", "layout = \"basket\"\n"),
        Layout::Long => (
            "baskets.csv",
            "layout = \"long\"\ncolumns = [\"basket\", \"item\"]\n",
        ),
        Layout::List => (
            "baskets.csv",
            "layout = \"list\"\ncolumn = \"items\"\nseparator = \"|\"\n",
        ),
    };
    let mut recipe = format!("[data]\npath = \"{file}\"\nkind = \"transactions\"\n{lines}");
    let everything = ("everything", "");
    recipe += drawing.pick(
        "folded",
        &[
            everything,
            everything,
            ("no texts", "fold = { texts = false }\n"),
        ],
    );
    if with_private {
        recipe += "[roles]\nprivate_items = [\"pills\"]\n";
    }
    let mut others = Vec::new();
    let file_of_pairs = (
        "pairs",
        "[hierarchies]\nitems = { tree = \"taxonomy.csv\" }\n",
    );
    let taxonomies = [
        file_of_pairs,
        file_of_pairs,
        ("lines", "[hierarchies]\nitems = \"lines.csv\"\n"),
        ("made", ""),
        ("made by fan", "[hierarchies]\nitems = { fan = 2 }\n"),
    ];
    recipe += drawing.pick("taxonomy", &taxonomies);
    others.push(("taxonomy.csv".to_owned(), taxonomy()));
    others.push(("lines.csv".to_owned(), chains()));
    recipe += &format!("[require]\nk = {}\n", 1 + drawing.chance.below(4));
    recipe += match with_private {
        true => drawing.pick(
            "promise",
            &[
                ("m", "m = 2\n"),
                ("p, h", "p = 2\nh = 0.5\n"),
                ("p, h", "p = 1\nh = 0.8\n"),
            ],
        ),
        false => drawing.pick(
            "promise",
            &[
                ("m", "m = 1\n"),
                ("m", "m = 2\n"),
                ("m", "m = 3\n"),
                ("any m", "m = \"inf\"\n"),
                ("duplicates", "duplicates = true\n"),
            ],
        ),
    };
    let settings = match method {
        MethodName::Refined => format!(
            "effort = {}\n{}",
            drawing.chance.below(4),
            drawing.pick("exclusive", &[("no", ""), ("yes", "exclusive = true\n")])
        ),
        _ => String::new(),
    };
    let is_shuffled = drawing.percent("shuffled", 85);
    recipe += &Ending {
        method,
        settings: &settings,
        tables: "",
        release: "",
        is_shuffled,
    }
    .text(&mut drawing);
    let how = several(method, MethodName::Mm, drawing.chance);
    drawing.note("how", how.name());
    Case {
        kind: Kind::Transactions,
        method,
        data: Data::new(Records::Sets(sets)),
        file,
        recipe,
        others,
        how,
        is_shuffled,
        is_numbered: layout == Layout::Long,
        drawn: drawing.finish(),
    }
}
