//! `cloakroom show lattice RECIPE` and `cloakroom show hash-table RECIPE`: how every combination of levels stands, and the
//! tuples of one of them with their sensitive values (thesis, sections 2.3 and 2.4).

use super::records_of;
use crate::cli::DONE;
use crate::cli::output::{Answer, table};
use crate::cli::watch::watched;
use clap::Args;
use cloakroom_core::method::SearchMetric;
use cloakroom_core::metrics::share;
use cloakroom_core::words::{counted, grouped};
use cloakroom_core::{Failure, Problem, Progress};
use cloakroom_engine::check::CheckedTask;
use cloakroom_engine::open::open_recipe;
use cloakroom_microdata::profile::lattice::{LatticeProfile, Profiled, Status};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Lines that are told in words.
const MOST_TOLD: usize = 60;
/// Nobody reads more tuples.
const MOST_TUPLES: usize = 200_000;

#[derive(Debug, Args)]
pub struct HashAsked {
    recipe: PathBuf,
    /// The level of each quasi-identifier, in the order of the columns; without this, those that cost least of all that hold
    #[arg(long, value_name = "LEVELS", value_delimiter = ',')]
    levels: Option<Vec<u32>>,
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Lattice {
    columns: Vec<Column>,
    strategies: Option<u128>,
    /// All, ascending by height and then by levels.
    nodes: Vec<Node>,
}

#[derive(Serialize)]
struct Column {
    name: String,
    /// The level of its top.
    height: u32,
}

#[derive(Serialize)]
struct Node {
    levels: Vec<u32>,
    height: u32,
    holds: bool,
    /// Records, or people or groups where these are counted, that must be left out; `null` where that is not known.
    left_out: Option<usize>,
    /// Classes that stay, and the smallest of them.
    classes: Option<u32>,
    smallest: Option<u32>,
    loss: Option<f64>,
    /// It holds and none below it does.
    minimal: bool,
    /// It holds and loses least.
    optimum: bool,
}

#[derive(Serialize)]
struct HashTable {
    columns: Vec<String>,
    levels: Vec<u32>,
    holds: bool,
    tuples: Vec<Tuple>,
}

#[derive(Serialize)]
struct Tuple {
    labels: Vec<String>,
    count: u32,
    /// Of the first node below it that there is; at the bottom, records.
    tuples_below: u32,
    /// By sensitive column.
    sensitive: BTreeMap<String, Values>,
}

#[derive(Serialize)]
struct Values {
    distinct: usize,
    /// Of the values, in bits: l-diversity by entropy asks for log2 l.
    entropy: f64,
    /// How many show each.
    values: BTreeMap<String, u32>,
}

fn held(
    checked: &CheckedTask<'_>,
    recipe: &Path,
    progress: &Progress,
) -> Result<LatticeProfile, Failure> {
    match LatticeProfile::compute(&checked.prepared, &checked.judge, progress)? {
        Profiled::Held(profile) => Ok(profile),
        Profiled::TooLarge { nodes } => {
            let problem = Problem::new(format!(
                "the lattice has {} nodes, which are too many to be listed",
                grouped(nodes)
            ));
            Err(problem.of(recipe).into())
        }
    }
}

pub fn run(recipe: &Path, json: bool) -> Result<Answer, Failure> {
    let lattice = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let checked = records_of(&opened, recipe)?;
        Ok(Lattice::of(&held(&checked, recipe, progress)?, &checked))
    })?;
    Ok(Answer::new(DONE, json, &lattice, || lattice.in_words())?)
}

