//! Paints the views of every sample in both themes, without a display or a graphics card.
//!
//! - `cargo run --example pictures [FOLDER [PART-OF-A-NAME [WIDTHxHEIGHT]]]` paints all scenes, or those with that part
//!   in their names, as large as is asked, into the folder.
//! - `cargo run --example pictures -- --different [FOLDER [PART-OF-A-NAME]]` paints those that no longer look as
//!   `tests/pictures.txt` tells, and beside each a copy with frames around what differs.
//! - `cargo run --example pictures -- --accept [PART-OF-A-NAME]` takes them as they look now: writes `tests/pictures.txt`
//!   anew, and paints those pictures in `screenshots/` again that a document shows and that look otherwise now.
//! - `cargo run --example pictures -- --small PICTURE...` gives pictures that were taken elsewhere a palette of 256 colours,
//!   as those in `screenshots/` have.
//!
//! Without a folder they are painted into `pictures-painted` beside this program, which is where Cargo builds; what an earlier run
//! left there is taken away.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod album;

use album::palette::write_small_png;
use album::{Digest, Patch, Record, SCREENSHOTS, Status, View, is_copy, paint_each, root, shown};
use cloakroom::ui::picture::Image;
use cloakroom::ui::scenes::{self, Scene};
use egui::Vec2;
use std::collections::BTreeSet;
use std::error::Error;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

type Outcome = Result<(), Box<dyn Error>>;

const FRAME: [u8; 4] = [230, 0, 120, 255];
const FRAME_WIDTH: usize = 2;

fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["--different"] => different(&own_folder()?, ""),
        ["--different", folder] => different(Path::new(folder), ""),
        ["--different", folder, part] => different(Path::new(folder), part),
        ["--accept"] => accept(""),
        ["--accept", part] => accept(part),
        ["--small", pictures @ ..] => small(pictures),
        [option, ..] if option.starts_with('-') => {
            Err(format!("{option} is not --different, --accept or --small").into())
        }
        [] => paint(&own_folder()?, "", scenes::SIZE),
        [folder] => paint(Path::new(folder), "", scenes::SIZE),
        [folder, part] => paint(Path::new(folder), part, scenes::SIZE),
        [folder, part, size] => paint(Path::new(folder), part, parse_size(size)?),
        _ => Err("expected a folder, a part of a name and a size at most".into()),
    }
}

fn parse_size(size: &str) -> Result<Vec2, Box<dyn Error>> {
    let (width, height) = size
        .split_once('x')
        .ok_or("the size is WIDTHxHEIGHT, such as 2560x1440")?;
    Ok(egui::vec2(width.parse()?, height.parse()?))
}

/// An empty folder beside this program.
fn own_folder() -> Result<PathBuf, Box<dyn Error>> {
    let program = std::env::current_exe()?;
    let built = program.parent().ok_or("this program lies in no folder")?;
    let folder = built.join("pictures-painted");
    match std::fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        _ => Ok(folder),
    }
}

fn scenes_with(part: &str) -> Vec<Scene> {
    let mut scenes = scenes::all();
    scenes.retain(|scene| scene.name.contains(part));
    scenes
}

fn paint(folder: &Path, part: &str, size: Vec2) -> Outcome {
    std::fs::create_dir_all(folder)?;
    paint_each(&scenes_with(part), size, |view| {
        write(&view.image, &folder.join(view.file_name()))
    })?;
    Ok(())
}

fn write(image: &Image, path: &Path) -> std::io::Result<()> {
    image.write_png(path)?;
    println!("{}", path.display());
    Ok(())
}

fn different(folder: &Path, part: &str) -> Outcome {
    std::fs::create_dir_all(folder)?;
    let record = Record::read()?;
    let found = paint_each(&scenes_with(part), scenes::SIZE, |view| {
        let status = record.status(&view);
        if status == Status::Same {
            return Ok(false);
        }
        println!("{}: {status}", view.name());
        let file_name = view.file_name();
        write(&view.image, &folder.join(&file_name))?;
        if let Status::Different(patches) = status {
            let mut framed = view.image;
            for patch in &patches {
                frame(&mut framed, patch);
            }
            write(&framed, &folder.join(format!("framed-{file_name}")))?;
        }
        Ok(true)
    })?;
    let number = found.iter().filter(|&&different| different).count();
    println!("{number} of {} views differ", found.len());
    Ok(())
}

fn frame(image: &mut Image, patch: &Patch) {
    let Patch { x, y, .. } = patch;
    let sides = |range: &Range<usize>| {
        [
            range.start..range.start + FRAME_WIDTH,
            range.end.saturating_sub(FRAME_WIDTH)..range.end,
        ]
    };
    for side in sides(x) {
        image.fill(side, y.clone(), FRAME);
    }
    for side in sides(y) {
        image.fill(x.clone(), side, FRAME);
    }
}

/// What became of a view.
struct Accepted {
    view: String,
    /// Its digest, if it looks otherwise than what is kept tells.
    digest: Option<Digest>,
}

fn accept(part: &str) -> Outcome {
    // What cannot be read is written anew like the rest: two changes may have met in it.
    let mut record = Record::read().unwrap_or_default();
    let shown = shown()?;
    let screenshots = root().join(SCREENSHOTS);
    let look = |view: View<'_>| {
        // A line that still holds is kept: another processor's hair is no change.
        let changed = record.status(&view) != Status::Same;
        let path = screenshots.join(view.file_name());
        if shown.contains(&view.file_name()) && (changed || !is_copy(&path, &view.image)) {
            write_small_png(&view.image, &path)?;
            println!("{}", path.display());
        }
        Ok(Accepted {
            view: view.name(),
            digest: changed.then(|| Digest::of(&view.image)),
        })
    };
    let accepted = paint_each(&scenes_with(part), scenes::SIZE, look)?;
    let views: BTreeSet<String> = accepted.iter().map(|one| one.view.clone()).collect();
    if part.is_empty() {
        for view in record.left_over(&views) {
            println!("{view}: no longer there");
            record.forget(&view);
        }
    }
    let mut number = 0;
    for Accepted { view, digest } in accepted {
        if let Some(digest) = digest {
            record.insert(view, digest);
            number += 1;
        }
    }
    std::fs::write(Record::path(), record.to_string())?;
    println!("{number} of {} views were taken anew", views.len());
    Ok(())
}

fn small(pictures: &[&str]) -> Outcome {
    for picture in pictures {
        let path = Path::new(picture);
        write_small_png(&Image::read_png(path)?, path)?;
    }
    Ok(())
}
