//! The first reading: from a file and a recipe to counted tuples.

use crate::records;
use cloakroom_core::batch::Batch;
use cloakroom_core::io::batches::{BatchSink, BatchedFile, Head, read_batches};
use cloakroom_core::io::csv::stream::Division;
use cloakroom_core::io::fold;
use cloakroom_core::io::memory;
use cloakroom_core::io::microdata::mixed_columns;
use cloakroom_core::io::recipe::resolve_roles;
use cloakroom_core::{Failure, Loaded, Problem, Progress, Recipe, Role, Settings};
use cloakroom_microdata::profile::counting::{Counting, CountingError, Room};
use cloakroom_microdata::profile::doubts::{Asked, Looked, Sketch};
use std::path::Path;

/// What a tuple takes while it is counted and while the lattice works from it, without its codes.
const OF_TUPLE: u64 = 200;
/// What a code of a tuple takes, with all copies that are there at a time.
const OF_CODE: u64 = 16;
/// The share of the room that the texts of one column may take.
const TEXT_SHARE: u64 = 8;

/// A recipe with its data counted.
#[derive(Clone, Debug)]
pub struct Counted {
    pub recipe: Recipe,
    /// The recipe's, with the hierarchies of counted columns only.
    pub settings: Settings,
    pub loaded: Loaded,
    /// Of all columns of the file.
    pub names: Vec<String>,
    /// What speaks against columns that are released as they are.
    pub looked: Looked,
}

struct Sink<'a> {
    path: &'a Path,
    counting: Counting,
    /// With the places of its columns in a batch.
    sketch: Option<(Sketch, Vec<usize>)>,
    recipe: Recipe,
    /// Of the columns that are counted.
    names: Vec<String>,
}

impl BatchSink for Sink<'_> {
    fn take(&self, mut batch: Batch) -> Result<(), Failure> {
        if let Some((sketch, places)) = &self.sketch {
            sketch.add(&batch, places);
        }
        batch.columns.truncate(self.names.len());
        let counted = self.counting.add(&batch);
        counted.map_err(|error| told(error, self.path, &self.names))
    }
}

/// `text` is that of the recipe. However the work is divided, the tuples are the same; `room` is what there is, or
/// `None` for what the memory gives.
pub fn count(
    data: &Path,
    path: &Path,
    text: &str,
    recipe: Recipe,
    division: Division,
    room: Option<Room>,
    progress: &Progress,
) -> Result<Counted, Failure> {
    let begin = |head: &Head<'_>| begin(head, data, path, text, &recipe, room);
    let (file, sink) = read_batches(data, &recipe.load, begin, division, progress)?;
    progress.stage("building columns", 0);
    let Sink {
        counting,
        sketch,
        recipe,
        names,
        ..
    } = sink;
    let shown: Vec<&str> = names.iter().map(String::as_str).collect();
    let missing = file.options.nulls.as_deref().unwrap_or_default();
    let counted = counting.finish(&shown, file.options.fold, missing, progress);
    let mut counted = counted.map_err(|error| told(error, data, &names))?;
    let folded = std::mem::take(&mut counted.folded);
    let looked = match sketch {
        Some((sketch, _)) => sketch.finish(progress)?,
        None => Looked::default(),
    };
    let names = shown;
    let table = counted
        .into_table(&names)
        .map_err(|error| Problem::in_file(data, error.to_string()))?;
    let BatchedFile {
        source,
        options,
        mut notes,
        names,
        ..
    } = file;
    notes.extend(mixed_columns(&table));
    notes.extend(fold::notes(records::KIND, options.fold, &folded));
    let mut settings = recipe.settings.clone();
    settings
        .hierarchies
        .retain(|name, _| table.column(name).is_some() || !names.contains(name));
    Ok(Counted {
        settings,
        recipe,
        loaded: Loaded {
            dataset: table.into(),
            source,
            options,
            notes,
            folded,
            prepared: None,
            understood: Default::default(),
        },
        names,
        looked,
    })
}

/// Fits the recipe to the columns of the file and chooses those that are counted.
fn begin<'a>(
    head: &Head<'_>,
    data: &'a Path,
    path: &Path,
    text: &str,
    recipe: &Recipe,
    room: Option<Room>,
) -> Result<(Vec<usize>, Sink<'a>), Failure> {
    let all: Vec<&str> = head.names.iter().map(String::as_str).collect();
    let roles = resolve_roles(text, path, recipe, records::KIND, head.options, &all)?;
    let is_counted = |name: &&str| matches!(roles.of(name), Some(Role::Quasi | Role::Sensitive));
    let places: Vec<usize> = (0..all.len()).filter(|&at| is_counted(&all[at])).collect();
    if places.is_empty() {
        return Err(Problem::in_file(
            path,
            "no column is marked as quasi-identifier or sensitive, so that there is nothing to count: name those that \
             somebody could know from elsewhere",
        )
        .into());
    }
    let asked = Asked::of(all.iter().copied(), &roles);
    let counted = places.len();
    let mut places = places;
    let sketch = (!asked.kept.is_empty()).then(|| {
        let sketch = Sketch::new(asked);
        let own = sketch
            .names()
            .filter_map(|name| all.iter().position(|other| other == name));
        let own: Vec<usize> = own.collect();
        let in_batch = own.iter().map(|&place| {
            // Those that are counted are read anyway; others come after them.
            let known = places.iter().position(|&other| other == place);
            known.unwrap_or_else(|| {
                places.push(place);
                places.len() - 1
            })
        });
        let in_batch = in_batch.collect();
        (sketch, in_batch)
    });
    let mut recipe = recipe.clone();
    recipe.settings.roles = roles;
    let sink = Sink {
        path: data,
        counting: Counting::new(counted, room.unwrap_or_else(|| room_for(counted))),
        sketch,
        recipe,
        names: places[..counted]
            .iter()
            .map(|&at| all[at].to_owned())
            .collect(),
    };
    Ok((places, sink))
}

/// As many tuples as the memory has room for, with all that is computed from them.
fn room_for(columns: usize) -> Room {
    let room = memory::room();
    let tuples = room / (OF_TUPLE + OF_CODE * columns as u64);
    Room {
        tuples: tuples.min(u64::from(u32::MAX)) as usize,
        text: (room / TEXT_SHARE) as usize,
    }
}

fn told(error: CountingError, path: &Path, names: &[String]) -> Failure {
    let message = match error {
        CountingError::Stopped(stopped) => return stopped.into(),
        CountingError::TooManyTuples => {
            "the quasi-identifiers and sensitive columns have more different combinations of values than the memory has \
             room for; round or shorten the values of the finest of them before, or give fewer columns these roles"
                .to_owned()
        }
        CountingError::TooManyValues(at) => format!(
            "column \"{}\" has more different values than the memory has room for; round or shorten them before, or \
             give it another role",
            names.get(at).map_or("", String::as_str)
        ),
        CountingError::TooManyRecords => {
            "the table has more than 4,294,967,295 records".to_owned()
        }
    };
    Problem::in_file(path, message).into()
}
