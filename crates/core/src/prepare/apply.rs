//! The steps of a preparation, one after the other, each told with what it left.

use super::rows::{column_of, names, picked};
use super::secret::{Key, pseudonyms};
use super::statement::{expression, run, select};
use super::{DATA, Operation, OtherFile, Prepare, Step, derive, group, join, map, sample, shift};
use crate::codebook::Codebook;
use crate::io::load::load;
use crate::io::loaded::{Loaded, Preparation, SourceFile};
use crate::kind::Kind;
use crate::load_options::LoadOptions;
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::table::Table;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// A table after its steps.
#[derive(Debug)]
pub struct Prepared {
    pub table: Table,
    pub told: Vec<StepTold>,
    /// The other files that were looked at; of keys nothing is remembered.
    pub files: Vec<SourceFile>,
}

/// What a step did, in counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepTold {
    pub step: String,
    pub rows_before: usize,
    pub rows_after: usize,
    pub columns_before: usize,
    pub columns_after: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Where steps find what they name.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// Paths are relative to this.
    pub folder: &'a Path,
    /// The data file, for sentences.
    pub file: &'a Path,
    /// How it was read: other tables are read alike.
    pub options: &'a LoadOptions,
    /// How many steps were done before the first of these.
    pub done: usize,
}

/// Carries out all steps that are not switched off.
pub fn prepare(
    table: Table,
    prepare: &Prepare,
    ground: Ground<'_>,
    progress: &Progress,
) -> Result<Prepared, Failure> {
    let mut work = Work {
        ground,
        others: Vec::new(),
        files: Vec::new(),
    };
    let mut table = table;
    let mut told = Vec::new();
    for (at, step) in (ground.done..).zip(&prepare.steps) {
        if step.off {
            continue;
        }
        progress.check()?;
        progress.stage("preparing", 0);
        let (rows_before, columns_before) = (table.rows(), table.columns().len());
        let done = work.open(&prepare.tables, step, progress);
        let done = done.and_then(|()| work.done(table, step, progress));
        let (done, notes) = done.map_err(|failure| of_step(failure, at, step))?;
        if done.rows() == 0 || done.columns().is_empty() {
            let left = if done.rows() == 0 { "row" } else { "column" };
            let problem = Problem::new(format!("no {left} is left; expected some"));
            return Err(of_step(problem.into(), at, step));
        }
        told.push(StepTold {
            step: format!("{}: {}", step.operation.title(), step.operation.words()),
            rows_before,
            rows_after: done.rows(),
            columns_before,
            columns_after: done.columns().len(),
            notes,
        });
        table = done;
    }
    Ok(Prepared {
        table,
        told,
        files: work.files,
    })
}

/// The data after their preparation, if one is asked for.
pub fn prepare_loaded(
    loaded: Loaded,
    asked: &Prepare,
    folder: &Path,
    progress: &Progress,
) -> Result<Loaded, Failure> {
    if asked.is_empty() {
        return Ok(loaded);
    }
    let ground = Ground {
        folder,
        file: &loaded.source.path,
        options: &loaded.options,
        done: 0,
    };
    let kind = loaded.dataset.kind();
    let Some(table) = loaded.dataset.records_table() else {
        let message = format!(
            "[prepare] is for tables of records, not for {}; cloakroom prepare with data.kind = \"{}\" writes a table \
             that can be opened as {}",
            kind.name(),
            Kind::OF_ANY_TABLE.name(),
            kind.name()
        );
        return Err(Problem::new(message).into());
    };
    let Prepared { table, told, files } = prepare(table.clone(), asked, ground, progress)?;
    let notes = told.iter().flat_map(|step| step.notes.iter().cloned());
    let notes: Vec<String> = loaded.notes.iter().cloned().chain(notes).collect();
    let preparation = Preparation {
        asked: asked.clone(),
        told,
        files,
        sha256: hash_of(&table, progress)?,
    };
    let mut understood = loaded.understood;
    understood.codebook = renamed_in(understood.codebook, asked);
    Ok(Loaded {
        dataset: table.into(),
        notes,
        understood,
        prepared: Some(Arc::new(preparation)),
        ..loaded
    })
}

/// What the file says of columns, under the names that they have now.
fn renamed_in(codebook: Codebook, asked: &Prepare) -> Codebook {
    let steps = asked.steps.iter().filter(|step| !step.off);
    steps.fold(codebook, |codebook, step| match &step.operation {
        Operation::Rename { columns } => {
            let name_of = |name: &str| columns.get(name).map_or(name, String::as_str).to_owned();
            codebook.spelled(name_of, |_, label| label.to_owned())
        }
        _ => codebook,
    })
}

