//! Who is who in the inputs of several releases.

use super::Audited;
use crate::kinds::{self, WhoIsWho, about};
use cloakroom_core::io::load::load;
use cloakroom_core::io::paths::folder_of;
use cloakroom_core::{Column, Failure, LoadOptions, Problem, Progress};
use std::collections::HashMap;
use std::path::PathBuf;

/// People of all inputs, numbered.
#[derive(Clone, Debug)]
pub struct People {
    /// By release, the person of every row of its input.
    of_row: Vec<Vec<u32>>,
    count: usize,
    /// Every row is the same person in every release.
    pub is_one_input: bool,
}

impl People {
    pub fn count(&self) -> usize {
        self.count
    }

    /// The person of every row of a release's input.
    pub fn rows(&self, release: usize) -> &[u32] {
        &self.of_row[release]
    }

    /// Rows are people if all releases were made of the same file, read in the same way.
    pub fn of_one_input(releases: &[Audited]) -> Result<Self, Problem> {
        let Some(first) = releases.first() else {
            return Err(super::too_few());
        };
        for other in releases {
            if other.input.sha256 != first.input.sha256 {
                return Err(Problem::in_file(
                    &other.file,
                    format!(
                        "this release was made of other data than {}; a column that tells who is who (--by) joins them",
                        first.file.display()
                    ),
                ));
            }
            if other.input.prepared != first.input.prepared {
                return Err(Problem::in_file(
                    &other.file,
                    format!(
                        "this release was made of the same file as {}, but the table was prepared in another way",
                        first.file.display()
                    ),
                ));
            }
            if other.input.records != first.input.records || shape(other) != shape(first) {
                return Err(Problem::in_file(
                    &other.file,
                    format!(
                        "this release was made of the same file as {}, but the file was read in another way",
                        first.file.display()
                    ),
                ));
            }
        }
        let records = first.input.records;
        let everybody: Vec<u32> = (0..records as u32).collect();
        Ok(Self {
            of_row: vec![everybody; releases.len()],
            count: records,
            is_one_input: true,
        })
    }

    /// People who have the same value in a column of every input are the same. The inputs are read again.
    pub fn by(releases: &[Audited], column: &str, progress: &Progress) -> Result<Self, Failure> {
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut of_row = Vec::with_capacity(releases.len());
        for release in releases {
            of_row.push(number(release, column, &mut numbers, progress)?);
        }
        let people = Self {
            of_row,
            count: numbers.len(),
            is_one_input: false,
        };
        people.refuse_strangers(releases, column)?;
        Ok(people)
    }

    /// In how many inputs each person is.
    fn inputs_of_person(&self) -> Vec<u32> {
        let mut inputs = vec![0; self.count];
        for &person in self.of_row.iter().flatten() {
            inputs[person as usize] += 1;
        }
        inputs
    }

    /// People who are in several inputs; the others were joined with nobody.
    pub fn joined(&self) -> usize {
        let inputs = self.inputs_of_person();
        inputs.iter().filter(|&&inputs| inputs > 1).count()
    }

    /// An input that shares nobody with the others was joined by a column that is spelled in another way, or needs no
    /// counting together: neither may look as if something had been found out.
    fn refuse_strangers(&self, releases: &[Audited], column: &str) -> Result<(), Problem> {
        let inputs = self.inputs_of_person();
        for (release, rows) in releases.iter().zip(&self.of_row) {
            if rows.iter().all(|&person| inputs[person as usize] < 2) {
                return Err(Problem::in_file(
                    &release.file,
                    format!(
                        "nobody of this release is in another one by the column \"{column}\"; expected a column that is \
                         spelled alike in all inputs"
                    ),
                ));
            }
        }
        Ok(())
    }

    /// The rows of a release's input that are among some people, ascending.
    pub fn rows_of(&self, release: usize, people: &[u32]) -> Vec<u32> {
        let mut is_asked = vec![false; self.count];
        for &person in people {
            is_asked[person as usize] = true;
        }
        let rows = self.of_row[release].iter().zip(0..);
        rows.filter(|&(&person, _)| is_asked[person as usize])
            .map(|(_, row)| row)
            .collect()
    }
}

/// What the order of people in a file depends on.
fn shape(release: &Audited) -> impl PartialEq + use<'_> {
    let LoadOptions {
        layout,
        columns,
        column,
        sheet,
        ..
    } = &release.recipe.load;
    (layout, columns, column, sheet)
}

fn number(
    release: &Audited,
    column: &str,
    numbers: &mut HashMap<String, u32>,
    progress: &Progress,
) -> Result<Vec<u32>, Failure> {
    if let Some(why) = about(release.kind()).not_joined {
        return Err(Problem::in_file(&release.file, why).into());
    }
    if release.input.prepared.is_some() {
        return Err(Problem::in_file(
            &release.file,
            "the table was prepared before this release, so that the rows of its file are not its records; expected \
             releases of one table, without --by",
        )
        .into());
    }
    let path = input_of(release);
    let loaded = load(&path, &release.recipe.load, progress)?;
    if loaded.source.sha256 != release.input.sha256 {
        return Err(Problem::in_file(
            &path,
            "the file has changed since the release was made of it; expected it as it was",
        )
        .into());
    }
    let mut of_row = Vec::with_capacity(release.input.records);
    let mut add = |text: &str| {
        let next = numbers.len() as u32;
        of_row.push(*numbers.entry(text.to_owned()).or_insert(next));
    };
    match kinds::of(&loaded.dataset).who(column, &loaded.options) {
        Some(WhoIsWho::Listed(people)) => people.iter().for_each(&mut add),
        Some(WhoIsWho::InRows(who)) => {
            refuse_nobody(&path, who)?;
            (0..who.len()).for_each(|row| add(who.text(row)));
        }
        None => return Err(no_column(&path, column).into()),
    }
    let mut seen = of_row.clone();
    seen.sort_unstable();
    let repeated = seen.chunk_by(|one, next| one == next);
    let repeated = repeated.filter(|rows| rows.len() > 1).count();
    if repeated > 0 {
        return Err(Problem::in_file(
            &path,
            format!(
                "{repeated} values of the column \"{column}\" stand in several rows; expected one row for each person"
            ),
        )
        .into());
    }
    Ok(of_row)
}

/// A relative path is that of the day of the release, or one from the audit file.
fn input_of(release: &Audited) -> PathBuf {
    let path = &release.input.path;
    if path.exists() {
        return path.clone();
    }
    folder_of(&release.file).join(path)
}

fn no_column(path: &std::path::Path, column: &str) -> Problem {
    Problem::in_file(
        path,
        format!("there is no column \"{column}\" that tells who is who"),
    )
}

fn refuse_nobody(path: &std::path::Path, who: &Column) -> Result<(), Problem> {
    match who.nulls() {
        0 => Ok(()),
        many => Err(Problem::in_file(
            path,
            format!(
                "{many} rows have nothing in the column \"{}\", so that nobody knows who they are",
                who.name()
            ),
        )),
    }
}
