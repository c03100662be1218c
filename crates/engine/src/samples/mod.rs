//! The built-in samples: the papers' small tables, and three larger ones from a generator of our own.
//!
//! Every sample gives the same bytes on every machine. All people in them are invented.

pub mod basket;
pub mod hospital;
pub mod lifestyle;
mod papers;

use cloakroom_core::{Kind, Problem};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A table to try things on, with all that belongs to it.
#[derive(Debug)]
pub struct Sample {
    /// As it is called on the command line.
    pub name: &'static str,
    pub kind: Kind,
    pub title: &'static str,
    pub sentence: &'static str,
    make: fn() -> Vec<SampleFile>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleFile {
    /// Relative to the folder of the sample, with `/` between folders.
    pub path: &'static str,
    pub contents: Vec<u8>,
}

/// The name of the recipe that every sample has.
pub const RECIPE: &str = "recipe.toml";

const LARGE: [Sample; 3] = [hospital::SAMPLE, lifestyle::SAMPLE, basket::SAMPLE];

static SAMPLES: LazyLock<Vec<Sample>> =
    LazyLock::new(|| LARGE.into_iter().chain(papers::SAMPLES).collect());

/// All samples, the large ones first.
pub fn all() -> &'static [Sample] {
    &SAMPLES
}

pub fn find(name: &str) -> Option<&'static Sample> {
    SAMPLES.iter().find(|sample| sample.name == name)
}

impl Sample {
    /// The data first, then the hierarchies, then the recipe.
    pub fn files(&self) -> Vec<SampleFile> {
        (self.make)()
    }

    /// Writes all files into `folder`, which is made if need be, and tells where the recipe is. Leaves
    /// files that are there already alone: then nothing is written at all.
    pub fn write_into(&self, folder: &Path) -> Result<PathBuf, Problem> {
        let files = self.files().into_iter();
        let files: Vec<(PathBuf, Vec<u8>)> = files
            .map(|file| (PathBuf::from(file.path), file.contents))
            .collect();
        write_files(folder, &files, "a sample")?;
        Ok(folder.join(RECIPE))
    }
}

/// Writes all files into `folder` or none, and overwrites nothing.
pub(crate) fn write_files(
    folder: &Path,
    files: &[(PathBuf, Vec<u8>)],
    who: &str,
) -> Result<(), Problem> {
    for (place, _) in files {
        let path = folder.join(place);
        if path.symlink_metadata().is_ok() {
            let message = format!(
                "there is such a file already, and {who} never overwrites one: choose an empty folder"
            );
            return Err(Problem::in_file(&path, message));
        }
    }
    let mut written = Vec::new();
    for (place, contents) in files {
        let path = folder.join(place);
        if let Err(problem) = write_new(&path, contents, &mut written) {
            // Half of them would only mislead. What cannot be removed is left behind.
            for path in &written {
                let _ = fs::remove_file(path);
            }
            return Err(problem);
        }
    }
    Ok(())
}

fn write_new(path: &Path, contents: &[u8], written: &mut Vec<PathBuf>) -> Result<(), Problem> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .map_err(|error| Problem::from_io(folder, "make the folder", &error))?;
    }
    let mut file = fs::File::create_new(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Problem::in_file(path, "there is such a file already"),
        _ => Problem::from_io(path, "write", &error),
    })?;
    written.push(path.to_owned());
    file.write_all(contents)
        .map_err(|error| Problem::from_io(path, "write", &error))
}

#[cfg(test)]
mod tests;
