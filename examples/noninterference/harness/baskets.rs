//! Baskets in all layouts, over a taxonomy from a file or a made one.

use super::case::{Case, How, ending};
use super::chance::Chance;
use super::data::{Data, Records};
use super::sets::{Layout, SetRecord, Sets};
use cloakroom_core::kind::Kind;
use cloakroom_core::method::MethodName;

pub const METHODS: [MethodName; 7] = [
    MethodName::None,
    MethodName::Hghs,
    MethodName::Mhghs,
    MethodName::Aa,
    MethodName::Mm,
    MethodName::Lg,
    MethodName::Refined,
];

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

/// The method and one more.
fn several(method: MethodName) -> Vec<MethodName> {
    let mut methods = vec![method, MethodName::Mm];
    methods.dedup();
    methods
}

pub fn any(method: MethodName, chance: &mut Chance) -> Case {
    let layout = *chance.pick(&[Layout::Long, Layout::Basket, Layout::List]);
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
    let with_private = chance.percent(40);
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
    if with_private {
        recipe += "[roles]\nprivate_items = [\"pills\"]\n";
    }
    let mut others = Vec::new();
    if chance.percent(70) {
        recipe += "[hierarchies]\nitems = { tree = \"taxonomy.csv\" }\n";
        others.push(("taxonomy.csv".to_owned(), taxonomy()));
    }
    recipe += &format!("[require]\nk = {}\n", 1 + chance.below(4));
    recipe += match with_private {
        true => *chance.pick(&["m = 2\n", "p = 2\nh = 0.5\n", "p = 1\nh = 0.8\n"]),
        false => *chance.pick(&[
            "m = 1\n",
            "m = 2\n",
            "m = 3\n",
            "m = \"inf\"\n",
            "duplicates = true\n",
        ]),
    };
    let settings = match method {
        MethodName::Refined => format!(
            "effort = {}\n{}",
            chance.below(4),
            chance.pick(&["", "exclusive = true\n"])
        ),
        _ => String::new(),
    };
    let is_shuffled = chance.percent(85);
    recipe += &ending(chance, method, &settings, is_shuffled, "");
    let how = if chance.percent(15) {
        How::Methods(several(method))
    } else {
        How::One
    };
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
    }
}