/// Of names and cells, whatever codes the cells have.
fn hash_of(table: &Table, progress: &Progress) -> Result<String, Failure> {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    for column in table.columns() {
        progress.check()?;
        add(column.name());
        for row in 0..column.len() {
            add(column.text(row));
        }
    }
    Ok(hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

/// Says which step it was.
fn of_step(failure: Failure, at: usize, step: &Step) -> Failure {
    match failure {
        Failure::Problem(problem) => Problem {
            message: format!(
                "step {} of [prepare], {}: {}",
                at + 1,
                step.operation.name(),
                problem.message
            ),
            ..problem
        }
        .into(),
        stopped => stopped,
    }
}

struct Work<'a> {
    ground: Ground<'a>,
    others: Vec<(String, Table)>,
    files: Vec<SourceFile>,
}

impl Work<'_> {
    /// Reads the tables that a step may look at, each once.
    fn open(
        &mut self,
        tables: &BTreeMap<String, OtherFile>,
        step: &Step,
        progress: &Progress,
    ) -> Result<(), Failure> {
        for (name, file) in tables {
            let is_open = self.others.iter().any(|(open, _)| open == name);
            if !is_open && step.operation.may_look_at(name) {
                let other = self.table(file, progress)?;
                self.others.push((name.clone(), other));
            }
        }
        Ok(())
    }

    /// Another table, read as the data were where nothing else is said of it.
    fn table(&mut self, file: &OtherFile, progress: &Progress) -> Result<Table, Failure> {
        let path = self.ground.folder.join(&file.path);
        let mut options = LoadOptions {
            kind: Some(Kind::OF_ANY_TABLE),
            nulls: self.ground.options.nulls.clone(),
            fold: self.ground.options.fold,
            sheet: file.sheet.clone(),
            delimiter: file.delimiter.clone(),
            types: file.types.clone(),
            ..LoadOptions::default()
        };
        options.fold_names();
        let loaded = load(&path, &options, progress)?;
        self.files.push(loaded.source);
        let table = loaded.dataset.into_records_table();
        table.ok_or_else(|| Problem::in_file(&path, "this is not a table of rows").into())
    }

    fn done(
        &mut self,
        table: Table,
        step: &Step,
        progress: &Progress,
    ) -> Result<(Table, Vec<String>), Failure> {
        let Ground {
            folder,
            file,
            options,
            ..
        } = self.ground;
        let says = match &step.operation {
            Operation::Map { file, .. } => Some(self.table(file, progress)?),
            _ => None,
        };
        let others = self.others.iter();
        let others: Vec<(&str, &Table)> =
            others.map(|(name, table)| (name.as_str(), table)).collect();
        let silent = |table: Table| (table, Vec::new());
        Ok(match &step.operation {
            Operation::Sql { sql, multiplies } => {
                let open = [&[(DATA, &table)], others.as_slice()].concat();
                let answer = run(sql, *multiplies, &open, file, options, progress)?;
                (answer.table, answer.notes)
            }
            Operation::Keep { condition } => {
                let condition = expression(condition)?;
                let (rows, _) = select("", Some(&condition), &table, &others, options, progress)?;
                match rows.len() == table.rows() {
                    true => silent(table),
                    false => silent(picked(&table, &rows, options)?),
                }
            }
            Operation::Drop { columns } => {
                for name in columns {
                    column_of(&table, name)?;
                }
                let kept = table.into_columns().into_iter();
                let kept = kept.filter(|column| !columns.iter().any(|name| name == column.name()));
                silent(Table::new(kept.collect())?)
            }
            Operation::Rename { columns } => silent(renamed(table, columns)?),
            Operation::Derive { column, from } => silent(derive::derive(
                table, column, from, &others, options, progress,
            )?),
            Operation::Map {
                column,
                file,
                into,
                unmapped,
            } => {
                let mapping = map::Mapping {
                    says: &says.unwrap_or_default(),
                    file: &folder.join(&file.path),
                    into: into.as_deref(),
                    unmapped: *unmapped,
                };
                map::map(table, column, &mapping, options, progress)?
            }
            Operation::Join {
                table: name,
                on,
                columns,
                keeps_unmatched,
                multiplies,
            } => {
                let Some((_, other)) = self.others.iter().find(|(known, _)| known == name) else {
                    let message = format!(
                        "there is no table \"{name}\"; expected one that prepare.tables opens"
                    );
                    return Err(Problem::new(message).into());
                };
                let join = join::Join {
                    other,
                    on,
                    columns: columns.as_deref(),
                    keeps_unmatched: *keeps_unmatched,
                    multiplies: *multiplies,
                };
                join::join(&table, &join, options, progress)?
            }
            Operation::Group { by, take } => {
                silent(group::group(&table, by, take, options, progress)?)
            }
            Operation::Sample { size, seed } => {
                silent(sample::sample(&table, *size, *seed, options)?)
            }
            Operation::Pseudonyms { keys } => {
                silent(pseudonyms(table, keys, folder, options, progress)?)
            }
            Operation::ShiftDates {
                columns,
                person,
                key,
                days,
            } => {
                let key = Key::read(&folder.join(key))?;
                silent(shift::shift(
                    table, columns, person, &key, *days, options, progress,
                )?)
            }
        })
    }
}

fn renamed(table: Table, names_by_old: &BTreeMap<String, String>) -> Result<Table, Failure> {
    for name in names_by_old.keys() {
        column_of(&table, name)?;
    }
    let all = names(&table);
    let columns = table.into_columns().into_iter();
    let columns: Vec<_> = columns
        .map(|column| match names_by_old.get(column.name()) {
            Some(new) => column.renamed(new),
            None => column,
        })
        .collect();
    let mut seen = std::collections::HashSet::new();
    if let Some(column) = columns.iter().find(|column| !seen.insert(column.name())) {
        let message = format!(
            "two columns become one name, \"{}\"; expected a name that is none of {all}",
            column.name()
        );
        return Err(Problem::new(message).into());
    }
    Ok(Table::new(columns)?)
}
