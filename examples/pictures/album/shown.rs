//! The pictures that the documents show. No others are kept.

use super::root;
use cloakroom::ui::picture::Image;
use std::collections::BTreeSet;
use std::io::Result;
use std::path::Path;

pub const SCREENSHOTS: &str = "screenshots";
/// Of a palette so small a share of the pixels may be more than that many shades off: a colour here and there is, and
/// hardly any by far. A changed letter is some thirty pixels that are.
const PALETTE_MAY_DIFFER: [(u8, f64); 2] = [(8, 0.0005), (40, 0.000_01)];

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
    Image::read_png(file).is_ok_and(|copy| {
        PALETTE_MAY_DIFFER
            .iter()
            .all(|&(shades, share)| copy.compare_within(image, shades) <= share)
    })
}

#[cfg(test)]
mod tests {
    use super::super::palette::write_small_png;
    use super::*;

    #[test]
    fn links_are_found_and_other_mentions_are_not() {
        let document = "| ![A](screenshots/a.png) | [b](screenshots/b.svg) |\n`screenshots/c.png` ![d](other/d.png)";
        assert_eq!(shown_in(document), ["a.png", "b.svg"]);
    }

    #[test]
    fn a_copy_is_told_from_a_picture_with_another_letter() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copy.png");
        let mut image = Image::filled(1280, 800, [250, 251, 252, 255]);
        assert!(!is_copy(&file, &image));
        write_small_png(&image, &file).unwrap();
        assert!(is_copy(&file, &image));
        image.fill(100..200, 100..200, [245, 251, 252, 255]);
        assert!(is_copy(&file, &image));
        image.fill(300..305, 300..306, [20, 20, 20, 255]);
        assert!(!is_copy(&file, &image));
    }
}
