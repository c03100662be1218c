//! The digests of all views, as they are kept in `tests/pictures.txt`: a line for every scene and theme.

use super::digest::TILE;
use super::{Digest, Patch, View, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::io::{Error, ErrorKind, Result};
use std::path::PathBuf;

/// So many rectangles are named; the picture with frames shows the others.
const MOST_NAMED: usize = 6;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Record {
    digests: BTreeMap<String, Digest>,
}

/// How a view stands to what is kept of it.
#[derive(Debug, PartialEq, Eq)]
pub enum Status {
    Same,
    /// Nothing is kept of it.
    New,
    Different(Vec<Patch>),
}

impl Record {
    pub fn path() -> PathBuf {
        root().join("tests").join("pictures.txt")
    }

    pub fn read() -> Result<Self> {
        Self::parse(&std::fs::read_to_string(Self::path())?)
    }

    fn parse(text: &str) -> Result<Self> {
        let mut record = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            if line.starts_with('#') {
                continue;
            }
            let odd = |why: &str| {
                let path = Self::path();
                let sentence = format!("{}, line {number}: {why}", path.display());
                Error::new(ErrorKind::InvalidData, sentence)
            };
            // The scene, the theme, and all that the digest says itself.
            let end = line.match_indices(' ').nth(1).map(|(end, _)| end);
            let (name, digest) = end
                .map(|end| (&line[..end], &line[end + 1..]))
                .ok_or_else(|| odd("expected a scene, a theme and a digest"))?;
            let digest = digest.parse().map_err(odd)?;
            if record.digests.insert(name.to_owned(), digest).is_some() {
                return Err(odd("this view is there twice"));
            }
        }
        Ok(record)
    }

    pub fn status(&self, view: &View<'_>) -> Status {
        let Some(digest) = self.digests.get(&view.name()) else {
            return Status::New;
        };
        let patches = digest.differences(&view.image);
        if patches.is_empty() {
            Status::Same
        } else {
            Status::Different(patches)
        }
    }

    /// What is kept of views that are no longer there.
    pub fn left_over(&self, views: &BTreeSet<String>) -> Vec<String> {
        let names = self.digests.keys();
        names
            .filter(|name| !views.contains(*name))
            .cloned()
            .collect()
    }

    pub fn insert(&mut self, view: String, digest: Digest) {
        self.digests.insert(view, digest);
    }

    pub fn forget(&mut self, view: &str) {
        self.digests.remove(view);
    }
}

impl Display for Record {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "# How every view looks, in tiles of {TILE} by {TILE} pixels: what `cargo test` compares with what is painted now.\n\
             # After a change that is meant to be seen: cargo run --example pictures -- --accept"
        )?;
        for (view, digest) in &self.digests {
            writeln!(f, "{view} {digest}")?;
        }
        Ok(())
    }
}

impl Display for Status {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let patches = match self {
            Self::Same => return write!(f, "looks as it did"),
            Self::New => return write!(f, "has no digest yet"),
            Self::Different(patches) => patches,
        };
        let named: Vec<String> = patches
            .iter()
            .take(MOST_NAMED)
            .map(Patch::to_string)
            .collect();
        write!(f, "differs in {}", named.join("; "))?;
        match patches.len().saturating_sub(MOST_NAMED) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cloakroom::ui::picture::Image;
    use cloakroom::ui::scenes;
    use egui::Theme;

    fn blank() -> Image {
        Image::filled(3 * TILE, 2 * TILE, [40, 50, 60, 255])
    }

    fn record_of(views: &[&str]) -> Record {
        let mut record = Record::default();
        for view in views {
            record.insert((*view).to_owned(), Digest::of(&blank()));
        }
        record
    }

    #[test]
    fn a_record_reads_back_and_says_which_line_is_odd() {
        let mut record = record_of(&["start dark", "start light"]);
        let text = record.to_string();
        assert_eq!(Record::parse(&text).unwrap(), record);
        let odd = |text: &str| Record::parse(text).unwrap_err().to_string();
        assert!(odd("start light").ends_with("line 1: expected a scene, a theme and a digest"));
        let twice = format!("{text}{}", text.lines().last().unwrap());
        assert!(odd(&twice).ends_with("line 5: this view is there twice"));
        assert!(odd(&text.replace("96 ", "97 ")).ends_with("the tiles do not fill the picture"));

        let views = BTreeSet::from(["start light".to_owned()]);
        assert_eq!(record.left_over(&views), ["start dark"]);
        record.forget("start dark");
        assert_eq!(record, record_of(&["start light"]));
    }

    #[test]
    fn what_differs_is_told_by_its_tiles() {
        let scene = scenes::all().into_iter().next().unwrap();
        let mut view = View {
            scene: &scene,
            theme: Theme::Light,
            image: blank(),
        };
        let record = record_of(&[&view.name()]);
        assert_eq!(record.status(&view), Status::Same);
        assert_eq!(record_of(&[]).status(&view), Status::New);
        view.image.fill(50..60, 50..60, [255; 4]);
        assert_eq!(
            record.status(&view).to_string(),
            "differs in row 2, column 2 (x 48 to 95, y 48 to 95)"
        );
        view.image = Image::filled(10, 20, [0; 4]);
        assert_eq!(
            record.status(&view).to_string(),
            "differs in row 1, column 1 (x 0 to 9, y 0 to 19)"
        );
    }
}
