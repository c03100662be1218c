//! What a text file holds, judged by its name and its first lines.

mod lines;
mod tables;
#[cfg(test)]
mod tests;

pub(super) use tables::ORDERS;

use super::csv::look::{Look, look, look_far};
use super::format::{Format, Holds};
use crate::{Kind, Layout, LoadOptions};
use std::path::Path;

/// What is looked at: less than what is read of a file to judge it by, so that every look sees the same.
const BYTES: usize = 192 << 10;

/// A guess and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    pub kind: Kind,
    pub layout: Option<Layout>,
    /// Long layouts whose columns are called so that they are known by their names.
    pub columns: Option<Vec<String>>,
    /// Baskets: what stands between two items.
    pub separator: Option<&'static str>,
    /// One sentence for the user.
    pub why: String,
}

impl Guess {
    fn new(kind: Kind, layout: Option<Layout>, why: impl Into<String>) -> Self {
        Self {
            kind,
            layout,
            columns: None,
            separator: None,
            why: why.into(),
        }
    }

    /// What is worth a note: that a table is a table surprises nobody.
    pub fn note(&self) -> Option<String> {
        (!self.kind.fits_any_table()).then(|| self.why.clone())
    }
}

/// The extension in lower case, that of `.gz` and `.zst` passed over.
pub fn extension(path: &Path) -> String {
    let lower = |path: &Path| {
        path.extension()
            .map(|extension| extension.to_string_lossy().to_lowercase())
            .unwrap_or_default()
    };
    match lower(path).as_str() {
        "gz" | "zst" => lower(Path::new(path.file_stem().unwrap_or_default())),
        other => other.to_owned(),
    }
}

/// The kind of data and how they are laid out. What the options say of the text is taken as said, and a layout that
/// they name leaves only the kinds that have it.
pub fn guess(path: &Path, bytes: &[u8], options: &LoadOptions) -> Guess {
    let early = Early::of(bytes);
    let is_plain = Format::called(path).holds() == Holds::PlainLines;
    let is_table = options.delimiter.is_some() || options.header.is_some();
    let fits = |guess: &Guess| {
        options
            .layout
            .is_none_or(|layout| guess.layout == Some(layout))
    };
    let by_lines = || lines::ratings(&early, is_plain).filter(fits);
    let by_baskets = || {
        (!is_table)
            .then(|| lines::baskets(&early, path, is_plain))
            .flatten()
            .filter(fits)
    };
    let by_table = || tables::guess(&early.look(options)?, || early.look_far(options)).filter(fits);
    by_lines()
        .or_else(by_baskets)
        .or_else(by_table)
        .unwrap_or_else(|| of_layout(options.layout))
}

/// What is left when nothing is seen in the file.
fn of_layout(layout: Option<Layout>) -> Guess {
    if layout.is_none() {
        let why = "Nothing speaks for ratings or baskets, so every line is read as a record.";
        return Guess::new(Kind::OF_ANY_TABLE, None, why);
    }
    let has_it = |kind: &Kind| kind.about().reader(layout).is_some();
    // Long ratings would have been seen, so that of two kinds it is the later one.
    let kind = Kind::ALL.into_iter().rfind(has_it);
    let kind = kind.unwrap_or(Kind::OF_ANY_TABLE);
    let why = format!("The layout that was asked for is one of {}.", kind.name());
    Guess::new(kind, layout, why)
}

/// As what else the file could be read.
pub fn others(
    bytes: &[u8],
    options: &LoadOptions,
    taken: (Kind, Option<Layout>),
) -> Vec<(Kind, Option<Layout>)> {
    let columns = Early::of(bytes)
        .look(options)
        .map_or(1, |look| look.names.len());
    let readers = Kind::ALL.into_iter().flat_map(|kind| {
        let readers = kind.about().readers.iter();
        readers.map(move |reader| (reader.fewest_columns, (kind, reader.layout)))
    });
    readers
        .filter(|&(needed, other)| columns >= needed && other != taken)
        .map(|(_, other)| other)
        .collect()
}

/// Whether what is known to be transactions is a table of two columns, of baskets and items: a basket stands in several
/// rows and is no item itself.
pub fn are_pairs(bytes: &[u8], options: &LoadOptions) -> bool {
    let look = Early::of(bytes).look_far(options);
    look.is_some_and(|look| tables::are_pairs(&look))
}

/// Whether every line of what is known to be ratings is one of them.
pub fn are_ratings(bytes: &[u8]) -> bool {
    lines::ratings(&Early::of(bytes), true).is_some()
}

/// The beginning of a file, up to the end of a line.
struct Early {
    text: String,
}

impl Early {
    fn of(bytes: &[u8]) -> Self {
        let early = &bytes[..bytes.len().min(BYTES)];
        let text = String::from_utf8_lossy(early);
        let mut text = text.trim_start_matches('\u{feff}').to_owned();
        if early.len() < bytes.len()
            && let Some(end) = text.rfind('\n')
        {
            // The last line is cut off.
            text.truncate(end + 1);
        }
        Self { text }
    }

    fn lines(&self) -> Vec<&str> {
        const LINES: usize = 100;
        let lines = self.text.lines();
        lines
            .filter(|line| !line.trim().is_empty())
            .take(LINES)
            .collect()
    }

    fn look(&self, options: &LoadOptions) -> Option<Look> {
        look(&self.text, options)
    }

    /// At every record, for what shows itself in the first ones only if the file is sorted.
    fn look_far(&self, options: &LoadOptions) -> Option<Look> {
        look_far(&self.text, options)
    }
}
