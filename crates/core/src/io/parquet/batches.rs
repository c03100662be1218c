//! Parquet in batches: a group of rows at a time, and of it the columns that are wanted.

use super::pages::is_plausible;
use super::read::names_of;
use crate::batch::{Batch, BatchColumn};
use crate::frame::{Halt, to_cells};
use crate::guard::guarded;
use crate::io::batches::{BatchSink, BatchedFile, Head};
use crate::io::csv::stream::Division;
use crate::io::loaded::SourceFile;
use crate::io::memory;
use crate::io::source::{changed, is_unchanged, open};
use crate::io::stream::SourceStream;
use crate::{Failure, Kind, LoadOptions, Problem, Progress, Table};
use polars::prelude::{ArrowSchema, Series};
use polars_buffer::Buffer;
use polars_io::parquet::read::_internal::to_deserializer;
use polars_io::parquet::read::{FileMetadata, infer_schema};
use polars_parquet::parquet::read::read_metadata;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a group takes while its columns become codes, as a multiple of its unpacked size.
const OF_GROUP: u64 = 4;

/// Rows of the first group beyond which nobody looks at it before all are read.
const LARGEST_SAMPLE: usize = 1 << 20;

/// Bytes that the whole table would need in memory; `None` if it cannot be told.
pub fn needs(path: &Path) -> Option<u64> {
    let mut file = File::open(path).ok()?;
    let metadata = guarded(|| read_metadata(&mut file).ok())??;
    let cells = metadata.row_groups.iter().map(|group| {
        let unpacked: u64 = group.parquet_columns().iter().map(unpacked_size).sum();
        let codes = group.num_rows() as u64 * group.parquet_columns().len() as u64;
        unpacked * 2 + codes * 8
    });
    Some(cells.sum())
}

fn unpacked_size(column: &polars_parquet::read::ColumnChunkMetadata) -> u64 {
    column.uncompressed_size().max(0) as u64
}

pub fn read<S: BatchSink>(
    path: &Path,
    options: &LoadOptions,
    begin: impl Fn(&Head<'_>) -> Result<(Vec<usize>, S), Failure>,
    division: Division,
    progress: &Progress,
) -> Result<(BatchedFile, S), Failure> {
    let (mut file, before) = open(path)?;
    let source = hashed(path, progress)?;
    let damaged = || {
        let message = "this is not a whole Parquet file, or it is damaged";
        Problem::in_file(path, message)
    };
    let metadata = guarded(|| read_metadata(&mut file).ok())
        .flatten()
        .ok_or_else(damaged)?;
    let schema = guarded(|| infer_schema(&metadata).ok())
        .flatten()
        .ok_or_else(damaged)?;
    let (names, tidied) = names_of(path, "Parquet", &schema, metadata.num_rows, options)?;
    let mut options = options.clone();
    options.kind = Some(Kind::OF_ANY_TABLE);
    options.batches = Some(true);
    let parquet = Groups {
        path,
        metadata: &metadata,
        schema: &schema,
        options: &options,
        progress,
    };
    let (places, sink) = begin(&Head {
        names: &names,
        options: &options,
        sample: &|| parquet.sample(&names),
    })?;
    let not_numbers = parquet.all(&places, &sink, division)?;
    if !is_unchanged(path, &before) {
        return Err(changed(path).into());
    }
    let notes = places.iter().zip(not_numbers).filter(|&(_, many)| many > 0);
    let notes = notes.map(|(&place, many)| {
        let name = &names[place];
        format!("Column \"{name}\": {many} values that are \"not a number\" are read as missing.")
    });
    let file = BatchedFile {
        source,
        notes: tidied.into_iter().chain(notes).collect(),
        rows: metadata
            .row_groups
            .iter()
            .map(|group| group.num_rows())
            .collect(),
        options,
        names,
    };
    Ok((file, sink))
}

/// What the file is: read once from its beginning to its end, and not kept.
fn hashed(path: &Path, progress: &Progress) -> Result<SourceFile, Failure> {
    let mut stream = SourceStream::open(path, progress)?;
    progress.stage("hashing", stream.length());
    let mut block = Vec::new();
    while stream.read(&mut block, 1 << 20)? > 0 {
        block.clear();
    }
    Ok(stream.finish()?)
}

struct Groups<'a> {
    path: &'a Path,
    metadata: &'a FileMetadata,
    schema: &'a ArrowSchema,
    options: &'a LoadOptions,
    progress: &'a Progress,
}

