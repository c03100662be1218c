//! `cloakroom show matrix RECIPE`: the independency matrix, also as shares of its sum, and the dependency tree.

use crate::cli::DONE;
use crate::cli::output::{Answer, table};
use crate::cli::watch::watched;
use cloakroom_core::{Failure, Problem, Role};
use cloakroom_engine::open::open_recipe;
use cloakroom_microdata::profile::dependency::DependencyProfile;
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
struct Matrix {
    columns: Vec<Column>,
    /// H(A|B) + H(B|A) in bits, a row for each column.
    independence: Vec<Vec<f64>>,
    /// The same as shares of the sum over all pairs.
    normalized: Vec<Vec<f64>>,
    /// The edges of the dependency tree, in the order in which they were taken.
    tree: Vec<Edge>,
}

#[derive(Serialize)]
struct Column {
    name: String,
    /// In bits.
    entropy: f64,
    /// What it adds to those before it in the tree, in bits.
    added: f64,
    key: bool,
}

#[derive(Serialize)]
struct Edge {
    a: String,
    b: String,
    bits: f64,
}

pub fn run(recipe: &Path, all: bool, json: bool) -> Result<Answer, Failure> {
    let profile = watched(|progress| {
        let opened = open_recipe(recipe, progress)?;
        let roles = &opened.recipe.settings.roles;
        let table = opened.loaded.dataset.table().ok_or_else(|| {
            Problem::new("only tables of records have columns to compare").of(recipe)
        })?;
        let columns = table.columns().iter().enumerate();
        let wanted: Vec<usize> = columns
            .filter(|(_, column)| match roles.of(column.name()) {
                Some(Role::Quasi) => true,
                role => all && !role.is_some_and(Role::is_removed),
            })
            .map(|(at, _)| at)
            .collect();
        if wanted.is_empty() {
            return Err(Problem::new("no column is a quasi-identifier")
                .of(recipe)
                .into());
        }
        Ok(DependencyProfile::compute(table, &wanted, progress)?)
    })?;
    let matrix = Matrix::of(&profile);
    Ok(Answer::new(DONE, json, &matrix, || matrix.in_words())?)
}

impl Matrix {
    fn of(profile: &DependencyProfile) -> Self {
        let names = profile.names();
        let keys = profile.key_columns();
        let square = |measure: &dyn Fn(usize, usize) -> f64| {
            let row = |a| (0..names.len()).map(|b| measure(a, b)).collect();
            (0..names.len()).map(row).collect()
        };
        let column = |(at, name): (usize, &String)| Column {
            name: name.clone(),
            entropy: profile.entropy(at),
            added: profile.added(at),
            key: keys.contains(&at),
        };
        let edge = |edge: &cloakroom_microdata::profile::dependency::Edge| Edge {
            a: names[edge.a].clone(),
            b: names[edge.b].clone(),
            bits: edge.weight,
        };
        Self {
            columns: names.iter().enumerate().map(column).collect(),
            independence: square(&|a, b| profile.independence(a, b)),
            normalized: square(&|a, b| profile.normalised(a, b)),
            tree: profile.tree().iter().map(edge).collect(),
        }
    }

    fn in_words(&self) -> String {
        let mut words = "Bits of each column, and what it adds to those before it in the tree; key columns are marked\n".to_owned();
        let columns = self.columns.iter().map(|column| {
            let key = if column.key { "key" } else { "" };
            vec![
                column.name.clone(),
                bits(column.entropy),
                bits(column.added),
                key.to_owned(),
            ]
        });
        words += &lines(columns.collect());
        words += "\nH(A|B) + H(B|A), in bits: 0 for columns that determine each other\n";
        words += &self.square(&self.independence, bits);
        words += "\nThe same as shares of the sum over all pairs\n";
        words += &self.square(&self.normalized, |share| format!("{share:.4}"));
        words += "\nThe dependency tree, the closest columns first\n";
        let edges = self.tree.iter();
        words
            + &lines(
                edges
                    .map(|edge| vec![format!("{} - {}", edge.a, edge.b), bits(edge.bits)])
                    .collect(),
            )
    }

    fn square(&self, rows: &[Vec<f64>], written: impl Fn(f64) -> String) -> String {
        let names = self.columns.iter().map(|column| column.name.clone());
        let mut table: Vec<Vec<String>> =
            vec![std::iter::once(String::new()).chain(names).collect()];
        for (column, row) in self.columns.iter().zip(rows) {
            let cells = row.iter().map(|&value| written(value));
            table.push(std::iter::once(column.name.clone()).chain(cells).collect());
        }
        lines(table)
    }
}

fn bits(value: f64) -> String {
    format!("{value:.4}")
}

fn lines(cells: Vec<Vec<String>>) -> String {
    let lines = table(&cells);
    lines
        .iter()
        .map(|line| format!("  {}\n", line.trim_end()))
        .collect()
}