impl Lattice {
    fn of(profile: &LatticeProfile, checked: &CheckedTask<'_>) -> Self {
        let requirement = checked.judge.requirement();
        let shape = profile.shape();
        let minimal = profile.minimal(requirement).unwrap_or_default();
        let optimum = profile.optimum(SearchMetric::Loss, requirement);
        let node = |at: usize| {
            let status = profile.status(at, requirement);
            let figures = profile.figures(at, requirement);
            Node {
                levels: shape.levels(at),
                height: shape.height_of(at),
                holds: status.holds(),
                left_out: match status {
                    Status::Satisfied => Some(0),
                    Status::WithSuppression(records) => Some(records),
                    Status::Fails(records) => records,
                    Status::Unknown => None,
                },
                classes: figures.map(|figures| figures.classes),
                smallest: figures.map(|figures| figures.smallest),
                loss: figures.map(|figures| figures.loss),
                minimal: minimal.contains(&at),
                optimum: optimum == Some(at),
            }
        };
        let mut nodes: Vec<Node> = (0..shape.nodes() as usize).map(node).collect();
        nodes.sort_by(|a, b| (a.height, &a.levels).cmp(&(b.height, &b.levels)));
        let columns = profile.columns().iter().zip(shape.heights());
        let column =
            |(column, &height): (&cloakroom_microdata::profile::lattice::ProfiledColumn, &u32)| {
                Column {
                    name: column.name.clone(),
                    height,
                }
            };
        Self {
            columns: columns.map(column).collect(),
            strategies: shape.strategies(),
            nodes,
        }
    }

    fn in_words(&self) -> String {
        let holding = self.nodes.iter().filter(|node| node.holds).count();
        let minimal = self.nodes.iter().filter(|node| node.minimal).count();
        let mut words = format!(
            "{}, {holding} of which hold, {minimal} of these while none below them does\n",
            counted(
                self.nodes.len(),
                "combination of levels",
                "combinations of levels"
            )
        );
        let names = self.columns.iter();
        let heads = ["holds", "left out", "classes", "smallest", "loss", ""].map(str::to_owned);
        let mut cells = vec![
            names
                .map(|column| column.name.clone())
                .chain(heads)
                .collect(),
        ];
        for node in self.nodes.iter().take(MOST_TOLD) {
            let number = |number: Option<u32>| number.map_or("?".to_owned(), grouped);
            let levels = node.levels.iter().map(u32::to_string);
            let marks = match (node.minimal, node.optimum) {
                (true, true) => "minimal, loses least",
                (true, false) => "minimal",
                (false, true) => "loses least",
                (false, false) => "",
            };
            let figures = [
                if node.holds { "yes" } else { "no" }.to_owned(),
                node.left_out.map_or("?".to_owned(), grouped),
                number(node.classes),
                number(node.smallest),
                node.loss
                    .map_or("?".to_owned(), |loss| format!("{loss:.4}")),
                marks.to_owned(),
            ];
            cells.push(levels.chain(figures).collect::<Vec<String>>());
        }
        words += &lines(&cells);
        words + &more(self.nodes.len(), "combinations")
    }
}

pub fn hash_table(asked: &HashAsked) -> Result<Answer, Failure> {
    let recipe = &asked.recipe;
    let found = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let checked = records_of(&opened, recipe)?;
        let profile = held(&checked, recipe, progress)?;
        let node = node(&profile, &checked, asked)?;
        HashTable::of(&profile, &checked, node, recipe, progress)
    })?;
    Ok(Answer::new(DONE, asked.json, &found, || found.in_words())?)
}

fn node(
    profile: &LatticeProfile,
    checked: &CheckedTask<'_>,
    asked: &HashAsked,
) -> Result<usize, Failure> {
    let shape = profile.shape();
    let Some(levels) = &asked.levels else {
        let best = profile.optimum(SearchMetric::Loss, checked.judge.requirement());
        let none = || Problem::new("no combination of levels holds; say which with --levels");
        return Ok(best.ok_or_else(|| none().of(&asked.recipe))?);
    };
    let fits = levels.len() == shape.columns()
        && levels
            .iter()
            .zip(shape.heights())
            .all(|(level, top)| level <= top);
    if !fits {
        let heights: Vec<String> = shape.heights().iter().map(u32::to_string).collect();
        return Err(Problem::new(format!(
            "--levels names no combination; expected one level for each quasi-identifier, at most {}",
            heights.join(",")
        ))
        .into());
    }
    Ok(shape.node(levels))
}