impl Groups<'_> {
    fn damaged(&self) -> Failure {
        Problem::in_file(self.path, "the Parquet file is damaged and cannot be read").into()
    }

    fn nulls(&self) -> &[String] {
        self.options.nulls.as_deref().unwrap_or_default()
    }

    /// One column of one group.
    fn series(&self, file: &mut File, group: usize, place: usize) -> Result<Series, Failure> {
        self.progress.check()?;
        let group = &self.metadata.row_groups[group];
        let (name, field) = self
            .schema
            .get_at_index(place)
            .ok_or_else(|| self.damaged())?;
        let mut chunks = group
            .columns_under_root_iter(name)
            .ok_or_else(|| self.damaged())?;
        let (Some(column), None) = (chunks.next(), chunks.next()) else {
            return Err(self.damaged());
        };
        let range = column.byte_range();
        let length =
            usize::try_from(range.end.saturating_sub(range.start)).map_err(|_| self.damaged())?;
        let read = |error| Problem::from_io(self.path, "read", &error);
        let size = file.metadata().map_err(read)?.len();
        if range.end > size {
            return Err(self.damaged());
        }
        let mut bytes = vec![0; length];
        file.seek(SeekFrom::Start(range.start)).map_err(read)?;
        file.read_exact(&mut bytes).map_err(read)?;
        let bytes = Buffer::from(bytes);
        let rows = group.num_rows();
        // A damaged file must not end the program.
        let series = guarded(|| {
            if !is_plausible(bytes.clone(), column, rows) {
                return None;
            }
            let (arrays, _) = to_deserializer(vec![(column, bytes)], field.clone(), None).ok()?;
            Series::try_from((field, arrays)).ok()
        });
        series
            .flatten()
            .filter(|series| series.len() == rows)
            .ok_or_else(|| self.damaged())
    }

    /// Opened anew by every thread: a place in a file is shared by its handles.
    fn open(&self) -> Result<File, Failure> {
        File::open(self.path).map_err(|error| Problem::from_io(self.path, "read", &error).into())
    }

    /// The first group as a table, if it is not large.
    fn sample(&self, names: &[String]) -> Option<Table> {
        let group = self.metadata.row_groups.first()?;
        if group.num_rows() > LARGEST_SAMPLE {
            return None;
        }
        let mut file = self.open().ok()?;
        let mut columns = Vec::with_capacity(names.len());
        for (place, name) in names.iter().enumerate() {
            let series = self.series(&mut file, 0, place).ok()?;
            let (cells, _) = to_cells(&series, self.nulls(), self.progress).ok()?;
            columns.push(cells.finish(name));
        }
        Table::new(columns).ok()
    }

    fn told(&self, halt: Halt, place: usize) -> Failure {
        match halt {
            Halt::Stopped(stopped) => stopped.into(),
            Halt::Full(full) => {
                let name = self
                    .schema
                    .get_at_index(place)
                    .map(|(name, _)| name.as_str());
                let name = name.unwrap_or_default();
                Problem::in_file(self.path, format!("column \"{name}\": {full}")).into()
            }
            Halt::Polars => self.damaged(),
        }
    }

    /// Hands over every group; tells of each column how many values are not a number.
    fn all<S: BatchSink>(
        &self,
        places: &[usize],
        sink: &S,
        division: Division,
    ) -> Result<Vec<usize>, Failure> {
        let groups = &self.metadata.row_groups;
        self.progress
            .stage("reading records", self.metadata.num_rows as u64);
        let largest = groups.iter().map(|group| {
            let sizes = group.parquet_columns().iter().map(unpacked_size);
            sizes.sum::<u64>() + group.num_rows() as u64 * 4
        });
        let largest = largest.max().unwrap_or(0).saturating_mul(OF_GROUP).max(1);
        let room = memory::room();
        if largest > room {
            return Err(Problem::in_file(
                self.path,
                "a group of rows of the Parquet file is larger than the memory; write it with smaller row groups",
            )
            .into());
        }
        let threads = division.threads.max(1).min((room / largest) as usize);
        let next = AtomicUsize::new(0);
        let halted = AtomicBool::new(false);
        let not_numbers = Mutex::new(vec![0usize; places.len()]);
        let work = || -> Result<(), Failure> {
            let mut file = self.open()?;
            loop {
                let group = next.fetch_add(1, Ordering::Relaxed);
                if group >= groups.len() || halted.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let (columns, odd) = self.group(&mut file, group, places)?;
                let mut all = not_numbers.lock().unwrap_or_else(PoisonError::into_inner);
                all.iter_mut().zip(odd).for_each(|(all, odd)| *all += odd);
                drop(all);
                let rows = groups[group].num_rows();
                sink.take(Batch {
                    number: group as u32,
                    rows,
                    columns,
                })?;
                self.progress.advance(rows as u64);
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|_| {
                    scope.spawn(|| {
                        let done = work();
                        if done.is_err() {
                            halted.store(true, Ordering::Relaxed);
                            sink.give_up();
                        }
                        done
                    })
                })
                .collect();
            let ended: Vec<Result<(), Failure>> = workers
                .into_iter()
                .map(|worker| {
                    let joined = worker.join();
                    joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect();
            // Some stop because of a problem that others met.
            let is_problem = |end: &Result<(), Failure>| matches!(end, Err(Failure::Problem(_)));
            match ended.iter().position(is_problem) {
                Some(at) => ended.into_iter().nth(at).unwrap_or(Ok(())),
                None => ended.into_iter().collect(),
            }
        })?;
        Ok(not_numbers
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner))
    }

    fn group(
        &self,
        file: &mut File,
        group: usize,
        places: &[usize],
    ) -> Result<(Vec<BatchColumn>, Vec<usize>), Failure> {
        let mut columns = Vec::with_capacity(places.len());
        let mut odd = Vec::with_capacity(places.len());
        for &place in places {
            let series = self.series(file, group, place)?;
            let (cells, not_numbers) = to_cells(&series, self.nulls(), self.progress)
                .map_err(|halt| self.told(halt, place))?;
            columns.push(cells.into_batch());
            odd.push(not_numbers);
        }
        Ok((columns, odd))
    }
}
