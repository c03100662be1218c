//! Prediction (Figures 4.7 and 4.8, (c) and (d)): training and test records are released apart, learners learn from the
//! first release and are tested on the second.

use cloakroom_core::metrics::{bayes, decision_tree};
use cloakroom_core::{Column, Dataset, Failure, Progress, Settings, Stream, Table, Trees};
use cloakroom_engine::anonymize::run;
use cloakroom_engine::check::CheckedTask;
use cloakroom_engine::measures::{Learned, predicted};
use cloakroom_microdata::method::MethodOutcome;

/// Of the draw of the sets.
const STREAM: u64 = 1 << 43;

/// Cells, row after row over both sets.
#[derive(Default)]
struct Texts {
    columns: Vec<Vec<String>>,
    class: Vec<String>,
}

impl Texts {
    fn push(&mut self, columns: &[&Column], class: &Column, rows: &[u32]) {
        self.columns.resize(columns.len(), Vec::new());
        for (texts, column) in self.columns.iter_mut().zip(columns) {
            texts.extend(rows.iter().map(|&row| column.text(row as usize).to_owned()));
        }
        let class = rows.iter().map(|&row| class.text(row as usize).to_owned());
        self.class.extend(class);
    }

    /// How often naive Bayes and a tree that learned from the first rows are right about the others.
    fn right(&self, learned: usize, progress: &Progress) -> Result<(f64, f64), Failure> {
        let column = |texts: &Vec<String>| Column::from_texts("column", texts);
        let columns = self.columns.iter().map(column);
        let columns = columns.collect::<Result<Vec<Column>, _>>()?;
        let columns: Vec<&Column> = columns.iter().collect();
        let class = column(&self.class)?;
        let rows: Vec<u32> = (0..self.class.len() as u32).collect();
        let (learned, tested) = rows.split_at(learned);
        let sets = [learned, tested];
        Ok((
            bayes::taught(&columns, &&class, sets, progress)?,
            decision_tree::taught(&columns, &&class, sets, progress)?,
        ))
    }
}

/// `None` where a set cannot be released, or where there is nothing to predict.
pub(super) fn predict(
    table: &Table,
    settings: &Settings,
    trees: &Trees,
    progress: &Progress,
) -> Result<Option<Learned>, Failure> {
    let seed = settings.method.seed;
    let (first, second): (Vec<u32>, Vec<u32>) = (0..table.rows() as u32)
        .partition(|&row| Stream::new(seed, STREAM + u64::from(row)).below(2) == 0);
    let (mut released, mut original) = (Texts::default(), Texts::default());
    let mut learned = [0, 0];
    for (rows, is_first) in [(first, true), (second, false)] {
        let columns = table.columns().iter().map(|column| column.picked(&rows));
        let dataset = Dataset::Microdata(Table::new(columns.collect())?);
        let checked = CheckedTask::new(&dataset, settings, &trees.hierarchies)?;
        let Some(at) = predicted(&checked, &settings.method) else {
            return Ok(None);
        };
        let MethodOutcome::Reached(made) = run(&checked, settings, progress)? else {
            return Ok(None);
        };
        let part = checked.prepared.table;
        let class = &part.columns()[at];
        let quasi = || checked.prepared.quasi.iter().filter(|quasi| quasi.at != at);
        let shown: Vec<&Column> = quasi()
            .filter_map(|quasi| made.column(part, quasi.at))
            .collect();
        released.push(&shown, class, &made.kept);
        let all: Vec<u32> = (0..part.rows() as u32).collect();
        let before: Vec<&Column> = quasi().map(|quasi| quasi.column).collect();
        original.push(&before, class, &all);
        if is_first {
            learned = [made.kept.len(), all.len()];
        }
    }
    let is_empty = |texts: &Texts, learned: usize| {
        texts.columns.is_empty() || learned == 0 || texts.class.len() == learned
    };
    if is_empty(&released, learned[0]) || is_empty(&original, learned[1]) {
        return Ok(None);
    }
    let (bayes, tree) = released.right(learned[0], progress)?;
    let (bayes_original, tree_original) = original.right(learned[1], progress)?;
    Ok(Some(Learned {
        bayes,
        bayes_original,
        tree,
        tree_original,
    }))
}