impl HashTable {
    fn of(
        profile: &LatticeProfile,
        checked: &CheckedTask<'_>,
        node: usize,
        recipe: &Path,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let shape = profile.shape();
        let rows = profile.hash_table(node, shape.below(node).next());
        if rows.len() > MOST_TUPLES {
            let problem = Problem::new(format!(
                "there are {} tuples at these levels, which are too many to be listed",
                grouped(rows.len())
            ));
            return Err(problem.of(recipe).into());
        }
        progress.check()?;
        let class_of = profile.class_of_rows(node);
        let mut tuples: Vec<Tuple> = rows
            .into_iter()
            .map(|row| Tuple {
                labels: row.labels,
                count: row.count,
                tuples_below: row.tuples_below,
                sensitive: BTreeMap::new(),
            })
            .collect();
        for sensitive in &checked.prepared.sensitive {
            progress.check()?;
            let column = sensitive.column;
            let mut counts: Vec<BTreeMap<u32, u32>> = vec![BTreeMap::new(); tuples.len()];
            for (row, (&class, &code)) in class_of.iter().zip(column.codes()).enumerate() {
                *counts[class as usize].entry(code).or_default() += column.weight(row);
            }
            for (tuple, counts) in tuples.iter_mut().zip(counts) {
                let texts = counts.iter();
                let text = |(&code, &count): (&u32, &u32)| {
                    (column.dictionary().get(code).to_owned(), count)
                };
                let values = Values {
                    distinct: counts.len(),
                    entropy: bits(counts.values().copied()),
                    values: texts.map(text).collect(),
                };
                tuple.sensitive.insert(column.name().to_owned(), values);
            }
        }
        tuples.sort_by(|a, b| (a.count, &a.labels).cmp(&(b.count, &b.labels)));
        Ok(Self {
            columns: profile
                .columns()
                .iter()
                .map(|column| column.name.clone())
                .collect(),
            levels: shape.levels(node),
            holds: profile.status(node, checked.judge.requirement()).holds(),
            tuples,
        })
    }

    fn in_words(&self) -> String {
        let levels = self.columns.iter().zip(&self.levels);
        let levels: Vec<String> = levels
            .map(|(name, level)| format!("{name} {level}"))
            .collect();
        let mut words = format!(
            "{} at the levels {}, which {}\n",
            counted(self.tuples.len(), "tuple", "tuples"),
            levels.join(", "),
            if self.holds { "hold" } else { "do not hold" }
        );
        let mut heads = self.columns.clone();
        heads.extend(["COUNT", "tuples below"].map(str::to_owned));
        if let Some(tuple) = self.tuples.first() {
            for name in tuple.sensitive.keys() {
                heads.extend([name.clone(), "entropy".to_owned()]);
            }
        }
        let mut cells = vec![heads];
        for tuple in self.tuples.iter().take(MOST_TOLD) {
            let mut line = tuple.labels.clone();
            line.extend([tuple.count, tuple.tuples_below].map(grouped));
            for values in tuple.sensitive.values() {
                let listed = values.values.iter();
                let listed: Vec<String> = listed
                    .map(|(value, count)| format!("{value} {count}"))
                    .collect();
                line.extend([listed.join(", "), format!("{:.4}", values.entropy)]);
            }
            cells.push(line);
        }
        words += &lines(&cells);
        words + &more(self.tuples.len(), "tuples")
    }
}

/// The entropy of so many of each.
fn bits(counts: impl Iterator<Item = u32> + Clone) -> f64 {
    let all: u32 = counts.clone().sum();
    let parts = counts.map(|count| share(f64::from(count), f64::from(all)));
    parts
        .map(|part| if part > 0.0 { -part * part.log2() } else { 0.0 })
        .sum()
}

fn lines(cells: &[Vec<String>]) -> String {
    let lines = table(cells);
    let lines = lines.iter().map(|line| format!("  {}\n", line.trim_end()));
    lines.collect()
}

fn more(all: usize, what: &str) -> String {
    match all.saturating_sub(MOST_TOLD) {
        0 => String::new(),
        more => format!("  and {} more {what}; --json lists all\n", grouped(more)),
    }
}
