//! Figure 3 of the paper on generalization with suppression, on published transactions: the loss of every method
//! against k and against m, and time against the number of transactions, as tables in Markdown.

use super::{Outcome, memory};
use cloakroom_core::dataset::Dataset;
use cloakroom_core::method::MethodName;
use cloakroom_core::metrics::Metric;
use cloakroom_core::progress::Progress;
use cloakroom_core::settings::MethodSettings;
use cloakroom_core::transactions::Transactions;
use cloakroom_engine::open::{Opened, open_recipe};
use cloakroom_engine::transactions::lay_out;
use cloakroom_papers::figure::Figure;
use cloakroom_papers::transactions::{
    METHODS, TransactionsExperiment, TransactionsFigureName, TransactionsPlan, transactions,
};
use cloakroom_transactions::method::{TransactionsTask, run as run_method};
use cloakroom_transactions::privacy::TransactionsTarget;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What a process that is measured is asked for begins with this; k, m and the method follow.
pub const WORK: &str = "baskets:";

/// A file of baskets and where its taxonomy comes from.
struct Published {
    name: &'static str,
    file: &'static str,
    tree: TreeFrom,
}

enum TreeFrom {
    /// Lines of `item;group;…;top`.
    Chains(&'static str),
    /// The same with commas, a header, and a second column that repeats the item under its name.
    NamedChains(&'static str),
    /// Made from how often items occur, this many under each node.
    Frequency(u32),
}

const PUBLISHED: [Published; 5] = [
    Published {
        name: "groceries",
        file: "groceries_9835.dat",
        tree: TreeFrom::NamedChains("groceries_hierarchy_169.csv"),
    },
    Published {
        name: "webview2",
        file: "bms_webview2_77512.dat",
        tree: TreeFrom::Chains("bms_webview2_tree_qiyuangong.txt"),
    },
    Published {
        name: "webview1",
        file: "bms_webview1_59602.dat",
        tree: TreeFrom::Frequency(5),
    },
    Published {
        name: "kosarak",
        file: "kosarak_subset_36683.dat",
        tree: TreeFrom::Frequency(5),
    },
    Published {
        name: "retail",
        file: "retail.dat",
        tree: TreeFrom::Frequency(5),
    },
];

/// For time and memory: which data, and k and m.
const TIMED: [(&str, u32, u32); 3] = [("retail", 5, 3), ("webview2", 5, 3), ("webview2", 5, 7)];

/// What of `folder` is there.
pub fn run(folder: Option<&Path>) -> Outcome {
    let here =
        |published: &&Published| folder.is_some_and(|folder| folder.join(published.file).is_file());
    let found: Vec<&Published> = PUBLISHED.iter().filter(here).collect();
    let Some(folder) = folder.filter(|_| !found.is_empty()) else {
        let names: Vec<&str> = PUBLISHED.iter().map(|published| published.file).collect();
        println!(
            "transactions: none of the published baskets are here. Put any of {} into a folder, with the taxonomies \
             of groceries and webview2, and name it: figures transactions FOLDER",
            names.join(", ")
        );
        return Ok(());
    };
    let folder = folder.canonicalize()?;
    let work = tempfile::tempdir()?;
    for (name, k, m) in TIMED {
        if let Some(published) = found.iter().find(|published| published.name == name) {
            measure(published, &folder, work.path(), k, m)?;
        }
    }
    for published in found {
        losses(published, &folder, work.path())?;
    }
    Ok(())
}

fn measure(published: &Published, folder: &Path, work: &Path, k: u32, m: u32) -> Outcome {
    let recipe = recipe(published, folder, work)?;
    let start = Instant::now();
    let peak = memory::peak_of(&format!("{WORK}{k}:{m}:mhghs"), &recipe)?;
    println!(
        "mhghs on {}, k = {k}, m = {m}: {:.1?} with reading it, {} MB",
        published.name,
        start.elapsed(),
        peak / 1_000_000
    );
    Ok(())
}

/// What the measured process does.
pub fn measured(work: &str, recipe: &Path) -> Outcome {
    let asked = work.strip_prefix(WORK).unwrap_or(work);
    let mut words = asked.split(':');
    let k = words.next().ok_or("no k")?.parse()?;
    let m = words.next().ok_or("no m")?.parse()?;
    let method = words.next().and_then(MethodName::from_name);
    let opened = open_recipe(recipe, &Progress::default())?;
    let data = transactions_of(&opened)?;
    let settings = &opened.recipe.settings;
    let task = TransactionsTask {
        baskets: &lay_out(data, settings, &opened.trees, false, &Progress::default())?,
        target: TransactionsTarget {
            k,
            m,
            coherence: None,
            duplicates: false,
        },
        settings: &MethodSettings::default(),
    };
    run_method(method.ok_or("no such method")?, task, &Progress::default())?;
    Ok(())
}

fn losses(published: &Published, folder: &Path, work: &Path) -> Outcome {
    let opened = open_recipe(&recipe(published, folder, work)?, &Progress::default())?;
    let data = transactions_of(&opened)?;
    let asked = |figures: &[TransactionsFigureName], m: Option<u32>| {
        let plan = TransactionsPlan {
            figures: figures.to_vec(),
            methods: METHODS.to_vec(),
            measure: Metric::Loss,
            k: None,
            m,
        };
        let settings = &opened.recipe.settings;
        transactions(data, settings, &opened.trees, &plan, &Progress::default())
    };
    let both = [
        TransactionsFigureName::LossByK,
        TransactionsFigureName::LossByM,
    ];
    tell(published.name, &asked(&both, None)?);
    tell(
        published.name,
        &asked(&[TransactionsFigureName::TimeBySize], Some(3))?,
    );
    Ok(())
}

fn tell(name: &str, answer: &TransactionsExperiment) {
    for figure in &answer.figures {
        println!(
            "\n{name}, {} baskets over {} items. {}:\n",
            answer.baskets, answer.items, figure.title
        );
        println!("{}", table(figure));
        for claim in &figure.claims {
            let verdict = match claim.holds {
                Some(true) => "holds",
                Some(false) => "does not hold",
                None => "cannot be told",
            };
            println!("- {} {verdict}: {}.", claim.claim, claim.sentence);
        }
    }
}

/// A row for each method; the lowest loss of every column stands out, and the longest time closes the row.
fn table(figure: &Figure) -> String {
    let is_loss = figure.name != TransactionsFigureName::TimeBySize.name();
    let first = figure.series.first();
    let columns: Vec<String> = first.map_or_else(Vec::new, |series| {
        let points = series.points.iter();
        points.map(|point| format!("{:.0}", point.at)).collect()
    });
    let lowest = |column: usize| {
        let values = figure.series.iter();
        let values = values.filter_map(|series| series.points[column].value);
        values.fold(f64::INFINITY, f64::min)
    };
    let mut text = format!(
        "| {} | {} | seconds |\n|{}\n",
        figure.across,
        columns.join(" | "),
        " --- |".repeat(columns.len() + 2)
    );
    for series in &figure.series {
        let cells = series.points.iter().enumerate().map(|(column, point)| {
            point.value.map_or_else(
                || "–".to_owned(),
                |value| match is_loss {
                    true if value <= lowest(column) => format!("**{value:.4}**"),
                    true => format!("{value:.4}"),
                    false => format!("{value:.1}"),
                },
            )
        });
        let cells: Vec<String> = cells.collect();
        let seconds = series.points.iter().map(|point| point.seconds);
        text += &format!(
            "| `{}` | {} | {:.1} |\n",
            series.name,
            cells.join(" | "),
            seconds.fold(0.0, f64::max)
        );
    }
    text
}

fn transactions_of(opened: &Opened) -> Result<&Transactions, Box<dyn Error>> {
    match &opened.loaded.dataset {
        Dataset::Transactions(data) => Ok(data),
        other => Err(format!("expected transactions, found {}", other.kind().name()).into()),
    }
}

fn recipe(published: &Published, folder: &Path, work: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let quoted = |path: &Path| format!("{:?}", path.display().to_string());
    let items = match published.tree {
        TreeFrom::Chains(file) => quoted(&folder.join(file)),
        TreeFrom::NamedChains(file) => {
            let text = fs::read_to_string(folder.join(file))?;
            let lines = text.lines().skip(1).map(without_name);
            let tree = work.join("taxonomy.csv");
            fs::write(&tree, lines.collect::<String>())?;
            quoted(&tree)
        }
        TreeFrom::Frequency(fan) => format!("{{ fan = {fan} }}"),
    };
    let recipe = work.join(format!("{}.toml", published.name));
    let data = quoted(&folder.join(published.file));
    let text = format!(
        "[data]\npath = {data}\nkind = \"transactions\"\nlayout = \"basket\"\n[hierarchies]\nitems = {items}\n\
         [require]\nk = 5\nm = 3\n"
    );
    fs::write(&recipe, text)?;
    Ok(recipe)
}

/// `item,name,group,…,top` as `item;group;…;top`.
fn without_name(line: &str) -> String {
    let mut fields: Vec<&str> = line.split(',').collect();
    if fields.len() > 2 {
        fields.remove(1);
    }
    fields.join(";") + "\n"
}
