//! From groups of rows to a table: every group shows, in every column, the smallest cell that covers it.

use super::axis::Shape;
use super::line_label::LineLabels;
use super::space::Space;
use crate::method::suppression::{LEFT_OUT, Suppressed, suppress};
use crate::method::{Anonymized, ChangedColumn, MethodOutcome, Task};
use crate::profile::classes::ClassProfile;
use cloakroom_core::{Column, Dictionary, DictionaryBuilder, Failure, Progress, Quasi};
use std::collections::HashMap;

/// How many groups are recoded between two looks at the progress.
const STRIDE: usize = 1 << 10;

/// Which rows are released together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partition {
    pub groups: Vec<Vec<u32>>,
    /// Rows in no group are not released.
    pub rows: usize,
}

impl Partition {
    fn group_of(&self) -> Vec<u32> {
        let mut group_of = vec![LEFT_OUT; self.rows];
        for (group, rows) in self.groups.iter().enumerate() {
            for &row in rows {
                group_of[row as usize] = group as u32;
            }
        }
        group_of
    }
}

/// Writes the cells of every group and keeps the classes that hold.
pub fn release(
    task: Task<'_>,
    space: &Space,
    partition: &Partition,
    progress: &Progress,
) -> Result<MethodOutcome, Failure> {
    release_columns(task, space, |_| partition, progress)
}

/// Like [`release`], with groups of its own for every column. Classes are those of the released texts:
/// groups that look alike are one class, and labels of different levels may look alike.
pub fn release_columns<'a>(
    task: Task<'_>,
    space: &Space,
    partition_of: impl Fn(usize) -> &'a Partition,
    progress: &Progress,
) -> Result<MethodOutcome, Failure> {
    let columns = task.prepared.quasi.len();
    progress.stage("recoding", columns as u64);
    let mut changed = Vec::with_capacity(columns);
    let mut shown = Vec::with_capacity(columns);
    let mut is_out = vec![false; space.rows()];
    for (at, quasi) in task.prepared.quasi.iter().enumerate() {
        let partition = partition_of(at);
        let group_of = partition.group_of();
        for (is_out, &group) in is_out.iter_mut().zip(&group_of) {
            *is_out |= group == LEFT_OUT;
        }
        let recoded = match &space.axes[at].shape {
            Shape::Tree(_) => recode_tree(space, at, quasi, partition, progress)?,
            Shape::Line => recode_line(quasi, partition, progress)?,
        };
        let (column, texts) = recoded.columns(quasi, &group_of)?;
        changed.push(column);
        shown.push(texts);
        progress.advance(1);
    }
    let shown: Vec<&Column> = shown
        .iter()
        .zip(&changed)
        .map(|(texts, changed)| texts.as_ref().unwrap_or(&changed.column))
        .collect();
    let classes = ClassProfile::compute(&shown, space.rows(), progress)?;
    let class_of: Vec<u32> = is_out
        .iter()
        .enumerate()
        .map(|(row, &is_out)| {
            if is_out {
                LEFT_OUT
            } else {
                classes.class_of(row)
            }
        })
        .collect();
    Ok(
        match suppress(task, &class_of, classes.classes(), progress)? {
            Suppressed::Holds { kept, left_out } => MethodOutcome::Reached(Anonymized {
                changed,
                kept,
                left_out,
                ..Anonymized::default()
            }),
            Suppressed::Fails { failing } => MethodOutcome::NotReached(format!(
                "{} would have to be left out, and at most {} may be",
                task.of_all(failing),
                task.may_leave_out()
            )),
        },
    )
}

/// The cells of a column: a code for every group, a text and a loss for every code.
#[derive(Default)]
struct Recoded {
    code_of_group: Vec<u32>,
    texts: Vec<String>,
    losses: Vec<f64>,
    null: Option<u32>,
}

impl Recoded {
    fn code(&mut self, text: String, loss: f64) -> u32 {
        self.texts.push(text);
        self.losses.push(loss);
        self.texts.len() as u32 - 1
    }

    /// The column, and, where different codes look alike, the column by texts alone. Rows that are not
    /// released keep an empty text.
    fn columns(
        mut self,
        quasi: &Quasi<'_>,
        group_of: &[u32],
    ) -> Result<(ChangedColumn, Option<Column>), Failure> {
        let nothing = if group_of.contains(&LEFT_OUT) {
            match self.null {
                Some(null) => null,
                None => {
                    let code = self.code(String::new(), 1.0);
                    self.null = Some(code);
                    code
                }
            }
        } else {
            0
        };
        let codes: Vec<u32> = group_of
            .iter()
            .map(|&group| match group {
                LEFT_OUT => nothing,
                group => self.code_of_group[group as usize],
            })
            .collect();
        let mut builder = DictionaryBuilder::default();
        let text_of_code = self
            .texts
            .iter()
            .map(|text| builder.intern(text))
            .collect::<Result<Vec<u32>, _>>()?;
        let name = quasi.column.name();
        let texts = (builder.len() < self.texts.len()).then(|| {
            let codes = codes
                .iter()
                .map(|&code| text_of_code[code as usize])
                .collect();
            Column::new(name, builder.finish(), codes, None)
        });
        let dictionary = Dictionary::listed(&self.texts)?;
        let changed = ChangedColumn {
            at: quasi.at,
            column: Column::new(name, dictionary, codes, self.null),
            loss_of_code: self.losses,
        };
        Ok((changed, texts))
    }
}

fn recode_tree(
    space: &Space,
    at: usize,
    quasi: &Quasi<'_>,
    partition: &Partition,
    progress: &Progress,
) -> Result<Recoded, Failure> {
    let mut recoded = Recoded::default();
    let Shape::Tree(tree) = &space.axes[at].shape else {
        return Ok(recoded);
    };
    let codes = quasi.column.codes();
    let mut code_of_node: HashMap<u32, u32> = HashMap::new();
    for (group, rows) in partition.groups.iter().enumerate() {
        progress.check_every(STRIDE, group)?;
        let node = rows
            .iter()
            .map(|&row| codes[row as usize])
            .reduce(|node, code| tree.meet(node, code))
            .unwrap_or_default();
        let code = *code_of_node.entry(node).or_insert_with(|| {
            if tree.is_value(node) {
                let code = recoded.code(quasi.column.dictionary().get(node).to_owned(), 0.0);
                if quasi.column.null() == Some(node) {
                    recoded.null = Some(code);
                }
                code
            } else {
                let (level, group) = tree.place(node);
                let label = &quasi.hierarchy.levels()[level].labels[group as usize];
                recoded.code(label.clone(), quasi.hierarchy.loss(level, group))
            }
        });
        recoded.code_of_group.push(code);
    }
    Ok(recoded)
}

fn recode_line(
    quasi: &Quasi<'_>,
    partition: &Partition,
    progress: &Progress,
) -> Result<Recoded, Failure> {
    let mut recoded = Recoded::default();
    let Some(labels) = LineLabels::new(quasi) else {
        return Ok(recoded);
    };
    let codes = quasi.column.codes();
    let mut code_of_span: HashMap<super::line_label::Span, u32> = HashMap::new();
    for (group, rows) in partition.groups.iter().enumerate() {
        progress.check_every(STRIDE, group)?;
        let span = labels.span(rows.iter().map(|&row| codes[row as usize]));
        let code = *code_of_span.entry(span).or_insert_with(|| {
            let (text, loss) = labels.show(span);
            let code = recoded.code(text, loss);
            if labels.is_missing(span) {
                recoded.null = Some(code);
            }
            code
        });
        recoded.code_of_group.push(code);
    }
    Ok(recoded)
}
