//! All cases: data sets with their recipes, and what is varied in them.

mod attacks;
mod commands;
mod counted;
mod microdata;
mod prepared;
mod ratings;
mod readings;
mod refused;
mod refused_data;
mod transactions;

use crate::case::Case;
use crate::data;

pub fn all() -> Vec<Case> {
    [
        microdata::cases(),
        ratings::cases(),
        transactions::cases(),
        prepared::cases(),
        readings::cases(),
        commands::cases(),
        attacks::cases(),
        counted::cases(),
        refused::cases(),
        refused_data::cases(),
    ]
    .concat()
}

/// Patients with a hierarchy for every quasi-identifier.
fn people() -> Case {
    Case::new("people")
        .file("people.csv", data::people(120).text(","))
        .file("jobs.csv", data::JOBS)
        .with("data", "path = 'people.csv'\nkind = 'microdata'")
        .with(
            "roles",
            "identifier = ['name']\nquasi = ['age', 'zip', 'sex', 'job', 'admitted']\n\
             sensitive = ['diagnosis']\ninsensitive = ['grade', 'visits']",
        )
        .with(
            "hierarchies",
            "age = { intervals = [5, 10, 20] }\nzip = { mask = 5 }\njob = 'jobs.csv'\n\
             admitted = { dates = ['month', 'quarter', 'year'] }",
        )
        .with(
            "categories.diagnosis",
            "order = [['HIV', 'cancer'], ['asthma', 'ulcer'], ['flu', 'cold']]",
        )
        .with("require", "k = 3")
        .with("method", "name = 'optimal'")
}

/// The same people with so few quasi-identifiers that some classes hold as they stand.
fn coarse() -> Case {
    people()
        .renamed("coarse")
        .but("'age', 'zip', 'sex', 'job', 'admitted'", "'sex', 'job'")
        .but("'visits'", "'visits', 'age', 'zip', 'admitted'")
        .and("roles", "confirmed = ['admitted', 'age', 'zip']")
        .with("hierarchies", "job = 'jobs.csv'")
}

/// Numbers, dates and a town, without a gap.
fn bodies() -> Case {
    Case::new("bodies")
        .file("bodies.csv", data::bodies(90).text(","))
        .with("data", "path = 'bodies.csv'\nkind = 'microdata'")
        .with(
            "roles",
            "quasi = ['height', 'weight', 'income', 'born', 'town']\nsensitive = ['smokes']",
        )
        .with("require", "k = 4")
        .with("method", "name = 'mdav'")
}

fn survey() -> Case {
    Case::new("survey")
        .file("survey.csv", data::survey(60).text(","))
        .with(
            "data",
            "path = 'survey.csv'\nkind = 'ratings'\nlayout = 'wide'\nscale = [1, 5]",
        )
        .with("roles", "identifier = ['person']\nsensitive = ['income']")
        .with("require", "k = 3\nepsilon = 1")
        .with("method", "name = 'greedy'")
}

/// A row per rating.
fn stars() -> Case {
    Case::new("stars")
        .file("stars.csv", data::stars(40).text(","))
        .with(
            "data",
            "path = 'stars.csv'\nkind = 'ratings'\nlayout = 'long'\ncolumns = ['user', 'film', 'stars']\n\
             scale = [0.5, 5, 0.5]",
        )
        .with("roles", "sensitive = ['Diva']")
        .with("require", "k = 3\nepsilon = 1")
        .with("method", "name = 'greedy'")
}

fn baskets() -> Case {
    Case::new("baskets")
        .file("baskets.dat", data::transaction_lines(80, " "))
        .file("taxonomy.csv", data::TAXONOMY)
        .with(
            "data",
            "path = 'baskets.dat'\nkind = 'transactions'\nlayout = 'basket'",
        )
        .with("hierarchies", "items = { tree = 'taxonomy.csv' }")
        .with("require", "k = 3\nm = 2")
        .with("method", "name = 'refined'\neffort = 3")
}

/// `[method]` with little effort, where a method takes some.
fn method(name: &str) -> String {
    let effort = match name {
        "refined" | "refined-mdav" | "meeting-box" => "\neffort = 2",
        _ => "",
    };
    format!("name = '{name}'{effort}")
}

/// The rows of a list: cells parted by `|`, and in the last one lines parted by `&`.
fn rows<const CELLS: usize>(
    list: &'static str,
) -> impl Iterator<Item = ([&'static str; CELLS], String)> {
    list.lines().map(|line| {
        let (cells, lines) = line.rsplit_once('|').unwrap_or((line, ""));
        let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
        let cells = cells
            .try_into()
            .unwrap_or_else(|_| panic!("not {CELLS} cells: {line}"));
        (cells, lines.trim().replace(" & ", "\n"))
    })
}
