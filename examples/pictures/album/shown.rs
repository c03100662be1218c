//! The pictures that the documents show. No others are kept.

use super::root;
use cloakroom::ui::picture::Image;
use std::collections::BTreeSet;
use std::io::Result;
use std::path::Path;

pub const SCREENSHOTS: &str = "screenshots";
/// A palette may be that many shades off.
const PALETTE_TOLERANCE: u8 = 8;
/// Rounding may differ by a hair between processors; a moved control differs by far more.
const MOST_DIFFERENT: f64 = 0.0005;

/// The names of the files in `screenshots/` that a document at the root shows.
pub fn shown() -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(root())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            names.extend(shown_in(&std::fs::read_to_string(path)?));
        }
    }
    Ok(names)
}

fn shown_in(document: &str) -> Vec<String> {
    let link = format!("]({SCREENSHOTS}/");
    document
        .split(&link)
        .skip(1)
        .filter_map(|after| after.split_once(')'))
        .map(|(name, _)| name.to_owned())
        .collect()
}

/// Whether a file with few colours is of what the image shows.
pub fn is_copy(file: &Path, image: &Image) -> bool {
    Image::read_png(file)
        .is_ok_and(|copy| copy.compare_within(image, PALETTE_TOLERANCE) <= MOST_DIFFERENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_and_other_mentions_are_not() {
        let document = "| ![A](screenshots/a.png) | [b](screenshots/b.svg) |\n`screenshots/c.png` ![d](other/d.png)";
        assert_eq!(shown_in(document), ["a.png", "b.svg"]);
    }
}
