//! A row per rating: person, issue, rating and perhaps more, which is left aside.

mod by_person;
mod spelled;

use super::rating_number;
use super::scale::{find_grid, in_words, says_scale};
use crate::io::csv::codes::Codes;
use crate::io::csv::stream::{Block, Division, Streamed, StreamedColumn, read_columns};
use crate::io::placed::{Part, PlacedTable, Read, columns_for};
use crate::io::reader::StreamRead;
use crate::spelling::Told;
use crate::{Column, Failure, Layout, LoadOptions, Problem, Progress, Ratings, Table};
use by_person::{UNRATED, by_person};
use std::path::Path;

pub const LONG_PARTS: [Part; 3] = [
    Part {
        name: "person",
        usual: &[
            "user",
            "userid",
            "person",
            "personid",
            "participant",
            "respondent",
            "customer",
            "customerid",
        ],
    },
    Part {
        name: "issue",
        usual: &[
            "movie",
            "movieid",
            "item",
            "itemid",
            "issue",
            "issueid",
            "question",
            "product",
            "productid",
        ],
    },
    Part {
        name: "rating",
        usual: &["rating", "score", "stars", "answer", "value"],
    },
];

/// The columns of a table that seem to hold people, issues and ratings: those that are called so, and else the numbers of
/// which fewest differ, and the columns of which most do. `None` if nothing can be a rating.
pub fn rating_columns(table: &Table) -> Option<Vec<String>> {
    let mut left: Vec<&Column> = table.columns().iter().collect();
    let mut take = |part: usize, fits: &dyn Fn(&Column) -> bool, rank: fn(usize) -> i64| {
        let called = |column: &&Column| LONG_PARTS[part].is_called(column.name());
        let found = left.iter().position(called).or_else(|| {
            let fitting = left.iter().enumerate().filter(|(_, column)| fits(column));
            let best = fitting.min_by_key(|(_, column)| rank(column.distinct()));
            best.map(|(at, _)| at)
        });
        found.map(|at| left.remove(at).name().to_owned())
    };
    let is_number = |column: &Column| column.value_type().is_number() && column.distinct() > 1;
    let rating = take(2, &is_number, |distinct| distinct as i64)?;
    let most: fn(usize) -> i64 = |distinct| -(distinct as i64);
    let person = take(0, &|_| true, most)?;
    let issue = take(1, &|_| true, most)?;
    Some(vec![person, issue, rating])
}

/// Reads a text file of ratings without holding it. `None` if it has to be read as a whole.
pub fn stream_long(
    path: &Path,
    options: &LoadOptions,
    division: Division,
    progress: &Progress,
) -> Result<Option<StreamRead<Ratings>>, Failure> {
    let choose = |names: &[&str], has_header: bool| {
        columns_for(names, has_header, &LONG_PARTS, options.columns.as_deref())
    };
    let Some(streamed) = read_columns(path, options, choose, division, progress)? else {
        return Ok(None);
    };
    let Streamed {
        source,
        options,
        notes,
        names,
        places,
        mut columns,
        mut blocks,
    } = streamed;
    let own: Vec<String> = places.iter().map(|&at| names[at].clone()).collect();
    let folded = spelled::fold(path, &options, &own, &mut columns, &mut blocks, progress)?;
    let long = Long {
        file: path,
        options,
        notes,
        folded,
        names: own,
        columns,
        blocks,
    };
    let told = |line: u64, part: usize, message: &str| {
        Problem::in_file(path, message).at(line, places[part] as u64 + 1)
    };
    Ok(Some(StreamRead {
        source,
        names,
        read: long.settle(told, progress)?,
    }))
}

/// Ratings that lie in a table.
pub fn read_long(
    mut placed: PlacedTable<'_>,
    progress: &Progress,
) -> Result<Read<Ratings>, Failure> {
    let places = placed.columns_for(&LONG_PARTS, placed.options.columns.as_deref())?;
    let columns: Vec<&Column> = places
        .iter()
        .map(|&at| &placed.table.columns()[at])
        .collect();
    let names = columns.iter().map(|column| column.name().to_owned());
    let names: Vec<String> = names.collect();
    // The other columns are left aside.
    placed.folded.retain(|told| names.contains(&told.of));
    let long = Long {
        file: placed.file,
        names,
        columns: columns.iter().map(|column| counted(column)).collect(),
        blocks: vec![Block {
            columns: columns
                .iter()
                .map(|column| Codes::new(column.codes(), |code| code))
                .collect(),
            rows: placed.table.rows(),
        }],
        options: placed.options.clone(),
        notes: std::mem::take(&mut placed.notes),
        folded: std::mem::take(&mut placed.folded),
    };
    let told =
        |row: u64, part: usize, message: &str| placed.problem(row as usize, places[part], message);
    long.settle(told, progress)
}

