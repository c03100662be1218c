//! A row per rating: person, issue, rating and perhaps more, which is left aside.

use super::rating_number;
use super::scale::{find_grid, in_words};
use crate::io::placed::{Part, PlacedTable, Read};
use crate::model::column::Column;
use crate::model::load_options::Layout;
use crate::model::problem::{Failure, Problem};
use crate::model::pulse::Pulse;
use crate::model::ratings::{Ratings, Scale, SparseRatings};

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

/// Rows between two looks at the pulse.
const BLOCK: usize = 1 << 16;

/// Where a person rated an issue twice, the later row counts.
pub fn read_long(mut placed: PlacedTable<'_>, pulse: &Pulse) -> Result<Read<Ratings>, Failure> {
    let places = placed.columns_for(&LONG_PARTS, placed.options.columns.as_deref())?;
    let column = |part: usize| &placed.table.columns()[places[part]];
    let (people, issues, ratings) = (column(0), column(1), column(2));
    for (part, column) in [people, issues].into_iter().enumerate() {
        if let Some(row) = first_missing(column) {
            let message = format!(
                "the {} is missing; expected one in every row",
                LONG_PARTS[part].name
            );
            return Err(placed.problem(row, places[part], &message).into());
        }
    }
    let (scale, points, rounded) = points_of(&placed, ratings, places[2])?;
    pulse.stage("sorting the ratings", placed.table.rows() as u64);
    let (sparse, unrated, repeated) = by_person(people, issues, ratings, &points, scale, pulse)?;
    let names: Vec<String> = places
        .iter()
        .map(|&at| placed.table.columns()[at].name().to_owned())
        .collect();
    if placed.options.columns.is_none() {
        let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        placed.notes.push(format!(
            "Person, issue and rating are taken from the columns {}.",
            quoted.join(", ")
        ));
    }
    if placed.options.scale.is_none() {
        placed
            .notes
            .push(format!("The scale is taken to be {}.", in_words(&scale)));
    }
    placed.notes.extend(rounded);
    if unrated > 0 {
        placed.notes.push(format!(
            "{unrated} {} no rating and count as not rated.",
            if unrated == 1 { "row has" } else { "rows have" }
        ));
    }
    if repeated > 0 {
        placed.notes.push(format!(
            "{repeated} {} replaced by a later one of the same person and issue.",
            if repeated == 1 {
                "rating is"
            } else {
                "ratings are"
            }
        ));
    }
    let mut options = placed.options;
    options.layout = Some(Layout::Long);
    options.columns = Some(names);
    options.scale = Some(vec![scale.low, scale.high, scale.step]);
    Ok(Read {
        data: Ratings::Long(sparse.into()),
        options,
        notes: placed.notes,
    })
}

fn first_missing(column: &Column) -> Option<usize> {
    let null = column.null()?;
    column.codes().iter().position(|&code| code == null)
}

/// The scale, and per code of the rating column its point, `None` for a missing one; and what is to be said
/// of those that were moved.
fn points_of(
    placed: &PlacedTable<'_>,
    ratings: &Column,
    at: usize,
) -> Result<(Scale, Vec<Option<u16>>, Option<String>), Problem> {
    let counts = ratings.counts();
    let numbers: Vec<Option<f64>> = ratings
        .dictionary()
        .iter()
        .enumerate()
        .map(|(code, text)| {
            if Some(code as u32) == ratings.null() {
                None
            } else {
                rating_number(text)
            }
        })
        .collect();
    let values: Vec<(f64, u64)> = numbers
        .iter()
        .zip(counts)
        .filter_map(|(number, &count)| Some(((*number)?, u64::from(count))))
        .collect();
    let grid = find_grid(&values, &placed.options).map_err(|why| {
        Problem::in_file(
            placed.file,
            format!(
                "the scale of column \"{}\" does not fit: {why}",
                ratings.name()
            ),
        )
    })?;
    let points: Vec<Option<u16>> = numbers
        .iter()
        .map(|number| number.and_then(|number| grid.point(number)))
        .collect();
    let wrong = ratings
        .codes()
        .iter()
        .position(|&code| Some(code) != ratings.null() && points[code as usize].is_none());
    if let Some(row) = wrong {
        return Err(placed.problem(row, at, &grid.refusal()));
    }
    Ok((grid.scale, points, grid.note(&values)))
}

/// The ratings by person; how many rows had none; how many were replaced by a later one.
fn by_person(
    people: &Column,
    issues: &Column,
    ratings: &Column,
    points: &[Option<u16>],
    scale: Scale,
    pulse: &Pulse,
) -> Result<(SparseRatings, usize, usize), Failure> {
    let rows = people.len();
    let mut starts = vec![0usize; people.dictionary().len() + 1];
    for row in 0..rows {
        if points[ratings.codes()[row] as usize].is_some() {
            starts[people.codes()[row] as usize + 1] += 1;
        }
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let rated = starts.last().copied().unwrap_or(0);
    let mut next = starts.clone();
    let mut cells: Vec<(u32, u16)> = vec![(0, 0); rated];
    for row in 0..rows {
        if row.is_multiple_of(BLOCK) {
            pulse.check()?;
            pulse.advance(BLOCK as u64);
        }
        if let Some(point) = points[ratings.codes()[row] as usize] {
            let place = &mut next[people.codes()[row] as usize];
            cells[*place] = (issues.codes()[row], point);
            *place += 1;
        }
    }
    let mut sparse = SparseRatings {
        people: people.dictionary().clone(),
        issues: issues.dictionary().clone(),
        starts: Vec::with_capacity(starts.len()),
        issue: Vec::with_capacity(rated),
        rating: Vec::with_capacity(rated),
        scale,
    };
    sparse.starts.push(0);
    for pair in starts.windows(2) {
        pulse.check()?;
        let own = &mut cells[pair[0]..pair[1]];
        // Stable, so the last of equal issues is the last in the file.
        own.sort_by_key(|&(issue, _)| issue);
        for (at, &(issue, point)) in own.iter().enumerate() {
            if own.get(at + 1).is_none_or(|next| next.0 != issue) {
                sparse.issue.push(issue);
                sparse.rating.push(point);
            }
        }
        sparse.starts.push(sparse.issue.len());
    }
    let repeated = rated - sparse.issue.len();
    Ok((sparse, rows - rated, repeated))
}