/// In place of the first line, the first row.
fn counted(column: &Column) -> StreamedColumn {
    let counts = column.counts().iter().map(|&count| u64::from(count));
    let mut first = vec![u64::MAX; column.dictionary().len()];
    for (row, &code) in (0..).zip(column.codes()) {
        let known = &mut first[code as usize];
        *known = row.min(*known);
    }
    StreamedColumn {
        values: column.dictionary().clone(),
        counts: counts.collect(),
        first_line: first,
        null: column.null(),
    }
}

/// Person, issue and rating of every row.
struct Long<'a> {
    file: &'a Path,
    options: LoadOptions,
    notes: Vec<String>,
    folded: Vec<Told>,
    /// Of the three columns.
    names: Vec<String>,
    columns: Vec<StreamedColumn>,
    blocks: Vec<Block>,
}

impl Long<'_> {
    /// Where a person rated an issue twice, the later row counts. `told` makes a problem of a row, one of the
    /// three parts and a sentence.
    fn settle(
        mut self,
        told: impl Fn(u64, usize, &str) -> Problem,
        progress: &Progress,
    ) -> Result<Read<Ratings>, Failure> {
        for (part, column) in self.columns.iter().take(2).enumerate() {
            if let Some(null) = column.null {
                let message = format!(
                    "the {} is missing; expected one in every row",
                    LONG_PARTS[part].name
                );
                let row = column.first_line[null as usize];
                return Err(told(row, part, &message).into());
            }
        }
        let ratings = &self.columns[2];
        let numbers: Vec<Option<f64>> = (0..)
            .zip(ratings.values.iter())
            .map(|(code, text)| rating_number(text).filter(|_| Some(code) != ratings.null))
            .collect();
        let values: Vec<(f64, u64)> = numbers
            .iter()
            .zip(&ratings.counts)
            .filter_map(|(number, &count)| Some(((*number)?, count)))
            .collect();
        let grid = find_grid(&values, &self.options).map_err(|why| {
            let message = format!(
                "the scale of column \"{}\" does not fit: {why}",
                self.names[2]
            );
            Problem::in_file(self.file, message)
        })?;
        let points: Vec<u16> = numbers
            .iter()
            .map(|number| {
                let point = number.and_then(|number| grid.point(number));
                point.unwrap_or(UNRATED)
            })
            .collect();
        let wrong = (0..)
            .zip(&points)
            .filter(|&(code, &point)| point == UNRATED && Some(code) != ratings.null)
            .map(|(code, _)| ratings.first_line[code as usize])
            .min();
        if let Some(row) = wrong {
            return Err(told(row, 2, &grid.refusal()).into());
        }
        let rows: usize = self.blocks.iter().map(|block| block.rows).sum();
        progress.stage("sorting the ratings", rows as u64);
        let mut columns = self.columns.into_iter().map(|column| column.values);
        let people = columns.next().unwrap_or_default();
        let issues = columns.next().unwrap_or_default();
        let blocks = std::mem::take(&mut self.blocks);
        let sorted = by_person(people, issues, blocks, &points, grid.scale, progress)?;
        let (unrated, repeated) = (rows - sorted.rated, sorted.repeated);
        if self.options.columns.is_none() {
            let quoted: Vec<String> = self
                .names
                .iter()
                .map(|name| format!("\"{name}\""))
                .collect();
            self.notes.push(format!(
                "Person, issue and rating are taken from the columns {}.",
                quoted.join(", ")
            ));
        }
        if says_scale(self.options.scale.as_deref(), &grid.scale) {
            let scale = in_words(&grid.scale);
            self.notes
                .push(format!("The scale is taken to be {scale}."));
        }
        self.notes.extend(grid.note(&values));
        if unrated > 0 {
            self.notes.push(match unrated {
                1 => "1 row has no rating and counts as not rated.".to_owned(),
                _ => format!("{unrated} rows have no rating and count as not rated."),
            });
        }
        if repeated > 0 {
            self.notes.push(format!(
                "{repeated} {} replaced by a later one of the same person and issue.",
                if repeated == 1 {
                    "rating is"
                } else {
                    "ratings are"
                }
            ));
        }
        let mut options = self.options;
        options.layout = Some(Layout::Long);
        options.columns = Some(self.names);
        Ok(Read {
            data: Ratings::Long(sorted.ratings.into()),
            options,
            notes: self.notes,
            folded: self.folded,
            buyers: None,
        })
    }
}
